//! A quotient that is verified for all sums of some letters.

use std::collections::HashMap;

use misere_check::{Element, Letter, Monoid, Moves, Outcome, QuietSets, Refutation, Work};

use crate::game::{Game, Sum};
use crate::letters::Letters;
use crate::purse::Stopped;
use crate::table::Table;

/// The quotient of the sums of the letters up to some letter, with its proof.
pub(crate) struct Verified {
    pub(crate) monoid: Monoid,
    sets: QuietSets,
    /// The images of 0 and of the letters.
    pub(crate) images: Vec<Element>,
    /// The letters by which sums are spelled.
    pub(crate) generators: Vec<Letter>,
    /// For each letter an equivalent sum of generators that do not follow it.
    pub(crate) spelled: Vec<Vec<Letter>>,
    /// The first sum of each class, in letters that are generators.
    pub(crate) sums: Vec<Vec<Letter>>,
    /// For each class and side the classes of the options of that sum.
    options: Vec<Vec<Vec<Element>>>,
    by_row: HashMap<Vec<u64>, Element>,
}

/// The reason why a table is not a quotient.
pub(crate) enum Fault {
    /// A sum of generators in which the table says something else than its options.
    Sum { side: usize, sum: Sum },
    /// A letter is not equivalent to its spelling.
    Spelling(Letter),
}

impl Verified {
    /// The quotient of no letters.
    pub(crate) fn new(sides: usize, work: &Work<'_>) -> Result<Verified, Stopped> {
        let monoid = Monoid::new(&[], &[Outcome::N], sides, work)?;
        let (sums, options) = (vec![Vec::new()], vec![vec![Vec::new(); sides]]);
        let by_row = rows(&monoid);
        let sets = QuietSets::new(&monoid);
        let (images, spelled) = (vec![0], vec![Vec::new()]);
        Ok(Verified { monoid, sets, images, generators: Vec::new(), spelled, sums, options, by_row })
    }

    pub(crate) fn last(&self) -> Letter {
        self.images.len() as Letter - 1
    }

    pub(crate) fn bytes(&self) -> usize {
        let order = self.monoid.order();
        let options: usize = self.options.iter().flatten().map(|options| 24 + 2 * options.len()).sum();
        2 * order * order
            + order * (order / 2 + 200)
            + 2 * self.sets.bytes()
            + options
            + 2 * self.images.len()
    }

    /// Verifies a table: first for the generators, then for the letters that they spell.
    pub(crate) fn from_table(
        letters: &dyn Letters,
        game: &Game,
        table: &Table,
        spelled: &[Vec<Letter>],
        work: &Work<'_>,
    ) -> Result<Result<Verified, Fault>, Stopped> {
        let (mut actions, mut outcomes) = table.monoid(game);
        let mut monoid = Monoid::new(&actions, &outcomes, game.sides, work)?;
        let (firsts, merged) = merge(&monoid);
        if firsts.len() < monoid.order() {
            let merge = |action: &Vec<Element>| firsts.iter().map(|&x| merged[action[x] as usize]).collect();
            actions = actions.iter().map(merge).collect();
            outcomes = firsts.iter().map(|&x| outcomes[x]).collect();
            monoid = Monoid::new(&actions, &outcomes, game.sides, work)?;
        }
        let image = |sum: &[u16]| sum.iter().fold(0, |x, &g| monoid.product(x, actions[g as usize][0]));
        let images = spelled.iter().map(|sum| image(&game.sum(sum))).collect();
        let elements = |options: &Vec<u32>| {
            let mut elements: Vec<Element> = options.iter().map(|&x| merged[x as usize]).collect();
            elements.sort_unstable();
            elements.dedup();
            elements
        };
        let classes = || firsts.iter().map(|&x| &table.classes[x]);
        let mut verified = Verified {
            sets: QuietSets::new(&monoid),
            images,
            generators: game.letters.clone(),
            spelled: spelled.to_vec(),
            sums: classes().map(|class| game.spell(&class.sum)).collect(),
            options: classes().map(|class| class.options.iter().map(elements).collect()).collect(),
            by_row: rows(&monoid),
            monoid,
        };
        for &letter in &game.letters {
            if let Some(refutation) = verified.refute(letters, letter, work)? {
                let (side, letters) = match refutation {
                    Refutation::Dead { side, word } | Refutation::Quiet { side, word } => (side, word),
                    Refutation::Option { side, context } => {
                        let mut sum = verified.sums[context as usize].clone();
                        sum.push(letter);
                        (side, sum)
                    }
                };
                let place = |letter| game.letters.binary_search(letter).expect("a generator") as u16;
                let sum = letters.iter().map(place).collect();
                return Ok(Err(Fault::Sum { side, sum }));
            }
        }
        for letter in 1..spelled.len() as Letter {
            let is_generator = game.letters.binary_search(&letter).is_ok();
            if !is_generator && verified.refute(letters, letter, work)?.is_some() {
                return Ok(Err(Fault::Spelling(letter)));
            }
        }
        verified.drop_generators();
        Ok(Ok(verified))
    }

    /// Adds a letter with a known image to those that are verified.
    fn refute(
        &mut self,
        letters: &dyn Letters,
        letter: Letter,
        work: &Work<'_>,
    ) -> Result<Option<Refutation>, Stopped> {
        let moves = self.moves(letters, letter, work)?;
        Ok(self.sets.add(&self.monoid, letter, self.images[letter as usize], &moves, work)?)
    }

    /// Drops generators that are equivalent to sums of earlier ones, which spell them from now on.
    fn drop_generators(&mut self) {
        for letter in self.generators.clone() {
            let sum = &self.sums[self.images[letter as usize] as usize];
            if sum.iter().all(|&other| other < letter) {
                let sum = sum.clone();
                self.generators.retain(|&other| other != letter);
                for spelling in self.spelled.iter_mut().filter(|spelling| spelling.contains(&letter)) {
                    let respelled = |&other: &Letter| if other == letter { sum.clone() } else { vec![other] };
                    *spelling = spelling.iter().flat_map(respelled).collect();
                }
            }
        }
    }

    fn respell(&self, sum: &[Letter]) -> Vec<Letter> {
        sum.iter().flat_map(|&letter| self.spelled[letter as usize].clone()).collect()
    }

    /// Finds the image of the next letter among the elements, if it has one.
    ///
    /// The outcomes of the letter beside the first sums of all classes follow from its options; as
    /// different elements have different outcomes, one element at most has these. What remains is to
    /// verify it.
    pub(crate) fn extend(&mut self, letters: &dyn Letters, work: &Work<'_>) -> Result<bool, Stopped> {
        let letter = self.images.len() as Letter;
        let moves = self.moves(letters, letter, work)?;
        let row = self.row(&moves, work)?;
        let Some(&image) = self.by_row.get(&row) else { return Ok(false) };
        let mut sets = self.sets.clone();
        if sets.add(&self.monoid, letter, image, &moves, work)?.is_some() {
            return Ok(false);
        }
        self.sets = sets;
        self.images.push(image);
        let mut sum = self.sums[image as usize].clone();
        if !sum.iter().all(|letter| self.generators.contains(letter)) {
            sum = self.respell(&sum);
        }
        self.spelled.push(sum);
        Ok(true)
    }

    /// The contexts in which options of a letter win.
    fn moves(&self, letters: &dyn Letters, letter: Letter, work: &Work<'_>) -> Result<Moves, Stopped> {
        let sides = 0..self.monoid.sides();
        let options = sides.map(|side| self.option_images(letters, side, letter, work));
        Ok(Moves::new(&self.monoid, &options.collect::<Result<Vec<_>, _>>()?, work)?)
    }

    /// The images of the options of a letter for a side.
    pub(crate) fn option_images(
        &self,
        letters: &dyn Letters,
        side: usize,
        letter: Letter,
        work: &Work<'_>,
    ) -> Result<Vec<Element>, Stopped> {
        let mut seen = vec![false; self.monoid.order()];
        let mut found = Vec::new();
        let mut steps = 0;
        letters.options(side, letter, &mut |option| {
            steps += 1 + option.len();
            let image = |&letter: &Letter| self.images[letter as usize];
            let image = option.iter().map(image).fold(0, |x, y| self.monoid.product(x, y));
            if !std::mem::replace(&mut seen[image as usize], true) {
                found.push(image);
            }
        });
        work.spend(1 + steps / 4)?;
        found.sort_unstable();
        Ok(found)
    }

    /// The elements of the options of the first sum of an element.
    pub(crate) fn options_of(&self, side: usize, element: Element) -> &[Element] {
        &self.options[element as usize][side]
    }

    /// The outcomes of a letter beside the first sum of each class, for each side.
    fn row(&self, moves: &Moves, work: &Work<'_>) -> Result<Vec<u64>, Stopped> {
        let sides = self.monoid.sides();
        let stride = self.monoid.order().div_ceil(64);
        let mut row = vec![0_u64; sides * stride];
        for (z, options) in self.options.iter().enumerate() {
            for (side, options) in options.iter().enumerate() {
                work.spend(1 + options.len() / 8)?;
                let opponent = sides - 1 - side;
                let loses = |&z: &Element| row[opponent * stride + z as usize / 64] >> (z % 64) & 1 == 0;
                let dead = options.is_empty() && !moves.is_live(side);
                if dead || moves.wins(side, z as Element) || options.iter().any(loses) {
                    row[side * stride + z / 64] |= 1 << (z % 64);
                }
            }
        }
        Ok(row)
    }
}

/// The elements that are the first with their outcomes in all contexts, and for each element the place
/// of the first one like it: contexts of a table that are not right may tell equal sums apart.
fn merge(monoid: &Monoid) -> (Vec<usize>, Vec<Element>) {
    let mut known: HashMap<Vec<u64>, Element> = HashMap::new();
    let (mut firsts, mut merged) = (Vec::new(), Vec::with_capacity(monoid.order()));
    for x in 0..monoid.order() {
        let place = *known.entry(row_of(monoid, x as Element)).or_insert_with(|| {
            firsts.push(x);
            firsts.len() as Element - 1
        });
        merged.push(place);
    }
    (firsts, merged)
}

fn row_of(monoid: &Monoid, x: Element) -> Vec<u64> {
    (0..monoid.sides()).flat_map(|side| monoid.winning(side, x)).copied().collect()
}

/// The elements by the contexts in which they win.
fn rows(monoid: &Monoid) -> HashMap<Vec<u64>, Element> {
    (0..monoid.order()).map(|x| (row_of(monoid, x as Element), x as Element)).collect()
}
