//! Cutcake.

use std::sync::LazyLock;

use misere_core::Player;
use misere_notation::ParseError;

use super::Told;
use super::text::{parts, read_number, unexpected};
use crate::grid::other;
use crate::identity::native_identity;
use crate::ruleset::{Appearance, Description, Position, Ruleset};

/// Cutcake.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cutcake;

/// Rows and columns of a cake.
type Cake = [u16; 2];

const LONGEST: u16 = 1000;
const MOST_CAKES: usize = 1000;

impl Ruleset for Cutcake {
    fn description(&self) -> &Description {
        static DESCRIPTION: LazyLock<Description> = LazyLock::new(|| {
            Told {
                name: "cutcake",
                title: "Cutcake",
                rules: "Rectangular cakes are scored into squares. Left cuts one along a whole vertical line, \
                        which parts its columns; Right along a whole horizontal line, which parts its rows. The \
                        two pieces are cakes of their own.",
                source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays, \
                         1982, chapter 2",
                syntax: "cakes as rows x columns with commas between them; 1x1 if there is nothing to cut",
                examples: &["2x3,1x4", "4x4", "3x8"],
                home: (
                    "E",
                    "Where Left cannot cut all cakes are one column wide, and Right's cuts keep them so; likewise \
                     for Right. The cake 1x2 is not a dicot.",
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
        let mut cakes = Vec::new();
        for part in parts(text, &[',', '+', '/', '\n']) {
            if cakes.len() == MOST_CAKES {
                let message = format!("there are too many cakes: write at most {MOST_CAKES}");
                return Err(other(text, 0..text.trim_end().len(), message, None));
            }
            let (first, rows) = read_number(text, part.clone(), LONGEST, "a number of rows")?;
            let Some(cross) =
                text[first.end..part.end].chars().next().filter(|c| ['x', 'X', '×'].contains(c))
            else {
                return Err(unexpected(text, first.end, "`x`"));
            };
            let rest = first.end + cross.len_utf8()..part.end;
            let (second, columns) = read_number(text, rest, LONGEST, "a number of columns")?;
            if second.end < part.end {
                return Err(unexpected(text, second.end, "`,` or the end"));
            }
            if rows == 0 || columns == 0 {
                let message = "a cake has at least one row and one column".to_owned();
                return Err(other(text, part, message, None));
            }
            cakes.push([rows, columns]);
        }
        Ok(encode(cakes))
    }

    fn write(&self, position: &Position) -> String {
        let cakes: Vec<String> =
            decode(position).iter().map(|[rows, columns]| format!("{rows}x{columns}")).collect();
        if cakes.is_empty() { "1x1".to_owned() } else { cakes.join(",") }
    }

    fn appearance(&self, position: &Position) -> Option<Appearance> {
        let mut cakes = decode(position);
        if cakes.is_empty() {
            cakes.push([1, 1]);
        }
        let highest = cakes.iter().map(|[rows, _]| *rows).max().unwrap_or(0);
        let row = |row: u16| {
            let part = |&[rows, columns]: &Cake| if row < rows { "." } else { " " }.repeat(columns.into());
            cakes.iter().map(part).collect::<Vec<_>>().join(" ").trim_end().to_owned()
        };
        Some(Appearance::Board((0..highest).map(row).collect::<Vec<_>>().join("\n")))
    }

    fn options(&self, position: &Position, player: Player) -> Vec<Position> {
        let parted = match player {
            Player::Left => 1,
            Player::Right => 0,
        };
        let cakes = decode(position);
        let mut options = Vec::new();
        for (at, cake) in cakes.iter().enumerate() {
            for cut in 1..=cake[parted] / 2 {
                let (mut piece, mut rest) = (*cake, *cake);
                piece[parted] = cut;
                rest[parted] -= cut;
                let mut after = cakes.clone();
                after[at] = piece;
                after.push(rest);
                options.push(encode(after));
            }
        }
        options
    }

    fn components(&self, position: &Position) -> Vec<Position> {
        decode(position).into_iter().map(|cake| encode(vec![cake])).collect()
    }
}

/// The position of these cakes, without those that cannot be cut.
fn encode(mut cakes: Vec<Cake>) -> Position {
    cakes.retain(|&cake| cake != [1, 1]);
    cakes.sort_unstable();
    Position::new(cakes.iter().flatten().flat_map(|side| side.to_be_bytes()).collect())
}

fn decode(position: &Position) -> Vec<Cake> {
    let cake = |bytes: &[u8]| [[bytes[0], bytes[1]], [bytes[2], bytes[3]]].map(u16::from_be_bytes);
    position.bytes().chunks_exact(4).map(cake).collect()
}
