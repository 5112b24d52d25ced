//! Limits hold for every question, modulo every kind of universe, of games that are hostile in
//! different ways.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use misere::core::Budget;
use misere::{
    Argument, ArgumentKind, Error, Game, Limits, Modulus, Player, QUESTIONS, Question, QuestionKind, Setup,
    Subject, Workspace,
};

/// The time that this process has computed, which does not depend on what else the machine does.
fn computed() -> Duration {
    static STARTED: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    // Behind the name in brackets: the 14th and 15th field are hundredths of a second.
    let told = std::fs::read_to_string("/proc/self/stat").ok();
    let ticks = told.and_then(|told| {
        let fields: Vec<&str> = told.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    });
    ticks.map_or_else(|| STARTED.elapsed(), |ticks| Duration::from_millis(10 * ticks))
}

fn list<T: ToString>(items: impl Iterator<Item = T>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(",")
}

/// Games that are large in different ways.
fn hostile() -> Vec<(&'static str, String)> {
    let long = 2_500;
    let mut random = numbers(7);
    let mut option = |least: usize| {
        let mut side =
            |options: usize| list((0..options).map(|_| ["0", "*", "1", "-1", "*2", "2"][random(6)]));
        format!("{{{}|{}}}", side(least), side(least + 1))
    };
    let mut options = String::new();
    for n in 0..long {
        write!(options, "{{{},*{}|{}}},", option(1), n % 7, option(2)).unwrap();
    }
    let ends = (0..long).map(|n| if n % 3 == 0 { format!("{{|{n}}}") } else { (-n).to_string() });
    vec![
        ("many integers", format!("{{{}|{}}}", list(0..long), list((0..long).map(|n| -n)))),
        ("a long end", format!("{{|{}}}", list(ends))),
        ("many options", format!("{{{options}0|{options}*}}")),
        ("a deep nest", format!("{}0{}", "{*,".repeat(30_000), "|-1}".repeat(30_000))),
        ("many followers", "domineering(4x5)".to_owned()),
        ("a nimber", "*2000".to_owned()),
    ]
}

/// Numbers below a bound, the same in every run.
fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |bound| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    }
}

const UNIVERSES: [&str; 13] = [
    "M",
    "D",
    "E",
    "B",
    "N",
    "I",
    "D(-1)",
    "D({|-1,0})",
    "D({|0,{|0,-1}})",
    "D({|*})",
    "D({|1})",
    "D({|0,{|*}})",
    "ends(-1,{|-1,0} | 1)",
];

/// The question with the game, or games from it, as its arguments.
fn question(kind: &QuestionKind, game: &Game, modulus: &Modulus) -> Result<Question, Error> {
    let mut question = Question::new(kind.name)?;
    for parameter in kind.parameters {
        let example = kind.example.arguments.iter().find(|(name, _)| *name == parameter.name);
        let argument = match parameter.kind {
            ArgumentKind::Game if parameter.name == "h" => {
                // Another game that is as large.
                Argument::Game(Subject::from(
                    game.options(Player::Right).pop().unwrap_or_else(|| game.clone()),
                ))
            }
            ArgumentKind::Game => Argument::Game(Subject::from(game.clone())),
            ArgumentKind::Games => game.options(Player::Right).into(),
            ArgumentKind::Number if !parameter.is_required && example.is_none() => continue,
            ArgumentKind::Number if parameter.name == "moves" => (game.rank() / 2).into(),
            ArgumentKind::Number if parameter.name == "number" => 1_000.into(),
            ArgumentKind::Number => 2.into(),
            ArgumentKind::Player if !parameter.is_required => continue,
            ArgumentKind::Player => Player::Right.into(),
            ArgumentKind::Universe => modulus.clone().into(),
            ArgumentKind::Universes => vec![modulus.clone()].into(),
            // Arguments that are as large as they are written: those of the example.
            _ => {
                let Some((name, text)) = example else { continue };
                question = question.with_text(game.workspace(), name, text)?;
                continue;
            }
        };
        question = question.with(parameter.name, argument)?;
    }
    Ok(question)
}

/// A budget whose time is that which was computed since it was renewed, while the clock goes.
fn budget(time: Duration, clock_goes: &Arc<AtomicBool>) -> Arc<Budget> {
    let goes = clock_goes.clone();
    let clock = move || if goes.load(Ordering::Relaxed) { computed() } else { Duration::ZERO };
    let limits = Limits { time: Some(time), ..Limits::default() };
    Arc::new(Budget::with_clock(limits, Box::new(clock)))
}

/// A form with 5,000 options was compared with itself for six seconds beyond a limit of half a
/// second, and the proof that a long nest is weak ended in a panic.
#[test]
fn every_question_ends_soon_after_its_time() {
    let (time, grace) = (Duration::from_millis(30), Duration::from_millis(600));
    let clock_goes = Arc::new(AtomicBool::new(true));
    let mut late = Vec::new();
    let mut limited = 0;
    for (number, (shape, text)) in hostile().into_iter().enumerate() {
        // Every kind of universe for two shapes, and a third of them for each of the others.
        let moduli = UNIVERSES.iter().enumerate().filter(|(at, _)| number < 2 || (at + number) % 3 == 0);
        for (at, (_, name)) in moduli.enumerate() {
            let budget = budget(time, &clock_goes);
            let mut work = Workspace::with_budget(budget.clone(), Setup { threads: 1, ..Setup::default() });
            for kind in QUESTIONS.iter().filter(|kind| kind.requires_modulus() || at == 0) {
                for is_proved in
                    [false, true].into_iter().filter(|&is_proved| !is_proved || kind.is_provable())
                {
                    if budget.spent().memory_bytes > 300 << 20 {
                        work = work.fresh();
                    }
                    clock_goes.store(false, Ordering::Relaxed);
                    budget.renew();
                    let (game, modulus) = (work.game(&text).unwrap(), work.modulo(name).unwrap());
                    let question = question(kind, &game, &modulus).unwrap();
                    clock_goes.store(true, Ordering::Relaxed);
                    budget.renew();
                    let begun = computed();
                    let told = match (kind.requires_modulus(), is_proved) {
                        (true, false) => modulus.ask(&question).map(drop),
                        (false, false) => work.ask(&question).map(drop),
                        (true, true) => modulus.prove(&question).map(drop),
                        (false, true) => work.prove(&question).map(drop),
                    };
                    let took = computed() - begun;
                    limited += usize::from(matches!(told, Err(Error::Exhausted(_))));
                    if took > time + grace {
                        let proved = if is_proved { ", proved," } else { "" };
                        late.push(format!("{}{proved} of {shape} modulo {name}: {took:?}", kind.name));
                    }
                }
            }
        }
    }
    assert!(late.is_empty(), "{}", late.join("\n"));
    assert!(limited > 200, "the limit was reached {limited} times");
}
