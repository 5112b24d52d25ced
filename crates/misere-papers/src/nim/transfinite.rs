//! Section 6: heaps of infinite size.
//!
//! The tests of Theorems 1 and 3 are made on true ordinals, where a heap has infinitely many
//! options ([`Pair`]). Besides, the ordinals ω·a + b with b at most 3 have the numbers 4a + b as
//! stand-ins: the same order, parity and nim-sums. Play that uses only these sizes is Nim with
//! the stand-ins, which the engines know.

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

/// Which positions are taken to be equal, and what is asked of a position that is compared with
/// 0.
struct Kinds {
    /// The class of a position, which is known of the positions before the compared ones.
    class: fn(&NimPosition) -> NimPosition,
    /// Whether a position other than 0 may be equal to 0.
    may_be_zero: fn(&NimPosition) -> bool,
}

/// Two positions of Nim, and the sizes that matter in comparing them.
///
/// A move of G makes a heap α a smaller one, β. Each β makes a class of its own, but for the
/// heaps that are in G or H already, their neighbours, and 0 and 1; whether the other position
/// has an option of the same class depends, for all other β, only on whether β is below or above
/// these sizes, and on whether β is even. Two sizes after each of them therefore stand for all.
struct Pair<'a> {
    kinds: &'a Kinds,
    sizes: Vec<Ordinal>,
}

impl<'a> Pair<'a> {
    fn new(kinds: &'a Kinds, g: &NimPosition, h: &NimPosition) -> Pair<'a> {
        let mut sizes = Vec::new();
        for heap in g.heaps().iter().chain(h.heaps()).chain(&[Ordinal::ZERO]) {
            // The even one of the two neighbours, and what follows it.
            let even = if heap.is_odd() { heap.nim_successor() } else { heap.clone() };
            sizes.extend((0..4u64).map(|more| even.clone() + Ordinal::from(more)));
        }
        sizes.sort_unstable();
        sizes.dedup();
        Pair { kinds, sizes }
    }

    /// Options that stand for all options of a position.
    fn options(&self, position: &NimPosition) -> Vec<NimPosition> {
        let mut heaps = position.heaps().to_vec();
        heaps.dedup();
        let moves = heaps
            .iter()
            .flat_map(|heap| self.sizes.iter().map(|to| NimMove { heap: heap.clone(), to: to.clone() }));
        moves.filter_map(|step| position.after(&step)).collect()
    }

    /// Whether a position has an option of a class. The new heap of such an option is one of the
    /// class, or a neighbour of one, or 0 or 1.
    fn has_option(&self, position: &NimPosition, class: &NimPosition) -> bool {
        let small = [Ordinal::ZERO, Ordinal::from(1)];
        let sizes = class.heaps().iter().flat_map(|heap| [heap.clone(), heap.nim_successor()]).chain(small);
        let sizes: Vec<Ordinal> = sizes.collect();
        position.heaps().iter().any(|heap| {
            let moves = sizes.iter().map(|to| NimMove { heap: heap.clone(), to: to.clone() });
            moves.filter_map(|step| position.after(&step)).any(|option| (self.kinds.class)(&option) == *class)
        })
    }

    /// Whether each option of the first position is matched by an option of the second, or can be
    /// answered by a move to the second.
    fn answers(&self, of: &NimPosition, other: &NimPosition) -> bool {
        let class = (self.kinds.class)(other);
        self.options(of).iter().all(|option| {
            self.has_option(other, &(self.kinds.class)(option)) || self.has_option(option, &class)
        })
    }

    /// Whether the test says that the two positions are equal, given that it says the same as
    /// the classes of all pairs before them.
    fn are_equal(&self, g: &NimPosition, h: &NimPosition) -> bool {
        let proviso = |of: &NimPosition, other: &NimPosition| {
            !of.heaps().is_empty() || other.heaps().is_empty() || (self.kinds.may_be_zero)(other)
        };
        self.answers(g, h) && self.answers(h, g) && proviso(g, h) && proviso(h, g)
    }
}

/// The step of the recursion is made for all pairs of positions of at most two heaps of 15 of
/// the sample sizes, and of at most three heaps of 6 of them.
fn by_recursion(kinds: &Kinds) -> Result<Finding, Trouble> {
    let sizes = sample_sizes()?;
    let of = |places: &[usize], heaps: usize| {
        let mut longest = vec![Vec::new()];
        for _ in 0..heaps {
            let longer = |heaps: &Vec<usize>| {
                let from = heaps.last().copied().unwrap_or(0);
                places.iter().filter(move |&&at| at >= from).map(|&at| [&heaps[..], &[at]].concat()).collect()
            };
            longest = longest.iter().flat_map::<Vec<_>, _>(longer).collect();
        }
        longest
    };
    let chosen = [of(&[0, 1, 2, 3, 5, 6, 7, 8, 10, 12, 13, 15, 17, 18, 21], 2), of(&[0, 1, 3, 5, 6, 12], 3)];
    let position = |places: &Vec<usize>| NimPosition::new(places.iter().map(|&at| sizes[at].clone()));
    let mut positions: Vec<NimPosition> = chosen.concat().iter().map(position).collect();
    positions.sort();
    positions.dedup();
    for_all_pairs(&positions, |g, h| {
        let (g, h) = (&positions[g], &positions[h]);
        let same = (kinds.class)(g) == (kinds.class)(h);
        Ok(Pair::new(kinds, g, h).are_equal(g, h) == same)
    })
}

/// The class modulo I, apart from [`NimPosition::reduced`]: a stone of an odd heap is a heap of
/// its own, and two single stones cancel.
fn even_heaps_and_stone(position: &NimPosition) -> NimPosition {
    let odd = position.heaps().iter().filter(|heap| heap.is_odd()).count();
    let even = |heap: &Ordinal| if heap.is_odd() { heap.nim_successor() } else { heap.clone() };
    let stone = (odd % 2 == 1).then(|| Ordinal::from(1));
    NimPosition::new(position.heaps().iter().map(even).chain(stone))
}

pub(super) fn theorem_7_modulo_i(desk: &Desk) -> Result<Finding, Trouble> {
    let is_next = |position: &NimPosition| position.outcome(Convention::Misere) == Outcome::N;
    let step = by_recursion(&Kinds { class: even_heaps_and_stone, may_be_zero: is_next })?;
    let mut stand_ins = [positions(3, 2 * BLOCK - 1), positions(2, 4 * BLOCK - 1)].concat();
    stand_ins.sort();
    stand_ins.dedup();
    let forms = forms(desk, &stand_ins)?;
    let of: Vec<NimPosition> = stand_ins.iter().map(transfinite).collect();
    let by_engine = for_all_pairs(&stand_ins, |g, h| {
        let same = of[g].reduced() == of[h].reduced();
        let as_defined = same == (even_heaps_and_stone(&of[g]) == even_heaps_and_stone(&of[h]));
        Ok(as_defined && desk.i.equal(forms[g], forms[h])? == Some(same))
    })?;
    Ok(together(step, by_engine))
}

pub(super) fn theorem_7_modulo_m(desk: &Desk) -> Result<Finding, Trouble> {
    let step = by_recursion(&Kinds { class: NimPosition::clone, may_be_zero: |_| false })?;
    let stand_ins = positions(2, 3 * BLOCK - 1);
    let mut games = Vec::new();
    for stand_in in &stand_ins {
        games.push((form(desk, stand_in)?, transfinite(stand_in)));
    }
    let by_engine = for_all_pairs(&stand_ins, |g, h| {
        let is_equal = desk.m.relation(games[g].0, games[h].0)? == Relation::Equal;
        Ok(is_equal == games[g].1.is_equal_modulo_m(&games[h].1))
    })?;
    Ok(together(step, by_engine))
}

/// The finding of the recursion, provided that the engine agrees on stand-ins.
fn together(step: Finding, by_engine: Finding) -> Finding {
    let complaint = format!("by the engine, with finite stand-ins, it {}", by_engine.computed);
    step.provided(by_engine.agrees, complaint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_class_is_noticed() {
        let is_next = |position: &NimPosition| position.outcome(Convention::Misere) == Outcome::N;
        let isomorphism = Kinds { class: NimPosition::clone, may_be_zero: is_next };
        assert!(!by_recursion(&isomorphism).unwrap().agrees);
        let nim_sum = |p: &NimPosition| NimPosition::new([p.nim_sum()]);
        assert!(!by_recursion(&Kinds { class: nim_sum, may_be_zero: is_next }).unwrap().agrees);
        let reduced = Kinds { class: even_heaps_and_stone, may_be_zero: |_| false };
        assert!(!by_recursion(&reduced).unwrap().agrees);
    }
}
