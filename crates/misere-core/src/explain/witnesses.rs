//! Games to look for a separator among, before one is constructed.

use rustc_hash::FxHashMap;

use crate::Player;
use crate::budget::{Account, Exhausted, MeteredVec};
use crate::store::{Form, Forms};

use super::rows::{Bits, Rows, Wins, has, set};
use super::separator::Separator;

/// A list of games with who wins the sums of forms with them. The list begins with the 256 forms
/// of rank at most 2, the smaller trees first, and grows. The order of these does not depend on
/// what else the store holds.
pub(crate) struct Witnesses {
    games: Rows,
    /// Which games may be used.
    admitted: Bits,
    /// Who wins the sums of forms with the first games of the list.
    known: FxHashMap<Form, Wins>,
    account: Account,
}

/// The number of games that the list begins with.
const SMALL: usize = 256;

impl Witnesses {
    /// The small games, of which those may be used for which `admits` holds.
    pub(crate) fn new(
        forms: &Forms,
        mut admits: impl FnMut(Form) -> Result<bool, Exhausted>,
    ) -> Result<Witnesses, Exhausted> {
        let mut list = Witnesses {
            games: Rows::default(),
            admitted: Bits::new(),
            known: FxHashMap::default(),
            account: Account::new(forms.budget().clone()),
        };
        // An option has fewer edges than the form, so options come first.
        for g in forms.by_tree_edges(forms.born_by(2)?)? {
            list.push(forms, g, admits(g)?);
        }
        Ok(list)
    }

    /// Adds a game and its followers, unless they are on the list.
    pub(crate) fn add(
        &mut self,
        forms: &Forms,
        game: Form,
        mut admits: impl FnMut(Form) -> Result<bool, Exhausted>,
    ) -> Result<(), Exhausted> {
        if self.games.place(game).is_some() {
            return Ok(());
        }
        for &f in &*forms.followers_within(&[game])? {
            if self.games.place(f).is_none() {
                self.push(forms, f, admits(f)?);
            }
        }
        Ok(())
    }

    fn push(&mut self, forms: &Forms, game: Form, is_admitted: bool) {
        let own = self.games.len();
        if own.is_multiple_of(64) {
            self.admitted.push(0);
        }
        if is_admitted {
            set(&mut self.admitted, own);
        }
        self.games.push(forms, game);
    }

    /// The smallest game that shows g ≱ h when one of these starters moves first, if a small game
    /// does. None of its own options can be spared, since the game without it would have been
    /// found first.
    pub(crate) fn small_separator(
        &mut self,
        forms: &Forms,
        g: Form,
        h: Form,
        starters: &[Player],
    ) -> Result<Option<Separator>, Exhausted> {
        self.separator_among(forms, [g, h], starters, SMALL)
    }

    /// The first game of the list that shows g ≱ h.
    pub(crate) fn separator(
        &mut self,
        forms: &Forms,
        g: Form,
        h: Form,
    ) -> Result<Option<Separator>, Exhausted> {
        self.separator_among(forms, [g, h], &Player::BOTH, self.games.len())
    }

    fn separator_among(
        &mut self,
        forms: &Forms,
        [g, h]: [Form; 2],
        starters: &[Player],
        first: usize,
    ) -> Result<Option<Separator>, Exhausted> {
        self.play(forms, g, first)?;
        self.play(forms, h, first)?;
        let first = |starter: Player| {
            // Right is to win the sum with g, and Left the sum with h.
            let (other, own) = starter.orient(g, h);
            let (lost, won) = (self.known[&other].of(starter), self.known[&own].of(starter));
            let at = (0..first.div_ceil(64)).find_map(|word| {
                let telling = won[word] & !lost[word] & self.admitted[word];
                (telling != 0).then(|| word * 64 + telling.trailing_zeros() as usize)
            })?;
            Some((at, starter))
        };
        let found = starters.iter().copied().filter_map(first).min_by_key(|(at, _)| *at);
        Ok(found.map(|(at, starter)| Separator { game: self.games.game(at), starter }))
    }

    /// The smallest game T with o(g+T) ≤ 𝓟 ≤ o(h+T), if a small game has this property.
    pub(crate) fn downlink(&mut self, forms: &Forms, g: Form, h: Form) -> Result<Option<Form>, Exhausted> {
        self.play(forms, g, SMALL)?;
        self.play(forms, h, SMALL)?;
        let (of_g, of_h) = (self.known[&g].of(Player::Left), self.known[&h].of(Player::Right));
        let links = |i: &usize| has(&self.admitted, *i) && !has(of_g, *i) && !has(of_h, *i);
        Ok((0..SMALL).find(links).map(|at| self.games.game(at)))
    }

    /// Plays a form and its followers against the first `count` games of the list.
    fn play(&mut self, forms: &Forms, g: Form, count: usize) -> Result<(), Exhausted> {
        let mut pending = MeteredVec::new(forms.budget());
        pending.push(g)?;
        while let Some(&f) = pending.last() {
            let is_played = |f: &Form| self.known.get(f).is_some_and(|wins| wins.count() >= count);
            if is_played(&f) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let options = Player::BOTH.map(|p| forms.options(f, p));
            forms.budget().steps(options[0].len() + options[1].len())?;
            for &option in options.into_iter().flatten().filter(|o| !is_played(o)) {
                pending.push(option)?;
            }
            if pending.len() == before {
                forms.budget().steps(count + (options[0].len() + options[1].len()) * count.div_ceil(64))?;
                let bytes = |wins: Option<&Wins>| wins.map_or(0, |wins| Wins::bytes(wins.count()));
                self.account.charge(Wins::bytes(count) - bytes(self.known.get(&f)))?;
                let before = self.known.remove(&f).unwrap_or_default();
                let wins = self.games.play(forms, f, count, before, |o| &self.known[&o]);
                self.known.insert(f, wins);
            }
        }
        Ok(())
    }
}
