//! Games to try statements on, random ones the same in every run, and ways to go through them.

use std::borrow::Borrow;

use fastrand::Rng;
use misere::core::{Engine, Exhausted, Form, Forms, Outcome, Player, Tombstones};

use crate::desk::Desk;

/// A member of a list that is not empty.
pub(crate) fn choose<T: Copy>(random: &mut Rng, list: &[T]) -> T {
    list[random.usize(..list.len())]
}

/// From `least` to `most` members of the list, perhaps with repetitions.
pub(crate) fn several<T: Copy>(random: &mut Rng, list: &[T], least: usize, most: usize) -> Vec<T> {
    (0..random.usize(least..=most)).map(|_| choose(random, list)).collect()
}

/// All pairs of a member of the one list and a member of the other.
pub(crate) fn pairs<'a, T: Copy>(one: &'a [T], other: &'a [T]) -> impl Iterator<Item = (T, T)> + 'a {
    one.iter().flat_map(move |&g| other.iter().map(move |&h| (g, h)))
}

/// Whether something holds of a member of a list.
pub(crate) fn any<T, E>(
    list: impl IntoIterator<Item = T>,
    mut holds: impl FnMut(T) -> Result<bool, E>,
) -> Result<bool, E> {
    for member in list {
        if holds(member)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The games of a list of which something holds.
pub(crate) fn kept<E>(
    games: impl IntoIterator<Item = impl Borrow<Form>>,
    mut keep: impl FnMut(Form) -> Result<bool, E>,
) -> Result<Vec<Form>, E> {
    let mut found = Vec::new();
    for g in games {
        if keep(*g.borrow())? {
            found.push(*g.borrow());
        }
    }
    Ok(found)
}

/// The moves in a form: who makes it, and the option.
pub(crate) fn moves(forms: &Forms, g: Form) -> impl Iterator<Item = (Player, Form)> + '_ {
    Player::BOTH.into_iter().flat_map(move |p| forms.options(g, p).iter().map(move |&option| (p, option)))
}

/// All subsets of a list, the empty one first; of two subsets, the one without the last member
/// in which they differ comes first.
pub(crate) fn subsets<T: Copy>(list: &[T]) -> impl Iterator<Item = Vec<T>> + '_ {
    let members = |mask: usize| (0..list.len()).filter(move |i| mask >> i & 1 == 1).map(|i| list[i]);
    (0..1 << list.len()).map(move |mask| members(mask).collect())
}

/// The forms of rank at most `rank` that are dead ends for the player, 0 first.
pub(crate) fn dead_end_trees(forms: &Forms, rank: u32, player: Player) -> Result<Vec<Form>, Exhausted> {
    let mut ends = vec![Form::ZERO];
    for _ in 0..rank {
        let made = |options: Vec<Form>| with_options(forms, Form::ZERO, player.opponent(), &options);
        ends = subsets(&ends).map(made).collect::<Result<_, _>>()?;
    }
    Ok(ends)
}

/// Random forms that are admitted, each player with up to `most` options from the list: `count`
/// forms, or fewer if nearly nothing is admitted.
pub(crate) fn forms_with_options(
    forms: &Forms,
    random: &mut Rng,
    options: &[Form],
    most: usize,
    count: usize,
    mut admits: impl FnMut(Form) -> bool,
) -> Result<Vec<Form>, Exhausted> {
    let mut found = Vec::with_capacity(count);
    for _ in 0..200 * count {
        if found.len() == count {
            break;
        }
        let [left, right] = Player::BOTH.map(|_| several(random, options, 0, most));
        let g = forms.ordinary(&left, &right)?;
        if admits(g) {
            found.push(g);
        }
    }
    Ok(found)
}

/// Kinds of random forms.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
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

/// Random forms of rank at most `rank`, each once: `count` forms, or fewer if the kind has few.
pub(crate) fn forms_of_kind(
    forms: &Forms,
    seed: u64,
    kind: Kind,
    rank: u32,
    count: usize,
) -> Result<Vec<Form>, Exhausted> {
    let mut random = Rng::with_seed(seed);
    let mut found = Vec::new();
    for _ in 0..20 * count {
        let g = form_of_kind(forms, &mut random, kind, rank)?;
        if !found.contains(&g) {
            found.push(g);
        }
        if found.len() == count {
            break;
        }
    }
    Ok(found)
}

fn form_of_kind(forms: &Forms, random: &mut Rng, kind: Kind, rank: u32) -> Result<Form, Exhausted> {
    if rank == 0 || random.usize(..8) == 0 {
        return Ok(Form::ZERO);
    }
    for _ in 0..40 {
        let mut sides = [Vec::new(), Vec::new()];
        for side in &mut sides {
            for _ in 0..random.usize(..4) {
                side.push(form_of_kind(forms, random, kind, rank - 1)?);
            }
        }
        let mut stone = || kind == Kind::Augmented && random.usize(..5) == 0;
        let stones = Tombstones::new(stone(), stone());
        let g = forms.make(&sides[0], &sides[1], stones)?;
        if kind.admits(forms, g) {
            return Ok(g);
        }
    }
    Ok(Form::ZERO)
}

/// The sixteen forms made of 0 and tombstones.
pub(crate) fn small_augmented(desk: &Desk) -> Result<Vec<Form>, Exhausted> {
    let side = |has: bool| if has { &[Form::ZERO][..] } else { &[] };
    let made = |mask: u32| {
        let [left, right, left_stone, right_stone] = [0, 1, 2, 3].map(|at| mask >> at & 1 == 1);
        desk.forms().make(side(left), side(right), Tombstones::new(left_stone, right_stone))
    };
    (0..16).map(made).collect()
}

/// Whether the first outcome is at least the second. (Outcomes may be incomparable.)
pub(crate) fn is_ge(a: Outcome, b: Outcome) -> bool {
    a >= b
}

/// Whether the first form is at least as good as the second for the player.
pub(crate) fn at_least(modulo: &Engine, g: Form, h: Form, player: Player) -> Result<bool, Exhausted> {
    let (better, worse) = player.orient(g, h);
    modulo.ge(better, worse)
}

/// The form with other options for one player.
pub(crate) fn with_options(
    forms: &Forms,
    g: Form,
    player: Player,
    options: &[Form],
) -> Result<Form, Exhausted> {
    let others = forms.options(g, player.opponent());
    match player {
        Player::Left => forms.ordinary(options, others),
        Player::Right => forms.ordinary(others, options),
    }
}

/// The adjoints of the player's options.
pub(crate) fn option_adjoints(forms: &Forms, g: Form, player: Player) -> Result<Vec<Form>, Exhausted> {
    forms.options(g, player).iter().map(|&option| forms.adjoint(option)).collect()
}

/// The construction of \[dicots\] Lemma 3.5 and \[universe\] Lemma 5.8: from a game that shows
/// G ≱ H for the other starter, one that shows it for this starter.
pub(crate) fn turned(
    forms: &Forms,
    g: Form,
    h: Form,
    other: Form,
    starter: Player,
) -> Result<Form, Exhausted> {
    let (own, _) = starter.orient(g, h);
    let options = [option_adjoints(forms, own, starter)?, vec![Form::ZERO]].concat();
    match starter {
        Player::Right => forms.ordinary(&options, &[other]),
        Player::Left => forms.ordinary(&[other], &options),
    }
}

/// The player's options but one.
pub(crate) fn without(forms: &Forms, g: Form, player: Player, option: Form) -> Vec<Form> {
    forms.options(g, player).iter().copied().filter(|&o| o != option).collect()
}
