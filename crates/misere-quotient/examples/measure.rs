//! Quotients of codes, with the time that they take.
#![allow(clippy::print_stdout, missing_docs)]
use misere_check::{Code, Letter, Unmetered};
use misere_quotient::{Learner, Letters};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let code: Code = args[1].parse().unwrap();
    let to: Letter = args[2].parse().unwrap();
    let start = std::time::Instant::now();
    let letters: &dyn Letters = &code;
    let mut learner = Learner::new(letters, 5000, &Unmetered).unwrap();
    let mut end = String::new();
    for _ in 0..to {
        if let Err(error) = learner.add() {
            end = format!("{error:?}");
            break;
        }
        if let Some(whole) = learner.whole() {
            end = format!("{whole:?}");
            break;
        }
    }
    for g in learner.growth() {
        print!("{}:{}/{} ", g.letter, g.order, g.counts[2]);
    }
    println!("to {} {end} {:?}", learner.last(), start.elapsed());
}
