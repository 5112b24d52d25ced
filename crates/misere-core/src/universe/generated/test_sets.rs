//! Test sets of dead ends (\[universe\] section 4).

use std::sync::{Arc, PoisonError};

use super::Generated;
use crate::Player;
use crate::budget::Exhausted;
use crate::store::{Form, Forms};
use crate::universe::end_play::Play;
use crate::universe::generators::Generators;

/// An element of a test set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestEnd {
    /// The truncation, in simplest form, which may lie outside the universe.
    pub end: Form,
    /// An end of the universe with this truncation: a sum of followers of generators.
    pub origin: Form,
}

impl<A: Generators> Generated<A> {
    /// The test set T_n(A) (\[universe\] Definition 4.8): the minimal elements of
    /// {τ_n(X) : X in cl(A)}. Forms of rank n need only be played against a test set.
    pub fn test_set(&self, n: u32) -> Result<Arc<[TestEnd]>, Exhausted> {
        let mut test_sets = self.test_sets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = test_sets.get(&n) {
            return Ok(known.clone());
        }
        let computed: Arc<[TestEnd]> = self.compute_test_set(n)?.into();
        test_sets.insert(n, computed.clone());
        Ok(computed)
    }

    /// The ends of the test set T_n(A) in a store.
    pub(super) fn test_ends(&self, forms: &Forms, n: u32) -> Result<Vec<Form>, Exhausted> {
        self.test_set(n)?.iter().map(|test| forms.import(self.end_store(), test.end)).collect()
    }

    /// Every element of cl(A) is a sum of followers of generators, and truncating and adding
    /// keep the order of dead ends. Hence it is enough to add one follower at a time, to keep
    /// the minimal truncations, and to stop when every new truncation lies above one of them.
    fn compute_test_set(&self, n: u32) -> Result<Vec<TestEnd>, Exhausted> {
        let forms = self.ends.forms();
        // Only the truncations of parts matter: one part for each truncation.
        let mut parts: Vec<(Form, Form)> = Vec::new();
        for part in self.parts(n)? {
            forms.budget().step()?;
            let truncation = self.ends.simplest(forms.truncate(part, n)?)?;
            if parts.iter().all(|(_, other)| *other != truncation) {
                parts.push((part, truncation));
            }
        }
        let mut minimal = vec![TestEnd { end: Form::ZERO, origin: Form::ZERO }];
        let mut pending = minimal.clone();
        while let Some(last) = pending.pop() {
            if !minimal.contains(&last) {
                continue; // A smaller truncation has taken its place.
            }
            for &(part, truncation) in &parts {
                forms.budget().step()?;
                let longer = forms.sum(last.end, truncation)?;
                let end = self.ends.simplest(forms.truncate(longer, n)?)?;
                if self.find_below(&minimal, end)?.is_some() {
                    continue;
                }
                let origin = forms.sum(last.origin, part)?;
                let mut kept = Vec::with_capacity(minimal.len() + 1);
                for other in minimal {
                    if !self.ends.ge(other.end, end)? {
                        kept.push(other);
                    }
                }
                minimal = kept;
                minimal.push(TestEnd { end, origin });
                pending.push(TestEnd { end, origin });
            }
        }
        Ok(minimal)
    }

    pub(super) fn find_below(&self, among: &[TestEnd], end: Form) -> Result<Option<TestEnd>, Exhausted> {
        for &candidate in among {
            if self.ends.ge(end, candidate.end)? {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    /// A test end against which `player`, with these options, loses.
    pub(super) fn defeat_by_test_set(
        &self,
        forms: &Forms,
        play: &Play,
        options: &[Form],
        player: Player,
    ) -> Result<Option<TestEnd>, Exhausted> {
        let n = 1 + options.iter().map(|&o| forms.rank(o)).max().unwrap_or(0);
        for &test in &*self.test_set(n)? {
            if play.loses_first(forms, options, self.end_store(), test.end, player)? {
                return Ok(Some(test));
            }
        }
        Ok(None)
    }
}
