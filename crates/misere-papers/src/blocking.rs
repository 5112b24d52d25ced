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

use misere::core::{Family, Form};

use crate::desk::Desk;
use crate::item::{Item, Trouble};

/// The least blocked Left end of rank n (\[blocking\] Definition 3.12): S_n, and from n = 4 on
/// its form with four options (Proposition 3.16), which is much smaller.
pub(crate) fn super_end(desk: &Desk, n: u32) -> Result<Form, Trouble> {
    match n {
        0..=3 => Ok(Family::S.member(desk.forms(), n.into())?),
        _ => ends::four_options(desk, n, desk.m.simplest(super_end(desk, n - 1)?)?),
    }
}

pub(crate) use pocancellation::problem_5_3;

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
