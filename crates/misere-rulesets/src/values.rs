//! The values of components and sums, as far as they were found in one evaluation.

use misere_core::{Account, Engine, Exhausted, Player, Value, parallel};

use crate::graph::{Component, PositionGraph, Stored, Sum};

/// The number of components or sums from which starting a thread pays.
pub(crate) const FEW: usize = 32;

/// A way to add two values.
pub(crate) type AddValues = fn(&Engine, Value, Value) -> Result<Value, Exhausted>;

/// The values of components, and of sums of several components, of a graph.
pub(crate) struct Values<'a> {
    graph: &'a PositionGraph,
    engine: &'a Engine,
    add: AddValues,
    pub(crate) of_component: Vec<Option<Value>>,
    of_list: Vec<Option<Value>>,
    _account: Account,
}

impl<'a> Values<'a> {
    pub(crate) fn new(
        graph: &'a PositionGraph,
        engine: &'a Engine,
        add: AddValues,
    ) -> Result<Values<'a>, Exhausted> {
        let account = Account::new(engine.forms().budget().clone());
        let (components, lists) = (graph.component_count(), graph.list_count());
        account.charge((components + lists) * size_of::<Option<Value>>())?;
        let (of_component, of_list) = (vec![None; components], vec![None; lists]);
        Ok(Values { graph, engine, add, of_component, of_list, _account: account })
    }

    /// The component whose value is the conjugate of the value of this one, if the value is to be
    /// found in this way.
    pub(crate) fn original(&self, component: Component) -> Option<Component> {
        let is_image = self.engine.is_mirrored() && self.graph.is_image(component);
        self.graph.conjugate(component).filter(|_| is_image)
    }

    fn of(&self, sum: Sum) -> Option<Value> {
        match sum.stored() {
            Stored::Single(component) => self.of_component[component.index()],
            Stored::List(number) => self.of_list[number as usize],
        }
    }

    pub(crate) fn set(&mut self, components: &[Component], values: &[Value]) {
        for (component, &value) in components.iter().zip(values) {
            self.of_component[component.index()] = Some(value);
        }
    }

    /// Finds the values of the options of components. Images need none.
    pub(crate) fn add_options(&mut self, components: &[Component], threads: usize) -> Result<(), Exhausted> {
        let graph = self.graph;
        let originals = components.iter().filter(|&&component| self.original(component).is_none());
        let options = originals.flat_map(|&c| Player::BOTH.map(|p| graph.options(c, p)));
        let mut new: Vec<Sum> = options.flatten().filter(|&option| self.of(option).is_none()).collect();
        new.sort_unstable();
        new.dedup();
        // Of a sum and its conjugate only one is added.
        let (images, new): (Vec<Sum>, Vec<Sum>) = new.iter().partition(|&&sum| {
            let conjugate = graph.conjugate_sum(sum).filter(|_| self.engine.is_mirrored());
            conjugate.is_some_and(|c| self.of(c).is_some() || (c < sum && new.binary_search(&c).is_ok()))
        });
        let added = parallel::map(threads, FEW, &new, |&sum| self.added(sum))?;
        self.set_sums(&new, added);
        let conjugates = parallel::map(threads, FEW, &images, |&sum| {
            self.mirrored(graph.conjugate_sum(sum).and_then(|conjugate| self.of(conjugate)))
        })?;
        self.set_sums(&images, conjugates);
        Ok(())
    }

    fn set_sums(&mut self, sums: &[Sum], values: Vec<Value>) {
        for (sum, value) in sums.iter().zip(values) {
            if let Stored::List(number) = sum.stored() {
                self.of_list[number as usize] = Some(value);
            }
        }
    }

    /// The value of a sum, by adding the values of its components.
    pub(crate) fn added(&self, sum: Sum) -> Result<Value, Exhausted> {
        let mut total = Value::ZERO;
        for part in self.graph.components(sum) {
            let value = self.of_component[part.index()].expect("options come first");
            total = if total == Value::ZERO { value } else { (self.add)(self.engine, total, value)? };
        }
        Ok(total)
    }

    /// The value of a component, from the values of its options; of an image, from the value of its
    /// original.
    pub(crate) fn find(&self, component: Component) -> Result<Value, Exhausted> {
        if let Some(original) = self.original(component) {
            return self.mirrored(self.of_component[original.index()]);
        }
        let [left, right] = Player::BOTH.map(|player| {
            let known = |option: Sum| self.of(option).expect("options are added before");
            self.graph.options(component, player).map(known).collect::<Vec<_>>()
        });
        self.engine.compose(&left, &right)
    }

    fn mirrored(&self, original: Option<Value>) -> Result<Value, Exhausted> {
        let conjugate = self.engine.conjugate(original.expect("the original comes first"))?;
        Ok(conjugate.expect("the engine makes use of conjugates"))
    }
}
