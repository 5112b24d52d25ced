//! The store of forms: hash-consed game trees, the facts kept with them, and operations on
//! them that refer to no universe.

mod algebra;
// The one place with `unsafe` code; `arena.rs` says why each is sound.
#[allow(unsafe_code)]
pub(crate) mod arena;
mod edges;
pub(crate) mod facts;
mod followers;
mod form;
mod form_map;
pub mod order;
mod sum_play;

pub use arena::bytes_with_room;
pub use form::{Form, Forms, Tombstones};
pub(crate) use form_map::FormMap;
pub use form_map::FormPositions;
pub(crate) use sum_play::SumPlay;
