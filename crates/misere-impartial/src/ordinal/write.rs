//! Ordinals written out.

use std::fmt;

use misere_notation::Style;

use super::{Ordinal, Term};

impl Ordinal {
    /// The ordinal as text, which [`Ordinal::read`] reads in every style.
    #[must_use]
    pub fn write(&self, style: Style) -> String {
        let mut out = String::new();
        self.append(style, &mut out);
        out
    }

    /// Appends the ordinal, recursing into exponents at most [`Ordinal::MAX_HEIGHT`] deep.
    fn append(&self, style: Style, out: &mut String) {
        if self.is_zero() {
            out.push('0');
        }
        for (at, term) in self.terms.iter().enumerate() {
            if at > 0 {
                out.push('+');
            }
            term.append(style, out);
        }
    }
}

impl Term {
    fn append(&self, style: Style, out: &mut String) {
        let (omega, times) = match style {
            Style::Unicode => ("ω", "·"),
            Style::Ascii => ("w", "*"),
            Style::Latex => (r"\omega", r" \cdot "),
        };
        if self.exponent.is_zero() {
            out.push_str(&self.coefficient.to_string());
            return;
        }
        out.push_str(omega);
        if self.exponent != Ordinal::from(1) {
            let (open, close) = match style {
                Style::Latex => ("{", "}"),
                _ if self.exponent.is_written_as_one() => ("", ""),
                _ => ("(", ")"),
            };
            out.push('^');
            out.push_str(open);
            self.exponent.append(style, out);
            out.push_str(close);
        }
        if !self.is_a_power() {
            out.push_str(times);
            out.push_str(&self.coefficient.to_string());
        }
    }

    fn is_a_power(&self) -> bool {
        self.coefficient == 1_u32.into()
    }
}

impl Ordinal {
    /// Whether `^` takes the whole ordinal as an exponent: a number, or a power of ω.
    fn is_written_as_one(&self) -> bool {
        match &*self.terms {
            [only] => only.exponent.is_zero() || only.is_a_power(),
            more => more.is_empty(),
        }
    }
}

impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(Style::Unicode))
    }
}
