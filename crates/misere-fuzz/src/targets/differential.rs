//! The engine against the definitions, with certificates.

use std::cell::RefCell;
use std::sync::Arc;

use misere_check::Certificate;
use misere_core::{Engine, Explainer, Form, Forms, Player, Relation, Settings, Tombstones};
use misere_twin::{Name, Twin};

use crate::Target;

pub(super) const DIFFERENTIAL: Target = Target {
    name: "differential",
    seeds: || {
        let steps = (0..16u8).map(|k| (0..24).map(|i| u8::wrapping_mul(i, 2 * k + 1) ^ (k << 4)).collect());
        steps.collect()
    },
    tokens: "a z A Z 0 9 ! ~ % & / ( ) = ? + * # _ - . , ; : < >",
    read: |data| WORLDS.with_borrow_mut(|worlds| compare(worlds, data)),
};

/// How many inputs share an engine and its memos, so that questions meet memos that are empty
/// and memos that are full.
const INPUTS: u32 = 200;

/// An engine and its twin.
struct World {
    name: Name,
    forms: Arc<Forms>,
    engine: Arc<Engine>,
    explainer: Explainer,
    twin: Twin,
    inputs: u32,
}

thread_local! {
    static WORLDS: RefCell<Vec<World>> = const { RefCell::new(Vec::new()) };
}

/// The settings an engine is tried with: as they are, with a memo that forgets, without a memo,
/// and without filters.
fn settings(kind: u8) -> Settings {
    let usual = Settings { memo_entries: 1 << 16, ..Settings::default() };
    match kind % 4 {
        0 => usual,
        1 => Settings { memo_entries: 64, ..usual },
        2 => Settings { memo: false, ..usual },
        _ => Settings { filters: false, ..usual },
    }
}

impl World {
    fn new(name: Name, kind: u8) -> World {
        let forms = misere_twin::store();
        let universe = name.universe(&forms);
        let engine = Arc::new(Engine::with_settings(forms.clone(), universe, settings(kind)));
        let explainer = Explainer::new(engine.clone()).expect("these universes have certificates");
        let twin = Twin::new(name, &forms);
        World { name, forms, engine, explainer, twin, inputs: 0 }
    }
}

/// Builds forms from bytes, compares all pairs of the last ones by engine and twin, and has a
/// few answers proved. Says how many comparisons agreed.
fn compare(worlds: &mut Vec<World>, data: &[u8]) -> u64 {
    let Some((&first, rest)) = data.split_first() else { return 0 };
    let name = Name::ALL[usize::from(first) % Name::ALL.len()];
    let at = worlds.iter().position(|world| world.name == name).unwrap_or_else(|| {
        worlds.push(World::new(name, first));
        worlds.len() - 1
    });
    let world = &mut worlds[at];
    world.inputs += 1;
    if world.inputs > INPUTS {
        *world = World::new(name, first / 8);
    }
    let games = build(&world.forms, rest);
    let mut agreed = 0;
    for &g in &games {
        for player in Player::BOTH {
            let strong = world.engine.is_strong(g, player).expect("no limit is set");
            assert_eq!(strong, world.twin.strong(g, player), "{name:?}: {g:?} is strong for {player}");
        }
        let simplest = world.engine.simplest(g).expect("no limit is set");
        assert!(
            world.twin.ge(g, simplest) && world.twin.ge(simplest, g),
            "{name:?}: {g:?} is not {simplest:?}"
        );
        for &h in &games {
            let ge = [world.twin.ge(g, h), world.twin.ge(h, g)];
            let relation = world.engine.relation(g, h).expect("no limit is set");
            let twin = match ge {
                [true, true] => Relation::Equal,
                [true, false] => Relation::Greater,
                [false, true] => Relation::Less,
                [false, false] => Relation::Incomparable,
            };
            assert_eq!(relation, twin, "{name:?}: {g:?} and {h:?}");
            agreed += 1;
        }
    }
    // Proofs take longer than answers: one input in eight has one.
    if let (Some(&g), Some(&h)) = (games.first(), games.last())
        && data.len().is_multiple_of(8)
    {
        let proved = [world.explainer.relation(g, h), world.explainer.simplest(g)];
        for certificate in proved {
            let json = certificate.expect("no limit is set").to_json();
            let read = Certificate::from_json(json.as_bytes()).expect("a certificate can be read");
            if let Err(rejection) = misere_check::check(&read) {
                panic!("{name:?}: {rejection}\n{json}");
            }
        }
    }
    agreed
}

/// Forms that bytes describe, each made of those before it: a byte says how many options there
/// are and which tombstones, and one byte for every option says which form it is.
fn build(forms: &Forms, data: &[u8]) -> Vec<Form> {
    let mut made = vec![Form::ZERO];
    let mut bytes = data.iter().copied();
    while let Some(shape) = bytes.next() {
        if made.len() > 12 {
            break;
        }
        let mut side = |count: u8| -> Vec<Form> {
            bytes.by_ref().take(usize::from(count)).map(|at| made[usize::from(at) % made.len()]).collect()
        };
        let (left, right) = (side(shape & 3), side(shape >> 2 & 3));
        let stones = Tombstones::new(shape >> 4 == 1, shape >> 4 == 2);
        let form = forms.make(&left, &right, stones).expect("no limit is set");
        if forms.rank(form) <= 4 {
            made.push(form);
        }
    }
    made.split_off(made.len().saturating_sub(6))
}
