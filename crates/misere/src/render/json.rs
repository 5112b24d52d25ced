//! Data as JSON.

use misere_core::Limit;
use misere_notation::Style;
use serde_json::{Map, Value as Json};

use super::text::write_each;
use crate::data::{Datum, Kind, Record};
use crate::error::Error;
use crate::workspace::Workspace;

/// The style in which forms are written in JSON.
pub const JSON_STYLE: Style = Style::Ascii;

impl Datum {
    /// The value in JSON, a record as an object. Lists are nested a hundred deep at most.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a text is too long to be written.
    pub fn json(&self) -> Result<Json, Error> {
        Ok(match self {
            Datum::Game(game) => game.write(JSON_STYLE)?.into(),
            Datum::Integer(n) => n.to_string().into(),
            Datum::Count(count) if count.is_small => {
                u64::try_from(&count.number).expect("a small count is below 2^53").into()
            }
            Datum::Count(count) => count.number.to_string().into(),
            Datum::Boolean(yes) => (*yes).into(),
            Datum::Outcome(outcome) => outcome.to_string().into(),
            Datum::Relation(relation) => relation.to_string().into(),
            Datum::Player(player) => player.to_string().into(),
            Datum::Universe(modulus) => modulus.write(JSON_STYLE)?.into(),
            Datum::Text(text) => text.write(JSON_STYLE)?.into(),
            Datum::Function(function) => function.written().into(),
            Datum::Picture(picture) => picture.text().into(),
            Datum::Nothing => Json::Null,
            Datum::Record(record) if record.is_none() => Json::Null,
            Datum::Record(record) => Json::Object(record.json()?),
            Datum::List(list) => {
                // Games are written together: what follows from several is examined once.
                let mut games = write_each(&list.games(), JSON_STYLE)?.into_iter();
                let each = |item: &Datum| match item {
                    Datum::Game(_) => Ok(games.next().into()),
                    other => other.json(),
                };
                list.items().iter().map(each).collect::<Result<Json, Error>>()?
            }
        })
    }

    /// The value of an expression in JSON: a record is the value that it stands for.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a text is too long to be written.
    pub fn plain_json(&self, work: &Workspace) -> Result<Json, Error> {
        match self {
            Datum::Record(_) => match self.clone().plain(work)? {
                record @ Datum::Record(_) => record.json(),
                other => other.plain_json(work),
            },
            Datum::List(list) if list.items().iter().any(|item| matches!(item, Datum::Record(_))) => {
                list.items().iter().map(|item| item.plain_json(work)).collect()
            }
            other => other.json(),
        }
    }
}

impl Record {
    /// The fields as an object.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a text is too long to be written.
    pub fn json(&self) -> Result<Map<String, Json>, Error> {
        let mut object = Map::new();
        let mut limit = None;
        for (field, datum) in self.shape().fields.iter().zip(self.fields()) {
            let value = match (field.kind, datum) {
                (Kind::IfAny(_), Datum::Nothing) => continue,
                // A form that is too long to be written is null: the other fields are still known.
                (Kind::GameIfShort, Datum::Game(game)) => match game.write(JSON_STYLE) {
                    Err(Error::Exhausted(exhausted)) if matches!(exhausted.limit, Limit::Text(_)) => {
                        limit = Some(game.workspace().limit_in_words(&exhausted));
                        Json::Null
                    }
                    written => written?.into(),
                },
                (Kind::WhyNull, Datum::Nothing) => match limit.take() {
                    Some(limit) => limit.into(),
                    None => continue,
                },
                _ => datum.json()?,
            };
            object.insert(field.name.to_owned(), value);
        }
        Ok(object)
    }
}
