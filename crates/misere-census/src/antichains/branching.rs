//! Counting by branching: an element is in the down-set or it is not.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use misere_core::{Budget, Exhausted};
use misere_order::{Elements, FiniteOrder};

/// Counts the down-sets of induced subposets by taking an element in, with all below
/// it, or leaving it out, with all above it. Parts that are not related are counted
/// separately, and counts are remembered.
pub(super) struct Branching<'p> {
    poset: &'p FiniteOrder,
    budget: &'p Budget,
    memo: FxHashMap<Elements, BigUint>,
}

impl<'p> Branching<'p> {
    pub(super) fn new(poset: &'p FiniteOrder, budget: &'p Budget) -> Branching<'p> {
        Branching { poset, budget, memo: FxHashMap::default() }
    }

    /// The number of down-sets of the induced subposet; `None` if it takes more than `steps`
    /// steps.
    pub(super) fn count(&mut self, part: &Elements, mut steps: usize) -> Result<Option<BigUint>, Exhausted> {
        // Remembered counts serve similar parts; their number is bounded.
        const REMEMBERED: usize = 200_000;
        if self.memo.len() > REMEMBERED {
            self.memo.clear();
        }
        self.visit(part, &mut steps)
    }

    /// Counts the down-sets of a set. Every step takes elements away, so the recursion is no
    /// deeper than the number of elements.
    fn visit(&mut self, set: &Elements, left: &mut usize) -> Result<Option<BigUint>, Exhausted> {
        let mut product = BigUint::from(1u32);
        for part in components(self.poset, set) {
            if part.len() == 1 {
                product *= 2u32;
                continue;
            }
            if let Some(known) = self.memo.get(&part) {
                product *= known;
                continue;
            }
            if *left == 0 {
                return Ok(None);
            }
            *left -= 1;
            self.budget.step()?;
            let pivot = pivot(self.poset, &part);
            let Some(with) = self.visit(&part.minus(self.poset.down(pivot)), left)? else { return Ok(None) };
            let Some(without) = self.visit(&part.minus(self.poset.up(pivot)), left)? else { return Ok(None) };
            let count = with + without;
            product *= &count;
            self.memo.insert(part, count);
        }
        Ok(Some(product))
    }
}

/// The element that settles most others, whether it is taken in or left out.
pub(super) fn pivot(poset: &FiniteOrder, part: &Elements) -> usize {
    part.iter()
        .max_by_key(|&i| {
            let (above, below) = (part.common(poset.up(i)), part.common(poset.down(i)));
            (above * below, above + below)
        })
        .expect("a part has elements")
}

/// The parts of a set that are not related to each other.
pub(super) fn components(poset: &FiniteOrder, set: &Elements) -> Vec<Elements> {
    let mut rest = set.clone();
    let mut parts = Vec::new();
    while let Some(first) = rest.first() {
        let mut part = Elements::none(poset.len()).with(first);
        let mut frontier = vec![first];
        rest = rest.minus(&part);
        while let Some(i) = frontier.pop() {
            let reached = poset.up(i).or(poset.down(i)).and(&rest);
            rest = rest.minus(&reached);
            part = part.or(&reached);
            frontier.extend(reached.iter());
        }
        parts.push(part);
    }
    parts
}
