//! Text into tokens, brackets into pairs, lines into statements.

use std::ops::Range;

use misere_notation::{ParseError, Problem};
use misere_rulesets::is_ruleset_name;

use super::ast::Sign;
use super::words::{Meaning, meaning};

#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Range<usize>,
    /// Whether there is space before it.
    pub(crate) spaced: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Word,
    /// A call of a ruleset with its arguments, which only the ruleset understands.
    Position,
    Integer,
    Nimber,
    /// `~`, `±`, `+-`, or copies such as `3.`.
    Prefix,
    Plus,
    Tombstone,
    Sign(Sign),
    /// `:=`.
    Assign,
    Open(char),
    Close(char),
    Comma,
    /// The end of a statement.
    Separator,
    /// What means nothing outside braces: bars among it.
    Other,
    End,
}

/// What a part of a text is, for colouring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenClass {
    /// A word of the grammar.
    Keyword,
    /// `true`, `Left`, and the like.
    Constant,
    /// A function.
    Function,
    /// A name.
    Name,
    /// A universe.
    Universe,
    /// A number, a nimber, a tombstone, a bar or another sign of the notation.
    Game,
    /// A position of a ruleset.
    Position,
    /// A sign of comparison, `:=` or `+`.
    Operator,
    /// A bracket, a comma or a semicolon.
    Punctuation,
    /// A bracket without a partner.
    Unbalanced,
    /// A comment.
    Comment,
}

/// The tokens of a text.
pub(crate) struct Tokens {
    tokens: Vec<Token>,
    /// For each token the place of the bracket it is paired with.
    partners: Vec<Option<usize>>,
    comments: Vec<Range<usize>>,
    /// The text with space in the place of comments.
    clean: String,
}

impl Tokens {
    pub(crate) fn new(text: &str) -> Tokens {
        let mut lexer = Lexer { text, at: 0, open: Vec::new(), spaced: false, tokens: Tokens::empty() };
        while let Some(first) = lexer.peek() {
            lexer.token(first);
        }
        let mut tokens = lexer.tokens;
        let mut clean = text.to_owned().into_bytes();
        for comment in &tokens.comments {
            clean[comment.clone()].fill(b' ');
        }
        tokens.clean = String::from_utf8(clean).expect("a comment ends where a line does");
        tokens
    }

    fn empty() -> Tokens {
        Tokens { tokens: Vec::new(), partners: Vec::new(), comments: Vec::new(), clean: String::new() }
    }

    pub(crate) fn clean(&self) -> &str {
        &self.clean
    }

    pub(crate) fn get(&self, at: usize) -> &Token {
        &self.tokens[at]
    }

    pub(crate) fn partner(&self, at: usize) -> Option<usize> {
        self.partners[at]
    }

    /// The statements that are not empty, as places of tokens.
    pub(crate) fn statements(&self) -> Vec<Range<usize>> {
        let mut statements = Vec::new();
        let mut start = 0;
        let ends = (0..self.tokens.len()).filter(|&at| self.tokens[at].kind == Kind::Separator);
        for end in ends.chain([self.tokens.len()]) {
            if start < end {
                statements.push(start..end);
            }
            start = end + 1;
        }
        statements
    }

    pub(crate) fn is_incomplete(&self) -> bool {
        let unpaired = |at: &usize| self.partners[*at].is_none();
        let has =
            |is: fn(Kind) -> bool| (0..self.tokens.len()).filter(unpaired).any(|at| is(self.tokens[at].kind));
        let open = has(|kind| matches!(kind, Kind::Open(_)));
        let wrong = has(|kind| matches!(kind, Kind::Close(_)));
        let waiting = self.tokens.last().is_some_and(|token| waits(token, &self.clean));
        !wrong && (open || waiting)
    }

    /// A statement with a bracket that has no partner is refused before anything else.
    pub(crate) fn check_brackets(&self, text: &str, statement: Range<usize>) -> Result<(), ParseError> {
        let unpaired = |at: &usize| self.partners[*at].is_none();
        let mut open: Option<usize> = None;
        for at in statement.clone().filter(unpaired) {
            let token = &self.tokens[at];
            let unexpected = |expected: String, found: String, span: Range<usize>, help: String| {
                ParseError::new(text, span, Problem::Unexpected { expected, found }, Some(help))
            };
            match (token.kind, open) {
                (Kind::Open(_), _) => open = Some(at),
                (Kind::Close(sign), None) => {
                    let help = format!("this `{sign}` closes nothing: take it away, or open it before");
                    return Err(unexpected(
                        "an operator or the end".into(),
                        format!("`{sign}`"),
                        token.span.clone(),
                        help,
                    ));
                }
                (Kind::Close(sign), Some(before)) => {
                    let help = self.not_closed(text, before);
                    return Err(unexpected(
                        self.wanted(before),
                        format!("`{sign}`"),
                        token.span.clone(),
                        help,
                    ));
                }
                _ => {}
            }
        }
        let Some(open) = open else { return Ok(()) };
        let end = text[..self.tokens[statement.end - 1].span.end].trim_end().len();
        let problem =
            Problem::Unexpected { expected: self.wanted(open), found: "the end of the text".to_owned() };
        Err(ParseError::new(text, end..end, problem, Some(self.not_closed(text, open))))
    }

    fn wanted(&self, open: usize) -> String {
        match self.tokens[open].kind {
            Kind::Open(sign) => format!("`{}`", closing(sign)),
            _ => "`)`".to_owned(),
        }
    }

    fn not_closed(&self, text: &str, open: usize) -> String {
        let span = self.tokens[open].span.clone();
        let sign = &text[span.clone()];
        let place = ParseError::new(text, span, Problem::LoneMinus, None);
        let line = place.line.map_or(String::new(), |line| format!("line {line}, "));
        format!("the `{sign}` at {line}character {} is not closed", place.column)
    }

    pub(crate) fn classes(&self, text: &str) -> Vec<(Range<usize>, TokenClass)> {
        let mut classes: Vec<_> = self.comments.iter().map(|c| (c.clone(), TokenClass::Comment)).collect();
        for (token, partner) in self.tokens.iter().zip(&self.partners) {
            let class = match token.kind {
                Kind::Word => match meaning(&text[token.span.clone()]) {
                    Meaning::Keyword => TokenClass::Keyword,
                    Meaning::Constant => TokenClass::Constant,
                    Meaning::Universe => TokenClass::Universe,
                    Meaning::Family => TokenClass::Game,
                    Meaning::NotationFunction | Meaning::Function => TokenClass::Function,
                    Meaning::Name => TokenClass::Name,
                },
                Kind::Position => TokenClass::Position,
                Kind::Integer | Kind::Nimber | Kind::Prefix | Kind::Tombstone | Kind::Other => {
                    TokenClass::Game
                }
                Kind::Plus | Kind::Sign(_) | Kind::Assign => TokenClass::Operator,
                Kind::Open(_) | Kind::Close(_) if partner.is_none() => TokenClass::Unbalanced,
                Kind::Separator if text[token.span.clone()].trim().is_empty() => continue,
                Kind::Open(_) | Kind::Close(_) | Kind::Comma | Kind::Separator | Kind::End => {
                    TokenClass::Punctuation
                }
            };
            classes.push((token.span.clone(), class));
        }
        classes.sort_by_key(|(span, _)| span.start);
        classes
    }
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// The open brackets, as places of tokens.
    open: Vec<usize>,
    spaced: bool,
    tokens: Tokens,
}

impl Lexer<'_> {
    /// Takes a token, a comment or a space.
    fn token(&mut self, first: char) {
        let start = self.at;
        if first.is_whitespace() {
            self.at += first.len_utf8();
            self.spaced = true;
            let continues = self.last().is_none_or(|token| waits(token, self.text));
            if first == '\n' && self.open.is_empty() && !continues {
                self.push(Kind::Separator, start);
            }
            return;
        }
        if self.rest().starts_with("--") {
            self.at = self.rest().find('\n').map_or(self.text.len(), |end| self.at + end);
            self.tokens.comments.push(start..self.at);
            self.spaced = true;
            return;
        }
        if is_letter(first) {
            return self.word(start);
        }
        if first.is_ascii_digit() {
            return self.number(start);
        }
        self.at += first.len_utf8();
        let starts_with_digit = self.peek().is_some_and(|c| c.is_ascii_digit());
        let kind = match first {
            '{' | '(' | '[' => return self.open_bracket(first, start),
            '}' | ')' | ']' => return self.close_bracket(first, start),
            ',' => Kind::Comma,
            ';' if self.open.is_empty() => Kind::Separator,
            '~' | '±' => Kind::Prefix,
            // As in the notation: `+-` where a term begins is one sign.
            '+' if self.rest().starts_with(['-', '−'])
                && !self.last().is_some_and(|t| ends_a_term(t, self.text)) =>
            {
                self.at += self.peek().map_or(0, char::len_utf8);
                Kind::Prefix
            }
            '+' => Kind::Plus,
            '-' | '−' if starts_with_digit => return self.number(start),
            '*' => {
                self.skip(|c| c.is_ascii_digit());
                Kind::Nimber
            }
            '■' | '#' => Kind::Tombstone,
            'Σ' => {
                let rest = self.rest();
                let mark = rest.strip_prefix('^').unwrap_or(rest);
                if let Some(letter) = mark.chars().next().filter(|c| "LRᴸᴿ".contains(*c)) {
                    self.at += rest.len() - mark.len() + letter.len_utf8();
                }
                Kind::Tombstone
            }
            _ => self.sign(start),
        };
        self.push(kind, start);
    }

    fn word(&mut self, start: usize) {
        let in_word = |c: char| is_letter(c) || c.is_ascii_digit() || c == '_' || c == '\'' || c == '’';
        self.skip(in_word);
        // As in the notation, names of several words have hyphens.
        while self.rest().strip_prefix('-').is_some_and(|rest| rest.starts_with(is_letter)) {
            self.at += 1;
            self.skip(in_word);
        }
        let word = &self.text[start..self.at];
        let is_position = self.peek() == Some('(') && meaning(word) == Meaning::Name && is_ruleset_name(word);
        if !is_position {
            return self.push(Kind::Word, start);
        }
        let word_end = self.at;
        while self.peek() == Some('(') {
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
                let open = self.at;
                self.at = word_end;
                self.push(Kind::Word, start);
                self.at = open + 1;
                self.open_bracket('(', open);
                self.at = self.text.len();
                return;
            };
            self.at += length + 1;
        }
        self.push(Kind::Position, start);
    }

    /// A number; its sign was taken.
    fn number(&mut self, start: usize) {
        self.skip(|c| c.is_ascii_digit() || c == '\u{304}' || c == '\u{305}');
        let is_natural = self.text[start..self.at].bytes().all(|b| b.is_ascii_digit());
        if is_natural && self.peek() == Some('.') {
            self.at += 1;
            return self.push(Kind::Prefix, start);
        }
        self.push(Kind::Integer, start);
    }

    fn sign(&mut self, start: usize) -> Kind {
        let in_braces = self.open.last().is_some_and(|&at| self.tokens.tokens[at].kind == Kind::Open('{'));
        let rest = &self.text[start..];
        let signs = [
            (":=", Kind::Assign),
            (">=", Kind::Sign(Sign::GreaterOrEqual)),
            ("≥", Kind::Sign(Sign::GreaterOrEqual)),
            ("<=", Kind::Sign(Sign::LessOrEqual)),
            ("≤", Kind::Sign(Sign::LessOrEqual)),
            ("<>", Kind::Sign(Sign::Incomparable)),
            ("||", Kind::Sign(Sign::Incomparable)),
            ("‖", Kind::Sign(Sign::Incomparable)),
            ("==", Kind::Sign(Sign::Same)),
            ("!=", Kind::Sign(Sign::NotEqual)),
            ("≠", Kind::Sign(Sign::NotEqual)),
            ("≢", Kind::Sign(Sign::NotEqual)),
            ("≡", Kind::Sign(Sign::Equal)),
            ("=", Kind::Sign(Sign::Equal)),
            (">", Kind::Sign(Sign::Greater)),
            ("<", Kind::Sign(Sign::Less)),
        ];
        match signs.into_iter().find(|(sign, _)| rest.starts_with(sign)) {
            Some((sign, kind)) if !in_braces => {
                self.at = start + sign.len();
                kind
            }
            _ => Kind::Other,
        }
    }

    fn open_bracket(&mut self, sign: char, start: usize) {
        self.open.push(self.tokens.tokens.len());
        self.push(Kind::Open(sign), start);
    }

    fn close_bracket(&mut self, sign: char, start: usize) {
        let here = self.tokens.tokens.len();
        self.push(Kind::Close(sign), start);
        let Some(&open) = self.open.last() else { return };
        if matches!(self.tokens.tokens[open].kind, Kind::Open(before) if closing(before) == sign) {
            self.open.pop();
            self.tokens.partners[open] = Some(here);
            self.tokens.partners[here] = Some(open);
        }
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.tokens.tokens.push(Token { kind, span: start..self.at, spaced: self.spaced });
        self.tokens.partners.push(None);
        self.spaced = false;
    }

    fn skip(&mut self, belongs: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !belongs(c)).unwrap_or(rest.len());
    }

    fn last(&self) -> Option<&Token> {
        self.tokens.tokens.last()
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }
}

/// Whether something must come after the token: a line does not end there.
fn waits(token: &Token, text: &str) -> bool {
    match token.kind {
        Kind::Plus | Kind::Prefix | Kind::Sign(_) | Kind::Assign | Kind::Comma => true,
        Kind::Word => meaning(&text[token.span.clone()]) == Meaning::Keyword,
        _ => false,
    }
}

fn ends_a_term(token: &Token, text: &str) -> bool {
    match token.kind {
        Kind::Word => meaning(&text[token.span.clone()]) != Meaning::Keyword,
        Kind::Position | Kind::Integer | Kind::Nimber | Kind::Tombstone | Kind::Close(_) => true,
        _ => false,
    }
}

pub(crate) fn closing(open: char) -> char {
    match open {
        '{' => '}',
        '[' => ']',
        _ => ')',
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() && c != 'Σ'
}
