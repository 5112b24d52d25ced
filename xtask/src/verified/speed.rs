//! The time of both checkers on long certificates.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use misere::check::Certificate;
use misere::{Question, Workspace};
use serde_json::{Value, json};

use super::build::run;
use super::corpus::Made;
use crate::cargo;

/// How many times as long as the Rust checker the verified one may take.
const MOST: f64 = 5.0;

/// How often each checker is run; the least time counts, which other work on the machine disturbs
/// least.
const ROUNDS: usize = 9;

/// The long certificates: modulo what, which boards of Domineering are simplified beside those of
/// the corpus, and how many steps there are to be at least.
const LONG: [(&str, &[&str], &[usize]); 4] = [
    ("D", &["2x9", "3x5"], &[10_000, 100_000]),
    ("D({|-1,0})", &["8x2", "7x2"], &[10_000]),
    ("E", &["2x7", "7x2", "3x4", "4x3"], &[10_000]),
    ("B", &["2x7", "3x4", "4x3"], &[30_000]),
];

/// Joins the certificates modulo a universe to long ones, and has both checkers read, check and
/// describe them: the verified one, and the Rust checker alone as it is released.
pub(crate) fn compare(root: &Path, program: &Path, directory: &Path, corpus: &[Made]) -> Result<()> {
    // As released: an incremental build would be slower.
    let arguments = ["build", "--release", "--locked", "--package", "misere-check", "--example", "check"];
    cargo(&arguments, &[("CARGO_INCREMENTAL", "0")])?;
    let in_rust = root.join("target/release/examples/check");
    eprintln!(
        "CPU time as released, the least of {ROUNDS}; \"once\": steps before certificates are repeated"
    );
    eprintln!("{:>14}{:>9}{:>9}{:>10}{:>10}{:>7}", "modulo", "steps", "once", "Rust", "verified", "ratio");
    for (modulus, boards, lengths) in LONG {
        let of_corpus = corpus.iter().filter(|made| made.modulus == modulus && made.kind != "outcome");
        let mut all: Vec<Certificate> = of_corpus.map(|made| made.certificate.clone()).collect();
        all.extend(simplified(modulus, boards)?);
        let once: usize = all.iter().map(|certificate| certificate.steps.len()).sum();
        for wanted in lengths {
            let (file, steps) = written(directory, &joined(&all, *wanted)?)?;
            let (mut rust, mut verified) = (f64::MAX, f64::MAX);
            for _ in 0..ROUNDS {
                rust = rust.min(cpu_time(&in_rust, &file)?);
                verified = verified.min(cpu_time(program, &file)?);
            }
            let ratio = verified / rust;
            let ms = |seconds: f64| format!("{:.0} ms", seconds * 1e3);
            eprintln!("{modulus:>14}{steps:>9}{once:>9}{:>10}{:>10}{ratio:>7.1}", ms(rust), ms(verified));
            ensure!(ratio <= MOST, "the verified checker takes more than {MOST} times as long");
        }
    }
    Ok(())
}

/// The certificates of the simplest forms of boards of Domineering.
fn simplified(modulus: &str, boards: &[&str]) -> Result<Vec<Certificate>> {
    let work = Workspace::new();
    let modulo = work.modulo(modulus)?;
    boards
        .iter()
        .map(|board| {
            let board = work.game(&format!("domineering({board})"))?;
            let (_, proof) = modulo.prove(&Question::new("simplest")?.with("g", board)?)?;
            Ok(proof.certificate().clone())
        })
        .collect()
}

/// Writes a certificate to a file; returns the file and the number of steps.
fn written(directory: &Path, certificate: &Value) -> Result<(PathBuf, usize)> {
    let file = directory.join("long.json");
    std::fs::write(&file, certificate.to_string())?;
    Ok((file, certificate["steps"].as_array().map_or(0, Vec::len)))
}

/// The seconds of CPU, of the program and of the system for it, that a checker takes for a file
/// which it accepts. Bash reports them in milliseconds.
fn cpu_time(program: &Path, file: &Path) -> Result<f64> {
    const SCRIPT: &str = r#"TIMEFORMAT="%3U %3S"; { time "$0" "$1" > /dev/null; } 2>&1"#;
    let said = run(Command::new("bash").args(["-c", SCRIPT]).arg(program).arg(file).env("LC_ALL", "C"))?;
    let times: Result<Vec<f64>, _> = said.split_whitespace().map(str::parse).collect();
    match times.as_deref() {
        Ok([user, system]) => Ok(user + system),
        _ => bail!("{}: {said}", program.display()),
    }
}

/// The certificates one after the other, again from the first until there are enough steps.
fn joined(all: &[Certificate], wanted: usize) -> Result<Value> {
    let mut whole: Value = serde_json::from_str(&all.first().context("no certificate")?.to_json())?;
    let (mut nodes, mut steps, mut claims) = (Vec::new(), Vec::new(), Vec::new());
    for (number, certificate) in all.iter().cycle().enumerate() {
        if number >= all.len() && steps.len() >= wanted {
            break;
        }
        let (first_node, first_step) = (nodes.len() as u64, steps.len() as u64);
        let mut next: Value = serde_json::from_str(&certificate.to_json())?;
        for node in list(&mut next, "nodes")? {
            shift(node, first_node);
            nodes.push(node.take());
        }
        for step in list(&mut next, "steps")? {
            shift_statement(&mut step["claim"], first_node);
            shift_evidence(&mut step["by"], first_node, first_step)?;
            steps.push(step.take());
        }
        for claim in list(&mut next, "claims")? {
            shift_statement(claim, first_node);
            claims.push(claim.take());
        }
    }
    whole["nodes"] = json!(nodes);
    whole["steps"] = json!(steps);
    whole["claims"] = json!(claims);
    Ok(whole)
}

fn list<'a>(value: &'a mut Value, name: &str) -> Result<&'a mut Vec<Value>> {
    value[name].as_array_mut().with_context(|| format!("{name} is not a list"))
}

/// Adds to every number in a value.
fn shift(value: &mut Value, by: u64) {
    match value {
        Value::Number(number) => *value = json!(number.as_u64().unwrap_or_default() + by),
        Value::Array(items) => items.iter_mut().for_each(|item| shift(item, by)),
        Value::Object(fields) => fields.values_mut().for_each(|field| shift(field, by)),
        _ => {}
    }
}

fn shift_statement(statement: &mut Value, nodes: u64) {
    match statement.get_mut("test_set") {
        // The first number is a depth.
        Some(test_set) => shift(&mut test_set[1], nodes),
        None => shift(statement, nodes),
    }
}

fn shift_evidence(evidence: &mut Value, nodes: u64, steps: u64) -> Result<()> {
    let Some(fields) = evidence.as_object_mut() else { return Ok(()) };
    for (kind, value) in fields {
        match kind.as_str() {
            "sums" | "strategies" => shift(value, nodes),
            "pairs" | "test_set" | "reduced" => shift(value, steps),
            "separator" | "end" | "option" | "sum" | "sum_not" => {
                for (name, field) in value.as_object_mut().into_iter().flatten() {
                    let is_node = ["x", "to", "node"].contains(&name.as_str());
                    shift(field, if is_node { nodes } else { steps });
                }
            }
            _ => bail!("evidence of an unknown kind: {kind}"),
        }
    }
    Ok(())
}
