//! Whatever the rules, splitting a board and taking it up to symmetry keeps the game.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashMap;
use std::sync::Arc;

use misere_core::{Form, Forms, Player};
use misere_rulesets::{Position, PositionGraph, Rewriting, Ruleset};
use proptest::prelude::*;

const CELLS: &str = "abc.";

fn drawing(height: usize, width: usize) -> impl Strategy<Value = String> {
    let row = proptest::collection::vec(proptest::sample::select(CELLS.chars().collect::<Vec<_>>()), width);
    proptest::collection::vec(row, height)
        .prop_map(|rows| rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/"))
}

fn clause() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just("turned".to_owned()),
        Just("mirrored".to_owned()),
        "(when|unless) next to [abc.]( or [abc.])?",
        "turned unless next to [abc]",
    ]
}

fn rule() -> impl Strategy<Value = String> {
    let drawings = prop_oneof![(Just(1), 1..=3usize), (Just(2), 1..=2usize)]
        .prop_flat_map(|(height, width)| (drawing(height, width), drawing(height, width)));
    (prop_oneof![Just("left"), Just("right"), Just("both")], drawings, clause())
        .prop_map(|(who, (before, after), clause)| format!("{who} {before} -> {after} {clause}"))
}

/// The exchange under which the rules are the same for both players, if there is one.
fn fairness() -> impl Strategy<Value = Option<&'static str>> {
    let changes = ["", ", exchanging a and b", ", turned", ", mirrored, exchanging b and c"];
    proptest::option::of(proptest::sample::select(changes.to_vec()))
}

fn rules() -> impl Strategy<Value = String> {
    let rules = proptest::collection::vec(rule(), 1..4);
    (rules, fairness(), proptest::bool::ANY).prop_map(|(mut rules, fairness, touch)| {
        if let Some(change) = fairness {
            for rule in &mut rules {
                let moves = rule.split_once(' ').expect("a player and a move").1;
                *rule = format!("left {moves}");
            }
            rules.push(format!("right as left{change}"));
        }
        let diagonals = if touch { "diagonals touch\n" } else { "" };
        format!("cells a b c .\n{diagonals}{}", rules.join("\n"))
    })
}

/// The game tree by following moves of whole boards; `None` if play need not end.
fn literal(
    ruleset: &Rewriting,
    forms: &Forms,
    known: &mut HashMap<Position, Option<Form>>,
    position: &Position,
) -> Option<Form> {
    if let Some(form) = known.get(position) {
        return *form;
    }
    known.insert(position.clone(), None);
    let mut options: [Vec<Form>; 2] = Default::default();
    for player in Player::BOTH {
        for option in ruleset.options(position, player) {
            options[player.index()].push(literal(ruleset, forms, known, &option)?);
        }
    }
    let form = forms.ordinary(&options[0], &options[1]).unwrap();
    known.insert(position.clone(), Some(form));
    Some(form)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_graph_has_the_game_tree(text in rules(), board in prop_oneof![drawing(1, 6), drawing(2, 3), drawing(3, 2), drawing(2, 4)]) {
        // Moves that change nothing and games that need not end are refused.
        let Ok(ruleset) = Rewriting::read("random", &text) else { return Ok(()) };
        let ruleset = Arc::new(ruleset);
        let forms = Forms::new();
        let position = ruleset.read(&board).unwrap();
        let mut graph = PositionGraph::new(ruleset.clone(), forms.budget().clone());
        let expected = literal(&ruleset, &forms, &mut HashMap::new(), &position);
        match graph.explore(&position) {
            Ok(sum) => prop_assert_eq!(Some(graph.form(&forms, sum).unwrap()), expected),
            Err(_) => prop_assert_eq!(None, expected),
        }
        let is_fair = text.contains("right as left") || !text.contains("left") && !text.contains("right");
        let exchanged = ruleset.exchanged(&position);
        prop_assert!(exchanged.is_some() || !is_fair || text.contains("turned"));
        if let Some(exchanged) = exchanged {
            let conjugate = expected.map(|form| forms.conjugate(form).unwrap());
            prop_assert_eq!(literal(&ruleset, &forms, &mut HashMap::new(), &exchanged), conjugate);
            if let Ok(sum) = graph.explore(&exchanged) {
                prop_assert_eq!(Some(graph.form(&forms, sum).unwrap()), conjugate);
            }
        }
        let mut parts = ruleset.components(&position);
        let mut one_by_one = ruleset.components_one_by_one(&position);
        parts.sort();
        one_by_one.sort();
        prop_assert_eq!(parts, one_by_one);
        prop_assert!(expected.is_some() || !ruleset.is_proved_to_end());
    }
}
