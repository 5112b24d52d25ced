//! A question has one answer: asked twice, in any order, with memos and filters
//! on and off, by one thread and by several.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

use std::sync::Arc;

use fastrand::Rng;
use misere_core::{Form, Forms, Relation, Settings};
use misere_twin::{Kind, Name, normal, random_form, store};

const MANY: usize = 1 << 20;
/// All filters, from the first value on.
const FULL: Settings = Settings { memo: true, memo_entries: MANY, filters: true, laws: true, wide_from: 0 };
const ALL_SETTINGS: [Settings; 8] = [
    Settings { wide_from: usize::MAX, ..FULL },
    Settings { filters: false, ..FULL },
    Settings { memo_entries: 64, ..FULL },
    Settings { laws: false, ..FULL },
    FULL,
    Settings { memo: false, ..FULL },
    Settings { memo: false, filters: false, ..FULL },
    Settings { memo: false, filters: false, laws: false, ..FULL },
];

/// The 256 forms of rank at most 2, and some of rank 3.
fn world(forms: &Forms) -> Vec<Form> {
    let mut random = Rng::with_seed(4);
    let mut world = forms.born_by(2).unwrap();
    for kind in Kind::ALL {
        world.extend((0..20).map(|_| random_form(forms, &mut random, kind, 3)));
    }
    world
}

#[test]
fn memos_and_filters_change_no_answer() {
    let forms = store();
    let world = world(&forms);
    for name in Name::ALL {
        let engines = ALL_SETTINGS.map(|settings| name.engine(&forms, settings));
        for (i, &g) in world.iter().enumerate() {
            let simplest = engines[0].simplest(g);
            assert!(engines.iter().all(|e| e.simplest(g) == simplest), "{name:?} {g:?}");
            for &h in world.iter().skip(i % 3).step_by(3) {
                let relation = engines[0].relation(g, h);
                assert!(engines.iter().all(|e| e.relation(g, h) == relation), "{name:?} {g:?} {h:?}");
            }
        }
    }
    let engines = ALL_SETTINGS.map(|settings| normal(&forms, settings));
    for &g in world.iter().filter(|&&g| forms.is_ordinary(g)) {
        let simplest = engines[0].simplest(g);
        assert!(engines.iter().all(|e| e.simplest(g) == simplest));
    }
}

#[test]
fn sums_under_normal_play_are_the_same_in_all_settings() {
    let forms = store();
    let world: Vec<Form> = world(&forms).into_iter().filter(|&g| forms.is_ordinary(g)).step_by(11).collect();
    let engines = ALL_SETTINGS.map(|settings| Arc::new(normal(&forms, settings)));
    // Sums with summands in common, which cancel.
    let sums = engines.each_ref().map(|engine| {
        let values: Vec<_> = world.iter().map(|&g| engine.value(g).unwrap()).collect();
        let pairs = values.iter().flat_map(|&v| values.iter().map(move |&w| (v, w)));
        pairs.map(|(v, w)| engine.add_games(v, w).unwrap()).collect::<Vec<_>>()
    });
    let mut less = 0;
    for (at, &literal) in sums[0].iter().enumerate().step_by(5) {
        let [g, h] = [world[at / world.len()], world[at % world.len()]];
        assert_eq!(engines[0].value(forms.sum(g, h).unwrap()).unwrap(), literal);
        let form = engines[0].form(literal);
        for other in (at % 7..sums[0].len()).step_by(7) {
            let relation = engines[0].value_relation(literal, sums[0][other]).unwrap();
            less += usize::from(relation == Relation::Less);
            for (engine, sums) in engines.iter().zip(&sums) {
                assert_eq!(engine.form(sums[at]), form);
                assert_eq!(engine.value_relation(sums[at], sums[other]), Ok(relation));
            }
        }
    }
    assert!(less > 1_000, "{less}");
}

/// Simplest forms of 5,000 random games, with filters off and with a memo that forgets
/// nearly everything.
#[test]
fn random_games_have_the_same_simplest_forms_in_all_settings() {
    let forms = store();
    let mut random = Rng::with_seed(7);
    // Proving each answer takes too long.
    let count = if std::env::var_os("MISERE_CERTIFY").is_some() { 100 } else { 5_000 };
    let games: Vec<Form> =
        (0..count).map(|at| random_form(&forms, &mut random, Kind::ALL[at % Kind::ALL.len()], 4)).collect();
    for name in Name::ALL {
        let engines = ALL_SETTINGS[..5].iter().map(|&settings| name.engine(&forms, settings));
        let engines: Vec<_> = engines.collect();
        for &g in &games {
            let simplest = engines[0].simplest(g);
            assert!(engines.iter().all(|e| e.simplest(g) == simplest), "{name:?} {g:?}");
        }
    }
}

#[test]
fn asking_again_in_another_order_gives_the_same_answers() {
    let forms = store();
    let world = world(&forms);
    let mut random = Rng::with_seed(5);
    for name in Name::ALL {
        let engine = name.engine(&forms, Settings::default());
        let mut pairs: Vec<(Form, Form)> =
            (0..30_000).map(|_| (*random.choice(&world).unwrap(), *random.choice(&world).unwrap())).collect();
        let first: Vec<Relation> = pairs.iter().map(|&(g, h)| engine.relation(g, h)).collect();
        let mut remembered: Vec<_> = pairs.drain(..).zip(first).collect();
        random.shuffle(&mut remembered);
        let fresh = name.engine(&forms, Settings::default());
        for ((g, h), relation) in remembered {
            assert_eq!(engine.relation(g, h), relation, "{name:?} {g:?} {h:?}");
            assert_eq!(fresh.relation(g, h), relation, "{name:?} {g:?} {h:?}");
        }
    }
}

#[test]
fn four_threads_get_the_answers_of_one() {
    for name in Name::ALL {
        let forms = store();
        let world = world(&forms);
        let alone = name.engine(&forms, Settings::default());
        let shared = name.engine(&forms, Settings::default());
        let answers: Vec<Vec<(usize, Form, Vec<Relation>)>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..4u64)
                .map(|thread| {
                    let (world, shared) = (&world, &shared);
                    scope.spawn(move || {
                        let mut random = Rng::with_seed(100 + thread);
                        let mut order: Vec<usize> = (0..world.len()).collect();
                        random.shuffle(&mut order);
                        let answer = |i: usize| {
                            let g = world[i];
                            let relations = world.iter().step_by(11).map(|&h| shared.relation(g, h));
                            (i, shared.simplest(g), relations.collect())
                        };
                        order.into_iter().map(answer).collect()
                    })
                })
                .collect();
            workers.into_iter().map(|w| w.join().unwrap()).collect()
        });
        for (i, simplest, relations) in answers.into_iter().flatten() {
            assert_eq!(simplest, alone.simplest(world[i]), "{name:?}");
            let expected: Vec<_> = world.iter().step_by(11).map(|&h| alone.relation(world[i], h)).collect();
            assert_eq!(relations, expected, "{name:?}");
        }
    }
}

#[test]
fn running_out_is_an_error_and_not_an_answer() {
    use misere_core::{AllGames, Budget, Engine, Limit, Limits};
    let budget = Arc::new(Budget::new(Limits { memory_bytes: 200_000, time: None }));
    let forms = Arc::new(Forms::with_budget(budget));
    let engine = Engine::new(forms.clone(), Arc::new(AllGames));
    let g = forms.nimber(5).unwrap();
    let refused = forms.multiple(40, g).unwrap_err();
    assert!(matches!(refused.limit, Limit::Memory { limit: 200_000, .. }), "{refused}");
    // The store is as it was, and still answers.
    assert!(engine.ge(g, g).unwrap());
}

#[test]
fn a_time_limit_is_noticed_also_by_many_short_questions() {
    use misere_core::{AllGames, Budget, Engine, Limit, Limits};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;
    let limits = Limits { memory_bytes: 1 << 30, time: Some(Duration::from_secs(1)) };
    let is_late = Arc::new(AtomicBool::new(false));
    let clock = is_late.clone();
    let tell = move || Duration::from_secs(if clock.load(Ordering::Relaxed) { 2 } else { 0 });
    let forms = Arc::new(Forms::with_budget(Arc::new(Budget::with_clock(limits, Box::new(tell)))));
    let engine = Engine::new(forms.clone(), Arc::new(AllGames));
    let mut random = Rng::with_seed(6);
    let games: Vec<_> = (0..20_000).map(|_| random_form(&forms, &mut random, Kind::Arbitrary, 4)).collect();
    is_late.store(true, Ordering::Relaxed);
    let stopped = games.iter().find_map(|&g| engine.value(g).err()).expect("the time is up");
    assert!(matches!(stopped.limit, Limit::Time(_)), "{stopped}");
}

#[test]
fn cancelling_ends_a_comparison_in_a_large_store() {
    use misere_core::{AllGames, Engine, Limit};
    let forms = store();
    let engine = Engine::new(forms.clone(), Arc::new(AllGames));
    let heaps = forms.sum(forms.nimber(100).unwrap(), forms.nimber(99).unwrap()).unwrap();
    forms.budget().cancel();
    let stopped = engine.value(heaps).unwrap_err();
    assert_eq!(stopped.limit, Limit::Cancelled);
}

/// A form with many options: the memo must grow before it forgets what is still wanted,
/// or the comparison takes forever.
#[test]
fn a_hundred_options_are_ordinary() {
    let forms = store();
    let heap = forms.nimber(100).unwrap();
    for name in [Name::M, Name::D, Name::E, Name::B] {
        let engine = name.engine(&forms, Settings::default());
        assert_eq!(engine.simplest(heap), heap, "{name:?}");
    }
}
