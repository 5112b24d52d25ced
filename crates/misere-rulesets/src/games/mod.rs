//! Games whose rules are written in Rust.

mod amazons;
mod boards;
mod classes;
mod code;
mod cutcake;
mod hackenbush;
mod heaps;
mod konane;
mod labels;
mod maze;
mod nogo;
mod push;
mod rows;
mod shove;
mod text;
mod toppling_dominoes;

use std::sync::Arc;

use misere_notation::ParseError;

pub use boards::BoardGame;
pub use cutcake::Cutcake;
pub use hackenbush::Hackenbush;
pub use heaps::Heaps;
pub use maze::Maze;
pub use rows::RowGame;

use crate::ruleset::{Description, Home, Ruleset};

/// The games that take no parameter.
#[must_use]
pub fn native() -> Vec<Arc<dyn Ruleset>> {
    vec![
        Arc::new(Heaps::nim()),
        Arc::new(Heaps::kayles()),
        Arc::new(Heaps::dawsons_kayles()),
        Arc::new(Heaps::grundys_game()),
        Arc::new(Hackenbush::new()),
        Arc::new(RowGame::toppling_dominoes()),
        Arc::new(RowGame::shove()),
        Arc::new(RowGame::push()),
        Arc::new(Cutcake::new()),
        Arc::new(BoardGame::konane()),
        Arc::new(BoardGame::amazons()),
        Arc::new(BoardGame::nogo()),
        Arc::new(Maze::new()),
    ]
}

/// The games that take a parameter: the name, an example of the parameter, and what
/// the parameter says.
pub const PARAMETERISED: [(&str, &str, &str); 2] = [
    (
        "octal",
        "0.77",
        "an octal or hexadecimal code, `...` repeating its last digit, or one for each player: `0.7|0.07`",
    ),
    ("subtraction", "1,2,5", "the numbers that may be taken, or those of each player: `1,2|1,3`"),
];

/// The game with a parameter, or what is wrong with the parameter. `None` if no game
/// of that name takes one.
#[must_use]
pub fn with_parameter(name: &str, parameter: &str) -> Option<Result<Arc<dyn Ruleset>, ParseError>> {
    let game = match name {
        "octal" => Heaps::octal(parameter),
        "subtraction" => Heaps::subtraction(parameter),
        _ => return None,
    };
    Some(game.map(|game| Arc::new(game) as Arc<dyn Ruleset>))
}

/// A [`Description`] as it is written down in the source.
struct Told<'a> {
    name: &'a str,
    title: &'a str,
    rules: &'a str,
    source: &'a str,
    syntax: &'a str,
    examples: &'a [&'a str],
    /// The universe and the reason.
    home: (&'a str, &'a str),
}

impl Told<'_> {
    fn description(self) -> Description {
        Description {
            name: self.name.to_owned(),
            title: self.title.to_owned(),
            rules: self.rules.to_owned(),
            source: self.source.to_owned(),
            syntax: self.syntax.to_owned(),
            examples: self.examples.iter().map(|&example| example.to_owned()).collect(),
            home: Some(Home { universe: self.home.0.to_owned(), reason: self.home.1.to_owned() }),
        }
    }
}
