//! The theorems that a check rests on.

use std::fmt;

/// A theorem on which the correctness of a kind of evidence rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theorem {
    /// \[universe\] Proposition 2.6: the ends of D(A) are the sums of followers of A.
    EndsOfGenerated,
    /// The statement of \[universe\] Proposition 2.6 for ends that need not be dead: the Left
    /// ends of D(A) are the sums of the Left ends that follow from A and from the conjugates.
    EndsOfAnyGenerated,
    /// A Left end X with X ≥ Y modulo M is no harder for Left than Y, in any sum and beside any
    /// form with tombstones. This direction of \[universe\] Theorem 5.5, for M, is a copying
    /// strategy; the checker plays by its rules when it compares X and Y.
    Domination,
    /// \[universe\] Theorem 3.1: the order of dead ends.
    OrderOfDeadEnds,
    /// \[universe\] Theorem 4.9: strength is decided by truncated dead ends. The paper states
    /// it for forms without tombstones; the checker uses it for all forms, which the same
    /// proof covers.
    TestSets,
    /// \[universe\] Theorem 5.5: the order modulo a universe.
    Order,
    /// \[universe\] Theorem 5.18: simplest forms are unique.
    SimplestForm,
    /// \[blocking\] Theorem 3.1: strength modulo B. The paper states it for forms without
    /// tombstones; the checker uses it for all forms, which the same proof covers.
    StrengthInBlocking,
    /// \[nim\] Theorem 1: equality of impartial forms.
    ImpartialEquality,
    /// Conway's order of normal play.
    NormalOrder,
    /// Conway's theorem that simplest forms in normal play are unique.
    NormalSimplestForm,
    /// A monoid with outcomes is the quotient of the sums of given letters, if its quiet sets say so.
    QuietSets,
    /// The periodicity of the images of heaps beyond a bound (Plambeck and Siegel, *Misère quotients
    /// for impartial games*, section 4), for codes of both players too.
    PeriodicQuotient,
    /// The quotient of a set of games is a quotient of a submonoid of that of a larger set.
    QuotientOfPart,
}

/// Where a theorem is proved in Coq, from the definitions of play and of universes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifiedBy {
    /// The file in `verified/theories`, without its ending.
    pub file: &'static str,
    /// The name of the theorem in the file.
    pub theorem: &'static str,
}

impl fmt::Display for VerifiedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.file, self.theorem)
    }
}

impl Theorem {
    /// All theorems on which a check may rest.
    pub const ALL: [Theorem; 14] = [
        Theorem::EndsOfGenerated,
        Theorem::EndsOfAnyGenerated,
        Theorem::Domination,
        Theorem::OrderOfDeadEnds,
        Theorem::TestSets,
        Theorem::Order,
        Theorem::SimplestForm,
        Theorem::StrengthInBlocking,
        Theorem::ImpartialEquality,
        Theorem::NormalOrder,
        Theorem::NormalSimplestForm,
        Theorem::QuietSets,
        Theorem::PeriodicQuotient,
        Theorem::QuotientOfPart,
    ];

    /// The theorems of `verified/` that prove what the checker uses of this one, for all forms
    /// and not only for those of the paper; none where it has not been proved there.
    #[must_use]
    pub fn verified_by(self) -> &'static [VerifiedBy] {
        macro_rules! proved {
            ($($file:ident.$theorem:ident),*) => {
                &[$(VerifiedBy { file: stringify!($file), theorem: stringify!($theorem) }),*]
            };
        }
        match self {
            Theorem::EndsOfGenerated => proved!(Universes.generated_least, Generated.generated_is_universe),
            // The verified checker knows neither strategies nor quotients.
            Theorem::EndsOfAnyGenerated
            | Theorem::Domination
            | Theorem::QuietSets
            | Theorem::PeriodicQuotient
            | Theorem::QuotientOfPart => &[],
            Theorem::OrderOfDeadEnds => proved!(DeadEnds.dead_end_order),
            Theorem::TestSets => proved!(DeadEnds.strong_DA, Strength.strong_E),
            Theorem::Order => proved!(Order.maintenance),
            Theorem::SimplestForm => proved!(Unique.simplest_form),
            Theorem::StrengthInBlocking => proved!(Strength.strong_B),
            Theorem::ImpartialEquality => proved!(Impartial.impartial_equality),
            Theorem::NormalOrder => proved!(Normal.normal_order),
            Theorem::NormalSimplestForm => proved!(Unique.normal_simplest_form),
        }
    }

    /// The short name of the paper, if it has one, and the place in the paper.
    fn source(self) -> (&'static str, &'static str) {
        match self {
            Theorem::EndsOfGenerated => ("[universe] ", "Proposition 2.6"),
            Theorem::EndsOfAnyGenerated => {
                ("[universe] ", "Proposition 2.6 for any ends (docs/universes.md)")
            }
            Theorem::Domination => ("[universe] ", "Theorem 5.5 for ends in sums (docs/universes.md)"),
            Theorem::OrderOfDeadEnds => ("[universe] ", "Theorem 3.1"),
            Theorem::TestSets => ("[universe] ", "Theorem 4.9"),
            Theorem::Order => ("[universe] ", "Theorem 5.5"),
            Theorem::SimplestForm => ("[universe] ", "Theorem 5.18"),
            Theorem::StrengthInBlocking => ("[blocking] ", "Theorem 3.1"),
            Theorem::ImpartialEquality => ("[nim] ", "Theorem 1"),
            Theorem::NormalOrder => ("", "the order of normal play"),
            Theorem::NormalSimplestForm => ("", "the simplest form theorem of normal play"),
            Theorem::QuietSets => ("", "quiet sets (docs/quotients.md, Theorem 1)"),
            Theorem::PeriodicQuotient => ("", "periodic images (docs/quotients.md, Theorem 2)"),
            Theorem::QuotientOfPart => ("", "quotients of parts (docs/quotients.md, Theorem 3)"),
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (paper, place) = self.source();
        write!(f, "{paper}{place}")
    }
}

/// Writes theorems, each paper named once. Theorems are sorted, so that those of a paper
/// stand together.
pub(crate) fn write_grouped(theorems: &[Theorem], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut previous = "";
    for (i, theorem) in theorems.iter().enumerate() {
        let (paper, place) = theorem.source();
        let comma = if i == 0 { "" } else { ", " };
        let shown = if paper == previous { "" } else { paper };
        write!(f, "{comma}{shown}{place}")?;
        previous = paper;
    }
    Ok(())
}
