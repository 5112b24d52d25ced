//! The places of the nodes of a tree: as near to each other as they may, every node between
//! its Left and its Right options. The mirror image of a tree has mirrored places.
//!
//! As in Reingold and Tilford's algorithm, subtrees are moved together until their
//! outlines touch.

use misere_core::{Budget, Exhausted, Player};

/// A node, with its options for each player, nearest first, and how far it reaches to
/// either side. The options of a node come later in the list of nodes than the node.
pub(crate) struct Node {
    pub(crate) options: [Vec<usize>; 2],
    pub(crate) reach: f64,
}

/// The distances between nodes.
#[derive(Clone, Copy)]
pub(crate) struct Spacing {
    /// The least gap between two nodes of one height.
    pub(crate) gap: f64,
    /// The least distance of an option to the side.
    pub(crate) slant: f64,
    /// The grid of which distances are multiples, if it is not 0.
    pub(crate) grid: f64,
    /// How far to the side an edge is where it has passed the nodes beside its upper end, given
    /// how far it leads to the side in all.
    pub(crate) lean: fn(f64) -> f64,
}

/// How far to the right each node goes, the first being at 0.
pub(crate) fn tidy(nodes: &[Node], spacing: Spacing, budget: &Budget) -> Result<Vec<f64>, Exhausted> {
    let mut outlines: Vec<Option<Outline>> = nodes.iter().map(|_| None).collect();
    let mut offsets = vec![0.0; nodes.len()];
    for (at, node) in nodes.iter().enumerate().rev() {
        budget.step()?;
        let sides = Player::BOTH.map(|player| {
            let mut side: Option<Outline> = None;
            for &option in &node.options[player.index()] {
                let outline = outlines[option].take().expect("options come later, and each once");
                side = Some(match side {
                    None => outline,
                    Some(inner) => {
                        let distance = spacing.rounded(inner.distance(&outline, player) + spacing.gap);
                        offsets[option] = sign(player) * distance;
                        inner.with(outline.moved(offsets[option]), player)
                    }
                });
            }
            side
        });
        let apart = match &sides {
            [Some(left), Some(right)] => left.distance(right, Player::Right) + spacing.gap,
            _ => 0.0,
        };
        let half = spacing.rounded((apart / 2.0).max(spacing.slant));
        for player in Player::BOTH {
            for &option in &node.options[player.index()] {
                offsets[option] += sign(player) * half;
            }
        }
        let [left, right] = sides;
        let (left, right) = (left.map(|side| side.moved(-half)), right.map(|side| side.moved(half)));
        let below = match (left, right) {
            (Some(left), Some(right)) => Some(left.with(right, Player::Right)),
            (one, other) => one.or(other),
        };
        let mut outline = below.unwrap_or_default();
        let reaches = Player::BOTH.map(|player| {
            let outermost = node.options[player.index()].last().map_or(0.0, |&option| offsets[option].abs());
            node.reach.max((spacing.lean)(outermost))
        });
        outline.push(reaches);
        outlines[at] = Some(outline);
    }
    let mut places = offsets;
    for (at, node) in nodes.iter().enumerate() {
        for &option in node.options.iter().flatten() {
            places[option] += places[at];
        }
    }
    Ok(places)
}

impl Spacing {
    fn rounded(&self, distance: f64) -> f64 {
        if self.grid > 0.0 { (distance / self.grid).ceil() * self.grid } else { distance }
    }
}

fn sign(player: Player) -> f64 {
    match player {
        Player::Left => -1.0,
        Player::Right => 1.0,
    }
}

/// How far a subtree reaches to either side at each height, the root last.
#[derive(Default)]
struct Outline {
    levels: Vec<[f64; 2]>,
    /// How far to the right the whole outline was moved.
    shift: f64,
}

impl Outline {
    fn reach(&self, below_root: usize, player: Player) -> f64 {
        let level = self.levels[self.levels.len() - 1 - below_root];
        level[player.index()] + sign(player) * self.shift
    }

    /// How far `outer` must be moved towards the player's side so that both outlines touch.
    fn distance(&self, outer: &Outline, player: Player) -> f64 {
        let common = self.levels.len().min(outer.levels.len());
        let needed = (0..common).map(|i| self.reach(i, player) + outer.reach(i, player.opponent()));
        needed.fold(f64::NEG_INFINITY, f64::max)
    }

    fn moved(mut self, by: f64) -> Outline {
        self.shift += by;
        self
    }

    /// The outline of both; `outer` is on the player's side. Joining takes as many steps as
    /// the lower of the two has levels, so that a tree takes as many steps as it has nodes.
    fn with(self, outer: Outline, player: Player) -> Outline {
        let common = self.levels.len().min(outer.levels.len());
        let (mut deep, other, side) = if self.levels.len() >= outer.levels.len() {
            (self, outer, player)
        } else {
            (outer, self, player.opponent())
        };
        let top = deep.levels.len();
        for i in 0..common {
            deep.levels[top - 1 - i][side.index()] = other.reach(i, side) - sign(side) * deep.shift;
        }
        deep
    }

    fn push(&mut self, reaches: [f64; 2]) {
        let level = Player::BOTH.map(|player| reaches[player.index()] - sign(player) * self.shift);
        self.levels.push(level);
    }
}
