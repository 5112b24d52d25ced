//! Infinite quotients: closed sets of letters with the integers as their quotient.

use std::collections::{BTreeSet, HashMap};

use misere_check::{
    Letter, Limits, Meter, Outcome, Player, QUOTIENT_FORMAT, QUOTIENT_VERSION, Quotient, QuotientCertificate,
    QuotientStatement, Whole, Word, Work, check_quotient_within,
};

use crate::letters::Letters;
use crate::purse::{Purse, Stopped};

/// The letters among which a pair is sought whose closure has the integers as its quotient.
const FIRST: Letter = 12;

/// The most letters that such a closure has.
const MOST: usize = 3;

/// The largest absolute value of an image that is tried.
const LARGEST: i32 = 3;

/// The largest period that is tried for outcomes.
const PERIODS: usize = 6;

/// The most summands of a letter in the sums that are played.
const SUMMANDS: u32 = 7;

/// A proof that a quotient is infinite.
#[derive(Clone, Debug)]
pub struct Infinite {
    certificate: QuotientCertificate,
}

impl Infinite {
    /// The certificate, accepted by the checker, that the quotient of some letters is that of the
    /// integers. Its only claim is that the quotient is infinite.
    #[must_use]
    pub fn certificate(&self) -> &QuotientCertificate {
        &self.certificate
    }

    /// The letters with their images in the integers.
    #[must_use]
    pub fn images(&self) -> Vec<(Letter, i32)> {
        let images = (1..).zip(&self.certificate.images);
        images.filter_map(|(letter, image)| Some((letter, (*image)?))).collect()
    }

    /// The least period and preperiod of the images, if the integers are the quotient of all heaps.
    #[must_use]
    pub fn whole(&self) -> Option<Whole> {
        self.certificate.whole
    }
}

/// Searches for a closed set of letters whose quotient is that of the integers, and goes on to all
/// letters as far as they have images.
pub(crate) fn find(
    letters: &dyn Letters,
    to: Option<Letter>,
    meter: &dyn Meter,
) -> Result<Option<Infinite>, Stopped> {
    if letters.sides() != 2 {
        return Ok(None);
    }
    let purse = Purse::new(meter);
    let work = purse.work();
    let last = [to, letters.count(), Some(FIRST)].into_iter().flatten().min().unwrap_or(FIRST);
    let search = Search { letters, purse: &purse, work: &work };
    let mut tried = BTreeSet::new();
    for b in 1..=last {
        for a in 1..=b {
            let closed = closure(letters, &[a, b], &work)?;
            if closed.len() > MOST || !tried.insert(closed.clone()) {
                continue;
            }
            if let Some(certificate) = search.integers(&closed)? {
                return search.extend(certificate, to).map(Some);
            }
        }
    }
    Ok(None)
}

/// The letters that occur in these and in their options.
fn closure(letters: &dyn Letters, from: &[Letter], work: &Work<'_>) -> Result<Vec<Letter>, Stopped> {
    let mut found: BTreeSet<Letter> = BTreeSet::new();
    let mut stack = from.to_vec();
    while let Some(letter) = stack.pop() {
        work.spend(1)?;
        if !found.insert(letter) {
            continue;
        }
        for side in 0..letters.sides() {
            letters.options(side, letter, &mut |option| stack.extend(option));
        }
    }
    Ok(found.into_iter().collect())
}

struct Search<'a> {
    letters: &'a dyn Letters,
    purse: &'a Purse<'a>,
    work: &'a Work<'a>,
}

impl Search<'_> {
    /// Tries images of these letters, with outcomes as play has them.
    fn integers(&self, closed: &[Letter]) -> Result<Option<QuotientCertificate>, Stopped> {
        let summands = match closed.len() {
            1 | 2 => SUMMANDS,
            _ => SUMMANDS / 2,
        };
        let mut play = Play { letters: self.letters, known: HashMap::new() };
        let mut sums: Vec<Word> = vec![Word::new()];
        for &letter in closed {
            let with = |sum: &Word| {
                (0..=summands)
                    .map(|number| [&sum[..], &vec![letter; number as usize]].concat())
                    .collect::<Vec<_>>()
            };
            sums = sums.iter().flat_map(with).collect();
        }
        let mut outcomes = Vec::with_capacity(sums.len());
        for sum in &sums {
            outcomes.push(play.outcome(sum, self.work)?);
        }
        let mut images = vec![-LARGEST; closed.len()];
        loop {
            self.work.spend(1)?;
            if let Some(certificate) = self.guess(closed, &images, &sums, &outcomes)? {
                return Ok(Some(certificate));
            }
            let Some(place) = images.iter().position(|&image| image < LARGEST) else { return Ok(None) };
            images[..place].fill(-LARGEST);
            images[place] += 1;
        }
    }

    /// Completes outcomes that depend on images alone to all integers, and has that checked.
    fn guess(
        &self,
        closed: &[Letter],
        images: &[i32],
        sums: &[Word],
        outcomes: &[Outcome],
    ) -> Result<Option<QuotientCertificate>, Stopped> {
        if !(images.contains(&1) || images.contains(&-1))
            || images.iter().all(|&t| t >= 0)
            || images.iter().all(|&t| t <= 0)
        {
            return Ok(None);
        }
        let image = |letter: &Letter| images[closed.binary_search(letter).expect("a letter")];
        let mut by_image: HashMap<i32, Outcome> = HashMap::new();
        for (sum, &outcome) in sums.iter().zip(outcomes) {
            if *by_image.entry(sum.iter().map(image).sum()).or_insert(outcome) != outcome {
                return Ok(None);
            }
        }
        self.work.spend(sums.len())?;
        let up = (0..).take_while(|t| by_image.contains_key(t)).count() as i32;
        let down = (0..).take_while(|t| by_image.contains_key(&-t)).count() as i32;
        let at = |t: i32| by_image[&t].to_string();
        for period in 1..=PERIODS as i32 {
            // The middle lies between the last place where the outcomes above do not repeat and the
            // first one where those below do not.
            let (low, high) = (1 - down, up);
            let end = (low..high - period).rev().find(|&t| at(t) != at(t + period)).map_or(low, |t| t + 1);
            let from = (low + period..high).find(|&t| at(t) != at(t - period)).unwrap_or(high).min(end);
            if end + 2 * period > high || from - 2 * period < low {
                continue;
            }
            let range = |from: i32, to: i32| (from..to).map(at).collect::<String>();
            let quotient = Quotient::Integers {
                below: (1..=period).map(|t| at(from - t)).collect(),
                from,
                middle: range(from, end),
                above: range(end, end + period),
            };
            let place = |letter| closed.binary_search(&letter).ok().map(|place| images[place]);
            let last = *closed.last().expect("a letter");
            let certificate = QuotientCertificate {
                format: QUOTIENT_FORMAT.to_owned(),
                version: QUOTIENT_VERSION,
                letters: self.letters.stated(last),
                quotient,
                images: (1..=last).map(place).collect(),
                whole: None,
                claims: vec![QuotientStatement::Infinite],
            };
            if self.is_right(&certificate)? {
                return Ok(Some(certificate));
            }
        }
        Ok(None)
    }

    fn is_right(&self, certificate: &QuotientCertificate) -> Result<bool, Stopped> {
        match check_quotient_within(certificate, &Limits::default(), self.purse) {
            Ok(_) => Ok(true),
            Err(misere_check::Rejection::NotFinished) => Err(Stopped::Meter),
            Err(_) => Ok(false),
        }
    }

    /// Gives images to the letters left out and to those that follow, as long as there are some that
    /// the checker accepts, until they are known to be periodic for ever.
    fn extend(&self, mut certificate: QuotientCertificate, to: Option<Letter>) -> Result<Infinite, Stopped> {
        /// The last letter that is tried.
        const LAST: Letter = 60;
        let last = [to, self.letters.count(), Some(LAST)].into_iter().flatten().min().unwrap_or(LAST);
        let mut longer = certificate.clone();
        for letter in 1..=last {
            if longer.images.get(letter as usize - 1).copied().flatten().is_some() {
                continue;
            }
            if longer.images.len() < letter as usize {
                longer.images.push(None);
                longer.letters = self.letters.stated(letter);
            }
            let mut found = false;
            for image in -LARGEST..=LARGEST {
                longer.images[letter as usize - 1] = Some(image);
                found = self.is_right(&longer)?;
                if found {
                    break;
                }
            }
            if !found {
                return Ok(Infinite { certificate });
            }
            certificate = longer.clone();
            if let Some(whole) = self.period(&certificate.images)
                && to.is_none()
            {
                certificate.whole = Some(whole);
                if self.is_right(&certificate)? {
                    break;
                }
                certificate.whole = None;
            }
        }
        Ok(Infinite { certificate })
    }

    /// The least period and preperiod that are known to go on for ever.
    fn period(&self, images: &[Option<i32>]) -> Option<Whole> {
        let image = |heap: u32| if heap == 0 { Some(0) } else { images[heap as usize - 1] };
        let last = images.len() as u32;
        (1..=last).find_map(|period| {
            let broken = (0..=last - period).rev().find(|&heap| image(heap) != image(heap + period));
            let preperiod = broken.map_or(0, |heap| heap + 1);
            let wanted = self.letters.last_letter(period, preperiod)?;
            (wanted <= last).then_some(Whole { period, preperiod })
        })
    }
}

/// Play by the rules, with all positions kept.
struct Play<'a> {
    letters: &'a dyn Letters,
    known: HashMap<Word, [bool; 2]>,
}

impl Play<'_> {
    fn outcome(&mut self, sum: &[Letter], work: &Work<'_>) -> Result<Outcome, Stopped> {
        let wins = self.wins(sum, work)?;
        let winner = |player: Player| if wins[player.index()] { player } else { player.opponent() };
        Ok(Outcome::from_winners(winner(Player::Left), winner(Player::Right)))
    }

    /// Whether each side wins when it starts. The recursion is as deep as the longest play, of a few
    /// letters with few summands.
    fn wins(&mut self, sum: &[Letter], work: &Work<'_>) -> Result<[bool; 2], Stopped> {
        if let Some(&known) = self.known.get(sum) {
            return Ok(known);
        }
        let mut wins = [false; 2];
        for (side, wins) in wins.iter_mut().enumerate() {
            let mut after = Vec::new();
            for (at, &letter) in sum.iter().enumerate() {
                self.letters.options(side, letter, &mut |option| {
                    let mut next = [&sum[..at], &sum[at + 1..], option].concat();
                    next.sort_unstable();
                    after.push(next);
                });
            }
            work.spend(1 + after.len())?;
            *wins = after.is_empty();
            for next in after {
                *wins = *wins || !self.wins(&next, work)?[1 - side];
            }
        }
        self.known.insert(sum.to_vec(), wins);
        Ok(wins)
    }
}
