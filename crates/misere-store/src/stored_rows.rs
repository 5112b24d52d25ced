//! The rows of a store, one after the other.

use std::sync::Arc;

use misere::{
    Digest, FormGraph, FormNode, FormRow, FoundValue, Outcome, Piece, PositionKey, RowMap, RulesKey,
    StoredMethod, StoredValue, UniverseId,
};
use rusqlite::{Connection, Row};
use rustc_hash::FxHashMap;

use crate::rows::{FormInRow, graph_checksum, method_of, numbers, piece_checksum, value_checksum};

/// The rows of a store, read one after the other and checked.
#[derive(Default)]
pub(crate) struct StoredRows {
    /// The digests of the forms that are what they should be.
    digests: RowMap<Digest>,
    rules: FxHashMap<i64, Arc<RulesKey>>,
}

impl StoredRows {
    /// All forms, options first; or what is wrong with a form.
    pub(crate) fn forms(
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

    /// All graphs with the digests of their forms, which are those of the rows; or what is wrong
    /// with a graph. Comes after the forms.
    pub(crate) fn graphs(
        &mut self,
        connection: &Connection,
        mut each: impl FnMut(Result<(Digest, FormGraph), String>),
    ) -> rusqlite::Result<()> {
        let mut statement = connection.prepare("SELECT form, checksum, nodes FROM graphs ORDER BY form")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (id, checksum, nodes): (i64, Vec<u8>, Vec<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let graph = FormGraph::from_bytes(nodes);
            let form = self.digests.get(FormRow(id));
            let form =
                form.filter(|&form| graph_checksum(form, &graph) == checksum && graph.digest() == Some(form));
            each(match form {
                Some(form) => Ok((form, graph)),
                None => Err(format!("the graph of form {id} is not what was written")),
            });
        }
        Ok(())
    }

    /// All values with the versions that made them; or what is wrong with a value.
    pub(crate) fn values(
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
                (Some(method), Some(reason)) => Some(StoredMethod { method: method_of(&method)?, reason }),
                (None, None) => None,
                _ => return None,
            };
            let expected = value_checksum(position.digest(), &universe, form, &outcome, how.as_ref());
            let outcome = [Outcome::L, Outcome::N, Outcome::P, Outcome::R]
                .into_iter()
                .find(|known| known.to_string() == outcome)?;
            let is_sound = expected == checksum && position.digest().0[..] == digest[..];
            let (universe, value) = (UniverseId::new(universe), StoredValue { form, how });
            is_sound.then_some((FoundValue { position, universe, value, outcome }, version))
        };
        Ok(read())
    }

    /// All pieces with their names and the versions that made them; or what is wrong with one.
    pub(crate) fn pieces(
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
