//! Play by the rules, and the questions that every test asks.
#![allow(dead_code, reason = "each test uses a part")]

use std::collections::HashMap;

use misere_check::{Code, Letter, Outcome, Player, Unmetered, Word};
use misere_quotient::{Answer, Letters, Quotient, Search, solve};

/// The quotient of a code, of heaps up to `to` or of all heaps.
pub(crate) fn finite(code: &str, to: Option<Letter>) -> Quotient {
    let code: Code = code.parse().unwrap();
    match solve(&code, &Search { to, ..Search::default() }, &Unmetered, &mut |_| ()) {
        Answer::Finite(quotient) => quotient,
        other => panic!("{code} is finite: {other:?}"),
    }
}

/// Reference play: the definition, with all positions kept.
pub(crate) struct Play<'a> {
    letters: &'a dyn Letters,
    known: HashMap<Word, [bool; 2]>,
    lengths: HashMap<Letter, usize>,
}

impl Play<'_> {
    pub(crate) fn new(letters: &dyn Letters) -> Play<'_> {
        Play { letters, known: HashMap::new(), lengths: HashMap::new() }
    }

    /// The options of a sum for Left and for Right.
    fn options(&self, sum: &[Letter], side: usize) -> Vec<Word> {
        let side = side.min(self.letters.sides() - 1);
        let mut all = Vec::new();
        for (at, &letter) in sum.iter().enumerate() {
            self.letters.options(side, letter, &mut |option| {
                let mut next = [&sum[..at], &sum[at + 1..], option].concat();
                next.sort_unstable();
                all.push(next);
            });
        }
        all
    }

    fn wins(&mut self, sum: &Word) -> [bool; 2] {
        if let Some(&known) = self.known.get(sum) {
            return known;
        }
        let wins = [0, 1].map(|side| {
            let options = self.options(sum, side);
            options.is_empty() || options.iter().any(|option| !self.wins(option)[1 - side])
        });
        self.known.insert(sum.clone(), wins);
        wins
    }

    pub(crate) fn outcome(&mut self, sum: &[Letter]) -> Outcome {
        let mut sum = sum.to_vec();
        sum.sort_unstable();
        let wins = self.wins(&sum);
        let winner = |player: Player| if wins[player.index()] { player } else { player.opponent() };
        Outcome::from_winners(winner(Player::Left), winner(Player::Right))
    }

    /// The longest play of a letter.
    pub(crate) fn length(&mut self, letter: Letter) -> usize {
        if let Some(&known) = self.lengths.get(&letter) {
            return known;
        }
        let options = [0, 1].map(|side| self.options(&[letter], side)).concat();
        let lengths = options.iter().map(|sum| 1 + self.length_of(sum));
        let length = lengths.max().unwrap_or(0);
        self.lengths.insert(letter, length);
        length
    }

    pub(crate) fn length_of(&mut self, sum: &[Letter]) -> usize {
        sum.iter().map(|&letter| self.length(letter)).sum()
    }
}

/// A random sum of letters up to `last` whose longest play is at most `longest`.
pub(crate) fn random_sum(
    random: &mut fastrand::Rng,
    play: &mut Play<'_>,
    last: Letter,
    longest: usize,
) -> Word {
    let mut sum = Word::new();
    for _ in 0..random.usize(0..8) {
        sum.push(random.u32(1..=last));
        if play.length_of(&sum) > longest {
            sum.pop();
        }
    }
    sum
}
