//! `misere nim`: positions of Nim.

use misere::Style;
use misere::impartial::{NimPosition, Ordinal};
use misere::rulesets::Convention;
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;
use crate::show::{outcome_in_words, yes_or_no};

/// A position of Nim.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NimObject {
    ok: bool,
    position: Vec<String>,
    misere: PlayObject,
    normal: PlayObject,
    nim_sum: String,
    genus: Option<String>,
    reduced: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    equal: Option<EqualObject>,
}

/// The winner and the winning moves.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlayObject {
    outcome: String,
    winning_moves: Vec<MoveObject>,
}

/// A move in a heap.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MoveObject {
    heap: String,
    to: String,
}

/// Whether two positions are equal.
#[derive(Serialize, JsonSchema)]
pub(crate) struct EqualObject {
    position: Vec<String>,
    reduced: Vec<String>,
    #[serde(rename = "I")]
    modulo_i: bool,
    #[serde(rename = "M")]
    modulo_m: bool,
}

pub(crate) fn nim(
    input: &Input<'_>,
    report: &mut Report,
    heaps: &[String],
    equal: Option<&str>,
) -> Result<(), Failure> {
    let heaps: Vec<&str> = heaps.iter().map(String::as_str).collect();
    let position = input.nim_position("heap", &heaps)?;
    let other = equal.map(|text| input.nim_position("--equal", &[text])).transpose()?;
    let style = report.style;
    if report.json {
        let equal = other.map(|other| EqualObject {
            modulo_i: position.is_equal_modulo_i(&other),
            modulo_m: position.is_equal_modulo_m(&other),
            position: sizes(&other, style),
            reduced: sizes(&other.reduced(), style),
        });
        return report.object(&NimObject {
            ok: true,
            misere: play(&position, Convention::Misere, style),
            normal: play(&position, Convention::Normal, style),
            nim_sum: position.nim_sum().write(style),
            genus: position.genus().map(|genus| genus.write(style)),
            reduced: sizes(&position.reduced(), style),
            position: sizes(&position, style),
            equal,
        });
    }
    let mut lines = vec![("position", position.write(style))];
    for (outcome, moves, convention) in [
        ("misère outcome", "misère moves", Convention::Misere),
        ("normal outcome", "normal moves", Convention::Normal),
    ] {
        lines.push((outcome, outcome_in_words(position.outcome(convention))));
        lines.push((moves, moves_in_words(&position, convention, style)));
    }
    lines.push(("nim-sum", position.nim_sum().write(style)));
    lines.extend(position.genus().map(|genus| ("genus", genus.write(style))));
    lines.push(("modulo I", position.reduced().write(style)));
    lines.push(("modulo M", position.write(style)));
    if let Some(other) = other {
        lines.push(("compared with", other.write(style)));
        lines.push(("equal mod I", yes_or_no(position.is_equal_modulo_i(&other)).to_owned()));
        lines.push(("equal mod M", yes_or_no(position.is_equal_modulo_m(&other)).to_owned()));
    }
    lines.iter().try_for_each(|(label, text)| report.line(&format!("{label:14}  {text}")))
}

fn play(position: &NimPosition, convention: Convention, style: Style) -> PlayObject {
    let moves = position.winning_moves(convention);
    PlayObject {
        outcome: position.outcome(convention).to_string(),
        winning_moves: moves
            .iter()
            .map(|step| MoveObject { heap: step.heap.write(style), to: step.to.write(style) })
            .collect(),
    }
}

fn moves_in_words(position: &NimPosition, convention: Convention, style: Style) -> String {
    if position.heaps().is_empty() {
        return "there is no move".to_owned();
    }
    let moves = position.winning_moves(convention);
    if moves.is_empty() {
        return "every move loses".to_owned();
    }
    let written: Vec<String> = moves.iter().map(|step| step.write(style)).collect();
    written.join(", ")
}

fn sizes(position: &NimPosition, style: Style) -> Vec<String> {
    position.heaps().iter().map(|heap: &Ordinal| heap.write(style)).collect()
}
