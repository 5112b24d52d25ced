//! Certificates that were tampered with, before both checkers.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, bail, ensure};
use fastrand::Rng;
use misere::check::{Certificate, Words, check};

use super::{Verdict, verdicts};

const MUTANTS: usize = 10_000;

/// Words of the format, of which one may take the place of another.
const WORDS: [&str; 24] = [
    "Left",
    "Right",
    "L",
    "R",
    "LR",
    "N",
    "P",
    "M",
    "D",
    "E",
    "B",
    "I",
    "ge",
    "not_ge",
    "strong",
    "not_strong",
    "equal",
    "not_equal",
    "same",
    "play",
    "end_like",
    "definition",
    "simplest",
    "invertible",
];

/// Why the verified checker may reject what the Rust checker accepts: the beginning of the reason
/// that it gives, the row of the table, and the explanation.
const STRICTER: [(&str, &str, &str); 2] = [
    (
        "not a certificate",
        "read more strictly",
        "the verified checker's reader refuses a spelling that the Rust reader allows",
    ),
    (
        "a generator is not a Left dead end",
        "refused by name",
        "the verified checker knows D(A) for dead ends A only, and says so",
    ),
];

/// Compares the checkers on mutants of small certificates and prints a table of their verdicts.
/// An accepted mutant has the same claims for both; a mutant that the Rust checker accepts is
/// never rejected for its evidence.
pub(crate) fn compare(program: &Path, directory: &Path, small: &[String]) -> Result<()> {
    let mut random = Rng::with_seed(19);
    let mutants: Vec<Vec<u8>> = (0..MUTANTS)
        .map(|_| {
            let original = &small[random.usize(..small.len())];
            mutant(&mut random, original)
        })
        .collect();
    let said = verdicts(program, &directory.join("mutants"), &mutants)?;
    let mut table: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, (mutant, verdict)) in mutants.iter().zip(said).enumerate() {
        let read = Certificate::from_json(mutant);
        let in_rust = read.as_ref().map_err(Clone::clone).and_then(check);
        let row = match (in_rust, verdict) {
            (Ok(_), Verdict::Proved(claims)) => {
                let wanted = Words::new(&read?)?.claims();
                ensure!(claims == wanted, "mutant {number}: {claims} instead of {wanted}");
                "both accept"
            }
            (Err(_), Verdict::Rejected(_)) => "both reject",
            (Ok(_), Verdict::Rejected(reason)) => {
                let explained = STRICTER.iter().find(|(start, ..)| reason.starts_with(start));
                let Some((_, row, _)) = explained else {
                    bail!("mutant {number} is accepted by the Rust checker only: {reason}")
                };
                row
            }
            (Err(rejection), Verdict::Proved(claims)) => {
                bail!("mutant {number}: {claims} is proved, but in Rust: {rejection}")
            }
        };
        *table.entry(row).or_default() += 1;
    }
    eprintln!("{MUTANTS} mutants:");
    for (row, count) in table {
        let why = STRICTER.iter().find(|(_, name, _)| *name == row).map_or("", |(.., why)| why);
        eprintln!("{count:>7}  {row:<22}  {why}");
    }
    Ok(())
}

/// A certificate with up to three changes, mostly of numbers.
fn mutant(random: &mut Rng, original: &str) -> Vec<u8> {
    let mut text = original.as_bytes().to_vec();
    for _ in 0..=random.usize(..3) {
        match random.usize(..10) {
            0..6 => change_number(random, &mut text),
            6..9 => change_word(random, &mut text),
            _ => {
                let at = random.usize(..text.len());
                let end = (at + random.usize(1..6)).min(text.len());
                let piece = if random.bool() { Vec::new() } else { text[at..end].repeat(2) };
                text.splice(at..end, piece);
            }
        }
    }
    text
}

fn change_number(random: &mut Rng, text: &mut Vec<u8>) {
    let starts: Vec<usize> =
        (1..text.len()).filter(|&i| text[i].is_ascii_digit() && !text[i - 1].is_ascii_digit()).collect();
    let Some(&start) = random.choice(&starts) else { return };
    let length = text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let old: u32 =
        std::str::from_utf8(&text[start..start + length]).ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let new = match random.usize(..4) {
        0 => old.saturating_add(1),
        1 => old.saturating_sub(1),
        _ => random.u32(..12),
    };
    text.splice(start..start + length, new.to_string().bytes());
}

fn change_word(random: &mut Rng, text: &mut Vec<u8>) {
    let quotes: Vec<usize> = (0..text.len()).filter(|&i| text[i] == b'"').collect();
    let places: Vec<(usize, usize)> = quotes.chunks_exact(2).map(|pair| (pair[0] + 1, pair[1])).collect();
    let is_word =
        |&&(start, end): &&(usize, usize)| WORDS.iter().any(|word| word.as_bytes() == &text[start..end]);
    let places: Vec<(usize, usize)> = places.iter().filter(is_word).copied().collect();
    if let Some(&(start, end)) = random.choice(&places) {
        text.splice(start..end, WORDS[random.usize(..WORDS.len())].bytes());
    }
}
