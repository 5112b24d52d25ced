//! A list of requests for `misere batch`: all questions about one or two games, random forms
//! of rank at most 3, and no line twice.

use std::collections::HashSet;

use fastrand::Rng;

/// The universes that are asked about.
const MODULI: [&str; 5] = ["M", "D", "E", "B", "D(-1)"];

/// Questions about one game that need no universe.
const ABOUT_FORMS: [&str; 13] = [
    "show",
    "outcome",
    "normal_outcome",
    "normal",
    "adjoint",
    "conjugate",
    "followers",
    "rank",
    "edges",
    "dicot",
    "dead_ending",
    "blocking",
    "impartial",
];
/// Questions about one game modulo a universe.
const ABOUT_ONE: [&str; 6] = ["simplest", "expand", "birthday", "invertible", "strong", "member"];
/// Questions about two games modulo a universe.
const ABOUT_TWO: [&str; 3] = ["compare", "separator", "downlinked"];

/// Requests as lines of JSON, the same ones for the same seed.
pub(crate) fn requests(count: usize, seed: u64) -> impl Iterator<Item = String> {
    let mut random = Rng::with_seed(seed);
    let mut seen: HashSet<String> = HashSet::new();
    (0..count).map(move |_| {
        loop {
            let line = request(&mut random);
            if seen.insert(line.clone()) {
                return line;
            }
        }
    })
}

fn request(random: &mut Rng) -> String {
    let [g, h] = [0, 1].map(|_| form(random, 3));
    let modulo = MODULI[random.usize(..MODULI.len())];
    let at = random.usize(..ABOUT_FORMS.len() + ABOUT_ONE.len() + ABOUT_TWO.len() + 4);
    let mut names = ABOUT_FORMS.iter().map(|op| (*op, 0)).chain(ABOUT_ONE.iter().map(|op| (*op, 1)));
    match names.nth(at) {
        Some((op, 0)) => format!(r#"{{"op":"{op}","g":"{g}"}}"#),
        Some((op, _)) => format!(r#"{{"op":"{op}","g":"{g}","modulo":"{modulo}"}}"#),
        None => match at - ABOUT_FORMS.len() - ABOUT_ONE.len() {
            two @ 0..3 => {
                let op = ABOUT_TWO[two];
                format!(r#"{{"op":"{op}","g":"{g}","h":"{h}","modulo":"{modulo}"}}"#)
            }
            3 => format!(r#"{{"op":"sum","g":"{g}","h":"{h}"}}"#),
            4 => format!(r#"{{"op":"truncate","g":"{g}","moves":{}}}"#, random.usize(..3)),
            5 => {
                let player = if random.bool() { "Left" } else { "Right" };
                format!(r#"{{"op":"options","g":"{g}","player":"{player}"}}"#)
            }
            _ => {
                let modulo = ["M", "D", "E"][random.usize(..3)];
                format!(r#"{{"op":"canonical","g":"{g}","modulo":"{modulo}"}}"#)
            }
        },
    }
}

/// A random form of rank at most `rank`, with at most three options a side.
fn form(random: &mut Rng, rank: usize) -> String {
    if rank == 0 {
        return "0".to_owned();
    }
    let [left, right] = [0, 1].map(|_| {
        let options: Vec<String> = (0..random.usize(..4)).map(|_| form(random, rank - 1)).collect();
        options.join(",")
    });
    format!("{{{left}|{right}}}")
}
