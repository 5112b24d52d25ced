//! An adviser that plays perfectly.

use misere_core::{Exhausted, Forms, Player};
use misere_rulesets::{Convention, Position, PositionGraph, Winners};

/// An adviser, which knows who wins every position that follows from explored ones.
pub struct Adviser<'g> {
    graph: &'g PositionGraph,
    winners: Winners<'g>,
}

/// A move, and whether it wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The position after the move.
    pub after: Position,
    /// Whether the player who made the move wins, with best play of both.
    pub wins: bool,
    /// For a losing move, a reply with which the opponent wins, if there is a reply.
    pub refutation: Option<Position>,
}

impl<'g> Adviser<'g> {
    pub(crate) fn new(graph: &'g PositionGraph, convention: Convention, forms: &Forms) -> Adviser<'g> {
        Adviser { graph, winners: Winners::new(graph, convention, forms) }
    }

    /// All moves of `player`, each position once, in the order of the ruleset.
    pub fn choices(&mut self, position: &Position, player: Player) -> Result<Vec<Choice>, Exhausted> {
        let mut choices: Vec<Choice> = Vec::new();
        for after in self.graph.ruleset().options(position, player) {
            if choices.iter().any(|choice| choice.after == after) {
                continue;
            }
            let wins = !self.wins_first(&after, player.opponent())?;
            let mut refutation = None;
            if !wins {
                for reply in self.graph.ruleset().options(&after, player.opponent()) {
                    if !self.wins_first(&reply, player)? {
                        refutation = Some(reply);
                        break;
                    }
                }
            }
            choices.push(Choice { after, wins, refutation });
        }
        Ok(choices)
    }

    /// Whether `player` wins moving first.
    ///
    /// # Panics
    /// If the position does not follow from an explored one.
    pub fn wins_first(&mut self, position: &Position, player: Player) -> Result<bool, Exhausted> {
        let components = self.graph.find(position).expect("the position follows from an explored one");
        self.winners.wins_first(&components, player)
    }
}
