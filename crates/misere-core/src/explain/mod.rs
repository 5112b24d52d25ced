//! Evidence for answers, which an independent checker accepts.
//!
//! An [`Explainer`] turns answers of the engine into certificates; `misere-check`
//! has their format and the checker. Nothing in this module is believed: a certificate
//! is checked by playing, and by the rules of the theorems it names.

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
