//! Boards of cells.

use crate::label::Label;
use crate::scene::{Anchor, Fill, Point, Scene, Shape, Stroke};

/// A cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// No cell at all.
    Void,
    /// An empty cell.
    Empty,
    /// A black stone, Left's.
    Left,
    /// A white stone, Right's.
    Right,
    /// A cell that neither player can use.
    Blocked,
    /// Any other sign.
    Sign(char),
}

impl From<char> for Cell {
    /// The cell that a character stands for in a position: `x` and `o`, also `L` and `R`, are
    /// stones, `.` is empty, `#` blocked.
    fn from(character: char) -> Cell {
        match character {
            ' ' => Cell::Void,
            '.' => Cell::Empty,
            'x' | 'X' | 'L' => Cell::Left,
            'o' | 'O' | 'R' => Cell::Right,
            '#' => Cell::Blocked,
            other => Cell::Sign(other),
        }
    }
}

/// A board, row by row from the top, and dominoes that lie on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The cells; rows may be of different lengths.
    pub rows: Vec<Vec<Cell>>,
    /// The dominoes: pairs of cells, each a row and a column.
    pub dominoes: Vec<[(usize, usize); 2]>,
}

impl Board {
    /// A board as it is written in lines.
    #[must_use]
    pub fn from_lines(text: &str) -> Board {
        let rows = text.lines().map(|line| line.chars().map(Cell::from).collect()).collect();
        Board { rows, dominoes: Vec::new() }
    }
}

/// Draws a board with lines between its cells.
#[must_use]
pub fn draw_board(board: &Board) -> Scene {
    let mut scene = Scene::new();
    let middle =
        |row: usize, column: usize| Point::new((column as f64 + 0.5) * SIDE, (row as f64 + 0.5) * SIDE);
    let cells = || {
        let row = |(r, row): (usize, &Vec<Cell>)| {
            row.iter().enumerate().map(move |(c, &cell)| (r, c, cell)).collect::<Vec<_>>()
        };
        board.rows.iter().enumerate().flat_map(row)
    };
    for (r, c, cell) in cells() {
        if cell == Cell::Blocked {
            let at = middle(r, c);
            scene.push(Shape::Rectangle { at, width: SIDE, height: SIDE, rounding: 0.0, fill: Fill::Grey });
        }
    }
    for (r, c, cell) in cells() {
        if cell == Cell::Void {
            continue;
        }
        let is_void = |row: Option<usize>, column: Option<usize>| {
            let cell = row.zip(column).and_then(|(r, c)| board.rows.get(r)?.get(c));
            cell.is_none_or(|&cell| cell == Cell::Void)
        };
        let (x, y) = (c as f64 * SIDE, r as f64 * SIDE);
        let corners =
            [(x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)].map(|(x, y)| Point::new(x, y));
        // The cell below or to the right draws the common side.
        scene.line(corners[0], corners[1], Stroke::Thin);
        scene.line(corners[0], corners[3], Stroke::Thin);
        if is_void(Some(r), Some(c + 1)) {
            scene.line(corners[1], corners[2], Stroke::Thin);
        }
        if is_void(Some(r + 1), Some(c)) {
            scene.line(corners[3], corners[2], Stroke::Thin);
        }
    }
    for [(r, c), (s, d)] in &board.dominoes {
        let (a, b) = (middle(*r, *c), middle(*s, *d));
        scene.push(Shape::Rectangle {
            at: Point::new(f64::midpoint(a.x, b.x), f64::midpoint(a.y, b.y)),
            width: (a.x - b.x).abs() + SIDE - 2.0 * INSET,
            height: (a.y - b.y).abs() + SIDE - 2.0 * INSET,
            rounding: INSET,
            fill: Fill::White,
        });
    }
    for (r, c, cell) in cells() {
        let at = middle(r, c);
        match cell {
            Cell::Left => scene.push(Shape::Dot { at, radius: STONE, fill: Fill::Black }),
            Cell::Right => scene.push(Shape::Dot { at, radius: STONE, fill: Fill::White }),
            Cell::Sign(sign) => scene.text(at, Anchor::Middle, Label::words(&sign.to_string())),
            Cell::Void | Cell::Empty | Cell::Blocked => {}
        }
    }
    scene
}

const SIDE: f64 = 20.0;
const STONE: f64 = 7.0;
const INSET: f64 = 2.5;
