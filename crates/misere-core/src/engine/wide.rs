//! Wide signatures: who wins the sums of a value with a second, longer list of games.
//!
//! A wide signature is made when it is first asked for, which is when a comparison is not
//! refused by the [signature](super::signature) of its sides and there are many values. Like
//! every signature it may refuse a comparison; it never accepts one.

use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use super::Engine;
use super::signature::table_lines;
use super::walk::options_first;
use crate::Player;
use crate::budget::{Account, Exhausted};
use crate::store::Form;
use crate::store::arena::{HandleTable, Line};

/// A long list of games X of a universe. Every option of a game on the list is on the list,
/// before it; as in [`Probes`](super::Probes) a game may be an option of itself for one player.
#[derive(Clone, Debug, Default)]
pub struct WideProbes {
    games: Vec<Game>,
    /// The options beyond the second of the few games that have more.
    longer: Vec<[Vec<u8>; 2]>,
}

/// A game on the list.
#[derive(Clone, Copy, Debug)]
struct Game {
    /// The places of two Left options and of two Right options: of one option twice if there is
    /// no other, and [`NO_OPTION`] if there is none.
    options: [[u8; 2]; 2],
    /// Whether there are more options, which are the next of the longer lists.
    has_more: bool,
    /// Whether Right may wait: the game is a Right option of itself.
    right_waits: bool,
}

/// A place after all games.
const NO_OPTION: u8 = u8::MAX;

impl WideProbes {
    /// The most games a list may have.
    pub const MOST: usize = 255;

    /// The empty list, which separates no two values.
    pub const NONE: WideProbes = WideProbes { games: Vec::new(), longer: Vec::new() };

    /// Dicots, which are in every universe.
    #[must_use]
    pub fn dicots() -> WideProbes {
        WideProbes::from_table(include_str!("../../data/wide-D.txt"))
    }

    /// A list as it is kept in a file, in the format of
    /// [`Probes::from_table`](super::Probes::from_table).
    ///
    /// # Panics
    /// If the text is not such a table, or has more than [`WideProbes::MOST`] lines.
    #[must_use]
    pub fn from_table(text: &str) -> WideProbes {
        let mut probes = WideProbes::NONE;
        for options in table_lines(text) {
            let own = probes.games.len();
            assert!(own < Self::MOST, "the list is full");
            let [left, right] = &options;
            for (mine, theirs) in [(left, right), (right, left)] {
                assert!(mine.iter().all(|&option| option <= own), "options come first");
                assert!(!mine.contains(&own) || theirs.is_empty(), "only one player may wait");
            }
            let options = options.map(|list| {
                list.into_iter().map(|option| u8::try_from(option).expect("at most 255 games")).collect()
            });
            probes.push(own as u8, options);
        }
        probes
    }

    fn push(&mut self, own: u8, options: [Vec<u8>; 2]) {
        let two = options.each_ref().map(|list| match list[..] {
            [] => [NO_OPTION; 2],
            [only] => [only; 2],
            [one, other, ..] => [one, other],
        });
        let more = options.each_ref().map(|list| list.get(2..).unwrap_or_default().to_vec());
        let has_more = more.iter().any(|list| !list.is_empty());
        self.games.push(Game { options: two, has_more, right_waits: options[1].contains(&own) });
        if has_more {
            self.longer.push(more);
        }
    }

    /// Whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// How many games the list has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// The signature of a form, given the results of its moves: for each game whether a move of Left
    /// wins the sum, and whether no move of Right does. Whoever is end-like wins where they have
    /// no move in the game.
    ///
    /// Bits are kept as bytes while they are asked for, and no branch depends on the form: a wrong
    /// guess takes longer than a game.
    fn signature(
        &self,
        by_moves: [u64; WORDS],
        despite_moves: [u64; WORDS],
        end_like: [bool; 2],
    ) -> WideSignature {
        // A game in which Right waits finds 1 in its own place until it is played.
        let (mut wins_first, mut wins_second) = ([1u8; 256], [0u8; 256]);
        let [left_wins_at_end, right_wins_at_end] = end_like;
        wins_second[usize::from(NO_OPTION)] = u8::from(left_wins_at_end);
        wins_first[usize::from(NO_OPTION)] = u8::from(!right_wins_at_end);
        let (mut first, mut second) = ([0; WORDS], [0; WORDS]);
        let mut longer = self.longer.iter();
        for (word, games) in self.games.chunks(64).enumerate() {
            for (bit, game) in games.iter().enumerate() {
                let own = 64 * word + bit;
                let [left, right] = game.options.map(|two| two.map(usize::from));
                let more = if game.has_more { longer.next() } else { None };
                // Right's bit comes before Left's, which may depend on it: she may wait.
                let mut is_won_second =
                    (despite_moves[word] >> bit) as u8 & wins_first[right[0]] & wins_first[right[1]];
                if let Some([_, right]) = more {
                    right.iter().for_each(|&r| is_won_second &= wins_first[usize::from(r)]);
                }
                wins_second[own] = is_won_second;
                let mut is_won_first =
                    (by_moves[word] >> bit) as u8 & 1 | wins_second[left[0]] | wins_second[left[1]];
                if let Some([left, _]) = more {
                    left.iter().for_each(|&l| is_won_first |= wins_second[usize::from(l)]);
                }
                wins_first[own] = is_won_first;
                if game.right_waits {
                    is_won_second &= is_won_first;
                    wins_second[own] = is_won_second;
                }
                first[word] |= u64::from(is_won_first) << bit;
                second[word] |= u64::from(is_won_second) << bit;
            }
        }
        WideSignature { first, second }
    }
}

const WORDS: usize = 4;

/// For each game X on the list whether Left wins G + X moving first, and moving second: one
/// line of the cache.
#[derive(Clone, Copy)]
pub(crate) struct WideSignature {
    first: [u64; WORDS],
    second: [u64; WORDS],
}

/// The bit of a stored signature that says that the signature is there.
const MADE: u64 = 1 << 63;

impl WideSignature {
    /// Whether the signatures exclude that the form of this one is at least that of `other`.
    #[inline]
    pub(crate) fn refuses(&self, other: &WideSignature) -> bool {
        let missing = |mine: &[u64; WORDS], theirs: &[u64; WORDS]| {
            mine.iter().zip(theirs).fold(0, |all, (mine, theirs)| all | (theirs & !mine))
        };
        missing(&self.first, &other.first) | missing(&self.second, &other.second) != 0
    }
}

/// The wide signatures of the values of an engine, by handle.
pub(crate) struct WideTable {
    /// The list, once it is needed: most questions are small, and do without.
    probes: OnceLock<WideProbes>,
    lines: HandleTable<Line>,
}

impl WideTable {
    pub(crate) fn new() -> WideTable {
        WideTable { probes: OnceLock::new(), lines: HandleTable::new() }
    }

    #[inline]
    fn get(&self, handle: u32) -> Option<WideSignature> {
        let line = &self.lines.get(handle)?.0;
        // The word with the mark is written last.
        let marked = line[WORDS - 1].load(Ordering::Acquire);
        if marked & MADE == 0 {
            return None;
        }
        let word = |at: usize| line[at].load(Ordering::Relaxed);
        Some(WideSignature {
            first: [word(0), word(1), word(2), marked & !MADE],
            second: [word(4), word(5), word(6), word(7)],
        })
    }

    /// Whether the signatures of two values exclude that g is at least h; `None` where one of
    /// them has not been made.
    #[inline]
    pub(crate) fn refuses(&self, g: u32, h: u32) -> Option<bool> {
        // The word with the mark is written last; both marks are there, and make no difference.
        let is_made = |line: &&Line| line.0[WORDS - 1].load(Ordering::Acquire) & MADE != 0;
        let mine = self.lines.get(g).filter(is_made)?;
        let theirs = self.lines.get(h).filter(is_made)?;
        let words = mine.0.iter().zip(&theirs.0);
        let missing =
            words.map(|(mine, theirs)| theirs.load(Ordering::Relaxed) & !mine.load(Ordering::Relaxed));
        Some(missing.fold(0, |all, some| all | some) != 0)
    }

    pub(crate) fn set(
        &self,
        handle: u32,
        signature: &WideSignature,
        account: &Account,
    ) -> Result<(), Exhausted> {
        let line = &self.lines.make(handle, account)?.0;
        for at in (0..2 * WORDS).filter(|&at| at != WORDS - 1) {
            let word = if at < WORDS { signature.first[at] } else { signature.second[at - WORDS] };
            line[at].store(word, Ordering::Relaxed);
        }
        line[WORDS - 1].store(signature.first[WORDS - 1] | MADE, Ordering::Release);
        Ok(())
    }
}

impl Engine {
    /// The wide signature of a value.
    #[inline]
    pub(crate) fn wide_signature(&self, handle: u32) -> Result<WideSignature, Exhausted> {
        match self.wide.get(handle) {
            Some(known) => Ok(known),
            None => self.make_wide(handle),
        }
    }

    #[cold]
    fn make_wide(&self, handle: u32) -> Result<WideSignature, Exhausted> {
        let options_of = |value: Form| Player::BOTH.map(|p| self.values.options(value, p));
        options_first(
            self.forms.budget(),
            Form(handle),
            |value| self.wide.get(value.0).is_some(),
            |value| options_of(value).into_iter().flatten().copied().rev(),
            |value| {
                let misere = self.setting.is_misere();
                let end_like = Player::BOTH.map(|p| misere && self.values.is_end_like(value, p));
                let made = self.wide_of(options_of(value), end_like)?;
                self.wide.set(value.0, &made, &self.account).map(|()| true)
            },
        )?;
        Ok(self.wide.get(handle).expect("just made"))
    }

    /// The wide signature of a form with these values as options that is end-like for the
    /// given players: having no move in X, they win.
    pub(crate) fn wide_of(
        &self,
        options: [&[Form]; 2],
        end_like: [bool; 2],
    ) -> Result<WideSignature, Exhausted> {
        let [left, right] = options;
        let (mut by_moves, mut despite_moves) = ([0; WORDS], [u64::MAX; WORDS]);
        for option in left {
            let option = self.wide_signature(option.0)?;
            by_moves.iter_mut().zip(option.second).for_each(|(all, one)| *all |= one);
        }
        for option in right {
            let option = self.wide_signature(option.0)?;
            despite_moves.iter_mut().zip(option.first).for_each(|(all, one)| *all &= one);
        }
        let probes = self.wide.probes.get_or_init(|| self.setting.wide_probes());
        Ok(probes.signature(by_moves, despite_moves, end_like))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::engine::Settings;
    use crate::store::Forms;
    use crate::universe::{AllGames, Blocking, DeadEnding, Dicots, Setting};

    /// The games of a table, those that wait as long as `waits`.
    fn games(forms: &Forms, table: &str, waits: usize) -> Vec<Form> {
        let mut games: Vec<Form> = Vec::new();
        for options in table_lines(table) {
            let own = games.len();
            let mut game = Form::ZERO;
            for _ in 0..=waits {
                let [left, right] = options.each_ref().map(|list| {
                    list.iter().map(|&o| if o == own { game } else { games[o] }).collect::<Vec<_>>()
                });
                game = forms.ordinary(&left, &right).unwrap();
            }
            games.push(game);
        }
        games
    }

    #[test]
    fn a_wide_signature_tells_who_wins_the_sums() {
        let tables: [(Arc<dyn Setting>, &str); 4] = [
            (Arc::new(AllGames), include_str!("../../data/wide-M.txt")),
            (Arc::new(Blocking), include_str!("../../data/wide-B.txt")),
            (Arc::new(DeadEnding), include_str!("../../data/wide-E.txt")),
            (Arc::new(Dicots), include_str!("../../data/wide-D.txt")),
        ];
        for (setting, table) in tables {
            let forms = Arc::new(Forms::new());
            let games = games(&forms, table, 3);
            // Where wide signatures are asked about drafts, values have those of their drafts.
            let settings = Settings { wide_from: 0, ..Settings::default() };
            let engine = Engine::with_settings(forms.clone(), setting, settings);
            for g in forms.born_by(2).unwrap() {
                let value = engine.value(g).unwrap();
                let simplest = engine.form(value).unwrap();
                let WideSignature { first, second } = engine.wide_signature(value.0.0).unwrap();
                for (at, &game) in games.iter().enumerate() {
                    let sum = forms.sum(simplest, game).unwrap();
                    let [wins_first, wins_second] =
                        [first, second].map(|words| words[at / 64] >> (at % 64) & 1 == 1);
                    let expected =
                        [forms.wins_first(sum, Player::Left), !forms.wins_first(sum, Player::Right)];
                    assert_eq!([wins_first, wins_second], expected, "{} {g:?} + {at}", engine.id());
                }
            }
        }
    }
}
