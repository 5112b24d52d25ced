//! Limits of the caller on the time and the memory of a search.

use std::cell::Cell;

use misere_check::{Meter, Rejection, Work};

/// The reason why a search ended before it was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The meter of the caller did not allow more.
    Meter,
    /// More elements than the caller wanted.
    Order,
    /// No period showed up to the last letter that the caller wanted.
    Last,
    /// The search found nothing that would carry it on.
    Stuck,
}

impl From<Rejection> for Stopped {
    fn from(rejection: Rejection) -> Stopped {
        match rejection {
            Rejection::TooLarge { .. } => Stopped::Order,
            Rejection::NotFinished => Stopped::Meter,
            _ => Stopped::Stuck,
        }
    }
}

/// A meter that is asked for time as often as wanted, and for memory only beyond the most that was
/// ever held.
pub(crate) struct Purse<'a> {
    meter: &'a dyn Meter,
    held: Cell<usize>,
}

impl<'a> Purse<'a> {
    pub(crate) fn new(meter: &'a dyn Meter) -> Purse<'a> {
        Purse { meter, held: Cell::new(0) }
    }

    /// Says how much memory is held now.
    pub(crate) fn hold(&self, bytes: usize) -> Result<(), Stopped> {
        let more = bytes.saturating_sub(self.held.get());
        if more == 0 {
            return Ok(());
        }
        if !self.meter.may_go_on(more) {
            return Err(Stopped::Meter);
        }
        self.held.set(bytes);
        Ok(())
    }

    /// Work without limits of its own.
    pub(crate) fn work(&self) -> Work<'_> {
        Work::new(u64::MAX, self)
    }
}

impl Meter for Purse<'_> {
    fn may_go_on(&self, _bytes: usize) -> bool {
        self.meter.may_go_on(0)
    }
}
