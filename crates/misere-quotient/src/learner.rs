//! The learner: letter by letter, from one verified quotient to the next.

use misere_check::{Letter, Meter, Outcome, Whole, Work};

use crate::columns::Columns;
use crate::game::{Game, Sum};
use crate::letters::Letters;
use crate::purse::{Purse, Stopped};
use crate::quotient::Search;
use crate::table::Table;
use crate::verified::{Fault, Verified};

/// The size of a quotient when a letter had been added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The letter.
    pub letter: Letter,
    /// The number of elements.
    pub order: usize,
    /// The numbers of elements with outcome L, N, P and R.
    pub counts: [usize; 4],
}

/// A search for the quotient of letters, which adds letters one by one.
///
/// Sums are learned in the manner in which automata are learned from a teacher (Angluin, *Learning
/// regular sets from queries and counterexamples*; Rivest and Schapire, *Inference of finite automata
/// using homing sequences*): sums that differ in no context so far are one class, and each mistake gives
/// another context. Only the verification by quiet sets counts. A letter that is equivalent to a sum of
/// others is spelled by that sum, until the verification refutes it.
pub struct Learner<'a> {
    letters: &'a dyn Letters,
    purse: Purse<'a>,
    most: usize,
    contexts: usize,
    verified: Verified,
    growth: Vec<Growth>,
    /// For each period the last letter but one period that breaks it.
    broken: Vec<u32>,
}

impl<'a> Learner<'a> {
    /// A search for a quotient within these limits, of which `to` and `last` do not matter.
    ///
    /// # Errors
    /// [`Stopped`] when the meter allows nothing.
    pub fn new(
        letters: &'a dyn Letters,
        search: &Search,
        meter: &'a dyn Meter,
    ) -> Result<Learner<'a>, Stopped> {
        let purse = Purse::new(meter);
        let verified = Verified::new(letters.sides(), &purse.work())?;
        let Search { most, contexts, .. } = *search;
        Ok(Learner { letters, purse, most, contexts, verified, growth: Vec::new(), broken: vec![0] })
    }

    /// The last letter with which the quotient is verified.
    #[must_use]
    pub fn last(&self) -> Letter {
        self.verified.last()
    }

    pub(crate) fn verified(&self) -> &Verified {
        &self.verified
    }

    /// The letters with which the quotient grew, and its sizes.
    #[must_use]
    pub fn growth(&self) -> &[Growth] {
        &self.growth
    }

    /// Adds the next letter. After an error the quotient is that of the letters before.
    ///
    /// # Errors
    /// [`Stopped`] when a limit is reached, or nothing carries the search on.
    pub fn add(&mut self) -> Result<(), Stopped> {
        let letter = self.last() + 1;
        let mut verified =
            std::mem::replace(&mut self.verified, Verified::new(self.letters.sides(), &self.purse.work())?);
        let extended = verified.extend(self.letters, &self.purse.work());
        self.verified = verified;
        self.purse.hold(self.verified.bytes())?;
        if extended? {
            self.note_periods(letter);
        } else {
            self.verified = self.learn(letter)?;
            self.broken.clear();
            self.broken.push(0);
            (1..=letter).for_each(|known| self.note_periods(known));
        }
        if self.growth.last().is_none_or(|last| last.order != self.verified.monoid.order()) {
            self.growth.push(self.size());
        }
        Ok(())
    }

    /// The size of the quotient with the last letter.
    #[must_use]
    pub fn size(&self) -> Growth {
        let outcomes = self.verified.monoid.outcomes();
        let counts = [Outcome::L, Outcome::N, Outcome::P, Outcome::R]
            .map(|wanted| outcomes.iter().filter(|&&outcome| outcome == wanted).count());
        Growth { letter: self.last(), order: outcomes.len(), counts }
    }

    /// Compares the image of a letter with those one period before, for all periods.
    fn note_periods(&mut self, letter: Letter) {
        let images = &self.verified.images;
        self.broken.push(0);
        for period in 1..=letter {
            let before = letter - period;
            if images[letter as usize] != images[before as usize] {
                self.broken[period as usize] = before + 1;
            }
        }
    }

    /// The least period and preperiod, if it follows from the letters so far that images have one
    /// for ever.
    #[must_use]
    pub fn whole(&self) -> Option<Whole> {
        let known = self.last();
        (1..=known).find_map(|period| {
            let preperiod = self.broken[period as usize];
            let last = self.letters.last_letter(period, preperiod)?;
            (last <= known).then_some(Whole { period, preperiod })
        })
    }

    /// Learns the quotient with a letter that has no image among the elements so far: with few contexts,
    /// which may be wrong, and if that leads nowhere, with contexts that are right.
    fn learn(&self, letter: Letter) -> Result<Verified, Stopped> {
        let verified = &self.verified;
        let mut spelled = verified.spelled.clone();
        spelled.push(vec![letter]);
        let mut generators = verified.generators.clone();
        generators.push(letter);
        let attempt = Attempt { learner: self, work: &self.purse.work() };
        let found = attempt.learn(&mut Contexts::Grid(2), generators.clone(), spelled.clone());
        let Err(Stopped::Stuck) = found else { return found };
        if letter <= FEW {
            // A letter that is not equivalent to its spelling may make a game with an infinite
            // quotient of one with a finite quotient.
            let all: Vec<Letter> = (1..=letter).collect();
            let spelled = (0..=letter).map(|letter| if letter == 0 { vec![] } else { vec![letter] });
            return attempt.learn(&mut Contexts::Closed(Vec::new()), all, spelled.collect());
        }
        attempt.learn(&mut Contexts::Closed(Vec::new()), generators, spelled)
    }
}

/// The number of letters up to which all of them may be generators.
const FEW: Letter = 6;

/// The contexts of a table.
enum Contexts {
    /// Those of [`Columns::grid`] with this many of the new letter.
    Grid(usize),
    /// Those of [`Columns::close`] for these sums of letters.
    Closed(Vec<Vec<Letter>>),
}

impl Contexts {
    /// Adds contexts, if there is a new one among them.
    fn add(&mut self, game: &Game, new: Letter, sums: Vec<Sum>) -> Result<(), Stopped> {
        /// The most summands of the new letter that a grid has.
        const MOST: usize = 6;
        let known = sums.iter().all(|sum| self.is_known(game, new, sum));
        match self {
            _ if known => return Err(Stopped::Stuck),
            Contexts::Grid(most) => {
                let number = |sum: &Sum| game.spell(sum).iter().filter(|&&letter| letter == new).count();
                *most = sums.iter().map(number).max().unwrap_or(0);
                if *most > MOST {
                    return Err(Stopped::Stuck);
                }
            }
            Contexts::Closed(known) => known.extend(sums.iter().map(|sum| game.spell(sum))),
        }
        Ok(())
    }

    fn is_known(&self, game: &Game, new: Letter, sum: &Sum) -> bool {
        let sum = game.spell(sum);
        match self {
            Contexts::Grid(most) => sum.iter().filter(|&&letter| letter == new).count() <= *most,
            Contexts::Closed(known) => known.contains(&sum),
        }
    }
}

struct Attempt<'a> {
    learner: &'a Learner<'a>,
    work: &'a Work<'a>,
}

impl Attempt<'_> {
    fn learn(
        &self,
        contexts: &mut Contexts,
        mut generators: Vec<Letter>,
        mut spelled: Vec<Vec<Letter>>,
    ) -> Result<Verified, Stopped> {
        loop {
            let game = Game::new(self.learner.letters, &generators, &spelled, self.work)?;
            match self.learn_game(&game, contexts, &spelled)? {
                Ok(verified) => return Ok(verified),
                Err(letter) => {
                    spelled[letter as usize] = vec![letter];
                    generators.insert(generators.partition_point(|&other| other < letter), letter);
                }
            }
        }
    }

    /// Learns the quotient of a game, until it is verified or a letter is not its spelling.
    fn learn_game(
        &self,
        game: &Game,
        contexts: &mut Contexts,
        spelled: &[Vec<Letter>],
    ) -> Result<Result<Verified, Letter>, Stopped> {
        let Learner { letters, purse, verified, .. } = self.learner;
        let new = verified.last() + 1;
        loop {
            let columns = match &*contexts {
                Contexts::Grid(most) => Columns::grid(game, *letters, verified, *most, purse, self.work)?,
                Contexts::Closed(sums) => Columns::close(
                    game,
                    sums.iter().map(|sum| game.sum(sum)),
                    self.learner.contexts,
                    purse,
                    self.work,
                )?,
            };
            let table = Table::make(game, &columns, self.learner.most, purse, self.work)?;
            let is_known = |sum: &Sum| contexts.is_known(game, new, sum);
            let conflicts = table.conflicts(game, &columns, &is_known, self.work)?;
            if !conflicts.is_empty() {
                contexts.add(game, new, conflicts)?;
                continue;
            }
            match Verified::from_table(*letters, game, &table, spelled, self.work)? {
                Ok(verified) => return Ok(Ok(verified)),
                Err(Fault::Spelling(letter)) => return Ok(Err(letter)),
                Err(Fault::Sum { side, sum }) => {
                    contexts.add(game, new, vec![mistake(game, &table, side, &sum)])?;
                }
            }
        }
    }
}

/// The context in which a table that is not consistent with play at a sum takes two sums for one: the
/// sum is replaced, generator by generator, by the first sum of its class, until it is consistent.
fn mistake(game: &Game, table: &Table, side: usize, sum: &[u16]) -> Sum {
    let reduce = |class: u32, sum: &[u16]| sum.iter().fold(class, |at, &generator| table.act(at, generator));
    let opponent = game.sides - 1 - side;
    let mut classes = vec![0];
    for &generator in sum {
        classes.push(table.act(*classes.last().expect("begins with the identity"), generator));
    }
    let claimed = table.wins(side, reduce(0, sum), 0);
    let played = |at: usize| {
        let class = classes[at];
        let rest = &sum[at..];
        let mut options: Vec<u32> =
            table.classes[class as usize].options[side].iter().map(|&after| reduce(after, rest)).collect();
        game.for_each_option(side, &sorted(rest), |after| options.push(reduce(class, &after)));
        options.is_empty() || options.iter().any(|&after| !table.wins(opponent, after, 0))
    };
    let at = (1..=sum.len()).rev().find(|&at| played(at - 1) != claimed).unwrap_or(0);
    sorted(&sum[at..])
}

fn sorted(sum: &[u16]) -> Sum {
    let mut sum = sum.to_vec();
    sum.sort_unstable();
    sum
}
