//! Games by the day they are born: how many there are, and how they are ordered.
#![forbid(unsafe_code)]

pub mod antichains;
pub mod classes;
pub mod count;
pub mod dead_ends;
