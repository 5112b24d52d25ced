//! Positions of games people play, and what they are worth.
#![forbid(unsafe_code)]

mod evaluate;
mod graph;
mod grid;
mod kind;
mod rules;
mod ruleset;

pub use evaluate::{Convention, Method, Winners};
pub use graph::{Component, PositionGraph, Sum, Unexplored};
pub use grid::{Alphabet, Grid, Symmetry};
pub use kind::{Kind, Kinds};
pub use rules::{Rewriting, RulesFileError};
pub use ruleset::{Description, Home, Position, Ruleset};
