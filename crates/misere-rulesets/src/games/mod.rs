//! Games whose rules are written in Rust.

mod amazons;
mod boards;
mod code;
mod cutcake;
mod hackenbush;
mod heaps;
mod konane;
mod labels;
mod maze;
mod nogo;
mod pushing;
mod rows;
mod text;
mod toppling_dominoes;

pub use boards::BoardGame;
pub use cutcake::Cutcake;
pub use hackenbush::Hackenbush;
pub use heaps::Heaps;
pub use maze::Maze;
pub use rows::RowGame;

use crate::ruleset::{Description, Home};

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
