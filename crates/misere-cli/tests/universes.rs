//! Universes on the command line: answers are printed whole or not at all, each universe says its
//! own rule of strength, and errors in universe files have their place.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;

use serde_json::Value;

mod program;

use program::{Scratch, answer, errors, misere, stdout};

/// Two universes with long names, whose join has a name of more than a kilobyte.
fn long_names() -> [String; 2] {
    let listed = answer(&["dead-ends", "--day", "4", "--list", "--json"]);
    let ends = listed.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let ends = ends.filter(|end| end["birthday"] == 4).map(|end| end["form"].as_str().unwrap().to_owned());
    let ends: Vec<String> = ends.collect();
    let half = |at: usize| ends.iter().skip(at).step_by(2).cloned().collect::<Vec<_>>().join(",");
    let (a, b) = (half(0), half(1));
    [format!("D({{|{a}}},{{|{b},-5}})"), format!("D({{|{b},{{|-4,0}}}},{{|{a},-1}})")]
}

#[test]
fn what_cannot_be_written_leaves_no_half_answer() {
    let [a, b] = long_names();
    let mut refused = 0;
    for question in [&["universe", &a][..], &["universe", &a, &b]] {
        for style in [&["--ascii"][..], &["--json"]] {
            let whole = answer(&[question, style].concat());
            let output = misere(&[question, style, &["--max-output", "1K"]].concat());
            match output.status.code() {
                Some(0) => assert_eq!(stdout(&output), whole),
                Some(3) => {
                    refused += 1;
                    let printed = stdout(&output);
                    let is_error = |line: &str| line.starts_with(r#"{"ok":false"#);
                    assert!(printed.lines().all(is_error), "{style:?} {}: {printed}", question.len());
                }
                other => panic!("{other:?}: {}", errors(&output)),
            }
        }
    }
    assert!(refused >= 2, "the names are long enough for {refused} refusals only");
}

#[test]
fn each_universe_says_its_own_rule_of_strength() {
    let rule = |universe: &str| {
        let told = answer(&["universe", universe]);
        let rule =
            told.lines().find_map(|line| line.strip_prefix("strong ")).map(str::trim).map(str::to_owned);
        let object: Value = serde_json::from_str(&answer(&["universe", universe, "--json"])).unwrap();
        assert_eq!(object["strength"].as_str(), rule.as_deref());
        rule
    };
    assert_eq!(rule("M").unwrap(), "only forms that are Left end-like ([universe] Theorem 2.1)");
    assert!(rule("B").unwrap().contains("a Left-win option G^L such that G^L and all its Right options are"));
    assert!(rule("B").unwrap().ends_with("([blocking] Theorem 3.1)"));
    // The others are told by the ends that decide.
    for universe in ["D", "E", "D(-1)", "D({|*})", "ends(-1 | 1)"] {
        assert_eq!(rule(universe), None, "{universe}");
    }
}

#[test]
fn the_checker_knows_any_ends_and_says_so() {
    let file = ["--why", "--modulo"];
    let proved = answer(&[&["compare", "{|*}", "0"][..], &file, &["D({|*})"]].concat());
    assert!(proved.contains('='), "{proved}");
    for universe in ["ends(-1 | 1)", "D([-n 0] for n even)"] {
        let refused = misere(&[&["compare", "-1", "0"][..], &file, &[universe]].concat());
        assert_eq!(refused.status.code(), Some(2));
        let told = errors(&refused);
        assert!(
            told.contains("the checker knows M, D, E, B, N, I and D(A) for finitely many ends A"),
            "{told}"
        );
    }
}

/// Every mistake that a universe file can have is told with the file and the line, and as far as
/// the message says where, the sign.
#[test]
fn errors_in_universe_files_name_file_and_line() {
    let scratch = Scratch::new("universe-files");
    let file = scratch.path("mine.universe");
    let mistakes = [
        ("nonsense", 1, 1, "expected `name`"),
        ("name X\nends -1\nnonsense 3\n", 3, 1, "expected `name`"),
        ("name X\nname Y\nends -1\n", 2, 1, "once each"),
        ("-- nothing\nname X\n\n", 2, 7, "expected a line `ends …`"),
        ("ends -1\n", 1, 8, "expected a line `name …`"),
        // Names.
        ("-- mine\nname low\nends -1\n", 2, 6, "`low` is not a universe"),
        ("name\nends -1\n", 1, 5, "is not a universe"),
        ("name   E\nends -1\n", 1, 8, "the name has a meaning already"),
        ("name   \u{415}\nends -1\n", 1, 8, "ASCII letters and digits"),
        ("name   Ev\u{435}ns\nends -1\n", 1, 10, "ASCII letters and digits"),
        ("name X Y\nends -1\n", 1, 6, "`X Y` is not a universe"),
        // Ends.
        ("name X\nends -1, *, 0\n", 2, 10, "`*` is not an end"),
        ("name X\nends -1, {|#}\n", 2, 10, "`{|#}` is not an end"),
        ("name X\nends {|*}, {|, -1\n", 2, 14, ""),
        ("name X\nends -1 | -1\n", 2, 11, "`-1` is not an end"),
        ("name X\nends 1 | 1\n", 2, 6, "`1` is not an end"),
        ("name X\nends {|*}, [-n 0] for n even\n", 2, 6, "`{|*}` is not an end"),
        ("name X\nends [-n 0] for n prime\n", 2, 17, "`even`, `odd`"),
        ("name X\nends {-n|} for n\n", 2, 6, "is not a Left dead end"),
        // Test sets.
        ("name X\nends -1\ntests 2: 0\n", 3, 1, "T_2 is {0, -1, -2}"),
        ("name X\nends -1\ntests two: 0\n", 3, 1, "`tests 2: 0, [-1 0]`"),
        ("name X\nends {|*}\ntests 1: 0\n", 3, 1, "only universes of dead ends have test sets"),
        ("name X\nends -1\ntests 2: 0, {\n", 3, 14, ""),
    ];
    for (text, line, column, message) in mistakes {
        fs::write(&file, text).unwrap();
        for arguments in [["simplest", "0", "-m", &format!("@{file}")], ["outcome", "0", "--universe", &file]]
        {
            let output = misere(&arguments);
            let told = errors(&output);
            assert_eq!(output.status.code(), Some(2), "{text}: {told}");
            let place = format!("misere: {file}: at line {line}, character {column}: ");
            assert!(told.starts_with(&place) && told.contains(message), "{text:?}: {place}: {told}");
        }
    }
    // A limit has no line, but a file.
    fs::write(&file, "name X\nends -1000000000000\n").unwrap();
    let told = errors(&misere(&["simplest", "0", "-m", &format!("@{file}")]));
    assert!(told.starts_with(&format!("misere: {file}: ")), "{told}");
}
