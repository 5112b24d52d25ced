//! Maintenance of a whole store: contents, merging, exporting, checking.

use std::io::{self, Write};
use std::path::Path;

use misere::{Batch, Digest, FormNode, FoundValue, csv_cell};
use rusqlite::{Connection, Row};
use serde_json::json;

use crate::error::StoreError;
use crate::file;
use crate::store::Store;
use crate::stored_rows::StoredRows;

/// The contents of a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The version of the tables.
    pub schema: i64,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// How many forms there are.
    pub forms: u64,
    /// How many positions there are.
    pub positions: u64,
    /// How many values of positions there are.
    pub values: u64,
    /// How many forms are there as graphs too.
    pub graphs: u64,
    /// How many pieces of other computations there are.
    pub pieces: u64,
    /// For each ruleset and universe: their names, the positions, the different values.
    pub by_ruleset: Vec<(String, String, u64, u64)>,
    /// The versions of the program that wrote.
    pub versions: Vec<String>,
    /// The last runs, latest first: the command, what was computed, what was recalled.
    pub runs: Vec<(String, u64, u64)>,
}

/// The rows taken over from another store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The values of positions that were read.
    pub values: u64,
    /// The pieces that were read.
    pub pieces: u64,
    /// The rows that were left out because they are damaged.
    pub damaged: u64,
    /// Why not all rows could be read, if so.
    pub unread: Option<String>,
}

/// The state of the rows of a store, apart from the mathematics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Integrity {
    /// How many forms, graphs, values and pieces were read.
    pub looked_at: u64,
    /// The first few problems, in words.
    pub problems: Vec<String>,
    /// How many problems there are.
    pub damaged: u64,
}

/// The most problems that are listed.
const TOLD: usize = 20;

/// How many rows are handed over at once.
const MANY: usize = 4_096;

impl Store {
    /// The contents of the store.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub fn contents(&self) -> Result<Contents, StoreError> {
        let bytes = std::fs::metadata(self.path()).map_or(0, |about| about.len());
        self.with_connection(|connection| {
            let count = |table: &str| {
                connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, i64>(0))
            };
            let number = |count: i64| u64::try_from(count).unwrap_or(0);
            let mut by_ruleset = connection.prepare(
                "SELECT ruleset, universe, positions, different_values FROM contents ORDER BY ruleset, universe",
            )?;
            let line = |row: &Row<'_>| {
                Ok((row.get(0)?, row.get(1)?, number(row.get(2)?), number(row.get(3)?)))
            };
            let by_ruleset = by_ruleset.query_map([], line)?.collect::<rusqlite::Result<_>>()?;
            let mut versions = connection.prepare("SELECT version FROM versions ORDER BY id")?;
            let versions = versions.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
            let mut runs =
                connection.prepare("SELECT command, computed, recalled FROM runs ORDER BY id DESC LIMIT 10")?;
            let run = |row: &Row<'_>| Ok((row.get(0)?, number(row.get(1)?), number(row.get(2)?)));
            let runs = runs.query_map([], run)?.collect::<rusqlite::Result<_>>()?;
            Ok(Contents {
                schema: connection.pragma_query_value(None, "user_version", |row| row.get(0))?,
                bytes,
                forms: number(count("forms")?),
                positions: number(count("positions")?),
                values: number(count("position_values")?),
                graphs: number(count("graphs")?),
                pieces: number(count("pieces")?),
                by_ruleset,
                versions,
                runs,
            })
        })
    }

    /// Writes the file anew without gaps. Returns its size in bytes before and after.
    ///
    /// # Errors
    /// [`StoreError`] when that fails; the store is then as it was.
    pub fn compact(&self) -> Result<(u64, u64), StoreError> {
        let size = || std::fs::metadata(self.path()).map_or(0, |about| about.len());
        self.settle()?;
        let before = size();
        self.with_connection(|connection| connection.execute_batch("VACUUM"))?;
        self.settle()?;
        Ok((before, size()))
    }

    /// Brings the log into the file.
    fn settle(&self) -> Result<(), StoreError> {
        self.with_connection(|connection| {
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        })
    }

    /// Takes over what another store has. Rows that are damaged are left out and counted.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the stores differ in a value: then nothing is taken over. Other
    /// [`StoreError`]s when the other file is not a store, or this one cannot be written.
    pub fn merge(&self, other: &Path) -> Result<Merged, StoreError> {
        let connection = file::open(other)?;
        let mut merged = Merged::default();
        let mut batches: Vec<Batch> = Vec::new();
        let mut rows = StoredRows::default();
        let mut batch = Batch::default();
        let read = rows.forms(&connection, |form| match form {
            Ok(node) => {
                batch.forms.push(node);
                if batch.forms.len() >= MANY {
                    batches.push(std::mem::take(&mut batch));
                }
            }
            Err(_) => merged.damaged += 1,
        });
        let mut unread = read.err();
        let read = rows.graphs(&connection, |graph| match graph {
            Ok(graph) => batch.graphs.push(graph),
            Err(_) => merged.damaged += 1,
        });
        unread = unread.or(read.err());
        batches.push(batch);
        let mut versions: Vec<(String, Batch)> = Vec::new();
        let read = rows.values(&connection, |value| match value {
            Ok((value, version)) => {
                merged.values += 1;
                of_version(&mut versions, version).values.push(value);
            }
            Err(_) => merged.damaged += 1,
        });
        unread = unread.or(read.err());
        let read = rows.pieces(&connection, |piece| match piece {
            Ok((name, piece, version)) => {
                merged.pieces += 1;
                of_version(&mut versions, version).pieces.push((name, piece));
            }
            Err(_) => merged.damaged += 1,
        });
        unread = unread.or(read.err());
        merged.unread = unread.map(|error| error.to_string());
        self.take_over(other, &batches, &versions)?;
        Ok(merged)
    }

    /// Writes all forms, and then all values and pieces with the versions that made them, as
    /// JSON Lines: a line for each form, whose options are digests of earlier lines, and then a
    /// line for each value.
    ///
    /// # Errors
    /// [`io::Error`] of the writer, or with the [`StoreError`] inside it.
    pub fn export_json(&self, out: &mut dyn Write) -> io::Result<u64> {
        self.export(|line| match line {
            Exported::Form(form) => {
                let options = |at: usize| form.options[at].iter().map(Digest::to_string).collect::<Vec<_>>();
                let object = json!({
                    "form": form.digest.to_string(), "left": options(0), "right": options(1),
                    "tombstones": stones(&form), "edges": edges(form.edges), "text": form.text,
                });
                writeln!(out, "{object}")
            }
            Exported::Value(value, version) => {
                let object = json!({
                    "ruleset": value.position.rules.name, "position": value.position.parts.join(" + "),
                    "universe": value.universe.as_str(), "value": value.value.form.to_string(),
                    "outcome": value.outcome.to_string(), "version": version,
                });
                writeln!(out, "{object}")
            }
        })
    }

    /// Writes all forms and values as comma-separated values, in lines that begin with `form` or
    /// `value`, and with the cells of [`csv_cell`].
    ///
    /// # Errors
    /// [`io::Error`] of the writer, or with the [`StoreError`] inside it.
    pub fn export_csv(&self, out: &mut dyn Write) -> io::Result<u64> {
        writeln!(
            out,
            "kind,form,left,right,tombstones,edges,text,ruleset,position,universe,outcome,version"
        )?;
        self.export(|line| match line {
            Exported::Form(form) => {
                let options =
                    |at: usize| form.options[at].iter().map(Digest::to_string).collect::<Vec<_>>().join(" ");
                let (left, right) = (options(0), options(1));
                let text = csv_cell(form.text.as_deref().unwrap_or(""));
                let (stones, edges) = (stones(&form), edges(form.edges));
                writeln!(out, "form,{},{left},{right},{stones},{edges},{text},,,,,", form.digest)
            }
            Exported::Value(value, version) => {
                let position = csv_cell(&value.position.parts.join(" + "));
                let (rules, universe) =
                    (csv_cell(&value.position.rules.name), csv_cell(value.universe.as_str()));
                let (form, outcome, version) = (value.value.form, value.outcome, csv_cell(&version));
                writeln!(out, "value,{form},,,,,,{rules},{position},{universe},{outcome},{version}")
            }
        })
    }

    fn export(&self, mut line: impl FnMut(Exported) -> io::Result<()>) -> io::Result<u64> {
        let connection = file::open(self.path()).map_err(io::Error::other)?;
        let (mut rows, mut failed, mut lines) = (StoredRows::default(), Ok(()), 0);
        let mut write = |exported: Result<Exported, String>| {
            if failed.is_ok() {
                lines += 1;
                failed = exported.map_or_else(|problem| Err(io::Error::other(problem)), &mut line);
            }
        };
        let broken = |error: &rusqlite::Error| io::Error::other(self.sqlite(error));
        rows.forms(&connection, |form| write(form.map(Exported::Form))).map_err(|e| broken(&e))?;
        rows.values(&connection, |value| {
            write(value.map(|(value, version)| Exported::Value(value, version)));
        })
        .map_err(|e| broken(&e))?;
        failed.map(|()| lines)
    }

    /// Looks at every row: whether SQLite can read it, whether forms are what their digests say,
    /// whether graphs have the digests of their forms, and whether values and pieces have their checksums.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub fn integrity(&self) -> Result<Integrity, StoreError> {
        let connection = file::open(self.path())?;
        let mut found = Integrity::default();
        let problem = |found: &mut Integrity, problem: String| {
            found.damaged += 1;
            if found.problems.len() < TOLD {
                found.problems.push(problem);
            }
        };
        let sqlite = |connection: &Connection| -> rusqlite::Result<Vec<String>> {
            let mut statement = connection.prepare("PRAGMA integrity_check")?;
            statement.query_map([], |row| row.get(0))?.collect()
        };
        match sqlite(&connection) {
            Ok(lines) => lines.into_iter().filter(|line| line != "ok").for_each(|l| problem(&mut found, l)),
            Err(error) => problem(&mut found, error.to_string()),
        }
        let mut rows = StoredRows::default();
        let look = |found: &mut Integrity, row: Result<(), String>| {
            found.looked_at += 1;
            if let Err(because) = row {
                problem(found, because);
            }
        };
        let mut read = rows.forms(&connection, |form| look(&mut found, form.map(drop)));
        read = read.and(rows.graphs(&connection, |graph| look(&mut found, graph.map(drop))));
        read = read.and(rows.values(&connection, |value| look(&mut found, value.map(drop))));
        read = read.and(rows.pieces(&connection, |piece| look(&mut found, piece.map(drop))));
        if let Err(error) = read {
            look(&mut found, Err(error.to_string()));
        }
        Ok(found)
    }

    /// The values of the store, every so many of them, each with the version that made it.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub fn some_values(&self, every: u64) -> Result<Vec<FoundValue>, StoreError> {
        let connection = file::open(self.path())?;
        let (mut rows, mut at, mut some) = (StoredRows::default(), 0, Vec::new());
        let read = rows.forms(&connection, |_| ()).and_then(|()| {
            rows.values(&connection, |value| {
                if let (0, Ok((value, _))) = (at % every.max(1), value) {
                    some.push(value);
                }
                at += 1;
            })
        });
        read.map(|()| some).map_err(|error| self.sqlite(&error))
    }
}

enum Exported {
    Form(FormNode),
    Value(FoundValue, String),
}

fn of_version(versions: &mut Vec<(String, Batch)>, version: String) -> &mut Batch {
    let at = versions.iter().position(|(known, _)| *known == version).unwrap_or_else(|| {
        versions.push((version, Batch::default()));
        versions.len() - 1
    });
    &mut versions[at].1
}

fn stones(form: &FormNode) -> &'static str {
    use misere::Player::{Left, Right};
    match (form.tombstones.has(Left), form.tombstones.has(Right)) {
        (false, false) => "",
        (true, false) => "L",
        (false, true) => "R",
        (true, true) => "LR",
    }
}

/// The number of edges; empty if it is too large for the store.
fn edges(edges: u64) -> String {
    if edges == u64::MAX { String::new() } else { edges.to_string() }
}
