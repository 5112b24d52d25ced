//! Tables for a paper.

use crate::failure::Failure;
use crate::report::Report;

/// A cell of a table: text, or something for mathematical mode.
pub(crate) enum Cell {
    Text(String),
    Math(String),
    /// Text as it is typed, such as a position.
    Typed(String),
}

/// A `tabular` with the alignment of columns, the head, and the rows below it.
pub(crate) fn tabular(
    report: &mut Report,
    alignment: &str,
    head: Option<&[Cell]>,
    rows: &[Vec<Cell>],
) -> Result<(), Failure> {
    report.line(&format!("\\begin{{tabular}}{{{alignment}}}"))?;
    if let Some(head) = head {
        let head: Vec<String> = head.iter().map(Cell::written).collect();
        report.line(&format!("{} \\\\ \\hline", head.join(" & ")))?;
    }
    for row in rows {
        let cells: Vec<String> = row.iter().map(Cell::written).collect();
        report.line(&format!("{} \\\\", cells.join(" & ")))?;
    }
    report.line("\\end{tabular}")
}

impl Cell {
    pub(crate) fn text(text: impl ToString) -> Cell {
        Cell::Text(text.to_string())
    }

    fn written(&self) -> String {
        match self {
            Cell::Text(text) => escaped(text),
            Cell::Math(formula) => format!("${formula}$"),
            Cell::Typed(text) => format!("\\texttt{{{}}}", escaped(text)),
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
                latex.push_str(&format!("\\bar{{{digit}}}"));
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
    fn shorthand_has_bars_over_digits() {
        assert_eq!(shorthand("(2\u{304}1\u{304})#0"), r"(\bar{2}\bar{1}){}_{\#}0");
        assert_eq!(shorthand("(1\u{304}0)##"), r"(\bar{1}0){}_{\#}{}_{\#}");
    }
}
