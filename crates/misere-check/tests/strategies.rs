//! Strategies against all sums of ends: accepted, and damaged in every way.

mod common;

use common::{BASE, json, verdict};
use misere_check::Rejection;

/// D({.|1}), whose Left ends are the sums of {.|1} and -1.
const GENERATED: &str = r#"{"name":"D(A)","generators":[11]}"#;

/// A strategy that shows that 4 = {-1|1} is strong for Left modulo D({.|1}). She moves to -1
/// and then answers every move from {.|1} to 1 by moving to 0.
#[derive(Clone)]
struct Strategy {
    universe: String,
    nodes: String,
    claim: String,
    /// The ends that are counted in the place of others.
    instead: Option<String>,
    /// Node, threshold and period of the components {.|1}, 1 and -1.
    counting: Vec<[u32; 3]>,
    balance: Option<String>,
    /// Who is to move, the form, and the counts.
    cells: Vec<(&'static str, u32, Vec<u32>)>,
}

impl Strategy {
    fn new() -> Strategy {
        let mut cells = Vec::new();
        for ends in 0..2 {
            for integers in 0..2 {
                let cell = |mover, form, ones| (mover, form, vec![ends, ones, integers]);
                cells.extend([cell("Left", 4, 0), cell("Right", 3, 0), cell("Left", 0, 0)]);
                cells.extend([cell("Left", 3, 0), cell("Left", 3, 1)]);
            }
        }
        Strategy {
            universe: GENERATED.to_owned(),
            nodes: BASE.to_owned(),
            claim: r#"{"strong":[4,"Left"]}"#.to_owned(),
            instead: None,
            counting: vec![[11, 1, 1], [2, 1, 0], [3, 1, 1]],
            balance: None,
            cells,
        }
    }

    /// The strategy that counts -1 only, since {.|1} is at least 0.
    fn reduced() -> Strategy {
        Strategy::changed(|s| {
            s.instead = Some("[[11,[]]]".to_owned());
            s.counting = vec![[3, 1, 1]];
            let of = |integers| {
                [("Left", 4), ("Right", 3), ("Left", 0), ("Left", 3)].map(|(p, f)| (p, f, vec![integers]))
            };
            s.cells = [of(0), of(1)].concat();
        })
    }

    /// The strategy with a balance that is always 0.
    fn balanced() -> Strategy {
        let mut balanced = Strategy::new();
        balanced.balance = Some(r#"{"weights":[0,0,0],"bound":1,"modulus":1}"#.to_owned());
        balanced.cells.iter_mut().for_each(|(_, _, counts)| counts.push(1));
        balanced
    }

    fn json(&self) -> String {
        let cells: Vec<String> = self
            .cells
            .iter()
            .map(|(mover, form, counts)| format!(r#"["{mover}",{form},{counts:?}]"#))
            .collect();
        let balance = self.balance.as_ref().map(|balance| format!(r#""balance":{balance},"#));
        let instead = self.instead.as_ref().map(|instead| format!(r#""instead":{instead},"#));
        let evidence = format!(
            r#"{{"strategy":{{{}"counting":{:?},{}"cells":[{}]}}}}"#,
            instead.unwrap_or_default(),
            self.counting,
            balance.unwrap_or_default(),
            cells.join(",")
        );
        json(&self.universe, &self.nodes, &[&format!("{} by {evidence}", self.claim)])
    }

    fn changed(change: impl FnOnce(&mut Strategy)) -> Strategy {
        let mut strategy = Strategy::new();
        change(&mut strategy);
        strategy
    }

    fn with_balance(balance: &str) -> Strategy {
        let mut strategy = Strategy::balanced();
        strategy.balance = Some(balance.to_owned());
        strategy
    }
}

macro_rules! rejected {
    ($strategy:expr, $pattern:pat) => {
        match verdict(&$strategy.json()) {
            Err(rejection) => {
                assert!(matches!(rejection, $pattern), "rejected as {rejection:?}");
                assert!(!rejection.to_string().is_empty());
            }
            Ok(_) => panic!("accepted"),
        }
    };
}

#[test]
fn a_strategy_relies_on_the_ends_being_sums() {
    let relies = "checked; relies on [universe] Proposition 2.6 for any ends (docs/universes.md)";
    assert_eq!(verdict(&Strategy::new().json()).unwrap().to_string(), relies);
    assert_eq!(verdict(&Strategy::balanced().json()).unwrap().to_string(), relies);
    // Modulo D(-1) the paper's proposition is enough; the other components may be listed.
    let of_dead_ends = Strategy::changed(|s| s.universe = common::D1.to_owned());
    let relies = "checked; relies on [universe] Proposition 2.6";
    assert_eq!(verdict(&of_dead_ends.json()).unwrap().to_string(), relies);
    let without_ends = Strategy::changed(|s| s.universe = r#"{"name":"D(A)"}"#.to_owned());
    assert!(verdict(&without_ends.json()).is_ok());
}

/// Modulo M, {.|1} is at least 0: Left answers 1 by 0.
#[test]
fn an_end_that_is_replaced_is_at_least_the_sum() {
    let reduced = Strategy::reduced();
    let relies = "checked; relies on [universe] Proposition 2.6 for any ends (docs/universes.md), \
                  Theorem 5.5 for ends in sums (docs/universes.md)";
    assert_eq!(verdict(&reduced.json()).unwrap().to_string(), relies);
    for number in 0..reduced.cells.len() {
        let mut one_less = reduced.clone();
        one_less.cells.remove(number);
        rejected!(one_less, Rejection::CellLost { .. } | Rejection::MissingCell { .. });
    }
    let with = |instead: &str| Strategy { instead: Some(instead.to_owned()), ..Strategy::reduced() };
    // {.|1} is not at least -1, nor -1 at least 0, nor {.|1} at least -1 + -1.
    for (instead, node) in [("[[11,[3]]]", 11), ("[[11,[]],[3,[]]]", 3), ("[[11,[3,3]]]", 11)] {
        match verdict(&with(instead).json()) {
            Err(Rejection::NotAbove { step: 0, node: named }) => assert_eq!(named, node),
            other => panic!("{instead}: {other:?}"),
        }
    }
    // An end is at least itself, and then it is counted all the same.
    let mut itself = Strategy::new();
    itself.instead = Some("[[3,[3]],[11,[11]]]".to_owned());
    assert!(verdict(&itself.json()).is_ok());
    rejected!(with("[[3,[3]]]"), Rejection::MissingComponent { .. });
    rejected!(with("[[11,[]],[3,[5]]]"), Rejection::NotAbove { .. });
    // 1 and 0 are no Left ends of which others are sums, and an end is replaced once.
    for instead in ["[[2,[]]]", "[[0,[]]]", "[[11,[]],[11,[]]]", "[[11,[]],[7,[]]]"] {
        rejected!(with(instead), Rejection::NotAPart { .. });
    }
    for instead in ["[[99,[]]]", "[[11,[99]]]"] {
        rejected!(with(instead), Rejection::NoSuchNode { node: 99 });
    }
    rejected!(with("[[11,[0]]]"), Rejection::MissingComponent { .. });
    rejected!(with("[[11]]"), Rejection::Malformed { .. });
    // Nothing is counted in the place of -1.
    rejected!(
        Strategy { counting: vec![], cells: vec![], ..with("[[11,[]]]") },
        Rejection::MissingComponent { .. }
    );
}

/// Right's ends are the conjugates of the components.
#[test]
fn a_strategy_for_right_is_that_of_left_with_the_players_exchanged() {
    let conjugate = |node| [0, 1, 3, 2, 4][node as usize];
    let right = Strategy::changed(|s| {
        s.claim = r#"{"strong":[4,"Right"]}"#.to_owned();
        for (mover, form, _) in &mut s.cells {
            *mover = if *mover == "Left" { "Right" } else { "Left" };
            *form = conjugate(*form);
        }
    });
    assert!(verdict(&right.json()).is_ok());
    rejected!(
        Strategy::changed(|s| s.claim = r#"{"strong":[4,"Right"]}"#.to_owned()),
        Rejection::CellLost { .. }
    );
}

#[test]
fn no_cell_can_be_missing() {
    for number in 0..Strategy::new().cells.len() {
        let one_less = Strategy::changed(|s| drop(s.cells.remove(number)));
        if one_less.cells.iter().filter(|(_, form, _)| *form == 4).count() == 4 {
            rejected!(one_less, Rejection::CellLost { .. });
        } else {
            rejected!(one_less, Rejection::MissingCell { step: 0 });
        }
    }
    rejected!(Strategy::changed(|s| s.cells.clear()), Rejection::MissingCell { step: 0 });
}

#[test]
fn a_lost_cell_is_named() {
    // Right has no move and has won.
    rejected!(
        Strategy::changed(|s| s.cells.push(("Right", 0, vec![0, 0, 0]))),
        Rejection::CellLost { step: 0, cell: 20 }
    );
    // Right makes a second copy of 1, which is not provided for.
    rejected!(
        Strategy::changed(|s| s.cells.push(("Right", 3, vec![1, 1, 0]))),
        Rejection::CellLost { step: 0, cell: 20 }
    );
    // Left must move from * to 0, where Right has won.
    rejected!(
        Strategy::changed(|s| s.cells.push(("Left", 1, vec![0, 0, 0]))),
        Rejection::CellLost { step: 0, cell: 20 }
    );
    // A cell listed twice is harmless.
    assert!(verdict(&Strategy::changed(|s| s.cells.push(s.cells[0].clone())).json()).is_ok());
}

#[test]
fn counts_that_do_not_exist() {
    for counts in [vec![2, 0, 0], vec![0, 2, 0], vec![0, 0], vec![0, 0, 0, 0], vec![u32::MAX, 0, 0], vec![]] {
        rejected!(
            Strategy::changed(|s| s.cells[3].2 = counts.clone()),
            Rejection::BadCell { step: 0, cell: 3 }
        );
    }
    rejected!(Strategy::changed(|s| s.cells[3].1 = 99), Rejection::NoSuchNode { node: 99 });
}

#[test]
fn components_that_are_missing_or_do_not_fit() {
    type Change = fn(&mut Vec<[u32; 3]>);
    type IsExpected = fn(&Rejection) -> bool;
    let cases: [(Change, IsExpected); 11] = [
        // The end {.|1}, the threat 1 and the end -1 that the conjugate of 1 is.
        (|c| c.retain(|[node, ..]| *node != 11), |r| matches!(r, Rejection::MissingComponent { .. })),
        (|c| c.retain(|[node, ..]| *node != 2), |r| matches!(r, Rejection::MissingComponent { .. })),
        (|c| c.retain(|[node, ..]| *node != 3), |r| matches!(r, Rejection::MissingComponent { .. })),
        // Only so many of an end are provided for.
        (|c| c[0] = [11, 1, 0], |r| matches!(r, Rejection::MissingComponent { .. })),
        (|c| c[2] = [3, 7, 0], |r| matches!(r, Rejection::MissingComponent { .. })),
        // With the threshold 0, a cell does not say whether there is a copy.
        (|c| c[0] = [11, 0, 2], |r| matches!(r, Rejection::BadCounting { node: 11, .. })),
        (|c| c.push([3, 1, 1]), |r| matches!(r, Rejection::BadCounting { node: 3, .. })),
        (|c| c.push([0, 1, 1]), |r| matches!(r, Rejection::BadCounting { node: 0, .. })),
        // Node 7 has a tombstone.
        (|c| c.push([7, 1, 1]), |r| matches!(r, Rejection::BadCounting { node: 7, .. })),
        (|c| c[0] = [11, u32::MAX, 1], |r| matches!(r, Rejection::BadCounting { node: 11, .. })),
        (|c| c[0] = [99, 1, 1], |r| matches!(r, Rejection::NoSuchNode { node: 99 })),
    ];
    for (number, (change, is_expected)) in cases.into_iter().enumerate() {
        let rejection = verdict(&Strategy::changed(|s| change(&mut s.counting)).json()).unwrap_err();
        assert!(is_expected(&rejection), "case {number}: {rejection:?}");
    }
}

#[test]
fn a_balance_that_does_not_fit() {
    for balance in [
        r#"{"weights":[0,0],"bound":1,"modulus":1}"#,
        r#"{"weights":[0,0,0,0],"bound":1,"modulus":1}"#,
        r#"{"weights":[],"bound":1,"modulus":1}"#,
        r#"{"weights":[0,0,0],"bound":0,"modulus":1}"#,
        r#"{"weights":[0,0,0],"bound":1,"modulus":0}"#,
        r#"{"weights":[0,0,0],"bound":1001,"modulus":1}"#,
        r#"{"weights":[0,0,0],"bound":1,"modulus":4294967295}"#,
        r#"{"weights":[0,0,-1001],"bound":1,"modulus":1}"#,
        r#"{"weights":[-2147483648,0,0],"bound":1,"modulus":1}"#,
    ] {
        rejected!(Strategy::with_balance(balance), Rejection::BadBalance { step: 0 });
    }
    let mut huge = Strategy::balanced();
    huge.counting[0] = [11, 1001, 1];
    rejected!(huge, Rejection::BadBalance { step: 0 });
    rejected!(
        Strategy::with_balance(r#"{"weights":[0,0,2147483648],"bound":1,"modulus":1}"#),
        Rejection::Malformed { .. }
    );
    // With these weights there are sums of other balances than 0, which are not listed.
    for weights in ["[1,0,0]", "[0,0,-1]", "[1,0,-1]"] {
        rejected!(
            Strategy::with_balance(&format!(r#"{{"weights":{weights},"bound":1,"modulus":1}}"#)),
            Rejection::CellLost { .. } | Rejection::MissingCell { .. }
        );
    }
    // The class of a balance is a count like the others.
    let mut outside = Strategy::balanced();
    outside.cells[5].2[3] = 3;
    rejected!(outside, Rejection::BadCell { step: 0, cell: 5 });
}

/// A balance that counts the copies of -1 says no more than their count: the same cells with
/// the class of the balance that the count implies are a strategy.
#[test]
fn a_balance_that_follows_from_the_counts() {
    let mut strategy = Strategy::with_balance(r#"{"weights":[0,0,1],"bound":1,"modulus":1}"#);
    strategy.cells.iter_mut().for_each(|(_, _, counts)| counts[3] = 1 + counts[2]);
    assert!(verdict(&strategy.json()).is_ok());
    for number in 0..strategy.cells.len() {
        let mut one_less = strategy.clone();
        one_less.cells.remove(number);
        rejected!(one_less, Rejection::CellLost { .. } | Rejection::MissingCell { .. });
    }
}

#[test]
fn generators_that_are_no_ordinary_left_ends() {
    // 14 = {.|*,■}, and 13 = {.|7} has a follower with a tombstone.
    let nodes = format!(r#"{BASE},{{"r":[7]}},{{"r":[1],"t":"R"}}"#);
    for generator in [1, 2, 4, 7, 13, 14] {
        let strategy = Strategy::changed(|s| {
            s.nodes.clone_from(&nodes);
            s.universe = format!(r#"{{"name":"D(A)","generators":[{generator}]}}"#);
        });
        rejected!(strategy, Rejection::GeneratorNotAnEnd { .. });
    }
    rejected!(
        Strategy::changed(|s| s.universe = r#"{"name":"E"}"#.to_owned()),
        Rejection::WrongEvidence { step: 0 }
    );
    rejected!(
        Strategy::changed(|s| s.claim = r#"{"not_strong":[4,"Left"]}"#.to_owned()),
        Rejection::WrongEvidence { step: 0 }
    );
}

/// Test sets are for dead ends: -1 and 0 are all that {.|1} and its conjugate have of these.
#[test]
fn a_test_set_of_ends_that_are_not_dead() {
    for set in ["[2,[0,3,5]]", "[2,[0,3,5,11]]", "[0,[0]]"] {
        let steps =
            [&format!(r#"{{"test_set":{set}}} by "closure""#), r#"{"strong":[4,"Left"]} by {"test_set":0}"#];
        let rejection = verdict(&json(GENERATED, BASE, &steps)).unwrap_err();
        assert_eq!(rejection, Rejection::WrongEvidence { step: 0 });
    }
    let play = json(GENERATED, BASE, &[r#"{"strong":[4,"Left"]} by "play""#]);
    assert_eq!(verdict(&play).unwrap_err(), Rejection::WrongEvidence { step: 0 });
}

/// A member of D(A) is shown by sums of Left ends that follow from A and its conjugate.
#[test]
fn members_are_shown_by_sums_of_parts() {
    // 13 = {.|1} + -1 = {.|{.|1},{-1|1}}, 14 = {13|1}.
    let nodes = format!(r#"{BASE},{{"r":[11,4]}},{{"l":[13],"r":[2]}}"#);
    let member = |sums: &str| {
        verdict(&json(GENERATED, &nodes, &[&format!(r#"{{"member":14}} by {{"sums":[{sums}]}}"#)]))
    };
    assert!(member("[13,[11,3]],[11,[11]],[3,[3]],[2,[2]]").is_ok());
    assert!(matches!(member("[13,[11,3]],[11,[11]],[3,[3]]"), Err(Rejection::MissingEnd { end: 2, .. })));
    assert!(matches!(
        member("[13,[11]],[11,[11]],[3,[3]],[2,[2]]"),
        Err(Rejection::NotTheSum { node: 13, .. })
    ));
    assert!(matches!(
        member("[13,[13]],[11,[11]],[3,[3]],[2,[2]]"),
        Err(Rejection::NotAPart { part: 13, .. })
    ));
    // 1 follows from {.|1}, but is no Left end.
    assert!(matches!(member("[13,[11,2]]"), Err(Rejection::NotAPart { part: 2, .. })));
    // 2 is the conjugate of a sum: as an end for Right, -1 is not part.
    assert!(matches!(
        member("[2,[3]],[13,[11,3]],[11,[11]],[3,[3]]"),
        Err(Rejection::NotAPart { part: 3, .. })
    ));
}
