//! Inputs made from good ones.

use fastrand::Rng;

/// Makes inputs: damaged seeds, pieces of two seeds, and noise of tokens.
pub struct Mutator {
    seeds: Vec<Vec<u8>>,
    tokens: Vec<&'static [u8]>,
    random: Rng,
}

impl Mutator {
    /// A mutator of these seeds: the same inputs for the same seed of chance.
    ///
    /// # Panics
    /// Panics if there are no seeds or no tokens.
    #[must_use]
    pub fn new(seeds: Vec<Vec<u8>>, tokens: &'static str, seed: u64) -> Mutator {
        assert!(!seeds.is_empty(), "there is nothing to damage");
        let space = [&b" "[..], b"\n"];
        let tokens = tokens.split_whitespace().map(str::as_bytes).chain(space).collect();
        Mutator { seeds, tokens, random: Rng::with_seed(seed) }
    }

    /// The next input.
    pub fn input(&mut self) -> Vec<u8> {
        if self.random.usize(..8) == 0 {
            let length = self.random.usize(..40);
            return (0..length).flat_map(|_| self.token().to_vec()).collect();
        }
        let mut input = self.seed().to_vec();
        for _ in 0..=self.random.usize(..4) {
            // Files with places and lengths in them stay files if nothing moves.
            if self.random.usize(..3) == 0 && !input.is_empty() {
                let at = self.random.usize(..input.len());
                input[at] = self.random.u8(..);
                continue;
            }
            let at = self.random.usize(..=input.len());
            let end = (at + self.random.usize(..8)).min(input.len());
            let piece = match self.random.usize(..6) {
                0 => Vec::new(),
                1 | 2 => self.token().to_vec(),
                3 => input[at..end].repeat(1 + self.random.usize(..4)),
                4 => vec![self.random.u8(..)],
                _ => {
                    let random = self.random.usize(..);
                    let other = self.seed();
                    let from = random % (other.len() + 1);
                    other[from..(from + 40).min(other.len())].to_vec()
                }
            };
            let end = if self.random.bool() { at } else { end };
            input.splice(at..end, piece);
        }
        input
    }

    fn token(&mut self) -> &'static [u8] {
        self.tokens[self.random.usize(..self.tokens.len())]
    }

    fn seed(&mut self) -> &[u8] {
        let at = self.random.usize(..self.seeds.len());
        &self.seeds[at]
    }
}
