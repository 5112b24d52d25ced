//! Section 6: heaps of infinite size.
//!
//! The ordinals ω·a + b with b at most 3 have the numbers 4a + b as stand-ins: the same
//! order, parity and nim-sums. Play that uses only these sizes is Nim with the stand-ins,
//! which the engines know.

use misere::core::{Outcome, Relation};
use misere::impartial::{NimMove, NimPosition, Ordinal};
use misere::rulesets::Convention;
use num_bigint::BigUint;

use super::classes::for_all_pairs;
use super::{form, forms, misere_p_positions, places_of_options, positions, write};
use crate::desk::Desk;
use crate::item::{Finding, Tally, Trouble};

const BLOCK: u64 = 4;

/// The transfinite position with this stand-in.
fn transfinite(stand_in: &NimPosition) -> NimPosition {
    let heaps = stand_in.heaps().iter().filter_map(Ordinal::to_u64);
    NimPosition::new(heaps.map(ordinal))
}

fn ordinal(stand_in: u64) -> Ordinal {
    omega() * BigUint::from(stand_in / BLOCK) + Ordinal::from(stand_in % BLOCK)
}

fn omega() -> Ordinal {
    Ordinal::omega_to(Ordinal::from(1)).unwrap_or_default()
}

/// For ω·3 + 3 and below the stand-ins are played out. For sizes without stand-in the claim is
/// tried as it stands: a position said to be lost has no move to another position said to be
/// lost, and a position said to be won has such a move, unless it is empty.
pub(super) fn section_6_strategy(_: &Desk) -> Result<Finding, Trouble> {
    let mut tally = Tally::new();
    let stand_ins = positions(3, 4 * BLOCK - 1);
    let is_p = misere_p_positions(&places_of_options(&stand_ins));
    for (stand_in, &is_p) in stand_ins.iter().zip(&is_p) {
        let position = transfinite(stand_in);
        let claim = position.outcome(Convention::Misere) == Outcome::P;
        tally.case(claim == is_p, || write(&position));
    }
    let sizes = sample_sizes()?;
    for a in &sizes {
        for b in sizes.iter().filter(|b| *b <= a) {
            let balancing = [a.nim_sum(b), a.nim_sum(b).nim_successor()];
            for c in sizes.iter().chain(&balancing) {
                let position = NimPosition::new([a, b, c].map(Ordinal::clone));
                tally.case(is_won_as_claimed(&position, &sizes), || write(&position));
            }
        }
    }
    Ok(tally.finding())
}

fn is_won_as_claimed(position: &NimPosition, sizes: &[Ordinal]) -> bool {
    let is_lost = |p: &NimPosition| p.outcome(Convention::Misere) == Outcome::P;
    if !is_lost(position) {
        let winning = position.winning_moves(Convention::Misere);
        let leads_to_lost = |step: &NimMove| position.after(step).is_some_and(|p| is_lost(&p));
        return position.heaps().is_empty() || !winning.is_empty() && winning.iter().all(leads_to_lost);
    }
    position.heaps().iter().all(|heap| {
        let moves = sizes.iter().map(|to| NimMove { heap: heap.clone(), to: to.clone() });
        moves.filter_map(|step| position.after(&step)).all(|option| !is_lost(&option))
    })
}

fn sample_sizes() -> Result<Vec<Ordinal>, Trouble> {
    let texts = [
        "0",
        "1",
        "2",
        "3",
        "6",
        "w",
        "w+1",
        "w+2",
        "w+5",
        "w*2",
        "w*3+1",
        "w^2",
        "w^2+1",
        "w^2+w*3+2",
        "w^5*6+w^4+1",
        "w^w",
        "w^w+w^2",
        "w^w*3+1",
        "w^(w+1)",
        "w^(w*2)+w^w",
        "w^w^2",
        "w^w^w*5+w+3",
    ];
    let read = |text: &str| Ordinal::read(text).map_err(|error| Trouble::Refused(format!("{text}: {error}")));
    texts.into_iter().map(read).collect()
}

pub(super) fn theorem_7_modulo_i(desk: &Desk) -> Result<Finding, Trouble> {
    let mut stand_ins = [positions(3, 2 * BLOCK - 1), positions(2, 4 * BLOCK - 1)].concat();
    stand_ins.sort();
    stand_ins.dedup();
    let forms = forms(desk, &stand_ins)?;
    let reduced: Vec<NimPosition> = stand_ins.iter().map(|p| transfinite(p).reduced()).collect();
    for_all_pairs(&stand_ins, |g, h| Ok(desk.i.equal(forms[g], forms[h])? == Some(reduced[g] == reduced[h])))
}

pub(super) fn theorem_7_modulo_m(desk: &Desk) -> Result<Finding, Trouble> {
    let stand_ins = positions(2, 3 * BLOCK - 1);
    let mut games = Vec::new();
    for stand_in in &stand_ins {
        games.push((form(desk, stand_in)?, transfinite(stand_in)));
    }
    for_all_pairs(&stand_ins, |g, h| {
        let is_equal = desk.m.relation(games[g].0, games[h].0)? == Relation::Equal;
        Ok(is_equal == games[g].1.is_equal_modulo_m(&games[h].1))
    })
}
