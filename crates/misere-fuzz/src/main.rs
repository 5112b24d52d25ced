//! `misere-fuzz SECONDS [TARGET]`: tries all targets, or one, for so long in all. The input that
//! is being read stands in `target/fuzz/TARGET.input`, so that one that ends the process is
//! not lost.
#![forbid(unsafe_code)]

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use misere_fuzz::{TARGETS, Target, Tried};

/// How long a target is tried at most before the next one has its turn.
const TURN: Duration = Duration::from_secs(20);

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("misere-fuzz: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let seconds: u64 = match arguments.next() {
        Some(text) => text.parse().with_context(|| format!("{text} is not a number of seconds"))?,
        None => 60,
    };
    let targets: Vec<&Target> = match arguments.next() {
        None => TARGETS.iter().collect(),
        Some(name) => match Target::find(&name) {
            Some(target) => vec![target],
            None => {
                let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
                bail!("{name} is not a target; there are {}", names.join(", "));
            }
        },
    };
    let folder = Path::new("target/fuzz");
    fs::create_dir_all(folder).context("cannot make target/fuzz")?;
    let share = Duration::from_secs(seconds) / u32::try_from(targets.len())?;
    let rounds = u32::try_from(share.as_millis().div_ceil(TURN.as_millis()))?.max(1);
    let turn = share / rounds;
    let mut tried = vec![Tried::default(); targets.len()];
    let started = Instant::now();
    for round in 0..rounds {
        for (target, tried) in targets.iter().zip(&mut tried) {
            let more = have_a_turn(target, turn, u64::from(round), folder)?;
            tried.inputs += more.inputs;
            tried.comparisons += more.comparisons;
        }
    }
    for (target, tried) in targets.iter().zip(&tried) {
        eprintln!("{:15} {:>12} inputs {:>12} compared", target.name, tried.inputs, tried.comparisons);
    }
    eprintln!("{:.1} minutes in all", started.elapsed().as_secs_f64() / 60.0);
    Ok(())
}

/// Tries a target for a while. The input that is being read stands in a file of the folder.
fn have_a_turn(target: &Target, turn: Duration, seed: u64, folder: &Path) -> Result<Tried> {
    let path = folder.join(format!("{}.input", target.name));
    let mut file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let keep = |input: &[u8]| {
        // An input that cannot be kept is read all the same.
        let _ = file.seek(SeekFrom::Start(0));
        let _ = file.write_all(input);
        let _ = file.set_len(input.len() as u64);
    };
    let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| target.run(turn, seed, keep)));
    found.map_err(|_| anyhow!("{} found something: the input is in {}", target.name, path.display()))
}
