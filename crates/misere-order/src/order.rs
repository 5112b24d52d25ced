//! A finite partial order, its covers and its chains.

use std::cmp::Reverse;
use std::fmt;

use crate::antichains;
use crate::elements::Elements;

/// A partial order on `0..len`.
///
/// ```
/// use misere_order::FiniteOrder;
/// // The divisors of 12 by divisibility: 12 is above 4 and 6, 4 above 2, 6 above 2 and 3.
/// let divisors = [1, 2, 3, 4, 6, 12];
/// let order = FiniteOrder::new(6, |a, b| a != b && divisors[a] % divisors[b] == 0)?;
/// assert!(order.gt(5, 2) && !order.gt(3, 2) && !order.gt(5, 5) && order.ge(5, 5));
/// assert_eq!(order.covers(), [(1, 0), (2, 0), (3, 1), (4, 1), (4, 2), (5, 3), (5, 4)]);
/// assert_eq!((order.maximal(), order.minimal(), order.pairs()), (vec![5], vec![0], 12));
/// assert_eq!(order.longest_chain(), [5, 3, 1, 0]);
/// assert_eq!(order.largest_antichain().len(), 2);
/// assert_eq!((order.antichains(100), order.antichains(9)), (Some(10), None));
/// # Ok::<(), misere_order::NotAnOrder>(())
/// ```
#[derive(Clone, Debug)]
pub struct FiniteOrder {
    /// For each element, the elements below it and the element itself.
    down: Vec<Elements>,
    /// For each element, the elements above it and the element itself.
    up: Vec<Elements>,
}

/// Why a relation is not a strict partial order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAnOrder {
    /// The relation has `a > a`.
    AboveItself(usize),
    /// The relation has `a > b > a`.
    AboveEachOther(usize, usize),
    /// The relation has `a > b > c` but not `a > c`.
    NotTransitive(usize, usize, usize),
}

impl fmt::Display for NotAnOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAnOrder::AboveItself(a) => write!(f, "element {a} is above itself"),
            NotAnOrder::AboveEachOther(a, b) => write!(f, "elements {a} and {b} are above each other"),
            NotAnOrder::NotTransitive(a, b, c) => {
                write!(f, "element {a} is above {b} and {b} above {c}, but {a} is not above {c}")
            }
        }
    }
}

impl std::error::Error for NotAnOrder {}

impl FiniteOrder {
    /// The order in which `a` is above `b` when `gt(a, b)`.
    ///
    /// # Errors
    /// [`NotAnOrder`] when `gt` is not a strict partial order.
    pub fn new(len: usize, mut gt: impl FnMut(usize, usize) -> bool) -> Result<FiniteOrder, NotAnOrder> {
        let mut order =
            FiniteOrder { down: vec![Elements::none(len); len], up: vec![Elements::none(len); len] };
        for a in 0..len {
            if gt(a, a) {
                return Err(NotAnOrder::AboveItself(a));
            }
            for b in (0..len).filter(|&b| b == a || gt(a, b)) {
                order.down[a].insert(b);
                order.up[b].insert(a);
            }
        }
        for a in 0..len {
            for b in order.below(a) {
                if order.ge(b, a) {
                    return Err(NotAnOrder::AboveEachOther(a, b));
                }
                if let Some(c) = order.down[b].minus(&order.down[a]).first() {
                    return Err(NotAnOrder::NotTransitive(a, b, c));
                }
            }
        }
        Ok(order)
    }

    /// How many elements the order has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.down.len()
    }

    /// Whether the order has no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.down.is_empty()
    }

    /// The set of all elements.
    #[must_use]
    pub fn all(&self) -> Elements {
        Elements::those(self.len(), |_| true)
    }

    /// Whether `a` is above `b`.
    ///
    /// # Panics
    /// If there is no such element, as in all methods that take elements.
    #[inline]
    #[must_use]
    pub fn gt(&self, a: usize, b: usize) -> bool {
        a != b && self.ge(a, b)
    }

    /// Whether `a` is above `b` or equal to `b`.
    #[inline]
    #[must_use]
    pub fn ge(&self, a: usize, b: usize) -> bool {
        self.down[a].contains(b)
    }

    /// The elements below `a`, and `a`.
    #[inline]
    #[must_use]
    pub fn down(&self, a: usize) -> &Elements {
        &self.down[a]
    }

    /// The elements above `a`, and `a`.
    #[inline]
    #[must_use]
    pub fn up(&self, a: usize) -> &Elements {
        &self.up[a]
    }

    /// The elements below `a`, and not `a`, in increasing order.
    pub fn below(&self, a: usize) -> impl Iterator<Item = usize> + '_ {
        self.down[a].iter().filter(move |&b| b != a)
    }

    /// The order with above and below exchanged.
    #[must_use]
    pub fn dual(&self) -> FiniteOrder {
        FiniteOrder { down: self.up.clone(), up: self.down.clone() }
    }

    /// How many pairs (a, b) have a above b.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.down.iter().map(|down| down.len() as u64 - 1).sum()
    }

    /// The edges of the Hasse diagram: the pairs (a, b) with a above b and nothing
    /// between them, in increasing order.
    #[must_use]
    pub fn covers(&self) -> Vec<(usize, usize)> {
        self.covers_within(&self.all())
    }

    /// The pairs (a, b) of the set with a above b and nothing of the set between them, in
    /// increasing order.
    #[must_use]
    pub fn covers_within(&self, set: &Elements) -> Vec<(usize, usize)> {
        let mut covers = Vec::new();
        for a in set.iter() {
            let down = self.down[a].and(set);
            covers.extend(down.iter().filter(|&b| down.common(&self.up[b]) == 2).map(|b| (a, b)));
        }
        covers
    }

    /// The elements that nothing is above.
    #[must_use]
    pub fn maximal(&self) -> Vec<usize> {
        (0..self.len()).filter(|&a| self.up[a].len() == 1).collect()
    }

    /// The elements that nothing is below.
    #[must_use]
    pub fn minimal(&self) -> Vec<usize> {
        (0..self.len()).filter(|&a| self.down[a].len() == 1).collect()
    }

    /// For each element, how many elements a longest chain below it has.
    #[must_use]
    pub fn heights(&self) -> Vec<usize> {
        // An element below another has fewer elements below itself.
        let mut upward: Vec<usize> = (0..self.len()).collect();
        upward.sort_by_key(|&a| self.down[a].len());
        let mut heights = vec![0; self.len()];
        for &a in &upward {
            heights[a] = self.below(a).map(|b| heights[b] + 1).max().unwrap_or(0);
        }
        heights
    }

    /// A longest chain, the greatest element first.
    #[must_use]
    pub fn longest_chain(&self) -> Vec<usize> {
        let heights = self.heights();
        let highest = |&a: &usize| (Reverse(heights[a]), a);
        let top = (0..self.len()).min_by_key(highest);
        std::iter::successors(top, |&a| self.below(a).min_by_key(highest)).collect()
    }

    /// A largest antichain, in increasing order. Its size is the width of the order.
    #[must_use]
    pub fn largest_antichain(&self) -> Vec<usize> {
        antichains::largest(self)
    }

    /// The number of antichains, the empty one included; `None` if it is more than `most`.
    /// Antichains are counted one by one.
    #[must_use]
    pub fn antichains(&self, most: u64) -> Option<u64> {
        antichains::count(self, most)
    }
}
