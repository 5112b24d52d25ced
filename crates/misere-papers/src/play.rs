//! Sums played out by the rules alone.

use std::cell::RefCell;

use misere::core::{Form, Forms, Outcome, Player, Refused};
use rustc_hash::FxHashMap;

/// Who wins sums of two forms in misère play (\[universe\] Definitions 5.3 and 5.4). Playing
/// uses no theorem, takes from the store only options and tombstones, and adds no sum to the
/// store. Sums played once are remembered. Playing recurses, and is for games of small rank.
pub(crate) struct Play<'a> {
    forms: &'a Forms,
    wins_first: RefCell<FxHashMap<(Form, Form, Player), bool>>,
}

impl<'a> Play<'a> {
    pub(crate) fn new(forms: &'a Forms) -> Play<'a> {
        Play { forms, wins_first: RefCell::default() }
    }

    /// Whether `mover` wins g + x moving first.
    pub(crate) fn wins_first(&self, g: Form, x: Form, mover: Player) -> bool {
        if let Some(&known) = self.wins_first.borrow().get(&(g, x, mover)) {
            return known;
        }
        let loses = |g, x| !self.wins_first(g, x, mover.opponent());
        let wins = (is_end_like(self.forms, g, mover) && is_end_like(self.forms, x, mover))
            || self.forms.options(g, mover).iter().any(|&option| loses(option, x))
            || self.forms.options(x, mover).iter().any(|&option| loses(g, option));
        self.wins_first.borrow_mut().insert((g, x, mover), wins);
        wins
    }

    /// Who wins g + x when `starter` moves first.
    pub(crate) fn winner(&self, g: Form, x: Form, starter: Player) -> Player {
        if self.wins_first(g, x, starter) { starter } else { starter.opponent() }
    }

    /// The outcome o(g + x).
    pub(crate) fn outcome(&self, g: Form, x: Form) -> Outcome {
        Outcome::from_winners(self.winner(g, x, Player::Left), self.winner(g, x, Player::Right))
    }

    /// Whether Right wins g + x and Left wins h + x when `starter` moves first, which shows
    /// g ≱ h modulo every universe with x.
    pub(crate) fn refutes(&self, g: Form, h: Form, x: Form, starter: Player) -> bool {
        [g, h].map(|f| self.winner(f, x, starter)) == [Player::Right, Player::Left]
    }

    /// Whether t downlinks g to h: o(g + t) ≤ 𝓟 ≤ o(h + t).
    pub(crate) fn links(&self, g: Form, h: Form, t: Form) -> bool {
        self.outcome(g, t) <= Outcome::P && Outcome::P <= self.outcome(h, t)
    }

    /// Whether o(g + x) ≥ o(h + x) for all of these x.
    pub(crate) fn favours(&self, g: Form, h: Form, xs: &[Form]) -> bool {
        xs.iter().all(|&x| self.outcome(g, x) >= self.outcome(h, x))
    }

    /// Whether none of these x separates g and h.
    pub(crate) fn same(&self, g: Form, h: Form, xs: &[Form]) -> bool {
        g == h || xs.iter().all(|&x| self.outcome(g, x) == self.outcome(h, x))
    }

    /// Who wins the sums of g with each of these x.
    pub(crate) fn wins(&self, g: Form, xs: &[Form]) -> Wins {
        let mut bits = vec![0; (2 * xs.len()).div_ceil(64)];
        let sums = xs.iter().flat_map(|&x| Player::BOTH.map(|starter| (x, starter)));
        for (at, (x, starter)) in sums.enumerate() {
            bits[at / 64] |= u64::from(self.winner(g, x, starter) == Player::Left) << (at % 64);
        }
        Wins(bits)
    }

    /// Parts games into groups that playing does not separate: with the tests, and
    /// within a group with what `separate` finds for two of its members, in either order.
    pub(crate) fn tell_apart(
        &self,
        games: &[Form],
        tests: &[Form],
        mut separate: impl FnMut(Form, Form) -> Result<Option<Form>, Refused>,
    ) -> Result<Vec<Vec<Form>>, Refused> {
        let mut by_wins: FxHashMap<Wins, Vec<Form>> = FxHashMap::default();
        for &g in games {
            by_wins.entry(self.wins(g, tests)).or_default().push(g);
        }
        let mut pending: Vec<Vec<Form>> = by_wins.into_values().collect();
        let mut groups = Vec::new();
        while let Some(group) = pending.pop() {
            let mut parts = None;
            'search: for (i, &g) in group.iter().enumerate() {
                for &h in &group[..i] {
                    let separator = match separate(g, h)? {
                        None => separate(h, g)?,
                        found => found,
                    };
                    let Some(x) = separator else { continue };
                    let outcome = self.outcome(g, x);
                    if outcome != self.outcome(h, x) {
                        parts = Some(group.iter().partition(|&&f| self.outcome(f, x) == outcome));
                        break 'search;
                    }
                }
            }
            match parts {
                Some((like_g, unlike_g)) => pending.extend::<[Vec<Form>; 2]>([like_g, unlike_g]),
                None => groups.push(group),
            }
        }
        Ok(groups)
    }
}

/// Whether a form is end-like for the player (\[universe\] Definition 5.2).
pub(crate) fn is_end_like(forms: &Forms, g: Form, player: Player) -> bool {
    forms.options(g, player).is_empty() || forms.tombstones(g).has(player)
}

/// Which sums with a list of games Left wins, for each starter.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Wins(Vec<u64>);

impl Wins {
    /// Whether all outcomes are at least the other's: what ≥ modulo the list means.
    pub(crate) fn cover(&self, other: &Wins) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, theirs)| theirs & !mine == 0)
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use misere::Workspace;

    use super::*;
    use crate::desk::Desk;
    use crate::sample::{Kind, forms_of_kind, forms_with_options, small_augmented};

    #[test]
    fn play_is_misere() {
        let desk = Desk::new(&Workspace::new()).unwrap();
        let play = Play::new(desk.forms());
        for (text, outcome) in [
            ("0", Outcome::N),
            ("1", Outcome::R),
            ("*", Outcome::P),
            ("{0,*|*}", Outcome::N),
            ("{■|*}", Outcome::N),
            ("{0|■}", Outcome::R),
        ] {
            assert_eq!(play.outcome(desk.read(text).unwrap(), Form::ZERO), outcome, "{text}");
        }
    }

    #[test]
    fn playing_agrees_with_outcomes_of_literal_sums() {
        let desk = Desk::new(&Workspace::new()).unwrap();
        let forms = desk.forms();
        let day_2 = desk.day_2().unwrap();
        let tombstones = small_augmented(&desk).unwrap();
        let mut some = forms_with_options(forms, &mut Rng::with_seed(1), day_2, 4, 20, |_| true).unwrap();
        some.extend(day_2);
        some.extend(&tombstones);
        some.extend(forms_of_kind(forms, 2, Kind::Augmented, 3, 40).unwrap());
        let play = Play::new(forms);
        for &g in &some {
            for &x in day_2.iter().step_by(7).chain(&tombstones) {
                let of_sum = forms.outcome(forms.sum(g, x).unwrap());
                assert_eq!([play.outcome(g, x), play.outcome(x, g)], [of_sum; 2]);
                // A remembered answer is the same.
                assert_eq!(play.outcome(g, x), Play::new(forms).outcome(g, x));
            }
        }
    }

    #[test]
    fn wins_cover_as_outcomes_do() {
        let desk = Desk::new(&Workspace::new()).unwrap();
        let day_2 = desk.day_2().unwrap();
        let play = Play::new(desk.forms());
        let xs: Vec<Form> = day_2.iter().copied().step_by(5).collect();
        for &g in day_2.iter().step_by(11) {
            for &h in day_2.iter().step_by(13) {
                let (of_g, of_h) = (play.wins(g, &xs), play.wins(h, &xs));
                assert_eq!(of_g.cover(&of_h), play.favours(g, h, &xs));
                assert_eq!(of_g == of_h, play.same(g, h, &xs));
                let refutes = |x: &Form| Player::BOTH.iter().any(|&p| play.refutes(g, h, *x, p));
                assert_eq!(xs.iter().any(refutes), !play.favours(g, h, &xs));
            }
        }
    }
}
