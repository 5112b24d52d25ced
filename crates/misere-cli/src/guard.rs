//! Limits that hold although the work does not look at them.
//!
//! What takes long looks at the clock, and what grows accounts for its memory. A second thread
//! looks at both from outside, for what was forgotten and for memory that the allocator keeps. The
//! thread also prints answers that wait for more, so that a program need not flush each.

use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use misere::Workspace;
use misere::core::{Budget, Limit};

use crate::failure::Failure;
use crate::report;

/// What happens to work that does not notice that a limit was reached.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnOverrun {
    /// The program ends with the failure; in JSON if the flag is set.
    EndTheProgram { json: bool },
    /// The work is waited for, since the program has more to lose than an answer.
    Wait,
}

/// The longest time between two looks.
const LOOK: Duration = Duration::from_millis(20);
/// The shortest time between two looks.
const SHORT_LOOK: Duration = Duration::from_millis(1);
/// How fast work can take memory, in bytes for each second: the next look comes before work has
/// taken all that is left.
const BYTES_PER_SECOND: u64 = 1 << 31;
/// How long work may overrun its time.
const GRACE: Duration = Duration::from_millis(400);

/// What the program takes before it does anything, which is not its work.
static AT_FIRST: LazyLock<Option<u64>> = LazyLock::new(memory_taken);

/// Does the work within its limits of time and memory.
pub(crate) fn guarded<T>(work: &Workspace, on_overrun: OnOverrun, task: impl FnOnce() -> T) -> T {
    let budget = work.budget().clone();
    let (done, wait) = channel::<()>();
    // The watcher may come late, when the work has taken memory already.
    let at_first = *AT_FIRST;
    // Where the system gives no thread, the work still looks at its limits itself.
    drop(Builder::new().spawn(move || watch(&budget, on_overrun, at_first, &wait)));
    let result = task();
    // The watcher looks at this once more before it ends the program.
    drop(done);
    result
}

fn watch(budget: &Budget, on_overrun: OnOverrun, at_first: Option<u64>, wait: &Receiver<()>) {
    let limits = budget.limits();
    let ceiling = at_first.map(|at_first| Ceiling::new(limits.memory_bytes, at_first));
    let mut look = LOOK;
    let mut flushed = Instant::now();
    while wait.recv_timeout(look) == Err(RecvTimeoutError::Timeout) {
        if flushed.elapsed() >= LOOK {
            report::flush_what_waits();
            flushed = Instant::now();
        }
        let room = ceiling.as_ref().and_then(|ceiling| Some((ceiling, memory_taken()?)));
        let is_too_large = room.is_some_and(|(ceiling, taken)| taken > ceiling.noticed);
        if is_too_large {
            budget.overdraw();
        }
        look = room.map_or(LOOK, |(ceiling, taken)| ceiling.time_to_reach(taken));
        let is_late = || limits.time.is_some_and(|limit| budget.spent().time > limit + GRACE);
        let reached = match limits.time {
            Some(time) if is_late() => Limit::Time(time),
            _ if room.is_some_and(|(ceiling, taken)| taken > ceiling.ended) => {
                Limit::Memory { limit: limits.memory_bytes, wanted: 0 }
            }
            _ => continue,
        };
        if let OnOverrun::EndTheProgram { json } = on_overrun {
            let failure = Failure::from(budget.exhausted(reached));
            // The time that a reader took may have been excused meanwhile.
            let holds = || !matches!(reached, Limit::Time(_)) || is_late();
            report::end(&failure, json, || wait.try_recv() == Err(TryRecvError::Empty) && holds());
        }
    }
}

/// How much memory the process may take, with what it took at first.
struct Ceiling {
    /// With more than this, work is told to stop.
    noticed: u64,
    /// With more than this, work is ended.
    ended: u64,
}

impl Ceiling {
    /// Work may take some more than its limit, since not all that it takes is in its accounts.
    fn new(limit: u64, at_first: u64) -> Ceiling {
        const LEAST: u64 = 4 << 20;
        let with = |more: u64| limit.saturating_add(at_first).saturating_add(more);
        Ceiling { noticed: with((limit / 25).max(LEAST)), ended: with((limit / 12).max(2 * LEAST)) }
    }

    /// The time until the next look.
    fn time_to_reach(&self, taken: u64) -> Duration {
        let left = self.noticed.saturating_sub(taken);
        Duration::from_secs_f64(left as f64 / BYTES_PER_SECOND as f64).clamp(SHORT_LOOK, LOOK)
    }
}

fn memory_taken() -> Option<u64> {
    memory_of("self")
}

/// The bytes of memory that are the process's alone, where the system reports it.
pub(crate) fn memory_of(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
