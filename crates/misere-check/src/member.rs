//! Which forms are in a universe, by definition.

use crate::certificate::UniverseName;
use crate::player::Player;
use crate::rejection::Checked;
use crate::tree::{Class, Tree};

/// The properties of each form that the certificate lists, by class.
pub(crate) struct Members {
    /// Whether there is no tombstone in the form.
    pub(crate) ordinary: Vec<bool>,
    /// Whether the players have the same options throughout, and no tombstones.
    pub(crate) impartial: Vec<bool>,
    /// Whether the form is a Left dead end (\[universe\] Definition 1.3).
    left_dead: Vec<bool>,
    /// Whether the form is in the universe M, D, E or B of the certificate.
    pub(crate) in_universe: Vec<bool>,
}

impl Members {
    /// The properties of all forms in the tree.
    pub(crate) fn new(tree: &Tree, universe: UniverseName) -> Checked<Members> {
        let both = |test: &dyn Fn(Class, Player) -> bool, g| Player::BOTH.iter().all(|&p| test(g, p));
        let ordinary = hereditary(tree, |g| both(&|g, p| !tree.has_tombstone(g, p), g))?;
        let impartial = hereditary(tree, |g| {
            ordinary[g.index()] && tree.options(g, Player::Left) == tree.options(g, Player::Right)
        })?;
        let dead = [dead(tree, Player::Left)?, dead(tree, Player::Right)?];
        let blocked = match universe {
            UniverseName::B => [blocked(tree, Player::Left)?, blocked(tree, Player::Right)?],
            _ => [vec![], vec![]],
        };
        let in_universe = hereditary(tree, |g| {
            let is_zero = g == Class::ZERO;
            let own = match universe {
                UniverseName::M => true,
                UniverseName::D => is_zero || both(&|g, p| !tree.is_end(g, p), g),
                UniverseName::E => both(&|g, p| !tree.is_end(g, p) || dead[p as usize][g.index()], g),
                UniverseName::B => both(&|g, p| !tree.is_end(g, p) || blocked[p as usize][g.index()], g),
                // D(A) is not decided but shown; N and I are not universes.
                UniverseName::Generated | UniverseName::N | UniverseName::I => false,
            };
            own && ordinary[g.index()]
        })?;
        let [left_dead, _] = dead;
        Ok(Members { ordinary, impartial, left_dead, in_universe })
    }

    /// Whether a form that the certificate lists is a Left dead end. Of other forms nothing is
    /// known, and the answer is no.
    pub(crate) fn is_left_dead(&self, g: Class) -> bool {
        self.left_dead.get(g.index()).copied().unwrap_or(false)
    }
}

/// For each form, whether the form and all its followers have a property.
fn hereditary(tree: &Tree, own: impl Fn(Class) -> bool) -> Checked<Vec<bool>> {
    let mut all: Vec<bool> = Vec::new();
    for g in tree.classes() {
        let mut options = Player::BOTH.iter().flat_map(|&p| tree.options(g, p));
        tree.work.spend(1 + Player::BOTH.iter().map(|&p| tree.options(g, p).len()).sum::<usize>())?;
        all.push(own(g) && options.all(|option| all[option.index()]));
    }
    Ok(all)
}

/// For each form, whether it is a dead end for the player (\[universe\] Definition 1.3).
fn dead(tree: &Tree, player: Player) -> Checked<Vec<bool>> {
    hereditary(tree, |g| tree.is_end(g, player) && !tree.has_tombstone(g, player.opponent()))
}

/// For each form, whether it is a blocked end for the player (\[universe\] Definition 7.1).
fn blocked(tree: &Tree, player: Player) -> Checked<Vec<bool>> {
    let mut all: Vec<bool> = Vec::new();
    for g in tree.classes() {
        let mut is_blocked = tree.is_end(g, player);
        for &option in tree.options(g, player.opponent()) {
            let answers = tree.options(option, player);
            tree.work.spend(1 + answers.len())?;
            is_blocked &= all[option.index()] || answers.iter().any(|answer| all[answer.index()]);
        }
        all.push(is_blocked);
    }
    Ok(all)
}
