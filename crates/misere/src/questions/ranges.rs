//! Positions with ranges in them: `1..2x1..6` stands for twelve positions.

use std::ops::RangeInclusive;

use crate::error::Error;

/// A position with ranges in it, such as `1..2x1..6`: the ranges, and the texts before,
/// between and after them.
pub struct Family {
    texts: Vec<String>,
    /// The ranges, at most two.
    pub ranges: Vec<RangeInclusive<u32>>,
}

/// How many positions a table may have.
const MOST_POSITIONS: usize = 10_000;

fn refused(message: &str) -> Error {
    Error::Argument { question: "table", argument: "positions", expected: message.to_owned(), help: None }
}

/// The positions that some texts stand for, one after the other.
pub(super) fn expanded(texts: &[String]) -> Result<Vec<String>, Error> {
    let read = |text: &String| Family::read(text.trim(), texts.len() > 1);
    let families = texts.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let all: Vec<String> = families.iter().flat_map(Family::texts).collect();
    if all.len() > MOST_POSITIONS {
        return Err(refused(&format!("a table has at most {MOST_POSITIONS} positions")));
    }
    Ok(all)
}

impl Family {
    /// Reads a position with ranges. One of several positions may have none.
    ///
    /// # Errors
    /// [`Error::Argument`] for a range that is empty or too long, and where there are none or too many.
    pub fn read(text: &str, is_one_of_several: bool) -> Result<Family, Error> {
        let mut family = Family { texts: vec![String::new()], ranges: Vec::new() };
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            match range(rest) {
                Some((range, behind)) => {
                    family.ranges.push(range);
                    family.texts.push(String::new());
                    rest = behind;
                }
                None => {
                    family.texts.last_mut().expect("there is a first text").push(c);
                    rest = &rest[c.len_utf8()..];
                    // Digits that begin no range are taken together: 12..3 is not read as 2..3.
                    while c.is_ascii_digit() && rest.starts_with(|c: char| c.is_ascii_digit()) {
                        family.texts.last_mut().expect("there is a first text").push_str(&rest[..1]);
                        rest = &rest[1..];
                    }
                }
            }
        }
        let bad = |message: &str| Err(refused(message));
        let fewest = usize::from(!is_one_of_several);
        if !(fewest..=2).contains(&family.ranges.len()) {
            return bad("a table needs one or two ranges, as in 1..2x1..6, or several positions");
        }
        if family.ranges.iter().any(RangeInclusive::is_empty) {
            return bad("a range goes from the smaller number to the larger one");
        }
        let size = |range: &RangeInclusive<u32>| (range.end() - range.start()) as usize + 1;
        if family.ranges.iter().map(size).fold(1, usize::saturating_mul) > MOST_POSITIONS {
            return bad(&format!("a table has at most {MOST_POSITIONS} positions"));
        }
        Ok(family)
    }

    /// The numbers of each member, row by row.
    fn members(&self) -> Vec<Vec<u32>> {
        let mut members = vec![Vec::new()];
        for range in &self.ranges {
            let longer = |start: Vec<u32>| range.clone().map(move |n| [&start[..], &[n]].concat());
            members = members.into_iter().flat_map(longer).collect();
        }
        members
    }

    /// The positions, row by row.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        self.members().iter().map(|numbers| self.member(numbers)).collect()
    }

    fn member(&self, numbers: &[u32]) -> String {
        let mut text = self.texts[0].clone();
        for (number, behind) in numbers.iter().zip(&self.texts[1..]) {
            text.push_str(&number.to_string());
            text.push_str(behind);
        }
        text
    }
}

/// A range at the beginning of a text, and the text after it.
fn range(text: &str) -> Option<(RangeInclusive<u32>, &str)> {
    let number = |text: &str| {
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        // A number that does not fit makes a table that is too large, which is refused.
        (digits > 0).then(|| (text[..digits].parse::<u32>().unwrap_or(u32::MAX), digits))
    };
    let (first, digits) = number(text)?;
    let rest = text[digits..].strip_prefix("..")?;
    let (last, digits) = number(rest)?;
    Some((first..=last, &rest[digits..]))
}
