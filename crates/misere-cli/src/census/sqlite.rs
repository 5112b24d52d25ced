//! A census as an SQLite database.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use misere::data::{Datum, Record};
use misere::order::FiniteOrder;
use misere::{Census, Error, JSON_STYLE, Question, Workspace};
use rusqlite::{Connection, params};

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
            // The columns are those of comma-separated values; an empty one is null.
            let number = |name: &str| match class.get(name) {
                Some(Datum::Count(count)) => i64::try_from(&count.number).ok(),
                _ => None,
            };
            let text = |name: &str| match class.get(name) {
                Some(Datum::Game(game)) => game.write(style),
                Some(Datum::Outcome(outcome)) => Ok(outcome.to_string()),
                _ => Ok(String::new()),
            };
            let flag = |record: &Record, name: &str| match record.get(name) {
                Some(Datum::Boolean(yes)) => Some(*yes),
                _ => None,
            };
            let strong = |name: &str| match class.get("strong") {
                Some(Datum::Record(strong)) => flag(strong, name),
                _ => None,
            };
            let inserted = insert.execute(params![
                number("class"),
                text("form")?,
                text("game")?,
                number("day"),
                number("trees"),
                text("outcome")?,
                strong("left"),
                strong("right"),
                flag(class, "invertible"),
                number("conjugate"),
            ]);
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
