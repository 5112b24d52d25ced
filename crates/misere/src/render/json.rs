//! Data as JSON.

use misere_core::Limit;
use misere_notation::Style;
use serde_json::{Map, Value as Json};

use super::text::write_each;
use crate::data::{Datum, Kind, List, Record};
use crate::error::Error;
use crate::game::Game;
use crate::workspace::Workspace;

/// The style in which forms are written in JSON unless a request asks for another.
pub const JSON_STYLE: Style = Style::Ascii;

/// How games are written in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonLayout {
    /// The style of games, universes and sentences.
    pub style: Style,
    /// The most bytes that a game is written with: a longer one is null, with its edges and its
    /// rank beside it.
    pub longest: Option<usize>,
}

impl Default for JsonLayout {
    /// Games in ASCII, as long as the limit of the workspace allows.
    fn default() -> JsonLayout {
        JsonLayout { style: JSON_STYLE, longest: None }
    }
}

impl JsonLayout {
    /// A game as text, or null if the text would be longer than the layout allows.
    fn game(&self, game: &Game) -> Result<Json, Error> {
        match self.longest {
            Some(longest) => Ok(game.write_within(self.style, longest).into()),
            None => Ok(game.write(self.style)?.into()),
        }
    }

    fn games(&self, games: &[Game]) -> Result<Vec<Json>, Error> {
        match self.longest {
            Some(_) => games.iter().map(|game| self.game(game)).collect(),
            // What follows from several games is visited once.
            None => Ok(write_each(games, self.style)?.into_iter().map(Json::from).collect()),
        }
    }

    fn list(&self, list: &List) -> Result<Json, Error> {
        let mut games = self.games(&list.games())?.into_iter();
        let each = |item: &Datum| match item {
            Datum::Game(_) => Ok(games.next().unwrap_or_default()),
            other => other.json_as(self),
        };
        list.items().iter().map(each).collect()
    }
}

/// The names of the edges and the rank that stand beside a game that is null.
pub(crate) fn beside(field: &str) -> [String; 2] {
    ["edges", "rank"].map(|name| if field == "form" { name.to_owned() } else { format!("{field}_{name}") })
}

impl Datum {
    /// The value in JSON, a record as an object. Lists are nested a hundred deep at most.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a text is too long to be written.
    pub fn json(&self) -> Result<Json, Error> {
        self.json_as(&JsonLayout::default())
    }

    /// The value in JSON, with games as the layout says.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a text is too long to be written.
    pub fn json_as(&self, layout: &JsonLayout) -> Result<Json, Error> {
        Ok(match self {
            Datum::Game(game) => layout.game(game)?,
            Datum::Integer(n) => n.to_string().into(),
            Datum::Count(count) if count.is_small => {
                u64::try_from(&count.number).expect("a small count is below 2^53").into()
            }
            Datum::Count(count) => count.number.to_string().into(),
            Datum::Boolean(yes) => (*yes).into(),
            Datum::Outcome(outcome) => outcome.to_string().into(),
            Datum::Relation(relation) => relation.to_string().into(),
            Datum::Player(player) => player.to_string().into(),
            Datum::Universe(modulus) => modulus.write(layout.style)?.into(),
            Datum::Text(text) => text.write_within(layout.style, layout.longest)?.into(),
            Datum::Function(function) => function.written().into(),
            Datum::Picture(picture) => picture.text().into(),
            Datum::Nothing => Json::Null,
            Datum::Record(record) if record.is_none() => Json::Null,
            Datum::Record(record) => Json::Object(record.json_as(layout)?),
            Datum::List(list) => layout.list(list)?,
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
        self.json_as(&JsonLayout::default())
    }

    /// The fields as an object, with games as the layout says.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a text is too long to be written.
    pub fn json_as(&self, layout: &JsonLayout) -> Result<Map<String, Json>, Error> {
        let mut object = Map::new();
        let mut limit = None;
        for (field, datum) in self.shape().fields.iter().zip(self.fields()) {
            let value = match (field.kind, datum) {
                (Kind::IfAny(_), Datum::Nothing) => continue,
                // A form that is too long to be written is null: the other fields are still known.
                (Kind::GameIfShort, Datum::Game(game)) => match layout.game(game) {
                    Err(Error::Exhausted(exhausted)) if matches!(exhausted.limit, Limit::Text(_)) => {
                        limit = Some(game.workspace().limit_in_words(&exhausted));
                        Json::Null
                    }
                    written => written?,
                },
                (Kind::WhyNull, Datum::Nothing) => match limit.take() {
                    Some(limit) => limit.into(),
                    None => continue,
                },
                _ => datum.json_as(layout)?,
            };
            let is_left_out = layout.longest.is_some() && value.is_null();
            object.insert(field.name.to_owned(), value);
            if let (true, Datum::Game(game)) = (is_left_out, datum) {
                let [edges, rank] = beside(field.name);
                let own = |name: &str| self.shape().fields.iter().any(|field| field.name == name);
                if !own(&edges) {
                    object.insert(edges, game.tree_edges()?.to_string().into());
                }
                if !own(&rank) {
                    object.insert(rank, game.rank().into());
                }
            }
        }
        Ok(object)
    }
}
