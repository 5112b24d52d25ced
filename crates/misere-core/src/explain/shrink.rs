//! Making a witness small: taking options away while it still does its work.

use std::cell::Cell;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::Player;
use crate::budget::Exhausted;
use crate::store::{Form, Forms};

/// The most edges of a tree that is shrunk at single places. In larger trees an option is
/// removed wherever the same follower occurs.
const MOST_EDGES: u32 = 300;

/// A form, made from `x` by taking options away, that still `serves` and from
/// which no single option, anywhere in its tree, can be taken (if the tree is not
/// very large, and `most_tries` are enough). `x` itself serves.
pub(crate) fn shrink(
    forms: &Forms,
    x: Form,
    most_tries: usize,
    mut serves: impl FnMut(Form) -> Result<bool, Exhausted>,
) -> Result<Form, Exhausted> {
    let mut best = x;
    let tries = Cell::new(0);
    let mut serves = |x: Form| {
        tries.set(tries.get() + 1);
        serves(x)
    };
    let goes_on = || tries.get() < most_tries;
    // Many options at once while that works, then fewer, at last single ones.
    let widest = |x: Form| {
        let lengths =
            forms.followers(x).into_iter().flat_map(|f| Player::BOTH.map(|p| forms.options(f, p).len()));
        lengths.max().unwrap_or(0)
    };
    let mut at_once = widest(best);
    while at_once > 0 && goes_on() {
        match coarser(forms, best, |f| without_options(forms, f, at_once), &mut serves, &goes_on)? {
            Some(smaller) => best = smaller,
            None => at_once /= 2,
        }
    }
    while goes_on() && forms.tree_edges(best)? <= MOST_EDGES.into() {
        match finer(forms, best, &mut serves)? {
            Some(smaller) => best = smaller,
            None => break,
        }
    }
    Ok(best)
}

/// An impartial form, made from the impartial form `x` by taking options away from both
/// players at once, that still `serves`. `x` itself serves.
pub(crate) fn shrink_impartial(
    forms: &Forms,
    x: Form,
    mut serves: impl FnMut(Form) -> Result<bool, Exhausted>,
) -> Result<Form, Exhausted> {
    let without_one = |f: Form| {
        let all = forms.options(f, Player::Left);
        let without = |i: usize| [&all[..i], &all[i + 1..]].concat();
        (0..all.len()).map(without).map(|options| forms.ordinary(&options, &options)).collect()
    };
    let mut best = x;
    while let Some(smaller) = coarser(forms, best, without_one, &mut serves, &|| true)? {
        best = smaller;
    }
    Ok(best)
}

/// A form that serves, in which one follower is replaced by one of its smaller variants
/// wherever that follower occurs. Large followers are tried first, since they take most with them.
/// No more is tried when `goes_on` says no.
fn coarser(
    forms: &Forms,
    x: Form,
    variants: impl Fn(Form) -> Result<Vec<Form>, Exhausted>,
    serves: &mut impl FnMut(Form) -> Result<bool, Exhausted>,
    goes_on: &impl Fn() -> bool,
) -> Result<Option<Form>, Exhausted> {
    let followers = forms.followers(x);
    for (at, &f) in followers.iter().enumerate().rev() {
        for smaller in variants(f)? {
            if !goes_on() {
                return Ok(None);
            }
            forms.budget().step()?;
            // Only what comes after f can contain it.
            let mut image: FxHashMap<Form, Form> = [(f, smaller)].into_iter().collect();
            for &g in &followers[at + 1..] {
                let changed = |o: &Form| *image.get(o).unwrap_or(o);
                let [left, right] =
                    Player::BOTH.map(|p| forms.options(g, p).iter().map(changed).collect::<Vec<_>>());
                let new = forms.make(&left, &right, forms.tombstones(g))?;
                image.insert(g, new);
            }
            if serves(image[&x])? {
                return Ok(Some(image[&x]));
            }
        }
    }
    Ok(None)
}

/// A form that serves and lacks one option at one place of the tree.
fn finer(
    forms: &Forms,
    x: Form,
    serves: &mut impl FnMut(Form) -> Result<bool, Exhausted>,
) -> Result<Option<Form>, Exhausted> {
    let mut variants: FxHashMap<Form, BTreeSet<u32>> = FxHashMap::default();
    for f in forms.followers(x) {
        let mut of_f: BTreeSet<u32> = without_options(forms, f, 1)?.into_iter().map(|g| g.0).collect();
        for p in Player::BOTH {
            for (i, o) in forms.options(f, p).iter().enumerate() {
                for &variant in &variants[o] {
                    let mut lists = Player::BOTH.map(|p| forms.options(f, p).to_vec());
                    lists[p.index()][i] = Form(variant);
                    of_f.insert(forms.make(&lists[0], &lists[1], forms.tombstones(f))?.0);
                }
            }
        }
        variants.insert(f, of_f);
    }
    // The smallest variants come first, so that as much as possible is taken at once.
    let candidates: Vec<Form> = variants[&x].iter().map(|&g| Form(g)).collect();
    for candidate in forms.by_tree_edges(candidates)? {
        forms.budget().step()?;
        if serves(candidate)? {
            return Ok(Some(candidate));
        }
    }
    Ok(None)
}

/// The forms that lack a run of `at_once` options of a player of `f`.
fn without_options(forms: &Forms, f: Form, at_once: usize) -> Result<Vec<Form>, Exhausted> {
    let mut smaller = Vec::new();
    for p in Player::BOTH {
        let length = forms.options(f, p).len();
        for i in (0..length).step_by(at_once).filter(|i| i + at_once <= length) {
            let mut lists = Player::BOTH.map(|p| forms.options(f, p).to_vec());
            lists[p.index()].drain(i..i + at_once);
            smaller.push(forms.make(&lists[0], &lists[1], forms.tombstones(f))?);
        }
    }
    Ok(smaller)
}
