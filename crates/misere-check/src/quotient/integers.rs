//! The integers as a quotient, which is infinite.

use std::collections::BTreeSet;

use super::certificate::Letter;
use crate::limits::Work;
use crate::player::{Outcome, Player};
use crate::rejection::{Checked, Rejection};

/// The largest absolute value of a number in a certificate about the integers, and the longest
/// list of outcomes.
const LARGEST: usize = 10_000;

/// The outcomes of all integers.
pub(super) struct Integers {
    below: Vec<Outcome>,
    from: i64,
    middle: Vec<Outcome>,
    above: Vec<Outcome>,
}

/// A letter: its image, and the images of its options for each side.
pub(super) struct Summand {
    pub(super) letter: Letter,
    pub(super) image: i64,
    pub(super) options: Vec<BTreeSet<i64>>,
}

impl Integers {
    pub(super) fn new(
        below: Vec<Outcome>,
        from: i32,
        middle: Vec<Outcome>,
        above: Vec<Outcome>,
    ) -> Checked<Integers> {
        let short = [&below, &middle, &above].iter().all(|list| list.len() <= LARGEST);
        if below.is_empty() || above.is_empty() || !short || from.unsigned_abs() as usize > LARGEST {
            return Err(Rejection::BadTable);
        }
        Ok(Integers { below, from: from.into(), middle, above })
    }

    pub(super) fn outcome(&self, t: i64) -> Outcome {
        let end = self.from + self.middle.len() as i64;
        if t < self.from {
            self.below[(self.from - 1 - t) as usize % self.below.len()]
        } else if t < end {
            self.middle[(t - self.from) as usize]
        } else {
            self.above[(t - end) as usize % self.above.len()]
        }
    }

    fn wins(&self, side: usize, t: i64) -> bool {
        let player = Player::BOTH[side];
        self.outcome(t).winner(player) == player
    }

    /// A period of the outcomes on both sides.
    fn period(&self) -> i64 {
        let (a, b) = (self.below.len() as i64, self.above.len() as i64);
        a / gcd(a, b) * b
    }

    /// Checks that the integers with these outcomes are the quotient of the sums of these letters.
    ///
    /// In a group a sum w can be said to be quiet *at* y = z·w rather than for z: no option in w wins
    /// at y, although y is won. Then w + h is quiet at y when w and h are. So for every y the sums that
    /// are quiet at y are those of the letters that are quiet at y, and y must not be the image of
    /// one of them that has an option. Everything repeats with the period beyond a bound.
    pub(super) fn check(&self, letters: &[Summand], work: &Work<'_>) -> Checked {
        let numbers = || letters.iter().flat_map(|l| l.options.iter().flatten().chain([&l.image]));
        let largest = numbers().map(|t| t.unsigned_abs()).max().unwrap_or(0);
        let period = self.period();
        if largest > LARGEST as u64 || period > LARGEST as i64 {
            return Err(Rejection::TooLarge { what: "integers", limit: LARGEST });
        }
        // Outcomes are asked at most twice the largest number away from y.
        let core = self.from.abs() + self.middle.len() as i64 + 2 * largest as i64 + 1;
        let window = core + period;
        self.check_integers(letters, window, period, work)?;
        for y in -window..=window {
            for side in 0..2 {
                let far = if y.abs() > core { period } else { 0 };
                self.check_options(letters, side, y, work)?;
                self.check_dead(letters, side, y, far, work)?;
                if self.wins(side, y) {
                    self.check_quiet(letters, side, y, far, work)?;
                }
            }
        }
        Ok(())
    }

    /// Checks that every integer is the image of a sum, and that play separates all integers: the
    /// outcomes are periodic on no period, or both sides would repeat alike.
    fn check_integers(&self, letters: &[Summand], window: i64, period: i64, work: &Work<'_>) -> Checked {
        let images = || letters.iter().map(|letter| letter.image);
        let (up, down) = (images().any(|t| t > 0), images().any(|t| t < 0));
        if !(up && down && images().fold(0, gcd) == 1) {
            return Err(Rejection::NotReached { element: 1 });
        }
        work.spend(1 + 2 * window as usize / 8)?;
        let repeats = (-window..=window).all(|t| self.outcome(t) == self.outcome(t - period));
        if repeats { Err(Rejection::NotSeparated { elements: [0, 1] }) } else { Ok(()) }
    }

    /// Checks that a side wins at y if an option wins.
    fn check_options(&self, letters: &[Summand], side: usize, y: i64, work: &Work<'_>) -> Checked {
        if self.wins(side, y) {
            return Ok(());
        }
        for letter in letters {
            work.spend(1 + letter.options[side].len())?;
            if !self.is_quiet(letter, side, y) {
                return Err(Rejection::OptionWins { letter: letter.letter });
            }
        }
        Ok(())
    }

    /// Checks that y is won if it may be the image of a sum without options.
    fn check_dead(&self, letters: &[Summand], side: usize, y: i64, far: i64, work: &Work<'_>) -> Checked {
        work.spend(1 + letters.len())?;
        let dead = letters.iter().filter(|letter| letter.options[side].is_empty());
        let empty = y == 0;
        if !self.wins(side, y) && (empty || may_be_sum(dead.map(|letter| (letter.image, true)), y, far)) {
            return Err(Rejection::NoOptionLoses { word: dead_word(letters, side) });
        }
        Ok(())
    }

    /// Checks that y, which is won, is the image of no sum with an option that is quiet at y.
    fn check_quiet(&self, letters: &[Summand], side: usize, y: i64, far: i64, work: &Work<'_>) -> Checked {
        for letter in letters {
            work.spend(1 + letter.options[side].len())?;
        }
        let quiet = letters.iter().filter(|letter| self.is_quiet(letter, side, y));
        let mut word = Vec::new();
        let parts = quiet.map(|letter| {
            word.push(letter.letter);
            (letter.image, !letter.options[side].is_empty())
        });
        if may_be_sum(parts, y, far) { Err(Rejection::NoOptionWins { word }) } else { Ok(()) }
    }

    /// Whether no option of the letter wins at y.
    fn is_quiet(&self, letter: &Summand, side: usize, y: i64) -> bool {
        letter.options[side].iter().all(|option| self.wins(1 - side, y - letter.image + option))
    }
}

fn dead_word(letters: &[Summand], side: usize) -> Vec<Letter> {
    letters.iter().filter(|letter| letter.options[side].is_empty()).map(|letter| letter.letter).collect()
}

/// Whether y may be a sum of these numbers with a live one among them; of all y that differ from it
/// by multiples of `far`, if that is not 0. It may be said of more numbers than true.
fn may_be_sum(parts: impl Iterator<Item = (i64, bool)>, y: i64, far: i64) -> bool {
    let (mut divisor, mut live) = (far, false);
    let (mut up, mut down) = (false, false);
    // The least absolute value of a live one, and of all: a sum is not nearer to 0, if all have a sign.
    let (mut least_live, mut least) = (i64::MAX, i64::MAX);
    for (image, is_live) in parts {
        divisor = gcd(divisor, image);
        up |= image > 0;
        down |= image < 0;
        least = least.min(image.abs());
        if is_live {
            live = true;
            least_live = least_live.min(image.abs());
        }
    }
    let divides = if divisor == 0 { y == 0 } else { y % divisor == 0 };
    let in_reach = match (up, down) {
        (true, true) => true,
        (true, false) => y >= least_live.max(least),
        (false, true) => -y >= least_live.max(least),
        (false, false) => y == 0,
    };
    live && divides && in_reach
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
