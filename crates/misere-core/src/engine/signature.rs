//! Signatures: who wins the sums of a form with a fixed list of games.
//!
//! If G ≥ H modulo a universe, then Left does at least as well on G + X as on H + X,
//! for every X of the universe. A few words of bits, made together with a value, thus
//! refuse nearly every false comparison at once. A signature may refuse; it never
//! accepts.

use std::sync::atomic::Ordering;

use crate::Player;
use crate::budget::{Account, Exhausted};
use crate::store::arena::{HalfLine, HandleTable, Line};
use crate::store::{Form, Forms};
use crate::sync::AtomicU64;

/// A list of games X that separate values. Every option of a game on the list is
/// on the list, before it; but a game may be an option of itself for one player, which
/// stands for more moves of that kind than any form it is added to is long: {·|X} for a
/// very negative integer, {·|0,X} for a very long waiting game. (A player who waits
/// leaves the other to move, and the other has no move in X: in G + X there are at most
/// as many waits as G is long.)
#[derive(Clone, Debug)]
pub struct Probes {
    /// Bit i of `left[x]`: game i is a Left option of game x.
    left: Vec<u128>,
    right: Vec<u128>,
}

/// For each game X on the list whether Left wins G + X. More bits are better for Left:
/// if G ≥ H then the bits of H are among those of G.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Signature {
    /// Whether Left wins moving first; the last bit is whether G is strong for Left.
    first: u128,
    /// Whether Left wins moving second; the last bit is whether G is not strong for Right.
    second: u128,
}

const STRENGTH: u128 = 1 << 127;

impl Probes {
    /// The most games a list may have.
    pub const MOST: usize = 127;

    /// The empty list, which separates no two values.
    pub const NONE: Probes = Probes { left: Vec::new(), right: Vec::new() };

    /// Dicots, chosen by how many comparisons modulo D they refuse.
    #[must_use]
    pub fn dicots() -> Probes {
        Probes::from_table(include_str!("../../data/probes-D.txt"))
    }

    /// A list as it is kept in a file: a line for each game, with the numbers of the
    /// lines (from 0) of its Left options, a bar, and those of its Right options.
    ///
    /// # Panics
    /// If the text is not such a table.
    #[must_use]
    pub fn from_table(text: &str) -> Probes {
        let mut probes = Probes::NONE;
        for [left, right] in table_lines(text) {
            probes.push(&left, &right);
        }
        probes
    }

    /// The followers of these games, at most [`Probes::MOST`] of them.
    pub(crate) fn of_followers(forms: &Forms, games: &[Form]) -> Probes {
        let mut probes = Probes::NONE;
        // Handles are in order of making: options come first.
        let all: Vec<Form> = forms.followers_of_all(games).into_iter().take(Self::MOST).collect();
        for &g in &all {
            let place = |o: &Form| all.iter().position(|f| f == o).expect("options come first");
            let [left, right] =
                Player::BOTH.map(|p| forms.options(g, p).iter().map(place).collect::<Vec<usize>>());
            probes.push(&left, &right);
        }
        probes
    }

    /// Adds a game with these games of the list as options; the next number is the game
    /// itself.
    ///
    /// # Panics
    /// If the list is full, an option is not on it, or the game has itself as an option
    /// and the other player has options too.
    pub fn push(&mut self, left: &[usize], right: &[usize]) {
        assert!(self.len() < Self::MOST, "the list is full");
        let mask = |own: &[usize], other: &[usize]| {
            own.iter().fold(0, |mask, &option| {
                assert!(option <= self.len(), "options come first");
                assert!(option < self.len() || other.is_empty(), "only one player may wait");
                mask | 1 << option
            })
        };
        let (left, right) = (mask(left, right), mask(right, left));
        self.left.push(left);
        self.right.push(right);
    }

    /// How many games the list has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }
}

/// The games of a table as it is kept in a file: the places of the Left and the Right options.
///
/// # Panics
/// If the text is not such a table.
pub(super) fn table_lines(text: &str) -> impl Iterator<Item = [Vec<usize>; 2]> {
    text.lines().filter(|line| !line.is_empty()).map(|line| {
        let (left, right) = line.split_once('|').expect("a line has a bar");
        [left, right].map(|list| {
            let number = |n: &str| n.parse().expect("an option is a number");
            list.split(',').filter(|n| !n.is_empty()).map(number).collect()
        })
    })
}

/// The contribution of the options of a form to its signature.
#[derive(Clone, Copy)]
pub(crate) struct Gathered {
    /// Whether Left can move to where she wins moving second.
    first: u128,
    /// Whether Right cannot move to where Left loses moving first.
    second: u128,
}

impl Gathered {
    pub(crate) const NOTHING: Gathered = Gathered { first: 0, second: u128::MAX };

    pub(crate) fn left_option(&mut self, option: Signature) {
        self.first |= option.second;
    }

    pub(crate) fn right_option(&mut self, option: Signature) {
        self.second &= option.first;
    }

    /// The signature, given for which players the form is end-like: having no move in X,
    /// they win. Under normal play no form counts as end-like.
    pub(crate) fn signature(self, probes: &Probes, end_like: [bool; 2], strong: [bool; 2]) -> Signature {
        let [left_wins_at_end, right_wins_at_end] = end_like;
        let (mut first, mut second) = (self.first & !STRENGTH, self.second & !STRENGTH);
        // The options of the first half are all in the first half: half the work.
        let half = probes.len().min(64);
        let (mut low_first, mut low_second) = (first as u64, second as u64);
        for x in 0..half {
            let (bit, left, right) = (1u64 << x, probes.left[x] as u64, probes.right[x] as u64);
            if right == 0 && right_wins_at_end {
                // Right's bit comes before Left's, which may depend on it: she may wait.
                low_second &= !bit;
            }
            if low_second & left != 0 || (left == 0 && left_wins_at_end) {
                low_first |= bit;
            }
            if low_first & right != right {
                low_second &= !bit;
            }
        }
        const LOW: u128 = u64::MAX as u128;
        first = first & !LOW | u128::from(low_first);
        second = second & !LOW | u128::from(low_second);
        for x in half..probes.len() {
            let (bit, left, right) = (1u128 << x, probes.left[x], probes.right[x]);
            if right == 0 && right_wins_at_end {
                second &= !bit;
            }
            if second & left != 0 || (left == 0 && left_wins_at_end) {
                first |= bit;
            }
            if first & right != right {
                second &= !bit;
            }
        }
        let used = (1u128 << probes.len()) - 1;
        let [strong_left, strong_right] = strong;
        Signature {
            first: first & used | if strong_left { STRENGTH } else { 0 },
            second: second & used | if strong_right { 0 } else { STRENGTH },
        }
    }
}

impl Signature {
    /// Whether the signatures exclude that the form of this one is at least that of `other`.
    #[inline]
    pub(crate) fn refuses(self, other: Signature) -> bool {
        (other.first & !self.first) | (other.second & !self.second) != 0
    }
}

/// The signature of a form, and bounds on the signatures of its options. To see that no Left
/// option is at least H, it is enough that the bound refuses the signature of H.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Profile {
    pub(crate) own: Signature,
    /// For Left the union of the signatures of her options, for Right the intersection for
    /// his: the best that a player can hope for.
    pub(crate) best: [Signature; 2],
}

impl Profile {
    /// The profile of a form with this signature, whose options have the given signatures.
    pub(crate) fn new(
        own: Signature,
        left: impl Iterator<Item = Signature>,
        right: impl Iterator<Item = Signature>,
    ) -> Profile {
        let nothing = Signature::default();
        let everything = Signature { first: u128::MAX, second: u128::MAX };
        let union = left
            .fold(nothing, |all, s| Signature { first: all.first | s.first, second: all.second | s.second });
        let intersection = right.fold(everything, |all, s| Signature {
            first: all.first & s.first,
            second: all.second & s.second,
        });
        Profile { own, best: [union, intersection] }
    }
}

/// The profiles of the values of an engine, by handle. Signatures are asked far more often
/// than bounds, and lie close together.
pub(crate) struct SignatureTable {
    own: HandleTable<HalfLine>,
    best: HandleTable<Line>,
}

impl SignatureTable {
    /// The bytes of a table that has the profile of 0.
    pub(crate) const SMALLEST: usize = HandleTable::<HalfLine>::SMALLEST + HandleTable::<Line>::SMALLEST;

    pub(crate) fn new() -> SignatureTable {
        SignatureTable { own: HandleTable::new(), best: HandleTable::new() }
    }

    /// The signature of a handle. The handle's profile must have been set before any other
    /// thread learned of the handle, which makes relaxed access enough.
    #[inline]
    pub(crate) fn get(&self, handle: u32) -> Signature {
        read(&self.own.get(handle).expect("a value has a signature").0)
    }

    /// The bound on the signatures of a player's options: see [`Profile::best`].
    #[inline]
    pub(crate) fn best(&self, handle: u32, player: Player) -> Signature {
        let words = &self.best.get(handle).expect("a value has a profile").0;
        match player {
            Player::Left => read(&words[..4]),
            Player::Right => read(&words[4..]),
        }
    }

    pub(crate) fn set(&self, handle: u32, profile: &Profile, account: &Account) -> Result<(), Exhausted> {
        let (own, best) = (self.own.make(handle, account)?, self.best.make(handle, account)?);
        let [left, right] = profile.best;
        for (words, Signature { first, second }) in
            [(&own.0[..], profile.own), (&best.0[..4], left), (&best.0[4..], right)]
        {
            let values = [first as u64, (first >> 64) as u64, second as u64, (second >> 64) as u64];
            for (word, value) in words.iter().zip(values) {
                word.store(value, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

#[inline]
fn read(words: &[AtomicU64]) -> Signature {
    let word = |at: usize| u128::from(words[at].load(Ordering::Relaxed));
    Signature { first: word(0) | word(1) << 64, second: word(2) | word(3) << 64 }
}
