//! A census as an SQLite database.

use std::path::{Path, PathBuf};

use misere::order::FiniteOrder;
use misere::{Error, JSON_STYLE};
use rusqlite::{Connection, params};

use crate::census::Sheet;
use crate::failure::Failure;

/// A database that is to be written. Until it is complete, the database has another
/// name.
pub(super) struct Database {
    path: PathBuf,
    unfinished: PathBuf,
}

/// The tables. A conjugate may come later, so the reference is checked at the end.
const SCHEMA: &str = "
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE classes (
        id INTEGER PRIMARY KEY,
        form TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL UNIQUE,
        day INTEGER NOT NULL,
        trees INTEGER NOT NULL,
        outcome TEXT NOT NULL,
        strong_left INTEGER,
        strong_right INTEGER,
        invertible INTEGER,
        conjugate INTEGER NOT NULL REFERENCES classes (id) DEFERRABLE INITIALLY DEFERRED
    );
    CREATE TABLE order_relation (
        above INTEGER NOT NULL REFERENCES classes (id),
        below INTEGER NOT NULL REFERENCES classes (id),
        PRIMARY KEY (above, below)
    ) WITHOUT ROWID;
    CREATE TABLE covers (
        above INTEGER NOT NULL REFERENCES classes (id),
        below INTEGER NOT NULL REFERENCES classes (id),
        PRIMARY KEY (above, below)
    ) WITHOUT ROWID;";

impl Database {
    /// The database in a file that does not exist, or that `force` allows to replace.
    pub(super) fn new(path: &Path, force: bool) -> Result<Database, Failure> {
        if !force && path.exists() {
            let message = format!("{} exists", path.display());
            return Err(Failure::bad_input(message).with_help("--force replaces it"));
        }
        let mut unfinished = path.as_os_str().to_owned();
        unfinished.push(format!(".{}.unfinished", std::process::id()));
        Ok(Database { path: path.to_owned(), unfinished: unfinished.into() })
    }

    /// Writes the classes, and their order if there is one.
    pub(super) fn write(&self, sheet: &Sheet<'_>, order: Option<&FiniteOrder>) -> Result<(), Failure> {
        let failed = |what: &dyn std::fmt::Display| {
            Failure::output(format!("cannot write {}: {what}", self.path.display()))
        };
        let written = fill(&self.unfinished, sheet, order).map_err(|error| match error {
            Unwritten::Sql(error) => failed(&error),
            Unwritten::Other(failure) => failure,
        });
        let moved = written
            .and_then(|()| std::fs::rename(&self.unfinished, &self.path).map_err(|error| failed(&error)));
        if moved.is_err() {
            // The first failure is reported, not one of removing the file.
            drop(std::fs::remove_file(&self.unfinished));
        }
        moved
    }
}

enum Unwritten {
    Sql(rusqlite::Error),
    Other(Failure),
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

fn fill(path: &Path, sheet: &Sheet<'_>, order: Option<&FiniteOrder>) -> Result<(), Unwritten> {
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
        ("day", sheet.census.day.to_string()),
        ("modulo", sheet.census.modulus.write(style)?),
        ("of", sheet.census.of.write(style)?),
        ("games", sheet.census.games.to_string()),
        ("classes", sheet.census.classes.len().to_string()),
        ("order", has_order.to_owned()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
    ] {
        transaction.execute("INSERT INTO meta VALUES (?, ?)", params![key, value])?;
    }
    {
        let mut insert = transaction.prepare("INSERT INTO classes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
        for place in 0..sheet.census.classes.len() {
            let class = sheet.class(place, style)?;
            insert.execute(params![
                class.class as i64,
                class.form,
                class.game,
                class.day,
                class.trees as i64,
                class.outcome,
                class.strong.map(|strong| strong.left),
                class.strong.map(|strong| strong.right),
                class.invertible,
                class.conjugate as i64,
            ])?;
        }
        if let Some(order) = order {
            let mut pair = transaction.prepare("INSERT INTO order_relation VALUES (?, ?)")?;
            for above in 0..order.len() {
                sheet.work.budget().check_now().map_err(Failure::from)?;
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
