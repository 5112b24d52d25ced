//! Every kind of claim and evidence, accepted.

mod common;

use common::{BASE, D, D1, I, M, N, json, valid, verdict};
use misere_check::{Certificate, describe};

#[test]
fn valid_certificates_are_accepted_with_what_they_rely_on() {
    for (name, json, expected) in valid() {
        match verdict(&json) {
            Ok(accepted) => assert_eq!(accepted.to_string(), expected, "{name}"),
            Err(rejection) => panic!("{name}: {rejection}"),
        }
    }
}

#[test]
fn statements_are_about_forms_up_to_isomorphism() {
    // Node 3 is 2 again, with a repetition and in another order; node 4 uses it.
    let nodes = r#"{},{"l":[0],"r":[0]},{"l":[0,1],"r":[1]},{"l":[1,0,1],"r":[1]},{"l":[3]},{"l":[2]}"#;
    let text = json(D, nodes, &[r#"{"ge":[2,3]} by "same""#, r#"{"ge":[5,4]} by "same""#]);
    let claims = r#""claims":[{"ge":[4,4]},{"ge":[3,2]},{"ge":[3,3]}]"#;
    let text = text.replace(r#""claims":[{"ge":[5,4]}]"#, claims);
    assert!(verdict(&text).is_ok(), "{:?}", verdict(&text));
}

#[test]
fn repeated_options_are_answered_once() {
    let nodes = r#"{},{"r":[0]},{"r":[0]},{"r":[2,1]},{"r":[1]}"#;
    let steps = [
        r#"{"ge":[1,2]} by "same""#,
        r#"{"strong":[3,"Left"]} by "end_like""#,
        r#"{"ge":[3,4]} by {"pairs":{"right":[0],"left":[],"strong_left":1}}"#,
    ];
    assert!(verdict(&json(M, nodes, &steps)).is_ok());
}

#[test]
fn equality_may_be_used_in_either_direction() {
    let nodes = r#"{},{"l":[0],"r":[0]},{"l":[1],"r":[1]},{"l":[2],"r":[2]}"#;
    let steps = [
        r#"{"equal":[0,0]} by "same""#,
        r#"{"equal":[2,0]} by {"pairs":{"right":[0],"left":[]}}"#,
        // {{*|*}|{*|*}} = *: its option {*|*} is 0, which is the option of *.
        r#"{"equal":[1,3]} by {"pairs":{"right":[1],"left":[1]}}"#,
        r#"{"equal":[3,1]} by {"pairs":{"right":[1],"left":[1]}}"#,
    ];
    assert!(verdict(&json(I, nodes, &steps)).is_ok());
}

#[test]
fn statements_read_as_in_the_papers() {
    let say = |universe, claim: &str| {
        let text = json(universe, BASE, &[&format!(r#"{claim} by "same""#)]);
        let certificate = Certificate::from_json(text.as_bytes()).unwrap();
        describe(&certificate, &certificate.claims[0]).unwrap()
    };
    assert_eq!(say(D, r#"{"ge":[6,0]}"#), "{0,*|*} ≥ 0 modulo D");
    assert_eq!(say(N, r#"{"not_ge":[5,12]}"#), "-2 ≱ 2 in normal play");
    assert_eq!(say(D1, r#"{"strong":[7,"Left"]}"#), "{0,■|*} is Left D(-1)-strong");
    assert_eq!(say(D1, r#"{"not_strong":[7,"Right"]}"#), "{0,■|*} is not Right D(-1)-strong");
    assert_eq!(say(M, r#"{"member":4}"#), "{-1|1} is in M");
    assert_eq!(say(M, r#"{"outcome":[11,"L"]}"#), "{·|1} has outcome L");
    assert_eq!(say(N, r#"{"outcome":[11,"P"]}"#), "{·|1} has outcome P in normal play");
    assert_eq!(say(D, r#"{"simplest":[6,7]}"#), "{0,■|*} is the simplest form of {0,*|*} modulo D");
    assert_eq!(say(I, r#"{"equal":[9,0]}"#), "*{*} ≡ 0 modulo I");
    assert_eq!(say(I, r#"{"not_equal":[1,0]}"#), "* ≢ 0 modulo I");
    assert_eq!(say(D, r#"{"invertible":1}"#), "* + ~* ≡ 0 modulo D");
    assert_eq!(say(M, r#"{"not_invertible":2}"#), "1 + ~1 ≢ 0 modulo M");
    assert_eq!(
        say(D1, r#"{"test_set":[2,[5,0,3,0]]}"#),
        "every sum of followers of generators of D(-1), truncated after 2 moves, is ≥ one of 0,-1,-2"
    );
    assert_eq!(say(M, r#"{"member":999}"#), "? is in M");
}
