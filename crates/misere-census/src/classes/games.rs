//! The games whose classes are listed.

use std::fmt;

use misere_core::{Exhausted, Form, Forms};
use misere_notation::structural_order;

/// Ordinary games born by some day, each tree once.
///
/// The smaller of two games is the one of less rank, then the one with fewer edges as a
/// tree, then the one that comes first by structure.
pub struct Games {
    day: u32,
    pub(super) trees: Trees,
}

pub(super) enum Trees {
    /// All games, 0 among them, smallest first.
    Listed(Vec<Form>),
    /// The game 0, and all {A|B} for two of these non-empty sets: too many games to be
    /// made.
    Pairs(Vec<Set>),
}

/// A set of options.
pub(super) struct Set {
    pub(super) members: Vec<Form>,
    /// The largest rank of an option.
    pub(super) rank: u32,
    /// The edges of the options as trees, and the edges that lead to the options.
    pub(super) edges: u64,
}

impl Games {
    /// The last day by which the games of an arbitrary universe are listed.
    pub const LAST_DAY: u32 = 2;
    /// The last day by which the dicots are listed.
    pub const LAST_DAY_OF_DICOTS: u32 = 3;
    /// The last day by which the impartial games are listed.
    pub const LAST_DAY_OF_IMPARTIAL: u32 = 4;

    /// The games of a universe born by day 0, 1 or 2. `contains` says which forms are games of
    /// the universe, which may be any parental one.
    ///
    /// # Errors
    /// [`CensusError::TooMany`] for a later day, or [`Exhausted`].
    pub fn born_by(
        forms: &Forms,
        day: u32,
        contains: impl Fn(Form) -> Result<bool, Exhausted>,
    ) -> Result<Games, CensusError> {
        let mut members = Vec::new();
        for g in forms.born_by(day.min(Games::LAST_DAY))? {
            if contains(g)? {
                members.push(g);
            }
        }
        if day > Games::LAST_DAY {
            return Err(CensusError::too_many(day, Games::LAST_DAY, pairs_of_sets(members.len())));
        }
        Ok(Games { day, trees: Trees::Listed(smallest_first(forms, &members)?) })
    }

    /// The dicots born by a day up to 3: 1, 2, 10, 1046530 (\[dicots\] Table 3).
    ///
    /// # Errors
    /// [`CensusError::TooMany`] for a later day, or [`Exhausted`].
    pub fn dicots(forms: &Forms, day: u32) -> Result<Games, CensusError> {
        if day <= Games::LAST_DAY {
            return Games::born_by(forms, day, |g| Ok(forms.is_dicot(g)));
        }
        let before = Games::born_by(forms, Games::LAST_DAY, |g| Ok(forms.is_dicot(g)))?;
        let Trees::Listed(members) = before.trees else { unreachable!("made from a list") };
        let sets = subsets(&members).skip(1).map(|members| Set::new(forms, members));
        let sets = sets.collect::<Result<Vec<_>, _>>()?;
        let games = Games { day: Games::LAST_DAY_OF_DICOTS, trees: Trees::Pairs(sets) };
        if day > Games::LAST_DAY_OF_DICOTS {
            let count = usize::try_from(games.count()).unwrap_or(usize::MAX);
            return Err(CensusError::too_many(day, Games::LAST_DAY_OF_DICOTS, pairs_of_sets(count)));
        }
        Ok(games)
    }

    /// The impartial games born by a day up to 4: 1, 2, 4, 16, 65536.
    ///
    /// # Errors
    /// [`CensusError::TooMany`] for a later day, or [`Exhausted`].
    pub fn impartial(forms: &Forms, day: u32) -> Result<Games, CensusError> {
        let mut members = vec![Form::ZERO];
        for _ in 0..day.min(Games::LAST_DAY_OF_IMPARTIAL) {
            members = subsets(&members).map(|set| forms.ordinary(&set, &set)).collect::<Result<_, _>>()?;
        }
        if day > Games::LAST_DAY_OF_IMPARTIAL {
            return Err(CensusError::too_many(day, Games::LAST_DAY_OF_IMPARTIAL, members.len() as u64 - 1));
        }
        Ok(Games { day, trees: Trees::Listed(smallest_first(forms, &members)?) })
    }

    /// The day by which the games are born.
    #[must_use]
    pub fn day(&self) -> u32 {
        self.day
    }

    /// How many games there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        match &self.trees {
            Trees::Listed(list) => list.len() as u64,
            Trees::Pairs(sets) => 1 + (sets.len() as u64).pow(2),
        }
    }
}

impl Set {
    fn new(forms: &Forms, members: Vec<Form>) -> Result<Set, Exhausted> {
        let rank = members.iter().map(|&o| forms.rank(o)).max().unwrap_or(0);
        let edges = members.iter().map(|&o| Ok(1 + edges(forms, o)?)).sum::<Result<_, Exhausted>>()?;
        Ok(Set { members, rank, edges })
    }
}

/// The exponent of a power of 2 below (2^k − 1)², the number of pairs of non-empty sets of
/// k games.
fn pairs_of_sets(k: usize) -> u64 {
    (2 * k as u64).saturating_sub(1)
}

/// All subsets, the empty one first; by the number of members, then by the members
/// in their order.
fn subsets(of: &[Form]) -> impl Iterator<Item = Vec<Form>> {
    let members = |mask: u32| (0..of.len()).filter(move |i| mask >> i & 1 == 1);
    let mut masks: Vec<u32> = (0..1 << of.len()).collect();
    masks.sort_by_cached_key(|&mask| (mask.count_ones(), members(mask).collect::<Vec<_>>()));
    masks.into_iter().map(move |mask| members(mask).map(|i| of[i]).collect())
}

fn smallest_first(forms: &Forms, some: &[Form]) -> Result<Vec<Form>, Exhausted> {
    let sized = structural_order(forms, some).into_iter().map(|g| Ok(((forms.rank(g), edges(forms, g)?), g)));
    let mut sized: Vec<((u32, u64), Form)> = sized.collect::<Result<_, Exhausted>>()?;
    sized.sort_by_key(|(size, _)| *size);
    Ok(sized.into_iter().map(|(_, g)| g).collect())
}

/// The edges of a tree. No game born by the days that are listed has 2^64 edges.
fn edges(forms: &Forms, g: Form) -> Result<u64, Exhausted> {
    Ok(forms.tree_edges(g)?.try_into().unwrap_or(u64::MAX))
}

/// The error that there are too many games to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyGames {
    /// The day that was asked for.
    pub day: u32,
    /// The last day for which a census is feasible.
    pub last_day: u32,
    /// An exponent such that there are more games than this power of 2.
    pub more_than_two_to: u64,
}

impl fmt::Display for TooManyGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooManyGames { day, last_day, more_than_two_to } = self;
        write!(f, "there are more than 2^{more_than_two_to} games born by day {day}; ")?;
        write!(f, "a census goes to day {last_day}")
    }
}

/// Why there is no census.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CensusError {
    /// There are too many games.
    TooMany(TooManyGames),
    /// A limit was reached.
    Exhausted(Exhausted),
}

impl CensusError {
    fn too_many(day: u32, last_day: u32, more_than_two_to: u64) -> CensusError {
        CensusError::TooMany(TooManyGames { day, last_day, more_than_two_to })
    }
}

impl From<Exhausted> for CensusError {
    fn from(exhausted: Exhausted) -> CensusError {
        CensusError::Exhausted(exhausted)
    }
}

impl fmt::Display for CensusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CensusError::TooMany(too_many) => too_many.fmt(f),
            CensusError::Exhausted(exhausted) => exhausted.fmt(f),
        }
    }
}

impl std::error::Error for CensusError {}
