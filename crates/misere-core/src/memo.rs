//! Tables that remember answers. They may forget; they never change an answer.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

use crate::arena::{CHUNKS, FIRST, locate};
use crate::budget::{Account, Exhausted};

/// Handles that fit in a [`PairMemo`] are smaller than this.
pub(crate) const MEMO_HANDLES: u32 = 1 << 30;

/// Remembers, for pairs of values, whether the one is at least the other.
///
/// Lossy and lock-free: a word holds both handles and what is known of both
/// directions, so a torn pair cannot be read; two threads writing one place
/// lose an answer, never falsify one.
pub(crate) struct PairMemo {
    tables: [OnceLock<Box<[AtomicU64]>>; SIZES.len()],
    current: AtomicUsize,
    filled: AtomicUsize,
}

/// Words per table. A larger one is taken when the current one is mostly full,
/// so that a small question does not pay for zeroing a large table.
const SIZES: [usize; 6] = [1 << 12, 1 << 15, 1 << 18, 1 << 21, 1 << 24, 1 << 27];
/// One cache line.
const BUCKET: usize = 8;

impl PairMemo {
    pub(crate) fn new() -> PairMemo {
        PairMemo {
            tables: [const { OnceLock::new() }; SIZES.len()],
            current: AtomicUsize::new(0),
            filled: AtomicUsize::new(0),
        }
    }

    /// What is remembered of "g is at least h".
    pub(crate) fn get(&self, g: u32, h: u32) -> Option<bool> {
        let (key, shift) = key(g, h);
        let bucket = bucket(self.table(self.current.load(Ordering::Acquire)), key);
        let word = bucket.iter().map(|w| w.load(Ordering::Relaxed)).find(|w| w >> 4 == key)?;
        let known = word >> shift;
        (known & 1 != 0).then_some(known & 2 != 0)
    }

    pub(crate) fn set(&self, g: u32, h: u32, answer: bool, account: &Account) {
        let (key, shift) = key(g, h);
        let size = self.current.load(Ordering::Acquire);
        let is_new = insert(self.table(size), key, (1 | u64::from(answer) << 1) << shift);
        if is_new && self.filled.fetch_add(1, Ordering::Relaxed) > SIZES[size] / 2 {
            self.grow(size, account);
        }
    }

    /// All that is remembered: g, h, and whether g is at least h.
    pub(crate) fn remembered(&self) -> impl Iterator<Item = (u32, u32, bool)> {
        const LOW: u64 = MEMO_HANDLES as u64 - 1;
        let table = self.table(self.current.load(Ordering::Acquire));
        table.iter().map(|w| w.load(Ordering::Relaxed)).filter(|w| *w != 0).flat_map(|word| {
            let (low, high) = ((word >> 4 & LOW) as u32, (word >> 34) as u32);
            let low_first = (word & 1 != 0).then_some((low, high, word & 2 != 0));
            let high_first = (word & 4 != 0).then_some((high, low, word & 8 != 0));
            [low_first, high_first].into_iter().flatten()
        })
    }

    fn table(&self, size: usize) -> &[AtomicU64] {
        self.tables[size]
            .get_or_init(|| std::iter::repeat_with(|| AtomicU64::new(0)).take(SIZES[size]).collect())
    }

    fn grow(&self, size: usize, account: &Account) {
        let next = size + 1;
        if next == SIZES.len() || account.charge(SIZES[next] * size_of::<AtomicU64>()).is_err() {
            // Stay, and let new answers push out old ones.
            self.filled.store(0, Ordering::Relaxed);
            return;
        }
        if self.current.compare_exchange(size, next, Ordering::AcqRel, Ordering::Acquire).is_err() {
            account.refund(SIZES[next] * size_of::<AtomicU64>());
            return;
        }
        self.filled.store(0, Ordering::Relaxed);
        let table = self.table(next);
        for word in self.table(size) {
            let word = word.load(Ordering::Relaxed);
            if word != 0 {
                insert(table, word >> 4, word & 15);
            }
        }
    }
}

/// The pair as one number, and where the two bits of this direction lie: known,
/// and the answer.
fn key(g: u32, h: u32) -> (u64, u32) {
    debug_assert!(g != h && g < MEMO_HANDLES && h < MEMO_HANDLES);
    let (low, high, shift) = if g < h { (g, h, 0) } else { (h, g, 2) };
    (u64::from(high) << 30 | u64::from(low), shift)
}

fn bucket(table: &[AtomicU64], key: u64) -> &[AtomicU64] {
    let buckets = table.len() / BUCKET;
    let at = (mix(key) >> 32) as usize & (buckets - 1);
    &table[at * BUCKET..][..BUCKET]
}

/// Spreads neighbouring pairs over the table (the finaliser of splitmix64).
fn mix(key: u64) -> u64 {
    let key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ key >> 31
}

/// Whether the pair is new here. One that pushes out another counts as well: a
/// table that forgets what is still wanted makes a comparison exponential, so it
/// must grow before that.
fn insert(table: &[AtomicU64], key: u64, known: u64) -> bool {
    let bucket = bucket(table, key);
    let mut empty = None;
    for place in bucket {
        let word = place.load(Ordering::Relaxed);
        if word >> 4 == key && word != 0 {
            place.store(word | known, Ordering::Relaxed);
            return false;
        }
        if word == 0 && empty.is_none() {
            empty = Some(place);
        }
    }
    let victim = &bucket[mix(key) as usize % BUCKET];
    empty.unwrap_or(victim).store(key << 4 | known, Ordering::Relaxed);
    true
}

/// A map from the handles of one store to those of another, growing with them.
pub(crate) struct HandleMap {
    /// Handles plus one; 0 is "not there".
    chunks: [OnceLock<Box<[AtomicU32]>>; CHUNKS],
}

impl HandleMap {
    pub(crate) fn new() -> HandleMap {
        HandleMap { chunks: [const { OnceLock::new() }; CHUNKS] }
    }

    pub(crate) fn get(&self, from: u32) -> Option<u32> {
        let (chunk, offset) = locate(from as usize);
        // Whoever reads a handle must also see the form it names.
        self.chunks[chunk].get()?[offset].load(Ordering::Acquire).checked_sub(1)
    }

    pub(crate) fn set(&self, from: u32, to: u32, account: &Account) -> Result<(), Exhausted> {
        let (chunk, offset) = locate(from as usize);
        if self.chunks[chunk].get().is_none() {
            let bytes = (FIRST << chunk) * size_of::<AtomicU32>();
            account.charge(bytes)?;
            let entries = std::iter::repeat_with(|| AtomicU32::new(0)).take(FIRST << chunk).collect();
            if self.chunks[chunk].set(entries).is_err() {
                account.refund(bytes); // Another thread was first.
            }
        }
        let entries = self.chunks[chunk].get().expect("the chunk was just made");
        entries[offset].store(to + 1, Ordering::Release);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::budget::{Budget, Limits};

    fn account() -> Account {
        Account::new(Arc::new(Budget::new(Limits::default())))
    }

    #[test]
    fn a_pair_memo_forgets_but_never_lies() {
        let account = account();
        let memo = PairMemo::new();
        let truth = |g: u32, h: u32| (g.wrapping_mul(31) ^ h.wrapping_mul(17)).is_multiple_of(3);
        let mut remembered = 0;
        for g in 0..300 {
            for h in 0..300 {
                if g != h {
                    memo.set(g, h, truth(g, h), &account);
                    assert_eq!(memo.get(g, h), Some(truth(g, h)));
                }
            }
        }
        for g in 0..300 {
            for h in 0..300 {
                if g != h
                    && let Some(answer) = memo.get(g, h)
                {
                    assert_eq!(answer, truth(g, h));
                    remembered += 1;
                }
            }
        }
        assert!(remembered > 300 * 299 / 2, "only {remembered} remembered");
    }

    #[test]
    fn one_direction_does_not_answer_the_other() {
        let memo = PairMemo::new();
        let account = account();
        memo.set(5, 9, true, &account);
        assert_eq!(memo.get(9, 5), None);
        memo.set(9, 5, false, &account);
        assert_eq!((memo.get(5, 9), memo.get(9, 5)), (Some(true), Some(false)));
    }
}
