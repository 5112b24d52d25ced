//! Games to look for a separator among, before one is constructed.

use rustc_hash::FxHashMap;

use crate::Player;
use crate::budget::Exhausted;
use crate::store::{Form, Forms};

use super::separator::Separator;

/// One bit for each game of the list.
type Bits = Vec<u64>;

/// A list of games, each after its options, with who wins the sums of forms with them. The
/// list begins with the 256 forms of rank at most 2, the smaller trees first, and grows.
pub(crate) struct Witnesses {
    games: Vec<Form>,
    place: FxHashMap<Form, usize>,
    /// The options of each game, per player, as places in `games`.
    options: Vec<[Vec<usize>; 2]>,
    /// Which games may be used.
    admitted: Bits,
    /// For forms g: for how many games X of the list it is known whether Left wins g + X, and
    /// for which she does, when Left moves first and when Right does.
    known: FxHashMap<Form, (usize, [Bits; 2])>,
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
            games: Vec::new(),
            place: FxHashMap::default(),
            options: Vec::new(),
            admitted: Bits::new(),
            known: FxHashMap::default(),
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
        if self.place.contains_key(&game) {
            return Ok(());
        }
        for f in forms.followers(game) {
            if !self.place.contains_key(&f) {
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
        let places = |p| forms.options(game, p).iter().map(|o| self.place[o]).collect();
        self.options.push(Player::BOTH.map(places));
        self.place.insert(game, own);
        self.games.push(game);
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
    ) -> Option<Separator> {
        self.separator_among(forms, [g, h], starters, SMALL)
    }

    /// The first game of the list that shows g ≱ h.
    pub(crate) fn separator(&mut self, forms: &Forms, g: Form, h: Form) -> Option<Separator> {
        self.separator_among(forms, [g, h], &Player::BOTH, self.games.len())
    }

    fn separator_among(
        &mut self,
        forms: &Forms,
        [g, h]: [Form; 2],
        starters: &[Player],
        first: usize,
    ) -> Option<Separator> {
        self.play(forms, g, first);
        self.play(forms, h, first);
        let ((_, of_g), (_, of_h)) = (&self.known[&g], &self.known[&h]);
        let first = |starter: Player| {
            let (of_g, of_h) = (&of_g[starter.index()], &of_h[starter.index()]);
            let at = (0..first.div_ceil(64)).find_map(|word| {
                let telling = of_h[word] & !of_g[word] & self.admitted[word];
                (telling != 0).then(|| word * 64 + telling.trailing_zeros() as usize)
            })?;
            Some((at, starter))
        };
        let (at, starter) = starters.iter().copied().filter_map(first).min_by_key(|(at, _)| *at)?;
        Some(Separator { game: self.games[at], starter })
    }

    /// The smallest game T with o(g+T) ≤ 𝓟 ≤ o(h+T), if a small game has this property.
    pub(crate) fn downlink(&mut self, forms: &Forms, g: Form, h: Form) -> Option<Form> {
        self.play(forms, g, SMALL);
        self.play(forms, h, SMALL);
        let [left, right] = Player::BOTH.map(Player::index);
        let (of_g, of_h) = (&self.known[&g].1[left], &self.known[&h].1[right]);
        let links = |i: &usize| has(&self.admitted, *i) && !has(of_g, *i) && has(of_h, *i);
        (0..SMALL).find(links).map(|at| self.games[at])
    }

    /// Plays a form and its followers against the first `count` games of the list.
    fn play(&mut self, forms: &Forms, g: Form, count: usize) {
        let is_played =
            |list: &Witnesses, f: &Form| list.known.get(f).is_some_and(|(known, _)| *known >= count);
        if is_played(self, &g) {
            return;
        }
        for f in forms.followers(g) {
            if !is_played(self, &f) {
                let (from, mut bits) = self.known.remove(&f).unwrap_or_default();
                bits.iter_mut().for_each(|bits| bits.resize(count.div_ceil(64), 0));
                self.play_one(forms, f, from..count, &mut bits);
                self.known.insert(f, (count, bits));
            }
        }
    }

    /// Plays `f` against some games; the followers of `f` have been played before.
    fn play_one(&self, forms: &Forms, f: Form, games: std::ops::Range<usize>, bits: &mut [Bits; 2]) {
        let options = Player::BOTH.map(|p| {
            let of_option = |o: &Form| &self.known[o].1[p.opponent().index()];
            forms.options(f, p).iter().map(of_option).collect::<Vec<_>>()
        });
        for i in games {
            for p in Player::BOTH {
                // Moving first, p wins by an option that p then wins moving second.
                let is_good = p == Player::Left;
                let wins = (forms.is_end_like(f, p) && forms.is_end_like(self.games[i], p))
                    || options[p.index()].iter().any(|bits| has(bits, i) == is_good)
                    || self.options[i][p.index()]
                        .iter()
                        .any(|&o| has(&bits[p.opponent().index()], o) == is_good);
                if wins == is_good {
                    set(&mut bits[p.index()], i);
                }
            }
        }
    }
}

fn has(bits: &[u64], i: usize) -> bool {
    bits[i / 64] >> (i % 64) & 1 == 1
}

fn set(bits: &mut [u64], i: usize) {
    bits[i / 64] |= 1 << (i % 64);
}
