//! Progress while one waits, and the first page that one reads.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "tests")]

mod terminal;

use std::process::Command;

use terminal::Terminal;

#[test]
fn progress_says_what_is_done_and_how_far() {
    let mut run =
        Terminal::run(&["value", "domineering", "2x16", "--modulo", "E", "--edges", "--threads", "1"]);
    run.read_until("domineering: component ");
    let far = run.read_until(" %;");
    assert!(far.contains(" of "), "{far}");
    run.stop();
}

#[test]
fn what_is_short_has_no_progress() {
    let (shown, code) = Terminal::run(&["outcome", "*"]).end();
    assert_eq!((shown.as_str(), code), ("P\r\n", Some(0)));
}

#[test]
fn papers_show_the_item_they_are_at() {
    let mut run = Terminal::run(&["papers", "--only", "blocking", "--threads", "1"]);
    run.read_until("[blocking] ");
    run.read_until(": item ");
    run.read_until(" %");
    let (rest, code) = run.end();
    assert_eq!(code, Some(0), "{rest}");
    assert!(rest.contains(", 0 disagree"), "{rest}");
}

#[test]
fn rulesets_say_one_line_and_their_universe() {
    let output = Command::new(env!("CARGO_BIN_EXE_misere")).arg("rulesets").output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    for line in shown.lines() {
        let mut words = line.split_whitespace();
        let (name, universe) = (words.next().unwrap(), words.next().unwrap());
        assert!(universe == "-" || universe.starts_with(['M', 'D', 'E', 'B']), "{line}");
        assert!(words.count() > 5, "{name} is described: {line}");
    }
    assert!(shown.contains("domineering           D({|-1,0})  Left covers two free cells"), "{shown}");
}

#[test]
fn the_readme_installs_misere_before_it_runs_it() {
    let readme = include_str!("../../../README.md");
    let install = readme.find("cargo install --path crates/misere-cli").unwrap();
    assert!(install < readme.find("$ misere ").unwrap());
}
