//! Every target, for a moment. `MISERE_FUZZ_SECONDS` makes it try longer.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::time::Duration;

use misere_fuzz::{Mutator, TARGETS, Target};

#[test]
fn nothing_that_reads_panics() {
    let seconds = std::env::var("MISERE_FUZZ_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(1.0);
    for target in TARGETS {
        let tried = target.run(Duration::from_secs_f64(seconds), 7, |_| ());
        assert!(tried.inputs > (target.seeds)().len() as u64, "{}: {tried:?}", target.name);
    }
}

#[test]
fn seeds_of_certificates_are_accepted() {
    for seed in (Target::find("certificates").unwrap().seeds)() {
        let certificate = misere_check::Certificate::from_json(&seed).unwrap();
        misere_check::check(&certificate).unwrap();
    }
}

#[test]
fn inputs_are_the_same_for_the_same_seed_of_chance() {
    let inputs = |chance| {
        let mut mutator = Mutator::new(vec![b"{0|*}".to_vec()], "0 * |", chance);
        (0..50).map(|_| mutator.input()).collect::<Vec<_>>()
    };
    assert_eq!(inputs(1), inputs(1));
    assert_ne!(inputs(1), inputs(2));
}

#[test]
fn every_target_reads_what_its_seeds_say() {
    for target in TARGETS {
        for seed in (target.seeds)() {
            (target.read)(&seed);
        }
    }
    // Seeds that are good are answered, not refused.
    for name in ["notation", "universes", "universe-files", "rules", "batch"] {
        let target = Target::find(name).unwrap();
        let good = (target.seeds)().iter().filter(|seed| (target.read)(seed) == 1).count();
        assert!(good + 1 >= (target.seeds)().len(), "{name}: only {good} seeds are read");
    }
}
