//! Forms of ranks 3 and 4 to try statements on, the same ones in every run.

use std::collections::HashSet;

use misere_core::{Form, Player};

use crate::desk::Desk;
use crate::item::Trouble;

/// How many forms of rank 3, and of rank 4, a statement is tried on.
pub(super) const COUNTS: [usize; 2] = [1000, 300];

/// A small random number generator (SplitMix64, public domain): reproducible, and good
/// enough to draw options with.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        usize::try_from(z % bound as u64).expect("below a usize")
    }

    /// Up to `most` of these forms, possibly fewer when one is drawn twice.
    fn some_of(&mut self, pool: &[Form], most: usize) -> Vec<Form> {
        (0..self.below(most + 1)).map(|_| pool[self.below(pool.len())]).collect()
    }
}

/// All forms of rank at most 2, then samples of ranks 3 and 4.
pub(super) fn all_small_and_samples(desk: &Desk) -> Result<Vec<Form>, Trouble> {
    let mut all = desk.day_2()?.to_vec();
    all.extend(of_rank_3(desk, COUNTS[0], |_| true)?);
    all.extend(of_rank_4(desk, COUNTS[1], |_| true)?);
    Ok(all)
}

/// The same, blocking games only.
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
    let mut random = Random::new(u64::from(rank));
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for _ in 0..count * 200 {
        if found.len() == count {
            return Ok(found);
        }
        let [left, right] = Player::BOTH.map(|_| random.some_of(pool, MOST_OPTIONS));
        let g = desk.forms().ordinary(&left, &right)?;
        if desk.forms().rank(g) == rank && keep(g) && seen.insert(g) {
            found.push(g);
        }
    }
    Err(Trouble::Refused(format!("too few samples of rank {rank}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_do_not_depend_on_what_the_store_holds() {
        let (one, other) = (Desk::new(), Desk::new());
        of_rank_4(&other, 5, |_| true).unwrap();
        let texts = |desk: &Desk| -> Vec<String> {
            let some = all_small_and_samples(desk).unwrap();
            some.into_iter().map(|g| desk.write(g).unwrap()).collect()
        };
        assert_eq!(texts(&one), texts(&other));
    }
}
