//! Arbitrary dead ends, against the general engine for all games.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use fastrand::Rng;
use misere_census::dead_ends::{DeadEnd, DeadEndError, DeadEnds, Lattice};
use misere_core::{
    AllGames, Budget, DeadEnding, Dicots, Engine, Form, Forms, Limit, Limits, Outcome, Player, Relation,
};
use misere_notation::parse_form;

/// Left dead ends with many dominated options, in the order in which they were made.
fn untidy_ends(forms: &Forms, count: usize) -> Vec<Form> {
    let mut random = Rng::with_seed(4);
    let mut pool = vec![Form::ZERO];
    while pool.len() < count {
        let options: Vec<Form> = (0..=random.usize(..4)).map(|_| pool[random.usize(..pool.len())]).collect();
        let new = forms.ordinary(&[], &options).unwrap();
        if !pool.contains(&new) && forms.rank(new) < 12 {
            pool.push(new);
        }
    }
    pool
}

/// Domination is between siblings, not between an option and its own options.
#[test]
fn an_option_dominated_by_its_sibling_goes() {
    let cases = [
        ("{|-1,{|0,-1}}", "{|{|0,-1}}"),
        ("{|{|0,-1},-1,0}", "{|0,{|0,-1}}"),
        ("{|-1,{|-1}}", "{|-1,-2}"),
        ("{|0,{|0}}", "{|0,-1}"),
        ("{|-2,{|0,-1}}", "{|{|0,-1}}"),
        ("{|-2,-1,{|0,-1},{|{|0,-1},-1}}", "{|{|0,-1},{|{|0,-1}}}"),
        ("{|{|-1,{|0,-1}},{|{|0,-1}}}", "{|{|{|0,-1}}}"),
        ("{|{|0,-1},{|0,{|0,-1}}}", "{|{|0,{|0,-1}}}"),
        ("{|-3,{|-1,-2}}", "{|{|-1,-2}}"),
        ("{|{|0,-2},{|-1,-2,0}}", "{|{|0,-1,-2}}"),
    ];
    let (forms, ends) = (Arc::new(Forms::new()), DeadEnds::new());
    let modulo = Engine::new(forms.clone(), Arc::new(AllGames));
    for (input, simplest) in cases {
        let [input, simplest] = [input, simplest].map(|text| parse_form(&forms, text).unwrap());
        let value = ends.value(&forms, input, Player::Left).unwrap();
        assert_eq!(ends.form(&forms, value, Player::Left).unwrap(), simplest);
        assert_eq!(modulo.simplest(input).unwrap(), simplest);
    }
}

#[test]
fn simplest_forms_are_those_modulo_every_universe() {
    let (forms, ends) = (Arc::new(Forms::new()), DeadEnds::new());
    let pool = untidy_ends(&forms, 1500);
    let all_games = Engine::new(forms.clone(), Arc::new(AllGames));
    let dead_ending = Engine::new(forms.clone(), Arc::new(DeadEnding));
    let mut simplified = 0;
    for &g in &pool {
        let value = ends.value(&forms, g, Player::Left).unwrap();
        let simplest = ends.form(&forms, value, Player::Left).unwrap();
        assert_eq!(simplest, all_games.simplest(g).unwrap());
        assert_eq!(simplest, dead_ending.simplest(g).unwrap());
        assert_eq!(ends.value(&forms, simplest, Player::Left), Ok(value));
        assert_eq!(ends.birthday(value), forms.rank(g));
        simplified += usize::from(simplest != g);
    }
    assert!(simplified > 500, "only {simplified}");
}

/// [universe] Theorem 3.2, for universes that contain the ends and one that does not.
#[test]
fn the_order_is_absolute() {
    let (forms, ends) = (Arc::new(Forms::new()), DeadEnds::new());
    let pool = untidy_ends(&forms, 300);
    let all_games = Engine::new(forms.clone(), Arc::new(AllGames));
    let dicots = Engine::new(forms.clone(), Arc::new(Dicots));
    for &g in &pool {
        for &h in &pool {
            let [a, b] = [g, h].map(|x| ends.value(&forms, x, Player::Left).unwrap());
            let relation = ends.relation(a, b).unwrap();
            assert_eq!(relation, all_games.relation(g, h).unwrap());
            assert_eq!(relation, dicots.relation(g, h).unwrap());
            assert_eq!(relation == Relation::Equal, a == b);
        }
    }
}

/// [universe] Theorem 4.5.
#[test]
fn adjoints_tell_the_order() {
    let (forms, ends, lattice) = (Forms::new(), DeadEnds::new(), Lattice::new(3).unwrap());
    for &g in &lattice.dead_ends(&ends).unwrap() {
        for &h in &lattice.dead_ends(&ends).unwrap() {
            let [a, b] = [g, h].map(|x| ends.form(&forms, x, Player::Left).unwrap());
            let sum = forms.sum(forms.adjoint(a).unwrap(), b).unwrap();
            let is_at_most_p = matches!(forms.outcome(sum), Outcome::P | Outcome::R);
            assert_eq!(ends.ge(g, h).unwrap(), is_at_most_p);
        }
    }
}

/// Each engine is asked the same questions in another order.
#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let lattice = Lattice::new(4).unwrap();
    let mut questions: Vec<(usize, usize)> = (0..52).flat_map(|g| (0..52).map(move |h| (g, h))).collect();
    let mut random = Rng::with_seed(7);
    for _ in 0..4 {
        random.shuffle(&mut questions);
        let ends = DeadEnds::new();
        let mut all: Vec<Option<DeadEnd>> = vec![None; 52];
        let mut end = |place: usize| {
            *all[place].get_or_insert_with(|| {
                let forms = Forms::new();
                let fresh = DeadEnds::new();
                let g = lattice.dead_ends(&fresh).unwrap()[place];
                let form = fresh.form(&forms, g, Player::Left).unwrap();
                ends.value(&forms, form, Player::Left).unwrap()
            })
        };
        for &(g, h) in &questions {
            assert_eq!(ends.ge(end(g), end(h)).unwrap(), lattice.ge(g, h));
        }
    }
}

#[test]
fn sums_are_sums_of_forms() {
    let (forms, ends, lattice) = (Arc::new(Forms::new()), DeadEnds::new(), Lattice::new(4).unwrap());
    let modulo = Engine::new(forms.clone(), Arc::new(AllGames));
    let all = lattice.dead_ends(&ends).unwrap();
    let games: Vec<Form> = all.iter().map(|&g| ends.form(&forms, g, Player::Left).unwrap()).collect();
    for g in 0..all.len() {
        for h in g..all.len() {
            let sum = ends.sum(all[g], all[h]).unwrap();
            let literal = modulo.simplest(forms.sum(games[g], games[h]).unwrap()).unwrap();
            assert_eq!(ends.form(&forms, sum, Player::Left).unwrap(), literal);
            assert_eq!(ends.sum(all[h], all[g]).unwrap(), sum);
        }
    }
}

/// [universe] Propositions 3.9 and 3.10.
#[test]
fn birthdays_and_races_add_and_sums_are_not_terminable() {
    let (ends, lattice) = (DeadEnds::new(), Lattice::new(3).unwrap());
    for &g in &lattice.dead_ends(&ends).unwrap() {
        for &h in &lattice.dead_ends(&ends).unwrap() {
            let sum = ends.sum(g, h).unwrap();
            assert_eq!(ends.birthday(sum), ends.birthday(g) + ends.birthday(h));
            assert_eq!(ends.race(sum), ends.race(g) + ends.race(h));
            if g != DeadEnd::ZERO && h != DeadEnd::ZERO {
                assert!(!ends.is_terminable(sum));
                assert!(!ends.options(sum).contains(&DeadEnd::ZERO));
            }
        }
    }
}

#[test]
fn order_is_kept_by_sums_and_cancelled_from_them() {
    let (ends, lattice) = (DeadEnds::new(), Lattice::new(3).unwrap());
    let all = lattice.dead_ends(&ends).unwrap();
    for &a in &all {
        for &b in &all {
            for &c in &all {
                let [x, y] = [a, b].map(|g| ends.sum(g, c).unwrap());
                assert_eq!(ends.ge(x, y).unwrap(), ends.ge(a, b).unwrap());
            }
        }
    }
}

#[test]
fn a_single_option_is_one_more() {
    let (ends, lattice) = (DeadEnds::new(), Lattice::new(5).unwrap());
    let (forms, one) = (Arc::new(Forms::new()), ends.integer(1).unwrap());
    let modulo = Engine::new(forms.clone(), Arc::new(AllGames));
    let minus = forms.integer(-1).unwrap();
    for &g in lattice.dead_ends(&ends).unwrap().iter().step_by(17) {
        assert_eq!(ends.make(&[g]).unwrap(), ends.sum(g, one).unwrap());
        let form = ends.form(&forms, g, Player::Left).unwrap();
        let literal = modulo.simplest(forms.sum(form, minus).unwrap()).unwrap();
        assert_eq!(literal, forms.ordinary(&[], &[form]).unwrap());
    }
}

#[test]
fn race_birthday_and_flexibility_of_examples() {
    let ends = DeadEnds::new();
    let end = |text: &str| ends.parse_shorthand(text).unwrap();
    let numbers = |g: DeadEnd| (ends.race(g), ends.birthday(g), ends.flexibility(g));
    for (text, expected) in [
        ("0", (0, 0, 0)),
        ("4̄", (4, 4, 0)),
        ("1̄0", (1, 2, 1)),
        ("(1̄0)#", (2, 3, 2)),
        ("(1̄0)0", (1, 3, 2)),
        ("2̄1̄", (2, 3, 1)),
        ("6̄5̄4̄3̄", (4, 7, 1)),
    ] {
        assert_eq!(numbers(end(text)), expected, "{text}");
    }
    let sum = ends.sum(end("6̄5̄4̄3̄"), end("(1̄0)0")).unwrap();
    assert_eq!(numbers(sum), (5, 10, 9));
}

#[test]
fn flexibility_race_and_birthday_are_monotone() {
    let lattice = Lattice::new(4).unwrap();
    for g in 0..lattice.len() {
        for h in (0..lattice.len()).filter(|&h| lattice.ge(g, h)) {
            assert!(lattice.birthday(g) <= lattice.birthday(h));
            assert!(lattice.race(g) >= lattice.race(h));
            assert!(lattice.flexibility(g) <= lattice.flexibility(h));
        }
    }
}

#[test]
fn truncations_are_truncations_of_forms() {
    let (forms, ends) = (Arc::new(Forms::new()), DeadEnds::new());
    for &g in &untidy_ends(&forms, 300) {
        let value = ends.value(&forms, g, Player::Left).unwrap();
        for n in 0..8 {
            let cut = forms.truncate(g, n).unwrap();
            let expected = ends.value(&forms, cut, Player::Left).unwrap();
            assert_eq!(ends.truncate(value, n).unwrap(), expected);
        }
    }
}

#[test]
fn right_dead_ends_are_taken_by_their_conjugates() {
    let (forms, ends) = (Forms::new(), DeadEnds::new());
    for &g in &untidy_ends(&forms, 100) {
        let conjugate = forms.conjugate(g).unwrap();
        let value = ends.value(&forms, g, Player::Left).unwrap();
        assert_eq!(ends.value(&forms, conjugate, Player::Right), Ok(value));
        let simplest = ends.form(&forms, value, Player::Left).unwrap();
        let other = ends.form(&forms, value, Player::Right).unwrap();
        assert_eq!(other, forms.conjugate(simplest).unwrap());
    }
}

#[test]
fn what_is_not_a_dead_end_is_refused() {
    let (forms, ends) = (Forms::new(), DeadEnds::new());
    for (text, player) in [("*", Player::Left), ("{|*}", Player::Left), ("-1", Player::Right)] {
        let form = parse_form(&forms, text).unwrap();
        let refused = ends.value(&forms, form, player).unwrap_err();
        assert_eq!(refused, DeadEndError::NotADeadEnd { form, player });
    }
}

#[test]
fn deep_dead_ends_do_not_overflow_the_stack() {
    let (forms, ends) = (Forms::new(), DeadEnds::new());
    let deep = ends.integer(20_000).unwrap();
    let wide = ends.make(&[deep, DeadEnd::ZERO]).unwrap();
    let other = ends.make(&[ends.integer(19_999).unwrap(), DeadEnd::ZERO]).unwrap();
    let [x, y] = [wide, other].map(|g| ends.sum(g, deep).unwrap());
    assert_eq!(ends.birthday(x), 40_001);
    assert_eq!(ends.relation(x, y).unwrap(), Relation::Incomparable);
    assert_eq!(ends.quotient(x, deep).unwrap(), Some(wide));
    assert_eq!(ends.factorisations(x).unwrap()[0].len(), 20_001);
    let join = ends.join(x, y).unwrap().unwrap();
    assert_eq!(join, ends.integer(20_001).unwrap());
    let text = ends.write_shorthand(x).unwrap();
    assert_eq!(ends.parse_shorthand(&text).unwrap(), x);
    let form = ends.form(&forms, x, Player::Left).unwrap();
    assert_eq!(ends.value(&forms, form, Player::Left), Ok(x));
    assert_eq!(ends.birthday(ends.truncate(x, 30_000).unwrap()), 30_000);
}

#[test]
fn a_spent_budget_is_no_answer() {
    let limits = Limits { memory_bytes: 20_000, time: None };
    let ends = DeadEnds::with_budget(Arc::new(Budget::new(limits)));
    let refused = ends.integer(10_000).unwrap_err();
    assert!(matches!(refused.limit, Limit::Memory { .. }));
    let too_large = DeadEnds::new().integer(u32::MAX).unwrap_err();
    assert!(matches!(too_large.limit, Limit::Size { .. }));
}
