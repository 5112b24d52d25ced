//! Every way to count against the lister, and the lister against all pairs of sets, in every kind
//! of universe: with dead, blocked and other ends, closed under sums or not.
#![allow(clippy::unwrap_used, reason = "tests")]

mod worlds;

use std::collections::HashSet;

use misere_census::count::{Counted, Which, count, pool};
use misere_census::list::{LAST_DAY, Listed, list, list_from};
use misere_core::{AllGames, Budget, Engine, Form, Forms, Limits, Refused, Universe};
use worlds::{MODULI, OTHERS, engine, listed_slowly, setting};

/// The universes with so few games by day 2 that their classes of day 3 are listed at once.
const SMALL: [&str; 8] = [
    "D",
    "D {|*}",
    "D {|0,*}",
    "D {|{*|*}}",
    "D {|{*|}} ; {|*}",
    "D {|*2} ; {|*}",
    "ends {|*} /",
    "ends {|{*|*}} / {*2|}",
];

#[test]
fn days_zero_to_two_are_counted_as_they_are_listed() {
    for modulo in MODULI {
        let engine = engine(modulo);
        for of in MODULI.into_iter().chain(OTHERS) {
            let universe = setting(engine.forms(), of);
            let universe = universe.universe().unwrap();
            for day in 0..LAST_DAY {
                let pools = pools_of(engine.forms(), universe, day);
                let counted = Counted { of: universe, pools: [&pools, &pools] };
                let listed = listed(&engine, universe, day);
                assert_eq!(listed, listed_slowly(&engine, counted), "{of} modulo {modulo}, day {day}");
                let found = count(&engine, counted, Which::All, &|_| ()).unwrap();
                assert_eq!(found.classes, listed.len().into(), "{of} modulo {modulo}, day {day}");
            }
        }
    }
}

/// Classes of day 3, where ends with options that are not ends are born.
#[test]
fn day_three_is_counted_as_it_is_listed() {
    let mut with_new_ends = 0;
    for modulo in MODULI {
        let engine = engine(modulo);
        let mut of_dicots = None;
        for of in SMALL {
            let universe = setting(engine.forms(), of);
            let universe = universe.universe().unwrap();
            let pools = pools_of(engine.forms(), universe, 3);
            let counted = Counted { of: universe, pools: [&pools, &pools] };
            let found = count(&engine, counted, Which::All, &|_| ()).unwrap().classes;
            let listed = list(&engine, universe, 3, |_| Ok(())).unwrap();
            assert_eq!(found, listed.into(), "{of} modulo {modulo}");
            let dicots = *of_dicots.get_or_insert(listed);
            with_new_ends += usize::from(listed > dicots);
        }
    }
    assert!(with_new_ends > 40, "{with_new_ends}");
}

#[test]
fn the_lister_finds_what_all_pairs_of_sets_have() {
    let modulo = engine("M");
    let universe = setting(modulo.forms(), "D {|{*|*}}");
    let universe = universe.universe().unwrap();
    let pools = pools_of(modulo.forms(), universe, 3);
    let slow = listed_slowly(&modulo, Counted { of: universe, pools: [&pools, &pools] });
    assert_eq!(listed(&modulo, universe, 3), slow);
}

/// Normal play has no tests of strength, and is counted by listing alone.
#[test]
fn normal_play_is_listed() {
    let normal = engine("N");
    let sizes: Vec<u64> = (0..3).map(|day| list(&normal, &AllGames, day, |_| Ok(())).unwrap()).collect();
    assert_eq!(sizes, [1, 4, 22]);
}

/// The invertible classes of dicots: [dicots] section 5 has 489 by day 3.
#[test]
fn a_listed_class_has_its_game() {
    let modulo = engine("D");
    let of = modulo.universe().unwrap();
    let mut invertible = 0;
    let classes = list(&modulo, of, 3, |Listed { value, game }| {
        assert_eq!(modulo.value(game)?, value);
        assert!(of.contains(modulo.forms(), game)? && modulo.forms().rank(game) <= 3);
        invertible += u32::from(modulo.cancels_with_conjugate(game)?);
        Ok(())
    });
    assert_eq!((classes.unwrap(), invertible), (1268, 489));
}

#[test]
fn too_many_games_and_late_days_are_refused() {
    let modulo = engine("M");
    let refused = |day| list(&modulo, &AllGames, day, |_| Ok(())).unwrap_err();
    assert!(refused(3).to_string().contains("sets of 20 games"), "{}", refused(3));
    assert!(refused(4).to_string().contains("by day 3"), "{}", refused(4));
}

#[test]
fn a_lister_stops_at_its_limits_and_when_it_is_told() {
    let limits = Limits { memory_bytes: 1 << 20, ..Limits::default() };
    let forms = std::sync::Arc::new(Forms::with_budget(std::sync::Arc::new(Budget::new(limits))));
    let of = setting(&forms, "D {|*}");
    let modulo = Engine::new(forms, setting(&Forms::new(), "M"));
    let stopped = list(&modulo, of.universe().unwrap(), 3, |_| Ok(()));
    assert!(matches!(stopped, Err(Refused::Exhausted(_))), "{stopped:?}");

    let modulo = engine("D");
    let mut told = 0;
    let stopped = list(&modulo, modulo.universe().unwrap(), 3, |class| {
        told += 1;
        if told < 5 { Ok(()) } else { Err(Refused::NotOrdinary { form: class.game }) }
    });
    assert!(matches!(stopped, Err(Refused::NotOrdinary { .. })) && told == 5);
}

#[test]
fn what_is_told_does_not_depend_on_what_the_store_holds() {
    let told = |before: &str| {
        let modulo = engine("E");
        misere_notation::parse_form(modulo.forms(), before).unwrap();
        let of = setting(modulo.forms(), "D {|*}");
        let notation = misere_notation::Notation::new(misere_notation::Style::Ascii);
        let mut told = Vec::new();
        let each = |class: Listed| {
            told.push(notation.write(modulo.forms(), class.game).unwrap());
            Ok(())
        };
        list(&modulo, of.universe().unwrap(), 2, each).unwrap();
        told
    };
    assert_eq!(told("0"), told("{{*|0}|{0,*|0},{*|}}"));
}

/// The options of the games of a day.
fn pools_of(forms: &Forms, of: &dyn Universe, day: u32) -> Vec<Form> {
    if day == 0 { Vec::new() } else { pool(forms, of, day - 1).unwrap() }
}

fn listed(engine: &Engine, of: &dyn Universe, day: u32) -> HashSet<misere_core::Value> {
    let pools = pools_of(engine.forms(), of, day);
    let mut classes = HashSet::new();
    let told = list_from(engine, Counted { of, pools: [&pools, &pools] }, |class| {
        assert!(classes.insert(class.value), "told twice");
        Ok(())
    });
    assert_eq!(told.unwrap(), classes.len() as u64);
    classes
}
