//! Tables that remember answers. A table may forget; it never changes an answer.

use std::hash::Hash;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;

use super::sums::Parts;
use crate::Player;
use crate::budget::{Account, Exhausted};
use crate::store::arena::{Arena, HandleTable};
use crate::store::{Form, Tombstones};
use crate::sync::{AtomicU32, AtomicU64, Mutex, MutexGuard};

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
    const MOST: usize = 1 << 12;

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
