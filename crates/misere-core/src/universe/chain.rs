//! Strength against a chain of ends: the universes D(1̄) and D({·|1̄,0}).
//!
//! In these two universes the ends that matter form a chain x_0 = 0, x_1, x_2, …
//! For D(1̄) they are the integers: from x_m = m̄ the only move is to x_{m−1}. For
//! D({·|1̄,0}), writing e for {·|1̄,0}, they are x_{2k} = k·e and x_{2k+1} = k·e + 1̄,
//! which contain the test sets (\[universe\] section 4); x_m equals the end with
//! moves to x_{m−1} and, for m ≥ 2, to x_{m−2}.
//!
//! The results of a form against all ends of a chain are thus a set of numbers, kept as the
//! list of the places where membership changes. The list is short in practice, whereas
//! playing against the ends one by one takes time and memory that grow with the rank: a
//! form can be weak against x_m for a single m near its rank.

use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use crate::Player;
use crate::budget::{Account, Exhausted, MeteredVec};
use crate::store::{Form, Forms};

/// A chain of ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// The ends of D(1̄).
    Integers,
    /// The ends of D({·|1̄,0}) that matter.
    Domineering,
}

impl Chain {
    /// x_m in a store, literally in the universe.
    pub(crate) fn end(self, forms: &Forms, m: u32) -> Result<Form, Exhausted> {
        match self {
            Chain::Integers => forms.integer(-i64::from(m)),
            Chain::Domineering => {
                let minus_one = forms.integer(-1)?;
                let e = forms.ordinary(&[], &[minus_one, Form::ZERO])?;
                let even = forms.multiple(u64::from(m / 2), e)?;
                if m.is_multiple_of(2) { Ok(even) } else { forms.sum(even, minus_one) }
            }
        }
    }
}

/// Who wins sums of the forms of a store with the ends of a chain, as far as computed.
#[derive(Default)]
pub(crate) struct ChainPlay {
    known: Mutex<FxHashMap<(Form, Player), Against>>,
    account: OnceLock<Account>,
}

/// For which m a player wins the sum with x_m, an end for the player.
struct Against {
    moving_first: Numbers,
    moving_second: Numbers,
}

/// The bytes of what is known about a form: its entry, thrice since the table is half empty and
/// is copied when it grows, and two lists without their numbers.
const BYTES_PER_FORM: usize = 3 * size_of::<((Form, Player), Against)>() + 2 * 32;

impl ChainPlay {
    /// The least m for which `player`, with these options and no tombstone, loses
    /// moving first on the sum with x_m; `None` if there is no such m.
    pub(crate) fn defeat(
        &self,
        chain: Chain,
        forms: &Forms,
        options: &[Form],
        player: Player,
    ) -> Result<Option<u32>, Exhausted> {
        let account = self.account.get_or_init(|| Account::new(forms.budget().clone()));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut pending = MeteredVec::new(forms.budget());
        for &option in options {
            pending.push(option)?;
        }
        let mut ticker = forms.budget().ticker();
        while let Some(&g) = pending.last() {
            ticker.tick()?;
            if known.contains_key(&(g, player)) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            ticker.ticks(Player::BOTH.map(|p| forms.options(g, p).len()).iter().sum())?;
            for &option in Player::BOTH.into_iter().flat_map(|p| forms.options(g, p)) {
                if !known.contains_key(&(option, player)) {
                    pending.push(option)?;
                }
            }
            if pending.len() == before {
                let against = against(chain, forms, g, player, &known);
                let places = against.moving_first.0.len() + against.moving_second.0.len();
                ticker.ticks(places)?;
                account.charge(BYTES_PER_FORM + 4 * places)?;
                known.insert((g, player), against);
            }
        }
        let wins = Numbers::union(options.iter().map(|&o| &known[&(o, player)].moving_second));
        Ok(wins.least_absent())
    }
}

fn against(
    chain: Chain,
    forms: &Forms,
    g: Form,
    player: Player,
    known: &FxHashMap<(Form, Player), Against>,
) -> Against {
    let opponent = player.opponent();
    let of = |o: &Form| &known[&(*o, player)];
    let moving_first = if forms.is_end_like(g, player) {
        Numbers::all()
    } else {
        Numbers::union(forms.options(g, player).iter().map(|o| &of(o).moving_second))
    };
    // The opponent moves in x_m, or in g; against x_0 the opponent wins at once
    // where g is end-like for them.
    let in_chain = match chain {
        Chain::Integers => vec![moving_first.after(1)],
        Chain::Domineering => vec![moving_first.after(1), moving_first.after(2)],
    };
    let in_form = forms.options(g, opponent).iter().map(|o| &of(o).moving_first);
    let mut moving_second = Numbers::intersection(in_form.chain(&in_chain));
    if forms.is_end_like(g, opponent) {
        moving_second.remove_zero();
    }
    Against { moving_first, moving_second }
}

/// A set of natural numbers: the places where membership changes, ascending. The first
/// place is the least member; membership does not change after the last.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Numbers(Vec<u32>);

impl Numbers {
    fn all() -> Numbers {
        Numbers(vec![0])
    }

    fn union<'a>(sets: impl Iterator<Item = &'a Numbers> + Clone) -> Numbers {
        Numbers::in_at_least(sets, 1)
    }

    fn intersection<'a>(sets: impl Iterator<Item = &'a Numbers> + Clone) -> Numbers {
        let all = sets.clone().count();
        if all == 0 { Numbers::all() } else { Numbers::in_at_least(sets, all) }
    }

    /// The numbers that are in at least `least` of the sets.
    fn in_at_least<'a>(sets: impl Iterator<Item = &'a Numbers> + Clone, least: usize) -> Numbers {
        let mut places: Vec<(u32, bool)> = Vec::new();
        for set in sets {
            places.extend(set.0.iter().enumerate().map(|(i, &at)| (at, i % 2 == 0)));
        }
        places.sort_unstable();
        let (mut inside, mut result): (usize, Vec<u32>) = (0, Vec::new());
        let mut next = 0;
        while let Some(&(at, _)) = places.get(next) {
            let before = inside >= least;
            while let Some(&(_, enters)) = places.get(next).filter(|place| place.0 == at) {
                next += 1;
                // All leaving places of a number sort before the entering ones, so
                // this may be off by some in between; it is never negative, since
                // a set that leaves at `at` entered before.
                inside = if enters { inside + 1 } else { inside - 1 };
            }
            if before != (inside >= least) {
                result.push(at);
            }
        }
        Numbers(result)
    }

    /// The m for which m − moves is a member, and the m below `moves`, from which there is no
    /// such move.
    fn after(&self, moves: u32) -> Numbers {
        let shifted = self.0.iter().map(|&at| at + moves);
        match self.0.first() {
            Some(0) => Numbers([0].into_iter().chain(shifted.skip(1)).collect()),
            _ => Numbers([0, moves].into_iter().chain(shifted).collect()),
        }
    }

    fn remove_zero(&mut self) {
        match self.0[..] {
            [0, 1, ..] => drop(self.0.drain(..2)),
            [0, ..] => self.0[0] = 1,
            _ => {}
        }
    }

    fn least_absent(&self) -> Option<u32> {
        match self.0[..] {
            [0] => None,
            [0, first_gap, ..] => Some(first_gap),
            _ => Some(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(set: &Numbers) -> Vec<u32> {
        (0..12).filter(|&n| set.0.iter().filter(|&&at| at <= n).count() % 2 == 1).collect()
    }

    /// All subsets of 0..=4, with all larger numbers in or out.
    fn world() -> Vec<(Numbers, Vec<u32>)> {
        let contains = |mask: u32, n: u32| mask >> n.min(5) & 1 == 1;
        (0..64)
            .map(|mask| {
                let places = (0..=5).filter(|&n| contains(mask, n) != (n > 0 && contains(mask, n - 1)));
                let set = Numbers(places.collect());
                (set, (0..12).filter(|&n| contains(mask, n)).collect())
            })
            .collect()
    }

    #[test]
    fn sets_of_numbers_behave_as_sets() {
        let world = world();
        for (a, in_a) in &world {
            assert_eq!(members(a), *in_a);
            assert_eq!(a.least_absent(), (0..12).find(|n| !in_a.contains(n)));
            for moves in 1..=2 {
                let expected: Vec<u32> =
                    (0..12).filter(|&n| n < moves || in_a.contains(&(n - moves))).collect();
                assert_eq!(members(&a.after(moves)), expected);
            }
            let mut without = a.clone();
            without.remove_zero();
            assert_eq!(members(&without), in_a.iter().copied().filter(|&n| n > 0).collect::<Vec<_>>());
            for (b, in_b) in &world {
                let both: Vec<u32> = (0..12).filter(|n| in_a.contains(n) && in_b.contains(n)).collect();
                let either: Vec<u32> = (0..12).filter(|n| in_a.contains(n) || in_b.contains(n)).collect();
                assert_eq!(members(&Numbers::intersection([a, b].into_iter())), both);
                assert_eq!(members(&Numbers::union([a, b].into_iter())), either);
            }
        }
    }
}
