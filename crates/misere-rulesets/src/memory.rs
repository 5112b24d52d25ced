//! Values that are known from before, and values that others may want later.

use misere_core::{Exhausted, Value};

use crate::graph::Component;

/// The values of sums of components that outlive one evaluation.
///
/// A memory may forget. A value that it gives must be a value of the engine that evaluates, and
/// that of the sum.
pub trait Memory: Sync {
    /// The value of a sum of components in ascending order, if it is remembered. Its options are
    /// then not evaluated.
    ///
    /// # Errors
    /// [`Exhausted`] when the evaluation cannot go on.
    fn recall(&self, sum: &[Component]) -> Result<Option<Value>, Exhausted>;

    /// Takes note of a value that was found. Several threads may call this at once.
    fn keep(&self, sum: &[Component], value: Value);
}

/// The memory that remembers nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoMemory;

impl Memory for NoMemory {
    fn recall(&self, _: &[Component]) -> Result<Option<Value>, Exhausted> {
        Ok(None)
    }

    fn keep(&self, _: &[Component], _: Value) {}
}
