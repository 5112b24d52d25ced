//! Many threads over overlapping questions: what they make and answer is what one thread does.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashMap;
use std::sync::{Arc, Barrier};

use fastrand::Rng;
use misere_core::{Form, Forms, Player, Relation, Settings};
use misere_twin::{Kind, Name, random_form, store};

const THREADS: u64 = 8;
/// Fewer than threads, so that every form is made and asked about by several of them at once.
const SEEDS: u64 = 3;
const GAMES: usize = 60;

/// A form written out in full, the same in every store.
fn written(forms: &Forms, g: Form, known: &mut HashMap<Form, String>) -> String {
    if let Some(text) = known.get(&g) {
        return text.clone();
    }
    let side = |player, known: &mut HashMap<Form, String>| {
        let mut options: Vec<String> =
            forms.options(g, player).iter().map(|&option| written(forms, option, known)).collect();
        options.extend(forms.tombstones(g).has(player).then(|| "#".to_owned()));
        options.sort();
        options.join(",")
    };
    let text = format!("{{{}|{}}}", side(Player::Left, known), side(Player::Right, known));
    known.insert(g, text.clone());
    text
}

type Answers = Vec<(String, String, Vec<Relation>)>;

/// Makes the games of a seed, and asks about all pairs of them.
fn answers(forms: &Arc<Forms>, engine: &misere_twin::Asked, seed: u64) -> Answers {
    let mut random = Rng::with_seed(seed);
    let games: Vec<Form> =
        (0..GAMES).map(|at| random_form(forms, &mut random, Kind::ALL[at % Kind::ALL.len()], 4)).collect();
    let mut known = HashMap::new();
    let mut text = |g| written(forms, g, &mut known);
    let about = |&g: &Form| {
        let relations = games.iter().map(|&h| engine.relation(g, h)).collect();
        (text(g), text(engine.simplest(g)), relations)
    };
    games.iter().map(about).collect()
}

#[test]
fn eight_threads_over_overlapping_questions_answer_as_one_does() {
    for name in Name::ALL {
        let alone: Vec<Answers> = (0..SEEDS)
            .map(|seed| {
                let forms = store();
                let engine = name.engine(&forms, Settings::default());
                answers(&forms, &engine, seed)
            })
            .collect();
        for settings in [Settings::default(), Settings { memo_entries: 64, ..Settings::default() }] {
            let forms = store();
            let engine = name.engine(&forms, settings);
            let barrier = Barrier::new(THREADS as usize);
            let ask = |thread: u64| {
                barrier.wait();
                (thread % SEEDS, answers(&forms, &engine, thread % SEEDS))
            };
            let ask = &ask;
            let together: Vec<(u64, Answers)> = std::thread::scope(|scope| {
                let workers: Vec<_> = (0..THREADS).map(|thread| scope.spawn(move || ask(thread))).collect();
                workers.into_iter().map(|worker| worker.join().unwrap()).collect()
            });
            for (seed, answers) in together {
                assert!(answers == alone[seed as usize], "{name:?}, seed {seed}: another answer");
            }
        }
    }
}

#[test]
fn a_form_made_by_many_threads_at_once_is_one_form() {
    let forms = store();
    let barrier = Barrier::new(THREADS as usize);
    let make = || {
        barrier.wait();
        let mut random = Rng::with_seed(9);
        (0..2_000).map(|_| random_form(&forms, &mut random, Kind::Augmented, 4)).collect()
    };
    let make = &make;
    let made: Vec<Vec<Form>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..THREADS).map(|_| scope.spawn(make)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    assert!(made.iter().all(|forms| *forms == made[0]));
    // No form is there twice: different handles are different trees.
    let mut known = HashMap::new();
    let all: std::collections::HashSet<Form> = forms.followers_of_all(&made[0]).into_iter().collect();
    let texts: std::collections::HashSet<String> =
        all.iter().map(|&form| written(&forms, form, &mut known)).collect();
    assert_eq!(texts.len(), all.len());
}
