//! An answer depends on the question alone: not on what was asked before, on the number of threads
//! or on a store. All lines of batches are compared byte by byte, proofs and certificates too.
//!
//! `cargo xtask history` runs this with `MISERE_HISTORY=50000` requests and with the released program
//! as `MISERE_ASKED`; otherwise two thousand requests are tried.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use misere::{ArgumentKind, QUESTIONS, QuestionKind};
use serde_json::{Map, Value, json};

/// The moduli of the questions: universes with dead, blocked and other ends, infinite families, sets of
/// ends, normal play and I.
const UNIVERSES: [&str; 36] = [
    "M",
    "D",
    "E",
    "B",
    "N",
    "I",
    // Dead ends.
    "D(-1)",
    "D({|-1,0})",
    "D({|0,-2})",
    "D({|-1,{|0,-1}})",
    "D(W2)",
    "D(K3)",
    "D([-n 0] for n even)",
    "D([-n -1 0] for n odd)",
    // Blocked ends.
    "D({|1})",
    "D({|1},{|-1,0})",
    "D({|0,1})",
    "D({|{|1},-1})",
    "D(A2)",
    "D(B2)",
    "D(S2)",
    // Other ends.
    "D({|*})",
    "D({|*},{|1})",
    "D({|1},{|*})",
    "D({|0,{|*}})",
    "D({|{1|0}})",
    "D({|{0|1}})",
    "D({|{|*},{|1}})",
    "D({|*2},-1)",
    "D({|0,*})",
    "D({|{*|*}})",
    "D({|{1|*}},-1)",
    // Sets that are not closed under sums.
    "ends({|*}|)",
    "ends(-2|1)",
    "ends({|1},-1|{*|})",
    "ends({|0,*},{|*2}|{1|},2)",
];

/// Games that requests are made of besides random ones.
const SMALL: [&str; 16] = [
    "0", "1", "-1", "*", "*2", "2", "-2", "{|*}", "{|1}", "{|0,-1}", "{|0,1}", "{|0,*}", "{*|}", "{0,1|}",
    "{0,#|*}", "{-1|1}",
];
const NAMED: [&str; 14] = [
    "W1",
    "W2",
    "W3",
    "~W2",
    "K3",
    "A2",
    "B2",
    "B3",
    "S2",
    "domineering(2x3)",
    "clobber(xo/ox)",
    "toads-and-frogs(TT.FF)",
    "kayles(4)",
    "nim(1,2)",
];

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn of<'a>(&mut self, some: &[&'a str]) -> &'a str {
        some[self.below(some.len())]
    }

    fn game(&mut self) -> String {
        match self.below(24) {
            0 => self.of(&NAMED).to_owned(),
            1 => format!("{} + {}", self.tree(2), self.tree(1)),
            2..5 => self.tree(1),
            5..15 => self.tree(2),
            _ => self.tree(3),
        }
    }

    /// A game of about this rank. Its options come in any order, and more than once.
    fn tree(&mut self, depth: usize) -> String {
        if self.below(if depth == 0 { 12 } else { 4 }) == 0 {
            return self.of(&SMALL).to_owned();
        }
        if depth == 0 {
            return "0".to_owned();
        }
        let mut side = || {
            let mut options: Vec<String> =
                (0..[0, 1, 1, 2, 2, 3][self.below(6)]).map(|_| self.tree(depth - 1)).collect();
            if self.below(20) == 0 {
                options.push("#".to_owned());
            }
            options.join(",")
        };
        format!("{{{}|{}}}", side(), side())
    }

    fn request(&mut self) -> String {
        // Most requests are modulo a universe, and more than a tenth has a proof.
        let is_wanted: fn(&QuestionKind) -> bool = match self.below(8) {
            0 | 1 => QuestionKind::is_provable,
            2..6 => |kind| kind.requires_modulus(),
            _ => |_| true,
        };
        let mut kind: &QuestionKind = QUESTIONS[self.below(QUESTIONS.len())];
        while !is_wanted(kind) {
            kind = QUESTIONS[self.below(QUESTIONS.len())];
        }
        let mut request = Map::from_iter([("op".to_owned(), json!(kind.name))]);
        for parameter in kind.parameters {
            let value = match parameter.kind {
                // A survey of all ends of birthday 2, which is what it takes without a number, takes
                // seconds; one of birthday 3 is refused.
                ArgumentKind::Number if parameter.name == "birthday" => json!([0, 1, 1, 3][self.below(4)]),
                _ if !parameter.is_required && self.below(2) == 0 => continue,
                ArgumentKind::Game => json!(self.game()),
                ArgumentKind::Games => (0..1 + self.below(4)).map(|_| self.game()).collect(),
                // All classes of day 2 take long to list.
                ArgumentKind::Number if parameter.name == "day" => {
                    json!([0, 1, 1, 1, 1, 1, 1, 2][self.below(8)])
                }
                ArgumentKind::Number => json!(1 + self.below(3)),
                ArgumentKind::Player => json!(self.of(&["Left", "Right"])),
                ArgumentKind::Universe => json!(self.of(&UNIVERSES)),
                ArgumentKind::Universes => json!([self.of(&UNIVERSES)]),
                ArgumentKind::Flag => json!(self.below(2) == 0),
                // Arguments of other kinds are those of the example.
                _ => match kind.example.arguments.iter().find(|(name, _)| *name == parameter.name) {
                    Some((_, text)) => json!(text),
                    None => continue,
                },
            };
            request.insert(parameter.name.to_owned(), value);
        }
        if kind.requires_modulus() {
            request.insert("modulo".to_owned(), json!(self.of(&UNIVERSES)));
        }
        if self.below(if kind.is_provable() { 2 } else { 10 }) == 0 {
            request.insert("why".to_owned(), json!(true));
        }
        Value::Object(request).to_string()
    }
}

/// The answers to some requests, by a process of its own.
fn ask(requests: &[&str], options: &[&str]) -> Vec<String> {
    let program = std::env::var_os("MISERE_ASKED").unwrap_or_else(|| env!("CARGO_BIN_EXE_misere").into());
    let mut command = Command::new(program);
    command.arg("batch").args(options).env_remove("MISERE_STORE");
    let mut asked = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, text) = (asked.stdin.take().unwrap(), requests.join("\n") + "\n");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).unwrap());
    let output = asked.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let answers: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), requests.len());
    answers
}

/// Requests and their answers in the order in which they were made.
struct Asked<'a> {
    requests: Vec<&'a str>,
    answers: Vec<String>,
}

impl Asked<'_> {
    /// Asks in another order, or with other options, and counts the answers that differ.
    fn differing(&self, name: &str, order: &[usize], options: &[&str]) -> usize {
        let since = Instant::now();
        let requests: Vec<&str> = order.iter().map(|&at| self.requests[at]).collect();
        let answers = ask(&requests, options);
        let mut differing = 0;
        for (&at, answer) in order.iter().zip(&answers) {
            differing += usize::from(*answer != self.answers[at]);
            if *answer != self.answers[at] && differing <= 5 {
                println!("{name}: {}\n  {}\n  {answer}", self.requests[at], self.answers[at]);
            }
        }
        println!("{name}: {} requests, {differing} differ, {:.1?}", order.len(), since.elapsed());
        differing
    }
}

#[test]
fn answers_and_proofs_depend_on_the_question_alone() {
    let number: usize = std::env::var("MISERE_HISTORY").map_or(2000, |number| number.parse().unwrap());
    let mut random = Random(29);
    let requests: Vec<String> = (0..number).map(|_| random.request()).collect();
    let requests: Vec<&str> = requests.iter().map(String::as_str).collect();
    let since = Instant::now();
    let answers = ask(&requests, &["--threads", "1"]);
    let asked = Asked { requests, answers };
    let has = |word: &str| asked.answers.iter().filter(|answer| answer.contains(word)).count();
    let (proofs, unknown) = (has("\"certificate\":"), has("\"known\":false"));
    let (answered, refused) = (has("\"ok\":true"), has("\"ok\":false"));
    println!(
        "{number} requests: {answered} answered, {proofs} of them with a proof and {unknown} with unknown, \
         {refused} refused, {:.1?}",
        since.elapsed()
    );
    assert!(proofs > number / 10 && refused < number / 5 && unknown > number / 1000);

    let in_order: Vec<usize> = (0..number).collect();
    let reversed: Vec<usize> = in_order.iter().rev().copied().collect();
    let mut shuffled = in_order.clone();
    (1..number).rev().for_each(|last| shuffled.swap(last, random.below(last + 1)));
    let half = number.div_ceil(2);
    let interleaved: Vec<usize> =
        (0..half).flat_map(|at| [at, half + at]).filter(|&at| at < number).collect();
    let store = std::env::temp_dir().join(format!("misere-history-{}.db", std::process::id()));
    let with_store = ["--store", store.to_str().unwrap()];
    let mut differing = 0;
    differing += asked.differing("reversed", &reversed, &["--threads", "1"]);
    differing += asked.differing("shuffled", &shuffled, &["--threads", "1"]);
    differing += asked.differing("interleaved", &interleaved, &["--threads", "1"]);
    differing += asked.differing("two threads", &in_order, &["--threads", "2"]);
    differing += asked.differing("two threads, reversed", &reversed, &["--threads", "2"]);
    differing += asked.differing("a new store", &in_order, &with_store);
    differing += asked.differing("the same store, shuffled", &shuffled, &with_store);
    remove(&store);

    // Proofs and answers that were not found, and whatever else comes up.
    let since = Instant::now();
    let alone: Vec<usize> = (0..number).step_by(10).collect();
    let is_same = |&&at: &&usize| ask(&asked.requests[at..=at], &[]) == asked.answers[at..=at];
    let wrong: Vec<&usize> = alone.iter().filter(|at| !is_same(at)).collect();
    for &&at in wrong.iter().take(5) {
        println!("alone: {}\n  {}", asked.requests[at], asked.answers[at]);
    }
    println!("alone: {} requests, {} differ, {:.1?}", alone.len(), wrong.len(), since.elapsed());
    assert_eq!(differing + wrong.len(), 0, "answers that depend on more than their questions");
}

/// Removes a store and what SQLite has put beside it.
fn remove(store: &Path) {
    for ending in ["", "-wal", "-shm"] {
        drop(std::fs::remove_file(format!("{}{ending}", store.display())));
    }
}

/// An end that equals only longer sums stays outside of D(A), whatever was asked before.
#[test]
fn members_are_the_same_before_and_after_longer_ends() {
    let modulo = |op: &str, g: &str, u: &str| json!({"op": op, "g": g, "modulo": u}).to_string();
    let lines = ["member", "expand", "member", "expand"].map(|op| modulo(op, "1", "D({|0,{|*}})"));
    let answers = ask(&lines.each_ref().map(String::as_str), &[]);
    assert!(answers[0].contains("\"member\":false"), "{}", answers[0]);
    assert_eq!(answers[..2], answers[2..]);
    // One follower has no expansion, of another it is not known: whichever comes first.
    let u = "D({|*},{|1})";
    let lines = ["{|{|0,{|0}},{|0,*,1}}", "{|0,1}"];
    let [expand, other] = [modulo("expand", lines[0], u), modulo("simplest", lines[1], u)];
    let alone = ask(&[&expand], &[]);
    assert!(alone[0].contains("\"form\":null"), "{}", alone[0]);
    assert_eq!(ask(&[&other, &expand], &[])[1..], alone);
}
