//! Damaged certificates, each rejected for the right reason.

mod common;

use common::{B, BASE, D, D1, E, I, M, N, json, valid, verdict};
use misere_check::Rejection;

macro_rules! rejected {
    ($json:expr, $pattern:pat) => {
        match verdict($json.as_ref()) {
            Err(rejection) => {
                assert!(matches!(rejection, $pattern), "rejected as {rejection:?}");
                assert!(!rejection.to_string().is_empty());
            }
            Ok(_) => panic!("accepted"),
        }
    };
}

/// A valid certificate with some text replaced.
fn damaged(name: &str, old: &str, new: &str) -> String {
    let (_, json, _) = valid().into_iter().find(|(known, ..)| *known == name).expect("a valid certificate");
    assert!(json.contains(old), "{name} contains {old}");
    json.replace(old, new)
}

const ORDER: &str = "-1 ≥ {.|0,*} modulo M";
const NOT_GE: &str = "{.|0,*} ≱ -1 modulo M";
const SIMPLEST: &str = "{0,#|*} is the simplest form of {0,*|*} modulo D";
const INVERTIBLE: &str = "1 is invertible modulo E";
const BLOCKING: &str = "1 is invertible modulo B";
const GENERATED: &str = "1 is invertible modulo D(-1)";
const SUMS: &str = "{-2|2} is in D(-1)";
const OUTCOME: &str = "outcome of 4 by strategies";
const IMPARTIAL: &str = "* is its own inverse modulo I";

#[test]
fn a_version_from_the_future_before_anything_else() {
    let future = damaged(ORDER, r#""version":1"#, r#""version":2"#);
    rejected!(future, Rejection::UnknownVersion { version: 2 });
    rejected!(future.replace("steps", "proofs"), Rejection::UnknownVersion { version: 2 });
    rejected!(future[..future.len() / 2], Rejection::UnknownVersion { version: 2 });
    rejected!(damaged(ORDER, r#""version":1"#, r#""version":0"#), Rejection::UnknownVersion { version: 0 });
    rejected!(damaged(ORDER, r#""version":1"#, r#""version":"1""#), Rejection::Malformed { .. });
    rejected!(damaged(ORDER, r#""version":1,"#, ""), Rejection::Malformed { .. });
    rejected!(damaged(ORDER, r#""version":1"#, r#""version":2,"version":1"#), Rejection::Malformed { .. });
}

#[test]
fn another_format() {
    rejected!(damaged(ORDER, "misere-certificate", "misere-store"), Rejection::WrongFormat);
    rejected!(damaged(ORDER, r#""format":"misere-certificate","#, ""), Rejection::Malformed { .. });
}

#[test]
fn what_is_not_understood() {
    rejected!(damaged(ORDER, r#""nodes""#, r#""hints":[],"nodes""#), Rejection::Malformed { .. });
    rejected!(damaged(ORDER, r#""strong_left""#, r#""strong""#), Rejection::Malformed { .. });
    rejected!(damaged(ORDER, r#""same""#, r#""obvious""#), Rejection::Malformed { .. });
    rejected!(damaged(ORDER, r#"{"ge":[3,10]}"#, r#"{"gt":[3,10]}"#), Rejection::Malformed { .. });
    rejected!(damaged(ORDER, r#""name":"M""#, r#""name":"F""#), Rejection::Malformed { .. });
    rejected!(damaged(ORDER, r#"{"r":[0,1]}"#, r#"{"r":[0,1],"m":[]}"#), Rejection::Malformed { .. });
    rejected!(damaged(ORDER, r#"{"r":[0,1]}"#, r#"{"r":[0,-1]}"#), Rejection::Malformed { .. });
    rejected!(damaged(ORDER, r#"{"ge":[3,10]}"#, r#"{"ge":[3,10,1]}"#), Rejection::Malformed { .. });
    rejected!(damaged(ORDER, r#"{"ge":[3,10]}"#, r#"{"ge":[3]}"#), Rejection::Malformed { .. });
    rejected!(damaged(SIMPLEST, r#""t":"L""#, r#""t":"X""#), Rejection::Malformed { .. });
    rejected!(damaged(NOT_GE, "Right", "Up"), Rejection::Malformed { .. });
    rejected!(damaged(ORDER, "}]}", "}]} x"), Rejection::Malformed { .. });
    rejected!("", Rejection::Malformed { .. });
}

#[test]
fn a_node_that_names_itself_a_later_one_or_none() {
    rejected!(
        damaged(ORDER, r#"{"r":[0,1]}"#, r#"{"r":[0,10]}"#),
        Rejection::NodeOutOfOrder { node: 10, option: 10 }
    );
    rejected!(
        damaged(ORDER, r#"{"r":[0,1]}"#, r#"{"l":[11]}"#),
        Rejection::NodeOutOfOrder { node: 10, option: 11 }
    );
    rejected!(damaged(ORDER, r#"{"ge":[3,10]}"#, r#"{"ge":[3,100]}"#), Rejection::NoSuchNode { node: 100 });
    rejected!(
        damaged(SIMPLEST, r#""x":1,"#, r#""x":4294967295,"#),
        Rejection::NoSuchNode { node: 4_294_967_295 }
    );
    rejected!(
        damaged(ORDER, r#""claims":[{"ge":[3,10]}]"#, r#""claims":[{"ge":[3,40]}]"#),
        Rejection::NoSuchNode { node: 40 }
    );
}

#[test]
fn a_step_that_names_itself_or_a_later_one() {
    rejected!(
        damaged(ORDER, r#""right":[0]"#, r#""right":[2]"#),
        Rejection::StepOutOfOrder { step: 2, named: 2 }
    );
    rejected!(
        damaged(ORDER, r#""strong_left":1"#, r#""strong_left":3"#),
        Rejection::StepOutOfOrder { step: 2, named: 3 }
    );
    let cycle = [
        r#"{"strong":[0,"Left"]} by "end_like""#,
        r#"{"strong":[4,"Left"]} by {"option":{"to":3,"itself":2,"replies":[0]}}"#,
        r#"{"strong":[3,"Left"]} by "end_like""#,
    ];
    rejected!(json(B, BASE, &cycle), Rejection::StepOutOfOrder { step: 1, named: 2 });
}

#[test]
fn a_wrong_reply() {
    rejected!(
        damaged(ORDER, r#""right":[0]"#, r#""right":[1]"#),
        Rejection::NotAnAnswer { step: 2, named: 1 }
    );
    rejected!(
        damaged(SIMPLEST, r#""left":[0,4]"#, r#""left":[4,0]"#),
        Rejection::NotAnAnswer { step: 6, named: 4 }
    );
    rejected!(
        damaged(SIMPLEST, r#""left":[0,4]"#, r#""left":[0,5]"#),
        Rejection::NotAnAnswer { step: 6, named: 5 }
    );
    rejected!(
        damaged(IMPARTIAL, r#"{"equal":[0,0]}"#, r#"{"equal":[1,1]}"#),
        Rejection::NotAnAnswer { step: 1, named: 0 }
    );
}

#[test]
fn a_move_without_reply() {
    rejected!(
        damaged(ORDER, r#""right":[0]"#, r#""right":[]"#),
        Rejection::MissingReply { step: 2, wanted: 1, given: 0 }
    );
    rejected!(
        damaged(SIMPLEST, r#""left":[0,4]"#, r#""left":[0]"#),
        Rejection::MissingReply { step: 6, wanted: 2, given: 1 }
    );
    rejected!(
        damaged(ORDER, r#""left":[]"#, r#""left":[0]"#),
        Rejection::MissingReply { step: 2, wanted: 0, given: 1 }
    );
    rejected!(
        damaged(BLOCKING, r#""replies":[1]"#, r#""replies":[]"#),
        Rejection::MissingReply { step: 5, wanted: 1, given: 0 }
    );
}

#[test]
fn swapped_forms() {
    rejected!(damaged(ORDER, r#"{"ge":[3,10]}"#, r#"{"ge":[10,3]}"#), Rejection::MissingReply { .. });
    rejected!(
        damaged(NOT_GE, r#"{"not_ge":[10,3]}"#, r#"{"not_ge":[3,10]}"#),
        Rejection::WrongWinner { step: 1, .. }
    );
}

#[test]
fn strength_that_is_missing_or_another_or_unneeded() {
    use misere_check::Player::{Left, Right};
    rejected!(
        damaged(ORDER, r#","strong_left":1"#, ""),
        Rejection::MissingStrength { step: 2, player: Left }
    );
    rejected!(
        damaged(INVERTIBLE, r#","strong_right":4"#, ""),
        Rejection::MissingStrength { step: 6, player: Right }
    );
    rejected!(
        damaged(INVERTIBLE, r#""strong_right":4"#, r#""strong_right":3"#),
        Rejection::WrongStep { step: 6, named: 3, .. }
    );
    rejected!(
        damaged(SIMPLEST, r#""left":[0,4]"#, r#""left":[0,4],"strong_left":3"#),
        Rejection::UnneededStrength { step: 6, player: Left }
    );
    rejected!(
        damaged("the simplest form in normal play", r#""left":[]"#, r#""left":[],"strong_left":0"#),
        Rejection::UnneededStrength { step: 1, player: Left }
    );
    rejected!(
        damaged(IMPARTIAL, r#""right":[]"#, r#""right":[],"strong_left":0"#),
        Rejection::WrongEvidence { step: 1 }
    );
}

#[test]
fn strength_by_the_rule_of_another_universe() {
    let play = r#"{"strong":[4,"Left"]} by "play""#;
    for universe in [M, B, D1] {
        rejected!(json(universe, BASE, &[play]), Rejection::WrongEvidence { step: 0 });
    }
    let option = [
        r#"{"strong":[0,"Left"]} by "end_like""#,
        r#"{"strong":[3,"Left"]} by "end_like""#,
        r#"{"strong":[4,"Left"]} by {"option":{"to":3,"itself":1,"replies":[0]}}"#,
    ];
    for universe in [M, D, E, D1] {
        rejected!(json(universe, BASE, &option), Rejection::WrongEvidence { step: 2 });
    }
    let test_set = r#"{"test_set":[2,[0,3,5]]} by "closure""#;
    for universe in [M, D, E, B, N, I] {
        rejected!(json(universe, BASE, &[test_set]), Rejection::WrongEvidence { step: 0 });
    }
    let end_like = r#"{"strong":[3,"Left"]} by "end_like""#;
    for universe in [N, I] {
        rejected!(json(universe, BASE, &[end_like]), Rejection::WrongEvidence { step: 0 });
    }
}

#[test]
fn claims_of_another_universe() {
    rejected!(json(I, BASE, &[r#"{"ge":[0,0]} by "same""#]), Rejection::WrongEvidence { step: 0 });
    rejected!(json(D, BASE, &[r#"{"equal":[0,0]} by "same""#]), Rejection::WrongEvidence { step: 0 });
    rejected!(json(N, BASE, &[r#"{"member":0} by "definition""#]), Rejection::WrongEvidence { step: 0 });
    rejected!(json(D1, BASE, &[r#"{"member":0} by "definition""#]), Rejection::WrongEvidence { step: 0 });
    rejected!(json(D, BASE, &[r#"{"member":0} by {"sums":[]}"#]), Rejection::WrongEvidence { step: 0 });
    rejected!(json(N, BASE, &[r#"{"ge":[7,7]} by "same""#]), Rejection::WrongForm { step: 0, node: 7 });
    rejected!(json(I, BASE, &[r#"{"equal":[2,2]} by "same""#]), Rejection::WrongForm { step: 0, node: 2 });
    rejected!(json(D, BASE, &[r#"{"outcome":[0,"N"]} by "play""#]), Rejection::WrongEvidence { step: 0 });
}

#[test]
fn play_that_shows_no_strength() {
    let claim = r#"{"strong":[8,"Left"]} by "play""#;
    rejected!(json(D, BASE, &[claim]), Rejection::NotStrong { step: 0, node: 8, .. });
    // {*|*} is strong modulo D but not modulo E.
    let claim = r#"{"strong":[9,"Right"]} by "play""#;
    assert!(verdict(&json(D, BASE, &[claim])).is_ok());
    rejected!(json(E, BASE, &[claim]), Rejection::NotStrong { step: 0, node: 9, .. });
    let by_test_set =
        [r#"{"test_set":[2,[0,3,5]]} by "closure""#, r#"{"strong":[9,"Left"]} by {"test_set":0}"#];
    rejected!(json(D1, BASE, &by_test_set), Rejection::NotStrong { step: 1, node: 9, .. });
    rejected!(
        damaged(BLOCKING, r#""to":3,"itself":3"#, r#""to":2,"itself":3"#),
        Rejection::NotAnOption { step: 5, node: 2 }
    );
    // {0|0} has the Left option 0, which Right wins if he starts.
    let claim = [
        r#"{"strong":[0,"Left"]} by "end_like""#,
        r#"{"strong":[1,"Left"]} by {"option":{"to":0,"itself":0,"replies":[]}}"#,
    ];
    rejected!(json(B, BASE, &claim), Rejection::WrongWinner { step: 1, .. });
    rejected!(
        json(M, BASE, &[r#"{"strong":[4,"Left"]} by "end_like""#]),
        Rejection::NotAnEnd { step: 0, node: 4 }
    );
}

#[test]
fn a_separator_outside_the_universe() {
    rejected!(
        json(D, BASE, &[r#"{"member":3} by "definition""#]),
        Rejection::NotInUniverse { step: 0, node: 3 }
    );
    rejected!(
        json(E, BASE, &[r#"{"member":11} by "definition""#]),
        Rejection::NotInUniverse { step: 0, node: 11 }
    );
    // {.|2}: Right's move to 2 can be taken back only in part.
    let nodes = BASE.to_owned() + r#",{"r":[12]}"#;
    rejected!(
        json(B, &nodes, &[r#"{"member":13} by "definition""#]),
        Rejection::NotInUniverse { step: 0, node: 13 }
    );
    rejected!(
        json(M, BASE, &[r#"{"member":7} by "definition""#]),
        Rejection::NotInUniverse { step: 0, node: 7 }
    );
    rejected!(damaged(NOT_GE, r#""member":0,"#, ""), Rejection::NotInUniverse { step: 1, node: 0 });
    rejected!(
        damaged(SIMPLEST, r#""x":1,"member":8"#, r#""x":1,"member":7"#),
        Rejection::WrongStep { step: 10, named: 7, .. }
    );
    rejected!(
        damaged("0 ≱ 1 in normal play", r#""x":0"#, r#""x":7"#),
        Rejection::WrongForm { step: 0, node: 7 }
    );
    rejected!(
        damaged("*2 is not its own inverse modulo I", r#""x":0"#, r#""x":0,"member":0"#),
        Rejection::WrongEvidence { step: 0 }
    );
    let partizan = [r#"{"not_equal":[0,1]} by {"separator":{"x":2,"starter":"Left"}}"#];
    rejected!(json(I, BASE, &partizan), Rejection::WrongForm { step: 0, node: 2 });
}

#[test]
fn a_separator_that_does_not_separate() {
    rejected!(damaged(NOT_GE, r#""starter":"Right""#, r#""starter":"Left""#), Rejection::WrongWinner { .. });
    let claim = [r#"{"not_equal":[0,0]} by {"separator":{"x":1,"starter":"Left"}}"#];
    rejected!(json(I, BASE, &claim), Rejection::WrongWinner { step: 0, .. });
    rejected!(damaged("0 ≱ 1 in normal play", "[0,2]", "[2,0]"), Rejection::WrongWinner { step: 0, .. });
}

#[test]
fn weakness_shown_by_what_is_no_end_or_is_beaten() {
    let with_end = |x: u32| {
        json(
            E,
            BASE,
            &[
                &format!(r#"{{"member":{x}}} by "definition""#),
                &format!(r#"{{"not_strong":[9,"Left"]}} by {{"end":{{"x":{x},"member":0}}}}"#),
            ],
        )
    };
    assert!(verdict(&with_end(3)).is_ok());
    rejected!(with_end(2), Rejection::NotAnEnd { step: 1, node: 2 });
    rejected!(with_end(1), Rejection::NotAnEnd { step: 1, node: 1 });
    rejected!(with_end(0), Rejection::WrongWinner { step: 1, .. });
}

#[test]
fn an_end_that_is_not_the_sum() {
    rejected!(damaged(SUMS, "[5,[3,3]]", "[5,[3]]"), Rejection::NotTheSum { step: 0, node: 5 });
    rejected!(damaged(SUMS, "[5,[3,3]]", "[5,[3,3,3]]"), Rejection::NotTheSum { step: 0, node: 5 });
    rejected!(damaged(SUMS, "[5,[3,3]]", "[5,[5]]"), Rejection::NotAPart { step: 0, part: 5 });
    rejected!(damaged(SUMS, "[12,[2,2]]", "[12,[3,3]]"), Rejection::NotAPart { step: 0, part: 3 });
    rejected!(damaged(SUMS, "[3,[3]],", ""), Rejection::MissingEnd { step: 0, end: 3 });
    rejected!(damaged(SUMS, ",[12,[2,2]]", ""), Rejection::MissingEnd { step: 0, end: 12 });
    rejected!(damaged(SUMS, "[3,[3]]", "[3,[3]],[1,[]]"), Rejection::NotAnEnd { step: 0, node: 1 });
    rejected!(
        json(D1, BASE, &[r#"{"member":7} by {"sums":[]}"#]),
        Rejection::NotInUniverse { step: 0, node: 7 }
    );
}

#[test]
fn generators() {
    for generator in ["1", "2", "4", "7"] {
        rejected!(
            damaged(GENERATED, r#""generators":[3]"#, &format!(r#""generators":[{generator}]"#)),
            Rejection::GeneratorNotAnEnd { .. }
        );
    }
    rejected!(
        damaged(GENERATED, r#""generators":[3]"#, r#""generators":[13]"#),
        Rejection::NoSuchNode { node: 13 }
    );
    rejected!(damaged(GENERATED, "D(A)", "E"), Rejection::UnexpectedGenerators);
}

#[test]
fn test_sets() {
    let set = |new| damaged(GENERATED, "[2,[0,3,5]]", new);
    rejected!(set("[2,[3,5]]"), Rejection::NoZero { step: 2 });
    rejected!(set("[2,[0,3]]"), Rejection::SumNotCovered { step: 2, parts: [3, 3] });
    rejected!(set("[2,[0,5]]"), Rejection::FollowerNotCovered { step: 2, follower: 3 });
    rejected!(set("[2,[0,3,5,2]]"), Rejection::NotADeadEnd { step: 2, node: 2 });
    rejected!(set("[1,[0,3]]"), Rejection::TestSetTooSmall { step: 3, n: 1, rank: 2 });
    rejected!(set("[2,[0,3,5,99]]"), Rejection::NoSuchNode { node: 99 });
    rejected!(
        damaged(GENERATED, r#"{"test_set":2}"#, r#"{"test_set":1}"#),
        Rejection::WrongStep { step: 3, named: 1, .. }
    );
}

#[test]
fn a_wrong_outcome_or_strategy() {
    rejected!(damaged(OUTCOME, r#""N""#, r#""P""#), Rejection::NoReply { step: 0, position: 3 });
    // In misère play * is a 𝓟-position.
    let star = r#"{"outcome":[1,"N"]} by {"strategies":{"left_starts":[[1,0]],"right_starts":[[1,0]]}}"#;
    rejected!(json(M, BASE, &[star]), Rejection::WrongWinner { step: 0, .. });
    assert!(verdict(&json(N, BASE, &[star])).is_ok());
    rejected!(
        damaged(OUTCOME, r#""left_starts":[[4,3]]"#, r#""left_starts":[]"#),
        Rejection::NoReply { step: 0, position: 4 }
    );
    rejected!(
        damaged(OUTCOME, r#""left_starts":[[4,3]]"#, r#""left_starts":[[4,2]]"#),
        Rejection::NotAnOption { step: 0, node: 2 }
    );
    let n = r#"{"outcome":[1,"P"]} by {"strategies":{"left_starts":[],"right_starts":[]}}"#;
    assert!(verdict(&json(M, BASE, &[n])).is_ok());
    rejected!(json(N, BASE, &[n]), Rejection::WrongWinner { step: 0, .. });
}

#[test]
fn not_simplest() {
    use misere_check::Statement::{NotGe, NotStrong};
    // A tombstone left unerased: {0,#|*} without the step that it is needed.
    let needed = r#"{"claim":{"not_strong":[8,"Left"]},"by":{"end":{"x":0,"member":7}}}"#;
    let other = r#"{"claim":{"ge":[0,0]},"by":"same"}"#;
    rejected!(damaged(SIMPLEST, needed, other), Rejection::NotReduced { step: 11, missing: NotStrong(8, _) });
    // A reversible option.
    let irreversible = r#"{"claim":{"not_ge":[0,7]},"by":{"separator":{"x":1,"member":8,"starter":"Left"}}}"#;
    rejected!(
        damaged(SIMPLEST, irreversible, other),
        Rejection::NotReduced { step: 11, missing: NotGe(0, 7) }
    );
    // A dominated pair: 0 and * are options of {0,*|*}.
    rejected!(
        json(D, BASE, &[r#"{"ge":[6,6]} by "same""#, r#"{"simplest":[6,6]} by {"reduced":{"ge":0,"le":0}}"#]),
        Rejection::NotReduced { step: 1, missing: NotGe(0, 1) }
    );
    rejected!(
        damaged(SIMPLEST, r#""ge":5,"le":6"#, r#""ge":6,"le":5"#),
        Rejection::WrongStep { step: 11, named: 6, .. }
    );
    // The form without its tombstone is not listed.
    let nodes = r#"{},{"l":[0],"r":[0],"t":"R"}"#;
    let steps = [r#"{"ge":[1,1]} by "same""#, r#"{"simplest":[1,1]} by {"reduced":{"ge":0,"le":0}}"#];
    rejected!(json(D, nodes, &steps), Rejection::NotListed { step: 1, .. });
}

#[test]
fn not_the_sum_with_the_conjugate() {
    rejected!(
        damaged(INVERTIBLE, r#"{"node":4,"#, r#"{"node":9,"#),
        Rejection::NotTheSum { step: 7, node: 9 }
    );
    rejected!(
        damaged(INVERTIBLE, r#"{"invertible":2}"#, r#"{"invertible":12}"#),
        Rejection::NotTheSum { .. }
    );
    rejected!(
        damaged(INVERTIBLE, r#""ge":5,"le":6"#, r#""ge":5,"le":5"#),
        Rejection::WrongStep { step: 7, named: 5, .. }
    );
    rejected!(
        damaged("* is not invertible modulo E", r#"{"not_invertible":1}"#, r#"{"not_invertible":2}"#),
        Rejection::NotTheSum { step: 2, node: 9 }
    );
    // {#|.} + {.|#} = {#|#}, not 0; and no node is 0.
    let nodes = r#"{"t":"L"},{"t":"LR"}"#;
    let steps = [r#"{"ge":[1,1]} by "same""#, r#"{"invertible":0} by {"sum":{"node":1,"ge":0,"le":0}}"#];
    rejected!(json(M, nodes, &steps), Rejection::NotListed { step: 1, .. });
    let steps = [r#"{"ge":[0,0]} by "same""#, r#"{"invertible":0} by {"sum":{"node":0,"ge":0,"le":0}}"#];
    rejected!(json(M, nodes, &steps), Rejection::NotTheSum { step: 1, node: 0 });
}

#[test]
fn impartial_zero_equals_only_positions_won_by_the_next_player() {
    // The option 0 of * has no option that could be 0.
    let steps = [r#"{"equal":[0,0]} by "same""#, r#"{"equal":[1,0]} by {"pairs":{"right":[0],"left":[]}}"#];
    rejected!(json(I, BASE, &steps), Rejection::NotAnAnswer { step: 1, named: 0 });
    // {{{*|*}|…}|…}: each option has an option that is 0, and the next player wins.
    let nodes = r#"{},{"l":[0],"r":[0]},{"l":[1],"r":[1]},{"l":[2],"r":[2]},{"l":[3],"r":[3]}"#;
    let steps = [
        r#"{"equal":[0,0]} by "same""#,
        r#"{"equal":[2,0]} by {"pairs":{"right":[0],"left":[]}}"#,
        r#"{"equal":[4,0]} by {"pairs":{"right":[1],"left":[]}}"#,
    ];
    assert!(verdict(&json(I, nodes, &steps)).is_ok());
    // {*2|*2}: its option has the option 0, but the previous player wins.
    let nodes = r#"{},{"l":[0],"r":[0]},{"l":[0,1],"r":[0,1]},{"l":[2],"r":[2]}"#;
    let steps = [r#"{"equal":[0,0]} by "same""#, r#"{"equal":[3,0]} by {"pairs":{"right":[0],"left":[]}}"#];
    rejected!(json(I, nodes, &steps), Rejection::WrongWinner { step: 1, .. });
}

#[test]
fn forms_that_are_not_the_same() {
    rejected!(json(M, BASE, &[r#"{"ge":[2,3]} by "same""#]), Rejection::NotTheSame { step: 0 });
}

#[test]
fn a_claim_about_another_form() {
    let claim = |new| damaged(ORDER, r#""claims":[{"ge":[3,10]}]"#, new);
    rejected!(claim(r#""claims":[{"ge":[10,3]}]"#), Rejection::ClaimNotProved { claim: 0 });
    rejected!(claim(r#""claims":[{"ge":[3,10]},{"ge":[3,9]}]"#), Rejection::ClaimNotProved { claim: 1 });
    rejected!(claim(r#""claims":[]"#), Rejection::NoClaims);
}
