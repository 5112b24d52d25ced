//! Laws of the order and of simplest forms, on all 256 forms of rank at most 2
//! and 65,536 ordered pairs, in every universe.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

use std::collections::HashSet;
use std::sync::Arc;

use fastrand::Rng;
use misere_core::{EndKind, Engine, Form, NormalPlay, Player, Relation, Setting, Settings, Tombstones};
use misere_twin::{Kind, Name, random_form, store};

#[test]
fn the_order_is_reflexive_antisymmetric_and_reversed_by_conjugation() {
    let forms = store();
    let all = forms.born_by(2).unwrap();
    for name in Name::ALL {
        let engine = name.engine(&forms, Settings::default());
        for &g in &all {
            assert!(engine.ge(g, g));
            let conjugate_g = forms.conjugate(g).unwrap();
            for &h in &all {
                let ge = engine.ge(g, h);
                let both = ge && engine.ge(h, g);
                assert_eq!(both, engine.simplest(g) == engine.simplest(h), "{name:?} {g:?} {h:?}");
                assert_eq!(ge, engine.ge(forms.conjugate(h).unwrap(), conjugate_g), "{name:?} {g:?} {h:?}");
            }
        }
    }
}

#[test]
fn the_order_is_transitive() {
    let forms = store();
    let all = forms.born_by(2).unwrap();
    let mut random = Rng::with_seed(1);
    for name in Name::ALL {
        let engine = name.engine(&forms, Settings::default());
        let above: Vec<Vec<Form>> =
            all.iter().map(|&g| all.iter().copied().filter(|&h| engine.ge(h, g)).collect()).collect();
        for _ in 0..20_000 {
            let at = random.usize(..all.len());
            let middle = *random.choice(&above[at]).unwrap();
            let place = all.iter().position(|&f| f == middle).unwrap();
            let top = *random.choice(&above[place]).unwrap();
            assert!(engine.ge(top, all[at]), "{name:?}");
        }
    }
}

#[test]
fn a_smaller_universe_keeps_every_relation() {
    let forms = store();
    let all = forms.born_by(2).unwrap();
    let engines: Vec<_> = Name::CHAIN.iter().map(|n| n.engine(&forms, Settings::default())).collect();
    let normal = misere_twin::normal(&forms, Settings::default());
    for &g in &all {
        for &h in &all {
            let chain: Vec<bool> = engines.iter().map(|e| e.ge(g, h)).collect();
            assert!(chain.is_sorted(), "{g:?} {h:?}: {chain:?}");
            // [dicots] Theorem 3.9.
            assert!(!chain[5] || normal.ge(g, h).unwrap());
        }
    }
}

#[test]
fn adding_a_game_of_the_universe_keeps_the_order() {
    let forms = store();
    let all = forms.born_by(2).unwrap();
    let mut random = Rng::with_seed(2);
    for name in Name::ALL {
        let engine = name.engine(&forms, Settings::default());
        let members: Vec<Form> = all.iter().copied().filter(|&x| engine.contains(x)).collect();
        let mut related = 0;
        while related < 300 {
            let [g, h, j] = [&all, &all, &members].map(|list| *random.choice(list).unwrap());
            if g != h && engine.ge(g, h) {
                related += 1;
                let (gj, hj) = (forms.sum(g, j).unwrap(), forms.sum(h, j).unwrap());
                assert!(engine.ge(gj, hj), "{name:?} {g:?} {h:?} {j:?}");
            }
        }
    }
}

#[test]
fn outcomes_and_strength_follow_the_order() {
    let forms = store();
    let all = forms.born_by(2).unwrap();
    for name in Name::ALL {
        let engine = name.engine(&forms, Settings::default());
        for &g in &all {
            for &h in &all {
                if engine.ge(g, h) {
                    assert!(forms.outcome(g) >= forms.outcome(h));
                    assert!(!engine.is_strong(h, Player::Left) || engine.is_strong(g, Player::Left));
                    assert!(!engine.is_strong(g, Player::Right) || engine.is_strong(h, Player::Right));
                }
            }
        }
    }
}

#[test]
fn simplest_forms_are_equal_to_what_they_simplify_and_cannot_be_simplified() {
    let forms = store();
    let all = forms.born_by(2).unwrap();
    for name in Name::ALL {
        let engine = name.engine(&forms, Settings::default());
        for &g in &all {
            let simplest = engine.simplest(g);
            assert_eq!(engine.relation(g, simplest), Relation::Equal, "{name:?} {g:?}");
            assert_eq!(engine.simplest(simplest), simplest);
            assert_eq!(
                engine.simplest(forms.conjugate(g).unwrap()),
                forms.conjugate(simplest).unwrap(),
                "{name:?} {g:?}"
            );
            for f in forms.followers(simplest) {
                assert_no_step_applies(&forms, &engine, f);
            }
        }
    }
}

/// Whether a form, as it stands, is simplest by [universe] Definition 5.19.
fn assert_no_step_applies(forms: &misere_core::Forms, engine: &misere_twin::Asked, f: Form) {
    for p in Player::BOTH {
        let options = forms.options(f, p);
        for &option in options {
            let dominated = options.iter().any(|&other| {
                let (better, worse) = p.orient(other, option);
                other != option && engine.ge(better, worse)
            });
            assert!(!dominated, "{}: a dominated option is left", engine.name());
            let reversible = forms.options(option, p.opponent()).iter().any(|&reply| {
                let (better, worse) = p.orient(f, reply);
                engine.ge(better, worse)
            });
            assert!(!reversible, "{}: a reversible option is left", engine.name());
        }
        if forms.tombstones(f).has(p) {
            let stones = forms.tombstones(f).with(p, false);
            let [left, right] = Player::BOTH.map(|p| forms.options(f, p).to_vec());
            let erased = forms.make(&left, &right, stones).unwrap();
            assert!(!engine.is_strong(erased, p), "{}: a tombstone is erasable", engine.name());
        }
    }
}

/// Reduction one step at a time, in random order, with every test made on the
/// form as it has become.
#[test]
fn reducing_in_random_order_gives_the_same_simplest_form() {
    let forms = store();
    let mut random = Rng::with_seed(3);
    let day2 = forms.born_by(2).unwrap();
    for name in Name::ALL {
        let engine = name.engine(&forms, Settings::default());
        let mut games = day2.clone();
        for round in 0..1_250 {
            let kind = Kind::ALL[round % 5];
            games.push(random_form(&forms, &mut random, kind, 3 + u32::from(round % 2 == 0)));
        }
        for g in games {
            let reduced = reduce(&forms, &engine, &mut random, g);
            assert_eq!(reduced, engine.simplest(g), "{name:?} {g:?}");
        }
    }
}

fn reduce(forms: &misere_core::Forms, engine: &misere_twin::Asked, random: &mut Rng, g: Form) -> Form {
    let [mut left, mut right] = Player::BOTH.map(|p| {
        let list = forms.options(g, p).to_vec();
        list.into_iter().map(|o| reduce(forms, engine, random, o)).collect::<HashSet<_>>()
    });
    let mut stones = forms.tombstones(g);
    loop {
        let list = |set: &HashSet<Form>| {
            let mut list: Vec<Form> = set.iter().copied().collect();
            list.sort_by_key(|f| format!("{f:?}"));
            list
        };
        let now = forms.make(&list(&left), &list(&right), stones).unwrap();
        let mut steps: Vec<(Player, Option<Form>, Vec<Form>, bool)> = Vec::new();
        for p in Player::BOTH {
            let own = if p == Player::Left { list(&left) } else { list(&right) };
            for &option in &own {
                for &other in &own {
                    let (better, worse) = p.orient(other, option);
                    if other != option && engine.ge(better, worse) {
                        steps.push((p, Some(option), vec![], stones.has(p)));
                    }
                }
                for &reply in forms.options(option, p.opponent()) {
                    let (better, worse) = p.orient(now, reply);
                    if engine.ge(better, worse) {
                        let new = forms.options(reply, p).to_vec();
                        let stone = stones.has(p) || forms.tombstones(reply).has(p) || new.is_empty();
                        steps.push((p, Some(option), new, stone));
                    }
                }
            }
            if stones.has(p) {
                let erased = forms.make(&list(&left), &list(&right), stones.with(p, false)).unwrap();
                if engine.is_strong(erased, p) {
                    steps.push((p, None, vec![], false));
                }
            }
        }
        if steps.is_empty() {
            return now;
        }
        let (p, removed, new, stone) = steps.swap_remove(random.usize(..steps.len()));
        let side = if p == Player::Left { &mut left } else { &mut right };
        if let Some(option) = removed {
            side.remove(&option);
        }
        side.extend(new);
        stones = stones.with(p, stone);
    }
}

#[test]
fn expansions_are_games_of_the_universe_with_the_same_value() {
    let forms = store();
    for name in Name::ALL {
        let engine = name.engine(&forms, Settings::default());
        for &g in &forms.born_by(2).unwrap() {
            match engine.expansion(g) {
                Some(expansion) => {
                    assert!(engine.contains(expansion), "{name:?} {g:?}");
                    assert_eq!(engine.relation(expansion, g), Relation::Equal, "{name:?} {g:?}");
                }
                None => assert!(!engine.contains(g), "{name:?}: {g:?} is its own expansion"),
            }
        }
    }
    // No game of M has options and is end-like: a tombstone cannot be expanded.
    let m = Name::M.engine(&forms, Settings::default());
    let star = forms.nimber(1).unwrap();
    let stone = forms.make(&[Form::ZERO], &[star], Tombstones::only(Player::Left)).unwrap();
    assert_eq!(m.expansion(stone), None);
}

#[test]
fn invertibility_is_what_the_sum_with_the_conjugate_says() {
    let forms = store();
    for name in Name::ALL {
        let engine = name.engine(&forms, Settings::default());
        for &g in &forms.born_by(2).unwrap() {
            let sum = forms.sum(g, forms.conjugate(g).unwrap()).unwrap();
            let by_definition = engine.relation(sum, Form::ZERO) == Relation::Equal;
            assert_eq!(engine.is_invertible(g), by_definition, "{name:?} {g:?}");
        }
    }
}

/// G ≥ H gives H̄ ≥ Ḡ. The engine that is asked makes no use of this law.
#[test]
fn different_values_that_are_their_own_conjugates_are_incomparable() {
    let forms = store();
    let mut random = Rng::with_seed(9);
    let mut world: Vec<Form> = forms.born_by(2).unwrap();
    for kind in [Kind::Dicot, Kind::DeadEnding, Kind::Arbitrary, Kind::Augmented] {
        for _ in 0..30 {
            let g = random_form(&forms, &mut random, kind, 2);
            let options = [g, random_form(&forms, &mut random, kind, 2)];
            let mirrored = options.map(|o| forms.conjugate(o).unwrap());
            world.push(forms.ordinary(&options, &mirrored).unwrap());
        }
    }
    world.retain(|&g| forms.conjugate(g).unwrap() == g);
    for name in Name::ALL {
        let engine = name.engine(&forms, Settings { laws: false, ..Settings::default() });
        let usual = name.engine(&forms, Settings::default());
        let mut different = 0;
        for &g in &world {
            for &h in &world {
                let expected = if engine.simplest(g) == engine.simplest(h) {
                    Relation::Equal
                } else {
                    different += 1;
                    Relation::Incomparable
                };
                assert_eq!(engine.relation(g, h), expected, "{name:?} {g:?} {h:?}");
                assert_eq!(usual.relation(g, h), expected, "{name:?} {g:?} {h:?}");
            }
        }
        assert!(different > 1_000, "{name:?}: {different}");
    }
}

#[test]
fn the_conjugate_of_a_value_is_the_value_of_the_conjugate() {
    let forms = store();
    let mut random = Rng::with_seed(12);
    let mut world: Vec<Form> = forms.born_by(2).unwrap();
    for kind in [Kind::Dicot, Kind::DeadEnding, Kind::Arbitrary, Kind::Augmented] {
        world.extend((0..100).map(|_| random_form(&forms, &mut random, kind, 3)));
    }
    let settings: Vec<_> = Name::ALL.iter().map(|name| name.universe(&forms)).collect();
    let normal: Arc<dyn Setting> = Arc::new(NormalPlay);
    for setting in settings.into_iter().chain([normal]) {
        let is_normal = setting.universe().is_none();
        // One engine makes conjugates, another is asked for the values of conjugate forms.
        let [engine, other] = [0, 1].map(|_| Engine::new(forms.clone(), setting.clone()));
        let lawless = Settings { laws: false, ..Settings::default() };
        let lawless = Engine::with_settings(forms.clone(), setting.clone(), lawless);
        for &g in world.iter().filter(|&&g| !is_normal || forms.is_ordinary(g)) {
            let expected = other.simplest(forms.conjugate(g).unwrap()).unwrap();
            let conjugate = engine.conjugate(engine.value(g).unwrap()).unwrap().unwrap();
            assert_eq!(engine.form(conjugate).unwrap(), expected, "{} {g:?}", setting.id());
            assert_eq!(engine.conjugate(conjugate).unwrap(), Some(engine.value(g).unwrap()));
            assert_eq!(lawless.conjugate(lawless.value(g).unwrap()).unwrap(), None);
        }
    }
}

/// The law of cancellation, where a universe claims it, by an engine that makes no use of it.
#[test]
fn order_cancels_where_the_universe_says_so() {
    let forms = store();
    let mut random = Rng::with_seed(10);
    for name in Name::ALL {
        let universe = name.universe(&forms);
        let law = universe.universe().unwrap().cancellation();
        let kind = match (name, law) {
            (Name::E, Some(EndKind::Dead)) => Kind::DeadEnding,
            (Name::M, Some(EndKind::Blocked)) => Kind::Blocking,
            (_, None) => continue,
            (_, law) => panic!("{name:?}: {law:?}"),
        };
        let engine = name.engine(&forms, Settings { laws: false, ..Settings::default() });
        let mut cases = 0;
        while cases < 200 {
            let [a, b, c] = [3, 2, 2].map(|rank| random_form(&forms, &mut random, kind, rank));
            let (ab, ac) = (forms.sum(a, b).unwrap(), forms.sum(a, c).unwrap());
            if a != Form::ZERO && b != c && engine.ge(ab, ac) {
                cases += 1;
                assert!(engine.ge(b, c), "{name:?} {a:?} {b:?} {c:?}");
            }
        }
    }
}

/// A universe in which order does not cancel must not claim that it does.
#[test]
fn order_does_not_cancel_modulo_dicots() {
    let forms = store();
    let engine = Name::D.engine(&forms, Settings { laws: false, ..Settings::default() });
    let small: Vec<Form> = forms.born_by(2).unwrap().into_iter().filter(|&g| forms.is_dicot(g)).collect();
    let pairs = || small.iter().flat_map(|&a| small.iter().map(move |&b| (a, b)));
    let fails = |(a, b): (Form, Form)| {
        pairs().any(|(left, right)| {
            let c = forms.ordinary(&[left], &[right]).unwrap();
            let (ab, ac) = (forms.sum(a, b).unwrap(), forms.sum(a, c).unwrap());
            engine.ge(ab, ac) && !engine.ge(b, c)
        })
    };
    assert!(pairs().any(fails), "no counterexample among small dicots");
    assert!(Name::D.universe(&forms).universe().unwrap().cancellation().is_none());
}
