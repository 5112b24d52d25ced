//! The contexts in which sums are compared.

use std::collections::{BTreeMap, HashMap};

use misere_check::{Element, Work};

use crate::game::{Game, Sum};
use crate::letters::Letters;
use crate::purse::{Purse, Stopped};
use crate::verified::Verified;

/// Contexts, options first. Context 0 is empty.
pub(crate) struct Columns {
    /// For each side and context the contexts to which the side can move.
    pub(crate) options: Vec<Vec<Vec<u32>>>,
    pub(crate) sums: Vec<Sum>,
}

impl Columns {
    /// The first sums of the elements of a verified quotient, with any number of a new letter up to
    /// `most`. For the options of a context stand those of the same class, so that the contexts are
    /// few. This is right if the sums that were equivalent stay so with the new letter.
    pub(crate) fn grid(
        game: &Game,
        letters: &dyn Letters,
        verified: &Verified,
        most: usize,
        purse: &Purse<'_>,
        work: &Work<'_>,
    ) -> Result<Columns, Stopped> {
        let letter = verified.last() + 1;
        let order = verified.monoid.order();
        let mut columns = Columns { options: vec![Vec::new(); game.sides], sums: Vec::new() };
        let generator = game.sum(&[letter]);
        for number in 0..=most {
            for sum in &verified.sums {
                let mut sum = game.sum(sum);
                (0..number).for_each(|_| sum.extend(&generator));
                sum.sort_unstable();
                columns.sums.push(sum);
            }
        }
        for (side, options) in columns.options.iter_mut().enumerate() {
            let of_letter = verified.option_images(letters, side, letter, work)?;
            let mut bytes = 0;
            for number in 0..=most {
                for z in 0..order {
                    let own = verified.options_of(side, z as Element).iter();
                    let mut found: Vec<u32> =
                        own.map(|&after| (number * order + after as usize) as u32).collect();
                    if number > 0 {
                        let product = |&y: &Element| verified.monoid.product(z as Element, y) as usize;
                        found.extend(of_letter.iter().map(|y| ((number - 1) * order + product(y)) as u32));
                    }
                    found.sort_unstable();
                    found.dedup();
                    work.spend(1 + found.len())?;
                    bytes += 24 + 4 * found.len();
                    options.push(found);
                }
            }
            purse.hold(verified.bytes() + bytes * game.sides)?;
        }
        Ok(columns)
    }

    /// Contexts closed under options and parts.
    ///
    /// Closure under options makes the outcomes of a row follow from each other; closure under parts
    /// makes the outcome of b·h + e that of b + he, so that every context that shows a mistake is new.
    ///
    /// # Errors
    /// [`Stopped::Stuck`] when there are more than `most`.
    pub(crate) fn close(
        game: &Game,
        seeds: impl IntoIterator<Item = Sum>,
        most: usize,
        purse: &Purse<'_>,
        work: &Work<'_>,
    ) -> Result<Columns, Stopped> {
        let mut weights: BTreeMap<(u64, Sum), ()> = BTreeMap::new();
        let mut seen: HashMap<Sum, u32> = HashMap::new();
        let mut stack = vec![Sum::new()];
        stack.extend(seeds);
        let mut bytes = 0;
        while let Some(sum) = stack.pop() {
            if seen.contains_key(&sum) {
                continue;
            }
            bytes += 200 + 8 * sum.len();
            purse.hold(bytes)?;
            if seen.len() > most {
                return Err(Stopped::Stuck);
            }
            for side in 0..game.sides {
                game.for_each_option(side, &sum, |after| {
                    if !seen.contains_key(&after) {
                        stack.push(after);
                    }
                });
            }
            for at in 0..sum.len() {
                work.spend(4)?;
                let mut part = sum.clone();
                part.remove(at);
                stack.push(part);
            }
            seen.insert(sum.clone(), 0);
            weights.insert((game.weight(&sum), sum), ());
        }
        let sums: Vec<Sum> = weights.into_keys().map(|(_, sum)| sum).collect();
        for (place, sum) in (0..).zip(&sums) {
            seen.insert(sum.clone(), place);
        }
        let mut options = vec![Vec::with_capacity(sums.len()); game.sides];
        for sum in &sums {
            for (side, options) in options.iter_mut().enumerate() {
                let mut found = Vec::new();
                game.for_each_option(side, sum, |after| found.push(seen[&after]));
                found.sort_unstable();
                found.dedup();
                work.spend(1 + 4 * found.len())?;
                options.push(found);
            }
        }
        Ok(Columns { options, sums })
    }

    pub(crate) fn len(&self) -> usize {
        self.sums.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        let options: usize = self.options.iter().flatten().map(|options| 24 + 4 * options.len()).sum();
        options + self.sums.iter().map(|sum| 100 + 4 * sum.len()).sum::<usize>()
    }
}
