//! [universe], item by item.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

use std::time::Instant;

use misere::Workspace;
use misere_papers::{Desk, Item, Pace, Paper, Verdict, items};

fn of_the_paper() -> Vec<Item> {
    items().into_iter().filter(|item| item.paper == Paper::Universe && item.pace == Pace::Fast).collect()
}

#[test]
fn every_item_agrees_or_is_a_known_erratum() {
    let desk = Desk::new(&Workspace::new()).unwrap();
    let mut wrong = Vec::new();
    let (mut errata, mut unexplained) = (Vec::new(), Vec::new());
    for item in of_the_paper() {
        let start = Instant::now();
        let report = item.examine(&desk).unwrap_or_else(|trouble| panic!("{}: {trouble}", item.label));
        println!("{:6} ms  {}: {}", start.elapsed().as_millis(), item.label, report.finding.computed);
        if let Some(details) = &report.finding.details {
            println!("{details}");
        }
        // The page does not depend on what was computed before. Only what is quick is
        // computed twice.
        if start.elapsed().as_millis() < 400 {
            let alone = item.examine(&Desk::new(&Workspace::new()).unwrap()).unwrap();
            assert_eq!(alone, report, "{}", item.label);
        }
        match report.verdict {
            Verdict::Agrees | Verdict::Open => {}
            Verdict::Erratum(_) => errata.push(item.label),
            Verdict::Unexplained(_) => unexplained.push(item.label),
            Verdict::Disagrees => wrong.push(format!("{}: {:#?}", item.label, report.finding)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let known = [
        "Section 4, test sets of D(1̄0)",
        "Section 4, day 3",
        "Proposition 5.7, proof",
        "Lemma 5.10, proof",
        "Lemma 5.10, end of the proof",
        "Section 7, D(G,H) and D(1̄)",
    ];
    assert_eq!(errata, known);
    assert_eq!(unexplained, ["Figure 5, Domineering modulo D"]);
}
