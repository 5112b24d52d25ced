//! The proofs and the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, bail, ensure};

/// Texts that no theory may contain: unproved statements, and switches that make Coq accept what
/// it should not. Sections may have hypotheses, since theorems list those; outside of a
/// section they would show as assumptions.
const FORBIDDEN: [&str; 12] = [
    "Admitted",
    "admit",
    "give_up",
    "Axiom",
    "Axioms",
    "Parameter",
    "Parameters",
    "Conjecture",
    "bypass_check",
    "Guard Checking",
    "Positivity Checking",
    "Universe Checking",
];

/// Theorems with what they may assume: nothing, or classical logic.
pub(crate) const THEOREMS: [(&str, bool); 13] = [
    ("check_sound", false),
    ("written_sound", false),
    ("maintenance", false),
    ("generated_least", false),
    ("generated_is_universe", false),
    ("dead_end_order", false),
    ("strong_E", false),
    ("strong_B", false),
    ("strong_DA", false),
    ("impartial_equality", false),
    ("normal_order", false),
    ("simplest_form", true),
    ("normal_simplest_form", true),
];

/// The parts of the program in OCaml, the extracted one first.
const MODULES: [&str; 10] =
    ["checker", "refusal", "vector", "json", "forms", "statement", "reader", "words", "theorem", "main"];

/// Compiles the theories and the program from `source` in `directory`; returns the program.
pub(crate) fn build(source: &Path, directory: &Path) -> Result<PathBuf> {
    let (theories, ocaml) = (directory.join("theories"), directory.join("ocaml"));
    for made in [&theories, &ocaml] {
        if made.exists() {
            fs::remove_dir_all(made)?;
        }
        fs::create_dir_all(made)?;
    }
    let project = fs::read_to_string(source.join("_CoqProject"))?;
    let files: Vec<&str> = project.lines().filter_map(|line| line.strip_prefix("theories/")).collect();
    for file in &files {
        let text = fs::read_to_string(source.join("theories").join(file))?;
        for word in FORBIDDEN {
            ensure!(!contains_word(&text, word), "{file} contains {word}");
        }
        fs::write(theories.join(file), text)?;
    }
    for file in &files {
        run(coq("coqc", &theories).arg(file))?;
    }
    check_assumptions(&theories)?;
    for module in MODULES {
        let extracted = module == "checker";
        let from = if extracted { theories.clone() } else { source.join("ocaml") };
        fs::copy(from.join(format!("{module}.ml")), ocaml.join(format!("{module}.ml")))?;
    }
    fs::copy(theories.join("checker.mli"), ocaml.join("checker.mli"))?;
    // Warnings about the extracted file are no news; ours has to be without.
    let compile = |arguments: &[&str]| run(Command::new("ocamlopt").args(arguments).current_dir(&ocaml));
    compile(&["-w", "-a", "-c", "checker.mli", "checker.ml"])?;
    let own: Vec<String> = MODULES[1..].iter().map(|module| format!("{module}.ml")).collect();
    let mut arguments =
        vec!["-w", "+a-4-9-40..42-44-45-48-70", "-warn-error", "+a", "-inline", "100", "checker.cmx"];
    arguments.extend(own.iter().map(String::as_str));
    arguments.extend(["-o", "../misere-verified"]);
    compile(&arguments)?;
    Ok(directory.join("misere-verified"))
}

/// Has coqchk check the compiled theories once more, and returns what they rest on.
pub(crate) fn recheck(directory: &Path) -> Result<String> {
    let theories = directory.join("theories");
    let check = |theory: &str| -> Result<String> {
        let output = coq("coqchk", &theories).args(["-o", "-silent", theory]).output()?;
        let said =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "coqchk {theory}: {said}");
        Ok(said)
    };
    let (sound, unique) = thread::scope(|scope| {
        let unique = scope.spawn(|| check("Misere.Unique"));
        (check("Misere.Written"), unique.join())
    });
    let unique = unique.map_err(|_| anyhow::anyhow!("coqchk was not waited for"))?;
    let mut told = String::new();
    for (theory, said, axioms) in
        [("Written", sound?, "<none>"), ("Unique", unique?, "Coq.Logic.Classical_Prop.classic")]
    {
        let part = |title: &str| -> Result<String> {
            let after = said.split_once(title).with_context(|| format!("coqchk says nothing of {title}"))?.1;
            Ok(after.split("\n* ").next().unwrap_or(after).split_whitespace().collect::<Vec<_>>().join(" "))
        };
        ensure!(part("* Axioms:")? == axioms, "{theory}: {said}");
        for unsafe_part in ["type-in-type:", "unsafe (co)fixpoints:", "positivity is assumed:"] {
            ensure!(part(unsafe_part)? == "<none>", "{theory}: {said}");
        }
        told += &format!("coqchk -o Misere.{theory}: axioms {axioms}, nothing unchecked\n");
    }
    Ok(told)
}

/// Whether `Print Assumptions` of each theorem says what is allowed.
fn check_assumptions(theories: &Path) -> Result<()> {
    let mut text = "From Misere Require Import Written Unique Generated.\n".to_owned();
    for (theorem, _) in THEOREMS {
        text += &format!("Print Assumptions {theorem}.\n");
    }
    fs::write(theories.join("Assumptions.v"), text)?;
    let said = run(coq("coqc", theories).arg("Assumptions.v"))?;
    let mut lines = said.lines();
    for (theorem, classical) in THEOREMS {
        let first = lines.next().unwrap_or_default();
        let rests_on = if first == "Axioms:" { lines.next().unwrap_or_default() } else { first };
        let allowed = match classical {
            false => first == "Closed under the global context",
            true => rests_on.starts_with("Classical_Prop.classic : "),
        };
        ensure!(allowed, "{theorem} assumes more than it may: {said}");
        eprintln!("{theorem}: {rests_on}");
    }
    ensure!(lines.next().is_none(), "assumptions beyond those allowed: {said}");
    Ok(())
}

pub(crate) fn coq(program: &str, theories: &Path) -> Command {
    let mut command = Command::new(program);
    command.arg("-Q").arg(theories).arg("Misere").current_dir(theories);
    command
}

/// Runs a command and returns what it prints.
pub(crate) fn run(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Whether the text has these words, not as a part of other words.
fn contains_word(text: &str, word: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '\'');
    text.match_indices(word).any(|(at, _)| {
        !is_letter(text[..at].chars().next_back()) && !is_letter(text[at + word.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;

    #[test]
    fn forbidden_words_are_found_as_words() {
        assert!(contains_word("Proof. Admitted.", "Admitted"));
        assert!(contains_word("admit.", "admit"));
        assert!(!contains_word("a certificate is admitted if", "admit"));
        assert!(contains_word("Unset Guard Checking.", "Guard Checking"));
    }

    #[test]
    fn every_theorem_that_the_checker_names_is_looked_at() {
        for named in misere::check::Theorem::ALL.iter().flat_map(|theorem| theorem.verified_by()) {
            assert!(THEOREMS.iter().any(|(looked_at, _)| *looked_at == named.theorem), "{named}");
            let file = root().join(format!("verified/theories/{}.v", named.file));
            let text = fs::read_to_string(&file).unwrap();
            assert!(text.contains(&format!("Theorem {} ", named.theorem)), "{named}");
        }
    }
}
