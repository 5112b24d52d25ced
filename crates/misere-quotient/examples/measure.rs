//! Quotients of codes, each with the time that its search and its check took.
//!
//! `cargo run --release -p misere-quotient --example measure -- 0.77 0.014:28 survey` prints a line for
//! each code; a number after the colon is the last heap. `survey` takes all short codes.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement")]

use std::time::Instant;

use misere_check::{Code, QuotientStatement, Unmetered, check_quotient};
use misere_quotient::{Answer, Quotient, Search, solve};

fn main() {
    for argument in std::env::args().skip(1) {
        if argument == "survey" {
            survey();
            continue;
        }
        let (code, to) = match argument.split_once(':') {
            Some((code, to)) => (code, Some(to.parse().unwrap())),
            None => (&argument[..], None),
        };
        let code: Code = code.parse().unwrap();
        let start = Instant::now();
        let answer = solve(&code, &Search { to, ..Search::default() }, &Unmetered, &mut |_| ());
        let time = start.elapsed();
        match answer {
            Answer::Finite(quotient) => {
                let claims = vec![QuotientStatement::Order(quotient.monoid().order() as u32)];
                let certificate = quotient.certificate(claims);
                let start = Instant::now();
                check_quotient(&certificate).unwrap();
                let check = start.elapsed();
                let bytes = certificate.to_json().len();
                println!(
                    "{argument} {} {:?} {time:?} check {check:?} {bytes} bytes",
                    size(&quotient),
                    quotient.whole()
                );
            }
            Answer::Infinite(infinite) => {
                println!("{argument} infinite {:?} {:?} {time:?}", infinite.images(), infinite.whole());
            }
            Answer::Unknown { part, stopped } => {
                println!("{argument} {} to {} {stopped:?} {time:?}", size(&part), part.last());
            }
        }
    }
}

fn size(quotient: &Quotient) -> String {
    let growth = quotient.growth().iter();
    growth.map(|at| format!("{}:{}/{}", at.letter, at.order, at.counts[2])).collect::<Vec<_>>().join(" ")
}

/// The codes 0.abc and 4.ab, and the partizan codes 0.a|0.b and 0.a|0.0b.
fn survey() {
    let digits = |of: &'static str| of.chars();
    let mut codes = Vec::new();
    for a in digits("01234567") {
        for b in digits("01234567") {
            codes.extend(digits("01234567").map(|c| format!("0.{a}{b}{c}")));
            codes.push(format!("4.{a}{b}"));
        }
    }
    codes.retain(|code| code != "0.000" && code != "4.00");
    let mut partizan = Vec::new();
    for a in digits("1234567") {
        for b in digits("1234567") {
            partizan.extend([format!("0.{a}|0.{b}"), format!("0.{a}|0.0{b}")]);
        }
    }
    for (codes, last, most) in [(codes, 1000, 60), (partizan, 60, 200)] {
        let start = Instant::now();
        let mut orders = std::collections::BTreeMap::new();
        let (mut infinite, mut slowest) = (0, (std::time::Duration::ZERO, ""));
        for code in &codes {
            let search = Search { last, most, contexts: 300, ..Search::default() };
            let one = Instant::now();
            match solve(&code.parse::<Code>().unwrap(), &search, &Unmetered, &mut |_| ()) {
                Answer::Finite(quotient) => *orders.entry(quotient.monoid().order()).or_insert(0) += 1,
                Answer::Infinite(_) => infinite += 1,
                Answer::Unknown { .. } => {}
            }
            slowest = std::cmp::max(slowest, (one.elapsed(), code.as_str()));
        }
        let finite: usize = orders.values().sum();
        println!("{} codes: {finite} finite, {infinite} infinite {:?}", codes.len(), start.elapsed());
        println!("orders {orders:?}, slowest {slowest:?}");
    }
}
