//! The classical canonical forms, which stay inside the universe.

use super::Engine;
use crate::Player;
use crate::budget::Exhausted;
use crate::error::Refused;
use crate::store::Form;

impl Engine {
    /// The classical canonical form of `g`: of dicots modulo D (\[dicots\] Definition 3.3), of
    /// dead-ending forms modulo E (\[day-2\] Theorem 5), of ordinary forms modulo M and under
    /// normal play.
    ///
    /// # Errors
    /// [`Refused`] modulo other universes, for other forms, or when a limit was reached.
    pub fn canonical(&self, g: Form) -> Result<Form, Refused> {
        self.setting.canonical(self, g)
    }

    /// The simplest form of an ordinary form.
    ///
    /// # Errors
    /// [`Refused`] if the form has tombstones, or when a limit was reached.
    pub fn simplest_of_ordinary(&self, g: Form) -> Result<Form, Refused> {
        if !self.forms.is_ordinary(g) {
            return Err(Refused::NotOrdinary { form: g });
        }
        Ok(self.simplest(g)?)
    }

    /// The simplest form of `g` with an option added, where `filling` gives one,
    /// and no tombstones. `filling` is given the follower, its options as they are
    /// filled already, the player, and whether the player's side of a non-zero
    /// follower is empty.
    pub fn fill(
        &self,
        g: Form,
        filling: impl Fn(Form, &[Vec<Form>; 2], Player, bool) -> Result<Option<Form>, Exhausted>,
    ) -> Result<Form, Refused> {
        let forms = self.forms();
        let simplest = self.simplest(g)?;
        let filled = forms.bottom_up(simplest, |f, done| {
            let mut options = forms.images(f, done);
            let mut added = [None; 2];
            for p in Player::BOTH {
                let empty = f != Form::ZERO && forms.is_end(f, p);
                added[p.index()] = filling(f, &options, p, empty)?;
            }
            for p in Player::BOTH {
                options[p.index()].extend(added[p.index()]);
            }
            forms.ordinary(&options[0], &options[1])
        })?;
        Ok(filled)
    }
}
