//! Ordinals read from text.
//!
//! ```text
//! list     ::= ordinal ((',' | space) ordinal)*
//! ordinal  ::= term ('+' term)*
//! term     ::= factor ('*' number)*
//! factor   ::= number | w ('^' factor)? | '(' ordinal ')'
//! ```

use std::ops::Range;

use misere_notation::{ParseError, Problem, quoted};
use num_bigint::BigUint;

use super::Ordinal;

impl Ordinal {
    /// Reads an ordinal: numbers, `w`, `ω` or `\omega`, `+`, `*`, `·` or `\cdot` before a
    /// number, `^` and parentheses. `w^w^2` is `w^(w^2)`.
    ///
    /// # Errors
    /// [`ParseError`] with the place where the text stops being an ordinal.
    pub fn read(text: &str) -> Result<Ordinal, ParseError> {
        let mut reader = Reader::new(text)?;
        let ordinal = reader.ordinal(0)?;
        match reader.token {
            Token::End => Ok(ordinal),
            _ => Err(reader.unexpected("`+` or the end")),
        }
    }
}

/// Reads at least one ordinal, with commas or spaces between ordinals.
pub(crate) fn read_list(text: &str) -> Result<Vec<Ordinal>, ParseError> {
    let mut reader = Reader::new(text)?;
    let mut list = vec![reader.ordinal(0)?];
    loop {
        match reader.token {
            Token::End => return Ok(list),
            Token::Comma => reader.advance()?,
            _ if reader.after_space => {}
            _ => return Err(reader.unexpected("`+`, `,`, a space or the end")),
        }
        list.push(reader.ordinal(0)?);
    }
}

/// The most digits of a number: reading a number takes longer than linear time.
const MOST_DIGITS: usize = 1_000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Number,
    Omega,
    Plus,
    Times,
    Power,
    Open,
    Close,
    Comma,
    Minus,
    Unknown,
    End,
}

/// A reader that looks one token ahead.
struct Reader<'a> {
    text: &'a str,
    token: Token,
    span: Range<usize>,
    after_space: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Result<Reader<'a>, ParseError> {
        let mut reader = Reader { text, token: Token::End, span: 0..0, after_space: false };
        reader.advance()?;
        Ok(reader)
    }

    /// Reads an ordinal inside `depth` parentheses and exponents, recursing into deeper ones.
    fn ordinal(&mut self, depth: usize) -> Result<Ordinal, ParseError> {
        let mut sum = self.term(depth)?;
        while self.token == Token::Plus {
            self.advance()?;
            sum = sum + self.term(depth)?;
        }
        Ok(sum)
    }

    fn term(&mut self, depth: usize) -> Result<Ordinal, ParseError> {
        let mut product = self.factor(depth)?;
        while self.token == Token::Times {
            self.advance()?;
            match self.token {
                Token::Number => product = product * self.number()?,
                Token::Omega => {
                    let help = "a coefficient stands after its power of w, as in `w*2`";
                    return Err(ParseError { help: Some(help.to_owned()), ..self.unexpected("a number") });
                }
                _ => return Err(self.unexpected("a number")),
            }
        }
        Ok(product)
    }

    fn factor(&mut self, depth: usize) -> Result<Ordinal, ParseError> {
        let (text, span) = (self.text, self.span.clone());
        let too_deep = |span| ParseError::new(text, span, Problem::TooDeep(Ordinal::MAX_HEIGHT), None);
        if depth >= Ordinal::MAX_HEIGHT {
            return Err(too_deep(span));
        }
        match self.token {
            Token::Number => Ok(Ordinal::from(self.number()?)),
            Token::Omega => {
                self.advance()?;
                let mut exponent = Ordinal::from(1);
                if self.token == Token::Power {
                    self.advance()?;
                    exponent = self.factor(depth + 1)?;
                }
                Ordinal::omega_to(exponent).ok_or_else(|| too_deep(span))
            }
            Token::Open => {
                let close = if &self.text[span] == "(" { ")" } else { "}" };
                self.advance()?;
                let inner = self.ordinal(depth + 1)?;
                if self.token != Token::Close || &self.text[self.span.clone()] != close {
                    return Err(self.unexpected(&format!("`+` or `{close}`")));
                }
                self.advance()?;
                Ok(inner)
            }
            _ => Err(self.unexpected("an ordinal such as `5`, `w+1` or `w^2*3`")),
        }
    }

    fn number(&mut self) -> Result<BigUint, ParseError> {
        let digits = &self.text[self.span.clone()];
        let number = (digits.len() <= MOST_DIGITS).then(|| digits.parse().ok()).flatten();
        let error = || ParseError::new(self.text, self.span.clone(), Problem::NumberTooLarge, None);
        let number = number.ok_or_else(error)?;
        self.advance()?;
        Ok(number)
    }

    fn advance(&mut self) -> Result<(), ParseError> {
        let rest = &self.text[self.span.end..];
        let trimmed = rest.trim_start();
        self.after_space = trimmed.len() < rest.len();
        let start = self.text.len() - trimmed.len();
        let (token, length) = next_token(trimmed);
        (self.token, self.span) = (token, start..start + length);
        if token == Token::Minus {
            let problem = Problem::Other("an ordinal is not negative: write it without a minus".to_owned());
            return Err(ParseError::new(self.text, self.span.clone(), problem, None));
        }
        Ok(())
    }

    fn unexpected(&self, expected: &str) -> ParseError {
        let found = match self.token {
            Token::End => "the end of the text".to_owned(),
            _ => quoted(&self.text[self.span.clone()]),
        };
        let problem = Problem::Unexpected { expected: expected.to_owned(), found };
        ParseError::new(self.text, self.span.clone(), problem, None)
    }
}

/// The first token of a text that does not begin with a space, and its length.
fn next_token(text: &str) -> (Token, usize) {
    const SIGNS: [(&[&str], Token); 8] = [
        (&["w", "W", "ω", r"\omega"], Token::Omega),
        (&["+"], Token::Plus),
        (&["*", "·", "×", r"\cdot"], Token::Times),
        (&["^"], Token::Power),
        (&["(", "{"], Token::Open),
        (&[")", "}"], Token::Close),
        (&[","], Token::Comma),
        (&["-", "−", "–"], Token::Minus),
    ];
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        return (Token::Number, digits);
    }
    let mut all = SIGNS.iter().flat_map(|(signs, token)| signs.iter().map(move |sign| (sign, token)));
    let sign = all.find(|(sign, _)| text.starts_with(**sign));
    match (sign, text.chars().next()) {
        (Some((sign, token)), _) => (*token, sign.len()),
        (None, Some(other)) => (Token::Unknown, other.len_utf8()),
        (None, None) => (Token::End, 0),
    }
}
