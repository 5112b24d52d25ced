//! Sums of values.

use smallvec::SmallVec;

use super::memo::SumMemo;
use super::walk::options_first;
use super::{Engine, Value};
use crate::Player;
use crate::budget::Exhausted;
use crate::store::Form;
use crate::universe::{EndKind, Setting, Universe};

/// Where the summands of values come from, which decides what may be concluded from sums.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Summands {
    /// Any values.
    Any,
    /// Values of games of the universe.
    Games,
}

/// The summands of a value, each of which is not known to be a sum, in ascending order. A
/// value is a sum in many ways; the first that was met is kept.
pub(crate) type Parts = SmallVec<[u32; 4]>;

/// For which values of games of the universe order cancels in sums.
#[derive(Clone, Copy)]
pub(super) enum Cancelling {
    /// Order is not known to cancel for any value.
    None,
    /// Order cancels for all values of games of the universe.
    All,
    /// Order cancels for values whose simplest forms have ends of this kind only.
    With(EndKind),
}

impl Cancelling {
    /// The values that cancel by the law of the setting.
    pub(super) fn of(setting: &dyn Setting) -> Cancelling {
        let law = |universe: &dyn Universe| Some((universe.cancellation()?, universe.ends().kind));
        match setting.universe().and_then(law) {
            // Under normal play games are a group.
            None if !setting.is_misere() => Cancelling::All,
            None => Cancelling::None,
            Some((kind, of_universe)) if of_universe <= kind => Cancelling::All,
            Some((kind, _)) => Cancelling::With(kind),
        }
    }
}

impl Engine {
    /// The value of the sum of the simplest forms of two values. For values of games of the
    /// universe this is the value of the sum of the games (\[universe\] Theorem 5.23), which
    /// [`Engine::add_games`] finds faster. For other values it need not be: add the forms
    /// instead.
    pub fn add(&self, v: Value, w: Value) -> Result<Value, Exhausted> {
        self.sum_of(v.0, w.0, Summands::Any).map(Value)
    }

    /// The value of the sum of two games of the universe, given their values (\[universe\]
    /// Theorem 5.23).
    ///
    /// The caller promises that both are values of games of the universe, or of games that may
    /// be added as if they were (see [`Universe::admits_end`](crate::Universe::admits_end)):
    /// values that are not may get wrong sums, and make later answers of the engine wrong.
    pub fn add_games(&self, v: Value, w: Value) -> Result<Value, Exhausted> {
        let summands = if self.settings.laws { Summands::Games } else { Summands::Any };
        self.sum_of(v.0, w.0, summands).map(Value)
    }

    fn sum_of(&self, v: Form, w: Form, summands: Summands) -> Result<Form, Exhausted> {
        let key = |a: Form, b: Form| match summands {
            Summands::Any => SumMemo::pair(a, b),
            Summands::Games => self.parts_of_sum(a, b),
        };
        let known_sum = |a: Form, b: Form| match (a, b) {
            (Form::ZERO, other) | (other, Form::ZERO) => Some(other),
            _ => self.sums.get(&key(a, b)),
        };
        let pairs = |(a, b): (Form, Form), p: Player| {
            let in_a = self.values.options(a, p).iter().map(move |&o| (o, b));
            in_a.chain(self.values.options(b, p).iter().map(move |&o| (a, o)))
        };
        loop {
            if let Some(found) = known_sum(v, w) {
                return Ok(found);
            }
            options_first(
                self.forms.budget(),
                (v, w),
                |(a, b)| known_sum(a, b).is_some(),
                |sum| Player::BOTH.into_iter().flat_map(move |p| pairs(sum, p)).rev(),
                |(a, b)| {
                    let options = Player::BOTH.map(|p| {
                        let in_first = self.values.options(a, p).iter().map(|&o| known_sum(o, b));
                        let in_second = self.values.options(b, p).iter().map(|&o| known_sum(a, o));
                        Some([in_first.collect::<Option<Vec<_>>>()?, in_second.collect::<Option<Vec<_>>>()?])
                    });
                    let [Some(left), Some(right)] = options else {
                        // An option was found to be a sum since it was read, here or by another
                        // thread, and has another key now. That happens once to a value.
                        return Ok(false);
                    };
                    let tombstones = self.values.sum_tombstones([a, b].into_iter());
                    let parts = key(a, b);
                    let cancels = summands == Summands::Games && parts.iter().all(|&part| self.cancels(part));
                    let value = self.settle_sum([left, right], tombstones, cancels.then_some(&parts))?;
                    self.account.charge(SumMemo::bytes(&parts))?;
                    if summands == Summands::Games && parts.iter().all(|&part| part < value.0) {
                        self.sums.note_parts(value.0, &parts, &self.account)?;
                    }
                    if !self.sums.set(&parts, value) {
                        return Err(self.forms.budget().refused(SumMemo::bytes(&parts)));
                    }
                    Ok(true)
                },
            )?;
        }
    }

    /// The summands of a value.
    pub(crate) fn parts(&self, value: u32) -> Parts {
        let mut parts = Parts::new();
        self.put_parts(value, &mut parts);
        parts
    }

    fn parts_of_sum(&self, a: Form, b: Form) -> Parts {
        let mut parts = self.parts(a.0);
        self.put_parts(b.0, &mut parts);
        parts.sort_unstable();
        parts
    }

    fn put_parts(&self, value: u32, parts: &mut Parts) {
        match self.sums.parts(value) {
            [] if value == 0 => {}
            [] => parts.push(value),
            known => parts.extend_from_slice(known),
        }
    }

    /// Whether order cancels among sums with this value of a game of the universe: see
    /// [`Universe::cancellation`].
    #[inline]
    fn cancels(&self, value: u32) -> bool {
        match self.cancelling {
            Cancelling::None => false,
            Cancelling::All | Cancelling::With(EndKind::Any) => true,
            // The value is that of a game with such ends, if its simplest form is one.
            Cancelling::With(EndKind::Blocked) => self.values.is_blocking(Form(value)),
            Cancelling::With(EndKind::Dead) => self.values.is_dead_ending(Form(value)),
            Cancelling::With(EndKind::Zero) => self.values.is_dicot(Form(value)),
        }
    }

    /// The rests of two sums when the summands they share are cancelled, if both rests are
    /// known values and order cancels: the comparison of the rests has the same answer.
    pub(crate) fn without_common_parts(&self, g: &[u32], h: &[u32]) -> Option<(u32, u32)> {
        let (mut of_g, mut of_h) = (Parts::new(), Parts::new());
        let (mut i, mut j, mut shared) = (0, 0, false);
        while i < g.len() || j < h.len() {
            match (g.get(i), h.get(j)) {
                (Some(a), Some(b)) if a == b => {
                    (i, j, shared) = (i + 1, j + 1, true);
                }
                (Some(&a), b) if b.is_none_or(|&b| a < b) => {
                    of_g.push(a);
                    i += 1;
                }
                (_, Some(&b)) => {
                    of_h.push(b);
                    j += 1;
                }
                _ => unreachable!("one of the lists goes on"),
            }
        }
        if !shared || !g.iter().chain(h).all(|&part| self.cancels(part)) {
            return None;
        }
        let rest = |parts: Parts| match parts[..] {
            [] => Some(0),
            [one] => Some(one),
            _ => self.sums.get(&parts).map(|sum| sum.0),
        };
        Some((rest(of_g)?, rest(of_h)?))
    }
}
