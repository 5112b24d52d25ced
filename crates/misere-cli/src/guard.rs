//! Limits that hold although the work does not look at them.
//!
//! Almost everything that takes long looks at the clock and accounts for its memory. A second
//! thread looks at both from outside, for what does neither: the layout of a picture, its
//! pixels, the texts of an answer.

use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

use misere::Workspace;
use misere::core::{Budget, Limit};

use crate::failure::Failure;
use crate::report;

/// What happens to work that does not notice that a limit was reached.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unnoticed {
    /// The program ends with the failure; in JSON if the flag is set.
    EndsTheProgram { json: bool },
    /// The work is waited for, since the program has more to lose than an answer.
    GoesOn,
}

/// The time between two looks.
const LOOK: Duration = Duration::from_millis(20);
/// How long work may overrun its time.
const GRACE: Duration = Duration::from_millis(400);
/// How many looks long work may take too much memory.
const PATIENCE: u32 = 1;

/// What the program takes before it does anything, which is not its work.
static AT_FIRST: LazyLock<Option<u64>> = LazyLock::new(memory_taken);

/// Does the work within its limits of time and memory.
pub(crate) fn guarded<T>(work: &Workspace, unnoticed: Unnoticed, task: impl FnOnce() -> T) -> T {
    let budget = work.budget().clone();
    let (done, wait) = channel::<()>();
    std::thread::spawn(move || watch(&budget, unnoticed, &wait));
    let result = task();
    // The watcher looks at this once more before it ends the program.
    drop(done);
    result
}

fn watch(budget: &Budget, unnoticed: Unnoticed, wait: &Receiver<()>) {
    let limits = budget.limits();
    let most = AT_FIRST.map(|at_first| {
        let slack = (limits.memory_bytes / 10).max(8 << 20);
        limits.memory_bytes.saturating_add(slack + at_first)
    });
    let mut looks_too_large = 0;
    while wait.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
        let is_too_large = most.is_some_and(|most| memory_taken().is_some_and(|taken| taken > most));
        if is_too_large {
            budget.overdraw();
            looks_too_large += 1;
        }
        let is_late = limits.time.is_some_and(|limit| budget.spent().time > limit + GRACE);
        let reached = match limits.time {
            Some(time) if is_late => Limit::Time(time),
            _ if looks_too_large > PATIENCE => Limit::Memory { limit: limits.memory_bytes, wanted: 0 },
            _ => continue,
        };
        if let Unnoticed::EndsTheProgram { json } = unnoticed {
            let failure = Failure::from(budget.exhausted(reached));
            report::end(&failure, json, || wait.try_recv() == Err(TryRecvError::Empty));
            return;
        }
    }
}

/// The bytes of memory that are this process's alone, where the system tells.
fn memory_taken() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
