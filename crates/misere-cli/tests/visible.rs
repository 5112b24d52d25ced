//! Texts of others are shown, and show nothing but themselves.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::PathBuf;
use std::process::{Command, Output};

fn misere(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_misere")).args(arguments).output().unwrap()
}

/// A directory that goes with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("misere-visible-test-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn file(&self, name: &str, content: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Control characters, zero-width and bidirectional ones that are not our own line breaks.
fn hidden(text: &str) -> Vec<char> {
    let is_hidden = |c: &char| {
        (c.is_control() && *c != '\n')
            || "\u{200b}\u{200d}\u{200e}\u{202e}\u{2066}\u{feff}\u{2028}".contains(*c)
    };
    text.chars().filter(is_hidden).collect()
}

/// The text on standard output and standard error, in which nothing is hidden.
fn printed(arguments: &[&str], code: i32) -> [String; 2] {
    let output = misere(arguments);
    let texts = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {texts:?}");
    for text in &texts {
        assert_eq!(hidden(text), [], "{arguments:?}: {text:?}");
    }
    texts
}

fn with_key(key: &str) -> String {
    serde_json::json!({ "format": "misere-certificate", "version": 1, key: 0 }).to_string()
}

#[test]
fn a_key_with_a_newline_and_a_verdict_prints_one_line() {
    let scratch = Scratch::new("verdict");
    let file =
        scratch.file("bad.json", &with_key("`\ngood.json: checked; relies on no theorem: 0 ≥ 1 modulo D"));
    let [shown, _] = printed(&["check", &file], 1);
    assert_eq!(shown.lines().count(), 1, "{shown}");
    assert!(shown.starts_with(&format!("{file}: rejected: not a certificate: ")), "{shown}");
    assert!(shown.contains(r"\ngood.json: checked"), "{shown}");
    let [object, _] = printed(&["check", "--json", &file], 1);
    assert_eq!(object.lines().next(), object.lines().find(|line| line.contains("good.json")), "{object}");
}

#[test]
fn a_key_with_carriage_returns_escapes_and_zero_widths_prints_one_line() {
    let scratch = Scratch::new("escapes");
    let key =
        format!("x\r\u{1b}[2K\u{1b}[1Agood.json: checked{}\u{202e}\u{9b}2K\u{2028}", "\u{200b}".repeat(5));
    let file = scratch.file("bad.json", &with_key(&key));
    for json in [&[][..], &["--json"]] {
        let [shown, _] = printed(&[&["check", &file], json].concat(), 1);
        assert!(
            shown.contains(r"x\r\u{1b}[2K\u{1b}[1Agood.json: checked\u{200b}\u{200b}") || !json.is_empty()
        );
        assert_eq!(shown.lines().filter(|line| line.contains("good.json")).count(), 1, "{shown}");
        assert!(!shown.lines().any(|line| line.starts_with("good.json")), "{shown}");
    }
}

#[test]
fn a_file_name_with_a_verdict_prints_one_line() {
    let scratch = Scratch::new("names");
    let name = "a\ngood.json: checked; relies on no theorem\r\u{1b}[8m\u{200b}";
    let file = scratch.file(name, "{}");
    let [shown, _] = printed(&["check", &file], 1);
    assert_eq!(shown.lines().count(), 1, "{shown}");
    assert!(shown.starts_with('"') && shown.contains(r#"\u{200b}": rejected: "#), "{shown}");
    let missing = format!("{file}\n");
    let [shown, errors] = printed(&["check", &missing], 2);
    assert_eq!((shown.lines().count(), errors.lines().count()), (1, 1), "{shown}{errors}");
}

#[test]
fn names_arguments_and_texts_of_rules_are_shown_visibly() {
    let scratch = Scratch::new("rules");
    let hidden = "q\n\u{1b}[2Kmisere: fine\r\u{202e}\u{200b}";
    for (arguments, code) in [
        (&["value", hidden, "1"][..], 2),
        (&["rulesets", hidden], 2),
        (&["show", hidden], 2),
        (&["show", &format!("@{hidden}")], 2),
        (&["eval", hidden], 2),
        (&["eval", &format!("outcome({})", hidden.replace('\n', ""))], 2),
        (&["run", hidden], 2),
        (&["simplest", "0", "--modulo", hidden], 2),
        (&["nim", hidden], 2),
        (&["papers", "--only", hidden], 2),
        (&["man", hidden], 2),
        (&["draw", "0", "-o", hidden], 2),
        (&["dead-ends", "show", hidden], 2),
        (&["value", "octal(\u{1b}\u{202e})", "1"], 2),
        (&["value", "nim", hidden], 2),
        (&[hidden], 2),
        (&["show", "0", &format!("--{hidden}")], 2),
        (&["show", "0", "-1"], 2),
        (&["truncate", "5", "--moves", hidden], 2),
        (&["outcome", "0", "--max-memory", hidden], 2),
    ] {
        let [_, errors] = printed(arguments, code);
        assert!(!errors.lines().any(|line| line.starts_with("misere: fine")), "{errors}");
        assert!(
            errors.lines().filter(|line| line.contains("fine")).all(|line| line.contains('\\')),
            "{errors}"
        );
        printed(&[arguments, &["--json"]].concat(), code);
    }
    let rules = "game A\u{1b}[2K game\nabout Nothing\u{200b} \u{202e}happens.\nboard xo\nleft xo -> .x turned\n\
                 right as left, exchanging x and o\nuniverse D because of \u{9b}2K\nexample xo\n";
    let file = scratch.file("odd.rules", rules);
    printed(&["rulesets", &file], 0);
    printed(&["value", &file, "xo"], 0);
    printed(&["value", &file, "xo\u{1b}"], 2);
    let broken = scratch.file("broken.rules", &rules.replace("left xo", "left \u{1b}[2K\u{200b}"));
    printed(&["rulesets", &broken], 2);
}

#[test]
fn json_with_hidden_characters_says_the_same() {
    let scratch = Scratch::new("json");
    let name = "a\u{202e}b\n.json";
    let file = scratch.file(name, "{}");
    let [shown, _] = printed(&["check", "--json", &file], 1);
    let object: serde_json::Value = serde_json::from_str(shown.lines().next().unwrap()).unwrap();
    assert_eq!(object["file"], file.as_str());
}
