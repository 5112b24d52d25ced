//! Wide signatures: who wins the sums of a value with a second, longer list of games.
//!
//! A wide signature is made when it is first asked for, which is when a comparison is not
//! refused by the [signature](super::signature) of its sides and there are many values. Like
//! every signature it may refuse a comparison; it never accepts one.

use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use super::Engine;
use super::signature::table_lines;
use crate::Player;
use crate::budget::{Account, Exhausted};
use crate::store::Form;
use crate::store::arena::{HandleTable, Line};

/// A long list of games X of a universe. Every option of a game on the list is on the list,
/// before it; as in [`Probes`](super::Probes) a game may be an option of itself for one player.
#[derive(Clone, Debug, Default)]
pub struct WideProbes {
    /// For each game the places of its Left options and of its Right options.
    games: Vec<[Vec<u8>; 2]>,
}

impl WideProbes {
    /// The most games a list may have.
    pub const MOST: usize = 255;

    /// The empty list, which tells no two values apart.
    pub const NONE: WideProbes = WideProbes { games: Vec::new() };

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
            probes.games.push(options.map(|list| {
                list.into_iter().map(|option| u8::try_from(option).expect("at most 255 games")).collect()
            }));
        }
        probes
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

    fn set(&self, handle: u32, signature: &WideSignature, account: &Account) -> Result<(), Exhausted> {
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
        let mut pending = vec![handle];
        loop {
            let &v = pending.last().expect("the first value ends the search");
            let value = Form(v);
            let options = Player::BOTH.map(|p| self.values.options(value, p));
            let before = pending.len();
            let unknown = options.into_iter().flatten().map(|o| o.0).filter(|&o| self.wide.get(o).is_none());
            pending.extend(unknown);
            self.forms.budget().steps(pending.len() - before)?;
            if pending.len() > before {
                continue;
            }
            let misere = self.setting.is_misere();
            let end_like = Player::BOTH.map(|p| misere && self.values.is_end_like(value, p));
            let made = self.wide_of(options, end_like)?;
            self.wide.set(v, &made, &self.account)?;
            pending.pop();
            if pending.is_empty() {
                return Ok(made);
            }
        }
    }

    /// The wide signature of a form with these values as options that is end-like for the
    /// given players: having no move in X, they win.
    pub(crate) fn wide_of(
        &self,
        options: [&[Form]; 2],
        end_like: [bool; 2],
    ) -> Result<WideSignature, Exhausted> {
        let [left, right] = options;
        let (mut first, mut second) = ([0; WORDS], [u64::MAX; WORDS]);
        for option in left {
            let option = self.wide_signature(option.0)?;
            first.iter_mut().zip(option.second).for_each(|(all, one)| *all |= one);
        }
        for option in right {
            let option = self.wide_signature(option.0)?;
            second.iter_mut().zip(option.first).for_each(|(all, one)| *all &= one);
        }
        let has = |words: &[u64; WORDS], x: u8| words[usize::from(x / 64)] >> (x % 64) & 1 == 1;
        let [left_wins_at_end, right_wins_at_end] = end_like;
        let probes = self.wide.probes.get_or_init(|| self.setting.wide_probes());
        for (x, [left, right]) in probes.games.iter().enumerate() {
            let (word, bit) = (x / 64, 1 << (x % 64));
            if right.is_empty() && right_wins_at_end {
                // Right's bit comes before Left's, which may depend on it: she may wait.
                second[word] &= !bit;
            }
            if left.iter().any(|&l| has(&second, l)) || (left.is_empty() && left_wins_at_end) {
                first[word] |= bit;
            }
            if right.iter().any(|&r| !has(&first, r)) {
                second[word] &= !bit;
            }
        }
        // Bits behind the last game tell nothing.
        let used = probes.len();
        for word in 0..WORDS {
            let mask = match used.saturating_sub(64 * word) {
                64.. => u64::MAX,
                some => (1 << some) - 1,
            };
            first[word] &= mask;
            second[word] &= mask;
        }
        Ok(WideSignature { first, second })
    }
}
