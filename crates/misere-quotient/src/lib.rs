//! Misère quotients.
#![forbid(unsafe_code)]

mod columns;
mod game;
mod learner;
mod letters;
mod purse;
mod table;
mod verified;

pub use learner::{Growth, Learner};
pub use letters::{Games, Letters, OutOfOrder};
pub use purse::Stopped;
