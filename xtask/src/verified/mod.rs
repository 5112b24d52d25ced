//! `cargo xtask verified`: builds the checker that is proved correct in Coq, and tries it.

mod build;
mod command;
mod corpus;
mod mutants;
mod speed;
mod theorems;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::tools;

/// Compiles the proofs, looks at what they assume, builds `target/verified/misere-verified`,
/// and compares it with the checker in Rust on certificates that are made on the spot and on
/// mutants of them.
pub(crate) fn verify(root: &Path) -> Result<()> {
    if !tools::have("coqc", &["coq"])? || !tools::have("ocamlopt", &["ocaml"])? {
        return Ok(());
    }
    let directory = root.join("target/verified");
    let program = timed("building", || build::build(&root.join("verified"), &directory))?;
    let proofs = timed("proofs examined again by coqchk", || build::recheck(&directory))?;
    eprint!("{proofs}");
    let corpus = timed("making certificates", corpus::make)?;
    let small = timed("checking them", || corpus::check(&program, &directory, &corpus))?;
    timed("certificates as theorems", || theorems::compile(&program, &directory, &corpus))?;
    let example = corpus.iter().find(|made| made.certificate.to_json().contains(r#""by":"same""#));
    let example = &example.context("no certificate with isomorphic forms")?.certificate;
    timed("misere check", || command::check(root, &program, &directory, example))?;
    timed("mutants", || mutants::compare(&program, &directory, &small))?;
    timed("speed", || speed::compare(root, &program, &directory, &corpus))
}

/// Builds the program alone, for who wants to use it.
pub(crate) fn build(root: &Path) -> Result<()> {
    if tools::have("coqc", &["coq"])? && tools::have("ocamlopt", &["ocaml"])? {
        let program = build::build(&root.join("verified"), &root.join("target/verified"))?;
        eprintln!("built {}", program.display());
    }
    Ok(())
}

fn timed<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let start = Instant::now();
    let done = work().with_context(|| what.to_owned())?;
    eprintln!("{what}: {:.1} s", start.elapsed().as_secs_f64());
    Ok(done)
}

/// The verdict of the verified checker on a file.
enum Verdict {
    /// The claims that it proved, in words.
    Proved(String),
    Rejected(String),
}

/// Writes certificates to files of a directory, which is made anew, and has the verified
/// checker check them.
fn verdicts(program: &Path, directory: &Path, certificates: &[impl AsRef<[u8]>]) -> Result<Vec<Verdict>> {
    /// Files per process, so that the command line is not too long.
    const BATCH: usize = 1000;
    if directory.exists() {
        std::fs::remove_dir_all(directory)?;
    }
    std::fs::create_dir_all(directory)?;
    let mut files = Vec::new();
    for (i, certificate) in certificates.iter().enumerate() {
        let file = PathBuf::from(format!("{i}.json"));
        std::fs::write(directory.join(&file), certificate)?;
        files.push(file);
    }
    let mut verdicts = Vec::new();
    for batch in files.chunks(BATCH) {
        let output = Command::new(program).args(batch).current_dir(directory).output()?;
        let said = String::from_utf8(output.stdout)?;
        let lines: HashMap<&str, &str> = said.lines().filter_map(|line| line.split_once(": ")).collect();
        ensure!(said.lines().count() == batch.len(), "{} lines for {} files", lines.len(), batch.len());
        for file in batch {
            let name = file.to_str().context("a name of ours")?;
            let line = lines.get(name).with_context(|| format!("nothing is said of {name}"))?;
            verdicts.push(match line.split_once(": ") {
                Some(("proved from the definitions", claims)) => Verdict::Proved(claims.to_owned()),
                Some(("rejected", reason)) => Verdict::Rejected(reason.to_owned()),
                _ => anyhow::bail!("unexpected: {line}"),
            });
        }
        let rejected =
            verdicts[verdicts.len() - batch.len()..].iter().any(|v| matches!(v, Verdict::Rejected(_)));
        ensure!(output.status.code() == Some(i32::from(rejected)), "exit code {:?}", output.status.code());
    }
    Ok(verdicts)
}
