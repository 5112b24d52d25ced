//! Conjugates among values, and their use for the order.
//!
//! A set of games that is closed under conjugates has an order that conjugation reverses:
//! G ≥ H gives H̄ ≥ Ḡ. If G and H are their own conjugates, G ≥ H thus gives H ≥ G, and two
//! different values of this kind are incomparable. All impartial games are their own
//! conjugates.

use super::{Engine, Value, sorted};
use crate::Player;
use crate::budget::{Exhausted, MeteredVec};
use crate::store::Form;
use crate::store::facts::MARKS;

impl Engine {
    /// The value of the conjugates of the forms of a value, found without comparisons; `None`
    /// where the laws of the universe are not made use of, or where conjugation does not
    /// reverse its order.
    pub fn conjugate(&self, value: Value) -> Result<Option<Value>, Exhausted> {
        if !self.is_mirrored() {
            return Ok(None);
        }
        let mut pending = MeteredVec::new(self.forms.budget());
        pending.push(value.0)?;
        while let Some(&v) = pending.last() {
            if self.known_conjugate(v.0).is_some() {
                pending.pop();
                continue;
            }
            self.forms.budget().step()?;
            let before = pending.len();
            for &option in Player::BOTH.into_iter().flat_map(|p| self.values.options(v, p)) {
                if self.known_conjugate(option.0).is_none() {
                    pending.push(option)?;
                }
            }
            if pending.len() == before {
                self.make_conjugate(v)?;
            }
        }
        Ok(self.known_conjugate(value.0.0).map(|conjugate| Value(Form(conjugate))))
    }

    /// Makes the conjugate of a value whose options have conjugates. The conjugate of a simplest
    /// form is a simplest form.
    fn make_conjugate(&self, value: Form) -> Result<(), Exhausted> {
        let options = Player::BOTH.map(|p| {
            let known = |o: &Form| Form(self.known_conjugate(o.0).expect("the options have conjugates"));
            sorted(self.values.options(value, p.opponent()).iter().map(known))
        });
        let tombstones = self.values.tombstones(value).swapped();
        let strong = Player::BOTH.map(|p| self.values.facts(value).has_for(MARKS, p.opponent()));
        let profile = self.profile_of(&options, tombstones, strong);
        let conjugate = self.intern_value(&options, tombstones, strong, &profile)?;
        self.conjugate_of.set(value.0, conjugate.0, &self.account)?;
        self.conjugate_of.set(conjugate.0, value.0, &self.account)
    }

    /// Whether conjugation reverses the order, and may be made use of.
    pub fn is_mirrored(&self) -> bool {
        self.settings.laws && self.universe().is_none_or(|universe| universe.is_parental())
    }

    /// Notes the conjugate of a new value, if the conjugate is a value already. (The conjugate
    /// of a simplest form is a simplest form. Where two threads make a value and its conjugate
    /// at one time neither may be noted: then less is known, and no answer is different.)
    pub(super) fn note_conjugate(&self, value: Form) -> Result<(), Exhausted> {
        if !self.is_mirrored() {
            return Ok(());
        }
        let mirrored = |p: Player| -> Option<Vec<Form>> {
            let images = self.values.options(value, p).iter().map(|o| self.known_conjugate(o.0).map(Form));
            let mut images = images.collect::<Option<Vec<Form>>>()?;
            images.sort_unstable_by_key(|o| o.0);
            Some(images)
        };
        let (Some(right), Some(left)) = (mirrored(Player::Left), mirrored(Player::Right)) else {
            return Ok(());
        };
        let tombstones = self.values.tombstones(value).swapped();
        if let Some(conjugate) = self.values.find(&left, &right, tombstones) {
            self.conjugate_of.set(value.0, conjugate.0, &self.account)?;
            self.conjugate_of.set(conjugate.0, value.0, &self.account)?;
        }
        Ok(())
    }

    /// Whether two values are known to be their own conjugates: if they are different, they are
    /// incomparable.
    #[inline]
    pub(crate) fn are_self_conjugate(&self, g: u32, h: u32) -> bool {
        self.known_conjugate(g) == Some(g) && self.known_conjugate(h) == Some(h)
    }

    #[inline]
    fn known_conjugate(&self, handle: u32) -> Option<u32> {
        if handle == 0 { Some(0) } else { self.conjugate_of.get(handle) }
    }
}
