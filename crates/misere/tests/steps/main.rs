//! Lists of steps, as they are printed: each form follows from the one before by the step that is
//! named, and the last one is the simplest form.
//!
//! With MISERE_STEPS in the environment so many lists are tried.
#![allow(clippy::unwrap_used, reason = "tests")]

mod judge;

use std::collections::HashSet;

use fastrand::Rng;
use judge::{Judge, Printed, Strength, Tree};
use misere::{Error, Game, Modulus, Player, Question, Style, Tombstones, Workspace};
use misere_twin::{random_stones, some_of};

/// How many lists are tried.
fn lists() -> usize {
    std::env::var("MISERE_STEPS").ok().map_or(10_000, |number| number.parse().unwrap())
}

/// The universes, and by which rule the judge knows the strong forms.
const UNIVERSES: [(&str, Rule); 17] = [
    ("N", Rule::Normal),
    ("M", Rule::Nobody),
    ("D", Rule::Generators(&[])),
    ("E", Rule::Waiting),
    ("B", Rule::Blocking),
    // Dead ends, few and infinitely many: of a family the longer members are never played out.
    ("D(-1)", Rule::Generators(&["-1"])),
    ("D([-1 0])", Rule::Generators(&["[-1 0]"])),
    ("D([-2 0])", Rule::Generators(&["[-2 0]"])),
    ("D([-2 0],{|[-1 0]})", Rule::Generators(&["[-2 0]", "{|[-1 0]}"])),
    ("D([-n 0] for n even)", Rule::Generators(&["[-2 0]", "[-4 0]"])),
    // Blocked ends.
    ("D({|*})", Rule::Generators(&["{|*}"])),
    ("D({|1,-1})", Rule::Generators(&["{|1,-1}"])),
    // Other ends.
    ("D({|1})", Rule::Generators(&["{|1}"])),
    ("D({|*},{|1})", Rule::Generators(&["{|*}", "{|1}"])),
    ("D({|{1|0}})", Rule::Generators(&["{|{1|0}}"])),
    // Sets that are not closed under sums.
    ("ends(-1 | 1)", Rule::Ends(&["-1", "1"])),
    ("ends({|*},[-1 0] | {1,*|})", Rule::Ends(&["{|*}", "[-1 0]", "{1,*|}"])),
];

#[derive(Clone, Copy)]
enum Rule {
    Normal,
    Nobody,
    Waiting,
    Blocking,
    Generators(&'static [&'static str]),
    Ends(&'static [&'static str]),
}

impl Rule {
    fn judge(self, work: &Workspace) -> Judge {
        let mut judge = Judge::new();
        let mut trees = |texts: &[&str]| -> Vec<Tree> {
            texts.iter().map(|text| judge.tree(&work.game(text).unwrap())).collect()
        };
        judge.strength = match self {
            Rule::Normal => Strength::Normal,
            Rule::Nobody => Strength::Nobody,
            Rule::Waiting => Strength::Waiting,
            Rule::Blocking => Strength::Blocking,
            Rule::Generators(texts) => {
                let generators = trees(texts);
                Strength::Sums(judge.sums_of(&generators))
            }
            Rule::Ends(texts) => {
                let games = trees(texts);
                Strength::Sums(judge.ends_of(&games))
            }
        };
        judge
    }
}

/// A game with some options of `from` on each side, and now and then a tombstone.
fn game_over(work: &Workspace, random: &mut Rng, from: &[Game], tombstones: bool) -> Game {
    let sides = [0; 2].map(|_| some_of(random, from));
    let stones = if tombstones { random_stones(random, 12) } else { Tombstones::NONE };
    work.game_of_options([&sides[0], &sides[1]], stones).unwrap()
}

/// The game with each option replaced by its simplest form, or left as it is.
fn partly_simplified(work: &Workspace, random: &mut Rng, modulus: &Modulus, game: &Game) -> Game {
    let [left, right] = Player::BOTH.map(|player| {
        let options = game.options(player).into_iter();
        let chosen = options.map(|o| if random.bool() { modulus.simplest(&o).unwrap() } else { o });
        chosen.collect::<Vec<Game>>()
    });
    work.game_of_options([&left, &right], game.tombstones()).unwrap()
}

/// Random games of rank at most 4, among whose followers are different ones that become the same
/// on the way to their simplest forms.
fn sample(work: &Workspace, modulus: &Modulus, seed: u64, number: usize) -> Vec<Game> {
    let mut random = Rng::with_seed(seed);
    let tombstones = !modulus.is_normal_play();
    let mut games = Vec::new();
    while games.len() < number {
        let mut small = work.game_list("0, 1, -1, *").unwrap();
        for _ in 0..4 {
            small.push(game_over(work, &mut random, &small[..4], tombstones));
        }
        let mut longer = small.clone();
        for _ in 0..2 {
            let game = game_over(work, &mut random, &small, tombstones);
            longer.push(partly_simplified(work, &mut random, modulus, &game));
            longer.push(game);
        }
        games.extend((0..4).map(|_| game_over(work, &mut random, &longer, tombstones)));
    }
    games.truncate(number);
    games
}

/// Reads the printed steps of a game, and has each judged. Returns how many there are.
fn judge_list(work: &Workspace, modulus: &Modulus, judge: &mut Judge, game: &Game) -> usize {
    let question = Question::new("steps").unwrap().with("g", game).unwrap();
    let answer = modulus.ask(&question).unwrap();
    let lines = answer.lines(Style::Unicode).unwrap();
    let told = || format!("{game} modulo {modulus}:\n{}", lines.join("\n"));
    let read = |judge: &mut Judge, text: &str| judge.tree(&work.game(text.trim()).unwrap());
    let objects = answer.json().unwrap()["steps"].as_array().unwrap().clone();
    let start = judge.tree(game);
    let mut before = start;
    let mut seen = HashSet::from([start]);
    for (at, object) in objects.iter().enumerate() {
        let text = |name: &str| object[name].as_str();
        let player = if text("player") == Some("Left") { Player::Left } else { Player::Right };
        let form = |judge: &mut Judge, name: &str| text(name).map(|text| read(judge, text));
        let printed = Printed {
            operation: text("operation").unwrap(),
            player,
            of: form(judge, "of").unwrap(),
            option: form(judge, "option"),
            by: form(judge, "by"),
            fundamental: object["fundamental"].as_bool(),
            ends: object["ends"]
                .as_array()
                .unwrap()
                .iter()
                .map(|e| read(judge, e.as_str().unwrap()))
                .collect(),
            becomes: form(judge, "becomes").unwrap(),
            form: form(judge, "form").unwrap(),
        };
        if let Err(reason) = judge.check(before, &printed) {
            panic!("step {}: {reason}\n{}", at + 1, told());
        }
        // The lines say the same forms, and name the follower exactly where it is not the whole form.
        assert_eq!(read(judge, &lines[2 * at + 2]), printed.form, "{}", told());
        let words = lines[2 * at + 1].trim_start();
        let words = words.strip_prefix(&format!("{}. ", at + 1)).unwrap();
        let place = words.strip_prefix("in ").and_then(|rest| rest.split_once(": ")).map(|(place, _)| place);
        let place = place.map(|place| read(judge, place));
        assert_eq!(place, (printed.of != before).then_some(printed.of), "{}", told());
        assert!(seen.insert(printed.form), "step {} leads back\n{}", at + 1, told());
        before = printed.form;
    }
    assert_eq!(read(judge, &lines[0]), before, "{}", told());
    assert!(judge.is_simplest(before), "the last form is not a simplest form\n{}", told());
    assert!(judge.ge(start, before) && judge.ge(before, start), "the value is another one\n{}", told());
    objects.len()
}

#[test]
fn each_printed_form_follows_from_the_one_before_by_the_step_named() {
    let (mut lists_left, mut total) = (lists(), 0);
    for (at, (name, rule)) in UNIVERSES.into_iter().enumerate() {
        let work = Workspace::new();
        let modulus = work.modulo(name).unwrap();
        let mut judge = rule.judge(&work);
        let number = lists_left / (UNIVERSES.len() - at);
        lists_left -= number;
        let mut steps = 0;
        for game in sample(&work, &modulus, at as u64, number) {
            steps += judge_list(&work, &modulus, &mut judge, &game);
        }
        assert!(2 * steps > number, "{name}: {steps} steps in {number} lists");
        total += number;
    }
    assert_eq!(total, lists());
}

/// Two followers become the same before they are simplest forms, and then are one.
#[test]
fn followers_that_have_become_the_same_are_simplified_together() {
    let work = Workspace::new();
    let modulus = work.modulo("N").unwrap();
    let steps = modulus.steps(&work.game("{1,{1,2|},{1,{0,1|}|}|}").unwrap()).unwrap();
    let forms: Vec<String> = steps.steps.iter().map(|step| step.whole.to_string()).collect();
    assert_eq!(forms, ["{1,{1,2|·}|·}", "{1,3|·}", "4"]);
}

#[test]
fn impartial_games_among_themselves_have_no_steps() {
    let work = Workspace::new();
    let refused = work.modulo("I").unwrap().steps(&work.game("*2").unwrap()).unwrap_err();
    assert!(matches!(refused, Error::Unsupported { .. }), "{refused}");
}
