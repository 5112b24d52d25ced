//! How a run ends when it does not succeed.

use std::io;

use misere::core::{Exhausted, Limit};
use misere::{Error, Statistics};
use serde::Serialize;

/// The exit code of a program that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command ended without (all of) its answers.
pub(crate) enum Failure {
    /// The input is bad: exit code 2. The message is for the user.
    BadInput(String),
    /// A certificate was rejected: exit code 1.
    Rejected(String),
    /// A limit was reached: exit code 3.
    Limit(String),
    /// The question is too large to be begun with: exit code 3.
    TooLarge(String),
    /// Somebody pressed Ctrl-C: exit code 130, as shells have it.
    Interrupted(String),
    /// The reader of standard output has gone: not an error.
    ReaderGone,
    /// Standard output cannot be written: exit code 2.
    Output(String),
}

/// A failure as the last line of what `--json` prints.
#[derive(Serialize)]
pub(crate) struct FailureObject {
    ok: bool,
    error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    /// That a limit was reached.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    exhausted: bool,
}

impl Failure {
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Rejected(_) => 1,
            Failure::BadInput(_) | Failure::Output(_) => 2,
            Failure::Limit(_) | Failure::TooLarge(_) => 3,
            Failure::Interrupted(_) => INTERRUPTED,
            Failure::ReaderGone => 0,
        }
    }

    pub(crate) fn message(&self) -> Option<&str> {
        match self {
            Failure::Rejected(message)
            | Failure::BadInput(message)
            | Failure::Limit(message)
            | Failure::TooLarge(message)
            | Failure::Interrupted(message)
            | Failure::Output(message) => Some(message),
            Failure::ReaderGone => None,
        }
    }

    /// What a program is told. The picture of the place, which is indented, is for
    /// people.
    pub(crate) fn object(&self) -> Option<FailureObject> {
        let message = self.message()?;
        let said = |line: &&str| !line.starts_with(' ') && !line.starts_with("help: ");
        let help: Vec<&str> = message.lines().filter_map(|line| line.strip_prefix("help: ")).collect();
        Some(FailureObject {
            ok: false,
            error: message.lines().filter(said).collect::<Vec<_>>().join("; "),
            help: (!help.is_empty()).then(|| help.join("; ")),
            exhausted: matches!(self, Failure::Limit(_) | Failure::TooLarge(_)),
        })
    }

    /// The same, with how far the work got.
    pub(crate) fn with_progress(self, statistics: Statistics) -> Failure {
        let Statistics { values, comparisons, .. } = statistics;
        let told = |message: String| {
            if values == 0 {
                message
            } else {
                format!("{message}\nso far: {values} values, {comparisons} comparisons")
            }
        };
        match self {
            Failure::Limit(message) => Failure::Limit(told(message)),
            Failure::Interrupted(message) => Failure::Interrupted(told(message)),
            other => other,
        }
    }

    /// An error in reading `text`, the argument that is called `what`.
    pub(crate) fn reading(what: &str, text: &str, error: &Error) -> Failure {
        match error {
            Error::Parse(parse) => Failure::BadInput(format!("{what}: {}", parse.render(text))),
            other => Failure::from(other.clone()),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Exhausted(exhausted) if exhausted.limit == Limit::Cancelled => {
                Failure::Interrupted(exhausted.to_string())
            }
            Error::Exhausted(exhausted) => Failure::Limit(exhausted.to_string()),
            Error::TooManyGames { .. } => Failure::TooLarge(error.to_string()),
            other => Failure::BadInput(other.to_string()),
        }
    }
}

impl From<Exhausted> for Failure {
    fn from(exhausted: Exhausted) -> Failure {
        Failure::from(Error::Exhausted(exhausted))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::ReaderGone
        } else {
            Failure::Output(format!("cannot write: {error}"))
        }
    }
}
