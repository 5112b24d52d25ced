//! From simplest forms back to games of the universe, and what follows from it.

use rustc_hash::FxHashMap;

use crate::budget::Exhausted;
use crate::form::{Form, Tombstones};
use crate::modulo::Modulo;
use crate::player::Player;
use crate::universe::{Invertibles, Universe, for_player};

impl<U: Universe> Modulo<U> {
    /// A game of the universe with the value of `g`, of the least possible rank:
    /// a U-expansion of its simplest form ([universe] Definition 5.20). `None` if
    /// no game of the universe has this value.
    ///
    /// A tombstone, or an empty side that no end of the universe has, stands for
    /// an atomic reversible option: one whose answer is an end X of the universe
    /// below the form. Conversely, for any such X the option {1̄|X} (1̄ itself
    /// for X = 0, * in D) may be put there: it reverses through X, and makes
    /// Left strong, since after her move there Left meets every answer by leaving
    /// a non-zero Left end, or by having no move.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget of the store does not suffice.
    pub fn expansion(&self, g: Form) -> Result<Option<Form>, Exhausted> {
        let forms = self.forms();
        let simplest = self.simplest(g)?;
        let mut done: FxHashMap<Form, Form> = FxHashMap::default();
        for f in forms.followers(simplest) {
            let mut options =
                Player::BOTH.map(|p| forms.options(f, p).iter().map(|o| done[o]).collect::<Vec<_>>());
            for p in Player::BOTH {
                if forms.tombstones(f).has(p) {
                    let Some(atomic) = self.atomic_option(f, p)? else { return Ok(None) };
                    options[p.index()].push(atomic);
                }
            }
            let mut expanded = forms.make(&options[0], &options[1], Tombstones::NONE)?;
            for p in Player::BOTH {
                // An empty side that is no end of the universe; the other side
                // may have become its end only by the option added here.
                if options[p.index()].is_empty() && !self.proviso().contains(forms, expanded)? {
                    let Some(atomic) = self.atomic_option(f, p)? else { return Ok(None) };
                    options[p.index()].push(atomic);
                    expanded = forms.make(&options[0], &options[1], Tombstones::NONE)?;
                }
            }
            if !self.proviso().contains(forms, expanded)? {
                return Ok(None);
            }
            done.insert(f, expanded);
        }
        Ok(Some(done[&simplest]))
    }

    /// The birthday modulo the universe: the least rank of a game of the universe
    /// with the value of `g`, if there is one.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget of the store does not suffice.
    pub fn birthday(&self, g: Form) -> Result<Option<u32>, Exhausted> {
        Ok(self.expansion(g)?.map(|expansion| self.forms().rank(expansion)))
    }

    /// An atomic reversible option for `player`, of least rank, that may be added
    /// to a form that is end-like for them, or `None` if there is none.
    fn atomic_option(&self, f: Form, player: Player) -> Result<Option<Form>, Exhausted> {
        let forms = self.forms();
        let left = for_player(forms, f, player)?;
        let below = &mut |end| self.ge(left, end);
        let Some(end) = self.proviso().end_below(forms, forms.rank(f), below)? else {
            return Ok(None);
        };
        let minus_one = forms.integer(-1)?;
        let atomic = if !self.proviso().contains(forms, minus_one)? {
            forms.nimber(1)? // In D the end is 0.
        } else if end == Form::ZERO {
            minus_one
        } else {
            forms.ordinary(&[minus_one], &[end])?
        };
        for_player(forms, atomic, player).map(Some)
    }

    /// Whether G + Ḡ ≡ 0. For a game of the universe that is to be invertible
    /// ([blocking] section 4: every parental universe has the conjugate
    /// property); for other forms it is a property of the literal sum.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget of the store does not suffice.
    pub fn is_invertible(&self, g: Form) -> Result<bool, Exhausted> {
        let forms = self.forms();
        let known = self.proviso().invertibles();
        if g == Form::ZERO {
            return Ok(true);
        }
        match known {
            Invertibles::OnlyZero if forms.is_ordinary(g) => return Ok(false),
            // A 𝓟-free game of B is invertible modulo B (Davies, Miller and
            // Milley 2025), hence modulo every universe inside B.
            Invertibles::PFree | Invertibles::PFreeAndOthers
                if forms.is_blocking(g) && forms.is_p_free(g) =>
            {
                return Ok(true);
            }
            _ => {}
        }
        let is_member = self.proviso().contains(forms, g)?;
        if is_member && known == Invertibles::PFree {
            return Ok(forms.is_p_free(self.simplest(g)?));
        }
        // Simplest forms of games of the universe add up ([universe] Theorem
        // 5.23); those of others do not.
        let representative = if is_member { self.simplest(g)? } else { g };
        let sum = forms.sum(representative, forms.conjugate(representative)?)?;
        // The sum is its own conjugate, so one direction is enough.
        self.ge(sum, Form::ZERO)
    }
}
