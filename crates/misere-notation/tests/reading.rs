//! The meaning of each construct of the notation, and the messages for texts that are
//! not in the notation.

use std::ops::Range;

use misere_core::{Family, Form, Forms, Limit, Player, Tombstones};
use misere_notation::{
    AnyUniverse, Hole, NoCalls, ParseError, Problem, ReadError, parse_form, parse_form_with_holes,
    parse_universe,
};

fn read(forms: &Forms, text: &str) -> Form {
    parse_form(forms, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refuse(text: &str) -> ParseError {
    match parse_form(&Forms::new(), text) {
        Err(ReadError::Parse(error)) => error,
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn assert_same(table: &[(&str, &str)]) {
    let forms = Forms::new();
    for (text, meaning) in table {
        assert_eq!(read(&forms, text), read(&forms, meaning), "{text} means {meaning}");
    }
}

/// Each text, the span it is refused at, and the message after the place.
#[track_caller]
fn assert_refused(table: &[(&str, Range<usize>, &str)]) {
    for (text, span, message) in table {
        let error = refuse(text);
        assert_eq!(error.problem.to_string(), *message, "{text}");
        assert_eq!(error.span, *span, "{text}");
    }
}

#[test]
fn integers_and_nimbers_are_those_of_the_core() {
    let forms = Forms::new();
    for (text, n) in [("0", 0), ("3", 3), ("-2", -2), ("−2", -2), ("-0", 0), ("007", 7), ("~2", -2)] {
        assert_eq!(read(&forms, text), forms.integer(n).unwrap(), "{text}");
    }
    for (text, n) in [("2\u{304}", -2), ("2\u{305}", -2), ("1\u{304}0\u{305}", -10), ("0\u{304}", 0)] {
        assert_eq!(read(&forms, text), forms.integer(n).unwrap(), "{text}");
    }
    for (text, n) in [("*", 1), ("*0", 0), ("*1", 1), ("*12", 12)] {
        assert_eq!(read(&forms, text), forms.nimber(n).unwrap(), "{text}");
    }
}

#[test]
fn braces_hold_the_options_of_both_players() {
    let forms = Forms::new();
    let [one, star] = [forms.integer(1).unwrap(), forms.nimber(1).unwrap()];
    assert_eq!(read(&forms, "{1,*|0,1}"), forms.ordinary(&[one, star], &[Form::ZERO, one]).unwrap());
    assert_eq!(read(&forms, " {\n1 ,\t* | 0,1, 0 }\u{a0}"), read(&forms, "{*,1|1,0}"));
    assert_same(&[
        ("{|}", "0"),
        ("{.|.}", "0"),
        ("{·|⋅}", "0"),
        ("{·|0}", "-1"),
        ("{0|.}", "1"),
        ("{.|0}", "-1"),
        ("{{|}|{|}}", "*"),
    ]);
}

#[test]
fn longer_bars_separate_more() {
    assert_same(&[
        ("{1||2|3}", "{1|{2|3}}"),
        ("{1|2||3}", "{{1|2}|3}"),
        ("{1|2||3|4}", "{{1|2}|{3|4}}"),
        ("{2,±1|0|||-1|0,■||·}", "{{2,±1|0}|{{-1|0,■}|·}}"),
        ("{1|||||2||3}", "{1|{2|3}}"),
        ("{1||||2|3||4|||5}", "{1|{{{2|3}|4}|5}}"),
        ("{1|||2||3|4}", "{1|{2|{3|4}}}"),
        ("{1,2||3,4}", "{1,2|3,4}"),
        ("{||1|2}", "{|{1|2}}"),
        ("{1|2||}", "{{1|2}|}"),
        ("{|·||}", "{{|}|}"),
        ("{1∣2‖3}", "{{1|2}|3}"),
        ("{1|2∥3}", "{{1|2}|3}"),
        ("{1||2|3⦀4}", "{{1|{2|3}}|4}"),
    ]);
}

#[test]
fn a_bar_as_long_as_the_longest_is_refused() {
    let message = "two bars of the same length: group with braces";
    assert_refused(&[
        ("{1|2|3}", 4..5, message),
        ("{1|2 | |3}", 5..6, message),
        ("{1||2|3||4}", 7..9, message),
        ("{1|2||3|4|5}", 9..10, message),
        ("{1‖2||3}", 6..8, message),
    ]);
}

#[test]
fn a_tombstone_belongs_to_the_player_whose_list_it_is_in() {
    let forms = Forms::new();
    let with = |player| forms.make(&[], &[], Tombstones::only(player)).unwrap();
    for text in ["{■|}", "{#|.}", "{Σ|·}", "{Σ^L|}", "{ΣL|}", "{#,#|}"] {
        assert_eq!(read(&forms, text), with(Player::Left), "{text}");
    }
    for text in ["{|■}", "{|Σ^R}", "{|ΣR}"] {
        assert_eq!(read(&forms, text), with(Player::Right), "{text}");
    }
    assert_same(&[
        ("{#,0|1}", "{0,■|1}"),
        ("{0||1|ΣR}", "{0|{1|■}}"),
        ("{ΣL|0||1}", "{{■|0}|1}"),
        ("{0|#||1,#}", "{{0|#}|1,#}"),
        ("{0|||#|1||#}", "{0|{{#|1}|#}}"),
    ]);
    assert_refused(&[
        ("{Σ^R|0}", 1..5, "Right's tombstone among the options of Left"),
        ("{0|1,ΣL}", 5..8, "Left's tombstone among the options of Right"),
        ("{0|ΣL||1}", 3..6, "Left's tombstone among the options of Right"),
        ("{0||ΣR|1}", 4..7, "Right's tombstone among the options of Left"),
    ]);
}

#[test]
fn a_tombstone_elsewhere_is_refused() {
    let message = "a tombstone can only be an element of a list in braces";
    assert_refused(&[
        ("■", 0..3, message),
        ("{~#|0}", 2..3, message),
        ("{1+#|0}", 3..4, message),
        ("{(#)|0}", 2..3, message),
        ("±(1,#)", 5..6, message),
        ("[#]", 1..2, message),
        ("{#+1|0}", 2..3, "expected `|` or `,`, found `+`"),
    ]);
}

#[test]
fn sums_and_multiples_add() {
    let forms = Forms::new();
    let sum = |a: &str, b: &str| forms.sum(read(&forms, a), read(&forms, b)).unwrap();
    assert_eq!(read(&forms, "1+-1"), sum("1", "-1"));
    assert_eq!(read(&forms, "1 + -1"), sum("1", "-1"));
    assert_eq!(read(&forms, "1++-1"), sum("1", "±1"));
    assert_eq!(read(&forms, "1+±1"), sum("1", "±1"));
    assert_eq!(read(&forms, "{0|1}+*2"), sum("{0|1}", "*2"));
    assert_same(&[
        ("1+2", "3"),
        ("2.(3)", "6"),
        ("0.*3", "0"),
        ("2.*", "*+*"),
        ("2. *", "*+*"),
        ("3.{0|1}", "{0|1}+{0|1}+{0|1}"),
        ("2.(3.(1))", "6"),
        ("2.-1", "-2"),
        ("2.(1)+1", "3"),
        ("{2.(1)|1+1}", "{2|2}"),
        ("*+1+*+1+*", "3.*+2"),
        ("(1+1)+(1)", "3"),
    ]);
}

#[test]
fn prefixes_bind_tighter_than_sums_from_right_to_left() {
    assert_same(&[
        ("~~2", "2"),
        ("~{1,#|*}", "{*|-1,#}"),
        ("~1+1", "-1+1"),
        ("±1", "{1|-1}"),
        ("+-1", "{1|-1}"),
        ("+--1", "{-1|1}"),
        ("+-±1", "{±1|±1}"),
        ("{+-1|0}", "{{1|-1}|0}"),
        ("{0,+-1|+-2}", "{0,±1|±2}"),
        ("±{2|0}", "{{2|0}|{0|-2}}"),
        ("±(1,*)", "{1,*|-1,*}"),
        ("±(1)", "±1"),
        ("±(1+1)", "±2"),
        ("±(1,*)+1", "(±(1,*))+1"),
        ("±~1", "{-1|1}"),
        ("~±{1|*}", "{{1|*}|{*|-1}}"),
        ("±2.(1)", "±2"),
        ("2.±1", "±1+±1"),
    ]);
}

#[test]
fn functions_and_families_are_those_of_the_core() {
    let forms = Forms::new();
    let g = read(&forms, "{0,2|*}");
    assert_eq!(read(&forms, "adj({0,2|*})"), forms.adjoint(g).unwrap());
    assert_eq!(read(&forms, "conj( {0,2|*} )"), forms.conjugate(g).unwrap());
    assert_eq!(read(&forms, "sharp({0,2|*})"), forms.ordinary(&[], &[g]).unwrap());
    assert_eq!(read(&forms, "~adj (sharp(*)+1)"), read(&forms, "~adj({|*}+1)"));
    for family in Family::ALL {
        for n in 0..=3 {
            let member = family.member(&forms, n).unwrap();
            let letter = family.letter();
            assert_eq!(read(&forms, &format!("{letter}{n}")), member);
            assert_eq!(read(&forms, &format!("{letter}({n})")), member);
            assert_eq!(
                read(&forms, &format!("{{{letter} ( {n} )|}}")),
                forms.ordinary(&[member], &[]).unwrap()
            );
        }
    }
    assert_same(&[("W2", "{|0,-1}"), ("{0,{0,-1|W5}||-2,0}", "{{0,-1|W(5)},0|0,-2}")]);
}

#[test]
fn square_brackets_are_dead_ends() {
    assert_same(&[
        ("[-1 0]", "{·|-1,0}"),
        ("[ -1 0 [0 -2] ]", "{|-1,0,{|0,-2}}"),
        ("{|[-1 0]}", "{|{|-1,0}}"),
        ("[{|0} (-1+-1) ~3 2.-1 W3]", "{|-1,-2,-3,W3}"),
        ("{[-1 0]|[0 0]}", "{W2|-1}"),
    ]);
    assert_refused(&[
        ("[]", 0..2, "square brackets without an option"),
        ("[0 * -1]", 3..4, "`*` is not a Left dead end"),
        ("[-1 {0|1} ]", 4..9, "`{0|1}` is not a Left dead end"),
        ("[0 +-1]", 3..6, "`+-1` is not a Left dead end"),
        ("[{|#} 0]", 1..5, "`{|#}` is not a Left dead end"),
        ("[A3 0]", 1..3, "`A3` is not a Left dead end"),
        ("[0-1]", 2..4, "expected a space or `]`, found `-1`"),
        ("[0+0]", 2..3, "expected a space or `]`, found `+`"),
        ("[0 |]", 3..4, "expected a space or `]`, found `|`"),
        ("[0 -1, -2]", 5..6, "expected a space or `]`, found `,`"),
    ]);
    assert!(refuse("[]").help.unwrap().contains("`0`"));
}

#[test]
fn a_star_before_braces_gives_both_players_the_same_impartial_options() {
    assert_same(&[
        ("*{*}", "{*|*}"),
        ("*{0,*2}", "{0,*2|0,*2}"),
        ("*{ *3 , 0,*{*2} }", "{0,*3,{*2|*2}|0,*3,{*2|*2}}"),
        ("*{0,*,*2}", "*3"),
        ("*{*2+*2,0.*,{0|0}}", "{0,*,*2+*2|0,*,*2+*2}"),
        ("~*{*2}", "{*2|*2}"),
        ("2.*{*2}+*", "*{*2}+*{*2}+*"),
        (r"*\{0,*2\}", "*{0,*2}"),
        (r"\ast\left\{0,\ast 2\right\}", "*{0,*2}"),
        (r"\ast \{0\}", "*"),
    ]);
    assert_refused(&[
        ("*{0,2}", 4..5, "`2` is not impartial"),
        ("*{{0|1}}", 2..7, "`{0|1}` is not impartial"),
        ("*{0|*}", 3..4, "expected `}`, `,` or `+`, found `|`"),
        ("*{}", 2..3, "expected a game, found `}`"),
        ("*{0,}", 4..5, "expected a game, found `}`"),
        ("*{0,#}", 4..5, "a tombstone can only be an element of a list in braces"),
        ("*{0", 3..3, "expected `}`, `,` or `+`, found the end of the text"),
        ("* {0}", 2..3, "expected `+` or the end of the text, found `{`"),
    ]);
    for (text, help) in [
        ("*{0,2,3}", "have their star: `*{0,*2}`"),
        ("*{0|*}", "both players have all options"),
        ("*{0", "the `{` at character 2 is not closed"),
    ] {
        let error = refuse(text);
        assert!(error.help.as_ref().is_some_and(|h| h.contains(help)), "{text}: {error:?}");
    }
}

#[test]
fn latex_is_read_as_papers_have_it() {
    assert_same(&[
        (r"\left\{2,\pm1 \middle| 0\right\}", "{2,±1|0}"),
        (r"\{ 0,\; \ast \,\mid\, \ast 2 \}", "{0,*|*2}"),
        (r"\{\cdot \parallel \overline{1} \mid 0\}", "{·||-1|0}"),
        (r"\{\cdot\Vert\bar{12}\vert0\}", "{·||-12|0}"),
        (r"\{0 \| 1 \mid 2 \mathrel{|||} 3\}", "{0||1|2|||3}"),
        (r"\overline{\{0 \mid 2, \blacksquare\}}", "~{0|2,#}"),
        (r"\{0,\Sigma^L \mid \Sigma^R\}", "{0,#|#}"),
        (r"\pm\overline{ 3 + \overline{1} }", "±~(3+-1)"),
        ("% Left moves first\n\\{0 \\mid\n  % a comment\n1\\}", "{0|1}"),
    ]);
    assert_refused(&[
        (r"\foo", 0..4, r"expected a game, found `\foo`"),
        (r"\{0 \mid 1", 10..10, "expected `}`, `,`, `+` or a bar, found the end of the text"),
        (r"\overline{*", 11..11, "expected `}` or `+`, found the end of the text"),
        (r"\overline{99999999999999999999}", 0..31, "the number is too large"),
        (r"\overline1", 0..9, r"expected a game, found `\overline`"),
        // Only a whole line is a comment.
        ("7 % 3", 2..3, "expected `+` or the end of the text, found `%`"),
    ]);
    let help = refuse(r"\overline{*").help;
    assert_eq!(help.as_deref(), Some("the `{` at character 10 is not closed"));
}

#[test]
fn commas_make_a_list_and_no_game() {
    assert_refused(&[
        ("[0,-1]", 0..6, "expected a game, found a list of 2"),
        ("{0|[*, 1 , {0|*}]}", 3..17, "expected a game, found a list of 3"),
        ("[0 [-1,0]]", 3..9, "expected a game, found a list of 2"),
        ("[1]", 0..3, "expected a game, found a list of 1"),
        ("[[-1 0]]", 0..8, "expected a game, found a list of 1"),
        ("[0,]", 3..4, "expected a game, found `]`"),
        ("[0, -1 -2]", 7..9, "expected `,` or `]`, found `-2`"),
    ]);
    for (text, help) in [
        ("[0,-1]", "`[-1 0]`, with blanks"),
        ("[ -1 ]", "`{|-1}`"),
        ("[[-1 0]]", "`{|[-1 0]}`"),
        ("[0 -1, -2]", "blanks"),
    ] {
        assert!(refuse(text).help.unwrap().contains(help), "{text}");
    }
    let forms = Forms::new();
    assert!(parse_universe(&forms, "D([-1,0])", &AnyUniverse).is_err());
}

#[test]
fn one_point_five_is_not_five() {
    assert_refused(&[
        ("1.5", 0..3, "`1.5` is not a game: there are no decimals"),
        ("{0|0.77}", 3..7, "`0.77` is not a game: there are no decimals"),
        ("2. 3", 0..4, "`2. 3` is not a game: there are no decimals"),
        ("1+2.3.*", 2..5, "`2.3` is not a game: there are no decimals"),
        ("99999999999999999999.0", 0..22, "`99999999999999999999…` is not a game: there are no decimals"),
    ]);
    for (text, help) in [
        (
            "0.77",
            "a heap of the octal game is written `octal(0.77)(n)`, and copies of 77 are written `0.(77)`",
        ),
        ("1.5", "copies of 5 are written `1.(5)`"),
        ("0.9", "copies of 9 are written `0.(9)`"),
    ] {
        assert_eq!(refuse(text).help.unwrap(), help);
    }
    assert_same(&[
        ("3.*", "*+*+*"),
        ("2.(1+*)", "1+*+1+*"),
        ("2.W3", "W3+W3"),
        ("2.-1", "-2"),
        ("2.~3", "-6"),
    ]);
}

#[test]
fn what_could_come_is_said_where_something_else_comes() {
    let end = "the end of the text";
    assert_refused(&[
        ("", 0..0, &format!("expected a game, found {end}")),
        (" \n ", 0..0, &format!("expected a game, found {end}")),
        ("1 2", 2..3, "expected `+` or the end of the text, found `2`"),
        ("1,2", 1..2, "expected `+` or the end of the text, found `,`"),
        ("1}", 1..2, "expected `+` or the end of the text, found `}`"),
        ("1+", 2..2, &format!("expected a game, found {end}")),
        ("1++1", 2..3, "expected a game, found `+`"),
        ("3.", 2..2, &format!("expected a game, found {end}")),
        ("{3.|0}", 3..4, "expected a game, found `|`"),
        ("|", 0..1, "expected a game, found `|`"),
        (".", 0..1, "expected a game, found `.`"),
        ("?", 0..1, "expected a game, found `?`"),
        ("{", 1..1, &format!("expected a game, `■` or `|`, found {end}")),
        ("{}", 1..2, "expected a game, `■` or `|`, found `}`"),
        ("{0}", 2..3, "expected `|`, `,` or `+`, found `}`"),
        ("{#}", 2..3, "expected `|` or `,`, found `}`"),
        ("{.}", 2..3, "expected `|`, found `}`"),
        ("{.,0|}", 2..3, "expected `|`, found `,`"),
        ("{0,}", 3..4, "expected a game or `■`, found `}`"),
        ("{0,|}", 3..4, "expected a game or `■`, found `|`"),
        ("{0,.|}", 3..4, "expected a game or `■`, found `.`"),
        ("{,0|}", 1..2, "expected a game, `■` or `|`, found `,`"),
        ("{0|,1}", 3..4, "expected a game, `■`, a bar or `}`, found `,`"),
        ("{0|1", 4..4, &format!("expected `}}`, `,`, `+` or a bar, found {end}")),
        ("{0|#", 4..4, &format!("expected `}}`, `,` or a bar, found {end}")),
        ("{0|.)", 4..5, "expected `}` or a bar, found `)`"),
        ("{0|1)", 4..5, "expected `}`, `,`, `+` or a bar, found `)`"),
        ("(1", 2..2, &format!("expected `)` or `+`, found {end}")),
        ("(1,2)", 2..3, "expected `)` or `+`, found `,`"),
        ("()", 1..2, "expected a game, found `)`"),
        ("±()", 3..4, "expected a game, found `)`"),
        ("±(1|2)", 4..5, "expected `)`, `,` or `+`, found `|`"),
        ("~", 1..1, &format!("expected a game, found {end}")),
        ("adj", 3..3, &format!("expected `(` after `adj`, found {end}")),
        ("adj 3", 4..5, "expected `(` after `adj`, found `3`"),
        ("adj(1,2)", 5..6, "expected `)` or `+`, found `,`"),
        ("W", 1..1, &format!("expected a natural number or `(` directly after `W`, found {end}")),
        ("W 3", 2..3, "expected a natural number or `(` directly after `W`, found `3`"),
        ("W(-3)", 2..4, "expected a natural number, found `-3`"),
        ("W(3", 3..3, &format!("expected `)`, found {end}")),
        ("W2\u{304}", 1..4, "expected a natural number, found `2\u{304}`"),
        ("-2.3", 2..3, "expected `+` or the end of the text, found `.`"),
        ("{0|abcdefghijklmnopqrstuvwxyz}", 3..29, "unknown name `abcdefghijklmnopqrst…`"),
        ("WW3", 0..2, "unknown name `WW`"),
        ("x", 0..1, "unknown name `x`"),
    ]);
}

#[test]
fn numbers_that_are_none_are_refused() {
    let barred = "a number needs a bar over every digit or over none";
    let large = "the number is too large";
    assert_refused(&[
        ("{1\u{304}0|}", 1..5, barred),
        ("10\u{305}", 0..4, barred),
        ("-1\u{304}", 0..4, barred),
        ("99999999999999999999", 0..20, large),
        ("{-99999999999999999999|0}", 1..22, large),
        ("9223372036854775808", 0..19, large),
        ("*99999999999999999999", 1..21, large),
        ("99999999999999999999.*", 0..20, large),
        ("W99999999999999999999", 1..21, large),
        ("{0|-*}", 3..4, "`-` must be directly followed by a number"),
        ("- 1", 0..1, "`-` must be directly followed by a number"),
    ]);
}

#[test]
fn help_is_given_for_likely_mistakes() {
    for (text, help) in [
        ("■", "`{0,■|*}`"),
        ("0+#", "`{0,■|*}`"),
        ("{0,*,*}", "`{0,*|*}`"),
        ("1\u{304}0", "`[-1 0]`"),
        ("12\u{304}", "a bar over every digit"),
        ("-{0|1}", "`~G`"),
        ("1-1", "`G+~H`"),
        ("1 - *", "`G+~H`"),
        ("foo(1)", "`adj(G)`, `conj(G)`, `sharp(G)`, and families such as `W3`, `K3`, `B3`, `A3`, `S3`"),
        ("[0+0]", "parentheses"),
        ("2*", "copies are written `2.G`, and sums `2+*`"),
        ("1+2*3", "sums `2+*3`"),
        ("2x", "`2.x`"),
        ("{0|12{0|*}}", "`12.G`"),
        ("1..5", "a range is not a game"),
        ("{0 *|*}", "commas separate the options"),
        ("{0|* 1}", "commas separate the options"),
        ("{0;*|*}", "commas separate the options"),
        ("{0|*}^L", "options(G, Left)"),
        ("{0|(1+[0", "the `[` at character 7 is not closed"),
        ("{0|\n{1", "the `{` at line 2, character 1 is not closed"),
    ] {
        let error = refuse(text);
        assert!(error.help.as_ref().is_some_and(|h| h.contains(help)), "{text}: {error:?}");
    }
}

#[test]
fn stars_and_bars_of_papers_are_read() {
    assert_same(&[("{0,∗│⋆2}", "{0,*|*2}"), ("∗3+⋆", "*3+*"), ("{0││∗│1}", "{0||*|1}")]);
    assert_refused(&[("∗99999999999999999999", 3..23, "the number is too large")]);
}

#[test]
fn an_error_is_shown_under_its_place() {
    let text = "{0,1}";
    let error = refuse(text);
    assert_eq!(error.to_string(), "at character 5: expected `|`, `,` or `+`, found `}`");
    let help = "help: a bar separates the options of Left from those of Right, as in `{0,*|*}`";
    assert_eq!(error.render(text), format!("{error}\n  {{0,1}}\n      ^\n{help}\n"));
    let text = "{0,■,1\n |0,■ 1}";
    let error = refuse(text);
    assert_eq!(error.to_string(), "at line 2, character 7: expected `}`, `,` or a bar, found `1`");
    assert!(error.render(text).contains("\n   |0,■ 1}\n        ^\n"), "{}", error.render(text));
}

#[test]
fn too_large_names_exhaust_instead_of_building() {
    let forms = Forms::new();
    let before = forms.len();
    for text in [
        "10000001",
        "-9223372036854775807",
        "*20001",
        "*18446744073709551615",
        "W18446744073709551615",
        "A9",
        "9999999999.*",
        "18446744073709551615.(1000)",
    ] {
        match parse_form(&forms, text) {
            Err(ReadError::Exhausted(error)) => assert!(matches!(error.limit, Limit::Size { .. }), "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(forms.len() < before + 2_000, "only the operands of the multiples");
    assert_eq!(parse_form(&forms, "18446744073709551615.(0)"), Ok(Form::ZERO));
}

#[test]
fn errors_are_data() {
    let error = refuse("{0|Σ^L}");
    assert_eq!(error.problem, Problem::WrongTombstone(Player::Left));
    assert_eq!((error.line, error.column), (None, 4));
    let source = ReadError::from(error.clone());
    assert_eq!(std::error::Error::source(&source).map(ToString::to_string), Some(error.to_string()));
}

#[test]
fn a_hole_stands_where_a_term_may() {
    let forms = Forms::new();
    let star = read(&forms, "*");
    let fill = |text: &str, words: &[&str]| {
        let hole = |word: &&str| {
            let start = text.find(*word).expect("the word is in the text");
            Hole { span: start..start + word.len(), form: star }
        };
        let holes: Vec<Hole> = words.iter().map(hole).collect();
        parse_form_with_holes(&forms, text, &NoCalls, &holes)
    };
    for (text, words, meaning) in [
        ("g1'", ["g1'"].as_slice(), "*"),
        ("{f(x,y), 0||g|1}", &["f(x,y)", "g"], "{*,0||*|1}"),
        ("~g + 3.h", &["g", "h"], "~* + 3.*"),
        ("±(g, 1)", &["g"], "±(*,1)"),
        ("(g)+adj(h)", &["(g)", "h"], "*+adj(*)"),
        ("{_,0|?}", &["_", "?"], "{*,0|*}"),
    ] {
        assert_eq!(fill(text, words), Ok(read(&forms, meaning)), "{text}");
    }
    // The game of a call is a game like any other.
    for (text, word) in [("[g 0]", "g"), ("g h", "g"), ("{0 g|}", "g"), ("Wg", "g")] {
        assert!(matches!(fill(text, &[word]), Err(ReadError::Parse(_))), "{text}");
    }
}
