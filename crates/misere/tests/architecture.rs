//! Texts that must not stand in the sources.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};

/// Files in which universes may be told apart by their names, each with the reason.
const KNOW_NAMES: [(&str, &str); 5] = [
    ("crates/misere-check/src/", "the checker shares no code with the engine"),
    ("crates/misere/src/registry.rs", "the one table of universes"),
    ("crates/misere-core/src/universe/", "a universe says its own name"),
    ("crates/misere-core/src/explain/impartial.rs", "I says its own name"),
    ("crates/misere-core/src/explain/outcome.rs", "an outcome is certified modulo M"),
];

const NAMES: [&str; 6] = ["M", "D", "E", "B", "I", "N"];

#[test]
fn universes_are_told_apart_by_their_names_in_one_place() {
    let mut found = Vec::new();
    let mut used = Vec::new();
    for (path, text) in sources() {
        let lines = code(&text).filter(|(_, line)| matches_a_name(line));
        let places: Vec<String> = lines.map(|(at, line)| format!("{path}:{at}: {line}")).collect();
        match KNOW_NAMES.iter().map(|(place, _)| *place).find(|place| path.starts_with(place)) {
            Some(place) if !places.is_empty() => used.push(place),
            Some(_) => {}
            None => found.extend(places),
        }
    }
    assert!(found.is_empty(), "only the registry knows universes by name:\n{}", found.join("\n"));
    for (place, _) in KNOW_NAMES {
        assert!(used.contains(&place), "{place} knows no names any more: take it off the list");
    }
}

#[test]
fn the_search_for_names_finds_what_it_should() {
    for line in [
        r#""M" => all(),"#,
        r#"Some("D") | Some("E") => 1,"#,
        r#""D" | "E" => 1,"#,
        r#"if name == "D" {"#,
        r#"if "N" != name {"#,
        "UniverseName::E => true,",
        "if universe == UniverseName::Generated {",
        "use misere_check::UniverseName as U;",
        "use misere_check::UniverseName::*;",
        r#"UniverseId::known("D")"#,
        r#"if id.as_str().starts_with("D(") {"#,
    ] {
        assert!(matches_a_name(line), "{line}");
    }
    for line in [
        r#"work.modulo("D")?"#,
        "let name: UniverseName = setting.certificate_name()?;",
        r#""MD" => all(),"#,
        r#"[("M", 256), ("E", 196)]"#,
        "use misere_check::{Theorem, UniverseName, check};",
    ] {
        assert!(!matches_a_name(line), "{line}");
    }
}

/// Whether a line of code distinguishes universes by a name.
fn matches_a_name(line: &str) -> bool {
    let variants = line.split("UniverseName").skip(1);
    let by_variant = variants.into_iter().any(|rest| rest.starts_with("::") || rest.starts_with(" as "));
    let by_prefix = line.contains(r#"starts_with("D(")"#) || line.contains(r#"strip_prefix("D(")"#);
    let by_text = NAMES.iter().any(|name| {
        let literal = format!("\"{name}\"");
        line.match_indices(&literal).any(|(at, _)| {
            let before = line[..at].trim_end();
            let before = before.strip_suffix("Some(").unwrap_or(before).trim_end();
            let after = line[at + literal.len()..].trim_start_matches([')', ' ']);
            let compared = ["==", "!=", "|", "UniverseId::known(", "UniverseId::new("];
            compared.iter().any(|sign| before.ends_with(sign))
                || ["=>", "==", "!=", "|"].iter().any(|sign| after.starts_with(sign))
        })
    });
    by_variant || by_prefix || by_text
}

#[test]
fn the_facade_hands_out_games_and_not_forms() {
    let mut found = Vec::new();
    for (path, text) in sources().into_iter().filter(|(path, _)| path.starts_with("crates/misere/src/")) {
        let lines: Vec<(usize, &str)> = code(&text).collect();
        for (place, (at, line)) in lines.iter().enumerate() {
            if !line.starts_with("pub ") {
                continue;
            }
            // A signature goes on until its body, a field is one line.
            let is_function = line.contains("fn ");
            let mut signature = String::new();
            for (_, line) in &lines[place..] {
                signature.push_str(line);
                if !is_function || line.ends_with('{') {
                    break;
                }
            }
            let handed_out = signature.split_once(if is_function { "->" } else { ": " });
            if handed_out.is_some_and(|(_, kind)| has_word(kind, "Form")) {
                found.push(format!("{path}:{at}: {signature}"));
            }
        }
    }
    assert_eq!(found.len(), 1, "only `Game::form` hands out a form:\n{}", found.join("\n"));
    assert!(
        found[0].contains("game.rs") && found[0].contains("pub fn form(&self) -> Form {"),
        "{}",
        found[0]
    );
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

/// The lines of a file that are code, trimmed and numbered: no comments, and no unit tests,
/// which stand last.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let tests = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
    let lines = text[..tests].lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    lines.filter(|(_, line)| !line.starts_with("//"))
}

/// The sources of all crates, with their paths from the root of the workspace. What stands
/// in `tests` and `examples` is not among them.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let mut sources = Vec::new();
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    let mut pending: Vec<PathBuf> = crates.collect();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
            sources.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
    sources.sort();
    assert!(sources.len() > 100, "only {} files were found", sources.len());
    sources
}
