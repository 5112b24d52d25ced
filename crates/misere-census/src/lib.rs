//! Games by the day they are born: their number and their order.
#![forbid(unsafe_code)]

pub mod antichains;
pub mod classes;
pub mod count;
pub mod dead_ends;
pub mod list;
