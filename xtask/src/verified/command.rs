//! `misere check --verified` and `--coq`, with the program that was built.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use misere::check::{Certificate, Words};

use super::build::run;
use crate::cargo;

/// Has the command check a certificate, a tampered one and one with evidence of an unknown kind,
/// and write a theorem.
pub(crate) fn check(root: &Path, program: &Path, directory: &Path, certificate: &Certificate) -> Result<()> {
    cargo(&["build", "--locked", "--package", "misere-cli"], &[])?;
    // The examples are files of the directory, so that lines begin with short names.
    let json = certificate.to_json();
    fs::write(directory.join("good.json"), &json)?;
    fs::write(directory.join("tampered.json"), json.replacen("\"steps\":[", "\"steps\":[],\"claims\":[", 1))?;
    fs::write(directory.join("unknown.json"), json.replacen("\"by\":\"same\"", "\"by\":\"strategy\"", 1))?;
    let misere = |arguments: &[&str]| -> Result<(String, Option<i32>)> {
        let command = root.join("target/debug/misere");
        let output = Command::new(command)
            .args(arguments)
            .env("MISERE_VERIFIED", program)
            .current_dir(directory)
            .output()?;
        Ok((String::from_utf8(output.stdout)?, output.status.code()))
    };
    let claims = Words::new(certificate)?.claims();
    let (said, code) = misere(&["check", "--verified", "good.json"])?;
    ensure!(
        code == Some(0) && said == format!("good.json: proved from the definitions: {claims}\n"),
        "{said}"
    );
    let (said, code) = misere(&["check", "--verified", "--json", "good.json"])?;
    let object: serde_json::Value = serde_json::from_str(&said)?;
    let listed = object["claims"].as_array().context("no claims")?;
    ensure!(code == Some(0) && object["ok"] == true && listed.len() == certificate.claims.len(), "{said}");
    let (said, code) = misere(&["check", "--verified", "good.json", "tampered.json"])?;
    ensure!(code == Some(1) && said.contains("\ntampered.json: rejected: "), "{said}");
    let (said, code) = misere(&["check", "--verified", "unknown.json"])?;
    let names_it = said.contains("evidence of the kind \"strategy\" is not known to the verified checker");
    ensure!(code == Some(1) && names_it, "{said}");
    let (_, code) = misere(&["check", "--verified", "missing.json"])?;
    ensure!(code == Some(2), "a missing file");
    let (theorem, code) = misere(&["check", "--coq", "good.json"])?;
    let written = run(Command::new(program).args(["--coq", "good.json"]).current_dir(directory))?;
    ensure!(code == Some(0) && theorem == written, "another theorem");
    Ok(())
}
