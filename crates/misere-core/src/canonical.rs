//! The classical canonical forms, which stay inside the universe.

use rustc_hash::FxHashMap;

use crate::budget::Exhausted;
use crate::error::Refused;
use crate::form::{Form, Forms, Tombstones};
use crate::modulo::Modulo;
use crate::player::Player;
use crate::universes::{AllGames, DeadEnding, Dicots, NormalPlay, Proviso, Universe, for_player};

impl<U: Universe> Modulo<U> {
    /// An error that names the offending follower unless `g` is in the universe.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn require_member(&self, g: Form) -> Result<(), Refused> {
        if self.proviso().contains(self.forms(), g)? {
            return Ok(());
        }
        for f in self.forms().followers(g) {
            if !self.proviso().contains(self.forms(), f)? {
                return Err(Refused::NotInUniverse {
                    form: g,
                    universe: self.proviso().to_string(),
                    culprit: f,
                });
            }
        }
        unreachable!("a form follows itself")
    }
}

impl Modulo<AllGames> {
    /// The canonical form of an ordinary form: its simplest form, which has no
    /// tombstone, since nothing is reversible through an end modulo M.
    ///
    /// # Errors
    /// [`Refused`] if the form is not ordinary, or a limit was reached.
    pub fn canonical(&self, g: Form) -> Result<Form, Refused> {
        require_ordinary(self.forms(), g)?;
        Ok(self.simplest(g)?)
    }
}

impl Modulo<NormalPlay> {
    /// The canonical form of an ordinary form under normal play.
    ///
    /// # Errors
    /// [`Refused`] if the form is not ordinary, or a limit was reached.
    pub fn canonical(&self, g: Form) -> Result<Form, Refused> {
        require_ordinary(self.forms(), g)?;
        Ok(self.simplest(g)?)
    }
}

impl Modulo<Dicots> {
    /// The canonical form of a dicot ([dicots] Definition 3.3): its simplest form
    /// with * for each tombstone, and for each empty side of a non-zero form.
    ///
    /// # Errors
    /// [`Refused`] if the form is not a dicot, or a limit was reached.
    pub fn canonical(&self, g: Form) -> Result<Form, Refused> {
        self.require_member(g)?;
        let star = self.forms().nimber(1)?;
        self.fill(g, |f, _, p, empty| Ok((empty || self.forms().tombstones(f).has(p)).then_some(star)))
    }
}

impl Modulo<DeadEnding> {
    /// The canonical form of a dead-ending form ([day-2] Theorem 5): its simplest
    /// form with {·|M_n}, n least such that M_n lies below the follower, for each
    /// Left tombstone and each empty Left side of what would not be dead-ending
    /// without; Right's likewise.
    ///
    /// # Errors
    /// [`Refused`] if the form is not dead-ending, or a limit was reached.
    pub fn canonical(&self, g: Form) -> Result<Form, Refused> {
        self.require_member(g)?;
        let forms = self.forms();
        self.fill(g, |f, filled, p, empty| {
            let is_dead = filled[p.opponent().index()].iter().all(|&o| forms.is_dead_end(o, p));
            if !forms.tombstones(f).has(p) && (!empty || is_dead) {
                return Ok(None);
            }
            let left = for_player(forms, f, p)?;
            let end = self.proviso().end_below(forms, forms.rank(f), &mut |end| self.ge(left, end))?;
            let end = end.expect("a tombstone in a game of E comes from an end of E");
            let atomic = forms.ordinary(&[], &[end])?;
            for_player(forms, atomic, p).map(Some)
        })
    }
}

impl<P: Proviso> Modulo<P> {
    /// The simplest form of `g` with an option added, where `filling` gives one,
    /// and no tombstones. `filling` is told the follower, its options as they are
    /// filled already, the player, and whether the player's side of a non-zero
    /// follower is empty.
    fn fill(
        &self,
        g: Form,
        filling: impl Fn(Form, &[Vec<Form>; 2], Player, bool) -> Result<Option<Form>, Exhausted>,
    ) -> Result<Form, Refused> {
        let forms = self.forms();
        let simplest = self.simplest(g)?;
        let mut done: FxHashMap<Form, Form> = FxHashMap::default();
        for f in forms.followers(simplest) {
            let mut options =
                Player::BOTH.map(|p| forms.options(f, p).iter().map(|o| done[o]).collect::<Vec<_>>());
            let mut added = [None; 2];
            for p in Player::BOTH {
                let empty = f != Form::ZERO && forms.is_end(f, p);
                added[p.index()] = filling(f, &options, p, empty)?;
            }
            for p in Player::BOTH {
                options[p.index()].extend(added[p.index()]);
            }
            done.insert(f, forms.make(&options[0], &options[1], Tombstones::NONE)?);
        }
        Ok(done[&simplest])
    }
}

fn require_ordinary(forms: &Forms, g: Form) -> Result<(), Refused> {
    if forms.is_ordinary(g) { Ok(()) } else { Err(Refused::NotOrdinary { form: g }) }
}
