//! Shards: every number of them gives the same bytes, and a broken set is refused.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;

mod program;

use program::{Scratch, answer, errors, misere};

impl Scratch {
    /// The files of all shards of a computation.
    fn shards(&self, arguments: &[&str], of: u32) -> Vec<String> {
        let shard = |index| {
            let file = self.path(&format!("{index}-of-{of}"));
            answer(&[arguments, &["--shard", &format!("{index}/{of}"), "--output", &file]].concat());
            file
        };
        (0..of).map(shard).collect()
    }

    fn merge(&self, files: &[String]) -> Result<Vec<u8>, String> {
        let merged = self.path("merged");
        drop(fs::remove_file(&merged));
        let mut arguments = vec!["merge", "--output", &merged];
        arguments.extend(files.iter().map(String::as_str));
        let output = misere(&arguments);
        match output.status.code() {
            Some(0) => Ok(fs::read(&merged).unwrap()),
            code => {
                assert_eq!(code, Some(2));
                assert!(!fs::exists(&merged).unwrap(), "what is refused leaves no file");
                Err(errors(&output))
            }
        }
    }
}

const TABLE: [&str; 5] = ["table", "domineering", "1..3x1..4", "-m", "E"];

#[test]
fn tables_in_any_number_of_shards_merge_to_the_bytes_of_the_table() {
    let scratch = Scratch::new("table");
    let whole = answer(&[&TABLE[..], &["--json"]].concat()).into_bytes();
    for of in [1, 2, 7, 64] {
        assert_eq!(scratch.merge(&scratch.shards(&TABLE, of)).unwrap(), whole, "{of} shards");
    }
}

#[test]
fn a_census_a_count_a_survey_and_a_sample_have_shards_too() {
    let scratch = Scratch::new("others");
    let computations: [(&[&str], usize); 4] = [
        (&["census", "--day", "2", "-m", "E"], 196),
        (&["count", "--day", "2", "-m", "E"], 1),
        (&["universe", "--survey", "--birthday", "1"], 2),
        (&["random", "--day", "3", "--of", "E", "--number", "20"], 20),
    ];
    for (computation, rows) in computations {
        let one = scratch.merge(&scratch.shards(computation, 1)).unwrap();
        assert_eq!(one.iter().filter(|byte| **byte == b'\n').count(), rows, "{computation:?}");
        assert_eq!(scratch.merge(&scratch.shards(computation, 3)).unwrap(), one, "{computation:?}");
    }
    let listed = answer(&["census", "--day", "2", "-m", "E", "--list", "--json"]);
    assert_eq!(scratch.merge(&scratch.shards(computations[0].0, 2)).unwrap(), listed.as_bytes());
}

#[test]
fn broken_sets_of_shards_are_refused_by_name() {
    let scratch = Scratch::new("broken");
    let files = scratch.shards(&TABLE, 3);
    let refused = |files: &[String], expected: &str| {
        let message = scratch.merge(files).unwrap_err();
        assert!(message.contains(expected), "{message}");
    };
    refused(&files[..2], "1 missing: shard 2/3");
    refused(&[&files[..], &files[..1]].concat(), "are both shard 0/3");
    refused(&[scratch.path("none")], "cannot read");
    let other = scratch.shards(&["table", "domineering", "1..3x1..4", "-m", "M"], 2);
    refused(&[files[0].clone(), other[1].clone()], "their universes differ");
    let whole = fs::read_to_string(&files[1]).unwrap();
    let changed = |contents: &str, expected: &str| {
        fs::write(&files[1], contents).unwrap();
        refused(&files, expected);
        assert!(scratch.merge(&files).unwrap_err().contains(&files[1]));
    };
    changed(&whole[..whole.len() - 20], "is cut off");
    changed(&whole.replacen("\"E\"", "\"D\"", 1), "is damaged");
    changed(&whole.replacen(env!("CARGO_PKG_VERSION"), "9.9.9", 1), "is damaged");
    changed("", "is not a shard");
    fs::write(&files[1], &whole).unwrap();
    assert_eq!(scratch.merge(&files).unwrap(), answer(&[&TABLE[..], &["--json"]].concat()).into_bytes());
}

#[test]
fn a_shard_needs_a_file_and_a_number_below_the_number_of_shards() {
    let scratch = Scratch::new("arguments");
    let out = scratch.path("out");
    let cases: [&[&str]; 4] = [
        &["--shard", "0/2"],
        &["--output", &out],
        &["--shard", "2/2", "--output", &out],
        &["--shard", "one", "--output", &out],
    ];
    for wrong in cases {
        let output = misere(&[&TABLE[..], wrong].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(!fs::exists(&out).unwrap());
    }
}

/// Rows have no form where it takes more text than the limit: parts with different limits are not
/// of one computation.
#[test]
fn parts_with_different_limits_of_text_are_refused_by_name() {
    let scratch = Scratch::new("limits-of-text");
    let table = ["table", "domineering", "2x7..8", "-m", "E"];
    let part = |index: u32, limit: &[&str]| {
        let file = scratch.path(&format!("{index}-{}", limit.len()));
        let shard = format!("{index}/2");
        answer(&[&table[..], &["--shard", &shard, "--output", &file], limit].concat());
        file
    };
    let limit = ["--max-output", "1K"];
    let (whole, short) = (part(0, &[]), part(1, &limit));
    let refused = scratch.merge(&[whole, short.clone()]).unwrap_err();
    assert!(refused.contains("they were made with different limits --max-output"), "{refused}");
    let merged = scratch.merge(&[part(0, &limit), short]).unwrap();
    let alone = answer(&[&table[..], &limit, &["--json"]].concat());
    assert_eq!(String::from_utf8(merged).unwrap(), alone);
    assert!(alone.contains("\"form\":null"), "{alone}");
}
