//! Following all moves from a position.

use misere_core::{Exhausted, Limit, Player};
use smallvec::SmallVec;

use crate::graph::{Component, Node, PositionGraph, State, Stored, Sum, Unexplored};
use crate::kind::Facts;
use crate::ruleset::Position;

impl PositionGraph {
    /// Follows all moves from a position. The components of its sum, and their followers, are
    /// in the graph from then on.
    ///
    /// # Errors
    /// [`Unexplored`] when play need not end, or a limit was reached.
    pub fn explore(&mut self, position: &Position) -> Result<Sum, Unexplored> {
        self.steps.begin(None);
        let sum = self.sum_of(position)?;
        for component in self.components(sum).to_vec() {
            self.follow(component)?;
        }
        Ok(sum)
    }

    fn sum_of(&mut self, position: &Position) -> Result<Sum, Exhausted> {
        let mut components: SmallVec<[Component; 8]> = SmallVec::new();
        for part in self.ruleset.components(position) {
            components.push(self.component_of(part)?);
        }
        components.sort_unstable();
        self.sum_of_components(&components)
    }

    /// The sum of these components, which are in ascending order.
    fn sum_of_components(&mut self, components: &[Component]) -> Result<Sum, Exhausted> {
        if let [component] = components {
            return Ok(Sum::single(*component));
        }
        if let Some(known) = self.sums.find(components) {
            return Ok(Sum::list(known));
        }
        let sum = Sum::list(self.handle(self.sums.len())?);
        self.account.charge(size_of::<Option<Sum>>())?;
        self.account.budget().reserve(&mut self.conjugate_sums, 1)?;
        self.sums.add(components, &self.account)?;
        self.conjugate_sums.push(None);
        Ok(sum)
    }

    fn component_of(&mut self, part: Position) -> Result<Component, Exhausted> {
        let part = self.ruleset.canonical(part);
        match self.positions.find(part.bytes()) {
            Some(known) => Ok(Component::new(known)),
            None => self.new_component(&part),
        }
    }

    /// Adds a component that was not met before, and finds its conjugate if that was.
    fn new_component(&mut self, part: &Position) -> Result<Component, Exhausted> {
        const BYTES: usize = size_of::<(Node, State, Component, Component, Facts)>();
        let exchanged = self.ruleset.exchanged(part).map(|image| self.ruleset.canonical(image));
        self.account.charge(BYTES)?;
        let budget = self.account.budget();
        budget.reserve(&mut self.nodes, 1)?;
        budget.reserve(&mut self.states, 1)?;
        budget.reserve(&mut self.components, 1)?;
        budget.reserve(&mut self.bottom_up, 1)?;
        budget.reserve(&mut self.kinds.facts, 1)?;
        let component = Component::new(self.handle(self.positions.len())?);
        self.positions.add(part.bytes(), &self.account)?;
        let conjugate = exchanged.and_then(|image| self.positions.find(image.bytes())).map(Component::new);
        self.nodes.push(Node { conjugate, start: 0, lengths: [0; 2] });
        self.states.push(State::New);
        self.components.push(component);
        self.kinds.facts.push(Facts::ZERO);
        if let Some(conjugate) = conjugate {
            self.nodes[conjugate.index()].conjugate = Some(component);
        }
        Ok(component)
    }

    /// The number of the next component or list, if a sum can be named by it.
    fn handle(&self, count: usize) -> Result<u32, Exhausted> {
        let number = u32::try_from(count).ok().filter(|&number| number < Sum::MOST);
        number.ok_or_else(|| self.account.budget().exhausted(Limit::Handles))
    }

    /// Explores depth first, with a stack of its own because games are long.
    fn follow(&mut self, start: Component) -> Result<(), Unexplored> {
        let mut path: Vec<(Component, Vec<Component>)> = Vec::new();
        let mut next = Some(start);
        loop {
            if let Some(component) = next.take() {
                match self.states[component.index()] {
                    State::Explored | State::Image => {}
                    State::New => {
                        let below = self.open(component).inspect_err(|_| self.close_all(&path))?;
                        path.push((component, below));
                    }
                    State::Open { .. } => {
                        let from = path.iter().position(|(c, _)| *c == component).unwrap_or(0);
                        let written = |c: &Component| self.ruleset.write(&self.position(*c));
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
                self.close(done);
            }
        }
    }

    /// Takes note that all that follows from an open component is explored.
    fn close(&mut self, component: Component) {
        let at = component.index();
        let conjugate =
            self.nodes[at].conjugate.filter(|_| self.states[at] == State::Open { is_image: true });
        self.states[at] = if conjugate.is_some() { State::Image } else { State::Explored };
        self.kinds.facts[at] = match conjugate {
            Some(conjugate) => self.kinds.facts[conjugate.index()].exchanged(),
            None => self.kinds.of_component(self, component),
        };
        self.bottom_up.push(component);
        self.steps.step();
    }

    /// The conjugate of a component, if it is another component that was explored by itself.
    fn explored_conjugate(&self, component: Component) -> Option<Component> {
        let conjugate = self.conjugate(component)?;
        (self.states[conjugate.index()] == State::Explored).then_some(conjugate)
    }

    /// Marks the components on the path of an exploration that was given up as unexplored.
    fn close_all(&mut self, path: &[(Component, Vec<Component>)]) {
        for (component, _) in path {
            self.states[component.index()] = State::New;
        }
    }

    /// Finds the options of a component, and returns the components they consist of that are not
    /// yet explored.
    fn open(&mut self, component: Component) -> Result<Vec<Component>, Exhausted> {
        let conjugate = self.explored_conjugate(component);
        let mut below = match conjugate {
            Some(conjugate) => self.conjugates_of_options(conjugate)?,
            None => self.find_options(component)?,
        };
        below.sort_unstable();
        below.dedup();
        self.states[component.index()] = State::Open { is_image: conjugate.is_some() };
        Ok(below)
    }

    fn find_options(&mut self, component: Component) -> Result<Vec<Component>, Exhausted> {
        let position = self.position(component);
        let mut all: [Vec<Sum>; 2] = Default::default();
        let mut below = Vec::new();
        for (player, sums) in Player::BOTH.into_iter().zip(&mut all) {
            for option in self.ruleset.options(&position, player) {
                // Splitting a large board takes longer than looking at the clock.
                self.account.budget().check_now()?;
                sums.push(self.sum_of(&option)?);
            }
            sums.sort_unstable();
            sums.dedup();
            below.extend(sums.iter().flat_map(|&sum| self.unexplored(sum)));
        }
        let too_many = |_| self.account.budget().exhausted(Limit::Handles);
        let start = u32::try_from(self.options.len()).map_err(too_many)?;
        let [left, right] = &all;
        let lengths = [left.len() as u32, right.len() as u32];
        self.account.charge(size_of::<Sum>() * (left.len() + right.len()))?;
        self.account.budget().reserve(&mut self.options, left.len() + right.len())?;
        all.iter().for_each(|sums| self.options.extend_from_slice(sums));
        let node = &mut self.nodes[component.index()];
        (node.start, node.lengths) = (start, lengths);
        Ok(below)
    }

    /// Sees that all options of an explored component have conjugates, and returns what these
    /// consist of.
    fn conjugates_of_options(&mut self, explored: Component) -> Result<Vec<Component>, Exhausted> {
        let mut below = Vec::new();
        let Node { start, lengths: [left, right], .. } = self.nodes[explored.index()];
        for at in start..start + left + right {
            let option = self.options[at as usize];
            let conjugate = match self.conjugate_sum(option) {
                Some(known) => known,
                None => self.make_conjugate(option)?,
            };
            below.extend(self.unexplored(conjugate));
        }
        self.account.budget().steps(below.len())?;
        Ok(below)
    }

    fn make_conjugate(&mut self, sum: Sum) -> Result<Sum, Exhausted> {
        let mut images: SmallVec<[Component; 8]> = SmallVec::from_slice(self.components(sum));
        for component in &mut images {
            if let Some(known) = self.conjugate(*component) {
                *component = known;
                continue;
            }
            let exchanged = self.ruleset.exchanged(&self.position(*component));
            let image = exchanged.expect("a position has a conjugate if it follows from one that has");
            *component = self.component_of(image)?;
        }
        images.sort_unstable();
        let conjugate = self.sum_of_components(&images)?;
        for (one, other) in [(sum, conjugate), (conjugate, sum)] {
            if let Stored::List(number) = one.stored() {
                self.conjugate_sums[number as usize] = Some(other);
            }
        }
        Ok(conjugate)
    }

    fn unexplored(&self, sum: Sum) -> impl Iterator<Item = Component> {
        let parts = self.components(sum).iter().copied();
        parts.filter(|part| !matches!(self.states[part.index()], State::Explored | State::Image))
    }
}
