//! Limits on time, memory and input hold, whatever is read, built, compared or drawn.
#![allow(clippy::unwrap_used, reason = "tests")]
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const MISERE: &str = env!("CARGO_BIN_EXE_misere");

/// Runs a shell command in which `misere` is the program.
fn shell(command: &str) -> Output {
    let command = command.replace("misere ", &format!("{MISERE} "));
    Command::new("sh").args(["-c", &command]).output().unwrap()
}

/// The command ends with exit code 3 and says which limit it reached.
fn assert_limited(command: &str, limit: &str) {
    let started = Instant::now();
    let output = shell(command);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{command:.200}: {message:.500}");
    assert!(message.contains(limit), "{command:.200}: {message:.500}");
    // Half a second after the limit on a quiet machine; without the limit it would be longer.
    assert!(started.elapsed() < Duration::from_secs(8), "{command:.200}: {:?}", started.elapsed());
}

fn integers(numbers: impl Iterator<Item = i32>) -> String {
    let mut list = String::new();
    for number in numbers {
        write!(list, "{number},").unwrap();
    }
    list.trim_end_matches(',').to_owned()
}

/// `--max-time 2` was overrun by 4 to 11 seconds.
#[test]
fn reading_building_and_drawing_watch_the_clock() {
    for question in ["simplest '*20000' --modulo D", "outcome 10000000", "simplest 10000000 --modulo E"] {
        assert_limited(&format!("misere {question} --max-time 0.1"), "time limit");
    }
    let generators = integers((1..=100_000).map(|n| -n));
    let folder = std::env::temp_dir().join(format!("misere-limits-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("games"), integers(1..=3_000)).unwrap();
    std::fs::write(folder.join("universe"), format!("simplest(0, D({generators}))")).unwrap();
    let folder = folder.display();
    assert_limited(&format!("misere eval @{folder}/universe --max-time 0.03"), "time limit");
    assert_limited(
        &format!("misere hasse @{folder}/games --modulo E -o {folder}/order.svg --max-time 0.5"),
        "time limit",
    );
    std::fs::remove_dir_all(folder.to_string()).unwrap();
}

/// `simplest '*20000' -m D` took 3 GB, and aborted where the system granted less.
#[test]
fn a_nimber_is_one_shared_run_of_options() {
    let output = shell("ulimit -v 1000000; misere outcome '*20000' --threads 1");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "N\n", "{output:?}");
    assert_limited("ulimit -v 400000; misere outcome 10000000 --threads 1", "memory limit");
}

/// The list of forms to be simplified was as long as the square of the nimber, and nobody
/// accounted for it.
#[test]
fn the_options_of_a_nimber_are_not_put_down_for_each_of_them() {
    assert_limited("ulimit -v 700000; misere simplest '*12000' --modulo D --threads 1 --max-time 4", "limit");
}

/// A list of followers is in no store.
#[test]
fn memory_that_is_not_accounted_for_is_limited_too() {
    assert_limited("misere followers 1000000 --max-memory 60M", "memory limit");
}

#[test]
fn the_pixels_of_a_picture_count_as_memory() {
    let picture = std::env::temp_dir().join(format!("misere-limits-{}.png", std::process::id()));
    let picture = picture.display();
    assert_limited(&format!("misere draw '*4' -o {picture} --dpi 2400 --max-memory 40M"), "memory limit");
    assert!(!std::path::Path::new(&picture.to_string()).exists());
}

/// An answer that was found in time was cut where its reader took longer.
#[test]
fn a_slow_reader_gets_the_whole_answer() {
    let program = "eval '[days(2) for n in 1..60]'";
    let [slow, quick] = ["--max-time 1 | (sleep 2; wc -c)", "| wc -c"]
        .map(|rest| String::from_utf8(shell(&format!("misere {program} {rest}")).stdout).unwrap());
    assert_eq!(slow, quick);
}

#[test]
fn work_that_does_not_notice_the_end_of_its_time_is_ended_in_json_too() {
    let output = shell("misere draw '*3000' --merge -o /tmp/misere-late.svg --json --max-time 0.5");
    let answer = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{answer}");
    assert!(answer.starts_with(r#"{"ok":false,"code":"limit""#) && answer.lines().count() == 1, "{answer}");
    assert!(output.stderr.is_empty());
}

/// `outcome @/dev/zero` took 11.8 GB.
#[test]
fn a_text_without_end_is_refused() {
    assert_limited("ulimit -v 1000000; misere outcome @/dev/zero --threads 1", "longer than 64 MiB");
    assert_limited("misere outcome @/dev/zero --max-input 2M", "longer than 2 MiB");
    assert_limited("yes 0+ | misere outcome - --max-memory 8M", "memory limit");
    let output = shell("head -c 3000000 /dev/zero | tr '\\0' ' ' | misere batch --max-input 1M");
    let answer = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && answer.contains("longer than 1 MiB"), "{answer}");
    // A line of 4 MB would be 2 million values of JSON.
    let line = r#"(printf '{"x":['; yes 0, | head -n 2000000 | tr -d '\n'; echo '0]}')"#;
    let output = shell(&format!("ulimit -v 600000; {line} | misere batch --max-memory 50M --threads 1"));
    let answer = String::from_utf8_lossy(&output.stdout);
    assert!(answer.contains("memory limit of 50 MiB"), "{answer:.500} {output:?}");
    let output = shell("misere check /dev/zero --max-input 1M");
    let answer = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{answer}");
    assert_eq!(answer, "/dev/zero: longer than 1 MiB, which --max-input sets\n");
}

/// A program of 50 MB took 2.7 GB under `--max-memory 100M`.
#[test]
fn a_long_program_takes_little_more_than_its_text() {
    let output = shell(
        "yes '0;' | head -c 12000000 > /tmp/misere-long-program; ulimit -v 300000; \
         misere run /tmp/misere-long-program --max-memory 100M --threads 1 | wc -l; rm /tmp/misere-long-program",
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "4000000", "{output:?}");
}
