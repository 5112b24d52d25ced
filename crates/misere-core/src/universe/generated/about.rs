//! A description of D(A): its generators, the ends that matter, and their number.

use rustc_hash::FxHashSet;

use super::Generated;
use super::components::Components;
use crate::Player;
use crate::budget::Exhausted;
use crate::store::Form;
use crate::universe::generators::FiniteGenerators;

/// All ends are forms of [`Generated::end_store`].
impl Generated<FiniteGenerators> {
    /// The non-zero Left ends whose sums are the Left ends of the universe: those among the
    /// followers of A and of their conjugates.
    pub fn summands(&self) -> Result<Vec<Form>, Exhausted> {
        self.parts(0)
    }

    /// A least set of ends that generates the universe, ends taken up to equality modulo M: no
    /// end of the set is a sum of ends that are shorter, or that the others bring along.
    pub fn minimal_generators(&self) -> Result<Vec<Form>, Exhausted> {
        let forms = self.end_store();
        let summands = self.summands()?;
        let mut kept = Vec::new();
        for &end in &summands {
            let is_shorter = |other: &Form| forms.rank(*other) < forms.rank(end);
            if !self.is_generated(end, summands.iter().copied().filter(is_shorter).collect())? {
                kept.push(end);
            }
        }
        // The longest stay as long as possible, because they bring the others along.
        for end in kept.clone() {
            let others: Vec<Form> = kept.iter().copied().filter(|&other| other != end).collect();
            if self.is_generated(end, others.clone())? {
                kept = others;
            }
        }
        Ok(kept)
    }

    /// Whether these ends generate a universe with `end`, up to equality modulo M.
    fn is_generated(&self, end: Form, by: Vec<Form>) -> Result<bool, Exhausted> {
        let forms = self.end_store();
        let generators = FiniteGenerators::new(forms, &by, "D(A)").expect("ends of the universe");
        let generated = Generated::new(forms, generators);
        generated.is_sum_of_parts(generated.end_store().import(forms, end)?)
    }

    /// The summands that no sum of the others replaces: sums of these decide strength, so that
    /// two universes with the same undominated ends have the same order.
    pub fn undominated_ends(&self) -> Result<Vec<Form>, Exhausted> {
        Ok(Components::new(&self.ends, self.summands()?)?.essential)
    }

    /// The neutral summands: Left ends that are at least 0 modulo M, and so change no strength.
    pub fn neutral_ends(&self) -> Result<Vec<Form>, Exhausted> {
        let mut neutral = Vec::new();
        for end in self.summands()? {
            if self.ends.ge(end, Form::ZERO)? {
                neutral.push(end);
            }
        }
        Ok(neutral)
    }

    /// The terminable ends, which have 0 as a Right option (\[universe\] Definition 3.13). A sum
    /// of two non-zero ends is not terminable, so all of them are summands.
    pub fn terminable_ends(&self) -> Result<Vec<Form>, Exhausted> {
        let mut ends = self.summands()?;
        ends.retain(|&end| self.end_store().options(end, Player::Right).contains(&Form::ZERO));
        Ok(ends)
    }

    /// Sums of at most `components` summands, 0 among them.
    pub fn short_sums(&self, components: u32) -> Result<Vec<Form>, Exhausted> {
        let (forms, summands) = (self.end_store(), self.summands()?);
        let mut seen: FxHashSet<Form> = [Form::ZERO].into_iter().collect();
        let mut sums = vec![Form::ZERO];
        let mut last = sums.clone();
        for _ in 0..components {
            let mut next = Vec::new();
            for &sum in &last {
                for &end in &summands {
                    forms.budget().step()?;
                    let longer = forms.sum(sum, end)?;
                    if seen.insert(longer) {
                        next.push(longer);
                    }
                }
            }
            sums.extend(&next);
            last = next;
        }
        Ok(sums)
    }

    /// The Left ends of rank at most `rank`, one for each class modulo M, the shortest first.
    pub fn left_ends_up_to(&self, rank: u32) -> Result<Vec<Form>, Exhausted> {
        self.sums_by_rank(rank)
    }

    /// The sums that decide strength of a form in which the player can make at most `moves`
    /// moves, if a theorem says which do and some end is not dead.
    pub fn deciding_sums(&self, moves: u32) -> Result<Option<Vec<Form>>, Exhausted> {
        if self.is_dead_ending() {
            return Ok(None);
        }
        match &self.strength()?.test {
            Some(test) => Ok(Some(test.sums(self.end_store(), moves.max(1))?.to_vec())),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Forms;

    /// D(A) for A given by the Right options of its ends.
    fn generated(ends: &[&[Form]], forms: &Forms) -> Generated<FiniteGenerators> {
        let ends: Vec<Form> = ends.iter().map(|right| forms.ordinary(&[], right).unwrap()).collect();
        Generated::new(forms, FiniteGenerators::new(forms, &ends, "D(A)").unwrap())
    }

    #[test]
    fn generators_are_reduced() {
        let forms = Forms::new();
        let [one, minus] = [1, -1].map(|n| forms.integer(n).unwrap());
        let star = forms.nimber(1).unwrap();
        let written = |ends: &[&[Form]]| {
            let u = generated(ends, &forms);
            let kept = u.minimal_generators().unwrap();
            kept.into_iter().map(|end| forms.import(u.end_store(), end).unwrap()).collect::<Vec<_>>()
        };
        // 2̄ is 1̄ + 1̄, and brings 1̄ along.
        assert_eq!(written(&[&[minus]]), [minus]);
        // {·|1} brings 1̄ along, as the conjugate of a follower.
        let both = forms.ordinary(&[], &[one]).unwrap();
        assert_eq!(written(&[&[one], &[Form::ZERO]]), [both]);
        assert_eq!(written(&[&[star], &[]]), [forms.ordinary(&[], &[star]).unwrap()]);
        assert!(written(&[&[]]).is_empty());
    }

    #[test]
    fn neutral_ends_are_dominated() {
        let forms = Forms::new();
        let (one, star) = (forms.integer(1).unwrap(), forms.nimber(1).unwrap());
        let u = generated(&[&[star], &[one]], &forms);
        assert_eq!(u.summands().unwrap().len(), 3);
        assert_eq!(u.neutral_ends().unwrap().len(), 2);
        assert_eq!(u.undominated_ends().unwrap(), [u.end_store().integer(-1).unwrap()]);
        assert_eq!(u.terminable_ends().unwrap(), [u.end_store().integer(-1).unwrap()]);
        // The sums of up to two of three ends: 1 + 3 + 6.
        assert_eq!(u.short_sums(2).unwrap().len(), 10);
    }
}
