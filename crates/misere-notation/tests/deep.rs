//! Deep and long texts: nothing recurses, nothing is quadratic.

use std::time::{Duration, Instant};

use misere_core::{Form, Forms};
use misere_notation::{
    AnyUniverse, Notation, ParseError, Problem, ReadError, Style, parse_form, parse_universe,
};

const DEEP: usize = 100_000;
const DEEPEST: usize = 1_000_000;

fn nested(open: &str, inside: &str, close: &str, depth: usize) -> String {
    format!("{}{inside}{}", open.repeat(depth), close.repeat(depth))
}

fn refuse(text: &str) -> ParseError {
    match parse_form(&Forms::new(), text) {
        Err(ReadError::Parse(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_hundred_thousand_levels_are_read_and_written() {
    let deep = DEEP as u32;
    for (open, inside, close, rank) in [
        ("{", "0", "|}", deep),
        ("{|", "0", "}", deep),
        ("{0|", "*", "}", deep + 1),
        ("{0,#|-1,", "*", "}", deep + 1),
        ("{0||", "1", "}", deep + 1),
        ("{0|1|||", "2", "}", deep + 2),
        ("(", "*", ")", 1),
        ("(0+", "*", ")", 1),
        ("[0 ", "-1", "]", deep + 1),
        ("~", "1", "", 1),
        ("±", "1", "", deep + 1),
        ("+-", "{1|*}", "", deep + 2),
        ("±(*,", "1", ")", deep + 1),
        ("1.(", "*2", ")", 2),
        ("~±", "1", "", deep + 1),
        ("adj(", "1", ")", deep + 1),
        ("conj(", "{1,#|}", ")", 2),
        ("sharp(", "*", ")", deep + 1),
        (r"\left\{", "0", r"\mid\right\}", deep),
        (r"\overline{", "1", "}", 1),
        ("*{", "*2", "}", deep + 2),
    ] {
        let forms = Forms::new();
        let g = parse_form(&forms, &nested(open, inside, close, DEEP)).unwrap();
        assert_eq!(forms.rank(g), rank, "{open}");
        if open.contains('±') || open.contains("+-") || open == "adj(" {
            // As trees these are exponential.
            continue;
        }
        for style in [Style::Unicode, Style::Ascii, Style::Latex] {
            if style == Style::Ascii && open == "*{" {
                // With the options of both players this is exponential.
                continue;
            }
            let text = Notation::new(style).write(&forms, g).unwrap();
            assert_eq!(parse_form(&forms, &text), Ok(g), "{open}");
        }
    }
}

#[test]
fn a_million_levels_are_read_and_no_more() {
    let forms = Forms::new();
    let million = forms.integer(DEEPEST as i64).unwrap();
    assert_eq!(parse_form(&forms, &nested("{", "0", "|}", DEEPEST)), Ok(million));
    assert_eq!(
        parse_form(&forms, &nested("{|", "0", "}", DEEPEST)),
        forms.conjugate(million).map_err(Into::into)
    );
    assert_eq!(parse_form(&forms, &nested("~", "0", "", DEEPEST)), Ok(Form::ZERO));
    for (open, place) in [
        ("{", DEEPEST),
        ("(", DEEPEST),
        ("~", DEEPEST),
        ("[", DEEPEST),
        ("2.~", 3 * DEEPEST / 2),
        ("±(", 3 * DEEPEST),
        ("adj(", 4 * DEEPEST + 3),
    ] {
        let error = refuse(&nested(open, "0", "", DEEPEST + 1));
        assert_eq!(error.problem, Problem::TooDeep(DEEPEST), "{open}");
        assert_eq!(error.span.start, place, "{open}");
    }
}

#[test]
fn ten_megabytes_of_nonsense_are_refused_quickly_and_shortly() {
    const BYTES: usize = 10 << 20;
    for piece in [
        "{",
        "(",
        "[",
        "{|",
        "~",
        "+-",
        "|",
        "-",
        "9",
        "*",
        "x",
        "1+",
        "{0,",
        " ",
        "\u{304}",
        "0|",
        "±(",
        "1 ",
        "\\",
        r"\left",
        r"\overline{",
        "%",
        "\n%",
        r"\text{",
    ] {
        let text = piece.repeat(BYTES / piece.len());
        let start = Instant::now();
        let error = refuse(&text);
        let shown = error.render(&text);
        assert!(shown.len() < 800 && shown.lines().count() <= 4, "{shown}");
        assert!(start.elapsed() < Duration::from_secs(120), "{piece}: {:?}", start.elapsed());
    }
}

#[test]
fn long_flat_texts_take_linear_time() {
    let forms = Forms::new();
    let start = Instant::now();
    for (first, again, last) in [
        ("{0", ",*", "|}"),
        ("{0|#", ",#", "}"),
        ("[0", " -1", "]"),
        ("±(1", ",*", ")"),
        ("0", "+0", ""),
        ("{1000000", ",1000000", "|}"),
        ("{1000", ",*1000", "|W1000}"),
    ] {
        let text = format!("{first}{}{last}", again.repeat(200_000));
        parse_form(&forms, &text).unwrap();
    }
    let all: Vec<String> = (0..200_000).map(|n: i32| n.to_string()).collect();
    let g = parse_form(&forms, &format!("{{|{}}}", all.join(","))).unwrap();
    assert_eq!(Notation::default().write(&forms, g).unwrap(), format!("{{·|{}}}", all.join(",")));
    assert_eq!(
        parse_form(&forms, &format!("1{}", "+1".repeat(99_999))),
        forms.integer(100_000).map_err(Into::into)
    );
    assert!(start.elapsed() < Duration::from_secs(120), "{:?}", start.elapsed());
}

#[test]
fn bars_of_many_lengths_are_read() {
    let forms = Forms::new();
    let rising = (1..=2_000).fold("{0".to_owned(), |text, n| text + &"|".repeat(n) + "0") + "}";
    let g = parse_form(&forms, &rising).unwrap();
    assert_eq!(forms.rank(g), 2_000);
    let falling = (1..=2_000).rev().fold("{0".to_owned(), |text, n| text + &"|".repeat(n) + "0") + "}";
    assert_eq!(parse_form(&forms, &falling), forms.conjugate(g).map_err(Into::into));
}

#[test]
fn universes_with_deep_generators_are_read() {
    let forms = Forms::new();
    let text = format!("D({})", nested("{|", "0", "}", DEEP));
    assert_eq!(
        parse_universe(&forms, &text, &AnyUniverse),
        parse_universe(&forms, "D(-100000)", &AnyUniverse)
    );
    assert!(parse_universe(&forms, &"D(".repeat(1 << 20), &AnyUniverse).is_err());
}
