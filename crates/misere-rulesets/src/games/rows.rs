//! Games on rows of pieces.

use misere_core::Player;
use misere_notation::ParseError;

use super::text::{parts, unexpected};
use crate::grid::other;
use crate::identity::native_identity;
use crate::ruleset::{Appearance, Description, Position, Ruleset};

/// A game in which every row is played by itself.
pub struct RowGame {
    pub(super) description: Description,
    /// The pieces, each with who may move it.
    pub(super) pieces: &'static [(u8, [bool; 2])],
    /// Whether there are empty squares.
    pub(super) has_empty: bool,
    /// The rows after each move of the piece at a place.
    pub(super) moves: fn(row: &[u8], at: usize) -> Vec<Vec<u8>>,
    /// The representative of the rows that are known to be the same game.
    pub(super) canonical: fn(row: Vec<u8>) -> Vec<u8>,
}

/// An empty square.
pub(super) const EMPTY: u8 = b'.';
/// The pieces that only Left moves, and that only Right moves.
pub(super) const LEFT: (u8, [bool; 2]) = (b'L', [true, false]);
pub(super) const RIGHT: (u8, [bool; 2]) = (b'R', [false, true]);
/// The pieces that either player moves.
pub(super) const EITHER: (u8, [bool; 2]) = (b'E', [true, true]);

const LONGEST: usize = 1000;

impl RowGame {
    fn is_own(&self, piece: u8, player: Player) -> bool {
        self.pieces.iter().any(|(p, owners)| *p == piece && owners[player.index()])
    }

    fn expected(&self) -> String {
        let empty = self.has_empty.then_some(EMPTY);
        let cells = self.pieces.iter().map(|(piece, _)| *piece).chain(empty);
        let cells: Vec<String> = cells.map(|cell| format!("`{}`", char::from(cell))).collect();
        cells.join(", ")
    }
}

impl Ruleset for RowGame {
    fn description(&self) -> &Description {
        &self.description
    }

    fn identity(&self) -> Option<String> {
        Some(native_identity(self.description()))
    }

    fn read(&self, text: &str) -> Result<Position, ParseError> {
        if text.trim() == "0" {
            return Ok(encode(&[]));
        }
        let mut rows = Vec::new();
        let mut length = 0;
        for part in parts(text, &['/', '\n']) {
            if part.is_empty() {
                return Err(unexpected(text, part.start, &format!("a row of {}", self.expected())));
            }
            length += part.len();
            if length > LONGEST {
                let message = format!("the rows are too long: write at most {LONGEST} characters in all");
                return Err(other(text, 0..text.trim_end().len(), message, None));
            }
            let mut row = Vec::new();
            for (at, c) in text[part.clone()].char_indices() {
                let cell = u8::try_from(c.to_ascii_uppercase()).unwrap_or(0);
                let is_empty = self.has_empty && cell == EMPTY;
                if !is_empty && self.pieces.iter().all(|(piece, _)| *piece != cell) {
                    return Err(unexpected(text, part.start + at, &format!("{} or `/`", self.expected())));
                }
                row.push(cell);
            }
            rows.push(row);
        }
        Ok(encode(&rows))
    }

    fn write(&self, position: &Position) -> String {
        let rows = decode(position);
        let written = rows.iter().map(|row| row.iter().map(|&cell| char::from(cell)).collect::<String>());
        if rows.is_empty() { "0".to_owned() } else { written.collect::<Vec<_>>().join("/") }
    }

    fn options(&self, position: &Position, player: Player) -> Vec<Position> {
        let rows = decode(position);
        let mut options = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            for (place, _) in row.iter().enumerate().filter(|(_, piece)| self.is_own(**piece, player)) {
                for moved in (self.moves)(row, place) {
                    let mut after = rows.clone();
                    after[at] = moved;
                    options.push(encode(&after));
                }
            }
        }
        options
    }

    fn appearance(&self, position: &Position) -> Option<Appearance> {
        let rows = decode(position);
        let rows: Vec<_> = rows.iter().map(|row| String::from_utf8_lossy(row)).collect();
        Some(Appearance::Board(rows.join("\n")))
    }

    fn components(&self, position: &Position) -> Vec<Position> {
        let mut rows = decode(position);
        rows.retain(|row| row.iter().any(|&cell| cell != EMPTY));
        rows.into_iter().map(|row| encode(&[row])).collect()
    }

    fn canonical(&self, position: Position) -> Position {
        let mut rows: Vec<_> = decode(&position).into_iter().map(self.canonical).collect();
        rows.sort_unstable();
        encode(&rows)
    }
}

/// The position of these rows, without the rows that have no squares.
fn encode(rows: &[Vec<u8>]) -> Position {
    let rows: Vec<&[u8]> = rows.iter().filter(|row| !row.is_empty()).map(|row| &row[..]).collect();
    Position::new(rows.join(&b'/'))
}

fn decode(position: &Position) -> Vec<Vec<u8>> {
    let rows = position.bytes().split(|&cell| cell == b'/');
    rows.filter(|row| !row.is_empty()).map(<[u8]>::to_vec).collect()
}
