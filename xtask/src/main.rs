//! The chores of this workspace: `cargo xtask test` and slower ones.
#![forbid(unsafe_code)]

mod browser;
mod instructions;
mod learn;
mod mutants;
mod python;
mod tikz;
mod tools;
mod verified;
mod verify_counts;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

const USAGE: &str = "\
usage: cargo xtask <chore>

  test            formatting, clippy, the library without features, all tests, doc tests, docs
  certify         the engine's tests, with every comparison and simplification
                  proved and the proof checked
  fuzz [--minutes N] [TARGET]
                  hostile input for everything that reads, and the engine against the
                  definitions (1 minute in all); then cargo-fuzz for as long, where it is
                  installed
  deny            licences, sources and doubled versions of all dependencies, by cargo-deny
  universes       strength modulo 300 universes of any ends, against play and with
                  certificates; and modulo all universes of one or two short ends
  history [NUMBER]
                  put 50,000 requests to the released program in several orders, with one thread
                  and two, with a store and without, and a tenth of them each to a process of its
                  own: all answers and proofs must be the same
  instructions    count the instructions of some workloads under valgrind and compare
                  with the committed counts; with --write, write new ones
  kills [NUMBER]  kill long computations with a store 200 times at random moments, and again on
                  a disk that is full, and look whether they go on where they were
  model           what threads share, in all orders that two threads can run in, by loom
  mutants [papers|tests] [NAME…]
                  make deliberate errors, those of xtask/mutants.txt, in a scratch copy, and
                  see that items of the papers disagree and tests fail
  symbols         look with nm whether the engine is compiled once
  python          the Python package: its wheel in a fresh environment, tests, types and
                  notebooks, where there is a Python
  browser         the explorer's page in Chromium, and its functions in Node, where they are
                  installed or can be; screenshots are left in target/browser/shots
  tikz            pictures and the papers' figures through pdflatex, where it is installed
                  or can be; they are left in target/tikz
  verified        build the checker that is proved correct in Coq, and compare it with the
                  checker in Rust, where Coq and OCaml are installed or can be; with
                  --build, build it and no more
  bench           the benchmark, in release mode; arguments go to misere-bench
  learn [NAME]    choose the games that signatures are made of anew (run it with
                  `cargo run --release -p xtask -- learn`)
  verify-counts   check the numbers of classes born by day 3 in ways that take long; one
                  of listing, dedekind, duality, estimate, exact, types, then a universe, for less
";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let chore = arguments.next();
    let rest: Vec<String> = arguments.collect();
    let done = match chore.as_deref() {
        Some("test") if rest.is_empty() => test(),
        Some("certify") if rest.is_empty() => certify(),
        Some("universes") if rest.is_empty() => universes(),
        Some("fuzz") => match fuzz_arguments(&rest) {
            Some((seconds, target)) => fuzz(seconds, target),
            None => return usage(),
        },
        Some("deny") if rest.is_empty() => deny(),
        Some("history") if rest.len() <= 1 => match rest.first().map_or(Ok(50_000), |n| n.parse()) {
            Ok(number) => test_released("history", number, ["MISERE_HISTORY", "MISERE_ASKED"]),
            Err(_) => return usage(),
        },
        Some("instructions") if rest.is_empty() => instructions::compare(&root()),
        Some("instructions") if rest == ["--write"] => instructions::write(&root()),
        Some("kills") if rest.len() <= 1 => match rest.first().map_or(Ok(200), |n| n.parse()) {
            Ok(number) => test_released("kills", number, ["MISERE_KILLS", "MISERE_KILLED"]),
            Err(_) => return usage(),
        },
        Some("model") if rest.is_empty() => model(),
        Some("mutants") => mutants::run(&root(), &rest),
        Some("symbols") if rest.is_empty() => instructions::symbols(&root()),
        Some("python") if rest.is_empty() => python::test(&root()),
        Some("browser") if rest.is_empty() => browser::test(&root()),
        Some("tikz") if rest.is_empty() => tikz::compile(&root()),
        Some("verified") if rest.is_empty() => verified::verify(&root()),
        Some("verified") if rest == ["--build"] => verified::build(&root()),
        Some("bench") => bench(&rest),
        Some("learn") if rest.len() <= 1 => learn::learn(&root(), rest.first().map(String::as_str)),
        Some("verify-counts") if rest.len() <= 2 => verify_counts::verify(&rest),
        _ => return usage(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprint!("{USAGE}");
    ExitCode::from(2)
}

/// The crate of the Python package is built, linted and tested by `cargo xtask python`, so that
/// nothing else needs Python.
const NO_PYTHON: &str = "--exclude=misere-python";

fn test() -> Result<()> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(&["fmt", "--manifest-path", "browser/Cargo.toml", "--check"], &[])?;
    cargo(
        &["clippy", "--workspace", NO_PYTHON, "--all-targets", "--locked", "--", "--deny", "warnings"],
        &[],
    )?;
    cargo(&["check", "--package", "misere", "--no-default-features", "--locked"], &[])?;
    cargo(&["test", "--workspace", NO_PYTHON, "--all-targets", "--locked"], &[])?;
    cargo(&["test", "--workspace", NO_PYTHON, "--doc", "--locked"], &[])?;
    cargo(&["doc", "--workspace", NO_PYTHON, "--no-deps", "--locked"], &[("RUSTDOCFLAGS", "--deny warnings")])
}

fn certify() -> Result<()> {
    cargo(&["test", "--release", "--package", "misere-core", "--locked"], &[("MISERE_CERTIFY", "1")])
}

/// Strength modulo many universes of any ends, against play and with certificates.
fn universes() -> Result<()> {
    let test = ["test", "--release", "--package", "misere-core", "--test", "any_ends", "--locked"];
    cargo(&[&test[..], &["--", "--nocapture"]].concat(), &[("MISERE_UNIVERSES", "300")])
}

/// A test of the command line with the released program, and so often: the names of the variables
/// that say how often and which program.
fn test_released(test: &str, number: u32, [times, asked]: [&str; 2]) -> Result<()> {
    cargo(&["build", "--release", "--locked", "--package", "misere-cli"], &[])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = target.join("release/misere");
    let program = program.to_str().context("the folder of the program has no name in Unicode")?;
    let test = ["test", "--locked", "--package", "misere-cli", "--test", test];
    let arguments = [&test[..], &["--", "--nocapture", "--test-threads=1"]].concat();
    cargo(&arguments, &[(times, &number.to_string()), (asked, program)])
}

/// The tests of `misere_core::model`. The compiler is told of loom by a flag for all crates, which
/// have a folder of their own, so that nothing else is compiled again.
fn model() -> Result<()> {
    let target = root().join("target/model");
    let target = target.to_str().context("the folder of the sources has no name in Unicode")?;
    let test = ["test", "--locked", "--package", "misere-core", "--lib", "--", "model::"];
    cargo(&test, &[("RUSTFLAGS", "--cfg loom"), ("CARGO_TARGET_DIR", target)])
}

fn deny() -> Result<()> {
    let installed = Command::new("cargo").args(["deny", "--version"]).output();
    if !installed.is_ok_and(|output| output.status.success()) {
        if std::env::var_os("CI").is_some() {
            bail!("cargo-deny is missing: cargo install cargo-deny --locked");
        }
        eprintln!("skipped: cargo-deny is missing: cargo install cargo-deny --locked");
        return Ok(());
    }
    cargo(&["deny", "--locked", "check", "licenses", "sources", "bans"], &[])
}

/// The seconds of `--minutes N`, or 60, and the target.
fn fuzz_arguments(rest: &[String]) -> Option<(u64, Option<&str>)> {
    let (seconds, rest) = match rest {
        [option, minutes, rest @ ..] if option == "--minutes" => {
            let minutes: f64 = minutes.parse().ok().filter(|&minutes| (0.0..1e6).contains(&minutes))?;
            ((minutes * 60.0).ceil() as u64, rest)
        }
        _ => (60, rest),
    };
    match rest {
        [] => Some((seconds, None)),
        [target] if !target.starts_with('-') => Some((seconds, Some(target))),
        _ => None,
    }
}

fn fuzz(seconds: u64, target: Option<&str>) -> Result<()> {
    let seconds = seconds.to_string();
    let mut arguments = vec!["run", "--release", "--locked", "--package", "misere-fuzz", "--", &seconds];
    arguments.extend(target);
    cargo(&arguments, &[])?;
    let cargo_fuzz = Command::new("cargo").args(["+nightly", "fuzz", "--version"]).output();
    if !cargo_fuzz.is_ok_and(|output| output.status.success()) {
        eprintln!(
            "skipped: coverage-guided fuzzing needs a nightly toolchain and `cargo install cargo-fuzz`"
        );
        return Ok(());
    }
    let status = Command::new("cargo")
        .args(["+nightly", "fuzz", "run", "all", "--", &format!("-max_total_time={seconds}")])
        .env("MISERE_FUZZ_TARGET", target.unwrap_or_default())
        .current_dir(root())
        .status()
        .context("cannot start cargo fuzz")?;
    if !status.success() {
        bail!("cargo fuzz found something");
    }
    Ok(())
}

fn bench(arguments: &[String]) -> Result<()> {
    cargo(&["build", "--release", "--locked", "--package", "misere-cli"], &[])?;
    let mut all = vec!["run", "--release", "--locked", "--package", "misere-bench", "--"];
    all.extend(arguments.iter().map(String::as_str));
    cargo(&all, &[])
}

fn cargo(arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    eprintln!("+ cargo {}", arguments.join(" "));
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(program)
        .args(arguments)
        .envs(environment.iter().copied())
        .current_dir(root())
        .status()
        .context("cannot start cargo")?;
    if !status.success() {
        bail!("cargo {} failed", arguments.join(" "));
    }
    Ok(())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// The crates, lower ones first. A crate may depend on those before it; a crate that is not
    /// listed may not be used by any.
    const LAYERS: [&str; 18] = [
        "misere-check",
        "misere-quotient",
        "misere-core",
        "misere-twin",
        "misere-notation",
        "misere-rulesets",
        "misere-impartial",
        "misere-order",
        "misere-census",
        "misere-draw",
        "misere",
        "misere-store",
        "misere-papers",
        "misere-web",
        "misere-cli",
        "misere-bench",
        "misere-python",
        "misere-fuzz",
    ];
    /// The outer crates reach the engine through the façade only, so that they
    /// cannot drift apart.
    const THROUGH_THE_FACADE: [&str; 5] =
        ["misere-store", "misere-papers", "misere-web", "misere-cli", "misere-python"];

    #[test]
    fn dependencies_point_downward() {
        let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["metadata", "--format-version", "1", "--no-deps", "--locked"])
            .current_dir(root())
            .output()
            .unwrap();
        let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
        let layer = |name: &str| LAYERS.iter().position(|l| *l == name);
        let mut arrows = 0;
        for package in metadata["packages"].as_array().unwrap() {
            let name = package["name"].as_str().unwrap();
            assert!(layer(name).is_some() || name == "xtask", "{name} has no layer");
            for dependency in package["dependencies"].as_array().unwrap() {
                let on = dependency["name"].as_str().unwrap();
                let Some(below) = layer(on) else { continue };
                if dependency["kind"] == "dev" && on == "misere-twin" {
                    continue;
                }
                arrows += 1;
                let is_tool = ["misere-bench", "misere-fuzz"].contains(&name);
                assert!(on != "misere-twin" || is_tool, "{name} must use {on} in tests only");
                let is_below = name == "xtask" || layer(name).is_some_and(|own| below < own);
                assert!(is_below, "{name} must not depend on {on}");
                let only_facade = THROUGH_THE_FACADE.contains(&name);
                let allowed =
                    ["misere", "misere-check", "misere-papers", "misere-store", "misere-web"].contains(&on);
                assert!(!only_facade || allowed, "{name} must use {on} through misere");
            }
        }
        assert!(arrows > 3);
    }
}
