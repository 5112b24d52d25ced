//! Classes that are counted without listing them, against lists.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashSet;
use std::sync::Arc;

use fastrand::Rng;
use misere_census::classes::{Census, Games};
use misere_census::count::{Count, Counted, Which, count, pool};
use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, Engine, FiniteGenerators, Form, Forms, Generated, Player,
    Setting, Universe, Value,
};
use misere_notation::parse_form;

/// Six universes, as settings of a store.
fn universes(forms: &Forms) -> [Arc<dyn Setting>; 6] {
    [
        Arc::new(AllGames),
        Arc::new(Dicots),
        Arc::new(DeadEnding),
        Arc::new(Blocking),
        Arc::new(integers(forms)),
        Arc::new(domineering(forms)),
    ]
}

/// Calls the function for games of each of six universes modulo each of the six.
fn all_pairs(mut each: impl FnMut(&Engine, &dyn Universe)) {
    for at in 0..6 {
        let forms = Arc::new(Forms::new());
        let engine = Engine::new(forms.clone(), universes(&forms)[at].clone());
        for of in universes(&forms) {
            each(&engine, of.universe().unwrap());
        }
    }
}

#[test]
fn days_zero_to_two_against_lists() {
    let mut cases = 0;
    all_pairs(|modulo, of| {
        let forms = modulo.forms();
        let pools = [vec![], pool(forms, of, 0).unwrap(), pool(forms, of, 1).unwrap()];
        for (day, options) in pools.iter().enumerate() {
            let games = pool(forms, of, day as u32).unwrap();
            let values: HashSet<Value> = games.iter().map(|&g| modulo.value(g).unwrap()).collect();
            for which in [Which::All, Which::PFree] {
                let wanted = values.iter().filter(|&&v| is_wanted(modulo, v, which)).count();
                let found = counted(modulo, of, [options, options], which);
                assert_eq!(found.classes, wanted.into(), "{} of {} {day} {which:?}", modulo.id(), of.id());
                cases += 1;
            }
        }
    });
    assert_eq!(cases, 36 * 3 * 2);
}

#[test]
fn day_two_of_the_papers() {
    // [universe] Figure 3, [blocking] section 4, [dicots] Table 3.
    let own = |at: usize| -> [u32; 2] {
        let forms = Arc::new(Forms::new());
        let modulo = Engine::new(forms.clone(), universes(&forms)[at].clone());
        let of = modulo.universe().unwrap();
        let options = pool(&forms, of, 1).unwrap();
        [Which::All, Which::PFree].map(|which| {
            let found = counted(&modulo, of, [&options, &options], which);
            found.classes.try_into().unwrap()
        })
    };
    assert_eq!(own(0)[0], 256);
    assert_eq!(own(1)[0], 9);
    assert_eq!(own(2), [196, 46]);
    assert_eq!(own(3), [220, 52]);
    assert_eq!(own(4)[0], 194);
    assert_eq!(own(5)[0], 196);
}

#[test]
fn dicots_born_by_day_three() {
    let engine = |at: usize| {
        let forms = Arc::new(Forms::new());
        Engine::new(forms.clone(), universes(&forms)[at].clone())
    };
    let classes = |at: usize| -> u32 {
        let modulo = engine(at);
        let options = pool(modulo.forms(), &Dicots, 2).unwrap();
        let found = counted(&modulo, &Dicots, [&options, &options], Which::All);
        found.classes.try_into().unwrap()
    };
    let listed = |at: usize| {
        let modulo = engine(at);
        let games = Games::dicots(modulo.forms(), 3).unwrap();
        Census::new(&modulo, &games, 2).unwrap().classes.len() as u32
    };
    // [dicots] Theorem 4.8 and Table 3.
    assert_eq!(classes(1), 1268);
    assert_eq!(classes(0), 7541);
    for other in 2..6 {
        assert_eq!(classes(other), listed(other));
    }
}

/// Options from small random pools, other ones for Left than for Right.
#[test]
fn random_options_against_lists() {
    let mut random = Rng::with_seed(7);
    let (mut cases, mut classes) = (0, 0);
    all_pairs(|modulo, of| {
        let forms = modulo.forms();
        let games = pool(forms, of, 2).unwrap();
        for case in 0..15 {
            let pools = [0, 1].map(|_| random_pool(&mut random, modulo, &games, 4 + case % 3));
            let [left, right] = [&pools[0], &pools[1]];
            let values = listed(modulo, of, [left, right]);
            for which in [Which::All, Which::PFree] {
                let wanted = values.iter().filter(|&&v| is_wanted(modulo, v, which)).count();
                let found = counted(modulo, of, [left, right], which);
                let shown = pools.each_ref().map(|pool| names_of(forms, pool));
                let (modulo, of) = (modulo.id(), of.id());
                assert_eq!(found.classes, wanted.into(), "{of} modulo {modulo} {which:?} {shown:?}");
            }
            cases += 1;
            classes += values.len();
        }
    });
    assert_eq!(cases, 36 * 15);
    assert!(classes > 100_000, "{classes}");
}

/// Modulo E and B a game is invertible exactly if its simplest form is 𝓟-free ([blocking]
/// section 4); here G + Ḡ is compared with 0.
#[test]
fn p_free_classes_are_the_invertible_ones() {
    fn invertible(universe: impl Setting + 'static, seed: u64) {
        let forms = Arc::new(Forms::new());
        let modulo = Engine::new(forms.clone(), Arc::new(universe));
        let of = modulo.universe().unwrap();
        let games = pool(&forms, of, 2).unwrap();
        // Few random games are invertible, so they are chosen from invertible ones and some
        // others.
        let inverse = |g: &Form| {
            let sum = forms.sum(*g, forms.conjugate(*g).unwrap()).unwrap();
            modulo.ge(sum, Form::ZERO).unwrap()
        };
        let good: Vec<Form> = games.iter().copied().filter(inverse).collect();
        let mut random = Rng::with_seed(seed);
        let mut found = 0;
        for _ in 0..6 {
            let pools = [0, 1].map(|_| {
                let mut pool = random_pool(&mut random, &modulo, &good, 4);
                let other = games[random.usize(..games.len())];
                if !pool.contains(&other) {
                    pool.push(other);
                }
                pool
            });
            let pools = [&pools[0], &pools[1]];
            let values = listed(&modulo, of, pools.map(|pool| &pool[..]));
            let simplest = values.iter().map(|&v| modulo.form(v).unwrap());
            // Simplest forms of games of the universe add like these games.
            let invertible = simplest.filter(inverse).count();
            let counted = counted(&modulo, of, pools.map(|pool| &pool[..]), Which::PFree);
            assert_eq!(counted.classes, invertible.into());
            found += invertible;
        }
        assert!(found > 100, "{found}");
    }
    invertible(DeadEnding, 8);
    invertible(Blocking, 9);
}

#[test]
fn threads_make_no_difference() {
    let forms = Arc::new(Forms::new());
    let modulo = Engine::new(forms.clone(), Arc::new(DeadEnding));
    let games = pool(&forms, &DeadEnding, 2).unwrap();
    let mut random = Rng::with_seed(10);
    let some: Vec<Form> = games.into_iter().filter(|&g| g == Form::ZERO || random.usize(..2) == 0).collect();
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let count = pool.install(|| counted(&modulo, &DeadEnding, [&some, &some], Which::All));
        (count.classes, count.types, count.posets, count.work, count.antichains)
    };
    let one = with(1);
    assert!(one.3.by_rows > 0, "{:?}", one.3);
    assert_eq!(one, with(3));
}

fn counted(modulo: &Engine, of: &dyn Universe, pools: [&[Form]; 2], which: Which) -> Count {
    count(modulo, Counted { of, pools }, which, &|_| ()).unwrap()
}

/// The classes of all {C|D} of the universe with C and D from the pools, one by one.
fn listed(modulo: &Engine, of: &dyn Universe, pools: [&[Form]; 2]) -> HashSet<Value> {
    let forms = modulo.forms();
    let subsets = pools.map(|pool| {
        let members = |mask: usize| (0..pool.len()).filter(move |at| mask >> at & 1 == 1).map(|at| pool[at]);
        (0..1usize << pool.len()).map(|mask| members(mask).collect()).collect::<Vec<Vec<Form>>>()
    });
    let values = subsets.each_ref().map(|subsets| {
        let value = |set: &Vec<Form>| set.iter().map(|&g| modulo.value(g).unwrap()).collect::<Vec<_>>();
        subsets.iter().map(value).collect::<Vec<_>>()
    });
    let mut classes = HashSet::new();
    for (c, left) in subsets[0].iter().zip(&values[0]) {
        for (d, right) in subsets[1].iter().zip(&values[1]) {
            // Every universe has {C|D} when it has the options, and there are some.
            let is_game =
                !c.is_empty() && !d.is_empty() || of.contains(forms, forms.ordinary(c, d).unwrap()).unwrap();
            if is_game {
                classes.insert(modulo.compose(left, right).unwrap());
            }
        }
    }
    classes
}

fn is_wanted(modulo: &Engine, value: Value, which: Which) -> bool {
    which == Which::All || modulo.forms().is_p_free(modulo.form(value).unwrap())
}

fn names_of(forms: &Forms, pool: &[Form]) -> Vec<String> {
    let notation = misere_notation::Notation::new(misere_notation::Style::Ascii);
    pool.iter().map(|&g| notation.write(forms, g).unwrap()).collect()
}

fn integers(forms: &Forms) -> Generated<FiniteGenerators> {
    generated(forms, "-1")
}

fn domineering(forms: &Forms) -> Generated<FiniteGenerators> {
    generated(forms, "[-1 0]")
}

fn generated(forms: &Forms, end: &str) -> Generated<FiniteGenerators> {
    let end = parse_form(forms, end).unwrap();
    Generated::new(forms, FiniteGenerators::new(forms, &[end], "A").unwrap())
}

/// 0 and some other games. Ends, games with few options and games that are equal to others
/// are chosen more often than by chance: they make options reverse.
fn random_pool(random: &mut Rng, modulo: &Engine, games: &[Form], others: usize) -> Vec<Form> {
    let forms = modulo.forms();
    let ends = |player| games.iter().copied().filter(|&g| forms.is_end(g, player)).collect::<Vec<Form>>();
    let ends = Player::BOTH.map(ends);
    let has_one = |g: Form| Player::BOTH.iter().any(|&player| forms.options(g, player).len() == 1);
    let narrow: Vec<Form> = games.iter().copied().filter(|&g| has_one(g)).collect();
    let preferred = random.usize(..2);
    let mut pool = vec![Form::ZERO];
    // Where there are few games, some are chosen again and again.
    for _ in 0..50 {
        let twins = || {
            let last = modulo.value(pool[pool.len() - 1]).unwrap();
            games.iter().copied().filter(|&g| modulo.value(g).unwrap() == last).collect::<Vec<Form>>()
        };
        let from = match random.usize(..8) {
            0..3 => games,
            3 | 4 => &ends[preferred],
            5 => &narrow,
            _ => &twins(),
        };
        let g = from[random.usize(..from.len())];
        if !pool.contains(&g) {
            pool.push(g);
        }
        if pool.len() > others {
            break;
        }
    }
    // A class has no first game.
    let turn = random.usize(..pool.len());
    pool.rotate_left(turn);
    pool
}
