//! Answers on standard output: lines for people, or JSON objects.

use std::io::{self, BufWriter, Stdout, Write};

use misere::{Form, Style, Workspace};
use serde::Serialize;

use crate::args::Arguments;
use crate::failure::Failure;

/// Where the answers of a command go.
pub(crate) struct Report {
    out: BufWriter<Stdout>,
    pub(crate) json: bool,
    pub(crate) style: Style,
}

impl Report {
    /// A report as the arguments want it, if they could be read.
    pub(crate) fn new(arguments: Option<&Arguments>) -> Report {
        Report {
            out: BufWriter::new(io::stdout()),
            json: arguments.is_some_and(|arguments| arguments.json),
            style: arguments.map_or_else(Style::default, Arguments::style),
        }
    }

    pub(crate) fn line(&mut self, line: &str) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{line}")?)
    }

    /// Text without a line break, shown at once.
    pub(crate) fn prompt(&mut self, text: &str) -> Result<(), Failure> {
        write!(self.out, "{text}")?;
        self.flush()
    }

    pub(crate) fn object(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        let line = serde_json::to_string(object).expect("answers are plain data");
        self.line(&line)
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }

    pub(crate) fn form(&self, work: &Workspace, g: Form) -> Result<String, Failure> {
        Ok(work.write(g, self.style)?)
    }
}
