//! Games and universes from the command line.

use std::cell::Cell;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use misere::core::Account;
use misere::impartial::NimPosition;
use misere::rulesets::{NoRuleset, Position, Rewriting, RulesFileError, Ruleset};
use misere::{Error, Game, Modulus, Subject, Workspace};

use crate::failure::Failure;

/// The mark before an argument that begins with a minus and a digit. No argument of a
/// process can contain the mark.
pub(crate) const NEGATIVE_MARK: char = '\0';

/// A reader of arguments, which reads standard input only once, and no more than a limit.
pub(crate) struct Input<'a> {
    work: &'a Workspace,
    max_bytes: u64,
    /// The memory of the texts that were read.
    account: Account,
    stdin_used: Cell<bool>,
}

impl<'a> Input<'a> {
    pub(crate) fn new(work: &'a Workspace, max_bytes: u64) -> Input<'a> {
        let account = Account::new(work.budget().clone());
        Input { work, max_bytes, account, stdin_used: Cell::new(false) }
    }

    /// A game: notation, `-` for standard input, or `@FILE`.
    pub(crate) fn game(&self, argument: &str) -> Result<Game, Failure> {
        let (what, text) = self.text("game", argument)?;
        self.work.game(&text).map_err(|error| Failure::reading(&what, &text, error).in_field("g"))
    }

    /// The name of an argument in messages, and its text: the argument as it stands, standard
    /// input for `-`, or the contents of `@FILE`.
    pub(crate) fn text(&self, what: &str, argument: &str) -> Result<(String, String), Failure> {
        let argument = argument.strip_prefix(NEGATIVE_MARK).unwrap_or(argument);
        if argument == "-" {
            if self.stdin_used.replace(true) {
                return Err(Failure::bad_input("standard input (-) can be read only once"));
            }
            let what = "standard input";
            Ok((what.to_owned(), self.read(what, Ok(io::stdin().lock()))?))
        } else if let Some(path) = argument.strip_prefix('@') {
            Ok((path.to_owned(), self.file(path)?))
        } else {
            Ok((what.to_owned(), argument.to_owned()))
        }
    }

    fn file(&self, path: &str) -> Result<String, Failure> {
        self.read(path, std::fs::File::open(path))
    }

    /// Reads a text piece by piece, so that a text without end is refused in time.
    fn read(&self, what: &str, source: io::Result<impl Read>) -> Result<String, Failure> {
        const PIECE: u64 = 1 << 20;
        let cannot = |error: io::Error| match error.kind() {
            io::ErrorKind::OutOfMemory => self.work.budget().refused(PIECE as usize).into(),
            _ => Failure::bad_input(format!("cannot read {what}: {error}")),
        };
        let mut source = source.map_err(cannot)?;
        let mut bytes = Vec::new();
        loop {
            let capacity = bytes.capacity();
            let read = source.by_ref().take(PIECE).read_to_end(&mut bytes).map_err(cannot)?;
            self.account.charge(bytes.capacity() - capacity)?;
            self.work.budget().check_now()?;
            if bytes.len() as u64 > self.max_bytes {
                let message = format!("{what} is longer than {} MiB", self.max_bytes >> 20);
                return Err(Failure::limit(message).with_help("--max-input sets how much is read"));
            }
            if read == 0 {
                return utf8(what, bytes);
            }
        }
    }

    /// A ruleset by name, or from a rules file.
    pub(crate) fn ruleset(&self, argument: &str) -> Result<Arc<dyn Ruleset>, Failure> {
        let path = Path::new(argument);
        let looks_like_a_path = path.extension().is_some_and(|e| e == "rules") || argument.contains('/');
        let unknown =
            || matches!(self.work.ruleset(argument), Err(Error::NoRuleset(NoRuleset::Unknown { .. })));
        if looks_like_a_path || (path.is_file() && unknown()) {
            return self.rules_file(argument);
        }
        Ok(self.work.ruleset(argument)?)
    }

    /// The ruleset of a rules file, which has the name of the file.
    pub(crate) fn rules_file(&self, path: &str) -> Result<Arc<dyn Ruleset>, Failure> {
        let text = self.file(path)?;
        let name = Path::new(path).file_stem().map_or(path.into(), |stem| stem.to_string_lossy());
        let universes = self.work.universe_names();
        let rules = Rewriting::read_within(&name, &text, &universes, self.work.budget());
        let rules = rules.map_err(|error| match error {
            RulesFileError::Parse(error) => Failure::reading(path, &text, error.into()),
            RulesFileError::Exhausted(exhausted) => exhausted.into(),
            endless => Failure::bad_input(format!("{path}: {endless}")),
        })?;
        Ok(Arc::new(rules))
    }

    /// A position of a ruleset.
    pub(crate) fn position(&self, ruleset: &dyn Ruleset, argument: &str) -> Result<Position, Failure> {
        let (what, text) = self.text("position", argument)?;
        ruleset.read(&text).map_err(|error| Failure::reading(&what, &text, error.into()))
    }

    /// A ruleset and a position of it, which may also be one argument, as `domineering(2x4)`.
    pub(crate) fn ruleset_and_position(
        &self,
        ruleset: &str,
        position: Option<&String>,
    ) -> Result<(Arc<dyn Ruleset>, Position), Failure> {
        let Some(position) = position else {
            let (what, text) = self.text("position", ruleset)?;
            let refused = |error: Error| Failure::reading(&what, &text, error);
            Subject::read_position(self.work, &text).map_err(refused)?;
            return self.work.position(&text).ok_or_else(|| refused(Error::NotAPosition));
        };
        let ruleset = self.ruleset(ruleset)?;
        let position = self.position(&*ruleset, position)?;
        Ok((ruleset, position))
    }

    /// A position as the subject of a question: the ruleset and the position, or the whole in one
    /// argument, as `domineering(2x4)`.
    pub(crate) fn subject(&self, ruleset: &str, position: Option<&String>) -> Result<Subject, Failure> {
        let (ruleset, position) = self.ruleset_and_position(ruleset, position)?;
        Ok(Subject::at(self.work, ruleset, position))
    }

    /// A position of Nim, in one or more arguments.
    pub(crate) fn nim_position(&self, what: &str, arguments: &[&str]) -> Result<NimPosition, Failure> {
        arguments.iter().try_fold(NimPosition::default(), |sum, argument| {
            let (what, text) = self.text(what, argument)?;
            let heaps =
                NimPosition::read(&text).map_err(|error| Failure::reading(&what, &text, error.into()))?;
            Ok(sum.sum(&heaps))
        })
    }

    /// The universe of a universe file, which is known by its name from then on.
    pub(crate) fn universe_file(&self, path: &str) -> Result<Modulus, Failure> {
        let text = self.file(path)?;
        self.work.load_universe(&text).map_err(|error| Failure::reading_file(path, &text, error))
    }

    /// A universe, read from an argument that is this field in a request; `@file` is the
    /// universe of a universe file.
    pub(crate) fn modulus(&self, field: &'static str, argument: &str) -> Result<Modulus, Failure> {
        if let Some(path) = argument.strip_prefix('@') {
            return self.universe_file(path);
        }
        let argument = argument.strip_prefix(NEGATIVE_MARK).unwrap_or(argument);
        let refused = |error| Failure::reading("universe", argument, error).in_field(field);
        self.work.modulo(argument).map_err(refused)
    }

    /// The universes asked for, or the standard ones.
    pub(crate) fn moduli(&self, arguments: &[String]) -> Result<Vec<Modulus>, Failure> {
        if arguments.is_empty() {
            return Ok(self.work.standard_moduli()?);
        }
        arguments.iter().map(|argument| self.modulus("modulo", argument)).collect()
    }
}

fn utf8(what: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::bad_input(format!("{what}: not UTF-8 at byte {}", at + 1))
    })
}
