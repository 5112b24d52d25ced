//! The values of expressions are data; a function is data that the language evaluates.

use std::sync::Arc;

use super::ast::Node;

pub use crate::data::{Count, Datum as Value, List};

/// A function that a program defines. What it calls, and the names in it, are looked up when
/// it is called.
pub(crate) struct OwnFunction {
    pub(crate) parameters: Vec<String>,
    pub(crate) body: Node,
    pub(crate) source: Source,
}

/// A text of the language.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) text: Arc<str>,
    /// The text with space in the place of comments.
    pub(crate) clean: Arc<str>,
}
