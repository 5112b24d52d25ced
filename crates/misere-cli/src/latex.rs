//! Tables for a paper.

use misere::Style;

use crate::failure::Failure;
use crate::report::Report;

/// A cell of a table: text, or something for mathematical mode.
pub(crate) enum Cell {
    Text(String),
    Math(String),
    /// Text as it is typed, such as a position.
    Typed(String),
    /// A formula, and text behind it.
    MathAndText(String, String),
}

/// A `tabular` with the alignment of columns, the head, and the rows below it. A table that is
/// too wide for a page is broken into several, each with the first column; a column that is
/// too wide alone breaks its lines.
pub(crate) fn tabular(
    report: &mut Report,
    alignment: &str,
    head: Option<&[Cell]>,
    rows: &[Vec<Cell>],
) -> Result<(), Failure> {
    let alignment: Vec<char> = alignment.chars().collect();
    let head: Option<Vec<String>> = head.map(|head| head.iter().map(Cell::written).collect());
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(Cell::written).collect()).collect();
    let width = |column: usize| {
        let cells = head.iter().chain(&rows).map(|row| visible_width(&row[column]));
        cells.max().unwrap_or(0) + BETWEEN
    };
    let widths: Vec<usize> = (0..alignment.len()).map(width).collect();
    for (i, columns) in parts(&widths).into_iter().enumerate() {
        if i > 0 {
            report.line("")?;
        }
        let is_wide = |column: usize| columns.len() <= 2 && widths[0] + widths[column] > WIDEST;
        let alignment: String = columns
            .iter()
            .map(|&column| match is_wide(column) && column > 0 {
                true => format!("p{{{LINE}\\textwidth}}"),
                false => alignment[column].to_string(),
            })
            .collect();
        let row = |row: &Vec<String>| {
            let cells = columns.iter().map(|&column| match is_wide(column) && column > 0 {
                true => breakable(&row[column]),
                false => row[column].clone(),
            });
            cells.collect::<Vec<_>>().join(" & ")
        };
        report.line(&format!("\\begin{{tabular}}{{{alignment}}}"))?;
        if let Some(head) = &head {
            report.line(&format!("{} \\\\ \\hline", row(head)))?;
        }
        for cells in &rows {
            report.line(&format!("{} \\\\", row(cells)))?;
        }
        report.line("\\end{tabular}")?;
    }
    Ok(())
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
pub(crate) fn breakable(formula: &str) -> String {
    formula.replace(',', ",\\allowbreak ")
}

/// Prints a whole document if one is asked for, else what is inside.
pub(crate) fn document(
    report: &mut Report,
    standalone: bool,
    inside: impl FnOnce(&mut Report) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if !standalone {
        return inside(report);
    }
    if report.style != Style::Latex {
        return Err(Failure::bad_input("--standalone is for --latex"));
    }
    report.line("\\documentclass{article}")?;
    report.line("\\usepackage{amsmath,amssymb}")?;
    report.line("\\setlength{\\parindent}{0pt}")?;
    report.line("\\begin{document}")?;
    inside(report)?;
    report.line("\\end{document}")
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
