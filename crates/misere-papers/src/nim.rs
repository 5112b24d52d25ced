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
        "Nim positions are equal under normal play when their nim-sums are";
    "Section 1, sums of Nim heaps" => classes::section_1_sums_of_nim_heaps,
        "in misère sums of Nim positions there are two classes more than nim-sums";
    "Section 1, heaps of size 2" => classes::section_1_twos, "sums of heaps of size 2 are distinct modulo I";
    "Section 1, two single stones" => classes::section_1_ones, "1 + 1 is 0 modulo I, and is not modulo M";
    "Section 2, isomorphism" => classes::section_2_isomorphism,
        "2 + 3 + 0 is 3 + 2 and not 2 + 2 + 1; two pins of Kayles are 2";
    "Section 2, sums" => classes::section_2_sums,
        "3 + 5 and 8 differ modulo I, modulo M and under normal play";
    "Lemma 1" => recursion::lemma_1,
        "G is H modulo I iff neither is linked to an option of the other, with a proviso for 0";
    "Lemma 2" => recursion::lemma_2, "G and H are linked iff neither is an option of the other modulo I";
    "Theorem 1" => recursion::theorem_1, "recursive test for equality modulo I";
    "Lemma 3" => recursion::lemma_3, "G ≥ H modulo M iff no downlinked options, with a proviso for ends";
    "Lemma 4" => recursion::lemma_4, "G is downlinked to H iff no G^L ≥ H and G ≥ no H^R";
    "Theorem 2" => recursion::theorem_2, "recursive test for ≥ modulo M";
    "Theorem 3" => recursion::theorem_3, "recursive test for equality of impartial games modulo M";
    "Definition 3" => classes::definition_3, "positions as rising sequences, and examples of their order";
    "Lemma 5" => classes::lemma_5, "an option precedes the position";
    "Lemma 6" => classes::lemma_6, "the first option is the one without a largest heap";
    "Lemma 7" => classes::lemma_7, "a position equals no preceding one modulo M";
    "Theorem 4" => classes::theorem_4, "positions are equal modulo M only if they are the same";
    "Theorem 5" => classes::theorem_5, "n + 1 is n ⊕ 1 modulo I";
    "Corollary 1" => classes::corollary_1, "the reduced form equals the position modulo I";
    "Lemma 8" => classes::lemma_8, "the reduced form is the position or precedes it";
    "Corollary 2" => classes::corollary_2, "the reduced forms of options precede the position";
    "Lemma 9" => classes::lemma_9, "the first reduced option of a reduced form lacks its largest heap";
    "Lemma 10" => classes::lemma_10, "a reduced form equals no preceding one modulo I";
    "Theorem 6" => classes::theorem_6, "positions are equal modulo I iff their reduced forms are the same";
    "Section 6, strategy" => transfinite::section_6_strategy,
        "transfinite Nim is won as finite Nim, with nim-sums of ordinals";
    "Theorem 7, modulo I" => transfinite::theorem_7_modulo_i,
        "transfinite positions are equal modulo I iff their reduced forms are the same";
    "Theorem 7, modulo M" => transfinite::theorem_7_modulo_m,
        "transfinite positions are equal modulo M only if they are the same";
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
