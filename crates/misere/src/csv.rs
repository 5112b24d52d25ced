//! Comma-separated values.

use misere_notation::Style;

use crate::data::{Datum, Kind, Record, Shape};
use crate::error::Error;

/// The names of the columns of records of a shape, apart from some that are left out. A record
/// among the fields has a column for each of its own fields.
#[must_use]
pub fn csv_heads(shape: &Shape, left_out: &[&str]) -> Vec<String> {
    let mut heads = Vec::new();
    for field in columns(shape, left_out) {
        match inner(field.kind) {
            Some(inner) => heads.extend(inner.fields.iter().map(|of| format!("{}_{}", field.name, of.name))),
            None => heads.push(field.name.to_owned()),
        }
    }
    heads
}

impl Record {
    /// The fields as cells of comma-separated values, in the columns of [`csv_heads`].
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a text is too long to be written.
    pub fn csv(&self, style: Style, left_out: &[&str]) -> Result<Vec<String>, Error> {
        let mut cells = Vec::new();
        for field in columns(self.shape(), left_out) {
            match (inner(field.kind), self.get(field.name)) {
                (Some(_), Some(Datum::Record(record))) => cells.extend(record.csv(style, &[])?),
                (Some(inner), _) => cells.extend(inner.fields.iter().map(|_| String::new())),
                (None, datum) => cells.push(cell(datum.unwrap_or(&Datum::Nothing), style)?),
            }
        }
        Ok(cells)
    }
}

fn columns<'a>(shape: &'a Shape, left_out: &'a [&str]) -> impl Iterator<Item = &'a crate::data::Field> {
    let is_shown =
        |field: &&crate::data::Field| field.kind != Kind::WhyNull && !left_out.contains(&field.name);
    shape.fields.iter().filter(is_shown)
}

/// The shape of a field that is a record.
fn inner(kind: Kind) -> Option<&'static Shape> {
    match kind {
        Kind::Record(shape) => Some(shape),
        Kind::Optional(kind) | Kind::IfAny(kind) => inner(*kind),
        _ => None,
    }
}

fn cell(datum: &Datum, style: Style) -> Result<String, Error> {
    Ok(match datum {
        Datum::Nothing => String::new(),
        Datum::Boolean(yes) => u8::from(*yes).to_string(),
        // A form that is too long to be written leaves its cell empty.
        Datum::Game(game) => csv_cell(&game.write_if_short(style)?.unwrap_or_default()),
        Datum::Universe(universe) => csv_cell(&universe.write(style)?),
        Datum::Count(count) => csv_cell(&count.number.to_string()),
        Datum::Outcome(outcome) => outcome.to_string(),
        other => match other.json()? {
            serde_json::Value::String(text) => csv_cell(&text),
            other => csv_cell(&other.to_string()),
        },
    })
}

/// The text as a cell of comma-separated values, quoted as RFC 4180 says where that is needed.
///
/// A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula. Such a text has
/// an apostrophe before it, and so has one that begins with an apostrophe: who reads a cell that
/// begins with an apostrophe leaves out that one sign, and has the text.
///
/// ```
/// use misere::csv_cell;
/// assert_eq!(["*", "-1", "-1,0", "'"].map(csv_cell), ["*", "'-1", "\"'-1,0\"", "''"]);
/// ```
#[must_use]
pub fn csv_cell(text: &str) -> String {
    // Tabs and line ends at the beginning are skipped by spreadsheets, and wide signs are read as
    // the narrow ones.
    const MARKED: [char; 12] = ['=', '+', '-', '@', '\'', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    let mark = if text.starts_with(MARKED) { "'" } else { "" };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{mark}{}\"", text.replace('"', "\"\""))
    } else {
        format!("{mark}{text}")
    }
}

#[cfg(test)]
mod tests {
    use super::csv_cell;

    /// The text of a cell: the quotation marks of RFC 4180 and then the apostrophe are left out.
    fn read(cell: &str) -> String {
        let quoted = cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let text = quoted.map_or(cell.to_owned(), |inner| inner.replace("\"\"", "\""));
        text.strip_prefix('\'').unwrap_or(&text).to_owned()
    }

    #[test]
    fn a_cell_is_no_formula_and_reads_back() {
        let signs = ["=", "+", "-", "@", "'", "\t", "\r", "\n", "\"", ",", "1", "{", "＝", ""];
        for a in signs {
            for b in signs {
                for c in ["", "1+1", "cmd|' /C calc'!A0"] {
                    let text = [a, b, c].concat();
                    let cell = csv_cell(&text);
                    assert_eq!(read(&cell), text);
                    let shown = cell.strip_prefix('"').unwrap_or(&cell);
                    assert!(!shown.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝']), "{cell}");
                    assert!(cell.starts_with('"') || !cell.contains([',', '"', '\n', '\r']), "{cell}");
                }
            }
        }
    }
}
