//! [nim], recomputed.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::time::Instant;

use misere::Workspace;
use misere_papers::{Desk, Paper, Verdict, items};

#[test]
fn all_that_can_be_computed_agrees() {
    let desk = Desk::new(&Workspace::new()).unwrap();
    let items = items().into_iter().filter(|item| item.paper == Paper::Nim);
    for item in items {
        let started = Instant::now();
        let report = item.examine(&desk).unwrap();
        println!("{}: {} ({:.2?})", item.label, report.finding.computed, started.elapsed());
        assert_eq!(report.verdict, Verdict::Agrees, "{}: {:?}", item.label, report.finding);
    }
}
