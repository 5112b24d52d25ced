//! The progress of the work on positions.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The progress of the work on a graph of positions, for another thread to read. Nothing is
/// decided by it.
#[derive(Debug, Default)]
pub struct Steps {
    done: AtomicUsize,
    /// All steps there are, or 0 while that is not known.
    total: AtomicUsize,
}

impl Steps {
    /// How many steps are done, and of how many if that is known. While positions are
    /// explored, or whole boards followed, the number is not known.
    #[must_use]
    pub fn done(&self) -> (usize, Option<usize>) {
        let total = self.total.load(Ordering::Relaxed);
        (self.done.load(Ordering::Relaxed), (total > 0).then_some(total))
    }

    pub(crate) fn begin(&self, total: Option<usize>) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total.unwrap_or(0), Ordering::Relaxed);
    }

    pub(crate) fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}
