//! Forms that may tell the orders of two universes apart.

use std::sync::Arc;

use misere_core::{Exhausted, Form, Forms, Play, Player, Setting, StrengthTests};
use misere_notation::structural_order;

use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::universes::relate::longest;

/// The number of random forms of each of the ranks 3, 4 and 5 whose strength is compared.
const RANDOM_FORMS: u32 = 300;

/// Random forms are the same in every run.
const SEED: u32 = 2026;

/// The longest sums of ends whose adjoints are compared.
const COMPONENTS: u32 = 3;

/// The largest rank of an adjoint that is compared.
const LONGEST_ADJOINT: u32 = 8;

impl Modulus {
    /// Forms whose strength may differ: all of rank at most 2, the weakest of rank 3 against
    /// each end, the adjoints of ends, and random ones. The adjoint of an end X is not strong where X is, since the second player wins the
    /// sum of the two.
    pub(super) fn forms_that_may_tell(&self, other: &Modulus) -> Result<Vec<Form>, Error> {
        let (work, forms) = (self.workspace(), self.workspace().forms());
        let mut all = structural_order(forms, &forms.born_by(2)?);
        let ends = self.ends_that_may_tell(other)?;
        let small = all.clone();
        all.extend(losing_forms(forms, &ends, &small)?);
        all.extend(self.weakest_forms(other, &small)?);
        for end in ends {
            all.push(forms.adjoint(end)?);
        }
        for rank in 3..=5 {
            let random = work.all_games()?.random_games(rank, RANDOM_FORMS, SEED + rank)?;
            all.extend(random.iter().map(Game::form));
        }
        Ok(all)
    }

    /// Forms of rank 4 with many options, made only when they are needed.
    pub(super) fn longer_forms_that_may_tell<'a>(
        &'a self,
        other: &'a Modulus,
    ) -> impl Iterator<Item = Result<Form, Error>> + 'a {
        let forms = self.workspace().forms();
        let losing = move || -> Result<Vec<Form>, Error> {
            let narrow = narrow_forms(forms)?;
            let mut made = losing_forms(forms, &self.ends_that_may_tell(other)?, &narrow)?;
            made.extend(self.weakest_forms(other, &narrow)?);
            Ok(made)
        };
        std::iter::once_with(losing).flat_map(|made| match made {
            Ok(made) => made.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(error) => vec![Err(error)],
        })
    }

    /// For each universe where one option alone makes a form strong: the form whose Left options
    /// are all forms of a pool that do not. If some weak form with options from the pool is
    /// strong modulo the other universe, then so is this one.
    fn weakest_forms(&self, other: &Modulus, pool: &[Form]) -> Result<Vec<Form>, Error> {
        let forms = self.workspace().forms();
        let mut weakest = Vec::new();
        for universe in [self, other] {
            let tests = universe.as_universe()?.strength_tests(forms, 0)?;
            if matches!(tests, Some(StrengthTests::OneOption)) {
                let judge = Judge::new(universe.ordered("strength", "")?.setting().clone());
                let mut options = Vec::new();
                for &option in pool {
                    let form = forms.ordinary(&[option], &[])?;
                    if judge.is_strong(forms, form, Player::Left)? == Some(false) {
                        options.push(option);
                    }
                }
                weakest.push(forms.ordinary(&options, &[])?);
            }
        }
        Ok(weakest)
    }

    /// Ends of both universes, and waiting games, that are not long.
    fn ends_that_may_tell(&self, other: &Modulus) -> Result<Vec<Form>, Error> {
        let forms = self.workspace().forms();
        let mut ends = Vec::new();
        for universe in [self, other] {
            if let Some(generated) = universe.finitely_generated()? {
                let sums = generated.short_sums(COMPONENTS)?;
                ends.extend(forms.import_all(generated.end_store(), &sums)?);
            }
            if let Some([left, _]) = universe.as_universe()?.listed_ends(forms)? {
                ends.extend(left);
            }
        }
        for n in 0..=u64::from(longest(forms, &ends)) + 1 {
            ends.push(forms.waiting_game(n)?);
        }
        ends.retain(|&end| forms.rank(end) < LONGEST_ADJOINT);
        let mut ends = structural_order(forms, &ends);
        ends.dedup();
        Ok(ends)
    }
}

/// All forms of rank at most 2, and those of rank 3 with at most one option of each player, one
/// of them of rank at most 1.
pub(super) fn narrow_forms(forms: &Forms) -> Result<Vec<Form>, Exhausted> {
    let mut all = forms.born_by(2)?;
    let wide: Vec<Vec<Form>> = all.iter().map(|&form| vec![form]).chain([vec![]]).collect();
    let narrow: Vec<Vec<Form>> =
        forms.born_by(1)?.into_iter().map(|form| vec![form]).chain([vec![]]).collect();
    for wide in &wide {
        for narrow in &narrow {
            for form in [forms.ordinary(wide, narrow)?, forms.ordinary(narrow, wide)?] {
                if forms.rank(form) > 2 {
                    all.push(form);
                }
            }
        }
    }
    let mut all = structural_order(forms, &all);
    all.dedup();
    Ok(all)
}

/// For each of the ends X, the form whose Left options are all forms of a pool with which Left,
/// moving second, loses beside X. If some form with options from the pool is weak because of X,
/// and strong modulo a universe, then so is this one.
pub(super) fn losing_forms(forms: &Forms, ends: &[Form], pool: &[Form]) -> Result<Vec<Form>, Exhausted> {
    let play = Play::default();
    let mut all = Vec::new();
    for &end in ends {
        let mut losing = Vec::new();
        for &option in pool {
            if !play.wins_second(forms, option, forms, end, Player::Left)? {
                losing.push(option);
            }
        }
        let form = forms.ordinary(&losing, &[])?;
        if !losing.is_empty() && !all.contains(&form) {
            all.push(form);
        }
    }
    Ok(all)
}

/// Judges of strength modulo one universe.
pub(super) struct Judge {
    setting: Arc<dyn Setting>,
    play: Play,
}

impl Judge {
    pub(super) fn new(setting: Arc<dyn Setting>) -> Judge {
        Judge { setting, play: Play::default() }
    }

    /// Whether a form is strong for a player; `None` if that was not decided.
    pub(super) fn is_strong(
        &self,
        forms: &Forms,
        form: Form,
        player: Player,
    ) -> Result<Option<bool>, Exhausted> {
        if forms.is_end_like(form, player) {
            return Ok(Some(true));
        }
        match self.setting.strong(forms, &self.play, forms.options(form, player), player) {
            Ok(strong) => Ok(Some(strong)),
            Err(exhausted) if exhausted.limit.tried().is_some() => Ok(None),
            Err(exhausted) => Err(exhausted),
        }
    }
}
