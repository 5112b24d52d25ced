//! Misère combinatorial games modulo universes: the engine.
#![deny(unsafe_op_in_unsafe_fn)]

mod algebra;
mod arena;
mod budget;
mod facts;
mod form;
mod player;

pub use budget::{Budget, Exhausted, Limit, Limits, Spent};
pub use form::{Form, Forms, Tombstones};
pub use player::{Outcome, Player};
