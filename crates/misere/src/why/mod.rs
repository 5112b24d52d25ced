//! The reasons that a certificate gives: read from it once, then written as lines of notation
//! (`lines.rs`) or as data (`data.rs`).

mod data;
mod lines;

use std::collections::HashSet;

use misere_check::{
    Certificate, Evidence, NodeNumber, Outcome, Pairs, Player, Statement, Step, StepNumber, Strategies,
};

pub(crate) use data::{REASON, data};
pub(crate) use lines::lines;

/// The most rows of a table of replies that are shown.
const MOST_ROWS: usize = 12;

/// A claim and why it holds.
struct Reason {
    claim: Statement,
    by: Because,
    /// Where a reply to each move is the reason: the claims that the replies lead to, each once.
    rows: Vec<Row>,
    /// How many more rows are in the certificate.
    more_rows: usize,
    /// Where the outcome is claimed: how the winners play.
    first_moves: Vec<FirstMoves>,
    /// The reasons on which the claim rests.
    support: Vec<Reason>,
    /// Where a simplest form is claimed, the separators and the ends that show that nothing can
    /// be simplified.
    irreducible: Option<[usize; 2]>,
}

/// Why a claim holds. Evidence that the prover does not write is left to the checker.
enum Because {
    Unsaid,
    Same,
    Replies,
    /// A game X: for a claim of order with the player who moves first.
    Separator {
        x: NodeNumber,
        starter: Option<Player>,
    },
    Strength(Strength),
    /// An end X with which the player loses.
    End {
        x: NodeNumber,
    },
}

/// Why a form is strong for a player.
enum Strength {
    EndLike,
    /// The player wins moving first: the form, and its sum with the waiting game of this rank if
    /// there is one.
    Play {
        waiting: Option<usize>,
    },
    Option {
        to: NodeNumber,
    },
    TestSet {
        ends: Vec<NodeNumber>,
    },
    Strategy {
        cells: usize,
    },
    Unsaid,
}

/// The replies to the moves in a pair of forms.
struct Row {
    claim: Statement,
    answers: Vec<Answer>,
    strong: Vec<(NodeNumber, Player, Strength)>,
}

/// A move and the claim that the reply to it leads to.
struct Answer {
    /// Who moves; either player for impartial forms.
    player: Option<Player>,
    option: NodeNumber,
    to: Statement,
}

/// How the winner plays when one player starts.
struct FirstMoves {
    starter: Player,
    winner: Player,
    how: WinningMoves,
}

enum WinningMoves {
    /// The starter moves there.
    To(NodeNumber),
    /// The starter has no move, or a tombstone.
    AtOnce,
    /// The other player answers each option so, or wins there at once.
    Answers(Vec<(NodeNumber, Option<NodeNumber>)>),
}

/// The reasons for all claims of a certificate. `rank` gives the rank of a node.
fn reasons(certificate: &Certificate, rank: &dyn Fn(NodeNumber) -> usize) -> Vec<Reason> {
    let reader = Reader { certificate, rank };
    let claims = certificate.claims.iter();
    claims
        .map(|claim| match certificate.steps.iter().position(|step| step.claim == *claim) {
            Some(step) => reader.reason(step as StepNumber),
            None => Reason::new(claim.clone(), Because::Unsaid),
        })
        .collect()
}

impl Reason {
    fn new(claim: Statement, by: Because) -> Reason {
        Reason {
            claim,
            by,
            rows: Vec::new(),
            more_rows: 0,
            first_moves: Vec::new(),
            support: Vec::new(),
            irreducible: None,
        }
    }
}

struct Reader<'a> {
    certificate: &'a Certificate,
    rank: &'a dyn Fn(NodeNumber) -> usize,
}

impl Reader<'_> {
    fn reason(&self, at: StepNumber) -> Reason {
        let Step { claim, by } = self.step(at);
        let mut reason = Reason::new(claim.clone(), self.because(claim, by));
        match (claim, by) {
            (_, Evidence::Pairs(_)) => (reason.rows, reason.more_rows) = self.rows(at),
            (&Statement::Outcome(g, outcome), Evidence::Strategies(strategies)) => {
                reason.first_moves = self.first_moves(g, outcome, strategies);
            }
            (_, Evidence::Reduced(by)) => {
                let directions = [by.ge, by.le].into_iter();
                let told = directions.filter(|&step| !matches!(self.step(step).by, Evidence::Same));
                reason.support = told.map(|step| self.reason(step)).collect();
                reason.irreducible = Some(self.irreducible());
            }
            (_, Evidence::Sum(by)) => {
                reason.support.push(self.reason(by.ge));
                if by.le != by.ge {
                    reason.support.push(self.reason(by.le));
                }
            }
            (_, Evidence::SumNot(by)) => reason.support.push(self.reason(by.not_ge)),
            _ => {}
        }
        reason
    }

    fn because(&self, claim: &Statement, by: &Evidence) -> Because {
        match (claim, by) {
            (Statement::NotGe(..), Evidence::Separator(by)) => {
                Because::Separator { x: by.x, starter: Some(by.starter) }
            }
            (Statement::NotEqual(..), Evidence::Separator(by)) => {
                Because::Separator { x: by.x, starter: None }
            }
            (_, Evidence::Same) => Because::Same,
            (_, Evidence::Pairs(_)) => Because::Replies,
            (&Statement::Strong(g, _), by) => match self.strength(g, by) {
                Strength::Unsaid => Because::Unsaid,
                strength => Because::Strength(strength),
            },
            (Statement::NotStrong(..), Evidence::End(by)) => Because::End { x: by.x },
            _ => Because::Unsaid,
        }
    }

    fn strength(&self, g: NodeNumber, by: &Evidence) -> Strength {
        match by {
            Evidence::EndLike => Strength::EndLike,
            Evidence::Play => {
                let waits = self.certificate.universe.name.has_waiting_games();
                Strength::Play { waiting: waits.then(|| (self.rank)(g)) }
            }
            Evidence::Option(by) => Strength::Option { to: by.to },
            Evidence::TestSet(step) => match &self.step(*step).claim {
                Statement::TestSet(_, ends) => Strength::TestSet { ends: ends.clone() },
                _ => Strength::Unsaid,
            },
            Evidence::Strategy(by) => Strength::Strategy { cells: by.cells.len() },
            _ => Strength::Unsaid,
        }
    }

    /// The table of replies below a claim, each pair once, and how many rows are left out.
    fn rows(&self, step: StepNumber) -> (Vec<Row>, usize) {
        let mut pending = vec![step];
        let mut seen = HashSet::from([step]);
        let mut rows = Vec::new();
        let (mut next, mut pairs_seen) = (0, 0_usize);
        while let Some(&at) = pending.get(next) {
            next += 1;
            let Step { claim, by: Evidence::Pairs(pairs) } = self.step(at) else { continue };
            pairs_seen += 1;
            if pairs_seen <= MOST_ROWS {
                rows.extend(self.row(claim, pairs));
            }
            pending.extend(pairs.right.iter().chain(&pairs.left).filter(|&&reply| seen.insert(reply)));
        }
        (rows, pairs_seen.saturating_sub(MOST_ROWS))
    }

    fn row(&self, claim: &Statement, pairs: &Pairs) -> Option<Row> {
        let (&Statement::Ge(g, h) | &Statement::Equal(g, h)) = claim else { return None };
        let is_impartial = matches!(claim, Statement::Equal(..));
        let nodes = &self.certificate.nodes;
        let mut answers = Vec::new();
        for (own, player, steps) in [
            (&nodes[g as usize].r, Player::Right, &pairs.right),
            (&nodes[h as usize].l, Player::Left, &pairs.left),
        ] {
            let mut seen = HashSet::new();
            for (&option, &step) in own.iter().filter(|&option| seen.insert(option)).zip(steps) {
                let player = (!is_impartial).then_some(player);
                answers.push(Answer { player, option, to: self.step(step).claim.clone() });
            }
        }
        let strong = [pairs.strong_left, pairs.strong_right].into_iter().flatten();
        let strong = strong.filter_map(|step| match self.step(step) {
            Step { claim: Statement::Strong(f, player), by } => Some((*f, *player, self.strength(*f, by))),
            _ => None,
        });
        Some(Row { claim: claim.clone(), answers, strong: strong.collect() })
    }

    fn first_moves(&self, g: NodeNumber, outcome: Outcome, strategies: &Strategies) -> Vec<FirstMoves> {
        let starts = [(Player::Left, &strategies.left_starts), (Player::Right, &strategies.right_starts)];
        let of = |(starter, replies): (Player, &Vec<(NodeNumber, NodeNumber)>)| {
            let winner = outcome.winner(starter);
            let reply = |node: NodeNumber| replies.iter().find(|(from, _)| *from == node).map(|(_, to)| *to);
            let how = if winner == starter {
                reply(g).map_or(WinningMoves::AtOnce, WinningMoves::To)
            } else {
                let options = self.certificate.nodes[g as usize].options(starter).iter();
                WinningMoves::Answers(options.map(|&option| (option, reply(option))).collect())
            };
            FirstMoves { starter, winner, how }
        };
        starts.map(of).into()
    }

    fn irreducible(&self) -> [usize; 2] {
        let steps = || self.certificate.steps.iter();
        let separators = steps().filter(|step| matches!(step.claim, Statement::NotGe(..))).count();
        let ends = steps().filter(|step| matches!(step.claim, Statement::NotStrong(..))).count();
        [separators, ends]
    }

    fn step(&self, step: StepNumber) -> &Step {
        &self.certificate.steps[step as usize]
    }
}
