//! Boards into parts that never influence each other.

use super::moves::Move;
use crate::grid::Grid;

/// The parts of a board between which no move ever reaches. Each has what its own
/// moves look at; everything else is void.
///
/// What each cell may ever become is found by letting every move that could fit add
/// what it writes, until nothing is added. Moves that could never fit do not
/// matter, cells that no move ever changes do not join anything, and cells that one
/// move looks at or changes belong together.
pub(crate) fn regions(grid: &Grid, moves: &[Move]) -> Vec<Grid> {
    let board = Board { grid, moves };
    let may_be = board.what_cells_may_become();
    let is_live = |cell: usize| may_be[cell].count_ones() > 1;

    let mut parent: Vec<usize> = (0..may_be.len()).collect();
    for_each_placement(grid, moves, |m, place| {
        if let Some(reads) = board.reads(&may_be, m, place) {
            let mut live = reads.into_iter().filter(|&cell| is_live(cell));
            if let Some(first) = live.next() {
                live.for_each(|cell| join(&mut parent, first, cell));
            }
        }
    });

    let mut roots: Vec<usize> = Vec::new();
    let mut parts: Vec<Grid> = Vec::new();
    let mut part_of = |root: usize, parts: &mut Vec<Grid>| match roots.iter().position(|&r| r == root) {
        Some(known) => known,
        None => {
            roots.push(root);
            parts.push(Grid::filled(grid.height(), grid.width(), Grid::VOID));
            parts.len() - 1
        }
    };
    let copy = |part: &mut Grid, cell: usize| {
        let (row, column) = (cell / grid.width(), cell % grid.width());
        part.set(row, column, grid.get(row as isize, column as isize));
    };
    for cell in (0..may_be.len()).filter(|&cell| is_live(cell)) {
        let part = part_of(find(&mut parent, cell), &mut parts);
        copy(&mut parts[part], cell);
    }
    // What stays as it is goes with every part it allows moves in,
    for_each_placement(grid, moves, |m, place| {
        let Some(reads) = board.reads(&may_be, m, place) else { return };
        let live = reads.iter().copied().find(|&cell| is_live(cell)).expect("a move changes something");
        let part = part_of(find(&mut parent, live), &mut parts);
        for &fixed in reads.iter().filter(|&&cell| !is_live(cell)) {
            copy(&mut parts[part], fixed);
        }
    });
    // and with every part it forbids moves in that would otherwise fit. What it brings
    // along may again let a move fit.
    let mut grew = moves.iter().any(|m| !m.conditions.is_empty());
    while grew {
        grew = false;
        for_each_placement(grid, moves, |m, place| {
            let Some(cells) = board.cells_if_possible(&may_be, m, place) else { return };
            if board.reads(&may_be, m, place).is_some() {
                return;
            }
            for part in &mut parts {
                let has = |part: &Grid, cell: usize| {
                    part.get((cell / grid.width()) as isize, (cell % grid.width()) as isize) != Grid::VOID
                };
                if cells.iter().all(|&cell| has(part, cell)) {
                    for fixed in board.around_that_matters(&may_be, m, place) {
                        if !is_live(fixed) && !has(part, fixed) {
                            copy(part, fixed);
                            grew = true;
                        }
                    }
                }
            }
        });
    }
    parts
}

struct Board<'a> {
    grid: &'a Grid,
    moves: &'a [Move],
}

/// What a cell may be, at some time: a bit for each printable ASCII character.
type Kinds = u128;

fn only(cell: u8) -> Kinds {
    1 << (cell & 0x7f)
}

fn all_of(cells: &[u8]) -> Kinds {
    cells.iter().fold(0, |all, &cell| all | only(cell))
}

impl Board<'_> {
    fn what_cells_may_become(&self) -> Vec<Kinds> {
        let mut may_be: Vec<Kinds> = self.grid.places().map(|(_, cell)| only(cell)).collect();
        let mut grew = true;
        while grew {
            grew = false;
            for_each_placement(self.grid, self.moves, |m, place| {
                if self.reads(&may_be, m, place).is_none() {
                    return;
                }
                let cells = self.cells_if_possible(&may_be, m, place).unwrap_or_default();
                for (rewrite, cell) in m.cells.iter().zip(cells) {
                    grew |= may_be[cell] & only(rewrite.after) == 0;
                    may_be[cell] |= only(rewrite.after);
                }
            });
        }
        may_be
    }

    fn index(&self, (row, column): (isize, isize)) -> Option<usize> {
        let row = usize::try_from(row).ok().filter(|&row| row < self.grid.height())?;
        let column = usize::try_from(column).ok().filter(|&column| column < self.grid.width())?;
        Some(row * self.grid.width() + column)
    }

    /// The cells of the move there, in its order, if they may ever be as it needs
    /// them.
    fn cells_if_possible(
        &self,
        may_be: &[Kinds],
        m: &Move,
        (row, column): (isize, isize),
    ) -> Option<Vec<usize>> {
        let cell = |place: (isize, isize), before: u8| {
            self.index((row + place.0, column + place.1)).filter(|&cell| may_be[cell] & only(before) != 0)
        };
        m.cells.iter().map(|rewrite| cell(rewrite.place, rewrite.before)).collect()
    }

    /// The cells around the move there that may ever be what its conditions speak of.
    fn around_that_matters<'b>(
        &'b self,
        may_be: &'b [Kinds],
        m: &'b Move,
        (row, column): (isize, isize),
    ) -> impl Iterator<Item = usize> + 'b {
        let around = m.around.iter().filter_map(move |place| self.index((row + place.0, column + place.1)));
        let spoken_of = m.conditions.iter().fold(0, |all, condition| all | all_of(&condition.cells));
        around.filter(move |&cell| may_be[cell] & spoken_of != 0)
    }

    /// All cells the move there depends on, if it may ever be made.
    fn reads(&self, may_be: &[Kinds], m: &Move, place: (isize, isize)) -> Option<Vec<usize>> {
        let mut cells = self.cells_if_possible(may_be, m, place)?;
        if m.conditions.is_empty() {
            return Some(cells);
        }
        let around: Vec<usize> = self.around_that_matters(may_be, m, place).collect();
        let allowed = m.conditions.iter().all(|condition| {
            let cells = all_of(&condition.cells);
            let could_be = |&cell: &usize| may_be[cell] & cells != 0;
            // A cell that changes from one of them to another is in the way as well,
            // but might be of another region; so the move counts as possible.
            let always_is = |&cell: &usize| may_be[cell].count_ones() == 1 && could_be(&cell);
            if condition.wanted { around.iter().any(could_be) } else { !around.iter().any(always_is) }
        });
        cells.extend(around);
        allowed.then_some(cells)
    }
}

fn for_each_placement(grid: &Grid, moves: &[Move], mut each: impl FnMut(&Move, (isize, isize))) {
    for row in 0..grid.height() {
        for column in 0..grid.width() {
            for m in moves {
                each(m, (row as isize, column as isize));
            }
        }
    }
}

fn find(parent: &mut [usize], mut cell: usize) -> usize {
    while parent[cell] != cell {
        parent[cell] = parent[parent[cell]];
        cell = parent[cell];
    }
    cell
}

fn join(parent: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(parent, a), find(parent, b));
    parent[a.max(b)] = a.min(b);
}
