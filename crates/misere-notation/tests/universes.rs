//! The names of universes, read and written.

use std::ops::Range;

use misere_core::{Form, Forms};
use misere_notation::{
    AnyUniverse, Notation, ParseError, ReadError, Style, UniverseExpression, UniverseNames, parse_form,
};

/// The letters M, D, E, B, I and N, of which D takes generators.
struct Letters;

impl UniverseNames for Letters {
    fn knows(&self, name: &str) -> bool {
        ["M", "D", "E", "B", "I", "N"].contains(&name)
    }

    fn takes_generators(&self, name: &str) -> bool {
        name == "D"
    }

    fn help(&self) -> Option<String> {
        Some("the universes are `M`, `D`, `E`, `B`, `I`, `N`".to_owned())
    }
}

fn parse_universe(forms: &Forms, text: &str) -> Result<UniverseExpression, ReadError> {
    let read = misere_notation::parse_universe(forms, text, &Letters);
    if read.is_ok() {
        assert_eq!(misere_notation::parse_universe(forms, text, &AnyUniverse), read);
    }
    read
}

fn named(name: &str) -> UniverseExpression {
    UniverseExpression { name: name.to_owned(), generators: None }
}

fn generated(forms: &Forms, generators: &[&str]) -> UniverseExpression {
    let read = |text: &&str| parse_form(forms, text).expect("a form");
    UniverseExpression { generators: Some(generators.iter().map(read).collect()), ..named("D") }
}

fn refuse(text: &str) -> ParseError {
    match parse_universe(&Forms::new(), text) {
        Err(ReadError::Parse(error)) => error,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn letters_are_universes() {
    let forms = Forms::new();
    for text in ["M", "D", "E", " B\n", "I", "N"] {
        let universe = named(text.trim());
        assert_eq!(parse_universe(&forms, text), Ok(universe.clone()));
        assert_eq!(Notation::default().write_universe(&forms, &universe).unwrap(), text.trim());
    }
}

#[test]
fn generators_are_left_ends_each_once_in_structural_order() {
    let forms = Forms::new();
    for (text, generators) in [
        ("D(-1)", &["-1"][..]),
        ("D(1)", &["-1"]),
        ("D ( 1 , -1, {|0} )", &["-1"]),
        ("D(-1,0)", &["0", "-1"]),
        ("D([-1 0])", &["{|-1,0}"]),
        ("D(W2,~W2,-1+-1,3)", &["-2", "W2", "-3"]),
        ("D({1,0|})", &["W2"]),
        ("D({|*},{*|},{-1|})", &["{|1}", "{|*}"]),
    ] {
        assert_eq!(parse_universe(&forms, text), Ok(generated(&forms, generators)), "{text}");
    }
}

#[test]
fn written_universes_read_back() {
    let forms = Forms::new();
    for (text, ascii, latex) in [
        ("D(0,-1)", "D(0,-1)", r"\mathcal{D}(0,\overline{1})"),
        ("D({·|0,-1})", "D({|0,-1})", r"\mathcal{D}(\{\cdot \mid 0,\overline{1}\})"),
        ("M", "M", r"\mathcal{M}"),
    ] {
        let universe = parse_universe(&forms, text).unwrap();
        let write = |style| Notation::new(style).write_universe(&forms, &universe).unwrap();
        assert_eq!(write(Style::Unicode), text);
        assert_eq!(write(Style::Ascii), ascii);
        assert_eq!(write(Style::Latex), latex);
        for written in [ascii, latex] {
            assert_eq!(parse_universe(&forms, written), Ok(universe.clone()));
        }
    }
    let short = Notation { max_bytes: 3, ..Notation::default() };
    assert!(
        short
            .write_universe(&forms, &UniverseExpression { generators: Some(vec![Form::ZERO]), ..named("D") })
            .is_err()
    );
}

#[test]
fn what_is_no_universe_is_refused_at_its_place() {
    let end = "the end of the text";
    let table: &[(&str, Range<usize>, &str)] = &[
        ("", 0..0, &format!("expected a universe, found {end}")),
        ("3", 0..1, "expected a universe, found `3`"),
        ("Q", 0..1, "unknown name `Q`"),
        ("d", 0..1, "unknown name `d`"),
        ("ME", 0..2, "unknown name `ME`"),
        ("E x", 2..3, &format!("expected {end}, found `x`")),
        ("E(-1)", 1..2, &format!("expected {end}, found `(`")),
        ("D x", 2..3, &format!("expected `(` or {end}, found `x`")),
        ("D(", 2..2, &format!("expected a game, found {end}")),
        ("D()", 2..3, "expected a game, found `)`"),
        ("D(-1", 4..4, &format!("expected `)`, `,` or `+`, found {end}")),
        ("D(-1,)", 5..6, "expected a game, found `)`"),
        ("D(-1) 0", 6..7, &format!("expected {end}, found `0`")),
        ("D(*)", 2..3, "`*` is not an end"),
        ("D(-1, {1|*} )", 6..11, "`{1|*}` is not an end"),
        ("D({#|})", 2..6, "`{#|}` is not an end"),
        ("D({|{0|#}})", 2..10, "`{|{0|#}}` is not an end"),
        ("D(-1 0)", 5..6, "expected `)`, `,` or `+`, found `0`"),
        ("D(#)", 2..3, "a tombstone can only be an element of a list in braces"),
    ];
    for (text, span, message) in table {
        let error = refuse(text);
        assert_eq!(error.problem.to_string(), *message, "{text}");
        assert_eq!(error.span, *span, "{text}");
    }
}

#[test]
fn help_is_given_for_likely_mistakes() {
    for text in ["Q", "", "7"] {
        assert!(refuse(text).help.unwrap().contains("`M`, `D`, `E`, `B`, `I`, `N`"), "{text}");
    }
    let help = refuse("D(-1 0)").help.unwrap();
    assert!(help.contains("`D(-1,0)`") && help.contains("`D([-1 0])`"), "{help}");
    assert_eq!(refuse("D(-1").help.unwrap(), "the `(` at character 2 is not closed");
}

#[test]
fn a_generator_too_large_to_build_exhausts() {
    assert!(matches!(parse_universe(&Forms::new(), "D(-99999999)"), Err(ReadError::Exhausted(_))));
}
