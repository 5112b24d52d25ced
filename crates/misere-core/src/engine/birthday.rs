//! Birthdays modulo a universe.

use rustc_hash::FxHashMap;

use super::Engine;
use super::undecided::Undecided;
use crate::Player;
use crate::budget::{Exhausted, Limit};
use crate::error::Refused;
use crate::store::Form;
use crate::universe::{Universe, for_player};

impl Engine {
    /// The birthday modulo the universe: the least rank of a game of the universe with the
    /// value of `g`, or `None` if no game of the universe has this value.
    ///
    /// The rank of the expansion is the birthday in M and in dead-ending universes. Elsewhere
    /// expansions are upper bounds, and all games of rank at most 2 are tried.
    ///
    /// # Errors
    /// [`Refused`] under normal play, when the bounds differ (the limit
    /// [`Limit::Birthday`] says them), or when another limit was reached.
    pub fn birthday(&self, g: Form) -> Result<Option<u32>, Refused> {
        const SEARCHED: u32 = 2;
        let universe = self.require_parental("birthday")?;
        let forms = self.forms();
        let Some(expansion) = self.expansion(g)? else { return Ok(None) };
        let mut most = forms.rank(expansion);
        if universe.expansions_are_least() {
            return Ok(Some(most));
        }
        if universe.contains(forms, g)? {
            most = most.min(forms.rank(g));
        }
        let with_ends = self.expand(universe, g, |options, p| self.as_end(universe, options, p))?;
        most = with_ends.map_or(most, |expansion| most.min(forms.rank(expansion)));
        let mut least = self.least_birthday(universe, self.simplest(g)?)?;
        if least < most && least <= SEARCHED {
            least = SEARCHED + 1;
            let value = self.value(g)?;
            for f in forms.born_by(SEARCHED)? {
                forms.budget().step()?;
                let is_shorter = forms.rank(f) < least;
                if is_shorter && universe.contains(forms, f)? && self.value(f)? == value {
                    (least, most) = (forms.rank(f), forms.rank(f));
                }
            }
        }
        if least < most {
            return Err(forms.budget().exhausted(Limit::Birthday { least, most }).into());
        }
        Ok(Some(most))
    }

    /// Options that make an end of the universe for `player` of a form in which they have none:
    /// an option of the opponent may be given a short end of `player` as a further option, if
    /// that keeps its value and its rank. (In B, {·|K} need not be blocked where {·|{0,K|0}} is.)
    fn as_end(
        &self,
        universe: &dyn Universe,
        options: &[Vec<Form>; 2],
        player: Player,
    ) -> Result<Option<[Vec<Form>; 2]>, Exhausted> {
        let forms = self.forms();
        let end_of = |option: Form| {
            let (none, one) = player.orient(vec![], vec![option]);
            forms.ordinary(&none, &one)
        };
        let mut ends = forms.born_by(2)?;
        ends.retain(|&end| forms.is_end(end, player));
        ends.sort_by_key(|&end| forms.rank(end));
        let opponent = player.opponent();
        let mut changed = options.clone();
        'options: for option in &mut changed[opponent.index()] {
            if universe.contains(forms, end_of(*option)?)? {
                continue;
            }
            for &end in ends.iter().filter(|&&end| forms.rank(end) < forms.rank(*option)) {
                forms.budget().step()?;
                let mut sides = Player::BOTH.map(|p| forms.options(*option, p).to_vec());
                sides[player.index()].push(end);
                let longer = forms.ordinary(&sides[0], &sides[1])?;
                if universe.contains(forms, end_of(longer)?)? && self.value(longer)? == self.value(*option)? {
                    *option = longer;
                    continue 'options;
                }
            }
            return Ok(None);
        }
        let end = forms.ordinary(&changed[0], &changed[1])?;
        Ok(universe.contains(forms, end)?.then_some(changed))
    }

    /// A lower bound of the birthday of a simplest form.
    ///
    /// Let H be a game of the universe with this value. An option of the simplest form has the
    /// value of an option of H, or of a follower that is even shorter, if options were bypassed.
    /// A Left tombstone comes from an option of H, or of such a follower, that reverses through a
    /// Left end X ≤ H of the universe, which is two moves shorter than H.
    fn least_birthday(&self, universe: &dyn Universe, simplest: Form) -> Result<u32, Exhausted> {
        let forms = self.forms();
        let mut least: FxHashMap<Form, u32> = FxHashMap::default();
        let mut undecided = Undecided::default();
        for f in forms.followers(simplest) {
            let mut bound = 0;
            for p in Player::BOTH {
                for option in forms.options(f, p) {
                    bound = bound.max(least[option] + 1);
                }
                if forms.tombstones(f).has(p) {
                    let left = for_player(forms, f, p)?;
                    match universe.end_below(forms, left, &mut |end| self.ge(left, end)) {
                        Ok(end) => bound = end.map_or(bound, |end| bound.max(forms.rank(end) + 2)),
                        Err(exhausted) => undecided.note(f, exhausted)?,
                    }
                }
            }
            least.insert(f, bound);
        }
        undecided.first(forms)?;
        Ok(least[&simplest])
    }
}
