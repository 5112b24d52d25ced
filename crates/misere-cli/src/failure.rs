//! Failures: how a run ends when it does not succeed.

use std::io;

use misere::check::visible;
use misere::core::{Exhausted, Limit};
use misere::rulesets::NoRuleset;
use misere::{Error, Statistics, error_object};
use serde_json::{Map, Value};

use crate::language::with_place_first;

/// The exit code of a program that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command ended without (all of) its answers. Text and JSON are written from the
/// failure, never from each other.
pub(crate) struct Failure(Box<Inner>);

struct Inner {
    /// The reason, as data if it comes from the library.
    reason: Reason,
    /// The name of the text with the error, and the text.
    place: Option<(String, String)>,
    /// The field that the text would be in a request, if it is one.
    field: Option<&'static str>,
    /// Whether the text is a file, which is then named with the line whatever is wrong.
    is_file: bool,
    /// Whether the place comes first in the message, as editors want it.
    place_first: bool,
    help: Option<String>,
    so_far: Option<Statistics>,
}

enum Reason {
    /// The library refused.
    Error(Error),
    /// The command line refused: a stable word, and the message.
    Said(&'static str, String),
    /// The reader of standard output has gone: not an error.
    ReaderGone,
    /// Answers are not known, as was told among the others.
    Unknown,
}

impl Failure {
    fn new(reason: Reason) -> Failure {
        Failure(Box::new(Inner {
            reason,
            place: None,
            field: None,
            is_file: false,
            place_first: false,
            help: None,
            so_far: None,
        }))
    }

    /// The input is bad: exit code 2.
    pub(crate) fn bad_input(message: impl Into<String>) -> Failure {
        Failure::new(Reason::Said("input", message.into()))
    }

    /// A certificate was rejected, or a recomputed item disagrees: exit code 1.
    pub(crate) fn rejected(message: impl Into<String>) -> Failure {
        Failure::new(Reason::Said("rejected", message.into()))
    }

    /// The question is too large to be begun with: exit code 3.
    pub(crate) fn too_large(message: impl Into<String>) -> Failure {
        Failure::new(Reason::Said("too-large", message.into()))
    }

    /// A limit was reached: exit code 3.
    pub(crate) fn limit(message: impl Into<String>) -> Failure {
        Failure::new(Reason::Said("limit", message.into()))
    }

    /// Some answers are not known, and were told so: exit code 3.
    pub(crate) fn unknown() -> Failure {
        Failure::new(Reason::Unknown)
    }

    /// A file or standard output cannot be written: exit code 2.
    pub(crate) fn output(message: impl Into<String>) -> Failure {
        Failure::new(Reason::Said("output", message.into()))
    }

    /// An error in reading `text`, the argument that is called `what`.
    pub(crate) fn reading(what: &str, text: &str, error: Error) -> Failure {
        let mut failure = Failure::from(error);
        failure.0.place = Some((what.to_owned(), text.to_owned()));
        failure
    }

    /// An error in reading a file with this text.
    pub(crate) fn reading_file(path: &str, text: &str, error: Error) -> Failure {
        let mut failure = Failure::reading(path, text, error);
        failure.0.is_file = true;
        failure
    }

    /// The failure, in an argument that is this field in a request.
    pub(crate) fn in_field(mut self, field: &'static str) -> Failure {
        self.0.field = Some(field);
        self
    }

    /// The failure told with its place first, if it is an error of syntax.
    pub(crate) fn with_place_first(mut self) -> Failure {
        self.0.place_first = true;
        self
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Failure {
        self.0.help = Some(help.into());
        self
    }

    /// Adds how far the work got, if a limit ended it.
    pub(crate) fn with_progress(mut self, statistics: Statistics) -> Failure {
        let limited = ["limit", "interrupted"].contains(&self.code());
        self.0.so_far = (limited && statistics.values > 0).then_some(statistics);
        self
    }

    /// A stable word for the kind of failure.
    fn code(&self) -> &'static str {
        match &self.0.reason {
            Reason::Error(error) => error.code(),
            Reason::Said(code, _) => code,
            Reason::ReaderGone => "closed",
            Reason::Unknown => "undecided",
        }
    }

    pub(crate) fn exit_code(&self) -> u8 {
        match self.code() {
            "closed" => 0,
            "rejected" => 1,
            "limit" | "too-large" | "undecided" => 3,
            "interrupted" => INTERRUPTED,
            _ => 2,
        }
    }

    /// The message with the place shown, in which nothing is invisible and all line breaks
    /// are our own; `None` if the reader of the output has gone.
    pub(crate) fn message(&self) -> Option<String> {
        let help = || self.help().or_else(|| self.error().and_then(Error::help));
        let mut message = match (&self.0.reason, &self.0.place) {
            (Reason::ReaderGone | Reason::Unknown, _) => return None,
            (Reason::Error(Error::Parse(parse)), Some((what, text))) => {
                let mut parse = parse.clone();
                parse.line = parse.line.or(self.0.is_file.then_some(1));
                return Some(match self.0.place_first {
                    true => with_place_first(what, text, &parse),
                    false => format!("{}: {}", visible(what), parse.render(text)),
                });
            }
            (Reason::Error(error), Some((file, _))) if self.0.is_file => {
                format!("{}: {}", visible(file), visible(&error.to_string()))
            }
            (Reason::Error(Error::NoRuleset(NoRuleset::BadParameter { parameter, error })), _) => {
                return Some(error.render(parameter));
            }
            (Reason::Error(error), _) => visible(&error.to_string()).into_owned(),
            (Reason::Said(_, message), _) => visible(message).into_owned(),
        };
        if let Some(Statistics { values, comparisons, .. }) = self.0.so_far {
            message.push_str(&format!("\nso far: {values} values, {comparisons} comparisons"));
        }
        if let Some(help) = help() {
            message.push_str(&format!("\nhelp: {}", visible(&help)));
        }
        Some(message)
    }

    /// The advice of the command line.
    fn help(&self) -> Option<String> {
        let of_limit = || match self.error() {
            Some(Error::Exhausted(exhausted)) => flag_of(exhausted.limit).map(str::to_owned),
            _ => None,
        };
        self.0.help.clone().or_else(of_limit)
    }

    pub(crate) fn error(&self) -> Option<&Error> {
        match &self.0.reason {
            Reason::Error(error) => Some(error),
            _ => None,
        }
    }

    /// The failure as the last line that `--json` prints.
    pub(crate) fn object(&self) -> Option<Map<String, Value>> {
        let mut object = match &self.0.reason {
            Reason::ReaderGone | Reason::Unknown => return None,
            Reason::Error(error) => {
                let place = self.0.place.as_ref();
                error_object(error, place.map(|(what, text)| (self.0.field.unwrap_or(what), text.as_str())))
            }
            Reason::Said(code, message) => {
                let fields = [
                    ("ok", Value::from(false)),
                    ("code", (*code).into()),
                    ("message", message.clone().into()),
                ];
                fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
            }
        };
        if let Some(help) = self.help() {
            object.insert("help".to_owned(), help.into());
        }
        Some(object)
    }
}

/// Which flag moves a limit, or what else does.
pub(crate) fn flag_of(limit: Limit) -> Option<&'static str> {
    match limit {
        Limit::Memory { .. } => {
            Some("--max-memory BYTES moves the limit, up to a third of what the system grants (`ulimit -v`)")
        }
        Limit::Refused { .. } => {
            Some("end other programs, or raise the limit of the system (`ulimit -v`), and ask again")
        }
        Limit::Time(_) => Some("--max-time SECONDS moves the limit"),
        Limit::Text(_) => Some(
            "--max-output BYTES moves the limit; values of positions that `--store FILE` keeps are written as a \
             graph by `misere store export FILE --output OUT`",
        ),
        _ => None,
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::new(Reason::Error(error))
    }
}

impl From<Exhausted> for Failure {
    fn from(exhausted: Exhausted) -> Failure {
        Failure::from(Error::Exhausted(exhausted))
    }
}

/// A failure to write to standard output.
pub(crate) fn cannot_print(error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        Failure::new(Reason::ReaderGone)
    } else {
        Failure::output(format!("cannot write: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The words in quotation marks that follow a text.
    fn words<'a>(source: &'a str, before: &str) -> Vec<&'a str> {
        let found = source.split(before).skip(1).filter_map(|rest| rest.strip_prefix('"'));
        found.filter_map(|rest| rest.split_once('"')).map(|(word, _)| word).collect()
    }

    #[test]
    fn every_code_is_documented_with_its_exit_code() {
        let table = include_str!("../../../docs/json.md").split_once("| `code` | meaning |").unwrap().1;
        let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
        let documented: BTreeMap<&'static str, u8> = rows
            .map(|row| {
                let cells: Vec<&str> = row.split('|').map(str::trim).collect();
                (cells[1].trim_matches('`'), cells[3].parse().unwrap())
            })
            .collect();
        for (&code, &exit_code) in &documented {
            let failure = Failure::new(Reason::Said(code, String::new()));
            assert_eq!(failure.exit_code(), exit_code, "{code}");
        }
        let library = include_str!("../../misere/src/error.rs");
        let (library, _) = library.split_once("pub fn help(&self)").unwrap();
        let mut used = words(library, "=> ");
        used.extend(words(include_str!("failure.rs"), "Reason::Said("));
        used.sort();
        used.dedup();
        assert_eq!(used, documented.into_keys().collect::<Vec<_>>());
    }
}
