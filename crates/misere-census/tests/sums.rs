//! Factorisations and closures.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use misere_census::dead_ends::{DeadEnd, DeadEnds, Lattice};
use misere_core::{FiniteGenerators, Forms, Generated, Player};

fn total(ends: &DeadEnds, summands: &[DeadEnd]) -> DeadEnd {
    summands.iter().fold(DeadEnd::ZERO, |sum, &g| ends.sum(sum, g).unwrap())
}

/// Birthdays add, so that all ways to be a sum can be tried.
#[test]
fn divisors_up_to_day_5_are_all_there_are() {
    let (ends, lattice) = (DeadEnds::new(), Lattice::new(5).unwrap());
    let all = lattice.dead_ends(&ends).unwrap();
    let mut expected: Vec<BTreeSet<usize>> = (0..all.len()).map(|g| BTreeSet::from([0, g])).collect();
    for g in 1..52 {
        for h in (1..52).filter(|&h| lattice.birthday(g) + lattice.birthday(h) <= 5) {
            let sum = ends.sum(all[g], all[h]).unwrap();
            expected[lattice.place_of(&ends, sum).unwrap()].extend([g, h]);
        }
    }
    let mut atoms = [0; 6];
    for (place, expected) in expected.iter().enumerate() {
        let g = all[place];
        let divisors = ends.divisors(g).unwrap();
        let places: BTreeSet<usize> = divisors.iter().map(|&d| lattice.place_of(&ends, d).unwrap()).collect();
        assert_eq!(&places, expected, "{place}");
        assert_eq!(ends.is_atom(g).unwrap(), expected.len() == 2);
        atoms[lattice.birthday(place) as usize] += usize::from(expected.len() == 2);
        for &d in &divisors {
            let quotient = ends.quotient(g, d).unwrap().unwrap();
            assert_eq!(ends.sum(quotient, d).unwrap(), g);
        }
        for factors in ends.factorisations(g).unwrap() {
            assert!(factors.iter().all(|&f| ends.is_atom(f).unwrap()));
            assert_eq!(total(&ends, &factors), g);
        }
    }
    assert_eq!(atoms, [0, 1, 1, 4, 35, 21180]);
}

#[test]
fn a_sum_of_atoms_of_day_4_is_factorised_into_them_alone() {
    let (ends, lattice) = (DeadEnds::new(), Lattice::new(4).unwrap());
    let mut atoms = lattice.dead_ends(&ends).unwrap();
    atoms.retain(|&g| ends.is_atom(g).unwrap());
    for (i, &a) in atoms.iter().enumerate() {
        for (j, &b) in atoms.iter().enumerate().skip(i) {
            for &c in atoms[j..].iter().step_by(7) {
                let sum = total(&ends, &[a, b, c]);
                assert_eq!(ends.factorisations(sum).unwrap(), [ends.in_structural_order(&[a, b, c])]);
                assert_eq!(ends.quotient(sum, c).unwrap(), Some(ends.sum(a, b).unwrap()));
            }
        }
    }
}

#[test]
fn quotients_exist_only_where_there_is_a_sum() {
    let (ends, lattice) = (DeadEnds::new(), Lattice::new(4).unwrap());
    let all = lattice.dead_ends(&ends).unwrap();
    for &g in &all {
        for &k in &all {
            let by_trial: Vec<DeadEnd> =
                all.iter().copied().filter(|&h| ends.sum(h, k).unwrap() == g).collect();
            assert!(by_trial.len() <= 1);
            assert_eq!(ends.quotient(g, k).unwrap(), by_trial.first().copied());
        }
    }
}

#[test]
fn zero_is_the_empty_sum() {
    let ends = DeadEnds::new();
    assert_eq!(ends.factorisations(DeadEnd::ZERO).unwrap(), [vec![]]);
    assert!(!ends.is_atom(DeadEnd::ZERO).unwrap());
}

/// [universe] section 6.
#[test]
fn strips_of_domineering_are_sums_of_two_atoms() {
    let ends = DeadEnds::new();
    let mut strips = vec![DeadEnd::ZERO, DeadEnd::ZERO];
    for n in 2..=18 {
        let moves: Vec<DeadEnd> =
            (0..=n - 2).map(|left| ends.sum(strips[left], strips[n - 2 - left]).unwrap()).collect();
        strips.push(ends.make(&moves).unwrap());
    }
    let generators = [ends.parse_shorthand("1̄0").unwrap()];
    let domineering = ends.closure(&generators);
    for (n, &strip) in strips.iter().enumerate() {
        let factorisations = ends.factorisations(strip).unwrap();
        assert_eq!(factorisations.len(), 1, "1×{n}");
        assert!(factorisations[0].iter().all(|f| domineering.parts().contains(f)), "1×{n}");
        let summands = ends.as_sum(&domineering, strip).unwrap().unwrap();
        assert_eq!(total(&ends, &summands), strip, "1×{n}");
    }
}

#[test]
fn closures_are_those_of_generated_universes() {
    let (ends, lattice) = (DeadEnds::new(), Lattice::new(5).unwrap());
    let all = lattice.dead_ends(&ends).unwrap();
    let mut asked: Vec<DeadEnd> = all[..52].to_vec();
    asked.extend(all[52..].iter().step_by(211));
    for i in (1..52).step_by(6) {
        asked.extend((i..52).step_by(5).map(|j| ends.sum(all[i], all[j]).unwrap()));
    }
    let sets: [&[&str]; 9] = [
        &[],
        &["0"],
        &["1̄"],
        &["1̄0"],
        &["2̄0"],
        &["3̄0", "2̄1̄0"],
        &["(1̄0)0"],
        &["01̄4̄5̄", "02̄3̄5̄"],
        &["(2̄1̄)#0", "(-10)2̄"],
    ];
    let (mut inside, mut above, mut outside) = (0, 0, 0);
    for texts in sets {
        let generators: Vec<DeadEnd> = texts.iter().map(|t| ends.parse_shorthand(t).unwrap()).collect();
        let closure = ends.closure(&generators);
        let forms = Forms::new();
        let as_forms: Vec<_> =
            generators.iter().map(|&g| ends.form(&forms, g, Player::Left).unwrap()).collect();
        let finite = FiniteGenerators::new(&forms, &as_forms, "A").unwrap();
        let universe = Generated::new(&forms, finite);
        for &g in &asked {
            let form = ends.form(universe.end_store(), g, Player::Left).unwrap();
            let (sum, below) = (ends.as_sum(&closure, g).unwrap(), ends.sum_below(&closure, g).unwrap());
            assert_eq!(sum.is_some(), universe.is_sum_of_parts(form).unwrap(), "{texts:?}");
            assert_eq!(below.is_some(), universe.is_above(form).unwrap(), "{texts:?}");
            assert!(sum.is_none() || below.is_some());
            match (&sum, &below) {
                (Some(_), _) => inside += 1,
                (None, Some(_)) => above += 1,
                (None, None) => outside += 1,
            }
            for summands in [&sum, &below].into_iter().flatten() {
                assert!(summands.iter().all(|s| closure.parts().contains(s)));
            }
            if let Some(summands) = sum {
                assert_eq!(total(&ends, &summands), g);
            }
            if let Some(summands) = below {
                assert!(ends.ge(g, total(&ends, &summands)).unwrap());
            }
        }
    }
    assert!(inside > 50 && above > 100 && outside > 100, "{inside} {above} {outside}");
}

/// [universe] section 3: the terminable elements of cl({n̄0 : n in N}) are these and 1̄.
#[test]
fn the_terminable_sums_are_the_generators_and_minus_one() {
    let ends = DeadEnds::new();
    let generators: Vec<DeadEnd> = ["2̄0", "4̄0"].map(|t| ends.parse_shorthand(t).unwrap()).to_vec();
    let closure = ends.closure(&generators);
    let lattice = Lattice::new(5).unwrap();
    let mut found = lattice.dead_ends(&ends).unwrap();
    found.retain(|&g| ends.is_terminable(g) && ends.as_sum(&closure, g).unwrap().is_some());
    assert_eq!(found, [ends.integer(1).unwrap(), generators[0], generators[1]]);
}
