//! Texts in pictures, for every writer.

use std::collections::HashSet;

use misere_core::{Exhausted, Form, Forms};
use misere_notation::{Notation, Style};

use crate::font;

/// A text that knows how it is spelt in Unicode and in LaTeX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The text in SVG, PNG and in a terminal.
    pub unicode: String,
    /// The text in LaTeX, in mathematical mode.
    pub latex: String,
}

impl Label {
    /// A text with both spellings, the LaTeX in mathematical mode.
    #[must_use]
    pub fn new(unicode: impl Into<String>, latex: impl Into<String>) -> Label {
        Label { unicode: unicode.into(), latex: latex.into() }
    }

    /// Words, which LaTeX sets upright.
    #[must_use]
    pub fn words(text: &str) -> Label {
        let mut latex = String::from(r"\mbox{");
        for character in text.chars() {
            match character {
                '\\' => latex.push_str(r"\textbackslash{}"),
                '~' => latex.push_str(r"\textasciitilde{}"),
                '^' => latex.push_str(r"\textasciicircum{}"),
                '…' => latex.push_str(r"\dots{}"),
                '○' => latex.push_str(r"$\circ$"),
                '³' => latex.push_str("$^3$"),
                '⁸' => latex.push_str("$^8$"),
                '{' | '}' | '$' | '&' | '#' | '_' | '%' => latex.extend(['\\', character]),
                other => latex.push(other),
            }
        }
        latex.push('}');
        Label::new(text, latex)
    }

    /// A form in notation.
    ///
    /// # Errors
    /// [`Exhausted`] when the text would be too long.
    pub fn form(forms: &Forms, g: Form) -> Result<Label, Exhausted> {
        let write = |style| Notation { max_bytes: Label::LONGEST, ..Notation::new(style) }.write(forms, g);
        Ok(Label::new(write(Style::Unicode)?, write(Style::Latex)?))
    }

    /// The longest text of a form that is drawn, in bytes.
    pub const LONGEST: usize = 4_000;

    /// The width of the text in a font of this size, enough for every writer.
    #[must_use]
    pub fn width(&self, size: f64) -> f64 {
        font::width(&self.unicode).max(width_in_latex(&self.unicode)) * size
    }
}

/// A name for a node with each of these labels: `{0,*|-1}` is `0-star_minus1`. Equal names are
/// numbered.
pub(crate) fn node_names(labels: &[Label]) -> Vec<String> {
    let mut used = HashSet::new();
    let mut names = Vec::with_capacity(labels.len());
    for label in labels {
        let plain = node_name(&label.unicode);
        let numbered = (2..).map(|number| format!("{plain}-no{number}"));
        let name = [plain.clone()].into_iter().chain(numbered).find(|name| used.insert(name.clone()));
        names.extend(name);
    }
    names
}

fn node_name(text: &str) -> String {
    let mut name = String::new();
    for character in text.chars() {
        match character {
            '*' => name.push_str("star"),
            '-' | '−' => name.push_str("minus"),
            '±' => name.push_str("pm"),
            '■' | '#' => name.push_str("stone"),
            '|' => name.push('_'),
            ',' | ' ' => name.push('-'),
            '\u{304}' | '\u{305}' => name.push_str("bar"),
            'α' => name.push_str("alpha"),
            'ᾱ' => name.push_str("alphabar"),
            c if c.is_ascii_alphanumeric() => name.push(c),
            _ => {}
        }
    }
    if name.is_empty() { "node".to_owned() } else { name }
}

/// About how wide LaTeX sets a text, in the font of LaTeX, with spaces around bars and
/// after commas.
fn width_in_latex(text: &str) -> f64 {
    const QUAD_PARTS: f64 = 18.0;
    let mut width = 0.0;
    let mut after_bar = false;
    for character in text.chars() {
        width += match character {
            '|' if after_bar => 4.0 / QUAD_PARTS,
            '|' => 0.84,
            ',' => 0.45,
            '.' | '·' | ' ' | ';' | ':' | 'i' | 'l' => 0.34,
            '±' | '■' | '…' | '+' | '=' | '<' | '>' => 0.78,
            'm' | 'w' | 'M' | 'W' => 0.9,
            'A'..='Z' => 0.76,
            '\u{300}'..='\u{36f}' | '-' => 0.0,
            _ => 0.52,
        };
        after_bar = character == '|';
    }
    width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_escaped_for_latex() {
        let label = Label::words("… 5% of {a_b}");
        assert_eq!(label.latex, r"\mbox{\dots{} 5\% of \{a\_b\}}");
        assert_eq!(label.unicode, "… 5% of {a_b}");
    }

    #[test]
    fn nodes_are_named_after_their_labels() {
        let labels = ["*2", "{0,*|-1}", "{{0|*}|*}", "{0|*|*}", "s\u{304}", "漢"].map(|t| Label::new(t, t));
        let names = node_names(&labels);
        let expected = ["star2", "0-star_minus1", "0_star_star", "0_star_star-no2", "sbar", "node"];
        assert_eq!(names, expected);
    }

    #[test]
    fn a_longer_text_is_wider() {
        let of = |text: &str| Label::new(text, text).width(10.0);
        assert!(of("{0|*}") > of("0") && of("0") > 3.0 && of("0") < 12.0);
    }
}
