//! The order of the classes of a census.

use misere_core::{Exhausted, Modulo, Proviso, parallel};

use super::antichain;
use super::census::Census;

/// How all classes of a census compare. A class is known by its place there.
pub struct CensusOrder {
    /// For each class, those that are less, as a set of bits.
    pub(super) below: Vec<Row>,
}

/// A set of places.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Row(Vec<u64>);

impl CensusOrder {
    /// Compares all classes of a census, which was made with the same engine.
    ///
    /// # Errors
    /// [`Exhausted`] when it takes more than the budget of the store.
    pub fn new<P: Proviso>(
        modulo: &Modulo<P>,
        census: &Census,
        threads: usize,
    ) -> Result<CensusOrder, Exhausted> {
        let values: Result<Vec<_>, _> = census.classes.iter().map(|c| modulo.value(c.form)).collect();
        let values = values?;
        let places: Vec<usize> = (0..values.len()).collect();
        let below = parallel::map(threads, 0, &places, |&g| {
            modulo.forms().budget().check_now()?;
            let mut row = Row::empty(values.len());
            for h in 0..values.len() {
                if h != g && modulo.value_ge(values[g], values[h])? {
                    row.insert(h);
                }
            }
            Ok(row)
        })?;
        Ok(CensusOrder { below })
    }

    /// How many classes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.below.len()
    }

    /// Never: 0 is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.below.is_empty()
    }

    /// Whether the first is at least the second.
    ///
    /// # Panics
    /// Here as below, if there is no such place.
    #[must_use]
    pub fn ge(&self, g: usize, h: usize) -> bool {
        g == h || self.below[g].has(h)
    }

    /// How many ordered pairs (G, H) have G > H.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.below.iter().map(|row| row.count() as u64).sum()
    }

    /// All places that are less, ascending.
    pub fn less_than(&self, g: usize) -> impl Iterator<Item = usize> {
        self.below[g].places()
    }

    /// The edges of the Hasse diagram: all pairs G > H with nothing between, ascending.
    #[must_use]
    pub fn covers(&self) -> Vec<(usize, usize)> {
        let mut covers = Vec::new();
        for (g, below) in self.below.iter().enumerate() {
            let mut covered = below.clone();
            for h in below.places() {
                covered.remove_all(&self.below[h]);
            }
            covers.extend(covered.places().map(|h| (g, h)));
        }
        covers
    }

    /// The classes that nothing is above.
    #[must_use]
    pub fn maximal(&self) -> Vec<usize> {
        let mut maximal = Row::full(self.len());
        for below in &self.below {
            maximal.remove_all(below);
        }
        maximal.places().collect()
    }

    /// The classes that nothing is below.
    #[must_use]
    pub fn minimal(&self) -> Vec<usize> {
        (0..self.len()).filter(|&g| self.below[g].is_empty()).collect()
    }

    /// A longest chain, the greatest first.
    #[must_use]
    pub fn longest_chain(&self) -> Vec<usize> {
        // What is below something has fewer below itself.
        let mut upward: Vec<usize> = (0..self.len()).collect();
        upward.sort_by_key(|&g| (self.below[g].count(), g));
        let mut heights: Vec<(usize, Option<usize>)> = vec![(1, None); self.len()];
        for &g in &upward {
            let tallest = self.below[g].places().min_by_key(|&h| (std::cmp::Reverse(heights[h].0), h));
            heights[g] = tallest.map_or((1, None), |h| (1 + heights[h].0, Some(h)));
        }
        let top = (0..self.len()).min_by_key(|&g| (std::cmp::Reverse(heights[g].0), g));
        std::iter::successors(top, |&g| heights[g].1).collect()
    }

    /// A largest antichain, ascending. Its size is the width of the order.
    #[must_use]
    pub fn largest_antichain(&self) -> Vec<usize> {
        antichain::largest(&self.below)
    }

    /// How many antichains there are, the empty one included, unless they are more
    /// than `most`. They are found one by one.
    #[must_use]
    pub fn antichains(&self, most: u64) -> Option<u64> {
        antichain::count(&self.below, most)
    }
}

impl Row {
    pub(super) fn empty(size: usize) -> Row {
        Row(vec![0; size.div_ceil(64)])
    }

    pub(super) fn full(size: usize) -> Row {
        let mut row = Row::empty(size);
        (0..size).for_each(|place| row.insert(place));
        row
    }

    pub(super) fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    pub(super) fn remove(&mut self, place: usize) {
        self.0[place / 64] &= !(1 << (place % 64));
    }

    pub(super) fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    pub(super) fn remove_all(&mut self, other: &Row) {
        for (word, taken) in self.0.iter_mut().zip(&other.0) {
            *word &= !taken;
        }
    }

    pub(super) fn first(&self) -> Option<usize> {
        self.first_common(self)
    }

    /// The least that is in both.
    pub(super) fn first_common(&self, other: &Row) -> Option<usize> {
        let mut words = self.0.iter().zip(&other.0).map(|(a, b)| a & b).enumerate();
        words.find(|(_, both)| *both != 0).map(|(at, both)| 64 * at + both.trailing_zeros() as usize)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let place = (rest != 0).then(|| 64 * at + rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(place)
            })
        })
    }
}
