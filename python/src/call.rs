//! A call from Python: its limits, and how it is interrupted.
//!
//! All calls share one workspace (`home.rs`) and so one budget, whose cancelling would stop them all. The
//! budget asks its clock once in a few thousand steps, on the thread that computes; the clock
//! given here looks at the call of that thread, and reports a time beyond the limit when this
//! call is to stop. A call that ran for some time also looks for signals there, since only the
//! main thread of Python may, and that thread may be the one that computes; and there it says
//! `misere.progress` how far it is.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use misere::Error;
use misere::core::{Exhausted, Limit};
use misere::rulesets::{Position, PositionGraph, Ruleset, Steps};
use pyo3::prelude::*;

use crate::error::raise;
use crate::home::{BUDGET, MEMORY_LIMIT, UnderWay, memory_reached, workspace};

/// The time limit of the budget, which no call reaches but one that is told to stop.
pub(crate) const ENDLESS: Duration = Duration::from_secs(1 << 40);
const STOP: Duration = Duration::from_secs(1 << 41);

/// How long a call computes between two looks for signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// The time limit of a call in nanoseconds, or 0.
static TIME_LIMIT: AtomicU64 = AtomicU64::new(0);

/// The calls that took longer than [`PATIENCE`]: threads that help one of them do not know
/// which, and stop when any of them is stopped. Whoever is stopped without a reason tries again.
static LONG_CALLS: Mutex<Vec<Arc<Call>>> = Mutex::new(Vec::new());

thread_local! {
    static CURRENT: RefCell<Option<Arc<Call>>> = const { RefCell::new(None) };
}

struct Call {
    started: Instant,
    time: Option<Duration>,
    /// Whether the thread that computes looks for signals itself.
    polls: bool,
    /// When signals were last looked for, in nanoseconds since the start.
    polled: AtomicU64,
    is_stopped: AtomicBool,
    /// The exception that a signal raised, or whoever shows progress.
    raised: Mutex<Option<PyErr>>,
    doing: Mutex<Option<Doing>>,
    has_told: AtomicBool,
}

/// The position that a call is working on, and how far the work is.
struct Doing {
    rules: Arc<dyn Ruleset>,
    position: Position,
    steps: Arc<Steps>,
}

/// How long a call computes before it says how far it is.
const LONG: Duration = Duration::from_millis(500);

/// Says that the call of this thread is working on a position from now on.
pub(crate) fn doing(graph: &PositionGraph, position: &Position) {
    CURRENT.with_borrow(|call| {
        if let Some(call) = call {
            let (rules, steps) = (graph.ruleset().clone(), graph.steps().clone());
            *locked(&call.doing) = Some(Doing { rules, position: position.clone(), steps });
        }
    });
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn clock() -> Duration {
    match CURRENT.with_borrow(Clone::clone) {
        Some(call) => call.clock(),
        None if long_calls().iter().any(|call| call.is_over()) => STOP,
        None => Duration::ZERO,
    }
}

fn long_calls() -> MutexGuard<'static, Vec<Arc<Call>>> {
    locked(&LONG_CALLS)
}

impl Call {
    fn new(polls: bool) -> Arc<Call> {
        let time = Some(TIME_LIMIT.load(Ordering::Relaxed)).filter(|&limit| limit != 0);
        Arc::new(Call {
            started: Instant::now(),
            time: time.map(Duration::from_nanos),
            polls,
            polled: AtomicU64::new(0),
            is_stopped: AtomicBool::new(false),
            raised: Mutex::new(None),
            doing: Mutex::new(None),
            has_told: AtomicBool::new(false),
        })
    }

    fn is_over(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
            || self.time.is_some_and(|limit| self.started.elapsed() > limit)
    }

    fn clock(self: &Arc<Call>) -> Duration {
        if self.is_over() {
            return STOP;
        }
        let elapsed = self.started.elapsed();
        let polled = Duration::from_nanos(self.polled.load(Ordering::Relaxed));
        if self.polls && elapsed > polled + PATIENCE {
            if polled.is_zero() {
                long_calls().push(self.clone());
            }
            let now = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX);
            self.polled.store(now, Ordering::Relaxed);
            // No interpreter is left when Python is about to end: nobody waits for the answer.
            let checked = Python::try_attach(|py| self.look_around(py));
            match checked {
                Some(Ok(())) => {}
                Some(Err(error)) => {
                    self.stop(error);
                    return STOP;
                }
                None => {
                    self.is_stopped.store(true, Ordering::Relaxed);
                    return STOP;
                }
            }
        }
        elapsed
    }

    /// Looks for signals, and reports how far a long call is.
    fn look_around(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        if self.started.elapsed() > LONG { self.tell(py, false) } else { Ok(()) }
    }

    fn tell(&self, py: Python<'_>, is_over: bool) -> PyResult<()> {
        self.has_told.store(true, Ordering::Relaxed);
        let (what, (done, total)) = match &*locked(&self.doing) {
            Some(Doing { rules, position, steps }) => {
                (format!("{} {}", rules.description().name, rules.write(position)), steps.done())
            }
            None => (String::new(), (0, None)),
        };
        let work = workspace().statistics();
        let seconds = self.started.elapsed().as_secs_f64();
        let step = (what, done, total, seconds, work.values, work.comparisons, memory_used(), is_over);
        py.import("misere.progress")?.getattr("tell")?.call1(step)?;
        Ok(())
    }

    fn stop(&self, error: PyErr) {
        *locked(&self.raised) = Some(error);
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Computes for this call on this thread.
    fn enter<T>(self: &Arc<Call>, work: impl FnOnce() -> T) -> T {
        struct Restore(Option<Arc<Call>>);
        impl Drop for Restore {
            fn drop(&mut self) {
                CURRENT.set(self.0.take());
            }
        }
        let _restore = Restore(CURRENT.replace(Some(self.clone())));
        work()
    }

    /// The error for the caller; `None` if the call was stopped for another call's sake.
    fn finish<T>(self: Arc<Call>, py: Python<'_>, result: Result<T, Error>) -> Option<PyResult<T>> {
        if !self.polls || self.polled.load(Ordering::Relaxed) != 0 {
            long_calls().retain(|call| !Arc::ptr_eq(call, &self));
        }
        if self.has_told.load(Ordering::Relaxed)
            && let Err(error) = self.tell(py, true)
        {
            return Some(Err(error));
        }
        let was_stopped =
            matches!(&result, Err(Error::Exhausted(Exhausted { limit: Limit::Time(ENDLESS), .. })));
        if !was_stopped {
            if matches!(&result, Err(Error::Exhausted(Exhausted { limit: Limit::Memory { .. }, .. }))) {
                memory_reached();
            }
            return Some(result.map_err(|error| raise(py, &for_a_call(error), None)));
        }
        if let Some(error) = locked(&self.raised).take() {
            return Some(Err(error));
        }
        let limit = self.time.filter(|&limit| self.started.elapsed() > limit)?;
        let mut exhausted = BUDGET.exhausted(Limit::Time(limit));
        exhausted.spent.time = self.started.elapsed();
        Some(Err(raise(py, &Error::Exhausted(exhausted), None)))
    }
}

/// The error with the memory limit that the caller set, which is for one call, in the place of that
/// of the budget, which is for all that is kept.
fn for_a_call(error: Error) -> Error {
    match error {
        Error::Exhausted(Exhausted { limit: Limit::Memory { wanted, .. }, spent }) => {
            let limit = Limit::Memory { limit: MEMORY_LIMIT.load(Ordering::Relaxed), wanted };
            Error::Exhausted(Exhausted { limit, spent })
        }
        other => other,
    }
}

/// Computes on this thread, without the lock of the interpreter, until there is an answer, a
/// limit is reached, or a signal raises an exception.
pub(crate) fn run<T: Send>(py: Python<'_>, work: impl Fn() -> Result<T, Error> + Send + Sync) -> PyResult<T> {
    let _under_way = UnderWay::new();
    loop {
        let call = Call::new(true);
        let result = py.detach(|| call.enter(&work));
        if let Some(told) = call.finish(py, result) {
            return told;
        }
    }
}

/// Computes as [`run`] does, on a thread of its own, while this thread looks for signals: for
/// work that is handed to other threads, so that this one would only wait.
pub(crate) fn run_aside<T: Send>(
    py: Python<'_>,
    work: impl Fn() -> Result<T, Error> + Send + Sync,
) -> PyResult<T> {
    let _under_way = UnderWay::new();
    loop {
        let call = Call::new(false);
        long_calls().push(call.clone());
        let result = std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            // Only this thread receives, with or without the lock of the interpreter.
            let receiver = Mutex::new(receiver);
            let wait = |time| locked(&receiver).recv_timeout(time);
            let (aside, work) = (&call, &work);
            scope.spawn(move || {
                // The receiver waits until it has the result.
                let _ = sender.send(aside.enter(work));
            });
            loop {
                match py.detach(|| wait(PATIENCE)) {
                    Ok(result) => return Some(result),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(error) = call.look_around(py) {
                            call.stop(error);
                            py.detach(|| wait(ENDLESS).ok());
                            let limit = Limit::Time(ENDLESS);
                            return Some(Err(BUDGET.exhausted(limit).into()));
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => return None,
                }
            }
        });
        let result = result.expect("a panic of the thread goes on here");
        if let Some(told) = call.finish(py, result) {
            return told;
        }
    }
}

/// The limits: bytes and seconds that a call may take.
#[pyfunction]
pub(crate) fn get_limits() -> (u64, Option<f64>) {
    let time = TIME_LIMIT.load(Ordering::Relaxed);
    let seconds = (time != 0).then(|| Duration::from_nanos(time).as_secs_f64());
    (MEMORY_LIMIT.load(Ordering::Relaxed), seconds)
}

/// Sets both limits.
#[pyfunction]
#[pyo3(signature = (memory, time))]
pub(crate) fn set_limits(memory: u64, time: Option<f64>) {
    MEMORY_LIMIT.store(memory, Ordering::Relaxed);
    let nanoseconds = time.map_or(0, |seconds| {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(ENDLESS);
        u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).max(1)
    });
    TIME_LIMIT.store(nanoseconds, Ordering::Relaxed);
}

/// The bytes that the workspace takes.
#[pyfunction]
pub(crate) fn memory_used() -> u64 {
    BUDGET.spent().memory_bytes
}
