//! Nim, with heaps of any size below ε₀.

use std::cmp::Ordering;

use misere_core::{Exhausted, Form, Forms, Outcome};
use misere_notation::{ParseError, Style};
use misere_rulesets::Convention;

use crate::genus::Genus;
use crate::ordinal::{Ordinal, read_list};

/// A position of Nim: finitely many heaps, whose sizes may be infinite. A move makes one
/// heap smaller.
///
/// `==` is equality modulo M: by \[nim\] Theorem 4 positions are equal modulo M only if their
/// heaps are the same. The order is that of \[nim\] Definition 4: fewer heaps first, then
/// lexicographic.
///
/// ```
/// use misere_core::Outcome;
/// use misere_impartial::NimPosition;
/// use misere_rulesets::Convention;
/// let position = NimPosition::read("w+3 w+2 1")?;
/// assert_eq!(position.outcome(Convention::Misere), Outcome::P);
/// assert_eq!(position.reduced(), NimPosition::read("w+2 w+2")?);
/// # Ok::<(), misere_notation::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NimPosition {
    /// The heaps in rising order, none of them 0.
    heaps: Vec<Ordinal>,
}

/// A move in Nim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimMove {
    /// The size of the heap that is made smaller.
    pub heap: Ordinal,
    /// The size that is left.
    pub to: Ordinal,
}

impl NimMove {
    /// The two sizes with an arrow between them.
    #[must_use]
    pub fn write(&self, style: Style) -> String {
        let arrow = match style {
            Style::Unicode => "→",
            Style::Ascii => "->",
            Style::Latex => r"\to",
        };
        format!("{} {arrow} {}", self.heap.write(style), self.to.write(style))
    }
}

impl NimPosition {
    /// The position with these heaps; heaps of size 0 are dropped.
    #[must_use]
    pub fn new(heaps: impl IntoIterator<Item = Ordinal>) -> NimPosition {
        let mut heaps: Vec<Ordinal> = heaps.into_iter().filter(|heap| !heap.is_zero()).collect();
        heaps.sort_unstable();
        NimPosition { heaps }
    }

    /// The position with finite heaps of these sizes.
    #[must_use]
    pub fn finite(sizes: &[u64]) -> NimPosition {
        NimPosition::new(sizes.iter().map(|&size| Ordinal::from(size)))
    }

    /// Reads heaps with commas or spaces between them, `0` being no heap.
    ///
    /// # Errors
    /// [`ParseError`] with the place that is not an ordinal.
    pub fn read(text: &str) -> Result<NimPosition, ParseError> {
        Ok(NimPosition::new(read_list(text)?))
    }

    /// The heaps with commas between them, or `0`, as [`NimPosition::read`] reads them.
    #[must_use]
    pub fn write(&self, style: Style) -> String {
        if self.heaps.is_empty() {
            return "0".to_owned();
        }
        let heaps: Vec<String> = self.heaps.iter().map(|heap| heap.write(style)).collect();
        heaps.join(", ")
    }

    /// The sizes of the heaps, smallest first.
    #[must_use]
    pub fn heaps(&self) -> &[Ordinal] {
        &self.heaps
    }

    /// The disjunctive sum: the heaps of both.
    #[must_use]
    pub fn sum(&self, other: &NimPosition) -> NimPosition {
        NimPosition::new(self.heaps.iter().chain(&other.heaps).cloned())
    }

    /// The nim-sum of all heaps, which is the Grundy value under normal play.
    #[must_use]
    pub fn nim_sum(&self) -> Ordinal {
        self.heaps.iter().fold(Ordinal::ZERO, |sum, heap| sum.nim_sum(heap))
    }

    /// The position after a move; `None` if there is no such heap, or the heap would not
    /// become smaller.
    #[must_use]
    pub fn after(&self, step: &NimMove) -> Option<NimPosition> {
        let at = self.heaps.binary_search(&step.heap).ok().filter(|_| step.to < step.heap)?;
        let mut heaps = self.heaps.clone();
        heaps[at] = step.to.clone();
        Some(NimPosition::new(heaps))
    }

    /// Who wins: the next or the previous player.
    ///
    /// Under normal play the previous player wins if the nim-sum is 0. The same holds under
    /// misère play, as long as a heap has more than one stone; with only single stones left,
    /// their number must be odd. \[nim\] section 6 extends the rule to ordinals.
    #[must_use]
    pub fn outcome(&self, convention: Convention) -> Outcome {
        let balanced = self.nim_sum().is_zero();
        let is_p = match convention {
            Convention::Misere if self.large_heaps() == 0 => !balanced,
            _ => balanced,
        };
        if is_p { Outcome::P } else { Outcome::N }
    }

    /// The moves after which the player who made them wins, larger heaps first, equal heaps
    /// once. With no heap left there is no move, though under misère play the player to move
    /// has won.
    ///
    /// A heap has at most one winning move, though it may have infinitely many moves. Let the
    /// other heaps have nim-sum s. A move to t leaves the nim-sum s ⊕ t: hence t = s under
    /// normal play, and under misère play if another heap is larger than 1. If no other heap
    /// is, s is 0 or 1, a t above 1 leaves a nim-sum that is not 0, and of t = 0 and t = 1 the
    /// one equal to s ⊕ 1 leaves an odd number of single stones.
    #[must_use]
    pub fn winning_moves(&self, convention: Convention) -> Vec<NimMove> {
        let total = self.nim_sum();
        let large = self.large_heaps();
        let mut sizes = self.heaps.clone();
        sizes.dedup();
        let wins = sizes.into_iter().rev().filter_map(|heap| {
            let others = total.nim_sum(&heap);
            let others_large = large - usize::from(is_large(&heap));
            let to = match convention {
                Convention::Misere if others_large == 0 => others.nim_successor(),
                _ => others,
            };
            (to < heap).then_some(NimMove { heap, to })
        });
        wins.collect()
    }

    fn large_heaps(&self) -> usize {
        self.heaps.iter().filter(|heap| is_large(heap)).count()
    }

    /// The reduced form: the one position of its class modulo I with no odd heap but
    /// perhaps the largest (\[nim\] Definition 5).
    ///
    /// Two odd heaps may both lose a stone, and a stone of an odd heap may go to an even heap.
    /// Hence all odd heaps lose one stone, and if the number of odd heaps was odd, a largest
    /// heap gets one back: the odd heap itself if it was the largest. \[nim\] Theorems 6 and 7
    /// say that the result determines the class.
    #[must_use]
    pub fn reduced(&self) -> NimPosition {
        let odd = self.heaps.iter().filter(|heap| heap.is_odd()).count();
        let even = |heap: &Ordinal| if heap.is_odd() { heap.nim_successor() } else { heap.clone() };
        let mut heaps: Vec<Ordinal> = self.heaps.iter().map(even).collect();
        if odd % 2 == 1
            && let Some(largest) = heaps.last_mut()
        {
            *largest = largest.nim_successor();
        }
        NimPosition::new(heaps)
    }

    /// Whether both positions are equal in sums with impartial games (\[nim\] Theorem 6).
    #[must_use]
    pub fn is_equal_modulo_i(&self, other: &NimPosition) -> bool {
        self.reduced() == other.reduced()
    }

    /// Whether both positions are equal in sums with all games, that is the same (\[nim\]
    /// Theorem 4).
    #[must_use]
    pub fn is_equal_modulo_m(&self, other: &NimPosition) -> bool {
        self == other
    }

    /// The genus; `None` if a number in it is infinite or very large.
    ///
    /// With a heap larger than 1 the same player wins under misère as under normal play, so
    /// that misère Grundy values are nim-sums too. Single stones alone have the other one of
    /// the values 0 and 1, until heaps of size 2 are added.
    #[must_use]
    pub fn genus(&self) -> Option<Genus> {
        let normal = self.nim_sum().to_u64()?;
        let with_twos = [normal ^ 2, normal];
        Some(match self.large_heaps() {
            0 => Genus::new(normal, [normal ^ 1].into_iter().chain(with_twos)),
            _ => Genus::new(normal, [normal].into_iter().chain(with_twos)),
        })
    }

    /// The position as a form; `None` if a heap is infinite.
    ///
    /// # Errors
    /// [`Exhausted`] when the store may not grow, or a heap is very large.
    pub fn form(&self, forms: &Forms) -> Result<Option<Form>, Exhausted> {
        let Some(sizes) = self.heaps.iter().map(Ordinal::to_u64).collect::<Option<Vec<u64>>>() else {
            return Ok(None);
        };
        let mut sum = Form::ZERO;
        for size in sizes {
            sum = forms.sum(sum, forms.nimber(size)?)?;
        }
        Ok(Some(sum))
    }
}

fn is_large(heap: &Ordinal) -> bool {
    heap > &Ordinal::from(1)
}

impl Ord for NimPosition {
    fn cmp(&self, other: &NimPosition) -> Ordering {
        (self.heaps.len(), &self.heaps).cmp(&(other.heaps.len(), &other.heaps))
    }
}

impl PartialOrd for NimPosition {
    fn partial_cmp(&self, other: &NimPosition) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
