//! Impartial misère games: Nim with finite and transfinite heaps, genus, Conway's
//! canonical forms.
//!
//! ```
//! use misere_impartial::NimPosition;
//! use misere_notation::Style;
//! use misere_rulesets::Convention;
//! let position = NimPosition::read("3, 5, w+1")?;
//! let moves = position.winning_moves(Convention::Misere);
//! assert_eq!(moves[0].write(Style::Unicode), "ω+1 → 6");
//! assert_eq!(position.reduced().write(Style::Unicode), "2, 4, ω+1");
//! # Ok::<(), misere_notation::ParseError>(())
//! ```
//!
//! Besides the papers, \[ww\] is Berlekamp, Conway and Guy, *Winning Ways*, chapter 13, and
//! \[onag\] is Conway, *On Numbers and Games*, chapter 12.
#![forbid(unsafe_code)]

mod canonical;
mod genus;
mod nim;
mod ordinal;

pub use canonical::{born_by, count_born_by, mate};
pub use genus::Genus;
pub use nim::{NimMove, NimPosition};
pub use ordinal::Ordinal;
