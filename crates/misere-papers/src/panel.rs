//! Many sums played out at once.

use std::cell::RefCell;
use std::rc::Rc;

use misere::core::{Form, Forms, Player};
use rustc_hash::FxHashMap;

use crate::play::is_end_like;

/// Who wins the sums of forms with the games of a list, in misère play (\[universe\] Definitions
/// 5.3 and 5.4). Playing uses no theorem and takes from the store only options and tombstones;
/// the games of the list are ordinary, and their followers are on the list too.
pub(crate) struct Panel<'a> {
    forms: &'a Forms,
    /// The games of the list, options first.
    games: Vec<Form>,
    places: FxHashMap<Form, usize>,
    /// For each player, the places of the options of each game.
    options: [Vec<Vec<usize>>; 2],
    /// For each player, the games in which the player cannot move.
    ends: [Set; 2],
    rows: RefCell<FxHashMap<Form, Rc<[Set; 2]>>>,
}

/// A set of games of a panel, a bit each.
pub(crate) type Set = Vec<u64>;

impl<'a> Panel<'a> {
    /// The panel of these games and their followers.
    pub(crate) fn new(forms: &'a Forms, games: &[Form]) -> Panel<'a> {
        let games = forms.followers_of_all(games);
        let places: FxHashMap<Form, usize> = games.iter().enumerate().map(|(at, &g)| (g, at)).collect();
        let options = Player::BOTH.map(|p| {
            let places_of = |&g: &Form| forms.options(g, p).iter().map(|o| places[o]).collect();
            games.iter().map(places_of).collect::<Vec<Vec<usize>>>()
        });
        let mut panel =
            Panel { forms, games, places, options, ends: [vec![], vec![]], rows: RefCell::default() };
        panel.ends = Player::BOTH.map(|p| panel.set(|g| forms.options(g, p).is_empty()));
        panel
    }

    /// The games of the list, options first.
    pub(crate) fn games(&self) -> &[Form] {
        &self.games
    }

    /// The games of the list of which something holds.
    pub(crate) fn set(&self, mut holds: impl FnMut(Form) -> bool) -> Set {
        let mut set = vec![0; self.games.len().div_ceil(64)];
        for (at, &g) in self.games.iter().enumerate() {
            set[at / 64] |= u64::from(holds(g)) << (at % 64);
        }
        set
    }

    /// The set of these games, which are on the list.
    pub(crate) fn set_of(&self, games: &[Form]) -> Set {
        let mut set = vec![0; self.games.len().div_ceil(64)];
        for at in games.iter().map(|g| self.places[g]) {
            set[at / 64] |= 1 << (at % 64);
        }
        set
    }

    /// For each starter, the games x for which Left wins g + x.
    pub(crate) fn row(&self, g: Form) -> Rc<[Set; 2]> {
        if let Some(known) = self.rows.borrow().get(&g) {
            return known.clone();
        }
        for f in self.forms.followers(g) {
            if !self.rows.borrow().contains_key(&f) {
                let row = Rc::new(self.played(f));
                self.rows.borrow_mut().insert(f, row);
            }
        }
        self.rows.borrow()[&g].clone()
    }

    /// The row of a form whose options have theirs.
    fn played(&self, g: Form) -> [Set; 2] {
        let rows = self.rows.borrow();
        // For each player, the games with which the player wins the sum moving first.
        let mut wins = Player::BOTH.map(|p| {
            let mut wins = match is_end_like(self.forms, g, p) {
                true => self.ends[p.index()].clone(),
                false => vec![0; self.games.len().div_ceil(64)],
            };
            let flip = if p == Player::Left { 0 } else { !0 };
            for option in self.forms.options(g, p) {
                let left_wins = &rows[option][p.opponent().index()];
                wins.iter_mut().zip(left_wins).for_each(|(all, left)| *all |= left ^ flip);
            }
            wins
        });
        for at in 0..self.games.len() {
            for p in Player::BOTH {
                let loses =
                    |&option: &usize| wins[p.opponent().index()][option / 64] >> (option % 64) & 1 == 0;
                if self.options[p.index()][at].iter().any(loses) {
                    wins[p.index()][at / 64] |= 1 << (at % 64);
                }
            }
        }
        wins[1].iter_mut().for_each(|word| *word = !*word);
        wins
    }

    /// Whether a game of the set shows g ≱ h: for some starter Right wins its sum with g and
    /// Left its sum with h.
    pub(crate) fn refutes(&self, g: Form, h: Form, among: &Set) -> bool {
        let (g, h) = (self.row(g), self.row(h));
        Player::BOTH.iter().any(|p| meet(&g[p.index()], &h[p.index()], among))
    }

    /// Whether a game t of the set downlinks g to h: o(g + t) ≤ 𝓟 ≤ o(h + t).
    pub(crate) fn links(&self, g: Form, h: Form, among: &Set) -> bool {
        meet(&self.row(g)[Player::Left.index()], &self.row(h)[Player::Right.index()], among)
    }

    /// Whether all sums with games of the set have the same outcome.
    pub(crate) fn same(&self, g: Form, h: Form, among: &Set) -> bool {
        !self.refutes(g, h, among) && !self.refutes(h, g, among)
    }
}

/// Whether a member of `among` is in the second set and not in the first.
fn meet(outside: &Set, inside: &Set, among: &Set) -> bool {
    outside.iter().zip(inside).zip(among).any(|((a, b), among)| !a & b & among != 0)
}

#[cfg(test)]
mod tests {
    use misere::Workspace;

    use super::*;
    use crate::desk::Desk;
    use crate::play::Play;
    use crate::sample::{Kind, forms_of_kind, small_augmented};

    #[test]
    fn a_panel_says_what_playing_one_sum_after_the_other_says() {
        let desk = Desk::new(&Workspace::new()).unwrap();
        let forms = desk.forms();
        let mut some = small_augmented(&desk).unwrap();
        some.extend(forms_of_kind(forms, 2, Kind::Augmented, 3, 40).unwrap());
        some.extend(desk.day_2().unwrap().iter().step_by(9));
        let panel = Panel::new(forms, &forms_of_kind(forms, 3, Kind::Arbitrary, 3, 60).unwrap());
        let all = panel.set(|_| true);
        let play = Play::new(forms);
        for &g in &some {
            let row = panel.row(g);
            for (at, &x) in panel.games().iter().enumerate() {
                for p in Player::BOTH {
                    let left_wins = row[p.index()][at / 64] >> (at % 64) & 1 == 1;
                    assert_eq!(left_wins, play.winner(g, x, p) == Player::Left);
                }
            }
            for &h in &some {
                assert_eq!(panel.refutes(g, h, &all), !play.favours(g, h, panel.games()));
                assert_eq!(panel.links(g, h, &all), panel.games().iter().any(|&t| play.links(g, h, t)));
            }
        }
    }
}
