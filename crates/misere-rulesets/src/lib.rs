//! Positions of games people play, and their values.
#![forbid(unsafe_code)]

mod catalogue;
mod classes;
mod evaluate;
mod explore;
mod games;
mod graph;
mod grid;
mod identity;
mod kind;
mod lists;
mod memory;
mod rules;
mod ruleset;
mod steps;
mod values;

pub use catalogue::{
    Entry, NoRuleset, catalogue, find_ruleset, is_ruleset_name, similar_name, takes_parameter,
};
pub use evaluate::{Convention, Method, Winners};
pub use games::{BoardGame, Cutcake, Hackenbush, Heaps, Maze, RowGame};
pub use graph::{Component, PositionGraph, Sum, Unexplored};
pub use grid::{Alphabet, Grid, Symmetry};
pub use identity::ruleset_of_identity;
pub use kind::Kinds;
pub use memory::{Memory, NoMemory};
pub use rules::{Rewriting, RulesFileError};
pub use ruleset::{Appearance, Description, EdgeColour, Home, Position, Ruleset};
pub use steps::Steps;
