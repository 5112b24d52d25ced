//! Certificates as theorems for coqc.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use super::build::{coq, run};
use super::corpus::{KINDS, MODULI, Made};

/// Compiles the smallest certificate of every other kind modulo each universe: over all
/// universes every kind has its turn.
pub(crate) fn compile(program: &Path, directory: &Path, corpus: &[Made]) -> Result<()> {
    let theorems = directory.join("theorems");
    fs::create_dir_all(&theorems)?;
    let mut smallest: BTreeMap<(usize, usize), &Made> = BTreeMap::new();
    let place = |list: &[&str], name| list.iter().position(|listed| *listed == name).unwrap_or_default();
    for made in corpus {
        let key = (place(&MODULI, made.modulus), place(&KINDS, made.kind));
        if (key.0 + key.1) % 2 == 0 {
            let best = smallest.entry(key).or_insert(made);
            // A proof with no step but one shows little.
            let size = |made: &Made| (made.certificate.steps.len() < 4, made.certificate.steps.len());
            if size(made) < size(best) {
                *best = made;
            }
        }
    }
    let mut claims = 0;
    for (i, made) in smallest.values().enumerate() {
        let json = theorems.join("certificate.json");
        fs::write(&json, made.certificate.to_json())?;
        let file = theorems.join(format!("certificate_{i}.v"));
        fs::write(&file, run(Command::new(program).arg("--coq").arg(&json))?)?;
        let said = run(coq("coqc", &directory.join("theories")).arg(&file))?;
        let closed = said.lines().filter(|line| *line == "Closed under the global context").count();
        let all = closed == made.certificate.claims.len() && closed == said.lines().count();
        ensure!(all, "{} modulo {}: {said}", made.kind, made.modulus);
        claims += closed;
    }
    eprintln!("{} certificates with {claims} claims as theorems that assume nothing", smallest.len());
    Ok(())
}
