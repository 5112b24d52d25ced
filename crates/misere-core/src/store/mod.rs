//! The store of forms: hash-consed game trees, the facts kept with them, and operations on
//! them that refer to no universe.

mod algebra;
pub(crate) mod arena;
pub(crate) mod facts;
mod form;
mod sum_play;

pub use form::{Form, Forms, Tombstones};
pub(crate) use sum_play::SumPlay;
