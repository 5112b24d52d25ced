//! The game that is learned: few letters, with options in which all other letters are spelled by these.

use std::collections::BTreeSet;

use misere_check::{Letter, Work};

use crate::letters::Letters;
use crate::purse::Stopped;

/// A sum of generators, sorted.
pub(crate) type Sum = Vec<u16>;

/// The generators, by their places in a list of letters, with their options.
pub(crate) struct Game {
    pub(crate) sides: usize,
    pub(crate) letters: Vec<Letter>,
    /// The longest play of each generator: additive, and smaller after each move.
    pub(crate) weights: Vec<u64>,
    /// The options of each generator, for each side.
    pub(crate) options: Vec<Vec<Vec<Sum>>>,
}

impl Game {
    /// The game of these letters, where `spelled` has a sum of them for every letter. The letters of a
    /// spelling do not follow the letter that they spell.
    pub(crate) fn new(
        letters: &dyn Letters,
        generators: &[Letter],
        spelled: &[Vec<Letter>],
        work: &Work<'_>,
    ) -> Result<Game, Stopped> {
        let mut game = Game {
            sides: letters.sides(),
            letters: generators.to_vec(),
            weights: Vec::with_capacity(generators.len()),
            options: Vec::with_capacity(generators.len()),
        };
        for &generator in generators {
            let mut options = Vec::with_capacity(game.sides);
            for side in 0..game.sides {
                let mut found = BTreeSet::new();
                let mut steps = 0;
                letters.options(side, generator, &mut |option| {
                    steps += 1 + option.len();
                    let letters = option.iter().flat_map(|&letter| &spelled[letter as usize]);
                    found.insert(game.sum(letters));
                });
                work.spend(steps)?;
                options.push(found.into_iter().collect());
            }
            let heaviest = options.iter().flatten().map(|option: &Sum| game.weight(option)).max();
            game.weights.push(heaviest.map_or(0, |weight| weight.saturating_add(1)));
            game.options.push(options);
        }
        Ok(game)
    }

    /// The sum of these letters, which are generators.
    pub(crate) fn sum<'a>(&self, letters: impl IntoIterator<Item = &'a Letter>) -> Sum {
        let place = |letter| self.letters.binary_search(letter).expect("spelled by generators") as u16;
        let mut sum: Sum = letters.into_iter().map(place).collect();
        sum.sort_unstable();
        sum
    }

    pub(crate) fn spell(&self, sum: &[u16]) -> Vec<Letter> {
        sum.iter().map(|&generator| self.letters[generator as usize]).collect()
    }

    pub(crate) fn weight(&self, sum: &[u16]) -> u64 {
        sum.iter().fold(0, |all, &generator| all.saturating_add(self.weights[generator as usize]))
    }

    /// Calls `each` with the sums to which a side can move.
    pub(crate) fn for_each_option(&self, side: usize, sum: &[u16], mut each: impl FnMut(Sum)) {
        for (at, &generator) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == generator {
                continue;
            }
            for option in &self.options[generator as usize][side] {
                let mut after = Sum::with_capacity(sum.len() + option.len());
                after.extend_from_slice(&sum[..at]);
                after.extend_from_slice(&sum[at + 1..]);
                after.extend_from_slice(option);
                after.sort_unstable();
                each(after);
            }
        }
    }
}
