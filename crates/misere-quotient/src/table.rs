//! Sums told apart by contexts: one pass through the irreducible sums.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use misere_check::{Element, MAX_ORDER, Outcome, Player, Work};

use crate::columns::Columns;
use crate::game::{Game, Sum};
use crate::purse::{Purse, Stopped};

/// A class that is not known.
const NONE: u32 = u32::MAX;

/// The sums that have the same outcome in all contexts, by the first of them.
pub(crate) struct Class {
    pub(crate) sum: Sum,
    /// For each side the classes of the options of the sum.
    pub(crate) options: Vec<Vec<u32>>,
    /// For each side and context, whether the side wins when it starts; a plane for each side.
    row: Vec<u64>,
    /// The classes of the sum and each generator.
    act: Vec<u32>,
    /// The class and the generator that made the sum.
    origin: (u32, u16),
}

/// The classes, in order of weight and then of their sums.
pub(crate) struct Table {
    pub(crate) classes: Vec<Class>,
    stride: usize,
    /// Whether the table was made to the end: it is not where generators were seen not to commute.
    is_whole: bool,
}

struct Pass<'a> {
    game: &'a Game,
    columns: &'a Columns,
    table: Table,
    known: HashMap<Vec<u64>, u32>,
    queue: BinaryHeap<Reverse<(u64, Sum, u32, u16)>>,
}

impl Table {
    /// Goes through the sums of a class and a generator in order of weight. The outcomes of such a sum
    /// in all contexts follow from those of its options, which are lighter and in known classes, and
    /// from its outcomes in the options of the context. No position is searched.
    pub(crate) fn make(
        game: &Game,
        columns: &Columns,
        most: usize,
        purse: &Purse<'_>,
        work: &Work<'_>,
    ) -> Result<Table, Stopped> {
        let stride = columns.len().div_ceil(64);
        let table = Table { classes: Vec::new(), stride, is_whole: true };
        let mut pass = Pass { game, columns, table, known: HashMap::new(), queue: BinaryHeap::new() };
        let options = vec![Vec::new(); game.sides];
        let row = pass.row(&options, work)?;
        pass.add(Sum::new(), (NONE, 0), options, row);
        let column_bytes = columns.bytes();
        while let Some(Reverse((_, sum, class, generator))) = pass.queue.pop() {
            let options = pass.options(class, generator, work)?;
            let row = pass.row(&options, work)?;
            let found = match pass.known.get(&row) {
                Some(&found) => found,
                None => pass.add(sum, (class, generator), options, row),
            };
            pass.table.classes[class as usize].act[generator as usize] = found;
            if pass.table.is_torn(class, generator) {
                pass.table.is_whole = false;
                break;
            }
            let count = pass.table.classes.len();
            if count > most.min(MAX_ORDER) {
                return Err(Stopped::Order);
            }
            purse.hold(column_bytes + count * (32 * game.sides * stride + 300 + 80 * game.letters.len()))?;
        }
        Ok(pass.table)
    }

    /// Whether a side wins when it starts in a class beside a context.
    pub(crate) fn wins(&self, side: usize, class: u32, column: usize) -> bool {
        let row = &self.classes[class as usize].row;
        row[side * self.stride + column / 64] >> (column % 64) & 1 == 1
    }

    pub(crate) fn act(&self, class: u32, generator: u16) -> u32 {
        self.classes[class as usize].act[generator as usize]
    }

    /// Whether two generators do not commute at the class that made this one.
    fn is_torn(&self, class: u32, generator: u16) -> bool {
        let (parent, last) = self.classes[class as usize].origin;
        if parent == NONE {
            return false;
        }
        let other = self.act(parent, generator);
        let found = if other == NONE { NONE } else { self.act(other, last) };
        found != NONE && found != self.act(class, generator)
    }

    /// The class of x·g·h, if both steps were made.
    fn twice(&self, x: u32, g: u16, h: u16) -> Option<u32> {
        Some(self.act(x, g)).filter(|&y| y != NONE).map(|y| self.act(y, h)).filter(|&y| y != NONE)
    }

    /// The first context in which two classes have different outcomes.
    fn difference(&self, x: u32, y: u32) -> usize {
        let rows = self.classes[x as usize].row.iter().zip(&self.classes[y as usize].row).enumerate();
        let places = rows.filter(|(_, (a, b))| a != b);
        let column =
            |(at, (a, b)): (usize, (&u64, &u64))| at % self.stride * 64 + (a ^ b).trailing_zeros() as usize;
        places.map(column).min().expect("classes have different rows")
    }

    /// Contexts that make generators commute, if they do not: some with x·g·h in two classes.
    pub(crate) fn conflicts(
        &self,
        game: &Game,
        columns: &Columns,
        is_known: &dyn Fn(&Sum) -> bool,
        work: &Work<'_>,
    ) -> Result<Vec<Sum>, Stopped> {
        /// The contexts that are added at a time: each costs a pass otherwise.
        const AT_A_TIME: usize = 4;
        let mut found = Vec::new();
        let generators = game.letters.len() as u16;
        for x in 0..self.classes.len() as u32 {
            work.spend(1 + generators as usize * generators as usize / 16)?;
            for g in 0..generators {
                for h in 0..g {
                    let (Some(gh), Some(hg)) = (self.twice(x, g, h), self.twice(x, h, g)) else { continue };
                    if gh == hg {
                        continue;
                    }
                    let context = &columns.sums[self.difference(gh, hg)];
                    let with = |more: &[u16]| {
                        let mut sum = [context, more].concat();
                        sum.sort_unstable();
                        sum
                    };
                    let mut wanted = vec![with(&[g]), with(&[h])];
                    wanted.retain(|sum| !is_known(sum));
                    if wanted.is_empty() {
                        wanted.push(with(&[g, h]));
                    }
                    found.extend(wanted);
                    if found.len() >= AT_A_TIME {
                        return Ok(found);
                    }
                }
            }
        }
        Ok(found)
    }

    /// The actions of generators on classes, and the outcomes of classes.
    pub(crate) fn monoid(&self, game: &Game) -> (Vec<Vec<Element>>, Vec<Outcome>) {
        let classes = 0..self.classes.len() as u32;
        let action = |g| classes.clone().map(|x| self.act(x, g) as Element).collect();
        let actions = (0..game.letters.len() as u16).map(action).collect();
        let outcome = |x| {
            let wins = |side: usize| self.wins(side.min(game.sides - 1), x, 0);
            let winner = |player: Player| if wins(player.index()) { player } else { player.opponent() };
            Outcome::from_winners(winner(Player::Left), winner(Player::Right))
        };
        (actions, classes.clone().map(outcome).collect())
    }
}

impl Pass<'_> {
    fn add(&mut self, sum: Sum, origin: (u32, u16), options: Vec<Vec<u32>>, row: Vec<u64>) -> u32 {
        let class = self.table.classes.len() as u32;
        for generator in 0..self.game.letters.len() as u16 {
            let mut next = sum.clone();
            let at = next.partition_point(|&other| other < generator);
            next.insert(at, generator);
            self.queue.push(Reverse((self.game.weight(&next), next, class, generator)));
        }
        self.known.insert(row.clone(), class);
        let act = vec![NONE; self.game.letters.len()];
        self.table.classes.push(Class { sum, options, row, act, origin });
        class
    }

    /// The classes of the options of the sum of a class and a generator.
    fn options(&self, class: u32, generator: u16, work: &Work<'_>) -> Result<Vec<Vec<u32>>, Stopped> {
        let mut all = Vec::with_capacity(self.game.sides);
        for side in 0..self.game.sides {
            let in_class = &self.table.classes[class as usize].options[side];
            let in_generator = &self.game.options[generator as usize][side];
            work.spend(1 + in_class.len() / 8 + in_generator.len() / 2)?;
            let mut found: Vec<u32> =
                in_class.iter().map(|&after| self.table.act(after, generator)).collect();
            let walk = |option: &Sum| option.iter().fold(class, |at, &g| self.table.act(at, g));
            found.extend(in_generator.iter().map(walk));
            found.sort_unstable();
            found.dedup();
            all.push(found);
        }
        Ok(all)
    }

    /// The outcomes in all contexts of a sum with options in these classes.
    fn row(&self, options: &[Vec<u32>], work: &Work<'_>) -> Result<Vec<u64>, Stopped> {
        let (sides, stride) = (self.game.sides, self.table.stride);
        let mut row = vec![0_u64; sides * stride];
        for (side, options) in options.iter().enumerate() {
            let opponent = sides - 1 - side;
            work.spend(1 + (options.len() * stride + 4 * self.columns.len()) / 16)?;
            let plane = &mut row[side * stride..][..stride];
            for &option in options {
                let lost = &self.table.classes[option as usize].row[opponent * stride..][..stride];
                for (wins, lost) in plane.iter_mut().zip(lost) {
                    *wins |= !lost;
                }
            }
        }
        for column in 0..self.columns.len() {
            let (word, bit) = (column / 64, 1 << (column % 64));
            for side in 0..sides {
                let opponent = sides - 1 - side;
                let loses =
                    |&after: &u32| row[opponent * stride + after as usize / 64] >> (after % 64) & 1 == 0;
                let after = &self.columns.options[side][column];
                let dead = after.is_empty() && options[side].is_empty();
                if row[side * stride + word] & bit == 0 && (dead || after.iter().any(loses)) {
                    row[side * stride + word] |= bit;
                }
            }
        }
        if let Some(last) = self.columns.len().checked_rem(64).filter(|&last| last > 0) {
            for plane in row.chunks_mut(stride) {
                plane[stride - 1] &= (1 << last) - 1;
            }
        }
        Ok(row)
    }
}
