//! `--store`, `misere store`, and what happens to a store when the machine fails.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and say that it is skipped")]

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

mod program;

use program::{Scratch, answer, errors, misere};

/// How many values the last run computed and recalled, as the store notes it.
fn last_run(store: &str) -> (u64, u64) {
    let info: Value = serde_json::from_str(&answer(&["store", "info", store, "--json"])).unwrap();
    let run = &info["runs"][0];
    (run["computed"].as_u64().unwrap(), run["recalled"].as_u64().unwrap())
}

const BOARD: [&str; 6] = ["value", "domineering", "2x10", "-m", "E", "--edges"];

#[test]
fn answers_are_the_same_with_a_store_and_from_the_store() {
    let scratch = Scratch::new("same");
    let store = scratch.path("s.db");
    let questions: [&[&str]; 7] = [
        &BOARD,
        &["value", "clobber", "xoxo/oxox", "--json"],
        &["value", "domineering", "2x5", "-m", "D", "-m", "N", "--outcome"],
        &["table", "domineering", "1..2x1..6", "-m", "E", "-m", "M"],
        &["census", "--day", "2", "--modulo", "E", "--list"],
        &["simplest", "domineering(2x6)", "--modulo", "E"],
        &["eval", "[outcome(simplest(domineering(2 x n), E)) for n in 1..7]"],
    ];
    for question in questions {
        let alone = answer(question);
        for _ in 0..2 {
            assert_eq!(answer(&[question, &["--store", &store][..]].concat()), alone, "{question:?}");
        }
    }
    assert!(!answer(&["store", "info", &store]).is_empty());
    let sound = answer(&["store", "verify", &store, "--sample", "30", "--json"]);
    let sound: Value = serde_json::from_str(&sound).unwrap();
    assert_eq!((&sound["damaged"], &sound["wrong"]), (&0.into(), &0.into()), "{sound}");
    assert!(sound["proved"].as_u64().unwrap() >= 20, "{sound}");
}

#[test]
fn a_larger_board_recalls_the_smaller_one() {
    let scratch = Scratch::new("larger");
    let store = scratch.path("s.db");
    answer(&["value", "domineering", "2x9", "-m", "M", "--edges", "--store", &store]);
    let (small, recalled) = last_run(&store);
    assert!(small > 100 && recalled == 0);
    answer(&["value", "domineering", "2x10", "-m", "M", "--edges", "--store", &store]);
    let (large, recalled) = last_run(&store);
    let info: Value = serde_json::from_str(&answer(&["store", "info", &store, "--json"])).unwrap();
    assert_eq!(small + large, info["values"].as_u64().unwrap(), "no value was computed twice");
    assert!(recalled > 0);
}

#[test]
fn the_store_of_the_environment_is_used_and_none_without_it() {
    let scratch = Scratch::new("environment");
    let store = scratch.path("s.db");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_misere"));
        command.args(arguments).env("MISERE_STORE", &store).output().unwrap()
    };
    assert_eq!(run(&["rulesets"]).status.code(), Some(0));
    assert!(!fs::exists(&store).unwrap(), "a command that asks for no value makes no store");
    assert_eq!(run(&BOARD).status.code(), Some(0));
    assert!(fs::exists(&store).unwrap());
    answer(&BOARD);
    assert_eq!(last_run(&store).1, 0, "without the variable nothing was recalled");
}

#[test]
fn a_file_that_is_no_store_is_refused_by_name_and_not_touched() {
    let scratch = Scratch::new("foreign");
    let file = scratch.path("notes.txt");
    fs::write(&file, "my notes").unwrap();
    let output = misere(&[&BOARD[..], &["--store", &file]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("notes.txt is not a store of values"), "{}", errors(&output));
    assert!(output.stdout.is_empty());
    assert_eq!(fs::read_to_string(&file).unwrap(), "my notes");
    let output = misere(&[&BOARD[..], &["--store", &file, "--json"]].concat());
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&object["ok"], &object["code"]), (&false.into(), &"store".into()));
    let output = misere(&["store", "info", &scratch.path("none.db")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("a store is made by a computation with --store FILE"));
    let output = misere(&["store", "merge", &scratch.path("all.db"), &scratch.path("none.db")]);
    assert_eq!(output.status.code(), Some(2));
    for name in ["none.db", "all.db"] {
        assert!(!fs::exists(scratch.path(name)).unwrap(), "{name}");
    }
}

#[test]
fn a_folder_that_is_missing_or_not_ours_is_refused_before_the_work() {
    for folder in ["/nowhere/at/all", "/proc"] {
        let output = misere(&[&BOARD[..], &["--store", &format!("{folder}/s.db")]].concat());
        assert_eq!(output.status.code(), Some(2), "{folder}");
        assert!(errors(&output).contains(&format!("{folder}/s.db")), "{}", errors(&output));
        assert!(!errors(&output).contains(".misere-store-"), "{}", errors(&output));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_disk_that_fills_does_not_cost_the_answer_nor_what_was_kept() {
    let scratch = Scratch::new("full");
    let store = scratch.path("s.db");
    answer(&["value", "domineering", "2x7", "-m", "E", "--edges", "--store", &store]);
    let before: Value = serde_json::from_str(&answer(&["store", "info", &store, "--json"])).unwrap();
    let size = fs::metadata(&store).unwrap().len();
    // No file may become longer than the store is, in blocks of 512 bytes.
    let program = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", size / 512);
    let long =
        ["value", "domineering", "2x11", "-m", "E", "--edges", "--store", &store, "--checkpoint", "0.05"];
    let mut limited = Command::new("sh");
    limited.args(["-c", &program, env!("CARGO_BIN_EXE_misere")]).args(long).env_remove("MISERE_STORE");
    let output = limited.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
    assert!(errors(&output).contains("the answer stands, but not all of it was kept"), "{}", errors(&output));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), answer(&long[..6]));
    answer(&["store", "verify", &store, "--sample", "5"]);
    let after: Value = serde_json::from_str(&answer(&["store", "info", &store, "--json"])).unwrap();
    assert!(after["values"].as_u64() >= before["values"].as_u64());
    answer(&long);
    assert!(last_run(&store).1 > 0, "the run went on where the disk was full");
}

#[test]
fn a_run_that_is_told_to_end_keeps_what_it_found() {
    let scratch = Scratch::new("terminated");
    let store = scratch.path("s.db");
    let long =
        ["value", "domineering", "2x16", "-m", "E", "--edges", "--store", &store, "--checkpoint", "3600"];
    let count = scratch.path("count");
    let child = Command::new(env!("CARGO_BIN_EXE_misere"))
        .args(long)
        .env_remove("MISERE_STORE")
        .env("MISERE_STORE_COUNT", &count)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let computed = || fs::read_to_string(&count).ok()?.trim().parse::<u64>().ok();
    let since = Instant::now();
    while computed().is_none_or(|computed| computed < 20) && since.elapsed() < Duration::from_secs(100) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = rustix::process::Pid::from_raw(child.id().try_into().unwrap()).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", errors(&output));
    let (computed, _) = last_run(&store);
    assert!(computed >= 20, "what was found is there, without a checkpoint: {computed}");
    answer(&["store", "verify", &store, "--sample", "3"]);
}

#[test]
fn a_clock_that_went_backwards_changes_nothing() {
    let scratch = Scratch::new("clock");
    let store = scratch.path("s.db");
    answer(&["value", "domineering", "2x8", "-m", "E", "--edges", "--store", &store]);
    // The store was written by a machine whose clock is thirty years ahead.
    let connection = rusqlite::Connection::open(&store).unwrap();
    let ahead =
        "UPDATE runs SET started = started + 1000000000, last_checkpoint = last_checkpoint + 1000000000";
    connection.execute(ahead, []).unwrap();
    drop(connection);
    let later = std::time::SystemTime::now() + Duration::from_secs(1_000_000_000);
    fs::File::options().write(true).open(&store).unwrap().set_modified(later).unwrap();
    assert_eq!(answer(&[&BOARD[..], &["--store", &store]].concat()), answer(&BOARD));
    assert!(last_run(&store).1 > 0, "the run that the clock calls older is the last one");
}

#[test]
fn a_reader_that_goes_away_does_not_cost_what_was_found() {
    let scratch = Scratch::new("pipe");
    let store = scratch.path("s.db");
    let table = ["table", "domineering", "2x1..9", "-m", "E", "--json", "--store", &store];
    assert!(answer(&table[..6]).len() > 1 << 17, "the table is longer than a pipe");
    let mut child = Command::new(env!("CARGO_BIN_EXE_misere"))
        .args(table)
        .env_remove("MISERE_STORE")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), errors(&output).as_str()), (Some(0), ""));
    answer(&["store", "verify", &store, "--sample", "3"]);
    assert!(last_run(&store).0 > 0);
}

#[test]
fn a_damaged_value_is_refused_and_merging_saves_the_rest() {
    let scratch = Scratch::new("damaged");
    let store = scratch.path("s.db");
    answer(&[&BOARD[..], &["--store", &store]].concat());
    let connection = rusqlite::Connection::open(&store).unwrap();
    connection.execute("UPDATE position_values SET form = 2 WHERE method IS NOT NULL", []).unwrap();
    drop(connection);
    let output = misere(&[&BOARD[..], &["--store", &store]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("is damaged"), "{}", errors(&output));
    assert!(output.stdout.is_empty());
    let output = misere(&["store", "verify", &store]);
    assert_eq!(output.status.code(), Some(1));
    let saved = scratch.path("saved.db");
    let merged = answer(&["store", "merge", &saved, &store]);
    assert!(merged.contains("1 damaged rows left out"), "{merged}");
    assert_eq!(answer(&[&BOARD[..], &["--store", &saved]].concat()), answer(&BOARD));
    assert_eq!(last_run(&saved).0, 1, "the value that was damaged was computed again");
}

#[test]
fn stores_are_compacted_and_exported() {
    let scratch = Scratch::new("export");
    let (store, out) = (scratch.path("s.db"), scratch.path("out"));
    answer(&[&BOARD[..], &["--store", &store]].concat());
    let compacted = answer(&["store", "compact", &store]);
    assert!(compacted.contains("bytes after"), "{compacted}");
    answer(&["store", "export", &store, "--output", &out]);
    let json = fs::read_to_string(&out).unwrap();
    assert!(json.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    answer(&["store", "export", &store, "--output", &out, "--csv"]);
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), json.lines().count() + 1);
    assert_eq!(answer(&["store", "export", &store, "--output", "-"]), json);
}

/// The program on a file system that cannot be written: in a mount namespace of its own, where the
/// folder is mounted read-only. `None` where the system forbids that.
fn on_a_read_only_file_system(folder: &str, arguments: &[&str]) -> Option<std::process::Output> {
    let script = "mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\" && exec \"$@\"";
    let run = |command: &[&str]| {
        let mut unshare = Command::new("unshare");
        unshare.args(["--map-root-user", "--mount", "sh", "-c", script, folder]);
        unshare.args(command).env_remove("MISERE_STORE").output()
    };
    let is_allowed = run(&["true"]).is_ok_and(|output| output.status.success());
    assert!(is_allowed || std::env::var_os("CI").is_none(), "mounting must be allowed where CI is set");
    is_allowed.then(|| run(&[&[env!("CARGO_BIN_EXE_misere")], arguments].concat()).unwrap())
}

#[test]
fn a_store_on_a_read_only_file_system_is_read() {
    let scratch = Scratch::new("read-only");
    let folder = scratch.path("folder");
    fs::create_dir(&folder).unwrap();
    let store = format!("{folder}/s.db");
    let alone = answer(&[&BOARD[..], &["--store", &store]].concat());
    let (bytes, info) = (fs::read(&store).unwrap(), answer(&["store", "info", &store, "--json"]));
    let names = || fs::read_dir(&folder).unwrap().count();
    assert_eq!(names(), 1, "no log is left");
    let read_only = |arguments: &[&str]| on_a_read_only_file_system(&folder, arguments);
    let Some(output) = read_only(&[&BOARD[..], &["--store", &store]].concat()) else {
        eprintln!("skipped: this system forbids to mount folders");
        return;
    };
    assert_eq!((output.status.code(), String::from_utf8(output.stdout).unwrap()), (Some(0), alone));
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        told,
        format!(
            "misere: {store} is on a read-only file system: values are taken from it, and none is kept\n"
        )
    );
    // A value that is not there is computed, and not kept.
    let larger = ["value", "domineering", "2x11", "-m", "E", "--edges"];
    let output = read_only(&[&larger[..], &["--store", &store]].concat()).unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stdout).unwrap()), (Some(0), answer(&larger)));
    // Reading and exporting work, and writing is refused.
    let output = read_only(&["store", "info", &store, "--json"]).unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), info);
    let export = ["store", "export", &store, "--output", "-"];
    assert_eq!(String::from_utf8(read_only(&export).unwrap().stdout).unwrap(), answer(&export));
    assert_eq!(read_only(&["store", "verify", &store]).unwrap().status.code(), Some(0));
    let refused = read_only(&["store", "compact", &store]).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(errors(&refused).contains("copy it to a folder where you may write"), "{}", errors(&refused));
    assert_eq!((fs::read(&store).unwrap(), names()), (bytes, 1));
    // There is no store to read, and none can be made.
    let missing = format!("{folder}/missing.db");
    let refused = read_only(&["value", "domineering", "2x2", "-m", "E", "--store", &missing]).unwrap();
    assert!(errors(&refused).contains("cannot be written"), "{}", errors(&refused));
    // The last rows may still be in the log.
    fs::write(format!("{store}-wal"), "log").unwrap();
    let refused = read_only(&[&BOARD[..], &["--store", &store]].concat()).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(errors(&refused).contains("still in its log"), "{}", errors(&refused));
}

/// The cells of all that is written as comma-separated values, quotation marks taken away.
#[test]
fn a_spreadsheet_takes_no_cell_for_a_formula() {
    let scratch = Scratch::new("cells");
    let store = scratch.path("s.db");
    answer(&["table", "domineering", "1..2x1..4", "-m", "E", "--store", &store]);
    let mut marked = 0;
    for arguments in [
        &["table", "domineering", "1..2x1..4", "-m", "E", "-m", "N", "--csv"][..],
        &["census", "--day", "2", "-m", "E", "--csv"],
        &["census", "--day", "1", "-m", "E", "--covers", "--csv"],
        &["dead-ends", "--day", "3", "--csv"],
        &["store", "export", &store, "--csv", "--output", "-"],
    ] {
        let text = answer(arguments);
        let (mut cells, mut quoted) = (vec![String::new()], false);
        for sign in text.chars() {
            match sign {
                '"' => quoted = !quoted,
                ',' | '\n' if !quoted => cells.push(String::new()),
                sign => cells.last_mut().unwrap().push(sign),
            }
        }
        let formula = cells.iter().find(|cell| cell.starts_with(['=', '+', '-', '@']));
        assert_eq!(formula, None, "{arguments:?}");
        marked += cells.iter().filter(|cell| cell.starts_with('\'')).count();
    }
    assert!(marked > 10, "{marked}");
}
