//! Limits on what a certificate may cost.

use std::cell::Cell;

use crate::rejection::{Checked, Rejection};

/// The longest JSON that is read.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// The most opening brackets that a JSON may have.
pub(crate) const MAX_BRACKETS: usize = 4 << 20;

/// The work of a lookup in a large table.
pub(crate) const LOOKUP: usize = 2;

/// The work of an insertion into a large table.
pub(crate) const REMEMBER: usize = 12;

/// The work of building a form, whether it is new or not, besides its options.
pub(crate) const BUILD: usize = 20;

/// Limits on what a certificate may cost. The defaults keep a check of the most hostile
/// input below ten seconds and one gibibyte; 60,000 steps about small forms take a
/// tenth of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of forms, including those that the checker builds (sums, truncations, …).
    pub nodes: usize,
    /// The number of steps, and the number of claims.
    pub steps: usize,
    /// The units of work, of some 50 nanoseconds each.
    pub work: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { nodes: 1 << 20, steps: 1 << 20, work: 50_000_000 }
    }
}

/// The work that is left.
pub(crate) struct Work {
    limit: u64,
    left: Cell<u64>,
}

impl Work {
    pub(crate) fn new(limit: u64) -> Work {
        Work { limit, left: Cell::new(limit) }
    }

    pub(crate) fn spend(&self, units: usize) -> Checked {
        match self.left.get().checked_sub(units as u64) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(Rejection::TooMuchWork { limit: self.limit }),
        }
    }
}
