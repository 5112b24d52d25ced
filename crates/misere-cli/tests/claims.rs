//! An accepted claim is shown as what was proved.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use sha2::{Digest, Sha256};

fn check(certificate: &str, arguments: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_misere"))
        .args([&["check", "-"], arguments].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(certificate.as_bytes()).unwrap();
    let Output { stdout, status, .. } = child.wait_with_output().unwrap();
    let shown = String::from_utf8(stdout).unwrap();
    assert_eq!((status.code(), shown.lines().count()), (Some(0), 1), "{shown}");
    shown.trim_end().to_owned()
}

#[test]
fn repeated_generators_do_not_hide_the_fifth() {
    let certificate = r#"{"format":"misere-certificate","version":1,
        "universe":{"name":"D(A)","generators":[0,0,0,0,1,0]},"nodes":[{},{"r":[0]}],
        "steps":[{"claim":{"ge":[0,0]},"by":"same"}],"claims":[{"ge":[0,0]}]}"#;
    let shown = check(certificate, &[]);
    assert!(shown.ends_with("0 ≥ 0 modulo D(0,-1)"), "{shown}");
}

/// A node whose options are repeated, and in another order than they are written in.
#[test]
fn repeated_options_do_not_push_the_point_away() {
    let zeros = "0,".repeat(1_000);
    let certificate = format!(
        r#"{{"format":"misere-certificate","version":1,"universe":{{"name":"M"}},
        "nodes":[{{}},{{"r":[0]}},{{"l":[{zeros}1,0],"r":[0]}}],
        "steps":[{{"claim":{{"ge":[2,2]}},"by":"same"}}],
        "claims":[{{"ge":[2,2]}},{{"ge":[2,2]}}]}}"#
    );
    let shown = check(&certificate, &[]);
    let claim = "{0,-1|0} ≥ {0,-1|0} modulo M";
    assert!(shown.ends_with(&format!(": {claim}; {claim}")), "{shown}");
}

#[test]
fn a_claim_over_two_thousand_characters_is_replaced_by_its_hash() {
    // Six hundred forms, each with the one before as an option, and the integers beside it.
    let integers = (1..=600).map(|n| format!(r#",{{"l":[{}]}}"#, n - 1));
    let forms = (601..=1_200).map(|n| format!(r#",{{"l":[{}],"r":[{}]}}"#, n - 1, n - 600));
    let nodes: String = integers.chain(forms).collect();
    let certificate = format!(
        r#"{{"format":"misere-certificate","version":1,"universe":{{"name":"M"}},"nodes":[{{}}{nodes}],
        "steps":[{{"claim":{{"ge":[1200,1200]}},"by":"same"}},{{"claim":{{"ge":[1,1]}},"by":"same"}}],
        "claims":[{{"ge":[1,1]}},{{"ge":[1200,1200]}}]}}"#
    );
    let full = check(&certificate, &["--full"]);
    let (claims, definitions) = full.split_once(", where ").unwrap();
    assert!(
        claims.ends_with("1 ≥ 1 modulo M; F1 ≥ F1 modulo M") && definitions.starts_with("F1 = "),
        "{full}"
    );
    let length = definitions.chars().count();
    assert!(length > 2_000, "{length}");
    let hash: String = Sha256::digest(definitions).iter().map(|byte| format!("{byte:02x}")).collect();
    let short = format!("{claims}, where ({length} characters with SHA-256 {hash}: use --full)");
    assert_eq!(check(&certificate, &[]), short);
    let object: serde_json::Value = serde_json::from_str(&check(&certificate, &["--json"])).unwrap();
    let defined: Vec<&str> =
        object["where"].as_array().unwrap().iter().map(|d| d.as_str().unwrap()).collect();
    assert_eq!(defined.join(", "), definitions, "JSON is whole");
}
