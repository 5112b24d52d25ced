//! Why a certificate is not accepted.

use std::error::Error;
use std::fmt;

use crate::certificate::{NodeNumber, Statement, StepNumber, VERSION};
use crate::player::Player;
use crate::quotient::CodeError;

/// The result of a part of the check.
pub(crate) type Checked<T = ()> = Result<T, Rejection>;

/// Makes the type of rejections, each with its message, which is also its documentation.
macro_rules! rejections {
    ($($name:ident $({ $($field:ident: $type:ty),* })? => $message:literal $(, $part:expr)*;)*) => {
        /// Why a certificate is not accepted. `step` is the step whose evidence fails.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the fields are named for what they hold, and the messages say it")]
        pub enum Rejection {
            $(#[doc = $message] $name $({ $($field: $type),* })?,)*
        }

        impl fmt::Display for Rejection {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name $({ $($field),* })? => write!(f, $message $(, $part)*),)*
                }
            }
        }
    };
}

rejections! {
    TooLarge { what: &'static str, limit: usize } => "too large: more than {limit} {what}";
    TooMuchWork { limit: u64 } => "too much work: more than {limit} units";
    NotFinished => "the check was not finished: the limits of the caller did not allow more";
    Malformed { reason: String } => "not a certificate: {reason}";
    WrongFormat => "not a certificate: another format";
    UnknownVersion { version: u64 } =>
        "version {version} of the format; this checker knows version {VERSION}";
    NodeOutOfOrder { node: NodeNumber, option: NodeNumber } =>
        "node {node} has option {option}, which does not precede it";
    NoSuchNode { node: NodeNumber } => "there is no node {node}";
    UnexpectedGenerators => "only D(A) has generators";
    GeneratorNotAnEnd { node: NodeNumber } => "generator {node} is not a Left end, or has tombstones";
    StepOutOfOrder { step: StepNumber, named: StepNumber } =>
        "step {step} names step {named}, which does not precede it";
    WrongEvidence { step: StepNumber } =>
        "step {step}: not the kind of evidence that this claim takes in this universe";
    WrongForm { step: StepNumber, node: NodeNumber } =>
        "step {step}: node {node} has tombstones or is not impartial, as it should be here";
    MissingReply { step: StepNumber, wanted: usize, given: usize } =>
        "step {step}: {wanted} replies are needed, {given} are given";
    NotAnAnswer { step: StepNumber, named: StepNumber } =>
        "step {step}: step {named} is not a reply to the move that it stands for";
    MissingStrength { step: StepNumber, player: Player } =>
        "step {step}: the proviso needs strength for {player}";
    UnneededStrength { step: StepNumber, player: Player } =>
        "step {step}: the proviso needs no strength for {player}";
    WrongStep { step: StepNumber, named: StepNumber, wanted: Statement } =>
        "step {step}: step {named} does not claim {wanted:?}";
    NotInUniverse { step: StepNumber, node: NodeNumber } =>
        "step {step}: node {node} is not shown to be in the universe";
    WrongWinner { step: StepNumber, starter: Player } =>
        "step {step}: not the winner that play gives when {starter} starts";
    NoReply { step: StepNumber, position: NodeNumber } =>
        "step {step}: the strategy has no reply in node {position}";
    NotAnOption { step: StepNumber, node: NodeNumber } => "step {step}: node {node} is not an option";
    NotAnEnd { step: StepNumber, node: NodeNumber } => "step {step}: node {node} is not such an end";
    NotStrong { step: StepNumber, node: NodeNumber, player: Player } =>
        "step {step}: play does not show that node {node} is strong for {player}";
    NotTheSum { step: StepNumber, node: NodeNumber } => "step {step}: node {node} is not the sum";
    NotTheSame { step: StepNumber } => "step {step}: the two forms are not isomorphic";
    MissingEnd { step: StepNumber, end: NodeNumber } =>
        "step {step}: the end {end} is not written as a sum of parts";
    NotAPart { step: StepNumber, part: NodeNumber } =>
        "step {step}: node {part} is not a follower of a generator";
    NotADeadEnd { step: StepNumber, node: NodeNumber } => "step {step}: node {node} is not a Left dead end";
    NoZero { step: StepNumber } => "step {step}: the test set lacks 0";
    FollowerNotCovered { step: StepNumber, follower: NodeNumber } =>
        "step {step}: node {follower}, truncated, is above no member of the test set";
    SumNotCovered { step: StepNumber, parts: [NodeNumber; 2] } =>
        "step {step}: the sum of {} and {}, truncated, is above no member of the test set", parts[0], parts[1];
    TestSetTooSmall { step: StepNumber, n: u32, rank: u32 } =>
        "step {step}: a test set for rank {n}, but the form has rank {rank}";
    BadCounting { step: StepNumber, node: NodeNumber } =>
        "step {step}: component {node} is 0, has tombstones or is listed twice, or its threshold or period does not fit";
    BadBalance { step: StepNumber } =>
        "step {step}: the balance has a weight too few or too many, or numbers that are 0 or too large";
    MissingComponent { step: StepNumber, what: &'static str } =>
        "step {step}: the strategy does not count {what}";
    NotAbove { step: StepNumber, node: NodeNumber } =>
        "step {step}: node {node} is not at least, modulo M, the sum that is counted in its place";
    BadCell { step: StepNumber, cell: usize } => "step {step}: cell {cell} has counts that do not exist";
    CellLost { step: StepNumber, cell: usize } =>
        "step {step}: the strategy does not win from cell {cell}";
    MissingCell { step: StepNumber } => "step {step}: a sum of ends is not among the cells of the strategy";
    NotReduced { step: StepNumber, missing: Statement } =>
        "step {step}: not shown to be simplest, as no earlier step claims {missing:?}";
    NotListed { step: StepNumber, what: &'static str } => "step {step}: {what} is not among the nodes";
    ClaimNotProved { claim: usize } => "claim {claim} is not the claim of any step";
    BadCode { error: CodeError } => "{error}";
    BadTable => "a table of the quotient has the wrong size, or an entry that does not exist";
    NotCommuting { element: u16, generators: [usize; 2] } =>
        "generators {} and {} do not commute at element {element}", generators[0], generators[1];
    NotReached { element: u16 } => "element {element} is the image of no sum";
    NotSeparated { elements: [u16; 2] } =>
        "no element separates elements {} and {}", elements[0], elements[1];
    LetterOutOfOrder { letter: u32, named: u32 } =>
        "letter {letter} names letter {named}, which does not precede it or is left out";
    NoSuchLetter { letter: u32 } => "there is no letter {letter} among those that have images";
    OptionWins { letter: u32 } =>
        "an option of letter {letter} wins in some sum, which the quotient does not say";
    NoOptionLoses { word: Vec<u32> } =>
        "a player without options loses in a sum of letters {word:?}, as the quotient says";
    NoOptionWins { word: Vec<u32> } =>
        "no option wins in a sum of letters {word:?}, where the quotient says that one does";
    NotPeriodic { heap: u32 } => "the image of heap {heap} is not that which the period gives";
    TooFewHeaps { wanted: u32 } => "the period needs the images of all heaps up to {wanted}";
    NoPeriodicity => "no theorem says that these images are periodic for ever";
    NotLeast { what: &'static str } => "the {what} is not the least one";
    FalseClaim { claim: usize } => "claim {claim} does not follow from the quotient";
    NoClaims => "nothing is claimed";
}

impl Error for Rejection {}
