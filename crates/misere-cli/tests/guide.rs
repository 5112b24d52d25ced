//! The guide apart from its transcripts: LaTeX, which trycmd would show with other
//! backslashes, and links.
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
        for link in page.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            if link.ends_with(".md") {
                assert!(path.with_file_name(link).exists(), "{name}: {link}");
            }
        }
    }
}
