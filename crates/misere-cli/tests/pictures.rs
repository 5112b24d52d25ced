//! The pictures of the README are those that its commands draw. `UPDATE=1 cargo test -p
//! misere-cli --test pictures` writes them.
#![allow(clippy::unwrap_used, reason = "tests")]

mod program;

use std::path::{Path, PathBuf};
use std::process::Command;

use program::Scratch;

const INK: &str = "#e6edf3";
const PAPER: &str = "#0d1117";

/// The arguments of the commands that draw, which stand in a table, and the names of their files.
fn commands() -> Vec<(Vec<String>, String)> {
    let readme = include_str!("../../../README.md");
    let spans = readme.split('`').filter(|span| span.starts_with("misere ") && span.ends_with(".svg"));
    spans
        .map(|span| {
            let span = span.replace("\\|", "|");
            let mut arguments = Vec::new();
            for (i, part) in span.split('\'').enumerate() {
                match i % 2 {
                    0 => arguments.extend(part.split_whitespace().map(str::to_owned)),
                    _ => arguments.push(part.to_owned()),
                }
            }
            let file = arguments.last().unwrap().clone();
            (arguments.split_off(1), file)
        })
        .collect()
}

/// The picture for pages with a dark background: texts have no colour and inherit that of the root.
fn dark(picture: &str) -> String {
    let black = |text: &str| text.replace("\"black\"", &format!("\"{INK}\""));
    let (root, rest) = picture.split_at("<svg ".len());
    format!("{root}fill=\"{INK}\" {}", black(rest))
        .replace("\"white\"", &format!("\"{PAPER}\""))
        .replace("\"#b0b0b0\"", "\"#484f58\"")
}

#[test]
fn the_pictures_of_the_readme_are_drawn_by_its_commands() {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    let scratch = Scratch::new("pictures");
    let commands = commands();
    assert_eq!(commands.len(), 3);
    for (arguments, file) in commands {
        let output = Command::new(env!("CARGO_BIN_EXE_misere"))
            .args(&arguments)
            .current_dir(&scratch.0)
            .env_remove("MISERE_STORE")
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", program::errors(&output));
        let picture = std::fs::read_to_string(scratch.path(&file)).unwrap();
        let dark_file = file.replace(".svg", "-dark.svg");
        for (name, expected) in [(file, picture.clone()), (dark_file, dark(&picture))] {
            let place = folder.join(&name);
            if std::env::var_os("UPDATE").is_some() {
                std::fs::write(place, expected).unwrap();
                continue;
            }
            let found = std::fs::read_to_string(&place).unwrap();
            assert!(found == expected, "{name} is stale: UPDATE=1 cargo test -p misere-cli --test pictures");
            assert!(include_str!("../../../README.md").contains(&format!("docs/pictures/{name}")), "{name}");
        }
    }
}
