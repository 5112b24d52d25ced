//! The time of both checkers on long certificates.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use misere::check::{Certificate, Words, check};
use serde_json::{Value, json};

use super::corpus::Made;

/// How many times as long as the Rust checker the verified one may take.
const MOST: f64 = 5.0;

/// Joins the certificates modulo a universe to one of 10^4 and one of 10^5 steps, and has both
/// checkers read, check and describe them.
pub(crate) fn compare(program: &Path, directory: &Path, corpus: &[Made]) -> Result<()> {
    eprintln!("{:>14}{:>9}{:>10}{:>10}{:>7}", "modulo", "steps", "Rust", "verified", "ratio");
    for (modulus, wanted) in [("E", 10_000), ("B", 10_000), ("D", 30_000), ("D({|-1,0})", 100_000)] {
        let all: Vec<&Made> =
            corpus.iter().filter(|made| made.modulus == modulus && made.kind != "outcome").collect();
        let joined = joined(&all, wanted)?;
        let file = directory.join("long.json");
        std::fs::write(&file, joined.to_string())?;
        let in_rust = fastest(|| {
            let certificate = Certificate::from_json(&std::fs::read(&file)?)?;
            check(&certificate)?;
            ensure!(!Words::new(&certificate)?.claims().is_empty());
            Ok(())
        })?;
        let verified = fastest(|| {
            let output = Command::new(program).arg(&file).output()?;
            ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
            Ok(())
        })?;
        let steps = joined["steps"].as_array().map_or(0, Vec::len);
        let ratio = verified.as_secs_f64() / in_rust.as_secs_f64();
        let ms = |time: Duration| format!("{:.0} ms", time.as_secs_f64() * 1e3);
        eprintln!("{modulus:>14}{steps:>9}{:>10}{:>10}{ratio:>7.1}", ms(in_rust), ms(verified));
        ensure!(ratio <= MOST, "the verified checker takes more than {MOST} times as long");
    }
    Ok(())
}

/// The least time of five, which other work on the machine disturbs least.
fn fastest(mut work: impl FnMut() -> Result<()>) -> Result<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        work()?;
        best = best.min(start.elapsed());
    }
    Ok(best)
}

/// The certificates one after the other, again from the first until there are enough steps.
fn joined(all: &[&Made], wanted: usize) -> Result<Value> {
    let mut whole: Value =
        serde_json::from_str(&all.first().context("no certificate")?.certificate.to_json())?;
    let (mut nodes, mut steps, mut claims) = (Vec::new(), Vec::new(), Vec::new());
    for made in all.iter().cycle() {
        if steps.len() >= wanted {
            break;
        }
        let (first_node, first_step) = (nodes.len() as u64, steps.len() as u64);
        let mut next: Value = serde_json::from_str(&made.certificate.to_json())?;
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
    value[name].as_array_mut().with_context(|| format!("{name} is no list"))
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
