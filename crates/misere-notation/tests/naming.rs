//! Long forms with names for what occurs more than once.

use fastrand::Rng;
use misere_core::{Form, Forms, Limit, Tombstones};
use misere_notation::{NamedTexts, Notation, ReadError, Style, TombstoneSign, parse_form};

const STYLES: [Style; 3] = [Style::Unicode, Style::Ascii, Style::Latex];

/// The text of one form and all definitions, a line each.
fn lines(NamedTexts { texts, definitions }: NamedTexts) -> Vec<String> {
    assert_eq!(texts.len(), 1);
    texts.into_iter().chain(definitions.lines().map(str::to_owned)).collect()
}

#[test]
fn short_forms_are_written_without_names() {
    let forms = Forms::new();
    for g in forms.born_by(2).unwrap() {
        for style in STYLES {
            let notation = Notation::new(style);
            let named = notation.write_with_names(&forms, &[g]).unwrap();
            assert_eq!(named.definitions, "");
            assert_eq!(named.texts, [notation.write(&forms, g).unwrap()]);
        }
    }
}

#[test]
fn long_forms_are_named_in_each_style() {
    let forms = Forms::new();
    let mut g = parse_form(&forms, "{0,*|*,-1,2}").unwrap();
    for n in 0..7 {
        let [left, right] =
            [format!("{{*2|{n}}}"), format!("±{{{n}|0,*}}")].map(|t| parse_form(&forms, &t).unwrap());
        g = forms.ordinary(&[g, left], &[g, right]).unwrap();
    }
    let written = |style| lines(Notation::new(style).write_with_names(&forms, &[g]).unwrap());
    let unicode = written(Style::Unicode);
    assert_eq!(unicode[0], "{{*2|6},F6|±{6|0,*},F6}");
    assert_eq!(unicode[1], "where F1 = {{*2|0},{0,*|-1,*,2}|±{0|0,*},{0,*|-1,*,2}}");
    assert_eq!(unicode[2], "where F2 = {{*2|1},F1|±{1|0,*},F1}");
    assert_eq!(unicode.len(), 7);
    let latex = written(Style::Latex);
    assert_eq!(latex[0], r"\{\{*2 \mid 6\},F_{6} \mid \pm\{6 \mid 0,*\},F_{6}\}");
    assert!(latex[2].starts_with(r"\text{where }F_{2} = \{"), "{}", latex[2]);
    for style in STYLES {
        let text = written(style).join("\n");
        assert_eq!(parse_form(&forms, &text), Ok(g), "{text}");
        assert_eq!(parse_form(&forms, &text.replace('\n', " ")), Ok(g), "in one line");
    }
}

#[test]
fn random_forms_read_back_with_their_names() {
    let mut random = Rng::with_seed(14);
    let mut named = 0;
    for _ in 0..300 {
        let forms = Forms::new();
        let mut pool = vec![Form::ZERO];
        for _ in 0..random.usize(8..40) {
            let mut side = || -> Vec<Form> {
                // The last forms most of the time, so that forms are deep.
                let pick = |random: &mut Rng| pool[pool.len() - 1 - random.usize(..pool.len().min(6))];
                (0..random.usize(..4)).map(|_| pick(&mut random)).collect()
            };
            let left = side();
            let right = match random.usize(..4) {
                0 => left.clone(),
                1 => left.iter().map(|&g| forms.conjugate(g).unwrap()).collect(),
                _ => (0..random.usize(..4)).map(|_| pool[random.usize(..pool.len())]).collect(),
            };
            let stones = match random.usize(..12) {
                n @ 0..3 => Tombstones::new(n != 1, n != 0),
                _ => Tombstones::NONE,
            };
            pool.push(forms.make(&left, &right, stones).unwrap());
        }
        let g = pool[pool.len() - 1];
        for style in STYLES {
            for tombstone in [TombstoneSign::Block, TombstoneSign::Sigma] {
                let notation = Notation { tombstone, ..Notation::new(style) };
                let lines = lines(notation.write_with_names(&forms, &[g]).unwrap());
                named += usize::from(lines.len() > 1);
                let text = lines.join("\n");
                assert_eq!(parse_form(&forms, &text), Ok(g), "{text}");
            }
        }
    }
    assert!(named > 600, "{named} texts with names");
}

#[test]
fn forms_that_double_with_every_move_take_linear_text_and_keep_their_limits() {
    let forms = Forms::new();
    let mut g = parse_form(&forms, "{1|*}").unwrap();
    for _ in 0..2_000 {
        let h = forms.ordinary(&[g], &[]).unwrap();
        g = forms.ordinary(&[g, h], &[h]).unwrap();
    }
    let named = lines(Notation::default().write_with_names(&forms, &[g]).unwrap());
    let text = named.join("\n");
    assert!(text.len() < 200_000, "{}", text.len());
    assert_eq!(parse_form(&forms, &text), Ok(g));
    for max_bytes in [0, 399, 1_000, text.len() / 2] {
        let small = Notation { max_bytes, ..Notation::default() };
        let limit = small.write_with_names(&forms, &[g]).map_err(|e| e.limit);
        assert_eq!(limit, Err(Limit::Text(max_bytes)));
    }
}

#[test]
fn long_lists_are_whole_where_some_options_have_names_and_others_none() {
    let forms = Forms::new();
    // Long forms, each of which occurs in both lists, among numbers and short forms.
    let long: Vec<Form> =
        (0..150).map(|n| parse_form(&forms, &format!("{{{n},*2,{{0|{n}}}|*3,±1}}")).unwrap()).collect();
    let short: Vec<Form> = (0..150).map(|n| parse_form(&forms, &format!("{{{n}|*}}")).unwrap()).collect();
    for (longs, shorts) in [(1, 0), (63, 0), (64, 1), (65, 2), (128, 0), (129, 150), (150, 63)] {
        let options = [&long[..longs], &short[..shorts]].concat();
        let g = forms.make(&options, &options[1..], Tombstones::new(true, longs % 2 == 0)).unwrap();
        let g = forms.ordinary(&[g], &long[..longs]).unwrap();
        for style in STYLES {
            let lines = lines(Notation::new(style).write_with_names(&forms, &[g]).unwrap());
            assert_eq!(lines.len(), if longs == 1 { 1 } else { 1 + longs }, "{longs} {shorts}");
            assert_eq!(parse_form(&forms, &lines.join("\n")), Ok(g), "{longs} {shorts}");
        }
    }
}

#[test]
fn several_forms_share_their_names_and_short_ones_have_none() {
    let forms = Forms::new();
    let list = ["0", "*4+*5+*2", "{*4+*5+*2|1}"].map(|text| parse_form(&forms, text).unwrap());
    let NamedTexts { texts, definitions } = Notation::default().write_with_names(&forms, &list).unwrap();
    assert_eq!(texts[0], "0");
    for (text, g) in texts.iter().zip(list) {
        let text = format!("{text}\n{definitions}");
        assert_eq!(parse_form(&forms, &text), Ok(g), "{text}");
    }
}

#[test]
fn definitions_that_are_none_are_refused_at_their_place() {
    let forms = Forms::new();
    for (text, at, message) in [
        ("F1", 0, "unknown name `F`"),
        ("F2 where F1 = 0", 0, "unknown name `F`"),
        ("0 where", 7, "expected a name such as `F1`, found the end of the text"),
        ("0 where G = 1", 8, "expected a name such as `F1`, found `G`"),
        ("0 where F1", 10, "expected `=`, found the end of the text"),
        ("0 where F1 = {0|", 16, "expected a game, `■`, a bar or `}`, found the end of the text"),
        ("F1 where F1 = F2 where F2 = 0", 14, "unknown name `F`"),
        ("where F1 = 0", 0, "expected a game, found the end of the text"),
    ] {
        match parse_form(&forms, text) {
            Err(ReadError::Parse(error)) => {
                assert_eq!(error.problem.to_string(), message, "{text}");
                assert_eq!(error.span.start, at, "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}
