//! Playing a game against many others at once, a bit for each.

use rustc_hash::FxHashMap;

use crate::Player;
use crate::budget::{Account, Exhausted};
use crate::store::{Form, Forms};

/// One bit for each game of a list.
pub(super) type Bits = Vec<u64>;

/// For each player, with which games of a list a form makes a sum that the player wins moving
/// first.
#[derive(Clone, Default)]
pub(super) struct Wins {
    bits: [Bits; 2],
    /// The number of games that were played against.
    count: usize,
}

impl Wins {
    /// The games with which the player, moving first, wins.
    pub(super) fn of(&self, player: Player) -> &[u64] {
        &self.bits[player.index()]
    }

    /// The number of games that were played against.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The bytes that the bits for so many games take.
    pub(super) fn bytes(count: usize) -> usize {
        size_of::<(Form, Wins)>() * 2 + 2 * size_of::<u64>() * count.div_ceil(64)
    }
}

/// A list of games, each after its options.
#[derive(Default)]
pub(super) struct Rows {
    games: Vec<Form>,
    places: FxHashMap<Form, u32>,
    /// The options of each game, per player, as places in `games`.
    options: Vec<[Box<[u32]>; 2]>,
    /// For each player, the games that are end-like for the player.
    end_like: [Bits; 2],
}

impl Rows {
    /// The followers of some forms.
    pub(super) fn of_followers(forms: &Forms, some: &[Form]) -> Rows {
        let mut rows = Rows::default();
        for f in forms.followers_of_all(some) {
            rows.push(forms, f);
        }
        rows
    }

    /// Adds a game, whose options are in the list.
    pub(super) fn push(&mut self, forms: &Forms, game: Form) {
        let place = self.games.len();
        for p in Player::BOTH {
            let bits = &mut self.end_like[p.index()];
            bits.resize((place + 1).div_ceil(64), 0);
            if forms.is_end_like(game, p) {
                set(bits, place);
            }
        }
        let places = |p| forms.options(game, p).iter().map(|o| self.places[o]).collect();
        self.options.push(Player::BOTH.map(places));
        self.places.insert(game, u32::try_from(place).expect("a store has fewer than 2^32 forms"));
        self.games.push(game);
    }

    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    pub(super) fn game(&self, place: usize) -> Form {
        self.games[place]
    }

    pub(super) fn place(&self, game: Form) -> Option<usize> {
        self.places.get(&game).map(|&place| place as usize)
    }

    /// Plays `f` against the first `count` games, given who wins with some of them already, and
    /// who wins the sums with the options of `f`.
    pub(super) fn play<'w>(
        &self,
        forms: &Forms,
        f: Form,
        count: usize,
        before: Wins,
        of_option: impl Fn(Form) -> &'w Wins,
    ) -> Wins {
        let Wins { mut bits, count: from } = before;
        let (first_word, words) = (from / 64, count.div_ceil(64));
        for p in Player::BOTH {
            let opponent = p.opponent();
            let bits = &mut bits[p.index()];
            bits.resize(words, 0);
            let new = &mut bits[first_word..];
            if forms.is_end_like(f, p) {
                let end_like = &self.end_like[p.index()][first_word..];
                new.iter_mut().zip(end_like).for_each(|(bits, end_like)| *bits |= end_like);
            }
            // Moving first, p wins by an option that the opponent then loses moving first.
            for &option in forms.options(f, p) {
                let wins = &of_option(option).of(opponent)[first_word..];
                new.iter_mut().zip(wins).for_each(|(bits, wins)| *bits |= !wins);
            }
            if let (Some(last), false) = (bits.last_mut(), count.is_multiple_of(64)) {
                *last &= (1 << (count % 64)) - 1;
            }
        }
        for at in from..count {
            for p in Player::BOTH {
                let others = &bits[p.opponent().index()];
                let wins = self.options[at][p.index()].iter().any(|&o| !has(others, o as usize));
                if wins {
                    set(&mut bits[p.index()], at);
                }
            }
        }
        Wins { bits, count }
    }
}

pub(super) fn has(bits: &[u64], i: usize) -> bool {
    bits[i / 64] >> (i % 64) & 1 == 1
}

pub(super) fn set(bits: &mut [u64], i: usize) {
    bits[i / 64] |= 1 << (i % 64);
}

/// Who wins the sums of some forms with games that are asked about one after the other. Games
/// that have followers in common are not played out anew: a game that lacks an option of another
/// takes the few followers in which the two differ.
pub(super) struct Trials<'f> {
    forms: &'f Forms,
    rows: Rows,
    known: FxHashMap<Form, Wins>,
    account: Account,
}

impl<'f> Trials<'f> {
    /// The bytes beyond which what is known is forgotten.
    const MOST_BYTES: usize = 16 << 20;

    pub(super) fn new(forms: &'f Forms, some: &[Form]) -> Trials<'f> {
        let rows = Rows::of_followers(forms, some);
        Trials { forms, rows, known: FxHashMap::default(), account: Account::new(forms.budget().clone()) }
    }

    /// Who wins g + x when `starter` moves first, for one of the forms g.
    pub(super) fn winner(&mut self, g: Form, x: Form, starter: Player) -> Result<Player, Exhausted> {
        let place = self.rows.place(g).expect("a form of the trials");
        let wins = has(self.play(x)?.of(starter), place);
        Ok(if wins { starter } else { starter.opponent() })
    }

    fn play(&mut self, x: Form) -> Result<&Wins, Exhausted> {
        let (count, bytes) = (self.rows.len(), Wins::bytes(self.rows.len()));
        if self.known.len() * bytes > Self::MOST_BYTES {
            self.account.refund(self.known.len() * bytes);
            self.known.clear();
        }
        let mut pending = vec![x];
        while let Some(&f) = pending.last() {
            let is_missing = |o: &&Form| !self.known.contains_key(o);
            if !is_missing(&&f) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            for p in Player::BOTH {
                pending.extend(self.forms.options(f, p).iter().filter(is_missing));
            }
            if pending.len() == before {
                self.forms.budget().steps(count)?;
                self.account.charge(bytes)?;
                let wins = self.rows.play(self.forms, f, count, Wins::default(), |o| &self.known[&o]);
                self.known.insert(f, wins);
            }
        }
        Ok(&self.known[&x])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::SumPlay;

    #[test]
    fn trials_find_the_winners_that_playing_each_sum_finds() {
        let forms = Forms::new();
        let some = forms.born_by(2).unwrap();
        let stone = forms.make(&[some[3]], &[], crate::Tombstones::only(Player::Left)).unwrap();
        let g = forms.ordinary(&[some[7], some[200], stone], &[some[99]]).unwrap();
        let h = forms.ordinary(&[g], &[some[31], some[255]]).unwrap();
        let mut trials = Trials::new(&forms, &[g, h]);
        for x in some.into_iter().chain([g, h, stone]) {
            for f in [g, h] {
                for starter in Player::BOTH {
                    let expected = SumPlay::new(&forms, f, x).unwrap().winner(f, x, starter);
                    assert_eq!(trials.winner(f, x, starter), Ok(expected));
                }
            }
        }
    }

    #[test]
    fn playing_against_more_games_later_is_playing_against_all_at_once() {
        let forms = Forms::new();
        // Options come first.
        let some = forms.by_tree_edges(forms.born_by(2).unwrap()).unwrap();
        let mut rows = Rows::default();
        some.iter().for_each(|&g| rows.push(&forms, g));
        let (mut at_once, mut later): (FxHashMap<Form, Wins>, FxHashMap<Form, Wins>) = Default::default();
        for &f in &some {
            let wins = rows.play(&forms, f, some.len(), Wins::default(), |o| &at_once[&o]);
            at_once.insert(f, wins);
        }
        for count in [0, 1, 63, 64, 100, 256] {
            for &f in &some {
                let before = later.remove(&f).unwrap_or_default();
                let wins = rows.play(&forms, f, count, before, |o| &later[&o]);
                later.insert(f, wins);
            }
        }
        for f in &some {
            assert_eq!(at_once[f].bits, later[f].bits);
        }
    }
}
