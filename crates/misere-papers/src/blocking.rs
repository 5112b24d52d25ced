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

use misere::core::Form;

use crate::desk::Desk;
use crate::item::{Item, Trouble};

/// A blocked Left end that equals S_n modulo B and is small: {·|0,1̄,1} for n = 2, and after that
/// {·|last,1}, by the B-simplest forms of \[blocking\] Theorem 3.17.
pub(crate) fn small_super_end(desk: &Desk, n: u32) -> Result<Form, Trouble> {
    let mut end = desk.read("{|0,-1,1}")?;
    for _ in 2..n {
        end = desk.forms().ordinary(&[], &[end, desk.forms().integer(1)?])?;
    }
    Ok(end)
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
