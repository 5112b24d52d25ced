//! Which pairs of types are the sides of simplest forms of games.

use super::options::{CONJUGATE, Meaning, THROUGH};

const ZERO: usize = 0;
const ONE: usize = 1;
const MINUS_ONE: usize = 2;
const STAR: usize = 3;

/// The type of the Left options of a form, or of its Right options with the players
/// exchanged.
#[derive(Clone, Copy)]
pub(super) struct Typed<'m> {
    /// The properties that the set of options has.
    pub(super) bits: u32,
    pub(super) tombstone: bool,
    pub(super) meaning: &'m Meaning,
}

impl<'m> Typed<'m> {
    /// The type of a side without options and without a tombstone.
    pub(super) fn none(pool: &'m super::OptionPool) -> Typed<'m> {
        Typed { bits: 0, tombstone: false, meaning: &pool.meaning }
    }

    fn has(&self, property: u32) -> bool {
        self.bits & property != 0
    }

    fn is_empty(&self) -> bool {
        !self.has(self.meaning.some)
    }

    fn is_end_like(&self) -> bool {
        self.is_empty() || self.tombstone
    }

    /// The tests that the options pass.
    fn passed(&self) -> u32 {
        self.bits & self.meaning.tests
    }

    fn is_strong(&self) -> bool {
        self.is_end_like() || self.passed() == self.meaning.tests
    }

    fn wins_first(&self) -> bool {
        self.is_end_like() || self.has(self.meaning.wins)
    }
}

/// How the ends among the games that are counted are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndsBy {
    /// A form is an end of the universe when its options may be options of ends.
    Option,
    /// Ends are listed one by one, and not counted by types.
    Listing,
}

/// A form {A|B} with types of A and B.
#[derive(Clone, Copy)]
pub(super) struct Shape<'m> {
    pub(super) left: Typed<'m>,
    pub(super) right: Typed<'m>,
}

impl Shape<'_> {
    /// Whether no option is reversible and no tombstone can be erased. (Options are
    /// antichains, so none is dominated.)
    pub(super) fn is_simplest(&self) -> bool {
        self.has_simplest_left() && self.conjugate().has_simplest_left()
    }

    /// Whether some game that is counted has this simplest form.
    pub(super) fn is_game(&self, ends: EndsBy) -> bool {
        match (self.left.is_empty(), self.right.is_empty()) {
            (false, false) => self.has_left_options() && self.conjugate().has_left_options(),
            (true, true) => true,
            (true, false) => self.is_left_end_of_game(ends),
            (false, true) => self.conjugate().is_left_end_of_game(ends),
        }
    }

    /// Whether the player who moves first loses.
    pub(super) fn is_previous_win(&self) -> bool {
        !self.left.wins_first() && !self.right.wins_first()
    }

    fn conjugate(&self) -> Self {
        Shape { left: self.right, right: self.left }
    }

    /// Whether the form is at least 0, 1, −1, *: \[universe\] Theorem 5.5.
    fn is_above(&self) -> [bool; THROUGH] {
        let mut above = [false; THROUGH];
        for (x, above) in above.iter_mut().enumerate() {
            // Each Right option must be answered; Right's side is kept conjugated.
            let answered = !self.right.has(self.right.meaning.not_below[CONJUGATE[x]]);
            // The Left option 0 of 1 and * must be matched.
            let matched = self.left.has(self.left.meaning.above_zero);
            // 0 and −1 are Left ends; −1 and * are not strong for Right.
            *above = answered
                && match x {
                    ZERO => self.left.is_strong(),
                    ONE => matched,
                    MINUS_ONE => self.left.is_strong() && !self.right.is_end_like(),
                    STAR => matched && !self.right.is_end_like(),
                    _ => unreachable!("there are four"),
                };
        }
        above
    }

    fn has_simplest_left(&self) -> bool {
        let above = self.is_above();
        let reversible = (0..THROUGH).any(|x| above[x] && self.left.has(self.left.meaning.through[x]));
        let erasable = self.left.is_empty() || self.left.passed() == self.left.meaning.tests;
        !(reversible || self.left.tombstone && erasable)
    }

    /// Whether Left's side is that of a game with Left options, if Right's side is that of a
    /// game with Right options: without a tombstone the options themselves, with a tombstone
    /// these options and others that reverse through an end.
    fn has_left_options(&self) -> bool {
        !self.left.tombstone || self.reversing_options_make_strong(0)
    }

    /// Whether options that reverse through 0 or −1 make Left strong, together with the
    /// options of the form; `restriction` 1 asks for options that ends may have.
    fn reversing_options_make_strong(&self, restriction: usize) -> bool {
        let above = self.is_above();
        let reversing = self.left.meaning.reversing[restriction];
        let passed = [ZERO, MINUS_ONE]
            .into_iter()
            .filter(|&x| above[x])
            .fold(self.left.passed(), |passed, x| passed | reversing[x]);
        passed == self.left.meaning.tests
    }

    /// Whether a form without Left options comes from a game: the game has Left options, and
    /// all of them reverse through ends, or the game is a Left end itself.
    fn is_left_end_of_game(&self, ends: EndsBy) -> bool {
        let with_options = self.reversing_options_make_strong(0) && self.conjugate().has_left_options();
        let right = &self.right;
        let as_end = ends == EndsBy::Option
            && !right.has(right.meaning.no_end)
            && (!right.tombstone || self.conjugate().reversing_options_make_strong(1));
        with_options || as_end
    }
}
