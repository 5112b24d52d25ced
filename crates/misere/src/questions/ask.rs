//! Asking questions.

use misere_core::Player;

use super::{Argument, Question, QuestionKind, Subject};
use crate::data::{Data, Fields, Record};
use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::workspace::Workspace;

/// A question that is being asked.
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

    pub(super) fn kind(&self) -> &'static QuestionKind {
        self.question.kind
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

    /// What the question is asked modulo.
    pub(super) fn modulus(&self) -> Result<&Modulus, Error> {
        self.modulus.ok_or_else(|| {
            let name = self.question.kind.name;
            Error::Argument {
                question: name,
                argument: "modulo",
                expected: "no universe given".to_owned(),
                help: Some(format!("add `--modulo E`, or write `{}`", self.question.kind.usage())),
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
