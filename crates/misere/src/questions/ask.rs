//! Asking questions.

use std::sync::Arc;

use misere_core::Player;
use misere_notation::{ParseError, quoted};
use misere_rulesets::{Position, Ruleset};

use super::{Argument, Question, QuestionKind, Rows, Subject};
use crate::data::{Data, Fields, Record};
use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::workspace::Workspace;

/// A position with its ruleset.
type Place = (Arc<dyn Ruleset>, Position);

/// A question that is being asked.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) work: &'a Workspace,
    question: &'a Question,
    modulus: Option<&'a Modulus>,
}

impl<'a> Asked<'a> {
    pub(super) fn new(
        work: &'a Workspace,
        question: &'a Question,
        modulus: Option<&'a Modulus>,
    ) -> Asked<'a> {
        Asked { work, question, modulus }
    }

    /// The universe that the question is asked modulo, if there is one.
    pub(super) fn modulus_if_given(&self) -> Option<&'a Modulus> {
        self.modulus
    }

    pub(super) fn kind(&self) -> &'static QuestionKind {
        self.question.kind
    }

    pub(super) fn question(&self) -> &'a Question {
        self.question
    }

    /// An error that names the first argument that is missing.
    pub(super) fn require_all(&self) -> Result<(), Error> {
        self.question.require_all()
    }

    /// The fields of an answer, none of which is there yet.
    pub(super) fn fields(&self) -> Fields<'a> {
        Fields::new(self.work)
    }

    /// An answer with one field.
    pub(super) fn one(&self, value: impl Data) -> Result<Fields<'a>, Error> {
        self.fields().and(value)
    }

    /// An answer with a truth value for each player.
    pub(super) fn by_player(&self, [left, right]: [bool; 2]) -> Result<Fields<'a>, Error> {
        self.fields().and(left)?.and(right)
    }

    /// The universe that the question is asked modulo.
    pub(super) fn modulus(&self) -> Result<&Modulus, Error> {
        self.modulus.ok_or_else(|| {
            let name = self.question.kind.name;
            Error::Argument {
                question: name,
                argument: "modulo",
                expected: "a universe, such as E".to_owned(),
                help: Some(format!("it is written `{}`", self.question.kind.usage())),
            }
        })
    }

    /// The argument of this name, which is a subject.
    pub(super) fn subject(&self, name: &'static str) -> &Subject {
        match self.question.argument(name) {
            Some(Argument::Game(subject)) => subject,
            _ => unreachable!("a required argument of the kind that the table says"),
        }
    }

    /// The game of a subject.
    pub(super) fn game(&self, name: &'static str) -> Result<&Game, Error> {
        let game = self.subject(name).game()?;
        self.work.own(game)?;
        Ok(game)
    }

    pub(super) fn games(&self, name: &'static str) -> Result<Vec<Game>, Error> {
        match self.question.argument(name) {
            Some(Argument::Games(games)) => {
                self.work.own_all(games)?;
                Ok(games.clone())
            }
            _ => Ok(Vec::new()),
        }
    }

    pub(super) fn number(&self, name: &'static str) -> u32 {
        match self.question.argument(name) {
            Some(Argument::Number(number)) => *number,
            _ => unreachable!("a required argument of the kind that the table says"),
        }
    }

    pub(super) fn optional_number(&self, name: &'static str) -> Option<u32> {
        match self.question.argument(name) {
            Some(Argument::Number(number)) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn player(&self, name: &'static str) -> Option<Player> {
        match self.question.argument(name) {
            Some(Argument::Player(player)) => Some(*player),
            _ => None,
        }
    }

    pub(super) fn universe(&self, name: &'static str) -> Option<&Modulus> {
        match self.question.argument(name) {
            Some(Argument::Universe(modulus)) => Some(modulus),
            _ => None,
        }
    }

    /// A universe that must be given, and belongs to the workspace.
    pub(super) fn own_universe(&self, name: &'static str) -> Result<&Modulus, Error> {
        let universe = self.universe(name).expect("a required argument");
        if self.work.is(universe.workspace()) { Ok(universe) } else { Err(Error::Foreign) }
    }

    /// Universes, which belong to the workspace; none if they are left out.
    pub(super) fn universes(&self, name: &'static str) -> Result<&'a [Modulus], Error> {
        match self.question.argument(name) {
            Some(Argument::Universes(all)) => match all.iter().all(|one| self.work.is(one.workspace())) {
                true => Ok(all),
                false => Err(Error::Foreign),
            },
            _ => Ok(&[]),
        }
    }

    pub(super) fn ruleset(&self, name: &'static str) -> Option<&'a Arc<dyn Ruleset>> {
        match self.question.argument(name) {
            Some(Argument::Ruleset(ruleset)) => Some(ruleset),
            _ => None,
        }
    }

    pub(super) fn text(&self, name: &'static str) -> Option<&'a str> {
        match self.question.argument(name) {
            Some(Argument::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Several texts; none if they are left out.
    pub(super) fn texts(&self, name: &'static str) -> &'a [String] {
        match self.question.argument(name) {
            Some(Argument::Texts(texts)) => texts,
            _ => &[],
        }
    }

    pub(super) fn flag(&self, name: &'static str) -> bool {
        matches!(self.question.argument(name), Some(Argument::Flag(true)))
    }

    /// The position of an argument that must be one.
    pub(super) fn position(&self, name: &'static str) -> Result<Place, Error> {
        self.position_if_any(name)?.cloned().ok_or(Error::NotAPosition)
    }

    /// The position of an argument, unless it is another game.
    pub(super) fn position_if_any(&self, name: &'static str) -> Result<Option<&Place>, Error> {
        let subject = self.subject(name);
        if self.work.is(&subject.work) { Ok(subject.position()) } else { Err(Error::Foreign) }
    }

    /// The refusal of an argument whose text cannot be read.
    pub(super) fn unreadable(&self, argument: &'static str, text: &str, error: ParseError) -> Error {
        let expected = format!("{}: {}", quoted(text), error.problem);
        Error::Argument { question: self.kind().name, argument, expected, help: error.help }
    }

    /// The rows of the answer.
    pub(super) fn rows(&self) -> Result<Rows<'a>, Error> {
        self.require_all()?;
        if let Some(find) = self.kind().rows {
            return find(self);
        }
        let (asked, universes) = (*self, self.modulus.cloned());
        let units = vec!["answer".to_owned()];
        Ok(Rows::new(self.kind().name.to_owned(), universes.into_iter().collect(), units, move |_, each| {
            each(answer(asked.work, asked.question, asked.modulus)?)
        }))
    }
}

impl Question {
    /// The rows of a long answer, which come one after the other; any other answer is its only
    /// row.
    ///
    /// # Errors
    /// The errors of [`Workspace::ask`].
    pub fn rows<'a>(&'a self, work: &'a Workspace, modulus: Option<&'a Modulus>) -> Result<Rows<'a>, Error> {
        Asked::new(work, self, modulus).rows()
    }
}

impl Workspace {
    /// Answers a question that refers to no universe.
    ///
    /// # Errors
    /// [`Error`] when an argument is missing, the question has no answer, or a limit was
    /// reached.
    pub fn ask(&self, question: &Question) -> Result<Record, Error> {
        answer(self, question, None)
    }
}

impl Modulus {
    /// Answers a question modulo this modulus.
    ///
    /// # Errors
    /// [`Error`] when an argument is missing, the question has no answer modulo this modulus,
    /// or a limit was reached.
    pub fn ask(&self, question: &Question) -> Result<Record, Error> {
        answer(self.workspace(), question, Some(self))
    }
}

fn answer(work: &Workspace, question: &Question, modulus: Option<&Modulus>) -> Result<Record, Error> {
    let asked = Asked::new(work, question, modulus);
    asked.require_all()?;
    Ok((question.kind.ask)(&asked)?.record(&question.kind.answer))
}
