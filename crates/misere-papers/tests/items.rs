//! The parts that every item has.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashSet;

use misere::Workspace;
use misere_papers::{Desk, Finding, How, Note, Paper, Scope, Tally, Verdict, items};

#[test]
fn every_item_says_how_it_was_established_and_names_a_command() {
    let mut seen = HashSet::new();
    for item in items() {
        let name = format!("[{}] {}", item.paper.name(), item.label);
        assert!(seen.insert(name.clone()), "{name} occurs twice");
        assert!(item.how().next().is_some(), "{name} does not say how it was established");
        assert!(item.commands().next().is_some(), "{name} names no command");
        assert!(!item.statement.contains('\n'), "{name}");
        for how in item.how() {
            assert!(!how.what().is_empty() && how.to_string().contains(how.what()), "{name}");
        }
    }
}

/// A general statement is not called decided because a sample agrees.
#[test]
fn what_rests_on_a_sample_alone_is_not_called_decided() {
    for item in items() {
        let only_samples = item.how().all(|how| matches!(how, How::Sample(_)));
        assert!(item.scope == Scope::Tried || !only_samples, "{}", item.label);
    }
}

#[test]
fn all_kinds_of_items_and_ways_occur() {
    let ways: HashSet<&str> =
        items().iter().flat_map(|item| item.how().map(How::way).collect::<Vec<_>>()).collect();
    assert_eq!(ways.len(), 6, "{ways:?}");
    for paper in Paper::ALL {
        let source = paper.source();
        assert!(!source.authors.is_empty() && !source.title.is_empty() && !source.imprint.is_empty());
        let of_paper = items().into_iter().filter(|item| item.paper == paper);
        assert!(of_paper.filter(|item| item.note == Note::Open).count() > 0 || paper == Paper::Nim);
    }
}

/// The counts of a tally are not attributed to a paper.
#[test]
fn a_tally_has_no_claim_and_lists_or_counts_all_exceptions() {
    let mut tally = Tally::new();
    for n in 0..1_234 {
        tally.case(n % 100 != 0, || format!("n = {n}"));
    }
    let Finding { claim, computed, agrees, details } = tally.finding();
    assert_eq!((claim, computed.as_str(), agrees), (None, "fails in 13 of 1,234 cases", false));
    assert_eq!(details.unwrap(), "n = 0\nn = 100\nn = 200\nn = 300\nn = 400\nand 8 more");
    assert!(!Tally::new().finding().agrees, "no case is no confirmation");
}

#[test]
fn an_erratum_that_does_not_show_is_a_disagreement() {
    let desk = Desk::new(&Workspace::new()).unwrap();
    let find = |label: &str| items().into_iter().find(|item| item.label == label).unwrap();
    let mut item = find("Figure 2");
    assert_eq!(item.examine(&desk).unwrap().verdict, Verdict::Agrees);
    for note in [Note::Erratum("nothing"), Note::Unexplained("nothing")] {
        item.note = note;
        assert_eq!(item.examine(&desk).unwrap().verdict, Verdict::Disagrees);
    }
    let mut item = find("Definition 3.9, J_2");
    item.note = Note::Plain;
    assert_eq!(item.examine(&desk).unwrap().verdict, Verdict::Disagrees);
}
