//! Finite partial orders, and sets of their elements.

use std::fmt;

use smallvec::SmallVec;

/// A set of elements of a poset, by number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Elements(SmallVec<[u64; 4]>);

impl Elements {
    /// The empty subset of `0..size`.
    #[must_use]
    pub fn none(size: usize) -> Elements {
        Elements(SmallVec::from_elem(0, size.div_ceil(64)))
    }

    /// The set `0..size`.
    #[must_use]
    pub fn all(size: usize) -> Elements {
        (0..size).fold(Elements::none(size), |set, i| set.with(i))
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

    /// Whether an element is in the set.
    #[must_use]
    pub fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    /// How many elements there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The least element, if there is one.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The elements in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            std::iter::successors((word != 0).then_some(word), |w| {
                let rest = w & (w - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |w| at * 64 + w.trailing_zeros() as usize)
        })
    }

    /// The intersection.
    #[must_use]
    pub fn and(&self, other: &Elements) -> Elements {
        Elements(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// The union.
    #[must_use]
    pub fn or(&self, other: &Elements) -> Elements {
        Elements(self.0.iter().zip(&other.0).map(|(a, b)| a | b).collect())
    }

    /// What is not in the other set.
    #[must_use]
    pub fn minus(&self, other: &Elements) -> Elements {
        Elements(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    /// Whether all elements are in the other set.
    #[must_use]
    pub fn is_subset(&self, other: &Elements) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// How many elements are in both sets.
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

/// A partial order on `0..len`.
#[derive(Clone, Debug)]
pub struct Poset {
    /// For each element, those below it and itself.
    below: Vec<Elements>,
    /// For each element, those above it and itself.
    above: Vec<Elements>,
}

/// Why a relation is not a partial order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAnOrder {
    /// `a ≥ a` fails.
    NotReflexive(usize),
    /// `a ≥ b ≥ a`.
    NotAntisymmetric(usize, usize),
    /// `a ≥ b ≥ c` but not `a ≥ c`.
    NotTransitive(usize, usize, usize),
}

impl fmt::Display for NotAnOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAnOrder::NotReflexive(a) => write!(f, "{a} is not related to itself"),
            NotAnOrder::NotAntisymmetric(a, b) => write!(f, "{a} and {b} are above each other"),
            NotAnOrder::NotTransitive(a, b, c) => {
                write!(f, "{a} is above {b} and {b} above {c}, {a} not above {c}")
            }
        }
    }
}

impl std::error::Error for NotAnOrder {}

impl Poset {
    /// The order in which `a` is above `b` when `ge(a, b)`.
    ///
    /// # Errors
    /// When that is no partial order.
    pub fn new(len: usize, ge: impl Fn(usize, usize) -> bool) -> Result<Poset, NotAnOrder> {
        let below: Vec<Elements> = (0..len).map(|a| Elements::those(len, |b| ge(a, b))).collect();
        let above: Vec<Elements> = (0..len).map(|b| Elements::those(len, |a| below[a].contains(b))).collect();
        let poset = Poset { below, above };
        for a in 0..len {
            if !poset.ge(a, a) {
                return Err(NotAnOrder::NotReflexive(a));
            }
            for b in poset.below[a].iter().filter(|&b| b != a) {
                if poset.ge(b, a) {
                    return Err(NotAnOrder::NotAntisymmetric(a, b));
                }
                if let Some(c) = poset.below[b].minus(&poset.below[a]).iter().next() {
                    return Err(NotAnOrder::NotTransitive(a, b, c));
                }
            }
        }
        Ok(poset)
    }

    /// How many elements there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.below.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.below.is_empty()
    }

    /// All elements.
    #[must_use]
    pub fn all(&self) -> Elements {
        Elements::all(self.len())
    }

    /// Whether `a` is above `b` or the same.
    #[must_use]
    pub fn ge(&self, a: usize, b: usize) -> bool {
        self.below[a].contains(b)
    }

    /// The elements below `a`, and `a`.
    #[must_use]
    pub fn down(&self, a: usize) -> &Elements {
        &self.below[a]
    }

    /// The elements above `a`, and `a`.
    #[must_use]
    pub fn up(&self, a: usize) -> &Elements {
        &self.above[a]
    }

    /// The pairs (a, b) of the set with a above b and nothing of the set between them.
    #[must_use]
    pub fn covers(&self, set: &Elements) -> Vec<(usize, usize)> {
        let mut covers = Vec::new();
        for a in set.iter() {
            let below = self.below[a].and(set);
            covers.extend(below.iter().filter(|&b| below.common(&self.above[b]) == 2).map(|b| (a, b)));
        }
        covers
    }
}
