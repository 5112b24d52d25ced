//! The order of dead ends.

use std::collections::HashMap;

use crate::limits::LOOKUP;
use crate::player::Player;
use crate::rejection::Checked;
use crate::tree::{Class, Tree};

/// Compares Left dead ends, and remembers the results.
#[derive(Default)]
pub(crate) struct DeadEnds {
    ge: HashMap<(Class, Class), bool>,
}

impl DeadEnds {
    /// Whether g ≥ h, by \[universe\] Theorem 3.1: each G^R is ≥ some H^R, and G is 0 only if H
    /// is.
    pub(crate) fn ge(&mut self, tree: &Tree, g: Class, h: Class) -> Checked<bool> {
        // Comparisons that are wanted, each for the sake of the one before, with
        // the option of g that is to be matched and the next candidate in h.
        let mut pending = vec![((g, h), 0, 0)];
        while let Some((pair, matching, candidate)) = pending.last_mut() {
            tree.work.spend(LOOKUP)?;
            let &mut (a, b) = pair;
            let (of_a, of_b) = (tree.options(a, Player::Right), tree.options(b, Player::Right));
            let result = match (of_a.get(*matching), of_b.get(*candidate)) {
                _ if a == Class::ZERO => b == Class::ZERO,
                (None, _) => true,
                (Some(_), None) => false,
                (Some(&option), Some(&match_in_b)) => match self.ge.get(&(option, match_in_b)) {
                    None => {
                        pending.push(((option, match_in_b), 0, 0));
                        continue;
                    }
                    Some(true) => {
                        (*matching, *candidate) = (*matching + 1, 0);
                        continue;
                    }
                    Some(false) => {
                        *candidate += 1;
                        continue;
                    }
                },
            };
            tree.work.remember()?;
            self.ge.insert((a, b), result);
            pending.pop();
        }
        Ok(self.ge[&(g, h)])
    }

    /// Whether g is above a member of the set.
    pub(crate) fn is_above_some(&mut self, tree: &Tree, g: Class, set: &[Class]) -> Checked<bool> {
        for &member in set {
            if self.ge(tree, g, member)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
