//! Every answer carries a certificate that the independent checker accepts.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

use std::collections::HashMap;
use std::sync::Arc;

use fastrand::Rng;
use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, Engine, Explainer, Form, Forms, Impartial, NormalPlay, Player,
    Separator, Universe, certify_outcome,
};
use misere_twin::{Kind, Name, Play, accept, random_form, store};
use num_bigint::BigUint;

/// The sizes of the separators of a universe.
#[derive(Default)]
struct Sizes {
    ranks: Vec<u32>,
    edges: Vec<BigUint>,
}

/// All ordered pairs of the 256 forms of rank at most 2: a certificate either
/// way, accepted; no separator can lose a single option.
fn certify_all_pairs<U: Universe + 'static>(forms: &Arc<Forms>, universe: U) -> Sizes {
    let modulo = Arc::new(Engine::new(forms.clone(), Arc::new(universe)));
    let explainer = Explainer::new(modulo.clone()).unwrap();
    let all = forms.born_by(2).unwrap();
    let mut sizes = Sizes::default();
    let mut smaller = Smaller::default();
    let mut play = Play::default();
    for (i, &g) in all.iter().enumerate() {
        for &h in &all[i..] {
            accept(&explainer.relation(g, h).unwrap());
            for (g, h) in [(g, h), (h, g)] {
                if let Some(Separator { game, starter }) = explainer.small_separator(g, h).unwrap() {
                    sizes.ranks.push(forms.rank(game));
                    sizes.edges.push(forms.tree_edges(game).unwrap());
                    let mut left_wins =
                        |f, x| play.wins_first(forms, f, x, starter) == (starter == Player::Left);
                    for &x in smaller.of(forms, game) {
                        let serves = modulo.universe().unwrap().membership(forms, x).unwrap().is_some()
                            && !left_wins(g, x)
                            && left_wins(h, x);
                        assert!(!serves, "a separator can lose an option");
                    }
                }
            }
        }
    }
    sizes.ranks.sort_unstable();
    sizes.edges.sort_unstable();
    sizes
}

/// A form with one option less, at one place of its tree.
#[derive(Default)]
struct Smaller(HashMap<Form, Vec<Form>>);

impl Smaller {
    fn of(&mut self, forms: &Forms, x: Form) -> &[Form] {
        if !self.0.contains_key(&x) {
            let mut found = Vec::new();
            for p in Player::BOTH {
                for i in 0..forms.options(x, p).len() {
                    let lists = Player::BOTH.map(|p| forms.options(x, p).to_vec());
                    let option = lists[p.index()][i];
                    let mut less = lists.clone();
                    less[p.index()].remove(i);
                    found.push(forms.ordinary(&less[0], &less[1]).unwrap());
                    for variant in self.of(forms, option).to_vec() {
                        let mut changed = lists.clone();
                        changed[p.index()][i] = variant;
                        found.push(forms.ordinary(&changed[0], &changed[1]).unwrap());
                    }
                }
            }
            self.0.insert(x, found);
        }
        &self.0[&x]
    }
}

fn report(name: &str, sizes: &Sizes) {
    let middle = sizes.ranks.len() / 2;
    println!(
        "{name}: {} separators; rank median {} largest {}; edges median {} largest {}",
        sizes.ranks.len(),
        sizes.ranks[middle],
        sizes.ranks.last().unwrap(),
        sizes.edges[middle],
        sizes.edges.last().unwrap()
    );
}

#[test]
fn all_pairs_modulo_m() {
    report("M", &certify_all_pairs(&store(), AllGames));
}

#[test]
fn all_pairs_modulo_d() {
    report("D", &certify_all_pairs(&store(), Dicots));
}

#[test]
fn all_pairs_modulo_e() {
    report("E", &certify_all_pairs(&store(), DeadEnding));
}

#[test]
fn all_pairs_modulo_b() {
    report("B", &certify_all_pairs(&store(), Blocking));
}

#[test]
fn all_pairs_modulo_integers() {
    let forms = store();
    report("D(-1)", &certify_all_pairs(&forms, Name::Integers.generated(&forms)));
}

#[test]
fn all_pairs_modulo_domineering() {
    let forms = store();
    report("D({|-1,0})", &certify_all_pairs(&forms, Name::Domineering.generated(&forms)));
}

fn certify_everything<U: Universe + 'static>(forms: &Arc<Forms>, universe: U, games: &[Form]) {
    let modulo = Arc::new(Engine::new(forms.clone(), Arc::new(universe)));
    let explainer = Explainer::new(modulo.clone()).unwrap();
    for &g in games {
        accept(&explainer.simplest(g).unwrap());
        accept(&explainer.strength(g).unwrap());
        accept(&explainer.invertible(g, g).unwrap());
    }
}

#[test]
fn simplest_forms_strength_and_inverses_of_rank_two() {
    let forms = store();
    let games = forms.born_by(2).unwrap();
    certify_everything(&forms, AllGames, &games);
    certify_everything(&forms, Dicots, &games);
    certify_everything(&forms, DeadEnding, &games);
    certify_everything(&forms, Blocking, &games);
    for name in [Name::Integers, Name::Domineering, Name::Terminable] {
        certify_everything(&forms, name.generated(&forms), &games);
    }
}

fn certify_random<U: Universe + 'static>(forms: &Arc<Forms>, universe: U, seed: u64) {
    let modulo = Arc::new(Engine::new(forms.clone(), Arc::new(universe)));
    let explainer = Explainer::new(modulo.clone()).unwrap();
    let mut random = Rng::with_seed(seed);
    for kind in Kind::ALL {
        for _ in 0..25 {
            let g = random_form(forms, &mut random, kind, 3);
            let h = random_form(forms, &mut random, kind, 3);
            accept(&explainer.relation(g, h).unwrap());
            accept(&explainer.simplest(g).unwrap());
            accept(&explainer.strength(g).unwrap());
            accept(&certify_outcome(forms, g));
            if forms.rank(g) <= 2 {
                accept(&explainer.invertible(g, g).unwrap());
            }
        }
    }
}

#[test]
fn random_forms_of_rank_three() {
    let forms = store();
    certify_random(&forms, AllGames, 21);
    certify_random(&forms, Dicots, 22);
    certify_random(&forms, DeadEnding, 23);
    certify_random(&forms, Blocking, 24);
    for (name, seed) in [(Name::Integers, 25), (Name::Domineering, 26), (Name::Terminable, 27)] {
        certify_random(&forms, name.generated(&forms), seed);
    }
}

#[test]
fn normal_play_has_the_same_two_kinds() {
    let forms = store();
    let modulo = Arc::new(Engine::new(forms.clone(), Arc::new(NormalPlay)));
    let explainer = Explainer::new(modulo.clone()).unwrap();
    let all = forms.born_by(2).unwrap();
    for &g in &all {
        accept(&explainer.simplest(g).unwrap());
        for &h in all.iter().step_by(9) {
            accept(&explainer.relation(g, h).unwrap());
        }
    }
}

#[test]
fn impartial_equality_has_the_same_two_kinds() {
    let forms = store();
    let engine = Impartial::new(forms.clone());
    let mut random = Rng::with_seed(31);
    let mut games = vec![Form::ZERO];
    for _ in 0..60 {
        let options: Vec<Form> = (0..random.usize(..4)).map(|_| *random.choice(&games).unwrap()).collect();
        games.push(forms.ordinary(&options, &options).unwrap());
    }
    games.push(forms.sum(games[20], games[30]).unwrap());
    for &g in &games {
        accept(&engine.certify_invertible(g).unwrap().unwrap());
        for &h in &games {
            accept(&engine.certify(g, h).unwrap().unwrap());
        }
    }
    assert!(engine.certify(forms.integer(1).unwrap(), Form::ZERO).unwrap().is_none());
}

#[test]
fn outcomes_of_all_forms_of_rank_two() {
    let forms = store();
    for &g in &forms.born_by(2).unwrap() {
        accept(&certify_outcome(&forms, g));
    }
}
