//! Partitions, found by joining pairs.

/// A partition of `0..n` that gets coarser.
pub(crate) struct Classes {
    /// The parent of each element on the way to its representative, which is its own parent.
    parent: Vec<usize>,
}

impl Classes {
    /// The partition in which every element is a class by itself.
    pub(crate) fn new(n: usize) -> Classes {
        Classes { parent: (0..n).collect() }
    }

    /// The representative of the class of an element.
    pub(crate) fn of(&mut self, mut at: usize) -> usize {
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    /// Puts two classes together.
    pub(crate) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a), self.of(b));
        // The smaller number leads, so that the result does not depend on the order.
        self.parent[a.max(b)] = a.min(b);
    }
}
