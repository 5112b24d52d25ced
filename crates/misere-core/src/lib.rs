//! Misère combinatorial games modulo universes: the engine.
//!
//! Two players, Left and Right, alternate moves; the player who cannot move wins. A
//! [`Form`] is a game tree in a [`Forms`] store; an [`Engine`] compares and simplifies
//! forms modulo a [`Universe`].
//!
//! The papers are cited by short names: \[universe\] is Siegel, *On the general
//! dead-ending universe of partizan games*; \[blocking\] is Davies and Milley,
//! *Order and inverses in the monoid of misère blocking games*; \[dicots\] is
//! Dorbec, Renault, Siegel and Sopena, *Dicots, and a taxonomic ranking for
//! misère games*; \[day-2\] is Dwyer, Milley and Willette, *Dead-ending day-2 games
//! under misère play*; \[nim\] is Spindler, *Equality classes of Nim positions
//! under misère play*.
#![deny(unsafe_code, unsafe_op_in_unsafe_fn)]

mod budget;
mod engine;
mod error;
mod explain;
mod families;
#[cfg(all(test, loom))]
mod model;
pub mod parallel;
mod store;
mod sync;
mod universe;

/// The players and outcomes of the certificate format.
pub use misere_check::{Outcome, Player};

pub use budget::{Account, Budget, Clock, Exhausted, Limit, Limits, MeteredVec, Spent, Ticker, table_bytes};
pub use engine::{
    Engine, Impartial, Inverse, Inversion, Probes, Relation, Settings, Statistics, Value, WideProbes,
};
pub use error::Refused;
pub use explain::{Explainer, Fate, Operation, Separator, SimplifyingStep, certify_outcome};
pub use families::Family;
pub use store::order;
pub use store::{Form, FormPositions, Forms, Tombstones, bytes_with_room};
pub use universe::{
    AllGames, Balance, Below, Blocking, Cell, Chain, Counting, DeadEndFamily, DeadEnding, Dicots, EndAsSum,
    EndKind, EndSet, Ends, FiniteGenerators, Generated, GeneratorError, Generators, Invertibles, Member,
    Membership, NormalPlay, Play, Progression, Setting, Strategy, StrengthArgument, StrengthPlay,
    StrengthTests, TellingDicot, TestEnd, Universe, UniverseId,
};
