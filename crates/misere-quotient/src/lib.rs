//! Misère quotients: found by learning, verified by the checker.
//!
//! For a set A of games closed under options and sums, G ≡ H when o(G + X) = o(H + X) for every X in
//! A. The quotient is the monoid of the classes, with their outcomes (Plambeck, *Taming the wild in
//! impartial combinatorial games*; Plambeck and Siegel, *Misère quotients for impartial games*). Here A
//! has the sums of *letters*: heaps of a code, or the games of a list, for one or two players.
//!
//! [`solve`] answers with a finite quotient, with a proof that the quotient is infinite, or with the
//! part that it knows. All of these are verified by [`misere_check::QuietSets`] or by
//! [`misere_check::check_quotient`], and have certificates.
#![forbid(unsafe_code)]

mod columns;
mod game;
mod integers;
mod learner;
mod letters;
mod purse;
mod quotient;
mod standard;
mod structure;
mod table;
mod verified;

pub use integers::Infinite;
pub use learner::{Growth, Learner};
pub use letters::{Games, Letters, OutOfOrder};
pub use purse::Stopped;
pub use quotient::{Answer, Quotient, Search, solve};
pub use standard::standard_form;
pub use structure::{Idempotent, Presentation};
