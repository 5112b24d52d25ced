//! A census as an SQLite database.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use misere::data::{Datum, Kind};
use misere::order::FiniteOrder;
use misere::{Census, Error, JSON_STYLE, Question, Workspace};
use rusqlite::types::Value;
use rusqlite::{Connection, params, params_from_iter};

use crate::ask::each_row;
use crate::failure::Failure;
use crate::file::{Existing, cannot_write, is_device, is_stdout, write_aside};

/// A database that is to be written.
pub(super) struct Database {
    path: PathBuf,
    existing: Existing,
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

impl Database {
    /// The database in a file that does not exist, or that `force` allows to replace.
    pub(super) fn new(path: &Path, force: bool) -> Result<Database, Failure> {
        if is_stdout(path) || is_device(path) {
            return Err(Failure::bad_input("a database needs the name of a file"));
        }
        let existing = if force { Existing::Replaced } else { Existing::Kept };
        if existing == Existing::Kept && path.symlink_metadata().is_ok() {
            return Err(exists(path));
        }
        Ok(Database { path: path.to_owned(), existing })
    }

    /// Writes the classes, and their order if there is one.
    pub(super) fn write(
        &self,
        work: &Workspace,
        census: &Census,
        list: &Question,
        order: Option<&FiniteOrder>,
    ) -> Result<(), Failure> {
        let written = write_aside(&self.path, self.existing, |aside| fill(aside, work, census, list, order));
        written.map_err(|error| match error {
            Unwritten::Sql(error) => cannot_write(&self.path, &error),
            // Another run was faster.
            Unwritten::File(error) if error.kind() == ErrorKind::AlreadyExists => exists(&self.path),
            Unwritten::File(error) => cannot_write(&self.path, &error),
            Unwritten::Other(failure) => failure,
        })
    }
}

fn exists(path: &Path) -> Failure {
    Failure::bad_input(format!("{} exists", path.display())).with_help("--force replaces it")
}

enum Unwritten {
    Sql(rusqlite::Error),
    File(io::Error),
    Other(Failure),
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Unwritten {
        Unwritten::File(error)
    }
}

impl From<rusqlite::Error> for Unwritten {
    fn from(error: rusqlite::Error) -> Unwritten {
        Unwritten::Sql(error)
    }
}

impl From<Failure> for Unwritten {
    fn from(failure: Failure) -> Unwritten {
        Unwritten::Other(failure)
    }
}

impl From<Error> for Unwritten {
    fn from(error: Error) -> Unwritten {
        Unwritten::Other(error.into())
    }
}

fn fill(
    path: &Path,
    work: &Workspace,
    census: &Census,
    list: &Question,
    order: Option<&FiniteOrder>,
) -> Result<(), Unwritten> {
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
        each_row(work, list, Some(&census.modulus), |class| {
            let mut cells = Vec::new();
            for (field, datum) in class.shape().fields.iter().zip(class.fields()) {
                columns(field.kind, datum, &mut cells)?;
            }
            let inserted = insert.execute(params_from_iter(cells));
            inserted.map(drop).map_err(|error| cannot_write(path, &error))
        })?;
        if let Some(order) = order {
            let mut pair = transaction.prepare("INSERT INTO order_relation VALUES (?, ?)")?;
            for above in 0..order.len() {
                work.budget().check_now().map_err(Failure::from)?;
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
