//! How forms are written, style by style.

use misere_core::{Exhausted, Forms, Limit};
use misere_notation::{Notation, Style, TombstoneSign, parse_form};

/// Each form as read, and as written in Unicode and in ASCII.
#[track_caller]
fn assert_written(table: &[(&str, &str, &str)]) {
    let forms = Forms::new();
    for (text, unicode, ascii) in table {
        let g = parse_form(&forms, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let before = forms.len();
        for (style, expected) in [(Style::Unicode, unicode), (Style::Ascii, ascii)] {
            assert_eq!(Notation::new(style).write(&forms, g).as_deref(), Ok(*expected), "{text}");
            assert_eq!(parse_form(&forms, expected), Ok(g), "{expected} reads back");
        }
        assert_eq!(forms.len(), before, "writing {text} adds nothing to the store");
    }
}

#[test]
fn integers_and_nimbers_have_names() {
    assert_written(&[
        ("0", "0", "0"),
        ("{0|}", "1", "1"),
        ("{|{|0}}", "-2", "-2"),
        ("{0|0}", "*", "*"),
        ("{*2,*,0|0,*2,*}", "*3", "*3"),
        ("{|1}", "{·|1}", "{|1}"),
        ("{0,#|}", "{0,■|·}", "{0,#|}"),
        ("{0,#|0}", "{0,■|0}", "{0,#|0}"),
        ("{|0,*}", "{·|0,*}", "{|0,*}"),
        ("{|{#|}}", "{·||■|·}", "{||#|}"),
        ("{{#|}|{#|}}", "{■|·||■|·}", "{{#|}||#|}"),
    ]);
}

#[test]
fn impartial_games_are_written_once_but_in_ascii() {
    assert_written(&[
        ("{*|*}", "*{*}", "{*|*}"),
        ("{0,*,*3|0,*,*3}", "*{0,*,*3}", "{0,*,*3|0,*,*3}"),
        ("*{*2,*{*}}", "*{*2,*{*}}", "{*2,{*|*}|*2,{*|*}}"),
        ("{{*|*}|0}", "{*{*}|0}", "{*|*||0}"),
        ("{{*|*}|{0|*}}", "{*{*}||0|*}", "{*|*||0|*}"),
        ("{*,1|*,1}", "{1,*|1,*}", "{1,*|1,*}"),
        ("{*,#|*,#}", "{*,■|*,■}", "{*,#|*,#}"),
        ("{{*|*},#|*}", "{*{*},■|*}", "{{*|*},#|*}"),
    ]);
    let forms = Forms::new();
    let g = parse_form(&forms, "{0,*2|0,*2}").unwrap();
    assert_eq!(Notation::new(Style::Latex).write(&forms, g).unwrap(), r"*\{0,*2\}");
}

#[test]
fn plus_minus_is_written_where_right_has_the_conjugates() {
    assert_written(&[
        ("{1|-1}", "±1", "+-1"),
        ("{{2|0}|{0|-2}}", "±{2|0}", "+-{2|0}"),
        ("{*,1|-1,*}", "±(1,*)", "+-(1,*)"),
        ("{-1|1}", "{-1|1}", "{-1|1}"),
        ("{-1,*|1,*}", "{-1,*|1,*}", "{-1,*|1,*}"),
        ("{*,-2|*,2}", "±(*,-2)", "+-(*,-2)"),
        ("{1,-1|1,-1}", "{1,-1|1,-1}", "{1,-1|1,-1}"),
        ("{±1|±1}", "{±1|±1}", "{+-1|+-1}"),
        ("{1,#|-1,#}", "{1,■|-1,■}", "{1,#|-1,#}"),
        ("{1,#|-1}", "{1,■|-1}", "{1,#|-1}"),
        ("{1|-1,#}", "{1|-1,■}", "{1|-1,#}"),
        ("±{1,#|0}", "±{1,■|0}", "+-{1,#|0}"),
        ("±{0||1|2}", "±{0||1|2}", "+-{0||1|2}"),
        ("±{{|1}|0}", "±{·|1||0}", "+-{|1||0}"),
        ("±±{0|2}", "{±{0|2}|±{0|2}}", "{+-{0|2}|+-{0|2}}"),
        ("±({0|2},±1)", "±(±1,{0|2})", "+-(+-1,{0|2})"),
        ("{1|-2}", "{1|-2}", "{1|-2}"),
        ("{1,2|-1}", "{1,2|-1}", "{1,2|-1}"),
    ]);
}

#[test]
fn a_side_that_is_one_form_in_braces_loses_them_to_a_longer_bar() {
    assert_written(&[
        ("{2,±1|{-1|0,#}}", "{2,±1||-1|0,■}", "{2,+-1||-1|0,#}"),
        ("{{2,±1|0}|{{-1|0,#}|}}", "{2,±1|0|||-1|0,■||·}", "{2,+-1|0|||-1|0,#||}"),
        ("{{0|1}|{0|2}}", "{0|1||0|2}", "{0|1||0|2}"),
        ("{{0|{0|1}}|{0|2}}", "{0||0|1|||0|2}", "{0||0|1|||0|2}"),
        // A fourth bar is not used, on either side.
        ("{{{{0|1}|0}|0}|0}", "{{0|1||0|||0}|0}", "{{0|1||0|||0}|0}"),
        ("{{{{0|1}|0}|0}|{0|2}}", "{{0|1||0|||0}||0|2}", "{{0|1||0|||0}||0|2}"),
        ("{{{{{0|1}|0}|0}|0}|0}", "{{0|1||0|||0}|0||0}", "{{0|1||0|||0}|0||0}"),
        // A longer bar is not used where there is more on the side.
        ("{{0|1},0|0}", "{0,{0|1}|0}", "{0,{0|1}|0}"),
        ("{{0|1},#|0}", "{{0|1},■|0}", "{{0|1},#|0}"),
        ("{±1|0}", "{±1|0}", "{+-1|0}"),
    ]);
}

#[test]
fn ascii_keeps_braces_where_two_bars_would_meet() {
    assert_written(&[
        ("{|{|1}}", "{·||·|1}", "{|{|1}}"),
        ("{0|{|1}}", "{0||·|1}", "{0|{|1}}"),
        ("{{*|}|0}", "{*|·||0}", "{{*|}|0}"),
        ("{{|1}|0}", "{·|1||0}", "{|1||0}"),
        ("{0|{*|}}", "{0||*|·}", "{0||*|}"),
        ("{{|1}|{*|}}", "{·|1||*|·}", "{|1||*|}"),
        ("{0|{{|1}|0}}", "{0|||·|1||0}", "{0|{|1||0}}"),
        ("{0|{{#|1}|0}}", "{0|||■|1||0}", "{0|||#|1||0}"),
        ("{{0|{*|}}|0}", "{0||*|·|||0}", "{{0||*|}|0}"),
    ]);
}

#[test]
fn options_are_written_in_structural_order_whatever_the_history() {
    let text = "{{3,{2,+-1|0}||0|1},+-{2,+-1|0}|||{0|1},{0|*,{|-1,0},+-1}||+-(*,1),{*|*},{{|-1,0}|0,-1,#}}";
    assert_written(&[
        (
            text,
            "{±{2,±1|0},{3,{2,±1|0}||0|1}||{0|1},{0|*,{·|0,-1},±1}|*{*},±(1,*),{·|0,-1||0,-1,■}}",
            "{+-{2,+-1|0},{3,{2,+-1|0}||0|1}||{0|1},{0|*,{|0,-1},+-1}|{*|*},+-(1,*),{|0,-1||0,-1,#}}",
        ),
        ("{0,{0,-1|[0 -1]}||-2,0}", "{0,{0,-1||·|0,-1}|0,-2}", "{0,{0,-1|{|0,-1}}|0,-2}"),
    ]);
    let write = |earlier: &[&str]| {
        let forms = Forms::new();
        for text in earlier {
            parse_form(&forms, text).unwrap();
        }
        let g = parse_form(&forms, text).unwrap();
        Notation::default().write(&forms, g).unwrap()
    };
    assert_eq!(write(&[]), write(&["{{|-1,0}|0,-1,#}", "+-(*,1)", "{2,+-1|0}", "{*,1|0}", "{3|-3}"]));
}

#[test]
fn latex_has_its_own_signs() {
    let forms = Forms::new();
    for (text, expected) in [
        ("-12", r"\overline{12}"),
        ("*2", "*2"),
        ("{0,#|*}", r"\{0,\blacksquare \mid *\}"),
        ("{|1}", r"\{\cdot \mid 1\}"),
        ("±1", r"\pm1"),
        ("±(1,*)", r"\pm(1,*)"),
        ("±{2|0}", r"\pm\{2 \mid 0\}"),
        ("{|{|1}}", r"\{\cdot \parallel \cdot \mid 1\}"),
        (
            "{2,±1|0|||-1|0,#||}",
            r"\{2,\pm1 \mid 0 \mathrel{|||} \overline{1} \mid 0,\blacksquare \parallel \cdot\}",
        ),
    ] {
        let g = parse_form(&forms, text).unwrap();
        assert_eq!(Notation::new(Style::Latex).write(&forms, g).as_deref(), Ok(expected), "{text}");
        assert_eq!(parse_form(&forms, expected), Ok(g), "{expected} reads back");
    }
}

#[test]
fn tombstones_are_blocks_or_sigmas_of_their_players() {
    let forms = Forms::new();
    let write = |text: &str, style| {
        let g = parse_form(&forms, text).unwrap();
        let written = Notation { tombstone: TombstoneSign::Sigma, ..Notation::new(style) }.write(&forms, g);
        (g, written.unwrap())
    };
    for (text, latex, unicode, ascii) in [
        ("{0,#|*}", r"\{0,\Sigma^L \mid *\}", "{0,Σᴸ|*}", "{0,#|*}"),
        ("{#|#}", r"\{\Sigma^L \mid \Sigma^R\}", "{Σᴸ|Σᴿ}", "{#|#}"),
        (
            "{{0|1,#}|{#|}}",
            r"\{0 \mid 1,\Sigma^R \parallel \Sigma^L \mid \cdot\}",
            "{0|1,Σᴿ||Σᴸ|·}",
            "{0|1,#||#|}",
        ),
        ("-2", r"\overline{2}", "-2", "-2"),
    ] {
        for (style, expected) in [(Style::Latex, latex), (Style::Unicode, unicode), (Style::Ascii, ascii)] {
            let (g, written) = write(text, style);
            assert_eq!(written, expected);
            assert_eq!(parse_form(&forms, &written), Ok(g), "{written} reads back");
        }
    }
}

#[test]
fn waiting_games_have_their_names_where_that_is_wanted() {
    let forms = Forms::new();
    for (text, latex, plain) in [
        ("W2", r"\{\cdot \mid 0,\overline{1}\}", "{·|0,-1}"),
        (
            "{0,{0,-1|W5}||-2,0}",
            r"\{0,\{0,\overline{1} \mid W_{5}\} \mid 0,\overline{2}\}",
            "{0,{0,-1|W5}|0,-2}",
        ),
        ("~W3", r"\overline{W_{3}}", "~W3"),
        ("{W3|~W3}", r"\pm W_{3}", "±W3"),
        (
            "{|0,{|1,{|0,-1}}}",
            r"\{\cdot \mid 0,\{\cdot \mid 1,\{\cdot \mid 0,\overline{1}\}\}\}",
            "{·|0,{·|1,{·|0,-1}}}",
        ),
    ] {
        let g = parse_form(&forms, text).unwrap();
        for (style, expected) in [(Style::Latex, latex), (Style::Unicode, plain)] {
            let notation = Notation { waiting_games: true, ..Notation::new(style) };
            let written = notation.write(&forms, g).unwrap();
            assert_eq!(written, expected);
            // The index of LaTeX is for people.
            if style == Style::Unicode {
                assert_eq!(parse_form(&forms, &written), Ok(g), "{written} reads back");
            }
        }
    }
}

#[test]
fn a_list_keeps_its_order() {
    let forms = Forms::new();
    let list = ["*", "0", "{1|*}", "0"].map(|text| parse_form(&forms, text).unwrap());
    assert_eq!(Notation::default().write_list(&forms, &list).unwrap(), "*,0,{1|*},0");
    assert_eq!(Notation::default().write_list(&forms, &[]).unwrap(), "");
}

#[test]
fn a_form_that_occurs_again_is_written_as_before() {
    let forms = Forms::new();
    let long = "{{0,1|-1,*},{*2|3}|{-2|0,1},{0|*3}}";
    let bare = "{0,1|-1,*},{*2|3}|{-2|0,1},{0|*3}";
    // In braces, without its braces beside a longer bar, and inside another form that occurs again.
    let pair = format!("{{0,{long}|{long},1}}");
    let text = format!("{{{long},{pair}|{{{bare}||0}},{pair}}}");
    let g = parse_form(&forms, &text).unwrap();
    let ascii = Notation::new(Style::Ascii);
    let written = ascii.write(&forms, g).unwrap();
    assert_eq!(parse_form(&forms, &written), Ok(g));
    assert_eq!(written.len(), text.len());
    let one = parse_form(&forms, long).unwrap();
    let alone = ascii.write(&forms, one).unwrap();
    assert_eq!(written.matches(&alone[1..alone.len() - 1]).count(), 6);
    assert_eq!(written.matches(&alone).count(), 5);
    let within = |max_bytes| Notation { max_bytes, ..ascii }.write(&forms, g).map_err(|e| e.limit);
    for max_bytes in 1..written.len() {
        assert_eq!(within(max_bytes), Err(Limit::Text(max_bytes)));
    }
    assert_eq!(within(written.len()), Ok(written));
}

#[test]
fn a_text_longer_than_allowed_is_given_up() {
    let forms = Forms::new();
    // As a tree this doubles with every step: 2^200 leaves.
    let mut g = parse_form(&forms, "{1|*}").unwrap();
    for _ in 0..200 {
        let h = forms.ordinary(&[g], &[]).unwrap();
        g = forms.ordinary(&[g, h], &[h]).unwrap();
    }
    let limit = |result: Result<String, Exhausted>| result.map_err(|e| e.limit);
    assert_eq!(limit(Notation::default().write(&forms, g)), Err(Limit::Text(16 << 20)));
    let seven = Notation { max_bytes: 7, ..Notation::default() };
    let text = "{±1|0}";
    let g = parse_form(&forms, text).unwrap();
    assert_eq!(text.len(), 7);
    assert_eq!(limit(seven.write(&forms, g)), Ok(text.to_owned()));
    assert_eq!(limit(Notation { max_bytes: 6, ..seven }.write(&forms, g)), Err(Limit::Text(6)));
}
