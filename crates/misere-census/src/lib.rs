//! Games by the day they are born: how many there are, and how they are ordered.
#![forbid(unsafe_code)]

pub mod dead_ends;

pub mod antichains;
pub mod count;
