//! Long answers: rows that come one after the other, in units that processes can divide.

use super::ask::Asked;
use crate::data::{Data, Datum, Fields, List, Record};
use crate::error::Error;
use crate::modulus::Modulus;
use crate::workspace::Workspace;

/// The rows of a long answer. Each unit gives its rows, whatever other units were asked for.
pub struct Rows<'a> {
    /// The arguments that the rows depend on, apart from universes and units.
    pub command: String,
    /// The universes that the rows depend on.
    pub universes: Vec<Modulus>,
    /// The names of the units, in the order of the rows.
    pub units: Vec<String>,
    find: Box<Find<'a>>,
}

/// Finds the rows of a unit, and hands each over.
type Find<'a> = dyn FnMut(usize, &mut Each<'_>) -> Result<(), Error> + 'a;

/// Takes a row.
pub(super) type Each<'e> = dyn FnMut(Record) -> Result<(), Error> + 'e;

impl<'a> Rows<'a> {
    pub(super) fn new(
        command: String,
        universes: Vec<Modulus>,
        units: Vec<String>,
        find: impl FnMut(usize, &mut Each<'_>) -> Result<(), Error> + 'a,
    ) -> Rows<'a> {
        Rows { command, universes, units, find: Box::new(find) }
    }

    /// Hands over the rows of a unit as they are found.
    ///
    /// # Errors
    /// [`Error`] when a row cannot be found, or is refused.
    pub fn each_of(
        &mut self,
        unit: usize,
        each: &mut dyn FnMut(Record) -> Result<(), Error>,
    ) -> Result<(), Error> {
        (self.find)(unit, each)
    }

    /// Hands over all rows as they are found.
    ///
    /// # Errors
    /// [`Error`] when a row cannot be found, or is refused.
    pub fn each(&mut self, each: &mut dyn FnMut(Record) -> Result<(), Error>) -> Result<(), Error> {
        (0..self.units.len()).try_for_each(|unit| (self.find)(unit, each))
    }
}

/// An answer that is the list of its rows.
pub(super) fn all_rows<'a>(asked: &Asked<'a>) -> Result<Fields<'a>, Error> {
    let mut rows = asked.rows()?;
    let mut all = Vec::new();
    rows.each(&mut |row| {
        all.push(Datum::Record(row));
        Ok(())
    })?;
    let list = List::new(asked.work.budget(), all)?;
    Ok(asked.fields().and_datum(Datum::List(list)))
}

/// A record as a row.
pub(super) fn row(work: &Workspace, record: impl Data) -> Result<Record, Error> {
    match record.datum(work)? {
        Datum::Record(record) => Ok(record),
        other => unreachable!("a row is a record, not {}", other.kind()),
    }
}
