//! The kinds of ends that follow from positions, found by looking at all followers: they
//! tell which of D, E, B, M the positions lie in.

use misere_core::{EndKind, Player};

use crate::graph::{Component, PositionGraph, Sum};

/// The kinds of ends among the followers of the components of a graph.
///
/// A sum lies in a universe exactly when all its components do: a universe is
/// closed under sums, and where all other components are played to their end the
/// component is left alone. Likewise a sum of ends is dead, or blocked, exactly when
/// all summands are: for blocked ends because in the answer to a move in one
/// component there is no other component for the end's owner to move in.
#[derive(Default)]
pub struct Kinds {
    pub(crate) facts: Vec<Facts>,
}

#[derive(Clone, Copy)]
pub(crate) struct Facts {
    is_end: [bool; 2],
    is_dead: [bool; 2],
    is_blocked: [bool; 2],
    /// Whether the player can move to a blocked end of their own.
    blocks: [bool; 2],
    kind: EndKind,
}

impl Facts {
    /// The facts of the sum of no components.
    pub(crate) const ZERO: Facts = Facts {
        is_end: [true; 2],
        is_dead: [true; 2],
        is_blocked: [true; 2],
        blocks: [false; 2],
        kind: EndKind::Zero,
    };
}

impl Kinds {
    /// The widest kind of the ends that follow from a component.
    #[must_use]
    pub fn kind(&self, component: Component) -> EndKind {
        self.facts[component.index()].kind
    }

    /// The widest kind of the ends that follow from a sum.
    #[must_use]
    pub fn kind_of_sum(&self, graph: &PositionGraph, sum: Sum) -> EndKind {
        self.of_sum(graph, sum).kind
    }

    /// Whether `player` has no move.
    #[must_use]
    pub fn is_end(&self, component: Component, player: Player) -> bool {
        self.facts[component.index()].is_end[player.index()]
    }

    fn of_sum(&self, graph: &PositionGraph, sum: Sum) -> Facts {
        let parts = graph.components(sum);
        let mut facts = Facts::ZERO;
        for (at, part) in parts.iter().enumerate() {
            let part_facts = self.facts[part.index()];
            facts.kind = facts.kind.max(part_facts.kind);
            for p in Player::BOTH.map(Player::index) {
                facts.is_end[p] &= part_facts.is_end[p];
                facts.is_dead[p] &= part_facts.is_dead[p];
                facts.is_blocked[p] &= part_facts.is_blocked[p];
                let others_blocked = || {
                    let mut others = parts.iter().enumerate().filter(|(other, _)| *other != at);
                    others.all(|(_, other)| self.facts[other.index()].is_blocked[p])
                };
                facts.blocks[p] |= part_facts.blocks[p] && others_blocked();
            }
        }
        facts
    }

    pub(crate) fn of_component(&self, graph: &PositionGraph, component: Component) -> Facts {
        let mut facts = Facts::ZERO;
        let options = Player::BOTH.map(|player| {
            let of_option = |&option: &Sum| self.of_sum(graph, option);
            graph.options(component, player).iter().map(of_option).collect::<Vec<_>>()
        });
        for player in Player::BOTH {
            let (p, opponent) = (player.index(), player.opponent().index());
            facts.is_end[p] = options[p].is_empty();
            facts.is_dead[p] = facts.is_end[p] && options[opponent].iter().all(|o| o.is_dead[p]);
            facts.is_blocked[p] =
                facts.is_end[p] && options[opponent].iter().all(|o| o.is_blocked[p] || o.blocks[p]);
            facts.blocks[p] = options[p].iter().any(|o| o.is_blocked[p]);
        }
        for player in Player::BOTH {
            let p = player.index();
            if facts.is_end[p] && !facts.is_end[player.opponent().index()] {
                let own = if facts.is_dead[p] {
                    EndKind::Dead
                } else if facts.is_blocked[p] {
                    EndKind::Blocked
                } else {
                    EndKind::Any
                };
                facts.kind = facts.kind.max(own);
            }
        }
        facts.kind = options.iter().flatten().map(|o| o.kind).fold(facts.kind, EndKind::max);
        facts
    }
}
