//! Things that belong together, found pair by pair.

/// A partition of `0..n` that gets coarser.
pub(super) struct Classes {
    /// Towards the representative, which is its own parent.
    parent: Vec<usize>,
}

impl Classes {
    /// Everything by itself.
    pub(super) fn new(n: usize) -> Classes {
        Classes { parent: (0..n).collect() }
    }

    /// The representative of a class: the same for all in it.
    pub(super) fn of(&mut self, mut at: usize) -> usize {
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    /// Puts two classes together.
    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a), self.of(b));
        // The smaller number leads, so that the result does not depend on the order.
        self.parent[a.max(b)] = a.min(b);
    }
}
