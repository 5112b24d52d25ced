//! The checker alone, as a program: `cargo run --release -p misere-check --example check --
//! FILE…` prints for each certificate on what it relies and what it claims, or why it is
//! rejected. The exit code is 0 if all certificates are accepted, and 1 otherwise. No crate of
//! ours but the checker is compiled into the program, which `cargo xtask verified` times.

use std::io::{self, Write as _};
use std::process::ExitCode;

use misere_check::{Certificate, Rejection, Words, check, visible};

fn main() -> io::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    let mut out = io::stdout().lock();
    for file in std::env::args_os().skip(1) {
        let said = proved(&std::fs::read(&file)?).unwrap_or_else(|rejection| {
            code = ExitCode::FAILURE;
            format!("rejected: {rejection}")
        });
        writeln!(out, "{}: {said}", visible(&file.to_string_lossy()))?;
    }
    Ok(code)
}

fn proved(json: &[u8]) -> Result<String, Rejection> {
    let certificate = Certificate::from_json(json)?;
    let accepted = check(&certificate)?;
    Ok(format!("{accepted}: {}", Words::new(&certificate)?.claims()))
}
