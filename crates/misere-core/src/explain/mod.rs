//! Why, and why not: evidence that an independent checker accepts.
//!
//! An [`Explainer`] turns answers of the engine into certificates, whose format
//! and checker are `misere-check`. Nothing here is believed: what it writes is
//! checked by playing, and by the rules of the theorems it names.

mod impartial;
mod outcome;
mod prover;
mod separator;
mod shrink;
mod small_games;
mod sum_play;
mod table;

pub use outcome::certify_outcome;
pub use prover::Explainer;
pub use separator::Separator;
