//! Normal-play values that are in the literature.
//!
//! WW is Berlekamp, Conway and Guy, *Winning Ways*; ONAG Conway, *On Numbers and
//! Games*; AGNW Albert, Grossman, Nowakowski and Wolfe, *An introduction to Clobber*
//! (Integers 5(2), 2005); Erickson is *New Toads and Frogs results* (Games of No
//! Chance, 1996), whose conjectures and theorems are listed in Thanatipanonda, *Further
//! hopping with Toads and Frogs* (Electronic J. Combin. 18, 2011); FNSW is Fink,
//! Nowakowski, Siegel and Wolfe, *Toppling conjectures* (Games of No Chance 4, 2015);
//! CGSuite and cgt-tools are values in the test suites of those programs.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use misere_core::{Engine, Forms, NormalPlay};
use misere_notation::{Notation, Style, parse_form};
use misere_rulesets::{Method, PositionGraph, find_ruleset};

/// Game, position, value, source.
const VALUES: &[(&str, &str, &str, &str)] = &[
    ("domineering", "./.", "1", "WW ch. 5"),
    ("domineering", "..", "-1", "WW ch. 5"),
    ("domineering", "../.#", "*", "WW ch. 5"),
    ("domineering", "2x2", "{1|-1}", "WW ch. 5"),
    ("domineering", ".#/../#.", "{1|0}", "WW ch. 5"),
    ("domineering", "../.#/.#", "{0|1}", "WW ch. 5"),
    ("domineering", "3x2", "{0|1||-2}", "WW ch. 5"),
    ("domineering", "2x3", "{2||-1|0}", "WW ch. 5"),
    ("domineering", "4x2", "{0||0|-2}", "WW ch. 5"),
    ("domineering", "2x4", "{2|0||0}", "WW ch. 5"),
    ("domineering", "3x3", "{1|-1}", "WW ch. 5"),
    ("domineering", "4x3", "{1|2}", "WW ch. 5"),
    ("domineering", "3x4", "{-2|-1}", "WW ch. 5"),
    ("domineering", "2x5", "{0|1}", "Berlekamp, Blockbusting and Domineering (1988)"),
    (
        "domineering",
        "4x4",
        "{0,{{2|0},{2||2|0}|||{2|0},{2|0||0}}|0,{{0|-2},{0||0|-2}|||{0|-2||-2},{0|-2}}}",
        "WW ch. 5; CGSuite",
    ),
    ("cram", "2x2", "0", "WW ch. 15"),
    ("cram", "2x3", "*", "WW ch. 15"),
    ("cram", "3x3", "0", "WW ch. 15"),
    ("clobber", "xo", "*", "AGNW"),
    ("clobber", "xxo", "{0|*}", "AGNW"),
    ("clobber", "xxxo", "{0||0|*}", "AGNW"),
    ("clobber", "xxxxo", "3.{0|*}", "AGNW"),
    ("clobber", "xxxxxo", "4.{0|*}+*", "AGNW"),
    ("clobber", "xoo", "{*|0}", "AGNW"),
    ("clobber", "xox", "*", "AGNW"),
    ("clobber", "xoxo", "{*,{0|*}|*,{*|0}}", "AGNW"),
    ("clobber", "xoxoxo", "0", "AGNW, the exception to their conjecture"),
    ("clobber", "xxoo", "0", "AGNW"),
    ("clobber", "xxxoo", "0", "AGNW"),
    ("clobber", "xo/ox", "*", "AGNW"),
    ("clobber", "xox/ox.", "{2.{0|*}+*|*,{*|0}}", "CGSuite"),
    ("clobber", "3x4", "0", "CGSuite"),
    ("anti-clobber", "xoxo/oo..", "{*|-1}", "CGSuite"),
    ("toads-and-frogs", "T.F", "*", "WW ch. 1"),
    ("toads-and-frogs", "T..F", "0", "WW ch. 1"),
    ("toads-and-frogs", "TT.F", "{0|1||0}", "WW ch. 1"),
    ("toads-and-frogs", "TT.FF", "*", "WW ch. 1"),
    ("toads-and-frogs", "TFT.TFF", "{0|*}", "WW ch. 3; cgt-tools"),
    ("toads-and-frogs", "T.TFTFF", "{0||0|*}", "WW ch. 3; cgt-tools"),
    ("toads-and-frogs", "TFTFT.F", "*", "cgt-tools"),
    ("toads-and-frogs", "TF.TTFF", "0", "cgt-tools"),
    ("toads-and-frogs", ".TTFTFF", "0", "cgt-tools"),
    ("toads-and-frogs", "TTT..FFF", "+-{0|||0||0|1}", "Erickson"),
    ("toads-and-frogs", "TTT..FF", "{{0|1}|{*|1}}", "Erickson"),
    ("toads-and-frogs", "TTTT..FF", "{1|2||*|1}", "Erickson"),
    ("toads-and-frogs", "TTTT..FFF", "{1|1||*|0}", "Erickson"),
    ("toads-and-frogs", "TT...FF", "*", "Erickson"),
    ("toads-and-frogs", "TTT...FF", "{1|1}", "Erickson"),
    ("toads-and-frogs", "TTTT...FF", "{2|2}", "Erickson"),
    ("toads-and-frogs", "TTTTT...FFF", "{1|2}", "Erickson"),
    ("toads-and-frogs", "TT..F", "1", "Erickson"),
    ("toads-and-frogs", "TTTT....FFF", "{1|1}", "Erickson"),
    ("elephants-and-rhinos", "EEEE..RRR", "1", "CGSuite"),
    ("elephants-and-rhinos", "E.R.E.E", "{1|1}", "the tests of MCGS"),
    ("col", ".", "*", "WW ch. 2"),
    ("col", "..", "0", "WW ch. 2"),
    ("col", "x..", "{-1|0}", "WW ch. 2"),
    ("col", "x.", "-1", "WW ch. 2"),
    ("snort", ".", "*", "WW ch. 6"),
    ("snort", "..", "{1|-1}", "WW ch. 6"),
    ("snort", "...", "{2|-2}", "WW ch. 6"),
    ("snort", "x..", "{1|0}", "WW ch. 6"),
    ("snort", "x...", "{2|-1}", "WW ch. 6"),
    ("snort", "x.....x", "{4|0,{1|-1}}", "CGSuite"),
];

#[test]
fn normal_play_values_are_those_of_the_literature() {
    let forms = Arc::new(Forms::new());
    let normal = Engine::new(forms.clone(), Arc::new(NormalPlay));
    let mut wrong = Vec::new();
    for &(name, text, expected, source) in VALUES {
        let ruleset = find_ruleset(name).unwrap();
        let position = ruleset.read(text).unwrap();
        let mut graph = PositionGraph::new(ruleset, forms.budget().clone());
        let sum = graph.explore(&position).unwrap();
        let value = normal.form(graph.value(&normal, sum, Method::AddComponents, 1).unwrap()).unwrap();
        let expected_form = parse_form(&forms, expected).unwrap();
        if value != normal.simplest(expected_form).unwrap() {
            let written = Notation::new(Style::Ascii).write(&forms, value).unwrap();
            wrong.push(format!("{name} {text} is {written}, not {expected} ({source})"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
