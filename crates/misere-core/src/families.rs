//! The named families of ends.

use std::sync::Arc;

use crate::Player;
use crate::budget::Exhausted;
use crate::engine::Engine;
use crate::store::{Form, Forms};
use crate::universe::AllGames;

/// A family of Left ends that the papers name by a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// The waiting games, or perfect murders: W_0 = 0, W_n = {·|0, W_{n−1}}
    /// (\[blocking\] section 2; M_n in \[universe\] section 3).
    W,
    /// The complete trees: K_n = {·|every Left dead end of birthday below n}, in
    /// their simplest forms (\[universe\] section 3). K_0 = 0.
    K,
    /// The B-passing games: B_0 = B_1 = 0, B_n = {·|1, B_{n−1}} (\[blocking\]
    /// Definition 3.3).
    B,
    /// The passing games A_n (\[blocking\] Definition 3.9), for n ≤ 5.
    A,
    /// The blocked super ends S_n (\[blocking\] Definition 3.12), for n ≤ 3.
    S,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 5] = [Family::W, Family::K, Family::B, Family::A, Family::S];

    /// The letter of the family.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Family::W => 'W',
            Family::K => 'K',
            Family::B => 'B',
            Family::A => 'A',
            Family::S => 'S',
        }
    }

    /// The family with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Family> {
        Family::ALL.into_iter().find(|f| f.letter() == letter)
    }

    /// The game of the family with this index.
    ///
    /// # Errors
    /// [`Exhausted`] when the index is larger than supported, or the store may not grow.
    pub fn member(self, forms: &Forms, n: u64) -> Result<Form, Exhausted> {
        match self {
            Family::W => forms.waiting_game(n),
            Family::K => complete_tree(forms, n),
            Family::B => {
                forms.budget().check_size("B(n)", n, 1_000_000)?;
                let one = forms.integer(1)?;
                (2..=n).try_fold(Form::ZERO, |last, _| forms.ordinary(&[], &[one, last]))
            }
            Family::A => passing_game(forms, n),
            Family::S => super_end(forms, n),
        }
    }
}

impl Forms {
    /// The waiting game W_n = {·|0, W_{n−1}}, with W_0 = 0 (M_n in \[universe\]).
    pub fn waiting_game(&self, n: u64) -> Result<Form, Exhausted> {
        self.budget().check_size("W(n)", n, 1_000_000)?;
        (0..n).try_fold(Form::ZERO, |last, _| self.ordinary(&[], &[Form::ZERO, last]))
    }

    /// All forms of rank at most `day`, which is 0, 1 or 2: 1, 4 or 256.
    ///
    /// # Errors
    /// [`Exhausted`] when the store may not grow, or `day` is larger: there are
    /// 2^512 forms of rank at most 3.
    pub fn born_by(&self, day: u32) -> Result<Vec<Form>, Exhausted> {
        self.budget().check_size("days(n)", u64::from(day), 2)?;
        let mut forms = vec![Form::ZERO];
        for _ in 0..day {
            let sets: Vec<Vec<Form>> = (0..1u32 << forms.len()).map(|mask| subset(&forms, mask)).collect();
            let mut next = Vec::with_capacity(sets.len() * sets.len());
            for left in &sets {
                for right in &sets {
                    next.push(self.ordinary(left, right)?);
                }
            }
            forms = next;
        }
        Ok(forms)
    }
}

fn subset(of: &[Form], mask: u32) -> Vec<Form> {
    of.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, &f)| f).collect()
}

/// K_n, whose Right options are the antichains of Right options of K_{n−1}, as Left dead
/// ends (\[universe\] section 3).
fn complete_tree(forms: &Forms, n: u64) -> Result<Form, Exhausted> {
    forms.budget().check_size("K(n)", n, 6)?;
    if n == 0 {
        return Ok(Form::ZERO);
    }
    // The order of dead ends is the same in every universe ([universe] Theorem
    // 3.2), so the order modulo M will do.
    let scratch = Arc::new(Forms::with_budget(forms.budget().clone()));
    let order = Engine::new(scratch.clone(), Arc::new(AllGames));
    let mut ends = vec![Form::ZERO];
    for _ in 1..n {
        let mut antichains: Vec<Vec<Form>> = vec![Vec::new()];
        for &end in &ends {
            for at in 0..antichains.len() {
                let mut incomparable = true;
                for &other in &antichains[at] {
                    incomparable &= !order.ge(end, other)? && !order.ge(other, end)?;
                }
                if incomparable {
                    let mut larger = antichains[at].clone();
                    larger.push(end);
                    antichains.push(larger);
                }
            }
        }
        ends = antichains.iter().map(|right| scratch.ordinary(&[], right)).collect::<Result<_, _>>()?;
    }
    forms.import(&scratch, scratch.ordinary(&[], &ends)?)
}

fn passing_game(forms: &Forms, n: u64) -> Result<Form, Exhausted> {
    forms.budget().check_size("A(n)", n, 5)?;
    let one = forms.integer(1)?;
    let mut last = Form::ZERO;
    for k in 3..=n {
        let mut options = vec![Form::ZERO, one];
        if k >= 4 {
            let day = u32::try_from(k - 3).expect("n is at most 5");
            options.push(forms.ordinary(&[Form::ZERO], &minimal_adjoints(forms, day)?)?);
            options.push(last);
        }
        last = forms.ordinary(&[], &options)?;
    }
    Ok(last)
}

/// J_n: the minimal elements, modulo M, of the adjoints of all forms of rank at
/// most n (\[blocking\] Definition 3.9).
fn minimal_adjoints(forms: &Forms, day: u32) -> Result<Vec<Form>, Exhausted> {
    let scratch = Arc::new(Forms::with_budget(forms.budget().clone()));
    let order = Engine::new(scratch.clone(), Arc::new(AllGames));
    let mut adjoints = Vec::new();
    for g in scratch.born_by(day)? {
        adjoints.push(scratch.adjoint(g)?);
    }
    let mut minimal: Vec<Form> = Vec::new();
    'candidates: for &candidate in &adjoints {
        for &other in &adjoints {
            // Of adjoints that are equal modulo M the first one stands for all.
            if order.ge(candidate, other)? && !order.ge(other, candidate)? {
                continue 'candidates;
            }
        }
        for &other in &minimal {
            if order.value(other)? == order.value(candidate)? {
                continue 'candidates;
            }
        }
        minimal.push(candidate);
    }
    minimal.into_iter().map(|g| forms.import(&scratch, g)).collect()
}

fn super_end(forms: &Forms, n: u64) -> Result<Form, Exhausted> {
    forms.budget().check_size("S(n)", n, 3)?;
    if n < 2 {
        return forms.integer(-i64::try_from(n).expect("n is at most 3"));
    }
    let is_left_end = |&f: &Form| forms.is_end(f, Player::Left);
    let mut options = forms.born_by(u32::try_from(n - 1).expect("n is at most 3"))?;
    options.retain(|&f| {
        forms.is_blocking(f) && (is_left_end(&f) || forms.options(f, Player::Left).iter().any(is_left_end))
    });
    forms.ordinary(&[], &options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_have_the_sizes_of_the_papers() {
        let forms = Forms::new();
        let right = |family: Family, n| {
            let g = family.member(&forms, n).unwrap();
            assert!(forms.is_end(g, Player::Left));
            forms.options(g, Player::Right).len()
        };
        // |L_n| = 1, 2, 4, 10, 52, 21278.
        assert_eq!([1, 2, 3, 4, 5].map(|n| right(Family::K, n)), [1, 2, 4, 10, 52]);
        assert_eq!(right(Family::K, 6), 21_278);
        assert_eq!([0, 1, 2, 3].map(|n| right(Family::S, n)), [0, 1, 4, 208]);
        assert_eq!([0, 1, 2, 3, 4].map(|n| right(Family::B, n)), [0, 0, 2, 2, 2]);
        assert_eq!([0, 1, 2, 3, 4, 5].map(|n| right(Family::A, n)), [0, 0, 0, 2, 4, 4]);
        assert_eq!([1, 2].map(|n| minimal_adjoints(&forms, n).unwrap().len()), [4, 9]);
    }

    #[test]
    fn too_large_members_are_refused() {
        let forms = Forms::new();
        for (family, n) in [(Family::A, 6), (Family::S, 4), (Family::K, 7), (Family::W, u64::MAX)] {
            assert!(family.member(&forms, n).is_err());
        }
    }
}
