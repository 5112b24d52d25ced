//! A run that is killed at any moment goes on where it was, and loses nothing that was written; also
//! where the disk is too small for all of it.
//!
//! `cargo xtask kills` runs this with `MISERE_KILLS=200` and with the released program as
//! `MISERE_KILLED`, on long computations, and prints how many values were computed again; otherwise
//! a few kills of short ones are tried.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Computations of a moment, and of some seconds.
const SHORT: [&[&str]; 3] = [
    &["value", "domineering", "2x12", "-m", "E", "--edges"],
    &["table", "domineering", "1..2x1..11", "-m", "E", "--csv"],
    &["universe", "--survey", "--birthday", "1", "--json"],
];
const LONG: [&[&str]; 3] = [
    &["value", "domineering", "2x16", "-m", "E"],
    &["table", "domineering", "2x1..15", "-m", "E", "-m", "M", "--json"],
    &["universe", "--survey", "--birthday", "2", "--json"],
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

/// How many values and pieces a store has, after every row of it was examined.
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

/// A computation with a store in a folder, and what it answers and how many milliseconds it takes if
/// nobody disturbs it.
struct Computation<'a> {
    arguments: &'a [&'a str],
    checkpoint: &'a str,
    expected: Vec<u8>,
    time: u64,
    scratch: Scratch,
}

impl<'a> Computation<'a> {
    fn new(name: &str, arguments: &'a [&'a str], checkpoint: &'a str) -> Computation<'a> {
        let since = Instant::now();
        let expected = succeeded(&misere(arguments).output().unwrap());
        let time = since.elapsed().as_millis() as u64 + 1;
        Computation { arguments, checkpoint, expected, time, scratch: Scratch::new(name) }
    }

    /// Starts the computation, as the program or as what a shell makes of it.
    fn start(&self, mut command: Command, store: &Path) -> Child {
        command.args(self.arguments).args(["--checkpoint", self.checkpoint, "--store"]).arg(store);
        command.env_remove("MISERE_STORE").env("MISERE_STORE_COUNT", self.scratch.0.join("count"));
        command.stdout(fs::File::create(self.scratch.0.join("out")).unwrap());
        command.stderr(fs::File::create(self.scratch.0.join("said")).unwrap());
        drop(fs::remove_file(self.scratch.0.join("count")));
        command.spawn().unwrap()
    }

    /// How many values the last run computed.
    fn computed(&self) -> u64 {
        let count = fs::read_to_string(self.scratch.0.join("count")).ok();
        count.and_then(|text| text.trim().parse().ok()).unwrap_or(0)
    }

    fn said(&self) -> String {
        fs::read_to_string(self.scratch.0.join("said")).unwrap()
    }

    /// The last run ended with this exit code and the answer of a run that nobody disturbed. In JSON
    /// a failure is one more object.
    fn assert_answered(&self, code: Option<i32>, expected: i32) {
        assert_eq!(code, Some(expected), "{}", self.said());
        let answer = fs::read(self.scratch.0.join("out")).unwrap();
        let rest = answer.strip_prefix(&self.expected[..]).expect("the answer is that of an undisturbed run");
        if expected == 0 || !self.arguments.contains(&"--json") {
            assert!(rest.is_empty(), "{}", String::from_utf8_lossy(rest));
        } else {
            let failure: Value = serde_json::from_slice(rest).unwrap();
            assert_eq!(failure["code"], "store", "{failure}");
        }
    }

    /// Whether the last run told that it found no room on the disk.
    fn met_the_end_of_the_disk(&self) -> bool {
        let told = self.said() + &String::from_utf8_lossy(&fs::read(self.scratch.0.join("out")).unwrap());
        ["has no room", "does not take", "not all of it"].iter().any(|part| told.contains(part))
    }
}

/// Waits for a time, and kills the computation if it has not ended then; says with which exit code it
/// ended.
fn kill_or_end(mut child: Child, milliseconds: u64) -> Option<Option<i32>> {
    let since = Instant::now();
    while since.elapsed() < Duration::from_millis(milliseconds) {
        std::thread::sleep(Duration::from_millis(1));
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status.code());
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

fn per_kill(again: &[u64]) -> String {
    let (all, most) = (again.iter().sum::<u64>(), again.iter().max().copied().unwrap_or(0));
    let average = all as f64 / again.len().max(1) as f64;
    format!("lost and computed again per kill: {average:.1} on average, {most} at most")
}

/// Kills a computation so many times, starting with an empty store again whenever it ended before.
fn kill_again_and_again(arguments: &[&str], kills: usize, checkpoint: &str) {
    let computation = Computation::new(arguments[0], arguments, checkpoint);
    let store = computation.scratch.0.join("s.db");
    let mut random = Random(2_026);
    let (mut completed, mut before, mut again, mut resumed) = (0, 0, Vec::new(), 0);
    let since = Instant::now();
    while again.len() < kills {
        let child = computation.start(misere(&[]), &store);
        if let Some(code) = kill_or_end(child, random.below(computation.time)) {
            computation.assert_answered(code, 0);
            completed += 1;
            for name in ["s.db", "s.db-wal", "s.db-shm"] {
                drop(fs::remove_file(computation.scratch.0.join(name)));
            }
            before = 0;
            continue;
        }
        resumed += u64::from(before > 0);
        let after = kept(&store);
        assert!(after >= before, "what was written is still there: {after} after {before}");
        again.push(computation.computed().saturating_sub(after - before));
        before = after;
    }
    let last = computation.start(misere(&[]), &store).wait().unwrap();
    computation.assert_answered(last.code(), 0);
    println!(
        "{}: {kills} kills, {resumed} of them of runs that had gone on from a store, {completed} runs \
         completed between them, {} values kept in the end; {}; {:.0} s",
        arguments.join(" "),
        kept(&store),
        per_kill(&again),
        since.elapsed().as_secs_f64(),
    );
}

/// A folder with little room.
enum SmallDisk {
    /// A file system of its own.
    Mounted(PathBuf),
    /// A folder in which no file may be longer than this many bytes, where mounting is forbidden.
    ShortFiles(PathBuf, u64),
}

impl SmallDisk {
    fn new(folder: PathBuf, bytes: u64) -> SmallDisk {
        fs::create_dir_all(&folder).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={bytes}"), "tmpfs"]).arg(&folder);
        match mount.stderr(Stdio::null()).status() {
            Ok(status) if status.success() => SmallDisk::Mounted(folder),
            _ => SmallDisk::ShortFiles(folder, bytes),
        }
    }

    fn store(&self) -> PathBuf {
        let (SmallDisk::Mounted(folder) | SmallDisk::ShortFiles(folder, _)) = self;
        folder.join("s.db")
    }

    /// The program, on this disk.
    fn program(&self) -> Command {
        let program = misere(&[]);
        let SmallDisk::ShortFiles(_, bytes) = self else { return program };
        let mut limited = Command::new("sh");
        // In blocks of 512 bytes; without the trap the system ends who writes more.
        let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", bytes / 512);
        limited.args(["-c", &script]).arg(program.get_program());
        limited
    }

    /// Somebody makes room.
    fn grow(&mut self) {
        match self {
            SmallDisk::Mounted(folder) => {
                let mut mount = Command::new("mount");
                mount.args(["-o", "remount,size=1g"]).arg(folder);
                assert!(mount.status().unwrap().success());
            }
            SmallDisk::ShortFiles(_, bytes) => *bytes = 1 << 40,
        }
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        if let SmallDisk::Mounted(folder) = self {
            drop(Command::new("umount").arg(folder).status());
        }
    }
}

/// Kills a computation so many times on a disk that has room for half of its store, and then once
/// more with room for all of it.
fn kill_on_a_full_disk(arguments: &[&str], kills: usize, checkpoint: &str) {
    let computation = Computation::new("full", arguments, checkpoint);
    let whole = computation.scratch.0.join("whole.db");
    let first = computation.start(misere(&[]), &whole).wait().unwrap();
    computation.assert_answered(first.code(), 0);
    let (size, all) = (fs::metadata(&whole).unwrap().len(), kept(&whole));
    let mut disk = SmallDisk::new(computation.scratch.0.join("disk"), size / 2);
    let store = disk.store();
    let mut random = Random(17);
    let (mut before, mut completed, mut full) = (0, 0, 0);
    let since = Instant::now();
    let mut killed = 0;
    while killed < kills {
        let child = computation.start(disk.program(), &store);
        match kill_or_end(child, random.below(computation.time)) {
            // The answer stands, but not all of it was kept.
            Some(code) => {
                computation.assert_answered(code, 2);
                completed += 1;
            }
            None => killed += 1,
        }
        full += u64::from(computation.met_the_end_of_the_disk());
        let after = kept(&store);
        assert!(after >= before, "what was written is still there: {after} after {before}");
        before = after;
    }
    // A run that nobody kills meets the end of the disk, and answers.
    let child = computation.start(disk.program(), &store);
    computation.assert_answered(child.wait_with_output().unwrap().status.code(), 2);
    assert!(computation.met_the_end_of_the_disk(), "{}", computation.said());
    let fitted = kept(&store);
    assert!((before..all).contains(&fitted), "{fitted} of {all}");
    disk.grow();
    let child = computation.start(disk.program(), &store);
    computation.assert_answered(child.wait_with_output().unwrap().status.code(), 0);
    assert_eq!(computation.computed(), all - fitted, "what fitted was not computed again");
    assert_eq!(kept(&store), all);
    let kind = match disk {
        SmallDisk::Mounted(_) => "a file system",
        SmallDisk::ShortFiles(..) => "files",
    };
    println!(
        "{} on {kind} of {} bytes, half of what it needs: {kills} kills, {completed} runs ended between \
         them, {full} met the end of the disk; {fitted} of {all} values fitted, and the others were \
         computed when there was room; {:.0} s",
        arguments.join(" "),
        size / 2,
        since.elapsed().as_secs_f64(),
    );
}

/// How often computations are to be killed, if more often than for a moment.
fn number_of_kills() -> Option<usize> {
    std::env::var("MISERE_KILLS").ok().map(|number| number.parse().unwrap())
}

/// Kills the short computation of this number so many times; if all are to be killed more often,
/// kills the long one, with this share of the kills in eighths.
fn kill(number: usize, few: usize, eighths: usize) {
    match number_of_kills() {
        None => kill_again_and_again(SHORT[number], few, "0.02"),
        Some(kills) => kill_again_and_again(LONG[number], kills * eighths / 8, "0.5"),
    }
}

#[test]
fn a_value_that_is_killed_goes_on_where_it_was() {
    kill(0, 3, 5);
}

#[test]
fn a_table_that_is_killed_goes_on_where_it_was() {
    kill(1, 1, 2);
}

#[test]
fn a_survey_that_is_killed_goes_on_where_it_was() {
    kill(2, 1, 1);
}

#[test]
fn a_run_that_is_killed_on_a_full_disk_goes_on_where_it_was() {
    match number_of_kills() {
        Some(kills) => {
            kill_on_a_full_disk(LONG[0], kills / 8, "0.5");
            kill_on_a_full_disk(LONG[1], kills / 16, "0.5");
        }
        None => kill_on_a_full_disk(SHORT[0], 2, "0.02"),
    }
}
