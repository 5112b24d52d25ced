//! Long work: a line on standard error, and an end at Ctrl-C.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use misere::Workspace;
use misere::core::Limit;

use crate::failure::{Failure, INTERRUPTED};

/// Does the work; Ctrl-C ends it and the program, and so does the end of its time.
pub(crate) fn watched<T>(work: &Workspace, task: impl FnOnce() -> T) -> T {
    cancel_on_interrupt(work);
    end_after_time(work);
    with_progress(work, task)
}

/// Ends the program soon after its time is over, if the work has not noticed by then:
/// laying out a picture does not look at the clock.
fn end_after_time(work: &Workspace) {
    const GRACE: Duration = Duration::from_millis(400);
    let budget = work.budget().clone();
    let Some(limit) = budget.limits().time else { return };
    std::thread::spawn(move || {
        std::thread::sleep((limit + GRACE).saturating_sub(budget.spent().time));
        let failure = Failure::from(budget.exhausted(Limit::Time(limit)));
        eprintln!("misere: {}", failure.message().unwrap_or_default());
        std::process::exit(failure.exit_code().into());
    });
}

/// Does the work, and shows progress when it takes more than a second and standard error is
/// a terminal.
pub(crate) fn with_progress<T>(work: &Workspace, task: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return task();
    }
    let (done, wait) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // The sender is dropped when the work is done.
            if wait.recv_timeout(Duration::from_secs(1)) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let started = Instant::now();
            let before = work.statistics().comparisons;
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
                bar.set_style(style);
            }
            while wait.recv_timeout(Duration::from_millis(200)) == Err(RecvTimeoutError::Timeout) {
                let statistics = work.statistics();
                let seconds = started.elapsed().as_secs_f64();
                let rate = (statistics.comparisons - before) as f64 / seconds / 1000.0;
                let memory = work.budget().spent().memory_bytes >> 20;
                bar.set_message(format!(
                    "{} values, {} comparisons ({rate:.0} thousand a second), {memory} MiB",
                    statistics.values, statistics.comparisons
                ));
                bar.tick();
            }
            bar.finish_and_clear();
        });
        let result = task();
        drop(done);
        result
    })
}

/// A bar for work whose length is known.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// Shows that `done` of `total` are done.
    pub(crate) fn at(&self, done: usize, total: usize) {
        self.0.set_length(total as u64);
        self.0.set_position(done as u64);
    }
}

/// Does the work with a bar on standard error, if standard error is a terminal.
pub(crate) fn with_bar<T>(work: &Workspace, what: &str, task: impl FnOnce(&Bar) -> T) -> T {
    cancel_on_interrupt(work);
    let bar = if std::io::stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {pos} of {len} {msg}") {
        bar.set_style(style);
    }
    bar.set_message(what.to_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    let result = task(&Bar(bar.clone()));
    bar.finish_and_clear();
    result
}

/// Makes Ctrl-C cancel the work, which then says how far it got. Work that does not notice
/// within half a second, such as reading standard input, is ended with the program.
fn cancel_on_interrupt(work: &Workspace) {
    let budget = work.budget().clone();
    let handler = move || {
        budget.cancel();
        std::thread::sleep(Duration::from_millis(500));
        std::process::exit(INTERRUPTED.into());
    };
    // Without a handler Ctrl-C ends the program as well, without a message.
    drop(ctrlc::set_handler(handler));
}
