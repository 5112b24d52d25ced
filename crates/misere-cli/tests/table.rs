//! The table of questions through commands, and the schema of all that is printed as JSON.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use misere::data::Kind;
use misere::{ArgumentKind, QUESTIONS, QuestionKind};
use serde_json::{Map, Value, json};

fn misere(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_misere")).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The example of a question as a command.
fn command(kind: &QuestionKind) -> Vec<String> {
    let mut words = vec![kind.name.replace('_', "-")];
    let help = |words: &[String]| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        misere(&[&words[..], &["--help"]].concat())
    };
    // `dead_ends_show` is the command `dead-ends show`.
    if help(&words).is_empty()
        && let Some((outer, inner)) = words[0].rsplit_once('-')
    {
        words = vec![outer.to_owned(), inner.to_owned()];
    }
    let (of_command, of_others) = (help(&words), help(&["outcome".to_owned()]));
    for (argument, text) in kind.example.arguments {
        let parameter = kind.parameters.iter().find(|parameter| parameter.name == *argument).unwrap();
        // A command with arguments of its own has another flag for universes, or none.
        let flag = format!("--{argument}");
        let has = |help: &str| help.split_whitespace().any(|word| word == flag);
        if has(&of_command) && !has(&of_others) {
            words.push(flag);
        } else if parameter.kind == ArgumentKind::Universes {
            words.push("--modulo".to_owned());
        }
        words.push((*text).to_owned());
    }
    if let Some(modulo) = kind.example.modulo {
        words.extend(["--modulo".to_owned(), modulo.to_owned()]);
    }
    words
}

#[test]
fn every_example_of_the_table_is_answered_by_its_command() {
    for kind in QUESTIONS.iter().copied() {
        let mut words = command(kind);
        words.push("--json".to_owned());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let expected: Value = serde_json::from_str(kind.example.answer).unwrap();
        let printed = misere(&words);
        if let [field] = kind.answer.fields
            && kind.has_rows()
            && matches!(field.kind, Kind::List(Kind::Record(_)))
        {
            // A row is a line.
            let mut rows: Vec<Map<String, Value>> =
                printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert!(rows.iter_mut().all(|row| row.remove("ok") == Some(true.into())), "{words:?}");
            assert_eq!(Value::from_iter(rows), expected[field.name], "{words:?}");
            continue;
        }
        let answer: Value =
            serde_json::from_str(printed.trim()).unwrap_or_else(|_| panic!("{words:?}: {printed}"));
        assert_eq!(answer["ok"], true, "{words:?}");
        // Commands with arguments of their own may tell more.
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(answer[field], *value, "{words:?}: {field}");
        }
        // The help shows the example as it was typed here.
        let help = misere(&[words[0], "--help"]);
        assert!(help.contains("Example"), "{help}");
    }
}

#[test]
fn every_question_and_its_fields_are_documented() {
    let document = include_str!("../../../docs/json.md");
    let rows: Vec<&str> = document.lines().filter(|line| line.starts_with("- `")).collect();
    for kind in QUESTIONS.iter().copied() {
        // An argument may have the same name, in a later list.
        let named = |row: &&&str| row.starts_with(&format!("- `{}`", kind.name));
        let row = rows.iter().find(named).unwrap_or_else(|| panic!("{} is not documented", kind.name));
        for name in kind.parameters.iter().map(|p| p.name).chain(kind.answer.fields.iter().map(|f| f.name)) {
            assert!(quotes(row, name), "{name} of {} is not documented", kind.name);
        }
    }
}

fn quotes(text: &str, name: &str) -> bool {
    text.contains(&format!("`{name}`"))
}

/// The answers of a batch.
fn batch(requests: &[Value]) -> Vec<Value> {
    batch_in(Path::new("."), requests)
}

/// The answers of a batch that runs in a folder.
fn batch_in(folder: &Path, requests: &[Value]) -> Vec<Value> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_misere"));
    let program = program.arg("batch").current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = program.spawn().unwrap();
    let mut input = running.stdin.take().unwrap();
    for request in requests {
        writeln!(input, "{request}").unwrap();
    }
    drop(input);
    let output = String::from_utf8(running.wait_with_output().unwrap().stdout).unwrap();
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn an_error_is_the_same_object_from_a_command_and_in_a_batch() {
    let asked = [
        (vec!["simplest", "{0", "--modulo", "E"], json!({ "op": "simplest", "g": "{0", "modulo": "E" })),
        (vec!["sum", "0", "1 1"], json!({ "op": "sum", "g": "0", "h": "1 1" })),
        (vec!["rank", "F7"], json!({ "op": "rank", "g": "F7" })),
        (vec!["show", "1.5"], json!({ "op": "show", "g": "1.5" })),
        (vec!["simplest", "0", "--modulo", "Q"], json!({ "op": "simplest", "g": "0", "modulo": "Q" })),
        (vec!["min", "0, {", "--modulo", "E"], json!({ "op": "min", "games": "0, {", "modulo": "E" })),
        (
            vec!["count", "--day", "1", "--modulo", "E", "--of", "D(*)"],
            json!({ "op": "count", "day": 1, "modulo": "E", "of": "D(*)" }),
        ),
        (
            vec!["options", "*", "--player", "Middle"],
            json!({ "op": "options", "g": "*", "player": "Middle" }),
        ),
        (vec!["strong", "0", "--modulo", "N"], json!({ "op": "strong", "g": "0", "modulo": "N" })),
        (vec!["canonical", "1", "--modulo", "D"], json!({ "op": "canonical", "g": "1", "modulo": "D" })),
        (vec!["days", "--day", "3"], json!({ "op": "days", "day": 3 })),
    ];
    let requests: Vec<Value> = asked.iter().map(|(_, request)| request.clone()).collect();
    for ((mut words, _), expected) in asked.into_iter().zip(batch(&requests)) {
        words.push("--json");
        let printed: Value = serde_json::from_str(misere(&words).trim()).unwrap();
        assert_eq!(printed, expected, "{words:?}");
        assert_eq!(printed["ok"], false, "{words:?}");
    }
}

fn schema() -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(&misere(&["schema"])).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

/// All lines of the documents that are JSON.
fn printed_lines() -> Vec<(String, Value)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut lines = Vec::new();
    for folder in ["corpus", "docs", "docs/guide", "."] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let objects = text.lines().filter(|line| line.starts_with(r#"{"ok":"#) && !line.contains('…'));
            let name = path.display().to_string();
            lines.extend(objects.map(|line| (name.clone(), serde_json::from_str(line).unwrap())));
        }
    }
    lines
}

#[test]
fn every_line_of_json_in_the_documents_meets_the_schema() {
    let (schema, lines) = (schema(), printed_lines());
    assert!(lines.len() > 15, "{}", lines.len());
    for (path, line) in lines {
        assert!(schema.is_valid(&line), "{path}: {line}");
        // A field that nobody promised is refused.
        let mut more = line.clone();
        more["surplus"] = 1.into();
        assert!(!schema.is_valid(&more), "{path}: {line}");
    }
}

#[test]
fn what_commands_print_as_json_meets_the_schema() {
    let schema = schema();
    for arguments in [
        &["show", "{0,*|*}"][..],
        &["compare", "*", "0", "--why"],
        &["eval", "G := {0,*|*}; simplest(G, D); show(G); [1, [true]]; none", "--why"],
        &["value", "clobber", "xo", "--modulo", "I", "--why"],
        &["table", "domineering", "1..2x1..3", "--modulo", "E"],
        &["census", "--day", "1", "--modulo", "E"],
        &["census", "--day", "1", "--modulo", "I", "--list"],
        &["census", "--day", "1", "--modulo", "E", "--order"],
        &["census", "--day", "2", "--modulo", "D", "--covers"],
        &["census", "--day", "1", "--modulo", "E", "--count"],
        &["count", "--day", "2", "--modulo", "E"],
        &["dead-ends", "--day", "2"],
        &["dead-ends", "--day", "2", "--list"],
        &["dead-ends", "--day", "2", "--order"],
        &["dead-ends", "show", "[-1 0]", "-2", "--closure", "-1"],
        &["universe", "D", "D(-1)"],
        &["universe", "D([-n 0] for n even)", "D([-n 0] for n)"],
        &["universe", "D({|0,*},-1)", "D({|0,*},{|-1,*})"],
        &["universe", "D({|1,-1})"],
        &["universe", "ends(-1 | 1)"],
        &["universe", "--of", "domineering", "--boards", "2x3"],
        &["universe", "--lattice", "D", "D({|*})", "E"],
        &["universe", "--survey", "--birthday", "1"],
        &["hasse", "0,*", "--modulo", "D"],
        &["draw", "{0|*}"],
        &["draw", "clobber", "xo"],
        &["nim", "3", "w", "--equal", "1"],
        &["genus", "*3"],
        &["rulesets"],
        &["rulesets", "domineering"],
        &["papers", "--only", "dicots", "--item", "Figure 4"],
        &["check", "/no/such/file"],
        &["canonical", "*", "--modulo", "B"],
        &["outcome", "{0"],
        &["frobnicate"],
        &[],
    ] {
        let printed = misere(&[arguments, &["--json"]].concat());
        assert!(!printed.is_empty(), "{arguments:?}");
        for line in printed.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            if let Err(error) = schema.validate(&line) {
                panic!("{arguments:?}: {line}: {error}");
            }
        }
    }
}

/// Whatever a request says, it reads and writes no file: the answers are the same where files of
/// these names have what is wanted and where there are none, and no file comes or goes.
#[test]
fn no_request_names_a_file() {
    let [with_files, without] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let mut requests = Vec::new();
    for kind in QUESTIONS.iter().copied() {
        let mut example = json!({ "op": kind.name });
        for (name, text) in kind.example.arguments {
            let kind = kind.parameters.iter().find(|parameter| parameter.name == *name).unwrap().kind;
            example[name] = match kind {
                ArgumentKind::Number => text.parse::<u64>().unwrap().into(),
                ArgumentKind::Flag => (*text == "true").into(),
                _ => (*text).into(),
            };
        }
        if let Some(modulo) = kind.example.modulo {
            example["modulo"] = modulo.into();
        }
        // Fields that all requests have are read in one place.
        let of_all: &[&str] = match kind.name {
            "simplest" => &[
                "modulo",
                "why",
                "style",
                "longest",
                "rules",
                "universes",
                "output",
                "store",
                "certificate",
                "file",
                "checkpoint",
                "input",
                "id",
            ],
            _ => &[],
        };
        for name in kind.parameters.iter().map(|parameter| parameter.name).chain(of_all.iter().copied()) {
            let wanted = kind.example.arguments.iter().find(|(argument, _)| *argument == name);
            let wanted = wanted.map(|(_, text)| *text).or(kind.example.modulo).unwrap_or("0");
            let file = format!("file-{}.rules", requests.len());
            std::fs::write(with_files.path().join(&file), wanted).unwrap();
            for given in [format!("@{file}"), file.clone(), format!("./{file}"), "-".to_owned()] {
                let mut request = example.clone();
                request[name] = given.into();
                requests.push(request);
            }
        }
    }
    let names = || {
        let entries = std::fs::read_dir(with_files.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect::<std::collections::BTreeSet<_>>()
    };
    let before = names();
    let found = batch_in(with_files.path(), &requests);
    assert_eq!(found.len(), requests.len());
    for (request, (with, without)) in
        requests.iter().zip(found.iter().zip(&batch_in(without.path(), &requests)))
    {
        assert_eq!(with, without, "{request}");
    }
    assert_eq!(names(), before);
    assert_eq!(std::fs::read_dir(without.path()).unwrap().count(), 0);
    assert!(requests.len() > 500, "{}", requests.len());
}
