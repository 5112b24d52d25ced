//! The number of classes once more, with the engine instead of conditions on types.

use anyhow::{Result, bail, ensure};
use fastrand::Rng;
use misere_census::antichains::Counter;
use misere_core::{Form, Player};
use misere_order::Elements;
use num_bigint::{BigInt, BigUint};
use std::collections::{HashMap, HashSet};

use super::oracle::Oracle;

/// Antichains of one type: which properties they have, and how many there are.
struct Type {
    bits: u32,
    antichains: BigUint,
}

/// The number of classes: for each pair of types, and each way to add tombstones, some
/// forms are shown to the engine, which must say the same of all of them.
pub(super) fn classes(oracle: &Oracle<'_>, forms_to_a_pair: usize) -> Result<BigUint> {
    let types = types(oracle)?;
    let mut random = Rng::with_seed(0xF00D);
    let mut total = BigUint::ZERO;
    let mut shown = 0u64;
    for left in &types {
        let mut partners = BigUint::ZERO;
        for right in &types {
            let mut verdicts: Option<[bool; 4]> = None;
            for _ in 0..forms_to_a_pair {
                let Some(a) = member(oracle, left.bits, Player::Left, &mut random) else {
                    bail!("no antichain of type {:b} was found", left.bits);
                };
                let Some(b) = member(oracle, right.bits, Player::Right, &mut random) else {
                    bail!("no antichain of type {:b} was found", right.bits);
                };
                let sides = [a, b];
                let mut new = [false; 4];
                for (marks, verdict) in new.iter_mut().enumerate() {
                    *verdict = oracle.is_simplest_form_of_game(&sides, marks)?;
                    shown += 1;
                }
                let same = verdicts.is_none_or(|old| old == new);
                ensure!(same, "forms of types {:b} and {:b} differ", left.bits, right.bits);
                verdicts = Some(new);
            }
            let ways = verdicts.iter().flatten().filter(|&&verdict| verdict).count();
            partners += &right.antichains * ways;
        }
        total += &left.antichains * partners;
    }
    eprintln!("  {} types, {shown} forms shown to the engine", types.len());
    Ok(if oracle.finds_ends() { total } else { total + other_ends(oracle)? })
}

/// The antichains of Left options by type. Right's are the conjugates.
fn types(oracle: &Oracle<'_>) -> Result<Vec<Type>> {
    let (poset, properties) = (&oracle.options.poset, &oracle.options.properties);
    let mut counter = Counter::new(poset, Some(&oracle.options.rows), oracle.engine.forms().budget());
    let mut known: HashMap<Elements, BigInt> = HashMap::new();
    let mut by_type: Vec<BigInt> = Vec::new();
    for bits in 0..1u32 << properties.len() {
        let outside = properties.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 0);
        let set = outside.fold(poset.all(), |set, (_, property)| set.minus(property));
        if !known.contains_key(&set) {
            known.insert(set.clone(), counter.count(&set)?.into());
        }
        by_type.push(known[&set].clone());
    }
    for at in 0..properties.len() {
        for bits in (0..by_type.len()).filter(|bits| bits >> at & 1 == 1) {
            let fewer = by_type[bits & !(1 << at)].clone();
            by_type[bits] -= fewer;
        }
    }
    let mut types = Vec::new();
    for (bits, count) in by_type.into_iter().enumerate() {
        let Some(antichains) = count.to_biguint() else {
            bail!("there are {count} antichains of type {bits:b}")
        };
        if antichains != BigUint::ZERO {
            types.push(Type { bits: bits as u32, antichains });
        }
    }
    Ok(types)
}

/// A random antichain with exactly these properties, for Left; for Right, its conjugates.
fn member(oracle: &Oracle<'_>, bits: u32, player: Player, random: &mut Rng) -> Option<Vec<usize>> {
    let (poset, properties) = (&oracle.options.poset, &oracle.options.properties);
    let of = |i: usize| {
        properties
            .iter()
            .enumerate()
            .filter(|(_, set)| set.contains(i))
            .fold(0, |all, (at, _)| all | 1u32 << at)
    };
    let mut usable: Vec<(usize, u32)> =
        (0..poset.len()).map(|i| (i, of(i))).filter(|(_, of)| of & !bits == 0).collect();
    random.shuffle(&mut usable);
    let fits = |chosen: &[usize], i: usize| chosen.iter().all(|&j| !poset.ge(i, j) && !poset.ge(j, i));
    // Each level has one more element, of those that have a property still missing.
    let mut chosen: Vec<usize> = Vec::new();
    let mut tried = vec![0];
    loop {
        let has = usable.iter().filter(|(i, _)| chosen.contains(i)).fold(0, |all, (_, of)| all | of);
        let missing = bits & !has;
        if missing == 0 {
            break;
        }
        let wanted = missing & missing.wrapping_neg();
        let from = tried.last_mut()?;
        match usable[*from..].iter().position(|&(i, of)| of & wanted != 0 && fits(&chosen, i)) {
            Some(at) => {
                chosen.push(usable[*from + at].0);
                *from += at + 1;
                tried.push(0);
            }
            None => {
                tried.pop();
                chosen.pop();
            }
        }
    }
    let more = [0, 2, 100][random.usize(..3)];
    for &(i, _) in usable.iter().take(more) {
        if fits(&chosen, i) && !chosen.contains(&i) {
            chosen.push(i);
        }
    }
    match player {
        Player::Left => Some(chosen),
        Player::Right => {
            let forms = oracle.engine.forms();
            let place = |v: Form| oracle.options.values.iter().position(|&w| w == v);
            chosen.iter().map(|&i| place(forms.conjugate(oracle.options.values[i]).ok()?)).collect()
        }
    }
}

/// The classes of ends of a universe inside E that no game with options for both players
/// is in.
fn other_ends(oracle: &Oracle<'_>) -> Result<usize> {
    let forms = oracle.engine.forms().as_ref();
    let is_end = |g: &Form| forms.is_end(*g, Player::Left);
    let ends: Vec<Form> = oracle.options.members.iter().flatten().copied().filter(is_end).collect();
    let mut seen = HashSet::new();
    for set in 1..1u32 << ends.len() {
        let chosen: Vec<Form> = (0..ends.len()).filter(|at| set >> at & 1 == 1).map(|at| ends[at]).collect();
        let end = forms.ordinary(&[], &chosen)?;
        if !oracle.universe.contains(forms, end)? {
            continue;
        }
        let simplest = oracle.engine.simplest(end)?;
        let place = |v: &Form| oracle.options.values.iter().position(|w| w == v);
        let Some(side) =
            forms.options(simplest, Player::Right).iter().map(place).collect::<Option<Vec<usize>>>()
        else {
            bail!("an end has options that are no values")
        };
        ensure!(forms.is_ordinary(simplest), "dead ends have no tombstones");
        if !oracle.is_simplest_form_of_game(&[Vec::new(), side], 0)? {
            seen.insert(simplest);
        }
    }
    // Right ends are the conjugates.
    Ok(2 * seen.len())
}
