//! Proofs that play by rewriting ends, and examples of play that does not.

use indexmap::IndexMap;
use misere_core::{Budget, Exhausted};

use super::moves::{Move, Rewrite};
use crate::grid::Grid;

/// Whether play ends, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Play ends on every board.
    Proved,
    /// Play need not end: these boards lead from one to the next, and the last to the first.
    Endless(Vec<Grid>),
    /// Neither a proof nor a cycle was found; positions are watched when they are explored.
    Unknown,
}

/// Whether play ends. If moves that change how many cells of each kind there are all
/// decrease some weight of kinds, and the other moves all decrease some weight of kinds by
/// place, then play ends on every board, since a board has finitely many positions.
pub(crate) fn ending(moves: &[Move], alphabet: &[u8], budget: &Budget) -> Result<Ending, Exhausted> {
    /// How often a move makes the kind, less how often it removes it, weighted by `times`.
    fn change(m: &Move, kind: u8, times: impl Fn(&Rewrite) -> isize) -> i64 {
        let sign = |c: &Rewrite| isize::from(c.after == kind) - isize::from(c.before == kind);
        m.cells.iter().map(|c| (sign(c) * times(c)) as i64).sum()
    }
    let counts = |m: &Move| alphabet.iter().map(|&kind| change(m, kind, |_| 1)).collect::<Vec<i64>>();
    let shifts = |m: &Move| {
        let shift = |&kind: &u8| [change(m, kind, |c| c.place.0), change(m, kind, |c| c.place.1)];
        alphabet.iter().flat_map(shift).collect::<Vec<i64>>()
    };
    budget.steps(moves.len() * alphabet.len())?;
    let (changing, keeping): (Vec<&Move>, Vec<&Move>) =
        moves.iter().partition(|m| counts(m).iter().any(|&change| change != 0));
    let changes: Vec<Vec<i64>> = changing.into_iter().map(counts).collect();
    let shifts: Vec<Vec<i64>> = keeping.into_iter().map(shifts).collect();
    if decreasing_weight(&changes, budget)?.is_some() && decreasing_weight(&shifts, budget)?.is_some() {
        return Ok(Ending::Proved);
    }
    Ok(small_cycle(moves, alphabet, budget)?.map_or(Ending::Unknown, Ending::Endless))
}

/// Weights with which every one of the changes is negative, if some are found soon
/// (Rosenblatt's perceptron, in integers).
fn decreasing_weight(changes: &[Vec<i64>], budget: &Budget) -> Result<Option<Vec<i64>>, Exhausted> {
    const ROUNDS: usize = 10_000;
    let mut weight = vec![0i64; changes.first().map_or(0, Vec::len)];
    for _ in 0..ROUNDS {
        budget.steps(changes.len())?;
        let total = |change: &[i64]| change.iter().zip(&weight).map(|(c, w)| c * w).sum::<i64>();
        let Some(wrong) = changes.iter().find(|change| total(change) >= 0) else {
            return Ok(Some(weight));
        };
        weight.iter_mut().zip(wrong).for_each(|(w, c)| *w -= c);
    }
    Ok(None)
}

/// A cycle of moves on a small board.
fn small_cycle(moves: &[Move], alphabet: &[u8], budget: &Budget) -> Result<Option<Vec<Grid>>, Exhausted> {
    const MOST_BOARDS: usize = 20_000;
    let mut sizes: Vec<(usize, usize)> = (1..=6).flat_map(|h| (1..=6).map(move |w| (h, w))).collect();
    sizes.sort_by_key(|(h, w)| h * w);
    for (height, width) in sizes {
        let cells = height * width;
        let boards = u32::try_from(cells).ok().and_then(|cells| alphabet.len().checked_pow(cells));
        let Some(boards) = boards.filter(|&boards| boards <= MOST_BOARDS) else { continue };
        for number in 0..boards {
            let mut grid = Grid::filled(height, width, Grid::VOID);
            let mut rest = number;
            for at in 0..cells {
                grid.set(at / width, at % width, alphabet[rest % alphabet.len()]);
                rest /= alphabet.len();
            }
            if let Some(cycle) = cycle_from(moves, grid, budget)? {
                return Ok(Some(cycle));
            }
        }
    }
    Ok(None)
}

fn cycle_from(moves: &[Move], start: Grid, budget: &Budget) -> Result<Option<Vec<Grid>>, Exhausted> {
    // Boards on the path, each with the boards it leads to that are still to be
    // followed. A board that was left never leads back to the path.
    let mut path: IndexMap<Grid, Vec<Grid>> = IndexMap::new();
    let mut left: std::collections::HashSet<Grid> = std::collections::HashSet::new();
    let all_moves = |grid: &Grid| {
        let places: Vec<(usize, usize)> = grid.places().map(|(place, _)| place).collect();
        let mut found = Vec::new();
        for (row, column) in places {
            budget.steps(moves.len())?;
            let place = (row as isize, column as isize);
            found.extend(moves.iter().filter(|m| m.fits(grid, place)).map(|m| m.made(grid, place)));
        }
        Ok(found)
    };
    let first = all_moves(&start)?;
    path.insert(start, first);
    while let Some((_, onward)) = path.last_mut() {
        match onward.pop() {
            Some(next) => {
                if let Some(from) = path.get_index_of(&next) {
                    return Ok(Some(path.keys().skip(from).cloned().collect()));
                }
                if !left.contains(&next) {
                    let onward = all_moves(&next)?;
                    path.insert(next, onward);
                }
            }
            None => {
                let (done, _) = path.pop().expect("just examined");
                left.insert(done);
            }
        }
    }
    Ok(None)
}
