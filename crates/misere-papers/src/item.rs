//! The items that are recomputed, and what came out.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use misere::core::Exhausted;

use crate::desk::Desk;

/// The papers, by the short names they are cited with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Paper {
    /// Dorbec, Renault, Siegel, Sopena, *Dicots, and a taxonomic ranking for misère
    /// games*.
    Dicots,
    /// Dwyer, Milley, Willette, *Dead-ending day-2 games under misère play*.
    Day2,
    /// Davies, Milley, *Order and inverses in the monoid of misère blocking games*.
    Blocking,
    /// Spindler, *Equality classes of Nim positions under misère play*.
    Nim,
    /// Siegel, *On the general dead-ending universe of partizan games*.
    Universe,
}

impl Paper {
    /// All five papers.
    pub const ALL: [Paper; 5] = [Paper::Dicots, Paper::Day2, Paper::Blocking, Paper::Nim, Paper::Universe];

    /// The short name, as after `--only`.
    pub fn name(self) -> &'static str {
        match self {
            Paper::Dicots => "dicots",
            Paper::Day2 => "day-2",
            Paper::Blocking => "blocking",
            Paper::Nim => "nim",
            Paper::Universe => "universe",
        }
    }

    /// The authors and the title.
    pub fn title(self) -> &'static str {
        match self {
            Paper::Dicots => {
                "Dorbec, Renault, Siegel, Sopena: Dicots, and a taxonomic ranking for misère games"
            }
            Paper::Day2 => "Dwyer, Milley, Willette: Dead-ending day-2 games under misère play",
            Paper::Blocking => "Davies, Milley: Order and inverses in the monoid of misère blocking games",
            Paper::Nim => "Spindler: Equality classes of Nim positions under misère play",
            Paper::Universe => "Siegel: On the general dead-ending universe of partizan games",
        }
    }
}

/// How long an item takes. Only fast items run unless all are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// The item takes seconds at most.
    Fast,
    /// The item takes longer.
    Slow,
}

/// A numbered statement of a paper that can be computed.
#[derive(Clone, Copy)]
pub struct Item {
    /// The paper that the item stands in.
    pub paper: Paper,
    /// The number of the item in the paper, `Theorem 4.8`; an item without a number is named
    /// by its section.
    pub label: &'static str,
    /// What the item says, in our words and on one line.
    pub statement: &'static str,
    /// Whether the item always runs.
    pub pace: Pace,
    /// What is wrong with the paper's claim, where that is known.
    pub erratum: Option<&'static str>,
    /// Recomputes the item.
    pub compute: fn(&Desk) -> Result<Finding, Trouble>,
}

impl Item {
    /// A fast item without a known erratum.
    pub(crate) const fn new(
        paper: Paper,
        label: &'static str,
        statement: &'static str,
        compute: fn(&Desk) -> Result<Finding, Trouble>,
    ) -> Item {
        Item { paper, label, statement, pace: Pace::Fast, erratum: None, compute }
    }

    /// An item that runs only when slow items are asked for.
    pub(crate) const fn slow(self) -> Item {
        Item { pace: Pace::Slow, ..self }
    }

    /// An item with what is wrong with the paper's claim.
    pub(crate) const fn erratum(self, explanation: &'static str) -> Item {
        Item { erratum: Some(explanation), ..self }
    }

    /// Recomputes the item and compares the result with the claim.
    pub fn examine(&self, desk: &Desk) -> Result<Report, Trouble> {
        let finding = (self.compute)(desk)?;
        let verdict = match (finding.claim == finding.computed, self.erratum) {
            (true, None) => Verdict::Agrees,
            (false, Some(explanation)) => Verdict::Erratum(explanation),
            (false, None) => Verdict::Disagrees,
            // An erratum that does not show is a mistake of ours.
            (true, Some(_)) => Verdict::Disagrees,
        };
        Ok(Report { finding, verdict })
    }
}

/// The items of a paper: of each the label, the function that computes it, the statement, and
/// what [`Item`] has methods for.
macro_rules! items {
    ($paper:ident; $($label:literal => $compute:expr, $statement:literal $(.$with:ident($($what:literal)?))*;)*) => {
        &[$($crate::item::Item::new($crate::item::Paper::$paper, $label, $statement, $compute)
            $(.$with($($what)?))*),*]
    };
}
pub(crate) use items;

/// What the paper claims, and what was computed, as they are compared and shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What the paper says.
    pub claim: String,
    /// What the engine says.
    pub computed: String,
    /// More than fits on a line: a table, the list of exceptions.
    pub details: Option<String>,
}

impl Finding {
    /// Compares two things by how they are written.
    pub fn new(claim: impl Display, computed: impl Display) -> Finding {
        Finding { claim: claim.to_string(), computed: computed.to_string(), details: None }
    }

    /// A finding with more to show below the line.
    pub fn with_details(self, details: impl Into<String>) -> Finding {
        Finding { details: Some(details.into()), ..self }
    }
}

/// Counts the cases of a statement "for all", and remembers the exceptions.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    cases: u64,
    exceptions: Vec<String>,
    exception_count: u64,
}

impl Tally {
    const SHOWN: RangeInclusive<usize> = 1..=5;

    /// A tally without cases.
    pub fn new() -> Tally {
        Tally::default()
    }

    /// Counts a case; `describe` is asked only if the statement failed there.
    pub fn case(&mut self, holds: bool, describe: impl FnOnce() -> String) {
        self.cases += 1;
        if !holds {
            self.exception_count += 1;
            if self.exceptions.len() < *Tally::SHOWN.end() {
                self.exceptions.push(describe());
            }
        }
    }

    /// The finding that a statement holds in all of these cases. `holds` may be `None` for a case
    /// that the statement says nothing of.
    pub(crate) fn all<T, A: Into<Option<bool>>>(
        cases: impl IntoIterator<Item = T>,
        mut holds: impl FnMut(&T) -> Result<A, Trouble>,
        describe: impl Fn(&T) -> String,
    ) -> Result<Finding, Trouble> {
        let mut tally = Tally::new();
        for case in cases {
            if let Some(holds) = holds(&case)?.into() {
                tally.case(holds, || describe(&case));
            }
        }
        Ok(tally.finding())
    }

    /// How many cases there were.
    pub fn cases(&self) -> u64 {
        self.cases
    }

    /// The finding whose claim is that the statement holds in all cases. A tally without cases
    /// is a failure: a statement that was never tried has not been confirmed.
    pub fn finding(self) -> Finding {
        let claim = format!("holds in all {} cases", self.cases);
        let finding = match (self.cases, self.exception_count) {
            (0, _) => Finding::new("some case", "no case was tried"),
            (_, 0) => Finding::new(&claim, &claim),
            (cases, wrong) => Finding::new(&claim, format!("fails in {wrong} of {cases} cases")),
        };
        if self.exceptions.is_empty() { finding } else { finding.with_details(self.exceptions.join("\n")) }
    }
}

/// A finding with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The claim and the computed value.
    pub finding: Finding,
    /// Whether claim and computed value agree.
    pub verdict: Verdict,
}

/// Whether the paper's claim and the computed value agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Claim and computed value are the same.
    Agrees,
    /// Claim and computed value differ, and it is known why.
    Erratum(&'static str),
    /// Claim and computed value differ, or an erratum did not show: the item must be looked at.
    Disagrees,
}

/// Why an item could not be computed.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// Memory or time ran out.
    Exhausted(Exhausted),
    /// The engine or a reader refused what it was given.
    Refused(String),
}

impl Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Exhausted(error) => write!(f, "{error}"),
            Trouble::Refused(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Trouble {}

impl<E: Into<misere::Error>> From<E> for Trouble {
    fn from(error: E) -> Trouble {
        match error.into() {
            misere::Error::Exhausted(exhausted) => Trouble::Exhausted(exhausted),
            other => Trouble::Refused(other.to_string()),
        }
    }
}
