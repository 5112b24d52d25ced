//! Random games of a universe, the same ones for the same seed in every version.

use misere_core::{Account, Form, Limit};

use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;

/// The latest day of random games.
const LAST_DAY: u32 = 1_000;

/// How many games are made of each rank, to be options of later ones.
const POOL: usize = 64;

/// The largest number of options of a player.
const MOST_OPTIONS: u64 = 3;

/// How often a game is drawn again that is not in the universe.
const TRIES: usize = 100;

impl Modulus {
    /// Random games of rank at most `day` that are in this universe, or under normal play
    /// ordinary, some perhaps more than once. Nothing is said about their distribution.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a limit was reached.
    pub fn random_games(&self, day: u32, number: u32, seed: u32) -> Result<Vec<Game>, Error> {
        let work = self.workspace();
        if day > LAST_DAY {
            let limit =
                Limit::Size { of: "random games of rank n", asked: day.into(), largest: LAST_DAY.into() };
            return Err(work.budget().exhausted(limit).into());
        }
        let mut random = SplitMix(seed.into());
        let mut pool = vec![Form::ZERO];
        for rank in 1..day {
            // The first half of the pool has the games of smaller ranks.
            let kept = if rank == 1 { 1 } else { POOL / 2 };
            let mut next: Vec<Form> = (0..kept).map(|_| random.choose(&pool)).collect();
            for _ in kept..POOL {
                next.push(self.random_game(&mut random, &pool)?);
            }
            pool = next;
        }
        let mut games = Vec::new();
        let account = Account::new(work.budget().clone());
        for _ in 0..number {
            account.charge(size_of::<Game>())?;
            let form = if day == 0 { Form::ZERO } else { self.random_game(&mut random, &pool)? };
            games.push(Game::new(work, form));
        }
        Ok(games)
    }

    fn random_game(&self, random: &mut SplitMix, options: &[Form]) -> Result<Form, Error> {
        let work = self.workspace();
        for _ in 0..TRIES {
            work.budget().step()?;
            let left = random.several(options);
            // Impartial games would hardly ever be found.
            let right = if self.has_order() { random.several(options) } else { left.clone() };
            let form = work.forms().ordinary(&left, &right)?;
            if self.contains(&Game::new(work, form))? {
                return Ok(form);
            }
        }
        Ok(random.choose(options))
    }
}

/// The generator of Steele, Lea and Flood (2014).
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`; that some are a little more likely does not matter here.
    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn choose(&mut self, forms: &[Form]) -> Form {
        forms[self.below(forms.len() as u64) as usize]
    }

    fn several(&mut self, forms: &[Form]) -> Vec<Form> {
        (0..self.below(MOST_OPTIONS + 1)).map(|_| self.choose(forms)).collect()
    }
}
