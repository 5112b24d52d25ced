//! Sets of ends that generate universes.

use std::fmt;

use super::chain::Chain;
use super::{EndKind, UniverseId};
use crate::Player;
use crate::budget::Exhausted;
use crate::store::{Form, Forms};

/// A set A of Left ends that generates a universe D(A): a finite set of any Left ends, or a
/// finite or infinite set of dead ends.
pub trait Generators: Send + Sync {
    /// The name of D(A).
    fn id(&self) -> UniverseId;

    /// A finite part of A that suffices to play against the ends of D(A) for `n`
    /// moves. The followers of that part contain every follower, of rank at most `n`, of
    /// an element of A, and for every longer follower a of such an element some b with
    /// τ_n(b) ≤ τ_n(a).
    fn up_to(&self, forms: &Forms, n: u32) -> Result<Vec<Form>, Exhausted>;

    /// Whether A is finite, and [`Generators::up_to`] always gives all of A.
    fn are_finite(&self) -> bool {
        false
    }

    /// The narrowest kind that contains all ends of D(A). Only a finite set may have ends that
    /// are not dead.
    fn kind(&self) -> EndKind {
        EndKind::Dead
    }

    /// The chain that the ends of D(A) amount to, if they do: chains are faster than test
    /// sets.
    fn chain(&self) -> Option<Chain> {
        None
    }
}

/// A finite set of generators.
pub struct FiniteGenerators {
    forms: Forms,
    ends: Vec<Form>,
    kind: EndKind,
    id: UniverseId,
}

impl FiniteGenerators {
    /// The given Left ends of a store; `id` is the name of the universe they generate, such
    /// as `D(-1)`.
    ///
    /// # Errors
    /// [`GeneratorError::NotAnEnd`] for the first form that is not a Left end without
    /// tombstones, or
    /// [`GeneratorError::Exhausted`] when the store may not grow.
    pub fn new(forms: &Forms, ends: &[Form], id: &str) -> Result<FiniteGenerators, GeneratorError> {
        let is_end = |end: Form| forms.is_end(end, Player::Left) && forms.is_ordinary(end);
        if let Some(&culprit) = ends.iter().find(|&&end| !is_end(end)) {
            return Err(GeneratorError::NotAnEnd(culprit));
        }
        let kind = if ends.iter().all(|&end| forms.is_dead_ending(end)) {
            EndKind::Dead
        } else if ends.iter().all(|&end| forms.is_blocking(end)) {
            EndKind::Blocked
        } else {
            EndKind::Any
        };
        let own = Forms::with_budget(forms.budget().clone());
        let imported = own.import_in_order(forms, ends)?;
        Ok(FiniteGenerators { forms: own, ends: imported, kind, id: UniverseId::new(id) })
    }
}

impl Generators for FiniteGenerators {
    fn id(&self) -> UniverseId {
        self.id.clone()
    }

    fn up_to(&self, forms: &Forms, _: u32) -> Result<Vec<Form>, Exhausted> {
        forms.import_all(&self.forms, &self.ends)
    }

    fn are_finite(&self) -> bool {
        true
    }

    fn kind(&self) -> EndKind {
        self.kind
    }

    /// Integers generate the same universe as 1̄ alone, and nothing more beside {·|1̄,0}.
    fn chain(&self) -> Option<Chain> {
        let forms = &self.forms;
        if self.kind > EndKind::Dead {
            return None;
        }
        let choices = |f: Form| forms.options(f, Player::Right).len();
        let is_domineering = |end: &Form| forms.rank(*end) == 2 && choices(*end) == 2;
        let (domineering, others): (Vec<Form>, Vec<Form>) =
            self.ends.iter().partition(|end| is_domineering(end));
        if forms.followers_of_all(&others).into_iter().any(|f| choices(f) > 1) {
            None
        } else if domineering.is_empty() {
            others.iter().any(|&end| end != Form::ZERO).then_some(Chain::Integers)
        } else {
            Some(Chain::Domineering)
        }
    }
}

/// Why a list of forms does not generate a universe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GeneratorError {
    /// One of the forms, given here, is not a Left end, or has tombstones.
    NotAnEnd(Form),
    /// A limit was reached.
    Exhausted(Exhausted),
}

impl From<Exhausted> for GeneratorError {
    fn from(exhausted: Exhausted) -> GeneratorError {
        GeneratorError::Exhausted(exhausted)
    }
}

impl fmt::Display for GeneratorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GeneratorError::NotAnEnd(_) => f.write_str("a generator is not a Left end"),
            GeneratorError::Exhausted(exhausted) => exhausted.fmt(f),
        }
    }
}

impl std::error::Error for GeneratorError {}
