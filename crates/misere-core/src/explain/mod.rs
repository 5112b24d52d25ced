//! Evidence for answers, which an independent checker accepts.
//!
//! An [`Explainer`] turns answers of the engine into certificates; `misere-check`
//! has their format and the checker. Nothing in this module is believed: a certificate
//! is checked by playing, and by the rules of the theorems it names.

mod fates;
mod impartial;
mod outcome;
mod prover;
mod rows;
mod separator;
mod shrink;
mod steps;
mod table;
mod witnesses;

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::budget::Exhausted;
use crate::store::{Form, Forms};

pub use fates::Fate;
pub use outcome::certify_outcome;
pub use prover::Explainer;
pub use separator::Separator;
pub use steps::{Operation, SimplifyingStep};

/// Gives the game for a smaller job, if it is there.
type Smaller<'a, J> = &'a mut dyn FnMut(J) -> Option<Form>;

/// The game that `build` makes for a job, games for smaller jobs being made first. `build`
/// asks for them, and gives `None` if one is missing.
fn smaller_first<J: Copy + Eq + Hash>(
    forms: &Forms,
    first: J,
    build: impl Fn(J, Smaller<'_, J>) -> Result<Option<Form>, Exhausted>,
) -> Result<Form, Exhausted> {
    let mut done: FxHashMap<J, Form> = FxHashMap::default();
    let mut pending = vec![first];
    let mut ticker = forms.budget().ticker();
    while let Some(&job) = pending.last() {
        ticker.tick()?;
        if done.contains_key(&job) {
            pending.pop();
            continue;
        }
        let mut missing = Vec::new();
        let built = build(job, &mut |needed| {
            let known = done.get(&needed).copied();
            if known.is_none() {
                missing.push(needed);
            }
            known
        })?;
        match built {
            Some(game) => drop(done.insert(job, game)),
            None => pending.append(&mut missing),
        }
    }
    Ok(done[&first])
}
