//! Dead ends as text.
#![allow(clippy::unwrap_used, reason = "tests")]

use misere_census::dead_ends::{DeadEnds, Lattice};
use misere_core::{Exhausted, Forms, Limit, Player};
use misere_notation::{ReadError, parse_form};

#[test]
fn day_3_reads_as_in_the_paper() {
    let (ends, lattice) = (DeadEnds::new(), Lattice::new(3).unwrap());
    let all = lattice.dead_ends(&ends).unwrap();
    let shown: Vec<String> = all.iter().map(|&g| ends.write_shorthand(g).unwrap()).collect();
    assert_eq!(shown, ["0", "1̄", "2̄", "1̄0", "3̄", "2̄0", "2̄1̄", "2̄1̄0", "(1̄0)#", "(1̄0)0"]);
}

#[test]
fn what_is_written_is_read_back() {
    let (forms, ends, lattice) = (Forms::new(), DeadEnds::new(), Lattice::new(5).unwrap());
    for (place, &g) in lattice.dead_ends(&ends).unwrap().iter().enumerate() {
        if place > 52 && place % 23 != 0 {
            continue;
        }
        let text = ends.write_shorthand(g).unwrap();
        assert_eq!(ends.parse_shorthand(&text), Ok(g), "{text}");
        let form = parse_form(&forms, &ends.write_ascii(g).unwrap()).unwrap();
        assert_eq!(form, ends.form(&forms, g, Player::Left).unwrap(), "{text}");
    }
}

#[test]
fn readings() {
    let ends = DeadEnds::new();
    for (text, ascii) in [
        ("0", "0"),
        ("((0))", "0"),
        ("0#", "-1"),
        ("0###", "-3"),
        ("1̄0", "[-1 0]"),
        ("1\u{305}0", "[-1 0]"),
        ("1̄0̄", "[-1 0]"),
        ("01̄", "[-1 0]"),
        ("2̄♯ 0", "[-3 0]"),
        ("1̄0#", "-2"),
        ("(1̄0)#", "{|[-1 0]}"),
        ("(1̄0)##0", "[{|{|[-1 0]}} 0]"),
        ("1̄2̄", "[-2 -1]"),
        ("(-12)", "-12"),
        ("(-12)0", "[-12 0]"),
        ("(-0)1̄", "[-1 0]"),
        ("1̄(1̄0)", "{|[-1 0]}"),
    ] {
        let g = ends.parse_shorthand(text).unwrap();
        assert_eq!(ends.write_ascii(g).unwrap(), ascii, "{text}");
    }
}

#[test]
fn errors_say_where() {
    let ends = DeadEnds::new();
    let items = "expected `0`, a digit with a bar or `(`";
    for (text, message) in [
        ("", format!("at character 1: {items}, found the end of the text")),
        ("10", format!("at character 1: {items}, found `1`")),
        ("#", format!("at character 1: {items}, found `#`")),
        ("1̄)", format!("at character 3: {items}, found `)`")),
        ("0()", format!("at character 3: {items}, found `)`")),
        ("(1̄0", "at character 5: expected `)`, found the end of the text".to_owned()),
        ("0(", format!("at character 3: {items}, found the end of the text")),
        ("0x", format!("at character 2: {items}, found `x`")),
        ("(-99999999999)", "at character 1: the number is too large".to_owned()),
        ("-1", format!("at character 1: {items}, found `-`")),
    ] {
        match ends.parse_shorthand(text) {
            Err(ReadError::Parse(error)) => assert_eq!(error.to_string(), message, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    let refused = ends.parse_shorthand("(-9999999)");
    assert!(matches!(refused, Err(ReadError::Exhausted(Exhausted { limit: Limit::Size { .. }, .. }))));
}
