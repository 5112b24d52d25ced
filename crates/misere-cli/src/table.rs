//! `misere table`: the values of many positions.

use std::ops::RangeInclusive;

use misere::data::Datum;
use misere::rulesets::Position;
use misere::{Error, Family, Game, NamedTexts, Question, Style, Workspace};

use crate::args::{Evidence, Sharding};
use crate::ask;
use crate::failure::Failure;
use crate::input::Input;
use crate::latex::{Cell, tabular};
use crate::report::Report;
use crate::show::with_names;
use crate::value::{Columns, columns, home};

#[allow(clippy::too_many_arguments, reason = "the arguments of a command")]
pub(crate) fn table(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    ruleset: &str,
    asked: &[String],
    moduli: &[String],
    shown: Columns,
    csv: bool,
    sharding: &Sharding,
) -> Result<(), Failure> {
    let ruleset = input.ruleset(ruleset)?;
    let mut given = Vec::new();
    for argument in asked {
        given.push(input.text("position", argument)?.1.trim().to_owned());
    }
    let families: Vec<Family> = given
        .iter()
        .map(|text| Family::read(text, given.len() > 1).map_err(refused))
        .collect::<Result<_, _>>()?;
    let read = families
        .iter()
        .flat_map(Family::texts)
        .map(|text| ruleset.read(&text).map_err(|error| Failure::reading("position", &text, error.into())));
    // All positions are read before the first is evaluated: a mistake costs nothing.
    let read: Vec<Position> = read.collect::<Result<_, _>>()?;
    let mut moduli =
        moduli.iter().map(|modulus| input.modulus("modulo", modulus)).collect::<Result<Vec<_>, _>>()?;
    let mut chosen = None;
    if moduli.is_empty() {
        let (home, line) = home(&mut work.positions(ruleset.clone()), &read)?;
        (moduli, chosen) = (vec![home], line);
    }
    let question = Question::new("table")?.with("ruleset", ruleset)?.with("positions", given)?;
    let question = question.with("moduli", moduli.clone())?;
    if sharding.shard.is_some() {
        return ask::part(work, report, &question, None, sharding);
    }
    if csv {
        let left_out: &[&str] = match (shown.edges, shown.outcome) {
            (true, _) => &["form", "outcome"],
            (_, true) => &["form", "tree_edges"],
            _ => &[],
        };
        return ask::csv(work, report, &question, None, left_out);
    }
    if report.json {
        return ask::answers(work, report, &question, &[], &Evidence::default());
    }
    if let Some(chosen) = chosen {
        report.remark(&chosen)?;
    }
    let heads = moduli.iter().map(|modulus| modulus.write(report.style)).collect::<Result<Vec<_>, _>>()?;
    let heads = if heads.len() > 1 { heads } else { Vec::new() };
    let mut found: Vec<Found> = Vec::new();
    let failed = ask::each_row(work, &question, None, |row| {
        let position = row.get("position").cloned().unwrap_or(Datum::Nothing).write(work, report.style)?;
        let content = match row.get("form") {
            Some(Datum::Game(form)) if !shown.edges && !shown.outcome => CellContent::Form(form.clone()),
            _ => CellContent::Text(columns(row, shown, report)?),
        };
        match found.last_mut().filter(|last| last.position == position && last.parts.len() < moduli.len()) {
            Some(last) => last.parts.push(content),
            None => found.push(Found { position, parts: vec![content] }),
        }
        Ok(())
    });
    if let Err(failure) = failed {
        // Values found before a failure are still printed.
        found.retain(|row| row.parts.len() == moduli.len());
        let (rows, definitions) = named(work, found, report.style)?;
        as_list(report, &heads, &rows)?;
        definitions.lines().try_for_each(|definition| report.line(definition))?;
        return Err(failure);
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

/// A refusal of a position with ranges.
fn refused(error: Error) -> Failure {
    match error {
        Error::Argument { expected, .. } => Failure::bad_input(format!("position: {expected}")),
        other => other.into(),
    }
}

/// What a cell shows of a value.
enum CellContent {
    Form(Game),
    Text(String),
}

/// A position, and what is shown of its value modulo each universe.
struct Found {
    position: String,
    parts: Vec<CellContent>,
}

/// The rows as text, with the same names in all, and the definitions of the names.
fn named(work: &Workspace, found: Vec<Found>, style: Style) -> Result<(Vec<Row>, String), Error> {
    let forms = found.iter().flat_map(|row| &row.parts).filter_map(|part| match part {
        CellContent::Form(game) => Some(game.clone()),
        CellContent::Text(_) => None,
    });
    let NamedTexts { texts, definitions } = with_names(work, &forms.collect::<Vec<_>>(), style)?;
    let mut texts = texts.into_iter();
    let mut cell = |part| match part {
        CellContent::Form(_) => texts.next().unwrap_or_default(),
        CellContent::Text(text) => text,
    };
    let row = |Found { position, parts }| Row { position, cells: parts.into_iter().map(&mut cell).collect() };
    Ok((found.into_iter().map(row).collect(), definitions))
}

/// A position, and its cell modulo each universe.
struct Row {
    position: String,
    cells: Vec<String>,
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
