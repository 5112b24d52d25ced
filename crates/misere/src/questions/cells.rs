//! The page of a table of values.

use std::ops::RangeInclusive;

use misere_notation::NamedTexts;

use super::Family;
use crate::data::{Datum, Record};
use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::render::page::{Cell, Sheet, columns, definitions, table, widths, with_names};
use crate::render::write_outcome;

/// The parts of a value that are shown instead of its form.
#[derive(Clone, Copy)]
pub struct Columns {
    /// The number of edges of the form, drawn as a tree.
    pub edges: bool,
    /// The outcome.
    pub outcome: bool,
}

impl Columns {
    /// Whether the form is shown.
    #[must_use]
    pub fn shows_form(self) -> bool {
        !self.edges && !self.outcome
    }

    /// The names of the columns of comma-separated values that are left out.
    #[must_use]
    pub fn left_out(self) -> &'static [&'static str] {
        match (self.edges, self.outcome) {
            (true, _) => &["form", "outcome"],
            (_, true) => &["form", "tree_edges"],
            _ => &[],
        }
    }

    /// The edges and the outcome of a value, as far as they are asked for.
    #[must_use]
    pub fn write(self, value: &Record, sheet: Sheet) -> String {
        let mut parts = Vec::new();
        if let (true, Some(Datum::Count(edges))) = (self.edges, value.get("tree_edges")) {
            parts.push(edges.number.to_string());
        }
        if let (true, Some(Datum::Outcome(outcome))) = (self.outcome, value.get("outcome")) {
            parts.push(write_outcome(*outcome, sheet.style));
        }
        parts.join("  ")
    }
}

/// The ranges of the rows and the columns of a matrix.
type Matrix<'a> = Option<[&'a RangeInclusive<u32>; 2]>;

/// A table of values: a matrix if the positions are one family with two ranges and it is narrow
/// enough to read, else a list with the universes side by side. The cells are records in the order
/// of the question `table`; a position whose values are not all there is left out.
///
/// # Errors
/// [`Error::Exhausted`] when the text is too long to be written.
pub fn table_page(
    cells: &[Record],
    moduli: &[Modulus],
    families: &[Family],
    shown: Columns,
    sheet: Sheet,
) -> Result<Vec<String>, Error> {
    let (rows, named) = rows(cells, moduli, shown, sheet)?;
    let heads = moduli.iter().map(|modulus| modulus.write(sheet.style)).collect::<Result<Vec<_>, _>>()?;
    let heads = if heads.len() > 1 { heads } else { Vec::new() };
    let matrix: Matrix<'_> = match families {
        [Family { ranges, .. }] if heads.is_empty() => match &ranges[..] {
            [down, across] if rows.len() == down.clone().count() * across.clone().count() => {
                Some([down, across])
            }
            _ => None,
        },
        _ => None,
    };
    let mut lines = match matrix.and_then(|matrix| as_matrix(matrix, &rows, sheet)) {
        Some(lines) => lines,
        None => as_list(&heads, rows, sheet),
    };
    lines.extend(definitions(sheet, &named));
    Ok(lines)
}

/// A position, and its cell modulo each universe.
struct Row {
    position: String,
    cells: Vec<String>,
}

/// The rows as text, with the same names in all, and the definitions of the names.
fn rows(
    cells: &[Record],
    moduli: &[Modulus],
    shown: Columns,
    sheet: Sheet,
) -> Result<(Vec<Row>, String), Error> {
    let form = |cell: &Record| match cell.get("form") {
        Some(Datum::Game(form)) if shown.shows_form() => Some(form.clone()),
        _ => None,
    };
    let whole = cells.len() - cells.len() % moduli.len().max(1);
    let cells = &cells[..whole];
    let forms: Vec<Game> = cells.iter().filter_map(form).collect();
    let NamedTexts { texts, definitions } = match forms.first() {
        Some(first) => with_names(first.workspace(), &forms, sheet.style)?,
        None => NamedTexts { texts: Vec::new(), definitions: String::new() },
    };
    let mut texts = texts.into_iter();
    let mut text = |cell: &Record| match form(cell) {
        Some(_) => texts.next().unwrap_or_default(),
        None => shown.write(cell, sheet),
    };
    let row = |cells: &[Record]| Row {
        position: match cells[0].get("position") {
            Some(Datum::Text(position)) => position.as_plain().unwrap_or_default().to_owned(),
            _ => String::new(),
        },
        cells: cells.iter().map(&mut text).collect(),
    };
    Ok((cells.chunks(moduli.len().max(1)).map(row).collect(), definitions))
}

/// The table as a matrix. In text it may be too wide to be read.
fn as_matrix([down, across]: [&RangeInclusive<u32>; 2], rows: &[Row], sheet: Sheet) -> Option<Vec<String>> {
    const WIDEST: usize = 100;
    let heads: Vec<String> =
        std::iter::once(String::new()).chain(across.clone().map(|number| number.to_string())).collect();
    let lines = down.clone().zip(rows.chunks(across.clone().count()));
    let line = |(number, row): (u32, &[Row])| {
        std::iter::once(number.to_string()).chain(row.iter().map(|row| row.cells[0].clone())).collect()
    };
    let lines: Vec<Vec<String>> = lines.map(line).collect();
    if sheet.style == misere_notation::Style::Latex {
        let cells = |line: Vec<String>| {
            let mut cells = line.into_iter();
            cells.next().map(Cell::Text).into_iter().chain(cells.map(Cell::form)).collect::<Vec<_>>()
        };
        let alignment = format!("r{}", "l".repeat(heads.len() - 1));
        let heads = heads.into_iter().map(Cell::Text).collect();
        return Some(table(sheet, &alignment, Some(heads), lines.into_iter().map(cells).collect()));
    }
    let all = [vec![heads], lines].concat();
    let widths = widths(&all);
    (widths.iter().sum::<usize>() + 2 * (widths.len() - 1) <= WIDEST).then(|| columns(&all))
}

fn as_list(heads: &[String], rows: Vec<Row>, sheet: Sheet) -> Vec<String> {
    let head = || {
        let names = heads.iter().map(|head| Cell::Math(head.clone()));
        std::iter::once(Cell::text("")).chain(names).collect()
    };
    let row = |row: Row| {
        std::iter::once(Cell::Typed(row.position)).chain(row.cells.into_iter().map(Cell::form)).collect()
    };
    let alignment = format!("r{}", "l".repeat(heads.len().max(1)));
    table(sheet, &alignment, (!heads.is_empty()).then(head), rows.into_iter().map(row).collect())
}
