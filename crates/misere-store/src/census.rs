//! A census as an SQLite database of its own.

use std::io;
use std::path::Path;

use misere::data::{Datum, Kind};
use misere::order::FiniteOrder;
use misere::{Census, Error, JSON_STYLE, Question, Workspace};
use rusqlite::types::Value;
use rusqlite::{Connection, params, params_from_iter};

/// Why a census was not written.
pub enum CensusError {
    /// SQLite cannot write the file.
    Sqlite(rusqlite::Error),
    /// The file cannot be made, or take its name.
    File(io::Error),
    /// A class was not found, or a limit was reached.
    Misere(Error),
}

impl From<rusqlite::Error> for CensusError {
    fn from(error: rusqlite::Error) -> CensusError {
        CensusError::Sqlite(error)
    }
}

impl From<io::Error> for CensusError {
    fn from(error: io::Error) -> CensusError {
        CensusError::File(error)
    }
}

impl From<Error> for CensusError {
    fn from(error: Error) -> CensusError {
        CensusError::Misere(error)
    }
}

/// The tables. A conjugate may come later, so the reference is checked at the end.
const SCHEMA: &str = "
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE classes (
        class INTEGER PRIMARY KEY,
        form TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL UNIQUE,
        day INTEGER NOT NULL,
        trees INTEGER NOT NULL,
        outcome TEXT NOT NULL,
        strong_left INTEGER,
        strong_right INTEGER,
        invertible INTEGER,
        conjugate INTEGER REFERENCES classes (class) DEFERRABLE INITIALLY DEFERRED
    );
    CREATE TABLE order_relation (
        above INTEGER NOT NULL REFERENCES classes (class),
        below INTEGER NOT NULL REFERENCES classes (class),
        PRIMARY KEY (above, below)
    ) WITHOUT ROWID;
    CREATE TABLE covers (
        above INTEGER NOT NULL REFERENCES classes (class),
        below INTEGER NOT NULL REFERENCES classes (class),
        PRIMARY KEY (above, below)
    ) WITHOUT ROWID;";

/// Writes the classes of a census, and their order if there is one, to a new database.
///
/// # Errors
/// [`CensusError`] when a class cannot be found, or the file not be written.
pub fn write_census(
    path: &Path,
    work: &Workspace,
    census: &Census,
    list: &Question,
    order: Option<&FiniteOrder>,
) -> Result<(), CensusError> {
    // Computed before there is a file that would have to be removed.
    let covers = order.map(FiniteOrder::covers).unwrap_or_default();
    let mut connection = Connection::open(path)?;
    // No other program sees the file before it is complete: it need not survive a crash.
    connection.execute_batch("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;")?;
    let transaction = connection.transaction()?;
    transaction.execute_batch(SCHEMA)?;
    let style = JSON_STYLE;
    let has_order = if order.is_some() { "yes" } else { "no" };
    for (key, value) in [
        ("day", census.day.to_string()),
        ("modulo", census.modulus.write(style)?),
        ("of", census.of.write(style)?),
        ("games", census.games.to_string()),
        ("classes", census.classes.len().to_string()),
        ("order", has_order.to_owned()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
    ] {
        transaction.execute("INSERT INTO meta VALUES (?, ?)", params![key, value])?;
    }
    {
        let mut insert = transaction.prepare("INSERT INTO classes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
        let mut refused = None;
        let found = list.rows(work, Some(&census.modulus))?.each(&mut |class| {
            let mut cells = Vec::new();
            for (field, datum) in class.shape().fields.iter().zip(class.fields()) {
                columns(field.kind, datum, &mut cells)?;
            }
            if refused.is_none() {
                refused = insert.execute(params_from_iter(cells)).err();
            }
            Ok(())
        });
        if let Some(error) = refused {
            return Err(error.into());
        }
        found?;
        if let Some(order) = order {
            let mut pair = transaction.prepare("INSERT INTO order_relation VALUES (?, ?)")?;
            for above in 0..order.len() {
                work.budget().check_now().map_err(Error::from)?;
                for below in order.below(above) {
                    pair.execute(params![above as i64, below as i64])?;
                }
            }
        }
        let mut pair = transaction.prepare("INSERT INTO covers VALUES (?, ?)")?;
        for (above, below) in covers {
            pair.execute(params![above as i64, below as i64])?;
        }
    }
    Ok(transaction.commit()?)
}

/// Adds the columns of a field, which are those of comma-separated values; an empty one is null.
fn columns(kind: Kind, datum: &Datum, cells: &mut Vec<Value>) -> Result<(), Error> {
    cells.push(match datum {
        Datum::Count(count) => i64::try_from(&count.number).map_or(Value::Null, Value::Integer),
        Datum::Boolean(yes) => Value::Integer(i64::from(*yes)),
        Datum::Game(game) => Value::Text(game.write(JSON_STYLE)?),
        Datum::Outcome(outcome) => Value::Text(outcome.to_string()),
        Datum::Record(record) => {
            let mut fields = record.shape().fields.iter().zip(record.fields());
            return fields.try_for_each(|(field, datum)| columns(field.kind, datum, cells));
        }
        _ => match kind {
            Kind::Optional(Kind::Record(shape)) => {
                return shape.fields.iter().try_for_each(|of| columns(of.kind, &Datum::Nothing, cells));
            }
            _ => Value::Null,
        },
    });
    Ok(())
}
