//! `misere check --verified` and `--coq` where the verified checker is not installed. `cargo xtask
//! verified` tries them where it is.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::process::{Command, Output};

fn without_program(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_misere"))
        .args(arguments)
        .env("MISERE_VERIFIED", "/nowhere/misere-verified")
        .output()
        .unwrap()
}

#[test]
fn a_missing_program_is_bad_input_with_the_line_that_builds_it() {
    for arguments in [&["check", "--verified", "proof.json"][..], &["check", "--coq", "proof.json"]] {
        let output = without_program(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("misere-verified is not installed"), "{said}");
        assert!(said.contains("cargo xtask verified --build"), "{said}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn one_certificate_is_one_theorem() {
    let output = without_program(&["check", "--coq", "one.json", "two.json"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("give exactly one file"), "{said}");
}
