//! Names in the notation that somebody else gives a meaning to.

use misere_core::{Exhausted, Form, Forms};

use crate::error::ParseError;

/// Knows games by a name with arguments in parentheses, such as `domineering(2x4)`.
pub trait Calls {
    /// Whether the name means anything.
    fn knows(&self, name: &str) -> bool;

    /// What to say of a name that means nothing, if more than what the notation
    /// itself has to say.
    fn help(&self, name: &str) -> Option<String>;

    /// The game that is meant, made in the store. There is at least one argument; two
    /// are written `octal(0.77)(5)`.
    ///
    /// # Errors
    /// [`CallError`] when the arguments make no sense, or a limit was reached.
    fn call(&self, forms: &Forms, name: &str, arguments: &[&str]) -> Result<Form, CallError>;
}

/// Why a call has no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallError {
    /// Something is wrong at a place in an argument.
    InArgument {
        /// Which argument, from 0.
        index: usize,
        /// What is wrong, with its place in the argument.
        error: ParseError,
    },
    /// Something is wrong with the call as a whole.
    Other(String),
    /// A limit was reached.
    Exhausted(Exhausted),
}

/// Nothing has a meaning besides the notation itself.
pub struct NoCalls;

impl Calls for NoCalls {
    fn knows(&self, _: &str) -> bool {
        false
    }

    fn help(&self, _: &str) -> Option<String> {
        None
    }

    fn call(&self, _: &Forms, name: &str, _: &[&str]) -> Result<Form, CallError> {
        Err(CallError::Other(format!("`{name}` means nothing")))
    }
}
