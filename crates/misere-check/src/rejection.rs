//! Why a certificate is not accepted.

use std::error::Error;
use std::fmt;

use crate::certificate::{NodeNumber, Statement, StepNumber, VERSION};
use crate::player::Player;

/// The result of a part of the check.
pub(crate) type Checked<T = ()> = Result<T, Rejection>;

/// Why a certificate is not accepted. `step` is the step whose evidence fails.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are named for what they hold, and the messages say it")]
pub enum Rejection {
    /// More of something than the limits allow.
    TooLarge { what: &'static str, limit: usize },
    /// The check would take more work than the limits allow.
    TooMuchWork { limit: u64 },
    /// Input that is not JSON, or not of the shape of a certificate: unknown fields,
    /// universes, statements or evidence.
    Malformed { reason: String },
    /// JSON of another format.
    WrongFormat,
    /// A version that this checker does not know.
    UnknownVersion { version: u64 },
    /// A node with an option that does not precede it.
    NodeOutOfOrder { node: NodeNumber, option: NodeNumber },
    /// A number without a node.
    NoSuchNode { node: NodeNumber },
    /// Generators for a universe other than D(A).
    UnexpectedGenerators,
    /// A generator of D(A) that is not a Left dead end.
    GeneratorNotADeadEnd { node: NodeNumber },
    /// A step named by itself or by an earlier one, or that does not exist.
    StepOutOfOrder { step: StepNumber, named: StepNumber },
    /// Evidence of a kind that this claim does not take, or not in this universe.
    WrongEvidence { step: StepNumber },
    /// A form with tombstones in normal play, or not impartial modulo I.
    WrongForm { step: StepNumber, node: NodeNumber },
    /// Fewer or more replies than moves.
    MissingReply { step: StepNumber, wanted: usize, given: usize },
    /// A step named as a reply that is no reply.
    NotAnAnswer { step: StepNumber, named: StepNumber },
    /// The proviso needs this player's strength, and no step is named.
    MissingStrength { step: StepNumber, player: Player },
    /// The proviso does not need this player's strength, but a step is named.
    UnneededStrength { step: StepNumber, player: Player },
    /// A step named for a claim that it does not make.
    WrongStep { step: StepNumber, named: StepNumber, wanted: Statement },
    /// A form that is not, or not shown to be, in the universe.
    NotInUniverse { step: StepNumber, node: NodeNumber },
    /// A game that is not won by the player said to win it.
    WrongWinner { step: StepNumber, starter: Player },
    /// A strategy without a reply in a position that is reached.
    NoReply { step: StepNumber, position: NodeNumber },
    /// A move to a form that is not an option.
    NotAnOption { step: StepNumber, node: NodeNumber },
    /// A form that is not an end, or not end-like.
    NotAnEnd { step: StepNumber, node: NodeNumber },
    /// A form that is not strong for the player, as play shows.
    NotStrong { step: StepNumber, node: NodeNumber, player: Player },
    /// A form that is not the sum it is said to be.
    NotTheSum { step: StepNumber, node: NodeNumber },
    /// Two forms that are not isomorphic.
    NotTheSame { step: StepNumber },
    /// An end among the followers, not written as a sum of parts.
    MissingEnd { step: StepNumber, end: NodeNumber },
    /// A part that is neither a follower of a generator nor, for a Right end, the
    /// conjugate of one.
    NotAPart { step: StepNumber, part: NodeNumber },
    /// A member of a test set that is not a Left dead end.
    NotADeadEnd { step: StepNumber, node: NodeNumber },
    /// A test set without 0.
    NoZero { step: StepNumber },
    /// A truncated follower of a generator that is above no member of a test set.
    FollowerNotCovered { step: StepNumber, follower: NodeNumber },
    /// Two members of a test set whose truncated sum is above no member.
    SumNotCovered { step: StepNumber, parts: [NodeNumber; 2] },
    /// A test set for games of smaller rank.
    TestSetTooSmall { step: StepNumber, n: u32, rank: u32 },
    /// A form said to be simplest, but no earlier step makes this claim.
    NotReduced { step: StepNumber, missing: Statement },
    /// A form that evidence needs and no node is isomorphic to.
    NotListed { step: StepNumber, what: &'static str },
    /// A claim of the certificate that no step proves.
    ClaimNotProved { claim: usize },
    /// A certificate without claims.
    NoClaims,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { what, limit } => write!(f, "too large: more than {limit} {what}"),
            Self::TooMuchWork { limit } => write!(f, "too much work: more than {limit} units"),
            Self::Malformed { reason } => write!(f, "not a certificate: {reason}"),
            Self::WrongFormat => f.write_str("not a certificate: another format"),
            Self::UnknownVersion { version } => {
                write!(f, "version {version} of the format; this checker knows version {VERSION}")
            }
            Self::NodeOutOfOrder { node, option } => {
                write!(f, "node {node} has option {option}, which does not precede it")
            }
            Self::NoSuchNode { node } => write!(f, "there is no node {node}"),
            Self::UnexpectedGenerators => f.write_str("only D(A) has generators"),
            Self::GeneratorNotADeadEnd { node } => write!(f, "generator {node} is not a Left dead end"),
            Self::StepOutOfOrder { step, named } => {
                write!(f, "step {step} names step {named}, which does not precede it")
            }
            Self::WrongEvidence { step } => {
                write!(f, "step {step}: not the kind of evidence that this claim takes in this universe")
            }
            Self::WrongForm { step, node } => {
                write!(f, "step {step}: node {node} has tombstones or is not impartial, as it should be here")
            }
            Self::MissingReply { step, wanted, given } => {
                write!(f, "step {step}: {wanted} replies are needed, {given} are given")
            }
            Self::NotAnAnswer { step, named } => {
                write!(f, "step {step}: step {named} is no reply to the move that it stands for")
            }
            Self::MissingStrength { step, player } => {
                write!(f, "step {step}: the proviso needs strength for {player}")
            }
            Self::UnneededStrength { step, player } => {
                write!(f, "step {step}: the proviso needs no strength for {player}")
            }
            Self::WrongStep { step, named, wanted } => {
                write!(f, "step {step}: step {named} does not claim {wanted:?}")
            }
            Self::NotInUniverse { step, node } => {
                write!(f, "step {step}: node {node} is not shown to be in the universe")
            }
            Self::WrongWinner { step, starter } => {
                write!(f, "step {step}: not the winner that play gives when {starter} starts")
            }
            Self::NoReply { step, position } => {
                write!(f, "step {step}: the strategy has no reply in node {position}")
            }
            Self::NotAnOption { step, node } => write!(f, "step {step}: node {node} is not an option"),
            Self::NotAnEnd { step, node } => write!(f, "step {step}: node {node} is not such an end"),
            Self::NotStrong { step, node, player } => {
                write!(f, "step {step}: play does not show that node {node} is strong for {player}")
            }
            Self::NotTheSum { step, node } => write!(f, "step {step}: node {node} is not the sum"),
            Self::NotTheSame { step } => write!(f, "step {step}: the two forms are not isomorphic"),
            Self::MissingEnd { step, end } => {
                write!(f, "step {step}: the end {end} is not written as a sum of parts")
            }
            Self::NotAPart { step, part } => {
                write!(f, "step {step}: node {part} is not a follower of a generator")
            }
            Self::NotADeadEnd { step, node } => write!(f, "step {step}: node {node} is not a Left dead end"),
            Self::NoZero { step } => write!(f, "step {step}: the test set lacks 0"),
            Self::FollowerNotCovered { step, follower } => {
                write!(f, "step {step}: node {follower}, truncated, is above no member of the test set")
            }
            Self::SumNotCovered { step, parts: [a, b] } => {
                write!(
                    f,
                    "step {step}: the sum of {a} and {b}, truncated, is above no member of the test set"
                )
            }
            Self::TestSetTooSmall { step, n, rank } => {
                write!(f, "step {step}: a test set for rank {n}, but the form has rank {rank}")
            }
            Self::NotReduced { step, missing } => {
                write!(f, "step {step}: not shown to be simplest, as no earlier step claims {missing:?}")
            }
            Self::NotListed { step, what } => write!(f, "step {step}: {what} is not among the nodes"),
            Self::ClaimNotProved { claim } => write!(f, "claim {claim} is not the claim of any step"),
            Self::NoClaims => f.write_str("nothing is claimed"),
        }
    }
}

impl Error for Rejection {}
