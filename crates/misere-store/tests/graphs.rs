//! Large values that were asked about are kept in one row each, beside the rows of their forms.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use misere::rulesets::find_ruleset;
use misere::{Digest, Error, FormGraph, ValueStore, Workspace};
use misere_store::{SCHEMA_VERSION, Store};
use rusqlite::Connection;
use tempfile::{TempDir, tempdir};

/// A position whose value has some thousand followers.
const LARGE: (&str, &str) = ("2x12", "M");

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("s.db")
}

fn value(path: &Path, (position, modulo): (&str, &str)) -> Result<String, Error> {
    let work = Workspace::new().with_store(Arc::new(Store::open(path).unwrap()));
    let mut positions = work.positions(find_ruleset("domineering").unwrap());
    let position = positions.ruleset().read(position).unwrap();
    Ok(positions.value_at(&position, &work.modulo(modulo)?)?.form.to_string())
}

/// The form of the one graph in a store, by its row and its digest.
fn graph(connection: &Connection) -> (i64, Digest) {
    let ask = "SELECT forms.id, forms.digest FROM graphs JOIN forms ON forms.id = form";
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get::<_, Vec<u8>>(1)?));
    let (id, digest) = connection.query_row(ask, [], row).unwrap();
    (id, Digest::from_bytes(&digest).unwrap())
}

fn change(path: &Path, statement: &str) -> usize {
    let connection = Connection::open(path).unwrap();
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    connection.execute(statement, []).unwrap()
}

#[test]
fn a_value_that_was_asked_about_is_read_from_its_graph_alone() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    let first = value(&path, LARGE).unwrap();
    assert_eq!(Store::open(&path).unwrap().contents().unwrap().graphs, 1);
    // Without the rows of its followers there is nothing else to read the value from.
    assert!(change(&path, "DELETE FROM forms WHERE id NOT IN (SELECT form FROM graphs)") > 1_000);
    assert_eq!(value(&path, LARGE).unwrap(), first);
}

#[test]
fn a_graph_is_what_the_rows_are() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    let first = value(&path, LARGE).unwrap();
    let (_, digest) = graph(&Connection::open(&path).unwrap());
    let store = Arc::new(Store::open(&path).unwrap());
    assert_eq!(store.graph(digest).unwrap().unwrap().digest(), Some(digest));
    // Values on the way to others come from rows, and so do those whose graph is gone.
    assert_eq!(Workspace::new().with_store(store).stored_game(digest).unwrap().to_string(), first);
    assert_eq!(change(&path, "DELETE FROM graphs"), 1);
    assert_eq!(value(&path, LARGE).unwrap(), first);
}

#[test]
fn small_values_have_no_graph() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    value(&path, ("2x6", "M")).unwrap();
    assert_eq!(Store::open(&path).unwrap().contents().unwrap().graphs, 0);
}

#[test]
fn a_damaged_graph_is_named_and_never_believed() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    let first = value(&path, LARGE).unwrap();
    let (id, digest) = graph(&Connection::open(&path).unwrap());
    // A bit of a byte in the middle.
    let middle = "UPDATE graphs SET nodes = CAST(substr(nodes, 1, 500) || \
                  CASE substr(nodes, 501, 1) WHEN x'01' THEN x'03' ELSE x'01' END || substr(nodes, 502) AS BLOB)";
    assert_eq!(change(&path, middle), 1);
    let refused = value(&path, LARGE).unwrap_err().to_string();
    assert!(refused.contains(&format!("the graph of the form {digest}")), "{refused}");
    let store = Store::open(&path).unwrap();
    let found = store.integrity().unwrap();
    assert_eq!(found.problems, [format!("the graph of form {id} is not what was written")]);
    // Merging leaves the graph out, and the value is read from its rows.
    let saved = folder.path().join("saved.db");
    let merged = Store::open(&saved).unwrap().merge(&path).unwrap();
    assert_eq!(merged.damaged, 1);
    assert_eq!(value(&saved, LARGE).unwrap(), first);
}

#[test]
fn a_graph_of_another_form_is_found_by_verification_though_its_checksum_is_right() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    value(&path, LARGE).unwrap();
    let store = Store::open(&path).unwrap();
    assert_eq!(store.integrity().unwrap().damaged, 0);
    let connection = Connection::open(&path).unwrap();
    let (_, digest) = graph(&connection);
    let zero = FormGraph::from_bytes(vec![1, 0, 0]);
    assert!(zero.digest().is_some_and(|of_zero| of_zero != digest));
    let checksum = Digest::of("misere graph 1", &[&digest.0, zero.as_bytes()]).0[..8].to_vec();
    let changed = connection
        .execute("UPDATE graphs SET nodes = ?1, checksum = ?2", (zero.as_bytes(), checksum))
        .unwrap();
    assert_eq!(changed, 1);
    assert_eq!(store.integrity().unwrap().damaged, 1);
}

#[test]
fn merging_takes_graphs_over_and_exporting_has_forms_and_values_alone() {
    let folder = tempdir().unwrap();
    let (path, other) = (file(&folder), folder.path().join("other.db"));
    let first = value(&path, LARGE).unwrap();
    let store = Store::open(&other).unwrap();
    store.merge(&path).unwrap();
    store.merge(&path).unwrap();
    store.compact().unwrap();
    assert_eq!(store.integrity().unwrap().damaged, 0);
    let contents = store.contents().unwrap();
    assert_eq!(contents.graphs, 1);
    assert_eq!(store.export_json(&mut Vec::new()).unwrap(), contents.forms + contents.values);
    change(&other, "DELETE FROM forms WHERE id NOT IN (SELECT form FROM graphs)");
    assert_eq!(value(&other, LARGE).unwrap(), first);
}

#[test]
fn a_store_of_the_first_version_is_brought_up_to_date_and_read_from_rows() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    let first = value(&path, LARGE).unwrap();
    let connection = Connection::open(&path).unwrap();
    connection
        .execute_batch("DROP TABLE graphs; PRAGMA user_version = 1; PRAGMA wal_checkpoint(TRUNCATE)")
        .unwrap();
    drop(connection);
    assert_eq!(value(&path, LARGE).unwrap(), first);
    // Earlier programs find the version in the file itself, and refuse it.
    assert_eq!(std::fs::read(&path).unwrap()[60..64], (SCHEMA_VERSION as u32).to_be_bytes());
    let store = Store::open(&path).unwrap();
    let contents = store.contents().unwrap();
    assert_eq!((contents.schema, contents.graphs), (SCHEMA_VERSION, 0));
    assert_eq!(store.integrity().unwrap().damaged, 0);
    // Positions asked about from now on have a graph.
    value(&path, ("2x11", LARGE.1)).unwrap();
    assert_eq!(store.contents().unwrap().graphs, 1);
}

#[test]
fn a_run_that_ends_leaves_no_log_and_what_it_wrote_is_there() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    let store = Arc::new(Store::open(&path).unwrap());
    let work = Workspace::new().with_store(store.clone());
    let mut positions = work.positions(find_ruleset("domineering").unwrap());
    let board = positions.read("2x6").unwrap();
    positions.value(board, &work.all_games().unwrap()).unwrap();
    store.finish().unwrap();
    let log = folder.path().join("s.db-wal");
    assert_eq!(std::fs::metadata(&log).map_or(0, |about| about.len()), 0);
    assert!(Store::open(&path).unwrap().contents().unwrap().values > 0);
}
