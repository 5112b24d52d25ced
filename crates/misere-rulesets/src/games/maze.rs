//! Maze.

use std::sync::LazyLock;

use misere_core::Player;
use misere_notation::ParseError;

use super::Told;
use super::boards::{Place, Step, at, go};
use super::text::{parts, unexpected};
use crate::grid::{Grid, other};
use crate::identity::native_identity;
use crate::ruleset::{Description, Position, Ruleset};

/// Maze.
#[derive(Clone, Copy, Debug, Default)]
pub struct Maze;

// A cell that is part of the maze, with its walls and tokens.
const OPEN: u8 = 0x40;
const WALL_RIGHT: u8 = 1;
const WALL_BELOW: u8 = 2;
const TOKEN: u8 = 4;
const MOST_TOKENS: u8 = 9;
const BLOCKED: u8 = b'#';

impl Ruleset for Maze {
    fn description(&self) -> &Description {
        static DESCRIPTION: LazyLock<Description> = LazyLock::new(|| {
            Told {
                name: "maze",
                title: "Maze",
                rules: "Tokens stand in a maze and belong to both players. Left moves a token any positive number \
                        of cells down, Right any positive number of cells to the right, never through a wall or \
                        a blocked cell. Tokens do not hinder each other and may share a cell.",
                source: "M. H. Albert, R. J. Nowakowski and D. Wolfe, Lessons in Play, 2007 (where the maze is \
                         turned by 45 degrees)",
                syntax: "rows of cells with `/` between them: . for an empty cell, o for a token, 2 to 9 for so \
                         many tokens, # for a blocked cell; after a cell, _ is a wall below it and | a wall to \
                         the right of it",
                examples: &["o../...", "o_.|./..o_/...", "o#/.."],
                home: (
                    "B",
                    "A player who is shut in can, as soon as there is a way, follow it to its end and be shut in \
                     again. A player who is shut in may get a way, so that it is not E.",
                ),
            }
            .description()
        });
        &DESCRIPTION
    }

    fn identity(&self) -> Option<String> {
        Some(native_identity(self.description()))
    }

    fn read(&self, text: &str) -> Result<Position, ParseError> {
        let mut rows: Vec<Vec<u8>> = Vec::new();
        let mut tokens = 0;
        for part in parts(text, &['/', '\n']) {
            let mut row: Vec<u8> = Vec::new();
            for (at, c) in text[part.clone()].char_indices() {
                let wall = match c {
                    '_' => WALL_BELOW,
                    '|' => WALL_RIGHT,
                    _ => 0,
                };
                match (c, row.last_mut()) {
                    ('_' | '|', Some(cell)) => {
                        if *cell != BLOCKED {
                            *cell |= wall;
                        }
                    }
                    ('.', _) => row.push(OPEN),
                    ('#', _) => row.push(BLOCKED),
                    ('o' | '2'..='9', _) => {
                        let here = c.to_digit(10).and_then(|digit| u8::try_from(digit).ok()).unwrap_or(1);
                        tokens += usize::from(here);
                        row.push(OPEN + TOKEN * here);
                    }
                    (_, None) => return Err(unexpected(text, part.start + at, "a cell `.`, `o`, `2`, `#`")),
                    (_, Some(_)) => {
                        let expected = "a cell `.`, `o`, `2`, `#`, a wall `_`, `|`, or `/`";
                        return Err(unexpected(text, part.start + at, expected));
                    }
                }
            }
            if row.is_empty() {
                return Err(unexpected(text, part.start, "a cell `.`, `o`, `2`, `#`"));
            }
            rows.push(row);
            if let Some(fault) = fault(&rows) {
                return Err(other(text, part, fault, None));
            }
        }
        if tokens > usize::from(MOST_TOKENS) {
            let message = format!("there are {tokens} tokens: write at most {MOST_TOKENS}");
            return Err(other(text, 0..text.trim_end().len(), message, None));
        }
        let mut grid = Grid::filled(rows.len(), rows[0].len(), BLOCKED);
        for (row, cells) in rows.iter().enumerate() {
            for (column, &cell) in cells.iter().enumerate() {
                grid.set(row, column, cell);
            }
        }
        Ok(grid.to_position())
    }

    fn write(&self, position: &Position) -> String {
        let grid = Grid::from_position(position);
        let mut text = String::new();
        for ((row, column), cell) in grid.places() {
            if row > 0 && column == 0 {
                text.push('/');
            }
            text.push(letter(cell));
            for (bit, wall) in [(WALL_BELOW, '_'), (WALL_RIGHT, '|')] {
                if cell != BLOCKED && cell & bit != 0 {
                    text.push(wall);
                }
            }
        }
        text
    }

    fn draw(&self, position: &Position) -> String {
        let grid = Grid::from_position(position);
        let mut lines = vec![format!("+{}", "-+".repeat(grid.width()))];
        for row in 0..grid.height() {
            let (mut cells, mut below) = (String::from("|"), String::from("+"));
            for column in 0..grid.width() {
                let place = (row, column);
                let is_shut = |player| way(&grid, place, player).is_none();
                cells.push(letter(at(&grid, place)));
                cells.push(if is_shut(Player::Right) { '|' } else { ' ' });
                below.push_str(if is_shut(Player::Left) { "-+" } else { " +" });
            }
            lines.extend([cells, below]);
        }
        lines.join("\n")
    }

    fn options(&self, position: &Position, player: Player) -> Vec<Position> {
        let grid = Grid::from_position(position);
        let mut options = Vec::new();
        for (from, _) in grid.places().filter(|(_, cell)| tokens(*cell) > 0) {
            let mut without = grid.clone();
            without.set(from.0, from.1, at(&grid, from) - TOKEN);
            let mut here = from;
            while let Some(next) = way(&grid, here, player) {
                let mut moved = without.clone();
                moved.set(next.0, next.1, at(&grid, next) + TOKEN);
                options.push(moved.to_position());
                here = next;
            }
        }
        options
    }

    fn components(&self, position: &Position) -> Vec<Position> {
        let grid = Grid::from_position(position);
        let mut components = Vec::new();
        for (place, cell) in grid.places() {
            let can_move = Player::BOTH.into_iter().any(|player| way(&grid, place, player).is_some());
            if can_move && tokens(cell) > 0 {
                let alone = reachable(&grid, place).to_position();
                components.extend(vec![alone; usize::from(tokens(cell))]);
            }
        }
        components
    }
}

fn tokens(cell: u8) -> u8 {
    if cell == BLOCKED { 0 } else { (cell - OPEN) / TOKEN }
}

fn letter(cell: u8) -> char {
    match tokens(cell) {
        _ if cell == BLOCKED => '#',
        0 => '.',
        1 => 'o',
        n => char::from(b'0' + n),
    }
}

/// The next cell on the way of a player, if it is not shut.
fn way(grid: &Grid, from: Place, player: Player) -> Option<Place> {
    let (step, wall): (Step, u8) = match player {
        Player::Left => ((1, 0), WALL_BELOW),
        Player::Right => ((0, 1), WALL_RIGHT),
    };
    let cell = at(grid, from);
    if cell == BLOCKED || cell & wall != 0 {
        return None;
    }
    go(grid, from, step, 1).filter(|&next| at(grid, next) != BLOCKED)
}

/// The part of the maze that a single token on a cell can get to, with the token and the
/// walls on its ways.
fn reachable(grid: &Grid, start: Place) -> Grid {
    let mut part = Grid::filled(grid.height(), grid.width(), Grid::VOID);
    let mut pending = vec![start];
    while let Some(place) = pending.pop() {
        if at(&part, place) == Grid::VOID {
            let ways = Player::BOTH.map(|player| way(grid, place, player));
            let walls = [WALL_BELOW, WALL_RIGHT].into_iter().zip(&ways);
            let shut = walls.filter(|(_, way)| way.is_none()).map(|(wall, _)| wall).sum::<u8>();
            part.set(place.0, place.1, OPEN + shut);
            pending.extend(ways.into_iter().flatten());
        }
    }
    part.set(start.0, start.1, at(&part, start) + TOKEN);
    let mut part = part.trimmed().map(|cell| if cell == Grid::VOID { BLOCKED } else { cell });
    // A wall before a blocked cell or the border shuts nothing.
    let places: Vec<(Place, u8)> = part.places().filter(|(_, cell)| *cell != BLOCKED).collect();
    for (place, cell) in places {
        let is_needed = |step| go(&part, place, step, 1).is_some_and(|next| at(&part, next) != BLOCKED);
        let needless = u8::from(!is_needed((0, 1))) * WALL_RIGHT + u8::from(!is_needed((1, 0))) * WALL_BELOW;
        part.set(place.0, place.1, cell & !needless);
    }
    part
}

/// The message for rows of which the last, which is new, is wrong.
fn fault(rows: &[Vec<u8>]) -> Option<String> {
    let (height, width) = (rows.len(), rows[0].len());
    let (longest, largest) = (Grid::LONGEST, Grid::LARGEST);
    if height.max(width) > longest || height * width > largest {
        return Some(format!(
            "the maze is too large: at most {largest} cells, and {longest} in a row or column"
        ));
    }
    let last = rows.last().map_or(0, Vec::len);
    (last != width).then(|| {
        format!("row {height} has {last} cells and the first row has {width}: all rows must be equally long")
    })
}
