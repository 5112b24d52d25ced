//! The rows that one transaction adds.

use std::time::{SystemTime, UNIX_EPOCH};

use misere::{
    Batch, Digest, FormGraph, FormNode, FoundValue, Piece, PositionKey, RulesKey, UniverseId, push_number,
};
use rusqlite::{Connection, OptionalExtension, params};
use rustc_hash::FxHashMap;

use crate::rows::{
    edges_to_row, graph_checksum, method_name, options_to_bytes, piece_checksum, tombstones_to_number,
    value_checksum,
};

/// The rows of one transaction.
pub(crate) struct Rows<'a> {
    connection: &'a Connection,
    known: &'a FxHashMap<Digest, i64>,
    new: &'a mut FxHashMap<Digest, i64>,
    next_form: i64,
    version: i64,
    rules: FxHashMap<Digest, i64>,
    universes: FxHashMap<UniverseId, i64>,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(
        connection: &'a Connection,
        known: &'a FxHashMap<Digest, i64>,
        new: &'a mut FxHashMap<Digest, i64>,
    ) -> rusqlite::Result<Rows<'a>> {
        let next_form: i64 =
            connection.query_row("SELECT coalesce(max(id), 0) + 1 FROM forms", [], |row| row.get(0))?;
        let (rules, universes) = (FxHashMap::default(), FxHashMap::default());
        let mut rows = Rows { connection, known, new, next_form, version: 0, rules, universes };
        rows.made_by(env!("CARGO_PKG_VERSION"))?;
        Ok(rows)
    }

    /// Says by which version of the program the values are that are added from now on.
    pub(crate) fn made_by(&mut self, version: &str) -> rusqlite::Result<()> {
        self.version = self.version_row(version)?;
        Ok(())
    }

    fn version_row(&self, version: &str) -> rusqlite::Result<i64> {
        found_or_made(
            self.connection,
            "SELECT id FROM versions WHERE version = ?1",
            "INSERT INTO versions (version) VALUES (?1)",
            [version],
        )
    }

    /// The first position of which the store has another value than the batch.
    pub(crate) fn first_conflict(&mut self, batch: &Batch) -> rusqlite::Result<Option<String>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT forms.digest FROM positions JOIN position_values ON position = positions.id \
             JOIN universes ON universes.id = universe JOIN forms ON forms.id = form \
             WHERE positions.digest = ?1 AND universes.name = ?2",
        )?;
        for found in &batch.values {
            let key = params![found.position.digest().0, found.universe.as_str()];
            let known: Option<Vec<u8>> = statement.query_row(key, |row| row.get(0)).optional()?;
            if known.is_some_and(|known| known != found.value.form.0) {
                let PositionKey { rules, parts } = &found.position;
                return Ok(Some(format!("{} {} modulo {}", rules.name, parts.join(" + "), found.universe)));
            }
        }
        Ok(None)
    }

    pub(crate) fn add(&mut self, batch: &Batch) -> rusqlite::Result<()> {
        for form in &batch.forms {
            self.add_form(form)?;
        }
        for (form, graph) in &batch.graphs {
            self.add_graph(*form, graph)?;
        }
        for value in &batch.values {
            self.add_value(value)?;
        }
        for (name, piece) in &batch.pieces {
            self.add_piece(name, piece)?;
        }
        Ok(())
    }

    /// The row of a form, if the store has it.
    pub(crate) fn form(&mut self, digest: Digest) -> rusqlite::Result<Option<i64>> {
        if let Some(&row) = self.known.get(&digest).or_else(|| self.new.get(&digest)) {
            return Ok(Some(row));
        }
        let mut statement = self.connection.prepare_cached("SELECT id FROM forms WHERE digest = ?1")?;
        let found: Option<i64> = statement.query_row([digest.0], |row| row.get(0)).optional()?;
        if let Some(row) = found {
            self.new.insert(digest, row);
        }
        Ok(found)
    }

    fn form_that_is_there(&mut self, digest: Digest) -> rusqlite::Result<i64> {
        self.form(digest)?.ok_or(rusqlite::Error::QueryReturnedNoRows)
    }

    pub(crate) fn add_form(&mut self, form: &FormNode) -> rusqlite::Result<()> {
        if self.form(form.digest)?.is_some() {
            return Ok(());
        }
        let id = self.next_form;
        let mut blobs = [Vec::new(), Vec::new()];
        for (blob, list) in blobs.iter_mut().zip(&form.options) {
            let rows = list.iter().map(|option| self.form_that_is_there(*option));
            let mut rows = rows.collect::<rusqlite::Result<Vec<i64>>>()?;
            // Handles of forms that are read come in the order of their rows.
            rows.sort_unstable();
            *blob = options_to_bytes(id, &rows);
        }
        let [left, right] = blobs;
        let mut statement = self.connection.prepare_cached(
            "INSERT INTO forms (id, digest, left_options, right_options, tombstones, edges, text) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?;
        let stones = tombstones_to_number(form.tombstones);
        statement.execute(params![
            id,
            form.digest.0,
            left,
            right,
            stones,
            edges_to_row(form.edges),
            form.text
        ])?;
        self.new.insert(form.digest, id);
        self.next_form += 1;
        Ok(())
    }

    fn add_graph(&mut self, form: Digest, graph: &FormGraph) -> rusqlite::Result<()> {
        let row = self.form_that_is_there(form)?;
        let mut statement = self
            .connection
            .prepare_cached("INSERT OR IGNORE INTO graphs (form, checksum, nodes) VALUES (?1, ?2, ?3)")?;
        statement.execute(params![row, graph_checksum(form, graph), graph.as_bytes()])?;
        Ok(())
    }

    pub(crate) fn add_value(&mut self, found: &FoundValue) -> rusqlite::Result<()> {
        let rules = self.rules(&found.position.rules)?;
        let universe = self.universe(&found.universe)?;
        let form = self.form_that_is_there(found.value.form)?;
        let digest = found.position.digest();
        let mut statement = self.connection.prepare_cached("SELECT id FROM positions WHERE digest = ?1")?;
        let known: Option<i64> = statement.query_row([digest.0], |row| row.get(0)).optional()?;
        let position = match known {
            Some(position) => position,
            None => {
                let mut statement = self.connection.prepare_cached(
                    "INSERT INTO positions (digest, ruleset, components, text) VALUES (?1, ?2, ?3, ?4)",
                )?;
                let parts = &found.position.parts;
                statement.insert(params![digest.0, rules, parts.len() as i64, parts.join(" + ")])?
            }
        };
        let (outcome, how) = (found.outcome.to_string(), found.value.how.as_ref());
        let checksum = value_checksum(digest, found.universe.as_str(), found.value.form, &outcome, how);
        let (method, reason) = (how.map(|how| method_name(how.method)), how.map(|how| how.reason.as_str()));
        // A value that was asked about has a method, which one on the way to it does not take away.
        let mut statement = self.connection.prepare_cached(
            "INSERT INTO position_values (position, universe, form, outcome, method, reason, version, checksum) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (position, universe) DO UPDATE SET \
             form = excluded.form, outcome = excluded.outcome, method = excluded.method, \
             reason = excluded.reason, version = excluded.version, checksum = excluded.checksum \
             WHERE excluded.method IS NOT NULL",
        )?;
        let row = params![position, universe, form, outcome, method, reason, self.version, checksum];
        statement.execute(row)?;
        Ok(())
    }

    pub(crate) fn add_piece(&mut self, name: &str, piece: &Piece) -> rusqlite::Result<()> {
        let mut forms = Vec::new();
        for &form in &piece.forms {
            push_number(&mut forms, self.form_that_is_there(form)?.unsigned_abs());
        }
        let checksum = piece_checksum(name, &piece.forms, &piece.data);
        let mut statement = self.connection.prepare_cached(
            "INSERT OR IGNORE INTO pieces (name, forms, data, version, checksum) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?;
        statement.execute(params![name, forms, piece.data, self.version, checksum])?;
        Ok(())
    }

    fn rules(&mut self, rules: &RulesKey) -> rusqlite::Result<i64> {
        if let Some(&known) = self.rules.get(&rules.digest) {
            return Ok(known);
        }
        let connection = self.connection;
        let mut statement = connection.prepare_cached("SELECT id FROM rulesets WHERE digest = ?1")?;
        let known: Option<i64> = statement.query_row([rules.digest.0], |row| row.get(0)).optional()?;
        let row = match known {
            Some(row) => row,
            None => connection
                .prepare_cached("INSERT INTO rulesets (digest, name, identity) VALUES (?1, ?2, ?3)")?
                .insert(params![rules.digest.0, rules.name, rules.identity])?,
        };
        self.rules.insert(rules.digest, row);
        Ok(row)
    }

    fn universe(&mut self, universe: &UniverseId) -> rusqlite::Result<i64> {
        if let Some(&known) = self.universes.get(universe) {
            return Ok(known);
        }
        let row = found_or_made(
            self.connection,
            "SELECT id FROM universes WHERE name = ?1",
            "INSERT INTO universes (name) VALUES (?1)",
            [universe.as_str()],
        )?;
        self.universes.insert(universe.clone(), row);
        Ok(row)
    }

    /// Notes how far a run has come, in its row or in a new one.
    pub(crate) fn note_run(
        &self,
        run: Option<i64>,
        command: &str,
        checkpoints: i64,
        computed: u64,
        recalled: u64,
    ) -> rusqlite::Result<i64> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let (now, computed, recalled) = (now as i64, computed as i64, recalled as i64);
        match run {
            Some(run) => {
                let mut statement = self.connection.prepare_cached(
                    "UPDATE runs SET last_checkpoint = ?2, checkpoints = ?3, computed = ?4, recalled = ?5 \
                     WHERE id = ?1",
                )?;
                statement.execute(params![run, now, checkpoints, computed, recalled])?;
                Ok(run)
            }
            None => {
                let mut statement = self.connection.prepare_cached(
                    "INSERT INTO runs (version, command, started, last_checkpoint, checkpoints, computed, \
                     recalled) VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6)",
                )?;
                statement.insert(params![self.version, command, now, checkpoints, computed, recalled])
            }
        }
    }
}

fn found_or_made(connection: &Connection, find: &str, make: &str, key: [&str; 1]) -> rusqlite::Result<i64> {
    let found: Option<i64> = connection.prepare_cached(find)?.query_row(key, |row| row.get(0)).optional()?;
    match found {
        Some(row) => Ok(row),
        None => connection.prepare_cached(make)?.insert(key),
    }
}
