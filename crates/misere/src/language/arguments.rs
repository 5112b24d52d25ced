//! What functions are given.

use misere_core::{Form, Player};
use misere_notation::UniverseName;
use num_bigint::BigInt;

use super::value::{List, Value};

/// What a function was given, each of the kind it takes.
pub(crate) struct Arguments(Vec<Value>);

impl Arguments {
    pub(super) fn new(values: Vec<Value>) -> Arguments {
        Arguments(values)
    }

    pub(super) fn any(&self, at: usize) -> &Value {
        &self.0[at]
    }

    pub(super) fn game(&self, at: usize) -> Form {
        match self.0[at] {
            Value::Game(form) => form,
            _ => unreachable!("the parameter is a game"),
        }
    }

    pub(super) fn player(&self, at: usize) -> Player {
        match self.0[at] {
            Value::Player(player) => player,
            _ => unreachable!("the parameter is a player"),
        }
    }

    pub(super) fn list(&self, at: usize) -> &List {
        match &self.0[at] {
            Value::List(list) => list,
            _ => unreachable!("the parameter is a list"),
        }
    }

    pub(super) fn games(&self, at: usize) -> Vec<Form> {
        let game = |item: &Value| match item {
            Value::Game(form) => *form,
            _ => unreachable!("the parameter is a list of games"),
        };
        self.list(at).items().iter().map(game).collect()
    }

    /// The counts of a list that has any.
    pub(super) fn counts(&self, at: usize) -> Option<Vec<BigInt>> {
        let count = |item: &Value| if let Value::Count(n) = item { Some(n.clone()) } else { None };
        let items = self.list(at).items();
        items.iter().map(count).collect::<Option<Vec<_>>>().filter(|counts| !counts.is_empty())
    }

    /// A count, or the largest number where it is larger.
    pub(super) fn count(&self, at: usize) -> u32 {
        match &self.0[at] {
            Value::Count(n) => u32::try_from(n).unwrap_or(u32::MAX),
            _ => unreachable!("the parameter is a count"),
        }
    }

    pub(super) fn universe(&self) -> &UniverseName {
        match self.0.last() {
            Some(Value::Universe(universe)) => universe,
            _ => unreachable!("the last parameter is a universe"),
        }
    }
}
