//! Classes that are counted without listing them, against lists.
#![allow(clippy::unwrap_used, reason = "tests")]

mod worlds;

use std::sync::Arc;

use fastrand::Rng;
use misere_census::classes::{Census, Games};
use misere_census::count::{Count, Counted, Which, count, pool};
use misere_census::list::list_from;
use misere_core::{Blocking, DeadEnding, Dicots, Engine, Form, Forms, Player, Setting, Universe, Value};
use worlds::{MODULI, OTHERS, engine, listed_slowly, setting};

#[test]
fn day_two_of_the_papers() {
    // [universe] Figure 3, [blocking] section 4, [dicots] Table 3.
    let own = |name: &str| -> [u32; 2] {
        let modulo = engine(name);
        let of = modulo.universe().unwrap();
        let options = pool(modulo.forms(), of, 1).unwrap();
        [Which::All, Which::PFree].map(|which| {
            let found = counted(&modulo, of, [&options, &options], which);
            found.classes.try_into().unwrap()
        })
    };
    assert_eq!(own("M")[0], 256);
    assert_eq!(own("D")[0], 9);
    assert_eq!(own("E"), [196, 46]);
    assert_eq!(own("B"), [220, 52]);
    assert_eq!(own("D -1")[0], 194);
    assert_eq!(own("D [-1 0]")[0], 196);
}

#[test]
fn dicots_born_by_day_three() {
    let classes = |name: &str| -> u32 {
        let modulo = engine(name);
        let options = pool(modulo.forms(), &Dicots, 2).unwrap();
        let found = counted(&modulo, &Dicots, [&options, &options], Which::All);
        found.classes.try_into().unwrap()
    };
    let census = |name: &str| {
        let modulo = engine(name);
        let games = Games::dicots(modulo.forms(), 3).unwrap();
        Census::new(&modulo, &games, 2).unwrap().classes.len() as u32
    };
    // [dicots] Theorem 4.8 and Table 3.
    assert_eq!(classes("D"), 1268);
    assert_eq!(classes("M"), 7541);
    for other in ["E", "B", "D -1", "D [-1 0]", "D {|0,*}"] {
        assert_eq!(classes(other), census(other));
    }
}

/// Options from small random pools, other ones for Left than for Right: games of every kind of
/// universe modulo every kind, which are too many to be listed in full.
#[test]
fn random_options_against_lists() {
    const CASES: usize = 2;
    let mut random = Rng::with_seed(7);
    let (mut cases, mut classes) = (0, 0);
    for modulo in MODULI {
        let engine = engine(modulo);
        let forms = engine.forms();
        for of in MODULI.into_iter().chain(OTHERS) {
            let universe = setting(forms, of);
            let universe = universe.universe().unwrap();
            let games = pool(forms, universe, 2).unwrap();
            for case in 0..CASES {
                let pools = [0, 1].map(|_| random_pool(&mut random, &engine, &games, 4 + case % 2));
                let pools = [&pools[0][..], &pools[1]];
                let mut values: Vec<Value> = Vec::new();
                let each = |class: misere_census::list::Listed| {
                    values.push(class.value);
                    Ok(())
                };
                list_from(&engine, Counted { of: universe, pools }, each).unwrap();
                let shown = pools.map(|pool| names_of(forms, pool));
                for which in [Which::All, Which::PFree] {
                    let wanted = values.iter().filter(|&&v| is_wanted(&engine, v, which)).count();
                    let found = counted(&engine, universe, pools, which);
                    assert_eq!(found.classes, wanted.into(), "{of} modulo {modulo} {which:?} {shown:?}");
                }
                if case == 0 {
                    let slowly = listed_slowly(&engine, Counted { of: universe, pools });
                    assert_eq!(values.into_iter().collect::<std::collections::HashSet<_>>(), slowly);
                    classes += slowly.len();
                }
                cases += 1;
            }
        }
    }
    assert_eq!(cases, MODULI.len() * (MODULI.len() + OTHERS.len()) * CASES);
    assert!(classes > 20_000, "{classes}");
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
            let values = listed_slowly(&modulo, Counted { of, pools: pools.map(|pool| &pool[..]) });
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

/// A set that is not closed under conjugates has other tests for Right than for Left.
#[test]
fn mirror_images_are_counted_alike() {
    let classes = |modulo: &str, of: &str| {
        let modulo = engine(modulo);
        let of = setting(modulo.forms(), of);
        let options = pool(modulo.forms(), of.universe().unwrap(), 2).unwrap();
        counted(&modulo, of.universe().unwrap(), [&options, &options], Which::All).classes
    };
    let pairs =
        [["ends -1 /", "ends / 1"], ["ends {|0,*} /", "ends / {0,*|}"], ["ends {|*} / 1", "ends -1 / {*|}"]];
    for [modulo, its_mirror] in pairs {
        for [of, mirror] in pairs {
            assert_eq!(classes(modulo, of), classes(its_mirror, mirror), "{of} modulo {modulo}");
        }
    }
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

fn is_wanted(modulo: &Engine, value: Value, which: Which) -> bool {
    which == Which::All || modulo.forms().is_p_free(modulo.form(value).unwrap())
}

fn names_of(forms: &Forms, pool: &[Form]) -> Vec<String> {
    let notation = misere_notation::Notation::new(misere_notation::Style::Ascii);
    pool.iter().map(|&g| notation.write(forms, g).unwrap()).collect()
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
