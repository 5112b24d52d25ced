//! The values, forms and winners of sums of components.

use misere_core::{Account, EndKind, Engine, Exhausted, Form, Forms, Outcome, Player, Value, parallel};
use rustc_hash::FxHashMap;

use crate::graph::{Component, PositionGraph, Sum};
use crate::memory::{Memory, NoMemory};
use crate::values::{AddValues, FEW, Values};

/// How many components for each thread are evaluated before the options of the next are added:
/// a memory learns of values no later than that.
const CHUNK: usize = 128;

/// The two ways to the value of a position that splits into components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Each component is evaluated and the values are added, which is right only when all
    /// components lie in the universe (\[universe\] Theorem 5.23).
    AddComponents,
    /// Positions are followed as a whole, which is always right.
    WholeBoard,
}

/// Who wins when the player to move has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convention {
    /// The player who cannot move wins.
    Misere,
    /// The player who cannot move loses.
    Normal,
}

/// Components that need nothing of each other.
#[derive(Default)]
struct Level {
    components: Vec<Component>,
    /// The components whose values are conjugates of values of this level, or of values that
    /// are remembered.
    images: Vec<Component>,
}

impl Level {
    fn len(&self) -> usize {
        self.components.len() + self.images.len()
    }
}

impl PositionGraph {
    /// The value of a sum, found by several threads where components are added. The value
    /// does not depend on the number of threads.
    pub fn value(
        &self,
        engine: &Engine,
        sum: Sum,
        method: Method,
        threads: usize,
    ) -> Result<Value, Exhausted> {
        self.value_with(engine, sum, method, threads, &NoMemory)
    }

    /// The value of a sum, as [`PositionGraph::value`] finds it. What follows only from
    /// components that are remembered is not visited.
    pub fn value_with(
        &self,
        engine: &Engine,
        sum: Sum,
        method: Method,
        threads: usize,
        memory: &dyn Memory,
    ) -> Result<Value, Exhausted> {
        match method {
            Method::AddComponents => self.add_components(engine, sum, threads, memory),
            Method::WholeBoard => {
                let recall = |board: &[Component]| memory.recall(board);
                self.whole_board(engine.forms(), self.components(sum), recall, |board, options| {
                    let value = engine.compose(&options[0], &options[1])?;
                    memory.keep(board, value);
                    Ok(value)
                })
            }
        }
    }

    /// The game tree of a sum, as a form.
    pub fn form(&self, forms: &Forms, sum: Sum) -> Result<Form, Exhausted> {
        self.tree(forms, self.components(sum))
    }

    /// The game tree of a component.
    pub fn component_form(&self, forms: &Forms, component: Component) -> Result<Form, Exhausted> {
        self.tree(forms, &[component])
    }

    fn tree(&self, forms: &Forms, sum: &[Component]) -> Result<Form, Exhausted> {
        let make = |_: &[Component], options: [Vec<Form>; 2]| forms.ordinary(&options[0], &options[1]);
        self.whole_board(forms, sum, |_| Ok(None), make)
    }

    /// Evaluates level by level: the components of a level have options in lower levels only,
    /// so that several threads can evaluate them.
    fn add_components(
        &self,
        engine: &Engine,
        sum: Sum,
        threads: usize,
        memory: &dyn Memory,
    ) -> Result<Value, Exhausted> {
        let mut values = Values::new(self, engine, self.adder(engine, sum))?;
        let levels = self.levels(self.unknown(sum, memory, &mut values)?, &values);
        self.steps().begin(Some(levels.iter().map(Level::len).sum()));
        for Level { components, images } in &levels {
            for chunk in [components, images].into_iter().flat_map(|list| list.chunks(CHUNK * threads)) {
                values.add_options(chunk, threads)?;
                let found = parallel::map(threads, FEW, chunk, |&component| {
                    let value = values.find(component)?;
                    memory.keep(&[component], value);
                    self.steps().step();
                    Ok(value)
                })?;
                values.set(chunk, &found);
            }
        }
        values.added(sum)
    }

    /// Adds values of components: as games of the universe, which is faster, where the kinds of
    /// the ends that occur show that the components are such games; otherwise as simplest
    /// forms, so that the result depends on nothing else.
    fn adder(&self, engine: &Engine, sum: Sum) -> AddValues {
        let kind = self.kinds().kind_of_sum(self, sum);
        let is_inside = engine.universe().is_none_or(|universe| {
            let ends = universe.ends();
            universe.is_parental() && (kind == EndKind::Zero || (ends.all && kind <= ends.kind))
        });
        if is_inside { Engine::add_games } else { Engine::add }
    }

    /// The components that must be evaluated for a sum, options first. The values of the others
    /// are remembered, or nothing that must be evaluated leads to them.
    fn unknown(
        &self,
        sum: Sum,
        memory: &dyn Memory,
        values: &mut Values<'_>,
    ) -> Result<Vec<Component>, Exhausted> {
        let mut wanted = vec![false; self.component_count()];
        self.components(sum).iter().for_each(|part| wanted[part.index()] = true);
        let mut unknown = Vec::new();
        for &component in self.bottom_up().iter().rev() {
            if !wanted[component.index()] {
                continue;
            }
            values.of_component[component.index()] = memory.recall(&[component])?;
            if values.of_component[component.index()].is_some() {
                continue;
            }
            unknown.push(component);
            match values.original(component) {
                Some(original) => wanted[original.index()] = true,
                None => {
                    for option in Player::BOTH.into_iter().flat_map(|p| self.options(component, p)) {
                        self.components(option).iter().for_each(|part| wanted[part.index()] = true);
                    }
                }
            }
        }
        unknown.reverse();
        Ok(unknown)
    }

    /// Components that are listed options first, by the length of the longest play among them.
    fn levels(&self, components: Vec<Component>, values: &Values<'_>) -> Vec<Level> {
        let mut height = vec![0usize; self.component_count()];
        let mut levels: Vec<Level> = Vec::new();
        for component in components {
            let original = values.original(component);
            let own = match original {
                Some(original) => height[original.index()],
                None => {
                    let options = Player::BOTH.into_iter().flat_map(|p| self.options(component, p));
                    let parts = options.flat_map(|option| self.components(option));
                    parts.map(|part| height[part.index()] + 1).max().unwrap_or(0)
                }
            };
            height[component.index()] = own;
            if levels.len() <= own {
                levels.resize_with(own + 1, Level::default);
            }
            let level = &mut levels[own];
            if original.is_some() { level.images.push(component) } else { level.components.push(component) }
        }
        levels
    }

    /// The result of `make` for the results of the options, computed for a whole sum of
    /// components (in ascending order) and all its followers, except those that `recall` knows.
    fn whole_board<T: Copy>(
        &self,
        forms: &Forms,
        sum: &[Component],
        recall: impl Fn(&[Component]) -> Result<Option<T>, Exhausted>,
        mut make: impl FnMut(&[Component], [Vec<T>; 2]) -> Result<T, Exhausted>,
    ) -> Result<T, Exhausted> {
        self.steps().begin(None);
        let account = Account::new(forms.budget().clone());
        let mut known: FxHashMap<Box<[Component]>, T> = FxHashMap::default();
        let mut pending: Vec<Vec<Component>> = vec![sum.to_vec()];
        while let Some(board) = pending.last() {
            if known.contains_key(&board[..]) {
                pending.pop();
                continue;
            }
            account.budget().step()?;
            if let Some(made) = recall(board)? {
                account.charge(48 + size_of::<T>() + size_of_val(&board[..]))?;
                known.insert(pending.pop().expect("just examined").into(), made);
                continue;
            }
            let mut options: [Vec<T>; 2] = Default::default();
            let mut missing = Vec::new();
            for player in Player::BOTH {
                for option in self.sum_options(board, player) {
                    match known.get(&option[..]) {
                        Some(&made) => options[player.index()].push(made),
                        None => missing.push(option),
                    }
                }
            }
            if missing.is_empty() {
                let made = make(board, options)?;
                self.steps().step();
                account.charge(48 + size_of::<T>() + size_of_val(&board[..]))?;
                known.insert(pending.pop().expect("just examined").into(), made);
            } else {
                pending.append(&mut missing);
            }
        }
        Ok(known[sum])
    }

    /// The options of a sum of components, in ascending order of components.
    fn sum_options(&self, sum: &[Component], player: Player) -> Vec<Vec<Component>> {
        let mut found = Vec::new();
        for (at, &moved) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == moved {
                continue; // A move in a copy is the same move.
            }
            for option in self.options(moved, player) {
                let mut after = Vec::with_capacity(sum.len() + self.components(option).len());
                after.extend_from_slice(&sum[..at]);
                after.extend_from_slice(&sum[at + 1..]);
                after.extend_from_slice(self.components(option));
                after.sort_unstable();
                found.push(after);
            }
        }
        found
    }
}

/// Who wins the sums of a graph, by playing them out.
pub struct Winners<'g> {
    graph: &'g PositionGraph,
    convention: Convention,
    known: FxHashMap<(Box<[Component]>, Player), bool>,
    account: Account,
}

impl<'g> Winners<'g> {
    /// The winners of a graph, of which nothing is played out yet.
    #[must_use]
    pub fn new(graph: &'g PositionGraph, convention: Convention, forms: &Forms) -> Winners<'g> {
        let account = Account::new(forms.budget().clone());
        Winners { graph, convention, known: FxHashMap::default(), account }
    }

    /// The outcome of a sum of components, in ascending order.
    pub fn outcome(&mut self, sum: &[Component]) -> Result<Outcome, Exhausted> {
        let [left, right] = Player::BOTH.map(|p| {
            let wins = self.wins_first(sum, p)?;
            Ok::<_, Exhausted>(if wins { p } else { p.opponent() })
        });
        Ok(Outcome::from_winners(left?, right?))
    }

    /// Whether `player` wins moving first on a sum of components, in ascending order.
    pub fn wins_first(&mut self, sum: &[Component], player: Player) -> Result<bool, Exhausted> {
        let start = (sum.to_vec(), player);
        let mut pending = vec![start.clone()];
        while let Some((board, mover)) = pending.last() {
            let mover = *mover;
            if self.known(board, mover).is_some() {
                pending.pop();
                continue;
            }
            self.account.budget().step()?;
            let options = self.graph.sum_options(board, mover);
            let mut wins = options.is_empty() && self.convention == Convention::Misere;
            let mut unknown = None;
            for option in options {
                match self.known(&option, mover.opponent()) {
                    Some(false) => wins = true,
                    Some(true) => {}
                    None => unknown = Some(option),
                }
            }
            match unknown {
                Some(option) if !wins => pending.push((option, mover.opponent())),
                _ => {
                    let (board, mover) = pending.pop().expect("just examined");
                    self.account.charge(56 + size_of_val(&board[..]))?;
                    self.known.insert((board.into(), mover), wins);
                }
            }
        }
        Ok(self.known(&start.0, player).expect("just played out"))
    }

    fn known(&self, board: &[Component], mover: Player) -> Option<bool> {
        // The key is borrowed as a whole or not at all.
        self.known.get(&(Box::from(board), mover)).copied()
    }
}
