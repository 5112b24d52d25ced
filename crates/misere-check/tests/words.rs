//! Statements in words: complete, sorted, and not much longer than the certificate.

mod common;

use std::time::{Duration, Instant};

use common::{BASE, D, D1, M, json};
use misere_check::{Certificate, Node, Rejection, Script, Statement, Words, describe};

fn certificate(universe: &str, nodes: &str, claims: &str) -> Certificate {
    let text = json(universe, nodes, &[r#"{"member":0} by "definition""#]);
    let text = text.replace(r#""claims":[{"member":0}]"#, &format!(r#""claims":[{claims}]"#));
    Certificate::from_json(text.as_bytes()).expect("it is well formed")
}

/// Words with the names spelled out: the tree that F1 stands for.
fn expanded(said: &str) -> String {
    let (claim, definitions) = said.split_once(", where ").unwrap_or((said, ""));
    let mut claim = claim.to_owned();
    let definitions: Vec<&str> = definitions.split(", F").map(|one| one.trim_start_matches('F')).collect();
    for (i, definition) in definitions.iter().enumerate().filter(|(_, one)| !one.is_empty()) {
        let (number, form) = definition.split_once(" = ").expect("a name and a form");
        assert_eq!(number, (i + 1).to_string());
        for end in ["|", ",", "}", " "] {
            claim = claim.replace(&format!("F{number}{end}"), &format!("{form}{end}"));
        }
    }
    claim
}

#[test]
fn options_are_written_once_and_sorted_whatever_their_numbers() {
    // Node 3 is * once more.
    let nodes =
        r#"{},{"r":[0]},{"l":[0],"r":[0]},{"l":[0,0],"r":[0]},{"l":[0]},{"l":[3,1,2,4,0,0],"r":[2,3]}"#;
    let said = describe(&certificate(M, nodes, ""), &Statement::Ge(5, 3));
    assert_eq!(said.as_deref(), Ok("{0,1,-1,*|*} ≥ * modulo M"));
}

#[test]
fn generators_are_written_once_and_sorted() {
    let universe = r#"{"name":"D(A)","generators":[5,3,0,3,5]}"#;
    let said = describe(&certificate(universe, BASE, ""), &Statement::Member(1));
    assert_eq!(said.as_deref(), Ok("* is in D(0,-1,-2)"));
}

#[test]
fn a_long_list_of_generators_names_the_universe() {
    let chain = |i: usize| if i == 0 { "{}".to_owned() } else { format!(r#"{{"r":[{}]}}"#, i - 1) };
    let nodes: Vec<String> = (0..60).map(chain).collect();
    let numbers: Vec<String> = (0..60).rev().map(|i| i.to_string()).collect();
    let universe = format!(r#"{{"name":"D(A)","generators":[{}]}}"#, numbers.join(","));
    let certificate = certificate(&universe, &nodes.join(","), r#"{"member":0},{"strong":[1,"Left"]}"#);
    let integers: Vec<String> =
        (0..60).map(|i| if i == 0 { "0".to_owned() } else { format!("-{i}") }).collect();
    assert_eq!(
        Words::new(&certificate).unwrap().claims(),
        format!("0 is in U; -1 is Left U-strong, where U = D({})", integers.join(","))
    );
}

#[test]
fn integers_and_nimbers_have_their_names() {
    // 0, *, *2, …, *20; then 1, 2, …, 100.
    let all = |i: usize| (0..i).map(|j| j.to_string()).collect::<Vec<_>>().join(",");
    let nimbers = (0..21).map(|i| format!(r#"{{"l":[{0}],"r":[{0}]}}"#, all(i)));
    let integers = (21..121).map(|i| format!(r#"{{"l":[{}]}}"#, if i == 21 { 0 } else { i - 1 }));
    let nodes: Vec<String> = nimbers.chain(integers).collect();
    let said = describe(&certificate(M, &nodes.join(","), ""), &Statement::Ge(20, 120));
    assert_eq!(said.as_deref(), Ok("*20 ≥ 100 modulo M"));
}

/// 0, and then forms with the two before them as options of both players.
fn ladder(length: u32) -> Certificate {
    let mut certificate = certificate(D, "{}", "");
    for n in 1..length {
        let options: Vec<u32> = (n.saturating_sub(2)..n).collect();
        certificate.nodes.push(Node { l: options.clone(), r: options, t: None });
    }
    // Without this option the forms would be nimbers for a while.
    certificate.nodes[1].r.clear();
    certificate
}

#[test]
fn long_forms_are_named_and_defined_in_full() {
    let certificate = ladder(12);
    let said = describe(&certificate, &Statement::Ge(11, 0)).unwrap();
    assert!(said.starts_with("F1 ≥ 0 modulo D, where F1 = {"), "{said}");
    let mut forms = vec!["0".to_owned(), "1".to_owned()];
    for n in 2..12 {
        let options = format!("{},{}", forms[n - 2], forms[n - 1]);
        forms.push(format!("{{{options}|{options}}}"));
    }
    assert_eq!(expanded(&said), format!("{} ≥ 0 modulo D", forms[11]));
}

#[test]
fn names_are_shared_by_claims_and_defined_once() {
    let certificate = ladder(12);
    let words = Words::new(&certificate).unwrap();
    assert_eq!(words.statement(&Statement::Ge(10, 11)), "F1 ≥ F2 modulo D");
    assert_eq!(words.statement(&Statement::Simplest(11, 10)), "F1 is the simplest form of F2 modulo D");
    let definitions = words.definitions();
    for (i, definition) in definitions.iter().enumerate() {
        assert!(definition.starts_with(&format!("F{} = {{", i + 1)), "{definition}");
    }
    assert_eq!(words.definitions(), definitions);
}

#[test]
fn trees_of_astronomical_size_are_described_at_once() {
    let start = Instant::now();
    for length in [42, 3_000, 100_000] {
        // More than 2^40 edges as a tree; 4 a node as a certificate.
        let said = describe(&ladder(length), &Statement::Ge(length - 1, length / 2)).unwrap();
        assert!(said.starts_with("F1 ≥ F2 modulo D, where F1 = {"), "{said:.100}");
        assert!(said.len() < 60 * length as usize, "{} for {length}", said.len());
    }
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_deep_form_is_cut_into_pieces() {
    let mut certificate = certificate(M, "{},{}", "");
    for n in 1..10_000 {
        certificate.nodes.push(Node { l: vec![n], r: vec![0], t: None });
    }
    let said = describe(&certificate, &Statement::Outcome(10_000, misere_check::Outcome::N)).unwrap();
    let expected = "{".repeat(9_998) + "*" + &"|0}".repeat(9_998) + " has outcome N";
    assert_eq!(expanded(&said), expected);
    assert!(said.len() < 200_000);
}

#[test]
fn what_is_no_form_is_not_described() {
    let certificate = certificate(M, r#"{},{"l":[2]},{}"#, "");
    let refused = describe(&certificate, &Statement::Ge(0, 0));
    assert_eq!(refused, Err(Rejection::NodeOutOfOrder { node: 1, option: 2 }));
}

#[test]
fn ascii_and_latex_have_their_own_signs() {
    let certificate = certificate(D1, BASE, "");
    let say = |script, statement: &Statement| {
        Words::new(&certificate).unwrap().in_notation(script, ["■"; 2], |_| None).statement(statement)
    };
    for (statement, ascii, latex) in [
        (
            Statement::NotGe(7, 3),
            "{0,#|*} not >= -1 modulo D(-1)",
            r"\{0,\blacksquare \mid *\} \not\ge \overline{1}\text{ modulo }\mathcal{D}(\overline{1})",
        ),
        (
            Statement::Invertible(11),
            "{|1} + ~{|1} = 0 modulo D(-1)",
            r"\{\cdot \mid 1\} + \overline{\{\cdot \mid 1\}} \equiv 0\text{ modulo }\mathcal{D}(\overline{1})",
        ),
        (
            Statement::NotStrong(1, misere_check::Player::Left),
            "* is not Left D(-1)-strong",
            r"*\text{ is not Left }\mathcal{D}(\overline{1})\text{-strong}",
        ),
    ] {
        assert_eq!(say(Script::Ascii, &statement), ascii);
        assert_eq!(say(Script::Latex, &statement), latex);
    }
    let ladder = ladder(12);
    let words = Words::new(&ladder).unwrap().in_notation(Script::Latex, ["Σᴸ", "Σᴿ"], |_| None);
    assert_eq!(words.statement(&Statement::Ge(11, 0)), r"F_{1} \ge 0\text{ modulo }\mathcal{D}");
    assert!(words.definitions()[0].starts_with(r"F_{1} = \{"));
}
