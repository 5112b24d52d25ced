//! How the copies of components are counted, so that finitely many cells stand for all sums.

use rustc_hash::FxHashMap;

use crate::Player;
use crate::store::{Form, Forms};

/// How the copies of one component are counted: exactly below the threshold, and modulo the
/// period from there on. With the period 0 they are counted exactly up to the threshold, and
/// more of them are not provided for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    /// The component, as a follower of a Left end.
    pub component: Form,
    /// The threshold, at least 1 unless the period is 0.
    pub threshold: u32,
    /// The period, or 0.
    pub period: u32,
}

impl Counting {
    /// The number of different counts.
    fn size(self) -> u64 {
        u64::from(self.threshold) + u64::from(self.period.max(1))
    }
}

/// A weighted number of copies, which is counted exactly near 0, and beyond modulo a number,
/// on either side apart. Where the numbers of two components must be compared, or where only
/// the parity of all of them matters, counts of single components do not tell who wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The weight of each component.
    pub weights: Vec<i32>,
    /// The balance is exact if it is smaller than this number, which is positive, and larger
    /// than its negative.
    pub bound: u32,
    /// The number, at least 1, modulo which the balance is counted from the bound on.
    pub modulus: u32,
}

impl Balance {
    /// How many classes of balances there are on one side of 0.
    fn side(&self) -> i64 {
        i64::from(self.bound) + i64::from(self.modulus) - 1
    }

    /// The class of a balance, as the member that is nearest to 0.
    fn class(&self, balance: i64) -> i64 {
        let (bound, beyond) = (i64::from(self.bound), balance.abs() - i64::from(self.bound));
        if beyond < 0 { balance } else { balance.signum() * (bound + beyond % i64::from(self.modulus)) }
    }

    /// The classes that a balance of this class may have after it changes by `change`.
    fn after(&self, class: i64, change: i64) -> Vec<i64> {
        let mut classes = Vec::with_capacity(2);
        let mut balance = class;
        loop {
            let changed = balance + change;
            let after = self.class(changed);
            if !classes.contains(&after) {
                classes.push(after);
            }
            let is_exact = class.abs() < i64::from(self.bound);
            if is_exact || changed * class.signum() >= i64::from(self.bound) {
                return classes;
            }
            balance += class.signum() * i64::from(self.modulus);
        }
    }
}

/// How all components of a universe are counted. The counts of a cell are the digits of one
/// number, in which the class of the balance comes last.
#[derive(Debug)]
pub(crate) struct Measure {
    pub(super) counting: Vec<Counting>,
    pub(super) balance: Option<Balance>,
    /// For each component, the moves of the player and of the opponent: the place of the
    /// component that is left, or `None` for 0.
    moves: Vec<[Vec<Option<usize>>; 2]>,
    /// For each component, how much a copy adds to the number of a cell; then how much 1
    /// adds that is added to the balance.
    stride: Vec<u64>,
    /// The places of the ends whose sums are tested.
    tested: Vec<usize>,
}

/// The counts that a move may lead to, and whether all that it may lead to are provided for.
pub(super) struct Results {
    pub(super) counts: Vec<u64>,
    pub(super) is_complete: bool,
}

impl Measure {
    /// The measure that counts components of `ends` in this way, for sums of the ends `tested`;
    /// `None` if there are too many cells to number them.
    pub(super) fn new(
        ends: &Forms,
        tested: &[Form],
        counting: Vec<Counting>,
        balance: Option<Balance>,
    ) -> Option<Measure> {
        let place = |option: &Form| counting.iter().position(|count| count.component == *option);
        let moves_of = |count: &Counting| {
            Player::BOTH.map(|p| {
                let mut moves: Vec<_> = ends.options(count.component, p).iter().map(place).collect();
                moves.sort_unstable();
                moves
            })
        };
        let moves = counting.iter().map(moves_of).collect();
        let mut stride = Vec::with_capacity(counting.len() + 1);
        let mut next: u64 = 1;
        for count in &counting {
            stride.push(next);
            next = next.checked_mul(count.size())?;
        }
        stride.push(next);
        let classes = balance.as_ref().map_or(1, |balance| 2 * balance.side() as u64 + 1);
        next.checked_mul(classes)?;
        let tested = tested.iter().filter_map(place).collect();
        Some(Measure { counting, balance, moves, stride, tested })
    }

    /// The number of all counts, whether they can be reached or not.
    pub(super) fn size(&self) -> u64 {
        let classes = self.balance.as_ref().map_or(1, |balance| 2 * balance.side() as u64 + 1);
        self.stride[self.counting.len()] * classes
    }

    /// The counts of all sums of the ends that are tested.
    pub(super) fn starts(&self) -> Vec<u64> {
        let mut starts = vec![0];
        for &at in &self.tested {
            let added = (0..self.counting[at].size()).map(|copies| copies * self.stride[at]);
            starts = added.flat_map(|more| starts.iter().map(move |start| start + more)).collect();
        }
        let Some(balance) = &self.balance else { return starts };
        let with = |start: u64| self.possible(start).into_iter().map(move |class| (start, class));
        starts.into_iter().flat_map(with).map(|(start, class)| self.at_class(balance, start, class)).collect()
    }

    /// The classes of the balances of all positions with these counts of components; none if
    /// there is no balance.
    fn possible(&self, counts: u64) -> Vec<i64> {
        let Some(balance) = &self.balance else { return Vec::new() };
        let weight = |at: usize| i64::from(balance.weights[at]);
        let components = 0..self.counting.len();
        let least: i64 = components.clone().map(|at| weight(at) * self.count(at, counts) as i64).sum();
        let is_past = |at: &usize| {
            let Counting { threshold, period, .. } = self.counting[*at];
            period > 0 && weight(*at) != 0 && self.count(*at, counts) >= u64::from(threshold)
        };
        let mut steps: Vec<i64> =
            components.filter(is_past).map(|at| weight(at) * i64::from(self.counting[at].period)).collect();
        steps.sort_unstable();
        steps.dedup();
        let mut classes = vec![balance.class(least)];
        let mut next = 0;
        while let Some(&class) = classes.get(next) {
            next += 1;
            for after in steps.iter().flat_map(|&step| balance.after(class, step)) {
                if !classes.contains(&after) {
                    classes.push(after);
                }
            }
        }
        classes
    }

    /// The counts of the components alone.
    fn without_class(&self, counts: u64) -> u64 {
        counts % self.stride[self.counting.len()]
    }

    fn at_class(&self, balance: &Balance, counts: u64, class: i64) -> u64 {
        let above = (class + balance.side()) as u64;
        self.without_class(counts) + above * self.stride[self.counting.len()]
    }

    /// The copies of a component, as they are counted.
    fn count(&self, at: usize, counts: u64) -> u64 {
        counts / self.stride[at] % self.counting[at].size()
    }

    /// The count of each component, and last, if there is a balance, how far its class is
    /// above the least.
    pub(super) fn digits(&self, counts: u64) -> Vec<u32> {
        let components = self.counting.len();
        let of_balance = self.balance.is_some().then(|| (counts / self.stride[components]) as u32);
        (0..components).map(|at| self.count(at, counts) as u32).chain(of_balance).collect()
    }

    /// The moves in components of which there is a copy, for the player or the opponent: the
    /// component, and what it becomes.
    pub(super) fn moves(
        &self,
        counts: u64,
        is_player: bool,
    ) -> impl Iterator<Item = (usize, Option<usize>)> + '_ {
        let side = usize::from(!is_player);
        let is_there = move |at: &usize| self.count(*at, counts) > 0;
        let moves = move |at: usize| self.moves[at][side].iter().map(move |&to| (at, to));
        (0..self.counting.len()).filter(is_there).flat_map(moves)
    }

    /// The counts that may result when a copy of the component `from` becomes `to`. Which
    /// classes of balances are possible with counts of components is remembered in `possible`.
    pub(super) fn results(
        &self,
        counts: u64,
        from: usize,
        to: Option<usize>,
        possible: &mut FxHashMap<u64, Vec<i64>>,
    ) -> Results {
        let mut results = Vec::with_capacity(2);
        let mut is_complete = true;
        for taken in self.one_less(from, counts) {
            match to.map_or(Some(taken), |to| self.one_more(to, taken)) {
                Some(after) => results.push(after),
                None => is_complete = false,
            }
        }
        let Some(balance) = &self.balance else { return Results { counts: results, is_complete } };
        let weight = |at: usize| i64::from(balance.weights[at]);
        let change = to.map_or(0, weight) - weight(from);
        let class = (counts / self.stride[self.counting.len()]) as i64 - balance.side();
        let classes = balance.after(class, change);
        let mut with_balance = Vec::with_capacity(2 * results.len());
        for after in results {
            // No position has these counts and another balance.
            let components = self.without_class(after);
            let possible = possible.entry(components).or_insert_with(|| self.possible(components));
            let classes = classes.iter().filter(|class| possible.contains(class));
            with_balance.extend(classes.map(|&class| self.at_class(balance, after, class)));
        }
        Results { counts: with_balance, is_complete }
    }

    /// The counts with one copy less: two if the count may have been past the threshold.
    fn one_less(&self, at: usize, counts: u64) -> impl Iterator<Item = u64> {
        let Counting { threshold, period, .. } = self.counting[at];
        let may_be_past = period > 0 && self.count(at, counts) == u64::from(threshold);
        let other = may_be_past.then(|| counts + (u64::from(period) - 1) * self.stride[at]);
        [counts - self.stride[at]].into_iter().chain(other)
    }

    /// The counts with one copy more, or `None` if so many are not provided for.
    fn one_more(&self, at: usize, counts: u64) -> Option<u64> {
        let Counting { period, .. } = self.counting[at];
        if self.count(at, counts) + 1 < self.counting[at].size() {
            return Some(counts + self.stride[at]);
        }
        (period > 0).then(|| counts - (u64::from(period) - 1) * self.stride[at])
    }
}
