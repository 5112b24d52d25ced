//! Misère games as a workspace: read a game, ask about it modulo any universe, write
//! the answer.
//!
//! ```
//! use misere::{Relation, Workspace};
//!
//! let work = Workspace::new();
//! let g = work.game("{0,*|*}")?;
//! let (d, b) = (work.modulo("D")?, work.modulo("B")?);
//!
//! // Among dicots g is simpler than it looks, and better for Left than 0.
//! assert_eq!(d.simplest(&g)?.to_string(), "{0,■|*}");
//! assert_eq!(d.compare(&g, &work.game("0")?)?, Relation::Greater);
//!
//! // Among blocking games it is not: here is a game X that shows it.
//! let x = b.separator(&g, &work.game("0")?)?.expect("g is not at least 0");
//! println!("{} + {} is lost for Left, {} + 0 is won", g, x.game, x.game);
//! # Ok::<(), misere::Error>(())
//! ```
//!
//! A [`Game`] and a [`Modulus`] are handles that know their [`Workspace`]; handles of
//! another workspace are refused. Whatever can be asked stands in one table,
//! [`QUESTIONS`]: a [`Question`] is a value, and [`Modulus::ask`] and [`Modulus::prove`]
//! answer it. Proving adds a [`Proof`] that an independent checker accepted.
//!
//! A custom universe is registered with [`Workspace::register`] and then known to
//! everything: the library, the [`language`], batches.
//!
//! The engine below is [`core`], the notation [`notation`].
//!
//! # Features
//!
//! Both features are on by default; a program that wants answers alone turns them off.
//!
//! - `census`: the classes of a day and their numbers, which are the questions `census` and
//!   `count`.
//! - `pictures`: pictures of trees, boards and orders.
#![forbid(unsafe_code)]

mod adviser;
#[cfg(feature = "census")]
mod census;
mod claims;
mod constructions;
#[cfg(feature = "census")]
mod count;
mod csv;
pub mod data;
mod error;
mod game;
pub mod language;
mod metered;
mod modulus;
#[cfg(feature = "pictures")]
mod pictures;
mod positions;
mod progress;
mod questions;
mod random;
mod registry;
mod render;
mod room;
mod ruled;
mod steps;
mod stored;
mod universes;
mod why;
mod workspace;

pub use adviser::{Adviser, Choice};
#[cfg(feature = "census")]
pub use census::{Census, Class};
pub use constructions::Reduced;
#[cfg(feature = "census")]
pub use count::{ClassCount, CountedBy};
pub use csv::{csv_cell, csv_heads};
pub use error::Error;
pub use game::Game;
pub use metered::{BudgetMeter, check_within_budget};
#[cfg(feature = "census")]
pub use misere_census as counting;
pub use misere_check as check;
pub use misere_core as core;
pub use misere_core::{
    Budget, Limits, Outcome, Player, Relation, Setting, Statistics, Tombstones, UniverseId,
};
#[cfg(feature = "pictures")]
pub use misere_draw as draw;
pub use misere_impartial as impartial;
pub use misere_notation as notation;
pub use misere_notation::{NamedTexts, Style, TombstoneSign};
#[cfg(any(feature = "census", feature = "pictures"))]
pub use misere_order as order;
pub use misere_rulesets as rulesets;
pub use modulus::{Invertibility, Modulus, Separation};
#[cfg(feature = "pictures")]
pub use pictures::Classes;
pub use positions::{Evaluation, How, Positions};
pub use questions::{
    Argument, ArgumentKind, Columns, Example, Facts, Family, Parameter, Proof, QUESTIONS, Question,
    QuestionKind, Reference, Request, RequestError, RequestLine, Rows, Subject, all_schemas, answer_object,
    board_sizes, error_object, schema_of_error, schema_of_unknown, summary, table_page,
};
pub use registry::{homes_in_words, named_in_words, universes};
pub use render::json::{JSON_STYLE, JsonLayout};
pub use render::{Sheet, breakable, write_outcome};
pub use room::Room;
pub use steps::{Step, Steps};
pub use stored::{
    Batch, Digest, FormGraph, FormNode, FormRow, FoundValue, Piece, PositionKey, RowMap, RulesKey,
    StoreFailure, StoredForm, StoredForms, StoredMethod, StoredValue, ValueStore, push_number, take_number,
};
#[cfg(feature = "pictures")]
pub use universes::UniverseLattice;
pub use universes::{
    AboutUniverse, Bound, Closure, EndTest, GeneratedEnds, Inclusion, OccurringEnds, OrderOfTwo, OrderType,
    StrengthType, Survey, Telling, TestOf, TestSum, Tested, UniverseRelation, Values,
};
pub use workspace::{Setup, Workspace};

/// The guide's page on the library, whose programs are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/library.md")]
pub struct Guide;
