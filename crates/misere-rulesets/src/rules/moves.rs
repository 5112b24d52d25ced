//! Moves as rewriting: cells before and after, at any place of the board.

use misere_core::Player;

use crate::grid::{Grid, Symmetry};

/// A move, which its player may make wherever it fits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Move {
    pub(crate) player: Player,
    /// The cells that are read, in ascending order of their places, which count from the
    /// first cell.
    pub(crate) cells: Vec<Rewrite>,
    pub(crate) conditions: Vec<Condition>,
    /// The places next to a cell of the move, where conditions look.
    pub(crate) around: Vec<(isize, isize)>,
}

/// A cell before and after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rewrite {
    pub(crate) place: (isize, isize),
    pub(crate) before: u8,
    pub(crate) after: u8,
}

/// The cells that must, or must not, be next to a cell of the move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Condition {
    /// Whether one of the cells must be there; otherwise none of them may be.
    pub(crate) wanted: bool,
    /// The cells, in ascending order.
    pub(crate) cells: Vec<u8>,
}

/// The replacement of each cell.
pub(crate) type CellMap = [u8; 256];

/// A cell of a pattern that may be anything, and also outside of the board.
pub(crate) const ANYTHING: u8 = b'?';

impl Move {
    /// The move as drawn. Both drawings have the same size.
    pub(crate) fn drawn(
        player: Player,
        before: &Grid,
        after: &Grid,
        conditions: Vec<Condition>,
        diagonals_touch: bool,
    ) -> Move {
        let signed = |(row, column): (usize, usize)| (row as isize, column as isize);
        let mut cells: Vec<Rewrite> = before
            .places()
            .zip(after.places())
            .filter(|((_, before), _)| *before != ANYTHING)
            .map(|((place, before), (_, after))| Rewrite { place: signed(place), before, after })
            .collect();
        let (row, column) = cells.first().map_or((0, 0), |cell| cell.place);
        for cell in &mut cells {
            cell.place = (cell.place.0 - row, cell.place.1 - column);
        }
        let around = if conditions.is_empty() { Vec::new() } else { around(&cells, diagonals_touch) };
        Move { player, cells, conditions, around }
    }

    /// The bytes that the move takes.
    pub(crate) fn bytes(&self) -> usize {
        let conditions = self.conditions.iter().map(|c| size_of::<Condition>() + c.cells.len());
        size_of::<Move>()
            + size_of_val(&self.cells[..])
            + size_of_val(&self.around[..])
            + conditions.sum::<usize>()
    }

    /// Whether the move can be made with its first cell at this place.
    pub(crate) fn fits(&self, grid: &Grid, (row, column): (isize, isize)) -> bool {
        let at = |place: (isize, isize)| grid.get(row + place.0, column + place.1);
        self.cells.iter().all(|cell| at(cell.place) == cell.before)
            && self.conditions.iter().all(|condition| {
                let is_there = self.around.iter().any(|&place| condition.cells.contains(&at(place)));
                is_there == condition.wanted
            })
    }

    /// The board after the move, which fits at this place.
    pub(crate) fn made(&self, grid: &Grid, (row, column): (isize, isize)) -> Grid {
        let mut after = grid.clone();
        for cell in &self.cells {
            let place = |at: isize| usize::try_from(at).expect("the move fits on the board");
            after.set(place(row + cell.place.0), place(column + cell.place.1), cell.after);
        }
        after
    }

    /// The move of the other player with other cells.
    pub(crate) fn exchanged(&self, cells: &CellMap) -> Move {
        let mut exchanged = self.clone();
        exchanged.player = self.player.opponent();
        for rewrite in &mut exchanged.cells {
            rewrite.before = cells[usize::from(rewrite.before)];
            rewrite.after = cells[usize::from(rewrite.after)];
        }
        for condition in &mut exchanged.conditions {
            condition.cells.iter_mut().for_each(|cell| *cell = cells[usize::from(*cell)]);
            condition.cells.sort_unstable();
        }
        exchanged
    }

    /// The move as it looks on the board turned or reflected.
    pub(crate) fn image(&self, symmetry: Symmetry) -> Move {
        // The image of a large square keeps differences of places.
        const SIDE: usize = 2 * Grid::LONGEST;
        const MIDDLE: isize = Grid::LONGEST as isize;
        let image = |(row, column): (isize, isize)| {
            let place = ((row + MIDDLE) as usize, (column + MIDDLE) as usize);
            let (row, column) = symmetry.apply(place, SIDE, SIDE);
            (row as isize, column as isize)
        };
        let mut moved = self.clone();
        for cell in &mut moved.cells {
            cell.place = image(cell.place);
        }
        moved.around = self.around.iter().map(|&place| image(place)).collect();
        moved.cells.sort_unstable();
        let (row, column) = moved.cells.first().map_or((0, 0), |cell| cell.place);
        let back = |place: &mut (isize, isize)| *place = (place.0 - row, place.1 - column);
        moved.cells.iter_mut().for_each(|cell| back(&mut cell.place));
        moved.around.iter_mut().for_each(back);
        moved.around.sort_unstable();
        moved
    }
}

fn around(cells: &[Rewrite], diagonals_touch: bool) -> Vec<(isize, isize)> {
    let mut places = Vec::new();
    for cell in cells {
        for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
            let touches = if diagonals_touch { true } else { (down == 0) != (right == 0) };
            let place = (cell.place.0 + down, cell.place.1 + right);
            if touches && cells.iter().all(|other| other.place != place) {
                places.push(place);
            }
        }
    }
    places.sort_unstable();
    places.dedup();
    places
}
