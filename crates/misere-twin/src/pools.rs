//! Random forms of a given rank, with or without tombstones.

use fastrand::Rng;
use misere_core::{Form, Forms, Player, Tombstones};

/// The number of small forms to take options from: enough that large forms seldom
/// coincide, few enough that large forms stay small as trees.
const POOL: usize = 3_000;

/// Forms by whether they are augmented and by rank, to take options from.
pub struct Pools([Vec<Vec<Form>>; 2]);

impl Pools {
    pub fn new(forms: &Forms, random: &mut Rng) -> Pools {
        let stone = |left, right| forms.make(&[], &[], Tombstones::new(left, right)).unwrap();
        let ordinary = vec![vec![Form::ZERO], forms.born_by(1).unwrap()[1..].to_vec()];
        let augmented = vec![vec![], vec![stone(true, false), stone(false, true), stone(true, true)]];
        let mut pools = Pools([ordinary, augmented]);
        // A form of each rank needs options of the rank below.
        for rank in 2..=5 {
            for i in 0..POOL {
                pools.form(forms, rank, i % 2 == 1, random);
            }
        }
        pools
    }

    /// A form of this rank with one to four options a side, sometimes none, and
    /// with tombstones somewhere exactly if `augmented`.
    pub fn form(&mut self, forms: &Forms, rank: usize, augmented: bool, random: &mut Rng) -> Form {
        loop {
            let mut sides = Player::BOTH.map(|_| {
                // Few options most of the time: the text grows with their product.
                let count = [0, 1, 1, 1, 1, 2, 2, 2, 3, 4][random.usize(..10)];
                (0..count).map(|_| self.random_option(rank, augmented, random)).collect::<Vec<_>>()
            });
            let side = random.usize(..2);
            if sides[side].is_empty() || random.usize(..2) == 0 {
                let option = self.option_of_rank(rank - 1, augmented && random.usize(..2) == 0, random);
                sides[side].truncate(3);
                sides[side].push(option);
            }
            // Forms that are, or nearly are, ±G.
            if random.usize(..4) == 0 {
                let [left, right] = &mut sides;
                *right = left.iter().map(|&o| forms.conjugate(o).unwrap()).collect();
            }
            let stones = match random.usize(..6) {
                n @ 0..3 if augmented => Tombstones::new(n != 1, n != 0),
                _ => Tombstones::NONE,
            };
            let g = forms.make(&sides[0], &sides[1], stones).unwrap();
            if forms.rank(g) as usize == rank && forms.is_ordinary(g) != augmented {
                self.remember(rank, augmented, g, random);
                return g;
            }
        }
    }

    fn random_option(&self, below: usize, augmented: bool, random: &mut Rng) -> Form {
        // Small ranks more often, again for the size of the text.
        let rank = random.usize(..below).min(random.usize(..below));
        self.option_of_rank(rank, augmented && random.usize(..3) == 0, random)
    }

    fn option_of_rank(&self, rank: usize, augmented: bool, random: &mut Rng) -> Form {
        let [ordinary, with_stones] = &self.0;
        match with_stones.get(rank) {
            Some(pool) if augmented && !pool.is_empty() => pool[random.usize(..pool.len())],
            _ => ordinary[rank][random.usize(..ordinary[rank].len())],
        }
    }

    fn remember(&mut self, rank: usize, augmented: bool, g: Form, random: &mut Rng) {
        let pools = &mut self.0[usize::from(augmented)];
        if pools.len() <= rank {
            pools.resize(rank + 1, Vec::new());
        }
        let pool = &mut pools[rank];
        if pool.len() < POOL {
            pool.push(g);
        } else {
            let at = random.usize(..POOL);
            pool[at] = g;
        }
    }
}
