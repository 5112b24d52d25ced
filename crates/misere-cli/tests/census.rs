//! Censuses as files, within limits, and by several threads.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::PathBuf;
use std::process::{Command, Output};

use rusqlite::Connection;

fn misere(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_misere")).args(arguments).output().unwrap()
}

fn answer(arguments: &[&str]) -> String {
    let output = misere(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A directory that goes with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("misere-census-test-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn files(&self) -> usize {
        std::fs::read_dir(&self.0).unwrap().count()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn number(database: &Connection, query: &str) -> i64 {
    database.query_row(query, [], |row| row.get(0)).unwrap()
}

#[test]
fn a_database_has_classes_and_order() {
    let scratch = Scratch::new("database");
    let file = scratch.file("e2.db");
    answer(&["census", "--day", "2", "--modulo", "E", "--sqlite", &file]);
    assert_eq!(scratch.files(), 1, "nothing is left beside it");
    let database = Connection::open(&file).unwrap();
    let number = |query: &str| number(&database, query);
    assert_eq!(number("SELECT count(*) FROM classes"), 196);
    assert_eq!(number("SELECT sum(trees) FROM classes"), 232);
    assert_eq!(number("SELECT count(*) FROM classes WHERE invertible"), 46);
    assert_eq!(number("SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'games'"), 232);
    assert_eq!(
        number(
            "SELECT count(*) FROM classes a JOIN classes b ON a.conjugate = b.class
             WHERE b.conjugate <> a.class OR a.strong_left <> b.strong_right"
        ),
        0
    );
    // The covers are the pairs of the order that are no compositions of others.
    assert_eq!(
        number(
            "SELECT count(*) FROM (
                SELECT above, below FROM order_relation
                EXCEPT SELECT a.above, b.below FROM order_relation a JOIN order_relation b ON a.below = b.above
                EXCEPT SELECT above, below FROM covers)"
        ),
        0
    );
    let covers = number("SELECT count(*) FROM covers");
    assert_eq!(
        answer(&["census", "--day", "2", "--modulo", "E", "--covers"]).lines().count(),
        usize::try_from(covers).unwrap()
    );
    let pairs = number("SELECT count(*) FROM order_relation");
    assert_eq!(
        answer(&["census", "--day", "2", "--modulo", "E", "--comparisons", "--csv"]).lines().count() - 1,
        usize::try_from(pairs).unwrap()
    );
}

#[test]
fn a_file_is_replaced_only_by_force() {
    let scratch = Scratch::new("force");
    let file = scratch.file("mine.db");
    std::fs::write(&file, "mine").unwrap();
    let arguments = ["census", "--day", "2", "--modulo", "D", "--sqlite", &file];
    let refused = misere(&arguments);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--force"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    answer(&[&arguments[..], &["--force"]].concat());
    assert_eq!(number(&Connection::open(&file).unwrap(), "SELECT count(*) FROM classes"), 9);
    let nowhere = scratch.file("no/such/directory.db");
    let output = misere(&["census", "--day", "1", "--modulo", "D", "--sqlite", &nowhere]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn impartial_games_have_classes_and_no_order() {
    let scratch = Scratch::new("impartial");
    let file = scratch.file("i4.db");
    answer(&["census", "--day", "4", "--modulo", "I", "--sqlite", &file]);
    let database = Connection::open(&file).unwrap();
    assert_eq!(number(&database, "SELECT count(*) FROM classes"), 22);
    assert_eq!(number(&database, "SELECT count(*) FROM order_relation"), 0);
    assert_eq!(number(&database, "SELECT count(*) FROM meta WHERE key = 'order' AND value = 'no'"), 1);
}

#[test]
fn a_census_that_reaches_a_limit_leaves_no_file() {
    let scratch = Scratch::new("limit");
    let file = scratch.file("d3.db");
    let arguments =
        ["census", "--day", "3", "--modulo", "M", "--dicots", "--max-time", "0.05", "--sqlite", &file];
    assert_eq!(misere(&arguments).status.code(), Some(3));
    assert_eq!(scratch.files(), 0);
}

#[test]
fn threads_change_no_census() {
    let listed = |threads: &str| {
        answer(&["census", "--day", "3", "--modulo", "D", "--dicots", "--csv", "--threads", threads])
    };
    let one = listed("1");
    assert_eq!(one.lines().count(), 1269);
    assert!(listed("3") == one);
}

#[test]
fn every_line_of_json_is_an_object() {
    for arguments in [
        &["census", "--day", "2", "--modulo", "B", "--json"][..],
        &["census", "--day", "2", "--modulo", "B", "--list", "--json"],
        &["census", "--day", "2", "--modulo", "D", "--comparisons", "--json"],
        &["dead-ends", "--day", "4", "--list", "--json"],
        &["dead-ends", "--day", "4", "--order", "--json"],
        &["dead-ends", "show", "[-1 0]", "-2", "--json", "--closure", "-1"],
    ] {
        for line in answer(arguments).lines() {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(object["ok"], true, "{line}");
        }
    }
}

/// The shorthand that is written is read again, and means the same.
#[test]
fn shorthand_goes_in_and_out() {
    let listed = answer(&["dead-ends", "--day", "3", "--list", "--json"]);
    for line in listed.lines() {
        let end: serde_json::Value = serde_json::from_str(line).unwrap();
        let both = ["shorthand", "form"].map(|name| end[name].as_str().unwrap());
        let [from_shorthand, from_form] = both.map(|text| answer(&["dead-ends", "show", text, "--json"]));
        assert_eq!(from_shorthand, from_form);
    }
}
