//! Output is whole, except on a terminal.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "tests")]

mod terminal;

use std::process::Command;

use terminal::Terminal;

fn piped(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_misere")).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn on_a_terminal(arguments: &[&str]) -> String {
    let (shown, code) = Terminal::run_without_errors(arguments).end();
    assert_eq!(code, Some(0), "{arguments:?}: {shown}");
    shown
}

/// A game of more than 2,000 characters.
const LONG: &str = "domineering(2x6)";

#[test]
fn output_in_a_pipe_is_whole() {
    let days = piped(&["eval", "days(2)"]);
    assert_eq!(days.matches(',').count(), piped(&["days", "--day", "2"]).matches(',').count());
    let program = std::env::temp_dir().join(format!("misere-whole-test-{}.mis", std::process::id()));
    std::fs::write(&program, "days(2)\n").unwrap();
    assert_eq!(piped(&["run", program.to_str().unwrap()]), days);
    std::fs::remove_file(program).unwrap();
    let mut cuts = 0;
    for arguments in [
        &["eval", "days(2)"][..],
        &["show", LONG],
        &["value", "domineering", "2x8", "--modulo", "E"],
        &["table", "domineering", "2x7..8", "--modulo", "E"],
    ] {
        let shown = piped(arguments);
        assert!(shown.lines().any(|line| line.chars().count() > 200), "{arguments:?} is long");
        assert!(!shown.contains('…') && !shown.contains("| less"), "{arguments:?}");
        // A text that is short enough, since its parts have names, is not cut on a terminal either.
        let is_long = shown.lines().any(|line| line.chars().count() > 2_000);
        let cut = on_a_terminal(arguments);
        assert_eq!(cut.contains("see all)"), is_long, "{cut}");
        assert_eq!(cut.replace('\r', "").len() < shown.len(), is_long, "{arguments:?}");
        cuts += usize::from(is_long);
    }
    assert!(cuts >= 1, "{cuts}");
}

/// Items of the papers are wrapped, and not cut, wherever they are printed.
#[test]
fn items_of_the_papers_are_whole_and_within_100_columns() {
    for arguments in [
        &["papers", "--only", "blocking", "--errata"][..],
        &["papers", "--only", "day-2", "--item", "Table 3"],
    ] {
        let shown = piped(arguments);
        assert_eq!(on_a_terminal(arguments).replace("\r\n", "\n"), shown);
        let columns = |line: &str| line.chars().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).count();
        assert!(shown.lines().all(|line| columns(line) <= 100), "{shown}");
    }
}

#[test]
fn latex_and_json_are_whole_on_a_terminal_too() {
    for style in ["--latex", "--json"] {
        for arguments in [
            &["eval", "days(2)"][..],
            &["value", "domineering", "2x8", "--modulo", "E"],
            &["table", "domineering", "2x7..8", "--modulo", "E"],
            &["show", LONG],
        ] {
            let arguments = [arguments, &[style]].concat();
            let whole = piped(&arguments);
            assert_eq!(on_a_terminal(&arguments).replace("\r\n", "\n"), whole, "{arguments:?}");
            let count = |brace: &str| whole.matches(brace).count();
            assert_eq!((count("{"), count(r"\{")), (count("}"), count(r"\}")), "{arguments:?}");
        }
    }
}

#[test]
fn what_is_short_is_the_same_on_a_terminal() {
    for arguments in [
        &["show", "{0,*|*}"][..],
        &["eval", "days(1)"],
        &["census", "--day", "1", "--modulo", "E", "--order"],
    ] {
        assert_eq!(on_a_terminal(arguments).replace("\r\n", "\n"), piped(arguments));
    }
}
