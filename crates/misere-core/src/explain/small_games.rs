//! All games of rank at most 2, as a first place to look for a separator.

use rustc_hash::FxHashMap;

use crate::Player;
use crate::budget::Exhausted;
use crate::store::{Form, Forms};

use super::separator::Separator;

/// One bit for each small game.
type Bits = [u64; 4];

/// The 256 forms of rank at most 2, the smaller trees first.
pub(crate) struct SmallGames {
    games: Vec<Form>,
    /// The options of each game, per player, as places in `games`.
    options: Vec<[Vec<usize>; 2]>,
    /// Which games may be used.
    admitted: Bits,
    /// For forms g: for which small games X Left wins g + X, when Left moves first and when
    /// Right does.
    known: FxHashMap<Form, [Bits; 2]>,
}

impl SmallGames {
    /// The small games for which `admits` holds.
    pub(crate) fn new(
        forms: &Forms,
        mut admits: impl FnMut(Form) -> Result<bool, Exhausted>,
    ) -> Result<SmallGames, Exhausted> {
        // An option has fewer edges than the form, so options come first.
        let games = forms.by_tree_edges(forms.born_by(2)?)?;
        let place: FxHashMap<Form, usize> = games.iter().enumerate().map(|(i, &g)| (g, i)).collect();
        let mut admitted = Bits::default();
        for (i, &g) in games.iter().enumerate() {
            if admits(g)? {
                set(&mut admitted, i);
            }
        }
        let of = |g: &Form| Player::BOTH.map(|p| forms.options(*g, p).iter().map(|o| place[o]).collect());
        let options = games.iter().map(of).collect();
        Ok(SmallGames { games, options, admitted, known: FxHashMap::default() })
    }

    /// The smallest game that shows g ≱ h when one of these starters moves first, if a small game
    /// does. None of its own options can be spared, since the game without it would have been
    /// found first.
    pub(crate) fn separator(
        &mut self,
        forms: &Forms,
        g: Form,
        h: Form,
        starters: &[Player],
    ) -> Option<Separator> {
        self.play(forms, g);
        self.play(forms, h);
        let (of_g, of_h) = (self.known[&g], self.known[&h]);
        let first = |starter: Player| {
            let at = (0..self.games.len()).find(|&i| {
                has(&self.admitted, i) && has(&of_h[starter.index()], i) && !has(&of_g[starter.index()], i)
            })?;
            Some((at, starter))
        };
        let (at, starter) = starters.iter().copied().filter_map(first).min_by_key(|(at, _)| *at)?;
        Some(Separator { game: self.games[at], starter })
    }

    /// The smallest game T with o(g+T) ≤ 𝓟 ≤ o(h+T), if a small game has this property.
    pub(crate) fn downlink(&mut self, forms: &Forms, g: Form, h: Form) -> Option<Form> {
        self.play(forms, g);
        self.play(forms, h);
        let [left, right] = Player::BOTH.map(Player::index);
        let (of_g, of_h) = (self.known[&g][left], self.known[&h][right]);
        let links = |i: &usize| has(&self.admitted, *i) && !has(&of_g, *i) && has(&of_h, *i);
        (0..self.games.len()).find(links).map(|at| self.games[at])
    }

    fn play(&mut self, forms: &Forms, g: Form) {
        if self.known.contains_key(&g) {
            return;
        }
        for f in forms.followers(g) {
            if !self.known.contains_key(&f) {
                let bits = self.play_one(forms, f);
                self.known.insert(f, bits);
            }
        }
    }

    /// Plays `f` against the small games; the followers of `f` have been played before.
    fn play_one(&self, forms: &Forms, f: Form) -> [Bits; 2] {
        let mut bits = [Bits::default(); 2];
        for (i, &x) in self.games.iter().enumerate() {
            for p in Player::BOTH {
                // Moving first, p wins by an option that p then wins moving second.
                let wins_second =
                    |bits: &[Bits; 2], i: usize| has(&bits[p.opponent().index()], i) == (p == Player::Left);
                let wins = (forms.is_end_like(f, p) && forms.is_end_like(x, p))
                    || forms.options(f, p).iter().any(|o| wins_second(&self.known[o], i))
                    || self.options[i][p.index()].iter().any(|&o| wins_second(&bits, o));
                if wins == (p == Player::Left) {
                    set(&mut bits[p.index()], i);
                }
            }
        }
        bits
    }
}

fn has(bits: &Bits, i: usize) -> bool {
    bits[i / 64] >> (i % 64) & 1 == 1
}

fn set(bits: &mut Bits, i: usize) {
    bits[i / 64] |= 1 << (i % 64);
}
