//! \[nim\]: Spindler, *Equality classes of Nim positions under misère play*.

mod classes;
mod recursion;
mod transfinite;

use std::collections::HashMap;

use misere::core::Form;
use misere::impartial::{NimMove, NimPosition, Ordinal};
use misere::notation::Style;

use crate::desk::Desk;
use crate::item::{Item, Paper, Trouble};

pub(crate) fn items() -> Vec<Item> {
    let item = |label, statement, compute| Item::new(Paper::Nim, label, statement, compute);
    vec![
        item(
            "Section 1, normal play",
            "Nim positions are equal under normal play when their nim-sums are",
            classes::section_1_normal_play,
        ),
        item(
            "Section 1, sums of Nim heaps",
            "in misère sums of Nim positions there are two classes more than nim-sums",
            classes::section_1_sums_of_nim_heaps,
        ),
        item(
            "Section 1, heaps of size 2",
            "sums of heaps of size 2 are distinct modulo I",
            classes::section_1_twos,
        ),
        item(
            "Section 1, two single stones",
            "1 + 1 is 0 modulo I, and is not modulo M",
            classes::section_1_ones,
        ),
        item(
            "Section 2, isomorphism",
            "2 + 3 + 0 is 3 + 2 and not 2 + 2 + 1; two pins of Kayles are 2",
            classes::section_2_isomorphism,
        ),
        item(
            "Section 2, sums",
            "3 + 5 and 8 differ modulo I, modulo M and under normal play",
            classes::section_2_sums,
        ),
        item(
            "Lemma 1",
            "G is H modulo I iff neither is linked to an option of the other, with a proviso for 0",
            recursion::lemma_1,
        ),
        item(
            "Lemma 2",
            "G and H are linked iff neither is an option of the other modulo I",
            recursion::lemma_2,
        ),
        item("Theorem 1", "recursive test for equality modulo I", recursion::theorem_1),
        item(
            "Lemma 3",
            "G ≥ H modulo M iff no downlinked options, with a proviso for ends",
            recursion::lemma_3,
        ),
        item("Lemma 4", "G is downlinked to H iff no G^L ≥ H and G ≥ no H^R", recursion::lemma_4),
        item("Theorem 2", "recursive test for ≥ modulo M", recursion::theorem_2),
        item("Theorem 3", "recursive test for equality of impartial games modulo M", recursion::theorem_3),
        item(
            "Definition 3",
            "positions as rising sequences, and examples of their order",
            classes::definition_3,
        ),
        item("Lemma 5", "an option precedes the position", classes::lemma_5),
        item("Lemma 6", "the first option is the one without a largest heap", classes::lemma_6),
        item("Lemma 7", "a position equals no preceding one modulo M", classes::lemma_7),
        item("Theorem 4", "positions are equal modulo M only if they are the same", classes::theorem_4),
        item("Theorem 5", "n + 1 is n ⊕ 1 modulo I", classes::theorem_5),
        item("Corollary 1", "the reduced form equals the position modulo I", classes::corollary_1),
        item("Lemma 8", "the reduced form is the position or precedes it", classes::lemma_8),
        item("Corollary 2", "the reduced forms of options precede the position", classes::corollary_2),
        item(
            "Lemma 9",
            "the first reduced option of a reduced form lacks its largest heap",
            classes::lemma_9,
        ),
        item("Lemma 10", "a reduced form equals no preceding one modulo I", classes::lemma_10),
        item(
            "Theorem 6",
            "positions are equal modulo I iff their reduced forms are the same",
            classes::theorem_6,
        ),
        item(
            "Section 6, strategy",
            "transfinite Nim is won as finite Nim, with nim-sums of ordinals",
            transfinite::section_6_strategy,
        ),
        item(
            "Theorem 7, modulo I",
            "transfinite positions are equal modulo I iff their reduced forms are the same",
            transfinite::theorem_7_modulo_i,
        ),
        item(
            "Theorem 7, modulo M",
            "transfinite positions are equal modulo M only if they are the same",
            transfinite::theorem_7_modulo_m,
        ),
    ]
}

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
