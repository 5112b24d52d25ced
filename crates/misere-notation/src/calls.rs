//! Names in the notation that the caller gives a meaning to.

use misere_core::{Exhausted, Form, Forms};

use crate::error::ParseError;

/// The games that a name with arguments in parentheses means, such as `domineering(2x4)`.
pub trait Calls {
    /// Whether the name means anything.
    fn knows(&self, name: &str) -> bool;

    /// Help for a name that means nothing, if there is more to say than the notation itself
    /// says.
    fn help(&self, name: &str) -> Option<String>;

    /// The game that is meant, made in the store. There is at least one argument; two
    /// arguments are written `octal(0.77)(5)`.
    ///
    /// # Errors
    /// [`CallError`] when the arguments make no sense, or a limit was reached.
    fn call(&self, forms: &Forms, name: &str, arguments: &[&str]) -> Result<Form, CallError>;
}

/// Why a call has no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallError {
    /// An argument is wrong at some place.
    InArgument {
        /// Which argument, from 0.
        index: usize,
        /// The error, with its place in the argument.
        error: ParseError,
    },
    /// The call as a whole is wrong, for this reason.
    Other(String),
    /// A limit was reached.
    Exhausted(Exhausted),
}

/// No calls: only the notation itself has a meaning.
pub struct NoCalls;

impl Calls for NoCalls {
    fn knows(&self, _: &str) -> bool {
        false
    }

    fn help(&self, _: &str) -> Option<String> {
        None
    }

    fn call(&self, _: &Forms, name: &str, _: &[&str]) -> Result<Form, CallError> {
        Err(CallError::Other(format!("`{name}` has no meaning")))
    }
}
