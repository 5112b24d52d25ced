//! The memory of one evaluation: what the store knows, and what it is to learn.

use std::sync::{Arc, Mutex};

use misere_core::{Engine, Exhausted, Form, Forms, Limit, UniverseId, Value};
use misere_rulesets::{Component, Memory, PositionGraph};

use super::{
    Batch, Digests, FormGraph, FoundValue, Kept, PositionKey, RulesKey, StoredMethod, StoredValue, locked,
};
use crate::error::Error;

/// What an evaluation recalls from the store, and what it has found since the last checkpoint.
pub(crate) struct Recorder<'a> {
    kept: &'a Kept,
    graph: &'a PositionGraph,
    engine: &'a Engine,
    rules: Arc<RulesKey>,
    universe: UniverseId,
    digests: Arc<Mutex<Digests>>,
    found: Mutex<Vec<(Box<[Component]>, Value)>>,
    /// The failure of the store that ended the evaluation.
    failure: Mutex<Option<Error>>,
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(
        kept: &'a Kept,
        graph: &'a PositionGraph,
        engine: &'a Engine,
        rules: Arc<RulesKey>,
        universe: UniverseId,
    ) -> Recorder<'a> {
        let digests = kept.of_arena(&universe);
        let (found, failure) = (Mutex::default(), Mutex::default());
        Recorder { kept, graph, engine, rules, universe, digests, found, failure }
    }

    /// Hands the values found since the last call to the store.
    pub(crate) fn hand_over(&self) {
        let found = std::mem::take(&mut *locked(&self.found));
        if found.is_empty() {
            return;
        }
        let (arena, mut batch) = (self.engine.arena(), Batch::default());
        let mut digests = locked(&self.digests);
        for (sum, value) in found {
            let form = value.in_arena();
            let digest = digests.of(arena, form, &mut batch.forms);
            batch.values.push(self.row(&sum, arena, form, StoredValue { form: digest, how: None }));
        }
        self.kept.store.keep(batch);
    }

    /// Hands over the value of a position that was asked about, with the way it was found.
    pub(crate) fn answer(&self, sum: &[Component], value: Value, how: StoredMethod) {
        let (arena, mut batch, mut digests) = (self.engine.arena(), Batch::default(), locked(&self.digests));
        let form = value.in_arena();
        let digest = digests.of(arena, form, &mut batch.forms);
        batch.values.push(self.row(sum, arena, form, StoredValue { form: digest, how: Some(how) }));
        // A value for whose graph there is no room is kept in its rows alone.
        if let Ok(Some(graph)) = FormGraph::of(arena, form) {
            batch.graphs.push((digest, graph));
        }
        self.kept.store.keep(batch);
    }

    /// The error that ends an evaluation: the failure of the store if there was one.
    pub(crate) fn error(&self, exhausted: Exhausted) -> Error {
        locked(&self.failure).take().unwrap_or_else(|| exhausted.into())
    }

    fn key(&self, sum: &[Component]) -> PositionKey {
        let written = |part: &Component| self.graph.ruleset().write(&self.graph.position(*part));
        PositionKey::of_parts(self.rules.clone(), sum.iter().map(written).collect())
    }

    fn row(&self, sum: &[Component], arena: &Forms, form: Form, value: StoredValue) -> FoundValue {
        let is_normal_play = self.engine.universe().is_none();
        let normal = arena.normal_outcome(form).filter(|_| is_normal_play);
        let outcome = normal.unwrap_or_else(|| arena.outcome(form));
        FoundValue { position: self.key(sum), universe: self.universe.clone(), value, outcome }
    }

    fn find(&self, sum: &[Component]) -> Result<Option<Value>, Error> {
        let Some(found) = self.kept.store.recall(&self.key(sum), &self.universe)? else { return Ok(None) };
        let form = self.kept.load(self.engine.forms(), found.form)?;
        Ok(Some(self.engine.value_of_simplest(form)?))
    }
}

impl Memory for Recorder<'_> {
    fn recall(&self, sum: &[Component]) -> Result<Option<Value>, Exhausted> {
        self.find(sum).map_err(|error| match error {
            Error::Exhausted(exhausted) => exhausted,
            other => {
                *locked(&self.failure) = Some(other);
                self.engine.forms().budget().exhausted(Limit::Cancelled)
            }
        })
    }

    fn keep(&self, sum: &[Component], value: Value) {
        self.kept.store.note_computed();
        locked(&self.found).push((sum.into(), value));
    }
}
