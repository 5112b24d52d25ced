//! Games whose sums have a quotient: letters, each with options that are sums of earlier letters.

use std::error::Error;
use std::fmt;

use misere_check::{Code, Letter, Letters as Stated, Word};

/// Letters, numbered from 1 on, whose options are sums of letters with smaller numbers.
pub trait Letters {
    /// 1 if play is impartial, 2 otherwise.
    fn sides(&self) -> usize;

    /// The number of letters; none if there is always another one.
    fn count(&self) -> Option<Letter>;

    /// Calls `each` with every option of a letter for a side. Side 0 is Left.
    fn options(&self, side: usize, letter: Letter, each: &mut dyn FnMut(&[Letter]));

    /// The first letters as a certificate states them.
    fn stated(&self, count: Letter) -> Stated;

    /// The last letter whose image must be verified, so that images with this period and preperiod
    /// are periodic for ever; none if no theorem says so.
    fn last_letter(&self, _period: u32, _preperiod: u32) -> Option<Letter> {
        None
    }
}

impl Letters for Code {
    fn sides(&self) -> usize {
        Code::sides(self)
    }

    fn count(&self) -> Option<Letter> {
        None
    }

    fn options(&self, side: usize, letter: Letter, each: &mut dyn FnMut(&[Letter])) {
        Code::options(self, side, letter, each);
    }

    fn stated(&self, _count: Letter) -> Stated {
        Stated::Code(self.to_string())
    }

    fn last_letter(&self, period: u32, preperiod: u32) -> Option<Letter> {
        self.last_heap(period, preperiod)
    }
}

/// Finitely many games, by their options.
///
/// ```
/// use misere_quotient::{Games, Letters};
///
/// // * and *2.
/// let games = Games::impartial(vec![vec![vec![]], vec![vec![], vec![1]]])?;
/// assert_eq!(games.count(), Some(2));
/// # Ok::<(), misere_quotient::OutOfOrder>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Games {
    sides: usize,
    options: Vec<[Vec<Word>; 2]>,
}

/// A letter has an option with a letter that does not precede it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfOrder {
    /// The letter.
    pub letter: Letter,
    /// The letter that it names.
    pub named: Letter,
}

impl fmt::Display for OutOfOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "letter {} names letter {}: options are sums of earlier letters", self.letter, self.named)
    }
}

impl Error for OutOfOrder {}

impl Games {
    /// Impartial games, each by its options, which are sums of earlier ones.
    ///
    /// # Errors
    /// [`OutOfOrder`].
    pub fn impartial(games: Vec<Vec<Word>>) -> Result<Games, OutOfOrder> {
        Games::new(1, games.into_iter().map(|options| [options, Vec::new()]).collect())
    }

    /// Games, each by its options for Left and for Right.
    ///
    /// # Errors
    /// [`OutOfOrder`].
    pub fn partizan(games: Vec<[Vec<Word>; 2]>) -> Result<Games, OutOfOrder> {
        Games::new(2, games)
    }

    fn new(sides: usize, options: Vec<[Vec<Word>; 2]>) -> Result<Games, OutOfOrder> {
        for (letter, sides) in (1..).zip(&options) {
            for &named in sides.iter().flatten().flatten() {
                if named == 0 || named >= letter {
                    return Err(OutOfOrder { letter, named });
                }
            }
        }
        Ok(Games { sides, options })
    }
}

impl Letters for Games {
    fn sides(&self) -> usize {
        self.sides
    }

    fn count(&self) -> Option<Letter> {
        Some(self.options.len() as Letter)
    }

    fn options(&self, side: usize, letter: Letter, each: &mut dyn FnMut(&[Letter])) {
        self.options[letter as usize - 1][side].iter().for_each(|option| each(option));
    }

    fn stated(&self, count: Letter) -> Stated {
        let listed = self.options.iter().take(count as usize).cloned();
        match self.sides {
            1 => Stated::Impartial(listed.map(|[options, _]| options).collect()),
            _ => Stated::Partizan(listed.map(|[left, right]| (left, right)).collect()),
        }
    }
}
