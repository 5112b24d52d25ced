//! Deliberate errors, and what notices them.
//!
//! `xtask/mutants.txt` lists errors as replacements of a text in a file. All of them are put into
//! one scratch copy of the sources, each after a condition that an environment variable turns
//! on, so that one build serves all. Then the items of the papers, or the tests, that are said to
//! notice an error are run with that error and no other: an item must disagree, a test must fail.
//! Without any error they must all agree and pass.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

/// The variable with the number of the error that is made.
const CHOSEN: &str = "MISERE_MUTANT";

/// The placeholder for "this error is made" in a replacement.
const CONDITION: &str = "MUTANT";

/// A deliberate error.
struct Mutant {
    name: String,
    file: String,
    old: String,
    new: String,
    caught: Vec<Catcher>,
}

/// A test or item that notices an error.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Catcher {
    /// An item of a paper.
    Item { paper: String, label: String },
    /// A test: its package, `lib` or the file of the test, and its name.
    Test { package: String, file: String, name: String },
}

impl Catcher {
    fn describe(&self) -> String {
        match self {
            Catcher::Item { paper, label } => format!("[{paper}] {label}"),
            Catcher::Test { file, name, .. } if file == "lib" => name.clone(),
            Catcher::Test { file, name, .. } => format!("{file}::{name}"),
        }
    }
}

/// Runs the errors of these names, or all of them; with `papers` or `tests` first, only the items
/// or only the tests.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<()> {
    let (kind, names) = match arguments.split_first() {
        Some((kind, names)) if kind == "papers" || kind == "tests" => (Some(kind.as_str()), names),
        _ => (None, arguments),
    };
    let is_wanted = |catcher: &Catcher| match catcher {
        Catcher::Item { .. } => kind != Some("tests"),
        Catcher::Test { .. } => kind != Some("papers"),
    };
    let mut mutants = read(&fs::read_to_string(root.join("xtask/mutants.txt"))?)?;
    if let Some(unknown) = names.iter().find(|name| mutants.iter().all(|m| m.name != **name)) {
        bail!("there is no error called {unknown} in xtask/mutants.txt");
    }
    let tree = root.join("target/mutants/tree");
    copy(root, &tree, &mutants)?;
    let scratch = Scratch { tree, build: root.join("target/mutants/build") };
    for mutant in &mut mutants {
        mutant.caught.retain(is_wanted);
    }
    let chosen: Vec<(usize, &Mutant)> = mutants
        .iter()
        .enumerate()
        .filter(|(_, m)| !m.caught.is_empty() && (names.is_empty() || names.contains(&m.name)))
        .collect();
    let catchers: BTreeSet<&Catcher> = chosen.iter().flat_map(|(_, m)| &m.caught).collect();
    if catchers.iter().any(|catcher| matches!(catcher, Catcher::Item { .. })) {
        scratch.cargo(&["build", "--locked", "--package", "misere-cli"])?;
    }
    for catcher in &catchers {
        let noticed = scratch.notices(catcher, 0)?;
        ensure!(!noticed, "{} fails without any error", catcher.describe());
    }
    let mut missed = Vec::new();
    for (at, mutant) in &chosen {
        let mut caught = Vec::new();
        for catcher in &mutant.caught {
            if scratch.notices(catcher, at + 1)? {
                caught.push(catcher.describe());
            }
        }
        match caught.is_empty() {
            false => eprintln!("caught  {}: {}", mutant.name, caught.join("; ")),
            true => {
                eprintln!("MISSED  {}", mutant.name);
                missed.push(mutant.name.as_str());
            }
        }
    }
    ensure!(missed.is_empty(), "nothing notices {}", missed.join(", "));
    eprintln!("{} deliberate errors, each noticed", chosen.len());
    Ok(())
}

/// Reads the list. An entry begins with `error`, then a line for each catcher, `file`, and the
/// old and the new text between lines of signs.
fn read(text: &str) -> Result<Vec<Mutant>> {
    let mut mutants = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = at + 1;
        let name =
            line.strip_prefix("error ").with_context(|| format!("line {place}: expected `error NAME`"))?;
        let (mut file, mut caught) = (None, Vec::new());
        loop {
            let (at, line) = lines.next().with_context(|| format!("{name} has no texts"))?;
            let place = at + 1;
            if line == "<<<<" {
                break;
            }
            let (key, value) =
                line.split_once(' ').with_context(|| format!("line {place}: expected a value"))?;
            match key {
                "file" => file = Some(value.to_owned()),
                "item" => {
                    let (paper, label) =
                        value.split_once(' ').with_context(|| format!("line {place}: no label"))?;
                    caught.push(Catcher::Item { paper: paper.to_owned(), label: label.to_owned() });
                }
                "test" => {
                    let words: Vec<&str> = value.split(' ').collect();
                    let [package, test_file, test] = words[..] else {
                        bail!("line {place}: expected package, file and name of a test");
                    };
                    let [package, file, name] = [package, test_file, test].map(str::to_owned);
                    caught.push(Catcher::Test { package, file, name });
                }
                _ => bail!("line {place}: unknown word `{key}`; write file, item, test or <<<<"),
            }
        }
        let mut until = |sign: &str| -> Result<String> {
            let mut text = Vec::new();
            for (_, line) in lines.by_ref() {
                if line == sign {
                    return Ok(text.join("\n"));
                }
                text.push(line);
            }
            bail!("{name}: the text does not end with {sign}")
        };
        let (old, new) = (until("====")?, until(">>>>")?);
        ensure!(new.contains(CONDITION), "{name}: the new text does not say {CONDITION}");
        let file = file.with_context(|| format!("{name} has no file"))?;
        mutants.push(Mutant { name: name.to_owned(), file, old, new, caught });
    }
    Ok(mutants)
}

/// Makes the scratch copy, with all errors in it. Files that are the same already are left alone,
/// so that little is built anew.
fn copy(root: &Path, tree: &Path, mutants: &[Mutant]) -> Result<()> {
    let output =
        Command::new("git").args(["ls-files", "-z"]).current_dir(root).output().context("cannot run git")?;
    ensure!(output.status.success(), "git cannot list the files");
    for name in String::from_utf8(output.stdout)?.split('\0').filter(|name| !name.is_empty()) {
        let Ok(mut content) = fs::read(root.join(name)) else { continue };
        let here: Vec<(usize, &Mutant)> =
            mutants.iter().enumerate().filter(|(_, m)| m.file == name).collect();
        if !here.is_empty() {
            let mut text = String::from_utf8(content)?;
            for (at, mutant) in here {
                let times = text.matches(&mutant.old).count();
                ensure!(times == 1, "{}: its old text occurs {times} times in {name}", mutant.name);
                let path = match name.split('/').nth(1) {
                    Some("misere-core") => "crate",
                    Some("misere-store" | "misere-papers" | "misere-cli") => "misere::core",
                    _ => "misere_core",
                };
                let condition = format!("{path}::is_mutant({})", at + 1);
                text = text.replacen(&mutant.old, &mutant.new.replace(CONDITION, &condition), 1);
            }
            content = text.into_bytes();
        }
        if name == "crates/misere-core/src/lib.rs" {
            content.extend_from_slice(SWITCH.as_bytes());
        }
        let to = tree.join(name);
        if fs::read(&to).is_ok_and(|there| there == content) {
            continue;
        }
        fs::create_dir_all(to.parent().context("a file has a folder")?)?;
        fs::write(&to, content)?;
    }
    for mutant in mutants {
        ensure!(root.join(&mutant.file).is_file(), "{}: there is no file {}", mutant.name, mutant.file);
    }
    Ok(())
}

/// The function that the conditions in the scratch copy ask.
const SWITCH: &str = r#"
/// Whether this deliberate error is made.
#[must_use]
pub fn is_mutant(number: u32) -> bool {
    static CHOSEN: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| {
        std::env::var("MISERE_MUTANT").ok().and_then(|chosen| chosen.parse().ok()).unwrap_or(0)
    });
    *CHOSEN == number
}
"#;

/// The scratch copy and where it is built.
struct Scratch {
    tree: PathBuf,
    build: PathBuf,
}

impl Scratch {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command
            .args(arguments)
            .current_dir(&self.tree)
            .env("CARGO_TARGET_DIR", &self.build)
            .env("CARGO_INCREMENTAL", "1")
            .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
        command
    }

    fn cargo(&self, arguments: &[&str]) -> Result<()> {
        eprintln!("+ cargo {} (in {})", arguments.join(" "), self.tree.display());
        let status = self.command(arguments).status().context("cannot start cargo")?;
        ensure!(status.success(), "cargo {} failed", arguments.join(" "));
        Ok(())
    }

    /// Whether an item disagrees, or a test fails, with the error of this number; 0 is none.
    fn notices(&self, catcher: &Catcher, number: usize) -> Result<bool> {
        match catcher {
            Catcher::Item { paper, label } => {
                let output = Command::new(self.build.join("debug/misere"))
                    .args(["papers", "--json", "--max-time", "300", "--only", paper, "--item", label])
                    .env(CHOSEN, number.to_string())
                    .output()
                    .context("cannot start the program of the scratch copy")?;
                let lines = String::from_utf8_lossy(&output.stdout);
                let verdicts = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
                let verdict = verdicts
                    .filter(|item| item["item"] == **label)
                    .map(|item| item["verdict"].clone())
                    .next();
                match verdict.as_ref().and_then(Value::as_str) {
                    Some(verdict) => Ok(verdict == "disagrees"),
                    // A crash is not a disagreement.
                    None if number > 0 => Ok(false),
                    None => bail!("{} has no verdict", catcher.describe()),
                }
            }
            Catcher::Test { package, file, name } => {
                let target = if file == "lib" { vec!["--lib"] } else { vec!["--test", file.as_str()] };
                let arguments = [
                    &["test", "--quiet", "--locked", "--package", package][..],
                    &target,
                    &["--", "--exact", name],
                ]
                .concat();
                let output = self.command(&arguments).env(CHOSEN, number.to_string()).output()?;
                let said = String::from_utf8_lossy(&output.stdout);
                // A name that is not a test passes without running.
                ensure!(said.contains("running 1 test"), "there is no test {}", catcher.describe());
                Ok(!output.status.success())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_of_the_list_can_be_made() {
        let root = crate::root();
        let mutants = read(&fs::read_to_string(root.join("xtask/mutants.txt")).unwrap()).unwrap();
        let with_item = |m: &&Mutant| m.caught.iter().any(|c| matches!(c, Catcher::Item { .. }));
        assert!(mutants.iter().filter(with_item).count() >= 20);
        let names: BTreeSet<&str> = mutants.iter().map(|m| m.name.as_str()).collect();
        assert_eq!(names.len(), mutants.len(), "no name occurs twice");
        let items = misere_papers::items();
        for mutant in &mutants {
            let text = fs::read_to_string(root.join(&mutant.file)).unwrap();
            assert_eq!(text.matches(&mutant.old).count(), 1, "{}", mutant.name);
            assert!(!mutant.caught.is_empty(), "{}", mutant.name);
            for catcher in &mutant.caught {
                if let Catcher::Item { paper, label } = catcher {
                    let is_item = |i: &misere_papers::Item| i.paper.name() == paper && i.label == label;
                    assert!(items.iter().any(is_item), "{}: {}", mutant.name, catcher.describe());
                }
            }
        }
    }

    #[test]
    fn a_list_that_cannot_be_read_is_refused() {
        for (text, message) in [
            ("mistake x", "line 1: expected `error NAME`"),
            ("error x\nfile a\ncatch b", "line 3: unknown word `catch`"),
            ("error x\nfile a\n<<<<\nold\n====\nnew\n>>>>", "does not say MUTANT"),
            ("error x\n<<<<\nold\n====\nMUTANT\n>>>>", "x has no file"),
            ("error x\nfile a\n<<<<\nold", "does not end with ===="),
        ] {
            let error = read(text).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
