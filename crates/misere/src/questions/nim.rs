//! Questions about positions of Nim, whose heaps may be infinite.

use misere_core::Outcome;
use misere_impartial::{NimPosition, Ordinal};
use misere_notation::Style;
use misere_rulesets::Convention;

use super::ask::Asked;
use super::lines::{Lines, listed_or};
use super::row::*;
use super::{ArgumentKind, Parameter, QuestionKind};
use crate::data::{Data, Datum, Formula, Record, Text, record};
use crate::error::Error;
use crate::workspace::Workspace;

const HEAPS: Parameter = required("heaps", "t", ArgumentKind::Text, "the heaps, such as 3 5 w+1");
const EQUAL: Parameter =
    optional("equal", "t", ArgumentKind::Text, "the heaps of a position to compare with");

pub(super) static ROWS: &[QuestionKind] = &[question(
    "nim_position",
    &[HEAPS, EQUAL],
    "A position of Nim with heaps of any size, also infinite ones such as w+1. It has a winner and winning \
               moves under misère and under normal play, a nim-sum, a genus where that is finite, and a \
               simplest position that is equal to it modulo I.",
    NIM,
    example(
        &[("heaps", "w+1 2"), ("equal", "w 3")],
        None,
        r#"{"position":["2","w+1"],"misere":{"outcome":"N","winning_moves":[{"heap":"w+1","to":"2"}]},"normal":{"outcome":"N","winning_moves":[{"heap":"w+1","to":"2"}]},"nim_sum":"w+3","genus":null,"reduced":["2","w+1"],"equal":{"position":["3","w"],"reduced":["2","w+1"],"I":true,"M":false}}"#,
    ),
    |a| {
        let read = |name| a.text(name).map(|text| read(a, name, text)).transpose();
        let position = read("heaps")?.expect("a required argument");
        let equal = read("equal")?;
        let play = |convention| Play {
            outcome: position.outcome(convention),
            winning_moves: position
                .winning_moves(convention)
                .iter()
                .map(|step| NimMove { heap: size(&step.heap), to: size(&step.to) })
                .collect(),
        };
        let equal = equal.map_or(Ok(Datum::Nothing), |other| is_equal(a.work, &position, &other))?;
        let genus = position.genus().map(|genus| in_styles(|style| genus.write(style)));
        let fields = a.fields().and(sizes(&position))?.and(play(Convention::Misere))?;
        let fields = fields.and(play(Convention::Normal))?.and(size(&position.nim_sum()))?.and(genus)?;
        Ok(fields.and(sizes(&position.reduced()))?.and_datum(equal))
    },
)];

record! {
    /// The winner and the winning moves.
    struct Play {
        /// who wins
        outcome: Outcome,
        /// the winning moves
        winning_moves: Vec<NimMove>,
    }
}

record! {
    /// A move in a heap.
    struct NimMove {
        /// the size of the heap
        heap: Text,
        /// the size that is left
        to: Text,
    }
}

const SIZES: Kind = Kind::List(&Kind::Text);

/// A position of Nim.
const NIM: Shape = Shape {
    plain: Plain::Itself,
    lines: Some(nim_lines),
    ..Shape::of(&[
        field("position", SIZES, "the sizes of the heaps, smallest first"),
        field("misere", Play::KIND, "the winner and the winning moves under misère play"),
        field("normal", Play::KIND, "the winner and the winning moves under normal play"),
        field("nim_sum", Kind::Text, "the nim-sum of the heaps"),
        field(
            "genus",
            Kind::Optional(&Kind::Text),
            "the genus, or null if a number in it is infinite or very large",
        ),
        field("reduced", SIZES, "the simplest position that is equal modulo I"),
        field("equal", Kind::IfAny(&Kind::Record(&EQUALITY)), "how the position compares with the other one"),
    ])
};

/// Whether two positions of Nim are equal.
const EQUALITY: Shape = Shape {
    name: "NimEquality",
    help: "Whether two positions of Nim are equal.",
    plain: Plain::Itself,
    ..Shape::of(&[
        field("position", SIZES, "the other position"),
        field("reduced", SIZES, "the simplest position that is equal to the other one modulo I"),
        field("I", Kind::Boolean, "whether both positions are equal modulo I"),
        field("M", Kind::Boolean, "whether both positions are equal modulo M"),
    ])
};

fn read(a: &Asked<'_>, name: &'static str, text: &str) -> Result<NimPosition, Error> {
    NimPosition::read(text).map_err(|error| a.unreadable(name, text, error))
}

fn is_equal(work: &Workspace, position: &NimPosition, other: &NimPosition) -> Result<Datum, Error> {
    let fields = Fields::new(work).and(sizes(other))?.and(sizes(&other.reduced()))?;
    let fields = fields.and(position.is_equal_modulo_i(other))?.and(position.is_equal_modulo_m(other))?;
    Ok(Datum::Record(fields.record(&EQUALITY)))
}

fn in_styles(write: impl Fn(Style) -> String) -> Text {
    let [ascii, unicode, latex] = [Style::Ascii, Style::Unicode, Style::Latex].map(write);
    Text::formula(Formula([ascii.into(), unicode.into(), latex.into()]))
}

fn size(heap: &Ordinal) -> Text {
    in_styles(|style| heap.write(style))
}

fn sizes(position: &NimPosition) -> Vec<Text> {
    position.heaps().iter().map(size).collect()
}

fn nim_lines(record: &Record, style: Style) -> Result<Vec<String>, Error> {
    let of = Lines { record, style };
    let heaps = |of: &Lines<'_>, name: &str| Ok::<_, Error>(listed_or("0", &of.all(name)?));
    let position = heaps(&of, "position")?;
    let mut lines = vec![("position", position.clone())];
    for (name, outcome, moves) in
        [("misere", "misère outcome", "misère moves"), ("normal", "normal outcome", "normal moves")]
    {
        let Some(play) = of.of(name) else { continue };
        lines.push((outcome, play.winner("outcome")));
        let arrow = match style {
            Style::Unicode => "→",
            Style::Ascii => "->",
            Style::Latex => r"\to",
        };
        let step = |step: Lines<'_>| Ok(format!("{} {arrow} {}", step.text("heap")?, step.text("to")?));
        let all = play.each("winning_moves").map(step).collect::<Result<Vec<_>, Error>>()?;
        let none = if position == "0" { "there is no move" } else { "every move loses" };
        lines.push((moves, listed_or(none, &all)));
    }
    lines.push(("nim-sum", of.text("nim_sum")?));
    if of.has("genus") {
        lines.push(("genus", of.text("genus")?));
    }
    lines.push(("modulo I", heaps(&of, "reduced")?));
    lines.push(("modulo M", position));
    if let Some(other) = of.of("equal") {
        lines.push(("compared with", heaps(&other, "position")?));
        lines.push(("equal mod I", other.text("I")?));
        lines.push(("equal mod M", other.text("M")?));
    }
    Ok(lines.into_iter().map(|(label, text)| format!("{label:14}  {text}")).collect())
}
