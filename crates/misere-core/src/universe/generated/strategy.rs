//! Strategies against all sums of ends at once.
//!
//! A position is a follower of the form with a number of copies of each component. The
//! numbers are counted exactly below a threshold and modulo a period above it, so that
//! finitely many *cells* stand for all positions. A set W of cells is a strategy if the
//! player, wherever it is their turn, has won or has a move all of whose results are in W,
//! and if the opponent, at their turn, has not won and has moves with results in W only. The
//! player wins every position of W, by induction on the play: the cell of the true successor
//! is among the results, and play ends although cells repeat.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::counting::{Balance, Counting, Measure};
use crate::Player;
use crate::budget::{Account, Exhausted};
use crate::store::{Form, Forms};

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
    /// The ends that are not counted, each with the ends that are counted in its place. It is,
    /// modulo M, at least the sum of these.
    pub instead: Vec<(Form, Vec<Form>)>,
    /// How each component is counted.
    pub counting: Vec<Counting>,
    /// The balance that is counted besides, if there is one.
    pub balance: Option<Balance>,
    /// The set W.
    pub cells: Vec<Cell>,
}

/// A result that is not provided for.
const OUTSIDE: u32 = u32::MAX;

/// No place, at the end of a list.
const NONE: u32 = u32::MAX;

/// The bytes that a cell takes, its moves and their results not counted.
const BYTES_OF_CELL: usize = 3 * size_of::<(bool, Form, u64)>();

/// A graph of cells that can be reached from some cells, and which of them are lost.
///
/// Moves lead from cells to cells that are in the graph, so a cell stays won or lost when
/// others are added: forms of one universe can share a graph.
pub(super) struct CellGraph {
    measure: Arc<Measure>,
    player: Player,
    places: FxHashMap<(bool, Form, u64), u32>,
    /// Whether the player is to move, the follower of the form, and the counts.
    cells: Vec<(bool, Form, u64)>,
    /// For each cell whose moves were followed, whether it is won or lost at once.
    at_once: Vec<Option<bool>>,
    /// For each cell, where its moves end, and for each move, where its results end.
    moves_end: Vec<u32>,
    results_end: Vec<u32>,
    results: Vec<u32>,
    /// For each cell that was judged, whether the player may lose.
    is_lost: Vec<bool>,
    /// For counts of components, the classes of the balances that positions with them have.
    possible: FxHashMap<u64, Vec<i64>>,
    account: Account,
}

impl CellGraph {
    /// A graph without cells.
    pub(super) fn new(forms: &Forms, measure: Arc<Measure>, player: Player) -> CellGraph {
        CellGraph {
            measure,
            player,
            places: FxHashMap::default(),
            cells: Vec::new(),
            at_once: Vec::new(),
            moves_end: Vec::new(),
            results_end: Vec::new(),
            results: Vec::new(),
            is_lost: Vec::new(),
            possible: FxHashMap::default(),
            account: Account::new(forms.budget().clone()),
        }
    }

    /// The number of cells so far.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// For each sum of the ends that are tested, as they are counted, whether the player wins
    /// having moved to `option`; `None` if there are more than `most_cells` cells. After that
    /// the graph is of no use.
    pub(super) fn won(
        &mut self,
        forms: &Forms,
        option: Form,
        most_cells: usize,
    ) -> Result<Option<Vec<bool>>, Exhausted> {
        let starts = self.measure.starts();
        if starts.len() > most_cells {
            return Ok(None);
        }
        let starts: Vec<u32> = starts.into_iter().map(|start| self.place(false, option, start)).collect();
        if !self.explore(forms, most_cells)? {
            return Ok(None);
        }
        self.judge(forms)?;
        Ok(Some(starts.iter().map(|&cell| !self.is_lost[cell as usize]).collect()))
    }

    /// A strategy for the player, moving first on the sum of `g` and any sum of the ends that
    /// are tested; `None` if there is none, or if there are more than `most_cells` cells.
    pub(super) fn strategy(
        &mut self,
        forms: &Forms,
        g: Form,
        most_cells: usize,
    ) -> Result<Option<Strategy>, Exhausted> {
        let starts = self.measure.starts();
        let starts: Vec<u32> = starts.into_iter().map(|start| self.place(true, g, start)).collect();
        if !self.explore(forms, most_cells)? {
            return Ok(None);
        }
        self.judge(forms)?;
        if starts.iter().any(|&cell| self.is_lost[cell as usize]) {
            return Ok(None);
        }
        Ok(Some(self.followed(&starts)))
    }

    fn place(&mut self, to_move: bool, form: Form, counts: u64) -> u32 {
        let cell = (to_move, form, counts);
        *self.places.entry(cell).or_insert_with(|| {
            self.cells.push(cell);
            (self.cells.len() - 1) as u32
        })
    }

    /// Follows all moves from the cells there are. Returns false if the cells are too many.
    fn explore(&mut self, forms: &Forms, most_cells: usize) -> Result<bool, Exhausted> {
        let before = self.results.len();
        let mut ticker = forms.budget().ticker();
        while let Some(&cell) = self.cells.get(self.at_once.len()) {
            if self.cells.len() > most_cells {
                return Ok(false);
            }
            ticker.tick()?;
            self.account.charge(BYTES_OF_CELL)?;
            self.follow_moves(forms, cell);
        }
        self.account.charge((self.results.len() - before) * 2 * size_of::<u32>())?;
        Ok(true)
    }

    fn follow_moves(&mut self, forms: &Forms, (to_move, form, counts): (bool, Form, u64)) {
        let measure = Arc::clone(&self.measure);
        let mover = if to_move { self.player } else { self.player.opponent() };
        let mut in_components = measure.moves(counts, to_move).peekable();
        let is_over = forms.is_end_like(form, mover) && in_components.peek().is_none();
        self.at_once.push(is_over.then_some(to_move));
        if !is_over {
            for &option in forms.options(form, mover) {
                let place = self.place(!to_move, option, counts);
                self.results.push(place);
                self.results_end.push(self.results.len() as u32);
            }
            for (from, to) in in_components {
                let results = measure.results(counts, from, to, &mut self.possible);
                for after in results.counts {
                    let place = self.place(!to_move, form, after);
                    self.results.push(place);
                }
                if !results.is_complete {
                    self.results.push(OUTSIDE);
                }
                self.results_end.push(self.results.len() as u32);
            }
        }
        self.moves_end.push(self.results_end.len() as u32);
    }

    fn moves_of(&self, cell: usize) -> Range<usize> {
        range(&self.moves_end, cell)
    }

    fn results_of(&self, of_move: usize) -> Range<usize> {
        range(&self.results_end, of_move)
    }

    /// Finds the largest strategy: cells are taken out until none must be. A cell is examined
    /// again only when a result of one of its moves was taken out, so that the work is
    /// proportional to the number of results.
    fn judge(&mut self, forms: &Forms) -> Result<(), Exhausted> {
        let first = self.is_lost.len();
        let first_move = first.checked_sub(1).map_or(0, |last| self.moves_of(last).end);
        let first_result = first_move.checked_sub(1).map_or(0, |last| self.results_of(last).end);
        self.is_lost.resize(self.cells.len(), false);
        let mut good_moves = vec![0; self.cells.len() - first];
        let mut cell_of = Vec::with_capacity(self.results_end.len() - first_move);
        let mut is_bad = Vec::with_capacity(self.results_end.len() - first_move);
        // For each cell a list of the places where it is a result.
        let mut uses = vec![NONE; self.cells.len() - first];
        let mut more_uses = vec![NONE; self.results.len() - first_result];
        let mut move_of = Vec::with_capacity(self.results.len() - first_result);
        let mut pending = Vec::new();
        let mut ticker = forms.budget().ticker();
        for cell in first..self.cells.len() {
            ticker.tick()?;
            let moves = self.moves_of(cell);
            let number = moves.len();
            for of_move in moves {
                let mut loses = false;
                for at in self.results_of(of_move) {
                    move_of.push(of_move);
                    match self.results[at] {
                        OUTSIDE => loses = true,
                        to if (to as usize) < first => loses |= self.is_lost[to as usize],
                        to => {
                            let head = &mut uses[to as usize - first];
                            more_uses[at - first_result] = std::mem::replace(head, at as u32);
                        }
                    }
                }
                cell_of.push(cell);
                is_bad.push(loses);
                good_moves[cell - first] += usize::from(!loses);
            }
            let good = good_moves[cell - first];
            self.is_lost[cell] = match self.at_once[cell] {
                Some(won) => !won,
                None if self.cells[cell].0 => good == 0,
                None => good < number,
            };
            if self.is_lost[cell] {
                pending.push(cell);
            }
        }
        while let Some(lost) = pending.pop() {
            ticker.tick()?;
            let mut at = uses[lost - first];
            while at != NONE {
                let of_move = move_of[at as usize - first_result] - first_move;
                let cell = cell_of[of_move];
                if !self.is_lost[cell] && !std::mem::replace(&mut is_bad[of_move], true) {
                    good_moves[cell - first] -= 1;
                    if !self.cells[cell].0 || good_moves[cell - first] == 0 {
                        self.is_lost[cell] = true;
                        pending.push(cell);
                    }
                }
                at = more_uses[at as usize - first_result];
            }
        }
        Ok(())
    }

    /// The part of a strategy that is used from these cells on: one move of the player for
    /// each cell, preferring moves to cells that are used already.
    fn followed(&self, starts: &[u32]) -> Strategy {
        let mut used = vec![false; self.cells.len()];
        let mut pending = starts.to_vec();
        starts.iter().for_each(|&cell| used[cell as usize] = true);
        let mut followed = Vec::new();
        let results = |of_move: usize| &self.results[self.results_of(of_move)];
        while let Some(cell) = pending.pop() {
            followed.push(cell);
            let moves = self.moves_of(cell as usize);
            let is_safe = |of_move: &usize| {
                results(*of_move).iter().all(|&to| to != OUTSIDE && !self.is_lost[to as usize])
            };
            let is_new = |of_move: &usize| results(*of_move).iter().filter(|&&to| !used[to as usize]).count();
            let chosen: Vec<usize> = if self.cells[cell as usize].0 {
                moves.filter(is_safe).min_by_key(is_new).into_iter().collect()
            } else {
                moves.collect()
            };
            for &to in chosen.into_iter().flat_map(results) {
                if !std::mem::replace(&mut used[to as usize], true) {
                    pending.push(to);
                }
            }
        }
        followed.sort_unstable();
        let cell = |&place: &u32| {
            let (to_move, form, counts) = self.cells[place as usize];
            let mover = if to_move { self.player } else { self.player.opponent() };
            Cell { mover, form, counts: self.measure.digits(counts) }
        };
        Strategy {
            instead: Vec::new(),
            counting: self.measure.counting.clone(),
            balance: self.measure.balance.clone(),
            cells: followed.iter().map(cell).collect(),
        }
    }
}

/// The places of the parts that belong to the whole at `at`, if `ends` says where the parts of
/// each whole end.
fn range(ends: &[u32], at: usize) -> Range<usize> {
    let start = at.checked_sub(1).map_or(0, |before| ends[before]);
    start as usize..ends[at] as usize
}

/// The most cells of a graph that is searched for a strategy.
const MOST_CELLS: usize = 120_000;

/// The most cells that are kept for other forms.
const MOST_CELLS_KEPT: usize = 300_000;

/// For each sum of the ends that are tested, as they are counted, whether the player wins.
type Won = Arc<[bool]>;

/// Graphs of cells, and what was seen in them. Measures are named by their numbers.
#[derive(Default)]
pub(crate) struct Search {
    graphs: FxHashMap<(usize, Player), CellGraph>,
    /// For each form that a player may have moved to, against which counts of ends the player
    /// wins; `None` if there were too many cells to tell.
    won: FxHashMap<(usize, Player, Form), Option<Won>>,
    account: Option<Account>,
}

impl Search {
    /// Whether the player, moving first with these options, wins against all sums of the ends
    /// that are tested by a strategy with this measure.
    pub(super) fn wins(
        &mut self,
        forms: &Forms,
        (number, measure): (usize, &Arc<Measure>),
        options: &[Form],
        player: Player,
    ) -> Result<bool, Exhausted> {
        let mut wins: Vec<bool> = Vec::new();
        for &option in options {
            let key = (number, player, option);
            if !self.won.contains_key(&key) {
                let won = self.explore(forms, (number, measure), option, player)?;
                let account = self.account.get_or_insert_with(|| Account::new(forms.budget().clone()));
                account.charge(won.as_ref().map_or(0, |won| won.len()) + size_of::<Won>())?;
                self.won.insert(key, won);
            }
            if let Some(won) = &self.won[&key] {
                wins.resize(won.len(), false);
                wins.iter_mut().zip(&**won).for_each(|(wins, won)| *wins |= won);
            }
            if !wins.is_empty() && wins.iter().all(|&wins| wins) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Against which counts of ends the player wins, having moved to `option`; `None` if a
    /// graph for this form alone has too many cells.
    fn explore(
        &mut self,
        forms: &Forms,
        (number, measure): (usize, &Arc<Measure>),
        option: Form,
        player: Player,
    ) -> Result<Option<Won>, Exhausted> {
        let fresh = || CellGraph::new(forms, Arc::clone(measure), player);
        let mut graph = self.graphs.remove(&(number, player)).unwrap_or_else(fresh);
        let is_shared = graph.len() > 0;
        let mut won = graph.won(forms, option, MOST_CELLS)?;
        if won.is_none() && is_shared {
            // The cells of other forms are in the way.
            graph = fresh();
            won = graph.won(forms, option, MOST_CELLS)?;
        }
        if won.is_some() {
            if self.graphs.values().map(CellGraph::len).sum::<usize>() + graph.len() > MOST_CELLS_KEPT {
                self.graphs.clear();
            }
            self.graphs.insert((number, player), graph);
        }
        Ok(won.map(Into::into))
    }
}
