//! Genus, mates and counts of impartial games beside their definitions.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use misere_core::{Form, Forms, Impartial, Outcome, Player};
use misere_impartial::{Genus, born_by, count_born_by, mate};
use misere_notation::{Style, parse_form};

/// All impartial trees of rank at most `rank`.
fn trees(forms: &Forms, rank: u32) -> Vec<Form> {
    (0..rank).fold(vec![Form::ZERO], |smaller, _| {
        let subset = |chosen: u32| {
            let options: Vec<Form> =
                (0..smaller.len()).filter(|at| chosen >> at & 1 == 1).map(|at| smaller[at]).collect();
            forms.ordinary(&options, &options).unwrap()
        };
        (0..1 << smaller.len()).map(subset).collect()
    })
}

/// Equality modulo I by [nim] Theorem 1.
fn equal(forms: &Forms, g: Form, h: Form, known: &mut HashMap<(Form, Form), bool>) -> bool {
    if let Some(&known) = known.get(&(g, h)) {
        return known;
    }
    let options = |g: Form| forms.options(g, Player::Left).to_vec();
    let mut answered = |g: Form, h: Form| {
        options(h).into_iter().all(|o| {
            options(o).into_iter().any(|back| equal(forms, g, back, known))
                || options(g).into_iter().any(|match_| equal(forms, match_, o, known))
        })
    };
    let proviso = |g: Form, h: Form| g != Form::ZERO || forms.outcome(h) == Outcome::N;
    let equal = answered(g, h) && answered(h, g) && proviso(g, h) && proviso(h, g);
    known.insert((g, h), equal);
    equal
}

#[test]
fn the_canonical_forms_are_as_many_as_there_are_classes_of_trees() {
    let forms = Arc::new(Forms::new());
    let mut known = HashMap::new();
    for day in 0..4 {
        let mut classes: Vec<Form> = Vec::new();
        for g in trees(&forms, day) {
            if !classes.iter().any(|&h| equal(&forms, g, h, &mut known)) {
                classes.push(g);
            }
        }
        assert_eq!(born_by(&forms, day).unwrap().len(), classes.len());
    }
    let engine = Impartial::new(forms.clone());
    let classes: HashSet<Form> =
        trees(&forms, 4).into_iter().map(|g| engine.canonical(g).unwrap().unwrap()).collect();
    assert_eq!(born_by(&forms, 4).unwrap().into_iter().collect::<HashSet<_>>(), classes);
}

#[test]
fn counting_gives_as_many_as_listing() {
    let forms = Arc::new(Forms::new());
    let counts: Vec<u64> =
        (0..6).map(|day| count_born_by(&forms, day).unwrap().try_into().unwrap()).collect();
    for day in 0..5 {
        assert_eq!(born_by(&forms, day).unwrap().len() as u64, counts[day as usize]);
    }
    // [onag] has these.
    assert_eq!(counts, [1, 2, 3, 5, 22, 4_171_780]);
    assert!(count_born_by(&forms, 6).is_err() && born_by(&forms, 5).is_err());
}

/// The 2^22 sets of games born by day 4, each asked whether it reverses through anything.
#[test]
fn day_5_by_trying_every_set() {
    let forms = Arc::new(Forms::new());
    let options = born_by(&forms, 4).unwrap();
    let bits = |member: &dyn Fn(Form) -> bool| {
        (0..options.len()).fold(0_u32, |set, at| set | u32::from(member(options[at])) << at)
    };
    let p_positions = bits(&|o| forms.outcome(o) == Outcome::P);
    let through: Vec<(bool, u32, u32)> = options
        .iter()
        .map(|&h| {
            let own = bits(&|o| forms.options(h, Player::Left).contains(&o));
            let returning = bits(&|o| forms.options(o, Player::Left).contains(&h));
            (h == Form::ZERO, own, returning)
        })
        .collect();
    let reverses = |set: u32, &(is_zero, own, returning): &(bool, u32, u32)| {
        set != own && set & own == own && set & !own & !returning == 0 && (!is_zero || set & p_positions != 0)
    };
    let canonical = (0..1_u32 << options.len()).filter(|&set| !through.iter().any(|h| reverses(set, h)));
    assert_eq!(canonical.count(), 4_171_780);
}

/// The n for which the previous player wins X + *n.
fn misere_grundy(forms: &Forms, x: Form) -> u64 {
    (0..)
        .find(|&n| {
            let nimber = forms.nimber(n).unwrap();
            forms.outcome(forms.sum(x, nimber).unwrap()) == Outcome::P
        })
        .unwrap()
}

fn normal_grundy(forms: &Forms, x: Form) -> u64 {
    (0..)
        .find(|&n| {
            let nimber = forms.nimber(n).unwrap();
            forms.normal_outcome(forms.sum(x, nimber).unwrap()) == Some(Outcome::P)
        })
        .unwrap()
}

#[test]
fn the_genus_says_what_is_a_p_position() {
    let forms = Arc::new(Forms::new());
    let mut games = trees(&forms, 3);
    games.extend(born_by(&forms, 4).unwrap());
    games.push(parse_form(&forms, "*2+*2+*3+*").unwrap());
    let two = forms.nimber(2).unwrap();
    for g in games {
        let genus = Genus::of(&forms, g).unwrap().unwrap();
        assert_eq!(genus.normal(), normal_grundy(&forms, g));
        let mut sum = g;
        for n in 0..6 {
            assert_eq!(genus.misere_value(n), misere_grundy(&forms, sum), "{n} twos");
            sum = forms.sum(sum, two).unwrap();
        }
    }
}

#[test]
fn genera_of_the_books() {
    let forms = Forms::new();
    for (game, genus) in [
        ("0", "0^{120}"),
        ("*", "1^{031}"),
        ("*2", "2^{20}"),
        ("*3", "3^{31}"),
        ("*4", "4^{46}"),
        ("*2+*2", "0^{02}"),
        ("*2+*3", "1^{13}"),
        ("{*2|*2}", "0^{02}"),
    ] {
        let g = parse_form(&forms, game).unwrap();
        assert_eq!(Genus::of(&forms, g).unwrap().unwrap().write(Style::Unicode), genus, "{game}");
    }
    let partizan = parse_form(&forms, "{0|*}").unwrap();
    assert_eq!(Genus::of(&forms, partizan).unwrap(), None);
}

/// [ww] chapter 13 has the genera of Kayles; 5 pins are the first wild row.
#[test]
fn genera_of_kayles() {
    let forms = Forms::new();
    let mut rows: Vec<Form> = Vec::new();
    for pins in 0..=7_usize {
        let left_after = [1, 2].into_iter().filter_map(|taken| pins.checked_sub(taken));
        let splits = left_after.flat_map(|left| (0..=left).map(move |a| (a, left - a)));
        let options: Vec<Form> = splits.map(|(a, b)| forms.sum(rows[a], rows[b]).unwrap()).collect();
        rows.push(forms.ordinary(&options, &options).unwrap());
    }
    let genera: Vec<String> =
        rows.iter().map(|&g| Genus::of(&forms, g).unwrap().unwrap().write(Style::Ascii)).collect();
    assert_eq!(genera, ["0^120", "1^031", "2^20", "3^31", "1^031", "4^146", "3^31", "2^20"]);
}

#[test]
fn a_game_and_its_mate_make_a_p_position() {
    let forms = Arc::new(Forms::new());
    let mut mates: HashMap<Form, Form> = HashMap::new();
    for g in forms.followers_of_all(&born_by(&forms, 4).unwrap()) {
        let of_options: Vec<Form> = forms.options(g, Player::Left).iter().map(|o| mates[o]).collect();
        let by_definition = match &*of_options {
            [] => forms.nimber(1).unwrap(),
            options => forms.ordinary(options, options).unwrap(),
        };
        mates.insert(g, by_definition);
        assert_eq!(mate(&forms, g).unwrap(), Some(by_definition));
        assert_eq!(forms.outcome(forms.sum(g, by_definition).unwrap()), Outcome::P);
    }
    assert_eq!(mate(&forms, forms.integer(1).unwrap()).unwrap(), None);
}
