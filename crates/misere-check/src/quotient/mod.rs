//! Quotients: the sums of given games up to the equivalence modulo these sums.
//!
//! For a set A of games closed under options and sums, G ≡ H when o(G + X) = o(H + X) for every X in
//! A. The classes are a commutative monoid, and each has an outcome (Plambeck, *Taming the wild in
//! impartial combinatorial games*; Plambeck and Siegel, *Misère quotients for impartial games*; Allen's
//! thesis for partizan games). [`Monoid`] is such a monoid, [`QuietSets`] proves that it is the
//! quotient, and [`check_quotient`] does so for a certificate. docs/quotients.md has the proofs.

mod bits;
mod certificate;
mod check;
mod code;
mod integers;
mod monoid;
mod quiet;
mod words;

pub use certificate::{
    Letter, Letters, QUOTIENT_FORMAT, QUOTIENT_VERSION, Quotient, QuotientCertificate, QuotientStatement,
    Whole, Word,
};
pub use check::{check_quotient, check_quotient_within};
pub use code::{Code, CodeError};
pub use monoid::{Element, MAX_ORDER, Monoid};
pub use quiet::{Moves, QuietSets, Refutation};
pub use words::QuotientWords;
