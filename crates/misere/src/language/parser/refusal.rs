//! Messages for statements that are refused.

use std::ops::Range;

use misere_notation::{ParseError, Problem, quoted};
use misere_rulesets::is_ruleset_name;

use super::Parser;
use crate::language::lexer::Kind;

impl Parser<'_> {
    pub(super) fn error(&self, span: Range<usize>, problem: Problem, help: Option<&str>) -> ParseError {
        ParseError::new(self.text, span, problem, help.map(str::to_owned))
    }

    pub(super) fn unexpected(&self, expected: &str) -> ParseError {
        let token = self.token();
        let found = match token.kind {
            Kind::End => "the end of the statement".to_owned(),
            _ => quoted(&self.text[token.span.clone()]),
        };
        self.error(token.span.clone(), Problem::Unexpected { expected: expected.to_owned(), found }, None)
    }

    /// The error for a token that cannot follow a complete expression.
    pub(super) fn unexpected_after(&self, expected: &str) -> ParseError {
        let mut error = self.unexpected(expected);
        let found = &self.text[self.token().span.clone()];
        error.help = match self.kind() {
            Kind::Integer if found.starts_with(['-', '−']) => {
                Some("there is no subtraction: add the conjugate, `G + ~H`")
            }
            Kind::Other if found == "-" || found == "−" => {
                Some("there is no subtraction: add the conjugate, `G + ~H`")
            }
            Kind::Other if found == "|" => Some("a bar stands in braces, as in `{0|*}`"),
            Kind::Assign => Some("only a name can be given a meaning, as in `G := {0|*}`"),
            Kind::Sign(_) => Some("compare two things at a time, and join comparisons with `and`"),
            Kind::Comma => Some("a list is written `[a, b]`"),
            Kind::Word(_) if is_ruleset_name(found) => {
                Some("a position is written with parentheses, as in `nim(3,5)`")
            }
            _ => None,
        }
        .map(str::to_owned);
        error
    }
}

/// The number of arguments in words.
pub(super) fn number_of_arguments(least: usize, most: usize) -> String {
    let arguments = |n: usize| format!("{n} argument{}", if n == 1 { "" } else { "s" });
    if least == most { arguments(most) } else { format!("{least} or {}", arguments(most)) }
}
