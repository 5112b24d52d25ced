//! Numbers in texts, and errors in texts.

use std::ops::Range;

use misere_notation::{ParseError, Problem, quoted};

use crate::grid::other;

/// Reads numbers up to `largest` in a part of a text, separated by commas, plus signs
/// or spaces, each with its place. A text without a number is refused.
pub(super) fn read_numbers(
    text: &str,
    part: Range<usize>,
    largest: u16,
    what: &str,
) -> Result<Vec<(Range<usize>, u16)>, ParseError> {
    let mut numbers = Vec::new();
    let mut at = part.start;
    let rest = |at: usize| &text[at..part.end];
    let spaces = |at: usize| rest(at).len() - rest(at).trim_start().len();
    loop {
        at += spaces(at);
        let (span, number) = read_number(text, at..part.end, largest, what)?;
        at = span.end;
        numbers.push((span, number));
        let gap = spaces(at);
        at += gap;
        match rest(at).chars().next() {
            None => return Ok(numbers),
            Some(',' | '+') => at += 1,
            Some(c) if gap > 0 && c.is_ascii_digit() => {}
            Some(_) => return Err(unexpected(text, at, "`,` or the end")),
        }
    }
}

/// Reads the number that a part of a text begins with.
pub(super) fn read_number(
    text: &str,
    part: Range<usize>,
    largest: u16,
    what: &str,
) -> Result<(Range<usize>, u16), ParseError> {
    let digits = text[part.clone()].bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return Err(unexpected(text, part.start, what));
    }
    let span = part.start..part.start + digits;
    match text[span.clone()].parse().ok().filter(|&number| number <= largest) {
        Some(number) => Ok((span, number)),
        None => Err(other(text, span, format!("{what} can be at most {largest}"), None)),
    }
}

/// The error for a place where something else should come.
pub(super) fn unexpected(text: &str, at: usize, expected: &str) -> ParseError {
    let (span, found) = match text[at..].chars().next() {
        Some(c) => (at..at + c.len_utf8(), quoted(&c.to_string())),
        None => (at..at, "the end".to_owned()),
    };
    ParseError::new(text, span, Problem::Unexpected { expected: expected.to_owned(), found }, None)
}

/// The parts of a text between separators, without the spaces around them.
pub(super) fn parts<'a>(text: &'a str, separators: &'a [char]) -> impl Iterator<Item = Range<usize>> + 'a {
    let mut start = 0;
    text.split(separators).map(move |part| {
        let from = start + part.len() - part.trim_start().len();
        // All separators are ASCII.
        start += part.len() + 1;
        from..from + part.trim().len()
    })
}
