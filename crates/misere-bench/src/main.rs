//! Benchmarks of the engine. Every workload asserts what it computes, and runs
//! in a process of its own, so that its peak memory is its own.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "the table is what this program is for")]

use std::collections::HashSet;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Instant;

use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, Exhausted, FiniteGenerators, Form, Forms, Generated, Modulo,
    NormalPlay, Proviso,
};

mod boards;

use boards::{Game, evaluate};

struct Workload {
    name: &'static str,
    run: fn() -> Result<(), Exhausted>,
}

const WORKLOADS: [Workload; 10] = [
    Workload { name: "65,536 comparisons modulo M", run: || compare_day_two(|_| AllGames, 256) },
    Workload { name: "65,536 comparisons modulo D", run: || compare_day_two(|_| Dicots, 193) },
    Workload { name: "65,536 comparisons modulo E", run: || compare_day_two(|_| DeadEnding, 204) },
    Workload { name: "65,536 comparisons modulo B", run: || compare_day_two(|_| Blocking, 220) },
    Workload { name: "65,536 comparisons modulo D({|-1,0})", run: || compare_day_two(domineering, 204) },
    Workload { name: "1,046,530 dicot trees modulo D", run: || classify_dicots(Dicots, 1_268) },
    Workload { name: "1,046,530 dicot trees modulo M", run: || classify_dicots(AllGames, 7_541) },
    Workload { name: "1,046,530 dicot trees, store only", run: store_dicots },
    Workload { name: "2x10 Domineering, seven settings", run: domineering_edges },
    Workload { name: "Clobber xoxo/oxox/xox., seven settings", run: clobber_edges },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [] => table(),
        [flag, name] if flag == "--one" => match WORKLOADS.iter().find(|w| w.name == name) {
            Some(workload) => one(workload),
            None => usage(),
        },
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: misere-bench [--one NAME], NAME one of:");
    for workload in &WORKLOADS {
        eprintln!("  {}", workload.name);
    }
    ExitCode::from(2)
}

/// Runs every workload in a child process and prints what they say.
fn table() -> ExitCode {
    println!("{:40} {:>10} {:>12}", "workload", "seconds", "peak MiB");
    let program = std::env::current_exe().expect("a running program has a path");
    for workload in &WORKLOADS {
        let output = Command::new(&program).args(["--one", workload.name]).output();
        match output {
            Ok(output) if output.status.success() => print!("{}", String::from_utf8_lossy(&output.stdout)),
            Ok(output) => {
                eprintln!("{}: {}", workload.name, String::from_utf8_lossy(&output.stderr));
                return ExitCode::FAILURE;
            }
            Err(error) => {
                eprintln!("{}: {error}", workload.name);
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn one(workload: &Workload) -> ExitCode {
    let start = Instant::now();
    if let Err(exhausted) = (workload.run)() {
        eprintln!("{exhausted}");
        return ExitCode::FAILURE;
    }
    let seconds = start.elapsed().as_secs_f64();
    let peak = peak_memory_mib().map_or("unknown".to_owned(), |mib| format!("{mib:.1}"));
    println!("{:40} {seconds:>10.4} {peak:>12}", workload.name);
    ExitCode::SUCCESS
}

/// The peak resident memory of this process, where the system tells it.
fn peak_memory_mib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024.0)
}

fn domineering(forms: &Forms) -> Generated<FiniteGenerators> {
    let minus_one = forms.integer(-1).expect("a small form");
    let end = forms.ordinary(&[], &[minus_one, Form::ZERO]).expect("a small form");
    let generators = FiniteGenerators::new(forms, &[end], "{·|0,-1}").expect("a Left dead end");
    Generated::new(forms, generators)
}

/// All ordered pairs of the 256 forms of rank at most 2, from a cold store; the
/// number of classes is asserted.
fn compare_day_two<P: Proviso>(proviso: impl Fn(&Forms) -> P, classes: usize) -> Result<(), Exhausted> {
    let forms = Arc::new(Forms::new());
    let proviso = proviso(&forms);
    let engine = Modulo::new(forms.clone(), proviso);
    let all = forms.born_by(2)?;
    let mut equal_to_an_earlier = 0;
    for (i, &g) in all.iter().enumerate() {
        let mut is_new = true;
        for (j, &h) in all.iter().enumerate() {
            let ge = engine.ge(g, h)?;
            is_new &= !(j < i && ge && engine.ge(h, g)?);
        }
        equal_to_an_earlier += usize::from(!is_new);
    }
    assert_eq!(all.len() - equal_to_an_earlier, classes);
    Ok(())
}

/// The 10 dicot trees of rank at most 2, and every pair of non-empty sets of
/// them: 1023² trees, and 0.
fn for_each_dicot_tree(
    forms: &Forms,
    mut each: impl FnMut(Form) -> Result<(), Exhausted>,
) -> Result<u32, Exhausted> {
    let day2: Vec<Form> = forms.born_by(2)?.into_iter().filter(|&g| forms.is_dicot(g)).collect();
    assert_eq!(day2.len(), 10);
    let sets: Vec<Vec<Form>> = (1u32..1 << 10)
        .map(|mask| (0..10).filter(|i| mask >> i & 1 == 1).map(|i| day2[i]).collect())
        .collect();
    let mut trees = 1;
    each(Form::ZERO)?;
    for left in &sets {
        for right in &sets {
            trees += 1;
            each(forms.ordinary(left, right)?)?;
        }
    }
    Ok(trees)
}

fn classify_dicots<P: Proviso>(proviso: P, classes: usize) -> Result<(), Exhausted> {
    let forms = Arc::new(Forms::new());
    let engine = Modulo::new(forms.clone(), proviso);
    let mut found = HashSet::new();
    let trees = for_each_dicot_tree(&forms, |g| {
        found.insert(engine.value(g)?);
        Ok(())
    })?;
    assert_eq!((trees, found.len()), (1_046_530, classes));
    Ok(())
}

/// Edges of the simplest form as a tree: [universe] Figure 5 and B. (The figure
/// for D is that of the game itself, which lies outside D; the paper prints 3,757.)
fn domineering_edges() -> Result<(), Exhausted> {
    let board = vec![vec![b'.'; 10]; 2];
    let of = |forms: &Forms, ends: &[Form]| {
        Generated::new(forms, FiniteGenerators::new(forms, ends, "").expect("Left dead ends"))
    };
    let integers = |forms: &Forms| of(forms, &[forms.integer(-1).expect("a small form")]);
    edges(|_| AllGames, Game::Domineering, &board, true, 21_946_743)?;
    edges(|_| Blocking, Game::Domineering, &board, true, 6_935_251)?;
    edges(|_| DeadEnding, Game::Domineering, &board, true, 4_590_982)?;
    edges(domineering, Game::Domineering, &board, true, 4_569_496)?;
    edges(integers, Game::Domineering, &board, false, 4_409_745)?;
    edges(|_| Dicots, Game::Domineering, &board, false, 341_870)?;
    edges(|_| NormalPlay, Game::Domineering, &board, true, 33)
}

fn clobber_edges() -> Result<(), Exhausted> {
    let board: Vec<Vec<u8>> = ["xoxo", "oxox", "xox."].iter().map(|row| row.as_bytes().to_vec()).collect();
    let integers = |forms: &Forms| {
        let one = forms.integer(-1).expect("a small form");
        Generated::new(forms, FiniteGenerators::new(forms, &[one], "-1").expect("a Left dead end"))
    };
    edges(|_| AllGames, Game::Clobber, &board, true, 2_441_649)?;
    edges(|_| Blocking, Game::Clobber, &board, true, 2_441_649)?;
    edges(|_| DeadEnding, Game::Clobber, &board, true, 2_411_294)?;
    edges(domineering, Game::Clobber, &board, true, 2_411_294)?;
    edges(integers, Game::Clobber, &board, true, 2_411_241)?;
    edges(|_| Dicots, Game::Clobber, &board, true, 981_460)?;
    edges(|_| NormalPlay, Game::Clobber, &board, true, 1_418)
}

fn edges<P: Proviso>(
    proviso: impl Fn(&Forms) -> P,
    game: Game,
    board: &boards::Board,
    add_components: bool,
    expected: u32,
) -> Result<(), Exhausted> {
    let forms = Arc::new(Forms::new());
    let proviso = proviso(&forms);
    let modulo = Modulo::new(forms.clone(), proviso);
    let value = evaluate(&modulo, game, board, add_components)?;
    let simplest = modulo.form(value)?;
    assert_eq!(forms.tree_edges(simplest), expected.into(), "modulo {}", modulo.proviso());
    Ok(())
}

fn store_dicots() -> Result<(), Exhausted> {
    let forms = Forms::new();
    let trees = for_each_dicot_tree(&forms, |_| Ok(()))?;
    // The 256 forms of rank at most 2 are in the store, 10 of them dicots.
    assert_eq!((trees, forms.len()), (1_046_530, 1_046_530 + 246));
    Ok(())
}
