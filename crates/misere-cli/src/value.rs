//! `misere value`: the value of a position.

use misere::core::{Exhausted, Form, Limit};
use misere::counting::dead_ends::{DeadEnd, DeadEnds};
use misere::notation::Notation;
use misere::rulesets::{Convention, Method, Sum};
use misere::{
    Error, Evaluation, Game, Modulus, NamedTexts, Player, Positions, Style, Workspace, write_outcome,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{Evidence, PositionOf};
use crate::failure::{Failure, with_flag};
use crate::input::Input;
use crate::language::ProofObject;
use crate::progress::doing_position;
use crate::report::Report;

/// The parts of a value that are shown besides or instead of its form.
#[derive(Clone, Copy)]
pub(crate) struct Shown {
    pub(crate) edges: bool,
    pub(crate) outcome: bool,
}

/// A form as JSON has it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct WrittenForm {
    /// The simplest form, or null for a form that is too large to print.
    pub(crate) form: Option<String>,
    /// Why the form is null, and what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
}

/// The value of a position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ValueObject {
    ok: bool,
    ruleset: String,
    position: String,
    modulo: String,
    #[serde(flatten)]
    form: WrittenForm,
    /// The form as a sum of dead ends that are no sums, or null if it is no such sum.
    sum: Option<String>,
    tree_edges: String,
    outcome: String,
    /// Whether values of components were added, or whole boards followed.
    how: String,
    reason: String,
    #[serde(flatten)]
    proof: ProofObject,
}

#[allow(clippy::too_many_arguments, reason = "each is an argument of the command")]
pub(crate) fn value(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    asked: &PositionOf,
    moduli: &[String],
    shown: Shown,
    evidence: &Evidence,
    standalone: bool,
) -> Result<(), Failure> {
    let ruleset = input.ruleset(&asked.ruleset)?;
    let position = input.position(&*ruleset, &asked.position)?;
    let mut positions = work.positions(ruleset.clone());
    let is_written_out = !asked.position.starts_with(['-', '@']);
    let name = if is_written_out { asked.position.clone() } else { ruleset.write(&position) };
    doing_position(&name, positions.graph().steps());
    if shown.outcome && !shown.edges && moduli.is_empty() && !report.json && !evidence.is_asked_for() {
        // The outcome needs no universe.
        let sum = positions.explore(&position)?;
        let outcome = positions.outcome(sum, Convention::Misere)?;
        return report.line(&write_outcome(outcome, report.style));
    }
    let mut moduli =
        moduli.iter().map(|modulus| input.modulus("modulo", modulus)).collect::<Result<Vec<_>, _>>()?;
    let gives_way = evidence.check(report, moduli.len().max(1))?;
    if !report.json && !gives_way && !shown.edges && !shown.outcome {
        for line in ruleset.draw(&position).lines() {
            report.remark(line)?;
        }
    }
    if moduli.is_empty() {
        // A ruleset that claims a universe is believed so far, and checked with the value.
        let sums = match ruleset.description().home {
            Some(_) => Vec::new(),
            None => vec![positions.explore(&position)?],
        };
        let (home, chosen) = home(&positions, &sums)?;
        moduli.push(home);
        if let Some(chosen) = chosen.filter(|_| !report.json) {
            report.line(&chosen)?;
        }
    }
    for modulus in &moduli {
        let found = positions.value_at(&position, modulus)?;
        let (name, style) = (modulus.write(report.style)?, report.style);
        let proof = if evidence.is_asked_for() {
            let sum = positions.explore(&position)?;
            evidence.keep(Some(modulus.prove_value(&positions.game(sum)?, &found.form)?))?
        } else {
            None
        };
        if gives_way {
            return Ok(());
        }
        if report.json {
            report.object(&ValueObject {
                ok: true,
                ruleset: ruleset.description().name.clone(),
                position: ruleset.write(&position),
                modulo: name,
                form: written(&found, style)?,
                sum: as_sum(work, modulus, &found, style)?,
                tree_edges: found.form.tree_edges()?.to_string(),
                outcome: found.outcome.to_string(),
                how: in_words(found.how.method).to_owned(),
                reason: found.how.reason.clone(),
                proof: ProofObject::new(proof.as_ref())?,
            })?;
            continue;
        }
        let mut answers = Vec::new();
        if shown.edges {
            answers.push(found.form.tree_edges()?.to_string());
        }
        if shown.outcome {
            answers.push(write_outcome(found.outcome, style));
        }
        let NamedTexts { texts, definitions } = match answers.is_empty() {
            true => text_or_summary(&found.form, style)?,
            false => NamedTexts { texts: vec![answers.join("  ")], definitions: String::new() },
        };
        for text in &texts {
            let line = report.shortened(text);
            let line = if moduli.len() == 1 { line } else { format!("{name}  {line}").into() };
            report.formula(&line, standalone)?;
        }
        report.formulas(&definitions, standalone)?;
        if answers.is_empty()
            && let Some(sum) = as_sum(work, modulus, &found, style)?
        {
            report.remark(&format!("  a sum of dead ends: {sum}"))?;
        }
        report.remark(&format!("  {}: {}", in_words(found.how.method), found.how.reason))?;
        report.proof(proof.as_ref())?;
    }
    Ok(())
}

/// The universe to ask about positions modulo, where none is given; and where the ruleset claims
/// none, a line that says which it is.
pub(crate) fn home(positions: &Positions, sums: &[Sum]) -> Result<(Modulus, Option<String>), Failure> {
    let (home, is_claimed) = positions.home(sums)?;
    let what = if sums.len() <= 1 { "the position lies in" } else { "the positions lie in" };
    let chosen = format!("modulo {home}, the first of D, D(-1), D([-1 0]), E, B and M that {what}");
    Ok((home, (!is_claimed).then_some(chosen)))
}

/// The value as a sum of dead ends that are no sums themselves, each with its multiple, as
/// [universe] Theorem 6.1 has the values of strips; `None` if the value is no dead end, or no
/// sum of two others. Equality of dead ends is the same in every universe ([universe] section 3).
fn as_sum(
    work: &Workspace,
    modulus: &Modulus,
    found: &Evaluation,
    style: Style,
) -> Result<Option<String>, Failure> {
    // Beyond this rank the ways to split a dead end may be very many.
    const HIGHEST: u32 = 64;
    let (forms, form) = (work.forms(), found.form.form());
    let is_misere = modulus.engine().is_some_and(|engine| engine.universe().is_some());
    let player = Player::BOTH.into_iter().find(|&p| forms.is_dead_end(form, p) && form != Form::ZERO);
    let Some(player) = player.filter(|_| is_misere && forms.rank(form) <= HIGHEST) else {
        return Ok(None);
    };
    let ends = DeadEnds::with_budget(work.budget().clone());
    let Ok(end) = ends.value(forms, form, player) else { return Ok(None) };
    let Some(atoms) = ends.factorisations(end)?.into_iter().next() else { return Ok(None) };
    let one = ends.integer(1)?;
    let mut summands: Vec<(DeadEnd, i64)> = Vec::new();
    for &atom in atoms.iter().rev() {
        match summands.iter_mut().find(|(known, _)| *known == atom) {
            Some((_, times)) => *times += 1,
            None => summands.push((atom, 1)),
        }
    }
    if summands.len() < 2 && summands.iter().all(|&(atom, times)| times < 2 || atom == one) {
        return Ok(None);
    }
    let notation = Notation { style, ..Notation::default() };
    let mut texts = Vec::new();
    for (atom, times) in summands {
        // Copies of 1̄ are an integer.
        if atom == one {
            let integer = forms.integer(if player == Player::Left { -times } else { times })?;
            texts.push(notation.write(forms, integer)?);
        } else {
            let text = notation.write(forms, ends.form(forms, atom, player)?)?;
            texts.push(if times == 1 { text } else { format!("{times}.{text}") });
        }
    }
    Ok(Some(texts.join(" + ")))
}

/// The form, or why there is none.
pub(crate) fn written(found: &Evaluation, style: Style) -> Result<WrittenForm, Error> {
    match found.form.write(style) {
        Ok(text) => Ok(WrittenForm { form: Some(text), limit: None }),
        Err(Error::Exhausted(exhausted)) if matches!(exhausted.limit, Limit::Text(_)) => {
            Ok(WrittenForm { form: None, limit: Some(with_flag(&exhausted)) })
        }
        Err(error) => Err(error),
    }
}

/// The game as text, or one line about it if the text is too long to be written.
fn text_or_summary(game: &Game, style: Style) -> Result<NamedTexts, Error> {
    match game.workspace().write_with_names(std::slice::from_ref(game), style) {
        Err(Error::Exhausted(Exhausted { limit: Limit::Text(_), .. })) => {
            Ok(NamedTexts { texts: vec![summary(game)?], definitions: String::new() })
        }
        written => written,
    }
}

/// What is told of a game that is too large to be printed, and how to get all of it.
pub(crate) fn summary(game: &Game) -> Result<String, Error> {
    let followers = game.workspace().forms().followers_within(&[game.form()])?.len();
    Ok(format!(
        "(too large to print: {} edges as a tree, {followers} different followers, rank {}; --max-output BYTES \
         prints larger games; `misere value … --store FILE`, then `misere store export FILE --output OUT`, writes \
         a value as a graph)",
        game.tree_edges()?,
        game.rank(),
    ))
}

pub(crate) fn in_words(method: Method) -> &'static str {
    match method {
        Method::AddComponents => "components added",
        Method::WholeBoard => "whole board",
    }
}
