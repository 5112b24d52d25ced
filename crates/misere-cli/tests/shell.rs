//! Shell manners: exit codes, standard input, files, hostile input.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

mod program;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use program::{errors as stderr, misere, misere_with_input, stdout};

fn assert_bad_input(arguments: &[&str], input: &[u8], message: &str) {
    let output = misere_with_input(arguments, input);
    let errors = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(errors.contains(message), "{arguments:?}: {errors}");
    assert!(errors.len() < 600, "{arguments:?}: a short error, not {} bytes", errors.len());
    assert!(stdout(&output).is_empty());
}

#[test]
fn bad_input_is_one_short_error_with_its_place() {
    assert_bad_input(&["show", "{0,*|*"], b"", "at character 7");
    assert_bad_input(&["show", "garbage"], b"", "at character 1");
    assert_bad_input(&["show", ""], b"", "expected a game");
    assert_bad_input(&["show", "0}"], b"", "at character 2");
    assert_bad_input(&["show", "-{0|1}"], b"", "~");
    assert_bad_input(&["simplest", "0", "--modulo", "D("], b"", "at character 3");
    assert_bad_input(&["simplest", "0", "--modulo", "D(*)"], b"", "not an end");
    assert_bad_input(&["simplest", "0", "--modulo", "D({#|})"], b"", "not an end");
    assert_bad_input(&["simplest", "0", "--modulo", "D(-1 0)"], b"", "D([-1 0])");
    assert_bad_input(&["simplest", "0", "--modulo", "Q"], b"", "at character 1");
    assert_bad_input(&["show", "-"], b"{0|\xff}", "not UTF-8 at byte 4");
    assert_bad_input(&["show", "@/no/such/file"], b"", "/no/such/file");
    assert_bad_input(&["compare", "-", "-", "--modulo", "E"], b"0", "only once");
    assert_bad_input(&["canonical", "{1|*}", "--modulo", "D"], b"", "follower 1");
    assert_bad_input(&["canonical", "*", "--modulo", "B"], b"", "no canonical form for B");
    assert_bad_input(&["strong", "*", "--modulo", "N"], b"", "parental universe");
    assert_bad_input(&["compare", "1", "*", "--modulo", "I"], b"", "impartial");
    assert_bad_input(&["simplest", "0", "--max-memory", "lots"], b"", "bytes");
    assert_bad_input(&["frobnicate"], b"", "frobnicate");
}

#[test]
fn ten_megabytes_of_braces_are_refused_quickly() {
    let braces = vec![b'{'; 10_000_000];
    let start = Instant::now();
    assert_bad_input(&["show", "-"], &braces, "nested deeper");
    assert!(start.elapsed() < Duration::from_secs(120), "even unoptimised and on a busy machine");
}

#[test]
fn a_hundred_thousand_deep_is_answered() {
    let output = misere(&["show", "100000"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("conjugate       -100000"));
    let nests = [
        "{".repeat(100_000) + "0" + &"|}".repeat(100_000),
        "{|".repeat(100_000) + "-1" + &"}".repeat(100_000),
    ];
    for nest in nests {
        let output = misere_with_input(&["show", "-", "--json"], nest.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stdout(&output).starts_with(r#"{"ok":true,"rank":10000"#));
    }
}

#[test]
fn games_come_from_arguments_standard_input_and_files() {
    for negative in ["-1", "-1+*", "-2"] {
        let output = misere(&["compare", negative, negative, "--modulo", "E"]);
        assert_eq!(stdout(&output), "=\n");
    }
    let output = misere_with_input(&["simplest", "-", "--modulo", "D"], "{0,*\n|*}\n".as_bytes());
    assert_eq!(stdout(&output), "{0,■|*}\n");
    let file = std::env::temp_dir().join(format!("misere-shell-test-{}", std::process::id()));
    std::fs::write(&file, "{-1|*}").unwrap();
    let output = misere(&["simplest", &format!("@{}", file.display()), "--modulo", "E", "--ascii"]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(stdout(&output), "{|*}\n");
    let output = misere(&["simplest", "{0,*|*}", "--modulo", "D", "--latex"]);
    assert_eq!(stdout(&output), "\\{0,\\blacksquare \\mid *\\}\n");
}

#[test]
fn a_limit_is_exit_code_three() {
    // A size is refused at once, so that nothing was spent.
    for (arguments, said) in [
        (&["outcome", "40.{*3|-3}", "--max-memory", "4M"][..], "spent"),
        (&["outcome", "*999999"], "*n supports n ≤ 20000, not 999999"),
        (&["outcome", "A6"], "not 6"),
        (&["outcome", "99999999999"], "not 99999999999"),
        (&["simplest", "60.{*2,1|-1}", "--modulo", "M", "--max-time", "0.05"], "spent"),
    ] {
        let output = misere(arguments);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
}

#[test]
fn a_reader_that_leaves_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_misere"))
        .args(["simplest", "adj(30000)"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(output.stderr.is_empty(), "{}", stderr(&output));
}

#[test]
fn json_goes_with_every_command() {
    for arguments in [
        &["show", "*"][..],
        &["outcome", "*"],
        &["simplest", "*"],
        &["canonical", "*", "--modulo", "I"],
        &["expand", "*", "--modulo", "E"],
        &["compare", "*", "0"],
        &["downlinked", "*", "0", "--modulo", "M"],
        &["invertible", "*"],
        &["strong", "*", "--modulo", "B"],
        &["universe", "D", "D(-1)"],
    ] {
        let output = misere(&[arguments, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        for line in stdout(&output).lines() {
            assert!(line.starts_with(r#"{"ok":true"#) && line.ends_with('}'), "{arguments:?}: {line}");
        }
    }
}

/// A file in the temporary directory that goes with the test.
struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("misere-shell-test-{}-{name}", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

const TWO_BY_FIVE_DOMINEERING: &str = "{{3,{2,+-1|0}||0|1},+-{2,+-1|0}|||{0|1},{0|*,{|-1,0},+-1}\
    ||+-(*,1),{*|*},{{|-1,0}|0,-1,#}}";

#[test]
fn certificates_are_written_and_checked() {
    let file = Scratch::new("certificate");
    for arguments in [
        &["compare", "{0,*|*}", "0", "--modulo", "D"][..],
        &["compare", "*", "0", "--modulo", "E"],
        &["compare", "{-1|1}", "0", "--modulo", "B"],
        &["compare", "1", "*2", "--modulo", "N"],
        &["compare", "*2+*2", "0", "--modulo", "I"],
        &["simplest", TWO_BY_FIVE_DOMINEERING, "--modulo", "D({|-1,0})"],
        &["simplest", "{0,{0,-1|W5}||-2,0}", "--modulo", "E"],
        &["invertible", "{-1,*|1}", "--modulo", "E"],
        &["invertible", "{0|0,-1}", "--modulo", "D(-1)"],
        &["strong", "{0,*|*}", "--modulo", "B"],
        &["outcome", "*3+*2"],
    ] {
        let output = misere(&[arguments, &["--certificate", file.path()]].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        let output = misere(&["check", file.path()]);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stdout(&output));
        assert!(stdout(&output).contains(": checked; relies on "), "{}", stdout(&output));
        assert_eq!(stdout(&output).lines().count(), 1);

        // A certificate about another universe, or with a step taken away, is not a proof.
        let json = std::fs::read_to_string(file.path()).unwrap();
        let (from, _) = json.split_once(r#""steps":["#).unwrap();
        let (_, to) = json.split_once(r#"],"claims""#).unwrap();
        std::fs::write(file.path(), format!(r#"{from}"steps":[],"claims"{to}"#)).unwrap();
        let output = misere(&["check", file.path()]);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", stdout(&output));
        assert!(stdout(&output).contains(": rejected: "), "{}", stdout(&output));
    }
    let output = misere(&["check", "/no/such/file", file.path()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output).lines().count(), 2, "the other file is checked all the same");
    assert_bad_input(&["compare", "0", "1", "--certificate", file.path()], b"", "exactly one --modulo");
}

#[test]
fn a_large_hostile_file_is_rejected_in_bounded_time() {
    for hostile in [vec![b'['; 50 << 20], br#"{"l":[0]},"#.repeat(5 << 20), vec![0xff; 1 << 20]] {
        let start = Instant::now();
        let output = misere_with_input(&["check", "-"], &hostile);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stdout(&output).starts_with("-: rejected: "));
        assert!(stdout(&output).len() < 600);
        assert!(start.elapsed() < Duration::from_secs(120), "even unoptimised and on a busy machine");
    }
}

#[test]
fn a_table_pastes_into_latex() {
    let output = misere(&["table", "domineering", "1..2x1..3", "--latex"]);
    let expected = r"\begin{tabular}{rlll}
 & 1 & 2 & 3 \\ \hline
1 & $0$ & $\overline{1}$ & $\overline{1}$ \\
2 & $1$ & $\pm1$ & $\{2,\pm1 \parallel \overline{1} \mid 0,\blacksquare\}$ \\
\end{tabular}
";
    assert_eq!(stdout(&output), expected);
}

#[test]
fn a_wide_table_is_broken_for_the_page() {
    let output = misere(&["table", "domineering", "1..2x1..5", "--latex"]);
    let said = stdout(&output);
    assert_eq!(said.matches("\\begin{tabular}").count(), 2, "{said}");
    assert_eq!(said.matches("\n1 & ").count(), 2, "each part has the heads of the rows: {said}");
    assert!(said.contains("\\begin{tabular}{rp{0.8\\textwidth}}"), "{said}");
    assert!(said.contains(",\\allowbreak "), "{said}");
}

#[test]
fn show_is_latex_with_latex() {
    let output = misere(&["show", "{0,*|*}", "--latex"]);
    let said = stdout(&output);
    for line in [
        r"outcome & $\mathcal{N}$: the next player wins \\",
        r"adjoint & $\{*\{*\} \mid *,*\{*\}\}$ \\",
        r"modulo & strong & invertible & simplest form \\ \hline",
        r"$\mathcal{D}(\overline{1})$ & Left & no & $\{0,\blacksquare \mid *\}$ \\",
        r"$\mathcal{N}$ & - & yes & $\{0 \mid *\}$ \\",
    ] {
        assert!(said.lines().any(|said| said == line), "{line} in {said}");
    }
    let of_one = stdout(&misere(&["show", "1", "--latex"]));
    assert!(of_one.contains(r"$\mathcal{D}$ & Right & no & $1$ \\"), "{of_one}");
    assert_eq!(stdout(&misere(&["outcome", "0", "--latex"])), "\\mathcal{N}\n");
    assert_eq!(stdout(&misere(&["value", "nim", "1,2", "--outcome", "--latex"])), "\\mathcal{N}\n");
}

#[test]
fn a_document_is_printed_where_it_is_asked_for() {
    for command in [["show", "0", ""], ["value", "nim", "2,3"], ["table", "nim", "1..2"]] {
        let command: Vec<&str> = command.into_iter().filter(|word| !word.is_empty()).collect();
        let document = stdout(&misere(&[&command[..], &["--latex", "--standalone"]].concat()));
        assert!(document.starts_with("\\documentclass{article}\n"), "{document}");
        assert!(document.ends_with("\\end{document}\n"), "{document}");
        let fragment = stdout(&misere(&[&command[..], &["--latex"]].concat()));
        assert!(!fragment.contains("document"), "{fragment}");
        let refused = misere(&[&command[..], &["--standalone"]].concat());
        assert_eq!(refused.status.code(), Some(2));
    }
}

#[test]
fn kayles_10_modulo_i_is_short_and_reads_back() {
    let outcome = stdout(&misere(&["value", "kayles", "10", "--modulo", "I", "--outcome"]));
    let outcome = outcome.lines().next().unwrap_or_default();
    for style in ["--latex", "--tombstone=block"] {
        let value = stdout(&misere(&["value", "kayles", "10", "--modulo", "I", style]));
        assert!(value.len() < 1_000, "{value}");
        // The position before the value, and the reason after it, are no part of the game.
        let is_part = |line: &&str| line.contains('F') && !line.starts_with('%');
        let game: Vec<&str> = value.lines().filter(is_part).collect();
        let read = misere_with_input(&["outcome", "-"], game.join("\n").as_bytes());
        assert_eq!(stdout(&read).trim(), outcome, "{value}");
        if style == "--latex" {
            let read = misere_with_input(&["outcome", "-"], value.as_bytes());
            assert_eq!(stdout(&read).trim(), outcome, "what is not a formula is a comment: {value}");
        }
    }
    let json = stdout(&misere(&["value", "kayles", "10", "--modulo", "I", "--json"]));
    assert!(!json.contains("F1") && !json.contains("*{"), "JSON is for programs: {json}");
}

/// Left moves first on xo+xo, where having no move wins: she should move to one of
/// the two equal positions, after which Right must make the last move.
#[test]
fn a_game_is_played_to_its_end() {
    let output = misere_with_input(&["play", "clobber", "xo.xo", "--you", "right"], b"hint\n7\nmoves\n1\n");
    let said = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("You are Right."), "{said}");
    assert!(said.contains("Left moves to "), "{said}");
    assert!(said.contains("1 to 1; type the number of a move"), "{said}");
    assert!(said.contains("Left cannot move: I win."), "{said}");

    let output = misere_with_input(&["play", "clobber", "xo", "--normal"], b"hint\n1\n");
    let said = stdout(&output);
    assert!(said.contains("1 wins: Right cannot move"), "{said}");
    assert!(said.contains("Right cannot move: you win."), "{said}");

    // A move is taken back, and the end of the input is the end of the game.
    let output = misere_with_input(&["play", "clobber", "xoxo"], b"back\n1\nback\n2\n");
    let said = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("there is no move of yours to take back"), "{said}");
    assert_bad_input(&["play", "clobber", "-"], b"", "for your moves");
}

fn rules_file(name: &str, text: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("misere-{}-{name}.rules", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn rules_files_are_read_and_their_claims_looked_at() {
    let snort = "board .\nleft . -> x unless next to o\nright as left, exchanging x and o\n";
    let path = rules_file("snort", snort);
    let path = path.to_str().unwrap();
    for (modulus, how) in [("E", "components added"), ("D", "whole board")] {
        let ours = stdout(&misere(&["value", path, "2x3", "--modulo", modulus, "--json"]));
        let builtin = stdout(&misere(&["value", "snort", "2x3", "--modulo", modulus, "--json"]));
        let form =
            |text: &str| text[text.find("\"form\"").unwrap()..text.find("\"how\"").unwrap()].to_owned();
        assert_eq!(form(&ours), form(&builtin));
        assert!(ours.contains(how), "{ours}");
    }
    assert_bad_input(&["value", path, "x.q"], b"", "at character 3");

    let liar = rules_file("liar", &format!("{snort}universe D because I say so\n"));
    for modulus in ["D", "E", "M"] {
        let output = misere(&["value", liar.to_str().unwrap(), "1x3", "--modulo", modulus, "--edges"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("claims to lie in D"), "{}", stderr(&output));
    }

    let endless = rules_file("endless", "left a. -> .a turned\n");
    assert_bad_input(&["value", endless.to_str().unwrap(), "a."], b"", "need not end");
    let typo = rules_file("typo", "left xo -> .x\nrihgt ox -> .o\n");
    assert_bad_input(&["rulesets", typo.to_str().unwrap()], b"", "at line 2, character 1");
}

#[test]
fn limits_say_how_far_the_work_got() {
    let output = misere(&["value", "domineering", "2x17", "--modulo", "E", "--edges", "--max-time", "2"]);
    assert_eq!(output.status.code(), Some(3));
    let errors = stderr(&output);
    assert!(errors.contains("the time limit of 2.0 s was reached"), "{errors}");
    assert!(errors.contains("so far: ") && errors.contains(" values, "), "{errors}");
    let output = misere(&["value", "domineering", "2x15", "--modulo", "E", "--edges", "--max-memory", "8M"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("the memory limit of 8 MiB was reached"), "{}", stderr(&output));
}

#[test]
fn the_number_of_threads_changes_no_answer() {
    let with = |threads: &str| {
        stdout(&misere(&["value", "domineering", "2x11", "--modulo", "E", "--edges", "--threads", threads]))
    };
    assert_eq!(with("1"), with("2"));
    assert_eq!(with("1"), with("4"));
    assert!(with("1").starts_with("52220706\n"), "{}", with("1"));
    assert_bad_input(&["value", "nim", "3", "--threads", "0"], b"", "from 1 to 256");
}

#[test]
fn programs_come_from_arguments_files_and_standard_input() {
    let program = b"G := {0,*|*}\nsimplest(G, D)\n";
    for arguments in [["eval", "-"], ["run", "-"]] {
        let output = misere_with_input(&arguments, program);
        assert_eq!(stdout(&output), "G := {0,*|*}\n{0,■|*}\n", "{arguments:?}");
    }
    assert_eq!(stdout(&misere(&["eval", "-1 == {|0}"])), "true\n");
    let latex = "\\{0,\\blacksquare \\mid \\overline{1}\\}\n\\mathcal{D}(\\overline{1})\n";
    assert_eq!(stdout(&misere(&["eval", "{0,#|-1}; D(-1)", "--latex"])), latex);
    assert_bad_input(&["run", "/no/such/file"], b"", "/no/such/file");
    assert_bad_input(
        &["run", "-"],
        b"-- nothing yet\n\n  {0|* mod E",
        "standard input:3:13: expected `}`, found the end of the text",
    );
    assert_bad_input(&["eval", ""], b"", "there is nothing to evaluate");
    let output = misere(&["eval", "0", "--why"]);
    assert_eq!((stdout(&output).as_str(), output.status.code()), ("0\n", Some(2)));
    assert!(stderr(&output).contains("the answer has no proof"));
    assert_bad_input(&["eval", "simplest(*, Left)"], b"", "expected a universe, found a player");
}

#[test]
fn a_program_that_runs_out_keeps_the_answers_it_had() {
    let endless = "rank(*2); length([0 for a in days(2) for b in days(2) for c in days(2) for d in days(2)])";
    let output = misere(&["eval", endless, "--max-time", "0.2"]);
    assert_eq!((stdout(&output).as_str(), output.status.code()), ("2\n", Some(3)), "{}", stderr(&output));
    let output = misere(&["eval", endless, "--max-memory", "8M"]);
    assert_eq!((stdout(&output).as_str(), output.status.code()), ("2\n", Some(3)), "{}", stderr(&output));
}

#[test]
fn pictures_are_written_to_files_by_the_ends_of_their_names() {
    let folder = std::env::temp_dir().join(format!("misere-pictures-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let written = |arguments: &[&str], name: &str| {
        let file = folder.join(name);
        let output = misere(&[arguments, &["-o", file.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        assert!(stdout(&output).is_empty());
        std::fs::read(file).unwrap()
    };
    let tree = ["draw", "{0,*|*}", "--modulo", "D"];
    let board = ["draw", "clobber", "xo/ox"];
    let (heaps, stalks) = (["draw", "nim", "3,2"], ["draw", "hackenbush", "bbr/rg"]);
    let hasse = ["hasse", "0,1,-1,*", "--modulo", "E"];
    for arguments in [&tree[..], &board, &heaps, &stalks, &hasse] {
        assert!(written(arguments, "a.svg").starts_with(b"<svg"));
        assert!(written(arguments, "a.PNG").starts_with(b"\x89PNG"));
        assert!(written(arguments, "a.pdf").starts_with(b"%PDF"));
        assert!(written(arguments, "a.tex").starts_with(b"\\begin{tikzpicture}"));
    }
    let whole = written(&[&tree[..], &["--standalone"]].concat(), "b.tex");
    assert!(whole.starts_with(b"\\documentclass"));
    let merged = written(&["draw", "*3", "--merge"], "c.svg");
    let tree = written(&["draw", "*3"], "d.svg");
    let nodes = |svg: &[u8]| String::from_utf8(svg.to_vec()).unwrap().matches("<circle").count();
    assert_eq!((nodes(&merged), nodes(&tree)), (4, 27));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_tree_wider_than_a_page_suggests_a_narrower_one() {
    let folder = std::env::temp_dir().join(format!("misere-wide-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("a.svg");
    let said = |arguments: &[&str]| {
        let output = misere(&[&["draw"], arguments, &["-o", file.to_str().unwrap()]].concat());
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), ""));
        stderr(&output)
    };
    let note = said(&["*5"]);
    assert!(note.starts_with("note: the tree is") && note.contains("--merge") && note.contains("--depth"));
    assert_eq!(said(&["*5", "--merge"]), "");
    assert_eq!(said(&["*5", "--depth", "1"]), "");
    assert_eq!(said(&["*2"]), "");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn figures_are_fragments_unless_documents_are_asked_for() {
    let folder = std::env::temp_dir().join(format!("misere-figures-{}", std::process::id()));
    let figure = |more: &[&str]| {
        let arguments = ["papers", "--only", "blocking", "--figures", folder.to_str().unwrap()];
        let output = misere(&[&arguments[..], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        std::fs::read_to_string(folder.join("blocking-figure-2-1.tex")).unwrap()
    };
    assert!(figure(&[]).starts_with("\\begin{tikzpicture}"));
    assert!(figure(&["--standalone"]).starts_with("\\documentclass"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn pictures_that_cannot_be_drawn_say_why() {
    assert_bad_input(
        &["draw", "0", "-o", "picture"],
        b"",
        "expected a name that ends in .svg, .pdf, .png or .tex",
    );
    assert_bad_input(&["draw", "0", "-o", "a.svg", "--standalone"], b"", ".tex");
    assert_bad_input(&["draw", "0", "--merge"], b"", "-o");
    assert_bad_input(&["draw", "clobber", "xo", "--labels"], b"", "--tree");
    assert_bad_input(&["draw", "maze", "o.", "-o", "a.svg"], b"", "not boards");
    assert_bad_input(&["draw", "0", "-o", "a.svg", "--dpi", "300"], b"", ".png");
    assert_bad_input(&["draw", "clobber", "xo", "--depth", "2"], b"", "--tree");
    assert_bad_input(&["draw", "0", "-o", "/no/such/folder/a.svg"], b"", "cannot write");
    assert_bad_input(&["hasse", "0,{|", "--modulo", "E"], b"", "games: at character 5");
    assert_bad_input(&["hasse", "0,,1", "--modulo", "E"], b"", "games: at character 3");
    assert_bad_input(&["hasse", "1,*", "--modulo", "I"], b"", "impartial");
}

#[test]
fn without_a_command_and_without_a_terminal_there_is_help() {
    for arguments in [&[][..], &["--max-time", "1"]] {
        let output = misere(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains("Usage: misere"), "{}", stderr(&output));
        assert!(stdout(&output).is_empty());
    }
}

#[test]
fn what_the_worksheet_saves_is_run() {
    let file = std::env::temp_dir().join(format!("misere-worksheet-test-{}.mis", std::process::id()));
    // As `save` writes it: statements, comments, several lines to an input.
    std::fs::write(&file, "G := {0,\n  *|*} -- Left's\nmodulo D\nG > ~G\n").unwrap();
    let output = misere(&["run", file.to_str().unwrap()]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(stdout(&output), "G := {0,*|*}\nmodulo D\ntrue\n");
}

#[test]
fn rules_files_are_known_to_commands_and_batches() {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/rules.in/my.rules");
    let request = br#"{"op":"outcome","g":"my(1x3) + *"}
{"op":"simplest","g":"my(1x3)","modulo":"E"}
"#;
    let output = misere_with_input(&["batch", "--rules", rules], request);
    let answers = stdout(&output);
    assert_eq!(answers.matches(r#""ok":true"#).count(), 2, "{answers}");
    assert!(answers.contains(r#""form":"+-{0|-1}""#), "{answers}");
    assert_eq!(stdout(&misere(&["outcome", "my(x.o)", "--rules", rules])), "N\n");
    assert_bad_input(&["outcome", "my(x.o)"], b"", "unknown name `my`");
    assert_bad_input(&["outcome", "0", "--rules", "no.rules"], b"", "cannot read no.rules");
}
