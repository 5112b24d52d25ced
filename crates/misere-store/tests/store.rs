//! A store gives back what it was given, or says why not.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use misere::rulesets::find_ruleset;
use misere::{Error, Workspace};
use misere_store::{APPLICATION_ID, Counts, SCHEMA_VERSION, Store, StoreError};
use rusqlite::Connection;
use tempfile::{TempDir, tempdir};

/// Positions whose values are found in all ways: with components, whole boards, with and without
/// a claim, and modulo universes of all kinds.
const ASKED: [(&str, &str, &str); 8] = [
    ("domineering", "3x4", "M"),
    ("domineering", "2x5", "D({|-1,0})"),
    ("domineering", "2x4", "D"),
    ("domineering", "2x5", "N"),
    ("clobber", "xoxo/oxox", "D"),
    ("snort", "2x3", "E"),
    ("konane", "xoxo/oxox", "B"),
    ("octal(0.77)", "5,3", "M"),
];

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("s.db")
}

fn value(store: &Arc<Store>, ruleset: &str, position: &str, modulo: &str) -> Result<String, Error> {
    let work = Workspace::new().with_store(store.clone());
    let mut positions = work.positions(find_ruleset(ruleset).unwrap());
    let position = positions.ruleset().read(position).unwrap();
    let found = positions.value_at(&position, &work.modulo(modulo)?)?;
    Ok(format!("{} {} {:?}", found.form, found.outcome, found.how))
}

fn value_without_store(ruleset: &str, position: &str, modulo: &str) -> String {
    let work = Workspace::new();
    let mut positions = work.positions(find_ruleset(ruleset).unwrap());
    let sum = positions.read(position).unwrap();
    let found = positions.value(sum, &work.modulo(modulo).unwrap()).unwrap();
    format!("{} {} {:?}", found.form, found.outcome, found.how)
}

/// A store with the values of all that is asked.
fn filled(path: &Path) {
    let store = Arc::new(Store::open(path).unwrap());
    for (ruleset, position, modulo) in ASKED {
        value(&store, ruleset, position, modulo).unwrap();
    }
}

#[test]
fn values_are_the_same_with_an_empty_store_a_full_one_and_none() {
    let folder = tempdir().unwrap();
    for round in 0..2 {
        let store = Arc::new(Store::open(&file(&folder)).unwrap());
        for (ruleset, position, modulo) in ASKED {
            let alone = value_without_store(ruleset, position, modulo);
            assert_eq!(value(&store, ruleset, position, modulo).unwrap(), alone, "{ruleset} {position}");
        }
        let Counts { computed, recalled } = store.counts();
        assert_eq!(computed == 0, round == 1, "{computed} values were computed in round {round}");
        assert!(recalled > 0 || round == 0);
    }
}

#[test]
fn a_larger_board_computes_no_value_that_is_kept() {
    let folder = tempdir().unwrap();
    let store = Arc::new(Store::open(&file(&folder)).unwrap());
    value(&store, "domineering", "2x8", "E").unwrap();
    let kept = store.contents().unwrap().values;
    assert_eq!(store.counts(), Counts { computed: kept, recalled: 0 });
    value(&store, "domineering", "2x9", "E").unwrap();
    let both = store.contents().unwrap().values;
    assert_eq!(store.counts().computed, both, "nothing was computed twice");
    // The board of the store is wanted, and what follows only from it is not examined.
    assert!(store.counts().recalled > 0);
}

#[test]
fn rules_files_are_told_apart_by_what_they_say() {
    let folder = tempdir().unwrap();
    let store = Arc::new(Store::open(&file(&folder)).unwrap());
    let value = |rules: &str| {
        let work = Workspace::new().with_store(store.clone());
        let rules = Arc::new(misere::rulesets::Rewriting::read("mine", rules).unwrap());
        let mut positions = work.positions(rules);
        let position = positions.ruleset().read("x.").unwrap();
        positions.value_at(&position, &work.all_games().unwrap()).unwrap().form.to_string()
    };
    let one = "left x -> .\nright . -> #\ncells x . #";
    let two = "left x -> #\nright x -> #\ncells x . #";
    let [first, second] = [one, two].map(|rules| (value(rules), value(rules)));
    assert_eq!(first.0, first.1);
    assert_eq!(second.0, second.1);
    assert_ne!(first.0, second.0);
}

#[test]
fn other_files_are_refused_by_name_and_left_as_they_are() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    let refused = |contents: &[u8], expected: &str| {
        fs::write(&path, contents).unwrap();
        let error = Store::open(&path).err().unwrap();
        assert!(error.to_string().contains(expected), "{error}");
        assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
        assert_eq!(fs::read(&path).unwrap(), contents);
        fs::remove_file(&path).unwrap();
        error
    };
    refused(b"", "the file is empty");
    refused(b"a table of values", "it is no SQLite file");
    refused(b"SQLite format 3\0 and no more", "the file is cut off");
    let other = |id: i32, version: i64| {
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "application_id", id).unwrap();
        connection.pragma_update(None, "user_version", version).unwrap();
        connection.execute_batch("CREATE TABLE t (x)").unwrap();
        drop(connection);
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        bytes
    };
    refused(&other(0, 0), "an SQLite file of something else");
    let newer = refused(&other(APPLICATION_ID, SCHEMA_VERSION + 1), "use a newer program");
    assert!(matches!(newer, StoreError::Newer { .. }));
    fs::create_dir(&path).unwrap();
    let error = Store::open(&path).err().unwrap();
    assert!(error.to_string().contains("not an ordinary file"), "{error}");
    let nowhere = folder.path().join("nowhere/s.db");
    assert!(matches!(Store::open(&nowhere), Err(StoreError::Other { .. })));
    assert!(matches!(Store::open_existing(&folder.path().join("none.db")), Err(StoreError::Other { .. })));
}

#[test]
fn a_file_that_was_cut_off_or_changed_gives_no_wrong_value() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    filled(&path);
    let whole = fs::read(&path).unwrap();
    let expected: Vec<String> = ASKED.iter().map(|(r, p, m)| value_without_store(r, p, m)).collect();
    let mut random = Lcg(7);
    let (mut right, mut refused) = (0, 0);
    for round in 0..60 {
        let mut bytes = whole.clone();
        match round % 3 {
            0 => bytes.truncate(random.below(bytes.len() - 100) + 100),
            1 => bytes[100 + random.below(whole.len() - 100)] ^= 1 << random.below(8),
            // A page is another page.
            _ => {
                let pages = bytes.len() / 4096;
                let (from, to) = (random.below(pages), 1 + random.below(pages - 1));
                bytes.copy_within(from * 4096..(from + 1) * 4096, to * 4096);
            }
        }
        for name in ["s.db-wal", "s.db-shm"] {
            drop(fs::remove_file(folder.path().join(name)));
        }
        fs::write(&path, &bytes).unwrap();
        let Ok(store) = Store::open(&path) else {
            refused += 1;
            continue;
        };
        let store = Arc::new(store);
        for ((ruleset, position, modulo), expected) in ASKED.iter().zip(&expected) {
            match value(&store, ruleset, position, modulo) {
                Ok(found) => {
                    assert_eq!(&found, expected, "round {round}");
                    right += 1;
                }
                Err(Error::Store(_)) => refused += 1,
                Err(other) => panic!("{other}"),
            }
        }
    }
    assert!(right > 50 && refused > 20, "{right} right, {refused} refused");
}

/// Numbers that are the same in every run.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

#[test]
fn a_value_whose_row_names_another_form_is_refused() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    filled(&path);
    let connection = Connection::open(&path).unwrap();
    connection.execute("UPDATE position_values SET form = 2 WHERE form > 5", []).unwrap();
    drop(connection);
    let store = Arc::new(Store::open(&path).unwrap());
    let refused = ASKED.into_iter().filter_map(|(ruleset, position, modulo)| {
        value(&store, ruleset, position, modulo).err().map(|error| error.to_string())
    });
    let refused: Vec<String> = refused.collect();
    assert!(!refused.is_empty() && refused.iter().all(|error| error.contains("is damaged")), "{refused:?}");
}

#[test]
fn changed_rows_are_found_by_verification_and_left_out_by_merging() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    filled(&path);
    let store = Store::open(&path).unwrap();
    assert_eq!(store.integrity().unwrap().problems, Vec::<String>::new());
    let values = store.contents().unwrap().values;
    drop(store);
    let connection = Connection::open(&path).unwrap();
    let changed =
        connection.execute("UPDATE position_values SET form = form - 1 WHERE form > 5 AND position < 40", []);
    let changed = changed.unwrap() as u64;
    assert!(changed > 2);
    drop(connection);
    let store = Store::open(&path).unwrap();
    assert_eq!(store.integrity().unwrap().damaged, changed);
    let saved = folder.path().join("saved.db");
    let merged = Store::open(&saved).unwrap();
    let told = merged.merge(&path).unwrap();
    assert_eq!((told.values, told.damaged), (values - changed, changed));
    assert_eq!(merged.integrity().unwrap().damaged, 0);
    assert_eq!(merged.contents().unwrap().values, values - changed);
}

#[test]
fn stores_are_merged_and_a_contradiction_is_refused() {
    let folder = tempdir().unwrap();
    let [one, two, both] = ["one.db", "two.db", "both.db"].map(|name| folder.path().join(name));
    for (path, asked) in [(&one, &ASKED[..5]), (&two, &ASKED[3..])] {
        let store = Arc::new(Store::open(path).unwrap());
        for (ruleset, position, modulo) in asked {
            value(&store, ruleset, position, modulo).unwrap();
        }
    }
    let store = Arc::new(Store::open(&both).unwrap());
    store.merge(&one).unwrap();
    store.merge(&two).unwrap();
    store.merge(&two).unwrap();
    for (ruleset, position, modulo) in ASKED {
        let expected = value_without_store(ruleset, position, modulo);
        assert_eq!(value(&store, ruleset, position, modulo).unwrap(), expected);
    }
    assert_eq!(store.counts().computed, 0);
    // Another store says something else, with checksums that are right.
    let wrong = folder.path().join("wrong.db");
    let liar = Arc::new(Store::open(&wrong).unwrap());
    let work = Workspace::new().with_store(liar.clone());
    let mut found = store.some_values(1).unwrap().remove(0);
    let zero = misere::FormNode::new([Vec::new(), Vec::new()], misere::Tombstones::NONE, 0);
    let is_zero = found.value.form == zero.digest;
    let one_node = misere::FormNode::new([vec![zero.digest], Vec::new()], misere::Tombstones::NONE, 1);
    found.value.form = if is_zero { one_node.digest } else { zero.digest };
    let batch =
        misere::Batch { forms: vec![zero, one_node], values: vec![found], ..misere::Batch::default() };
    misere::ValueStore::keep(&*liar, batch);
    liar.save().unwrap();
    drop(work);
    let before = store.contents().unwrap();
    let error = store.merge(&wrong).unwrap_err();
    assert!(matches!(error, StoreError::Conflict { .. }), "{error}");
    assert!(error.to_string().contains("wrong.db"), "{error}");
    assert_eq!(store.contents().unwrap(), before);
}

#[test]
fn a_process_that_writes_is_waited_for_with_a_message() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = heard.clone();
    let store =
        Store::open(&path).unwrap().with_notice(move |notice| ears.lock().unwrap().push(notice.to_owned()));
    let store = Arc::new(store);
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let release = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(1_500));
        other.execute_batch("COMMIT").unwrap();
    });
    value(&store, "clobber", "xo/ox", "D").unwrap();
    release.join().unwrap();
    store.save().unwrap();
    assert_eq!(heard.lock().unwrap().len(), 1);
    assert!(heard.lock().unwrap()[0].starts_with("waiting for another process"));
    assert!(store.contents().unwrap().values > 0);
}

#[test]
fn two_stores_on_one_file_write_at_the_same_time() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    let write = |asked: Vec<(&'static str, &'static str, &'static str)>| {
        let path = path.clone();
        std::thread::spawn(move || {
            let store = Arc::new(Store::open(&path).unwrap().with_interval(Duration::from_millis(10)));
            asked.iter().for_each(|(ruleset, position, modulo)| {
                value(&store, ruleset, position, modulo).unwrap();
            });
        })
    };
    let threads = [write(ASKED.to_vec()), write(ASKED.into_iter().rev().collect())];
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let store = Arc::new(Store::open(&path).unwrap());
    assert_eq!(store.integrity().unwrap().damaged, 0);
    for (ruleset, position, modulo) in ASKED {
        let expected = value_without_store(ruleset, position, modulo);
        assert_eq!(value(&store, ruleset, position, modulo).unwrap(), expected);
    }
    assert_eq!(store.counts().computed, 0);
}

#[test]
fn a_disk_that_is_full_loses_nothing_and_is_tried_again() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = heard.clone();
    let store =
        Store::open(&path).unwrap().with_notice(move |notice| ears.lock().unwrap().push(notice.to_owned()));
    let store = Arc::new(store);
    value(&store, "clobber", "xo/ox", "D").unwrap();
    let before = store.contents().unwrap().values;
    store.limit_pages(20).unwrap();
    let expected = value_without_store("domineering", "2x8", "E");
    assert_eq!(value(&store, "domineering", "2x8", "E").unwrap(), expected, "the work goes on");
    let error = store.save().unwrap_err();
    assert!(matches!(error, StoreError::Full { .. }), "{error}");
    assert_eq!(heard.lock().unwrap().len(), 1, "the user is told once");
    assert_eq!(store.contents().unwrap().values, before);
    store.limit_pages(1 << 20).unwrap();
    store.save().unwrap();
    assert!(store.contents().unwrap().values > before);
    assert_eq!(store.integrity().unwrap().damaged, 0);
    drop(store);
    let store = Arc::new(Store::open(&path).unwrap());
    assert_eq!(value(&store, "domineering", "2x8", "E").unwrap(), expected);
    assert_eq!(store.counts().computed, 0);
}

#[test]
fn a_census_and_a_survey_are_kept() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    let census = |work: &Workspace| {
        let census = work.modulo("E").unwrap().census(2, None).unwrap();
        let classes: Vec<String> = census
            .classes
            .iter()
            .map(|c| {
                format!(
                    "{} {} {} {} {} {:?} {:?} {:?}",
                    c.form, c.game, c.day, c.trees, c.outcome, c.strong, c.invertible, c.conjugate
                )
            })
            .collect();
        (census.games, census.tally, classes)
    };
    let survey = |work: &Workspace| {
        let survey = work.survey_of_universes(1).unwrap();
        (survey.universes, survey.small_orders, survey.types, survey.types_of_rank_3)
    };
    let alone = Workspace::new();
    let expected = (census(&alone), survey(&alone));
    for round in 0..2 {
        let store = Arc::new(Store::open(&path).unwrap());
        let work = Workspace::new().with_store(store.clone());
        assert_eq!((census(&work), survey(&work)), expected);
        assert_eq!(store.counts().computed == 0, round == 1);
    }
}

#[test]
fn people_can_ask_the_views() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    filled(&path);
    let connection = Connection::open(&path).unwrap();
    let zero: i64 = connection
        .query_row(
            "SELECT count(*) FROM values_of_positions WHERE ruleset = 'clobber' AND position GLOB '????/????' \
             AND universe = 'D' AND outcome IN ('P', 'N', 'L', 'R')",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert!(zero > 0);
    let star: String = connection
        .query_row(
            "SELECT value FROM values_of_positions WHERE ruleset = 'clobber' AND position = 'ox' AND universe = 'D'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(star, "*");
    let shared: i64 =
        connection.query_row("SELECT max(positions) FROM shared_values", [], |row| row.get(0)).unwrap();
    assert!(shared > 1);
}

#[test]
fn what_is_exported_is_everything() {
    let folder = tempdir().unwrap();
    let path = file(&folder);
    filled(&path);
    let store = Store::open(&path).unwrap();
    let contents = store.contents().unwrap();
    let (mut json, mut csv) = (Vec::new(), Vec::new());
    let lines = store.export_json(&mut json).unwrap();
    assert_eq!(lines, contents.forms + contents.values);
    assert_eq!(store.export_csv(&mut csv).unwrap(), lines);
    assert_eq!(csv.iter().filter(|byte| **byte == b'\n').count() as u64, lines + 1);
    let mut seen = std::collections::HashSet::new();
    let mut values = 0;
    for line in String::from_utf8(json).unwrap().lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        match object.get("form") {
            Some(form) => {
                for option in ["left", "right"].iter().flat_map(|side| object[side].as_array().unwrap()) {
                    assert!(seen.contains(option), "an option comes before the form");
                }
                seen.insert(form.clone());
            }
            None => {
                assert!(seen.contains(&object["value"]));
                values += 1;
            }
        }
    }
    assert_eq!(values, contents.values);
}
