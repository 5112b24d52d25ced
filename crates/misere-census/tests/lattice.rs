//! L_0 to L_5 as sets of bits, against the definitions and the general engines.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use misere_census::dead_ends::{DeadEnds, Lattice, UpSet};
use misere_core::{AllGames, Engine, Form, Forms, Player};

/// A sequence of numbers below `below` that look random.
fn numbers(below: usize) -> impl Iterator<Item = usize> {
    let mut state = 20_260_721u64;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    })
}

fn as_forms(lattice: &Lattice, forms: &Forms) -> Vec<Form> {
    let ends = DeadEnds::new();
    let all = lattice.dead_ends(&ends).unwrap();
    all.iter().map(|&g| ends.form(forms, g, Player::Left).unwrap()).collect()
}

/// [universe] section 3.
#[test]
fn the_days_have_the_published_sizes() {
    let sizes: Vec<usize> = (0..=5).map(|n| Lattice::new(n).unwrap().len()).collect();
    assert_eq!(sizes, [1, 2, 4, 10, 52, 21278]);
    assert!(Lattice::new(6).is_none());
}

#[test]
fn an_earlier_day_is_the_beginning_of_a_later_one() {
    let last = Lattice::new(5).unwrap();
    for n in 0..5 {
        let earlier = Lattice::new(n).unwrap();
        for g in 0..earlier.len() {
            assert_eq!(earlier.up_set(g), last.up_set(g));
            assert!(earlier.birthday(g) <= n && earlier.birthday(g) == last.birthday(g));
        }
        assert_eq!(last.birthday(earlier.len()), n + 1);
    }
}

#[test]
fn the_order_of_day_4_is_that_of_all_games() {
    let (lattice, forms, ends) = (Lattice::new(4).unwrap(), Arc::new(Forms::new()), DeadEnds::new());
    let games = as_forms(&lattice, &forms);
    let all = lattice.dead_ends(&ends).unwrap();
    let modulo = Engine::new(forms.clone(), Arc::new(AllGames));
    for _ in 0..2 {
        for g in 0..lattice.len() {
            for h in 0..lattice.len() {
                let expected = modulo.ge(games[g], games[h]).unwrap();
                assert_eq!(lattice.ge(g, h), expected, "{g} {h}");
                assert_eq!(ends.ge(all[g], all[h]).unwrap(), expected, "{g} {h}");
            }
        }
    }
}

#[test]
fn the_order_of_day_5_is_that_of_all_games_in_samples() {
    let (lattice, forms, ends) = (Lattice::new(5).unwrap(), Arc::new(Forms::new()), DeadEnds::new());
    let games = as_forms(&lattice, &forms);
    let all = lattice.dead_ends(&ends).unwrap();
    let modulo = Engine::new(forms.clone(), Arc::new(AllGames));
    let mut number = numbers(lattice.len());
    let mut related = 0;
    for _ in 0..20_000 {
        let (g, h) = (number.next().unwrap(), number.next().unwrap());
        let expected = modulo.ge(games[g], games[h]).unwrap();
        assert_eq!(lattice.ge(g, h), expected, "{g} {h}");
        assert_eq!(ends.ge(all[g], all[h]).unwrap(), expected, "{g} {h}");
        related += usize::from(expected);
    }
    assert!(related > 1000, "only {related}");
}

#[test]
fn a_greater_one_never_comes_after_a_lesser_one() {
    let lattice = Lattice::new(4).unwrap();
    for g in 0..lattice.len() {
        assert!((0..g).all(|h| !lattice.ge(g, h)), "{g}");
    }
}

#[test]
fn pairs_are_counted_as_one_by_one() {
    for n in 0..=4 {
        let lattice = Lattice::new(n).unwrap();
        let all = 0..lattice.len();
        let direct: usize = all.clone().map(|g| all.clone().filter(|&h| lattice.ge(g, h)).count()).sum();
        assert_eq!(lattice.ordered_pairs(), direct as u64, "day {n}");
    }
    let lattice = Lattice::new(5).unwrap();
    let up_sets: Vec<UpSet> = (1..lattice.len()).map(|g| lattice.up_set(g).unwrap()).collect();
    let below = |&g: &UpSet| up_sets.iter().map(|&h| u64::from(g.ge(h))).sum::<u64>();
    assert_eq!(lattice.ordered_pairs(), 1 + up_sets.iter().map(below).sum::<u64>());
    assert_eq!(lattice.ordered_pairs(), 69_898_859);
}

/// [universe] Theorem 3.11, from the order alone.
#[test]
fn meets_and_joins_are_greatest_and_least_bounds() {
    let (lattice, ends) = (Lattice::new(4).unwrap(), DeadEnds::new());
    let all = lattice.dead_ends(&ends).unwrap();
    let places = || 0..lattice.len();
    for g in places() {
        for h in places() {
            let lower: Vec<usize> = places().filter(|&x| lattice.ge(g, x) && lattice.ge(h, x)).collect();
            let upper: Vec<usize> = places().filter(|&x| lattice.ge(x, g) && lattice.ge(x, h)).collect();
            let greatest = lower.iter().copied().find(|&x| lower.iter().all(|&y| lattice.ge(x, y)));
            let least = upper.iter().copied().find(|&x| upper.iter().all(|&y| lattice.ge(y, x)));
            assert_eq!(least.is_some(), !upper.is_empty(), "{g} {h}");
            assert_eq!(greatest.is_some(), (g == 0) == (h == 0), "{g} {h}");
            assert_eq!((lattice.meet(g, h), lattice.join(g, h)), (greatest, least), "{g} {h}");
            assert_eq!(ends.meet(all[g], all[h]).unwrap(), greatest.map(|x| all[x]), "{g} {h}");
            assert_eq!(ends.join(all[g], all[h]).unwrap(), least.map(|x| all[x]), "{g} {h}");
        }
    }
}

#[test]
fn meets_and_joins_of_day_5_agree_in_samples() {
    let (lattice, ends) = (Lattice::new(5).unwrap(), DeadEnds::new());
    let all = lattice.dead_ends(&ends).unwrap();
    let mut number = numbers(lattice.len());
    for _ in 0..2000 {
        let (g, h) = (number.next().unwrap(), number.next().unwrap());
        assert_eq!(ends.meet(all[g], all[h]).unwrap(), lattice.meet(g, h).map(|x| all[x]));
        assert_eq!(ends.join(all[g], all[h]).unwrap(), lattice.join(g, h).map(|x| all[x]));
    }
}

/// [universe] Theorem 3.12.
#[test]
fn with_nabla_it_is_a_distributive_lattice() {
    let lattice = Lattice::new(4).unwrap();
    let mut all = vec![UpSet::NABLA];
    all.extend((1..lattice.len()).map(|g| lattice.up_set(g).unwrap()));
    let is_there = |x: UpSet| x == UpSet::NABLA || lattice.place(x).is_some();
    for &a in &all {
        assert!(UpSet::NABLA.ge(a));
        for &b in &all {
            assert!(is_there(a.meet(b)) && is_there(a.join(b)));
            assert_eq!(a.ge(b), a.join(b) == a);
            assert_eq!(a.ge(b), a.meet(b) == b);
            for &c in &all {
                assert_eq!(a.meet(b.join(c)), a.meet(b).join(a.meet(c)));
                assert_eq!(a.join(b.meet(c)), a.join(b).meet(a.join(c)));
            }
        }
    }
}

/// [universe] section 3.
#[test]
fn integers_are_maximal_and_the_perfect_murder_is_least() {
    let (forms, ends) = (Forms::new(), DeadEnds::new());
    for n in 1..=5 {
        let lattice = Lattice::new(n).unwrap();
        let maximal: Vec<usize> = (1..lattice.len()).filter(|&g| (1..g).all(|h| !lattice.ge(h, g))).collect();
        let integers: Vec<usize> =
            (1..=n).map(|k| lattice.place_of(&ends, ends.integer(k).unwrap()).unwrap()).collect();
        assert_eq!(maximal, integers);
        let murder = forms.waiting_game(u64::from(n)).unwrap();
        let murder = ends.value(&forms, murder, Player::Left).unwrap();
        let least = lattice.place_of(&ends, murder).unwrap();
        assert_eq!(least, lattice.len() - 1);
        assert!((1..lattice.len()).all(|g| lattice.ge(g, least)));
    }
}

#[test]
fn covers_are_what_has_nothing_between() {
    let lattice = Lattice::new(4).unwrap();
    for g in 0..lattice.len() {
        let less: Vec<usize> = (0..lattice.len()).filter(|&h| h != g && lattice.ge(g, h)).collect();
        let is_covered = |&h: &usize| !less.iter().any(|&x| x != h && lattice.ge(x, h));
        let expected: Vec<usize> = less.iter().copied().filter(is_covered).collect();
        assert_eq!(lattice.covers(g), expected, "{g}");
    }
}

#[test]
fn both_representations_agree_on_every_element() {
    let (lattice, ends) = (Lattice::new(5).unwrap(), DeadEnds::new());
    let all = lattice.dead_ends(&ends).unwrap();
    for (place, &g) in all.iter().enumerate() {
        assert_eq!(lattice.birthday(place), ends.birthday(g));
        assert_eq!(lattice.race(place), ends.race(g));
        assert_eq!(lattice.flexibility(place), ends.flexibility(g));
        assert_eq!(lattice.is_terminable(place), ends.is_terminable(g));
        assert_eq!(lattice.options(place).len(), ends.options(g).len());
    }
    for place in numbers(lattice.len()).take(2000) {
        assert_eq!(lattice.place_of(&ends, all[place]), Some(place));
    }
    let later = ends.integer(6).unwrap();
    assert_eq!(lattice.place_of(&ends, later), None);
    assert_eq!(Lattice::new(3).unwrap().place_of(&ends, ends.integer(4).unwrap()), None);
}

#[test]
fn the_elements_are_their_own_simplest_forms() {
    let (lattice, forms) = (Lattice::new(5).unwrap(), Arc::new(Forms::new()));
    let games = as_forms(&lattice, &forms);
    let modulo = Engine::new(forms.clone(), Arc::new(AllGames));
    for g in (0..52).chain(numbers(games.len()).take(1000)) {
        assert_eq!(modulo.simplest(games[g]).unwrap(), games[g]);
    }
}
