//! Playing out sums by the rules alone, and random games.

use misere_core::{Exhausted, Form, Forms, Outcome, Player};
use rustc_hash::FxHashMap;

use crate::desk::Desk;

/// Outcomes of sums of two ordinary forms by playing them out: no theorem, and nothing of the
/// engine but the options of forms. It recurses, and is for games of small rank.
pub(crate) struct Play<'a> {
    forms: &'a Forms,
    wins_first: FxHashMap<(Form, Form, Player), bool>,
}

impl<'a> Play<'a> {
    pub(crate) fn new(forms: &'a Forms) -> Play<'a> {
        Play { forms, wins_first: FxHashMap::default() }
    }

    /// The misère outcome of g + x.
    pub(crate) fn outcome(&mut self, g: Form, x: Form) -> Outcome {
        let [left, right] = Player::BOTH.map(|p| if self.wins_first(g, x, p) { p } else { p.opponent() });
        Outcome::from_winners(left, right)
    }

    /// Whether `mover` wins g + x moving first.
    pub(crate) fn wins_first(&mut self, g: Form, x: Form, mover: Player) -> bool {
        if let Some(&known) = self.wins_first.get(&(g, x, mover)) {
            return known;
        }
        let forms = self.forms;
        let (in_g, in_x) = (forms.options(g, mover), forms.options(x, mover));
        let wins = (in_g.is_empty() && in_x.is_empty())
            || in_g.iter().any(|&o| !self.wins_first(o, x, mover.opponent()))
            || in_x.iter().any(|&o| !self.wins_first(g, o, mover.opponent()));
        self.wins_first.insert((g, x, mover), wins);
        wins
    }

    /// Who wins the sums of g with each of these games.
    pub(crate) fn wins(&mut self, g: Form, games: &[Form]) -> Wins {
        let mut bits = vec![0; (2 * games.len()).div_ceil(64)];
        for (i, &x) in games.iter().enumerate() {
            let left_wins = [self.wins_first(g, x, Player::Left), !self.wins_first(g, x, Player::Right)];
            for (j, _) in left_wins.into_iter().enumerate().filter(|&(_, wins)| wins) {
                bits[(2 * i + j) / 64] |= 1 << ((2 * i + j) % 64);
            }
        }
        Wins(bits)
    }

    /// Whether no game of the list tells g and h apart.
    pub(crate) fn same(&mut self, g: Form, h: Form, games: &[Form]) -> bool {
        g == h || games.iter().all(|&x| self.outcome(g, x) == self.outcome(h, x))
    }
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

/// Parts games into groups that are not told apart by playing: with the tests, and within a
/// group with what `separate` finds for two of its members, in either order.
pub(crate) fn tell_apart(
    play: &mut Play,
    games: &[Form],
    tests: &[Form],
    mut separate: impl FnMut(Form, Form) -> Result<Option<Form>, Exhausted>,
) -> Result<Vec<Vec<Form>>, Exhausted> {
    let mut by_wins: FxHashMap<Wins, Vec<Form>> = FxHashMap::default();
    for &g in games {
        by_wins.entry(play.wins(g, tests)).or_default().push(g);
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
                let outcome = play.outcome(g, x);
                if outcome != play.outcome(h, x) {
                    parts = Some(group.iter().partition(|&&f| play.outcome(f, x) == outcome));
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

/// A small deterministic generator (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }

    pub(crate) fn choose<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// From `least` to `most` members of the list, perhaps with repetitions.
    pub(crate) fn several<T: Copy>(&mut self, list: &[T], least: usize, most: usize) -> Vec<T> {
        let count = least + self.below(most - least + 1);
        (0..count).map(|_| self.choose(list)).collect()
    }

    /// `count` forms that are admitted, their options up to four a player from the list. Fewer
    /// come out if nearly nothing is admitted.
    pub(crate) fn forms(
        &mut self,
        forms: &Forms,
        options: &[Form],
        count: usize,
        admits: impl Fn(Form) -> bool,
    ) -> Result<Vec<Form>, Exhausted> {
        let mut found = Vec::with_capacity(count);
        for _ in 0..100 * count {
            if found.len() == count {
                break;
            }
            let [left, right] = [0; 2].map(|least| self.several(options, least, 4));
            let g = forms.ordinary(&left, &right)?;
            if admits(g) {
                found.push(g);
            }
        }
        Ok(found)
    }
}

/// Whether the first outcome is at least the second. (They may be incomparable.)
pub(crate) fn is_ge(a: Outcome, b: Outcome) -> bool {
    a >= b
}

/// A form as text, for an exception; what cannot be written says why.
pub(crate) fn show(desk: &Desk, g: Form) -> String {
    desk.write(g).unwrap_or_else(|exhausted| exhausted.to_string())
}

/// Two forms as text.
pub(crate) fn show_pair(desk: &Desk, g: Form, h: Form) -> String {
    format!("{} and {}", show(desk, g), show(desk, h))
}

/// The form with other options for one player.
pub(crate) fn with_options(
    forms: &Forms,
    g: Form,
    player: Player,
    options: &[Form],
) -> Result<Form, Exhausted> {
    let others = forms.options(g, player.opponent());
    match player {
        Player::Left => forms.ordinary(options, others),
        Player::Right => forms.ordinary(others, options),
    }
}

/// The player's options but one.
pub(crate) fn without(forms: &Forms, g: Form, player: Player, option: Form) -> Vec<Form> {
    forms.options(g, player).iter().copied().filter(|&o| o != option).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playing_agrees_with_outcomes_of_literal_sums() {
        let desk = Desk::new();
        let forms = desk.forms();
        let day_2 = desk.day_2().unwrap().to_vec();
        let larger = Random::new(1).forms(forms, &day_2, 20, |_| true).unwrap();
        let mut play = Play::new(forms);
        for &g in &larger {
            for &x in day_2.iter().step_by(7) {
                let sum = forms.sum(g, x).unwrap();
                assert_eq!(play.outcome(g, x), forms.outcome(sum));
            }
        }
    }

    #[test]
    fn wins_cover_as_outcomes_do() {
        let desk = Desk::new();
        let day_2 = desk.day_2().unwrap();
        let mut play = Play::new(desk.forms());
        let games: Vec<Form> = day_2.iter().copied().step_by(5).collect();
        for &g in day_2.iter().step_by(11) {
            for &h in day_2.iter().step_by(13) {
                let by_outcomes = games.iter().all(|&x| play.outcome(g, x) >= play.outcome(h, x));
                let (of_g, of_h) = (play.wins(g, &games), play.wins(h, &games));
                assert_eq!(of_g.cover(&of_h), by_outcomes);
                assert_eq!(of_g == of_h, play.same(g, h, &games));
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let draw = |seed| {
            let mut random = Random::new(seed);
            (0..20).map(|_| random.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }
}
