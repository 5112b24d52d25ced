//! Reading values, pieces and forms.

use std::sync::atomic::Ordering;

use misere::{
    Digest, FormGraph, FormNode, FormRow, Piece, PositionKey, RowMap, StoredForm, StoredForms, StoredMethod,
    StoredValue, UniverseId,
};
use rusqlite::{Connection, OptionalExtension, params};
use rustc_hash::FxHashMap;

use crate::error::StoreError;
use crate::rows::{FormInRow, graph_checksum, method_of, numbers, piece_checksum, value_checksum};
use crate::store::{Store, locked};

/// How many rows are skipped rather than looked up one by one: to skip one takes about a tenth of
/// the time.
const SKIPPED: i64 = 16;

/// The connection that reads, with what it has read.
pub(crate) struct Reader {
    connection: Connection,
    universes: FxHashMap<UniverseId, i64>,
    /// The digests of the forms that were read, by row.
    digests: RowMap<Digest>,
}

impl Store {
    pub(crate) fn recall_value(
        &self,
        key: &PositionKey,
        universe: &UniverseId,
    ) -> Result<Option<StoredValue>, StoreError> {
        let mut reader = locked(&self.reader);
        let position = key.digest();
        let Some(universe_row) = reader.universe(universe).map_err(|error| self.sqlite(&error))? else {
            return Ok(None);
        };
        let ask = || {
            let mut statement = reader.connection.prepare_cached(
                "SELECT forms.digest, outcome, method, reason, checksum FROM positions \
                 JOIN position_values ON position_values.position = positions.id AND universe = ?2 \
                 JOIN forms ON forms.id = position_values.form WHERE positions.digest = ?1",
            )?;
            let row = |row: &rusqlite::Row<'_>| {
                Ok((
                    row.get::<_, Vec<u8>>(0)?,
                    row.get::<_, String>(1)?,
                    row.get::<_, Option<String>>(2)?,
                    row.get::<_, Option<String>>(3)?,
                    row.get::<_, Vec<u8>>(4)?,
                ))
            };
            statement.query_row(params![position.0, universe_row], row).optional()
        };
        let found = ask().map_err(|error| self.sqlite(&error))?;
        let Some((form, outcome, method, reason, checksum)) = found else { return Ok(None) };
        let damaged = || self.damaged(format!("the value of {} {}", key.rules.name, key.parts.join(" + ")));
        let form = Digest::from_bytes(&form).ok_or_else(damaged)?;
        let how = match (method, reason) {
            (None, None) => None,
            (Some(method), Some(reason)) => {
                Some(StoredMethod { method: method_of(&method).ok_or_else(damaged)?, reason })
            }
            _ => return Err(damaged()),
        };
        if checksum != value_checksum(position, universe.as_str(), form, &outcome, how.as_ref()) {
            return Err(damaged());
        }
        self.recalled.fetch_add(1, Ordering::Relaxed);
        Ok(Some(StoredValue { form, how }))
    }

    pub(crate) fn recall_piece(&self, name: &str) -> Result<Option<Piece>, StoreError> {
        let mut reader = locked(&self.reader);
        let ask = || {
            let mut statement = reader
                .connection
                .prepare_cached("SELECT forms, data, checksum FROM pieces WHERE name = ?1")?;
            let row = |row: &rusqlite::Row<'_>| {
                Ok((row.get::<_, Vec<u8>>(0)?, row.get::<_, Vec<u8>>(1)?, row.get::<_, Vec<u8>>(2)?))
            };
            statement.query_row([name], row).optional()
        };
        let found = ask().map_err(|error| self.sqlite(&error))?;
        let Some((rows, data, checksum)) = found else { return Ok(None) };
        let damaged = || self.damaged(format!("the piece {name}"));
        let mut forms = Vec::new();
        for row in numbers(&rows).ok_or_else(damaged)? {
            let row = i64::try_from(row).map_err(|_| damaged())?;
            let digest = reader.digest(row).map_err(|error| self.sqlite(&error))?;
            forms.push(digest.ok_or_else(damaged)?);
        }
        if checksum != piece_checksum(name, &forms, &data) {
            return Err(damaged());
        }
        self.recalled.fetch_add(1, Ordering::Relaxed);
        Ok(Some(Piece { forms, data }))
    }

    pub(crate) fn recall_graph(&self, form: Digest) -> Result<Option<FormGraph>, StoreError> {
        let reader = locked(&self.reader);
        let ask = || {
            let mut statement = reader.connection.prepare_cached(
                "SELECT graphs.form, checksum FROM graphs JOIN forms ON forms.id = graphs.form \
                 WHERE forms.digest = ?1",
            )?;
            let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?));
            let Some((id, checksum)) = statement.query_row([form.0], row).optional()? else {
                return Ok(None);
            };
            // A column would be put together by SQLite and copied once more.
            let nodes = reader.connection.blob_open("main", "graphs", "nodes", id, true)?;
            let mut bytes = vec![0; nodes.len()];
            nodes.read_at_exact(&mut bytes, 0)?;
            Ok(Some((FormGraph::from_bytes(bytes), checksum)))
        };
        let Some((graph, checksum)) = ask().map_err(|error| self.sqlite(&error))? else { return Ok(None) };
        match checksum == graph_checksum(form, &graph) {
            true => Ok(Some(graph)),
            false => Err(self.damaged(format!("the graph of the form {form} is not what was written"))),
        }
    }

    /// A form with its followers that are not known, options first. Rows are read from the largest
    /// id down, so that a form comes before its options, and rows that lie close together are read
    /// in one go.
    pub(crate) fn recall_form(
        &self,
        form: Digest,
        is_known: &dyn Fn(FormRow) -> bool,
    ) -> Result<StoredForms, StoreError> {
        let mut reader = locked(&self.reader);
        let row = reader.row(form).map_err(|error| self.sqlite(&error))?;
        let Some(row) = row else { return Err(self.damaged(format!("the form {form} is missing"))) };
        if is_known(FormRow(row)) {
            return Ok(StoredForms { row: FormRow(row), forms: Vec::new() });
        }
        let Reader { connection, digests, .. } = &mut *reader;
        let mut wanted: RowMap<()> = RowMap::new();
        wanted.insert(FormRow(row), ());
        let mut stored: Vec<FormInRow> = Vec::new();
        let mut read = |stored: &mut Vec<FormInRow>| {
            let mut statement = connection.prepare_cached(
                "SELECT id, digest, left_options, right_options, tombstones, edges, text FROM forms \
                 WHERE id <= ?1 ORDER BY id DESC",
            )?;
            let mut next = Some(FormRow(row));
            while let Some(first) = next {
                let mut rows = statement.query([first.0])?;
                while let (Some(row), Some(FormRow(want))) = (rows.next()?, next) {
                    let id: i64 = row.get(0)?;
                    if id > want + SKIPPED {
                        break;
                    }
                    if id > want {
                        continue;
                    }
                    let form = FormInRow::read(id, row)?;
                    // The row that is wanted may not be there, or make no sense.
                    let Some(form) = form.filter(|_| id == want) else { return Ok(false) };
                    digests.insert(FormRow(id), form.digest);
                    // A known form was read before, and its digest with it.
                    for option in form.options.iter().flatten().map(|option| FormRow(*option)) {
                        if !is_known(option) {
                            wanted.insert(option, ());
                        }
                    }
                    stored.push(form);
                    next = wanted.before(FormRow(id));
                }
                if next == Some(first) {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        match read(&mut stored) {
            Ok(true) => {}
            Ok(false) => return Err(self.damaged(format!("a follower of the form {form} makes no sense"))),
            Err(error) => return Err(self.sqlite(&error)),
        }
        Ok(StoredForms { row: FormRow(row), forms: self.sound(stored, digests)? })
    }

    /// Forms that were read, each after its options, whose digests are those of their options.
    fn sound(&self, stored: Vec<FormInRow>, digests: &RowMap<Digest>) -> Result<Vec<StoredForm>, StoreError> {
        let mut found = Vec::with_capacity(stored.len());
        let mut below: [Vec<Digest>; 2] = Default::default();
        for FormInRow { id, digest, options, tombstones, .. } in stored.into_iter().rev() {
            for (list, rows) in below.iter_mut().zip(&options) {
                list.clear();
                list.extend(rows.iter().filter_map(|row| digests.get(FormRow(*row))));
            }
            let is_whole = below.iter().zip(&options).all(|(list, rows)| list.len() == rows.len());
            if !is_whole || FormNode::digest_of(&mut below, tombstones) != digest {
                return Err(self.damaged(format!("the form {digest} is not what its digest says")));
            }
            let options = options.map(|rows| rows.into_iter().map(FormRow).collect());
            found.push(StoredForm { row: FormRow(id), options, tombstones });
        }
        Ok(found)
    }
}

impl Reader {
    pub(crate) fn new(connection: Connection) -> Reader {
        Reader { connection, universes: FxHashMap::default(), digests: RowMap::new() }
    }

    fn universe(&mut self, universe: &UniverseId) -> rusqlite::Result<Option<i64>> {
        if let Some(&known) = self.universes.get(universe) {
            return Ok(Some(known));
        }
        let mut statement = self.connection.prepare_cached("SELECT id FROM universes WHERE name = ?1")?;
        let found: Option<i64> = statement.query_row([universe.as_str()], |row| row.get(0)).optional()?;
        if let Some(found) = found {
            self.universes.insert(universe.clone(), found);
        }
        Ok(found)
    }

    fn row(&self, form: Digest) -> rusqlite::Result<Option<i64>> {
        let mut statement = self.connection.prepare_cached("SELECT id FROM forms WHERE digest = ?1")?;
        statement.query_row([form.0], |row| row.get(0)).optional()
    }

    fn digest(&mut self, row: i64) -> rusqlite::Result<Option<Digest>> {
        let mut statement = self.connection.prepare_cached("SELECT digest FROM forms WHERE id = ?1")?;
        let found: Option<Vec<u8>> = statement.query_row([row], |row| row.get(0)).optional()?;
        Ok(found.and_then(|bytes| Digest::from_bytes(&bytes)))
    }
}
