//! Answers on standard output: lines for people, or JSON objects.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use misere::check::{visible, visible_json};
use misere::core::Budget;
use misere::{Proof, Sheet, Style, breakable};
use serde::Serialize;

use crate::args::{Arguments, Evidence};
use crate::failure::{Failure, cannot_print};
use crate::file::{self, is_stdout};
use crate::progress::{end_is_near, out_of_the_way};

/// Standard output. Only the program's one report writes to it, and whoever ends the program.
static OUT: LazyLock<Mutex<BufWriter<Stdout>>> = LazyLock::new(|| Mutex::new(BufWriter::new(io::stdout())));

fn out() -> MutexGuard<'static, BufWriter<Stdout>> {
    OUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints a line on standard error. Whoever does not take it, a disk that is full say, does not
/// end the program: `eprintln` would.
pub(crate) fn say(line: &str) {
    drop(writeln!(io::stderr(), "{line}"));
}

/// Prints what waits to be printed, unless somebody is printing at the moment.
pub(crate) fn flush_what_waits() {
    // Whoever prints next learns of the error.
    if let Ok(mut out) = OUT.try_lock()
        && !out.buffer().is_empty()
    {
        drop(out.flush());
    }
}

/// Prints a failure, and ends the program, unless the work came to an end meanwhile. Output
/// that is being printed is waited for: its reader may take long.
pub(crate) fn end(failure: &Failure, json: bool, is_going_on: impl FnOnce() -> bool) {
    let mut out = out();
    if !is_going_on() {
        return;
    }
    if json && let Some(object) = failure.object() {
        let line = serde_json::to_string(&object).expect("failures are plain data");
        drop(writeln!(out, "{}", visible_json(&line)));
    }
    // The program ends with this failure, even if nobody reads it.
    drop(out.flush());
    if let Some(message) = failure.message().filter(|_| !json) {
        say(&format!("misere: {}", message.trim_end()));
    }
    end_is_near();
    std::process::exit(failure.exit_code().into());
}

/// The output of a command.
pub(crate) struct Report {
    pub(crate) json: bool,
    pub(crate) style: Style,
    is_terminal: bool,
    /// Whether the output is a terminal: only there very long texts are cut.
    pub(crate) is_read: bool,
    /// What the time is taken from, except the time that readers take.
    budget: Option<Arc<Budget>>,
}

impl Report {
    /// A report as the arguments say, if they could be read.
    pub(crate) fn new(arguments: Option<&Arguments>) -> Report {
        let json = arguments.is_some_and(|arguments| arguments.options.json);
        let style = arguments.map_or_else(Style::default, |arguments| arguments.options.style());
        let is_terminal = io::stdout().is_terminal();
        let is_read = is_terminal && !json && style != Style::Latex;
        Report { json, style, is_terminal, is_read, budget: None }
    }

    /// From now on the time that readers of the output take is not taken from this budget.
    pub(crate) fn excuses(&mut self, budget: &Arc<Budget>) {
        self.budget = Some(budget.clone());
    }

    /// Waits for a reader.
    fn waiting<T>(&self, wait: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let result = wait();
        if let Some(budget) = &self.budget {
            budget.excuse(started.elapsed());
        }
        result
    }

    /// The page that is written on.
    pub(crate) fn sheet(&self) -> Sheet {
        Sheet { style: self.style, is_read: self.is_read }
    }

    /// Prints exactly one line, whatever texts of others are in it.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), Failure> {
        self.print(&visible(line))
    }

    /// Prints a line; on a terminal at once, since the user waits for it.
    fn print(&mut self, line: &str) -> Result<(), Failure> {
        let mut out = OUT.try_lock().unwrap_or_else(|_| self.waiting(out));
        let has_room = out.capacity() - out.buffer().len() > line.len();
        match self.is_terminal {
            true => self.waiting(|| out_of_the_way(|| writeln!(out, "{line}").and_then(|()| out.flush()))),
            false if has_room => writeln!(out, "{line}"),
            false => self.waiting(|| writeln!(out, "{line}")),
        }
        .map_err(cannot_print)
    }

    /// Prints a line that is no formula: a comment in LaTeX.
    pub(crate) fn remark(&mut self, line: &str) -> Result<(), Failure> {
        match self.style {
            Style::Latex => self.line(&format!("% {}", line.trim_start())),
            Style::Unicode | Style::Ascii => self.line(line),
        }
    }

    /// Prints a line that is a formula in LaTeX; in a document, a paragraph of its own.
    pub(crate) fn formula(&mut self, line: &str, in_document: bool) -> Result<(), Failure> {
        match in_document {
            true => self.line(&format!("${}$\\par", breakable(line))),
            false => self.line(line),
        }
    }

    /// Prints text of our own as it is, without a line break, at once.
    pub(crate) fn prompt(&mut self, text: &str) -> Result<(), Failure> {
        write!(out(), "{text}").map_err(cannot_print)?;
        self.flush()
    }

    pub(crate) fn object(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        let line = serde_json::to_string(object).expect("answers are plain data");
        self.print(&visible_json(&line))
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.waiting(|| out().flush()).map_err(cannot_print)
    }

    /// Whether a file is standard output, which then has no room for answers.
    pub(crate) fn gives_way_to(&self, file: Option<&Path>) -> Result<bool, Failure> {
        match file.is_some_and(is_stdout) {
            true if self.json => {
                Err(Failure::bad_input("--json has no room beside a file on standard output"))
            }
            gives_way => Ok(gives_way),
        }
    }

    /// Prints the reason of an answer, indented, if it was asked for.
    pub(crate) fn proof(&mut self, proof: Option<&Proof>) -> Result<(), Failure> {
        let Some(proof) = proof else { return Ok(()) };
        proof.why(self.style)?.iter().try_for_each(|line| self.line(&format!("  {line}")))
    }
}

/// Prints a whole document if one is asked for, else what is inside.
pub(crate) fn document(
    report: &mut Report,
    standalone: bool,
    inside: impl FnOnce(&mut Report) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if !standalone {
        return inside(report);
    }
    if report.style != Style::Latex {
        return Err(Failure::bad_input("--standalone is for --latex"));
    }
    report.line("\\documentclass{article}")?;
    report.line("\\usepackage{amsmath,amssymb}")?;
    report.line("\\setlength{\\parindent}{0pt}")?;
    report.line("\\begin{document}")?;
    inside(report)?;
    report.line("\\end{document}")
}

impl Evidence {
    /// Writes the certificate to its file, if a file was asked for, and returns the proof if
    /// the reason was asked for.
    pub(crate) fn keep(&self, proof: Option<Proof>) -> Result<Option<Proof>, Failure> {
        if let (Some(file), Some(proof)) = (&self.certificate, &proof) {
            file::write(file, proof.certificate().to_json().as_bytes())?;
        }
        Ok(proof.filter(|_| self.why))
    }

    /// Refuses a certificate that cannot be written, before the work begins. Returns whether
    /// the certificate takes the place of the answer.
    pub(crate) fn check(&self, report: &Report, moduli: usize) -> Result<bool, Failure> {
        if self.certificate.is_some() && moduli > 1 {
            return Err(Failure::bad_input("--certificate writes one file: give exactly one --modulo"));
        }
        let takes_the_place = report.gives_way_to(self.certificate.as_deref())?;
        if takes_the_place && self.why {
            return Err(Failure::bad_input("--why has no room beside a certificate on standard output"));
        }
        Ok(takes_the_place)
    }
}
