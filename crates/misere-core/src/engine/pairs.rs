//! The memo of comparisons. It may forget; it never changes an answer.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use crate::budget::Account;
use crate::store::arena::zeroed;
use crate::sync::{AtomicU32, AtomicUsize, RwLock};

/// The bound of the handles that fit in a [`PairMemo`]: all are smaller.
pub(crate) const MEMO_HANDLES: u32 = 1 << 30;

/// Remembers, for pairs of values, whether one is at least the other.
///
/// Lossy and lock-free: a word holds a pair and what is known of both directions, so a torn
/// pair cannot be read; two threads writing one place lose an answer, never falsify one.
///
/// The memo is read at random and much larger than the cache, so that words are short: of the
/// number of a pair a word has only the digits that its place does not determine.
///
/// The memo is read and written through a [`MemoView`], which keeps the table it was made
/// for: what is written into a table that has been replaced meanwhile is lost.
pub(crate) struct PairMemo {
    current: RwLock<Arc<Table>>,
    /// How often the table was replaced by a larger one.
    generation: AtomicUsize,
    filled: AtomicUsize,
    most: usize,
}

/// Words in buckets.
struct Table {
    words: Box<[AtomicU32]>,
    /// The number of buckets is 2 to this power.
    bucket_bits: u32,
}

/// The table of a [`PairMemo`], as it was when the view was made or refreshed.
pub(crate) struct MemoView {
    table: Arc<Table>,
    generation: usize,
}

/// Words of the first table. A table that is mostly full is doubled, so that a small
/// question does not pay for a large table.
const SMALLEST: usize = if cfg!(loom) { BUCKET } else { 1 << 12 };
/// The words of a bucket: one cache line, if not in a model.
const BUCKET: usize = if cfg!(loom) { 8 } else { 16 };

impl PairMemo {
    /// A memo that never has more than `most` entries.
    pub(crate) fn new(most: usize) -> PairMemo {
        let most = most.max(BUCKET);
        let most = 1 << most.ilog2();
        let first = SMALLEST.min(most);
        let words = zeroed(first).unwrap_or_else(|| (0..first).map(|_| AtomicU32::new(0)).collect());
        PairMemo {
            current: RwLock::new(Arc::new(Table::new(words))),
            generation: AtomicUsize::new(0),
            filled: AtomicUsize::new(0),
            most,
        }
    }

    pub(crate) fn view(&self) -> MemoView {
        let generation = self.generation.load(Ordering::Acquire);
        MemoView { table: self.table(), generation }
    }

    /// All comparisons remembered: g, h, and whether g is at least h.
    pub(crate) fn remembered(&self) -> Vec<(u32, u32, bool)> {
        let both = |(pair, known): (Pair, u32)| {
            let (low, high) = pair.handles();
            let low_first = (known & 1 != 0).then_some((low, high, known & 2 != 0));
            let high_first = (known & 4 != 0).then_some((high, low, known & 8 != 0));
            [low_first, high_first].into_iter().flatten()
        };
        self.table().entries().flat_map(both).collect()
    }

    fn table(&self) -> Arc<Table> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the table by a larger one, if it is mostly full, or has no words for `pair`.
    #[cold]
    fn grow(&self, pair: Pair, account: &Account) {
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        let length = current.words.len();
        let is_full = self.filled.load(Ordering::Relaxed) > most_filled(length);
        if !is_full && current.place(pair).is_some() {
            return; // Another thread was first.
        }
        if is_full {
            self.filled.store(0, Ordering::Relaxed);
        }
        let mut wanted = length * 2;
        while wanted <= self.most && pair.bits() > WORD_BITS + bucket_bits(wanted) {
            wanted *= 2;
        }
        let bytes = |length: usize| length * size_of::<AtomicU32>();
        if wanted > self.most || account.charge(bytes(wanted)).is_err() {
            return; // The table stays, and new answers push out old ones.
        }
        let Some(words) = zeroed(wanted) else {
            account.refund(bytes(wanted));
            return;
        };
        let larger = Table::new(words);
        let mut kept = 0;
        for (pair, known) in current.entries() {
            larger.insert(pair, known);
            kept += 1;
        }
        self.filled.store(kept, Ordering::Relaxed);
        if length > SMALLEST {
            account.refund(bytes(length));
        }
        *current = Arc::new(larger);
        self.generation.fetch_add(1, Ordering::Release);
    }
}

fn most_filled(length: usize) -> usize {
    length / 8 * 5
}

fn bucket_bits(length: usize) -> u32 {
    (length / BUCKET).ilog2()
}

impl MemoView {
    /// The remembered answer to "g is at least h".
    #[inline]
    pub(crate) fn get(&self, g: u32, h: u32) -> Option<bool> {
        let (pair, shift) = Pair::of(g, h);
        let (bucket, rest) = self.table.place(pair)?;
        // Buckets are filled from the beginning.
        let mut words = bucket.iter().map(|word| word.load(Ordering::Relaxed)).take_while(|word| *word != 0);
        let known = words.find(|word| word >> 4 == rest)? >> shift;
        (known & 1 != 0).then_some(known & 2 != 0)
    }

    pub(crate) fn set(&mut self, memo: &PairMemo, g: u32, h: u32, answer: bool, account: &Account) {
        let (pair, shift) = Pair::of(g, h);
        let known = (1 | u32::from(answer) << 1) << shift;
        let written = self.table.insert(pair, known);
        let is_full = || memo.filled.fetch_add(1, Ordering::Relaxed) >= most_filled(self.table.words.len());
        if match written {
            Written::Again => false,
            Written::New => is_full(),
            Written::Nowhere => true,
        } {
            memo.grow(pair, account);
        }
        if memo.generation.load(Ordering::Acquire) != self.generation {
            *self = memo.view();
            if written == Written::Nowhere {
                self.table.insert(pair, known);
            }
        }
    }
}

/// Two different handles as one number, which is small if both are: their binary digits in
/// turn, two of each.
#[derive(Clone, Copy)]
struct Pair(u64);

impl Pair {
    /// The pair, and where the two bits of this direction lie: whether the answer is known, and
    /// the answer.
    #[inline]
    fn of(g: u32, h: u32) -> (Pair, u32) {
        debug_assert!(g != h && g < MEMO_HANDLES && h < MEMO_HANDLES);
        let (low, high, shift) = if g < h { (g, h, 0) } else { (h, g, 2) };
        (Pair(spread(low) | spread(high) << 2), shift)
    }

    fn handles(self) -> (u32, u32) {
        (gathered(self.0), gathered(self.0 >> 2))
    }

    /// How many binary digits the number has.
    fn bits(self) -> u32 {
        u64::BITS - self.0.leading_zeros()
    }
}

/// The binary digits of a number, with two places left free after every two.
#[inline]
fn spread(number: u32) -> u64 {
    let digits = u64::from(number);
    let digits = (digits | digits << 16) & 0x0000_ffff_0000_ffff;
    let digits = (digits | digits << 8) & 0x00ff_00ff_00ff_00ff;
    let digits = (digits | digits << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    (digits | digits << 2) & 0x3333_3333_3333_3333
}

/// The number that was spread.
fn gathered(digits: u64) -> u32 {
    let digits = digits & 0x3333_3333_3333_3333;
    let digits = (digits | digits >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    let digits = (digits | digits >> 4) & 0x00ff_00ff_00ff_00ff;
    let digits = (digits | digits >> 8) & 0x0000_ffff_0000_ffff;
    (digits | digits >> 16) as u32
}

/// How many binary digits of a pair fit in a word, after the four of the answers.
const WORD_BITS: u32 = u32::BITS - 4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    /// The pair was there.
    Again,
    /// The pair is new in the table, or pushed out another: a table that forgets what is still
    /// wanted makes a comparison exponential, so that it must grow before.
    New,
    /// The pair does not fit in a word of this table.
    Nowhere,
}

impl Table {
    fn new(words: Box<[AtomicU32]>) -> Table {
        let bucket_bits = bucket_bits(words.len());
        Table { words, bucket_bits }
    }

    /// The bucket of a pair, and the part of the pair that is written there: the first digits. The
    /// bucket is the last digits, spread over the table by the first.
    #[inline]
    fn place(&self, Pair(number): Pair) -> Option<(&[AtomicU32], u32)> {
        let rest = u32::try_from(number >> self.bucket_bits).ok().filter(|rest| *rest < 1 << WORD_BITS)?;
        let bucket = self.turned(number, rest);
        Some((&self.words[bucket * BUCKET..][..BUCKET], rest))
    }

    /// The last digits of a pair as a bucket, or a bucket as the last digits.
    #[inline]
    fn turned(&self, digits: u64, rest: u32) -> usize {
        let turn = u64::from(rest).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        ((digits ^ turn) & ((1 << self.bucket_bits) - 1)) as usize
    }

    /// The pairs that are there, with what is known of them.
    fn entries(&self) -> impl Iterator<Item = (Pair, u32)> {
        self.words.iter().enumerate().filter_map(|(at, word)| {
            let word = word.load(Ordering::Relaxed);
            let rest = word >> 4;
            let digits = self.turned((at / BUCKET) as u64, rest) as u64;
            (word != 0).then_some((Pair(u64::from(rest) << self.bucket_bits | digits), word & 15))
        })
    }

    fn insert(&self, pair: Pair, known: u32) -> Written {
        let Some((bucket, rest)) = self.place(pair) else { return Written::Nowhere };
        for place in bucket {
            let word = place.load(Ordering::Relaxed);
            if word == 0 {
                place.store(rest << 4 | known, Ordering::Relaxed);
                return Written::New;
            }
            if word >> 4 == rest {
                place.store(word | known, Ordering::Relaxed);
                return Written::Again;
            }
        }
        let victim = (pair.0 ^ pair.0 >> 20) as usize % BUCKET;
        bucket[victim].store(rest << 4 | known, Ordering::Relaxed);
        Written::New
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, Limits};

    fn account() -> Account {
        Account::new(Arc::new(Budget::new(Limits::default())))
    }

    #[test]
    fn a_pair_memo_forgets_but_never_lies() {
        let account = account();
        let memo = PairMemo::new(1 << 20);
        let mut view = memo.view();
        let truth = |g: u32, h: u32| (g.wrapping_mul(31) ^ h.wrapping_mul(17)).is_multiple_of(3);
        let mut remembered = 0;
        for g in 0..300 {
            for h in 0..300 {
                if g != h {
                    view.set(&memo, g, h, truth(g, h), &account);
                    assert_eq!(view.get(g, h), Some(truth(g, h)));
                }
            }
        }
        for g in 0..300 {
            for h in 0..300 {
                if g != h
                    && let Some(answer) = view.get(g, h)
                {
                    assert_eq!(answer, truth(g, h));
                    remembered += 1;
                }
            }
        }
        assert!(remembered > 300 * 299 / 2, "only {remembered} remembered");
    }

    #[test]
    fn pairs_of_large_handles_are_remembered_too() {
        let account = account();
        let memo = PairMemo::new(1 << 22);
        let mut view = memo.view();
        let handles = [3, 1 << 12, 70_000, (1 << 20) + 5, (1 << 22) - 1];
        for (at, &g) in handles.iter().enumerate() {
            for &h in &handles[..at] {
                view.set(&memo, g, h, g.is_multiple_of(2), &account);
                assert_eq!((view.get(g, h), view.get(h, g)), (Some(g.is_multiple_of(2)), None), "{g} {h}");
            }
        }
        let mut remembered = memo.remembered();
        remembered.sort_unstable();
        let all = handles.iter().enumerate().flat_map(|(at, &g)| handles[..at].iter().map(move |&h| (g, h)));
        let mut all: Vec<_> = all.map(|(g, h)| (g, h, g.is_multiple_of(2))).collect();
        all.sort_unstable();
        assert_eq!(remembered, all);
        // A pair that no table of this size has a word for is forgotten.
        view.set(&memo, MEMO_HANDLES - 1, MEMO_HANDLES - 2, true, &account);
        assert_eq!(view.get(MEMO_HANDLES - 1, MEMO_HANDLES - 2), None);
    }

    #[test]
    fn one_direction_does_not_answer_the_other() {
        let memo = PairMemo::new(1 << 20);
        let (account, mut view) = (account(), memo.view());
        view.set(&memo, 5, 9, true, &account);
        assert_eq!(view.get(9, 5), None);
        view.set(&memo, 9, 5, false, &account);
        assert_eq!((view.get(5, 9), view.get(9, 5)), (Some(true), Some(false)));
    }
}
