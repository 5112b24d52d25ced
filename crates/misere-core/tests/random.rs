//! Property tests on random forms of rank 3 and 4: arbitrary, dicot,
//! dead-ending, blocking and augmented.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

use std::sync::Arc;

use fastrand::Rng;
use misere_core::{Engine, Form, Forms, Impartial, Outcome, Player, Relation, Settings, Value};
use misere_twin::{Kind, Name, Play, Twin, random_form, store};
use proptest::prelude::*;

fn kinds() -> impl Strategy<Value = Kind> {
    prop::sample::select(Kind::ALL.to_vec())
}

fn names() -> impl Strategy<Value = Name> {
    prop::sample::select(Name::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn comparison_agrees_with_its_twin(seed: u64, kind in kinds(), name in names(), rank in 3u32..=4) {
        let forms = store();
        let mut random = Rng::with_seed(seed);
        let engine = name.engine(&forms, Settings::default());
        let mut twin = Twin::new(name, &forms);
        let g = random_form(&forms, &mut random, kind, rank);
        // Unrelated forms are rarely comparable: also compare with followers of
        // g, with its simplest form, and with what one change makes of it.
        let mut others = vec![random_form(&forms, &mut random, kind, rank), engine.simplest(g)];
        others.extend(forms.followers(g).into_iter().take(5));
        let [left, right] = Player::BOTH.map(|p| forms.options(g, p).to_vec());
        let more = random_form(&forms, &mut random, kind, rank - 1);
        others.push(forms.make(&[left.clone(), vec![more]].concat(), &right, forms.tombstones(g)).unwrap());
        if !right.is_empty() {
            others.push(forms.make(&left, &right[1..], forms.tombstones(g)).unwrap());
        }
        for h in others {
            prop_assume!(forms.rank(h) <= 4);
            prop_assert_eq!(engine.ge(g, h), twin.ge(g, h));
            prop_assert_eq!(engine.ge(h, g), twin.ge(h, g));
        }
        for player in Player::BOTH {
            prop_assert_eq!(engine.is_strong(g, player), twin.strong(g, player));
        }
    }

    #[test]
    fn separators_separate(seed: u64, kind in kinds(), name in names()) {
        let forms = store();
        let mut random = Rng::with_seed(seed);
        let engine = name.engine(&forms, Settings::default());
        let g = random_form(&forms, &mut random, kind, 3);
        let h = random_form(&forms, &mut random, kind, 3);
        let mut play = Play::default();
        for (g, h) in [(g, h), (h, g)] {
            if let Some(separator) = engine.separator(g, h) {
                let (x, starter) = (separator.game, separator.starter);
                prop_assert!(engine.contains(x));
                let left_first = starter == Player::Left;
                prop_assert_eq!(play.wins_first(&forms, g, x, starter), !left_first);
                prop_assert_eq!(play.wins_first(&forms, h, x, starter), left_first);
            }
        }
    }

    #[test]
    fn simplest_forms_have_the_same_outcomes(seed: u64, kind in kinds(), name in names(), rank in 3u32..=4) {
        let forms = store();
        let mut random = Rng::with_seed(seed);
        let engine = name.engine(&forms, Settings::default());
        let g = random_form(&forms, &mut random, kind, rank);
        let simplest = engine.simplest(g);
        let mut twin = Twin::new(name, &forms);
        prop_assert!(twin.ge(g, simplest) && twin.ge(simplest, g));
        prop_assert_eq!(engine.simplest(simplest), simplest);
        let mut play = Play::default();
        for &x in forms.born_by(2).unwrap().iter().filter(|&&x| engine.contains(x)) {
            prop_assert_eq!(play.outcome(&forms, g, x), play.outcome(&forms, simplest, x));
        }
        if let Some(expansion) = engine.expansion(g) {
            prop_assert!(engine.contains(expansion));
            prop_assert_eq!(engine.relation(expansion, g), Relation::Equal);
        } else {
            prop_assert!(!engine.contains(g));
        }
    }

    /// [universe] Theorem 5.23.
    #[test]
    fn simplest_forms_of_games_of_the_universe_add_up(seed: u64, kind in kinds(), name in names()) {
        let forms = store();
        let mut random = Rng::with_seed(seed);
        let engine = name.engine(&forms, Settings::default());
        let g = random_form(&forms, &mut random, kind, 3);
        let h = random_form(&forms, &mut random, kind, 2);
        prop_assume!(engine.contains(g) && engine.contains(h));
        let literal = forms.sum(g, h).unwrap();
        let simplified = forms.sum(engine.simplest(g), engine.simplest(h)).unwrap();
        prop_assert_eq!(engine.simplest(literal), engine.simplest(simplified));
    }

    #[test]
    fn values_add_and_compose_as_their_simplest_forms_do(seed: u64, kind in kinds()) {
        let forms = store();
        let mut random = Rng::with_seed(seed);
        let [g, h] = [3, 2].map(|rank| random_form(&forms, &mut random, kind, rank));
        let e = Engine::new(forms.clone(), Arc::new(misere_core::DeadEnding));
        let (v, w) = (e.value(g).unwrap(), e.value(h).unwrap());
        let sum = forms.sum(e.simplest(g).unwrap(), e.simplest(h).unwrap()).unwrap();
        prop_assert_eq!(e.add(v, w).unwrap(), e.value(sum).unwrap());
        prop_assert_eq!(e.add(w, v).unwrap(), e.add(v, w).unwrap());
        let [left, right] = Player::BOTH.map(|p| forms.options(g, p).to_vec());
        let values = |list: &[Form]| list.iter().map(|&o| e.value(o).unwrap()).collect::<Vec<_>>();
        let ordinary = forms.ordinary(&left, &right).unwrap();
        prop_assert_eq!(e.compose(&values(&left), &values(&right)).unwrap(), e.value(ordinary).unwrap());
    }

    #[test]
    fn sums_commute_associate_and_conjugate(seed: u64, kind in kinds()) {
        let forms = store();
        let mut random = Rng::with_seed(seed);
        let [f, g, h] = [3, 2, 2].map(|rank| random_form(&forms, &mut random, kind, rank));
        let sum = |a: Form, b: Form| forms.sum(a, b).unwrap();
        prop_assert_eq!(sum(f, g), sum(g, f));
        prop_assert_eq!(sum(sum(f, g), h), sum(f, sum(g, h)));
        let conjugate = |a: Form| forms.conjugate(a).unwrap();
        prop_assert_eq!(conjugate(sum(f, g)), sum(conjugate(f), conjugate(g)));
        prop_assert_eq!(conjugate(conjugate(f)), f);
        prop_assert_eq!(forms.multiple(3, g).unwrap(), sum(sum(g, g), g));
        let mut play = Play::default();
        prop_assert_eq!(forms.outcome(sum(f, g)), play.outcome(&forms, f, g));
        let adjoint = forms.adjoint(f).unwrap();
        prop_assert!(forms.is_dicot(adjoint));
        prop_assert_eq!(play.outcome(&forms, f, adjoint), Outcome::P);
    }

    #[test]
    fn facts_are_what_their_definitions_say(seed: u64, kind in kinds(), rank in 2u32..=4) {
        let forms = store();
        let g = random_form(&forms, &mut Rng::with_seed(seed), kind, rank);
        let all = forms.followers(g);
        let ordinary = all.iter().all(|&f| Player::BOTH.iter().all(|&p| !forms.tombstones(f).has(p)));
        let is_end = |f: Form, p| forms.options(f, p).is_empty() && !forms.tombstones(f).has(p);
        let is_dead = |f: Form, p| forms.followers(f).into_iter().all(|x| is_end(x, p));
        let ends_are = |good: &dyn Fn(Form, Player) -> bool| {
            ordinary && all.iter().all(|&f| Player::BOTH.iter().all(|&p| !is_end(f, p) || good(f, p)))
        };
        prop_assert_eq!(forms.is_ordinary(g), ordinary);
        prop_assert_eq!(forms.is_dicot(g), ends_are(&|f, _| f == Form::ZERO));
        prop_assert_eq!(forms.is_dead_ending(g), ends_are(&is_dead));
        prop_assert_eq!(forms.is_blocking(g), ends_are(&|f, p| is_blocked(&forms, f, p)));
        let mut play = Play::default();
        let p_free = all.iter().all(|&f| play.outcome(&forms, f, Form::ZERO) != Outcome::P);
        prop_assert_eq!(forms.is_p_free(g), p_free);
        let same = |f: Form| forms.options(f, Player::Left) == forms.options(f, Player::Right);
        prop_assert_eq!(forms.is_impartial(g), ordinary && all.iter().all(|&f| same(f)));
        for p in Player::BOTH {
            prop_assert_eq!(forms.outcome_against_passing(g, p), passing_outcome(&forms, g, p));
        }
        let rank = all.iter().map(|&f| forms.rank(f)).max().unwrap();
        prop_assert_eq!(forms.rank(g), rank);
    }

    /// [nim] Theorem 1, tried on the literal games.
    #[test]
    fn impartial_equality_is_that_of_the_recursive_test(seed: u64) {
        let forms = store();
        let mut random = Rng::with_seed(seed);
        let engine = Impartial::new(forms.clone());
        let mut games = vec![Form::ZERO];
        for _ in 0..8 {
            let options: Vec<Form> = (0..random.usize(..4)).map(|_| *random.choice(&games).unwrap()).collect();
            games.push(forms.ordinary(&options, &options).unwrap());
        }
        let sum = forms.sum(games[7], games[8]).unwrap();
        games.push(sum);
        let mut memo = std::collections::HashMap::new();
        for &g in &games {
            for &h in &games {
                let expected = impartially_equal(&forms, &mut memo, g, h);
                prop_assert_eq!(engine.equal(g, h).unwrap(), Some(expected));
            }
        }
    }
}

fn is_blocked(forms: &Forms, end: Form, p: Player) -> bool {
    let blocked =
        |f: Form| forms.options(f, p).is_empty() && !forms.tombstones(f).has(p) && is_blocked(forms, f, p);
    forms
        .options(end, p.opponent())
        .iter()
        .all(|&r| blocked(r) || forms.options(r, p).iter().any(|&back| blocked(back)))
}

/// [blocking] Definition A.1, for either player.
fn passing_outcome(forms: &Forms, g: Form, p: Player) -> Outcome {
    fn first(forms: &Forms, g: Form, p: Player) -> bool {
        forms.is_end_like(g, p) || forms.options(g, p).iter().any(|&o| second(forms, o, p))
    }
    fn second(forms: &Forms, g: Form, p: Player) -> bool {
        !forms.is_end_like(g, p.opponent())
            && first(forms, g, p)
            && forms.options(g, p.opponent()).iter().all(|&o| first(forms, o, p))
    }
    let winner = |wins| if wins { p } else { p.opponent() };
    let (own, other) = (winner(first(forms, g, p)), winner(second(forms, g, p)));
    let (left, right) = p.orient(own, other);
    Outcome::from_winners(left, right)
}

fn impartially_equal(
    forms: &Forms,
    memo: &mut std::collections::HashMap<(Form, Form), bool>,
    g: Form,
    h: Form,
) -> bool {
    if let Some(&known) = memo.get(&(g, h)) {
        return known;
    }
    let options = |f: Form| forms.options(f, Player::Left).to_vec();
    let mut answers = |f: Form, other: Form| {
        options(f).into_iter().all(|o| {
            options(o).into_iter().any(|back| impartially_equal(forms, memo, back, other))
                || options(other).into_iter().any(|matched| impartially_equal(forms, memo, matched, o))
        })
    };
    let equal = answers(g, h)
        && answers(h, g)
        && (g != Form::ZERO || forms.outcome(h) == Outcome::N)
        && (h != Form::ZERO || forms.outcome(g) == Outcome::N);
    memo.insert((g, h), equal);
    equal
}

/// The answers of two engines of one store may differ.
#[test]
fn values_depend_on_the_universe() {
    let forms = store();
    let e = Engine::new(forms.clone(), Arc::new(misere_core::DeadEnding));
    let m = Engine::new(forms.clone(), Arc::new(misere_core::AllGames));
    let sum = forms.sum(forms.integer(1).unwrap(), forms.integer(-1).unwrap()).unwrap();
    assert_eq!(e.value(sum).unwrap(), Value::ZERO);
    assert_ne!(m.value(sum).unwrap(), Value::ZERO);
}
