//! An independent checker of certificates about misère games.
//!
//! A [`Certificate`] lists game trees, then steps: statements about these
//! trees, each with its evidence, which may name earlier steps. [`check`] goes
//! through the steps in order and says on which theorems of the papers their
//! correctness rests.
//!
//! ```
//! use misere_check::{Certificate, check};
//!
//! // * ≥ 0 fails modulo D: if Left starts, she wins 0 + 0 but not * + 0.
//! let json = br#"{"format":"misere-certificate","version":1,"universe":{"name":"D"},
//!   "nodes":[{},{"l":[0],"r":[0]}],
//!   "steps":[{"claim":{"member":0},"by":"definition"},
//!            {"claim":{"not_ge":[1,0]},"by":{"separator":{"x":0,"member":0,"starter":"Left"}}}],
//!   "claims":[{"not_ge":[1,0]}]}"#;
//! let certificate = Certificate::from_json(json)?;
//! assert_eq!(check(&certificate)?.to_string(), "checked; relies on no theorem");
//! assert_eq!(misere_check::describe(&certificate, &certificate.claims[0])?, "* ≱ 0 modulo D");
//! # Ok::<(), misere_check::Rejection>(())
//! ```
//!
//! The checker knows trees up to isomorphism, play by its rules, membership in a
//! universe by definition, the order of dead ends, and, for ends that stand for others in a
//! strategy, the literal rule of the order modulo all games. The checker knows no
//! algorithm that compares forms modulo other universes or simplifies them, and shares no code
//! with the program that writes certificates.
//!
//! To review the checker, read [`Statement`] and [`Evidence`] for what is claimed and
//! what is shown, then `check.rs`, and last the files on which it stands: `checker.rs`,
//! `tree.rs`, `play.rs`, `member.rs`, `ends.rs`, `order.rs` and `strategy.rs`. `words.rs` puts claims
//! into words.
//!
//! A [`QuotientCertificate`] is a format apart: the quotient of all sums of some games, by a monoid
//! with outcomes, which `quotient/` checks by itself.
//!
//! The checker rejects what it does not understand. Nothing recurses on forms, and all
//! work is metered: hostile input costs a bounded time and memory and gives a
//! [`Rejection`].
//!
//! The papers are cited by short names: \[universe\] is Siegel, *On the general
//! dead-ending universe of partizan games*; \[blocking\] is Davies and Milley,
//! *Order and inverses in the monoid of misère blocking games*; \[nim\] is
//! Spindler, *Equality classes of Nim positions under misère play*.
#![forbid(unsafe_code)]

mod certificate;
mod check;
mod checker;
mod ends;
mod limits;
mod member;
mod order;
mod play;
mod player;
mod quotient;
mod rejection;
mod shapes;
mod strategy;
mod theorem;
mod tree;
mod visible;
mod words;

pub use certificate::{
    Balance, CellStrategy, Certificate, Evidence, FORMAT, Node, NodeNumber, Pairs, Reduced, Separator,
    Statement, Step, StepNumber, Strategies, StrongOption, Sum, SumNot, Tombstones, Universe, UniverseName,
    VERSION, WinningEnd,
};
pub use check::{Accepted, check, check_with_limits, check_within, fuzz_one};
pub use limits::{Limits, Meter, Unmetered, Work};
pub use player::{Outcome, Player};
pub use quotient::{
    Code, CodeError, Element, Letter, Letters, MAX_ORDER, Monoid, Moves, QUOTIENT_FORMAT, QUOTIENT_VERSION,
    QuietSets, Quotient, QuotientCertificate, QuotientStatement, QuotientWords, Refutation, Whole, Word,
    check_quotient, check_quotient_within,
};
pub use rejection::Rejection;
pub use theorem::{Theorem, VerifiedBy};
pub use visible::{visible, visible_json};
pub use words::{Script, Words, describe};
