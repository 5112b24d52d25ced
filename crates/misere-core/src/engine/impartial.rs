//! Impartial games modulo I, the impartial games, under misère play.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::memo::HandleMap;
use crate::budget::{Account, Exhausted};
use crate::store::{Form, Forms};
use crate::{Outcome, Player};

/// Equality of impartial games in misère sums of impartial games. I is not
/// parental, and has a theory of its own (Conway; \[nim\] section 3.1).
///
/// ```
/// use std::sync::Arc;
/// use misere_core::{Forms, Impartial};
/// let forms = Arc::new(Forms::new());
/// let i = Impartial::new(forms.clone());
/// let (star, star2) = (forms.nimber(1)?, forms.nimber(2)?);
/// // * + * is 0, but *2 + *2 is not.
/// assert_eq!(i.equal(forms.sum(star, star)?, forms.nimber(0)?)?, Some(true));
/// assert_eq!(i.equal(forms.sum(star2, star2)?, forms.nimber(0)?)?, Some(false));
/// # Ok::<(), misere_core::Exhausted>(())
/// ```
pub struct Impartial {
    forms: Arc<Forms>,
    canonical: HandleMap,
    account: Account,
}

impl Impartial {
    /// An engine for the impartial forms of a store.
    #[must_use]
    pub fn new(forms: Arc<Forms>) -> Impartial {
        let account = Account::new(forms.budget().clone());
        Impartial { forms, canonical: HandleMap::new(), account }
    }

    pub(crate) fn forms(&self) -> &Forms {
        &self.forms
    }

    /// The canonical form of an impartial form: no option of any follower is
    /// reversible. Two impartial games are equal modulo I exactly when their
    /// canonical forms are the same. `None` if the form is not impartial.
    pub fn canonical(&self, g: Form) -> Result<Option<Form>, Exhausted> {
        if !self.forms.is_impartial(g) {
            return Ok(None);
        }
        for &f in &*self.forms.followers_within(&[g])? {
            if self.canonical.get(f.0).is_none() {
                let simplified = self.simplify(f)?;
                self.canonical.set(f.0, simplified.0, &self.account)?;
            }
        }
        Ok(self.canonical.get(g.0).map(Form))
    }

    /// Whether two impartial forms are equal modulo I; `None` if one of them is
    /// not impartial.
    pub fn equal(&self, g: Form, h: Form) -> Result<Option<bool>, Exhausted> {
        Ok(self.canonical(g)?.zip(self.canonical(h)?).map(|(g, h)| g == h))
    }

    /// The canonical form of a form with canonical options. That form equals H exactly when
    /// its options are those of H and others that have an option equal to H, with the proviso
    /// that for H = 0 the form is an 𝓝-position. Such an H, if it is not the form itself, is
    /// an option of an option.
    fn simplify(&self, f: Form) -> Result<Form, Exhausted> {
        let forms = &self.forms;
        let canonical = |o: &Form| Form(self.canonical.get(o.0).expect("the options come first"));
        let options: Vec<Form> = forms.options(f, Player::Left).iter().map(canonical).collect();
        let mut ticker = forms.budget().ticker();
        let present: FxHashSet<Form> = options.iter().copied().collect();
        let has =
            |f: Form, o: Form| forms.options(f, Player::Left).binary_search_by_key(&o.0, |x| x.0).is_ok();
        let mut tried: FxHashSet<Form> = FxHashSet::default();
        for &option in &options {
            for &h in forms.options(option, Player::Left) {
                if !tried.insert(h) {
                    continue;
                }
                for _ in &options {
                    ticker.tick()?;
                }
                let all_kept = forms.options(h, Player::Left).iter().all(|o| present.contains(o));
                let rest_reverses = || options.iter().all(|&o| has(h, o) || has(o, h));
                let proviso = h != Form::ZERO || forms.outcome(f) == Outcome::N;
                if all_kept && proviso && rest_reverses() {
                    return Ok(h);
                }
            }
        }
        forms.ordinary(&options, &options)
    }
}
