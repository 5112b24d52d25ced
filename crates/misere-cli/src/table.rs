//! `misere table`: the values of many positions.

use std::ops::RangeInclusive;

use misere::rulesets::{Position, Ruleset};
use misere::{
    Error, Game, JSON_STYLE, Modulus, NamedTexts, Positions, RulesKey, Style, Workspace, csv_cell,
    write_outcome,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::Sharding;
use crate::failure::Failure;
use crate::input::Input;
use crate::latex::{Cell, tabular};
use crate::progress::doing_position;
use crate::report::Report;
use crate::shard::Part;
use crate::show::with_names;
use crate::value::{Shown, WrittenForm, home, in_words, written};

/// A position with ranges in it, such as `1..2x1..6`: the ranges, and the texts before,
/// between and behind them.
struct Family {
    texts: Vec<String>,
    ranges: Vec<RangeInclusive<u32>>,
}

/// How many positions a table may have.
const MOST_POSITIONS: usize = 10_000;

/// A cell of a table.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CellObject {
    ok: bool,
    position: String,
    modulo: String,
    #[serde(flatten)]
    form: WrittenForm,
    tree_edges: String,
    outcome: String,
    how: String,
}

#[allow(clippy::too_many_arguments, reason = "the arguments of a command")]
pub(crate) fn table(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    ruleset: &str,
    asked: &[String],
    moduli: &[String],
    shown: Shown,
    csv: bool,
    sharding: &Sharding,
) -> Result<(), Failure> {
    let ruleset = input.ruleset(ruleset)?;
    let mut families = Vec::new();
    for argument in asked {
        let (_, text) = input.text("position", argument)?;
        families.push(Family::read(text.trim(), asked.len() > 1)?);
    }
    let texts: Vec<String> = families.iter().flat_map(Family::texts).collect();
    if texts.len() > MOST_POSITIONS {
        return Err(Failure::bad_input(format!("position: a table has at most {MOST_POSITIONS} positions")));
    }
    // All positions are read before the first is evaluated: a mistake costs nothing.
    let read = |text: &String| read(&*ruleset, text);
    let read: Vec<Position> = texts.iter().map(read).collect::<Result<_, _>>()?;
    let mut moduli =
        moduli.iter().map(|modulus| input.modulus("modulo", modulus)).collect::<Result<Vec<_>, _>>()?;
    let mut positions = work.positions(ruleset.clone());
    let mut chosen = None;
    if moduli.is_empty() {
        let mut sums = Vec::new();
        if ruleset.description().home.is_none() {
            for position in &read {
                sums.push(positions.explore(position)?);
            }
        }
        let (home, line) = home(&positions, &sums)?;
        (moduli, chosen) = (vec![home], line);
    }
    let mut table = Table { positions, moduli, shown };
    if sharding.shard.is_some() {
        let name = &ruleset.description().name;
        let command = match RulesKey::new(&*ruleset) {
            Some(key) => format!("table {name}, rules {}", key.digest),
            None => format!("table {name}"),
        };
        let part = Part::new(work, sharding, &command, &table.moduli, texts.clone())?;
        return part.compute(report, |unit| table.cells(&texts[unit], &read[unit]));
    }
    if report.json || csv {
        return table.as_lines(report, &texts, &read, csv);
    }
    if let Some(chosen) = chosen {
        report.remark(&chosen)?;
    }
    let heads =
        table.moduli.iter().map(|modulus| modulus.write(report.style)).collect::<Result<Vec<_>, _>>()?;
    let heads = if heads.len() > 1 { heads } else { Vec::new() };
    let mut found: Vec<Found> = Vec::new();
    for (text, position) in texts.iter().zip(&read) {
        match table.row(text, position, report.style) {
            Ok(row) => found.push(row),
            Err(failure) => {
                // Values found before a failure are still printed.
                let (rows, definitions) = named(work, found, report.style)?;
                as_list(report, &heads, &rows)?;
                definitions.lines().try_for_each(|definition| report.line(definition))?;
                return Err(failure);
            }
        }
    }
    let (rows, definitions) = named(work, found, report.style)?;
    let matrix = match &families[..] {
        [Family { ranges, .. }] if ranges.len() == 2 && heads.is_empty() => Some([&ranges[0], &ranges[1]]),
        _ => None,
    };
    let is_latex = report.style == Style::Latex;
    match is_latex {
        true => as_latex(report, matrix, &heads, &rows)?,
        false => as_text(report, matrix, &heads, &rows)?,
    }
    if is_latex && !definitions.is_empty() {
        report.line("")?;
    }
    definitions.lines().try_for_each(|definition| report.formula(definition, is_latex))
}

/// What a cell shows of a value.
enum Shows {
    Form(Game),
    Text(String),
}

/// A position, and what is shown of its value modulo each universe.
struct Found {
    position: String,
    parts: Vec<Shows>,
}

/// The rows as text, with the same names in all, and the definitions of the names.
fn named(work: &Workspace, found: Vec<Found>, style: Style) -> Result<(Vec<Row>, String), Error> {
    let forms = found.iter().flat_map(|row| &row.parts).filter_map(|part| match part {
        Shows::Form(game) => Some(game.clone()),
        Shows::Text(_) => None,
    });
    let NamedTexts { texts, definitions } = with_names(work, &forms.collect::<Vec<_>>(), style)?;
    let mut texts = texts.into_iter();
    let mut cell = |part| match part {
        Shows::Form(_) => texts.next().unwrap_or_default(),
        Shows::Text(text) => text,
    };
    let row = |Found { position, parts }| Row { position, cells: parts.into_iter().map(&mut cell).collect() };
    Ok((found.into_iter().map(row).collect(), definitions))
}

fn read(ruleset: &dyn Ruleset, text: &str) -> Result<Position, Failure> {
    ruleset.read(text).map_err(|error| Failure::reading("position", text, error.into()))
}

struct Table {
    positions: Positions,
    moduli: Vec<Modulus>,
    shown: Shown,
}

/// A position, and its cell modulo each universe.
struct Row {
    position: String,
    cells: Vec<String>,
}

impl Table {
    fn row(&mut self, text: &str, position: &Position, style: Style) -> Result<Found, Failure> {
        doing_position(text, self.positions.graph().steps());
        let mut parts = Vec::new();
        for modulus in &self.moduli {
            let found = self.positions.value_at(position, modulus)?;
            parts.push(match self.shown {
                Shown { edges: true, .. } => Shows::Text(found.form.tree_edges()?.to_string()),
                Shown { outcome: true, .. } => Shows::Text(write_outcome(found.outcome, style)),
                _ => Shows::Form(found.form),
            });
        }
        Ok(Found { position: text.to_owned(), parts })
    }

    /// The cells of a position as JSON has them.
    fn cells(&mut self, text: &str, position: &Position) -> Result<Vec<CellObject>, Failure> {
        doing_position(text, self.positions.graph().steps());
        let mut cells = Vec::new();
        for modulus in &self.moduli {
            let found = self.positions.value_at(position, modulus)?;
            cells.push(CellObject {
                ok: true,
                position: text.to_owned(),
                modulo: modulus.write(JSON_STYLE)?,
                form: written(&found, JSON_STYLE)?,
                tree_edges: found.form.tree_edges()?.to_string(),
                outcome: found.outcome.to_string(),
                how: in_words(found.how.method).to_owned(),
            });
        }
        Ok(cells)
    }

    fn as_lines(
        &mut self,
        report: &mut Report,
        texts: &[String],
        read: &[Position],
        csv: bool,
    ) -> Result<(), Failure> {
        let Shown { edges: only_edges, outcome: only_outcome } = self.shown;
        if csv {
            report.line(match (only_edges, only_outcome) {
                (true, _) => "position,modulo,tree_edges,how",
                (_, true) => "position,modulo,outcome,how",
                _ => "position,modulo,form,tree_edges,outcome,how",
            })?;
        }
        for (position, place) in texts.iter().zip(read) {
            doing_position(position, self.positions.graph().steps());
            for modulus in &self.moduli {
                let modulo = modulus.write(report.style)?;
                let found = self.positions.value_at(place, modulus)?;
                let form = written(&found, report.style)?;
                let tree_edges = found.form.tree_edges()?.to_string();
                let (outcome, how) = (found.outcome.to_string(), in_words(found.how.method));
                if csv {
                    let all = [form.form.as_deref().unwrap_or(""), &tree_edges, &outcome];
                    let shown = match (only_edges, only_outcome) {
                        (true, _) => &all[1..2],
                        (_, true) => &all[2..],
                        _ => &all[..],
                    };
                    let fields = [&[position.as_str(), modulo.as_str()], shown, &[how]].concat();
                    report.line(&fields.into_iter().map(csv_cell).collect::<Vec<_>>().join(","))?;
                } else {
                    let (position, how) = (position.clone(), how.to_owned());
                    report.object(&CellObject {
                        ok: true,
                        position,
                        modulo,
                        form,
                        tree_edges,
                        outcome,
                        how,
                    })?;
                }
            }
        }
        Ok(())
    }
}

/// The ranges of the rows and the columns of a matrix.
type Matrix<'a> = Option<[&'a RangeInclusive<u32>; 2]>;

/// How wide a table may be to be read.
const WIDEST: usize = 100;

/// Prints the table as a matrix if it is narrow enough to read, else as a list.
fn as_text(report: &mut Report, matrix: Matrix<'_>, heads: &[String], rows: &[Row]) -> Result<(), Failure> {
    if let Some([down, across]) = matrix {
        let mut lines = vec![vec![String::new()]];
        lines[0].extend(across.clone().map(|number| number.to_string()));
        for (number, row) in down.clone().zip(rows.chunks(across.clone().count())) {
            let mut line = vec![number.to_string()];
            line.extend(row.iter().map(|row| row.cells[0].clone()));
            lines.push(line);
        }
        let widths = widths(&lines);
        if widths.iter().sum::<usize>() + 2 * (widths.len() - 1) <= WIDEST {
            return in_columns(report, &lines, &widths);
        }
    }
    as_list(report, heads, rows)
}

fn as_list(report: &mut Report, heads: &[String], rows: &[Row]) -> Result<(), Failure> {
    let mut lines = Vec::new();
    if !heads.is_empty() {
        lines.push([&[String::new()], heads].concat());
    }
    for row in rows {
        let mut line = vec![row.position.clone()];
        line.extend(row.cells.iter().map(|cell| report.shortened(cell).into_owned()));
        lines.push(line);
    }
    in_columns(report, &lines, &widths(&lines))
}

/// The widths of the columns; the last column may be as wide as it likes.
fn widths(lines: &[Vec<String>]) -> Vec<usize> {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    (0..columns).map(width).collect()
}

fn in_columns(report: &mut Report, lines: &[Vec<String>], widths: &[usize]) -> Result<(), Failure> {
    for line in lines {
        let padded = line.iter().zip(widths).map(|(cell, &width)| format!("{cell:width$}"));
        report.line(padded.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

fn as_latex(report: &mut Report, matrix: Matrix<'_>, heads: &[String], rows: &[Row]) -> Result<(), Failure> {
    let cell = |cell: &String| Cell::form(cell.clone());
    if let Some([down, across]) = matrix {
        let heads: Vec<Cell> = across.clone().map(Cell::text).collect();
        let columns = heads.len();
        let row = |(number, row): (u32, &[Row])| {
            std::iter::once(Cell::text(number)).chain(row.iter().map(|row| cell(&row.cells[0]))).collect()
        };
        let rows: Vec<Vec<Cell>> = down.clone().zip(rows.chunks(columns)).map(row).collect();
        let heads: Vec<Cell> = std::iter::once(Cell::text("")).chain(heads).collect();
        return tabular(report, &format!("r{}", "l".repeat(columns)), Some(&heads), &rows);
    }
    let row = |row: &Row| {
        std::iter::once(Cell::Typed(row.position.clone())).chain(row.cells.iter().map(cell)).collect()
    };
    let universes: Vec<Cell> =
        std::iter::once(Cell::text("")).chain(heads.iter().map(|head| Cell::Math(head.clone()))).collect();
    let head = (!heads.is_empty()).then_some(&universes[..]);
    let alignment = format!("r{}", "l".repeat(heads.len().max(1)));
    tabular(report, &alignment, head, &rows.iter().map(row).collect::<Vec<_>>())
}

impl Family {
    /// Reads a position with ranges. One of several positions may have none.
    fn read(text: &str, is_one_of_several: bool) -> Result<Family, Failure> {
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
        let fewest = usize::from(!is_one_of_several);
        if !(fewest..=2).contains(&family.ranges.len()) {
            return bad("a table needs one or two ranges, as in 1..2x1..6, or several positions");
        }
        if family.ranges.iter().any(RangeInclusive::is_empty) {
            return bad("a range goes from the smaller number to the larger one");
        }
        let size = |range: &RangeInclusive<u32>| (range.end() - range.start()) as usize + 1;
        if family.ranges.iter().map(size).fold(1, usize::saturating_mul) > MOST_POSITIONS {
            return bad(&format!("a table has at most {MOST_POSITIONS} positions"));
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

    /// The positions, row by row.
    fn texts(&self) -> Vec<String> {
        self.members().iter().map(|numbers| self.member(numbers)).collect()
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
