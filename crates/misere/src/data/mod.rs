//! An answer is data: values made of games, universes, outcomes, numbers, lists and records.
//!
//! A record is declared once, as a [`Shape`] with its fields, their [`Kind`]s and a line of help
//! each. Text, LaTeX, JSON, the JSON Schema, the values of the language and the objects of
//! Python are made from data and shapes alone (`render/`): none of them knows a question.

mod list;
mod picture;
mod record;
mod shape;
mod text;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use misere_core::{Outcome, Player, Relation};
use num_bigint::{BigInt, BigUint};

use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::workspace::Workspace;

pub use list::List;
pub use picture::Picture;
pub use record::{Fields, Record};
pub use shape::{Field, Kind, Plain, Shape};
pub use text::{Formula, Hole, Text};

pub(crate) use record::record;
pub(crate) use text::{in_text, say};

/// A value: an answer, a part of one, or what an expression of the language is worth.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// A game.
    Game(Game),
    /// An integer as it was typed: a game, or a count where one is wanted.
    Integer(i64),
    /// A number that says how many, how deep or how large.
    Count(Count),
    /// A truth value.
    Boolean(bool),
    /// An outcome: who wins.
    Outcome(Outcome),
    /// A relation: how two games compare.
    Relation(Relation),
    /// Left or Right.
    Player(Player),
    /// A modulus for comparisons.
    Universe(Modulus),
    /// Words, with games among them where a sentence has some.
    Text(Arc<Text>),
    /// A picture in a format of files.
    Picture(Picture),
    /// The value `none`, for a missing answer.
    Nothing,
    /// Several values by name.
    Record(Record),
    /// Several values in their order.
    List(List),
    /// A function that a program of the language defines.
    Function(Definition),
}

/// A number that says how many, how deep or how large.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Count {
    /// The number.
    pub number: BigInt,
    /// Whether numbers of this origin stay below 2^53: a rank and a length do, what is
    /// computed may not. Such a count is a number in JSON, any other one a string of digits.
    pub is_small: bool,
}

impl Count {
    pub(crate) fn small(number: impl Into<BigInt>) -> Datum {
        Datum::Count(Count { number: number.into(), is_small: true })
    }

    pub(crate) fn any(number: impl Into<BigInt>) -> Datum {
        Datum::Count(Count { number: number.into(), is_small: false })
    }
}

/// A definition of the language: its text, and the form in which the language evaluates it.
#[derive(Clone)]
pub struct Definition {
    written: Arc<str>,
    body: Arc<dyn Any + Send + Sync>,
}

impl Definition {
    pub(crate) fn new(written: &str, body: impl Any + Send + Sync) -> Definition {
        Definition { written: written.into(), body: Arc::new(body) }
    }

    /// The definition as it is written.
    #[must_use]
    pub fn written(&self) -> &str {
        &self.written
    }

    pub(crate) fn body<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        self.body.clone().downcast().ok()
    }
}

impl fmt::Debug for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

impl PartialEq for Definition {
    fn eq(&self, other: &Definition) -> bool {
        self.written == other.written
    }
}

impl Datum {
    /// A text without games in it.
    #[must_use]
    pub fn text(words: impl Into<String>) -> Datum {
        Datum::Text(Arc::new(Text::plain(words)))
    }

    /// The kind of the value, with its article.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Datum::Game(_) | Datum::Integer(_) => "a game",
            Datum::Count(_) => "a count",
            Datum::Boolean(_) => "a boolean",
            Datum::Outcome(_) => "an outcome",
            Datum::Relation(_) => "a relation",
            Datum::Player(_) => "a player",
            Datum::Universe(_) => "a universe",
            Datum::Text(_) => "a text",
            Datum::Picture(_) => "a picture",
            Datum::Nothing => "none",
            Datum::List(_) => "a list",
            Datum::Record(_) => "a record",
            Datum::Function(_) => "a function",
        }
    }

    /// The value as it is named in a message: its kind, and the length of a list.
    pub(crate) fn described(&self) -> String {
        match self {
            Datum::List(list) => format!("a list of {}", list.items().len()),
            other => other.kind().to_owned(),
        }
    }

    /// The value that a record stands for where one value is wanted; any other value is itself.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a limit was reached.
    pub fn plain(self, work: &Workspace) -> Result<Datum, Error> {
        match self {
            Datum::Record(record) => record.plain(work),
            other => Ok(other),
        }
    }

    /// How deep lists and records are nested in the value.
    fn depth(&self) -> usize {
        match self {
            Datum::List(list) => list.depth(),
            Datum::Record(record) => record.depth(),
            _ => 0,
        }
    }

    /// The bytes charged for the value in a list; a list inside is charged for its own items.
    pub(crate) fn bytes(&self) -> usize {
        let apart = match self {
            Datum::Text(text) => text.bytes(),
            Datum::Picture(picture) => picture.bytes().len(),
            Datum::Count(n) => n.number.bits() as usize / 8,
            Datum::Record(record) => record.fields().iter().map(Datum::bytes).sum(),
            _ => 0,
        };
        size_of::<Datum>() + apart
    }

    /// The value in another workspace, games and all.
    pub(crate) fn adopted_by(&self, work: &Workspace) -> Result<Datum, Error> {
        let all =
            |items: &[Datum]| items.iter().map(|item| item.adopted_by(work)).collect::<Result<Vec<_>, _>>();
        Ok(match self {
            Datum::Game(game) => Datum::Game(work.adopt(game)?),
            Datum::Universe(modulus) => Datum::Universe(work.modulo(modulus.id().as_str())?),
            Datum::List(list) => Datum::List(List::new(work.budget(), all(list.items())?)?),
            Datum::Record(record) => Datum::Record(record.with_fields(all(record.fields())?)),
            other => other.clone(),
        })
    }
}

/// Conversions into data.
macro_rules! datum_from {
    ($($given:ty => $variant:ident),+ $(,)?) => {
        $(impl From<$given> for Datum {
            fn from(given: $given) -> Datum {
                Datum::$variant(given)
            }
        })+
    };
}

datum_from! {
    Game => Game,
    bool => Boolean,
    Outcome => Outcome,
    Relation => Relation,
    Player => Player,
    Modulus => Universe,
    Record => Record,
    List => List,
}

/// Types whose values are data of one kind: the fields of records.
pub(crate) trait Data {
    const KIND: Kind;

    /// The value as data. A list is charged to the budget of the workspace.
    fn datum(self, work: &Workspace) -> Result<Datum, Error>;
}

macro_rules! data {
    ($($type:ty: $kind:expr => $make:expr),+ $(,)?) => {
        $(impl Data for $type {
            const KIND: Kind = $kind;

            fn datum(self, _: &Workspace) -> Result<Datum, Error> {
                Ok($make(self))
            }
        })+
    };
}

data! {
    Game: Kind::Game => Datum::Game,
    bool: Kind::Boolean => Datum::Boolean,
    u32: Kind::Number => Count::small,
    u64: Kind::Number => Count::small,
    usize: Kind::Number => Count::small,
    BigUint: Kind::Digits => Count::any,
    Outcome: Kind::Outcome => Datum::Outcome,
    Relation: Kind::Relation => Datum::Relation,
    Player: Kind::Player => Datum::Player,
    Modulus: Kind::Universe => Datum::Universe,
    String: Kind::Text => Datum::text,
    &'static str: Kind::Text => Datum::text,
    Text: Kind::Text => |text| Datum::Text(Arc::new(text)),
    Picture: Kind::Picture => Datum::Picture,
}

impl<T: Data> Data for Option<T> {
    const KIND: Kind = Kind::Optional(&T::KIND);

    fn datum(self, work: &Workspace) -> Result<Datum, Error> {
        self.map_or(Ok(Datum::Nothing), |value| value.datum(work))
    }
}

/// A pair is a list of two.
impl<T: Data> Data for (T, T) {
    const KIND: Kind = Kind::List(&T::KIND);

    fn datum(self, work: &Workspace) -> Result<Datum, Error> {
        vec![self.0, self.1].datum(work)
    }
}

impl<T: Data> Data for Vec<T> {
    const KIND: Kind = Kind::List(&T::KIND);

    fn datum(self, work: &Workspace) -> Result<Datum, Error> {
        let items = self.into_iter().map(|item| item.datum(work)).collect::<Result<Vec<_>, _>>()?;
        Ok(Datum::List(List::new(work.budget(), items)?))
    }
}
