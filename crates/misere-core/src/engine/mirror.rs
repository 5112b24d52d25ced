//! Conjugates among values, and what they tell of the order.
//!
//! A set of games that is closed under conjugates has an order that conjugation reverses:
//! G ≥ H gives H̄ ≥ Ḡ. If G and H are their own conjugates, G ≥ H thus gives H ≥ G, and two
//! different values of this kind are incomparable. All impartial games are their own
//! conjugates.

use super::Engine;
use crate::Player;
use crate::budget::Exhausted;
use crate::store::Form;

impl Engine {
    /// Whether conjugation reverses the order, and may be made use of.
    pub(super) fn is_mirrored(&self) -> bool {
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
