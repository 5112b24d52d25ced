//! Benchmarks of the engine. Every workload asserts what it computes, and runs
//! in a process of its own, so that its peak memory is its own.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "the table is what this program is for")]

mod questions;
mod requests;
mod workloads;

use std::io::{BufWriter, Seek, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use crate::workloads::{Done, WORKLOADS, Workload};

const USAGE: &str = "\
usage: misere-bench [--quick | --long | --one NAME [--baseline] | --board GAME BOARD UNIVERSE [THREADS]
                     | --requests COUNT SEED]

  (nothing)  all workloads but the longest; about 4 minutes
  --quick    those that take less than a second or two, the baseline included
  --long     the longest ones only
  --one      a single workload, in this process
  --board    the value of any board, modulo M, B, E, D, N, D(-1) or D({|-1,0}):
             CPU seconds of this process, peak MiB, values, comparisons, memo probes
  --requests a list of random requests for `misere batch`
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => table(|length| length <= Length::Usual),
        ["--quick"] => table(|length| length == Length::Quick),
        ["--long"] => table(|length| length == Length::Long),
        ["--one", name] => one(name, |workload| Some(workload.ours)),
        ["--one", name, "--baseline"] => one(name, |workload| workload.baseline),
        ["--requests", count, seed] => list_requests(count, seed),
        ["--board", game, board, universe] => any_board(game, board, universe, "1"),
        ["--board", game, board, universe, threads] => any_board(game, board, universe, threads),
        _ => {
            eprint!("{USAGE}\nthe workloads:\n");
            WORKLOADS.iter().for_each(|workload| eprintln!("  {}", workload.name));
            ExitCode::from(2)
        }
    }
}

/// How long a workload takes, the baseline included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Length {
    Quick,
    Usual,
    Long,
}

/// The measurements of a process for one workload.
struct Measured {
    seconds: f64,
    peak_mib: f64,
    done: Done,
}

/// Runs every wanted workload in child processes and prints the measurements.
fn table(wanted: impl Fn(Length) -> bool) -> ExitCode {
    println!(
        "{:44} {:>9} {:>9} {:>7} {:>9} {:>9} {:>12} {:>12}",
        "workload", "baseline", "ours", "ratio", "base MiB", "our MiB", "comparisons", "memo probes"
    );
    for workload in WORKLOADS.iter().filter(|workload| wanted(workload.length)) {
        let (baseline, ours) = match side_by_side(workload) {
            Ok(measured) => measured,
            Err(error) => {
                eprintln!("{}: {error}", workload.name);
                return ExitCode::FAILURE;
            }
        };
        let of_baseline =
            |shown: &dyn Fn(&Measured) -> String| baseline.as_ref().map_or("-".to_owned(), shown);
        println!(
            "{:44} {:>9} {:>9.3} {:>7} {:>9} {:>9.1} {:>12} {:>12}",
            workload.name,
            of_baseline(&|b| format!("{:.3}", b.seconds)),
            ours.seconds,
            of_baseline(&|b| format!("{:.1}x", b.seconds / ours.seconds)),
            of_baseline(&|b| format!("{:.1}", b.peak_mib)),
            ours.peak_mib,
            ours.done.comparisons,
            ours.done.probes,
        );
    }
    println!("\nin the shell, from start to end: {}", shell_question());
    println!("batch: {}", batch());
    ExitCode::SUCCESS
}

/// Measures the baseline and our engine in turn. The machine is shared: of short workloads
/// the best of five runs counts, for both.
fn side_by_side(workload: &Workload) -> Result<(Option<Measured>, Measured), String> {
    const RUNS: usize = 5;
    const SHORT: f64 = 3.0;
    let mut best: (Option<Measured>, Option<Measured>) = (None, None);
    for run in 0..RUNS {
        let mut longest = 0.0f64;
        if workload.baseline.is_some() {
            let measured = child(workload, true)?;
            longest = longest.max(measured.seconds);
            best.0 = Some(faster(best.0.take(), measured));
        }
        let measured = child(workload, false)?;
        longest = longest.max(measured.seconds);
        best.1 = Some(faster(best.1.take(), measured));
        if run == 0 && longest > SHORT {
            break;
        }
    }
    Ok((best.0, best.1.ok_or("no run")?))
}

fn faster(best: Option<Measured>, new: Measured) -> Measured {
    match best {
        Some(best) if best.seconds <= new.seconds => best,
        _ => new,
    }
}

fn child(workload: &Workload, baseline: bool) -> Result<Measured, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["--one", workload.name]);
    if baseline {
        command.arg("--baseline");
    }
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [seconds, peak_mib, comparisons, probes] = numbers[..] else {
        return Err(format!("unexpected: {text}"));
    };
    let done = Done { comparisons: comparisons as u64, probes: probes as u64, ..Done::default() };
    Ok(Measured { seconds, peak_mib, done })
}

fn one(name: &str, which: impl Fn(&Workload) -> Option<fn() -> Done>) -> ExitCode {
    let Some(run) = WORKLOADS.iter().find(|workload| workload.name == name).and_then(which) else {
        eprintln!("no such workload: {name}");
        return ExitCode::from(2);
    };
    let start = Instant::now();
    let done = run();
    let seconds = start.elapsed().as_secs_f64();
    println!("{seconds} {} {} {}", peak_memory_mib(), done.comparisons, done.probes);
    ExitCode::SUCCESS
}

fn list_requests(count: &str, seed: &str) -> ExitCode {
    let (Ok(count), Ok(seed)) = (count.parse(), seed.parse()) else {
        eprintln!("COUNT and SEED are numbers: {count} {seed}");
        return ExitCode::from(2);
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    for line in requests::requests(count, seed) {
        if writeln!(out, "{line}").is_err() {
            return ExitCode::FAILURE; // Nobody reads on.
        }
    }
    ExitCode::SUCCESS
}

fn any_board(game: &str, text: &str, universe: &str, threads: &str) -> ExitCode {
    let Ok(threads) = threads.parse() else {
        eprintln!("THREADS is a number: {threads}");
        return ExitCode::from(2);
    };
    match workloads::board(game, text, universe, threads) {
        Ok(done) => {
            let (cpu, peak) = (cpu_seconds(), peak_memory_mib());
            println!("{cpu:.2} {peak:.0} {} {} {}", done.values, done.comparisons, done.probes);
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

/// The CPU time of this process, all threads together; 0 where the system does not tell it.
fn cpu_seconds() -> f64 {
    cpu_seconds_from(11)
}

/// The CPU time of the child processes that were waited for; 0 where the system does not tell it.
fn children_cpu_seconds() -> f64 {
    cpu_seconds_from(13)
}

/// The sum of two fields of the status of this process, which are times of users and of the
/// system.
fn cpu_seconds_from(field: usize) -> f64 {
    const TICKS_PER_SECOND: f64 = 100.0;
    let status = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, which is in brackets, may have spaces.
    let after_name = status.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(field).take(2).filter_map(|word| word.parse::<f64>().ok());
    ticks.sum::<f64>() / TICKS_PER_SECOND
}

/// The peak resident memory of this process; 0 where the system does not tell it.
fn peak_memory_mib() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kib.unwrap_or(0.0) / 1024.0
}

/// The `misere` beside this program.
fn program() -> Result<PathBuf, String> {
    let beside = std::env::current_exe().ok().and_then(|path| Some(path.parent()?.join("misere")));
    let program = beside.ok_or("this program has no path")?;
    if program.exists() { Ok(program) } else { Err(format!("skipped, {} is not built", program.display())) }
}

/// 100,000 random requests to `misere batch`: how many it answers in a second of CPU time.
fn batch() -> String {
    const COUNT: usize = 100_000;
    let answer = || -> Result<String, String> {
        let mut input = tempfile::tempfile().map_err(|error| error.to_string())?;
        let mut lines = BufWriter::new(&mut input);
        for line in requests::requests(COUNT, 1) {
            writeln!(lines, "{line}").map_err(|error| error.to_string())?;
        }
        drop(lines);
        input.rewind().map_err(|error| error.to_string())?;
        let before = children_cpu_seconds();
        let output = Command::new(program()?).args(["batch", "--threads", "1"]).stdin(input).output();
        let cpu = children_cpu_seconds() - before;
        let output = output.map_err(|error| error.to_string())?;
        let lines = output.stdout.iter().filter(|&&byte| byte == b'\n').count();
        if lines != COUNT || !output.status.success() {
            return Err(format!("unexpected: {lines} answers, {}", output.status));
        }
        Ok(format!("{COUNT} requests in {cpu:.2} s of CPU time, {:.0} a second", COUNT as f64 / cpu))
    };
    answer().unwrap_or_else(|problem| problem)
}

/// A small question to the `misere` beside this program: the median of 31 runs.
fn shell_question() -> String {
    let program = match program() {
        Ok(program) => program,
        Err(problem) => return problem,
    };
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..31 {
        let start = Instant::now();
        let output = Command::new(&program).args(["simplest", "{0,*|*}", "--modulo", "D"]).output();
        times.push(start.elapsed());
        match output {
            Ok(output) if output.stdout == "{0,■|*}\n".as_bytes() => {}
            Ok(output) => return format!("unexpected: {output:?}"),
            Err(error) => return error.to_string(),
        }
    }
    times.sort_unstable();
    format!("{:.1} ms (misere simplest '{{0,*|*}}' --modulo D)", times[15].as_secs_f64() * 1000.0)
}
