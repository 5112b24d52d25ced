//! `misere value`: what a position is worth.

use misere::rulesets::{Convention, Method};
use misere::{Evaluation, Style, UniverseName, Workspace};
use serde::Serialize;

use crate::args::{Evidence, PositionOf};
use crate::failure::Failure;
use crate::input::Input;
use crate::proof::Proof;
use crate::report::Report;
use crate::show::shortened;

/// What is shown of a value, besides or instead of its form.
#[derive(Clone, Copy)]
pub(crate) struct Shown {
    pub(crate) edges: bool,
    pub(crate) outcome: bool,
}

#[derive(Serialize)]
struct ValueObject {
    ok: bool,
    ruleset: String,
    position: String,
    modulo: String,
    /// The simplest form, or nothing if it is too large to print.
    form: Option<String>,
    edges: String,
    outcome: String,
    how: &'static str,
    reason: String,
    #[serde(flatten)]
    proof: Proof,
}

pub(crate) fn value(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    asked: &PositionOf,
    moduli: &[String],
    shown: Shown,
    evidence: &Evidence,
) -> Result<(), Failure> {
    let ruleset = input.ruleset(&asked.ruleset)?;
    let position = input.position(&*ruleset, &asked.position)?;
    let mut positions = work.positions(ruleset.clone());
    if shown.outcome && !shown.edges && moduli.is_empty() && !report.json && !evidence.is_asked_for() {
        // No universe is needed to know who wins.
        let sum = positions.explore(&position)?;
        return report.line(&positions.outcome(sum, Convention::Misere)?.to_string());
    }
    let moduli = if moduli.is_empty() {
        vec![home(input, &*ruleset)?]
    } else {
        moduli.iter().map(|modulus| input.modulus(modulus)).collect::<Result<_, _>>()?
    };
    if moduli.len() > 1 && evidence.certificate.is_some() {
        let message = "--certificate writes one file: give exactly one --modulo";
        return Err(Failure::BadInput(message.to_owned()));
    }
    if !report.json && !shown.edges && !shown.outcome {
        for line in ruleset.draw(&position).lines() {
            report.line(line)?;
        }
    }
    let sum = positions.explore(&position)?;
    for modulus in &moduli {
        let found = positions.value(sum, modulus)?;
        let name = work.write_modulus(modulus, report.style)?;
        let style = report.style;
        let prove = || {
            Proof::new(work, style, evidence, || {
                let form = positions.form(sum)?;
                match modulus {
                    UniverseName::I => work.certify_relation(form, found.form, modulus),
                    _ => work.certify_simplest(form, modulus),
                }
            })
        };
        if report.json {
            report.object(&ValueObject {
                ok: true,
                ruleset: ruleset.description().name.clone(),
                position: ruleset.write(&position),
                modulo: name,
                form: written(work, &found, style),
                edges: work.forms().tree_edges(found.form).to_string(),
                outcome: found.outcome.to_string(),
                how: in_words(found.how.method),
                reason: found.how.reason.clone(),
                proof: prove()?,
            })?;
            continue;
        }
        let mut answers = Vec::new();
        if shown.edges {
            answers.push(work.forms().tree_edges(found.form).to_string());
        }
        if shown.outcome {
            answers.push(found.outcome.to_string());
        }
        if answers.is_empty() {
            answers
                .push(written(work, &found, style).map(shortened).unwrap_or_else(|| too_large(work, &found)));
        }
        let answer = answers.join("  ");
        report.line(&if moduli.len() == 1 { answer } else { format!("{name}  {answer}") })?;
        report.line(&format!("  {}: {}", in_words(found.how.method), found.how.reason))?;
        prove()?.print(report)?;
    }
    Ok(())
}

/// The universe the ruleset claims to lie in, or else M.
pub(crate) fn home(
    input: &Input<'_>,
    ruleset: &dyn misere::rulesets::Ruleset,
) -> Result<UniverseName, Failure> {
    let home = ruleset.description().home.as_ref();
    input.modulus(home.map_or("M", |home| &home.universe))
}

/// The form, unless it is too large to print.
pub(crate) fn written(work: &Workspace, found: &Evaluation, style: Style) -> Option<String> {
    const MOST_BYTES: usize = 1 << 20;
    work.write_within(found.form, style, MOST_BYTES)
}

pub(crate) fn too_large(work: &Workspace, found: &Evaluation) -> String {
    format!("(too large to print: {} edges)", work.forms().tree_edges(found.form))
}

pub(crate) fn in_words(method: Method) -> &'static str {
    match method {
        Method::AddComponents => "components added",
        Method::WholeBoard => "whole board",
    }
}
