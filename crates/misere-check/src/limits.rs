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

/// Limits of the caller, whatever they are: the checker knows no clock and no other memory than
/// its own. A check that may not go on ends with [`Rejection::NotFinished`].
pub trait Meter {
    /// Whether the check may go on, and take this many bytes more. A check asks some ten thousand
    /// times in a second of work, and before it takes much memory; what it took it gives back when
    /// it ends.
    fn may_go_on(&self, bytes: usize) -> bool;
}

/// No limits of the caller.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unmetered;

impl Meter for Unmetered {
    fn may_go_on(&self, _bytes: usize) -> bool {
        true
    }
}

/// The error of a check that the meter does not let go on.
pub(crate) fn ask(meter: &dyn Meter, bytes: usize) -> Checked {
    if meter.may_go_on(bytes) { Ok(()) } else { Err(Rejection::NotFinished) }
}

/// The work that is left, and the memory that was taken since the meter was last asked.
pub struct Work<'a> {
    limit: u64,
    left: Cell<u64>,
    meter: &'a dyn Meter,
    left_when_asked: Cell<u64>,
    taken: Cell<usize>,
}

impl<'a> Work<'a> {
    /// The units of work between two questions to the meter.
    const UNASKED: u64 = 2_000;
    /// The bytes that are taken between two questions to the meter.
    const UNASKED_BYTES: usize = 1 << 14;
    /// The bytes of an entry of a table, which is half empty and is copied when it grows.
    pub(crate) const ENTRY: usize = 48;

    /// Work up to this limit, as long as the meter lets it go on.
    #[must_use]
    pub fn new(limit: u64, meter: &'a dyn Meter) -> Work<'a> {
        Work { limit, left: Cell::new(limit), meter, left_when_asked: Cell::new(limit), taken: Cell::new(0) }
    }

    /// Spends units of work, of some 50 nanoseconds each.
    ///
    /// # Errors
    /// [`Rejection::TooMuchWork`] and [`Rejection::NotFinished`].
    pub fn spend(&self, units: usize) -> Checked {
        let left = self.left.get().checked_sub(units as u64);
        let left = left.ok_or(Rejection::TooMuchWork { limit: self.limit })?;
        self.left.set(left);
        if self.left_when_asked.get() - left > Self::UNASKED { self.ask() } else { Ok(()) }
    }

    /// Takes memory, which stays taken until the check ends.
    ///
    /// # Errors
    /// [`Rejection::NotFinished`].
    pub fn take(&self, bytes: usize) -> Checked {
        self.taken.set(self.taken.get().saturating_add(bytes));
        if self.taken.get() > Self::UNASKED_BYTES { self.ask() } else { Ok(()) }
    }

    /// Spends the work of an insertion into a large table, and takes its memory.
    pub(crate) fn remember(&self) -> Checked {
        self.spend(REMEMBER)?;
        self.take(Self::ENTRY)
    }

    fn ask(&self) -> Checked {
        self.left_when_asked.set(self.left.get());
        ask(self.meter, self.taken.take())
    }
}
