//! A written form reads back as the same form.

use fastrand::Rng;
use misere_core::{Form, Forms, Player, Tombstones};
use misere_notation::{Notation, Style, TombstoneSign, parse_form};
use misere_twin::Pools;

const FORMS: usize = 1_000_000;

#[test]
fn a_million_random_forms_read_back_as_written() {
    let forms = Forms::new();
    let mut random = Rng::with_seed(0x9E37_79B9_7F4A_7C15);
    let mut pools = Pools::new(&forms, &mut random);
    let mut seen = Vec::new();
    let mut with_sign =
        ["±", "±(", "±{", "·", "■", "Σᴸ", "Σᴿ", "*2", "||", "|||", "-2", "{{"].map(|sign| (sign, 0));
    let mut augmented = 0;
    let (unicode, ascii) = (Notation::default(), Notation::new(Style::Ascii));
    let latex = Notation::new(Style::Latex);
    let [sigma, latex_sigma] = [unicode, latex].map(|n| Notation { tombstone: TombstoneSign::Sigma, ..n });
    for i in 0..FORMS {
        let rank = 2 + i % 5;
        let g = pools.form(&forms, rank, i % 2 == 1, &mut random);
        assert_eq!(forms.rank(g) as usize, rank);
        augmented += usize::from(!forms.is_ordinary(g));
        let notations = if i % 3 == 0 { [latex, latex_sigma, unicode] } else { [unicode, ascii, sigma] };
        for notation in notations {
            let text = notation.write(&forms, g).unwrap();
            assert_eq!(parse_form(&forms, &text), Ok(g), "{text}");
            for (sign, count) in &mut with_sign {
                *count += usize::from(text.contains(*sign));
            }
        }
        seen.push(g);
    }
    let distinct = seen.into_iter().collect::<std::collections::HashSet<_>>().len();
    assert!(distinct >= FORMS / 2, "{distinct} distinct forms");
    assert_eq!(augmented, FORMS / 2);
    for (sign, count) in with_sign {
        assert!(count >= 1_000, "{sign} occurs {count} times");
    }
}

#[test]
fn every_form_of_rank_two_reads_back_as_written_alone_and_as_an_option() {
    let forms = Forms::new();
    for g in forms.born_by(2).unwrap() {
        let conjugate = forms.conjugate(g).unwrap();
        let stone = Tombstones::only(Player::Left);
        for h in [
            g,
            forms.ordinary(&[g], &[]).unwrap(),
            forms.ordinary(&[], &[g]).unwrap(),
            forms.ordinary(&[g], &[g]).unwrap(),
            forms.ordinary(&[g], &[conjugate]).unwrap(),
            forms.ordinary(&[g, Form::ZERO], &[conjugate, Form::ZERO]).unwrap(),
            forms.make(&[g], &[conjugate], stone).unwrap(),
        ] {
            for style in [Style::Unicode, Style::Ascii, Style::Latex] {
                let text = Notation::new(style).write(&forms, h).unwrap();
                assert_eq!(parse_form(&forms, &text), Ok(h), "{text}");
            }
        }
    }
}

#[test]
fn every_impartial_form_of_rank_four_reads_back_as_written() {
    let forms = Forms::new();
    let mut by_day = vec![Form::ZERO];
    for _ in 0..4 {
        let subsets = (0..1u32 << by_day.len()).map(|subset| {
            let options: Vec<Form> =
                (0..by_day.len()).filter(|i| subset >> i & 1 == 1).map(|i| by_day[i]).collect();
            forms.ordinary(&options, &options).unwrap()
        });
        by_day = subsets.collect();
    }
    assert_eq!(by_day.len(), 65_536);
    for g in by_day {
        for style in [Style::Unicode, Style::Ascii, Style::Latex] {
            let text = Notation::new(style).write(&forms, g).unwrap();
            assert_eq!(parse_form(&forms, &text), Ok(g), "{text}");
            assert!(style == Style::Ascii || !text.contains('|'), "{text}");
        }
    }
}
