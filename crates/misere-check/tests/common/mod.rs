//! Certificates in a shorter notation.

#![allow(dead_code, reason = "not every test file uses every helper")]

use misere_check::{Accepted, Certificate, Rejection, check};

/// The JSON of a certificate with these steps, written `claim by evidence`, whose
/// claim is that of the last step.
pub(crate) fn json(universe: &str, nodes: &str, steps: &[&str]) -> String {
    let mut claim = "";
    let steps: Vec<String> = steps
        .iter()
        .map(|step| {
            let (statement, evidence) = step.split_once(" by ").expect("a claim and its evidence");
            claim = statement;
            format!(r#"{{"claim":{statement},"by":{evidence}}}"#)
        })
        .collect();
    format!(
        r#"{{"format":"misere-certificate","version":1,"universe":{universe},"nodes":[{nodes}],"steps":[{}],"claims":[{claim}]}}"#,
        steps.join(",")
    )
}

pub(crate) fn verdict(json: &str) -> Result<Accepted, Rejection> {
    let certificate = Certificate::from_json(json.as_bytes())?;
    assert_eq!(Certificate::from_json(certificate.to_json().as_bytes()).as_ref(), Ok(&certificate));
    check(&certificate)
}

pub(crate) const M: &str = r#"{"name":"M"}"#;
pub(crate) const D: &str = r#"{"name":"D"}"#;
pub(crate) const E: &str = r#"{"name":"E"}"#;
pub(crate) const B: &str = r#"{"name":"B"}"#;
pub(crate) const N: &str = r#"{"name":"N"}"#;
pub(crate) const I: &str = r#"{"name":"I"}"#;
/// D(-1), with the nodes of [`BASE`].
pub(crate) const D1: &str = r#"{"name":"D(A)","generators":[3]}"#;

/// 0 = 0, 1 = *, 2 = 1, 3 = -1, 4 = {-1|1} = 1 + -1, 5 = -2, 6 = {0,*|*},
/// 7 = {0,#|*}, 8 = {0|*}, 9 = {*|*} = * + *, 10 = {.|0,*}, 11 = {.|1}, 12 = 2.
pub(crate) const BASE: &str = r#"{},{"l":[0],"r":[0]},{"l":[0]},{"r":[0]},{"l":[3],"r":[2]},{"r":[3]},{"l":[0,1],"r":[1]},{"l":[0],"r":[1],"t":"L"},{"l":[0],"r":[1]},{"l":[1],"r":[1]},{"r":[0,1]},{"r":[2]},{"l":[2]}"#;

/// Named valid certificates, of every kind of claim and evidence in every universe.
pub(crate) fn valid() -> Vec<(&'static str, String, &'static str)> {
    let none = "checked; relies on no theorem";
    let order = "checked; relies on [universe] Theorem 5.5";
    let dicot_simplest = [
        r#"{"ge":[0,0]} by "same""#,
        r#"{"ge":[1,1]} by "same""#,
        r#"{"strong":[6,"Left"]} by "play""#,
        r#"{"strong":[7,"Left"]} by "end_like""#,
        r#"{"ge":[7,0]} by {"pairs":{"right":[0],"left":[],"strong_left":3}}"#,
        r#"{"ge":[6,7]} by {"pairs":{"right":[1],"left":[0],"strong_left":2}}"#,
        r#"{"ge":[7,6]} by {"pairs":{"right":[1],"left":[0,4]}}"#,
        r#"{"member":0} by "definition""#,
        r#"{"member":1} by "definition""#,
        r#"{"not_strong":[8,"Left"]} by {"end":{"x":0,"member":7}}"#,
        r#"{"not_ge":[0,7]} by {"separator":{"x":1,"member":8,"starter":"Left"}}"#,
        r#"{"simplest":[6,7]} by {"reduced":{"ge":5,"le":6}}"#,
    ];
    let invertible_in = |strong: [&'static str; 4]| {
        let [a, b, c, d] = strong;
        vec![
            r#"{"ge":[0,0]} by "same""#,
            a,
            b,
            c,
            d,
            r#"{"ge":[4,0]} by {"pairs":{"right":[0],"left":[],"strong_left":3}}"#,
            r#"{"ge":[0,4]} by {"pairs":{"right":[],"left":[0],"strong_right":4}}"#,
            r#"{"invertible":2} by {"sum":{"node":4,"ge":5,"le":6}}"#,
        ]
    };
    let played = [
        r#"{"strong":[3,"Left"]} by "end_like""#,
        r#"{"strong":[2,"Right"]} by "end_like""#,
        r#"{"strong":[4,"Left"]} by "play""#,
        r#"{"strong":[4,"Right"]} by "play""#,
    ];
    let tested = [
        r#"{"strong":[3,"Left"]} by "end_like""#,
        r#"{"test_set":[2,[0,3,5]]} by "closure""#,
        r#"{"strong":[4,"Left"]} by {"test_set":2}"#,
        r#"{"strong":[4,"Right"]} by {"test_set":2}"#,
    ];
    let blocking = [
        r#"{"ge":[0,0]} by "same""#,
        r#"{"strong":[0,"Left"]} by "end_like""#,
        r#"{"strong":[0,"Right"]} by "end_like""#,
        r#"{"strong":[3,"Left"]} by "end_like""#,
        r#"{"strong":[2,"Right"]} by "end_like""#,
        r#"{"strong":[4,"Left"]} by {"option":{"to":3,"itself":3,"replies":[1]}}"#,
        r#"{"strong":[4,"Right"]} by {"option":{"to":2,"itself":4,"replies":[2]}}"#,
        r#"{"ge":[4,0]} by {"pairs":{"right":[0],"left":[],"strong_left":5}}"#,
        r#"{"ge":[0,4]} by {"pairs":{"right":[],"left":[0],"strong_right":6}}"#,
        r#"{"invertible":2} by {"sum":{"node":4,"ge":7,"le":8}}"#,
    ];
    let impartial = r#"{},{"l":[0],"r":[0]},{"l":[1],"r":[1]},{"l":[0,1],"r":[1,0]},{"l":[1,2,3],"r":[1,2,3]},{"l":[3,4],"r":[3,4]}"#;
    vec![
        ("same modulo M", json(M, BASE, &[r#"{"ge":[10,10]} by "same""#]), none),
        (
            "-1 ≥ {.|0,*} modulo M",
            json(
                M,
                BASE,
                &[
                    r#"{"ge":[0,0]} by "same""#,
                    r#"{"strong":[3,"Left"]} by "end_like""#,
                    r#"{"ge":[3,10]} by {"pairs":{"right":[0],"left":[],"strong_left":1}}"#,
                ],
            ),
            order,
        ),
        (
            "{.|0,*} ≱ -1 modulo M",
            json(
                M,
                BASE,
                &[
                    r#"{"member":0} by "definition""#,
                    r#"{"not_ge":[10,3]} by {"separator":{"x":0,"member":0,"starter":"Right"}}"#,
                ],
            ),
            none,
        ),
        (
            "1 + -1 is not Left strong modulo M",
            json(
                M,
                &(BASE.to_owned() + r#",{"r":[12]}"#),
                &[
                    r#"{"member":13} by "definition""#,
                    r#"{"not_strong":[4,"Left"]} by {"end":{"x":13,"member":0}}"#,
                    r#"{"not_ge":[4,0]} by {"separator":{"x":13,"member":0,"starter":"Left"}}"#,
                    r#"{"not_invertible":2} by {"sum_not":{"node":4,"not_ge":2}}"#,
                ],
            ),
            none,
        ),
        (
            "{0,#|*} is the simplest form of {0,*|*} modulo D",
            json(D, BASE, &dicot_simplest),
            "checked; relies on [universe] Theorem 5.5, Theorem 5.18",
        ),
        (
            "* is its own inverse modulo D",
            json(
                D,
                BASE,
                &[
                    r#"{"ge":[0,0]} by "same""#,
                    r#"{"strong":[9,"Left"]} by "play""#,
                    r#"{"strong":[9,"Right"]} by "play""#,
                    r#"{"ge":[9,0]} by {"pairs":{"right":[0],"left":[],"strong_left":1}}"#,
                    r#"{"ge":[0,9]} by {"pairs":{"right":[],"left":[0],"strong_right":2}}"#,
                    r#"{"invertible":1} by {"sum":{"node":9,"ge":3,"le":4}}"#,
                ],
            ),
            order,
        ),
        (
            "1 is invertible modulo E",
            json(E, BASE, &invertible_in([played[0], r#"{"ge":[1,1]} by "same""#, played[2], played[3]])),
            "checked; relies on [universe] Theorem 4.9, Theorem 5.5",
        ),
        (
            "* is not invertible modulo E",
            json(
                E,
                BASE,
                &[
                    r#"{"member":3} by "definition""#,
                    r#"{"not_ge":[9,0]} by {"separator":{"x":3,"member":0,"starter":"Left"}}"#,
                    r#"{"not_invertible":1} by {"sum_not":{"node":9,"not_ge":1}}"#,
                ],
            ),
            none,
        ),
        (
            "1 is invertible modulo B",
            json(B, BASE, &blocking),
            "checked; relies on [universe] Theorem 5.5, [blocking] Theorem 3.1",
        ),
        ("{.|1} is blocking", json(B, BASE, &[r#"{"member":11} by "definition""#]), none),
        (
            "1 is invertible modulo D(-1)",
            json(D1, BASE, &invertible_in(tested)),
            "checked; relies on [universe] Proposition 2.6, Theorem 3.1, Theorem 4.9, Theorem 5.5",
        ),
        (
            "{-2|2} is in D(-1)",
            json(
                D1,
                &(BASE.to_owned() + r#",{"l":[5],"r":[12]}"#),
                &[r#"{"member":13} by {"sums":[[5,[3,3]],[3,[3]],[2,[2]],[12,[2,2]]]}"#],
            ),
            none,
        ),
        (
            "* is not strong modulo D(-1)",
            json(
                D1,
                BASE,
                &[
                    r#"{"member":0} by {"sums":[]}"#,
                    r#"{"not_strong":[1,"Right"]} by {"end":{"x":0,"member":0}}"#,
                ],
            ),
            none,
        ),
        (
            "the test set of D(-1,0) for rank 3",
            // 3 = -1, 4 = {.|0,-1}, 5 = 4 + -1, as {.|4,-1+-1,-1}; 6 = -2.
            json(
                r#"{"name":"D(A)","generators":[2]}"#,
                r#"{},{"r":[0]},{"r":[0,1]},{"r":[1]},{"r":[1,2,3]}"#,
                &[r#"{"test_set":[3,[0,2,4]]} by "closure""#],
            ),
            "checked; relies on [universe] Theorem 3.1",
        ),
        (
            "outcome of 4 by strategies",
            json(
                M,
                BASE,
                &[r#"{"outcome":[4,"N"]} by {"strategies":{"left_starts":[[4,3]],"right_starts":[[4,2]]}}"#],
            ),
            none,
        ),
        (
            "outcome of {0,#|*}, tombstones ending the game",
            json(
                E,
                BASE,
                &[r#"{"outcome":[7,"N"]} by {"strategies":{"left_starts":[],"right_starts":[[7,1]]}}"#],
            ),
            none,
        ),
        (
            "the simplest form in normal play",
            json(
                N,
                BASE,
                &[
                    r#"{"ge":[0,0]} by "same""#,
                    r#"{"ge":[4,0]} by {"pairs":{"right":[0],"left":[]}}"#,
                    r#"{"ge":[0,4]} by {"pairs":{"right":[],"left":[0]}}"#,
                    r#"{"invertible":2} by {"sum":{"node":4,"ge":1,"le":2}}"#,
                    r#"{"simplest":[4,0]} by {"reduced":{"ge":1,"le":2}}"#,
                ],
            ),
            "checked; relies on the order of normal play, the simplest form theorem of normal play",
        ),
        (
            "0 ≱ 1 in normal play",
            json(N, BASE, &[r#"{"not_ge":[0,2]} by {"separator":{"x":0,"starter":"Left"}}"#]),
            none,
        ),
        (
            "outcome in normal play",
            json(
                N,
                BASE,
                &[r#"{"outcome":[2,"L"]} by {"strategies":{"left_starts":[[2,0]],"right_starts":[]}}"#],
            ),
            none,
        ),
        (
            "* is its own inverse modulo I",
            json(
                I,
                impartial,
                &[
                    r#"{"equal":[0,0]} by "same""#,
                    r#"{"equal":[0,2]} by {"pairs":{"right":[],"left":[0]}}"#,
                    r#"{"invertible":1} by {"sum":{"node":2,"ge":1,"le":1}}"#,
                ],
            ),
            "checked; relies on [nim] Theorem 1",
        ),
        (
            "*2 is not its own inverse modulo I",
            json(
                I,
                impartial,
                &[
                    r#"{"not_equal":[0,5]} by {"separator":{"x":0,"starter":"Left"}}"#,
                    r#"{"not_invertible":3} by {"sum_not":{"node":5,"not_ge":0}}"#,
                ],
            ),
            none,
        ),
    ]
}
