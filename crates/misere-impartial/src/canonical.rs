//! Impartial games as canonical forms: mates, and how many games there are.

use std::sync::Arc;

use misere_core::{Exhausted, Form, Forms, Impartial, Outcome, Player};
use num_bigint::BigUint;

/// The mate of an impartial game: * for 0, and otherwise the game of the mates of its
/// options (\[onag\]). The mate is the adjoint: the previous player wins the sum of both.
/// `None` if the form is not impartial.
pub fn mate(forms: &Forms, g: Form) -> Result<Option<Form>, Exhausted> {
    if forms.is_impartial(g) { forms.adjoint(g).map(Some) } else { Ok(None) }
}

/// The canonical forms of the impartial misère games born by `day`, which is at most 4,
/// always in the same order.
///
/// # Errors
/// [`Exhausted`] for a later day, or when the store may not grow.
pub fn born_by(forms: &Arc<Forms>, day: u32) -> Result<Vec<Form>, Exhausted> {
    forms.budget().check_size("the list of impartial games born by day n", day.into(), 4)?;
    let engine = Impartial::new(forms.clone());
    let mut born = vec![Form::ZERO];
    for _ in 0..day {
        let options = born;
        born = Vec::new();
        for chosen in 0..1_u64 << options.len() {
            let among = |(at, &option): (usize, &Form)| (chosen >> at & 1 == 1).then_some(option);
            let options: Vec<Form> = options.iter().enumerate().filter_map(among).collect();
            let g = forms.ordinary(&options, &options)?;
            if engine.canonical(g)? == Some(g) {
                born.push(g);
            }
        }
    }
    Ok(born)
}

/// How many impartial misère games are born by `day`, which is at most 5: 1, 2, 3, 5, 22,
/// 4171780.
///
/// Let S be the canonical forms born by the day before. A game born by the day is a subset
/// A of S, its options, and sets that are canonical are different games. A set is not
/// canonical if it equals some other H, an option of an element of A and so born by two
/// days before: then A has the options of H, and further elements, at least one, that
/// all have H as an option; and if H is 0, the next player wins, so one of them is an
/// 𝓟-position. A canonical form is unique, so that no A is counted for two H, and with
/// d(H) the number of elements of S with option H, and p the number of 𝓟-positions among
/// those with option 0, the number of games is
///
/// 2^|S| − (2^d(0) − 2^(d(0) − p)) − Σ (2^d(H) − 1), the sum being over all H but 0.
///
/// # Errors
/// [`Exhausted`] for a later day, or when the store may not grow.
pub fn count_born_by(forms: &Arc<Forms>, day: u32) -> Result<BigUint, Exhausted> {
    forms.budget().check_size("the count of impartial games born by day n", day.into(), 5)?;
    let Some(before) = day.checked_sub(1) else { return Ok(BigUint::from(1_u32)) };
    let options = born_by(forms, before)?;
    let reversing = before.checked_sub(1).map_or(Ok(Vec::new()), |day| born_by(forms, day))?;
    let power = |exponent: usize| BigUint::from(1_u32) << exponent;
    let mut count = power(options.len());
    for h in reversing {
        let having: Vec<Form> =
            options.iter().copied().filter(|&o| forms.options(o, Player::Left).contains(&h)).collect();
        let unreversed = if h == Form::ZERO {
            having.iter().filter(|&&o| forms.outcome(o) != Outcome::P).count()
        } else {
            0
        };
        count -= power(having.len()) - power(unreversed);
    }
    Ok(count)
}
