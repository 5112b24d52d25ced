//! `misere value`: the value of a position.

use misere::rulesets::Convention;
use misere::{Columns, Modulus, Positions, Question, Subject, Workspace, answer_object, write_outcome};

use crate::args::{Evidence, PositionOf};
use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;

#[allow(clippy::too_many_arguments, reason = "each is an argument of the command")]
pub(crate) fn value(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    asked: &PositionOf,
    moduli: &[String],
    shown: Columns,
    evidence: &Evidence,
    standalone: bool,
) -> Result<(), Failure> {
    let (ruleset, position) = input.ruleset_and_position(&asked.ruleset, asked.position.as_ref())?;
    let mut positions = work.positions(ruleset.clone());
    if shown.outcome && !shown.edges && moduli.is_empty() && !report.json && !evidence.is_asked_for() {
        // The outcome needs no universe.
        let sum = positions.explore(&position)?;
        let outcome = positions.outcome(sum, Convention::Misere)?;
        return report.line(&write_outcome(outcome, report.style));
    }
    let mut moduli =
        moduli.iter().map(|modulus| input.modulus("modulo", modulus)).collect::<Result<Vec<_>, _>>()?;
    let gives_way = evidence.check(report, moduli.len().max(1))?;
    let shows_form = shown.shows_form();
    if !report.json && !gives_way && shows_form {
        for line in ruleset.draw(&position).lines() {
            report.remark(line)?;
        }
    }
    if moduli.is_empty() {
        let (home, chosen) = home(&mut positions, std::slice::from_ref(&position))?;
        moduli.push(home);
        if let Some(chosen) = chosen.filter(|_| !report.json) {
            report.line(&chosen)?;
        }
    }
    let question = Question::new("value")?.with("position", Subject::at(work, ruleset, position))?;
    for modulus in &moduli {
        let found = modulus.ask(&question)?;
        let proof = evidence.is_asked_for().then(|| modulus.prove_answer(&question, &found)).transpose()?;
        let proof = evidence.keep(proof)?;
        if gives_way {
            return Ok(());
        }
        if report.json {
            report.object(&answer_object(Some(modulus), &found, proof.as_ref())?)?;
            continue;
        }
        let mut lines = found.lines(report.style)?;
        if !shows_form {
            let how = lines.pop();
            lines = vec![shown.write(&found, report.sheet())];
            lines.extend(how);
        }
        let name = modulus.write(report.style)?;
        for (at, line) in lines.iter().enumerate() {
            let line = report.sheet().shortened(line);
            let line = if at > 0 || moduli.len() == 1 { line } else { format!("{name}  {line}").into() };
            let is_formula = standalone && !line.starts_with("% ");
            report.formula(&line, is_formula)?;
        }
        report.proof(proof.as_ref())?;
    }
    Ok(())
}

/// The universe to ask about positions modulo, where none is given; and where the ruleset claims
/// none, a line that says which it is.
pub(crate) fn home(
    positions: &mut Positions,
    of: &[misere::rulesets::Position],
) -> Result<(Modulus, Option<String>), Failure> {
    let (home, is_claimed) = positions.home_of(of)?;
    let what = if of.len() <= 1 { "the position lies in" } else { "the positions lie in" };
    let chosen = format!("modulo {home}, the first of {} that {what}", misere::homes_in_words());
    Ok((home, (!is_claimed).then_some(chosen)))
}
