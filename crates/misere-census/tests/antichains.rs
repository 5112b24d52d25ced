//! Antichains, counted by branching and by rows, against lists of them and each other.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use fastrand::Rng;
use misere_census::antichains::{Counter, Row, Rows, Work};
use misere_census::count::{OptionPool, pool};
use misere_core::{
    AllGames, Blocking, Budget, DeadEnding, Dicots, Engine, FiniteGenerators, Form, Forms, Generated, Limits,
    Player, Universe,
};
use misere_notation::parse_form;
use misere_order::{Elements, FiniteOrder};
use num_bigint::BigUint;

/// Dedekind's numbers: the antichains of subsets of a set of 0, 1, … elements.
const DEDEKIND: [u64; 8] = [2, 3, 6, 20, 168, 7581, 7_828_354, 2_414_682_040_998];

#[test]
fn the_empty_order_has_one_antichain() {
    let budget = Budget::new(Limits::default());
    let nothing = FiniteOrder::new(0, |_, _| true).unwrap();
    assert_eq!(Counter::new(&nothing, None, &budget).count(&nothing.all()).unwrap(), 1u32.into());
    let cube = cube(3);
    assert_eq!(Counter::new(&cube, None, &budget).count(&Elements::none(cube.len())).unwrap(), 1u32.into());
}

#[test]
fn unrelated_parts_multiply() {
    let budget = Budget::new(Limits::default());
    // Two cubes of dimension 3 and three more elements.
    let poset =
        FiniteOrder::new(19, |a, b| a != b && a < 16 && b < 16 && a / 8 == b / 8 && a & b == b).unwrap();
    let expected = BigUint::from(20u32 * 20 * 8);
    assert_eq!(Counter::new(&poset, None, &budget).count(&poset.all()).unwrap(), expected);
    // Two of the three dimensions are labels of rows.
    let rows = Rows { row: (0..19).map(|i| i % 4).collect(), symmetries: Vec::new() };
    let mut counter = Counter::new(&poset, Some(&rows), &budget).with_few_steps(0);
    assert_eq!(counter.count(&poset.all()).unwrap(), expected);
}

#[test]
fn random_orders_against_lists_of_antichains() {
    let mut random = Rng::with_seed(1);
    let budget = Budget::new(Limits::default());
    let mut by_rows = Work::default();
    for case in 0..400 {
        let poset = random_poset(&mut random, 1 + case % 14);
        let set = random_subset(&mut random, &poset.all(), 7);
        let expected = BigUint::from(listed(&poset, &set));
        assert_eq!(Counter::new(&poset, None, &budget).count(&set).unwrap(), expected, "{poset:?}");
        // Rows that were not made for the order: most relations do not fit them.
        for _ in 0..4 {
            let rows = random_rows(&mut random, &poset);
            let mut counter = Counter::new(&poset, Some(&rows), &budget).with_few_steps(0);
            assert_eq!(counter.count(&set).unwrap(), expected, "{poset:?} {set:?} {rows:?}");
            by_rows = by_rows.plus(counter.work());
        }
    }
    // All but single elements were examined by rows first, and many of them fit.
    assert!(by_rows.by_rows > 1000 && by_rows.split > 1000, "{by_rows:?}");
}

/// Orders whose relations all fit rows: among them is each way in which the plan can go
/// wrong.
#[test]
fn random_orders_that_nearly_fit_rows() {
    let mut random = Rng::with_seed(2);
    let budget = Budget::new(Limits::default());
    let mut work = Work::default();
    for case in 0..600 {
        let size = 8 + case % 9;
        let row: Vec<Row> = (0..size).map(|_| random.usize(..16) as Row).collect();
        let related = 2 + random.usize(..6);
        let chance: Vec<Vec<bool>> =
            (0..size).map(|_| (0..size).map(|_| random.usize(..8) < related).collect()).collect();
        let is_subset = |b: usize, a: usize| row[b] & !row[a] == 0 && (row[a] != row[b] || a > b);
        let poset = transitive(size, |a, b| chance[a][b] && is_subset(b, a));
        let expected = BigUint::from(listed(&poset, &poset.all()));
        let rows = Rows { row, symmetries: Vec::new() };
        let mut counter = Counter::new(&poset, Some(&rows), &budget).with_few_steps(0);
        assert_eq!(counter.count(&poset.all()).unwrap(), expected, "{poset:?} {rows:?}");
        work = work.plus(counter.work());
    }
    assert!(work.by_rows > 1000 && work.split > 300, "{work:?}");
}

#[test]
fn dedekind_numbers_by_branching() {
    let budget = Budget::new(Limits::default());
    for (dimension, number) in DEDEKIND.into_iter().enumerate().take(7) {
        let cube = cube(dimension);
        let mut counter = Counter::new(&cube, None, &budget);
        assert_eq!(counter.count(&cube.all()).unwrap(), number.into());
        assert_eq!(counter.work(), Work { branched: 1, ..Work::default() });
    }
}

#[test]
fn dedekind_numbers_by_rows() {
    let budget = Budget::new(Limits::default());
    for (dimension, number) in DEDEKIND.into_iter().enumerate().skip(5) {
        let cube = cube(dimension);
        for symmetries in [true, false] {
            let rows = cube_rows(dimension, symmetries);
            let mut counter = Counter::new(&cube, Some(&rows), &budget).with_few_steps(100);
            assert_eq!(counter.count(&cube.all()).unwrap(), number.into());
            assert!(counter.work().by_rows > 0, "{:?}", counter.work());
        }
    }
}

#[test]
fn parts_of_cubes_by_rows_and_by_branching() {
    let mut random = Rng::with_seed(3);
    let budget = Budget::new(Limits::default());
    let mut work = Work::default();
    for (dimension, least, cases) in [(6, 3, 40), (7, 2, 20)] {
        let cube = cube(dimension);
        let mut branching = Counter::new(&cube, None, &budget);
        for case in 0..cases {
            // Thin parts; and thick parts that are kept by permutations of the bits that are
            // no labels.
            let set = match case % 2 {
                0 => random_subset(&mut random, &cube.all(), least),
                _ => {
                    let ranks = random.u64(..);
                    Elements::those(cube.len(), |i| {
                        let rank = (i >> 4).count_ones() as usize;
                        i & 15 != 0 && ranks >> (4 * (i & 15) + rank) & 1 == 1
                    })
                }
            };
            let expected = branching.count(&set).unwrap();
            for symmetries in [true, false] {
                let rows = cube_rows(dimension, symmetries);
                let mut counter = Counter::new(&cube, Some(&rows), &budget).with_few_steps(3);
                assert_eq!(counter.count(&set).unwrap(), expected, "{dimension} {set:?}");
                work = work.plus(counter.work());
            }
        }
    }
    assert!(work.by_rows > 60 && work.split > 20, "{work:?}");
}

/// A permutation is used only when it keeps the order and the rows of the counted set.
#[test]
fn permutations_that_are_no_symmetries_do_no_harm() {
    let mut random = Rng::with_seed(4);
    let budget = Budget::new(Limits::default());
    let dimension = 6;
    let cube = cube(dimension);
    let set = Elements::those(cube.len(), |i| i & 15 != 0);
    let expected = Counter::new(&cube, None, &budget).count(&set).unwrap();
    for case in 0..30 {
        let mut rows = cube_rows(dimension, true);
        for _ in 0..5 {
            rows.symmetries.push(match case % 3 {
                0 => (0..cube.len()).map(|_| random.usize(..cube.len())).collect(),
                1 => (0..cube.len()).map(|i| i ^ 1 << random.usize(..6)).collect(),
                // A permutation that keeps the order and not the rows.
                _ => (0..cube.len()).map(|i| i & !3 | (i & 1) << 1 | (i & 2) >> 1).collect(),
            });
        }
        let mut counter = Counter::new(&cube, Some(&rows), &budget).with_few_steps(0);
        assert_eq!(counter.count(&set).unwrap(), expected);
    }
}

/// Some of the symmetries suffice, even if they are no group.
#[test]
fn some_symmetries_of_many() {
    let mut random = Rng::with_seed(5);
    let budget = Budget::new(Limits::default());
    let dimension = 7;
    let cube = cube(dimension);
    let set = Elements::those(cube.len(), |i| i & 15 != 0 && (i & 15).count_ones() != 3);
    let all = cube_rows(dimension, true);
    let count = |symmetries: Vec<Vec<usize>>| {
        let rows = Rows { row: all.row.clone(), symmetries };
        Counter::new(&cube, Some(&rows), &budget).with_few_steps(0).count(&set).unwrap()
    };
    let expected = count(Vec::new());
    for _ in 0..8 {
        let some: Vec<Vec<usize>> =
            all.symmetries.iter().filter(|_| random.usize(..2) == 0).cloned().collect();
        assert_eq!(count(some), expected);
    }
}

#[test]
fn parts_of_day_two_by_rows_and_by_branching() {
    let forms = Arc::new(Forms::new());
    let mut work = [
        parts_of_day_two(&forms, DeadEnding, 10),
        parts_of_day_two(&forms, Blocking, 11),
        parts_of_day_two(&forms, AllGames, 12),
        parts_of_day_two(&forms, generated(&forms, "-1"), 13),
        parts_of_day_two(&forms, generated(&forms, "[-1 0]"), 14),
    ]
    .into_iter();
    assert!(work.all(|work| work.by_rows > 20 && work.split > 5), "{work:?}");
    let small = parts_of_day_two(&forms, Dicots, 15);
    assert!(small.by_rows > 0);
}

fn parts_of_day_two<U: Universe + 'static>(forms: &Arc<Forms>, universe: U, seed: u64) -> Work {
    let mut random = Rng::with_seed(seed);
    let modulo = Engine::new(forms.clone(), Arc::new(universe));
    let games = pool(forms, modulo.universe().unwrap(), 2).unwrap();
    let options = OptionPool::new(&modulo, &games, modulo.universe().unwrap().ends(), Player::Left).unwrap();
    let (poset, budget) = (&options.poset, forms.budget());
    let plain = Rows { symmetries: Vec::new(), ..options.rows.clone() };
    let mut branching = Counter::new(poset, None, budget);
    let mut work = Work::default();
    for case in 0..24 {
        let set = match case % 3 {
            // A part with as many elements as branching can do.
            0 => random_subset(&mut random, &poset.all(), 2),
            // Sets such as "above one and below another" are kept by symmetries.
            1 => {
                let [i, j] = [0, 1].map(|_| random.usize(..poset.len()));
                let thin = random_subset(&mut random, &poset.all(), 3);
                poset.up(i).or(&poset.down(j).minus(poset.up(i)).and(&thin))
            }
            // All of a few rows.
            _ => {
                let chosen = random.u64(..) & random.u64(..);
                Elements::those(poset.len(), |i| chosen >> options.rows.row[i] & 1 == 1)
            }
        };
        // Rows of day 2 can be large; sets that branching cannot do are left out.
        let set = if set.len() > 75 { random_subset(&mut random, &set, 4) } else { set };
        let expected = branching.count(&set).unwrap();
        for rows in [&options.rows, &plain] {
            let mut counter = Counter::new(poset, Some(rows), budget).with_few_steps(2);
            assert_eq!(counter.count(&set).unwrap(), expected, "{set:?}");
            work = work.plus(counter.work());
        }
    }
    work
}

fn generated(forms: &Forms, end: &str) -> Generated<FiniteGenerators> {
    let end: Form = parse_form(forms, end).unwrap();
    let universe = Generated::new(forms, FiniteGenerators::new(forms, &[end], "A").unwrap());
    assert!(universe.contains(forms, forms.conjugate(end).unwrap()).unwrap());
    universe
}

/// The subsets of a set of `dimension` elements, as bits.
fn cube(dimension: usize) -> FiniteOrder {
    FiniteOrder::new(1 << dimension, |a, b| a != b && a & b == b).unwrap()
}

/// The low four bits are labels, and the rest may be permuted.
fn cube_rows(dimension: usize, symmetries: bool) -> Rows {
    let free = dimension - 4;
    let row = (0..1usize << dimension).map(|i| (i & 15) as Row).collect();
    let mut permutations: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..free {
        let longer = permutations.iter().flat_map(|begun| {
            (0..free).filter(|at| !begun.contains(at)).map(|at| [begun.clone(), vec![at]].concat())
        });
        permutations = longer.collect();
    }
    let act = |to: &Vec<usize>| {
        let moved = |i: usize| {
            (0..free).filter(|at| i >> (4 + at) & 1 == 1).fold(i & 15, |all, at| all | 16 << to[at])
        };
        (0..1 << dimension).map(moved).collect()
    };
    Rows {
        row,
        symmetries: if symmetries { permutations.iter().skip(1).map(act).collect() } else { Vec::new() },
    }
}

/// The number of antichains, found one by one.
fn listed(poset: &FiniteOrder, set: &Elements) -> u64 {
    let members: Vec<usize> = set.iter().collect();
    let comparable: Vec<u32> = members
        .iter()
        .map(|&a| {
            let related = |&(_, &b): &(usize, &usize)| a != b && (poset.ge(a, b) || poset.ge(b, a));
            members.iter().enumerate().filter(related).fold(0, |all, (at, _)| all | 1 << at)
        })
        .collect();
    let is_antichain =
        |mask: u32| (0..members.len()).all(|at| mask >> at & 1 == 0 || mask & comparable[at] == 0);
    (0..1u32 << members.len()).filter(|&mask| is_antichain(mask)).count() as u64
}

fn random_poset(random: &mut Rng, size: usize) -> FiniteOrder {
    let related = 1 + random.usize(..5);
    let chance: Vec<Vec<bool>> =
        (0..size).map(|_| (0..size).map(|_| random.usize(..10) < related).collect()).collect();
    transitive(size, |a, b| a > b && chance[a][b])
}

/// The least order with these relations, which go round in no circle.
fn transitive(size: usize, above: impl Fn(usize, usize) -> bool) -> FiniteOrder {
    let mut ge: Vec<Vec<bool>> =
        (0..size).map(|a| (0..size).map(|b| a == b || above(a, b)).collect()).collect();
    for k in 0..size {
        for a in 0..size {
            for b in 0..size {
                ge[a][b] |= ge[a][k] && ge[k][b];
            }
        }
    }
    FiniteOrder::new(size, |a, b| a != b && ge[a][b]).unwrap()
}

fn random_rows(random: &mut Rng, poset: &FiniteOrder) -> Rows {
    // Few labels make it likely that relations fit.
    let labels = 1 + random.usize(..4);
    let mut row: Vec<Row> = (0..poset.len()).map(|_| random.usize(..1 << labels) as Row).collect();
    if random.usize(..2) == 0 {
        // Upper elements have more labels, most of the time.
        for a in 0..poset.len() {
            row[a] = poset.down(a).iter().fold(row[a], |all, b| if b < a { all | row[b] } else { all });
        }
    }
    Rows { row, symmetries: Vec::new() }
}

/// One in `of` elements is left out if there are many, or kept if there are few.
fn random_subset(random: &mut Rng, set: &Elements, of: usize) -> Elements {
    let keep_few = set.len() > 20;
    set.iter().filter(|_| (random.usize(..of) == 0) == keep_few).fold(set.minus(set), Elements::with)
}
