//! Statements about quotients in words.

use std::fmt::Write;

use super::certificate::{Letters, QuotientCertificate, QuotientStatement, Word};

/// The number of characters of letters that are written out in statements.
const ROOM: usize = 72;

/// The writer of statements about a quotient. Letters that take more than 72 characters are called A.
///
/// ```
/// use misere_check::{QuotientCertificate, QuotientWords, check_quotient};
///
/// let json = br#"{"format":"misere-quotient","version":1,"letters":{"code":"0.3"},
///   "quotient":{"finite":{"actions":[[1,0]],"outcomes":"NP"}},"images":[1,0,1],
///   "whole":{"period":2,"preperiod":0},"claims":[{"order":2},{"equal":[[1,1],[]]}]}"#;
/// let certificate = QuotientCertificate::from_json(json)?;
/// check_quotient(&certificate)?;
/// let words = QuotientWords::new(&certificate);
/// assert_eq!(words.letters(), "0.3");
/// assert_eq!(words.statement(&certificate.claims[0]), "the quotient of 0.3 has order 2");
/// assert_eq!(words.statement(&certificate.claims[1]), "1 + 1 ≡ 0 modulo 0.3");
/// # Ok::<(), misere_check::Rejection>(())
/// ```
pub struct QuotientWords<'a> {
    certificate: &'a QuotientCertificate,
    name: String,
}

impl<'a> QuotientWords<'a> {
    /// The writer of the claims of a certificate.
    #[must_use]
    pub fn new(certificate: &'a QuotientCertificate) -> QuotientWords<'a> {
        let mut words = QuotientWords { certificate, name: "A".to_owned() };
        let letters = words.letters();
        if letters.chars().count() <= ROOM {
            words.name = letters;
        }
        words
    }

    /// The name by which statements call the letters: themselves, if they are short.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The definition of the name, if it has one.
    #[must_use]
    pub fn definitions(&self) -> Vec<String> {
        let letters = self.letters();
        if letters == self.name {
            Vec::new()
        } else {
            vec![format!("{} has the sums of {letters}", self.name)]
        }
    }

    /// The letters whose sums the statements are about.
    #[must_use]
    pub fn letters(&self) -> String {
        let images = &self.certificate.images;
        let count = images.len();
        let all = images.iter().all(Option::is_some);
        match &self.certificate.letters {
            Letters::Code(code) if all && self.certificate.whole.is_some() => code.clone(),
            Letters::Code(code) if all => format!("{code} up to heap {count}"),
            Letters::Code(code) => format!("{code}, heaps {}", self.places()),
            Letters::Impartial(games) => {
                self.listed(&games.iter().map(|game| options(game)).collect::<Vec<_>>())
            }
            Letters::Partizan(games) => {
                let written = |(left, right): &(Vec<Word>, Vec<Word>)| {
                    format!("{{{}|{}}}", inner_options(left), inner_options(right))
                };
                self.listed(&games.iter().map(written).collect::<Vec<_>>())
            }
        }
    }

    fn places(&self) -> String {
        let present = self.certificate.images.iter().zip(1..).filter(|(image, _)| image.is_some());
        present.map(|(_, letter): (_, usize)| letter.to_string()).collect::<Vec<_>>().join(", ")
    }

    /// The games of a list, each with its letter, but for those that are left out.
    fn listed(&self, games: &[String]) -> String {
        let present =
            games.iter().zip(&self.certificate.images).zip(1..).filter(|((_, image), _)| image.is_some());
        let written = present.map(|((game, _), letter): (_, usize)| format!("{letter} = {game}"));
        written.collect::<Vec<_>>().join(", ")
    }

    /// A statement as a person would write it.
    #[must_use]
    pub fn statement(&self, statement: &QuotientStatement) -> String {
        let letters = &self.name;
        match statement {
            QuotientStatement::Order(order) => format!("the quotient of {letters} has order {order}"),
            QuotientStatement::Count(outcome, count) => {
                format!("the quotient of {letters} has {count} elements with outcome {outcome}")
            }
            QuotientStatement::Infinite => format!("the quotient of {letters} is infinite"),
            QuotientStatement::Image(word, image) => {
                format!("{} has the image {image} in the quotient of {letters}", sum(word))
            }
            QuotientStatement::Equal(v, w) => format!("{} ≡ {} modulo {letters}", sum(v), sum(w)),
            QuotientStatement::Separated(v, w, x) => {
                format!("{} ≢ {} modulo {letters}, by {}", sum(v), sum(w), sum(x))
            }
            QuotientStatement::Outcome(word, outcome) => {
                format!("{} has outcome {outcome} in {letters}", sum(word))
            }
        }
    }
}

/// A sum of letters, with equal neighbours counted.
fn sum(word: &[u32]) -> String {
    if word.is_empty() {
        return "0".to_owned();
    }
    let mut written = String::new();
    for run in word.chunk_by(|a, b| a == b) {
        written.push_str(if written.is_empty() { "" } else { " + " });
        match run {
            [letter] => drop(write!(written, "{letter}")),
            [one, two] => drop(write!(written, "{one} + {two}")),
            [letter, ..] => drop(write!(written, "{}·{letter}", run.len())),
            [] => {}
        }
    }
    written
}

fn options(game: &[Word]) -> String {
    format!("{{{}}}", inner_options(game))
}

fn inner_options(options: &[Word]) -> String {
    options.iter().map(|word| sum(word)).collect::<Vec<_>>().join(",")
}
