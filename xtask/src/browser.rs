//! The explorer's page in a real browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::tools;

/// The checker of accessibility, by its name and version at npm.
const AXE: &str = "axe-core@4.14.0";

/// Tests the functions of the page with Node, and the page in Chromium, against the program.
/// Screenshots stay in `target/browser/shots`.
pub(crate) fn test(root: &Path) -> Result<()> {
    for (program, packages) in [
        ("node", &["nodejs"][..]),
        ("npm", &["npm"]),
        ("chromium", &["chromium"]),
        ("chromedriver", &["chromium-driver"]),
    ] {
        if !tools::have(program, packages)? {
            return Ok(());
        }
    }
    let place = root.join("target/browser");
    std::fs::create_dir_all(&place).context("cannot make target/browser")?;
    let axe = place.join("node_modules/axe-core/axe.min.js");
    if !axe.is_file() {
        let prefix = place.to_str().context("the folder of the sources has no name in Unicode")?;
        run(Command::new("npm").args([
            "install",
            "--prefix",
            prefix,
            "--no-save",
            "--no-audit",
            "--no-fund",
            AXE,
        ]))?;
    }
    let program = program(root)?;
    let tests = page_tests(root)?;
    run(Command::new("node").arg("--test").args(tests).env("MISERE", &program))?;
    let shots = place.join("shots");
    let environment = [("MISERE", &program), ("MISERE_AXE", &axe), ("MISERE_SHOTS", &shots)];
    let manifest = root.join("browser/Cargo.toml");
    let cargo = |arguments: &[&str]| {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(arguments).arg("--locked").arg("--manifest-path").arg(&manifest).envs(environment);
        command.env("CARGO_TARGET_DIR", place.join("build"));
        command
    };
    run(cargo(&["clippy", "--all-targets"]).args(["--", "--deny", "warnings"]))?;
    // Each test has a browser.
    run(cargo(&["test"]).args(["--", "--test-threads=2"]))
}

/// The program that the page is tested with: the one that `MISERE` names, or one that is built.
fn program(root: &Path) -> Result<PathBuf> {
    if let Some(program) = std::env::var_os("MISERE") {
        let program = std::path::absolute(program).context("MISERE names no file")?;
        ensure!(program.is_file(), "MISERE names no file: {}", program.display());
        return Ok(program);
    }
    crate::cargo(&["build", "--locked", "--package", "misere-cli"], &[])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("debug/misere"))
}

/// The tests of the page's functions.
fn page_tests(root: &Path) -> Result<Vec<PathBuf>> {
    let folder = root.join("crates/misere-web/page-tests");
    let entries = std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>()?;
    let is_test = |file: &PathBuf| file.to_string_lossy().ends_with(".test.mjs");
    let mut tests: Vec<PathBuf> = files.into_iter().filter(is_test).collect();
    tests.sort();
    ensure!(!tests.is_empty(), "there are no tests in {}", folder.display());
    Ok(tests)
}

fn run(command: &mut Command) -> Result<()> {
    eprintln!("+ {} {}", command.get_program().display(), shown(command));
    let status =
        command.status().with_context(|| format!("cannot start {}", command.get_program().display()))?;
    if !status.success() {
        bail!("{} failed", command.get_program().display());
    }
    Ok(())
}

fn shown(command: &Command) -> String {
    let arguments: Vec<String> = command.get_args().map(|argument| argument.display().to_string()).collect();
    arguments.join(" ")
}
