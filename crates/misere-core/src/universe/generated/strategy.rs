//! Strategies against all sums of ends at once.
//!
//! A position is a follower of the form with a number of copies of each component. The
//! numbers are counted exactly below a threshold and modulo a period above it, so that
//! finitely many *cells* stand for all positions. A set W of cells is a strategy if the
//! player, wherever it is their turn, has won or has a move all of whose results are in W,
//! and if the opponent, at their turn, has not won and has moves with results in W only. The
//! player wins every position of W, by induction on the play: the cell of the true successor
//! is among the results, and play ends although cells repeat.

use rustc_hash::FxHashMap;

use crate::Player;
use crate::budget::Exhausted;
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
/// on either side apart. Where the numbers of two components must be compared, counts alone
/// do not tell who wins.
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
            classes.push(self.class(changed));
            let is_exact = class.abs() < i64::from(self.bound);
            if is_exact || changed * class.signum() >= i64::from(self.bound) {
                return classes;
            }
            balance += class.signum() * i64::from(self.modulus);
        }
    }
}

/// Positions that the player wins: whose turn it is, the follower of the form, and for each
/// component its count. If the strategy has a balance, a last count stands for its class: how
/// far the class is above the least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Who is to move.
    pub mover: Player,
    /// The follower of the form.
    pub form: Form,
    /// The count of each component.
    pub counts: Vec<u32>,
}

/// A strategy that wins a form plus any sum of ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// How each component is counted.
    pub counting: Vec<Counting>,
    /// The balance that is counted besides, if there is one.
    pub balance: Option<Balance>,
    /// The set W.
    pub cells: Vec<Cell>,
}

/// How finely components are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fineness {
    /// The threshold of ends.
    pub(super) threshold: u32,
    /// The period of ends.
    pub(super) period: u32,
    /// How many of each component that is no Left end are provided for, or `None` if they are
    /// counted as ends are.
    pub(super) cap: Option<u32>,
}

impl Fineness {
    /// The finenesses that are tried, one after the other.
    pub(super) const SCHEDULE: [Fineness; 19] = {
        const fn fine(threshold: u32, period: u32, cap: u32) -> Fineness {
            Fineness { threshold, period, cap: Some(cap) }
        }
        const fn uncapped(threshold: u32, period: u32) -> Fineness {
            Fineness { threshold, period, cap: None }
        }
        [
            fine(1, 1, 0),
            fine(1, 1, 1),
            fine(2, 1, 1),
            fine(2, 1, 2),
            uncapped(1, 1),
            fine(3, 1, 2),
            fine(1, 2, 1),
            uncapped(2, 1),
            fine(2, 2, 2),
            fine(3, 1, 3),
            uncapped(1, 2),
            fine(4, 1, 3),
            uncapped(2, 2),
            fine(3, 2, 3),
            fine(4, 2, 3),
            uncapped(1, 3),
            fine(5, 1, 4),
            fine(3, 3, 3),
            fine(6, 2, 5),
        ]
    };
}

/// A move of the player who is to move, as the cells that it may lead to.
type Results = Vec<u32>;

/// A result that is not provided for.
const OUTSIDE: u32 = u32::MAX;

/// The graph of cells that can be reached, in which a strategy is looked for.
pub(super) struct CellGraph<'a> {
    forms: &'a Forms,
    player: Player,
    counting: Vec<Counting>,
    balance: Option<Balance>,
    /// For each component, the moves of the player and of the opponent: the place of the
    /// component that is left, or `None` for 0.
    moves: Vec<[Vec<Option<usize>>; 2]>,
    /// For each component, how much a copy adds to the number of a cell; then how much 1
    /// adds that is added to the balance.
    stride: Vec<u64>,
    places: FxHashMap<(bool, Form, u64), u32>,
    cells: Vec<(bool, Form, u64)>,
    /// For each cell, whether it is won or lost at once, and the moves.
    next: Vec<(Option<bool>, Vec<Results>)>,
    /// For counts of components, the classes of the balances that positions with them have.
    possible: FxHashMap<u64, Vec<i64>>,
    most_cells: usize,
}

impl<'a> CellGraph<'a> {
    /// A graph for forms of `forms` against sums of the Left ends `tested` of `ends`; `None`
    /// if there are more than `most_cells` cells to start from, or too many counts.
    pub(super) fn new(
        forms: &'a Forms,
        ends: &'a Forms,
        player: Player,
        tested: &[Form],
        fineness: Fineness,
        most_cells: usize,
    ) -> Option<CellGraph<'a>> {
        let components = components(ends, tested);
        let Fineness { threshold, period, cap } = fineness;
        let counting: Vec<Counting> = components
            .iter()
            .map(|&component| match cap.filter(|_| !ends.is_end(component, Player::Left)) {
                None => Counting { component, threshold, period },
                Some(cap) => Counting { component, threshold: cap, period: 0 },
            })
            .collect();
        let place = |option: &Form| components.iter().position(|component| component == option);
        let moves = |&component: &Form| {
            Player::BOTH.map(|p| ends.options(component, p).iter().map(place).collect::<Vec<_>>())
        };
        let moves = components.iter().map(moves).collect();
        let mut stride = Vec::new();
        let (mut next, mut starts): (u64, u64) = (1, 1);
        for count in &counting {
            stride.push(next);
            next = next.checked_mul(count.size())?;
            if tested.contains(&count.component) {
                starts = starts.checked_mul(count.size()).filter(|&starts| starts <= most_cells as u64)?;
            }
        }
        stride.push(next);
        Some(CellGraph {
            forms,
            player,
            counting,
            balance: None,
            moves,
            stride,
            places: FxHashMap::default(),
            cells: Vec::new(),
            next: Vec::new(),
            possible: FxHashMap::default(),
            most_cells,
        })
    }

    /// The graph of cells that have a balance too.
    pub(super) fn with_balance(self, balance: Balance) -> CellGraph<'a> {
        CellGraph { balance: Some(balance), ..self }
    }

    /// The number of cells so far.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether the player, moving first, wins any sum with the ends `tested` by moving to one
    /// of these options; `None` if the cells are too many to tell.
    pub(super) fn wins(&mut self, options: &[Form], tested: &[Form]) -> Result<Option<bool>, Exhausted> {
        let starts = self.starts(tested);
        let mut first = Vec::new();
        for &start in &starts {
            self.forms.budget().step()?;
            let to = options.iter().map(|&option| self.place(false, option, start));
            first.push(to.collect::<Vec<u32>>());
        }
        if !self.explore()? {
            return Ok(None);
        }
        let winning = self.winning()?;
        Ok(Some(first.iter().all(|list| list.iter().any(|&cell| winning[cell as usize]))))
    }

    /// A strategy for the player, moving first on the sum of `g` and any sum of `tested`;
    /// `None` if there is none, or if the cells are too many to tell.
    pub(super) fn strategy(&mut self, g: Form, tested: &[Form]) -> Result<Option<Strategy>, Exhausted> {
        let starts: Vec<u32> =
            self.starts(tested).into_iter().map(|start| self.place(true, g, start)).collect();
        if !self.explore()? {
            return Ok(None);
        }
        let winning = self.winning()?;
        if !starts.iter().all(|&cell| winning[cell as usize]) {
            return Ok(None);
        }
        Ok(Some(self.followed(&starts, &winning)))
    }

    /// The cells of all sums of the ends that are tested.
    fn starts(&self, tested: &[Form]) -> Vec<u64> {
        let mut starts = vec![0];
        for (at, count) in self.counting.iter().enumerate() {
            if tested.contains(&count.component) {
                let added = (0..count.size()).map(|copies| copies * self.stride[at]);
                starts = added.flat_map(|more| starts.iter().map(move |start| start + more)).collect();
            }
        }
        match &self.balance {
            None => starts,
            Some(balance) => {
                let with = |start: u64| self.balances(balance, start).into_iter().map(move |b| (start, b));
                starts
                    .into_iter()
                    .flat_map(with)
                    .map(|(start, b)| self.at_balance(balance, start, b))
                    .collect()
            }
        }
    }

    /// The classes of the balances of all positions with these counts.
    fn balances(&self, balance: &Balance, counts: u64) -> Vec<i64> {
        let weight = |at: usize| i64::from(balance.weights[at]);
        let components = 0..self.counting.len();
        let counts = counts % self.stride[self.counting.len()];
        let least: i64 = components.clone().map(|at| weight(at) * self.count(at, counts) as i64).sum();
        let is_past = |at: &usize| {
            let Counting { threshold, period, .. } = self.counting[*at];
            period > 0 && self.count(*at, counts) >= u64::from(threshold)
        };
        let steps: Vec<i64> =
            components.filter(is_past).map(|at| weight(at) * i64::from(self.counting[at].period)).collect();
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

    fn at_balance(&self, balance: &Balance, counts: u64, class: i64) -> u64 {
        let above = (class + balance.side()) as u64;
        counts % self.stride[self.counting.len()] + above * self.stride[self.counting.len()]
    }

    fn balance_of(&self, balance: &Balance, counts: u64) -> i64 {
        (counts / self.stride[self.counting.len()]) as i64 - balance.side()
    }

    /// The counts that may result when a copy of the component `from` becomes `to`; the second
    /// part says whether all results are provided for.
    fn results(&mut self, counts: u64, from: usize, to: Option<usize>) -> (Vec<u64>, bool) {
        let mut results = Vec::with_capacity(2);
        let mut is_complete = true;
        for taken in self.one_less(from, counts) {
            match to.map_or(Some(taken), |to| self.one_more(to, taken)) {
                Some(after) => results.push(after),
                None => is_complete = false,
            }
        }
        let Some(balance) = self.balance.clone() else { return (results, is_complete) };
        let weight = |at: usize| i64::from(balance.weights[at]);
        let change = to.map_or(0, weight) - weight(from);
        let classes = balance.after(self.balance_of(&balance, counts), change);
        let mut with_balance = Vec::with_capacity(2 * results.len());
        for after in results {
            let of_components = after % self.stride[self.counting.len()];
            if !self.possible.contains_key(&of_components) {
                self.possible.insert(of_components, self.balances(&balance, of_components));
            }
            // No position has these counts and another balance.
            let possible = &self.possible[&of_components];
            let classes = classes.iter().filter(|class| possible.contains(class));
            with_balance.extend(classes.map(|&class| self.at_balance(&balance, after, class)));
        }
        (with_balance, is_complete)
    }

    fn place(&mut self, to_move: bool, form: Form, counts: u64) -> u32 {
        let cell = (to_move, form, counts);
        *self.places.entry(cell).or_insert_with(|| {
            self.cells.push(cell);
            (self.cells.len() - 1) as u32
        })
    }

    /// Follows all moves from the cells there are. Returns false if the cells are too many.
    fn explore(&mut self) -> Result<bool, Exhausted> {
        while let Some(&(to_move, form, counts)) = self.cells.get(self.next.len()) {
            if self.cells.len() > self.most_cells {
                return Ok(false);
            }
            self.forms.budget().step()?;
            let next = self.moves_from(to_move, form, counts);
            self.next.push(next);
        }
        Ok(true)
    }

    fn moves_from(&mut self, to_move: bool, form: Form, counts: u64) -> (Option<bool>, Vec<Results>) {
        let (forms, side) = (self.forms, usize::from(!to_move));
        let mover = if to_move { self.player } else { self.player.opponent() };
        let is_there = |graph: &Self, at: usize| graph.count(at, counts) > 0;
        let has_move = |graph: &Self, at: usize| is_there(graph, at) && !graph.moves[at][side].is_empty();
        let components = 0..self.counting.len();
        if forms.is_end_like(form, mover) && !components.clone().any(|at| has_move(self, at)) {
            return (Some(to_move), Vec::new());
        }
        let mut all = Vec::new();
        for &option in forms.options(form, mover) {
            all.push(vec![self.place(!to_move, option, counts)]);
        }
        for at in components {
            if !is_there(self, at) {
                continue;
            }
            for option in 0..self.moves[at][side].len() {
                let (results, is_complete) = self.results(counts, at, self.moves[at][side][option]);
                let mut places: Results =
                    results.into_iter().map(|after| self.place(!to_move, form, after)).collect();
                if !is_complete {
                    places.push(OUTSIDE);
                }
                all.push(places);
            }
        }
        (None, all)
    }

    fn count(&self, at: usize, counts: u64) -> u64 {
        counts / self.stride[at] % self.counting[at].size()
    }

    /// The counts with one copy less: two if the count may have been past the threshold.
    fn one_less(&self, at: usize, counts: u64) -> Vec<u64> {
        let Counting { threshold, period, .. } = self.counting[at];
        let less = counts - self.stride[at];
        if period > 0 && self.count(at, counts) == u64::from(threshold) {
            return vec![less, counts + (u64::from(period) - 1) * self.stride[at]];
        }
        vec![less]
    }

    /// The counts with one copy more, or `None` if so many are not provided for.
    fn one_more(&self, at: usize, counts: u64) -> Option<u64> {
        let Counting { period, .. } = self.counting[at];
        if self.count(at, counts) + 1 < self.counting[at].size() {
            return Some(counts + self.stride[at]);
        }
        (period > 0).then(|| counts - (u64::from(period) - 1) * self.stride[at])
    }

    /// The largest strategy: cells are taken out until none must be.
    fn winning(&self) -> Result<Vec<bool>, Exhausted> {
        let mut winning = vec![true; self.cells.len()];
        let mut ticker = self.forms.budget().ticker();
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            // What is reached later is closer to the end of play.
            for (cell, (at_once, moves)) in self.next.iter().enumerate().rev() {
                ticker.tick()?;
                if !winning[cell] {
                    continue;
                }
                let is_safe =
                    |results: &Results| results.iter().all(|&to| to != OUTSIDE && winning[to as usize]);
                let stays = match at_once {
                    Some(won) => *won,
                    None if self.cells[cell].0 => moves.iter().any(is_safe),
                    None => moves.iter().all(is_safe),
                };
                if !stays {
                    winning[cell] = false;
                    has_changed = true;
                }
            }
        }
        Ok(winning)
    }

    /// The part of a strategy that is used from these cells on: one move of the player for
    /// each cell, preferring moves to cells that are used already.
    fn followed(&self, starts: &[u32], winning: &[bool]) -> Strategy {
        let mut used = vec![false; self.cells.len()];
        let mut pending = starts.to_vec();
        starts.iter().for_each(|&cell| used[cell as usize] = true);
        let mut followed = Vec::new();
        while let Some(cell) = pending.pop() {
            followed.push(cell);
            let (_, moves) = &self.next[cell as usize];
            let is_safe =
                |results: &&Results| results.iter().all(|&to| to != OUTSIDE && winning[to as usize]);
            let is_new = |results: &&Results| results.iter().filter(|&&to| !used[to as usize]).count();
            let chosen: Vec<&Results> = if self.cells[cell as usize].0 {
                moves.iter().filter(is_safe).min_by_key(is_new).into_iter().collect()
            } else {
                moves.iter().collect()
            };
            for to in chosen.into_iter().flatten() {
                if !std::mem::replace(&mut used[*to as usize], true) {
                    pending.push(*to);
                }
            }
        }
        followed.sort_unstable();
        let cell = |&place: &u32| {
            let (to_move, form, counts) = self.cells[place as usize];
            let mover = if to_move { self.player } else { self.player.opponent() };
            let mut list: Vec<u32> =
                (0..self.counting.len()).map(|at| self.count(at, counts) as u32).collect();
            if self.balance.is_some() {
                list.push((counts / self.stride[self.counting.len()]) as u32);
            }
            Cell { mover, form, counts: list }
        };
        let cells = followed.iter().map(cell).collect();
        Strategy { counting: self.counting.clone(), balance: self.balance.clone(), cells }
    }
}

/// The non-zero followers of ends, the components of the positions that arise from their sums.
pub(super) fn components(ends: &Forms, tested: &[Form]) -> Vec<Form> {
    let mut components = ends.followers_of_all(tested);
    components.retain(|&f| f != Form::ZERO);
    components
}

/// The balances that are tried where counts alone decide nothing. Of those that are counted
/// modulo 3 or 2, only the *graded* ones: every move of Left lowers the balance by 1, and every
/// move of Right raises it by 1, up to multiples of the modulus.
pub(super) fn balances(ends: &Forms, tested: &[Form]) -> Vec<Balance> {
    const MOST_COMPONENTS: usize = 5;
    const MODULI: [(i32, u32, u32); 5] = [(2, 1, 3), (2, 2, 3), (2, 2, 2), (1, 2, 1), (1, 3, 1)];
    let components = components(ends, tested);
    if components.len() > MOST_COMPONENTS {
        return Vec::new();
    }
    let place = |option: &Form| components.iter().position(|component| component == option);
    let mut changes = Vec::new();
    for (from, &component) in components.iter().enumerate() {
        for (player, grade) in [(Player::Left, -1), (Player::Right, 1)] {
            changes.extend(ends.options(component, player).iter().map(|o| (from, place(o), grade)));
        }
    }
    let mut balances = Vec::new();
    for (largest, bound, modulus) in MODULI {
        let digits = 2 * largest + 1;
        for number in 0..digits.pow(components.len() as u32) {
            let weight = |at: usize| number / digits.pow(at as u32) % digits - largest;
            let is_graded = |&(from, to, grade): &(usize, Option<usize>, i32)| {
                let change = to.map_or(0, weight) - weight(from);
                (change - grade) % modulus as i32 == 0
            };
            if changes.iter().all(is_graded) {
                let weights = (0..components.len()).map(weight).collect();
                balances.push(Balance { weights, bound, modulus });
            }
        }
    }
    balances
}
