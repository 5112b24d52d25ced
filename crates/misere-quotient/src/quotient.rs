//! Verified quotients, and the answers of a search.

use misere_check::{
    Element, Letter, Letters as Stated, Meter, Monoid, Outcome, QUOTIENT_FORMAT, QUOTIENT_VERSION,
    Quotient as StatedQuotient, QuotientCertificate, QuotientStatement, Whole, Word,
};

use crate::integers::{self, Infinite};
use crate::learner::{Growth, Learner};
use crate::letters::Letters;
use crate::purse::Stopped;

/// A verified quotient of the sums of the letters up to some letter, or of all letters.
#[derive(Clone, Debug)]
pub struct Quotient {
    monoid: Monoid,
    images: Vec<Element>,
    generators: Vec<Letter>,
    sums: Vec<Word>,
    growth: Vec<Growth>,
    whole: Option<Whole>,
    stated: Stated,
}

/// The limits of a search, besides those of the meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// The last letter; none asks for the quotient of all letters.
    pub to: Option<Letter>,
    /// The largest order of a quotient.
    pub most: usize,
    /// The last letter with which a search for a period goes on.
    pub last: Letter,
    /// The most contexts in which sums are compared. With some hundred classes, 100,000 contexts take
    /// some seconds.
    pub contexts: usize,
}

impl Default for Search {
    fn default() -> Search {
        Search { to: None, most: 4_000, last: 5_000, contexts: 100_000 }
    }
}

/// The answer of a search. Nothing in it is unverified.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The quotient of the letters that were asked for is finite.
    Finite(Quotient),
    /// The quotient is infinite, since that of some of the letters is.
    Infinite(Infinite),
    /// It is not known whether the quotient is finite.
    Unknown {
        /// The last quotient that was verified. Its elements are different in the whole one too.
        part: Quotient,
        /// The reason why the search ended.
        stopped: Stopped,
    },
}

/// Searches for the quotient of letters. The sizes of the quotient so far are reported to `progress`,
/// for every letter.
///
/// ```
/// use misere_check::{Code, Unmetered};
/// use misere_quotient::{Answer, Search, solve};
///
/// let kayles: Code = "0.77".parse()?;
/// let Answer::Finite(quotient) = solve(&kayles, &Search::default(), &Unmetered, &mut |_| ()) else {
///     panic!("Kayles has a finite quotient")
/// };
/// assert_eq!(quotient.monoid().order(), 40);
/// assert_eq!(quotient.whole().map(|whole| (whole.period, whole.preperiod)), Some((12, 71)));
/// assert_eq!(quotient.image(&[1, 1]), Some(0));
/// # Ok::<(), misere_check::CodeError>(())
/// ```
pub fn solve(
    letters: &dyn Letters,
    search: &Search,
    meter: &dyn Meter,
    progress: &mut dyn FnMut(&Growth),
) -> Answer {
    let mut learner = match Learner::new(letters, search, meter) {
        Ok(learner) => learner,
        Err(stopped) => return Answer::Unknown { part: Quotient::trivial(letters), stopped },
    };
    match integers::find(letters, search.to, meter) {
        Ok(Some(infinite)) => return Answer::Infinite(infinite),
        Ok(None) => {}
        Err(stopped) => return Answer::Unknown { part: Quotient::of(&learner, letters, None), stopped },
    }
    let last = [search.to, letters.count()].into_iter().flatten().min();
    loop {
        if last.is_some_and(|last| learner.last() >= last) {
            return Answer::Finite(Quotient::of(&learner, letters, learner.whole()));
        }
        if last.is_none()
            && let Some(whole) = learner.whole()
        {
            return Answer::Finite(Quotient::of(&learner, letters, Some(whole)));
        }
        let added = if learner.last() < search.last { learner.add() } else { Err(Stopped::Last) };
        if let Err(stopped) = added {
            return Answer::Unknown { part: Quotient::of(&learner, letters, None), stopped };
        }
        progress(&learner.size());
    }
}

impl Quotient {
    /// The quotient of no letters.
    fn trivial(letters: &dyn Letters) -> Quotient {
        let work = misere_check::Work::new(u64::MAX, &misere_check::Unmetered);
        Quotient {
            monoid: Monoid::new(&[], &[Outcome::N], letters.sides(), &work).expect("the trivial monoid"),
            images: vec![0],
            generators: Vec::new(),
            sums: vec![Word::new()],
            growth: Vec::new(),
            whole: None,
            stated: letters.stated(0),
        }
    }

    /// The quotient that a search has verified.
    pub(crate) fn of(learner: &Learner<'_>, letters: &dyn Letters, whole: Option<Whole>) -> Quotient {
        let verified = learner.verified();
        Quotient {
            monoid: verified.monoid.clone(),
            images: verified.images.clone(),
            generators: verified.generators.clone(),
            sums: verified.sums.clone(),
            growth: learner.growth().to_vec(),
            whole,
            stated: letters.stated(learner.last()),
        }
    }

    /// The monoid. Element 0 is the identity.
    #[must_use]
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// The last letter with which the quotient is verified; a quotient that is whole has no last one.
    #[must_use]
    pub fn last(&self) -> Letter {
        self.images.len() as Letter - 1
    }

    /// The images of 0 and of the letters, up to the last one.
    #[must_use]
    pub fn images(&self) -> &[Element] {
        &self.images
    }

    /// Letters that generate the quotient, none of which is equivalent to a sum of earlier ones.
    #[must_use]
    pub fn generators(&self) -> &[Letter] {
        &self.generators
    }

    /// A sum of letters with this image.
    #[must_use]
    pub fn sum(&self, element: Element) -> &[Letter] {
        &self.sums[element as usize]
    }

    /// The letters with which the quotient grew, and its sizes.
    #[must_use]
    pub fn growth(&self) -> &[Growth] {
        &self.growth
    }

    /// The least period and preperiod of the images, if the quotient is that of all letters.
    #[must_use]
    pub fn whole(&self) -> Option<Whole> {
        self.whole
    }

    /// The numbers of elements with outcome L, N, P and R.
    #[must_use]
    pub fn counts(&self) -> [usize; 4] {
        let outcomes = self.monoid.outcomes();
        [Outcome::L, Outcome::N, Outcome::P, Outcome::R]
            .map(|wanted| outcomes.iter().filter(|&&outcome| outcome == wanted).count())
    }

    /// The image of a sum; none if it has a letter that is not among those of the quotient.
    #[must_use]
    pub fn image(&self, sum: &[Letter]) -> Option<Element> {
        sum.iter().try_fold(0, |image, &letter| {
            let mut place = letter;
            if let Some(whole) = self.whole
                && letter > self.last()
            {
                let start = whole.preperiod.max(1);
                place = start + (letter - start) % whole.period;
            }
            let of_letter = if letter == 0 { None } else { self.images.get(place as usize) };
            of_letter.map(|&of_letter| self.monoid.product(image, of_letter))
        })
    }

    /// A sum that, added to both, gives two sums different outcomes.
    #[must_use]
    pub fn separator(&self, v: &[Letter], w: &[Letter]) -> Option<Word> {
        let (v, w) = (self.image(v)?, self.image(w)?);
        self.monoid.separator(v, w).map(|element| self.sums[element as usize].clone())
    }

    /// Generators none of which is a product of the others.
    fn few_generators(&self) -> Vec<Letter> {
        let mut few = self.generators.clone();
        for &letter in &self.generators {
            let others: Vec<Letter> = few.iter().copied().filter(|&other| other != letter).collect();
            let mut reached = vec![false; self.monoid.order()];
            let mut stack = vec![0];
            reached[0] = true;
            while let Some(x) = stack.pop() {
                for &other in &others {
                    let y = self.monoid.product(x, self.images[other as usize]);
                    if !std::mem::replace(&mut reached[y as usize], true) {
                        stack.push(y);
                    }
                }
            }
            if reached[self.images[letter as usize] as usize] {
                few = others;
            }
        }
        few
    }

    /// A certificate with these claims, which must follow from the quotient.
    #[must_use]
    pub fn certificate(&self, claims: Vec<QuotientStatement>) -> QuotientCertificate {
        let action = |&letter: &Letter| self.monoid.multiples(self.images[letter as usize]).to_vec();
        QuotientCertificate {
            format: QUOTIENT_FORMAT.to_owned(),
            version: QUOTIENT_VERSION,
            letters: self.stated.clone(),
            quotient: StatedQuotient::Finite {
                actions: self.few_generators().iter().map(action).collect(),
                outcomes: self.monoid.outcomes().iter().map(ToString::to_string).collect(),
            },
            images: self.images[1..].iter().map(|&image| Some(image.into())).collect(),
            whole: self.whole,
            claims,
        }
    }
}
