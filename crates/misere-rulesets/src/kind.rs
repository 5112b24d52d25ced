//! The kinds of ends that follow from positions, found from all followers: they
//! determine which built-in universe the positions lie in.

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
    of_player: [PlayerFacts; 2],
    kind: EndKind,
}

/// The facts about a component for one player: a bit each, since there are millions of components.
#[derive(Clone, Copy)]
struct PlayerFacts(u8);

/// The component is an end for the player, a dead end, a blocked end.
const END: u8 = 1;
const DEAD: u8 = 2;
const BLOCKED: u8 = 4;
/// The player can move to a blocked end of their own.
const BLOCKS: u8 = 8;

impl PlayerFacts {
    fn new(facts: [(u8, bool); 4]) -> PlayerFacts {
        PlayerFacts(facts.iter().filter(|(_, is_true)| *is_true).fold(0, |all, (fact, _)| all | fact))
    }

    fn has(self, fact: u8) -> bool {
        self.0 & fact != 0
    }
}

impl Facts {
    /// The facts of the sum of no components.
    pub(crate) const ZERO: Facts =
        Facts { of_player: [PlayerFacts(END | DEAD | BLOCKED); 2], kind: EndKind::Zero };

    fn has(self, fact: u8, player: Player) -> bool {
        self.of_player[player.index()].has(fact)
    }

    /// The facts of the component with the players exchanged.
    pub(crate) fn exchanged(self) -> Facts {
        let [left, right] = self.of_player;
        Facts { of_player: [right, left], kind: self.kind }
    }
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
        self.facts[component.index()].has(END, player)
    }

    fn of_sum(&self, graph: &PositionGraph, sum: Sum) -> Facts {
        let parts = graph.components(sum);
        if let [part] = parts {
            return self.facts[part.index()];
        }
        let of_parts = || parts.iter().map(|part| self.facts[part.index()]);
        let of_player = Player::BOTH.map(|p| {
            let all = |fact: u8| of_parts().all(|part| part.has(fact, p));
            let blocks = of_parts().enumerate().any(|(at, part)| {
                let mut others = of_parts().enumerate().filter(|(other, _)| *other != at);
                part.has(BLOCKS, p) && others.all(|(_, other)| other.has(BLOCKED, p))
            });
            PlayerFacts::new([(END, all(END)), (DEAD, all(DEAD)), (BLOCKED, all(BLOCKED)), (BLOCKS, blocks)])
        });
        let kind = of_parts().map(|part| part.kind).fold(EndKind::Zero, EndKind::max);
        Facts { of_player, kind }
    }

    pub(crate) fn of_component(&self, graph: &PositionGraph, component: Component) -> Facts {
        let options = Player::BOTH.map(|player| {
            let of_option = |&option: &Sum| self.of_sum(graph, option);
            graph.own_options(component, player).iter().map(of_option).collect::<Vec<_>>()
        });
        let of_player = Player::BOTH.map(|p| {
            let (mine, theirs) = (&options[p.index()], &options[p.opponent().index()]);
            let is_end = mine.is_empty();
            let is_dead = is_end && theirs.iter().all(|o| o.has(DEAD, p));
            let is_blocked = is_end && theirs.iter().all(|o| o.has(BLOCKED | BLOCKS, p));
            let blocks = mine.iter().any(|o| o.has(BLOCKED, p));
            PlayerFacts::new([(END, is_end), (DEAD, is_dead), (BLOCKED, is_blocked), (BLOCKS, blocks)])
        });
        let mut kind = options.iter().flatten().map(|option| option.kind).fold(EndKind::Zero, EndKind::max);
        let [left, right] = of_player;
        for (own, other) in [(left, right), (right, left)] {
            if own.has(END) && !other.has(END) {
                kind = kind.max(match own {
                    _ if own.has(DEAD) => EndKind::Dead,
                    _ if own.has(BLOCKED) => EndKind::Blocked,
                    _ => EndKind::Any,
                });
            }
        }
        Facts { of_player, kind }
    }
}
