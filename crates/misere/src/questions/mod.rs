//! Questions as values: what can be asked stands in one table, from which commands, batch
//! operations, functions of the language, their help and the JSON schema are made.

mod algebra;
mod ask;
mod cells;
mod census;
mod dead_ends;
mod form;
mod json;
mod line;
mod lines;
mod moves;
mod nim;
mod order;
#[cfg(feature = "pictures")]
mod picture;
mod position;
mod proof;
mod ranges;
mod row;
mod rows;
mod schema;
mod show;
mod simplest;
mod table;
mod universe;

use std::sync::{Arc, OnceLock};

use misere_core::Player;
use misere_notation::ParseError;
use misere_rulesets::{Position, Ruleset};

use crate::data::{Datum, Fields, Record, Shape};
use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::positions::PositionCalls;
use crate::workspace::Workspace;

pub use cells::{Columns, table_page};
pub use form::Facts;
pub use json::{Request, RequestError, answer_object, error_object};
pub use line::RequestLine;
pub use position::summary;
pub use proof::Proof;
pub use ranges::Family;
pub use rows::Rows;
pub use schema::{all_schemas, schema_of_error, schema_of_unknown};
pub use table::QUESTIONS;
pub use universe::board_sizes;

use ask::Asked;

/// A question that can be asked: a line of the table.
///
/// To add a question, write it into [`QUESTIONS`] with an example; commands, batch, language,
/// help and schema follow from the line, and a test asks the example through all of them.
pub struct QuestionKind {
    /// The name of the command, of the `"op"` in a batch, and of the function.
    pub name: &'static str,
    /// Another name of the function of the language.
    pub alias: Option<&'static str>,
    /// The arguments besides a universe.
    pub parameters: &'static [Parameter],
    /// Whether the question is asked modulo a universe, and of which if none is given.
    pub modulus: Reference,
    /// The help, in a paragraph whose first sentence stands alone.
    pub help: &'static str,
    /// The shape of the answer.
    pub answer: Shape,
    /// An example of the question, with its answer in JSON.
    pub example: Example,
    /// The rows of a long answer, if it has some: they come one after the other, and can be
    /// divided among processes.
    rows: Option<FindRows>,
    /// The name of a question that the command asks instead, of the same arguments, if it has the
    /// option of this name.
    pub instead: Option<&'static str>,
    /// Whether an answer usually takes so long that it should not stand between short questions.
    pub is_long: bool,
    ask: for<'a> fn(&Asked<'a>) -> Result<Fields<'a>, Error>,
    /// The way to prove the answer, if there is one.
    prove: Option<Prove>,
}

/// The universe that a question refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// None.
    None,
    /// One, which must be given.
    Required,
    /// One, which must be given; a command without one asks modulo all of the usual ones.
    Usual,
    /// One, or none: the question then says itself what it is asked modulo, or asks for less.
    Optional,
}

/// Finds the rows of a long answer.
type FindRows = for<'a> fn(&Asked<'a>) -> Result<Rows<'a>, Error>;

/// Finds a certificate of an answer, and says what it must claim.
type Prove = fn(&Asked<'_>, &Record) -> Result<proof::Claims, Error>;

/// An argument of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name of the argument in JSON.
    pub name: &'static str,
    /// The kind of the argument.
    pub kind: ArgumentKind,
    /// The letter for the argument in `simplest(G, U)`.
    pub letter: &'static str,
    /// Whether the argument must be given.
    pub is_required: bool,
    /// The argument in a few words.
    pub help: &'static str,
}

/// A kind of argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// A game, which may be a position of a ruleset.
    Game,
    /// Several games.
    Games,
    /// A natural number.
    Number,
    /// Left or Right.
    Player,
    /// A universe besides the one the question is asked modulo.
    Universe,
    /// Several universes.
    Universes,
    /// A position of a ruleset, written as a game: `domineering(2x4)`.
    Position,
    /// A dead end, written as a game or in the shorthand of Siegel; one of Right stands for its
    /// conjugate.
    DeadEnd,
    /// Several dead ends.
    DeadEnds,
    /// A ruleset, by its name.
    Ruleset,
    /// A text.
    Text,
    /// Several texts.
    Texts,
    /// One of a few words.
    Word(&'static [&'static str]),
    /// A truth value: false if it is left out.
    Flag,
}

impl ArgumentKind {
    /// Whether the argument is a game, or a list of games.
    #[must_use]
    pub fn is_about_games(self) -> bool {
        use ArgumentKind::{DeadEnd, DeadEnds, Game, Games, Position};
        matches!(self, Game | Games | Position | DeadEnd | DeadEnds)
    }

    /// Whether the argument is a list.
    #[must_use]
    pub fn is_list(self) -> bool {
        use ArgumentKind::{DeadEnds, Games, Texts, Universes};
        matches!(self, Games | Universes | DeadEnds | Texts)
    }

    /// The kind of value that an argument of this kind is.
    fn value(self) -> ArgumentKind {
        match self {
            ArgumentKind::Position | ArgumentKind::DeadEnd => ArgumentKind::Game,
            ArgumentKind::DeadEnds => ArgumentKind::Games,
            ArgumentKind::Word(_) => ArgumentKind::Text,
            other => other,
        }
    }
}

/// An example of a question.
pub struct Example {
    /// The arguments that are given, by name.
    pub arguments: &'static [(&'static str, &'static str)],
    /// The universe, if the question is asked modulo one.
    pub modulo: Option<&'static str>,
    /// The fields of the answer in JSON.
    pub answer: &'static str,
}

/// A question with its arguments, which a universe or a workspace answers: see
/// [`Modulus::ask`](crate::Modulus::ask) and [`Workspace::ask`](crate::Workspace::ask).
///
/// ```
/// use misere::{Question, Workspace};
/// let work = Workspace::new();
/// let question = Question::new("simplest")?.with("g", work.game("{0,*|*}")?)?;
/// let answer = work.modulo("D")?.ask(&question)?;
/// assert_eq!(answer.to_string(), "{0,■|*}");
/// # Ok::<(), misere::Error>(())
/// ```
#[derive(Clone)]
pub struct Question {
    kind: &'static QuestionKind,
    arguments: Vec<Option<Argument>>,
}

/// An argument of a question.
#[derive(Clone)]
pub enum Argument {
    /// A game, or a position that stands for its game.
    Game(Subject),
    /// Several games.
    Games(Vec<Game>),
    /// A natural number.
    Number(u32),
    /// A player.
    Player(Player),
    /// A universe besides the one the question is asked modulo.
    Universe(Modulus),
    /// Several universes.
    Universes(Vec<Modulus>),
    /// A ruleset.
    Ruleset(Arc<dyn Ruleset>),
    /// A text.
    Text(String),
    /// Several texts.
    Texts(Vec<String>),
    /// A truth value.
    Flag(bool),
}

/// The subject of a question: a game, or a position whose game tree is made only if the
/// question needs it, since the tree may be much larger than the answer.
#[derive(Clone)]
pub struct Subject {
    work: Workspace,
    game: OnceLock<Game>,
    position: Option<(Arc<dyn Ruleset>, Position)>,
}

impl QuestionKind {
    /// The question of this name.
    ///
    /// # Errors
    /// [`Error::UnknownQuestion`] when there is no question of this name.
    pub fn find(name: &str) -> Result<&'static QuestionKind, Error> {
        let is_it = |kind: &&'static QuestionKind| kind.name == name || kind.alias == Some(name);
        QUESTIONS.iter().copied().find(is_it).ok_or_else(|| {
            let scored = QUESTIONS.iter().map(|kind| (strsim::jaro_winkler(name, kind.name), kind.name));
            let similar = scored.filter(|(score, _)| *score > 0.8).max_by(|a, b| a.0.total_cmp(&b.0));
            Error::UnknownQuestion { name: name.to_owned(), similar: similar.map(|(_, name)| name) }
        })
    }

    /// The question as it is written in the language: `simplest(G, U)`.
    #[must_use]
    pub fn usage(&self) -> String {
        let mut parameters: Vec<&str> =
            self.parameters.iter().filter(|p| p.is_required).map(|p| p.letter).collect();
        parameters.extend(self.requires_modulus().then_some("U"));
        format!("{}({})", self.name, parameters.join(", "))
    }

    /// Whether the question may be asked modulo a universe.
    #[must_use]
    pub fn takes_modulus(&self) -> bool {
        self.modulus != Reference::None
    }

    /// Whether the question must be asked modulo a universe.
    #[must_use]
    pub fn requires_modulus(&self) -> bool {
        matches!(self.modulus, Reference::Required | Reference::Usual)
    }

    /// Whether the answer has rows that can be divided among processes.
    #[must_use]
    pub fn has_rows(&self) -> bool {
        self.rows.is_some()
    }

    /// The refusal where an argument is missing, or is not of its kind.
    fn wants(&self, parameter: Parameter) -> Error {
        let expected = parameter.help.to_owned();
        Error::Argument { question: self.name, argument: parameter.name, expected, help: None }
    }

    /// Whether the answer can be proved.
    #[must_use]
    pub fn is_provable(&self) -> bool {
        self.prove.is_some()
    }

    /// The first sentence of the help.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        let sentence = self.help.split_inclusive(['.', ':']).next().unwrap_or(self.help);
        sentence.trim_end_matches(['.', ':'])
    }
}

/// The names of the questions whose answers can be proved.
pub(crate) fn provable_names() -> String {
    let names: Vec<&str> = QUESTIONS.iter().filter(|kind| kind.is_provable()).map(|kind| kind.name).collect();
    names.join(", ")
}

impl Question {
    /// The question of this name, without arguments.
    ///
    /// # Errors
    /// [`Error::UnknownQuestion`] when there is no question of this name.
    pub fn new(name: &str) -> Result<Question, Error> {
        let kind = QuestionKind::find(name)?;
        Ok(Question { kind, arguments: vec![None; kind.parameters.len()] })
    }

    /// The question with an argument.
    ///
    /// # Errors
    /// [`Error::Argument`] when the question has no argument of this name and kind.
    pub fn with(mut self, name: &str, argument: impl Into<Argument>) -> Result<Question, Error> {
        let argument = argument.into();
        let place = self.kind.parameters.iter().position(|p| p.name == name);
        let fits = |&place: &usize| self.kind.parameters[place].kind.value() == argument.kind();
        let Some(place) = place.filter(fits) else {
            let names: Vec<&str> = self.kind.parameters.iter().map(|p| p.name).collect();
            return Err(Error::Argument {
                question: self.kind.name,
                argument: place.map_or("arguments", |place| self.kind.parameters[place].name),
                expected: place.map_or("different arguments", |p| self.kind.parameters[p].help).to_owned(),
                help: Some(format!("`{}` takes {}", self.kind.name, names.join(", "))),
            });
        };
        self.arguments[place] = Some(argument);
        Ok(self)
    }

    /// The question with an argument that is read from text.
    ///
    /// # Errors
    /// [`Error::Parse`] or another error of reading, and the errors of [`Question::with`].
    pub fn with_text(self, work: &Workspace, name: &str, text: &str) -> Result<Question, Error> {
        let kind = self.kind.parameters.iter().find(|p| p.name == name);
        let Some(&parameter) = kind else { return self.with(name, Argument::Number(0)) };
        let wrong = || self.kind.wants(parameter);
        let argument = match parameter.kind {
            ArgumentKind::Game => Argument::Game(Subject::read(work, text)?),
            ArgumentKind::Games => Argument::Games(work.game_list(text)?),
            ArgumentKind::Number => Argument::Number(text.trim().parse().map_err(|_| wrong())?),
            ArgumentKind::Player => {
                let named = |player: &Player| player.to_string().eq_ignore_ascii_case(text.trim());
                Argument::Player(Player::BOTH.into_iter().find(named).ok_or_else(wrong)?)
            }
            ArgumentKind::Universe => Argument::Universe(work.modulo(text)?),
            ArgumentKind::Universes => Argument::Universes(read_items(text, |item| work.modulo(item))?),
            ArgumentKind::Position => Argument::Game(Subject::read_position(work, text)?),
            ArgumentKind::DeadEnd => Argument::Game(Subject::from(work.dead_end(text)?)),
            ArgumentKind::DeadEnds => Argument::Games(read_items(text, |item| work.dead_end(item))?),
            ArgumentKind::Ruleset => Argument::Ruleset(work.ruleset(text.trim())?),
            ArgumentKind::Text => Argument::Text(text.to_owned()),
            ArgumentKind::Texts => Argument::Texts(vec![text.to_owned()]),
            ArgumentKind::Word(words) if words.contains(&text) => Argument::Text(text.to_owned()),
            ArgumentKind::Word(_) => return Err(wrong()),
            ArgumentKind::Flag => Argument::Flag(text.trim().parse().map_err(|_| wrong())?),
        };
        self.with(name, argument)
    }

    /// The question with a list that is read from texts, an item each.
    ///
    /// # Errors
    /// The errors of [`Question::with_text`], with the number of the item where it is one's.
    pub fn with_texts(
        self,
        work: &Workspace,
        name: &str,
        texts: &[&str],
    ) -> Result<Question, (Box<Error>, Option<usize>)> {
        fn each<T>(
            texts: &[&str],
            read: impl Fn(&str) -> Result<T, Error>,
        ) -> Result<Vec<T>, (Box<Error>, Option<usize>)> {
            let item = |(at, text): (usize, &&str)| read(text).map_err(|error| (Box::new(error), Some(at)));
            texts.iter().enumerate().map(item).collect()
        }
        let kind = self.kind.parameters.iter().find(|p| p.name == name).map(|p| p.kind);
        let argument = match kind {
            Some(ArgumentKind::Universes) => Argument::Universes(each(texts, |text| work.modulo(text))?),
            Some(ArgumentKind::DeadEnds) => Argument::Games(each(texts, |text| work.dead_end(text))?),
            Some(ArgumentKind::Texts) => Argument::Texts(each(texts, |text| Ok(text.to_owned()))?),
            _ => Argument::Games(each(texts, |text| work.game(text))?),
        };
        self.with(name, argument).map_err(|error| (Box::new(error), None))
    }

    /// The answer with these fields, if they are of the kinds that the table says: for
    /// [`Modulus::prove_answer`](crate::Modulus::prove_answer).
    #[must_use]
    pub fn answer(&self, fields: Vec<Datum>) -> Option<Record> {
        Record::new(&self.kind.answer, fields)
    }

    /// The line of the table for the question.
    #[must_use]
    pub fn kind(&self) -> &'static QuestionKind {
        self.kind
    }

    /// The player among the arguments.
    pub(crate) fn player(&self) -> Option<Player> {
        self.arguments.iter().flatten().find_map(|argument| match argument {
            Argument::Player(player) => Some(*player),
            _ => None,
        })
    }

    fn argument(&self, name: &'static str) -> Option<&Argument> {
        let place = self.kind.parameters.iter().position(|p| p.name == name)?;
        self.arguments[place].as_ref()
    }

    /// Refuses a question with a missing argument, naming the first.
    fn require_all(&self) -> Result<(), Error> {
        for (parameter, argument) in self.kind.parameters.iter().zip(&self.arguments) {
            if parameter.is_required && argument.is_none() {
                return Err(self.kind.wants(*parameter));
            }
        }
        Ok(())
    }
}

/// Reads the items of a list. The place of an error is its place in the whole text.
fn read_items<T>(text: &str, read: impl Fn(&str) -> Result<T, Error>) -> Result<Vec<T>, Error> {
    let read = |item: &str| {
        read(item).map_err(|error| match error {
            Error::Parse(ParseError { span, problem, help, .. }) => {
                let before = item.as_ptr().addr() - text.as_ptr().addr();
                let span = span.start + before..span.end + before;
                Error::Parse(ParseError::new(text, span, problem, help))
            }
            other => other,
        })
    };
    items_of(text).map(read).collect()
}

/// The items of a list, with commas between them that stand outside brackets.
fn items_of(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    let items = text.split(move |c: char| {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        c == ',' && depth <= 0
    });
    items.map(str::trim)
}

impl Argument {
    fn kind(&self) -> ArgumentKind {
        match self {
            Argument::Game(_) => ArgumentKind::Game,
            Argument::Games(_) => ArgumentKind::Games,
            Argument::Number(_) => ArgumentKind::Number,
            Argument::Player(_) => ArgumentKind::Player,
            Argument::Universe(_) => ArgumentKind::Universe,
            Argument::Universes(_) => ArgumentKind::Universes,
            Argument::Ruleset(_) => ArgumentKind::Ruleset,
            Argument::Text(_) => ArgumentKind::Text,
            Argument::Texts(_) => ArgumentKind::Texts,
            Argument::Flag(_) => ArgumentKind::Flag,
        }
    }
}

/// Conversions into an argument.
macro_rules! argument_from {
    ($($given:ty => $make:expr),+ $(,)?) => {
        $(impl From<$given> for Argument {
            fn from(given: $given) -> Argument {
                $make(given)
            }
        })+
    };
}

argument_from! {
    Game => |game| Argument::Game(Subject::from(game)),
    &Game => |game: &Game| Argument::Game(Subject::from(game.clone())),
    Vec<Game> => Argument::Games,
    u32 => Argument::Number,
    Player => Argument::Player,
    Modulus => Argument::Universe,
    Vec<Modulus> => Argument::Universes,
    Arc<dyn Ruleset> => Argument::Ruleset,
    String => Argument::Text,
    Vec<String> => Argument::Texts,
    bool => Argument::Flag,
    Subject => Argument::Game,
}

impl From<Game> for Subject {
    fn from(game: Game) -> Subject {
        let work = game.workspace().clone();
        Subject { work, game: OnceLock::from(game), position: None }
    }
}

impl Subject {
    /// Reads a game, or a position that stands for a game.
    ///
    /// # Errors
    /// [`Error::Parse`] or [`Error::Exhausted`].
    pub fn read(work: &Workspace, text: &str) -> Result<Subject, Error> {
        match Subject::of_position(&PositionCalls::new(work), text) {
            Some(subject) => Ok(subject),
            None => Ok(Subject::from(work.game(text)?)),
        }
    }

    /// Reads a position of a ruleset, written as a game.
    ///
    /// # Errors
    /// [`Error::Parse`] or [`Error::NotAPosition`].
    pub fn read_position(work: &Workspace, text: &str) -> Result<Subject, Error> {
        let subject = Subject::read(work, text)?;
        if subject.position.is_some() { Ok(subject) } else { Err(Error::NotAPosition) }
    }

    /// A position that stands for its game.
    #[must_use]
    pub fn at(work: &Workspace, ruleset: Arc<dyn Ruleset>, position: Position) -> Subject {
        Subject { work: work.clone(), game: OnceLock::new(), position: Some((ruleset, position)) }
    }

    /// The position that a text stands for, if the text is one position and nothing else.
    pub(crate) fn of_position(calls: &PositionCalls<'_>, text: &str) -> Option<Subject> {
        let position = calls.read_single(text)?;
        Some(Subject { work: calls.work.clone(), game: OnceLock::new(), position: Some(position) })
    }

    /// The game; the first call makes the tree of a position.
    ///
    /// # Errors
    /// [`Error`] when play need not end, or a limit was reached.
    pub fn game(&self) -> Result<&Game, Error> {
        if let (None, Some((ruleset, position))) = (self.game.get(), &self.position) {
            let mut positions = self.work.positions(ruleset.clone());
            let sum = positions.explore(position)?;
            let game = positions.game(sum)?;
            return Ok(self.game.get_or_init(|| game));
        }
        Ok(self.game.get().expect("a subject is a game or a position"))
    }

    /// The position, if the subject is one.
    pub(crate) fn position(&self) -> Option<&(Arc<dyn Ruleset>, Position)> {
        self.position.as_ref()
    }

    /// The position, if the subject is one and its tree was not made yet.
    fn unmade_position(&self) -> Option<&(Arc<dyn Ruleset>, Position)> {
        self.position.as_ref().filter(|_| self.game.get().is_none())
    }
}
