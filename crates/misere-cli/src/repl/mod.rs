//! The worksheet: `misere` alone, on a terminal.
//!
//! [`worksheet`] makes the answers, [`line`] splits the input into lines, and only this file
//! and [`editor`] know of keys. `rustyline` reads the keys: it is permissive and maintained,
//! keeps history with several lines to an entry, and asks whether a text is complete.

mod complete;
mod editor;
mod help;
mod history;
mod line;
mod worksheet;

use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use misere::Workspace;
use misere::check::visible;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, Editor};

use crate::failure::{Failure, INTERRUPTED};
use crate::guard::{OnOverrun, guarded};
use crate::progress::with_progress;
use crate::repl::editor::Assistant;
use crate::repl::history::{history_file, make_room_for};
use crate::repl::line::{Line, parts};
use crate::repl::worksheet::{Response, Worksheet};
use crate::report::{Report, say};

/// Reads and answers lines until the user leaves.
pub(crate) fn repl(work: Workspace, report: &mut Report) -> Result<(), Failure> {
    let interrupts = stop_on_interrupt(&work);
    let mut keys = Keys::new()?;
    let mut worksheet = Worksheet::new(&work, report.style);
    drop(work);
    report.line(&format!("misere {}: ? for help, quit to leave", env!("CARGO_PKG_VERSION")))?;
    report.flush()?;
    while let Some(text) = keys.read(&worksheet)? {
        worksheet.width = keys.width();
        interrupts.store(0, Ordering::Relaxed);
        // A bug costs an answer, not the worksheet.
        let forgets = parts(&text).into_iter().any(|part| matches!(Line::read(part), Line::Forget(_)));
        let work = worksheet.workspace().clone();
        let mut respond = || catch_unwind(AssertUnwindSafe(|| worksheet.respond(&text)));
        // What is forgotten is given back with the last handle of its workspace.
        let answered = match forgets {
            true => {
                drop(work);
                respond()
            }
            false => guarded(&work, OnOverrun::Wait, || with_progress(&work, respond)),
        };
        let response = answered.unwrap_or_else(|_| Response {
            error: Some("there is no answer because of the bug above; names are kept".to_owned()),
            ..Response::default()
        });
        for line in &response.lines {
            report.line(line)?;
        }
        report.flush()?;
        if let Some(error) = &response.error {
            error.lines().for_each(|line| say(&visible(line)));
        }
        if response.ends {
            break;
        }
    }
    Ok(())
}

/// Makes Ctrl-C cancel the question. For work that does not notice, the third Ctrl-C ends
/// the program.
fn stop_on_interrupt(work: &Workspace) -> Arc<AtomicU32> {
    let interrupts = Arc::new(AtomicU32::new(0));
    let (counted, budget) = (interrupts.clone(), work.budget().clone());
    let handler = move || {
        budget.cancel();
        match counted.fetch_add(1, Ordering::Relaxed) {
            0 => {}
            1 => say("stopping; Ctrl-C once more leaves the program"),
            _ => std::process::exit(INTERRUPTED.into()),
        }
    };
    // Without a handler Ctrl-C ends the program without a message.
    drop(ctrlc::set_handler(handler));
    interrupts
}

/// The line editor and its history.
struct Keys {
    editor: Editor<Assistant, FileHistory>,
    history: Option<PathBuf>,
}

impl Keys {
    fn new() -> Result<Keys, Failure> {
        const MOST_ENTRIES: usize = 10_000;
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .max_history_size(MOST_ENTRIES)
            .and_then(|builder| builder.history_ignore_dups(true))
            .map_err(cannot_read)?
            .build();
        let mut editor = Editor::with_config(config).map_err(cannot_read)?;
        editor.set_helper(Some(Assistant::new()));
        let mut keys = Keys { editor, history: history_file(|name| std::env::var_os(name)) };
        if let Some(file) = &keys.history
            && file.exists()
            && let Err(error) = keys.editor.load_history(file)
        {
            say(&format!("warning: cannot read the history {}: {error}", file.display()));
            keys.history = None;
        }
        Ok(keys)
    }

    /// The next input, or `None` at the end of the input.
    fn read(&mut self, worksheet: &Worksheet) -> Result<Option<String>, Failure> {
        if let Some(assistant) = self.editor.helper_mut() {
            assistant.words = worksheet.words();
        }
        let prompt = match worksheet.modulus() {
            Some(modulus) => format!("misere mod {modulus}> "),
            None => "misere> ".to_owned(),
        };
        loop {
            match self.editor.readline(&prompt) {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => {
                    self.keep(&text);
                    return Ok(Some(text));
                }
                // Ctrl-C: the line is gone, and a new one begins.
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => return Ok(None),
                Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                    say("warning: a byte that is not UTF-8 was typed; the line is dropped, names are kept");
                }
                Err(error) => return Err(cannot_read(error)),
            }
        }
    }

    /// Keeps an input for this session and the next. A failure to write the history is reported
    /// once and does not end the session.
    fn keep(&mut self, text: &str) {
        if let Err(error) = self.editor.add_history_entry(text.trim_end()) {
            say(&format!("warning: {error}"));
        }
        let Some(file) = &self.history else { return };
        let kept =
            make_room_for(file).map_err(ReadlineError::from).and_then(|()| self.editor.append_history(file));
        if let Err(error) = kept {
            say(&format!("warning: cannot keep the history in {}: {error}", file.display()));
            self.history = None;
        }
    }

    fn width(&mut self) -> usize {
        self.editor.dimensions().map_or(usize::MAX, |(columns, _)| columns.into())
    }
}

fn cannot_read(error: ReadlineError) -> Failure {
    Failure::bad_input(format!("cannot read the terminal: {error}"))
}
