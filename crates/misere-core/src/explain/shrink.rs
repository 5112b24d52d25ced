//! Making a witness small: taking options away while it still does its work.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::budget::Exhausted;
use crate::form::{Form, Forms};
use crate::player::Player;

/// Trees larger than this are shrunk only by removing an option wherever the same
/// follower occurs, not at single places.
const MOST_EDGES: u32 = 2_000;

/// A form, made from `x` by taking options away, that still `serves` and from
/// which no single option, anywhere in its tree, can be taken (if the tree is not
/// very large). `x` itself serves.
pub(crate) fn shrink(
    forms: &Forms,
    x: Form,
    mut serves: impl FnMut(Form) -> Result<bool, Exhausted>,
) -> Result<Form, Exhausted> {
    let mut best = x;
    while let Some(smaller) = coarser(forms, best, &mut serves)? {
        best = smaller;
    }
    while forms.tree_edges(best) <= MOST_EDGES.into() {
        match finer(forms, best, &mut serves)? {
            Some(smaller) => best = smaller,
            None => break,
        }
    }
    Ok(best)
}

/// A form that serves and lacks one option of one follower, wherever that follower
/// occurs; large followers are tried first, since they take most with them.
fn coarser(
    forms: &Forms,
    x: Form,
    serves: &mut impl FnMut(Form) -> Result<bool, Exhausted>,
) -> Result<Option<Form>, Exhausted> {
    let followers = forms.followers(x);
    for (at, &f) in followers.iter().enumerate().rev() {
        for smaller in without_one_option(forms, f)? {
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
        let mut of_f: BTreeSet<u32> = without_one_option(forms, f)?.into_iter().map(|g| g.0).collect();
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
    for &variant in &variants[&x] {
        forms.budget().step()?;
        if serves(Form(variant))? {
            return Ok(Some(Form(variant)));
        }
    }
    Ok(None)
}

fn without_one_option(forms: &Forms, f: Form) -> Result<Vec<Form>, Exhausted> {
    let mut smaller = Vec::new();
    for p in Player::BOTH {
        for i in 0..forms.options(f, p).len() {
            let mut lists = Player::BOTH.map(|p| forms.options(f, p).to_vec());
            lists[p.index()].remove(i);
            smaller.push(forms.make(&lists[0], &lists[1], forms.tombstones(f))?);
        }
    }
    Ok(smaller)
}
