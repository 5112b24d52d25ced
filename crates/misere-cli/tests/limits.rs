//! Limits on time, memory and input hold, whatever is read, built, compared or drawn.
#![allow(clippy::unwrap_used, reason = "tests")]
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::io::{Read, Write};
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

/// Runs the program, and returns its exit code and the most memory that it was seen to take, in
/// KiB.
fn peak_memory(arguments: &[&str]) -> (Option<i32>, u64) {
    let quiet = std::process::Stdio::null;
    let mut program = Command::new(MISERE).args(arguments).stdout(quiet()).stderr(quiet()).spawn().unwrap();
    let status = format!("/proc/{}/status", program.id());
    let mut peak = 0;
    loop {
        // The peak is told until the program has ended.
        let told = std::fs::read_to_string(&status).unwrap_or_default();
        let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok());
        peak = kibibytes.unwrap_or(peak);
        if let Some(ended) = program.try_wait().unwrap() {
            return (ended.code(), peak);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// With `--max-memory 100M`, `show 1000000` took 135 MB, `followers 1000000` 126 MB, and a rules
/// file of 3 MB 158 MB.
#[test]
fn memory_is_within_a_tenth_of_its_limit() {
    let folder = std::env::temp_dir().join(format!("misere-memory-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let rules = folder.join("long.rules");
    let moves =
        |n: usize| format!("left x{}.o -> .{}.. turned\n", "xo".repeat(1 + n % 6), "xo".repeat(1 + n % 6));
    std::fs::write(&rules, (0..60_000).map(moves).collect::<String>()).unwrap();
    let picture = folder.join("x.svg");
    let (rules, picture) = (rules.to_str().unwrap(), picture.to_str().unwrap());
    // Long enough to be seen, and too small to matter.
    let (_, base) = peak_memory(&["show", "3000"]);
    for arguments in [
        &["show", "1000000"][..],
        &["followers", "1000000"],
        &["options", "*3000", "--player", "Left"],
        &["rulesets", rules],
        &["draw", "*3000", "--merge", "--output", picture],
    ] {
        let (code, peak) = peak_memory(&[arguments, &["--max-memory", "80M"]].concat());
        // Lists that fit are no failure.
        assert!(matches!(code, Some(0 | 3)), "{arguments:?} ended with {code:?}");
        assert!(peak < base + 80 * 1024 * 11 / 10, "{arguments:?} took {peak} KiB, and nothing takes {base}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// A certificate that takes the checker long: a ladder of forms, in which a game is played.
fn long_certificate(nodes: usize) -> String {
    let node = |i: usize| match i {
        0 => "{}".to_owned(),
        1 => r#"{"l":[0],"r":[0]}"#.to_owned(),
        _ => format!(r#"{{"l":[{0},{1}],"r":[{0},{1}]}}"#, i - 1, i - 2),
    };
    let nodes: Vec<String> = (0..nodes).map(node).collect();
    let last = nodes.len() - 1;
    let steps = format!(
        r#"{{"claim":{{"member":{x}}},"by":"definition"}},{{"claim":{{"not_ge":[{last},{y}]}},"by":{{"separator":{{"x":{x},"member":0,"starter":"Left"}}}}}}"#,
        x = last - 2,
        y = last - 1
    );
    format!(
        r#"{{"format":"misere-certificate","version":1,"universe":{{"name":"D"}},"nodes":[{}],"steps":[{steps}],"claims":[{{"not_ge":[{last},{}]}}]}}"#,
        nodes.join(","),
        last - 1
    )
}

/// `check` took 239 MB under `--max-memory 30M`, and for each file longer than `--max-time` allowed.
#[test]
fn a_check_keeps_to_the_limits_of_the_command() {
    let folder = std::env::temp_dir().join(format!("misere-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let good = file(
        "good.json",
        r#"{"format":"misere-certificate","version":1,"universe":{"name":"D"},"nodes":[{}],
            "steps":[{"claim":{"ge":[0,0]},"by":"same"}],"claims":[{"ge":[0,0]}]}"#,
    );
    let long = file("long.json", &long_certificate(20_000));
    let wide = file("wide.json", &long_certificate(400_000));
    let huge = file("huge.json", &" ".repeat(200 << 20));
    let (_, base) = peak_memory(&["check", &good]);
    for certificate in [&long, &wide, &huge] {
        let (code, peak) = peak_memory(&["check", certificate, "--max-memory", "30M"]);
        assert_eq!(code, Some(3), "{certificate}");
        assert!(peak < base + 40 * 1024, "{certificate} took {peak} KiB, and nothing takes {base}");
    }
    // The limit on time is for all files together, and no file is accepted or rejected by it.
    let started = Instant::now();
    let output = shell(&format!("misere check {} --max-time 0.3", [long.as_str(); 12].join(" ")));
    let (answer, message) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(3), "{answer} {message}");
    assert!(message.contains("time limit"), "{message}");
    assert!(!answer.contains("checked") && !answer.contains("rejected:"), "{answer}");
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
    // A file judged before a limit keeps its verdict, and in JSON the limit is the last object.
    let output = shell(&format!("misere check {good} {long} --max-time 0.5 --json"));
    let answer = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{answer}");
    let objects: Vec<serde_json::Value> =
        answer.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.first().unwrap()["ok"], true, "{answer}");
    assert_eq!(objects.last().unwrap()["code"], "limit", "{answer}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// A checker that never ends, or takes all memory, was waited for.
#[test]
fn the_verified_checker_is_ended_at_a_limit() {
    use std::os::unix::fs::PermissionsExt;
    let program = std::env::temp_dir().join(format!("misere-verified-{}", std::process::id()));
    for (work, limit) in [
        ("exec sleep 60", "time limit"),
        ("x=$(head -c 200000000 /dev/zero | tr '\\0' x); while :; do :; done", "memory limit"),
    ] {
        std::fs::write(&program, format!("#!/bin/bash\n{work}\n")).unwrap();
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o700)).unwrap();
        let time = if limit == "time limit" { "--max-time 0.3" } else { "--max-memory 50M" };
        let command = format!("MISERE_VERIFIED={} misere check x.json --verified {time}", program.display());
        assert_limited(&command, limit);
    }
    std::fs::remove_file(program).unwrap();
}

/// Nobody watched the limits of `play`.
#[test]
fn play_keeps_to_its_limits_and_waits_for_you() {
    for limit in ["--max-time 0.3", "--max-memory 6M"] {
        let reached = if limit.contains("time") { "time limit" } else { "memory limit" };
        assert_limited(&format!("misere play domineering 6x7 {limit} </dev/null"), reached);
    }
    let output = shell("(sleep 1; echo 1; sleep 1; echo quit) | misere play domineering 2x4 --max-time 0.9");
    assert!(output.status.success(), "{output:?}");
    let output =
        shell("head -c 60000000 /dev/zero | misere play domineering 2x2 --max-memory 20M | tail -n 1");
    assert!(output.status.success(), "{output:?}");
}

/// A rules file of many moves was read for as long as it took.
#[test]
fn reading_rules_watches_the_clock() {
    let rules = std::env::temp_dir().join(format!("misere-limits-{}.rules", std::process::id()));
    let kinds = "abcdefghijklmnop".as_bytes();
    let cell = |n: usize| char::from(kinds[n % kinds.len()]);
    // Every move can be undone, so that no weight decreases and cycles are looked for.
    let moves = |n: usize| format!("left {0}{1} -> {1}{0} turned mirrored\n", cell(n), cell(n / 16));
    let text: String = (0..256).filter(|n| n % 16 != n / 16).map(moves).cycle().take(20_000).collect();
    std::fs::write(&rules, text).unwrap();
    let output = shell(&format!("misere rulesets {} --max-time 0.2", rules.display()));
    let message = String::from_utf8_lossy(&output.stderr);
    // A quick machine may find the cycle in time.
    assert!(message.contains("time limit") || message.contains("need not end"), "{message}");
    std::fs::remove_file(rules).unwrap();
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

/// The time that a reader took was taken from the time of the next answers.
#[test]
fn a_slow_reader_is_not_charged_to_the_next_answers() {
    let program = std::env::temp_dir().join(format!("misere-slow-{}.mis", std::process::id()));
    std::fs::write(&program, "days(2)\n".repeat(200)).unwrap();
    let run = format!("misere run {}", program.display());
    let [slow, quick] = [" --max-time 2 | (sleep 3; cat)", ""].map(|rest| shell(&format!("{run}{rest}")));
    assert_eq!(slow.stdout, quick.stdout);
    assert!(slow.stderr.is_empty(), "{}", String::from_utf8_lossy(&slow.stderr));
    std::fs::remove_file(program).unwrap();
}

/// Answers of a program appear before its last statement ends, though not each is flushed.
#[test]
fn answers_of_a_program_do_not_wait_for_its_end() {
    let mut program = Command::new(MISERE)
        .args(["run", "-", "--max-time", "20"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let statements = "outcome(0)\nrank(5)\noutcome(simplest(*20000, D))\n";
    program.stdin.take().unwrap().write_all(statements.as_bytes()).unwrap();
    let mut first = [0; 4];
    program.stdout.take().unwrap().read_exact(&mut first).unwrap();
    assert_eq!(&first, b"N\n5\n");
    assert!(program.try_wait().unwrap().is_none(), "the last statement takes longer");
    program.kill().unwrap();
    program.wait().unwrap();
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

/// A limit says which flag moves it and what was spent, in text and in JSON.
#[test]
fn a_limit_names_the_flag_that_moves_it() {
    for (question, flag) in [
        ("outcome 10000000 --max-memory 20M", "--max-memory"),
        ("simplest '*20000' --modulo D --max-time 0.1", "--max-time"),
        ("outcome @/dev/zero --max-input 1M", "--max-input"),
        ("simplest 'domineering(2x8)' --modulo E --max-output 1K", "--max-output"),
    ] {
        let output = shell(&format!("misere {question}"));
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{question}: {message}");
        assert!(message.contains(&format!("help: {flag}")), "{question}: {message}");
        assert!(flag == "--max-input" || message.contains("(spent: "), "{question}: {message}");
        let output = shell(&format!("misere {question} --json"));
        let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(object["code"], "limit", "{object}");
        assert!(object["help"].as_str().unwrap().contains(flag), "{object}");
    }
}

/// A limit that ends a line of a batch, a row of a list, or the text of one form says which flag
/// moves it.
#[test]
fn a_limit_inside_an_answer_names_its_flag_too() {
    let first = |command: &str| -> serde_json::Value {
        let output = shell(command);
        let answer = String::from_utf8_lossy(&output.stdout).into_owned();
        serde_json::from_str(answer.lines().next().unwrap_or_default())
            .unwrap_or_else(|error| panic!("{command}: {error}: {answer:.300}"))
    };
    let request = r#"{"op":"simplest","g":"domineering(2x8)","modulo":"E"}"#;
    let line = first(&format!("echo '{request}' | misere batch --max-output 1K"));
    assert_eq!(line["code"], "limit", "{line}");
    assert!(line["help"].as_str().unwrap().contains("--max-output"), "{line}");
    let shown = first("misere show 'domineering(2x8)' --modulo E --max-output 1K --json");
    assert!(shown["modulo"][0]["limit"].as_str().unwrap().contains("--max-output"), "{shown}");
    for command in ["value domineering 2x8", "table domineering 2x8 2x2"] {
        let value = first(&format!("misere {command} --modulo E --max-output 1K --json"));
        assert_eq!((&value["ok"], &value["form"]), (&true.into(), &serde_json::Value::Null), "{value}");
        let limit = value["limit"].as_str().unwrap();
        // The cost of a run is not part of an answer, which is the same in every run.
        assert!(limit.contains("--max-output") && !limit.contains("spent"), "{value}");
        let value = first(&format!("misere {command} --modulo E --json"));
        assert!(value["form"].is_string() && value.get("limit").is_none(), "{value}");
    }
}

/// A game that takes too much text is summarised, with what to do about it.
#[test]
fn a_value_that_is_too_large_to_print_is_summarised() {
    let value = "misere value domineering 2x8 --modulo E";
    let output = shell(&format!("{value} --max-output 1K"));
    let answer = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{answer}");
    let edges = String::from_utf8(shell(&format!("{value} --edges")).stdout).unwrap();
    let edges = edges.lines().next().unwrap();
    assert!(answer.contains(&format!("too large to print: {edges} edges as a tree")), "{answer}");
    assert!(answer.contains("--max-output") && answer.contains("misere store export"), "{answer}");
    // A limit on time is no reason to call the value large.
    let output = shell("misere value domineering 2x16 --modulo E --max-time 0.2");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
}

/// Where the system grants little memory, work is given up and nothing aborts.
#[test]
fn little_address_space_is_a_limit_and_no_abort() {
    let picture = std::env::temp_dir().join(format!("misere-little-{}.svg", std::process::id()));
    let drawing = format!("draw '*3000' --merge -o {}", picture.display());
    let mut given_up = 0;
    for question in [
        "outcome 10000000",
        "simplest 10000000 --modulo E",
        "show 1000000",
        "followers 3000000",
        "simplest '*20000' --modulo D",
        "value domineering 2x18 --modulo E --edges",
        "outcome @/dev/zero",
        &drawing,
    ] {
        for kibibytes in [4_000_000, 400_000, 180_000] {
            let output = shell(&format!("ulimit -v {kibibytes}; misere {question} --max-time 0.4"));
            assert_eq!(output.status.code(), Some(3), "{question} in {kibibytes} KiB: {output:?}");
            let message = String::from_utf8_lossy(&output.stderr);
            given_up += u32::from(message.contains("memory"));
        }
    }
    assert!(given_up > 3, "{given_up}");
    drop(std::fs::remove_file(picture));
}

/// A message on a disk that is full ended the program with a panic inside a panic.
#[test]
fn messages_that_nobody_takes_end_nothing() {
    for (question, code) in [("outcome '{0|'", 2), ("outcome 10000000 --max-memory 20M", 3), ("outcome 0", 0)]
    {
        for to in ["2>/dev/full", "2>&-"] {
            let output = shell(&format!("misere {question} {to}"));
            assert_eq!(output.status.code(), Some(code), "{question} {to}: {output:?}");
        }
    }
}
