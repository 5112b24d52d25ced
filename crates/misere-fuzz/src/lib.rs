//! Hostile and random input for everything that reads: what must not panic, hang, or give an
//! answer that differs from the definition's.
//!
//! A [`Target`] is a function of bytes with seeds and tokens to make bytes from. The program
//! `misere-fuzz` tries them on stable Rust with [`Mutator`]; `fuzz/` hands the same functions to
//! cargo-fuzz where a nightly toolchain is.
#![forbid(unsafe_code)]

mod mutate;
mod targets;

use std::time::{Duration, Instant};

pub use mutate::Mutator;
pub use targets::TARGETS;

/// Something that reads bytes.
pub struct Target {
    /// The name of the target.
    pub name: &'static str,
    /// Good input, to be damaged.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// The pieces of inputs, separated by blanks.
    pub tokens: &'static str,
    /// Reads an input, and says how many comparisons with something independent were made.
    /// A panic is a finding.
    pub read: fn(&[u8]) -> u64,
}

/// The CPU time that an input may take, by far: the limits of the targets are a tenth of a
/// second and a few MiB.
const HANGS: Duration = Duration::from_secs(10);

/// The processor time of this thread: on a machine that is busy, inputs wait for each other.
#[cfg(unix)]
fn spent() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.cast_unsigned(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The time since the first call, where processor time is not known.
#[cfg(not(unix))]
fn spent() -> Duration {
    static STARTED: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    STARTED.elapsed()
}

/// The statistics of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// The inputs that were read.
    pub inputs: u64,
    /// The comparisons with something independent.
    pub comparisons: u64,
}

impl Target {
    /// The target of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// Tries seeds and mutants for a time. `before` is given every input before it is read.
    ///
    /// # Panics
    /// Panics when the target does, or takes too long: that is a finding.
    pub fn run(&self, time: Duration, seed: u64, mut before: impl FnMut(&[u8])) -> Tried {
        let mut tried = Tried::default();
        let seeds = (self.seeds)();
        let started = Instant::now();
        let mut read = |input: &[u8]| {
            before(input);
            let began = spent();
            tried.comparisons += (self.read)(input);
            let took = spent().saturating_sub(began);
            assert!(took < HANGS, "{}: took {took:?}: {:?}", self.name, String::from_utf8_lossy(input));
            tried.inputs += 1;
        };
        for seed in &seeds {
            read(seed);
        }
        let mut mutator = Mutator::new(seeds, self.tokens, seed);
        while started.elapsed() < time {
            read(&mutator.input());
        }
        tried
    }
}
