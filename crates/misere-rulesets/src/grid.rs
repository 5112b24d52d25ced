//! Rectangular boards of cells, one character each.

use misere_notation::{ParseError, Problem, quoted};

use crate::ruleset::Position;

/// A rectangle of cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    height: usize,
    width: usize,
    /// The cells row by row; [`Grid::VOID`] is a cell that is as good as outside.
    cells: Vec<u8>,
}

/// One of the eight symmetries of the square, as a turn after a reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    /// Whether left and right are exchanged, before turning.
    pub mirrored: bool,
    /// The number of quarter turns to the left: east becomes north.
    pub turns: u8,
}

impl Symmetry {
    /// All eight symmetries, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        [false, true].into_iter().flat_map(|mirrored| (0..4).map(move |turns| Symmetry { mirrored, turns }))
    }

    /// The symmetry that does this one, then `next`.
    #[must_use]
    pub fn then(self, next: Symmetry) -> Symmetry {
        // A reflection reverses turns.
        let turns = if next.mirrored { 4 - self.turns % 4 } else { self.turns };
        Symmetry { mirrored: self.mirrored != next.mirrored, turns: (turns + next.turns) % 4 }
    }

    /// Where the symmetry takes a cell of a board of the given height and width.
    #[must_use]
    pub fn apply(self, (row, column): (usize, usize), height: usize, width: usize) -> (usize, usize) {
        let column = if self.mirrored { width - 1 - column } else { column };
        match self.turns % 4 {
            0 => (row, column),
            1 => (width - 1 - column, row),
            2 => (height - 1 - row, width - 1 - column),
            _ => (column, height - 1 - row),
        }
    }
}

/// The cells that may stand on a board that is read.
#[derive(Clone, Copy, Debug)]
pub struct Alphabet<'a> {
    /// The characters cells are written with, in ASCII.
    pub cells: &'a [u8],
    /// The cells that a board given by its size, such as `2x4`, is filled with.
    pub tile: Option<&'a Grid>,
}

impl Grid {
    /// A cell that is as good as outside of the board.
    pub const VOID: u8 = b' ';
    /// The longest side of a board.
    pub const LONGEST: usize = 255;
    /// The most cells of a board.
    pub const LARGEST: usize = 4096;

    /// A board of one kind of cell.
    #[must_use]
    pub fn filled(height: usize, width: usize, cell: u8) -> Grid {
        Grid { height, width, cells: vec![cell; height * width] }
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The cell at a place, [`Grid::VOID`] outside. Places count from the top left.
    #[must_use]
    pub fn get(&self, row: isize, column: isize) -> u8 {
        match (usize::try_from(row), usize::try_from(column)) {
            (Ok(row), Ok(column)) if row < self.height && column < self.width => {
                self.cells[row * self.width + column]
            }
            _ => Grid::VOID,
        }
    }

    /// Changes a cell.
    ///
    /// # Panics
    /// If the place is outside.
    pub fn set(&mut self, row: usize, column: usize, cell: u8) {
        assert!(row < self.height && column < self.width, "the place is on the board");
        self.cells[row * self.width + column] = cell;
    }

    /// All places with their cells, row by row.
    pub fn places(&self) -> impl Iterator<Item = ((usize, usize), u8)> {
        self.cells.iter().enumerate().map(|(at, &cell)| ((at / self.width, at % self.width), cell))
    }

    /// The board with each cell replaced.
    pub(crate) fn map(mut self, replaced: impl Fn(u8) -> u8) -> Grid {
        self.cells.iter_mut().for_each(|cell| *cell = replaced(*cell));
        self
    }

    /// The board turned or reflected.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Grid {
        let (height, width) = if symmetry.turns.is_multiple_of(2) {
            (self.height, self.width)
        } else {
            (self.width, self.height)
        };
        let mut image = Grid::filled(height, width, Grid::VOID);
        for (place, cell) in self.places() {
            let (row, column) = symmetry.apply(place, self.height, self.width);
            image.set(row, column, cell);
        }
        image
    }

    /// The board without rows and columns at its sides that are void.
    #[must_use]
    pub fn trimmed(&self) -> Grid {
        let used = || self.places().filter(|(_, cell)| *cell != Grid::VOID).map(|(place, _)| place);
        let (Some(top), Some(bottom)) = (used().map(|p| p.0).min(), used().map(|p| p.0).max()) else {
            return Grid::filled(0, 0, Grid::VOID);
        };
        let (left, right) = (used().map(|p| p.1).min().unwrap_or(0), used().map(|p| p.1).max().unwrap_or(0));
        let mut trimmed = Grid::filled(bottom - top + 1, right - left + 1, Grid::VOID);
        for ((row, column), cell) in self.places() {
            if cell != Grid::VOID {
                trimmed.set(row - top, column - left, cell);
            }
        }
        trimmed
    }

    /// The board as a position.
    #[must_use]
    pub fn to_position(&self) -> Position {
        let side = |n: usize| u8::try_from(n).expect("a side is at most Grid::LONGEST");
        let mut bytes = Vec::with_capacity(2 + self.cells.len());
        bytes.extend([side(self.height), side(self.width)]);
        bytes.extend_from_slice(&self.cells);
        Position::new(bytes)
    }

    /// The board that a position was made from.
    ///
    /// # Panics
    /// If the position was not made by [`Grid::to_position`].
    #[must_use]
    pub fn from_position(position: &Position) -> Grid {
        let [height, width, cells @ ..] = position.bytes() else { panic!("a board has two sides") };
        let (height, width) = (usize::from(*height), usize::from(*width));
        assert_eq!(cells.len(), height * width, "a board has all its cells");
        Grid { height, width, cells: cells.to_vec() }
    }

    /// The rows of the board, with the separator between them.
    #[must_use]
    pub fn write(&self, separator: &str) -> String {
        let row = |row: &[u8]| row.iter().map(|&cell| char::from(cell)).collect::<String>();
        if self.cells.is_empty() {
            // A board without cells that was read, such as 1x0, is read back from its size.
            let is_trimmed = self.height == 0 && self.width == 0;
            return if is_trimmed { String::new() } else { format!("{}x{}", self.height, self.width) };
        }
        self.cells.chunks(self.width).map(row).collect::<Vec<_>>().join(separator)
    }

    /// Reads a board: rows separated by `/` or line breaks, or a size such as `2x4`.
    ///
    /// # Errors
    /// [`ParseError`] at a wrong character, at the end of a row of another length
    /// than the first, for rows without cells, or for a board that is too large. A size may
    /// have a side of 0: no player can move on such a board.
    pub fn read(text: &str, alphabet: Alphabet<'_>) -> Result<Grid, ParseError> {
        if let Some((height, width)) = size(text) {
            return Grid::of_size(text, height, width, alphabet.tile);
        }
        let trimmed = text.trim();
        let start = text.len() - text.trim_start().len();
        let mut grid = Grid::filled(0, 0, Grid::VOID);
        let mut row_start = start;
        for row in trimmed.split(['/', '\n']) {
            let mut width = 0;
            for (at, c) in row.char_indices().filter(|&(_, c)| c != '\r') {
                let span = row_start + at..row_start + at + c.len_utf8();
                match u8::try_from(c).ok().filter(|cell| alphabet.cells.contains(cell)) {
                    Some(cell) => grid.cells.push(cell),
                    None => return Err(wrong_cell(text, span, c, alphabet)),
                }
                width += 1;
            }
            let span = row_start..row_start + row.len();
            if grid.height == 0 {
                grid.width = width;
            }
            if width == 0 {
                return Err(other(
                    text,
                    span,
                    "a row without cells".to_owned(),
                    Some(how_to_write(alphabet)),
                ));
            }
            if width != grid.width {
                let message = format!(
                    "row {} has {width} cells and the first row has {}: all rows must be equally long",
                    grid.height + 1,
                    grid.width
                );
                return Err(other(text, span, message, None));
            }
            grid.height += 1;
            row_start += row.len() + 1;
        }
        check_size(text, grid.height, grid.width)?;
        Ok(grid)
    }

    fn of_size(text: &str, height: usize, width: usize, tile: Option<&Grid>) -> Result<Grid, ParseError> {
        check_size(text, height, width)?;
        let Some(tile) = tile else {
            let message = "this game has no board to start from: write the cells".to_owned();
            return Err(other(text, 0..text.len(), message, None));
        };
        let mut grid = Grid::filled(height, width, Grid::VOID);
        for row in 0..height {
            for column in 0..width {
                grid.set(row, column, tile.cells[row % tile.height * tile.width + column % tile.width]);
            }
        }
        Ok(grid)
    }
}

/// The height and width in a size such as `2x4`; sides that no machine number can hold
/// are too large for any board.
fn size(text: &str) -> Option<(usize, usize)> {
    let (height, width) = text.trim().split_once(['x', '×', 'X'])?;
    let side = |digits: &str| {
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| digits.parse().unwrap_or(usize::MAX))
    };
    Some((side(height.trim())?, side(width.trim())?))
}

fn check_size(text: &str, height: usize, width: usize) -> Result<(), ParseError> {
    let message = if height.max(width) > Grid::LONGEST || height * width > Grid::LARGEST {
        let (longest, largest) = (Grid::LONGEST, Grid::LARGEST);
        format!("the board is too large: at most {largest} cells, and {longest} in a row or column")
    } else {
        return Ok(());
    };
    let text_span = 0..text.trim_end().len();
    Err(other(text, text_span, message, None))
}

fn wrong_cell(text: &str, span: std::ops::Range<usize>, c: char, alphabet: Alphabet<'_>) -> ParseError {
    let cells: Vec<String> = alphabet.cells.iter().map(|&cell| format!("`{}`", char::from(cell))).collect();
    let problem = Problem::Unexpected {
        expected: format!("a cell ({}) or `/`", cells.join(", ")),
        found: quoted(&c.to_string()),
    };
    ParseError::new(text, span, problem, Some(how_to_write(alphabet)))
}

fn how_to_write(alphabet: Alphabet<'_>) -> String {
    let rows = "write the rows of cells with `/` between them";
    if alphabet.tile.is_some() { format!("{rows}, or a size such as `2x3`") } else { rows.to_owned() }
}

/// A [`ParseError`] with a given message.
pub(crate) fn other(
    text: &str,
    span: std::ops::Range<usize>,
    message: String,
    help: Option<String>,
) -> ParseError {
    ParseError::new(text, span, Problem::Other(message), help)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: Alphabet<'_> = Alphabet { cells: b"xo.", tile: None };

    #[test]
    fn a_board_reads_as_it_is_written() {
        for text in ["xo/.x", "x", "xxx.o"] {
            let grid = Grid::read(text, CELLS).unwrap();
            assert_eq!(grid.write("/"), text);
            assert_eq!(Grid::from_position(&grid.to_position()), grid);
        }
        assert_eq!(Grid::read(" xo\n.x\n", CELLS).unwrap().write("/"), "xo/.x");
    }

    #[test]
    fn a_size_repeats_the_tile() {
        let tile = Grid::read("xo/ox", CELLS).unwrap();
        let grid = Grid::read("3×5", Alphabet { tile: Some(&tile), ..CELLS }).unwrap();
        assert_eq!(grid.write("/"), "xoxox/oxoxo/xoxox");
    }

    #[test]
    fn a_size_may_have_a_side_of_zero() {
        let tile = Grid::filled(1, 1, b'.');
        for text in ["1x0", "0x3"] {
            let grid = Grid::read(text, Alphabet { tile: Some(&tile), ..CELLS }).unwrap();
            assert_eq!((grid.places().count(), grid.write("/").as_str()), (0, text));
            assert_eq!(Grid::from_position(&grid.to_position()), grid);
        }
    }

    #[test]
    fn bad_boards_say_where() {
        for (text, message) in [
            ("xo/xq", "at character 5: expected a cell (`x`, `o`, `.`) or `/`, found `q`"),
            (
                "xo/x",
                "at character 4: row 2 has 1 cells and the first row has 2: all rows must be equally long",
            ),
            ("", "at character 1: a row without cells"),
            ("x//o", "at character 3: a row without cells"),
            (
                "200x200",
                "at character 1: the board is too large: at most 4096 cells, and 255 in a row or column",
            ),
            ("2x3", "at character 1: this game has no board to start from: write the cells"),
        ] {
            assert_eq!(Grid::read(text, CELLS).unwrap_err().to_string(), message);
        }
        let enormous = Grid::read("99999999999999999999999x3", CELLS).unwrap_err();
        assert!(enormous.to_string().contains("too large"));
    }

    #[test]
    fn the_symmetries_are_those_of_the_square() {
        let grid = Grid::read("xo./ox.", CELLS).unwrap();
        let images: std::collections::HashSet<Grid> = Symmetry::all().map(|s| grid.image(s)).collect();
        assert_eq!(images.len(), 8);
        let quarter = Symmetry { mirrored: false, turns: 1 };
        assert_eq!(Grid::read("xo", CELLS).unwrap().image(quarter).write("/"), "o/x");
        let mut turned = grid.clone();
        for _ in 0..4 {
            turned = turned.image(quarter);
        }
        assert_eq!(turned, grid);
        for s in Symmetry::all() {
            let expected = {
                let mirrored =
                    if s.mirrored { grid.image(Symmetry { mirrored: true, turns: 0 }) } else { grid.clone() };
                (0..s.turns).fold(mirrored, |g, _| g.image(quarter))
            };
            assert_eq!(grid.image(s), expected);
            for t in Symmetry::all() {
                assert_eq!(grid.image(s).image(t), grid.image(s.then(t)));
            }
        }
    }

    #[test]
    fn trimming_takes_void_borders_away() {
        let mut grid = Grid::filled(3, 4, Grid::VOID);
        grid.set(1, 2, b'x');
        assert_eq!(grid.trimmed().write("/"), "x");
        assert_eq!(Grid::filled(2, 2, Grid::VOID).trimmed().write("/"), "");
    }
}
