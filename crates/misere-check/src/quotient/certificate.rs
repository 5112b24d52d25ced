//! Certificates of quotients, and their JSON.

use serde::{Deserialize, Serialize};

use super::code::Code;
use super::monoid::Element;
use crate::certificate::{malformed, read_header};
use crate::limits::{MAX_BRACKETS, MAX_BYTES, Meter, Unmetered, Work, ask};
use crate::player::Outcome;
use crate::rejection::{Checked, Rejection};

/// The value of the field `format` of a certificate of a quotient.
pub const QUOTIENT_FORMAT: &str = "misere-quotient";

/// The version of the format of quotients that this checker knows.
pub const QUOTIENT_VERSION: u32 = 1;

/// A letter: a heap by its size, or a game of a list by its place, counted from 1. Letters precede
/// the letters that have them in their options.
pub type Letter = u32;

/// A sum of letters. The empty word is 0.
pub type Word = Vec<Letter>;

/// The quotient of all sums of given letters, and statements that follow from it.
///
/// Equivalence of sums is meant modulo these sums: G ≡ H when o(G + X) = o(H + X) for every sum X
/// of letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuotientCertificate {
    /// Always [`QUOTIENT_FORMAT`].
    pub format: String,
    /// Always [`QUOTIENT_VERSION`].
    pub version: u32,
    /// The letters, and the source of their options.
    pub letters: Letters,
    /// The quotient.
    pub quotient: Quotient,
    /// The image of each letter; none for a letter that is left out, whereupon the statements are
    /// about the sums of the others.
    pub images: Vec<Option<i32>>,
    /// The claim that images are periodic, so that the quotient is that of all heaps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<Whole>,
    /// The statements that are proved.
    pub claims: Vec<QuotientStatement>,
}

/// The letters, and the source of their options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Letters {
    /// The heaps of a code, from 1 on. The checker finds their options.
    Code(String),
    /// Impartial games by their options, which are sums of earlier letters.
    Impartial(Vec<Vec<Word>>),
    /// Games by their options for Left and for Right.
    Partizan(Vec<(Vec<Word>, Vec<Word>)>),
}

/// A quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Quotient {
    /// A finite monoid.
    Finite {
        /// For each generator the product of every element with it. The identity is element 0.
        actions: Vec<Vec<Element>>,
        /// The outcome of every element, a letter each.
        outcomes: String,
    },
    /// The integers.
    Integers {
        /// The outcomes of the integers below `from`, downward, which repeat for ever.
        below: String,
        /// The first integer of `middle`.
        from: i32,
        /// The outcomes of the integers from `from` on.
        middle: String,
        /// The outcomes of the integers above those, which repeat for ever.
        above: String,
    },
}

/// The least period and preperiod of images: from the preperiod on, which counts heap 0, the
/// images of heaps repeat with the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Whole {
    /// The least period.
    pub period: u32,
    /// The least preperiod.
    pub preperiod: u32,
}

/// A statement about a quotient.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuotientStatement {
    /// The number of elements.
    Order(u32),
    /// The number of elements with this outcome.
    Count(Outcome, u32),
    /// The quotient of these sums, and of every larger set of games closed under options and sums,
    /// is infinite.
    Infinite,
    /// `[w, x]`: the sum w has the image x, in the numbering of the certificate.
    Image(Word, i32),
    /// `[v, w]`: the two sums are equivalent.
    Equal(Word, Word),
    /// `[v, w, x]`: v + x and w + x have different outcomes.
    Separated(Word, Word, Word),
    /// `[w, o]`: the outcome of a sum.
    Outcome(Word, Outcome),
}

impl QuotientCertificate {
    /// Reads a certificate, of which only format and version are checked.
    ///
    /// # Errors
    /// Those of [`crate::Certificate::from_json`].
    pub fn from_json(json: &[u8]) -> Result<QuotientCertificate, Rejection> {
        QuotientCertificate::from_json_within(json, &Unmetered)
    }

    /// Reads a certificate as [`QuotientCertificate::from_json`] does, if the meter allows the memory
    /// that it may take.
    ///
    /// # Errors
    /// Those of [`crate::Certificate::from_json_within`].
    pub fn from_json_within(json: &[u8], meter: &dyn Meter) -> Result<QuotientCertificate, Rejection> {
        if json.len() > MAX_BYTES {
            return Err(Rejection::TooLarge { what: "bytes", limit: MAX_BYTES });
        }
        let count = |bytes: &[u8]| json.iter().filter(|byte| bytes.contains(byte)).count();
        let brackets = count(b"[{");
        if brackets > MAX_BRACKETS {
            return Err(Rejection::TooLarge { what: "brackets", limit: MAX_BRACKETS });
        }
        ask(meter, 100 * brackets + 4 * size_of::<Option<i32>>() * count(b",") + json.len())?;
        let (header, parsed) = read_header(json);
        if header.format.is_some_and(|format| format != QUOTIENT_FORMAT) {
            return Err(Rejection::WrongFormat);
        }
        if let Some(version) = header.version.filter(|&version| version != u64::from(QUOTIENT_VERSION)) {
            return Err(Rejection::UnknownVersion { version });
        }
        parsed.and_then(|()| serde_json::from_slice(json)).map_err(|error| malformed(&error))
    }

    /// The certificate as JSON, without white space.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("every map has strings as keys")
    }
}

/// Letters whose options can be gone through.
pub(super) enum Source<'a> {
    Code(Code),
    Impartial(&'a [Vec<Word>]),
    Partizan(&'a [(Vec<Word>, Vec<Word>)]),
}

impl Letters {
    /// The letters with their code read, if there are as many as images.
    pub(super) fn source(&self, images: usize) -> Checked<Source<'_>> {
        let (source, listed) = match self {
            Letters::Code(code) => {
                let code = code.parse().map_err(|error| Rejection::BadCode { error })?;
                (Source::Code(code), images)
            }
            Letters::Impartial(games) => (Source::Impartial(games), games.len()),
            Letters::Partizan(games) => (Source::Partizan(games), games.len()),
        };
        if listed == images { Ok(source) } else { Err(Rejection::BadTable) }
    }
}

impl Source<'_> {
    pub(super) fn sides(&self) -> usize {
        match self {
            Source::Code(code) => code.sides(),
            Source::Impartial(_) => 1,
            Source::Partizan(_) => 2,
        }
    }

    /// Goes through the options of a letter, which are sums of earlier letters.
    pub(super) fn options(
        &self,
        side: usize,
        letter: Letter,
        work: &Work<'_>,
        each: &mut dyn FnMut(&[Letter]) -> Checked,
    ) -> Checked {
        let listed = match self {
            Source::Code(code) => return code.try_options(side, letter, work, each),
            Source::Impartial(games) => &games[letter as usize - 1],
            Source::Partizan(games) => {
                let (left, right) = &games[letter as usize - 1];
                if side == 0 { left } else { right }
            }
        };
        for option in listed {
            work.spend(1 + option.len())?;
            if let Some(&named) = option.iter().find(|&&named| named == 0 || named >= letter) {
                return Err(Rejection::LetterOutOfOrder { letter, named });
            }
            each(option)?;
        }
        Ok(())
    }
}
