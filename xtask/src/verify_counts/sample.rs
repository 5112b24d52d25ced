//! Random down-sets, and estimates from them.

use std::fmt;

use anyhow::{Result, ensure};
use fastrand::Rng;
use misere_census::antichains::Counter;
use misere_core::Budget;
use misere_order::{Elements, FiniteOrder};
use num_bigint::BigUint;

use super::oracle::Oracle;

/// A number that is known up to a standard error.
#[derive(Clone, Copy)]
pub(super) struct Estimate {
    value: f64,
    error: f64,
}

impl Estimate {
    fn mean(samples: &[f64]) -> Estimate {
        let n = samples.len() as f64;
        let value = samples.iter().sum::<f64>() / n;
        let variance = samples.iter().map(|s| (s - value).powi(2)).sum::<f64>() / (n - 1.0);
        Estimate { value, error: (variance / n).sqrt() }
    }

    pub(super) fn log2(self) -> Estimate {
        Estimate { value: self.value.log2(), error: self.error / self.value / std::f64::consts::LN_2 }
    }

    /// The sum of two independent estimates.
    pub(super) fn plus(self, other: Estimate) -> Estimate {
        Estimate { value: self.value + other.value, error: self.error.hypot(other.error) }
    }

    pub(super) fn twice(self) -> Estimate {
        Estimate { value: 2.0 * self.value, error: 2.0 * self.error }
    }

    /// Refuses an exact value that is far off. Both are logarithms.
    pub(super) fn compare(self, what: &str, exact: f64) -> Result<()> {
        let off = (exact - self.value) / self.error.max(1e-12);
        let percent = 100.0 * self.error * std::f64::consts::LN_2;
        eprintln!("  {what}: {off:+.2} standard errors off, one being {percent:.2} %");
        ensure!(off.abs() < 4.5, "{what}: {self} and {exact} are too far from each other");
        Ok(())
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.5} ± {:.5}", self.value, self.error)
    }
}

/// How many simplest forms of games there are to a pair of antichains, on average.
pub(super) struct PerPair {
    pub(super) mean: Estimate,
    pub(super) samples: usize,
}

/// Simplest forms of games born by day 3 have antichains of values born by day 2 as
/// options. So their number is the square of that of the antichains, times how many of
/// the four ways to add tombstones make such a form, on average.
pub(super) fn classes(oracle: &Oracle<'_>) -> Result<PerPair> {
    const SAMPLES: usize = 5_000;
    let poset = &oracle.options.poset;
    let sampler = Sampler::new(poset, poset.all());
    let mut random = Rng::with_seed(0x00C0_FFEE);
    let mut counts = Vec::with_capacity(SAMPLES);
    for _ in 0..SAMPLES {
        let sides = [0, 1].map(|_| sampler.antichain(&mut random));
        let mut found = 0;
        for marks in 0..4 {
            found += u32::from(oracle.is_simplest_form_of_game(&sides, marks)?);
        }
        counts.push(f64::from(found));
    }
    Ok(PerPair { mean: Estimate::mean(&counts), samples: SAMPLES })
}

/// The logarithm of the number of antichains. An element is in a random down-set with a
/// chance that is the quotient of two such numbers, so the way from the poset to one that
/// is counted at once leads through quotients that are estimated.
pub(super) fn antichains(poset: &FiniteOrder, budget: &Budget) -> Result<Estimate> {
    const SAMPLES: usize = 5_000;
    const SMALL: usize = 64;
    let mut random = Rng::with_seed(0xBEEF);
    let mut set = poset.all();
    let mut log2 = Estimate { value: 0.0, error: 0.0 };
    while set.len() > SMALL {
        let sampler = Sampler::new(poset, set.clone());
        let mut times = vec![0usize; poset.len()];
        for _ in 0..SAMPLES {
            sampler.down_set(&mut random).iter().for_each(|i| times[i] += 1);
        }
        // The element that settles most, of those that go either way. (The choice depends
        // on the sample, by so little that it does not matter.)
        let settles = |i: usize| {
            let is_in = 2 * times[i] >= SAMPLES;
            let gone = set.common(if is_in { poset.down(i) } else { poset.up(i) });
            let chance = times[i].max(SAMPLES - times[i]) as f64 / SAMPLES as f64;
            // Bits of error for each element that goes.
            (gone as f64) / ((1.0 - chance) / chance + 1e-4)
        };
        let best = set.iter().max_by(|&i, &j| settles(i).total_cmp(&settles(j))).expect("it is not small");
        let is_in = 2 * times[best] >= SAMPLES;
        // The chance is counted anew, so that the choice does not bias it.
        let agree = (0..SAMPLES).filter(|_| sampler.down_set(&mut random).contains(best) == is_in).count();
        let chance = agree as f64 / SAMPLES as f64;
        let error = (chance * (1.0 - chance) / SAMPLES as f64).sqrt().max(0.5 / SAMPLES as f64);
        let quotient = Estimate { value: chance, error }.log2();
        log2 = log2.plus(Estimate { value: -quotient.value, ..quotient });
        set = set.minus(if is_in { poset.down(best) } else { poset.up(best) });
    }
    let rest: BigUint = Counter::new(poset, None, budget).count(&set)?;
    Ok(log2.plus(Estimate { value: super::log2(&rest), error: 0.0 }))
}

/// Down-sets of a part of a poset, all with the same chance.
///
/// The sampler couples from the past (Propp and Wilson 1996): adding and removing elements,
/// where that leaves a down-set, keeps the order of two down-sets. When the smallest and
/// the largest have met, all have met, wherever they were long ago.
pub(super) struct Sampler<'p> {
    poset: &'p FiniteOrder,
    set: Elements,
    elements: Vec<usize>,
    /// For each element of the set, the elements of the set below it and above it.
    near: Vec<[Bits; 2]>,
}

/// A set of up to 256 elements.
type Bits = [u64; 4];

fn bits(set: &Elements) -> Bits {
    set.iter().fold([0; 4], |mut bits, i| {
        bits[i / 64] |= 1 << (i % 64);
        bits
    })
}

impl<'p> Sampler<'p> {
    pub(super) fn new(poset: &'p FiniteOrder, set: Elements) -> Sampler<'p> {
        let elements: Vec<usize> = set.iter().collect();
        let alone = |i: usize| Elements::none(poset.len()).with(i);
        let near =
            |&i: &usize| [poset.down(i), poset.up(i)].map(|near| bits(&near.and(&set).minus(&alone(i))));
        let near = elements.iter().map(near).collect();
        Sampler { poset, near, elements, set }
    }

    pub(super) fn antichain(&self, random: &mut Rng) -> Vec<usize> {
        let down_set = self.down_set(random);
        down_set.iter().filter(|&i| down_set.common(self.poset.up(i)) == 1).collect()
    }

    pub(super) fn down_set(&self, random: &mut Rng) -> Elements {
        // Epochs of the past, each twice as long as what came after it.
        let first = 16 * self.elements.len();
        let mut seeds: Vec<u64> = Vec::new();
        loop {
            seeds.push(random.u64(..));
            let mut low = [0; 4];
            let mut high = bits(&self.set);
            for (epoch, &seed) in seeds.iter().enumerate().rev() {
                let steps = first << epoch.saturating_sub(1);
                self.run(Rng::with_seed(seed), steps, &mut low, &mut high);
            }
            if low == high {
                return Elements::those(self.poset.len(), |i| low[i / 64] >> (i % 64) & 1 == 1);
            }
        }
    }

    fn run(&self, mut random: Rng, steps: usize, low: &mut Bits, high: &mut Bits) {
        for _ in 0..steps {
            let bits = random.u64(..);
            let at = (((bits >> 32) * self.elements.len() as u64) >> 32) as usize;
            let i = self.elements[at];
            let [below, above] = &self.near[at];
            for state in [&mut *low, &mut *high] {
                if bits & 1 == 1 {
                    if (0..4).all(|word| below[word] & !state[word] == 0) {
                        state[i / 64] |= 1 << (i % 64);
                    }
                } else if (0..4).all(|word| above[word] & state[word] == 0) {
                    state[i / 64] &= !(1 << (i % 64));
                }
            }
        }
    }
}

/// All permutations of four things.
pub(super) fn permutations_of_four() -> Vec<[usize; 4]> {
    let all = (0..256usize).map(|code| [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6]);
    all.filter(|to| (0..4).all(|at| to.contains(&at))).collect()
}
