//! Misère quotients.
#![forbid(unsafe_code)]

mod columns;
mod game;
mod integers;
mod learner;
mod letters;
mod purse;
mod quotient;
mod standard;
mod table;
mod verified;

pub use integers::Infinite;
pub use learner::{Growth, Learner};
pub use letters::{Games, Letters, OutOfOrder};
pub use purse::Stopped;
pub use quotient::{Answer, Quotient, Search, solve};
pub use standard::standard_form;
