//! The fate of an option when its form is simplified: at the top level alone, and without steps.

use crate::Player;
use crate::budget::Exhausted;
use crate::engine::{Engine, Value};
use crate::store::Form;
use crate::store::order::structural_order_within;

/// The fate of an option of G in the simplest form of G. Reasons are described for Left here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The option is an option of the simplest form.
    Stays,
    /// This option of the simplest form dominates the option (\[universe\] Lemma 5.12).
    Dominated(Value),
    /// The option is open reversible through this answer of Right, whose Left options take its
    /// place (\[universe\] Lemma 5.13); under normal play every reversible option is.
    Reversible(Value),
    /// The option is atomic reversible: this answer of Right is a Left end. A tombstone takes the
    /// place of the option, and goes again where Left is strong without it (\[universe\] Lemmas
    /// 5.14 and 5.16).
    Tombstone(Value),
}

impl Engine {
    /// The fate of an option of a form with the value `g`: `option` is the value of the option.
    ///
    /// The simplest form does not depend on the order of the steps that lead to it (\[universe\]
    /// Theorem 5.18). Hence an option that is not an option of the simplest form is dominated by
    /// one that is, or else reverses: an option for which neither holds would stay. Of several
    /// reasons the first one is given, domination before reversal and open before atomic, and of
    /// several games the first one in [`structural_order`](crate::order::structural_order).
    ///
    /// # Errors
    /// [`Exhausted`] when a limit was reached.
    pub fn fate(&self, g: Value, option: Value, player: Player) -> Result<Fate, Exhausted> {
        let arena = self.arena();
        let staying = arena.options(g.in_arena(), player);
        if staying.contains(&option.in_arena()) {
            return Ok(Fate::Stays);
        }
        let is_better = |by: Form| {
            let (better, worse) = player.orient(Value(by), option);
            self.value_ge(better, worse)
        };
        if let Some(by) = self.first_of(staying, is_better)? {
            return Ok(Fate::Dominated(by));
        }
        let answers = arena.options(option.in_arena(), player.opponent());
        let reverses = |answer: Form| {
            let (better, worse) = player.orient(g, Value(answer));
            self.value_ge(better, worse)
        };
        let is_atomic = |answer: &Form| self.universe().is_some() && arena.is_end(*answer, player);
        let (atomic, open): (Vec<Form>, Vec<Form>) = answers.iter().partition(|answer| is_atomic(answer));
        if let Some(through) = self.first_of(&open, reverses)? {
            return Ok(Fate::Reversible(through));
        }
        Ok(self.first_of(&atomic, reverses)?.map_or(Fate::Stays, Fate::Tombstone))
    }

    /// The first of some values, in structural order, for which something holds.
    fn first_of(
        &self,
        values: &[Form],
        holds: impl Fn(Form) -> Result<bool, Exhausted>,
    ) -> Result<Option<Value>, Exhausted> {
        let mut found = Vec::new();
        for &value in values {
            self.forms().budget().step()?;
            if holds(value)? {
                found.push(value);
            }
        }
        Ok(structural_order_within(self.arena(), &found)?.first().copied().map(Value))
    }
}
