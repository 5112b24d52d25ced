//! Codes of heap games: the one place that reads them, and their moves.

use std::error::Error;
use std::fmt;

use crate::limits::Work;
use crate::rejection::Checked;

/// The longest text of a code.
const LONGEST: usize = 200;

/// A heap game by its code, as *Winning Ways* chapter 4 has it: the digit at place j says into how
/// many heaps a heap may be divided from which j tokens are taken, 1 for none, 2 for one and 4 for
/// two; and hexadecimal digits have 8 for three. `L|R` has a code for each player.
///
/// ```
/// use misere_check::Code;
///
/// let kayles: Code = "0.77".parse()?;
/// let mut options = Vec::new();
/// kayles.options(0, 3, &mut |heaps| options.push(heaps.to_vec()));
/// assert_eq!(options, [vec![2], vec![1, 1], vec![1]]);
/// assert_eq!("0.7|0.07".parse::<Code>()?.sides(), 2);
/// # Ok::<(), misere_check::CodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    sides: Vec<Side>,
}

/// The code of one player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Side {
    /// The digits, the first one at place 0, before the point.
    digits: Vec<u8>,
    /// Whether the last digit is repeated for ever.
    repeats: bool,
    /// Whether the heaps of a move that takes nothing must be unequal: Grundy's game, `4!.0`.
    unequal: bool,
}

/// The place in a text that does not continue a code, counted in bytes, and the text expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeError {
    /// The place, in bytes.
    pub place: usize,
    /// The texts that are accepted there.
    pub expected: &'static str,
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a code such as 0.77, 4.3 or 0.7|0.07: byte {} should be {}", self.place, self.expected)
    }
}

impl Error for CodeError {}

impl std::str::FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Code, CodeError> {
        if text.len() > LONGEST {
            return Err(CodeError { place: LONGEST, expected: "the end" });
        }
        let mut sides = Vec::new();
        let mut place = 0;
        for part in text.splitn(2, '|') {
            sides.push(Side::parse(part).map_err(|error| CodeError { place: place + error.place, ..error })?);
            place += part.len() + 1;
        }
        Ok(Code { sides })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, side) in self.sides.iter().enumerate() {
            f.write_str(if number == 0 { "" } else { "|" })?;
            for (place, digit) in side.digits.iter().enumerate() {
                write!(f, "{digit:x}")?;
                if place == 0 {
                    f.write_str(if side.unequal { "!." } else { "." })?;
                }
            }
            f.write_str(if side.repeats { "..." } else { "" })?;
        }
        Ok(())
    }
}

impl Code {
    /// The code of an impartial heap game with these digits, the first one at place 0.
    ///
    /// # Errors
    /// [`CodeError`] when the digits are none of a game, with the place in its text.
    pub fn from_digits(digits: &[u8]) -> Result<Code, CodeError> {
        let mut text = String::new();
        for (place, &digit) in digits.iter().enumerate() {
            let bad = CodeError { place: place + usize::from(place > 0), expected: "a digit" };
            text.push(char::from_digit(digit.into(), 16).ok_or(bad)?);
            text.push_str(if place == 0 { "." } else { "" });
        }
        text.parse()
    }

    /// 1 for an impartial game, 2 for one with a code for each player.
    #[must_use]
    pub fn sides(&self) -> usize {
        self.sides.len()
    }

    /// The digits of a side, the first one at place 0; none if the last one is repeated for ever or
    /// equal parts are forbidden.
    #[must_use]
    pub fn digits(&self, side: usize) -> Option<&[u8]> {
        let side = self.sides.get(side)?;
        (!side.repeats && !side.unequal).then_some(&side.digits[..])
    }

    /// Calls `each` with the heaps that every move of a side from a heap leaves.
    pub fn options(&self, side: usize, heap: u32, each: &mut dyn FnMut(&[u32])) {
        let work = Work::new(u64::MAX, &crate::limits::Unmetered);
        let gone_through = self.try_options(side, heap, &work, &mut |heaps| {
            each(heaps);
            Ok(())
        });
        gone_through.expect("nothing limits the work");
    }

    /// [`Code::options`] within limits.
    pub(crate) fn try_options(
        &self,
        side: usize,
        heap: u32,
        work: &Work<'_>,
        each: &mut dyn FnMut(&[u32]) -> Checked,
    ) -> Checked {
        let side = &self.sides[side];
        let last = if side.repeats { heap as usize } else { side.digits.len() - 1 };
        for place in 0..=last.min(heap as usize) {
            let digit = side.digits[place.min(side.digits.len() - 1)];
            let rest = heap - place as u32;
            work.spend(1)?;
            if digit & 1 != 0 && rest == 0 {
                each(&[])?;
            }
            if digit & 2 != 0 && rest > 0 {
                each(&[rest])?;
            }
            if digit & 4 != 0 {
                for a in 1..=rest / 2 {
                    work.spend(1)?;
                    if !side.unequal || 2 * a < rest {
                        each(&[a, rest - a])?;
                    }
                }
            }
            if digit & 8 != 0 {
                for a in 1..=rest / 3 {
                    for b in a..=(rest - a) / 2 {
                        work.spend(1)?;
                        each(&[a, b, rest - a - b])?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The last heap M that must be verified, so that images with this period and preperiod are
    /// periodic for ever; none if the game has no theorem of periodicity, or M has no 32 bits.
    ///
    /// A move leaves at most q heaps after taking at most k tokens. From a heap beyond
    /// M = q(n + p) + k − 1 the largest heap left has at least n + p tokens, where n is the
    /// preperiod or 1, so that p of them may be removed without changing the image.
    #[must_use]
    pub fn last_heap(&self, period: u32, preperiod: u32) -> Option<u32> {
        if self.sides.iter().any(|side| side.repeats || side.unequal) {
            return None;
        }
        let digits = || self.sides.iter().flat_map(|side| &side.digits);
        let most = digits().fold(0, |most, digit| most | digit);
        let heaps = if most >= 8 {
            3
        } else if most >= 4 {
            2
        } else {
            1
        };
        let taken =
            self.sides.iter().filter_map(|side| side.digits.iter().rposition(|&digit| digit != 0)).max();
        let start = preperiod.max(1).checked_add(period)?;
        start.checked_mul(heaps)?.checked_add(u32::try_from(taken.unwrap_or(0)).ok()?)?.checked_sub(1)
    }
}

impl Side {
    fn parse(text: &str) -> Result<Side, CodeError> {
        let bytes = text.as_bytes();
        let wrong = |place, expected| Err(CodeError { place, expected });
        let digit = |place: usize| bytes.get(place).and_then(|&byte| char::from(byte).to_digit(16));
        let first = match digit(0) {
            Some(first) if first % 4 == 0 => first as u8,
            _ => return wrong(0, "0, 4, 8 or c, the digit before the point"),
        };
        let unequal = bytes.get(1) == Some(&b'!');
        if unequal && first != 4 {
            return wrong(1, "a point, since only 4! is known");
        }
        let mut place = 1 + usize::from(unequal);
        if bytes.get(place) != Some(&b'.') {
            return wrong(place, "a point");
        }
        place += 1;
        let mut digits = vec![first];
        while let Some(found) = digit(place) {
            digits.push(found as u8);
            place += 1;
        }
        let repeats = digits.len() > 1 && bytes[place..] == *b"...";
        match digits.len() {
            1 => wrong(place, "a digit 0 to 7, or 8 to f"),
            _ if repeats || place == bytes.len() => Ok(Side { digits, repeats, unequal }),
            _ => wrong(place, "a digit 0 to 7 or 8 to f, `...`, `|` or the end"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(code: &str, side: usize, heap: u32) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        code.parse::<Code>().unwrap().options(side, heap, &mut |heaps| found.push(heaps.to_vec()));
        found
    }

    #[test]
    fn moves_are_those_of_the_rules() {
        assert_eq!(options("0.3", 0, 1), [Vec::<u32>::new()]);
        assert_eq!(options("4.0", 0, 5), [[1, 4], [2, 3]]);
        assert_eq!(options("4!.0", 0, 4), [[1, 3]]);
        assert_eq!(options("0.3...", 0, 3), [vec![2], vec![1], vec![]]);
        assert_eq!(options("8.0", 0, 6), [[1, 1, 4], [1, 2, 3], [2, 2, 2]]);
        assert_eq!(options("0.7|0.07", 1, 2), [Vec::<u32>::new()]);
        assert_eq!(options("0.7|0.07", 0, 3), [vec![2], vec![1, 1]]);
    }

    #[test]
    fn texts_are_read_whole_or_refused_with_the_place() {
        for code in ["0.77", "4.31", "0.0f", "4!.0", "0.3...", "0.7|0.07", "0.3...|8.1"] {
            assert_eq!(code.parse::<Code>().unwrap().to_string(), code);
        }
        assert_eq!("0.F".parse::<Code>().unwrap().to_string(), "0.f");
        for (text, place) in [
            ("", 0),
            (".77", 0),
            ("1.7", 0),
            ("0", 1),
            ("0.", 2),
            ("0.7 ", 3),
            ("0.7x", 3),
            ("0.7|", 4),
            ("0.7|0.", 6),
            ("0.7|0.7|0.7", 7),
            ("0!.7", 1),
            ("0.7..", 3),
            ("0...", 2),
            ("0.é", 2),
        ] {
            let error = text.parse::<Code>().unwrap_err();
            assert_eq!(error.place, place, "{text}: {error}");
        }
        assert!("0.7".repeat(100).parse::<Code>().is_err());
    }

    #[test]
    fn the_last_heap_is_that_of_the_theorem() {
        let last = |code: &str, period, preperiod| code.parse::<Code>().unwrap().last_heap(period, preperiod);
        assert_eq!(last("0.77", 12, 71), Some(167));
        assert_eq!(last("0.3", 2, 0), Some(3));
        assert_eq!(last("8.0", 1, 0), Some(5));
        assert_eq!(last("0.7|0.07", 3, 0), Some(9));
        assert_eq!(last("4!.0", 1, 0), None);
        assert_eq!(last("0.3...", 1, 0), None);
        assert_eq!(last("0.77", u32::MAX, 1), None);
        assert_eq!(last("0.77", 1 << 31, 1), None);
    }
}
