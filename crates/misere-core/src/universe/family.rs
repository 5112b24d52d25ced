//! Infinite families of dead ends that depend on a number.

use super::{GeneratorError, Generators, UniverseId};
use crate::Player;
use crate::budget::Exhausted;
use crate::store::{Form, Forms};

/// Which numbers a family takes: `first`, `first + step`, `first + 2·step`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Progression {
    /// The first number.
    pub first: u32,
    /// The step, at least 1.
    pub step: u32,
}

/// Makes a member of a family from its number.
pub type Member = Box<dyn Fn(&Forms, u32) -> Result<Form, Exhausted> + Send + Sync>;

/// Dead ends that are made from one expression, in which a number n stands for the integer n̄:
/// {·|n̄,0} for even n, for example.
///
/// If n ≥ m, then n̄ cannot be distinguished from any longer integer by m moves, and neither can an
/// expression in it. So the members up to the first n ≥ m suffice for m moves: a follower of a
/// later member is an integer, has an expression without n, or is longer than m and looks, for
/// m moves, as the follower of that first one.
pub struct DeadEndFamily {
    member: Member,
    numbers: Progression,
    others: (Forms, Vec<Form>),
    id: UniverseId,
}

impl DeadEndFamily {
    /// The family of the members with these numbers, and of other Left dead ends of a store.
    /// `member` makes a Left dead end from integers n̄ and constants by forming options.
    ///
    /// # Errors
    /// [`GeneratorError::NotAnEnd`] if one of the first members, or another, is not a Left dead
    /// end; [`GeneratorError::Exhausted`] when the store may not grow.
    pub fn new(
        forms: &Forms,
        member: Member,
        numbers: Progression,
        others: &[Form],
        id: &str,
    ) -> Result<DeadEndFamily, GeneratorError> {
        let own = Forms::with_budget(forms.budget().clone());
        let others = own.import_in_order(forms, others)?;
        let first = member(forms, numbers.first)?;
        let second = member(forms, numbers.first + numbers.step)?;
        for form in [first, second] {
            if !forms.is_dead_end(form, Player::Left) {
                return Err(GeneratorError::NotAnEnd(form));
            }
        }
        if let Some(&culprit) = others.iter().find(|&&end| !own.is_dead_end(end, Player::Left)) {
            return Err(GeneratorError::NotAnEnd(forms.import(&own, culprit)?));
        }
        Ok(DeadEndFamily { member, numbers, others: (own, others), id: UniverseId::new(id) })
    }
}

impl Generators for DeadEndFamily {
    fn id(&self) -> UniverseId {
        self.id.clone()
    }

    fn up_to(&self, forms: &Forms, n: u32) -> Result<Vec<Form>, Exhausted> {
        let (own, others) = &self.others;
        let mut ends = forms.import_all(own, others)?;
        let mut number = self.numbers.first;
        loop {
            ends.push((self.member)(forms, number)?);
            if number >= n {
                return Ok(ends);
            }
            number += self.numbers.step;
        }
    }
}
