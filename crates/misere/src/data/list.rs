//! Lists of values.

use std::fmt;
use std::sync::Arc;

use misere_core::{Account, Budget, Exhausted, Limit};

use super::Datum;
use crate::game::Game;

/// A list of values, which is charged to the budget as long as a handle to it exists.
#[derive(Clone)]
pub struct List(Arc<Items>);

struct Items {
    items: Vec<Datum>,
    /// How deep lists are nested in the list, which bounds the recursion in writing, comparing
    /// and dropping.
    depth: usize,
    _account: Account,
}

impl List {
    /// How deep lists may be nested.
    const DEEPEST: usize = 100;

    pub(crate) fn new(budget: &Arc<Budget>, items: Vec<Datum>) -> Result<List, Exhausted> {
        let account = Account::new(budget.clone());
        account.charge(items.iter().map(Datum::bytes).sum())?;
        let depth = 1 + items.iter().map(Datum::depth).max().unwrap_or(0);
        if depth > List::DEEPEST {
            let limit =
                Limit::Size { of: "a list of n levels", asked: depth as u64, largest: List::DEEPEST as u64 };
            return Err(budget.exhausted(limit));
        }
        Ok(List(Arc::new(Items { items, depth, _account: account })))
    }

    /// The values of the list.
    #[must_use]
    pub fn items(&self) -> &[Datum] {
        &self.0.items
    }

    /// The values that are games.
    #[must_use]
    pub fn games(&self) -> Vec<Game> {
        let game = |value: &Datum| if let Datum::Game(game) = value { Some(game.clone()) } else { None };
        self.items().iter().filter_map(game).collect()
    }

    pub(super) fn depth(&self) -> usize {
        self.0.depth
    }
}

impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.items()).finish()
    }
}

impl PartialEq for List {
    fn eq(&self, other: &List) -> bool {
        self.items() == other.items()
    }
}
