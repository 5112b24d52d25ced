//! The numbers of edges of game trees.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::Player;
use crate::budget::Exhausted;
use crate::store::{Form, FormMap, Forms};

impl Forms {
    /// The number of edges of the game tree, a tombstone being one edge: a number that
    /// grows beyond any machine integer.
    pub fn tree_edges(&self, g: Form) -> Result<BigUint, Exhausted> {
        match self.tree_edges_if_small(g)? {
            Some(edges) => Ok(edges.into()),
            None => self.bottom_up(g, |f, done| self.edges_from(f, done)),
        }
    }

    /// The number of edges of the game tree, if it is a machine integer: a long number for each
    /// follower takes ten times as long.
    fn tree_edges_if_small(&self, g: Form) -> Result<Option<u64>, Exhausted> {
        let followers = self.followers_within(&[g])?;
        let mut done = FormMap::new(&**self.budget());
        let mut last = 0;
        for &f in &*followers {
            self.budget().steps(Player::BOTH.map(|p| self.options(f, p).len()).iter().sum())?;
            let own = Player::BOTH.map(|p| u64::from(self.tombstones(f).has(p)));
            let below = Player::BOTH.into_iter().flat_map(|p| self.options(f, p));
            let mut edges = below.map(|&option| done.get(option).expect("options come first"));
            let sum = edges
                .try_fold(own[0] + own[1], |sum: u64, edges: u64| sum.checked_add(edges)?.checked_add(1));
            let Some(sum) = sum else { return Ok(None) };
            done.insert(f, sum)?;
            last = sum;
        }
        Ok(Some(last))
    }

    /// The number of edges of the tree of a form, from those of its options.
    fn edges_from(&self, f: Form, done: &FxHashMap<Form, BigUint>) -> Result<BigUint, Exhausted> {
        let mut edges = BigUint::ZERO;
        for p in Player::BOTH {
            edges += u32::from(self.tombstones(f).has(p));
            for o in self.options(f, p) {
                let below = &done[o];
                // Adding long numbers takes as long as many steps.
                self.budget().steps((below.bits() / 1024) as usize)?;
                edges += below;
                edges += 1u32;
            }
        }
        Ok(edges)
    }

    /// The forms sorted by the numbers of edges of their trees.
    pub(crate) fn by_tree_edges(&self, mut some: Vec<Form>) -> Result<Vec<Form>, Exhausted> {
        let edges = self.bottom_up_all(&some, |f, done| self.edges_from(f, done))?;
        some.sort_by(|a, b| edges[a].cmp(&edges[b]));
        Ok(some)
    }

    /// The number of edges when equal subtrees are drawn once, a tombstone being
    /// one edge.
    pub fn shared_edges(&self, g: Form) -> Result<u64, Exhausted> {
        let edges = |f: Form| {
            let of = |p: Player| self.options(f, p).len() + usize::from(self.tombstones(f).has(p));
            (of(Player::Left) + of(Player::Right)) as u64
        };
        Ok(self.followers_within(&[g])?.iter().map(|&f| edges(f)).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_of_the_tree_outgrow_machine_integers() {
        let forms = Forms::new();
        // *n has 3^n − 1 edges as a tree: e(n) = 2·(n + e(0) + … + e(n−1)).
        let star3 = forms.nimber(3).unwrap();
        assert_eq!(forms.tree_edges(star3), Ok(BigUint::from(26u32)));
        assert_eq!(forms.shared_edges(star3), Ok(2 + 4 + 6));
        let star100 = forms.nimber(100).unwrap();
        assert_eq!(forms.tree_edges(star100), Ok(BigUint::from(3u32).pow(100) - 1u32));
    }

    #[test]
    fn machine_integers_and_long_numbers_agree() {
        let forms = Forms::new();
        for n in 0..60 {
            let star = forms.nimber(n).unwrap();
            let small = forms.tree_edges_if_small(star).unwrap();
            // 3^41 is beyond 64 bits.
            assert_eq!(small.is_some(), n <= 40);
            let long = forms.bottom_up(star, |f, done| forms.edges_from(f, done)).unwrap();
            assert!(small.is_none_or(|small| long == small.into()));
        }
        let stone = forms.make(&[], &[Form::ZERO], crate::Tombstones::only(Player::Left)).unwrap();
        assert_eq!(forms.tree_edges(stone), Ok(2u32.into()));
    }
}
