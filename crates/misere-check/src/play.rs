//! Who wins a sum of two forms.

use std::collections::HashMap;

use crate::limits::LOOKUP;
use crate::player::Player;
use crate::rejection::Checked;
use crate::tree::{Class, Tree};

/// Play of sums of two forms by the rules, which remembers who won.
pub(crate) struct Play {
    normal: bool,
    winners: HashMap<Position, Player>,
}

/// The sum a + b, with a ≤ b in the order of numbers, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Position {
    a: Class,
    b: Class,
    mover: Player,
}

impl Position {
    fn new(a: Class, b: Class, mover: Player) -> Position {
        Position { a: a.min(b), b: a.max(b), mover }
    }

    /// The i-th position to which the mover can move.
    fn option(self, tree: &Tree, i: usize) -> Option<Position> {
        let Position { a, b, mover } = self;
        let (of_a, of_b) = (tree.options(a, mover), tree.options(b, mover));
        let next = match of_a.get(i) {
            Some(&option) => (option, b),
            None => (a, *of_b.get(i - of_a.len())?),
        };
        Some(Position::new(next.0, next.1, mover.opponent()))
    }
}

impl Play {
    /// Play by the rules of normal play or of misère play.
    pub(crate) fn new(normal: bool) -> Play {
        Play { normal, winners: HashMap::new() }
    }

    /// Who wins g + h when `starter` moves first. In misère play the mover wins if g + h is
    /// end-like for the mover or has an option that the mover wins (\[universe\] Definition 5.3);
    /// in normal play only in the latter case. A sum is end-like for a player exactly if both
    /// its parts are (\[universe\] Definition 5.4).
    pub(crate) fn winner(&mut self, tree: &Tree, g: Class, h: Class, starter: Player) -> Checked<Player> {
        tree.work.spend(LOOKUP)?;
        let first = Position::new(g, h, starter);
        if let Some(&known) = self.winners.get(&first) {
            return Ok(known);
        }
        // Positions whose winner is wanted, each an option of the one before,
        // with the number of options already found to be lost.
        let mut pending = vec![(first, 0)];
        while let Some((position, lost)) = pending.last_mut() {
            tree.work.spend(LOOKUP)?;
            let mover = position.mover;
            let wins_at_once =
                !self.normal && tree.is_end_like(position.a, mover) && tree.is_end_like(position.b, mover);
            let winner = match position.option(tree, *lost) {
                _ if wins_at_once => mover,
                None => mover.opponent(),
                Some(option) => match self.winners.get(&option) {
                    None => {
                        pending.push((option, 0));
                        continue;
                    }
                    Some(&winner) if winner == mover => mover,
                    Some(_) => {
                        *lost += 1;
                        continue;
                    }
                },
            };
            tree.work.remember()?;
            self.winners.insert(*position, winner);
            pending.pop();
        }
        Ok(self.winners[&first])
    }
}
