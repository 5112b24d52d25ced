//! The tokens that the language adds to those of the notation: signs of its own,
//! comments, positions of rulesets, brackets in pairs, and statements.

use std::ops::Range;

use misere_notation::lexer::{Kind as GameKind, Lexer, word as without_font};
use misere_notation::{ParseError, Problem, not_closed};

use super::ast::Sign;
use super::words::{Meaning, meaning};

#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Range<usize>,
    /// Whether there is space before the token.
    pub(crate) spaced: bool,
    /// The place of the bracket that this one is paired with.
    pub(crate) partner: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Word(Meaning),
    /// A call of a ruleset with its arguments, which only the ruleset understands.
    Position,
    Integer,
    Nimber,
    /// A prefix `~`, `±`, `+-`, or copies such as `3.`.
    Prefix,
    Plus,
    /// A minus that is not part of a number.
    Minus,
    /// The sign `..` between the ends of a range.
    Range,
    /// A dot and the name of a field, directly behind a record.
    Field,
    /// A dot directly between a number that is no digit and a game: `n.{0|*}`.
    Copies,
    /// A text in quotation marks.
    Text,
    Tombstone,
    Sign(Sign),
    /// The sign `:=`.
    Assign,
    Open(char),
    Close(char),
    Comma,
    /// The end of a statement.
    Separator,
    /// A sign without a meaning outside braces, such as a bar.
    Other,
    End,
}

/// The class of a part of a text, for colouring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenClass {
    /// A word of the grammar.
    Keyword,
    /// A constant such as `true` or `Left`.
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
    comments: Vec<Range<usize>>,
    /// The text with space in the place of comments.
    clean: String,
}

impl Tokens {
    /// The tokens of a text in which these words are rulesets.
    pub(crate) fn new(text: &str, is_ruleset: &dyn Fn(&str) -> bool) -> Tokens {
        let tokens = Tokens { tokens: Vec::new(), comments: Vec::new(), clean: String::new() };
        let lexer = Lexer::of_expression(text);
        let mut reader = Reader { text, is_ruleset, lexer, open: Vec::new(), spaced: false, tokens };
        while reader.read() {}
        let mut tokens = reader.tokens;
        let mut clean = text.to_owned().into_bytes();
        for comment in &tokens.comments {
            clean[comment.clone()].fill(b' ');
        }
        tokens.clean = String::from_utf8(clean).expect("a comment ends where a line does");
        tokens
    }

    pub(crate) fn clean(&self) -> &str {
        &self.clean
    }

    pub(crate) fn get(&self, at: usize) -> &Token {
        &self.tokens[at]
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

    /// Whether the text ends with the end of a statement.
    pub(crate) fn ends_with_a_separator(&self) -> bool {
        self.tokens.last().is_some_and(|token| token.kind == Kind::Separator)
    }

    pub(crate) fn is_incomplete(&self) -> bool {
        let has =
            |is: fn(Kind) -> bool| self.tokens.iter().any(|token| token.partner.is_none() && is(token.kind));
        let open = has(|kind| matches!(kind, Kind::Open(_)));
        let wrong = has(|kind| matches!(kind, Kind::Close(_)));
        let waiting = self.tokens.last().is_some_and(|token| token.kind.waits());
        !wrong && (open || waiting)
    }

    /// Refuses a statement with a bracket that has no partner, before anything else.
    pub(crate) fn check_brackets(&self, text: &str, statement: Range<usize>) -> Result<(), ParseError> {
        let mut open = None;
        for token in self.tokens[statement.clone()].iter().filter(|token| token.partner.is_none()) {
            match token.kind {
                // The bracket is the last character of `\{`.
                Kind::Open(sign) => open = Some((sign, token.span.end - 1)),
                Kind::Close(sign) => {
                    return Err(unbalanced(text, open, token.span.clone(), format!("`{sign}`")));
                }
                _ => {}
            }
        }
        if open.is_none() {
            return Ok(());
        }
        let end = text[..self.tokens[statement.end - 1].span.end].trim_end().len();
        Err(unbalanced(text, open, end..end, "the end of the text".to_owned()))
    }

    pub(crate) fn classes(&self, text: &str) -> Vec<(Range<usize>, TokenClass)> {
        let mut classes: Vec<_> = self.comments.iter().map(|c| (c.clone(), TokenClass::Comment)).collect();
        for token in &self.tokens {
            let class = match token.kind {
                Kind::Word(Meaning::Keyword) => TokenClass::Keyword,
                Kind::Word(Meaning::Constant) => TokenClass::Constant,
                Kind::Word(Meaning::Universe) => TokenClass::Universe,
                Kind::Word(Meaning::NotationFunction | Meaning::Function) => TokenClass::Function,
                Kind::Word(Meaning::Name) | Kind::Field => TokenClass::Name,
                Kind::Word(Meaning::Family)
                | Kind::Integer
                | Kind::Nimber
                | Kind::Prefix
                | Kind::Tombstone
                | Kind::Other => TokenClass::Game,
                Kind::Position | Kind::Text => TokenClass::Position,
                Kind::Plus | Kind::Minus | Kind::Range | Kind::Copies | Kind::Sign(_) | Kind::Assign => {
                    TokenClass::Operator
                }
                Kind::Open(_) | Kind::Close(_) if token.partner.is_none() => TokenClass::Unbalanced,
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

/// The error for a bracket that closes nothing, or that is not closed.
fn unbalanced(text: &str, open: Option<(char, usize)>, span: Range<usize>, found: String) -> ParseError {
    let (expected, help) = match open {
        None => (
            "an operator or the end".to_owned(),
            format!("this {found} closes nothing: take it away, or open it before"),
        ),
        Some((sign, open)) => (format!("`{}`", closing(sign)), not_closed(text, open)),
    };
    ParseError::new(text, span, Problem::Unexpected { expected, found }, Some(help))
}

struct Reader<'t> {
    text: &'t str,
    is_ruleset: &'t dyn Fn(&str) -> bool,
    lexer: Lexer<'t>,
    /// The open brackets, as places of tokens.
    open: Vec<usize>,
    spaced: bool,
    tokens: Tokens,
}

impl Reader<'_> {
    /// Takes space and then a token or a comment, and says whether there was any.
    fn read(&mut self) -> bool {
        self.space();
        let start = self.lexer.position();
        let rest = self.lexer.rest();
        if let Some(behind) = rest.strip_prefix("--") {
            // `--1` is no comment: it is typed for the conjugate of -1.
            if !behind.is_empty() && !behind.starts_with(|c: char| c.is_whitespace() || c == '-') {
                self.lexer.skip_to(start + 2);
                self.push(Kind::Other, start..start + 2);
                return true;
            }
            self.lexer.skip_to(start + rest.find('\n').unwrap_or(rest.len()));
            self.tokens.comments.push(start..self.lexer.position());
            self.spaced = true;
            return true;
        }
        if let Some((kind, length)) = self.own_sign(rest) {
            self.lexer.skip_to(start + length);
            self.push(kind, start..start + length);
            return true;
        }
        let token = self.lexer.token();
        let written = &self.text[token.span];
        let first = written.chars().next().unwrap_or_default();
        let kind = match token.kind {
            GameKind::Name => {
                self.word(start, without_font(written));
                return true;
            }
            GameKind::OpenBrace | GameKind::StarBrace | GameKind::Overline => Kind::Open('{'),
            GameKind::CloseBrace => Kind::Close('}'),
            GameKind::OpenParen | GameKind::OpenBracket => Kind::Open(first),
            GameKind::CloseParen | GameKind::CloseBracket => Kind::Close(first),
            GameKind::Comma => Kind::Comma,
            GameKind::Tilde | GameKind::PlusMinus | GameKind::Copies(_) => Kind::Prefix,
            GameKind::Plus if !self.is_after_a_term() && self.lexer.skip_minus() => Kind::Prefix,
            GameKind::Plus => Kind::Plus,
            GameKind::Integer { .. } => Kind::Integer,
            GameKind::Nimber(_) => Kind::Nimber,
            GameKind::Faulty if first == '*' => Kind::Nimber,
            GameKind::Faulty if written.ends_with('.') => Kind::Prefix,
            GameKind::Faulty => Kind::Integer,
            GameKind::Tombstone(_) => Kind::Tombstone,
            GameKind::Other if first == ';' && self.open.is_empty() => Kind::Separator,
            GameKind::Bar(_) | GameKind::Other if !self.is_in_braces() => self.sign(start),
            GameKind::Minus => Kind::Minus,
            GameKind::Bar(_) | GameKind::Other | GameKind::Dot => Kind::Other,
            GameKind::End => return false,
        };
        self.push(kind, start..self.lexer.position());
        true
    }

    /// A token that begins with a sign without a meaning in the notation, and its length.
    fn own_sign(&self, rest: &str) -> Option<(Kind, usize)> {
        if let Some(behind) = rest.strip_prefix('"') {
            let line = behind.split('\n').next().unwrap_or_default();
            return line.find('"').map(|length| (Kind::Text, length + 2));
        }
        let is_last_answer = rest.strip_prefix('_').is_some_and(|behind| {
            !behind.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '\'')
        });
        if let Some(behind) = rest.strip_prefix('.')
            && !self.spaced
            && self.is_after_a_term()
            && behind.starts_with(|c: char| c.is_ascii_alphanumeric() || "{([*~±".contains(c))
        {
            if !behind.starts_with(|c: char| c.is_ascii_alphabetic()) {
                return Some((Kind::Copies, 1));
            }
            let is_in_name = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
            let name = behind.len() - behind.trim_start_matches(is_in_name).len();
            return Some((Kind::Field, name + 1));
        }
        match is_last_answer {
            true => Some((Kind::Word(Meaning::Name), 1)),
            false => (rest.starts_with("..") && !self.is_in_braces()).then_some((Kind::Range, 2)),
        }
    }

    /// Takes space. A line break ends a statement, unless an operator waits for an operand.
    fn space(&mut self) {
        let start = self.lexer.position();
        let space = self.lexer.skip_space();
        for (at, line) in space.match_indices('\n') {
            let continues = self.tokens.tokens.last().is_none_or(|token| token.kind.waits());
            if self.open.is_empty() && !continues {
                self.push(Kind::Separator, start + at..start + at + line.len());
            }
        }
        self.spaced |= !space.is_empty();
    }

    /// Adds a word that was taken, or a call of a ruleset that begins with the word.
    fn word(&mut self, start: usize, word: &str) {
        let end = self.lexer.position();
        let meaning = meaning(word);
        let is_position =
            meaning == Meaning::Name && self.lexer.rest().starts_with('(') && (self.is_ruleset)(word);
        if is_position && self.lexer.groups().is_some() {
            return self.push(Kind::Position, start..self.lexer.position());
        }
        self.push(Kind::Word(meaning), start..end);
        if is_position {
            // The rest of the text stands in the parenthesis that is not closed.
            let open = self.lexer.position();
            self.push(Kind::Open('('), open..open + 1);
            self.lexer.skip_to(self.text.len());
        }
    }

    /// A sign of the language whose first character was taken.
    fn sign(&mut self, start: usize) -> Kind {
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
        match signs.into_iter().find(|(sign, _)| self.text[start..].starts_with(sign)) {
            Some((sign, kind)) => {
                self.lexer.skip_to(start + sign.len());
                kind
            }
            None => Kind::Other,
        }
    }

    /// Adds a token, paired with the last open bracket if it closes that bracket.
    fn push(&mut self, kind: Kind, span: Range<usize>) {
        let tokens = &mut self.tokens.tokens;
        let here = tokens.len();
        let mut partner = None;
        match (kind, self.open.last()) {
            (Kind::Open(_), _) => self.open.push(here),
            (Kind::Close(sign), Some(&open)) if matches!(tokens[open].kind, Kind::Open(before) if closing(before) == sign) =>
            {
                self.open.pop();
                tokens[open].partner = Some(here);
                partner = Some(open);
            }
            _ => {}
        }
        tokens.push(Token { kind, span, spaced: std::mem::take(&mut self.spaced), partner });
    }

    fn is_in_braces(&self) -> bool {
        self.open.last().is_some_and(|&at| self.tokens.tokens[at].kind == Kind::Open('{'))
    }

    /// Whether a term has ended, so that `+-` is a sum with a negative number.
    fn is_after_a_term(&self) -> bool {
        self.tokens.tokens.last().is_some_and(|token| match token.kind {
            Kind::Word(meaning) => meaning != Meaning::Keyword,
            Kind::Position
            | Kind::Integer
            | Kind::Nimber
            | Kind::Tombstone
            | Kind::Field
            | Kind::Close(_) => true,
            _ => false,
        })
    }
}

impl Kind {
    /// Whether an operand must come after the token: a statement does not end there.
    fn waits(self) -> bool {
        matches!(
            self,
            Kind::Plus
                | Kind::Minus
                | Kind::Range
                | Kind::Copies
                | Kind::Prefix
                | Kind::Sign(_)
                | Kind::Assign
                | Kind::Comma
                | Kind::Word(Meaning::Keyword)
        )
    }
}

fn closing(open: char) -> char {
    match open {
        '{' => '}',
        '[' => ']',
        _ => ')',
    }
}
