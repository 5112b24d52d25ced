//! The guide and the README apart from their transcripts: LaTeX, which trycmd would show with
//! other backslashes, links, lengths.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::{Path, PathBuf};
use std::process::Command;

fn pages() -> Vec<(PathBuf, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide");
    let mut pages: Vec<PathBuf> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

/// The arguments of a command, of which some are in single quotes.
fn arguments(command: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    for (i, part) in command.split('\'').enumerate() {
        match i % 2 {
            0 => arguments.extend(part.split_whitespace().map(str::to_owned)),
            _ => arguments.push(part.to_owned()),
        }
    }
    arguments
}

#[test]
fn sessions_with_backslashes_are_true() {
    let mut commands = 0;
    for (path, page) in pages() {
        for block in page.split("\n```text\n$ ").skip(1) {
            let block = block.split("\n```").next().unwrap();
            for session in block.split("\n\n$ ") {
                let (command, expected) = session.split_once('\n').unwrap();
                let command = command.strip_prefix("misere ").unwrap();
                let output =
                    Command::new(env!("CARGO_BIN_EXE_misere")).args(arguments(command)).output().unwrap();
                let printed = String::from_utf8(output.stdout).unwrap();
                assert_eq!(printed.trim_end(), expected.trim_end(), "{}: {command}", path.display());
                commands += 1;
            }
        }
    }
    assert!(commands >= 6, "{commands}");
}

#[test]
fn every_page_is_in_the_summary_and_every_link_leads_somewhere() {
    let pages = pages();
    let (summary_path, summary) = pages.iter().find(|(path, _)| path.ends_with("SUMMARY.md")).unwrap();
    for (path, page) in &pages {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(
            path == summary_path || summary.contains(&format!("({name})")),
            "{name} is not in SUMMARY.md"
        );
        assert_links(path, page);
    }
}

fn assert_links(path: &Path, page: &str) {
    for link in page.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
        let file = link.split('#').next().unwrap();
        if file.ends_with(".md") && !file.contains("://") {
            assert!(path.with_file_name(file).exists(), "{}: {link}", path.display());
        }
    }
}

#[test]
fn every_link_outside_the_guide_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = 0;
    for folder in [root.clone(), root.join("docs"), root.join("verified"), root.join("crates/misere-bench")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                assert_links(&path, &std::fs::read_to_string(&path).unwrap());
                pages += 1;
            }
        }
    }
    assert!(pages > 10, "{pages}");
}

#[test]
fn the_readme_is_at_most_900_words_long_and_counts_rulesets() {
    let words = include_str!("../../../README.md").split_whitespace().count();
    assert!(words <= 900, "{words}");
    let rulesets = Command::new(env!("CARGO_BIN_EXE_misere")).arg("rulesets").output().unwrap();
    let rulesets = String::from_utf8(rulesets.stdout).unwrap().lines().count();
    assert!(include_str!("../../../README.md").contains(&format!("| rulesets included | {rulesets} |")));
}

/// The page of commands names every command.
#[test]
fn every_command_is_on_the_page_of_commands() {
    let page = include_str!("../../../docs/guide/commands.md");
    let output = Command::new(env!("CARGO_BIN_EXE_misere")).arg("-h").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let commands = help.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    let names = commands.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    let names: Vec<&str> =
        names.filter(|name| commands.contains(&format!("\n  {name} ")) && *name != "help").collect();
    assert!(names.len() > 60, "{names:?}");
    for name in names {
        let named = |end: &str| page.contains(&format!("`{name}{end}"));
        assert!(named("`") || named(" "), "docs/guide/commands.md lacks `{name}`");
    }
}
