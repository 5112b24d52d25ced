//! Every answer about D(A), its members and expansions depends on the question alone: not on the order
//! of handles, nor on what was asked before.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;

use fastrand::Rng;
use misere_core::order::structural_order;
use misere_core::{Engine, FiniteGenerators, Form, Forms, Generated, Limit, Refused, Tombstones, Universe};
use misere_twin::{Kind, random_form};

/// Makes a Left end with these Right options.
fn end(forms: &Forms, right: &[Form]) -> Form {
    forms.ordinary(&[], right).unwrap()
}

/// Generators of universes with dead, blocked and other ends.
fn generators(forms: &Forms) -> Vec<Vec<Form>> {
    let [zero, one, minus_one] = [0, 1, -1].map(|n| forms.integer(n).unwrap());
    let star = forms.nimber(1).unwrap();
    let end = |right: &[Form]| end(forms, right);
    let switch = |left: Form, right: Form| forms.ordinary(&[left], &[right]).unwrap();
    vec![
        vec![end(&[zero, forms.integer(-2).unwrap()])],
        vec![end(&[one])],
        vec![end(&[zero, one])],
        vec![end(&[star])],
        vec![end(&[zero, end(&[star])])],
        vec![end(&[zero, end(&[star])]), minus_one],
        vec![end(&[one]), end(&[star])],
        vec![end(&[end(&[one]), end(&[star])])],
        vec![end(&[switch(one, zero)])],
        vec![end(&[switch(zero, one)])],
        vec![end(&[switch(one, star)]), minus_one],
    ]
}

fn engine(forms: &Arc<Forms>, generators: &[Form]) -> (Engine, Arc<Generated<FiniteGenerators>>) {
    let generators = FiniteGenerators::new(forms, generators, "D(A)").unwrap();
    let universe = Arc::new(Generated::new(forms, generators));
    (Engine::new(forms.clone(), universe.clone()), universe)
}

/// The answers to a few questions about a form. Forms are those of the store of the engine.
#[derive(Debug, PartialEq)]
struct Told {
    member: bool,
    literal: bool,
    expansion: Result<Option<Form>, Limit>,
    birthday: Result<Option<u32>, Limit>,
    strong: Result<bool, Limit>,
}

fn ask(engine: &Engine, universe: &dyn Universe, g: Form) -> Told {
    let limit = |refused: Refused| match refused {
        Refused::Exhausted(exhausted) => exhausted.limit,
        other => panic!("{other}"),
    };
    Told {
        member: engine.contains(g).unwrap(),
        literal: universe.membership(engine.forms(), g).unwrap().is_some(),
        expansion: engine.expansion(g).map_err(limit),
        birthday: engine.birthday(g).map_err(limit),
        strong: engine.is_strong(g, misere_core::Player::Left).map_err(limit),
    }
}

/// All 256 games of rank at most 2, some of rank 3 and some with tombstones.
fn world(forms: &Forms) -> Vec<Form> {
    let mut random = Rng::with_seed(29);
    let mut world = forms.born_by(2).unwrap();
    for kind in Kind::ALL {
        world.extend((0..12).map(|_| random_form(forms, &mut random, kind, 3)));
    }
    let with_tombstones = |f: Form| {
        let [left, right] = misere_core::Player::BOTH.map(|p| forms.options(f, p).to_vec());
        [(true, false), (false, true), (true, true)].map(|(l, r)| {
            let stones = Tombstones::NONE.with(misere_core::Player::Left, l);
            forms.make(&left, &right, stones.with(misere_core::Player::Right, r)).unwrap()
        })
    };
    let some: Vec<Form> = world.iter().copied().step_by(7).collect();
    world.extend(some.into_iter().flat_map(with_tombstones));
    world
}

#[test]
fn answers_do_not_depend_on_the_order_of_asking_or_of_handles() {
    let common = Forms::new();
    let world = structural_order(&common, &world(&common));
    for generators in generators(&common) {
        let mut answers: Vec<Vec<Told>> = Vec::new();
        for is_reversed in [false, true] {
            let forms = Arc::new(Forms::new());
            let mut order: Vec<usize> = (0..world.len()).collect();
            if is_reversed {
                order.reverse();
            }
            // The handles of one store have the opposite order of those of the other, as far as
            // options permit.
            let own = |f: Form| forms.import(&common, f).unwrap();
            let games: Vec<(usize, Form)> = order.into_iter().map(|at| (at, own(world[at]))).collect();
            let own_generators: Vec<Form> = generators.iter().map(|&f| own(f)).collect();
            let (engine, universe) = engine(&forms, &own_generators);
            let mut told: Vec<(usize, Told)> = Vec::new();
            for (at, g) in games {
                let mut answer = ask(&engine, &*universe, g);
                answer.expansion =
                    answer.expansion.map(|found| found.map(|found| common.import(&forms, found).unwrap()));
                told.push((at, answer));
            }
            told.sort_by_key(|(at, _)| *at);
            answers.push(told.into_iter().map(|(_, told)| told).collect());
        }
        let [first, second] = &answers[..] else { unreachable!() };
        for ((g, first), second) in world.iter().zip(first).zip(second) {
            assert_eq!(first, second, "{g:?} modulo D({generators:?})");
        }
        assert!(first.iter().any(|told| told.member) && first.iter().any(|told| !told.member));
    }
}

/// Modulo M, −1 equals the longer end {·|0,{·|*}}, which generates the universe.
#[test]
fn an_end_that_equals_longer_ones_only_is_no_member() {
    let forms = Arc::new(Forms::new());
    let star = forms.nimber(1).unwrap();
    let [one, minus_one] = [1, -1].map(|n| forms.integer(n).unwrap());
    let longer = end(&forms, &[Form::ZERO, end(&forms, &[star])]);
    let (engine, universe) = engine(&forms, &[longer]);
    let asked = [one, minus_one, longer, forms.sum(longer, longer).unwrap(), one, minus_one];
    assert_eq!(asked.map(|g| engine.contains(g).unwrap()), [false, false, true, true, false, false]);
    let ends = universe.end_store();
    let [short, long] = [minus_one, longer].map(|g| ends.import(&forms, g).unwrap());
    let m = Engine::new(Arc::new(Forms::new()), Arc::new(misere_core::AllGames));
    let [short, long] = [short, long].map(|g| m.forms().import(ends, g).unwrap());
    assert_eq!(m.simplest(short).unwrap(), m.simplest(long).unwrap());
}

/// {·|{·|0,−1},{·|0,*,1}} has a follower that no game of D({·|*},{·|1}) equals, and another of which
/// that is not known: whichever has the smaller handle.
#[test]
fn a_follower_without_an_expansion_decides() {
    for is_asked_before in [false, true] {
        let forms = Arc::new(Forms::new());
        let star = forms.nimber(1).unwrap();
        let [one, minus_one] = [1, -1].map(|n| forms.integer(n).unwrap());
        let end = |right: &[Form]| end(&forms, right);
        let (engine, _) = engine(&forms, &[end(&[one]), end(&[star])]);
        if is_asked_before {
            engine.simplest(end(&[Form::ZERO, one])).unwrap();
        }
        let g = end(&[end(&[Form::ZERO, minus_one]), end(&[Form::ZERO, star, one])]);
        assert_eq!(engine.expansion(g).unwrap(), None, "asked before: {is_asked_before}");
    }
}
