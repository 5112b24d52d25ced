//! Long work: a line on standard error, and an end at Ctrl-C.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use misere::Workspace;
use misere::check::visible;

use crate::failure::INTERRUPTED;
use crate::guard::{OnOverrun, guarded};

/// The time after which work is long.
const LONG: Duration = Duration::from_millis(500);

/// What the program is doing, and how far that is.
struct Doing {
    what: String,
    how_far: Box<dyn Fn() -> String + Send>,
}

static DOING: Mutex<Option<Doing>> = Mutex::new(None);

/// The line on the terminal, while there is one.
static LINE: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// What is done before the program ends from outside its work.
type Last = Box<dyn Fn() + Send>;

static LAST: Mutex<Option<Last>> = Mutex::new(None);

/// Does this before Ctrl-C, the system or a limit ends the program from outside its work.
pub(crate) fn before_the_end(last: impl Fn() + Send + 'static) {
    *locked(&LAST) = Some(Box::new(last));
}

/// Does what is to be done before the program ends.
pub(crate) fn end_is_near() {
    if let Some(last) = &*locked(&LAST) {
        last();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells what is being done from now on, and how to find out how far that is.
pub(crate) fn doing(what: impl Into<String>, how_far: impl Fn() -> String + Send + 'static) {
    *locked(&DOING) = Some(Doing { what: what.into(), how_far: Box::new(how_far) });
}

/// Numbers in words: `1,204 of 3,411, 35 %`.
pub(crate) fn of(done: usize, total: usize) -> String {
    let percent = done * 100 / total.max(1);
    format!("{} of {}, {percent} %", with_commas(done), with_commas(total))
}

fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Does the work; Ctrl-C ends it and the program, and so do the ends of its time and memory.
pub(crate) fn watched<T>(work: &Workspace, what: &str, json: bool, task: impl FnOnce() -> T) -> T {
    cancel_on_interrupt(work);
    doing(what, String::new);
    guarded(work, OnOverrun::EndTheProgram { json }, || with_progress(work, task))
}

/// Does the work, and shows progress when the work is long and standard error is a terminal.
pub(crate) fn with_progress<T>(work: &Workspace, task: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return task();
    }
    let (done, wait) = channel::<()>();
    std::thread::scope(|scope| {
        let show = move || {
            // The sender is dropped when the work is done.
            if wait.recv_timeout(LONG) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let line = ProgressBar::new_spinner().with_elapsed(LONG);
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
                line.set_style(style);
            }
            *locked(&LINE) = Some(line.clone());
            loop {
                line.set_message(message(work));
                line.tick();
                if wait.recv_timeout(Duration::from_millis(200)) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
            *locked(&LINE) = None;
            line.finish_and_clear();
        };
        // Work is done without a line if the system gives no thread.
        drop(Builder::new().spawn_scoped(scope, show));
        let result = task();
        drop(done);
        result
    })
}

fn message(work: &Workspace) -> String {
    let mut parts = Vec::new();
    if let Some((what, done, total)) = work.progress() {
        let far = match total {
            Some(total) => format!("component {}", of(done, total)),
            None => format!("{} positions", with_commas(done)),
        };
        parts.push(format!("{what}: {far}"));
    } else if let Some(Doing { what, how_far }) = &*locked(&DOING) {
        let far = how_far();
        parts.push(if far.is_empty() { what.clone() } else { format!("{what}: {far}") });
    }
    let statistics = work.statistics();
    if statistics.values > 0 {
        let [values, comparisons] =
            [statistics.values, statistics.comparisons].map(|n| with_commas(n as usize));
        parts.push(format!("{values} values, {comparisons} comparisons"));
    }
    parts.push(format!("{} MiB", work.budget().spent().memory_bytes >> 20));
    visible(&parts.join("; ")).into_owned()
}

/// Prints something while the line on the terminal is out of the way.
pub(crate) fn out_of_the_way<T>(print: impl FnOnce() -> T) -> T {
    let line = locked(&LINE).clone();
    match line {
        Some(line) => line.suspend(print),
        None => print(),
    }
}

/// Makes Ctrl-C, and the signal with which the system ends programs, cancel the work, which then
/// says how far it got. Work that does not notice within half a second, such as reading standard
/// input, is ended with the program.
fn cancel_on_interrupt(work: &Workspace) {
    let budget = work.budget().clone();
    let handler = move || {
        budget.cancel();
        std::thread::sleep(Duration::from_millis(500));
        end_is_near();
        std::process::exit(INTERRUPTED.into());
    };
    // Without a handler Ctrl-C ends the program as well, without a message.
    drop(ctrlc::set_handler(handler));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_in_numbers() {
        assert_eq!(of(1_204, 3_411), "1,204 of 3,411, 35 %");
        assert_eq!(of(0, 0), "0 of 0, 0 %");
        assert_eq!(with_commas(1_234_567), "1,234,567");
    }
}
