//! Tables that remember answers. A table may forget; it never changes an answer.

use std::hash::Hash;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use rustc_hash::FxHashMap;

use super::sums::Parts;
use crate::Player;
use crate::budget::{Account, Exhausted};
use crate::store::arena::{Arena, HandleTable, zeroed};
use crate::store::{Form, Tombstones};
use crate::sync::{AtomicU32, AtomicU64, AtomicUsize, Mutex, MutexGuard, RwLock};

/// The bound of the handles that fit in a [`PairMemo`]: all are smaller.
pub(crate) const MEMO_HANDLES: u32 = 1 << 30;

/// Remembers, for pairs of values, whether one is at least the other.
///
/// Lossy and lock-free: a word holds both handles and what is known of both
/// directions, so a torn pair cannot be read; two threads writing one place
/// lose an answer, never falsify one.
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

type Table = Box<[AtomicU64]>;

/// The table of a [`PairMemo`], as it was when the view was made or refreshed.
pub(crate) struct MemoView {
    table: Arc<Table>,
    generation: usize,
}

/// Words of the first table. A table that is mostly full is doubled, so that a small
/// question does not pay for a large table.
const SMALLEST: usize = if cfg!(loom) { BUCKET } else { 1 << 12 };
/// The words of a bucket: one cache line.
const BUCKET: usize = 8;

impl PairMemo {
    /// A memo that never has more than `most` entries.
    pub(crate) fn new(most: usize) -> PairMemo {
        let most = most.max(BUCKET);
        let most = 1 << most.ilog2();
        let first = SMALLEST.min(most);
        let words = zeroed(first).unwrap_or_else(|| (0..first).map(|_| AtomicU64::new(0)).collect());
        PairMemo {
            current: RwLock::new(Arc::new(words)),
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
        const LOW: u64 = MEMO_HANDLES as u64 - 1;
        let table = self.table();
        let words = table.iter().map(|w| w.load(Ordering::Relaxed)).filter(|w| *w != 0);
        words
            .flat_map(|word| {
                let (low, high) = ((word >> 4 & LOW) as u32, (word >> 34) as u32);
                let low_first = (word & 1 != 0).then_some((low, high, word & 2 != 0));
                let high_first = (word & 4 != 0).then_some((high, low, word & 8 != 0));
                [low_first, high_first].into_iter().flatten()
            })
            .collect()
    }

    fn table(&self) -> Arc<Table> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn grow(&self, account: &Account) {
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        let (length, wanted) = (current.len(), current.len() * 2);
        if self.filled.load(Ordering::Relaxed) <= most_filled(length) {
            return; // Another thread was first.
        }
        self.filled.store(0, Ordering::Relaxed);
        if wanted > self.most || account.charge(wanted * size_of::<AtomicU64>()).is_err() {
            return; // The table stays, and new answers push out old ones.
        }
        let Some(larger) = zeroed(wanted) else {
            account.refund(wanted * size_of::<AtomicU64>());
            return;
        };
        let mut kept = 0;
        for word in current.iter().map(|w| w.load(Ordering::Relaxed)).filter(|w| *w != 0) {
            insert(&larger, word >> 4, word & 15);
            kept += 1;
        }
        self.filled.store(kept, Ordering::Relaxed);
        if length > SMALLEST {
            account.refund(length * size_of::<AtomicU64>());
        }
        *current = Arc::new(larger);
        self.generation.fetch_add(1, Ordering::Release);
    }
}

fn most_filled(length: usize) -> usize {
    length / 8 * 5
}

impl MemoView {
    /// The remembered answer to "g is at least h".
    #[inline]
    pub(crate) fn get(&self, g: u32, h: u32) -> Option<bool> {
        let (key, shift) = key(g, h);
        let bucket = bucket(&self.table, key);
        let word = bucket.iter().map(|w| w.load(Ordering::Relaxed)).find(|w| w >> 4 == key)?;
        let known = word >> shift;
        (known & 1 != 0).then_some(known & 2 != 0)
    }

    pub(crate) fn set(&mut self, memo: &PairMemo, g: u32, h: u32, answer: bool, account: &Account) {
        let (key, shift) = key(g, h);
        let is_new = insert(&self.table, key, (1 | u64::from(answer) << 1) << shift);
        if is_new && memo.filled.fetch_add(1, Ordering::Relaxed) >= most_filled(self.table.len()) {
            memo.grow(account);
        }
        if memo.generation.load(Ordering::Acquire) != self.generation {
            *self = memo.view();
        }
    }
}

/// The pair as one number, and where the two bits of this direction lie: whether the
/// answer is known, and the answer.
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

/// Writes the pair, and says whether the pair is new in the table. A pair that pushes out
/// another counts as new: a table that forgets what is still wanted makes a comparison
/// exponential, so the table must grow before that.
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

/// Sums of values, by their summands, in shards so that threads seldom wait; and the summands
/// of values that are sums.
pub(crate) struct SumMemo {
    pairs: [Mutex<FxHashMap<(u32, u32), Form>>; 32],
    longer: [Mutex<FxHashMap<Box<[u32]>, Form>>; 32],
    /// For a value that is a sum, where its summands begin and how many they are.
    places: HandleTable<AtomicU64>,
    summands: Arena<u32>,
}

impl SumMemo {
    pub(crate) fn new() -> SumMemo {
        SumMemo {
            pairs: Default::default(),
            longer: Default::default(),
            places: HandleTable::new(),
            summands: Arena::new(),
        }
    }

    /// The bytes charged for a sum.
    pub(crate) fn bytes(parts: &[u32]) -> usize {
        match parts {
            [_, _] => size_of::<(Form, Form, Form)>() * 2,
            _ => size_of::<(Box<[u32]>, Form)>() * 2 + size_of_val(parts),
        }
    }

    /// Two values as the summands of their sum.
    pub(crate) fn pair(a: Form, b: Form) -> Parts {
        Parts::from_slice(&[a.0.min(b.0), a.0.max(b.0)])
    }

    /// The sum of these values, which are in ascending order.
    pub(crate) fn get(&self, parts: &[u32]) -> Option<Form> {
        match *parts {
            [a, b] => self.shard(&self.pairs, parts).get(&(a, b)).copied(),
            _ => self.shard(&self.longer, parts).get(parts).copied(),
        }
    }

    /// Notes a sum. Larger sums wait for it, so that it must not be forgotten: the answer is
    /// whether the system gave the memory.
    pub(crate) fn set(&self, parts: &[u32], sum: Form) -> bool {
        match *parts {
            [a, b] => remember(&mut self.shard(&self.pairs, parts), (a, b), sum),
            _ => remember(&mut self.shard(&self.longer, parts), parts.into(), sum),
        }
    }

    fn shard<'a, T>(&self, shards: &'a [Mutex<T>; 32], parts: &[u32]) -> MutexGuard<'a, T> {
        let shard = parts.iter().fold(0u32, |all, part| all.wrapping_mul(7) ^ part) as usize % shards.len();
        shards[shard].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The summands of a value, in ascending order: none if the value is not known to be a sum.
    #[inline]
    pub(crate) fn parts(&self, value: u32) -> &[u32] {
        // A thread that reads the place must also see what is there.
        match self.places.get(value).map_or(0, |place| place.load(Ordering::Acquire)) {
            0 => &[],
            place => self.summands.run((place >> 32) as u32, place as u32),
        }
    }

    /// Notes the summands of a value, unless the value has some already.
    pub(crate) fn note_parts(&self, value: u32, parts: &[u32], account: &Account) -> Result<(), Exhausted> {
        let place = self.places.make(value, account)?;
        if place.load(Ordering::Relaxed) == 0 {
            account.charge(size_of_val(parts))?;
            if let Ok(appended) = self.summands.append(parts) {
                let new = u64::from(appended.start) << 32 | parts.len() as u64;
                place.store(new, Ordering::Release);
            }
        }
        Ok(())
    }
}

/// Puts an entry into a map, unless the system gives no memory for it, and says whether it is
/// there.
fn remember<K: Eq + Hash, V>(map: &mut FxHashMap<K, V>, key: K, value: V) -> bool {
    let has_room = map.try_reserve(1).is_ok();
    if has_room {
        map.insert(key, value);
    }
    has_room
}

/// Simplest forms, by the values of the options they were made from. The memo forgets.
#[derive(Default)]
pub(crate) struct SettledMemo {
    shards: [Mutex<FxHashMap<SettledKey, Form>>; 32],
}

/// Left's options, Right's options, and one word with the number of Left's options and
/// the players that have a tombstone.
pub(crate) type SettledKey = Box<[u32]>;

impl SettledMemo {
    /// Entries of a full shard, which then begins anew.
    const MOST: usize = 1 << 14;

    pub(crate) fn key(options: &[Vec<Form>; 2], tombstones: Tombstones) -> SettledKey {
        let [left, right] = options;
        let mut key = Vec::with_capacity(left.len() + right.len() + 1);
        key.extend(left.iter().chain(right).map(|o| o.0));
        let stones = Player::BOTH.map(|p| u32::from(tombstones.has(p)));
        key.push((left.len() as u32) << 2 | stones[0] << 1 | stones[1]);
        key.into()
    }

    pub(crate) fn get(&self, key: &SettledKey) -> Option<Form> {
        self.shard(key).get(key).copied()
    }

    pub(crate) fn set(&self, key: SettledKey, simplest: Form, account: &Account) {
        let bytes = |key: &SettledKey| 32 + size_of_val(&key[..]);
        let mut shard = self.shard(&key);
        if shard.len() >= Self::MOST {
            account.refund(shard.keys().map(bytes).sum());
            shard.clear();
        }
        if account.charge(bytes(&key)).is_ok() {
            remember(&mut shard, key, simplest);
        }
    }

    fn shard(&self, key: &[u32]) -> MutexGuard<'_, FxHashMap<SettledKey, Form>> {
        let mixed = key.iter().fold(0u32, |all, &part| (all.rotate_left(5) ^ part).wrapping_mul(0x9e37_79b9));
        self.shards[(mixed >> 27) as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A map from the handles of one store to those of another, growing with the stores. A
/// place holds the handle plus one; 0 is "not there".
pub(crate) struct HandleMap(HandleTable<AtomicU32>);

impl HandleMap {
    pub(crate) fn new() -> HandleMap {
        HandleMap(HandleTable::new())
    }

    #[inline]
    pub(crate) fn get(&self, from: u32) -> Option<u32> {
        // A thread that reads a handle must also see the form it names.
        self.0.get(from)?.load(Ordering::Acquire).checked_sub(1)
    }

    pub(crate) fn set(&self, from: u32, to: u32, account: &Account) -> Result<(), Exhausted> {
        self.0.make(from, account)?.store(to + 1, Ordering::Release);
        Ok(())
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
    fn one_direction_does_not_answer_the_other() {
        let memo = PairMemo::new(1 << 20);
        let (account, mut view) = (account(), memo.view());
        view.set(&memo, 5, 9, true, &account);
        assert_eq!(view.get(9, 5), None);
        view.set(&memo, 9, 5, false, &account);
        assert_eq!((view.get(5, 9), view.get(9, 5)), (Some(true), Some(false)));
    }
}
