//! Quiet sets: the proof that a monoid with outcomes is the quotient of the sums of given letters.

use super::bits;
use super::monoid::{Element, Monoid};
use crate::limits::Work;
use crate::rejection::Checked;

/// The reason why outcomes of a monoid are not those of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// A side wins the sum of the context and the letter by an option of the letter, and the
    /// monoid says that it does not.
    Option {
        /// The side that starts.
        side: usize,
        /// The other summand.
        context: Element,
    },
    /// A side cannot move in a sum of these letters, and the monoid says that it does not win.
    Dead {
        /// The side that starts.
        side: usize,
        /// The letters of the sum.
        word: Vec<u32>,
    },
    /// A side has moves in a sum of these letters, none of which wins, and the monoid says that it
    /// wins.
    Quiet {
        /// The side that starts.
        side: usize,
        /// The letters of the sum.
        word: Vec<u32>,
    },
}

/// The letters that are verified, and the quiet sets of all their sums.
///
/// Write win(z) when a side s wins moving first in z, and won(z) when its opponent does. A context z
/// is *quiet* for a sum w if win(z·w) and won(z·w') for every option w' of w for s: no move in w wins
/// z + w, although the monoid says that s wins it. The outcomes are those of play when
///
/// 1. win(z·h) for every letter h, option h' of h for s, and z with not won(z·h');
/// 2. win(w) for every sum w of letters without options for s;
/// 3. the empty sum is quiet for no sum in which s has an option.
///
/// The first two say that s wins where the rules say so; the third says that a side that wins has a
/// winning move. The contexts quiet for w + h are those z for which z·h is quiet for w, and z·w for
/// h. So the pairs of images and quiet sets of all sums are found by adding letters one by one. A
/// smaller set of quiet contexts with the same image adds nothing to a larger one.
#[derive(Clone, Debug)]
pub struct QuietSets {
    sides: Vec<Side>,
}

/// The quiet sets for the side that starts.
#[derive(Clone, Debug)]
struct Side {
    /// The letters by which sums grow, without those that add nothing to another one.
    steps: Vec<Part>,
    /// The rows of quiet contexts of the steps.
    step_rows: Vec<u64>,
    /// The sums with an option, and how each was made.
    states: Vec<Part>,
    state_rows: Vec<u64>,
    /// The states that count, by their image.
    by_image: Vec<Vec<u32>>,
    /// The images of sums of letters without options, with the sum and the letter that made each.
    dead: Vec<(Element, u32, u32)>,
    dead_letters: Vec<(Element, u32)>,
}

/// A letter or a sum.
#[derive(Clone, Copy, Debug)]
struct Part {
    image: Element,
    /// The letter, or the one added last.
    letter: u32,
    /// The state to which the letter was added.
    before: u32,
    /// Whether there are options; of a state, whether no larger one has replaced it.
    live: bool,
}

const NONE: u32 = u32::MAX;

impl QuietSets {
    /// The sets for no letters at all.
    #[must_use]
    pub fn new(monoid: &Monoid) -> QuietSets {
        let side = |_| Side {
            steps: Vec::new(),
            step_rows: Vec::new(),
            states: Vec::new(),
            state_rows: Vec::new(),
            by_image: vec![Vec::new(); monoid.order()],
            dead: vec![(0, NONE, NONE)],
            dead_letters: Vec::new(),
        };
        QuietSets { sides: (0..monoid.sides()).map(side).collect() }
    }

    /// Checks the empty sum, which has no letters.
    #[must_use]
    pub fn refute_empty(monoid: &Monoid) -> Option<Refutation> {
        let side = (0..monoid.sides()).find(|&side| !monoid.wins(side, 0))?;
        Some(Refutation::Dead { side, word: Vec::new() })
    }

    /// The number of pairs of images and quiet sets.
    #[must_use]
    pub fn states(&self) -> usize {
        self.sides.iter().map(|side| side.by_image.iter().map(Vec::len).sum::<usize>()).sum()
    }

    /// The bytes that the sets take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let bytes = |side: &Side| {
            8 * (side.step_rows.len() + side.state_rows.len())
                + 16 * (side.steps.len() + side.states.len() + side.dead.len())
                + 32 * side.by_image.len()
        };
        self.sides.iter().map(bytes).sum()
    }

    /// Adds a letter with this image and these moves, and verifies all sums with it. After a
    /// refutation or an error the sets serve for nothing any more.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn add(
        &mut self,
        monoid: &Monoid,
        letter: u32,
        image: Element,
        moves: &Moves,
        work: &Work<'_>,
    ) -> Checked<Option<Refutation>> {
        for (number, side) in self.sides.iter_mut().enumerate() {
            let (by_option, winning) = (&moves.by_option[number], monoid.winning(number, image));
            work.spend(1 + monoid.stride() / 8)?;
            if let Some(context) = bits::first_outside(by_option, winning) {
                let context = context as Element;
                return Ok(Some(Refutation::Option { side: number, context }));
            }
            let quiet: Vec<u64> = winning.iter().zip(by_option).map(|(wins, by)| wins & !by).collect();
            let part = Part { image, letter, before: NONE, live: moves.live[number] };
            let view = View { monoid, side: number, work };
            if let Some(refutation) = side.add(&view, part, &quiet)? {
                return Ok(Some(refutation));
            }
        }
        Ok(None)
    }
}

/// The contexts in which an option of a letter wins, for each side.
#[derive(Clone, Debug)]
pub struct Moves {
    by_option: Vec<Vec<u64>>,
    live: Vec<bool>,
}

impl Moves {
    /// Finds the contexts in which one of these elements wins, which are the images of options of
    /// each side.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn new(monoid: &Monoid, options: &[Vec<Element>], work: &Work<'_>) -> Checked<Moves> {
        let mut by_option = Vec::with_capacity(options.len());
        for (side, options) in options.iter().enumerate() {
            let opponent = monoid.sides() - 1 - side;
            work.spend(1 + options.len() * (1 + monoid.stride() / 8))?;
            let mut lost = vec![!0; monoid.stride()];
            for &option in options {
                for (all, &won) in lost.iter_mut().zip(monoid.winning(opponent, option)) {
                    *all &= won;
                }
            }
            let mut row: Vec<u64> = lost.iter().map(|word| !word).collect();
            if let Some(last) = row.last_mut()
                && !monoid.order().is_multiple_of(64)
            {
                *last &= (1 << (monoid.order() % 64)) - 1;
            }
            by_option.push(row);
        }
        Ok(Moves { by_option, live: options.iter().map(|options| !options.is_empty()).collect() })
    }

    /// Whether an option wins for the side in the context.
    #[must_use]
    pub fn wins(&self, side: usize, context: Element) -> bool {
        bits::has(&self.by_option[side], context as usize)
    }

    /// Whether the side has an option.
    #[must_use]
    pub fn is_live(&self, side: usize) -> bool {
        self.live[side]
    }
}

/// The monoid, the number of the side that starts, and the limits.
struct View<'a> {
    monoid: &'a Monoid,
    side: usize,
    work: &'a Work<'a>,
}

impl Side {
    fn add(&mut self, view: &View<'_>, part: Part, quiet: &[u64]) -> Checked<Option<Refutation>> {
        if !part.live
            && let Some(refutation) = self.add_dead(view, part)?
        {
            return Ok(Some(refutation));
        }
        let stride = view.monoid.stride();
        view.work.spend(1 + self.steps.len() * (1 + stride / 8))?;
        let rows = self.steps.iter().zip(self.step_rows.chunks(stride));
        let mut larger = rows.filter(|(step, row)| step.image == part.image && bits::is_subset(quiet, row));
        if bits::is_empty(quiet) || larger.any(|(step, _)| step.live || !part.live) {
            return Ok(None);
        }
        view.work.take(32 + 8 * stride)?;
        self.steps.push(part);
        self.step_rows.extend_from_slice(quiet);
        let old = self.states.len();
        if part.live
            && let Some(refutation) = self.insert(view, part, quiet)?
        {
            return Ok(Some(refutation));
        }
        // New states grow by all letters, old ones by the new letter.
        let mut row = vec![0; stride];
        let mut state = 0;
        while state < self.states.len() {
            let first = if state < old { self.steps.len() - 1 } else { 0 };
            for step in first..self.steps.len() {
                if !self.states[state].live {
                    break;
                }
                self.grow(view, state, step, &mut row)?;
                let sum = Part {
                    image: view.monoid.product(self.states[state].image, self.steps[step].image),
                    letter: self.steps[step].letter,
                    before: state as u32,
                    live: true,
                };
                if let Some(refutation) = self.insert(view, sum, &row)? {
                    return Ok(Some(refutation));
                }
            }
            state += 1;
        }
        Ok(None)
    }

    /// Finds the contexts that are quiet for the sum of a state and a letter.
    fn grow(&self, view: &View<'_>, state: usize, step: usize, row: &mut [u64]) -> Checked {
        let stride = view.monoid.stride();
        view.work.spend(1 + view.monoid.order() / 24)?;
        let of_state = &self.state_rows[state * stride..][..stride];
        let of_step = &self.step_rows[step * stride..][..stride];
        let by_state = view.monoid.multiples(self.states[state].image);
        let by_step = view.monoid.multiples(self.steps[step].image);
        for (word, (xs, hs)) in row.iter_mut().zip(by_state.chunks(64).zip(by_step.chunks(64))) {
            let quiet = |(&x, &h)| bits::has(of_state, h as usize) & bits::has(of_step, x as usize);
            *word = xs.iter().zip(hs).rev().fold(0, |word, pair| word << 1 | u64::from(quiet(pair)));
        }
        Ok(())
    }

    /// Adds a sum, unless its quiet contexts are among those of another sum with the same image.
    fn insert(&mut self, view: &View<'_>, sum: Part, row: &[u64]) -> Checked<Option<Refutation>> {
        if bits::is_empty(row) {
            return Ok(None);
        }
        let stride = row.len();
        let (states, rows) = (&mut self.states, &mut self.state_rows);
        let same = &mut self.by_image[sum.image as usize];
        view.work.spend(1 + same.len() * (1 + stride / 16))?;
        let of = |state: u32| &rows[state as usize * stride..][..stride];
        if same.iter().any(|&state| bits::is_subset(row, of(state))) {
            return Ok(None);
        }
        same.retain(|&state| {
            let replaced = bits::is_subset(of(state), row);
            states[state as usize].live &= !replaced;
            !replaced
        });
        view.work.take(48 + 8 * stride)?;
        same.push(states.len() as u32);
        states.push(sum);
        rows.extend_from_slice(row);
        Ok(bits::has(row, 0).then(|| self.refutation(view.side)))
    }

    /// The refutation by the sum that was added last.
    fn refutation(&self, side: usize) -> Refutation {
        let mut word = Vec::new();
        let mut state = self.states.len() as u32 - 1;
        while state != NONE {
            let part = self.states[state as usize];
            word.push(part.letter);
            state = part.before;
        }
        Refutation::Quiet { side, word }
    }

    /// Adds a letter without options for the side to the sums of such letters, all of which win.
    fn add_dead(&mut self, view: &View<'_>, part: Part) -> Checked<Option<Refutation>> {
        if self.dead_letters.iter().any(|&(image, _)| image == part.image) {
            return Ok(None);
        }
        self.dead_letters.push((part.image, part.letter));
        let old = self.dead.len();
        let mut seen = vec![false; view.monoid.order()];
        for &(image, ..) in &self.dead {
            seen[image as usize] = true;
        }
        let mut next = 0;
        while let Some(&(x, ..)) = self.dead.get(next) {
            let first = if next < old { self.dead_letters.len() - 1 } else { 0 };
            for &(image, letter) in &self.dead_letters[first..] {
                view.work.spend(1)?;
                let y = view.monoid.product(x, image);
                if std::mem::replace(&mut seen[y as usize], true) {
                    continue;
                }
                view.work.take(size_of::<(Element, u32, u32)>())?;
                self.dead.push((y, next as u32, letter));
                if !view.monoid.wins(view.side, y) {
                    return Ok(Some(self.dead_refutation(view.side)));
                }
            }
            next += 1;
        }
        Ok(None)
    }

    fn dead_refutation(&self, side: usize) -> Refutation {
        let mut word = Vec::new();
        let mut at = self.dead.len() - 1;
        while at != 0 {
            let (_, before, letter) = self.dead[at];
            word.push(letter);
            at = before as usize;
        }
        Refutation::Dead { side, word }
    }
}
