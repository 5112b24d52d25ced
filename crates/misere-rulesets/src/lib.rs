//! Positions of games people play, and their values.
#![forbid(unsafe_code)]

mod catalogue;
mod classes;
mod evaluate;
mod games;
mod graph;
mod grid;
mod kind;
mod rules;
mod ruleset;
mod steps;

pub use catalogue::{
    Entry, NoRuleset, catalogue, find_ruleset, is_ruleset_name, similar_name, takes_parameter,
};
pub use evaluate::{Convention, Method, Winners};
pub use games::{BoardGame, Cutcake, Hackenbush, Heaps, Maze, RowGame};
pub use graph::{Component, PositionGraph, Sum, Unexplored};
pub use grid::{Alphabet, Grid, Symmetry};
pub use kind::Kinds;
pub use rules::{Rewriting, RulesFileError};
pub use ruleset::{Appearance, Description, EdgeColour, Home, Position, Ruleset};
pub use steps::Steps;
