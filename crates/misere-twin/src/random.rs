//! Random forms, the same ones for the same seed.

use fastrand::Rng;
use misere_core::{Form, Forms, Tombstones};

/// Kinds of random forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Arbitrary,
    Dicot,
    DeadEnding,
    Blocking,
    Augmented,
}

impl Kind {
    pub const ALL: [Kind; 5] =
        [Kind::Arbitrary, Kind::Dicot, Kind::DeadEnding, Kind::Blocking, Kind::Augmented];

    fn admits(self, forms: &Forms, g: Form) -> bool {
        match self {
            Kind::Arbitrary | Kind::Augmented => true,
            Kind::Dicot => forms.is_dicot(g),
            Kind::DeadEnding => forms.is_dead_ending(g),
            Kind::Blocking => forms.is_blocking(g),
        }
    }
}

/// A random form of rank at most `rank`, with at most three options a side.
pub fn random_form(forms: &Forms, random: &mut Rng, kind: Kind, rank: u32) -> Form {
    if rank == 0 || random.usize(..8) == 0 {
        return Form::ZERO;
    }
    for _ in 0..40 {
        let [left, right] = [0, 1].map(|_| {
            let count = random.usize(..4);
            (0..count).map(|_| random_form(forms, random, kind, rank - 1)).collect::<Vec<_>>()
        });
        let stones = if kind == Kind::Augmented { random_stones(random, 5) } else { Tombstones::NONE };
        let g = forms.make(&left, &right, stones).unwrap();
        if kind.admits(forms, g) {
            return g;
        }
    }
    Form::ZERO
}

/// Random forms of rank at most `rank`, of one kind after the other.
pub fn forms_of_all_kinds(forms: &Forms, random: &mut Rng, number: usize, rank: u32) -> Vec<Form> {
    let kinds = Kind::ALL.into_iter().cycle();
    kinds.take(number).map(|kind| random_form(forms, random, kind, rank)).collect()
}

/// A random form whose options are on a list, at most three a side, and which has each tombstone
/// once in `odds` times.
pub fn form_over(forms: &Forms, random: &mut Rng, options: &[Form], odds: usize) -> Form {
    let [left, right] = [0, 1].map(|_| some_of(random, options));
    forms.make(&left, &right, random_stones(random, odds)).unwrap()
}

/// At most three members of a list, perhaps with repetitions.
pub fn some_of<T: Clone>(random: &mut Rng, list: &[T]) -> Vec<T> {
    (0..random.usize(..4)).map(|_| list[random.usize(..list.len())].clone()).collect()
}

/// Tombstones, each of them once in `odds` times.
pub fn random_stones(random: &mut Rng, odds: usize) -> Tombstones {
    let mut stone = || random.usize(..odds) == 0;
    Tombstones::new(stone(), stone())
}
