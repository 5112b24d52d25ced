//! Misère games as a workspace: read a game, ask about it modulo any universe,
//! write the answer.
//!
//! ```
//! use misere::{Style, Workspace};
//! let work = Workspace::new();
//! let g = work.read("{0,*|*}")?;
//! let d = work.read_modulus("D")?;
//! let simplest = work.simplest(g, &d)?;
//! assert_eq!(work.write(simplest, Style::Unicode)?, "{0,■|*}");
//! # Ok::<(), misere::Error>(())
//! ```
//!
//! The engine behind it is [`core`], the notation [`notation`].
#![forbid(unsafe_code)]

mod adviser;
mod claims;
mod classes;
mod count;
mod engine;
mod error;
pub mod language;
mod pictures;
mod positions;
mod why;
mod workspace;

pub use adviser::{Adviser, Choice};
pub use claims::states;
pub use count::{ClassCount, CountedBy};
pub use error::Error;
pub use misere_census as census;
pub use misere_check as check;
pub use misere_core as core;
pub use misere_core::{Budget, Form, Limits, Outcome, Player, Relation, Statistics};
pub use misere_draw as draw;
pub use misere_impartial as impartial;
pub use misere_notation as notation;
pub use misere_notation::{Style, TombstoneSign, UniverseName};
pub use misere_rulesets as rulesets;
pub use pictures::Classes;
pub use positions::{Evaluation, How, Positions};
pub use why::why;
pub use workspace::{Facts, Workspace};

/// The guide's page on the library, whose programs are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/library.md")]
pub struct Guide;
