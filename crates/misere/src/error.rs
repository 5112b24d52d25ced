//! Why a question was not answered.

use std::fmt;

use misere_census::classes::TooManyGames;
use misere_core::{Exhausted, Form, GeneratorError, Refused};
use misere_notation::{ParseError, ReadError, quoted};
use misere_rulesets::{NoRuleset, Unexplored};

/// Why a [`Workspace`](crate::Workspace) did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A text is not in the notation.
    Parse(ParseError),
    /// A limit was reached.
    Exhausted(Exhausted),
    /// The question is about games of a universe, and the form is not one.
    NotInUniverse {
        /// The name of the universe.
        universe: String,
        /// The first follower that is outside.
        culprit: Form,
        /// The same, written out, if it is short.
        written: Option<String>,
    },
    /// The question is about ordinary forms, and this one has tombstones.
    NotOrdinary {
        /// What was asked for.
        question: &'static str,
    },
    /// The question is about impartial games, and a form is not impartial.
    NotImpartial,
    /// The question does not make sense, or has no known answer, modulo this.
    Unsupported {
        /// What was asked for.
        question: &'static str,
        /// The universe it was asked modulo.
        universe: String,
        /// What can be asked instead.
        help: &'static str,
    },
    /// There are too many games to look at each.
    TooManyGames {
        /// The universe whose games they are.
        of: String,
        /// How many there are.
        too_many: TooManyGames,
    },
    /// There is no such ruleset.
    NoRuleset(NoRuleset),
    /// A game need not end: these positions lead from one to the next, and the last
    /// back to the first.
    Endless(Vec<String>),
    /// A ruleset claims to lie in a universe, and a position of it does not.
    FalseClaim {
        /// The name of the ruleset.
        ruleset: String,
        /// The universe it claims to lie in.
        home: String,
        /// A position that is an end and not in the universe.
        culprit: String,
    },
}

impl From<NoRuleset> for Error {
    fn from(error: NoRuleset) -> Error {
        Error::NoRuleset(error)
    }
}

impl From<Unexplored> for Error {
    fn from(error: Unexplored) -> Error {
        match error {
            Unexplored::Exhausted(exhausted) => Error::Exhausted(exhausted),
            Unexplored::Endless(cycle) => Error::Endless(cycle),
        }
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Error {
        Error::Parse(error)
    }
}

impl From<Exhausted> for Error {
    fn from(exhausted: Exhausted) -> Error {
        Error::Exhausted(exhausted)
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Error {
        match error {
            ReadError::Parse(error) => Error::Parse(error),
            ReadError::Exhausted(exhausted) => Error::Exhausted(exhausted),
        }
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        match refused {
            Refused::Exhausted(exhausted) => Error::Exhausted(exhausted),
            Refused::NotInUniverse { universe, culprit, .. } => {
                Error::NotInUniverse { universe, culprit, written: None }
            }
            Refused::NotOrdinary { .. } => Error::NotOrdinary { question: "a canonical form" },
        }
    }
}

impl From<GeneratorError> for Error {
    fn from(error: GeneratorError) -> Error {
        match error {
            GeneratorError::Exhausted(exhausted) => Error::Exhausted(exhausted),
            GeneratorError::NotADeadEnd(culprit) => {
                Error::NotInUniverse { universe: "the Left dead ends".to_owned(), culprit, written: None }
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Parse(error) => error.fmt(f),
            Error::Exhausted(exhausted) => exhausted.fmt(f),
            Error::NotInUniverse { universe, written, .. } => {
                write!(f, "the form is not in {universe}")?;
                match written {
                    Some(written) => write!(f, ": its follower {written} is not"),
                    None => Ok(()),
                }
            }
            Error::NotOrdinary { question } => {
                write!(f, "{question} is defined for ordinary forms; this one has tombstones")
            }
            Error::NotImpartial => f.write_str("modulo I only impartial forms are compared"),
            Error::Unsupported { question, universe, help } => {
                write!(f, "no {question} for {universe}: {help}")
            }
            Error::TooManyGames { of, too_many: TooManyGames { day, last_day, more_than_two_to } } => {
                write!(f, "{of} has more than 2^{more_than_two_to} games born by day {day}; ")?;
                write!(f, "a census of {of} goes to day {last_day}")
            }
            Error::NoRuleset(error) => error.fmt(f),
            Error::Endless(cycle) => Unexplored::Endless(cycle.clone()).fmt(f),
            Error::FalseClaim { ruleset, home, culprit } => {
                write!(f, "{ruleset} claims to lie in {home}, but the end {} does not", quoted(culprit))
            }
        }
    }
}

impl std::error::Error for Error {}
