//! `misere table`: the values of many positions.

use std::ops::RangeInclusive;

use misere::rulesets::Ruleset;
use misere::{Answer, Evaluation, Game, Modulus, NamedTexts, Positions, Style, Workspace};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::PositionOf;
use crate::failure::Failure;
use crate::input::Input;
use crate::latex::{Cell, tabular};
use crate::progress::doing_position;
use crate::report::Report;
use crate::show::with_names;
use crate::value::{Shown, home, in_words, written};

/// A position with ranges in it, such as `1..2x1..6`: the ranges, and the texts before,
/// between and behind them.
struct Family {
    texts: Vec<String>,
    ranges: Vec<RangeInclusive<u32>>,
}

/// A cell of a table.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CellObject {
    ok: bool,
    position: String,
    modulo: String,
    /// The simplest form, or null for a form that is too large to print.
    form: Option<String>,
    tree_edges: String,
    outcome: String,
    how: String,
}

pub(crate) fn table(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    asked: &PositionOf,
    modulus: Option<&str>,
    shown: Shown,
    csv: bool,
) -> Result<(), Failure> {
    let ruleset = input.ruleset(&asked.ruleset)?;
    let (_, text) = input.text("position", &asked.position)?;
    let family = Family::read(text.trim())?;
    let modulus = match modulus {
        Some(modulus) => input.modulus(modulus)?,
        None => home(work, input, &*ruleset)?,
    };
    // All positions are read before the first is evaluated: a mistake costs nothing.
    for numbers in family.members() {
        read(&*ruleset, &family.member(&numbers))?;
    }
    let mut table = Table { positions: work.positions(ruleset), modulus, shown };
    if report.json || csv {
        return table.as_lines(report, &family, csv);
    }
    let mut cells = Vec::new();
    for numbers in family.members() {
        let position = family.member(&numbers);
        match table.cell(&position, report.style) {
            Ok(cell) => cells.push((position, cell)),
            Err(failure) => {
                // Values found before a failure are still printed.
                let (cells, definitions) = texts(work, cells, report.style);
                as_list(report, &cells)?;
                definitions.iter().try_for_each(|definition| report.line(definition))?;
                return Err(failure);
            }
        }
    }
    let columns = family.ranges.get(1).map_or(1, |range| range.clone().count());
    let (cells, definitions) = texts(work, cells, report.style);
    let is_latex = report.style == Style::Latex;
    match is_latex {
        true => as_latex(report, &family, columns, &cells)?,
        false => as_text(report, &family, columns, &cells)?,
    }
    if is_latex && !definitions.is_empty() {
        report.line("")?;
    }
    definitions.iter().try_for_each(|definition| report.formula(definition, is_latex))
}

/// What a cell shows of a value.
enum Part {
    Form(Game),
    Text(String),
}

/// The cells of a table as text, with the same names in all, and the definitions of the names.
fn texts(work: &Workspace, cells: Vec<(String, Part)>, style: Style) -> (Vec<(String, String)>, Vec<String>) {
    let forms = cells.iter().filter_map(|(_, part)| match part {
        Part::Form(game) => Some(game.clone()),
        Part::Text(_) => None,
    });
    let NamedTexts { texts, definitions } = with_names(work, &forms.collect::<Vec<_>>(), style);
    let mut texts = texts.into_iter();
    let text = |(position, part)| match part {
        Part::Form(_) => (position, texts.next().unwrap_or_default()),
        Part::Text(text) => (position, text),
    };
    (cells.into_iter().map(text).collect(), definitions)
}

fn read(ruleset: &dyn Ruleset, text: &str) -> Result<misere::rulesets::Position, Failure> {
    ruleset.read(text).map_err(|error| Failure::reading("position", text, error.into()))
}

struct Table {
    positions: Positions,
    modulus: Modulus,
    shown: Shown,
}

impl Table {
    fn evaluate(&mut self, text: &str) -> Result<Evaluation, Failure> {
        let position = read(&**self.positions.ruleset(), text)?;
        doing_position(text, self.positions.graph().steps());
        let sum = self.positions.explore(&position)?;
        Ok(self.positions.value(sum, &self.modulus)?)
    }

    fn cell(&mut self, text: &str, style: Style) -> Result<Part, Failure> {
        let found = self.evaluate(text)?;
        if self.shown.edges {
            return Ok(Part::Text(found.form.tree_edges().to_string()));
        }
        if self.shown.outcome {
            return Ok(Part::Text(Answer::Outcome(Some(found.outcome)).write(style)?));
        }
        Ok(Part::Form(found.form))
    }

    fn as_lines(&mut self, report: &mut Report, family: &Family, csv: bool) -> Result<(), Failure> {
        let modulo = self.modulus.write(report.style)?;
        let Shown { edges: only_edges, outcome: only_outcome } = self.shown;
        if csv {
            report.line(match (only_edges, only_outcome) {
                (true, _) => "position,modulo,tree_edges,how",
                (_, true) => "position,modulo,outcome,how",
                _ => "position,modulo,form,tree_edges,outcome,how",
            })?;
        }
        for numbers in family.members() {
            let position = family.member(&numbers);
            let found = self.evaluate(&position)?;
            let form = if csv && (only_edges || only_outcome) { None } else { written(&found, report.style) };
            let tree_edges = found.form.tree_edges().to_string();
            let (outcome, how) = (found.outcome.to_string(), in_words(found.how.method));
            if csv {
                let all = [form.as_deref().unwrap_or(""), &tree_edges, &outcome];
                let shown = match (only_edges, only_outcome) {
                    (true, _) => &all[1..2],
                    (_, true) => &all[2..],
                    _ => &all[..],
                };
                let fields = [&[position.as_str(), modulo.as_str()], shown, &[how]].concat();
                report.line(&fields.into_iter().map(csv_field).collect::<Vec<_>>().join(","))?;
            } else {
                let (modulo, how) = (modulo.clone(), how.to_owned());
                report.object(&CellObject { ok: true, position, modulo, form, tree_edges, outcome, how })?;
            }
        }
        Ok(())
    }
}

/// Prints the table as a matrix if it is narrow enough to read, else as a list.
fn as_text(
    report: &mut Report,
    family: &Family,
    columns: usize,
    cells: &[(String, String)],
) -> Result<(), Failure> {
    const WIDEST: usize = 100;
    let length = |text: &str| text.chars().count();
    if columns > 1 {
        let mut rows = vec![vec![String::new()]];
        rows[0].extend(family.ranges[1].clone().map(|number| number.to_string()));
        for (number, row) in family.ranges[0].clone().zip(cells.chunks(columns)) {
            let mut line = vec![number.to_string()];
            line.extend(row.iter().map(|(_, cell)| cell.clone()));
            rows.push(line);
        }
        let widths: Vec<usize> = (0..=columns)
            .map(|column| rows.iter().map(|row| length(&row[column])).max().unwrap_or(0))
            .collect();
        if widths.iter().sum::<usize>() + 2 * columns <= WIDEST {
            for row in rows {
                let padded = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
                report.line(padded.collect::<Vec<_>>().join("  ").trim_end())?;
            }
            return Ok(());
        }
    }
    as_list(report, cells)
}

fn as_list(report: &mut Report, cells: &[(String, String)]) -> Result<(), Failure> {
    let width = cells.iter().map(|(position, _)| position.chars().count()).max().unwrap_or(0);
    for (position, cell) in cells {
        let line = format!("{position:width$}  {}", report.shortened(cell));
        report.line(&line)?;
    }
    Ok(())
}

fn as_latex(
    report: &mut Report,
    family: &Family,
    columns: usize,
    cells: &[(String, String)],
) -> Result<(), Failure> {
    let cell = |(_, cell): &(String, String)| Cell::form(cell.clone());
    let alignment = format!("r{}", "l".repeat(columns));
    if columns == 1 {
        let row = |of: &(String, String)| vec![Cell::Typed(of.0.clone()), cell(of)];
        return tabular(report, &alignment, None, &cells.iter().map(row).collect::<Vec<_>>());
    }
    let heads: Vec<String> = family.ranges[1].clone().map(|number| number.to_string()).collect();
    let heads: Vec<&str> = std::iter::once("").chain(heads.iter().map(String::as_str)).collect();
    let row = |(number, row): (u32, &[(String, String)])| {
        std::iter::once(Cell::text(number)).chain(row.iter().map(cell)).collect()
    };
    let rows: Vec<Vec<Cell>> = family.ranges[0].clone().zip(cells.chunks(columns)).map(row).collect();
    tabular(report, &alignment, Some(&heads), &rows)
}

/// The field, quoted as RFC 4180 says where needed.
pub(crate) fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

impl Family {
    fn read(text: &str) -> Result<Family, Failure> {
        const MOST: usize = 10_000;
        let mut family = Family { texts: vec![String::new()], ranges: Vec::new() };
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            match range(rest) {
                Some((range, behind)) => {
                    family.ranges.push(range);
                    family.texts.push(String::new());
                    rest = behind;
                }
                None => {
                    family.texts.last_mut().expect("there is a first text").push(c);
                    rest = &rest[c.len_utf8()..];
                    // Digits that begin no range are taken together: 12..3 is not read as 2..3.
                    while c.is_ascii_digit() && rest.starts_with(|c: char| c.is_ascii_digit()) {
                        family.texts.last_mut().expect("there is a first text").push_str(&rest[..1]);
                        rest = &rest[1..];
                    }
                }
            }
        }
        let bad = |message: &str| Err(Failure::bad_input(format!("position: {message}")));
        if family.ranges.is_empty() || family.ranges.len() > 2 {
            return bad("a table needs one or two ranges, as in 1..2x1..6");
        }
        if family.ranges.iter().any(RangeInclusive::is_empty) {
            return bad("a range goes from the smaller number to the larger one");
        }
        let size = |range: &RangeInclusive<u32>| (range.end() - range.start()) as usize + 1;
        if family.ranges.iter().map(size).fold(1, usize::saturating_mul) > MOST {
            return bad(&format!("a table has at most {MOST} positions"));
        }
        Ok(family)
    }

    /// The numbers of each member, row by row.
    fn members(&self) -> Vec<Vec<u32>> {
        let mut members = vec![Vec::new()];
        for range in &self.ranges {
            let longer = |start: Vec<u32>| range.clone().map(move |n| [&start[..], &[n]].concat());
            members = members.into_iter().flat_map(longer).collect();
        }
        members
    }

    fn member(&self, numbers: &[u32]) -> String {
        let mut text = self.texts[0].clone();
        for (number, behind) in numbers.iter().zip(&self.texts[1..]) {
            text.push_str(&number.to_string());
            text.push_str(behind);
        }
        text
    }
}

/// A range at the beginning of a text, and the text behind it.
fn range(text: &str) -> Option<(RangeInclusive<u32>, &str)> {
    let number = |text: &str| {
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        // A number that does not fit makes a table that is too large, which is refused.
        (digits > 0).then(|| (text[..digits].parse::<u32>().unwrap_or(u32::MAX), digits))
    };
    let (first, digits) = number(text)?;
    let rest = text[digits..].strip_prefix("..")?;
    let (last, digits) = number(rest)?;
    Some((first..=last, &rest[digits..]))
}
