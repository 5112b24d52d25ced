//! How the players of a game can be exchanged.

use misere_core::{Budget, Exhausted};

use super::moves::{CellMap, Move};
use crate::grid::Symmetry;

/// A way to exchange the players: on the board turned or reflected in this way, with other cells,
/// each player has the moves that the other had.
pub(crate) struct Exchange {
    pub(crate) symmetry: Symmetry,
    pub(crate) cells: CellMap,
}

/// A way to exchange the players, if one is found among those that exchange at most two kinds of
/// cells. The moves are in ascending order.
pub(crate) fn find(moves: &[Move], alphabet: &[u8], budget: &Budget) -> Result<Option<Exchange>, Exhausted> {
    /// With more kinds of cells there are too many pairs to try.
    const MOST_KINDS: usize = 8;
    let few = if alphabet.len() <= MOST_KINDS { alphabet } else { &[] };
    let pairs = few.iter().enumerate().flat_map(|(at, &a)| few[..at].iter().map(move |&b| (a, b)));
    for pair in pairs.map(Some).chain([None]) {
        let cells = exchanging(pair);
        for symmetry in Symmetry::all() {
            budget.steps(moves.len())?;
            let mut images: Vec<Move> = moves.iter().map(|m| m.exchanged(&cells).image(symmetry)).collect();
            images.sort_unstable();
            if images == moves {
                return Ok(Some(Exchange { symmetry, cells }));
            }
        }
    }
    Ok(None)
}

fn exchanging(pair: Option<(u8, u8)>) -> CellMap {
    let mut cells: CellMap = std::array::from_fn(|cell| cell as u8);
    if let Some((a, b)) = pair {
        cells.swap(a.into(), b.into());
    }
    cells
}
