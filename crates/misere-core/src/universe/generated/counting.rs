//! How the copies of components are counted, so that finitely many cells stand for all sums, and
//! the measures with which strategies are looked for, the cheapest first.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::Player;
use crate::budget::Exhausted;
use crate::store::order::structural_order_within;
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
/// the parity of all of them matters, counts of single components do not determine who wins.
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

/// How finely components are counted.
///
/// The lists of finenesses, and of the balances below, decide only what is tried: a strategy that is
/// found with any of them is proved, and where none has one the question stays open. They go through
/// small thresholds and periods, since the numbers of counts are multiplied over the components; the
/// measures are sorted by their numbers of counts, and those with more than [`LARGEST`] are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fineness {
    /// The threshold and the period of ends.
    pub(super) ends: (u32, u32),
    /// The threshold and the period of the components that are no Left ends. With the period
    /// 0, no more of them than the threshold are provided for.
    threats: (u32, u32),
}

impl Fineness {
    const fn capped(threshold: u32, period: u32, cap: u32) -> Fineness {
        Fineness { ends: (threshold, period), threats: (cap, 0) }
    }

    const fn alike(threshold: u32, period: u32) -> Fineness {
        Fineness { ends: (threshold, period), threats: (threshold, period) }
    }

    /// The finenesses that are tried without a balance.
    const ALONE: [Fineness; 20] = [
        Fineness::capped(1, 1, 0),
        Fineness::capped(1, 1, 1),
        Fineness::capped(2, 1, 1),
        Fineness::capped(2, 1, 2),
        Fineness::alike(1, 1),
        Fineness { ends: (1, 1), threats: (2, 1) },
        Fineness::capped(3, 1, 2),
        Fineness::capped(1, 2, 1),
        Fineness::alike(2, 1),
        Fineness::capped(2, 2, 2),
        Fineness::capped(3, 1, 3),
        Fineness::alike(1, 2),
        Fineness::capped(4, 1, 3),
        Fineness::alike(2, 2),
        Fineness::capped(3, 2, 3),
        Fineness::capped(4, 2, 3),
        Fineness::alike(1, 3),
        Fineness::capped(5, 1, 4),
        Fineness::capped(3, 3, 3),
        Fineness::FINEST,
    ];

    /// The finenesses that are tried with the parity of components.
    const WITH_PARITY: [Fineness; 6] = [
        Fineness::capped(1, 1, 1),
        Fineness::alike(1, 1),
        Fineness::capped(1, 1, 2),
        Fineness { ends: (1, 1), threats: (2, 1) },
        Fineness::alike(2, 1),
        Fineness { ends: (2, 1), threats: (3, 1) },
    ];

    /// The finenesses that are tried with other balances.
    const WITH_BALANCE: [Fineness; 4] = [
        Fineness::alike(1, 1),
        Fineness { ends: (1, 1), threats: (2, 1) },
        Fineness::alike(2, 1),
        Fineness::capped(2, 1, 2),
    ];

    /// The fineness that provides for the largest numbers.
    pub(super) const FINEST: Fineness = Fineness::capped(6, 2, 5);

    fn counting(self, ends: &Forms, components: &[Form]) -> Vec<Counting> {
        let count = |&component: &Form| {
            let is_end = ends.is_end(component, Player::Left);
            let (threshold, period) = if is_end { self.ends } else { self.threats };
            Counting { component, threshold, period }
        };
        components.iter().map(count).collect()
    }
}

/// The most counts of a measure that is tried.
const LARGEST: u64 = 400_000;

/// The most counts of all measures with balances whose weights are guessed.
const MOST_GUESSED: u64 = 200_000;

/// The measures that are tried for sums of the Left ends `tested`, those with few counts first.
/// Balances whose weights are guessed come last, because they are many.
pub(super) fn measures(ends: &Forms, tested: &[Form]) -> Result<Vec<Arc<Measure>>, Exhausted> {
    let mut components = structural_order_within(ends, &ends.followers_within(tested)?)?;
    components.retain(|&f| f != Form::ZERO);
    let make = |fineness: Fineness, balance: Option<Balance>| {
        Measure::new(ends, tested, fineness.counting(ends, &components), balance)
    };
    let mut sensible: Vec<Measure> =
        Fineness::ALONE.into_iter().filter_map(|fineness| make(fineness, None)).collect();
    if let Some(parity) = parity(ends, &components)? {
        let with_parity = |fineness| make(fineness, Some(parity.clone()));
        sensible.extend(Fineness::WITH_PARITY.into_iter().filter_map(with_parity));
    }
    let guessed = balances(ends, &components);
    let all_guessed =
        Fineness::WITH_BALANCE.into_iter().flat_map(|fine| guessed.iter().map(move |b| (fine, b)));
    let mut guessed: Vec<Measure> =
        all_guessed.filter_map(|(fineness, balance)| make(fineness, Some(balance.clone()))).collect();
    for list in [&mut sensible, &mut guessed] {
        list.retain(|measure| measure.size() <= LARGEST);
        list.sort_by_key(Measure::size);
    }
    let mut all = 0;
    let is_affordable = |measure: &Measure| {
        all += measure.size();
        all <= MOST_GUESSED
    };
    Ok(sensible.into_iter().chain(guessed.into_iter().take_while(is_affordable)).map(Arc::new).collect())
}

/// The number of the components, modulo 2, that change the winner more often than not when
/// they are added to the sum of two others. In universes where nobody can lose a tempo this
/// parity decides who wins; there are too many components to count each of them modulo 2.
fn parity(ends: &Forms, components: &[Form]) -> Result<Option<Balance>, Exhausted> {
    const MOST_COMPONENTS: usize = 16;
    if components.len() > MOST_COMPONENTS {
        return Ok(None);
    }
    let mut changes = vec![0_i32; components.len()];
    for (i, &a) in components.iter().enumerate() {
        for &b in &components[i..] {
            let sum = ends.sum(a, b)?;
            for (&added, changes) in components.iter().zip(&mut changes) {
                ends.budget().step()?;
                let larger = ends.sum(sum, added)?;
                for starter in Player::BOTH {
                    let is_changed = ends.wins_first(sum, starter) != ends.wins_first(larger, starter);
                    *changes += if is_changed { 1 } else { -1 };
                }
            }
        }
    }
    let weights: Vec<i32> = changes.into_iter().map(|changes| i32::from(changes > 0)).collect();
    Ok(weights.contains(&1).then_some(Balance { weights, bound: 1, modulus: 2 }))
}

/// The balances with guessed weights: the differences between the numbers of two components,
/// and others if there are few components. Of those that are counted modulo 3 or 2, only the
/// *graded* ones: every move of Left lowers the balance by 1, and every move of Right raises it
/// by 1, up to multiples of the modulus.
fn balances(ends: &Forms, components: &[Form]) -> Vec<Balance> {
    const GRADED: [(i32, u32, u32); 3] = [(2, 1, 3), (2, 2, 3), (2, 2, 2)];
    const MOST_GRADED: usize = 8;
    const UNGRADED: [(i32, u32, u32); 2] = [(1, 2, 1), (1, 3, 1)];
    const MOST_UNGRADED: usize = 5;
    const BOUNDS_OF_DIFFERENCES: [u32; 2] = [2, 3];
    let mut balances = Vec::new();
    for bound in BOUNDS_OF_DIFFERENCES {
        for more in 0..components.len() {
            for less in 0..more {
                let mut weights = vec![0; components.len()];
                (weights[more], weights[less]) = (1, -1);
                balances.push(Balance { weights, bound, modulus: 1 });
            }
        }
    }
    for (largest, bound, modulus) in GRADED {
        let Some(grades) = grades(ends, components, modulus as i32) else { continue };
        if components.len() > MOST_GRADED {
            continue;
        }
        let with_grade = |grade: &i32| {
            let is_lift = |weight: &i32| (weight - grade) % modulus as i32 == 0;
            (-largest..=largest).filter(is_lift).collect::<Vec<i32>>()
        };
        let choices: Vec<Vec<i32>> = grades.iter().map(with_grade).collect();
        balances.extend(products(&choices).into_iter().map(|weights| Balance { weights, bound, modulus }));
    }
    if components.len() <= MOST_UNGRADED {
        for (largest, bound, modulus) in UNGRADED {
            let choices = vec![(-largest..=largest).collect::<Vec<i32>>(); components.len()];
            balances.extend(products(&choices).into_iter().map(|weights| Balance {
                weights,
                bound,
                modulus,
            }));
        }
    }
    balances
}

/// The weights modulo a number with which every move of Left lowers the balance by 1 and every
/// move of Right raises it by 1. The moves of a component determine its weight, or contradict
/// each other: then there are no such weights.
fn grades(ends: &Forms, components: &[Form], modulus: i32) -> Option<Vec<i32>> {
    let mut grades: Vec<i32> = Vec::with_capacity(components.len());
    for &component in components {
        let mut grade = None;
        for (player, change) in [(Player::Left, -1), (Player::Right, 1)] {
            for option in ends.options(component, player) {
                // Options come before the forms that have them.
                let after = components.iter().position(|c| c == option).map_or(0, |at| grades[at]);
                let wanted = (after - change).rem_euclid(modulus);
                if grade.is_some_and(|grade| grade != wanted) {
                    return None;
                }
                grade = Some(wanted);
            }
        }
        grades.push(grade.expect("a component is not 0, and has an option"));
    }
    Some(grades)
}

/// All lists with one element of each set of choices.
fn products(choices: &[Vec<i32>]) -> Vec<Vec<i32>> {
    let mut all = vec![Vec::new()];
    for choice in choices {
        let longer = |list: &Vec<i32>| {
            let list = list.clone();
            choice.iter().map(move |&next| [&list[..], &[next]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}
