//! Why a question has no answer.

use std::fmt;

use crate::budget::Exhausted;
use crate::store::Form;
use crate::universe::UniverseId;

/// Why a question about forms was not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A limit was reached, which any question may meet.
    Exhausted(Exhausted),
    /// The question is about games of a universe, and the form is not such a game.
    NotInUniverse {
        /// The form that was asked about.
        form: Form,
        /// The name of the universe.
        universe: UniverseId,
        /// The first follower outside the universe, options before the forms they belong to.
        culprit: Form,
    },
    /// The question is about ordinary forms, and the form has tombstones.
    NotOrdinary {
        /// The form that was asked about.
        form: Form,
    },
    /// The question does not make sense, or has no known answer, modulo this universe.
    Unsupported {
        /// The question, as a noun.
        question: &'static str,
        /// The name of the universe.
        universe: UniverseId,
        /// A question that can be asked instead.
        help: &'static str,
    },
}

impl From<Exhausted> for Refused {
    fn from(exhausted: Exhausted) -> Refused {
        Refused::Exhausted(exhausted)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Exhausted(exhausted) => exhausted.fmt(f),
            Refused::NotInUniverse { universe, .. } => write!(f, "the form is not in {universe}"),
            Refused::NotOrdinary { .. } => f.write_str("the form has tombstones"),
            Refused::Unsupported { question, universe, help } => {
                write!(f, "no {question} for {universe}: {help}")
            }
        }
    }
}

impl std::error::Error for Refused {}
