//! Values that another engine for the same universe found.

use super::pairs::MEMO_HANDLES;
use super::signature::Profile;
use super::{Engine, Value};
use crate::Player;
use crate::budget::{Exhausted, Limit};
use crate::store::Form;

impl Engine {
    /// The value of a form that is known to be the simplest form of its class, as an engine for the
    /// same universe found it. Nothing is compared, so that this is much faster than
    /// [`Engine::value`], and gives the same value.
    ///
    /// The caller answers for the form: if it, or a follower of it, is not simplest, equal values
    /// may have two handles, and later answers may be wrong.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use misere_core::{DeadEnding, Engine, Forms};
    /// let forms = Arc::new(Forms::new());
    /// let (one, minus) = (forms.integer(1)?, forms.integer(-1)?);
    /// let g = forms.ordinary(&[one, minus], &[forms.nimber(1)?])?;
    /// let simplest = Engine::new(forms.clone(), Arc::new(DeadEnding)).simplest(g)?;
    /// let other = Engine::new(forms.clone(), Arc::new(DeadEnding));
    /// let value = other.value_of_simplest(simplest)?;
    /// assert_eq!(value, other.value(g)?);
    /// # Ok::<(), misere_core::Exhausted>(())
    /// ```
    pub fn value_of_simplest(&self, g: Form) -> Result<Value, Exhausted> {
        if let Some(known) = self.value_of.get(g.0) {
            return Ok(Value(Form(known)));
        }
        self.value_by(g, |f, options| {
            let value = self.take_over(f, &options)?;
            self.value_of.set(f.0, value.0, &self.account)?;
            self.form_of.set(value.0, f.0, &self.account)
        })
    }

    /// Puts a form that is simplest into the arena, with its marks and its profile.
    fn take_over(&self, f: Form, options: &[Vec<Form>; 2]) -> Result<Form, Exhausted> {
        let tombstones = self.forms.tombstones(f);
        let mut strong = [true; 2];
        for p in Player::BOTH {
            if !tombstones.has(p) {
                strong[p.index()] = self.options_are_strong(&options[p.index()], p)?;
            }
        }
        let profile = self.profile_of(options, tombstones, strong);
        let [left, right] = options;
        let value = self.values.intern(left, right, tombstones, strong, |new| {
            let [left, right] = [left, right].map(|list| list.iter().map(|o| self.signature(o.0)));
            let profile = Profile::new(profile.own, left, right);
            self.signatures.set(new.0, &profile, &self.account)
        })?;
        if value.0 >= MEMO_HANDLES {
            return Err(self.forms.budget().exhausted(Limit::Handles));
        }
        Ok(value)
    }
}
