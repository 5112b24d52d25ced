//! Forms of ranks 3 and 4 to try statements on, the same ones in every run.

use std::collections::HashSet;

use fastrand::Rng;
use misere::core::{Form, Player};

use crate::desk::Desk;
use crate::item::Trouble;
use crate::sample::forms_with_options;

/// How many forms of rank 3, and of rank 4, a statement is tried on.
pub(super) const COUNTS: [usize; 2] = [1100, 350];

/// All forms of rank at most 2, then samples of ranks 3 and 4.
pub(super) fn all_small_and_samples(desk: &Desk) -> Result<Vec<Form>, Trouble> {
    let mut all = desk.day_2()?.to_vec();
    all.extend(of_rank_3(desk, COUNTS[0], |_| true)?);
    all.extend(of_rank_4(desk, COUNTS[1], |_| true)?);
    Ok(all)
}

/// The blocking games of rank at most 2, then samples of blocking games of ranks 3 and 4.
pub(super) fn blocking_small_and_samples(desk: &Desk) -> Result<Vec<Form>, Trouble> {
    let is_blocking = |g: Form| desk.forms().is_blocking(g);
    let mut all: Vec<Form> = desk.day_2()?.iter().copied().filter(|&g| is_blocking(g)).collect();
    all.extend(of_rank_3(desk, COUNTS[0], is_blocking)?);
    all.extend(of_rank_4(desk, COUNTS[1], is_blocking)?);
    Ok(all)
}

/// Samples of rank 3.
pub(super) fn of_rank_3(
    desk: &Desk,
    count: usize,
    keep: impl Fn(Form) -> bool,
) -> Result<Vec<Form>, Trouble> {
    draw(desk, 3, desk.day_2()?, count, keep)
}

/// Samples of rank 4.
pub(super) fn of_rank_4(
    desk: &Desk,
    count: usize,
    keep: impl Fn(Form) -> bool,
) -> Result<Vec<Form>, Trouble> {
    let mut pool = desk.forms().born_by(1)?;
    pool.extend_from_slice(&desk.day_2()?[..64]);
    pool.extend(of_rank_3(desk, 200, |_| true)?);
    draw(desk, 4, &pool, count, keep)
}

/// Left ends of rank 3 that are blocked.
pub(super) fn blocked_left_ends_of_rank_3(desk: &Desk, count: usize) -> Result<Vec<Form>, Trouble> {
    let forms = desk.forms();
    of_rank_3(desk, count, |g| forms.is_end(g, Player::Left) && forms.is_blocking(g))
}

/// Distinct forms of this rank with options from the pool.
fn draw(
    desk: &Desk,
    rank: u32,
    pool: &[Form],
    count: usize,
    keep: impl Fn(Form) -> bool,
) -> Result<Vec<Form>, Trouble> {
    const MOST_OPTIONS: usize = 3;
    let forms = desk.forms();
    let mut random = Rng::with_seed(u64::from(rank));
    let mut seen = HashSet::new();
    let is_new = |g: Form| forms.rank(g) == rank && keep(g) && seen.insert(g);
    let found = forms_with_options(forms, &mut random, pool, MOST_OPTIONS, count, is_new)?;
    if found.len() < count {
        return Err(Trouble::Refused(format!("too few samples of rank {rank}")));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use misere::Workspace;

    use super::*;

    #[test]
    fn samples_do_not_depend_on_what_the_store_holds() {
        let (one, other) = (Desk::new(&Workspace::new()).unwrap(), Desk::new(&Workspace::new()).unwrap());
        of_rank_4(&other, 5, |_| true).unwrap();
        let texts = |desk: &Desk| -> Vec<String> {
            let some = all_small_and_samples(desk).unwrap();
            some.into_iter().map(|g| desk.write(g).unwrap()).collect()
        };
        assert_eq!(texts(&one), texts(&other));
    }
}
