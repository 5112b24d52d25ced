//! Misère combinatorial games modulo universes: the engine.
//!
//! Two players, Left and Right, alternate moves, and whoever cannot move wins. A
//! [`Form`] is a game tree in a [`Forms`] store; a [`Modulo`] engine compares
//! and simplifies forms modulo a [`Universe`].
//!
//! The papers are cited by short names: [universe] is Siegel, *On the general
//! dead-ending universe of partizan games*; [blocking] is Davies and Milley,
//! *Order and inverses in the monoid of misère blocking games*; [dicots] is
//! Dorbec, Renault, Siegel and Sopena, *Dicots, and a taxonomic ranking for
//! misère games*; [day-2] is Dwyer, Milley and Willette, *Dead-ending day-2 games
//! under misère play*; [nim] is Spindler, *Equality classes of Nim positions
//! under misère play*.
#![deny(unsafe_op_in_unsafe_fn)]

mod algebra;
mod arena;
mod budget;
mod canonical;
mod chain;
mod compare;
mod end_play;
mod error;
mod expansion;
mod explain;
mod facts;
mod families;
mod form;
mod generated;
mod generators;
mod impartial;
mod memo;
mod modulo;
mod multiverse;
pub mod parallel;
mod player;
mod signature;
mod universes;

pub use budget::{Account, Budget, Exhausted, Limit, Limits, Spent};
pub use chain::Chain;
pub use end_play::Play;
pub use error::Refused;
pub use explain::{Certified, Explainer, Membership, Separator, StrengthArgument, certify_outcome};
pub use families::Family;
pub use form::{Form, Forms, Tombstones};
pub use generated::{EndAsSum, Generated, TestEnd};
pub use generators::{FiniteGenerators, GeneratorError, Generators};
pub use impartial::Impartial;
pub use modulo::{Modulo, Relation, Settings, Statistics, Value};
pub use multiverse::{Kinship, TellingDicot};
pub use player::{Outcome, Player};
pub use signature::Probes;
pub use universes::{
    AllGames, Blocking, DeadEnding, DeadEndingUniverse, Dicots, Invertibles, NormalPlay, Proviso, Universe,
};
