//! Sets of small numbers.

use std::fmt;

use smallvec::SmallVec;

/// A set of elements of an order, by number.
///
/// Sets that are combined must be subsets of the same `0..size`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Elements(SmallVec<[u64; 4]>);

impl Elements {
    /// The empty subset of `0..size`.
    #[must_use]
    pub fn none(size: usize) -> Elements {
        Elements(SmallVec::from_elem(0, size.div_ceil(64)))
    }

    /// The elements of `0..size` that have a property.
    #[must_use]
    pub fn those(size: usize, has: impl Fn(usize) -> bool) -> Elements {
        (0..size).filter(|&i| has(i)).fold(Elements::none(size), Elements::with)
    }

    /// The set with one more element.
    #[must_use]
    pub fn with(mut self, i: usize) -> Elements {
        self.insert(i);
        self
    }

    /// Adds an element.
    pub fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    /// Removes an element.
    pub fn remove(&mut self, i: usize) {
        self.0[i / 64] &= !(1 << (i % 64));
    }

    /// Whether an element is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    /// How many elements are in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set has no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The least element, if there is one.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The least element that is in both sets.
    pub(crate) fn first_common(&self, other: &Elements) -> Option<usize> {
        let mut words = self.0.iter().zip(&other.0).map(|(a, b)| a & b).enumerate();
        words.find(|(_, both)| *both != 0).map(|(at, both)| 64 * at + both.trailing_zeros() as usize)
    }

    /// The elements in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let rest = std::iter::successors(Some(word), |w| Some(w & w.wrapping_sub(1)));
            rest.take_while(|&w| w != 0).map(move |w| at * 64 + w.trailing_zeros() as usize)
        })
    }

    /// The elements that are in both sets.
    #[must_use]
    pub fn and(&self, other: &Elements) -> Elements {
        Elements(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// The elements that are in one of the sets.
    #[must_use]
    pub fn or(&self, other: &Elements) -> Elements {
        Elements(self.0.iter().zip(&other.0).map(|(a, b)| a | b).collect())
    }

    /// The elements that are not in the other set.
    #[inline]
    #[must_use]
    pub fn minus(&self, other: &Elements) -> Elements {
        Elements(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    /// How many elements are in both sets.
    #[inline]
    #[must_use]
    pub fn common(&self, other: &Elements) -> usize {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }
}

impl fmt::Debug for Elements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
