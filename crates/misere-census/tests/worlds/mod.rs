//! Universes of every kind by name, and their classes listed as slowly as can be.
#![allow(dead_code, reason = "each test file uses some of this")]

use std::collections::HashSet;
use std::sync::Arc;

use misere_census::count::Counted;
use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, EndSet, Engine, FiniteGenerators, Form, Forms, Generated,
    NormalPlay, Setting, Value,
};
use misere_notation::parse_form;

/// The universes in which conditions on options decide strength, so that classes of day 3 are counted
/// modulo each: ends of all kinds, dead ones first.
pub(crate) const MODULI: [&str; 13] = [
    "D",
    "D -1",
    "D [-1 0]",
    "E",
    // Blocked ends: neutral, with passes, dumped through 1.
    "D {|*}",
    "D {|0,{|*}}",
    "D {|0,*}",
    "D {|1}",
    "B",
    "M",
    // Sets that are not closed under sums, nor most of them under conjugates.
    "ends -1 / 1",
    "ends {|*} /",
    "ends {|0,*} ; {|{0|-1}} / {*|}",
];

/// Universes whose strength is not told by such conditions, or whose ends of rank 3 are new.
pub(crate) const OTHERS: [&str; 7] = [
    // Ends that are not blocked.
    "D {|{*|*}}",
    "D {|{*|}} ; {|*}",
    "D {|{1|0}}",
    "D {|*2} ; {|*}",
    "D {|*,{|*}}",
    "ends {|{*|*}} / {*2|}",
    "ends / {1,{*|*}|}",
];

/// A universe by its name: `D` or `ends` followed by Left ends, after `/` by Right ends.
pub(crate) fn setting(forms: &Forms, name: &str) -> Arc<dyn Setting> {
    let ends = |list: &str| -> Vec<Form> {
        let texts = list.split(';').map(str::trim).filter(|text| !text.is_empty());
        texts.map(|text| parse_form(forms, text).unwrap()).collect()
    };
    match name.split_once(' ') {
        Some(("D", list)) => {
            let generators = FiniteGenerators::new(forms, &ends(list), name).unwrap();
            Arc::new(Generated::new(forms, generators))
        }
        Some((_, lists)) => {
            let (left, right) = lists.split_once('/').unwrap();
            Arc::new(EndSet::new(forms, &ends(left), &ends(right), name).unwrap())
        }
        None => match name {
            "M" => Arc::new(AllGames),
            "D" => Arc::new(Dicots),
            "E" => Arc::new(DeadEnding),
            "B" => Arc::new(Blocking),
            _ => Arc::new(NormalPlay),
        },
    }
}

/// An engine on a store of its own.
pub(crate) fn engine(name: &str) -> Engine {
    let forms = Arc::new(Forms::new());
    let setting = setting(&forms, name);
    Engine::new(forms, setting)
}

/// The classes of all {C|D} of the universe with C and D from the pools: every pair of sets is
/// made, and the universe is asked about each as it stands.
pub(crate) fn listed_slowly(engine: &Engine, Counted { of, pools }: Counted<'_>) -> HashSet<Value> {
    let forms = engine.forms();
    let [left, right] = pools.map(|pool| {
        let chosen = |mask: usize| (0..pool.len()).filter(move |at| mask >> at & 1 == 1).map(|at| pool[at]);
        (0..1usize << pool.len()).map(|mask| chosen(mask).collect()).collect::<Vec<Vec<Form>>>()
    });
    let mut classes = HashSet::new();
    for c in &left {
        for d in &right {
            let game = forms.ordinary(c, d).unwrap();
            if of.contains_literally(forms, game).unwrap() {
                classes.insert(engine.value(game).unwrap());
            }
        }
    }
    classes
}
