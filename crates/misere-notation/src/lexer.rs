//! Text into tokens, one at a time.

use std::ops::Range;

use misere_core::Player;

use crate::error::{ParseError, Problem, quoted};

/// A token, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Range<usize>,
    /// Whether there is space before it, which separates items in brackets.
    pub(crate) spaced: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer {
        size: u64,
        negative: bool,
    },
    /// A natural number directly followed by `.`: that many copies of what follows.
    Copies(u64),
    Nimber(u64),
    Tombstone(Option<Player>),
    /// A run of letters.
    Name,
    Tilde,
    PlusMinus,
    Plus,
    /// A minus that is not part of a number.
    Minus,
    /// The sign for an empty side.
    Dot,
    Comma,
    /// A run of bars, and its length.
    Bar(usize),
    OpenBrace,
    CloseBrace,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    /// A character of no meaning.
    Other,
    End,
}

pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0 }
    }

    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    pub(crate) fn error(&self, span: Range<usize>, problem: Problem, help: Option<&str>) -> ParseError {
        ParseError::new(self.text, span, problem, help.map(str::to_owned))
    }

    /// The token as it is named in a message.
    pub(crate) fn describe(&self, token: &Token) -> String {
        match token.kind {
            Kind::End => "the end of the text".to_owned(),
            _ => quoted(&self.text[token.span.clone()]),
        }
    }

    pub(crate) fn next(&mut self) -> Result<Token, ParseError> {
        let before = self.at;
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        let spaced = self.at > before;
        let start = self.at;
        let Some(first) = self.peek() else {
            // Not behind trailing space, which may be many lines.
            let end = self.text.trim_end().len();
            return Ok(Token { kind: Kind::End, span: end..end, spaced });
        };
        let kind = self.kind(first)?;
        Ok(Token { kind, span: start..self.at, spaced })
    }

    fn kind(&mut self, first: char) -> Result<Kind, ParseError> {
        let start = self.at;
        if first.is_ascii_digit() {
            return self.number(start, false);
        }
        self.at += first.len_utf8();
        Ok(match first {
            '{' => Kind::OpenBrace,
            '}' => Kind::CloseBrace,
            '(' => Kind::OpenParen,
            ')' => Kind::CloseParen,
            '[' => Kind::OpenBracket,
            ']' => Kind::CloseBracket,
            ',' => Kind::Comma,
            '.' | '·' | '⋅' => Kind::Dot,
            '~' => Kind::Tilde,
            '±' => Kind::PlusMinus,
            '+' => Kind::Plus,
            '-' | '−' if self.peek().is_some_and(|c| c.is_ascii_digit()) => {
                return self.number(start, true);
            }
            '-' | '−' => Kind::Minus,
            '*' => Kind::Nimber(self.natural()?.unwrap_or(1)),
            '■' | '#' => Kind::Tombstone(None),
            'Σ' => Kind::Tombstone(self.tombstone_mark()),
            _ if bar_length(first) > 0 => {
                let mut length = bar_length(first);
                while let Some(next) = self.peek().filter(|&c| bar_length(c) > 0) {
                    length += bar_length(next);
                    self.at += next.len_utf8();
                }
                Kind::Bar(length)
            }
            _ if first.is_alphabetic() => {
                self.skip_letters();
                // Names of several words are written with hyphens.
                while self.rest().strip_prefix('-').is_some_and(|rest| rest.starts_with(is_letter)) {
                    self.at += 1;
                    self.skip_letters();
                }
                Kind::Name
            }
            _ => Kind::Other,
        })
    }

    /// A number that starts at `start`; the digits are still to come.
    fn number(&mut self, start: usize, minus: bool) -> Result<Kind, ParseError> {
        let (size, barred) = self.digits(start)?;
        if minus && barred {
            let help = "write either the minus or the bars";
            return Err(self.error(start..self.at, Problem::PartlyBarred, Some(help)));
        }
        if !minus && !barred && self.rest().starts_with('.') {
            self.at += 1;
            return Ok(Kind::Copies(size));
        }
        Ok(Kind::Integer { size, negative: minus || barred })
    }

    /// The digits at this place, and whether they are barred.
    fn digits(&mut self, start: usize) -> Result<(u64, bool), ParseError> {
        let from = self.at;
        let mut value = Some(0u64);
        let (mut count, mut barred) = (0, 0);
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            value = value.and_then(|v| v.checked_mul(10)?.checked_add(u64::from(digit)));
            self.at += 1;
            count += 1;
            if let Some(bar) = self.peek().filter(|&c| is_overline(c)) {
                self.at += bar.len_utf8();
                barred += 1;
            }
        }
        if barred != 0 && barred != count {
            let mut help = "put a bar over every digit".to_owned();
            if let Some(options) = separate_digits(&self.text[from..self.at]) {
                help.push_str(&format!(", or write the dead end with these options as `[{options}]`"));
            }
            return Err(self.error(start..self.at, Problem::PartlyBarred, Some(&help)));
        }
        let value = value.ok_or_else(|| self.error(start..self.at, Problem::NumberTooLarge, None))?;
        Ok((value, barred != 0))
    }

    /// The natural number directly at this place, if there is one.
    pub(crate) fn natural(&mut self) -> Result<Option<u64>, ParseError> {
        let start = self.at;
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok(None);
        }
        let (value, barred) = self.digits(start)?;
        if barred {
            let problem = Problem::Unexpected {
                expected: "a natural number".to_owned(),
                found: quoted(&self.text[start..self.at]),
            };
            return Err(self.error(start..self.at, problem, None));
        }
        Ok(Some(value))
    }

    fn skip_letters(&mut self) {
        let rest = self.rest();
        self.at += rest.find(|c: char| !is_letter(c)).unwrap_or(rest.len());
    }

    /// The parentheses that follow, one directly after the other, and what is between
    /// them as it stands.
    pub(crate) fn raw_groups(&mut self) -> Result<Vec<Range<usize>>, ParseError> {
        let mut groups = Vec::new();
        while self.rest().starts_with('(') {
            let open = self.at;
            let mut depth = 0usize;
            let close = self.rest().char_indices().find(|&(_, c)| {
                match c {
                    '(' => depth += 1,
                    ')' => depth -= 1,
                    _ => {}
                }
                depth == 0
            });
            let Some((length, _)) = close else {
                let problem = Problem::Unexpected {
                    expected: "`)`".to_owned(),
                    found: "the end of the text".to_owned(),
                };
                let end = self.text.trim_end().len();
                return Err(self.error(end..end, problem, Some("a parenthesis is not closed")));
            };
            self.at = open + length + 1;
            groups.push(open + 1..open + length);
        }
        Ok(groups)
    }

    /// Whether a minus comes directly, and if so goes past it: `+-` where a
    /// term begins is one sign, but `1+-1` is a sum.
    pub(crate) fn skip_minus(&mut self) -> bool {
        let minus = self.peek().filter(|&c| c == '-' || c == '−');
        self.at += minus.map_or(0, char::len_utf8);
        minus.is_some()
    }

    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Goes on from a later place.
    pub(crate) fn skip_to(&mut self, at: usize) {
        self.at = at;
    }

    /// The `^L`, `^R`, `L`, `R`, `ᴸ` or `ᴿ` after a Σ.
    fn tombstone_mark(&mut self) -> Option<Player> {
        let rest = self.rest();
        let mark = rest.strip_prefix('^').unwrap_or(rest);
        let letter = mark.chars().next()?;
        let player = match letter {
            'L' | 'ᴸ' => Player::Left,
            'R' | 'ᴿ' => Player::Right,
            _ => return None,
        };
        self.at += rest.len() - mark.len() + letter.len_utf8();
        Some(player)
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() && c != 'Σ'
}

/// How many bars a character stands for.
fn bar_length(c: char) -> usize {
    match c {
        '|' | '∣' => 1,
        '‖' | '∥' => 2,
        '⦀' => 3,
        _ => 0,
    }
}

fn is_overline(c: char) -> bool {
    c == '\u{304}' || c == '\u{305}'
}

/// `1̄0` as the dead end `-1 0` it is in papers that write 1̄0 for {·|1̄,0};
/// nothing for numbers too long to be meant so.
fn separate_digits(number: &str) -> Option<String> {
    if number.len() > 20 {
        return None;
    }
    let mut items: Vec<String> = Vec::new();
    for c in number.chars() {
        match items.last_mut() {
            Some(last) if is_overline(c) => last.insert(0, '-'),
            _ => items.push(c.to_string()),
        }
    }
    Some(items.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        let mut lexer = Lexer::new(text);
        let mut kinds = Vec::new();
        loop {
            match lexer.next().unwrap().kind {
                Kind::End => return kinds,
                kind => kinds.push(kind),
            }
        }
    }

    #[test]
    fn every_kind_of_token_is_recognised() {
        let positive = |size| Kind::Integer { size, negative: false };
        let negative = |size| Kind::Integer { size, negative: true };
        let table: &[(&str, &[Kind])] = &[
            ("12", &[positive(12)]),
            ("-12 −12 1\u{304}2\u{305}", &[negative(12); 3]),
            ("- 1", &[Kind::Minus, positive(1)]),
            ("3.4", &[Kind::Copies(3), positive(4)]),
            ("3 .4", &[positive(3), Kind::Dot, positive(4)]),
            ("-3.4", &[negative(3), Kind::Dot, positive(4)]),
            ("* *0 *12", &[Kind::Nimber(1), Kind::Nimber(0), Kind::Nimber(12)]),
            ("■#Σ", &[Kind::Tombstone(None); 3]),
            ("Σ^LΣLΣᴸ", &[Kind::Tombstone(Some(Player::Left)); 3]),
            ("Σ^RΣRΣᴿ", &[Kind::Tombstone(Some(Player::Right)); 3]),
            ("Σ^", &[Kind::Tombstone(None), Kind::Other]),
            ("| ∣ || ‖ ∥ ⦀ |‖", &[1, 1, 2, 2, 2, 3, 3].map(Kind::Bar)),
            (". · ⋅", &[Kind::Dot; 3]),
            ("~±+,", &[Kind::Tilde, Kind::PlusMinus, Kind::Plus, Kind::Comma]),
            ("{}()", &[Kind::OpenBrace, Kind::CloseBrace, Kind::OpenParen, Kind::CloseParen]),
            ("[]", &[Kind::OpenBracket, Kind::CloseBracket]),
            ("adj W3", &[Kind::Name, Kind::Name, positive(3)]),
            ("éΣ", &[Kind::Name, Kind::Tombstone(None)]),
            ("?", &[Kind::Other]),
            (" \n\t\u{a0}", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(kinds(text), *expected, "{text}");
        }
    }

    #[test]
    fn numbers_that_are_none_say_why() {
        let error = |text: &str| Lexer::new(text).next().unwrap_err();
        assert_eq!(error("1\u{304}0").problem, Problem::PartlyBarred);
        let help = "put a bar over every digit, or write the dead end with these options as `[-1 0]`";
        assert_eq!(error("1\u{304}0").help.as_deref(), Some(help));
        assert_eq!(error("1\u{304}0").span, 0..4);
        assert_eq!(error("10\u{304}").problem, Problem::PartlyBarred);
        assert_eq!(error("-1\u{304}").problem, Problem::PartlyBarred);
        assert_eq!(error("18446744073709551616").problem, Problem::NumberTooLarge);
        assert!(matches!(error("*1\u{304}").problem, Problem::Unexpected { .. }));
    }

    #[test]
    fn the_end_stands_before_trailing_space() {
        let mut lexer = Lexer::new("0 \n ");
        lexer.next().unwrap();
        assert_eq!(lexer.next().unwrap().span, 1..1);
    }
}
