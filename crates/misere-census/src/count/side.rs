//! The number of antichains of values for each combination of properties.

use misere_core::{Budget, Exhausted};
use misere_order::Elements;
use num_bigint::{BigInt, BigUint};
use rustc_hash::FxHashMap;

use super::Which;
use super::options::{Meaning, OptionPool};
use super::shape::Typed;
use crate::antichains::{Counter, Work};

/// How far a count has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Sets of values whose antichains have been counted.
    pub done: usize,
    /// Sets whose antichains have to be counted.
    pub total: usize,
}

/// The sets of options of one player, counted by type.
pub(super) struct Side<'p> {
    meaning: &'p Meaning,
    counts: Vec<(u32, BigUint)>,
    pub(super) posets: usize,
    pub(super) work: Work,
    pub(super) antichains: BigUint,
}

impl<'p> Side<'p> {
    /// Counts antichains by type. The antichains that have none of a set Z of properties are
    /// those of a smaller poset; inclusion and exclusion gives the number for each type.
    pub(super) fn new(
        budget: &Budget,
        pool: &'p OptionPool,
        which: Which,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Side<'p>, Exhausted> {
        let start = match which {
            Which::All => pool.poset.all(),
            Which::PFree => pool.p_free.clone(),
        };
        let properties = pool.properties.len();
        let mut without: Vec<Elements> = vec![start];
        for property in &pool.properties {
            let smaller: Vec<Elements> = without.iter().map(|set| set.minus(property)).collect();
            without.extend(smaller);
        }
        let mut distinct = without.clone();
        // Small sets come first, so that what they have in common is known.
        distinct.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        distinct.dedup();
        let mut counter = Counter::new(&pool.poset, Some(&pool.rows), budget);
        let mut antichains: FxHashMap<Elements, BigUint> = FxHashMap::default();
        let total = distinct.len();
        for (done, set) in distinct.into_iter().enumerate() {
            progress(Progress { done, total });
            let count = counter.count(&set)?;
            antichains.insert(set, count);
        }
        // by_type[h] starts as the number of antichains with no property outside h.
        let full = (1 << properties) - 1;
        let mut by_type: Vec<BigInt> =
            (0..1usize << properties).map(|h| antichains[&without[full & !h]].clone().into()).collect();
        for at in 0..properties {
            for h in (0..by_type.len()).filter(|h| h >> at & 1 == 1) {
                let fewer = by_type[h & !(1 << at)].clone();
                by_type[h] -= fewer;
            }
        }
        let counts = by_type
            .into_iter()
            .enumerate()
            .filter(|(_, count)| *count != BigInt::ZERO)
            .map(|(h, count)| (h as u32, count.to_biguint().expect("a number of antichains")))
            .collect();
        Ok(Side {
            meaning: &pool.meaning,
            counts,
            posets: total,
            work: counter.work(),
            antichains: antichains[&without[0]].clone(),
        })
    }

    /// How many types occur, without tombstones.
    pub(super) fn types(&self) -> usize {
        self.counts.len()
    }

    /// All types, with and without a tombstone, each with the number of its antichains.
    pub(super) fn typed(&self) -> impl Iterator<Item = (Typed<'_>, &BigUint)> {
        self.counts.iter().flat_map(|(bits, antichains)| {
            [false, true]
                .map(|tombstone| (Typed { bits: *bits, tombstone, meaning: self.meaning }, antichains))
        })
    }
}
