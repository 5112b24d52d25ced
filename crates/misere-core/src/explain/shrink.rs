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
    loop {
        let mut smaller = None;
        for candidate in coarse(forms, best)? {
            if serves(candidate)? {
                smaller = Some(candidate);
                break;
            }
        }
        if smaller.is_none() && forms.tree_edges(best) <= MOST_EDGES.into() {
            for candidate in fine(forms, best)? {
                if serves(candidate)? {
                    smaller = Some(candidate);
                    break;
                }
            }
        }
        match smaller {
            Some(candidate) => best = candidate,
            None => return Ok(best),
        }
    }
}

/// The form without one option of one follower, wherever that follower occurs;
/// large followers first, since they take most with them.
fn coarse(forms: &Forms, x: Form) -> Result<Vec<Form>, Exhausted> {
    let followers = forms.followers(x);
    let mut candidates = Vec::new();
    for &f in followers.iter().rev() {
        for smaller in without_one_option(forms, f)? {
            let mut image: FxHashMap<Form, Form> = FxHashMap::default();
            for &g in &followers {
                let changed = if g == f {
                    smaller
                } else {
                    let [left, right] = Player::BOTH
                        .map(|p| forms.options(g, p).iter().map(|o| image[o]).collect::<Vec<_>>());
                    forms.make(&left, &right, forms.tombstones(g))?
                };
                image.insert(g, changed);
            }
            candidates.push(image[&x]);
        }
    }
    Ok(candidates)
}

/// The form without one option at one place of its tree.
fn fine(forms: &Forms, x: Form) -> Result<Vec<Form>, Exhausted> {
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
    Ok(variants[&x].iter().map(|&g| Form(g)).collect())
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
