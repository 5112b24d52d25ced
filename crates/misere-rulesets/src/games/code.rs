//! Octal codes, hexadecimal codes and subtraction sets.

use std::ops::Range;

use misere_notation::ParseError;

use super::heaps::LARGEST;
use super::text::{read_numbers, unexpected};
use crate::grid::other;

/// The moves of a player in a heap.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Rule {
    /// Digit k says what may be left after taking k: nothing (1), one heap (2), two
    /// heaps (4), three heaps (8). There is a digit 0, and it has neither 1 nor 2.
    digits: Vec<u8>,
    /// Whether the last digit repeats for ever; otherwise zeros do.
    last_repeats: bool,
    /// Whether the heaps that are left must have different sizes.
    unequal: bool,
}

impl Rule {
    /// The rule with these digits, the first of which stands before the point.
    pub(super) fn code(digits: &[u8], last_repeats: bool) -> Rule {
        Rule { digits: digits.to_vec(), last_repeats, unequal: false }
    }

    /// The rule of Grundy's game.
    pub(super) fn unequal_split() -> Rule {
        Rule { digits: vec![4], last_repeats: false, unequal: true }
    }

    /// The rule of taking one of these numbers.
    fn subtraction(numbers: &[u16]) -> Rule {
        let longest = numbers.iter().copied().max().unwrap_or(0);
        let mut digits = vec![0; usize::from(longest) + 1];
        for &number in numbers {
            digits[usize::from(number)] = 3;
        }
        Rule::code(&digits, false)
    }

    /// Calls `found` with the heaps that each move in a heap leaves of it.
    pub(super) fn for_each_result(&self, heap: u16, mut found: impl FnMut(&[u16])) {
        for (digit, rest) in self.takings(heap) {
            if digit & 1 != 0 && rest == 0 {
                found(&[]);
            }
            if digit & 2 != 0 && rest >= 1 {
                found(&[rest]);
            }
            if digit & 4 != 0 {
                for a in 1..=rest / 2 {
                    if !(self.unequal && a == rest - a) {
                        found(&[a, rest - a]);
                    }
                }
            }
            if digit & 8 != 0 {
                for a in 1..=rest / 3 {
                    for b in a..=(rest - a) / 2 {
                        found(&[a, b, rest - a - b]);
                    }
                }
            }
        }
    }

    /// Whether there is a move in a heap.
    pub(super) fn can_move(&self, heap: u16) -> bool {
        self.takings(heap).any(|(digit, rest)| {
            let smallest_split = if self.unequal { 3 } else { 2 };
            (digit & 1 != 0 && rest == 0)
                || (digit & 2 != 0 && rest >= 1)
                || (digit & 4 != 0 && rest >= smallest_split)
                || (digit & 8 != 0 && rest >= 3)
        })
    }

    /// About how many moves there are in a heap, from above.
    pub(super) fn option_count(&self, heap: u16) -> usize {
        let count = |(digit, rest): (u8, u16)| {
            let rest = usize::from(rest);
            let pairs = if digit & 4 != 0 { rest / 2 } else { 0 };
            let triples = if digit & 8 != 0 { rest * rest / 12 + 1 } else { 0 };
            2 + pairs + triples
        };
        self.takings(heap).map(count).sum()
    }

    /// A size from which on there is a move in every heap or in none.
    pub(super) fn settled(&self) -> u16 {
        // After the last digit a heap is left that is large enough for all splits.
        u16::try_from(self.digits.len()).expect("codes are not longer than LARGEST + 1") + 3
    }

    /// The digits that are not 0, each with what is left of a heap after taking as many.
    fn takings(&self, heap: u16) -> impl Iterator<Item = (u8, u16)> {
        let last = self.digits.last().copied().filter(|_| self.last_repeats).unwrap_or(0);
        let written = self.digits.len();
        let end = if last == 0 { written } else { usize::from(heap) + 1 };
        let taken = (0..=heap).take(end);
        let digit = move |k: u16| self.digits.get(usize::from(k)).copied().unwrap_or(last);
        taken.map(move |k| (digit(k), heap - k)).filter(|(digit, _)| *digit != 0)
    }
}

/// The rules that a parameter gives.
pub(super) struct Rules {
    /// The parameter in its usual writing.
    pub(super) written: String,
    /// The rule of each player.
    pub(super) players: [Rule; 2],
    /// Whether the players were given a rule each.
    pub(super) is_partizan: bool,
}

/// A rule, and how it is usually written.
pub(super) type Written = (String, Rule);

/// Reads one rule, or two with `|` between them.
pub(super) fn read_rules(
    text: &str,
    read: fn(&str, Range<usize>) -> Result<Written, ParseError>,
) -> Result<Rules, ParseError> {
    let Some(bar) = text.find('|') else {
        let (written, rule) = read(text, 0..text.len())?;
        return Ok(Rules { written, players: [rule.clone(), rule], is_partizan: false });
    };
    let (left, of_left) = read(text, 0..bar)?;
    let (right, of_right) = read(text, bar + 1..text.len())?;
    Ok(Rules { written: format!("{left}|{right}"), players: [of_left, of_right], is_partizan: true })
}

/// Reads a code such as `0.77`, `.77`, `4.007`, `0.3...`; hexadecimal digits may be capitals.
pub(super) fn read_code(text: &str, part: Range<usize>) -> Result<Written, ParseError> {
    let trimmed = text[part.clone()].trim_end();
    let end = part.start + trimmed.len();
    let start = end - trimmed.trim_start().len();
    let without_dots = ["...", "…"].into_iter().find_map(|dots| text[start..end].strip_suffix(dots));
    let digits_end = without_dots.map_or(end, |before| start + before.len());
    let Some(point) = text[start..digits_end].find('.').map(|at| start + at) else {
        let message = "an octal code has a point after its first digit".to_owned();
        return Err(other(text, start..end, message, Some("for example `0.77`".to_owned())));
    };
    let before = read_digits(text, start..point)?;
    let after = read_digits(text, point + 1..digits_end)?;
    if after.is_empty() {
        return Err(unexpected(text, digits_end, DIGIT));
    }
    if before.len() > 1 || before.iter().any(|digit| digit & 3 != 0) {
        let message = "before the point there can only be 0, 4, 8 or c".to_owned();
        let help = "a move that takes nothing has to break up the heap".to_owned();
        return Err(other(text, start..point, message, Some(help)));
    }
    if after.len() >= usize::from(LARGEST) {
        let message = format!("the code is too long: write fewer than {LARGEST} digits");
        return Err(other(text, start..end, message, None));
    }
    let first = before.first().copied().unwrap_or(0);
    let written: String = after.iter().map(|digit| format!("{digit:x}")).collect();
    let dots = if without_dots.is_some() { "..." } else { "" };
    let digits = [vec![first], after].concat();
    Ok((format!("{first:x}.{written}{dots}"), Rule::code(&digits, without_dots.is_some())))
}

const DIGIT: &str = "a digit (0 to 9, a to f)";

fn read_digits(text: &str, part: Range<usize>) -> Result<Vec<u8>, ParseError> {
    let digit = |(at, c): (usize, char)| {
        let value = c.to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        value.ok_or_else(|| unexpected(text, part.start + at, DIGIT))
    };
    text[part.clone()].char_indices().map(digit).collect()
}

/// Reads a subtraction set such as `1,2,5`.
pub(super) fn read_set(text: &str, part: Range<usize>) -> Result<Written, ParseError> {
    let numbers = read_numbers(text, part, LARGEST, "a number to take")?;
    if let Some((span, _)) = numbers.iter().find(|(_, number)| *number == 0) {
        let message = "a move takes at least 1".to_owned();
        return Err(other(text, span.clone(), message, None));
    }
    let mut set: Vec<u16> = numbers.into_iter().map(|(_, number)| number).collect();
    set.sort_unstable();
    set.dedup();
    let name = set.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
    Ok((name, Rule::subtraction(&set)))
}
