//! Shapes: what a record is made of, declared once.

use super::{Datum, Record};
use crate::error::Error;
use crate::render::Sheet;
use crate::workspace::Workspace;
use misere_notation::Style;

/// The declaration of a record: its fields, the value it stands for, and its text where that
/// is not the plain list of its fields.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The name of the record, if it occurs inside other records.
    pub name: &'static str,
    /// The record in a line of help.
    pub help: &'static str,
    /// The fields, in the order in which they are written.
    pub fields: &'static [Field],
    /// The value that the record stands for in an expression.
    pub plain: Plain,
    /// Whether the record may be missing as a whole: all of its fields are null then.
    pub is_optional: bool,
    /// A field that is not null where the answer is not known.
    pub unknown: Option<&'static str>,
    /// A field that the language says beside the value, such as the seed of random games.
    pub noted: Option<&'static str>,
    /// The text of the record in lines, if it is neither a sentence nor the text of its fields.
    pub(crate) lines: Option<Lines>,
    /// The record as the page that a command prints, if that is not its text.
    pub(crate) page: Option<Page>,
}

/// Writes a record as a page.
type Page = fn(&Record, Sheet) -> Result<Vec<String>, Error>;

/// Writes a record in lines.
type Lines = fn(&Record, Style) -> Result<Vec<String>, Error>;

/// A field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name of the field.
    pub name: &'static str,
    /// The kind of value that the field holds.
    pub kind: Kind,
    /// The field in a line of help.
    pub help: &'static str,
}

/// The kind of value in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A game, written as its form.
    Game,
    /// A game, or null where its form is too long to be written.
    GameIfShort,
    /// Why a field of the record is null, where one is: a text, or nothing and then the limit on
    /// the text of a form.
    WhyNull,
    /// A universe, written as its name.
    Universe,
    /// An outcome: `L`, `N`, `P` or `R`.
    Outcome,
    /// A relation: `=`, `>`, `<` or `||`.
    Relation,
    /// A player: `Left` or `Right`.
    Player,
    /// A truth value.
    Boolean,
    /// A number below 2^53.
    Number,
    /// A whole number of any size, a string of digits in JSON.
    Digits,
    /// Any text.
    Text,
    /// One of a few words.
    Word(&'static [&'static str]),
    /// A value, or null.
    Optional(&'static Kind),
    /// A value, or no field at all: what was not asked for, or does not apply.
    IfAny(&'static Kind),
    /// A picture: a document as text, or an image in base 64.
    Picture,
    /// A list of values.
    List(&'static Kind),
    /// A record.
    Record(&'static Shape),
}

/// The value that a record stands for in an expression.
#[derive(Clone, Copy, Debug)]
pub enum Plain {
    /// The record itself.
    Itself,
    /// Its first field.
    First,
    /// A value made of its fields.
    Made(fn(&Record, &Workspace) -> Result<Datum, Error>),
}

impl Shape {
    /// A shape that stands for its first field.
    pub(crate) const fn of(fields: &'static [Field]) -> Shape {
        Shape {
            name: "",
            help: "",
            fields,
            plain: Plain::First,
            is_optional: false,
            unknown: None,
            noted: None,
            lines: None,
            page: None,
        }
    }

    /// The place of a field.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<usize> {
        // The papers' word for the form of a field is also its name in the language.
        let name =
            if name == "game" && self.fields.iter().all(|field| field.name != name) { "form" } else { name };
        self.fields.iter().position(|field| field.name == name)
    }

    /// Whether the record has a truth value for each player, so that a player makes one of it.
    #[must_use]
    pub fn is_by_player(&self) -> bool {
        matches!(self.fields, [left, right] if left.name == "left" && right.name == "right")
    }
}

/// Two shapes are the same if their fields are.
impl PartialEq for Shape {
    fn eq(&self, other: &Shape) -> bool {
        std::ptr::eq(self, other) || self.name == other.name && self.fields == other.fields
    }
}

impl Eq for Shape {}

impl Field {
    pub(crate) const fn new(name: &'static str, kind: Kind, help: &'static str) -> Field {
        Field { name, kind, help }
    }
}

impl Kind {
    /// Whether a value is of this kind.
    #[must_use]
    pub fn fits(&self, datum: &Datum) -> bool {
        match (self, datum) {
            (Kind::Game, Datum::Game(_))
            | (Kind::GameIfShort, Datum::Game(_) | Datum::Nothing)
            | (Kind::Universe, Datum::Universe(_))
            | (Kind::Outcome, Datum::Outcome(_))
            | (Kind::Relation, Datum::Relation(_))
            | (Kind::Player, Datum::Player(_))
            | (Kind::Boolean, Datum::Boolean(_))
            | (Kind::Text, Datum::Text(_))
            | (Kind::Picture, Datum::Picture(_))
            | (Kind::WhyNull, Datum::Nothing | Datum::Text(_))
            | (Kind::Optional(_) | Kind::IfAny(_), Datum::Nothing) => true,
            (Kind::Optional(_), Datum::Record(record)) if record.is_none() => true,
            (Kind::Number, Datum::Count(count)) => count.is_small,
            (Kind::Digits, Datum::Count(count)) => !count.is_small,
            (Kind::Word(words), Datum::Text(text)) => {
                text.as_plain().is_some_and(|text| words.contains(&text))
            }
            (Kind::Optional(kind) | Kind::IfAny(kind), datum) => kind.fits(datum),
            (Kind::List(kind), Datum::List(list)) => list.items().iter().all(|item| kind.fits(item)),
            (Kind::Record(shape), Datum::Record(record)) => record.shape() == *shape,
            _ => false,
        }
    }
}
