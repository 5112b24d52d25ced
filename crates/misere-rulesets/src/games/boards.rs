//! Games on rectangular boards in which turning or reflecting the board changes
//! nothing.

use misere_core::Player;
use misere_notation::ParseError;

use super::Told;
use crate::classes::Classes;
use crate::grid::{Alphabet, Grid, Symmetry, other};
use crate::identity::native_identity;
use crate::ruleset::{Appearance, Description, Position, Ruleset};

/// A game of stones on a board, the same in all directions.
pub struct BoardGame {
    pub(super) description: Description,
    /// The cell that a board given by its size is filled with.
    pub(super) start: Option<u8>,
    /// The error of a board, if there is one.
    pub(super) fault: fn(&Grid) -> Option<&'static str>,
    pub(super) options: fn(&Grid, Player) -> Vec<Grid>,
    /// The parts of a board that do not influence each other, without the parts in which
    /// there is no move.
    pub(super) parts: fn(&Grid) -> Vec<Grid>,
}

/// The characters of a stone of Left, a stone of Right, an empty cell, and a cell that is
/// not part of the board.
pub(super) const LEFT: u8 = b'x';
pub(super) const RIGHT: u8 = b'o';
pub(super) const EMPTY: u8 = b'.';
pub(super) const MISSING: u8 = b'#';
const CELLS: &[u8] = b"xo.#";

pub(super) type Place = (usize, usize);
pub(super) type Step = (isize, isize);

pub(super) const STRAIGHT: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(super) const ALL_WAYS: [Step; 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

impl BoardGame {
    /// A game without a board to start from, in which no board is wrong.
    pub(super) fn new(
        told: Told<'_>,
        options: fn(&Grid, Player) -> Vec<Grid>,
        parts: fn(&Grid) -> Vec<Grid>,
    ) -> BoardGame {
        BoardGame { description: told.description(), start: None, fault: |_| None, options, parts }
    }
}

impl Ruleset for BoardGame {
    fn description(&self) -> &Description {
        &self.description
    }

    fn identity(&self) -> Option<String> {
        Some(native_identity(self.description()))
    }

    fn read(&self, text: &str) -> Result<Position, ParseError> {
        let tile = self.start.map(|cell| Grid::filled(1, 1, cell));
        let grid = Grid::read(text, Alphabet { cells: CELLS, tile: tile.as_ref() })?;
        match (self.fault)(&grid) {
            None => Ok(grid.to_position()),
            Some(fault) => Err(other(text, 0..text.trim_end().len(), fault.to_owned(), None)),
        }
    }

    fn write(&self, position: &Position) -> String {
        Grid::from_position(position).write("/")
    }

    fn draw(&self, position: &Position) -> String {
        Grid::from_position(position).write("\n")
    }

    fn appearance(&self, position: &Position) -> Option<Appearance> {
        Some(Appearance::Board(self.draw(position)))
    }

    fn options(&self, position: &Position, player: Player) -> Vec<Position> {
        (self.options)(&Grid::from_position(position), player).iter().map(Grid::to_position).collect()
    }

    fn components(&self, position: &Position) -> Vec<Position> {
        (self.parts)(&Grid::from_position(position)).iter().map(Grid::to_position).collect()
    }

    fn symmetric(&self, position: &Position) -> Vec<Position> {
        let grid = Grid::from_position(position);
        Symmetry::all().skip(1).map(|symmetry| grid.image(symmetry).to_position()).collect()
    }

    fn exchanged(&self, position: &Position) -> Option<Position> {
        let exchange = |cell| match cell {
            LEFT => RIGHT,
            RIGHT => LEFT,
            other => other,
        };
        Some(Grid::from_position(position).map(exchange).to_position())
    }
}

/// The character of a player's stones.
pub(super) fn stone(player: Player) -> u8 {
    match player {
        Player::Left => LEFT,
        Player::Right => RIGHT,
    }
}

/// The places of the stones of a player.
pub(super) fn stones(grid: &Grid, player: Player) -> impl Iterator<Item = Place> {
    grid.places().filter(move |(_, cell)| *cell == stone(player)).map(|(place, _)| place)
}

/// The place `times` steps from a place, if it is on the rectangle.
pub(super) fn go(grid: &Grid, (row, column): Place, step: Step, times: isize) -> Option<Place> {
    let row = row.checked_add_signed(step.0 * times).filter(|&row| row < grid.height())?;
    let column = column.checked_add_signed(step.1 * times).filter(|&column| column < grid.width())?;
    Some((row, column))
}

/// The cell at a place of the rectangle.
pub(super) fn at(grid: &Grid, (row, column): Place) -> u8 {
    let signed = |n: usize| isize::try_from(n).expect("a side is at most Grid::LONGEST");
    grid.get(signed(row), signed(column))
}

/// A board for each class of `connected` that has a wanted cell. Classes count the cells
/// row by row.
pub(super) fn cut_out(
    grid: &Grid,
    mut connected: Classes,
    mut is_wanted: impl FnMut(Place) -> bool,
) -> Vec<Grid> {
    let class: Vec<usize> = (0..grid.height() * grid.width()).map(|index| connected.of(index)).collect();
    let class_of = |place: Place| class[index(grid, place)];
    let mut wanted: Vec<usize> =
        grid.places().filter(|(place, _)| is_wanted(*place)).map(|(place, _)| class_of(place)).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let part = |class: usize| {
        let mut part = Grid::filled(grid.height(), grid.width(), Grid::VOID);
        for (place, cell) in grid.places().filter(|(place, _)| class_of(*place) == class) {
            part.set(place.0, place.1, cell);
        }
        part.trimmed().map(|cell| if cell == Grid::VOID { MISSING } else { cell })
    };
    wanted.into_iter().map(part).collect()
}

/// The regions of the board: cells of the board that are a step apart are put together.
pub(super) fn regions(grid: &Grid, steps: &[Step]) -> Classes {
    let mut connected = Classes::new(grid.height() * grid.width());
    for (place, _) in grid.places().filter(|(_, cell)| *cell != MISSING) {
        for &step in steps {
            if let Some(next) = go(grid, place, step, 1).filter(|&next| at(grid, next) != MISSING) {
                connected.join(index(grid, place), index(grid, next));
            }
        }
    }
    connected
}

/// The number of a cell, row by row.
pub(super) fn index(grid: &Grid, (row, column): Place) -> usize {
    row * grid.width() + column
}
