//! The programs in `examples/` run.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]
#![allow(unreachable_pub, dead_code, reason = "the examples are whole programs")]

#[path = "../examples/first_program.rs"]
mod first_program;

#[test]
fn a_first_program() {
    first_program::run().unwrap();
}
