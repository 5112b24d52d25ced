//! Ordinals: reading, writing and arithmetic, beside slower definitions.
#![allow(clippy::unwrap_used, reason = "tests")]

use misere_impartial::Ordinal;
use misere_notation::{Problem, Style};
use num_bigint::BigUint;
use proptest::prelude::*;

fn read(text: &str) -> Ordinal {
    Ordinal::read(text).unwrap_or_else(|error| panic!("{}", error.render(text)))
}

#[test]
fn every_way_of_writing_is_read() {
    for (text, written) in [
        ("0", "0"),
        ("007", "7"),
        ("w", "ω"),
        ("ω", "ω"),
        (r"\omega", "ω"),
        ("w+1", "ω+1"),
        ("w^2*2+3", "ω^2·2+3"),
        (" w^(w+1)*3 + w + 4 ", "ω^(ω+1)·3+ω+4"),
        ("w^w^2", "ω^ω^2"),
        ("w^(w^2)", "ω^ω^2"),
        ("w^(w*2)", "ω^(ω·2)"),
        ("w^{w}·2", "ω^ω·2"),
        ("w^w*2", "ω^ω·2"),
        (r"\omega^{2} \cdot 3", "ω^2·3"),
        ("w^0", "1"),
        ("w^1", "ω"),
        ("w*0", "0"),
        ("3*2", "6"),
        ("(w+1)*3", "ω·3+1"),
        ("1+w", "ω"),
        ("w+w^2", "ω^2"),
        ("w*2+5+w", "ω·3"),
        ("340282366920938463463374607431768211456", "340282366920938463463374607431768211456"),
    ] {
        assert_eq!(read(text).to_string(), written, "{text}");
    }
}

#[test]
fn what_is_no_ordinal_is_refused_at_its_place() {
    for (text, column, message) in [
        ("", 1, "expected an ordinal such as `5`, `w+1` or `w^2*3`, found the end of the text"),
        ("-3", 1, "an ordinal is not negative: write it without a minus"),
        ("w+-1", 3, "an ordinal is not negative: write it without a minus"),
        ("w-1", 2, "an ordinal is not negative: write it without a minus"),
        ("w+", 3, "expected an ordinal such as `5`, `w+1` or `w^2*3`, found the end of the text"),
        ("w^", 3, "expected an ordinal such as `5`, `w+1` or `w^2*3`, found the end of the text"),
        ("w2", 2, "expected `+` or the end, found `2`"),
        ("ω·ω", 3, "expected a number, found `ω`"),
        ("2*w", 3, "expected a number, found `w`"),
        ("w*", 3, "expected a number, found the end of the text"),
        ("w^(w+1", 7, "expected `+` or `)`, found the end of the text"),
        ("w^{2)", 5, "expected `+` or `}`, found `)`"),
        ("w^2^3", 4, "expected `+` or the end, found `^`"),
        ("1.5", 2, "expected `+` or the end, found `.`"),
        ("ω, 2", 2, "expected `+` or the end, found `,`"),
        ("é", 1, "expected an ordinal such as `5`, `w+1` or `w^2*3`, found `é`"),
    ] {
        let error = Ordinal::read(text).unwrap_err();
        assert_eq!((error.column, &*error.problem.to_string()), (column, message), "{text}");
    }
}

#[test]
fn deep_and_long_input_is_refused_not_followed() {
    for text in ["w^".repeat(100_000) + "w", "(".repeat(100_000), format!("w^{}", "(w^".repeat(70))] {
        let error = Ordinal::read(&text).unwrap_err();
        assert_eq!(error.problem, Problem::TooDeep(Ordinal::MAX_HEIGHT));
    }
    assert_eq!(Ordinal::read(&"9".repeat(1_000_000)).unwrap_err().problem, Problem::NumberTooLarge);
    let high = "w^".repeat(Ordinal::MAX_HEIGHT - 2) + "w";
    assert_eq!(read(&high).write(Style::Ascii), high);
    assert!(Ordinal::omega_to(read(&high)).is_none());
    // Long is not deep.
    assert_eq!(read(&("1+".repeat(100_000) + "1")), Ordinal::from(100_001));
}

#[test]
fn the_order_is_that_of_the_ordinals() {
    let rising =
        ["0", "1", "2", "w", "w+1", "w*2", "w*2+1", "w^2", "w^2+w*9+9", "w^2*2", "w^3", "w^w", "w^w+1"];
    let rising: Vec<Ordinal> = rising.iter().map(|text| read(text)).collect();
    assert!(rising.is_sorted_by(|a, b| a < b));
    assert!(read("w^(w+1)") > read("w^w*1000") && read("w^w^w") > read("w^(w^9*9)"));
}

/// An ordinal below ω^3, given by its coefficients with the highest first.
type Small = [u32; 3];

fn small(coefficients: Small) -> Ordinal {
    let [a, b, c] = coefficients;
    read(&format!("w^2*{a}+w*{b}+{c}"))
}

/// The number with 2^16 for ω, which keeps the order, nim-sums and parity as long as
/// coefficients are smaller.
fn stand_in(coefficients: Small) -> u64 {
    coefficients.iter().fold(0, |sum, &c| (sum << 16) + u64::from(c))
}

/// The sum by its rule: what stands before a term of a higher power is lost.
fn sum([a, b, c]: Small, [x, y, z]: Small) -> Small {
    match (x, y) {
        (0, 0) => [a, b, c + z],
        (0, _) => [a, b + y, z],
        _ => [a + x, y, z],
    }
}

proptest! {
    #[test]
    fn arithmetic_is_that_of_coefficients(g: [u8; 3], h: [u8; 3], n: u8) {
        let (g, h) = (g.map(u32::from), h.map(u32::from));
        let (a, b) = (small(g), small(h));
        prop_assert_eq!(a.cmp(&b), stand_in(g).cmp(&stand_in(h)));
        prop_assert_eq!(a.is_odd(), stand_in(g) % 2 == 1);
        let xor = [g[0] ^ h[0], g[1] ^ h[1], g[2] ^ h[2]];
        prop_assert_eq!(stand_in(xor), stand_in(g) ^ stand_in(h));
        prop_assert_eq!(a.nim_sum(&b), small(xor));
        prop_assert_eq!(a.clone() + b, small(sum(g, h)));
        let repeated = (0..n % 8).fold([0; 3], |total, _| sum(total, g));
        prop_assert_eq!(a * BigUint::from(n % 8), small(repeated));
    }

    #[test]
    fn what_is_written_is_read(text in "(w\\^)?(w|[0-9])(\\+w(\\^\\(w\\*[1-9]\\+[0-9]\\))?\\*[0-9])*(\\+[0-9])?") {
        let ordinal = read(&text);
        for style in [Style::Unicode, Style::Ascii, Style::Latex] {
            prop_assert_eq!(&read(&ordinal.write(style)), &ordinal);
        }
    }

    #[test]
    fn garbage_does_not_panic(text in "[w0-9+*^(){}, ω·é\\\\-]{0,20}") {
        if let Err(error) = Ordinal::read(&text) {
            prop_assert!(error.render(&text).contains("at character"));
        }
    }
}

/// α ⊕ β is the least ordinal that is neither α′ ⊕ β nor α ⊕ β′ for smaller α′ and β′. Of
/// the ordinals below ω·2 + 8 those with finite part below 8 stand for all.
#[test]
fn the_nim_sum_is_the_least_other_one() {
    let ordinals: Vec<Ordinal> =
        (0..3).flat_map(|a| (0..8).map(move |b| read(&format!("w*{a}+{b}")))).collect();
    for a in &ordinals {
        for b in &ordinals {
            let sum = a.nim_sum(b);
            let taken = |c: &Ordinal| c.nim_sum(b) < *a || c.nim_sum(a) < *b;
            for c in &ordinals {
                assert!(*c >= sum || taken(c), "{c} below {a} ⊕ {b}");
                assert!(*c != sum || !taken(c), "{a} ⊕ {b}");
            }
        }
    }
}
