//! The baseline that the benchmarks compare the engine with.
#![forbid(unsafe_code)]

pub mod baseline;
