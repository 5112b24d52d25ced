//! Errors: why a question was not answered.

use std::fmt;

#[cfg(feature = "census")]
use misere_census::classes::{CensusError, TooManyGames};
use misere_check::Rejection;
use misere_core::{Exhausted, GeneratorError, Limit, Refused};
use misere_notation::{ParseError, Problem, ReadError, quoted};
use misere_rulesets::{NoRuleset, Unexplored};

/// Why a [`Workspace`](crate::Workspace) did not answer.
///
/// Whatever takes time or memory may return [`Error::Exhausted`]; a function whose
/// documentation does not mention errors returns no other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A text is not in the notation.
    Parse(ParseError),
    /// A limit was reached.
    Exhausted(Exhausted),
    /// The answer is not known: what was tried decided nothing. Front ends tell this as an
    /// answer.
    Undecided {
        /// The sums, strategies or games that were tried.
        tried: String,
    },
    /// The question is about games of a universe, and the form is not such a game.
    NotInUniverse {
        /// The name of the universe.
        universe: String,
        /// The first follower outside the universe, if it is short.
        culprit: Option<String>,
    },
    /// Normal play is about ordinary forms, and the form has tombstones.
    NotOrdinary,
    /// The question is about impartial games, and a form is not impartial.
    NotImpartial,
    /// The question does not make sense, or has no known answer, modulo this universe.
    Unsupported {
        /// The question, as a noun.
        question: &'static str,
        /// The universe the question was asked modulo.
        universe: String,
        /// A question that can be asked instead.
        help: &'static str,
    },
    /// There are too many games to look at each.
    #[cfg(feature = "census")]
    TooManyGames {
        /// The universe whose games are too many.
        of: String,
        /// How many games there are.
        too_many: TooManyGames,
    },
    /// A game or a universe belongs to another workspace.
    Foreign,
    /// A name cannot be given to a universe, or is the name of no universe.
    BadName {
        /// The name.
        name: String,
        /// The reason why the name is refused.
        reason: &'static str,
    },
    /// A name cannot be given to a ruleset.
    BadRulesetName {
        /// The name.
        name: String,
        /// The reason why the name is refused.
        reason: &'static str,
    },
    /// There is no such picture, in these words.
    NoPicture(String),
    /// A position of a ruleset was expected, and something else was given.
    NotAPosition,
    /// A dead end was expected, and both players can come to move in the game.
    NotADeadEnd,
    /// The question is too large to be begun with, in these words.
    TooLarge(String),
    /// There is no question of this name.
    UnknownQuestion {
        /// The name.
        name: String,
        /// A name of a question that is much like the given name.
        similar: Option<&'static str>,
    },
    /// An argument of a question is missing, or of the wrong kind.
    Argument {
        /// The question.
        question: &'static str,
        /// The argument.
        argument: &'static str,
        /// The argument that is wanted.
        expected: String,
        /// A text to write instead, if one is known.
        help: Option<String>,
    },
    /// An object, or a line of a batch, is not a request: the message says why.
    Request(String),
    /// There is no such ruleset.
    NoRuleset(NoRuleset),
    /// A game need not end: these positions lead from one to the next, and the last
    /// back to the first.
    Endless(Vec<String>),
    /// A ruleset claims to lie in a universe, and one of its positions does not.
    FalseClaim {
        /// The name of the ruleset.
        ruleset: String,
        /// The universe the ruleset claims to lie in.
        home: String,
        /// A position that is an end and not in the universe.
        culprit: String,
    },
    /// The store of values cannot be read or written: the message says why.
    Store(String),
    /// The answer has no proof.
    NoProof,
    /// The proof is larger than the checker's limits.
    ProofTooLarge(String),
    /// The checker does not accept a proof, or the proof is of another statement: a bug.
    Rejected(String),
}

impl Error {
    /// A stable word for the kind of error, the same in every front end.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Error::Parse(_) => "syntax",
            Error::Exhausted(exhausted) if exhausted.limit == Limit::Cancelled => "interrupted",
            Error::Exhausted(_) | Error::ProofTooLarge(_) => "limit",
            Error::Undecided { .. } => "undecided",
            #[cfg(feature = "census")]
            Error::TooManyGames { .. } => "too-large",
            Error::NotInUniverse { .. } => "not-in-universe",
            Error::NotOrdinary => "not-ordinary",
            Error::NotImpartial => "not-impartial",
            Error::Unsupported { .. } => "unsupported",
            Error::Foreign => "foreign",
            Error::BadName { .. } | Error::BadRulesetName { .. } => "name",
            Error::NoPicture(_) => "no-picture",
            Error::NotAPosition => "not-a-position",
            Error::NotADeadEnd => "input",
            Error::TooLarge(_) => "too-large",
            Error::UnknownQuestion { .. } => "unknown-question",
            Error::Argument { .. } => "argument",
            Error::Request(_) => "request",
            Error::NoRuleset(_) => "unknown-ruleset",
            Error::Endless(_) => "endless",
            Error::FalseClaim { .. } => "false-claim",
            Error::Store(_) => "store",
            Error::NoProof => "no-proof",
            Error::Rejected(_) => "rejected",
        }
    }

    /// Advice what to do instead, if there is any.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            Error::Parse(error) => error.help.clone(),
            Error::NotAPosition => Some("write it as `domineering(2x4)`".to_owned()),
            Error::UnknownQuestion { similar, .. } => similar.map(|name| format!("did you mean `{name}`?")),
            Error::Argument { help, .. } => help.clone(),
            Error::Request(_) => {
                Some(r#"for example {"op":"simplest","g":"{0,*|*}","modulo":"D"}"#.to_owned())
            }
            Error::NotImpartial => {
                Some("compare partizan games modulo D (dicots), E, B, D(A), or M (all games)".to_owned())
            }
            Error::Foreign => Some("`Workspace::adopt` rebuilds a game of another workspace".to_owned()),
            Error::NoRuleset(NoRuleset::Unknown { .. }) => {
                Some("`misere rulesets` lists the rulesets".to_owned())
            }
            Error::NoProof => Some(format!("these have proofs: {}", crate::questions::provable_names())),
            Error::Rejected(_) => Some("this is a bug, please report it".to_owned()),
            _ => None,
        }
    }

    /// The tokens accepted at the place of a syntax error, or the arguments accepted.
    #[must_use]
    pub fn expected(&self) -> Option<&str> {
        match self {
            Error::Parse(ParseError { problem: Problem::Unexpected { expected, .. }, .. })
            | Error::Argument { expected, .. } => Some(expected),
            _ => None,
        }
    }
}

macro_rules! error_from {
    ($($cause:ident => $variant:ident),+) => {
        $(impl From<$cause> for Error {
            fn from(cause: $cause) -> Error {
                Error::$variant(cause)
            }
        })+
    };
}

error_from!(NoRuleset => NoRuleset, ParseError => Parse);

impl From<Exhausted> for Error {
    fn from(exhausted: Exhausted) -> Error {
        match exhausted.limit.tried() {
            Some(tried) => Error::Undecided { tried },
            None => Error::Exhausted(exhausted),
        }
    }
}

impl From<Unexplored> for Error {
    fn from(error: Unexplored) -> Error {
        match error {
            Unexplored::Exhausted(exhausted) => exhausted.into(),
            Unexplored::Endless(cycle) => Error::Endless(cycle),
        }
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Error {
        match error {
            ReadError::Parse(error) => Error::Parse(error),
            ReadError::Exhausted(exhausted) => exhausted.into(),
        }
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        match refused {
            Refused::Exhausted(exhausted) => exhausted.into(),
            Refused::NotInUniverse { universe, .. } => {
                Error::NotInUniverse { universe: universe.to_string(), culprit: None }
            }
            Refused::NotOrdinary { .. } => Error::NotOrdinary,
            Refused::Unsupported { question, universe, help } => {
                Error::Unsupported { question, universe: universe.to_string(), help }
            }
        }
    }
}

impl From<GeneratorError> for Error {
    fn from(error: GeneratorError) -> Error {
        match error {
            GeneratorError::Exhausted(exhausted) => exhausted.into(),
            GeneratorError::NotAnEnd(_) => {
                Error::NotInUniverse { universe: "the Left ends".to_owned(), culprit: None }
            }
        }
    }
}

#[cfg(feature = "census")]
impl Error {
    pub(crate) fn census(of: String, error: CensusError) -> Error {
        match error {
            CensusError::Exhausted(exhausted) => exhausted.into(),
            CensusError::TooMany(too_many) => Error::TooManyGames { of, too_many },
        }
    }
}

/// A proof that is too large for the checker is a limit; any other rejection is a bug.
impl From<Rejection> for Error {
    fn from(rejection: Rejection) -> Error {
        match rejection {
            Rejection::TooLarge { .. } | Rejection::TooMuchWork { .. } => {
                Error::ProofTooLarge(rejection.to_string())
            }
            _ => Error::Rejected(rejection.to_string()),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Parse(error) => error.fmt(f),
            Error::Exhausted(exhausted) => exhausted.fmt(f),
            Error::Undecided { tried } => write!(f, "unknown: tried {tried}"),
            Error::NotInUniverse { universe, culprit } => {
                write!(f, "the form is not in {universe}")?;
                match culprit {
                    Some(culprit) => write!(f, ": its follower {culprit} is not"),
                    None => Ok(()),
                }
            }
            Error::NotOrdinary => f.write_str("normal play is about ordinary forms; this one has tombstones"),
            Error::NotImpartial => f.write_str(
                "modulo I only impartial games are compared, in which both players always have the same \
                 options: I has no order, and no equality of partizan games",
            ),
            Error::Unsupported { question, universe, help } => {
                write!(f, "no {question} for {universe}: {help}")
            }
            #[cfg(feature = "census")]
            Error::TooManyGames { of, too_many: TooManyGames { day, last_day, more_than_two_to } } => {
                write!(f, "{of} has more than 2^{more_than_two_to} games born by day {day}; ")?;
                write!(f, "a census of {of} goes to day {last_day}")
            }
            Error::Foreign => f.write_str("a game or a universe belongs to another workspace"),
            Error::BadName { name, reason } => write!(f, "{} is not a universe: {reason}", quoted(name)),
            Error::BadRulesetName { name, reason } => {
                write!(f, "rules cannot be called {}: {reason}", quoted(name))
            }
            Error::NoPicture(reason) => f.write_str(reason),
            Error::NotAPosition => f.write_str("expected a position of a ruleset"),
            Error::NotADeadEnd => f.write_str("this is not a dead end: both players can come to move"),
            Error::TooLarge(message) => f.write_str(message),
            Error::UnknownQuestion { name, .. } => write!(f, "unknown question {}", quoted(name)),
            Error::Argument { question, argument, expected, .. } => {
                write!(f, "`{question}` needs `{argument}`: {expected}")
            }
            Error::Request(message) => f.write_str(message),
            Error::NoRuleset(error) => error.fmt(f),
            Error::Endless(cycle) => Unexplored::Endless(cycle.clone()).fmt(f),
            Error::FalseClaim { ruleset, home, culprit } => {
                write!(f, "{ruleset} claims to lie in {home}, but the end {} does not", quoted(culprit))
            }
            Error::Store(message) => f.write_str(message),
            Error::NoProof => f.write_str("the answer has no proof"),
            Error::ProofTooLarge(reason) => write!(f, "the proof is too large for the checker: {reason}"),
            Error::Rejected(reason) => write!(f, "the checker rejects the proof: {reason}"),
        }
    }
}

impl std::error::Error for Error {}
