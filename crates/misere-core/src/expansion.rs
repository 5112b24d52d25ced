//! From simplest forms back to games of the universe, and what follows from it.

use rustc_hash::FxHashMap;

use crate::budget::Exhausted;
use crate::form::{Form, Tombstones};
use crate::modulo::Modulo;
use crate::player::Player;
use crate::universes::{AllGames, DeadEndingUniverse, Invertibles, Universe, for_player};

impl<U: Universe> Modulo<U> {
    /// A game of the universe with the value of `g`: a U-expansion of its simplest
    /// form ([universe] Definition 5.20). `None` if no game of the universe has
    /// this value.
    ///
    /// A Left tombstone, or an empty Left side that no Left end of the universe
    /// has, stands for an atomic reversible option: one whose answer is a Left
    /// end X of the universe below the form. Conversely, for any such X the
    /// option {·|0,X} may be put there, or if that is not in the universe {1̄|0,X},
    /// or in D {0|0,X}: it reverses through X, and makes Left strong, since she
    /// then meets every answer by having no move or by leaving a non-zero Left
    /// dead end. If there is no such X, then no Left end has the value either,
    /// for it would itself be such an X.
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
            // With options on both sides it is in the universe because they are. An
            // empty side that no end of the universe has must be filled.
            for p in Player::BOTH {
                if options[p.index()].is_empty() && !self.proviso().contains(forms, expanded)? {
                    let Some(atomic) = self.atomic_option(f, p)? else { return Ok(None) };
                    options[p.index()].push(atomic);
                    expanded = forms.make(&options[0], &options[1], Tombstones::NONE)?;
                }
            }
            done.insert(f, expanded);
        }
        Ok(Some(done[&simplest]))
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
        let replies = [Form::ZERO, end];
        for left in [vec![], vec![forms.integer(-1)?], vec![Form::ZERO]] {
            let atomic = forms.ordinary(&left, &replies)?;
            if self.proviso().contains(forms, atomic)? {
                return for_player(forms, atomic, player).map(Some);
            }
        }
        unreachable!("a universe that has X has {{0|0,X}}")
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
        if is_member {
            return self.simplest_is_invertible(self.simplest(g)?);
        }
        // The sum is its own conjugate, so one direction is enough; here and below.
        let sum = forms.sum(g, forms.conjugate(g)?)?;
        self.ge(sum, Form::ZERO)
    }

    /// Whether a simplest form of a game of the universe is invertible. Simplest
    /// forms of games of the universe add up ([universe] Theorem 5.23).
    ///
    /// By [blocking] Theorem 4.1 (Davies and Yadav 2025, Theorem 17) every follower
    /// of an invertible simplest form is invertible, so a short one that is not
    /// settles the matter before a large sum is made.
    fn simplest_is_invertible(&self, simplest: Form) -> Result<bool, Exhausted> {
        const SHORT: u32 = 4;
        let forms = self.forms();
        let is_inverse = |f: Form| self.ge(forms.sum(f, forms.conjugate(f)?)?, Form::ZERO);
        for f in forms.followers(simplest) {
            if forms.rank(f) <= SHORT && !is_inverse(f)? {
                return Ok(false);
            }
        }
        is_inverse(simplest)
    }
}

impl<U: DeadEndingUniverse> Modulo<U> {
    /// The birthday modulo the universe: the least rank of a game of the universe
    /// with the value of `g`, if there is one.
    ///
    /// Eliminating and bypassing never raise the rank, and in a dead-ending
    /// universe never leave it (they can leave B: {·|{0,K|0}} is blocked and
    /// {·|{K|0}} need not be, though 0 be dominated by K). So the least rank is
    /// that of an expansion, whose atomic options are of least rank.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget of the store does not suffice.
    pub fn birthday(&self, g: Form) -> Result<Option<u32>, Exhausted> {
        Ok(self.expansion(g)?.map(|expansion| self.forms().rank(expansion)))
    }
}

impl Modulo<AllGames> {
    /// The birthday modulo M: the least rank of an ordinary form equal to `g`, if
    /// there is one.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget of the store does not suffice.
    pub fn birthday(&self, g: Form) -> Result<Option<u32>, Exhausted> {
        let simplest = self.simplest(g)?;
        Ok(self.forms().is_ordinary(simplest).then(|| self.forms().rank(simplest)))
    }
}
