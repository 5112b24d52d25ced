//! What the search for strategies remembers, so that forms of one universe share it.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::counting::Measure;
use super::strategy::CellGraph;
use crate::Player;
use crate::budget::{Account, Exhausted};
use crate::store::{Form, Forms};

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
