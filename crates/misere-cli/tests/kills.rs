//! A run that is killed at any moment goes on where it was, and loses nothing that was written.
//!
//! `cargo xtask kills` runs this with `MISERE_KILLS=200` and with the released program as
//! `MISERE_KILLED`, on long computations, and prints how many values were computed again; otherwise
//! a few kills of short ones are tried.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Computations, and the longest time in milliseconds after which they are killed.
const SHORT: [(&[&str], u64); 3] = [
    (&["value", "domineering", "2x12", "-m", "E", "--edges"], 400),
    (&["table", "domineering", "1..2x1..11", "-m", "E", "--csv"], 400),
    (&["universe", "--survey", "--birthday", "1", "--json"], 300),
];
const LONG: [(&[&str], u64); 3] = [
    (&["value", "domineering", "2x16", "-m", "E"], 6_000),
    (&["table", "domineering", "2x1..15", "-m", "E", "-m", "M", "--json"], 4_000),
    (&["universe", "--survey", "--birthday", "2", "--json"], 4_000),
];

/// A folder that goes with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("misere-kills-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn misere(arguments: &[&str]) -> Command {
    let program = std::env::var_os("MISERE_KILLED").unwrap_or_else(|| env!("CARGO_BIN_EXE_misere").into());
    let mut command = Command::new(program);
    command.args(arguments).env_remove("MISERE_STORE");
    command
}

fn succeeded(output: &Output) -> Vec<u8> {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout.clone()
}

/// How many values and pieces a store has, after every row of it was looked at.
fn kept(store: &Path) -> u64 {
    if !store.exists() {
        return 0;
    }
    let store = store.to_str().unwrap();
    let verified = misere(&["store", "verify", store, "--sample", "1", "--json"]).output().unwrap();
    let verified: Value = serde_json::from_slice(&succeeded(&verified)).unwrap();
    assert_eq!(verified["damaged"], 0, "{verified}");
    let info = misere(&["store", "info", store, "--json"]).output().unwrap();
    let info: Value = serde_json::from_slice(&succeeded(&info)).unwrap();
    info["values"].as_u64().unwrap() + info["pieces"].as_u64().unwrap()
}

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// Kills a computation so many times, starting with an empty store again whenever it ended before.
fn kill_again_and_again(arguments: &[&str], longest: u64, kills: u64, checkpoint: &str) {
    let scratch = Scratch::new(arguments[0]);
    let (store, count, out) = (scratch.0.join("s.db"), scratch.0.join("count"), scratch.0.join("out"));
    let expected = succeeded(&misere(arguments).output().unwrap());
    let start = |arguments: &[&str]| {
        let mut command = misere(arguments);
        command.args(["--checkpoint", checkpoint, "--store"]).arg(&store).env("MISERE_STORE_COUNT", &count);
        command.stdout(fs::File::create(&out).unwrap()).stderr(Stdio::piped());
        drop(fs::remove_file(&count));
        command.spawn().unwrap()
    };
    let computed = || fs::read_to_string(&count).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
    let mut random = Random(2_026);
    let (mut killed, mut completed, mut before, mut again) = (0, 0, 0u64, Vec::new());
    let since = Instant::now();
    while killed < kills {
        let mut child = start(arguments);
        std::thread::sleep(Duration::from_millis(random.below(longest)));
        if let Some(status) = child.try_wait().unwrap() {
            assert_eq!(status.code(), Some(0));
            assert_eq!(fs::read(&out).unwrap(), expected, "a run that was resumed gives the same bytes");
            completed += 1;
            for name in ["s.db", "s.db-wal", "s.db-shm"] {
                drop(fs::remove_file(scratch.0.join(name)));
            }
            before = 0;
            continue;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        killed += 1;
        let after = kept(&store);
        assert!(after >= before, "what was written is still there: {after} after {before}");
        let computed: u64 = computed();
        again.push(computed.saturating_sub(after - before));
        before = after;
    }
    let last = start(arguments).wait_with_output().unwrap();
    assert_eq!(last.status.code(), Some(0), "{}", String::from_utf8_lossy(&last.stderr));
    assert_eq!(fs::read(&out).unwrap(), expected);
    let (all, most) = (again.iter().sum::<u64>(), again.iter().max().copied().unwrap_or(0));
    println!(
        "{}: {killed} kills, {completed} runs completed between them, {} values kept in the end; lost and \
         computed again per kill: {:.1} on average, {most} at most; {:.0} s",
        arguments.join(" "),
        kept(&store),
        all as f64 / kills.max(1) as f64,
        since.elapsed().as_secs_f64(),
    );
}

#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let kills: Option<u64> = std::env::var("MISERE_KILLS").ok().map(|number| number.parse().unwrap());
    let computations = if kills.is_some() { LONG } else { SHORT };
    let checkpoint = if kills.is_some() { "0.5" } else { "0.02" };
    for (at, (arguments, longest)) in computations.into_iter().enumerate() {
        // The first computation gets most of the kills.
        let share = match (kills, at) {
            (None, 0) => 3,
            (None, _) => 1,
            (Some(kills), 0) => kills - 2 * (kills / 4),
            (Some(kills), _) => kills / 4,
        };
        kill_again_and_again(arguments, longest, share, checkpoint);
    }
}
