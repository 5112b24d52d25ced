//! The check of certificates of quotients.

use std::collections::{BTreeSet, HashSet};

use super::certificate::{
    Letter, QUOTIENT_FORMAT, QUOTIENT_VERSION, Quotient, QuotientCertificate, QuotientStatement, Source,
    Whole, Word,
};
use super::integers::{Integers, Summand};
use super::monoid::{Element, Monoid};
use super::quiet::{Moves, QuietSets, Refutation};
use crate::check::Accepted;
use crate::limits::{Limits, Meter, Unmetered, Work};
use crate::player::Outcome;
use crate::rejection::{Checked, Rejection};
use crate::theorem::Theorem;

/// Checks that the monoid of a certificate is the quotient of the sums of its letters, and that its
/// claims follow.
///
/// # Errors
/// [`Rejection`] of the first thing that is wrong.
pub fn check_quotient(certificate: &QuotientCertificate) -> Result<Accepted, Rejection> {
    check_quotient_within(certificate, &Limits::default(), &Unmetered)
}

/// Checks a certificate as [`check_quotient`] does, within these limits and as long as the meter lets
/// it go on. `Limits::nodes` limits the letters and `Limits::steps` the claims.
///
/// # Errors
/// [`Rejection::NotFinished`] when the meter does not: then nothing is known of the certificate.
/// Otherwise [`Rejection`] of the first thing that is wrong.
pub fn check_quotient_within(
    certificate: &QuotientCertificate,
    limits: &Limits,
    meter: &dyn Meter,
) -> Result<Accepted, Rejection> {
    if certificate.format != QUOTIENT_FORMAT {
        return Err(Rejection::WrongFormat);
    }
    if certificate.version != QUOTIENT_VERSION {
        return Err(Rejection::UnknownVersion { version: certificate.version.into() });
    }
    for (what, length, limit) in [
        ("letters", certificate.images.len(), limits.nodes),
        ("claims", certificate.claims.len(), limits.steps),
    ] {
        if length > limit {
            return Err(Rejection::TooLarge { what, limit });
        }
    }
    if certificate.claims.is_empty() {
        return Err(Rejection::NoClaims);
    }
    let work = Work::new(limits.work, meter);
    let source = certificate.letters.source(certificate.images.len())?;
    let mut relies_on = BTreeSet::from([Theorem::QuietSets]);
    let quotient = match &certificate.quotient {
        Quotient::Finite { actions, outcomes } => {
            let outcomes = read_outcomes(outcomes)?;
            let monoid = Monoid::new(actions, &outcomes, source.sides(), &work)?;
            if let Some(elements) = monoid.unseparated(&work)? {
                return Err(Rejection::NotSeparated { elements });
            }
            Checker { images: &certificate.images, source: &source, work: &work }.check_monoid(&monoid)?;
            Known::Finite(monoid)
        }
        Quotient::Integers { below, from, middle, above } => {
            let read = [below, middle, above].map(|list| read_outcomes(list));
            let [below, middle, above] = read;
            let integers = Integers::new(below?, *from, middle?, above?)?;
            Checker { images: &certificate.images, source: &source, work: &work }
                .check_integers(&integers)?;
            Known::Integers(integers)
        }
    };
    if let Some(whole) = certificate.whole {
        check_whole(&source, &certificate.images, whole, &work)?;
        relies_on.insert(Theorem::PeriodicQuotient);
    }
    let claims = Claims { certificate, quotient: &quotient, work: &work };
    for (number, claim) in certificate.claims.iter().enumerate() {
        if *claim == QuotientStatement::Infinite {
            relies_on.insert(Theorem::QuotientOfPart);
        }
        if !claims.follows(claim)? {
            return Err(Rejection::FalseClaim { claim: number });
        }
    }
    Ok(Accepted { relies_on: relies_on.into_iter().collect() })
}

/// A quotient that is verified.
enum Known {
    Finite(Monoid),
    Integers(Integers),
}

fn read_outcomes(letters: &str) -> Checked<Vec<Outcome>> {
    let outcome = |letter| match letter {
        b'L' => Ok(Outcome::L),
        b'N' => Ok(Outcome::N),
        b'P' => Ok(Outcome::P),
        b'R' => Ok(Outcome::R),
        _ => Err(Rejection::BadTable),
    };
    letters.bytes().map(outcome).collect()
}

struct Checker<'a> {
    images: &'a [Option<i32>],
    source: &'a Source<'a>,
    work: &'a Work<'a>,
}

impl Checker<'_> {
    fn check_monoid(&self, monoid: &Monoid) -> Checked {
        let image = |letter: Letter| -> Checked<Element> {
            let image = self.images[letter as usize - 1].ok_or(Rejection::NoSuchLetter { letter })?;
            let element = Element::try_from(image).map_err(|_| Rejection::BadTable)?;
            if (element as usize) < monoid.order() { Ok(element) } else { Err(Rejection::BadTable) }
        };
        let refuted = |letter, refutation| match refutation {
            None => Ok(()),
            Some(Refutation::Option { .. }) => Err(Rejection::OptionWins { letter }),
            Some(Refutation::Dead { word, .. }) => Err(Rejection::NoOptionLoses { word }),
            Some(Refutation::Quiet { word, .. }) => Err(Rejection::NoOptionWins { word }),
        };
        refuted(0, QuietSets::refute_empty(monoid))?;
        let mut sets = QuietSets::new(monoid);
        for letter in self.letters() {
            let mut options = vec![Vec::new(); self.source.sides()];
            let mut seen = vec![false; monoid.order()];
            for (side, images) in options.iter_mut().enumerate() {
                seen.fill(false);
                self.work.spend(1 + monoid.order() / 64)?;
                self.source.options(side, letter, self.work, &mut |word| {
                    let mut product = 0;
                    for &letter in word {
                        product = monoid.product(product, image(letter)?);
                    }
                    if !std::mem::replace(&mut seen[product as usize], true) {
                        images.push(product);
                    }
                    Ok(())
                })?;
            }
            let moves = Moves::new(monoid, &options, self.work)?;
            refuted(letter, sets.add(monoid, letter, image(letter)?, &moves, self.work)?)?;
        }
        self.check_reached(monoid)
    }

    /// Checks that all elements are images of sums.
    fn check_reached(&self, monoid: &Monoid) -> Checked {
        let letters: HashSet<Element> = self.images.iter().flatten().map(|&image| image as Element).collect();
        let mut reached = vec![false; monoid.order()];
        let mut stack = vec![0];
        reached[0] = true;
        while let Some(x) = stack.pop() {
            self.work.spend(1 + letters.len() / 8)?;
            for &letter in &letters {
                let y = monoid.product(x, letter);
                if !std::mem::replace(&mut reached[y as usize], true) {
                    stack.push(y);
                }
            }
        }
        match reached.iter().position(|&reached| !reached) {
            Some(x) => Err(Rejection::NotReached { element: x as Element }),
            None => Ok(()),
        }
    }

    fn check_integers(&self, integers: &Integers) -> Checked {
        if self.source.sides() != 2 {
            return Err(Rejection::BadTable);
        }
        let image = |letter: Letter| {
            let image = self.images[letter as usize - 1].map(i64::from);
            image.ok_or(Rejection::NoSuchLetter { letter })
        };
        let mut letters = Vec::new();
        for letter in self.letters() {
            let mut options = vec![BTreeSet::new(); 2];
            for (side, images) in options.iter_mut().enumerate() {
                self.source.options(side, letter, self.work, &mut |word| {
                    let numbers = word.iter().map(|&letter| image(letter)).collect::<Checked<Vec<_>>>()?;
                    if images.insert(numbers.iter().sum()) {
                        self.work.remember()?;
                    }
                    Ok(())
                })?;
            }
            letters.push(Summand { letter, image: image(letter)?, options });
        }
        integers.check(&letters, self.work)
    }

    /// The letters that have an image.
    fn letters(&self) -> impl Iterator<Item = Letter> {
        (1..).zip(self.images).filter(|(_, image)| image.is_some()).map(|(letter, _)| letter)
    }
}

/// Checks that images are periodic for ever, with the least period and the least preperiod.
fn check_whole(source: &Source<'_>, images: &[Option<i32>], whole: Whole, work: &Work<'_>) -> Checked {
    let Source::Code(code) = source else { return Err(Rejection::NoPeriodicity) };
    let Whole { period, preperiod } = whole;
    let last = code.last_heap(period, preperiod).filter(|_| period > 0);
    let last = last.ok_or(Rejection::NoPeriodicity)?;
    if images.len() < last as usize || images.iter().any(Option::is_none) {
        return Err(Rejection::TooFewHeaps { wanted: last });
    }
    let (period, preperiod) = (period as usize, preperiod as usize);
    let image = |heap: usize| if heap == 0 { Some(0) } else { images[heap - 1] };
    work.spend(1 + images.len())?;
    if let Some(heap) = (preperiod..=images.len() - period).find(|&heap| image(heap) != image(heap + period))
    {
        return Err(Rejection::NotPeriodic { heap: (heap + period) as u32 });
    }
    for shorter in (1..=period / 2).filter(|shorter| period.is_multiple_of(*shorter)) {
        work.spend(1 + period)?;
        if (preperiod..preperiod + period - shorter).all(|heap| image(heap) == image(heap + shorter)) {
            return Err(Rejection::NotLeast { what: "period" });
        }
    }
    if preperiod > 0 && image(preperiod - 1) == image(preperiod - 1 + period) {
        return Err(Rejection::NotLeast { what: "preperiod" });
    }
    Ok(())
}

struct Claims<'a> {
    certificate: &'a QuotientCertificate,
    quotient: &'a Known,
    work: &'a Work<'a>,
}

impl Claims<'_> {
    fn follows(&self, claim: &QuotientStatement) -> Checked<bool> {
        self.work.spend(1)?;
        let finite = match self.quotient {
            Known::Finite(monoid) => Some(monoid),
            Known::Integers(_) => None,
        };
        Ok(match claim {
            QuotientStatement::Order(order) => finite.is_some_and(|monoid| monoid.order() == *order as usize),
            QuotientStatement::Count(outcome, count) => {
                self.work.spend(finite.map_or(0, Monoid::order))?;
                let number = |monoid: &Monoid| monoid.outcomes().iter().filter(|&o| o == outcome).count();
                finite.is_some_and(|monoid| number(monoid) == *count as usize)
            }
            QuotientStatement::Infinite => finite.is_none(),
            QuotientStatement::Image(word, image) => self.image(&[word])? == i64::from(*image),
            QuotientStatement::Equal(v, w) => self.image(&[v])? == self.image(&[w])?,
            QuotientStatement::Separated(v, w, x) => self.outcome(&[v, x])? != self.outcome(&[w, x])?,
            QuotientStatement::Outcome(word, outcome) => self.outcome(&[word])? == *outcome,
        })
    }

    fn outcome(&self, words: &[&Word]) -> Checked<Outcome> {
        let image = self.image(words)?;
        Ok(match self.quotient {
            Known::Finite(monoid) => monoid.outcomes()[image as usize],
            Known::Integers(integers) => integers.outcome(image),
        })
    }

    /// The image of a sum of sums.
    fn image(&self, words: &[&Word]) -> Checked<i64> {
        let mut image = 0;
        for &letter in words.iter().copied().flatten() {
            self.work.spend(1)?;
            let known = self.certificate.images.len() as u64;
            let mut heap = u64::from(letter);
            if let Some(whole) = self.certificate.whole
                && heap > known
            {
                let (period, start) = (u64::from(whole.period), u64::from(whole.preperiod.max(1)));
                heap = start + (heap - start) % period;
            }
            let at = (heap as usize).checked_sub(1);
            let found = at.and_then(|at| self.certificate.images.get(at).copied().flatten());
            let found = found.ok_or(Rejection::NoSuchLetter { letter })?;
            image = match self.quotient {
                Known::Finite(monoid) => monoid.product(image as Element, found as Element).into(),
                Known::Integers(_) => image + i64::from(found),
            };
        }
        Ok(image)
    }
}
