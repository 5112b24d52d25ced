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

/// The data of a paper, from its own pages and from the lists of references of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The authors, as the paper writes their names.
    pub authors: &'static str,
    /// The title.
    pub title: &'static str,
    /// Where and when the paper appeared, and which version was read.
    pub imprint: &'static str,
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

    /// The authors, the title and the imprint.
    pub fn source(self) -> Source {
        match self {
            Paper::Dicots => Source {
                authors: "Paul Dorbec, Gabriel Renault, Aaron N. Siegel, Éric Sopena",
                title: "Dicots, and a taxonomic ranking for misère games",
                imprint: "manuscript of October 16, 2014; J. Combin. Theory Ser. A 130 (2015), 42–63",
            },
            Paper::Day2 => Source {
                authors: "Aaron Dwyer, Rebecca Milley, Michael Willette",
                title: "Dead-ending day-2 games under misère play",
                imprint: "submitted in 2021; the version with the addendum on Conjecture 12",
            },
            Paper::Blocking => Source {
                authors: "Alfie Davies, Rebecca Milley",
                title: "Order and inverses in the monoid of misère blocking games",
                imprint: "submitted October 16, 2024; published April 20, 2026",
            },
            Paper::Nim => Source {
                authors: "Mark Spindler",
                title: "Equality classes of Nim positions under misère play",
                imprint: "received June 22, 2015; published July 7, 2016",
            },
            Paper::Universe => Source {
                authors: "Aaron N. Siegel",
                title: "On the general dead-ending universe of partizan games",
                imprint: "Games of No Chance 6, Math. Sci. Res. Inst. Publ. 71, Cambridge Univ. Press \
                          (2025), 191–228",
            },
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

/// Whether what was computed settles the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The statement is finite, and was decided.
    Decided,
    /// The statement is about infinitely many games, and was tried on finitely many.
    Tried,
}

/// A way in which an item was established, with the world it was established on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// All members of a finite world were tried.
    Exhaustive(&'static str),
    /// A random sample was tried, the same one in every run.
    Sample(&'static str),
    /// Sums were played out by the rules, without a theorem.
    Play(&'static str),
    /// A certificate was accepted by the checker.
    Certificate(&'static str),
    /// A recursion or definition was written down once more, apart from the engine.
    Recursion(&'static str),
    /// The engine answered.
    Engine(&'static str),
}

impl How {
    /// The name of the way, as in JSON.
    pub fn way(self) -> &'static str {
        match self {
            How::Exhaustive(_) => "exhaustive",
            How::Sample(_) => "sample",
            How::Play(_) => "play",
            How::Certificate(_) => "certificate",
            How::Recursion(_) => "recursion",
            How::Engine(_) => "engine",
        }
    }

    /// The world, or what was done in this way.
    pub fn what(self) -> &'static str {
        match self {
            How::Exhaustive(what)
            | How::Sample(what)
            | How::Play(what)
            | How::Certificate(what)
            | How::Recursion(what)
            | How::Engine(what) => what,
        }
    }
}

impl Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let way = match self {
            How::Exhaustive(_) => "exhaustively",
            How::Sample(_) => "on a seeded sample",
            How::Play(_) => "by play",
            How::Certificate(_) => "by checked certificate",
            How::Recursion(_) => "by an independent recursion",
            How::Engine(_) => "by the engine",
        };
        write!(f, "{way}: {}", self.what())
    }
}

/// A remark on an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// Claim and computed value must agree.
    Plain,
    /// The claim is known to be wrong, and this is what is wrong with it.
    Erratum(&'static str),
    /// The claim could not be reproduced, and it is not known why.
    Unexplained(&'static str),
    /// The item is a problem that its paper leaves open.
    Open,
}

/// A numbered statement of a paper that can be computed.
#[derive(Clone, Copy)]
pub struct Item {
    /// The paper that the item stands in.
    pub paper: Paper,
    /// The number of the item in the paper, `Theorem 4.8`; an item without a number is named
    /// by its section.
    pub label: &'static str,
    /// The statement of the item, in our words and on one line.
    pub statement: &'static str,
    /// Whether the item always runs.
    pub pace: Pace,
    /// Whether what is computed settles the statement.
    pub scope: Scope,
    /// The remark on the item.
    pub note: Note,
    /// Recomputes the item.
    pub compute: fn(&Desk) -> Result<Finding, Trouble>,
    how: [Option<How>; Item::MOST],
    commands: [Option<&'static str>; Item::MOST],
}

impl Item {
    const MOST: usize = 5;

    /// A fast item about infinitely many games, without a note.
    pub(crate) const fn new(
        paper: Paper,
        label: &'static str,
        statement: &'static str,
        compute: fn(&Desk) -> Result<Finding, Trouble>,
    ) -> Item {
        let (how, commands) = ([None; Item::MOST], [None; Item::MOST]);
        let (pace, scope, note) = (Pace::Fast, Scope::Tried, Note::Plain);
        Item { paper, label, statement, pace, scope, note, compute, how, commands }
    }

    /// An item that runs only when slow items are asked for.
    pub(crate) const fn slow(self) -> Item {
        Item { pace: Pace::Slow, ..self }
    }

    /// An item whose statement is finite and is decided.
    pub(crate) const fn decided(self) -> Item {
        Item { scope: Scope::Decided, ..self }
    }

    /// An item with what is wrong with the paper's claim.
    pub(crate) const fn erratum(self, explanation: &'static str) -> Item {
        Item { note: Note::Erratum(explanation), ..self }
    }

    /// An item whose claim could not be reproduced.
    pub(crate) const fn unexplained(self, explanation: &'static str) -> Item {
        Item { note: Note::Unexplained(explanation), ..self }
    }

    /// An item that is an open problem.
    pub(crate) const fn open(self) -> Item {
        Item { note: Note::Open, ..self }
    }

    /// An item that was established on all members of a finite world.
    pub(crate) const fn all(self, world: &'static str) -> Item {
        self.by(How::Exhaustive(world))
    }

    /// An item that was tried on a seeded sample.
    pub(crate) const fn sample(self, what: &'static str) -> Item {
        self.by(How::Sample(what))
    }

    /// An item that was established by playing sums out.
    pub(crate) const fn play(self, what: &'static str) -> Item {
        self.by(How::Play(what))
    }

    /// An item that was established by a certificate.
    pub(crate) const fn certificate(self, what: &'static str) -> Item {
        self.by(How::Certificate(what))
    }

    /// An item that was established by something that is written down apart from the engine.
    pub(crate) const fn recursion(self, what: &'static str) -> Item {
        self.by(How::Recursion(what))
    }

    /// An item for which the engine's answer counts.
    pub(crate) const fn engine(self, what: &'static str) -> Item {
        self.by(How::Engine(what))
    }

    const fn by(mut self, way: How) -> Item {
        let mut at = 0;
        while self.how[at].is_some() {
            at += 1;
        }
        self.how[at] = Some(way);
        self
    }

    /// An item with a command that shows it, without the program's name.
    pub(crate) const fn shown(mut self, command: &'static str) -> Item {
        let mut at = 0;
        while self.commands[at].is_some() {
            at += 1;
        }
        self.commands[at] = Some(command);
        self
    }

    /// The ways in which the item was established.
    pub fn how(&self) -> impl Iterator<Item = How> + '_ {
        self.how.iter().flatten().copied()
    }

    /// The commands that show the item, as they are typed.
    pub fn commands(&self) -> impl Iterator<Item = String> + '_ {
        self.commands.iter().flatten().map(|command| format!("misere {command}"))
    }

    /// Recomputes the item and compares the result with the claim.
    pub fn examine(&self, desk: &Desk) -> Result<Report, Trouble> {
        let finding = (self.compute)(desk)?;
        let verdict = match (finding.agrees, self.note) {
            (true, Note::Plain) => Verdict::Agrees,
            (false, Note::Erratum(explanation)) => Verdict::Erratum(explanation),
            (false, Note::Unexplained(explanation)) => Verdict::Unexplained(explanation),
            (true, Note::Open) => Verdict::Open,
            // An erratum that does not show is a mistake of ours.
            (false, Note::Plain | Note::Open) | (true, Note::Erratum(_) | Note::Unexplained(_)) => {
                Verdict::Disagrees
            }
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

/// The claim of the paper, and the computed value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The claim of the paper, in the terms of the computed value; `None` if the statement of the
    /// item says it all.
    pub claim: Option<String>,
    /// The computed value.
    pub computed: String,
    /// Whether what came out is what the paper says.
    pub agrees: bool,
    /// More than fits on a line: a table, the list of exceptions.
    pub details: Option<String>,
}

impl Finding {
    /// Compares what the paper says with what came out, by how they are written.
    pub fn new(claim: impl Display, computed: impl Display) -> Finding {
        let (claim, computed) = (claim.to_string(), computed.to_string());
        Finding { agrees: claim == computed, claim: Some(claim), computed, details: None }
    }

    /// Whether a statement holds that has nothing to be compared with.
    pub fn of(agrees: bool, computed: impl Display) -> Finding {
        Finding { claim: None, computed: computed.to_string(), agrees, details: None }
    }

    /// A finding that agrees only if this holds too; if it does not, `complaint` says so.
    pub fn provided(mut self, holds: bool, complaint: impl Display) -> Finding {
        if !holds {
            self.agrees = false;
            self.computed = format!("{}, but {complaint}", self.computed);
        }
        self
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

    /// Whether there were cases, and no exception.
    pub fn holds(&self) -> bool {
        self.cases > 0 && self.exception_count == 0
    }

    /// The finding that the statement holds in all cases. A tally without cases is a failure: a
    /// statement that was never tried has not been confirmed.
    pub fn finding(self) -> Finding {
        let said = match (self.cases, self.exception_count) {
            (0, _) => "no case was tried".to_owned(),
            (1, 0) => "holds".to_owned(),
            (cases, 0) => format!("holds in all {} cases", grouped(cases)),
            (cases, wrong) => format!("fails in {} of {}", grouped(wrong), counted(cases, "case")),
        };
        let finding = Finding::of(self.holds(), said);
        if self.exceptions.is_empty() {
            return finding;
        }
        let mut details = self.exceptions;
        let unlisted = self.exception_count - details.len() as u64;
        if unlisted > 0 {
            details.push(format!("and {} more", grouped(unlisted)));
        }
        finding.with_details(details.join("\n"))
    }
}

/// A number with commas between its groups of three digits.
pub fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number with its noun, which has an s in the plural.
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
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
    /// Claim and computed value differ, and it is not known why.
    Unexplained(&'static str),
    /// The item is an open problem: there is no claim, and what is known of it was computed.
    Open,
    /// Claim and computed value differ, or an erratum did not show: the item must be examined.
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
