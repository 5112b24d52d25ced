//! Pages: answers in lines for a reader, with tables.

use std::borrow::Cow;

use misere_core::{Exhausted, Limit};
use misere_notation::{NamedTexts, Style};

use crate::error::Error;
use crate::game::Game;
use crate::workspace::Workspace;

/// A page: its style, and whether a person reads it on a terminal. Only there very long texts are
/// cut.
#[derive(Clone, Copy)]
pub struct Sheet {
    /// The style of forms.
    pub style: Style,
    /// Whether a person reads the page.
    pub is_read: bool,
}

impl Sheet {
    /// The text, cut if it is very long and read on a terminal.
    #[must_use]
    pub fn shortened(self, text: &str) -> Cow<'_, str> {
        const MOST: usize = 2_000;
        const KEPT: usize = 200;
        if !self.is_read || text.chars().nth(MOST).is_none() {
            return text.into();
        }
        let beginning: String = text.chars().take(KEPT).collect();
        format!("{beginning}… ({} characters; add `| less` to see all)", text.chars().count()).into()
    }
}

/// A cell of a table: text, or something for mathematical mode.
pub(crate) enum Cell {
    Text(String),
    Math(String),
    /// Text as it is typed, such as a position.
    Typed(String),
    /// A formula, and text behind it.
    MathAndText(String, String),
}

/// The lines of a table with the alignment of columns, the head, and the rows below it: columns as
/// wide as they need be, in LaTeX a `tabular`.
pub(crate) fn table(
    sheet: Sheet,
    alignment: &str,
    head: Option<Vec<Cell>>,
    rows: Vec<Vec<Cell>>,
) -> Vec<String> {
    match sheet.style {
        Style::Latex => tabular(alignment, head, rows),
        Style::Unicode | Style::Ascii => {
            let text = |row: Vec<Cell>| {
                let cells = row.into_iter().map(|cell| sheet.shortened(&cell.plain()).into_owned());
                cells.collect::<Vec<_>>()
            };
            columns(&head.into_iter().chain(rows).map(text).collect::<Vec<_>>())
        }
    }
}

/// A `tabular`. A table that is too wide for a page is broken into several, each with the first
/// column; a column that is too wide alone breaks its lines.
fn tabular(alignment: &str, head: Option<Vec<Cell>>, rows: Vec<Vec<Cell>>) -> Vec<String> {
    let alignment: Vec<char> = alignment.chars().collect();
    let written = |row: Vec<Cell>| row.iter().map(Cell::written).collect::<Vec<String>>();
    let head = head.map(written);
    let rows: Vec<Vec<String>> = rows.into_iter().map(written).collect();
    let width = |column: usize| {
        let cells = head.iter().chain(&rows).map(|row| visible_width(&row[column]));
        cells.max().unwrap_or(0) + BETWEEN
    };
    let widths: Vec<usize> = (0..alignment.len()).map(width).collect();
    let mut lines = Vec::new();
    for (i, columns) in parts(&widths).into_iter().enumerate() {
        if i > 0 {
            lines.push(String::new());
        }
        let is_wide = |column: usize| columns.len() <= 2 && column > 0 && widths[0] + widths[column] > WIDEST;
        let alignment: String = columns
            .iter()
            .map(|&column| match is_wide(column) {
                true => format!("p{{{LINE}\\textwidth}}"),
                false => alignment[column].to_string(),
            })
            .collect();
        let row = |row: &Vec<String>| {
            let cells = columns.iter().map(|&column| match is_wide(column) {
                true => breakable(&row[column]),
                false => row[column].clone(),
            });
            cells.collect::<Vec<_>>().join(" & ")
        };
        lines.push(format!("\\begin{{tabular}}{{{alignment}}}"));
        lines.extend(head.iter().map(|head| format!("{} \\\\ \\hline", row(head))));
        lines.extend(rows.iter().map(|cells| format!("{} \\\\", row(cells))));
        lines.push("\\end{tabular}".to_owned());
    }
    lines
}

/// The width of a text: bars over digits take no room of their own.
fn width(text: &str) -> usize {
    text.chars().filter(|c| !matches!(c, '\u{304}' | '\u{305}')).count()
}

/// The widths of columns.
pub(crate) fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.first().map_or(0, Vec::len);
    (0..columns).map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0)).collect()
}

/// Texts in columns that are as wide as they need be.
pub(crate) fn columns(rows: &[Vec<String>]) -> Vec<String> {
    let widths = widths(rows);
    let line = |row: &Vec<String>| {
        let padded = row.iter().zip(&widths).map(|(cell, wide)| {
            let gap = " ".repeat(wide - width(cell));
            format!("{cell}{gap}")
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// Definitions of names below a table; in LaTeX each is a paragraph.
pub(crate) fn definitions(sheet: Sheet, definitions: &str) -> Vec<String> {
    if sheet.style != Style::Latex {
        return definitions.lines().map(str::to_owned).collect();
    }
    let gap = (!definitions.is_empty()).then(String::new);
    gap.into_iter().chain(definitions.lines().map(|line| format!("${}$\\par", breakable(line)))).collect()
}

/// The games as text. Where the text of all is too long, each is written alone or not at all.
pub(crate) fn with_names(work: &Workspace, games: &[Game], style: Style) -> Result<NamedTexts, Error> {
    match work.write_with_names(games, style) {
        Err(Error::Exhausted(Exhausted { limit: Limit::Text(_), .. })) => {}
        written => return written,
    }
    let alone = |game: &Game| {
        let text = game.write_if_short(style)?;
        Ok(text.unwrap_or_else(|| format!("(a game of rank {}, too long to be written)", game.rank())))
    };
    let texts = games.iter().map(alone).collect::<Result<_, Error>>()?;
    Ok(NamedTexts { texts, definitions: String::new() })
}

/// About how many characters fit on a line of a page.
const WIDEST: usize = 90;
/// The space between two columns, in characters.
const BETWEEN: usize = 2;
/// The part of a line that a column takes whose cells are broken.
const LINE: &str = "0.8";

/// The columns of each part of a table whose columns have these widths: the first column, and
/// as many others as fit.
fn parts(widths: &[usize]) -> Vec<Vec<usize>> {
    let mut parts = vec![vec![0]];
    let mut used = widths[0];
    for (column, width) in widths.iter().enumerate().skip(1) {
        let last = parts.last_mut().expect("there is a first part");
        if last.len() > 1 && used + width > WIDEST {
            parts.push(vec![0, column]);
            used = widths[0] + width;
        } else {
            last.push(column);
            used += width;
        }
    }
    parts
}

/// About how many characters of a cell are seen.
fn visible_width(latex: &str) -> usize {
    const UNSEEN: [&str; 5] = ["overline", "mathcal", "mathrel", "texttt", "text"];
    let mut width = 0;
    let mut rest = latex;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        match character {
            '\\' => {
                let letters = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
                width += usize::from(!UNSEEN.contains(&&rest[..letters]));
                rest = &rest[letters.max(rest.chars().next().map_or(0, char::len_utf8))..];
            }
            '{' | '}' | '$' | '_' => {}
            _ => width += 1,
        }
    }
    width
}

/// The formula with places where a line may be broken.
#[must_use]
pub fn breakable(formula: &str) -> String {
    formula.replace(',', ",\\allowbreak ")
}

impl Cell {
    pub(crate) fn text(text: impl ToString) -> Cell {
        Cell::Text(text.to_string())
    }

    /// A form, or what stands in its place: words in parentheses, or a dash.
    pub(crate) fn form(text: String) -> Cell {
        if text == "-" || text.starts_with('(') { Cell::Text(text) } else { Cell::Math(text) }
    }

    /// The cell in text that is not LaTeX.
    pub(crate) fn plain(self) -> String {
        match self {
            Cell::Text(text) | Cell::Math(text) | Cell::Typed(text) => text,
            Cell::MathAndText(formula, text) => formula + &text,
        }
    }

    fn written(&self) -> String {
        match self {
            Cell::Text(text) => escaped(text),
            Cell::Math(formula) => format!("${formula}$"),
            Cell::Typed(text) => format!("\\texttt{{{}}}", escaped(text)),
            Cell::MathAndText(formula, text) => format!("${formula}${}", escaped(text)),
        }
    }
}

/// The shorthand of dead ends, with bars as LaTeX has them.
pub(crate) fn shorthand(unicode: &str) -> String {
    let mut latex = String::new();
    for character in unicode.chars() {
        match character {
            '\u{304}' | '\u{305}' => {
                let digit = latex.pop().unwrap_or_default();
                if latex.ends_with('}') {
                    // The bars would join.
                    latex.push_str("\\,");
                }
                latex.push_str(&format!("\\overline{{{digit}}}"));
            }
            // Two sharps in a row would be two subscripts of one symbol.
            '#' => latex.push_str("{}_{\\#}"),
            other => latex.push(other),
        }
    }
    latex
}

fn escaped(text: &str) -> String {
    let mut latex = String::new();
    for character in text.chars() {
        match character {
            '\\' => latex.push_str("\\textbackslash{}"),
            '~' => latex.push_str("\\textasciitilde{}"),
            '^' => latex.push_str("\\textasciicircum{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => latex.extend(['\\', character]),
            other => latex.push(other),
        }
    }
    latex
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_latex_takes_for_commands_is_escaped() {
        assert_eq!(Cell::text("x_#/..%").written(), r"x\_\#/..\%");
        assert_eq!(Cell::Typed("#.^".to_owned()).written(), r"\texttt{\#.\textasciicircum{}}");
        assert_eq!(Cell::Math(r"\{0 \mid *\}".to_owned()).written(), r"$\{0 \mid *\}$");
    }

    #[test]
    fn wide_tables_are_broken_between_columns() {
        assert_eq!(parts(&[3, 5, 6]), [[0, 1, 2]]);
        assert_eq!(
            parts(&[3, 50, 37, 60, 30, 200, 4]),
            [vec![0, 1, 2], vec![0, 3], vec![0, 4], vec![0, 5], vec![0, 6]]
        );
        assert_eq!(parts(&[300, 5]), [[0, 1]]);
        assert_eq!(visible_width(r"$\{2,\pm1 \parallel \overline{12}\}$"), "{2,+1 | 12}".len());
    }

    #[test]
    fn shorthand_has_bars_over_digits() {
        assert_eq!(shorthand("(2\u{304}1\u{304})#0"), r"(\overline{2}\,\overline{1}){}_{\#}0");
        assert_eq!(shorthand("(1\u{304}0)##"), r"(\overline{1}0){}_{\#}{}_{\#}");
    }
}
