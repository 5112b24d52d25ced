//! The order modulo M, all games.

use std::collections::HashSet;

use crate::limits::LOOKUP;
use crate::player::Player;
use crate::rejection::Checked;
use crate::tree::{Class, Tree};

/// Whether g ≥ h modulo M, by \[universe\] Theorem 5.5, where only end-like forms are strong:
/// each G^R is ≥ some H^R or has some G^RL ≥ H, each H^L is ≤ some G^L or has some H^LR ≤ G, G is
/// end-like for Left if H is, and H is end-like for Right if G is.
pub(crate) fn ge_modulo_all(tree: &Tree, g: Class, h: Class) -> Checked<bool> {
    // Pairs are compared in ascending order, so that those of options come first.
    let mut known: HashSet<(Class, Class)> = HashSet::new();
    let followers_of_h = tree.followers(h)?;
    for a in tree.followers(g)? {
        for &b in &followers_of_h {
            if is_ge(tree, a, b, &known)? {
                tree.work.remember()?;
                known.insert((a, b));
            }
        }
    }
    Ok(known.contains(&(g, h)))
}

/// Whether a ≥ b, given the pairs of followers for which that holds.
fn is_ge(tree: &Tree, a: Class, b: Class, known: &HashSet<(Class, Class)>) -> Checked<bool> {
    let ends_fit = (!tree.is_end_like(b, Player::Left) || tree.is_end_like(a, Player::Left))
        && (!tree.is_end_like(a, Player::Right) || tree.is_end_like(b, Player::Right));
    tree.work.spend(LOOKUP)?;
    if !ends_fit {
        return Ok(false);
    }
    for &move_in_a in tree.options(a, Player::Right) {
        let (copies, answers) = (tree.options(b, Player::Right), tree.options(move_in_a, Player::Left));
        tree.work.spend(LOOKUP * (1 + copies.len() + answers.len()))?;
        let is_met = copies.iter().any(|&copy| known.contains(&(move_in_a, copy)))
            || answers.iter().any(|&answer| known.contains(&(answer, b)));
        if !is_met {
            return Ok(false);
        }
    }
    for &move_in_b in tree.options(b, Player::Left) {
        let (copies, answers) = (tree.options(a, Player::Left), tree.options(move_in_b, Player::Right));
        tree.work.spend(LOOKUP * (1 + copies.len() + answers.len()))?;
        let is_met = copies.iter().any(|&copy| known.contains(&(copy, move_in_b)))
            || answers.iter().any(|&answer| known.contains(&(a, answer)));
        if !is_met {
            return Ok(false);
        }
    }
    Ok(true)
}
