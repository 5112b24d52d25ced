//! The one lexer: text into tokens, one at a time, for the notation of games and for
//! languages in which games stand.
//!
//! A language has more signs than the notation, and words with digits. The lexer of a
//! language is made with [`Lexer::of_expression`]; the language finds its own signs in
//! [`Lexer::rest`], goes past them with [`Lexer::skip_to`], and leaves all others to
//! [`Lexer::token`].
//!
//! ```
//! use misere_notation::lexer::{Kind, Lexer};
//! let mut lexer = Lexer::of_expression("g1 := +-{0|*}");
//! assert_eq!(lexer.token().kind, Kind::Name);
//! lexer.skip_space();
//! assert!(lexer.rest().starts_with(":="));
//! lexer.skip_to(lexer.position() + 2);
//! assert_eq!(lexer.token().kind, Kind::Plus);
//! assert!(lexer.skip_minus());
//! assert_eq!(lexer.token().kind, Kind::OpenBrace);
//! ```

mod latex;

use std::ops::Range;

use misere_core::Player;

use crate::error::{ParseError, Problem, quoted};

pub use self::latex::word;

/// A token, and where it stands.
#[derive(Clone, Debug)]
pub struct Token {
    /// The kind of the token.
    pub kind: Kind,
    /// The bytes of the text.
    pub span: Range<usize>,
    /// Whether there is space before the token, which separates items in brackets.
    pub spaced: bool,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "brackets and commas are what their names say")]
pub enum Kind {
    /// A number, negative if it has a minus or bars over its digits.
    Integer {
        size: u64,
        negative: bool,
    },
    /// A natural number directly followed by `.`: that many copies of what follows.
    Copies(u64),
    /// `*` with the number after it, which is 1 if none is written. Stars of other shapes,
    /// which are copied from papers, are read too.
    Nimber(u64),
    /// An integer, copies or a nimber whose number is too large, barred where no bar is
    /// allowed, or barred over some digits only; or a number with decimals.
    Faulty,
    /// A tombstone, and the player it is marked for.
    Tombstone(Option<Player>),
    /// A run of letters, or of words with hyphens between them. In an expression, digits,
    /// `_` and primes are letters from the second place on. [`word`] takes away the font of
    /// LaTeX.
    Name,
    Tilde,
    PlusMinus,
    Plus,
    /// A minus that is not part of a number.
    Minus,
    /// The sign for an empty side.
    Dot,
    Comma,
    /// A run of bars, and its length. In an expression, the bars of a run are tokens of
    /// their own, since `||` compares.
    Bar(usize),
    OpenBrace,
    /// The brace before the options of an impartial game: `*{`.
    StarBrace,
    /// A bar over the game that follows, up to a closing brace: `\overline{`.
    Overline,
    CloseBrace,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    /// A character of no meaning in the notation.
    Other,
    End,
}

/// The letter of names in a text, as in `F1`: no family has it.
pub(crate) const FORM_NAME: &str = "F";

/// A pass over a text that finds its tokens.
pub struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// Whether names have digits and each bar is a token. A number then takes all bars over
    /// a digit and a nimber none, since a language hands over a game without its neighbours.
    in_expression: bool,
}

impl<'t> Lexer<'t> {
    /// A lexer for a text that is a game.
    #[must_use]
    pub fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0, in_expression: false }
    }

    /// A lexer for a text in which games stand.
    #[must_use]
    pub fn of_expression(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0, in_expression: true }
    }

    /// The next token. A number without a value is a token as well, which the notation
    /// refuses when it reads the game.
    pub fn token(&mut self) -> Token {
        let spaced = !self.skip_space().is_empty();
        let start = self.at;
        if let Some(kind) = self.plain_sign() {
            self.at += 1;
            return Token { kind, span: start..self.at, spaced };
        }
        match self.peek() {
            Some(first) => Token { kind: self.kind(first), span: start..self.at, spaced },
            None => {
                // The end is before trailing space, which may be many lines.
                let end = self.text.trim_end().len();
                Token { kind: Kind::End, span: end..end, spaced }
            }
        }
    }

    /// Goes past the space at this place, and returns that space. Lines that are comments of
    /// LaTeX are space, and so are commands such as `\left` and `\,`.
    pub fn skip_space(&mut self) -> &'t str {
        let start = self.at;
        let next = self.text.as_bytes().get(start);
        if next.is_some_and(|byte| byte.is_ascii_graphic() && !b"\\%".contains(byte)) {
            return "";
        }
        self.skip(char::is_whitespace);
        while self.skip_latex_space() {
            self.skip(char::is_whitespace);
        }
        &self.text[start..self.at]
    }

    /// Goes past a minus that comes directly, and says whether there was one: `+-` where a
    /// term begins is one sign, but `1+-1` is a sum.
    pub fn skip_minus(&mut self) -> bool {
        let minus = self.peek().filter(|&c| c == '-' || c == '−');
        self.at += minus.map_or(0, char::len_utf8);
        minus.is_some()
    }

    /// Goes past the parentheses that follow, one directly after the other, and returns the
    /// spans between them: the arguments of a call, which the notation does not understand.
    /// Stays before a parenthesis that is not closed, and returns `None`.
    pub fn groups(&mut self) -> Option<Vec<Range<usize>>> {
        let mut groups = Vec::new();
        while self.rest().starts_with('(') {
            let mut depth = 0usize;
            let (length, _) = self.rest().char_indices().find(|&(_, c)| {
                match c {
                    '(' => depth += 1,
                    ')' => depth -= 1,
                    _ => {}
                }
                depth == 0
            })?;
            groups.push(self.at + 1..self.at + length);
            self.at += length + 1;
        }
        Some(groups)
    }

    /// The text that no token was made of yet.
    #[must_use]
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Where the rest of the text begins.
    #[must_use]
    pub fn position(&self) -> usize {
        self.at
    }

    /// Goes on from the place `at`, which is not before the current one.
    pub fn skip_to(&mut self, at: usize) {
        self.at = at;
    }

    /// The next token of a game, in which no number may be faulty.
    pub(crate) fn next(&mut self) -> Result<Token, ParseError> {
        let token = self.token();
        match token.kind {
            Kind::Faulty => Err(self.fault(token.span)),
            _ => Ok(token),
        }
    }

    /// The natural number directly at this place, if there is one.
    pub(crate) fn natural(&mut self) -> Result<Option<u64>, ParseError> {
        let start = self.at;
        match self.digits(1) {
            Some((value, false)) => Ok(Some(value)),
            _ if self.at == start => Ok(None),
            _ => Err(self.fault(start..self.at)),
        }
    }

    /// The number of a name directly at this place, `1`, `_1` or `_{1}`, if there is one.
    pub(crate) fn index(&mut self) -> Option<u64> {
        let rest = self.rest();
        let behind = rest.strip_prefix('_').unwrap_or(rest);
        let digits = behind.strip_prefix('{').filter(|_| behind.len() < rest.len()).unwrap_or(behind);
        let length = digits.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number = digits[..length].parse().ok()?;
        let closing = usize::from(digits.len() < behind.len());
        if closing == 1 && !digits[length..].starts_with('}') {
            return None;
        }
        self.at += rest.len() - digits.len() + length + closing;
        Some(number)
    }

    /// The name that is defined at this place, and the sign after it: `F1 =`.
    pub(crate) fn defined_name(&mut self) -> Result<u64, ParseError> {
        let name = self.token();
        let refuse = |lexer: &Self, token: &Token, expected: &str| {
            let problem = Problem::Unexpected { expected: expected.to_owned(), found: lexer.describe(token) };
            Err(lexer.error(token.span.clone(), problem, None))
        };
        let is_form = name.kind == Kind::Name && &self.text[name.span.clone()] == FORM_NAME;
        let Some(number) = is_form.then(|| self.index()).flatten() else {
            return refuse(self, &name, "a name such as `F1`");
        };
        let sign = self.token();
        if &self.text[sign.span.clone()] != "=" {
            return refuse(self, &sign, "`=`");
        }
        Ok(number)
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

    /// The sign at this place, if it is one of those that most of a game is made of.
    fn plain_sign(&self) -> Option<Kind> {
        let bytes = self.text.as_bytes();
        match bytes.get(self.at)? {
            b'{' => Some(Kind::OpenBrace),
            b'}' => Some(Kind::CloseBrace),
            b',' => Some(Kind::Comma),
            // Other characters for bars are not ASCII.
            b'|' if bytes.get(self.at + 1).is_some_and(|&b| b.is_ascii() && b != b'|') => Some(Kind::Bar(1)),
            _ => None,
        }
    }

    fn kind(&mut self, first: char) -> Kind {
        let start = self.at;
        if first.is_ascii_digit() {
            return self.number(start);
        }
        self.at += first.len_utf8();
        match first {
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
            '-' | '−' if self.peek().is_some_and(|c| c.is_ascii_digit()) => self.number(start),
            '-' | '−' => Kind::Minus,
            '*' | '∗' | '⋆' => self.nimber(),
            '■' | '#' => Kind::Tombstone(None),
            'Σ' => Kind::Tombstone(self.tombstone_mark()),
            '\\' => self.command(),
            _ if bar_length(first) > 0 => {
                let more = if self.in_expression { "" } else { self.skip(|c| bar_length(c) > 0) };
                Kind::Bar(bar_length(first) + more.chars().map(bar_length).sum::<usize>())
            }
            _ if is_letter(first) => self.name(),
            _ => Kind::Other,
        }
    }

    /// The rest of a name whose first letter was taken; hyphens may join its words.
    fn name(&mut self) -> Kind {
        let more = if self.in_expression { "0123456789_'’" } else { "" };
        loop {
            self.skip(|c| is_letter(c) || more.contains(c));
            if !self.rest().strip_prefix('-').is_some_and(|rest| rest.starts_with(is_letter)) {
                return Kind::Name;
            }
            self.at += 1;
        }
    }

    /// The number that begins at `start`, where its minus may stand.
    fn number(&mut self, start: usize) -> Kind {
        let (digit, next) = (self.text.as_bytes()[self.at], self.text.as_bytes().get(self.at + 1));
        // Most numbers have one digit; bars are not ASCII.
        if next.is_none_or(|&b| b.is_ascii() && !b.is_ascii_digit() && b != b'.') {
            let negative = self.at > start;
            self.at += 1;
            return Kind::Integer { size: u64::from(digit - b'0'), negative };
        }
        let number = self.digits(if self.in_expression { usize::MAX } else { 1 });
        let written = &self.text[start..self.at];
        let is_range = self.rest().starts_with("..");
        if self.rest().starts_with('.') && !is_range && written.bytes().all(|b| b.is_ascii_digit()) {
            self.at += 1;
            if self.rest().trim_start().starts_with(|c: char| c.is_ascii_digit()) {
                // Copies of a number are written `2.(3)`: 0.77 is an octal game, 1.5 a mistake.
                self.skip_space();
                self.digits(usize::MAX);
                return Kind::Faulty;
            }
            return number.map_or(Kind::Faulty, |(count, _)| Kind::Copies(count));
        }
        match (number, written.starts_with(['-', '−'])) {
            (None, _) | (Some((_, true)), true) => Kind::Faulty,
            (Some((size, barred)), minus) => Kind::Integer { size, negative: minus || barred },
        }
    }

    /// The rest of a nimber whose star was taken, or the brace after the star.
    fn nimber(&mut self) -> Kind {
        if self.skip_brace() {
            return Kind::StarBrace;
        }
        let start = self.at;
        match self.digits(if self.in_expression { 0 } else { 1 }) {
            Some((size, false)) => Kind::Nimber(size),
            _ if self.at == start => Kind::Nimber(1),
            _ => Kind::Faulty,
        }
    }

    /// Goes past the digits at this place, each with at most `most_bars` bars. Returns the
    /// number and whether it is barred; `None` if there is no number, the number is too large,
    /// or only some digits are barred.
    fn digits(&mut self, most_bars: usize) -> Option<(u64, bool)> {
        let mut value = Some(0u64);
        let (mut count, mut barred) = (0, 0);
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            value = value.and_then(|v| v.checked_mul(10)?.checked_add(u64::from(digit)));
            self.at += 1;
            count += 1;
            let mut bars = 0;
            while bars < most_bars && self.rest().starts_with(is_overline) {
                self.at += '\u{304}'.len_utf8();
                bars += 1;
            }
            barred += usize::from(bars > 0);
        }
        (count > 0 && (barred == 0 || barred == count)).then_some((value?, barred > 0))
    }

    /// The error for a faulty number in a game.
    fn fault(&self, token: Range<usize>) -> ParseError {
        if let Some((copies, number)) = self.text[token.clone()].split_once('.')
            && !number.is_empty()
        {
            return self.decimal(token.clone(), copies, number.trim_start());
        }
        let written = self.text[token.clone()].trim_end_matches('.');
        let end = token.start + written.len();
        let number = written.trim_start_matches(['*', '∗', '⋆']);
        let span = end - number.len()..end;
        let digits = number.trim_start_matches(['-', '−']);
        let plain = digits.replace(is_overline, "");
        let bars = digits.chars().count() - plain.len();
        if bars != 0 && bars != plain.len() {
            let mut help = "put a bar over every digit".to_owned();
            if let Some(options) = separate_digits(digits) {
                help.push_str(&format!(", or write the dead end with these options as `[{options}]`"));
            }
            return self.error(span, Problem::PartlyBarred, Some(&help));
        }
        if plain.parse::<u64>().is_err() {
            return self.error(span, Problem::NumberTooLarge, None);
        }
        if digits != number {
            return self.error(span, Problem::PartlyBarred, Some("write either the minus or the bars"));
        }
        let expected = "a natural number".to_owned();
        self.error(span, Problem::Unexpected { expected, found: quoted(number) }, None)
    }

    fn decimal(&self, token: Range<usize>, copies: &str, number: &str) -> ParseError {
        let short = |text: &str| text.len() <= 20;
        let mut help = match short(copies) && short(number) {
            true => format!("copies of {number} are written `{copies}.({number})`"),
            false => "copies of n are written `k.(n)`".to_owned(),
        };
        if copies == "0" && short(number) && number.bytes().all(|digit| (b'0'..=b'7').contains(&digit)) {
            help.insert_str(0, &format!("a heap of the octal game is written `octal(0.{number})(n)`, and "));
        }
        self.error(token.clone(), Problem::Decimal(quoted(&self.text[token])), Some(&help))
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

    fn skip(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
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
        '|' | '∣' | '│' => 1,
        '‖' | '∥' => 2,
        '⦀' => 3,
        _ => 0,
    }
}

fn is_overline(c: char) -> bool {
    c == '\u{304}' || c == '\u{305}'
}

/// The options `-1 0` for `1̄0`, which some papers write for the dead end {·|1̄,0};
/// `None` for numbers too long to be meant so.
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
