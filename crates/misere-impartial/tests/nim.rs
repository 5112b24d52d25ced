//! Nim positions beside play by the rules and the engines of forms.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashMap;
use std::sync::Arc;

use misere_core::{AllGames, Engine, Forms, Impartial, Outcome};
use misere_impartial::{Genus, NimMove, NimPosition, Ordinal};
use misere_notation::Style;
use misere_rulesets::Convention;

fn read(text: &str) -> NimPosition {
    NimPosition::read(text).unwrap_or_else(|error| panic!("{}", error.render(text)))
}

/// All positions with bounded number and size of heaps, each once.
fn positions(heaps: usize, largest: u64) -> Vec<NimPosition> {
    let mut sizes: Vec<Vec<u64>> = vec![vec![]];
    for _ in 0..heaps {
        let longer = |s: &Vec<u64>| {
            let s = s.clone();
            (s.last().copied().unwrap_or(0)..=largest).map(move |size| [s.clone(), vec![size]].concat())
        };
        sizes = sizes.iter().flat_map(longer).collect();
    }
    sizes.iter().map(|sizes| NimPosition::finite(sizes)).collect()
}

fn moves(position: &NimPosition) -> Vec<NimMove> {
    let mut heaps = position.heaps().to_vec();
    heaps.dedup();
    let smaller = |heap: Ordinal| {
        let size = heap.to_u64().unwrap();
        (0..size).map(move |to| NimMove { heap: heap.clone(), to: Ordinal::from(to) })
    };
    heaps.into_iter().rev().flat_map(smaller).collect()
}

/// Who wins, by the rules alone.
fn played(
    position: &NimPosition,
    convention: Convention,
    known: &mut HashMap<NimPosition, Outcome>,
) -> Outcome {
    if let Some(&outcome) = known.get(position) {
        return outcome;
    }
    let moves = moves(position);
    let next_wins = if moves.is_empty() {
        convention == Convention::Misere
    } else {
        moves.iter().any(|m| played(&position.after(m).unwrap(), convention, known) == Outcome::P)
    };
    let outcome = if next_wins { Outcome::N } else { Outcome::P };
    known.insert(position.clone(), outcome);
    outcome
}

#[test]
fn outcomes_and_winning_moves_are_those_of_play() {
    for convention in [Convention::Misere, Convention::Normal] {
        let mut known = HashMap::new();
        for position in positions(4, 6) {
            assert_eq!(position.outcome(convention), played(&position, convention, &mut known));
            let winning: Vec<NimMove> = moves(&position)
                .into_iter()
                .filter(|m| played(&position.after(m).unwrap(), convention, &mut known) == Outcome::P)
                .collect();
            assert_eq!(position.winning_moves(convention), winning, "{position:?}");
        }
    }
}

/// The position with 2^16 for ω: an order-preserving, xor-preserving picture of positions
/// whose coefficients are smaller.
#[test]
fn transfinite_positions_are_won_like_large_finite_ones() {
    let sizes: Vec<(u64, u64)> = (0..4).flat_map(|a| (0..4).map(move |b| (a, b))).collect();
    let ordinal = |(a, b): (u64, u64)| Ordinal::read(&format!("w*{a}+{b}")).unwrap();
    let number = |(a, b): (u64, u64)| Ordinal::from((a << 16) + b);
    let back = |n: &Ordinal| {
        let n = n.to_u64().unwrap();
        ordinal((n >> 16, n & 0xffff))
    };
    for &a in &sizes {
        for &b in &sizes {
            for &c in &sizes {
                let infinite = NimPosition::new([a, b, c].map(ordinal));
                let finite = NimPosition::new([a, b, c].map(number));
                for convention in [Convention::Misere, Convention::Normal] {
                    assert_eq!(infinite.outcome(convention), finite.outcome(convention));
                    let moves: Vec<NimMove> = finite
                        .winning_moves(convention)
                        .iter()
                        .map(|m| NimMove { heap: back(&m.heap), to: back(&m.to) })
                        .collect();
                    assert_eq!(infinite.winning_moves(convention), moves);
                }
            }
        }
    }
}

/// The reduced form by [nim] Definition 5, step by step as it stands there.
fn reduced_by_steps(position: &NimPosition) -> NimPosition {
    let one = || Ordinal::from(1);
    let mut heaps = position.heaps().to_vec();
    loop {
        heaps.sort();
        let odd: Vec<usize> = (0..heaps.len()).filter(|&i| heaps[i].is_odd()).collect();
        let [first, second, ..] = *odd else { break };
        for i in [first, second] {
            heaps[i] = heaps[i].nim_sum(&one());
        }
    }
    let largest = heaps.len().saturating_sub(1);
    if let Some(odd) = heaps.iter().position(Ordinal::is_odd)
        && heaps[odd] != heaps[largest]
    {
        heaps[odd] = heaps[odd].nim_sum(&one());
        heaps[largest] = heaps[largest].clone() + one();
    }
    NimPosition::new(heaps)
}

#[test]
fn the_reduced_form_is_what_the_steps_of_the_definition_give() {
    for position in positions(5, 5) {
        assert_eq!(position.reduced(), reduced_by_steps(&position), "{position:?}");
    }
    for text in ["w+3 w+2 1", "w+1 w+1 w+1 4", "w^w+1 w^2+5 3", "w 1", "w^w^w*2+1 w^w^w*2 7 7"] {
        assert_eq!(read(text).reduced(), reduced_by_steps(&read(text)), "{text}");
    }
    assert_eq!(read("w+3 w+2 1").reduced(), read("w+2 w+2"));
    assert_eq!(read("w 1").reduced(), read("w+1"));
}

#[test]
fn equality_is_that_of_the_engines() {
    let forms = Arc::new(Forms::new());
    let i = Impartial::new(forms.clone());
    let m = Engine::new(forms.clone(), Arc::new(AllGames));
    let positions: Vec<_> =
        positions(3, 4).into_iter().map(|p| (p.form(&forms).unwrap().unwrap(), p)).collect();
    for (g, p) in &positions {
        for (h, q) in &positions {
            assert_eq!(i.equal(*g, *h).unwrap(), Some(p.is_equal_modulo_i(q)), "{p:?} {q:?}");
            assert_eq!(m.ge(*g, *h).unwrap() && m.ge(*h, *g).unwrap(), p.is_equal_modulo_m(q));
        }
    }
}

#[test]
fn the_genus_is_that_of_the_form() {
    let forms = Forms::new();
    for position in positions(3, 6) {
        let form = position.form(&forms).unwrap().unwrap();
        assert_eq!(position.genus(), Genus::of(&forms, form).unwrap(), "{position:?}");
    }
    assert_eq!(read("w").genus(), None);
    assert_eq!(read("w w 12").genus().unwrap().write(Style::Ascii), "12^12,14");
}

#[test]
fn heaps_stand_between_commas_or_spaces() {
    for text in ["3, 5,w + 1", "w+1 5 3", "5 3 0 w +1", "3,5 , w+1,0,0"] {
        assert_eq!(read(text).write(Style::Ascii), "3, 5, w+1", "{text}");
    }
    assert_eq!(read("0 0").write(Style::Latex), "0");
    for (text, message) in [
        ("3 5w", "at character 4: expected `+`, `,`, a space or the end, found `w`"),
        ("3,,5", "at character 3: expected an ordinal such as `5`, `w+1` or `w^2*3`, found `,`"),
        ("3 -5", "at character 3: an ordinal is not negative: write it without a minus"),
        ("3 )", "at character 3: expected an ordinal such as `5`, `w+1` or `w^2*3`, found `)`"),
    ] {
        assert_eq!(NimPosition::read(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn illegal_moves_lead_nowhere() {
    let position = read("2 w");
    let step =
        |heap: &str, to: &str| NimMove { heap: Ordinal::read(heap).unwrap(), to: Ordinal::read(to).unwrap() };
    assert_eq!(position.after(&step("w", "7")), Some(read("2 7")));
    assert_eq!(position.after(&step("2", "2")), None);
    assert_eq!(position.after(&step("3", "1")), None);
}
