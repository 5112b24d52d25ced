//! Strategies against all sums of ends at once.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::certificate::{Balance, CellStrategy, NodeNumber};
use crate::checker::Checker;
use crate::limits::{LOOKUP, Work};
use crate::order::ge_modulo_all;
use crate::player::Player;
use crate::rejection::{Checked, Rejection};
use crate::theorem::Theorem;
use crate::tree::{Class, Tree};

/// A cell: who is to move, the follower of the form, and the count of each component; then
/// the class of the balance, above the least, if there is a balance.
type Cell<'a> = (Player, Class, &'a [u32]);

/// The components of a strategy, and how they are counted.
struct Counting<'a> {
    components: Vec<Component>,
    balance: Option<&'a Balance>,
}

struct Component {
    threshold: u32,
    period: u32,
    /// For Left and Right, the place of the component that each move leaves, or `None` for 0.
    moves: [Vec<Option<usize>>; 2],
}

impl Component {
    /// The number of different counts.
    fn size(&self) -> u64 {
        u64::from(self.threshold) + u64::from(self.period.max(1))
    }
}

/// The largest weight, bound or modulus of a balance, and threshold or period beside one.
const LARGEST: u32 = 1_000;

impl Balance {
    /// The number of classes on either side of 0.
    fn side(&self) -> i64 {
        i64::from(self.bound) + i64::from(self.modulus) - 1
    }

    /// The class of a balance: the member of the class that is nearest to 0.
    fn class(&self, balance: i64) -> i64 {
        let beyond = balance.abs() - i64::from(self.bound);
        if beyond < 0 {
            return balance;
        }
        balance.signum() * (i64::from(self.bound) + beyond % i64::from(self.modulus))
    }

    /// The classes to which `change` may lead from a class: from each of its members, of which
    /// there is one near 0, and otherwise one in every `modulus` numbers. Members so far from 0
    /// that the change does not lead back over the bound all lead to one class.
    fn changed(&self, work: &Work, class: i64, change: i64) -> Checked<Vec<i64>> {
        let bound = i64::from(self.bound);
        if class.abs() < bound {
            return Ok(vec![self.class(class + change)]);
        }
        let mut classes = Vec::new();
        for member in 0.. {
            work.spend(1)?;
            let changed = class + class.signum() * member * i64::from(self.modulus) + change;
            classes.push(self.class(changed));
            if changed * class.signum() >= bound {
                break;
            }
        }
        Ok(classes)
    }
}

impl Counting<'_> {
    /// The number of values that each count may take.
    fn sizes(&self) -> Vec<u64> {
        let of_balance = self.balance.map(|balance| 2 * balance.side() as u64 + 1);
        self.components.iter().map(Component::size).chain(of_balance).collect()
    }

    /// The classes, above the least, of the balances of all positions of a cell in which each
    /// component is counted so, and no more is known.
    fn balances(&self, work: &Work, balance: &Balance, counts: &[u32]) -> Checked<Vec<u32>> {
        let weight = |at: usize| i64::from(balance.weights[at]);
        let counted = || self.components.iter().zip(counts).enumerate();
        let least: i64 = counted().map(|(at, (_, &count))| weight(at) * i64::from(count)).sum();
        let is_past = |c: &Component, count: u32| c.period > 0 && count >= c.threshold;
        let steps: Vec<i64> = counted()
            .filter(|(_, (component, count))| is_past(component, **count))
            .map(|(at, (component, _))| weight(at) * i64::from(component.period))
            .collect();
        let mut classes = vec![balance.class(least)];
        let mut next = 0;
        while let Some(&class) = classes.get(next) {
            next += 1;
            for &step in &steps {
                for changed in balance.changed(work, class, step)? {
                    work.spend(1 + classes.len() / 8)?;
                    if !classes.contains(&changed) {
                        classes.push(changed);
                    }
                }
            }
        }
        Ok(classes.into_iter().map(|class| (class + balance.side()) as u32).collect())
    }

    /// The counts that may result when a copy of the component `from` becomes the component
    /// `to`; `None` if a result is not provided for.
    fn results(
        &self,
        work: &Work,
        counts: &[u32],
        from: usize,
        to: Option<usize>,
    ) -> Checked<Option<Vec<Vec<u32>>>> {
        work.spend(LOOKUP + counts.len())?;
        let Component { threshold, period, .. } = self.components[from];
        let mut fewer = vec![counts[from] - 1];
        if period > 0 && counts[from] == threshold {
            fewer.push(threshold + period - 1);
        }
        let last = self.components.len();
        let classes = match self.balance {
            None => vec![None],
            Some(balance) => {
                let weight = |at: usize| i64::from(balance.weights[at]);
                let change = to.map_or(0, weight) - weight(from);
                let classes = balance.changed(work, i64::from(counts[last]) - balance.side(), change)?;
                classes.into_iter().map(|class| Some((class + balance.side()) as u32)).collect()
            }
        };
        let mut results = Vec::new();
        for count in fewer {
            let mut after = counts.to_vec();
            after[from] = count;
            if let Some(to) = to {
                let Component { threshold, period, .. } = self.components[to];
                match (u64::from(after[to]) + 1 < self.components[to].size(), period) {
                    (true, _) => after[to] += 1,
                    (false, 0) => return Ok(None),
                    (false, _) => after[to] = threshold,
                }
            }
            // No position has these counts and a balance that is not possible with them.
            let possible = match self.balance {
                None => vec![],
                Some(balance) => self.balances(work, balance, &after)?,
            };
            for &class in &classes {
                work.spend(LOOKUP + after.len())?;
                let mut after = after.clone();
                if let Some(class) = class {
                    if !possible.contains(&class) {
                        continue;
                    }
                    after[last] = class;
                }
                results.push(after);
            }
        }
        Ok(Some(results))
    }

    /// Whether the player, who wins in all other cells of the set, wins in this one: has won
    /// or has a move with results in the set only, if the player is to move; and otherwise
    /// whether the opponent has not won and all results of all moves are in the set.
    fn is_won(
        &self,
        tree: &Tree,
        player: Player,
        cell: Cell<'_>,
        cells: &HashSet<Cell<'_>>,
    ) -> Checked<bool> {
        let (mover, form, counts) = cell;
        let is_players_turn = mover == player;
        // A component is a follower of a Left end: Left's moves in it are the player's.
        let side = if is_players_turn { Player::Left } else { Player::Right } as usize;
        let there = || self.components.iter().enumerate().filter(|&(at, _)| counts[at] > 0);
        if tree.is_end_like(form, mover) && there().all(|(_, component)| component.moves[side].is_empty()) {
            return Ok(is_players_turn);
        }
        let in_set = |form: Class, counts: &[u32]| cells.contains(&(mover.opponent(), form, counts));
        // One good move is enough for the player, and one bad one for the opponent.
        for &option in tree.options(form, mover) {
            tree.work.spend(LOOKUP + counts.len())?;
            if in_set(option, counts) == is_players_turn {
                return Ok(is_players_turn);
            }
        }
        for (at, component) in there() {
            for &to in &component.moves[side] {
                let results = self.results(&tree.work, counts, at, to)?;
                let is_safe = results.is_some_and(|all| all.iter().all(|after| in_set(form, after)));
                if is_safe == is_players_turn {
                    return Ok(is_players_turn);
                }
            }
        }
        Ok(!is_players_turn)
    }
}

impl Checker<'_> {
    /// Checks that the player, moving first, wins g plus every sum of their ends. Every
    /// position of a cell of the strategy is won by the player, by induction on the play: the
    /// cell of each true successor is among the results that are checked. Every Left end of
    /// D(A) is a sum of parts. With what is counted in the place of the others, the end becomes
    /// a sum, modulo M no larger than the end, and g plus the sum is a position of a cell that is
    /// looked for.
    pub(crate) fn check_strategy(&mut self, g: NodeNumber, player: Player, by: &CellStrategy) -> Checked {
        let step = self.step;
        let are_dead = self.parts.iter().all(|&part| self.members.is_left_dead(part));
        let theorem = if are_dead { Theorem::EndsOfGenerated } else { Theorem::EndsOfAnyGenerated };
        self.relies_on.insert(theorem);
        let tested = self.tested(by)?;
        let (counting, places) = self.counting(by, &tested)?;
        let sizes = counting.sizes();
        let mut cells = HashSet::new();
        let mut listed = Vec::new();
        for (number, (mover, node, counts)) in by.cells.iter().enumerate() {
            self.tree.work.remember()?;
            self.tree.work.spend(2 * counts.len())?;
            let exist = counts.len() == sizes.len()
                && counts.iter().zip(&sizes).all(|(&count, &size)| u64::from(count) < size);
            self.require(exist, Rejection::BadCell { step, cell: number })?;
            let cell: Cell<'_> = (*mover, self.class(*node)?, counts);
            cells.insert(cell);
            listed.push(cell);
        }
        for (number, &cell) in listed.iter().enumerate() {
            let is_won = counting.is_won(&self.tree, player, cell, &cells)?;
            self.require(is_won, Rejection::CellLost { step, cell: number })?;
        }
        let ends: Vec<usize> = tested.iter().map(|end| places[end]).collect();
        let g = self.class(g)?;
        let mut start = vec![0; sizes.len()];
        loop {
            self.tree.work.spend(LOOKUP + start.len())?;
            let classes = match counting.balance {
                None => vec![None],
                Some(balance) => {
                    let classes = counting.balances(&self.tree.work, balance, &start)?;
                    classes.into_iter().map(Some).collect()
                }
            };
            for class in classes {
                self.tree.work.spend(LOOKUP + start.len())?;
                if let Some(class) = class {
                    start[counting.components.len()] = class;
                }
                let is_listed = cells.contains(&(player, g, &start[..]));
                self.require(is_listed, Rejection::MissingCell { step })?;
            }
            // The counts of ends, as the digits of a number that is raised by one.
            let is_full = |&&at: &&usize| u64::from(start[at]) + 1 == counting.components[at].size();
            let full = ends.iter().take_while(is_full).count();
            ends[..full].iter().for_each(|&at| start[at] = 0);
            match ends.get(full) {
                Some(&at) => start[at] += 1,
                None => return Ok(()),
            }
        }
    }

    /// The ends whose sums a strategy must win against: the parts but 0, and instead of some
    /// parts others. Checks that such a part is, modulo M, at least the sum of the others.
    fn tested(&mut self, by: &CellStrategy) -> Checked<BTreeSet<Class>> {
        let step = self.step;
        let mut tested: BTreeSet<Class> = self.parts.clone();
        tested.remove(&Class::ZERO);
        let mut others = Vec::new();
        for (node, summands) in &by.instead {
            let part = self.class(*node)?;
            let is_part = tested.remove(&part);
            self.require(is_part, Rejection::NotAPart { step, part: *node })?;
            let mut sum = Class::ZERO;
            for &summand in summands {
                let class = self.class(summand)?;
                sum = self.tree.sum(sum, class)?;
                others.push(class);
            }
            let is_above = ge_modulo_all(&self.tree, part, sum)?;
            self.require(is_above, Rejection::NotAbove { step, node: *node })?;
            self.relies_on.insert(Theorem::Domination);
        }
        tested.extend(others);
        Ok(tested)
    }

    /// The components of a strategy, each with the components that moves leave, and their
    /// places. Checks that every end that is tested is a component of which any number is
    /// provided for.
    fn counting<'s>(
        &mut self,
        by: &'s CellStrategy,
        tested: &BTreeSet<Class>,
    ) -> Checked<(Counting<'s>, HashMap<Class, usize>)> {
        let step = self.step;
        if let Some(Balance { weights, bound, modulus }) = &by.balance {
            let fits = weights.len() == by.counting.len()
                && weights.iter().all(|weight| weight.unsigned_abs() <= LARGEST)
                && [bound, modulus].iter().all(|&&number| (1..=LARGEST).contains(&number))
                && by.counting.iter().all(|&(_, threshold, period)| threshold.max(period) <= LARGEST);
            self.require(fits, Rejection::BadBalance { step })?;
        }
        let mut places: HashMap<Class, usize> = HashMap::new();
        for (at, &(node, threshold, period)) in by.counting.iter().enumerate() {
            self.tree.work.remember()?;
            let class = self.class(node)?;
            let fits = threshold.checked_add(period).is_some_and(|sum| sum < u32::MAX)
                && (period == 0 || threshold > 0);
            let is_new = places.insert(class, at).is_none();
            // A component with a tombstone follows from no end of the universe, and a cell
            // with it would mean nothing.
            let is_component = class != Class::ZERO && self.members.ordinary[class.index()];
            self.require(fits && is_new && is_component, Rejection::BadCounting { step, node })?;
        }
        let mut components = Vec::with_capacity(by.counting.len());
        for &(node, threshold, period) in &by.counting {
            let class = self.class(node)?;
            let mut moves: [Vec<Option<usize>>; 2] = Default::default();
            for player in Player::BOTH {
                for option in self.tree.options(class, player) {
                    self.tree.work.spend(LOOKUP)?;
                    let place = places.get(option).copied();
                    let what = "a component that a move leaves";
                    let is_known = place.is_some() || *option == Class::ZERO;
                    self.require(is_known, Rejection::MissingComponent { step, what })?;
                    moves[player as usize].push(place);
                }
            }
            components.push(Component { threshold, period, moves });
        }
        for end in tested {
            let what = "any number of an end of the universe";
            let is_counted = places.get(end).is_some_and(|&at| components[at].period > 0);
            self.require(is_counted, Rejection::MissingComponent { step, what })?;
        }
        Ok((Counting { components, balance: by.balance.as_ref() }, places))
    }
}
