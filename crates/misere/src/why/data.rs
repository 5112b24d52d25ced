//! Reasons as data.

use misere_check::{Certificate, NodeNumber, Outcome, Player, Statement};
use misere_core::Form;

use super::{Because, FirstMoves, Reason, Row, Strength, WinningMoves, reasons};
use crate::claims::forms_of;
use crate::data::{Data, Datum, Kind, List, Shape, record};
use crate::error::Error;
use crate::game::Game;
use crate::workspace::Workspace;

/// The statements that a certificate may claim, as its format names them.
const STATEMENTS: Kind = Kind::Word(&[
    "ge",
    "not_ge",
    "strong",
    "not_strong",
    "member",
    "outcome",
    "simplest",
    "invertible",
    "not_invertible",
    "equal",
    "not_equal",
    "test_set",
]);

/// The ways in which a claim is proved.
const WAYS: Kind = Kind::Word(&[
    "same",
    "replies",
    "separator",
    "end",
    "end_like",
    "play",
    "option",
    "test_set",
    "strategy",
    "support",
]);

record! {
    /// A statement that is proved.
    struct Claim {
        /// the statement, as certificates name it: ge is G ≥ H
        statement: &'static str as STATEMENTS,
        /// the game G
        g: Option<Game> as Kind::IfAny(&Kind::Game),
        /// the game H
        h: Option<Game> as Kind::IfAny(&Kind::Game),
        /// the player for whom it holds
        player: Option<Player> as Kind::IfAny(&Kind::Player),
        /// the outcome
        outcome: Option<Outcome> as Kind::IfAny(&Kind::Outcome),
        /// the games of a test set
        games: Option<Vec<Game>> as Kind::IfAny(&Kind::List(&Kind::Game)),
    }
}

record! {
    /// A game X that separates two games.
    struct SeparatorReason {
        /// the game X
        x: Game,
        /// who moves first; null where either player may
        starter: Option<Player>,
        /// the game whose sum with X the starter loses
        loses: Game,
        /// the game whose sum with X the starter wins
        wins: Game,
    }
}

record! {
    /// A move and the claim that the reply to it leads to.
    struct AnswerReason {
        /// who moves; null where either player may
        player: Option<Player>,
        /// the option that the player moves to
        option: Game,
        /// the claim after the reply
        claim: Claim,
    }
}

record! {
    /// Why a game is strong for a player.
    struct StrengthReason {
        /// the game
        g: Game,
        /// the player
        player: Player,
        /// how it is proved; null where the certificate alone says it
        by: Option<&'static str> as Kind::Optional(&WAYS),
    }
}

record! {
    /// The replies to the moves that threaten a claim.
    struct ReplyReason {
        /// the claim
        claim: Claim,
        /// a reply to each move
        answers: Vec<AnswerReason>,
        /// the games whose strength the claim needs
        strong: Vec<StrengthReason>,
    }
}

record! {
    /// An option and the winning reply to it.
    struct WinningReply {
        /// the option
        option: Game,
        /// the reply; null where the game is won at once
        reply: Option<Game>,
    }
}

record! {
    /// How the winner plays when one player starts.
    struct StartReason {
        /// who starts
        starter: Player,
        /// who wins
        winner: Player,
        /// the winning move of the starter; null without one
        to: Option<Game>,
        /// the replies of the other player
        answers: Vec<WinningReply>,
    }
}

record! {
    /// A claim and why it holds. The claims that it rests on follow it.
    struct ReasonRow {
        /// the claim
        claim: Claim,
        /// how the claim is proved; null where the certificate alone says it
        by: Option<&'static str> as Kind::Optional(&WAYS),
        /// the separating game
        separator: Option<SeparatorReason> as Kind::IfAny(&Kind::Record(&SeparatorReason::SHAPE)),
        /// the end with which the player loses
        end: Option<Game> as Kind::IfAny(&Kind::Game),
        /// the option that the player moves to
        to: Option<Game> as Kind::IfAny(&Kind::Game),
        /// the ends of the test set
        ends: Option<Vec<Game>> as Kind::IfAny(&Kind::List(&Kind::Game)),
        /// how many cells the strategy has
        cells: Option<u64> as Kind::IfAny(&Kind::Number),
        /// the replies to all moves, at most twelve of them
        replies: Option<Vec<ReplyReason>> as Kind::IfAny(&Kind::List(&Kind::Record(&ReplyReason::SHAPE))),
        /// how many more replies are in the certificate
        more_replies: Option<u64> as Kind::IfAny(&Kind::Number),
        /// how the winners play
        starts: Option<Vec<StartReason>> as Kind::IfAny(&Kind::List(&Kind::Record(&StartReason::SHAPE))),
        /// how many separators show that no option is dominated or reversible
        separators: Option<u64> as Kind::IfAny(&Kind::Number),
        /// how many ends show that no tombstone can be erased
        tombstone_ends: Option<u64> as Kind::IfAny(&Kind::Number),
    }
}

/// The shape of a reason.
pub(crate) static REASON: Shape = ReasonRow::SHAPE;

/// The reasons a certificate gives, as a list of records.
///
/// # Errors
/// [`Error::Exhausted`] when the forms do not fit into the workspace.
pub(crate) fn data(work: &Workspace, certificate: &Certificate) -> Result<Datum, Error> {
    let nodes = forms_of(work.forms(), certificate)?;
    let rank = |node: NodeNumber| work.forms().rank(nodes[node as usize]) as usize;
    let maker = Maker { work, nodes: &nodes };
    let mut rows = Vec::new();
    for reason in reasons(certificate, &rank) {
        maker.add(&reason, &mut rows)?;
    }
    Ok(Datum::List(List::new(work.budget(), rows)?))
}

struct Maker<'a> {
    work: &'a Workspace,
    nodes: &'a [Form],
}

impl Maker<'_> {
    /// Adds a reason, and below it those on which it rests.
    fn add(&self, reason: &Reason, rows: &mut Vec<Datum>) -> Result<(), Error> {
        rows.push(self.row(reason)?.datum(self.work)?);
        reason.support.iter().try_for_each(|reason| self.add(reason, rows))
    }

    fn row(&self, reason: &Reason) -> Result<ReasonRow, Error> {
        let number = |n: usize| Some(n as u64);
        let mut row = ReasonRow {
            claim: self.claim(&reason.claim),
            by: None,
            separator: None,
            end: None,
            to: None,
            ends: None,
            cells: None,
            replies: (!reason.rows.is_empty())
                .then(|| reason.rows.iter().map(|row| self.reply(row)).collect()),
            more_replies: number(reason.more_rows).filter(|&more| more > 0),
            starts: (!reason.first_moves.is_empty())
                .then(|| reason.first_moves.iter().map(|moves| self.start(moves)).collect()),
            separators: reason.irreducible.and_then(|[separators, _]| number(separators)),
            tombstone_ends: reason.irreducible.and_then(|[_, ends]| number(ends)),
        };
        row.by = match &reason.by {
            Because::Unsaid => (!reason.support.is_empty()).then_some("support"),
            Because::Same => Some("same"),
            Because::Replies => Some("replies"),
            Because::Separator { x, starter } => {
                row.separator = self.separator(&reason.claim, *x, *starter)?;
                Some("separator")
            }
            Because::End { x } => {
                row.end = Some(self.game(*x));
                Some("end")
            }
            Because::Strength(by) => {
                match by {
                    Strength::Option { to } => row.to = Some(self.game(*to)),
                    Strength::TestSet { ends } => row.ends = Some(self.games(ends)),
                    Strength::Strategy { cells } => row.cells = number(*cells),
                    Strength::EndLike | Strength::Play { .. } | Strength::Unsaid => {}
                }
                by.word()
            }
        };
        Ok(row)
    }

    fn claim(&self, claim: &Statement) -> Claim {
        let mut made = Claim { statement: "ge", g: None, h: None, player: None, outcome: None, games: None };
        let (statement, nodes): (_, &[NodeNumber]) = match claim {
            Statement::Ge(g, h) => ("ge", &[*g, *h]),
            Statement::NotGe(g, h) => ("not_ge", &[*g, *h]),
            Statement::Simplest(g, h) => ("simplest", &[*g, *h]),
            Statement::Equal(g, h) => ("equal", &[*g, *h]),
            Statement::NotEqual(g, h) => ("not_equal", &[*g, *h]),
            Statement::Strong(g, _) => ("strong", &[*g]),
            Statement::NotStrong(g, _) => ("not_strong", &[*g]),
            Statement::Member(g) => ("member", &[*g]),
            Statement::Outcome(g, _) => ("outcome", &[*g]),
            Statement::Invertible(g) => ("invertible", &[*g]),
            Statement::NotInvertible(g) => ("not_invertible", &[*g]),
            Statement::TestSet(..) => ("test_set", &[]),
        };
        match claim {
            Statement::Strong(_, player) | Statement::NotStrong(_, player) => made.player = Some(*player),
            Statement::Outcome(_, outcome) => made.outcome = Some(*outcome),
            Statement::TestSet(_, games) => made.games = Some(self.games(games)),
            _ => {}
        }
        made.statement = statement;
        made.g = nodes.first().map(|&node| self.game(node));
        made.h = nodes.get(1).map(|&node| self.game(node));
        made
    }

    fn separator(
        &self,
        claim: &Statement,
        x: NodeNumber,
        starter: Option<Player>,
    ) -> Result<Option<SeparatorReason>, Error> {
        let (&Statement::NotGe(g, h) | &Statement::NotEqual(g, h)) = claim else { return Ok(None) };
        let loses_g = match starter {
            // Left, moving first, loses G + X and wins H + X; Right does the converse.
            Some(starter) => starter == Player::Left,
            None => {
                let [g, x] = [g, x].map(|node| self.nodes[node as usize]);
                let sum = self.work.forms().sum(g, x)?;
                self.work.forms().outcome(sum) == Outcome::P
            }
        };
        let (loses, wins) = if loses_g { (g, h) } else { (h, g) };
        let (x, loses, wins) = (self.game(x), self.game(loses), self.game(wins));
        Ok(Some(SeparatorReason { x, starter, loses, wins }))
    }

    fn reply(&self, row: &Row) -> ReplyReason {
        let answers = row.answers.iter().map(|answer| AnswerReason {
            player: answer.player,
            option: self.game(answer.option),
            claim: self.claim(&answer.to),
        });
        let strong = row.strong.iter().map(|(g, player, by)| StrengthReason {
            g: self.game(*g),
            player: *player,
            by: by.word(),
        });
        ReplyReason { claim: self.claim(&row.claim), answers: answers.collect(), strong: strong.collect() }
    }

    fn start(&self, FirstMoves { starter, winner, how }: &FirstMoves) -> StartReason {
        let to = if let WinningMoves::To(to) = how { Some(self.game(*to)) } else { None };
        let answers = match how {
            WinningMoves::Answers(answers) => &answers[..],
            WinningMoves::To(_) | WinningMoves::AtOnce => &[],
        };
        let reply = |&(option, reply): &(NodeNumber, Option<NodeNumber>)| WinningReply {
            option: self.game(option),
            reply: reply.map(|to| self.game(to)),
        };
        let answers = answers.iter().map(reply).collect();
        StartReason { starter: *starter, winner: *winner, to, answers }
    }

    fn game(&self, node: NodeNumber) -> Game {
        self.work.game_of(self.nodes[node as usize])
    }

    fn games(&self, nodes: &[NodeNumber]) -> Vec<Game> {
        nodes.iter().map(|&node| self.game(node)).collect()
    }
}

impl Strength {
    /// The way in which strength is proved, in a word.
    fn word(&self) -> Option<&'static str> {
        match self {
            Strength::EndLike => Some("end_like"),
            Strength::Play { .. } => Some("play"),
            Strength::Option { .. } => Some("option"),
            Strength::TestSet { .. } => Some("test_set"),
            Strength::Strategy { .. } => Some("strategy"),
            Strength::Unsaid => None,
        }
    }
}
