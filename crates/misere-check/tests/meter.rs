//! A check that its caller ends is neither accepted nor rejected for another reason.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::cell::Cell;

use misere_check::{Accepted, Certificate, Limits, Meter, Rejection, Words, check_within};

/// A meter that says yes a number of times, and no from then on.
struct Patience {
    questions: Cell<usize>,
    bytes: Cell<usize>,
    patience: usize,
}

impl Patience {
    fn new(patience: usize) -> Patience {
        Patience { questions: Cell::new(0), bytes: Cell::new(0), patience }
    }
}

impl Meter for Patience {
    fn may_go_on(&self, bytes: usize) -> bool {
        self.questions.set(self.questions.get() + 1);
        self.bytes.set(self.bytes.get() + bytes);
        self.questions.get() <= self.patience
    }
}

/// Reads, checks and describes.
fn judge(json: &str, meter: &Patience) -> Result<(Accepted, String), Rejection> {
    let certificate = Certificate::from_json_within(json.as_bytes(), meter)?;
    let accepted = check_within(&certificate, &Limits::default(), meter)?;
    Ok((accepted, Words::within(&certificate, meter)?.claims()))
}

/// Integers, each of which is at least itself.
fn long() -> String {
    let node = |i: usize| if i == 0 { "{}".to_owned() } else { format!(r#"{{"l":[{}]}}"#, i - 1) };
    let nodes: Vec<String> = (0..2_000).map(node).collect();
    let step = |i: usize| format!(r#"{{"claim":{{"ge":[{i},{i}]}},"by":"same"}}"#);
    let steps: Vec<String> = (0..2_000).map(step).collect();
    format!(
        r#"{{"format":"misere-certificate","version":1,"universe":{{"name":"E"}},"nodes":[{}],"steps":[{}],"claims":[{{"ge":[1999,1999]}}]}}"#,
        nodes.join(","),
        steps.join(",")
    )
}

#[test]
fn a_check_that_is_ended_at_any_moment_is_not_finished() {
    let long = ("a long one", long(), "");
    let mut ended = 0;
    for (what, json, _) in common::valid().into_iter().chain([long]) {
        let patient = Patience::new(usize::MAX);
        let verdict = judge(&json, &patient);
        assert!(verdict.is_ok(), "{what}: {verdict:?}");
        for patience in 0..patient.questions.get() {
            let found = judge(&json, &Patience::new(patience));
            assert_eq!(found, Err(Rejection::NotFinished), "{what} after {patience} questions");
            ended += 1;
        }
        assert_eq!(judge(&json, &Patience::new(patient.questions.get())), verdict, "{what}");
    }
    assert!(ended > 50, "{ended}");
}

#[test]
fn a_check_asks_for_the_memory_that_it_takes() {
    // Negative integers, of which a sum of two is built with all its followers.
    let node = |i: usize| if i == 0 { "{}".to_owned() } else { format!(r#"{{"r":[{}]}}"#, i - 1) };
    let nodes: Vec<String> = (0..=600).map(node).collect();
    let json = format!(
        r#"{{"format":"misere-certificate","version":1,"universe":{{"name":"D(A)","generators":[300]}},"nodes":[{}],"steps":[{{"claim":{{"member":600}},"by":{{"sums":[[600,[300,300]]]}}}}],"claims":[{{"member":600}}]}}"#,
        nodes.join(",")
    );
    let patient = Patience::new(usize::MAX);
    // Whether the evidence suffices is not the question here.
    drop(judge(&json, &patient));
    // Each of the 90,000 sums has an entry of 12 bytes in a table.
    assert!(patient.bytes.get() > 90_000 * 12, "{} bytes", patient.bytes.get());
    assert!(patient.bytes.get() < 90_000 * 100, "{} bytes", patient.bytes.get());
}
