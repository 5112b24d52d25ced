//! Counting the antichains of a finite partial order.
//!
//! An antichain is the same as the down-set it generates, and down-sets are what is
//! counted. Easy posets are counted by branching; posets of the shape of a product, whose
//! elements lie in rows, by a trace of products of matrices. A plan is checked before it
//! is used: the relations it uses must generate the order, and elements that spoil
//! the plan are branched on until it fits.
//!
//! ```
//! use misere_census::antichains::Counter;
//! use misere_core::{Budget, Limits};
//! use misere_order::FiniteOrder;
//! // The subsets of a set of three: their antichains are counted by Dedekind's M(3).
//! let cube = FiniteOrder::new(8, |a, b| a != b && a & b == b)?;
//! let budget = Budget::new(Limits::default());
//! assert_eq!(Counter::new(&cube, None, &budget).count(&cube.all())?, 20u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod branching;
mod rows;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use misere_core::{Budget, Exhausted};
use misere_order::{Elements, FiniteOrder};

use branching::{Branching, components, pivot};
use rows::Unfit;
pub use rows::{Row, Rows};

/// Counts the antichains of induced subposets of one poset.
pub struct Counter<'p> {
    poset: &'p FiniteOrder,
    rows: Option<&'p Rows>,
    budget: &'p Budget,
    branching: Branching<'p>,
    known: FxHashMap<Elements, BigUint>,
    few_steps: usize,
    work: Work,
}

/// Counts of what a counter has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Connected sets that were counted by branching alone.
    pub branched: u64,
    /// Connected sets that were counted by rows.
    pub by_rows: u64,
    /// Connected sets that were split by an element first.
    pub split: u64,
}

impl Work {
    /// The work of two counters together.
    #[must_use]
    pub fn plus(self, other: Work) -> Work {
        Work {
            branched: self.branched + other.branched,
            by_rows: self.by_rows + other.by_rows,
            split: self.split + other.split,
        }
    }
}

impl<'p> Counter<'p> {
    /// The most steps of branching on a connected set, after which the set is counted by rows
    /// if it can be.
    const FEW_STEPS: usize = 3_000;

    /// A counter for the poset, with rows if its elements lie in rows.
    #[must_use]
    pub fn new(poset: &'p FiniteOrder, rows: Option<&'p Rows>, budget: &'p Budget) -> Counter<'p> {
        assert!(
            rows.is_none_or(|rows| rows.row.len() == poset.len() && rows.row.iter().all(|&row| row < 16))
        );
        Counter {
            poset,
            rows,
            budget,
            branching: Branching::new(poset, budget),
            known: FxHashMap::default(),
            few_steps: Self::FEW_STEPS,
            work: Work::default(),
        }
    }

    /// Makes the counter try rows after `few_steps` steps of branching, which changes the
    /// time it takes and nothing else.
    #[must_use]
    pub fn with_few_steps(self, few_steps: usize) -> Counter<'p> {
        Counter { few_steps, ..self }
    }

    /// The work done so far.
    #[must_use]
    pub fn work(&self) -> Work {
        self.work
    }

    /// The number of antichains of the induced subposet, the empty one included.
    pub fn count(&mut self, set: &Elements) -> Result<BigUint, Exhausted> {
        let mut product = BigUint::from(1u32);
        for part in components(self.poset, set) {
            product *= self.count_connected(part)?;
        }
        Ok(product)
    }

    /// The number of antichains of a connected set. Each split takes an element away.
    fn count_connected(&mut self, part: Elements) -> Result<BigUint, Exhausted> {
        if let Some(known) = self.known.get(&part) {
            return Ok(known.clone());
        }
        let steps = if self.rows.is_some() { self.few_steps } else { usize::MAX };
        let count = match self.branching.count(&part, steps)? {
            Some(count) => {
                self.work.branched += 1;
                count
            }
            None => self.count_by_rows(&part)?,
        };
        self.known.insert(part, count.clone());
        Ok(count)
    }

    fn count_by_rows(&mut self, part: &Elements) -> Result<BigUint, Exhausted> {
        let rows = self.rows.expect("only counters with rows give up branching");
        let split_at = match rows::count(self.poset, rows, part, self.budget)? {
            Ok(count) => {
                self.work.by_rows += 1;
                return Ok(count.into());
            }
            // The element in most ill-fitting relations, then the one that settles most.
            Err(Unfit::Elements(misfits)) => misfits
                .iter()
                .copied()
                .max_by_key(|&i| {
                    let often = misfits.iter().filter(|&&j| j == i).count();
                    (often, part.common(self.poset.up(i)) * part.common(self.poset.down(i)), i)
                })
                .expect("there is a reason"),
            Err(Unfit::TooLarge) => pivot(self.poset, part),
        };
        self.work.split += 1;
        let with = self.count(&part.minus(self.poset.down(split_at)))?;
        let without = self.count(&part.minus(self.poset.up(split_at)))?;
        Ok(with + without)
    }
}
