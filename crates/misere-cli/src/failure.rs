//! How a run ends when it does not succeed.

use std::io;

use misere::Error;
use misere::core::Exhausted;

/// Why a command ended without (all of) its answers.
pub(crate) enum Failure {
    /// The input is bad: exit code 2. The message is for the user.
    BadInput(String),
    /// A certificate was rejected: exit code 1.
    Rejected(String),
    /// A limit was reached: exit code 3.
    Limit(String),
    /// The reader of standard output has gone: not an error.
    ReaderGone,
    /// Standard output cannot be written: exit code 2.
    Output(String),
}

impl Failure {
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Rejected(_) => 1,
            Failure::BadInput(_) | Failure::Output(_) => 2,
            Failure::Limit(_) => 3,
            Failure::ReaderGone => 0,
        }
    }

    pub(crate) fn message(&self) -> Option<&str> {
        match self {
            Failure::Rejected(message)
            | Failure::BadInput(message)
            | Failure::Limit(message)
            | Failure::Output(message) => Some(message),
            Failure::ReaderGone => None,
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
            Error::Exhausted(exhausted) => Failure::Limit(exhausted.to_string()),
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
