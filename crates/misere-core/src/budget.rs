//! Limits on what a computation may spend, and the error when one is reached.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// The limits of a computation. The default is 4 GiB and no time limit.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes the stores and memos may take, as they account for themselves.
    pub memory_bytes: u64,
    /// Time since the budget was made or renewed, if limited.
    pub time: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory_bytes: 4 << 30, time: None }
    }
}

/// A computation was given up: not an answer, and never to be read as one.
///
/// Whatever makes forms or values, or takes long, may return this error: when the budget of
/// its store does not suffice, when the time is over, or when the computation was cancelled.
/// A function whose documentation does not mention the error returns it for no other reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhausted {
    /// Which limit was reached.
    pub limit: Limit,
    /// The amounts that had been spent when the limit was reached.
    pub spent: Spent,
}

/// The limits that can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The memory limit.
    Memory {
        /// The limit, in bytes.
        limit: u64,
        /// The memory wanted beyond the memory spent, in bytes.
        wanted: u64,
    },
    /// The system does not give the memory that is wanted, though the memory limit allows it.
    Refused {
        /// The memory wanted, in bytes.
        wanted: u64,
    },
    /// The time limit.
    Time(Duration),
    /// A store is full: its handles cannot name more.
    Handles,
    /// [`Budget::cancel`] was called.
    Cancelled,
    /// A written form would be longer than this many bytes.
    Text(usize),
    /// Whether a form is strong modulo a universe was not decided: no sum of ends that defeats
    /// it was found, and no strategy against all sums.
    Undecided {
        /// The sums that were tried have up to this many components.
        components: u32,
        /// The strategies that were tried count components up to this many exactly, …
        threshold: u32,
        /// … and beyond that modulo this number.
        period: u32,
    },
    /// A form is strong, but no strategy that shows it was found.
    NoStrategy {
        /// The strategies that were tried count components up to this many exactly, …
        threshold: u32,
        /// … and beyond that modulo this number.
        period: u32,
    },
    /// No game of a universe that has a certain value was found, and none is known not to exist.
    NoExpansion {
        /// The ends that were tried have up to this rank.
        rank: u32,
    },
    /// The birthday of a form modulo a universe was not decided.
    Birthday {
        /// The birthday is at least this number.
        least: u32,
        /// A game of the universe with the value of the form has this rank.
        most: u32,
    },
    /// A named form of the input is larger than any that is supported.
    Size {
        /// The thing supported up to a certain n, such as `days(n)`.
        of: &'static str,
        /// The n asked for.
        asked: u64,
        /// The largest n supported.
        largest: u64,
    },
}

/// The amounts that were spent from a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Bytes in stores and memos.
    pub memory_bytes: u64,
    /// Time since the budget was made or renewed.
    pub time: Duration,
}

impl Limit {
    /// What was tried, if the question stayed undecided.
    #[must_use]
    pub fn tried(self) -> Option<String> {
        match self {
            Limit::Undecided { components, threshold, period } => Some(format!(
                "sums of up to {components} ends, and strategies that count up to {threshold} ends exactly and \
                 beyond modulo {period}"
            )),
            Limit::NoExpansion { rank } => {
                Some(format!("games with options that reverse through ends of rank up to {rank}"))
            }
            Limit::Birthday { least, most } => Some(format!(
                "all games of rank at most 2, and expansions of the simplest form: the birthday is at least \
                 {least} and at most {most}"
            )),
            _ => None,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Limit::Memory { limit, wanted } => {
                write!(f, "the memory limit of {} MiB was reached", limit >> 20)?;
                if wanted > 1 << 20 {
                    write!(f, ": {} MiB more were wanted", wanted >> 20)?;
                }
                Ok(())
            }
            Limit::Refused { wanted } => {
                let wanted = wanted.div_ceil(1 << 20);
                write!(f, "the system has no more memory: {wanted} MiB more were wanted")
            }
            Limit::Time(time) => write!(f, "the time limit of {:.1} s was reached", time.as_secs_f64()),
            Limit::Handles => f.write_str("the store is full"),
            Limit::Cancelled => f.write_str("cancelled"),
            Limit::Text(bytes) => write!(f, "the form takes more than {bytes} bytes to write down"),
            Limit::Undecided { .. } | Limit::NoExpansion { .. } | Limit::Birthday { .. } => {
                write!(f, "not decided: tried {}", self.tried().unwrap_or_default())
            }
            Limit::NoStrategy { threshold, period } => {
                write!(f, "no strategy that shows strength was found: tried strategies that count ")?;
                write!(f, "up to {threshold} exactly and beyond modulo {period}")
            }
            Limit::Size { of, asked, largest } => write!(f, "{of} supports n ≤ {largest}, not {asked}"),
        }
    }
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Exhausted { limit, spent: Spent { memory_bytes, time } } = self;
        if matches!(limit, Limit::Size { .. }) {
            // The size alone decided, whatever was spent before.
            return limit.fmt(f);
        }
        write!(f, "{limit} (spent: {} MiB, {:.1} s)", memory_bytes >> 20, time.as_secs_f64())
    }
}

impl std::error::Error for Exhausted {}

/// Tells the time since some moment, and never less than before. The engine has no clock
/// of its own, since it runs where the system has none.
pub type Clock = Box<dyn Fn() -> Duration + Send + Sync>;

/// The purse shared by all stores and memos of one computation.
pub struct Budget {
    limits: Limits,
    clock: Clock,
    /// The limit on memory, which may be moved.
    most_memory: AtomicU64,
    /// The reading of the clock at the start, in nanoseconds.
    started: AtomicU64,
    memory_bytes: AtomicU64,
    cancelled: AtomicBool,
    /// Whether the process was seen to take more memory than the limit allows.
    overdrawn: AtomicBool,
    /// Steps since the clock was last read, as the tickers left them. Two
    /// threads may lose some of each other's steps.
    steps: AtomicU32,
}

impl Budget {
    /// A fresh budget without a clock: memory is limited, and no time passes.
    ///
    /// # Panics
    /// If time is limited, which takes a clock: see [`Budget::with_clock`].
    #[must_use]
    pub fn new(limits: Limits) -> Budget {
        assert!(limits.time.is_none(), "a time limit needs a clock");
        Budget::with_clock(limits, Box::new(|| Duration::ZERO))
    }

    /// A fresh budget whose time starts now, by the clock.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use misere_core::{Budget, Limits};
    /// let made = Instant::now();
    /// let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
    /// let budget = Budget::with_clock(limits, Box::new(move || made.elapsed()));
    /// assert!(budget.check_now().is_ok());
    /// ```
    #[must_use]
    pub fn with_clock(limits: Limits, clock: Clock) -> Budget {
        let budget = Budget {
            limits,
            clock,
            most_memory: AtomicU64::new(limits.memory_bytes),
            started: AtomicU64::new(0),
            memory_bytes: AtomicU64::new(0),
            cancelled: AtomicBool::new(false),
            overdrawn: AtomicBool::new(false),
            steps: AtomicU32::new(0),
        };
        budget.renew();
        budget
    }

    /// The limits of the budget.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits { memory_bytes: self.most_memory.load(Ordering::Relaxed), ..self.limits }
    }

    /// Moves the limit on memory, for programs that keep one workspace for as long as they
    /// run. What is held already stays, also if that is more than the new limit.
    pub fn limit_memory(&self, bytes: u64) {
        self.most_memory.store(bytes, Ordering::Relaxed);
    }

    /// The amounts spent so far.
    #[must_use]
    pub fn spent(&self) -> Spent {
        Spent { memory_bytes: self.memory_bytes.load(Ordering::Relaxed), time: self.elapsed() }
    }

    /// Makes every computation on this budget stop at its next check.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Makes every computation on this budget stop at its next check, with the memory limit:
    /// for those who see that the process takes more than its stores and memos account for.
    pub fn overdraw(&self) {
        self.overdrawn.store(true, Ordering::Relaxed);
    }

    /// Starts the clock again and takes back a [`Budget::cancel`], for the next question
    /// to the same stores. What the stores hold stays accounted for.
    ///
    /// Call this between computations: a computation that is under way gets the new time,
    /// and may miss that it was cancelled.
    ///
    /// ```
    /// use misere_core::{Budget, Limits};
    /// let budget = Budget::new(Limits::default());
    /// budget.cancel();
    /// assert!(budget.check_now().is_err());
    /// budget.renew();
    /// assert!(budget.check_now().is_ok());
    /// ```
    pub fn renew(&self) {
        let now = u64::try_from((self.clock)().as_nanos()).unwrap_or(u64::MAX);
        self.started.store(now, Ordering::Relaxed);
        self.cancelled.store(false, Ordering::Relaxed);
        self.overdrawn.store(false, Ordering::Relaxed);
    }

    /// Takes back some of the time that passed, since it was nobody's work: the reader of an
    /// answer, say, took that long to take it.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use std::time::Duration;
    /// use misere_core::{Budget, Limits};
    /// let now = Arc::new(Mutex::new(Duration::ZERO));
    /// let told = now.clone();
    /// let budget = Budget::with_clock(Limits::default(), Box::new(move || *told.lock().unwrap()));
    /// *now.lock().unwrap() = Duration::from_secs(5);
    /// budget.excuse(Duration::from_secs(3));
    /// assert_eq!(budget.spent().time, Duration::from_secs(2));
    /// ```
    pub fn excuse(&self, time: Duration) {
        self.started.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(Duration::from_nanos(self.started.load(Ordering::Relaxed)))
    }

    /// The error that says `limit` was reached.
    #[must_use]
    pub fn exhausted(&self, limit: Limit) -> Exhausted {
        Exhausted { limit, spent: self.spent() }
    }

    /// The error that says the system did not give this many bytes.
    #[must_use]
    pub fn refused(&self, bytes: usize) -> Exhausted {
        self.exhausted(Limit::Refused { wanted: bytes as u64 })
    }

    /// Makes room for this many more items, if the system gives the memory; nobody accounts for it.
    ///
    /// # Errors
    /// [`Exhausted`] with [`Limit::Refused`] if the system does not.
    ///
    /// ```
    /// use misere_core::{Budget, Limit, Limits};
    /// let budget = Budget::new(Limits::default());
    /// let refused = budget.reserve(&mut vec![0u64], usize::MAX / 16).unwrap_err();
    /// assert!(matches!(refused.limit, Limit::Refused { .. }));
    /// ```
    pub fn reserve<T>(&self, list: &mut Vec<T>, more: usize) -> Result<(), Exhausted> {
        list.try_reserve(more).map_err(|_| self.refused(more.saturating_mul(size_of::<T>())))
    }

    /// Refuses `asked` if it is larger than `largest`, the last n that `of` supports.
    ///
    /// # Errors
    /// [`Exhausted`] with [`Limit::Size`] if it is.
    pub fn check_size(&self, of: &'static str, asked: u64, largest: u64) -> Result<(), Exhausted> {
        if asked > largest {
            return Err(self.exhausted(Limit::Size { of, asked, largest }));
        }
        Ok(())
    }

    /// Accounts for `bytes` more, if the limit allows them.
    pub(crate) fn charge(&self, bytes: usize) -> Result<(), Exhausted> {
        let bytes = bytes as u64;
        let before = self.memory_bytes.fetch_add(bytes, Ordering::Relaxed);
        let limit = self.limits().memory_bytes;
        if before.saturating_add(bytes) > limit {
            self.memory_bytes.fetch_sub(bytes, Ordering::Relaxed);
            return Err(self.exhausted(Limit::Memory { limit, wanted: bytes }));
        }
        Ok(())
    }

    pub(crate) fn refund(&self, bytes: usize) {
        self.memory_bytes.fetch_sub(bytes as u64, Ordering::Relaxed);
    }

    /// Looks at the clock and at [`Budget::cancel`]: for steps that are long.
    pub fn check_now(&self) -> Result<(), Exhausted> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(self.exhausted(Limit::Cancelled));
        }
        if self.overdrawn.load(Ordering::Relaxed) {
            return Err(self.exhausted(Limit::Memory { limit: self.limits().memory_bytes, wanted: 0 }));
        }
        match self.limits.time {
            Some(limit) if self.elapsed() > limit => Err(self.exhausted(Limit::Time(limit))),
            _ => Ok(()),
        }
    }

    /// A counter that reads the clock once in many steps, and goes on where the
    /// last counter stopped, so that many short computations are also noticed.
    #[inline]
    #[must_use]
    pub fn ticker(&self) -> Ticker<'_> {
        Ticker { budget: self, steps: self.steps.load(Ordering::Relaxed) }
    }

    /// A single step of a slow loop.
    #[inline]
    pub fn step(&self) -> Result<(), Exhausted> {
        self.ticker().tick()
    }

    /// A step that takes as long as this many, and one.
    #[inline]
    pub fn steps(&self, more: usize) -> Result<(), Exhausted> {
        self.ticker().ticks(more)
    }
}

/// The charge of one store or engine to a budget. Dropping the account gives the
/// charge back.
pub struct Account {
    budget: Arc<Budget>,
    charged: AtomicUsize,
    /// Bytes that are not charged: what the owner cannot be without.
    credit: AtomicUsize,
}

impl Account {
    /// An empty account.
    #[must_use]
    pub fn new(budget: Arc<Budget>) -> Account {
        Account::with_credit(budget, 0)
    }

    /// An empty account whose first bytes are free, so that a store or an engine can be
    /// made where the budget is spent.
    pub(crate) fn with_credit(budget: Arc<Budget>, bytes: usize) -> Account {
        Account { budget, charged: AtomicUsize::new(0), credit: AtomicUsize::new(bytes) }
    }

    /// The budget that is charged.
    #[must_use]
    pub fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    /// Accounts for `bytes` more, if the limit allows them.
    pub fn charge(&self, bytes: usize) -> Result<(), Exhausted> {
        if bytes <= self.credit.load(Ordering::Relaxed) {
            self.credit.fetch_sub(bytes, Ordering::Relaxed);
            return Ok(());
        }
        self.budget.charge(bytes)?;
        self.charged.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Gives back `bytes` that were charged.
    #[inline]
    pub fn refund(&self, bytes: usize) {
        // Most often nothing is given back, and threads wait for each other's numbers.
        if bytes > 0 {
            self.charged.fetch_sub(bytes, Ordering::Relaxed);
            self.budget.refund(bytes);
        }
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        self.budget.refund(self.charged.load(Ordering::Relaxed));
    }
}

/// A list that is charged to a budget before it grows, and gives the charge back when it is
/// dropped: for lists as long as a form has followers or is deep.
pub struct MeteredVec<'a, T> {
    items: Vec<T>,
    budget: &'a Budget,
    charged: usize,
}

impl<'a, T> MeteredVec<'a, T> {
    /// The bytes that are not charged, so that short lists cost nothing to account for.
    const FREE: usize = 1 << 14;

    /// An empty list.
    #[must_use]
    pub fn new(budget: &'a Budget) -> MeteredVec<'a, T> {
        MeteredVec { items: Vec::new(), budget, charged: 0 }
    }

    /// An empty list with room for this many items.
    pub fn with_room(budget: &'a Budget, items: usize) -> Result<MeteredVec<'a, T>, Exhausted> {
        let mut list = MeteredVec::new(budget);
        if items > 0 {
            list.grow(items)?;
        }
        Ok(list)
    }

    /// Puts an item at the end.
    #[inline]
    pub fn push(&mut self, item: T) -> Result<(), Exhausted> {
        if self.items.len() == self.items.capacity() {
            self.grow(1)?;
        }
        self.items.push(item);
        Ok(())
    }

    /// Puts these items at the end.
    #[inline]
    pub fn extend_from_slice(&mut self, items: &[T]) -> Result<(), Exhausted>
    where
        T: Clone,
    {
        if self.items.capacity() - self.items.len() < items.len() {
            self.grow(items.len())?;
        }
        self.items.extend_from_slice(items);
        Ok(())
    }

    /// Drops the items from this place on. The room for them stays, and stays accounted for.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    /// Takes out the item at this place and puts the last one there.
    #[inline]
    pub fn swap_remove(&mut self, at: usize) -> T {
        self.items.swap_remove(at)
    }

    /// Makes room for this many more items, and at least as many as there are.
    #[cold]
    fn grow(&mut self, more: usize) -> Result<(), Exhausted> {
        let old = self.items.capacity();
        let new = old.saturating_mul(2).max(old.saturating_add(more)).max(4);
        let [old, bytes] = [old, new].map(|capacity| capacity.saturating_mul(size_of::<T>()));
        if bytes > Self::FREE {
            // The old list lives until its items are in the new one.
            self.budget.charge(bytes.saturating_add(old).saturating_sub(self.charged))?;
            self.budget.refund(old);
            self.charged = bytes;
        }
        let refused = |_| self.budget.refused(bytes);
        self.items.try_reserve_exact(new - self.items.len()).map_err(refused)
    }

    /// The last item, taken off the list.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }

    /// The list, which nobody accounts for any more.
    #[must_use]
    pub fn into_vec(mut self) -> Vec<T> {
        std::mem::take(&mut self.items)
    }
}

impl<T> std::ops::Deref for MeteredVec<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T> std::ops::DerefMut for MeteredVec<'_, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<T> Drop for MeteredVec<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // Most lists are short, and threads wait for each other's numbers.
        if self.charged > 0 {
            self.budget.refund(self.charged);
        }
    }
}

/// The bytes of a hash table with room for this many entries of the type.
#[must_use]
pub fn table_bytes<T>(entries: usize) -> usize {
    // Seven of eight places are used, and each takes one byte more.
    let places = entries.saturating_mul(8).div_ceil(7).next_power_of_two();
    places.saturating_mul(size_of::<T>() + 1)
}

/// A counter of steps that a thread has for itself: threads that count together wait for each
/// other's numbers.
pub struct Ticker<'a> {
    budget: &'a Budget,
    steps: u32,
}

impl Ticker<'_> {
    /// Steps between two readings of the clock: few enough that cancelling takes milliseconds,
    /// many enough not to be seen in a profile.
    const STEPS_PER_CHECK: u32 = 4096;

    /// Counts a step that takes as long as this many, and one.
    #[inline]
    pub fn ticks(&mut self, more: usize) -> Result<(), Exhausted> {
        self.steps += u32::try_from(more).unwrap_or(Self::STEPS_PER_CHECK).min(Self::STEPS_PER_CHECK);
        self.tick()
    }

    /// Counts a step, and checks the budget when a check is due.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Exhausted> {
        self.steps += 1;
        if self.steps >= Self::STEPS_PER_CHECK {
            self.steps = 0;
            self.budget.check_now()?;
        }
        Ok(())
    }
}

impl Drop for Ticker<'_> {
    #[inline]
    fn drop(&mut self) {
        self.budget.steps.store(self.steps, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock, and the milliseconds it shows.
    fn clock_by_hand() -> (Arc<AtomicU64>, Clock) {
        let now = Arc::new(AtomicU64::new(0));
        let told = now.clone();
        (now, Box::new(move || Duration::from_millis(told.load(Ordering::Relaxed))))
    }

    #[test]
    fn a_refused_charge_costs_nothing() {
        let budget = Budget::new(Limits { memory_bytes: 100, time: None });
        budget.charge(60).unwrap();
        let refused = budget.charge(60).unwrap_err();
        assert_eq!(refused.limit, Limit::Memory { limit: 100, wanted: 60 });
        assert_eq!(budget.spent().memory_bytes, 60);
        budget.charge(40).unwrap();
    }

    #[test]
    fn a_limit_on_memory_can_be_moved() {
        let budget = Budget::new(Limits { memory_bytes: 100, time: None });
        budget.charge(60).unwrap();
        budget.limit_memory(200);
        budget.charge(60).unwrap();
        budget.limit_memory(50);
        assert_eq!(budget.charge(1).unwrap_err().limit, Limit::Memory { limit: 50, wanted: 1 });
        assert_eq!(budget.spent().memory_bytes, 120);
    }

    #[test]
    fn an_account_is_settled_when_its_owner_goes() {
        let budget = Arc::new(Budget::new(Limits::default()));
        let account = Account::new(budget.clone());
        account.charge(1_000).unwrap();
        account.refund(100);
        assert_eq!(budget.spent().memory_bytes, 900);
        drop(account);
        assert_eq!(budget.spent().memory_bytes, 0);
    }

    #[test]
    fn a_list_is_charged_before_it_grows() {
        let budget = Budget::new(Limits { memory_bytes: 1 << 20, time: None });
        let mut list = MeteredVec::new(&budget);
        let refused = (0..1 << 20).find_map(|i: u64| list.push(i).err());
        assert!(matches!(refused.unwrap().limit, Limit::Memory { .. }));
        // Two lists, the old one and the new one, do not fit beside each other.
        let held = budget.spent().memory_bytes;
        assert_eq!(held, list.len() as u64 * 8);
        assert!((1 << 18..1 << 20).contains(&held), "{held}");
        drop(list);
        assert_eq!(budget.spent().memory_bytes, 0);
    }

    #[test]
    fn tables_take_what_the_library_takes() {
        for entries in [100, 1_000, 7_000, 7 << 17, (7 << 17) + 1] {
            let table: hashbrown::HashTable<u64> = hashbrown::HashTable::with_capacity(entries);
            let taken = table.allocation_size();
            assert!(table_bytes::<u64>(entries).abs_diff(taken) < 64, "{entries}: {taken}");
        }
    }

    #[test]
    fn renewing_restarts_the_clock_and_keeps_the_account() {
        let limit = Duration::from_millis(20);
        let (now, clock) = clock_by_hand();
        let budget = Budget::with_clock(Limits { memory_bytes: 100, time: Some(limit) }, clock);
        budget.charge(60).unwrap();
        now.store(40, Ordering::Relaxed);
        assert_eq!(budget.check_now().unwrap_err().limit, Limit::Time(limit));
        budget.renew();
        assert_eq!(budget.spent(), Spent { memory_bytes: 60, time: Duration::ZERO });
        assert!(budget.charge(60).is_err());
        now.store(61, Ordering::Relaxed);
        assert_eq!(budget.check_now().unwrap_err().limit, Limit::Time(limit));
    }

    #[test]
    fn renewing_takes_back_a_cancellation() {
        let budget = Budget::new(Limits::default());
        budget.cancel();
        assert_eq!(budget.check_now().unwrap_err().limit, Limit::Cancelled);
        budget.renew();
        assert!((0..2 * Ticker::STEPS_PER_CHECK).all(|_| budget.step().is_ok()));
        budget.cancel();
        assert_eq!(budget.check_now().unwrap_err().limit, Limit::Cancelled);
    }

    #[test]
    fn a_process_that_takes_too_much_is_stopped_and_can_go_on() {
        let budget = Budget::new(Limits { memory_bytes: 100, time: None });
        budget.overdraw();
        assert_eq!(budget.check_now().unwrap_err().limit, Limit::Memory { limit: 100, wanted: 0 });
        budget.renew();
        assert!(budget.check_now().is_ok());
    }

    #[test]
    fn many_single_steps_are_noticed() {
        let budget = Budget::new(Limits::default());
        budget.cancel();
        assert!((0..2 * Ticker::STEPS_PER_CHECK).any(|_| budget.step().is_err()));
    }

    #[test]
    fn cancelling_stops_a_ticker() {
        let budget = Budget::new(Limits::default());
        budget.cancel();
        let mut ticker = budget.ticker();
        let stopped = (0..2 * Ticker::STEPS_PER_CHECK).find_map(|_| ticker.tick().err());
        assert_eq!(stopped.unwrap().limit, Limit::Cancelled);
    }
}
