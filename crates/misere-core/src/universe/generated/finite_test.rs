//! Finitely many sums of blocked ends that decide strength. The theorems are those of
//! docs/universes.md.

use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::components::{Components, EndFacts};
use crate::budget::Exhausted;
use crate::store::{Form, Forms};

/// Sums of Left ends that decide strength, for every number of moves that Left may make.
///
/// The test of a form in which Left can make at most h moves consists of one sum in which
/// Right can pass h−1 times, and of the sums of *permanent* ends, which take at most h−1
/// passes to use up, with so many copies of each *dumpable* end, which takes none.
pub(super) struct FiniteTest {
    /// An end with a pass, and the longest chain of its passes: there is none if 0 decides.
    passing: Option<(Form, u32)>,
    permanent: Vec<(Form, EndFacts)>,
    dumpable: Vec<(Form, Copies)>,
}

/// How many copies of a dumpable end a test needs at most, for h moves of Left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Copies {
    /// h − 1 (Theorem 2, semi-neutral ends).
    FewerThanMoves,
    /// 3h − 2 (Theorem 2, good ends).
    ThreeTimes,
    /// h − 1 and as many more as Left has moves in the permanent ends (Theorem 3).
    WithMovesOfOthers,
}

impl FiniteTest {
    /// The test, if all ends are blocked and one of the theorems covers them.
    pub(super) fn new(components: &Components) -> Option<FiniteTest> {
        let with_facts = |list: &[Form]| -> Vec<(Form, EndFacts)> {
            list.iter().map(|&end| (end, components.facts(end))).collect()
        };
        let essential = with_facts(&components.essential);
        if essential.is_empty() {
            return Some(FiniteTest { passing: None, permanent: vec![], dumpable: vec![] });
        }
        // A list with an end that is not neutral has an end with a pass.
        let ends = with_facts(&components.ends);
        // Of several the shortest, which comes first.
        let passing = ends.iter().min_by_key(|(_, facts)| Reverse(facts.passes))?;
        let passing = Some((passing.0, passing.1.passes)).filter(|&(_, passes)| passes > 0)?;
        let is_flat = essential.iter().all(|(_, facts)| facts.is_flat);
        let (permanent, dumpable): (Vec<_>, Vec<_>) =
            essential.into_iter().partition(|(_, facts)| facts.permanence > 0);
        let copies = |facts: EndFacts| {
            if is_flat && facts.is_semi_neutral {
                Some(Copies::FewerThanMoves)
            } else if is_flat && facts.is_good {
                Some(Copies::ThreeTimes)
            } else if !is_flat && dumpable.len() == 1 && facts.is_semi_neutral && facts.passes_to_dead {
                Some(Copies::WithMovesOfOthers)
            } else {
                None
            }
        };
        let dumpable: Option<Vec<(Form, Copies)>> =
            dumpable.iter().map(|&(end, facts)| Some((end, copies(facts)?))).collect();
        Some(FiniteTest { passing: Some(passing), permanent, dumpable: dumpable? })
    }

    /// How many sums the test for `moves` moves of Left has at most.
    pub(super) fn size(&self, moves: u32) -> f64 {
        let spare = f64::from(moves.max(1));
        let permanent = spare.powi(i32::try_from(self.permanent.len()).unwrap_or(i32::MAX));
        let copies = self.dumpable.iter().map(|&(_, copies)| match copies {
            Copies::FewerThanMoves => spare,
            Copies::ThreeTimes => 3.0 * spare,
            Copies::WithMovesOfOthers => spare * spare,
        });
        permanent * copies.product::<f64>() + 1.0
    }

    /// The sums of the test for forms in which Left can make at most `moves` moves, which is
    /// at least one, the shortest first.
    pub(super) fn sums(&self, forms: &Forms, moves: u32) -> Result<Arc<[Form]>, Exhausted> {
        let spare = moves.saturating_sub(1);
        let mut sums = Vec::new();
        // Sums of permanent ends, with what is left of their passes and with Left's moves.
        let mut permanent = vec![(Form::ZERO, spare, 0)];
        for &(end, facts) in &self.permanent {
            let mut at = 0;
            while let Some(&(sum, passes, left_moves)) = permanent.get(at) {
                at += 1;
                if let Some(passes) = passes.checked_sub(facts.permanence) {
                    forms.budget().step()?;
                    // Behind the sums without this end come those with one more of it.
                    permanent.push((forms.sum(sum, end)?, passes, left_moves + facts.left_moves));
                }
            }
        }
        for (sum, _, left_moves) in permanent {
            let mut with_dumpable = vec![sum];
            for &(end, copies) in &self.dumpable {
                let most = match copies {
                    Copies::FewerThanMoves => spare,
                    Copies::ThreeTimes => 3 * spare + 1,
                    Copies::WithMovesOfOthers => spare + left_moves,
                };
                let before = with_dumpable.clone();
                for copies in 1..=most {
                    let several = forms.multiple(copies.into(), end)?;
                    for &sum in &before {
                        forms.budget().step()?;
                        with_dumpable.push(forms.sum(sum, several)?);
                    }
                }
            }
            sums.append(&mut with_dumpable);
        }
        if let Some((end, passes)) = self.passing {
            sums.push(forms.multiple(spare.div_ceil(passes).into(), end)?);
        }
        let mut seen: FxHashSet<Form> = FxHashSet::default();
        sums.retain(|&sum| seen.insert(sum));
        sums.sort_by_key(|&sum| forms.rank(sum));
        Ok(sums.into())
    }
}
