//! Messages for statements that are refused.

use std::ops::Range;

use misere_notation::{ParseError, Problem, quoted};
use misere_rulesets::is_ruleset_name;

use super::{Parser, begins_a_term};
use crate::language::lexer::Kind;
use crate::language::words::Meaning;

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

    /// The error for a token that cannot begin an expression.
    pub(super) fn unexpected_before(&self, expected: &str) -> ParseError {
        let mut error = self.unexpected(expected);
        error.help = self.comment_or_path().map(str::to_owned);
        error
    }

    /// The error for a token that cannot follow a complete expression.
    pub(super) fn unexpected_after(&self, expected: &str) -> ParseError {
        let mut error = self.unexpected(expected);
        let found = &self.text[self.token().span.clone()];
        let help = match self.kind() {
            Kind::Integer if found.starts_with(['-', '−']) => Some(NO_SUBTRACTION),
            Kind::Other if found == "|" || found == "│" => Some("a bar stands in braces, as in `{0|*}`"),
            Kind::Other if found == "^" => Some("Left's options are `options(G, Left)`"),
            Kind::Assign => Some("only a name can be given a meaning, as in `G := {0|*}`"),
            Kind::Sign(_) => Some("compare two things at a time, and join comparisons with `and`"),
            Kind::Comma => Some("a list is written `[a, b]`"),
            Kind::Word(_) if found == "modulo" => {
                Some("after a question it is `mod`, as in `G >= 0 mod B`; `modulo B` stands alone")
            }
            Kind::Word(_) if is_ruleset_name(found) => {
                Some("a position is written with parentheses, as in `nim(3,5)`")
            }
            _ => self.comment_or_path(),
        };
        error.help = help.map(str::to_owned).or_else(|| self.behind_last_token());
        error
    }

    /// What was meant, judged by the token before: copies, or a position.
    fn behind_last_token(&self) -> Option<String> {
        if self.at == self.statement.start {
            return None;
        }
        let last = self.tokens.get(self.at - 1);
        let written = &self.text[last.span.clone()];
        let token = self.token();
        let found = &self.text[token.span.clone()];
        let is_short = written.len() + found.len() < 40;
        match last.kind {
            Kind::Integer if found == "." && is_short => {
                let (copies, of) = written.split_once('.')?;
                Some(format!("copies of copies are written `{copies}.({of}.G)`"))
            }
            Kind::Integer if !token.spaced && self.starts_a_term() && is_short => {
                let operand = if matches!(token.kind, Kind::Word(_)) { found } else { "G" };
                Some(format!("copies are written with a point: `{written}.{operand}`"))
            }
            Kind::Word(_) if is_ruleset_name(written) && is_short => {
                Some(format!("a position is written in parentheses: `{written}({found})`"))
            }
            _ => None,
        }
    }

    fn comment_or_path(&self) -> Option<&'static str> {
        match &self.text[self.token().span.clone()] {
            "--" => Some("a comment has a blank after `--`; the conjugate of -1 is `~-1`"),
            "#" | "/" | "%" => Some("a comment begins with `-- `"),
            "\"" => Some("text in quotation marks stands in `load rules \"my.rules\"` only"),
            _ => None,
        }
    }

    /// Refuses `=<` and `=>`; the first sign was taken.
    pub(super) fn refuse_turned_sign(&self, first: &Range<usize>) -> Result<(), ParseError> {
        let both = self.text.get(first.start..self.token().span.end);
        let meant = match both {
            Some("=<") => "<=",
            Some("=>") => ">=",
            Some("><") => "<>",
            Some("=!") => "!=",
            _ => return Ok(()),
        };
        let mut error = self.unexpected("an expression");
        error.help = Some(format!("write `{meant}`"));
        Err(error)
    }

    /// Refuses statements such as `let G = 0` and `print G`, which other languages have.
    pub(super) fn refuse_other_languages(&self) -> Result<(), ParseError> {
        const GIVERS: [&str; 4] = ["let", "var", "set", "def"];
        if self.at + 1 >= self.statement.end || !matches!(self.kind(), Kind::Word(Meaning::Name)) {
            return Ok(());
        }
        let next = self.tokens.get(self.at + 1);
        let help = match (self.word(), next.kind) {
            (word, Kind::Word(_)) if GIVERS.contains(&word) => {
                format!("a name is given with `:=`, as in `{} := {{0|*}}`", &self.text[next.span.clone()])
            }
            (word, kind) if PRINTERS.contains(&word) && next.spaced && begins_a_term(kind) => {
                ALONE_IS_PRINTED.to_owned()
            }
            _ => return Ok(()),
        };
        let problem = Problem::UnknownName(quoted(self.word()));
        Err(self.error(self.token().span.clone(), problem, Some(&help)))
    }
}

const NO_SUBTRACTION: &str =
    "counts are subtracted with blanks, `n - 1`; for games, add the conjugate: `G + ~H`";

/// Words that print in other languages.
pub(super) const PRINTERS: [&str; 4] = ["print", "echo", "display", "puts"];

pub(super) const ALONE_IS_PRINTED: &str =
    "what an expression is worth is printed: write the expression alone";

/// The number of arguments in words.
pub(in crate::language) fn number_of_arguments(least: usize, most: usize) -> String {
    let arguments = |n: usize| format!("{n} argument{}", if n == 1 { "" } else { "s" });
    if least == most { arguments(most) } else { format!("{least} or {}", arguments(most)) }
}
