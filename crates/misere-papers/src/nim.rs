//! [nim]: Spindler, *Equality classes of Nim positions under misère play*.

use crate::item::Item;

pub(crate) fn items() -> Vec<Item> {
    Vec::new()
}
