//! Shell manners that hold for all commands: help, JSON, standard input, colours, manual
//! pages and completions.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use misere::ArgumentKind;

/// Arguments that a command answers, and what it reads from standard input.
type Asked = (Vec<String>, String);

/// The examples of the table as their commands are typed: games stand alone, anything else has a
/// flag. Each game in turn may come from standard input.
fn examples() -> Vec<Asked> {
    let commands = commands(&[]);
    let own: Vec<&str> = OWN_ARGUMENTS.iter().map(|(arguments, _)| arguments[0]).collect();
    let mut examples = Vec::new();
    for kind in misere::QUESTIONS.iter().copied() {
        let name = kind.name.replace('_', "-");
        if !commands.contains(&name) || own.contains(&name.as_str()) {
            continue;
        }
        let mut words = vec![name];
        let mut games = Vec::new();
        for (argument, text) in kind.example.arguments {
            let parameter = kind.parameters.iter().find(|parameter| parameter.name == *argument).unwrap();
            match parameter.kind {
                kind if kind.is_about_games() => games.push(words.len()),
                ArgumentKind::Ruleset => {}
                ArgumentKind::Flag => {
                    words.push(format!("--{argument}"));
                    continue;
                }
                _ => words.push(format!("--{argument}")),
            }
            words.push((*text).to_owned());
        }
        words.extend(
            kind.example.modulo.iter().flat_map(|modulo| ["--modulo".to_owned(), (*modulo).to_owned()]),
        );
        for &place in &games {
            let mut piped = words.clone();
            let game = std::mem::replace(&mut piped[place], "-".to_owned());
            examples.push((piped, game));
        }
        if games.is_empty() {
            examples.push((words, String::new()));
        }
    }
    examples
}

/// The examples of the table, and the other commands.
fn answered() -> Vec<Asked> {
    let others = OWN_ARGUMENTS.iter().chain(OPTIONS).map(|(arguments, input)| {
        (arguments.iter().map(|word| (*word).to_owned()).collect(), (*input).to_owned())
    });
    examples().into_iter().chain(others).collect()
}

/// Options that no example has.
const OPTIONS: &[(&[&str], &str)] = &[
    (&["simplest", "-", "--modulo", "D", "--steps"], "{0,*|*}"),
    (&["separator", "-", "0", "--modulo", "E", "--starter", "Right"], "*"),
];

/// Commands with arguments of their own.
const OWN_ARGUMENTS: &[(&[&str], &str)] = &[
    (&["show", "-"], "{0,*|*}"),
    (&["universe", "D", "D(-1)"], ""),
    (&["value", "clobber", "-", "--modulo", "D"], "xo/ox"),
    (&["nim", "-"], "3 5 w+1"),
    (&["eval", "-"], "G := {0,*|*}; outcome(G)"),
    (&["run", "-"], "G := {0,*|*}\noutcome(G)\n"),
    (&["rulesets"], ""),
    (&["rulesets", "domineering"], ""),
    (&["table", "domineering", "-", "--modulo", "E"], "1..2x1..3\n"),
    (&["census", "--day", "1", "--modulo", "E"], ""),
    (&["count", "--day", "3", "--modulo", "D"], ""),
    (&["dead-ends", "--day", "2", "--list"], ""),
    (&["dead-ends", "show", "-"], "[-1 0]"),
    (&["papers", "--only", "dicots", "--item", "Figure 4"], ""),
    (&["draw", "-"], "{0,*|*}"),
    (&["draw", "clobber", "-"], "xo/ox"),
    (&["hasse", "-", "--modulo", "D"], "0,*,{*|*}"),
    (&["check", "-"], CERTIFICATE),
    (&["batch"], r#"{"op":"show","g":"*"}"#),
];

/// These talk to somebody (`serve.rs`), write what is not an answer, or are about files: `stored.rs` and
/// `shards.rs` run `store` and `merge`.
const NOT_ANSWERING: [&str; 10] =
    ["play", "repl", "man", "completions", "schema", "help", "merge", "store", "serve", "explore"];

/// A certificate that * ≥ 0 fails modulo D.
const CERTIFICATE: &str = r#"{"format":"misere-certificate","version":1,"universe":{"name":"D"},
"nodes":[{},{"l":[0],"r":[0]}],"steps":[{"claim":{"member":0},"by":"definition"},
{"claim":{"not_ge":[1,0]},"by":{"separator":{"x":0,"member":0,"starter":"Left"}}}],
"claims":[{"not_ge":[1,0]}]}"#;

fn misere(arguments: &[&str], input: &str, environment: &[(&str, &str)]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_misere"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .envs(environment.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input is no reason to fail.
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn answer(arguments: &[&str]) -> String {
    let output = misere(arguments, "", &[]);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    stdout(&output)
}

/// The commands below a command, as its help lists them.
fn commands(path: &[&str]) -> Vec<String> {
    let help = answer(&[path, &["--help"]].concat());
    let listed = help.split("\nCommands:\n").nth(1).unwrap_or("");
    let names = listed.lines().take_while(|line| !line.is_empty());
    // Deeper lines go on with a description.
    let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

#[test]
fn every_command_has_help_with_an_example() {
    let names = commands(&[]);
    assert!(names.len() > 20, "{names:?}");
    for name in names.iter().filter(|name| *name != "help") {
        let below = commands(&[name]);
        let paths = std::iter::once(vec![name.as_str()]);
        let deeper = below.iter().filter(|below| *below != "help").map(|below| vec![name.as_str(), below]);
        for path in paths.chain(deeper) {
            for flag in ["--help", "-h"] {
                let help = answer(&[&path[..], &[flag]].concat());
                assert!(help.contains("Example"), "{path:?} {flag}");
                assert!(help.contains(&format!("misere {}", path.join(" "))), "{path:?} {flag}");
            }
        }
    }
}

#[test]
fn every_command_that_answers_does_so_in_json() {
    let answered = answered();
    for name in commands(&[]) {
        let is_asked = answered.iter().any(|(arguments, _)| arguments[0] == name);
        assert!(is_asked || NOT_ANSWERING.contains(&&*name), "`{name}` is asked nothing");
    }
    for (arguments, input) in &answered {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = misere(&[&arguments[..], &["--json"]].concat(), input, &[]);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stdout(&output));
        assert!(output.stderr.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty(), "{arguments:?}");
        for line in stdout(&output).lines() {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(object["ok"], true, "{arguments:?}: {line}");
        }
    }
}

#[test]
fn a_game_may_come_from_standard_input() {
    for (arguments, input) in &answered() {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        if !arguments.contains(&"-") {
            continue;
        }
        let piped = misere(&arguments, input, &[]);
        assert_eq!(piped.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&piped.stderr));
        // The input as an argument. A program and a certificate are files otherwise.
        if !["run", "check"].contains(&arguments[0]) {
            let written: Vec<&str> =
                arguments.iter().map(|&a| if a == "-" { input.trim() } else { a }).collect();
            assert_eq!(stdout(&piped), answer(&written), "{arguments:?}");
        }
        let silent = misere(&arguments, "}", &[]);
        assert!([1, 2].contains(&silent.status.code().unwrap()), "{arguments:?} reads standard input");
    }
}

#[test]
fn an_error_in_json_is_the_last_object_and_has_the_exit_code() {
    for (arguments, code, error) in [
        (&["show", "{0,*|*"][..], 2, "expected `}`, `,`, `+` or a bar, found the end of the text"),
        (&["simplest", "0", "--modulo", "Q"], 2, "unknown name `Q`"),
        (&["canonical", "*", "--modulo", "B"], 2, "no canonical form for B"),
        (&["days", "--day", "3"], 3, "days(n) supports n ≤ 2, not 3"),
        (&["outcome", "A6"], 3, "A(n) supports n ≤ 5, not 6"),
        (&["census", "--day", "3", "--modulo", "E"], 3, "E has more than 2^463 games"),
        (&["value", "clober", "xo"], 2, "clober"),
        (&["check", "/no/such/file"], 2, "cannot read /no/such/file"),
        (&["canonical", "*"], 2, "the following required arguments were not provided: --modulo <U>"),
        (&["frobnicate"], 2, "unrecognized subcommand 'frobnicate'"),
        (&[], 2, "a command is needed"),
        (&["man", "frobnicate"], 2, "there is no command `frobnicate`"),
    ] {
        let output = misere(&[arguments, &["--json"]].concat(), "", &[]);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        let printed = stdout(&output);
        let last: serde_json::Value = serde_json::from_str(printed.lines().last().unwrap()).unwrap();
        assert_eq!(last["ok"], false, "{printed}");
        assert!(last["message"].as_str().unwrap().contains(error), "{printed}");
        assert_eq!(["limit", "too-large"].contains(&last["code"].as_str().unwrap()), code == 3, "{printed}");
        // Without, people are told, and programs see the same code.
        let plain = misere(arguments, "", &[]);
        assert_eq!(plain.status.code(), Some(code), "{arguments:?}");
        assert!(!plain.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn what_was_answered_before_an_error_is_kept_in_json() {
    let output = misere(&["eval", "outcome(*); outcome(x)", "--json"], "", &[]);
    let lines: Vec<serde_json::Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["value"], &lines[1]["ok"]), (&"P".into(), &false.into()));
    assert!(lines[1]["help"].is_string(), "{}", lines[1]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn colours_are_for_terminals_and_no_color_is_honoured() {
    let help = |environment: &[(&str, &str)]| stdout(&misere(&["--help"], "", environment));
    assert!(!help(&[]).contains('\x1b'), "a pipe is not a terminal");
    assert!(help(&[("CLICOLOR_FORCE", "1")]).contains('\x1b'));
    assert!(!help(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).contains('\x1b'));
    for (arguments, input) in &answered() {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = misere(&arguments, input, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]);
        assert!(!stdout(&output).contains('\x1b'), "{arguments:?}");
    }
}

#[test]
fn tombstones_are_blocks_or_sigmas() {
    let simplest = |more: &[&str]| answer(&[&["simplest", "{0,*|*}", "-m", "D"], more].concat());
    assert_eq!(simplest(&["--tombstone", "sigma"]), "{0,Σᴸ|*}\n");
    assert_eq!(simplest(&["--tombstone", "sigma", "--latex"]), "\\{0,\\Sigma^L \\mid *\\}\n");
    assert_eq!(simplest(&["--tombstone", "sigma", "--ascii"]), "{0,#|*}\n");
    assert_eq!(simplest(&["--tombstone", "block"]), simplest(&[]));
    let why = simplest(&["--tombstone", "sigma", "--why"]);
    assert!(why.contains("{0,Σᴸ|*} is end-like for Left") && !why.contains('■'), "{why}");
    let read = answer(&["eval", "{0,Σᴸ|*,Σᴿ} == {0,#|*,#}"]);
    assert_eq!(read, "true\n");
    let wrong = misere(&["show", "{0,Σᴿ|*}"], "", &[]);
    assert_eq!(wrong.status.code(), Some(2), "Right's tombstone among Left's options");
}

#[test]
fn lists_in_latex_are_tables() {
    for (arguments, columns) in [
        (&["table", "domineering", "1..2x1..3", "--modulo", "D({|-1,0})"][..], 4),
        (&["table", "clobber", "1x1..4", "--modulo", "D"], 2),
        (&["census", "--day", "2", "--modulo", "D", "--list"], 9),
        (&["dead-ends", "--day", "3", "--list"], 6),
    ] {
        let table = answer(&[arguments, &["--latex"]].concat());
        let lines: Vec<&str> = table.lines().collect();
        assert!(lines[0].starts_with("\\begin{tabular}{"), "{table}");
        assert_eq!(lines.last(), Some(&"\\end{tabular}"));
        for line in &lines[1..lines.len() - 1] {
            assert_eq!(line.split(" & ").count(), columns, "{line}");
            assert!(line.ends_with(" \\\\") || line.ends_with(" \\\\ \\hline"), "{line}");
            assert_eq!(line.matches('$').count() % 2, 0, "{line}");
            assert!(line.is_ascii(), "{line}");
        }
    }
}

#[test]
fn manual_pages_and_completions_know_every_command() {
    let names = commands(&[]);
    let page = answer(&["man"]);
    assert!(page.contains(".TH misere 1"), "{page}");
    for shell in ["bash", "zsh", "fish"] {
        let script = answer(&["completions", shell]);
        for name in names.iter().map(String::as_str).chain(["tombstone", "modulo"]) {
            assert!(script.contains(name), "{shell} knows {name}");
        }
    }
    let directory = std::env::temp_dir().join(format!("misere-man-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    answer(&["man", "--directory", directory.to_str().unwrap()]);
    for name in names.iter().filter(|name| *name != "help") {
        // In roff a hyphen has a backslash.
        assert!(page.replace('\\', "").contains(&format!("misere-{name}")), "{name}");
        let own = std::fs::read_to_string(directory.join(format!("misere-{name}.1"))).unwrap();
        assert!(own.contains("Example") && own.contains("json"), "{name}");
        assert_eq!(own, answer(&["man", name]));
    }
    assert!(directory.join("misere-dead-ends-show.1").exists());
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn the_version_is_that_of_the_crate() {
    assert_eq!(answer(&["--version"]), format!("misere {}\n", env!("CARGO_PKG_VERSION")));
}
