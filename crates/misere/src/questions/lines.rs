//! Records in lines of text: their fields as they are written in a style.

use misere_core::Outcome;
use misere_notation::Style;

use crate::data::{Datum, Record};
use crate::error::Error;

/// A record that is written in a style.
#[derive(Clone, Copy)]
pub(super) struct Lines<'r> {
    pub(super) record: &'r Record,
    pub(super) style: Style,
}

impl<'r> Lines<'r> {
    /// Whether there is something in a field.
    pub(super) fn has(&self, name: &str) -> bool {
        self.record.get(name).is_some_and(|datum| *datum != Datum::Nothing)
    }

    /// The text of a field: nothing is an empty one.
    pub(super) fn text(&self, name: &str) -> Result<String, Error> {
        self.record.get(name).map_or(Ok(String::new()), |datum| self.write(datum))
    }

    /// The text of a field, or something else where there is nothing.
    pub(super) fn text_or(&self, nothing: &str, name: &str) -> Result<String, Error> {
        if self.has(name) { self.text(name) } else { Ok(nothing.to_owned()) }
    }

    /// The texts of the items of a list.
    pub(super) fn all(&self, name: &str) -> Result<Vec<String>, Error> {
        self.items(name).iter().map(|item| self.write(item)).collect()
    }

    /// The texts of the items of a list of lists.
    pub(super) fn groups(&self, name: &str) -> Result<Vec<Vec<String>>, Error> {
        let each = |group: &Datum| items(group).iter().map(|item| self.write(item)).collect();
        self.items(name).iter().map(each).collect()
    }

    pub(super) fn truth(&self, name: &str) -> Option<bool> {
        match self.record.get(name) {
            Some(Datum::Boolean(truth)) => Some(*truth),
            _ => None,
        }
    }

    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.record.get(name).and_then(number)
    }

    /// The numbers of a list.
    pub(super) fn numbers(&self, name: &str) -> Vec<usize> {
        self.items(name).iter().filter_map(number).collect()
    }

    /// The numbers of each list of a list.
    pub(super) fn places(&self, name: &str) -> Vec<Vec<usize>> {
        self.items(name).iter().map(|list| items(list).iter().filter_map(number).collect()).collect()
    }

    /// The outcome of a field, and who wins.
    pub(super) fn winner(&self, name: &str) -> String {
        let Some(Datum::Outcome(outcome)) = self.record.get(name) else { return String::new() };
        let winner = match outcome {
            Outcome::L => "Left wins",
            Outcome::N => "the next player wins",
            Outcome::P => "the previous player wins",
            Outcome::R => "Right wins",
        };
        format!("{outcome}: {winner}")
    }

    /// A record in a field.
    pub(super) fn of(&self, name: &str) -> Option<Lines<'r>> {
        self.record.get(name).and_then(|datum| self.inside(datum))
    }

    /// The records of a list.
    pub(super) fn each(&self, name: &str) -> impl Iterator<Item = Lines<'r>> {
        self.items(name).iter().filter_map(|datum| self.inside(datum))
    }

    /// How many items a list has.
    #[cfg(feature = "pictures")]
    pub(super) fn length(&self, name: &str) -> usize {
        self.items(name).len()
    }

    fn inside(&self, datum: &'r Datum) -> Option<Lines<'r>> {
        match datum {
            Datum::Record(record) => Some(Lines { record, style: self.style }),
            _ => None,
        }
    }

    fn items(&self, name: &str) -> &'r [Datum] {
        self.record.get(name).map_or(&[], items)
    }

    fn write(&self, datum: &Datum) -> Result<String, Error> {
        Ok(match datum {
            Datum::Game(game) => game.write(self.style)?,
            Datum::Universe(universe) => universe.write(self.style)?,
            Datum::Text(text) => text.write(self.style)?,
            Datum::Count(count) => count.number.to_string(),
            Datum::Relation(relation) => relation.to_string(),
            Datum::Boolean(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            _ => String::new(),
        })
    }
}

fn items(datum: &Datum) -> &[Datum] {
    match datum {
        Datum::List(list) => list.items(),
        _ => &[],
    }
}

fn number(datum: &Datum) -> Option<usize> {
    match datum {
        Datum::Count(count) => usize::try_from(&count.number).ok(),
        _ => None,
    }
}

/// Texts with commas between them, or something else where there are none.
pub(super) fn listed_or(none: &str, texts: &[String]) -> String {
    if texts.is_empty() { none.to_owned() } else { texts.join(", ") }
}
