//! Whatever the text, the parser answers, and points inside the text.

use std::sync::Arc;
use std::time::{Duration, Instant};

use misere_core::{Budget, Forms, Limits};
use misere_notation::{AnyUniverse, Notation, ReadError, Style, parse_form, parse_universe};
use proptest::prelude::*;

/// Random texts name large forms now and then.
fn small_store() -> Forms {
    let limits = Limits { memory_bytes: 1 << 20, time: Some(Duration::from_secs(5)) };
    let made = Instant::now();
    Forms::with_budget(Arc::new(Budget::with_clock(limits, Box::new(move || made.elapsed()))))
}

fn check(text: &str) {
    let forms = small_store();
    match parse_form(&forms, text) {
        Ok(g) => {
            for style in [Style::Unicode, Style::Ascii, Style::Latex] {
                // A sum can be short to name and too long to write.
                let notation = Notation { max_bytes: 100_000, ..Notation::new(style) };
                let Ok(written) = notation.write(&forms, g) else { continue };
                assert_eq!(parse_form(&forms, &written), Ok(g), "{text} is written {written}");
            }
        }
        Err(error) => check_error(text, &error),
    }
    if let Err(error) = parse_universe(&forms, text, &AnyUniverse) {
        check_error(text, &error);
    }
}

fn check_error(text: &str, error: &ReadError) {
    if let ReadError::Parse(error) = error {
        assert!(text.get(error.span.clone()).is_some(), "{text:?}: {error:?}");
        let shown = error.render(text);
        assert!(shown.len() < 1_000, "{shown}");
        assert!(!error.to_string().contains('\n'), "{error}");
    }
}

const PIECES: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "-",
    "−",
    "\u{304}",
    "\u{305}",
    "*",
    "*2",
    "{",
    "}",
    "|",
    "||",
    "|||",
    "∣",
    "‖",
    "⦀",
    ".",
    "·",
    "⋅",
    ",",
    "■",
    "#",
    "Σ",
    "^L",
    "^R",
    "L",
    "R",
    "+",
    "+-",
    "±",
    "±(",
    "~",
    "(",
    ")",
    "[",
    "]",
    "adj(",
    "sharp(",
    "conj(",
    "W",
    "K",
    "B",
    "A",
    "S",
    "D(",
    "M",
    " ",
    "\n",
    "x",
    "[-1 0]",
    "{0|1}",
    "2.",
    r"\{",
    r"\}",
    r"\left\{",
    r"\mid ",
    r"\parallel ",
    r"\mathrel{|||}",
    r"\overline{",
    r"\bar{2}",
    r"\ast ",
    r"\pm",
    r"\Sigma",
    r"\,",
    r"\mathcal{",
    r"\text{",
    "\\",
    "%",
    "_",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn texts_of_signs_of_the_notation_never_panic(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40),
    ) {
        check(&pieces.concat());
    }

    #[test]
    fn arbitrary_texts_never_panic(text in any::<String>()) {
        check(&text);
        check(&format!("{{{text}|0}}"));
        check(&format!("D({text})"));
    }

    /// Mostly well-formed, with one piece taken out or put in.
    #[test]
    fn damaged_texts_never_panic(at in 0usize..90, piece in prop::sample::select(PIECES), put in any::<bool>()) {
        let text = "{{3,{2,+-1|0}||0|1},+-{2,±1|0}|||{0|1},{0|*,[-1 0],+-1}||+-(*,1),{*|*},{W2|0,2\u{304},#}}";
        let chars: Vec<char> = text.chars().collect();
        let at = at.min(chars.len());
        let after = if put { at } else { (at + 1).min(chars.len()) };
        let damaged: String = chars[..at].iter().copied().chain(piece.chars()).chain(chars[after..].iter().copied()).collect();
        check(&damaged);
    }
}
