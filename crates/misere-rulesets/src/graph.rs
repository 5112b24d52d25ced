//! Positions and the moves between them, split into components.

use std::num::NonZeroU32;
use std::sync::Arc;

use misere_core::{Account, Budget, Exhausted, Player};

use crate::kind::Kinds;
use crate::lists::Lists;
use crate::ruleset::{Position, Ruleset};
use crate::steps::Steps;

/// The components that occur in the play of the positions explored so far, each
/// once up to symmetry, with their options. A position is a sum of components.
///
/// Every component comes after the components of its options in
/// [`PositionGraph::bottom_up`]; a game that can go on for ever has no such order
/// and is refused.
///
/// Where the rules are the same for both players, a component may have a conjugate: the component
/// with the players exchanged. The moves of one are those of the other, so that only one of them
/// is explored, and only one need be evaluated.
pub struct PositionGraph {
    pub(crate) ruleset: Arc<dyn Ruleset>,
    /// The encodings of the components.
    pub(crate) positions: Lists<u8>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) states: Vec<State>,
    /// All components, in ascending order: each is a sum by itself.
    pub(crate) components: Vec<Component>,
    /// The options of components, as runs.
    pub(crate) options: Vec<Sum>,
    pub(crate) kinds: Kinds,
    /// The sums of several components, and of none.
    pub(crate) sums: Lists<Component>,
    /// The conjugates of these sums, as far as they were wanted.
    pub(crate) conjugate_sums: Vec<Option<Sum>>,
    pub(crate) bottom_up: Vec<Component>,
    pub(crate) account: Account,
    pub(crate) steps: Arc<Steps>,
}

/// A component, of the graph that gave it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component(NonZeroU32);

/// A sum of components, of the graph that gave it out. Equal sums have equal handles.
// Twice the number of the component for a single component; for other sums one more than twice
// the number of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sum(u32);

/// The facts about a component.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// The component with the players exchanged, if it was met.
    pub(crate) conjugate: Option<Component>,
    /// Where the options of Left begin; those of Right follow.
    pub(crate) start: u32,
    pub(crate) lengths: [u32; 2],
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    New,
    /// The component is on the path that is being followed.
    Open {
        /// Whether the conjugate was explored before.
        is_image: bool,
    },
    Explored,
    /// Explored: the options are those of the conjugate, with the players exchanged.
    Image,
}

/// Why positions were not explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unexplored {
    /// A limit was reached.
    Exhausted(Exhausted),
    /// The game need not end: these components, each as it is written, lead from one to the
    /// next and the last back to the first.
    Endless(Vec<String>),
}

impl From<Exhausted> for Unexplored {
    fn from(exhausted: Exhausted) -> Unexplored {
        Unexplored::Exhausted(exhausted)
    }
}

impl std::fmt::Display for Unexplored {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unexplored::Exhausted(exhausted) => exhausted.fmt(f),
            Unexplored::Endless(cycle) => {
                const SHOWN: usize = 6;
                f.write_str("the game need not end: ")?;
                for position in cycle.iter().take(SHOWN) {
                    write!(f, "{position} -> ")?;
                }
                if cycle.len() > SHOWN {
                    f.write_str("… -> ")?;
                }
                write!(f, "{} (up to symmetry)", cycle.first().map_or("", String::as_str))
            }
        }
    }
}

impl std::error::Error for Unexplored {}

impl Component {
    /// The component whose position has this number.
    pub(crate) fn new(number: u32) -> Component {
        Component(NonZeroU32::MIN.saturating_add(number))
    }

    /// The number of the position that stands for the component.
    #[inline]
    pub(crate) fn number(self) -> u32 {
        self.0.get() - 1
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.number() as usize
    }
}

/// A sum as a graph stores it.
#[derive(Clone, Copy)]
pub(crate) enum Stored {
    /// The component alone.
    Single(Component),
    /// The list of several components, or of none, with this number.
    List(u32),
}

impl Sum {
    /// The bound of the numbers of components and of lists: all are smaller.
    pub(crate) const MOST: u32 = u32::MAX / 2;

    pub(crate) fn single(component: Component) -> Sum {
        Sum(component.number() << 1)
    }

    pub(crate) fn list(number: u32) -> Sum {
        Sum(number << 1 | 1)
    }

    #[inline]
    pub(crate) fn stored(self) -> Stored {
        if self.0 & 1 == 0 { Stored::Single(Component::new(self.0 >> 1)) } else { Stored::List(self.0 >> 1) }
    }
}

impl PositionGraph {
    /// A graph in which nothing is explored yet. Exploring is charged to the budget.
    #[must_use]
    pub fn new(ruleset: Arc<dyn Ruleset>, budget: Arc<Budget>) -> PositionGraph {
        PositionGraph {
            ruleset,
            positions: Lists::new(),
            nodes: Vec::new(),
            states: Vec::new(),
            components: Vec::new(),
            options: Vec::new(),
            kinds: Kinds::default(),
            sums: Lists::new(),
            conjugate_sums: Vec::new(),
            bottom_up: Vec::new(),
            account: Account::new(budget),
            steps: Arc::default(),
        }
    }

    /// The progress of exploring or evaluating, for another thread to read.
    #[must_use]
    pub fn steps(&self) -> &Arc<Steps> {
        &self.steps
    }

    /// The ruleset of the positions.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<dyn Ruleset> {
        &self.ruleset
    }

    /// The components of a position that follows from an explored one, in ascending
    /// order; `None` if one of them was never met.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<Vec<Component>> {
        let known = |part| self.positions.find(self.ruleset.canonical(part).bytes()).map(Component::new);
        let parts = self.ruleset.components(position).into_iter();
        let mut components: Vec<Component> = parts.map(known).collect::<Option<_>>()?;
        components.sort_unstable();
        Some(components)
    }

    /// The components of a sum, in ascending order, as often as they occur.
    #[inline]
    #[must_use]
    pub fn components(&self, sum: Sum) -> &[Component] {
        match sum.stored() {
            Stored::Single(component) => std::slice::from_ref(&self.components[component.index()]),
            Stored::List(number) => self.sums.get(number),
        }
    }

    /// The options of an explored component, each once.
    pub fn options(&self, component: Component, player: Player) -> impl ExactSizeIterator<Item = Sum> {
        let is_image = self.is_image(component);
        let (explored, player) = match self.conjugate(component) {
            Some(conjugate) if is_image => (conjugate, player.opponent()),
            _ => (component, player),
        };
        self.own_options(explored, player).iter().map(move |&option| {
            let image = if is_image { self.conjugate_sum(option) } else { Some(option) };
            image.expect("the options of an image have conjugates")
        })
    }

    /// The options of a component that is not an image of another.
    pub(crate) fn own_options(&self, component: Component, player: Player) -> &[Sum] {
        let Node { start, lengths: [left, right], .. } = self.nodes[component.index()];
        let (start, left, right) = (start as usize, left as usize, right as usize);
        match player {
            Player::Left => &self.options[start..start + left],
            Player::Right => &self.options[start + left..start + left + right],
        }
    }

    /// The component with the players exchanged, if it was met.
    #[must_use]
    pub fn conjugate(&self, component: Component) -> Option<Component> {
        self.nodes[component.index()].conjugate
    }

    /// Whether the options of a component are those of its conjugate, with the players exchanged.
    pub(crate) fn is_image(&self, component: Component) -> bool {
        self.states[component.index()] == State::Image
    }

    /// The sum with the players exchanged, if it was met.
    pub(crate) fn conjugate_sum(&self, sum: Sum) -> Option<Sum> {
        match sum.stored() {
            Stored::Single(component) => self.conjugate(component).map(Sum::single),
            Stored::List(number) => self.conjugate_sums[number as usize],
        }
    }

    /// The position that stands for a component.
    #[must_use]
    pub fn position(&self, component: Component) -> Position {
        Position::new(self.positions.get(component.number()).to_vec())
    }

    /// The explored components, options first.
    #[must_use]
    pub fn bottom_up(&self) -> &[Component] {
        &self.bottom_up
    }

    /// Which explored components are ends, and of what kind.
    #[must_use]
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// How many components the graph has.
    #[must_use]
    pub fn component_count(&self) -> usize {
        self.nodes.len()
    }

    /// How many sums of several components the graph has, and the sum of none.
    pub(crate) fn list_count(&self) -> usize {
        self.sums.len()
    }

    /// The components that follow from a sum, options first.
    #[must_use]
    pub fn followers(&self, sum: Sum) -> Vec<Component> {
        let mut wanted = vec![false; self.component_count()];
        for component in self.components(sum) {
            wanted[component.index()] = true;
        }
        for component in self.bottom_up.iter().rev() {
            if wanted[component.index()] {
                for option in Player::BOTH.into_iter().flat_map(|p| self.options(*component, p)) {
                    self.components(option).iter().for_each(|part| wanted[part.index()] = true);
                }
            }
        }
        self.bottom_up.iter().copied().filter(|c| wanted[c.index()]).collect()
    }
}
