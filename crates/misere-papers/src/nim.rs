//! \[nim\]: Spindler, *Equality classes of Nim positions under misère play*.

mod classes;
mod recursion;
mod transfinite;

use std::collections::HashMap;

use misere::core::Form;
use misere::impartial::{NimMove, NimPosition, Ordinal};
use misere::notation::Style;

use crate::desk::Desk;
use crate::item::{Item, Trouble, items};

pub(crate) const ITEMS: &[Item] = items! { Nim;
    "Section 1, normal play" => classes::section_1_normal_play,
        "Nim positions are equal under normal play when their nim-sums are"
        .all("the pairs of positions of at most 3 heaps of size at most 4")
        .engine("normal play")
        .shown("nim '3 5 6'");
    "Section 1, sums of Nim heaps" => classes::section_1_sums_of_nim_heaps,
        "in misère sums of Nim positions there are two classes more than nim-sums"
        .play("the sums of positions of at most 3 heaps of size at most 3")
        .shown("outcome '*2+*2'");
    "Section 1, heaps of size 2" => classes::section_1_twos, "sums of heaps of size 2 are distinct modulo I"
        .all("the pairs of up to 8 heaps")
        .engine("equality modulo I")
        .shown("compare '*2+*2' 0 -m I");
    "Section 1, two single stones" => classes::section_1_ones, "1 + 1 is 0 modulo I, and is not modulo M"
        .decided()
        .engine("equality modulo I and M")
        .shown("compare '*+*' 0 -m I")
        .shown("compare '*+*' 0 -m M");
    "Section 2, isomorphism" => classes::section_2_isomorphism,
        "2 + 3 + 0 is 3 + 2 and not 2 + 2 + 1; two pins of Kayles are 2"
        .decided()
        .engine("trees")
        .shown("eval 'kayles(2)'");
    "Section 2, sums" => classes::section_2_sums,
        "3 + 5 and 8 differ modulo I, modulo M and under normal play"
        .decided()
        .engine("equality modulo I and M, and in normal play")
        .shown("compare '*3+*5' '*8' -m I");
    "Lemma 1" => recursion::lemma_1,
        "G is H modulo I iff neither is linked to an option of the other, with a proviso for 0"
        .play("the 16 impartial games of rank at most 3, with all 65,536 of rank at most 4")
        .shown("compare '*2+*2' '*3+*3' -m I");
    "Lemma 2" => recursion::lemma_2, "G and H are linked iff neither is an option of the other modulo I"
        .play("the 16 impartial games of rank at most 3, with all 65,536 of rank at most 4 and one of rank 5")
        .shown("downlinked '*2' '*3' -m M");
    "Theorem 1" => recursion::theorem_1, "recursive test for equality modulo I"
        .all("the pairs of impartial games of rank at most 3")
        .play("with all 65,536 of rank at most 4")
        .recursion("the test as it is worded")
        .engine("equality modulo I")
        .shown("compare '*+*2' '*3' -m I --why");
    "Lemma 3" => recursion::lemma_3, "G ≥ H modulo M iff no downlinked options, with a proviso for ends"
        .all("the 65,536 pairs of rank at most 2")
        .play("for those of rank at most 1, with games of rank at most 2 and one of rank 3")
        .engine("which options are downlinked")
        .shown("downlinked 0 '*' -m M");
    "Lemma 4" => recursion::lemma_4, "G is downlinked to H iff no G^L ≥ H and G ≥ no H^R"
        .all("the pairs of rank at most 1, and those of rank 2 that a T of rank at most 3 links")
        .play("with games of rank at most 2 and one of rank 3")
        .shown("downlinked '*' 0 -m M");
    "Theorem 2" => recursion::theorem_2, "recursive test for ≥ modulo M"
        .all("the 65,536 pairs of rank at most 2")
        .play("with games of rank at most 2, or with what the engine finds")
        .recursion("the test as it is worded")
        .shown("compare '{|*}' 0 -m M --why");
    "Theorem 3" => recursion::theorem_3, "recursive test for equality of impartial games modulo M"
        .all("the pairs of impartial games of rank at most 3")
        .play("the game that the engine finds where they differ")
        .recursion("the test as it is worded")
        .engine("equality modulo M")
        .shown("compare '*+*2' '*3' -m M --why");
    "Definition 3" => classes::definition_3, "positions as rising sequences, and examples of their order"
        .decided()
        .engine("the four positions of the examples")
        .shown("nim '4 1 0 1'");
    "Lemma 5" => classes::lemma_5, "an option precedes the position"
        .all("the moves from at most 4 heaps of size at most 5")
        .shown("nim '2 3 4'");
    "Lemma 6" => classes::lemma_6, "the first option is the one without a largest heap"
        .all("the positions of at most 4 heaps of size at most 5")
        .shown("nim '2 3 4'");
    "Lemma 7" => classes::lemma_7, "a position equals no preceding one modulo M"
        .all("the pairs of at most 3 heaps of size at most 5")
        .recursion("the test of Theorem 3")
        .shown("compare '*2+*3' '*2+*2' -m M");
    "Theorem 4" => classes::theorem_4, "positions are equal modulo M only if they are the same"
        .all("the pairs of at most 5 heaps of size at most 5")
        .recursion("the test of Theorem 3")
        .engine("at most 4 heaps of size at most 4, modulo M")
        .shown("compare '*+*2' '*3' -m M");
    "Theorem 5" => classes::theorem_5, "n + 1 is n ⊕ 1 modulo I"
        .all("n = 0 to 30")
        .engine("equality modulo I")
        .shown("compare '*4+*' '*5' -m I");
    "Corollary 1" => classes::corollary_1, "the reduced form equals the position modulo I"
        .all("the positions of at most 4 heaps of size at most 5")
        .play("with at most 2 heaps of size at most 3")
        .engine("equality modulo I")
        .shown("nim '1 3 5'");
    "Lemma 8" => classes::lemma_8, "the reduced form is the position or precedes it"
        .all("the positions of at most 4 heaps of size at most 5")
        .shown("nim '1 3 5'");
    "Corollary 2" => classes::corollary_2, "the reduced forms of options precede the position"
        .all("the moves from at most 4 heaps of size at most 5")
        .shown("nim '1 3 5'");
    "Lemma 9" => classes::lemma_9, "the first reduced option of a reduced form lacks its largest heap"
        .all("the reduced forms of at most 4 heaps of size at most 7")
        .shown("nim '2 4 7'");
    "Lemma 10" => classes::lemma_10, "a reduced form equals no preceding one modulo I"
        .all("the pairs of reduced forms of at most 3 heaps of size at most 5")
        .recursion("the test of Theorem 1")
        .shown("compare '*2+*4' '*2+*5' -m I");
    "Theorem 6" => classes::theorem_6, "positions are equal modulo I iff their reduced forms are the same"
        .all("the pairs of at most 5 heaps of size at most 5")
        .recursion("the test of Theorem 1")
        .engine("at most 4 heaps, modulo I")
        .shown("compare '*3+*5' '*2+*4' -m I");
    "Section 6, strategy" => transfinite::section_6_strategy,
        "transfinite Nim is won as finite Nim, with nim-sums of ordinals"
        .play("at most 3 heaps ω·a + b, a and b at most 3, by stand-ins")
        .sample("22 sizes up to ω^ω^ω, whether lost positions have moves to lost ones")
        .shown("nim 'w+3 w+2 1'");
    "Theorem 7, modulo I" => transfinite::theorem_7_modulo_i,
        "transfinite positions are equal modulo I iff their reduced forms are the same"
        .all("the pairs of at most 2 heaps of 15 sizes up to ω^ω^ω, of at most 3 heaps of 6 of them")
        .recursion("the step of Theorem 1, all options of infinite heaps by their reduced forms")
        .engine("ω·a + b by finite stand-ins")
        .shown("nim 'w+3 w^w+1 5'");
    "Theorem 7, modulo M" => transfinite::theorem_7_modulo_m,
        "transfinite positions are equal modulo M only if they are the same"
        .all("the pairs of at most 2 heaps of 15 sizes up to ω^ω^ω, of at most 3 heaps of 6 of them")
        .recursion("the step of Theorem 3, all options of infinite heaps")
        .engine("ω·a + b by finite stand-ins")
        .shown("nim 'w^2+w*3+2 w 1'");
};

/// All positions of at most `heaps` heaps of size at most `largest`, each once, in the order
/// of \[nim\] Definition 4.
fn positions(heaps: usize, largest: u64) -> Vec<NimPosition> {
    let mut all = vec![NimPosition::default()];
    let mut longest = all.clone();
    for _ in 0..heaps {
        let mut longer = Vec::new();
        for position in &longest {
            let from = position.heaps().last().and_then(Ordinal::to_u64).unwrap_or(1);
            longer.extend((from..=largest).map(|size| position.sum(&NimPosition::finite(&[size]))));
        }
        all.extend(longer.iter().cloned());
        longest = longer;
    }
    all.sort();
    all
}

/// The options of a position with finite heaps.
fn options(position: &NimPosition) -> Vec<NimPosition> {
    let moves = position.heaps().iter().flat_map(|heap| {
        let smaller = 0..heap.to_u64().unwrap_or(0);
        smaller.map(|to| NimMove { heap: heap.clone(), to: Ordinal::from(to) })
    });
    moves.filter_map(|step| position.after(&step)).collect()
}

/// The options of positions as places in the list, which must have all of them.
fn places_of_options(positions: &[NimPosition]) -> Vec<Vec<usize>> {
    let places: HashMap<&NimPosition, usize> = positions.iter().enumerate().map(|(at, p)| (p, at)).collect();
    positions.iter().map(|p| options(p).iter().map(|o| places[o]).collect()).collect()
}

fn form(desk: &Desk, position: &NimPosition) -> Result<Form, Trouble> {
    let form = position.form(desk.forms())?;
    form.ok_or_else(|| Trouble::Refused(format!("{} is not finite", write(position))))
}

fn forms(desk: &Desk, positions: &[NimPosition]) -> Result<Vec<Form>, Trouble> {
    positions.iter().map(|position| form(desk, position)).collect()
}

fn write(position: &NimPosition) -> String {
    position.write(Style::Unicode)
}

/// Which of these positions the previous player wins under misère play, by the rules. Options
/// are places in the list, and come before the positions they are options of.
fn misere_p_positions(options: &[Vec<usize>]) -> Vec<bool> {
    let mut is_p: Vec<bool> = Vec::with_capacity(options.len());
    for options in options {
        is_p.push(!options.is_empty() && options.iter().all(|&o| !is_p[o]));
    }
    is_p
}

/// Which of these games are equal: modulo I by \[nim\] Theorem 1, modulo M by Theorem 3. Options
/// are places in the list, and come before the games they are options of.
fn equality(options: &[Vec<usize>], proviso: impl Fn(usize, usize) -> bool) -> Vec<Vec<bool>> {
    let mut equal: Vec<Vec<bool>> = Vec::with_capacity(options.len());
    for g in 0..options.len() {
        equal.push(Vec::with_capacity(g + 1));
        for h in 0..=g {
            // Whether each option of `of` leads back to `other`, or is matched there.
            let answered = |of: usize, other: usize| {
                options[of].iter().all(|&o| {
                    let back = options[o].iter().any(|&back| equal_places(&equal, back, other));
                    back || options[other].iter().any(|&same| equal_places(&equal, same, o))
                })
            };
            let proviso = |of: usize, other: usize| !options[of].is_empty() || proviso(of, other);
            let is_equal = answered(g, h) && answered(h, g) && proviso(g, h) && proviso(h, g);
            equal[g].push(is_equal);
        }
    }
    equal
}

fn equal_places(equal: &[Vec<bool>], g: usize, h: usize) -> bool {
    equal[g.max(h)][g.min(h)]
}
