//! Finite partial orders on 0, 1, …, and sets of their elements as bits.
//!
//! A [`FiniteOrder`] knows its covers, chains and antichains; [`Elements`] is a set.
#![forbid(unsafe_code)]

mod antichains;
mod elements;
mod order;

pub use elements::Elements;
pub use order::{FiniteOrder, NotAnOrder};
