//! \[blocking\]: Davies, Milley, *Order and inverses in the monoid of misère blocking games*.
//!
//! A statement about every game X of B is tried on all X of rank at most 2, with sums
//! played out from the definition. For a statement that some X exists, an X is built and
//! played out. Statements about all forms G are tried on the 256 of rank at most 2 and
//! on seeded samples of ranks 3 and 4.

mod background;
mod definitions;
mod ends;
mod inverses;
mod passing;
mod pocancellation;
mod samples;
mod strength;
mod tables;
mod test_ends;

use crate::item::Item;

pub(crate) fn items() -> Vec<Item> {
    [
        pocancellation::ITEMS,
        background::ITEMS,
        strength::ITEMS,
        test_ends::ITEMS,
        ends::ITEMS,
        inverses::ITEMS,
        tables::ITEMS,
        passing::ITEMS,
    ]
    .concat()
}
