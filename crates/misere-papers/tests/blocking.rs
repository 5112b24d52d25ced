#![allow(clippy::unwrap_used, reason = "tests")]
//! The items of [blocking], one by one.

use std::collections::HashSet;
use std::time::Instant;

use misere::Workspace;
use misere_papers::{Desk, Item, Pace, Paper, Report, Verdict, items};

fn of_the_paper() -> Vec<Item> {
    items().into_iter().filter(|item| item.paper == Paper::Blocking && item.pace == Pace::Fast).collect()
}

/// The test prints the page under `--nocapture`.
#[test]
fn every_item_agrees_or_is_a_known_erratum() {
    let desk = Desk::new(&Workspace::new()).unwrap();
    let (mut wrong, mut errata) = (Vec::new(), Vec::new());
    for item in of_the_paper() {
        let start = Instant::now();
        let Report { finding, verdict } = item.examine(&desk).unwrap();
        println!("{:<28} {:>5} ms  {}", item.label, start.elapsed().as_millis(), item.statement);
        println!("    says {:?}\n    have {}", finding.claim, finding.computed);
        if let Some(details) = &finding.details {
            println!("    {}", details.replace('\n', "\n    "));
        }
        match verdict {
            Verdict::Agrees | Verdict::Open => {}
            Verdict::Erratum(_) => errata.push(item.label),
            Verdict::Unexplained(_) | Verdict::Disagrees => wrong.push(item.label),
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    assert_eq!(errata, ["Definition 3.9, J_2", "Lemma 4.4, Y", "Section 4, table 1, E"]);
}

/// The report on an item must not depend on what else was computed on the desk. The items over
/// all pairs or triples of games are left out for their length.
#[test]
fn items_say_the_same_in_any_order() {
    let long = [
        "Theorem 2.1",
        "Corollary 2.2",
        "Section 1, footnote 1",
        "Section 1, footnote 2",
        "Problem 5.3",
        "Section 4, conjugates",
    ];
    let quick = || of_the_paper().into_iter().filter(|i| !long.contains(&i.label));
    let (desk, other) = (Desk::new(&Workspace::new()).unwrap(), Desk::new(&Workspace::new()).unwrap());
    let forward: Vec<Report> = quick().map(|item| item.examine(&desk).unwrap()).collect();
    let items: Vec<Item> = quick().collect();
    let mut backward: Vec<Report> = items.iter().rev().map(|item| item.examine(&other).unwrap()).collect();
    backward.reverse();
    for ((item, one), another) in items.iter().zip(forward).zip(backward) {
        assert_eq!(one, another, "{}", item.label);
    }
}

#[test]
fn every_numbered_statement_has_an_item() {
    let labels: Vec<&str> = of_the_paper().iter().map(|item| item.label).collect();
    let distinct: HashSet<&str> = labels.iter().copied().collect();
    assert_eq!(distinct.len(), labels.len());
    for number in [
        "Theorem 2.1",
        "Corollary 2.2",
        "Figure 2.1",
        "Theorem 3.1",
        "Theorem 3.2",
        "Definition 3.3",
        "Figure 3.1",
        "Lemma 3.4",
        "Lemma 3.5",
        "Lemma 3.6",
        "Lemma 3.7",
        "Theorem 3.8",
        "Definition 3.9",
        "Lemma 3.10",
        "Theorem 3.11",
        "Definition 3.12",
        "Lemma 3.13",
        "Lemma 3.14",
        "Corollary 3.15",
        "Proposition 3.16",
        "Theorem 3.17",
        "Theorem 4.1",
        "Theorem 4.2",
        "Lemma 4.3",
        "Lemma 4.4",
        "Theorem 4.5",
        "Definition A.1",
        "Proposition A.2",
    ] {
        assert!(distinct.contains(number), "{number}");
    }
}
