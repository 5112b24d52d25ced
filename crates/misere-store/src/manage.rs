//! What is done with a whole store: telling what is in it, merging, exporting, checking.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use misere::{
    Batch, Digest, FormNode, FormRow, FoundValue, KeptHow, KeptValue, Outcome, Piece, PositionKey, RowMap,
    RulesKey, UniverseId,
};
use rusqlite::{Connection, Row};
use rustc_hash::FxHashMap;
use serde_json::json;

use crate::error::StoreError;
use crate::file;
use crate::rows::{FormInRow, method_of, numbers, piece_checksum, value_checksum};
use crate::store::Store;

/// What is in a store.
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
    /// How many pieces of other computations there are.
    pub pieces: u64,
    /// For each ruleset and universe: their names, the positions, the different values.
    pub by_ruleset: Vec<(String, String, u64, u64)>,
    /// The versions of the program that wrote.
    pub versions: Vec<String>,
    /// The last runs, latest first: the command, what was computed, what was recalled.
    pub runs: Vec<(String, u64, u64)>,
}

/// What was taken over from another store.
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

/// What the rows of a store look like, apart from the mathematics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Integrity {
    /// How many forms, values and pieces were looked at.
    pub looked_at: u64,
    /// What is wrong, in words, the first few.
    pub problems: Vec<String>,
    /// How many problems there are.
    pub damaged: u64,
}

/// The most problems that are told one by one.
const TOLD: usize = 20;

/// How many rows are handed over at once.
const MANY: usize = 4_096;

impl Store {
    /// What is in the store.
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
    /// [`StoreError`]s when the other file is no store, or this one cannot be written.
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
    /// `value`.
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
                let text = field(form.text.as_deref().unwrap_or(""));
                let (stones, edges) = (stones(&form), edges(form.edges));
                writeln!(out, "form,{},{left},{right},{stones},{edges},{text},,,,,", form.digest)
            }
            Exported::Value(value, version) => {
                let position = field(&value.position.parts.join(" + "));
                let (rules, universe) = (field(&value.position.rules.name), field(value.universe.as_str()));
                let (form, outcome, version) = (value.value.form, value.outcome, field(&version));
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
    /// and whether values and pieces have their checksums.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be looked at.
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

/// The field, quoted as RFC 4180 says where needed.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// The rows of a store, read one after the other and checked.
#[derive(Default)]
struct StoredRows {
    /// The digests of the forms that are what they should be.
    digests: RowMap<Digest>,
    rules: FxHashMap<i64, Arc<RulesKey>>,
}

impl StoredRows {
    /// All forms, options first; or what is wrong with a form.
    fn forms(
        &mut self,
        connection: &Connection,
        mut each: impl FnMut(Result<FormNode, String>),
    ) -> rusqlite::Result<()> {
        let mut statement = connection.prepare(
            "SELECT id, digest, left_options, right_options, tombstones, edges, text FROM forms ORDER BY id",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let id: i64 = row.get(0)?;
            let node = FormInRow::read(id, row)?.and_then(|form| form.node(&self.digests));
            if let Some(node) = &node {
                self.digests.insert(FormRow(id), node.digest);
            }
            each(node.ok_or_else(|| format!("form {id} is not what its digest says")));
        }
        Ok(())
    }

    /// All values with the versions that made them; or what is wrong with a value.
    fn values(
        &mut self,
        connection: &Connection,
        mut each: impl FnMut(Result<(FoundValue, String), String>),
    ) -> rusqlite::Result<()> {
        let mut rulesets = connection.prepare("SELECT id, digest, name, identity FROM rulesets")?;
        let mut rows = rulesets.query([])?;
        while let Some(row) = rows.next()? {
            let (digest, name, identity): (Vec<u8>, String, String) = (row.get(1)?, row.get(2)?, row.get(3)?);
            let key = RulesKey::of_identity(name, identity);
            if digest == key.digest.0 {
                self.rules.insert(row.get(0)?, Arc::new(key));
            }
        }
        let mut statement = connection.prepare(
            "SELECT positions.digest, ruleset, components, text, name, form, outcome, method, reason, \
             versions.version, checksum, positions.id FROM position_values \
             JOIN positions ON positions.id = position \
             JOIN universes ON universes.id = universe \
             JOIN versions ON versions.id = position_values.version ORDER BY position, universe",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let id: i64 = row.get(11)?;
            each(
                self.value(row)?.ok_or_else(|| format!("the value of position {id} is not what was written")),
            );
        }
        Ok(())
    }

    fn value(&self, row: &Row<'_>) -> rusqlite::Result<Option<(FoundValue, String)>> {
        let (digest, ruleset, components): (Vec<u8>, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let (text, universe, form): (String, String, i64) = (row.get(3)?, row.get(4)?, row.get(5)?);
        let (outcome, version, checksum): (String, String, Vec<u8>) =
            (row.get(6)?, row.get(9)?, row.get(10)?);
        let (method, reason): (Option<String>, Option<String>) = (row.get(7)?, row.get(8)?);
        let read = || {
            let parts: Vec<String> = match components {
                0 => Vec::new(),
                _ => text.split(" + ").map(str::to_owned).collect(),
            };
            let position = PositionKey { rules: self.rules.get(&ruleset)?.clone(), parts };
            let form = self.digests.get(FormRow(form))?;
            let how = match (method, reason) {
                (Some(method), Some(reason)) => Some(KeptHow { method: method_of(&method)?, reason }),
                (None, None) => None,
                _ => return None,
            };
            let expected = value_checksum(position.digest(), &universe, form, &outcome, how.as_ref());
            let outcome = [Outcome::L, Outcome::N, Outcome::P, Outcome::R]
                .into_iter()
                .find(|known| known.to_string() == outcome)?;
            let is_sound = expected == checksum && position.digest().0[..] == digest[..];
            let (universe, value) = (UniverseId::new(universe), KeptValue { form, how });
            is_sound.then_some((FoundValue { position, universe, value, outcome }, version))
        };
        Ok(read())
    }

    /// All pieces with their names and the versions that made them; or what is wrong with one.
    fn pieces(
        &mut self,
        connection: &Connection,
        mut each: impl FnMut(Result<(String, Piece, String), String>),
    ) -> rusqlite::Result<()> {
        let mut statement = connection.prepare(
            "SELECT name, forms, data, versions.version, checksum FROM pieces \
             JOIN versions ON versions.id = pieces.version ORDER BY name",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (name, forms, data): (String, Vec<u8>, Vec<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let (version, checksum): (String, Vec<u8>) = (row.get(3)?, row.get(4)?);
            let digest = |row: u64| self.digests.get(FormRow(i64::try_from(row).ok()?));
            let forms =
                numbers(&forms).and_then(|rows| rows.into_iter().map(digest).collect::<Option<Vec<_>>>());
            let piece = forms.filter(|forms| piece_checksum(&name, forms, &data) == checksum);
            each(match piece {
                Some(forms) => Ok((name, Piece { forms, data }, version)),
                None => Err(format!("the piece {name} is not what was written")),
            });
        }
        Ok(())
    }
}
