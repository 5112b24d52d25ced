//! Positions and the moves between them, split into components.

use std::sync::Arc;

use indexmap::IndexSet;
use misere_core::{Account, Budget, Exhausted, Player};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::kind::{Facts, Kinds};
use crate::ruleset::{Position, Ruleset};
use crate::steps::Steps;

/// The components that occur in the play of the positions explored so far, each
/// once up to symmetry, with their options. A position is a sum of components.
///
/// Every component comes after the components of its options in
/// [`PositionGraph::bottom_up`]; a game that can go on for ever has no such order
/// and is refused.
pub struct PositionGraph {
    ruleset: Arc<dyn Ruleset>,
    positions: IndexSet<Position, FxBuildHasher>,
    /// The options of each component, as sums; empty for components not yet explored.
    options: Vec<[Box<[Sum]>; 2]>,
    kinds: Kinds,
    sums: IndexSet<Box<[Component]>, FxBuildHasher>,
    bottom_up: Vec<Component>,
    state: Vec<State>,
    account: Account,
    steps: Arc<Steps>,
}

/// A component, of the graph that gave it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component(u32);

/// A sum of components, of the graph that gave it out. Equal sums have equal handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sum(u32);

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// The component is on the path that is being followed.
    Open,
    Explored,
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
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Sum {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl PositionGraph {
    /// A graph in which nothing is explored yet. Exploring is charged to the budget.
    #[must_use]
    pub fn new(ruleset: Arc<dyn Ruleset>, budget: Arc<Budget>) -> PositionGraph {
        PositionGraph {
            ruleset,
            positions: IndexSet::default(),
            options: Vec::new(),
            kinds: Kinds::default(),
            sums: IndexSet::default(),
            bottom_up: Vec::new(),
            state: Vec::new(),
            account: Account::new(budget),
            steps: Arc::default(),
        }
    }

    /// How far exploring or evaluating is, to be looked at from another thread.
    #[must_use]
    pub fn steps(&self) -> &Arc<Steps> {
        &self.steps
    }

    /// The ruleset of the positions.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<dyn Ruleset> {
        &self.ruleset
    }

    /// Follows all moves from a position. The components of its sum, and their followers, are
    /// in the graph from then on.
    ///
    /// # Errors
    /// [`Unexplored`] when play need not end, or a limit was reached.
    pub fn explore(&mut self, position: &Position) -> Result<Sum, Unexplored> {
        self.steps.begin(None);
        let sum = self.sum_of(position)?;
        for component in self.sums[sum.index()].clone() {
            self.follow(component)?;
        }
        Ok(sum)
    }

    /// The components of a position that follows from an explored one, in ascending
    /// order; `None` if one of them was never met.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<Vec<Component>> {
        let known = |part| self.positions.get_index_of(&self.ruleset.canonical(part));
        let parts = self.ruleset.components(position).into_iter();
        let mut components: Vec<Component> =
            parts.map(|part| known(part).map(|at| Component(handle(at)))).collect::<Option<_>>()?;
        components.sort_unstable();
        Some(components)
    }

    /// The components of a sum, in ascending order, as often as they occur.
    #[must_use]
    pub fn components(&self, sum: Sum) -> &[Component] {
        &self.sums[sum.index()]
    }

    /// The options of an explored component.
    #[must_use]
    pub fn options(&self, component: Component, player: Player) -> &[Sum] {
        &self.options[component.index()][player.index()]
    }

    /// The position that stands for a component.
    #[must_use]
    pub fn position(&self, component: Component) -> &Position {
        &self.positions[component.index()]
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
        self.positions.len()
    }

    pub(crate) fn sum_count(&self) -> usize {
        self.sums.len()
    }

    /// The components that follow from a sum, options first.
    #[must_use]
    pub fn followers(&self, sum: Sum) -> Vec<Component> {
        let mut wanted = vec![false; self.positions.len()];
        for component in self.components(sum) {
            wanted[component.index()] = true;
        }
        for component in self.bottom_up.iter().rev() {
            if wanted[component.index()] {
                for player in Player::BOTH {
                    for &option in self.options(*component, player) {
                        for part in self.components(option) {
                            wanted[part.index()] = true;
                        }
                    }
                }
            }
        }
        self.bottom_up.iter().copied().filter(|c| wanted[c.index()]).collect()
    }

    fn sum_of(&mut self, position: &Position) -> Result<Sum, Exhausted> {
        let mut components: SmallVec<[Component; 8]> = SmallVec::new();
        for part in self.ruleset.components(position) {
            components.push(self.component_of(part)?);
        }
        components.sort_unstable();
        self.intern_sum(&components)
    }

    /// The sum of these components, which are in ascending order.
    fn intern_sum(&mut self, components: &[Component]) -> Result<Sum, Exhausted> {
        if let Some(known) = self.sums.get_index_of(components) {
            return Ok(Sum(handle(known)));
        }
        self.account.charge(48 + size_of_val(components))?;
        let (at, _) = self.sums.insert_full(components.into());
        Ok(Sum(handle(at)))
    }

    fn component_of(&mut self, part: Position) -> Result<Component, Exhausted> {
        let part = self.ruleset.canonical(part);
        if let Some(known) = self.positions.get_index_of(&part) {
            return Ok(Component(handle(known)));
        }
        self.account.charge(120 + part.bytes().len())?;
        let (at, _) = self.positions.insert_full(part);
        self.options.push(Default::default());
        self.state.push(State::New);
        self.kinds.facts.push(Facts::ZERO);
        Ok(Component(handle(at)))
    }

    /// Explores depth first, with a stack of its own because games are long.
    fn follow(&mut self, start: Component) -> Result<(), Unexplored> {
        let mut path: Vec<(Component, Vec<Component>)> = Vec::new();
        let mut next = Some(start);
        loop {
            if let Some(component) = next.take() {
                match self.state[component.index()] {
                    State::Explored => {}
                    State::New => {
                        let below = self.open(component).inspect_err(|_| self.close_all(&path))?;
                        path.push((component, below));
                    }
                    State::Open => {
                        let from = path.iter().position(|(c, _)| *c == component).unwrap_or(0);
                        let written = |c: &Component| self.ruleset.write(self.position(*c));
                        let cycle = path[from..].iter().map(|(c, _)| written(c)).collect();
                        self.close_all(&path);
                        return Err(Unexplored::Endless(cycle));
                    }
                }
            }
            let Some((component, below)) = path.last_mut() else { return Ok(()) };
            next = below.pop();
            if next.is_none() {
                let done = *component;
                path.pop();
                self.state[done.index()] = State::Explored;
                self.bottom_up.push(done);
                self.steps.step();
                self.kinds.facts[done.index()] = self.kinds.of_component(self, done);
            }
        }
    }

    /// Marks the components on the path of an exploration that was given up as unexplored.
    fn close_all(&mut self, path: &[(Component, Vec<Component>)]) {
        for (component, _) in path {
            self.state[component.index()] = State::New;
        }
    }

    /// Finds the options of a component, and returns the components they consist of.
    fn open(&mut self, component: Component) -> Result<Vec<Component>, Exhausted> {
        let position = self.position(component).clone();
        let mut all: [Box<[Sum]>; 2] = Default::default();
        let mut below = Vec::new();
        for player in Player::BOTH {
            let mut sums = Vec::new();
            for option in self.ruleset.options(&position, player) {
                // Splitting a large board takes longer than looking at the clock.
                self.account.budget().check_now()?;
                sums.push(self.sum_of(&option)?);
            }
            sums.sort_unstable();
            sums.dedup();
            self.account.charge(size_of::<Sum>() * sums.len())?;
            below.extend(sums.iter().flat_map(|&sum| self.components(sum)));
            all[player.index()] = sums.into();
        }
        below.sort_unstable();
        below.dedup();
        below.retain(|part: &Component| self.state[part.index()] != State::Explored);
        self.options[component.index()] = all;
        self.state[component.index()] = State::Open;
        Ok(below)
    }
}

fn handle(at: usize) -> u32 {
    u32::try_from(at).expect("the budget is spent before handles are")
}
