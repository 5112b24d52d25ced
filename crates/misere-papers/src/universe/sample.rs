//! Games to try statements on.

use misere_census::dead_ends::{DeadEnds, Lattice};
use misere_core::{Exhausted, Form, Forms, Player, Tombstones};

use crate::desk::Desk;
use crate::item::Trouble;

/// How a form is called in a list of exceptions.
pub(super) fn name(desk: &Desk, g: Form) -> String {
    desk.write(g).unwrap_or_else(|_| "a form too long to write".to_owned())
}

/// The Left dead ends of birthday at most n, for n up to 5, in simplest form.
pub(super) fn dead_ends(desk: &Desk, n: u32) -> Result<Vec<Form>, Trouble> {
    let lattice = Lattice::new(n).ok_or_else(|| Trouble::Refused(format!("day {n} is too late")))?;
    let ends = DeadEnds::with_budget(desk.forms().budget().clone());
    let all = lattice.dead_ends(&ends)?;
    Ok(all.iter().map(|&g| ends.form(desk.forms(), g, Player::Left)).collect::<Result<_, _>>()?)
}

/// G ≥ H by [universe] Theorem 3.1.
pub(super) fn dead_end_ge(forms: &Forms, g: Form, h: Form) -> bool {
    let right = |f| forms.options(f, Player::Right);
    right(g).iter().all(|&a| right(h).iter().any(|&b| dead_end_ge(forms, a, b)))
        && (g != Form::ZERO || h == Form::ZERO)
}

/// The sixteen forms made of 0 and tombstones.
pub(super) fn small_augmented(desk: &Desk) -> Result<Vec<Form>, Trouble> {
    let mut all = Vec::new();
    for mask in 0..16u32 {
        let bit = |at: u32| mask >> at & 1 == 1;
        let side = |has: bool| if has { vec![Form::ZERO] } else { vec![] };
        let stones = Tombstones::new(bit(2), bit(3));
        all.push(desk.forms().make(&side(bit(0)), &side(bit(1)), stones)?);
    }
    Ok(all)
}

/// A small generator of numbers, the same in every run.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }

    pub(super) fn choose<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// Kinds of random forms.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Arbitrary,
    Dicot,
    DeadEnding,
    Augmented,
}

impl Kind {
    fn admits(self, forms: &Forms, g: Form) -> bool {
        match self {
            Kind::Arbitrary | Kind::Augmented => true,
            Kind::Dicot => forms.is_dicot(g),
            Kind::DeadEnding => forms.is_dead_ending(g),
        }
    }
}

/// `count` random forms of rank at most `rank`, each once.
pub(super) fn random_forms(
    desk: &Desk,
    seed: u64,
    kind: Kind,
    rank: u32,
    count: usize,
) -> Result<Vec<Form>, Trouble> {
    let mut random = Random::new(seed);
    let mut forms = Vec::new();
    // Small kinds have fewer forms than are asked for.
    for _ in 0..20 * count {
        let g = random_form(desk.forms(), &mut random, kind, rank)?;
        if !forms.contains(&g) {
            forms.push(g);
        }
        if forms.len() == count {
            break;
        }
    }
    Ok(forms)
}

fn random_form(forms: &Forms, random: &mut Random, kind: Kind, rank: u32) -> Result<Form, Exhausted> {
    if rank == 0 || random.below(8) == 0 {
        return Ok(Form::ZERO);
    }
    for _ in 0..40 {
        let mut sides = [Vec::new(), Vec::new()];
        for side in &mut sides {
            for _ in 0..random.below(4) {
                side.push(random_form(forms, random, kind, rank - 1)?);
            }
        }
        let mut stone = || kind == Kind::Augmented && random.below(5) == 0;
        let stones = Tombstones::new(stone(), stone());
        let g = forms.make(&sides[0], &sides[1], stones)?;
        if kind.admits(forms, g) {
            return Ok(g);
        }
    }
    Ok(Form::ZERO)
}
