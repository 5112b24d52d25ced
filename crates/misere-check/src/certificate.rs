//! Certificates and their JSON.

use std::fmt;

use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::limits::{MAX_BRACKETS, MAX_BYTES, Meter, Unmetered, ask};
use crate::player::{Outcome, Player};
use crate::rejection::Rejection;
use crate::visible::visible;

/// The value of the field `format`.
pub const FORMAT: &str = "misere-certificate";

/// The version of the format that this checker knows.
pub const VERSION: u32 = 1;

/// The place of a node in [`Certificate::nodes`].
pub type NodeNumber = u32;

/// The place of a step in [`Certificate::steps`].
pub type StepNumber = u32;

/// Statements about game trees, with the evidence for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Always [`FORMAT`].
    pub format: String,
    /// Always [`VERSION`].
    pub version: u32,
    /// The universe modulo which the statements are meant.
    pub universe: Universe,
    /// The forms, options before the forms that have them.
    pub nodes: Vec<Node>,
    /// The proofs, in which evidence names earlier steps only.
    pub steps: Vec<Step>,
    /// The statements that are proved. Each is, up to isomorphism, the claim of a step.
    pub claims: Vec<Statement>,
}

impl Certificate {
    /// Reads a certificate, of which only format and version are checked.
    ///
    /// # Errors
    /// [`Rejection::UnknownVersion`] for another version, whatever else may be
    /// wrong after it; [`Rejection::WrongFormat`], [`Rejection::TooLarge`] or
    /// [`Rejection::Malformed`].
    pub fn from_json(json: &[u8]) -> Result<Certificate, Rejection> {
        Certificate::from_json_within(json, &Unmetered)
    }

    /// Reads a certificate as [`Certificate::from_json`] does, if the meter allows the memory that
    /// it may take.
    ///
    /// # Errors
    /// [`Rejection::NotFinished`] when the meter does not, and those of [`Certificate::from_json`].
    pub fn from_json_within(json: &[u8], meter: &dyn Meter) -> Result<Certificate, Rejection> {
        if json.len() > MAX_BYTES {
            return Err(Rejection::TooLarge { what: "bytes", limit: MAX_BYTES });
        }
        // Each bracket costs up to a hundred bytes when parsed, and each number of a list up to
        // three times its own: the memory is bounded before anything is built.
        let count = |bytes: &[u8]| json.iter().filter(|byte| bytes.contains(byte)).count();
        let brackets = count(b"[{");
        if brackets > MAX_BRACKETS {
            return Err(Rejection::TooLarge { what: "brackets", limit: MAX_BRACKETS });
        }
        ask(meter, 100 * brackets + 3 * size_of::<NodeNumber>() * count(b","))?;
        let (header, parsed) = read_header(json);
        if header.format.is_some_and(|format| format != FORMAT) {
            return Err(Rejection::WrongFormat);
        }
        if let Some(version) = header.version.filter(|&version| version != u64::from(VERSION)) {
            return Err(Rejection::UnknownVersion { version });
        }
        parsed.and_then(|()| serde_json::from_slice(json)).map_err(|error| malformed(&error))
    }

    /// The certificate as JSON, without white space.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("every map has strings as keys")
    }
}

/// Reads format and version, and whether the input is an object in JSON.
pub(crate) fn read_header(json: &[u8]) -> (Header, serde_json::Result<()>) {
    let mut header = Header { format: None, version: None };
    let parsed = header.deserialize(&mut serde_json::Deserializer::from_slice(json));
    (header, parsed)
}

/// The rejection of broken JSON. The message of the error may quote the input at any length, and
/// whatever it says.
pub(crate) fn malformed(error: &serde_json::Error) -> Rejection {
    const LONGEST: usize = 200;
    let message = error.to_string();
    let mut reason: String = visible(&message).chars().take(LONGEST).collect();
    if reason.len() < visible(&message).len() {
        reason.push('…');
    }
    Rejection::Malformed { reason }
}

/// Format and version, read without the other fields, and kept if the input
/// turns out to be broken further on.
pub(crate) struct Header {
    pub(crate) format: Option<String>,
    pub(crate) version: Option<u64>,
}

impl<'de> DeserializeSeed<'de> for &mut Header {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for &mut Header {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a certificate")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "format" => self.format = Some(map.next_value()?),
                "version" => self.version = Some(map.next_value()?),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// The universe modulo which statements are meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Universe {
    /// The name of the universe.
    pub name: UniverseName,
    /// The set A of D(A): Left ends without tombstones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub generators: Vec<NodeNumber>,
}

impl Universe {
    /// The universes in words, for those who ask for a certificate modulo another one.
    pub const KNOWN: &str = "the checker knows M, D, E, B, N, I and D(A) for finitely many ends A";
}

/// The universes, and N and I, which take the place of universes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UniverseName {
    /// All forms without tombstones.
    M,
    /// Dicots.
    D,
    /// Dead-ending forms.
    E,
    /// Blocking forms.
    B,
    /// The smallest universe with the given Left ends.
    #[serde(rename = "D(A)")]
    Generated,
    /// Normal play: not a universe, but with the same statements.
    N,
    /// Impartial forms, with an equality and no order.
    I,
}

impl UniverseName {
    /// Whether [`Evidence::Play`] of strength is play on the form itself and on its sum with
    /// a waiting game, and not on the form alone.
    #[must_use]
    pub fn has_waiting_games(self) -> bool {
        self == UniverseName::E
    }
}

/// A form. Its options have smaller numbers; their order and repetitions do
/// not matter to the form, but the order is that of [`Pairs`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The ordinary options of Left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub l: Vec<NodeNumber>,
    /// The ordinary options of Right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub r: Vec<NodeNumber>,
    /// The tombstones of the form itself, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub t: Option<Tombstones>,
}

impl Node {
    /// The ordinary options of a player.
    #[must_use]
    pub fn options(&self, player: Player) -> &[NodeNumber] {
        match player {
            Player::Left => &self.l,
            Player::Right => &self.r,
        }
    }

    /// Whether the form has this player's tombstone (\[universe\] Definition 5.1).
    #[must_use]
    pub fn has_tombstone(&self, player: Player) -> bool {
        match player {
            Player::Left => matches!(self.t, Some(Tombstones::L | Tombstones::LR)),
            Player::Right => matches!(self.t, Some(Tombstones::R | Tombstones::LR)),
        }
    }
}

/// Whose tombstones a node has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tombstones {
    /// The tombstone of Left.
    L,
    /// The tombstone of Right.
    R,
    /// The tombstones of both players.
    LR,
}

/// A statement that can be claimed. U is the universe of the certificate.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Statement<N = NodeNumber> {
    /// `[g, h]`: o(g + X) ≥ o(h + X) for every X in U.
    Ge(N, N),
    /// `[g, h]`: g ≥ h fails modulo U.
    NotGe(N, N),
    /// `[g, player]`: moving first, the player wins g + X for every X in U that is
    /// an end for the player.
    Strong(N, Player),
    /// `[g, player]`: g is not strong for the player.
    NotStrong(N, Player),
    /// `x`: x is in U.
    Member(N),
    /// `[g, outcome]`: who wins g alone.
    Outcome(N, Outcome),
    /// `[g, k]`: k is the simplest form of g modulo U.
    Simplest(N, N),
    /// `g`: g plus its conjugate is 0 modulo U.
    Invertible(N),
    /// `g`: g plus its conjugate is not 0 modulo U.
    NotInvertible(N),
    /// `[g, h]`, impartial forms: o(g + X) = o(h + X) for every impartial X.
    Equal(N, N),
    /// `[g, h]`, impartial forms: o(g + X) ≠ o(h + X) for some impartial X.
    NotEqual(N, N),
    /// `[n, s]`, in D(A): the n-th truncation of every sum of followers of A is ≥
    /// a member of s.
    TestSet(u32, Vec<N>),
}

impl<N> Statement<N> {
    /// The statement with each form replaced by what `map` makes of it.
    ///
    /// # Errors
    /// The first error that `map` returns for a form.
    pub fn try_map<M, E>(&self, mut map: impl FnMut(&N) -> Result<M, E>) -> Result<Statement<M>, E> {
        Ok(match self {
            Statement::Ge(g, h) => Statement::Ge(map(g)?, map(h)?),
            Statement::NotGe(g, h) => Statement::NotGe(map(g)?, map(h)?),
            Statement::Strong(g, player) => Statement::Strong(map(g)?, *player),
            Statement::NotStrong(g, player) => Statement::NotStrong(map(g)?, *player),
            Statement::Member(x) => Statement::Member(map(x)?),
            Statement::Outcome(g, outcome) => Statement::Outcome(map(g)?, *outcome),
            Statement::Simplest(g, k) => Statement::Simplest(map(g)?, map(k)?),
            Statement::Invertible(g) => Statement::Invertible(map(g)?),
            Statement::NotInvertible(g) => Statement::NotInvertible(map(g)?),
            Statement::Equal(g, h) => Statement::Equal(map(g)?, map(h)?),
            Statement::NotEqual(g, h) => Statement::NotEqual(map(g)?, map(h)?),
            Statement::TestSet(n, set) => {
                Statement::TestSet(*n, set.iter().map(map).collect::<Result<_, _>>()?)
            }
        })
    }
}

/// A statement with its evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The statement that is claimed.
    pub claim: Statement,
    /// The evidence for the claim.
    pub by: Evidence,
}

/// The evidence that a statement is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// ge, equal: the two forms are isomorphic.
    Same,
    /// ge, equal: a reply to each move, and the proviso.
    Pairs(Pairs),
    /// not_ge, not_equal: a game that separates the two.
    Separator(Separator),
    /// strong, in any universe: the form is end-like for the player.
    EndLike,
    /// strong, in D and E: the checker plays against the ends that matter.
    Play,
    /// strong, in D(A) for dead ends A: the step that claims a test set.
    TestSet(StepNumber),
    /// strong, in D(A): how the player wins against all sums of ends at once.
    Strategy(CellStrategy),
    /// strong, in B: a strong option.
    Option(StrongOption),
    /// not_strong: an end against which the player loses.
    End(WinningEnd),
    /// member, in M, D, E and B: the checker decides by the definition.
    Definition,
    /// member, in D(A): each end among the followers of the form, except 0, with the ends
    /// that follow from generators or their conjugates whose sum it is.
    Sums(Vec<(NodeNumber, Vec<NodeNumber>)>),
    /// outcome: how the winner plays.
    Strategies(Strategies),
    /// simplest: the two are equal, and nothing can be simplified.
    Reduced(Reduced),
    /// invertible: the sum with the conjugate, and that it is 0.
    Sum(Sum),
    /// not_invertible: the sum with the conjugate, and that it is not 0.
    SumNot(SumNot),
    /// test_set: the checker adds and truncates.
    Closure,
}

/// A set of cells that the player wins. A cell stands for the positions with one follower of
/// the form and certain numbers of copies of each component, where the components are the
/// non-zero followers of the Left ends of which all Left ends of D(A) are sums. For Right,
/// components stand for their conjugates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellStrategy {
    /// Ends that are not counted, each with ends that are counted in its place: modulo M the
    /// end is at least the sum of these, so that the player wins with the end wherever they
    /// win with the sum.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<(NodeNumber, Vec<NodeNumber>)>,
    /// For each component its node, its threshold and its period. Copies are counted exactly
    /// below the threshold, which is positive, and modulo the period from there on. With the
    /// period 0 they are counted exactly up to the threshold.
    pub counting: Vec<(NodeNumber, u32, u32)>,
    /// The weighted number of copies that is counted besides, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<Balance>,
    /// The cells: who is to move, the follower of the form, and the count of each component.
    /// If there is a balance, a last count says how far its class is above the least.
    pub cells: Vec<(Player, NodeNumber, Vec<u32>)>,
}

/// A weighted number of copies of components. It is exact between −bound and bound, and from
/// there on it is counted modulo a number, on either side apart: its classes are the numbers
/// from −(bound + modulus − 1) to bound + modulus − 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// The weight of each component.
    pub weights: Vec<i32>,
    /// The bound, at least 1.
    pub bound: u32,
    /// The modulus, at least 1.
    pub modulus: u32,
}

/// A reply to each move: under ge to each move of Right in g and of Left in h, in the
/// order in which the nodes list them, repetitions left out; under equal to each
/// option of g (as its `r` lists them) and of h (as its `l` does).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairs {
    /// For each G^R the step of some G^R ≥ H^R or G^RL ≥ H.
    pub right: Vec<StepNumber>,
    /// For each H^L the step of some G^L ≥ H^L or G ≥ H^LR.
    pub left: Vec<StepNumber>,
    /// The step that g is strong for Left; there exactly if h is end-like for Left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strong_left: Option<StepNumber>,
    /// The step that h is strong for Right; there exactly if g is end-like for Right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strong_right: Option<StepNumber>,
}

/// A game that separates g and h.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Separator {
    /// The game X.
    pub x: NodeNumber,
    /// The step that X is in U; absent in normal play and among impartial forms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<StepNumber>,
    /// The player who starts: then Right wins g + X and Left wins h + X, or under not_equal
    /// different players win.
    pub starter: Player,
}

/// An option that makes a form strong modulo B.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrongOption {
    /// An option of the player, won by the player when the opponent starts.
    pub to: NodeNumber,
    /// The step that this option is strong.
    pub itself: StepNumber,
    /// The steps that each of the opponent's options of `to` is strong, in the order in which
    /// `to` lists them, repetitions left out.
    pub replies: Vec<StepNumber>,
}

/// An end against which a form is lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinningEnd {
    /// The end X, for the player who is said not to be strong.
    pub x: NodeNumber,
    /// The step that X is in U.
    pub member: StepNumber,
}

/// How the winner plays: for each position in which the winner is to move and has
/// not won yet, the option to choose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strategies {
    /// The winner's moves if Left starts.
    pub left_starts: Vec<(NodeNumber, NodeNumber)>,
    /// The winner's moves if Right starts.
    pub right_starts: Vec<(NodeNumber, NodeNumber)>,
}

/// The steps that k equals g. Earlier steps, which are not named, must show that k cannot
/// be simplified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reduced {
    /// The step that g ≥ k.
    pub ge: StepNumber,
    /// The step that k ≥ g.
    pub le: StepNumber,
}

/// The sum of a form and its conjugate, and the steps that it is 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    /// The sum.
    pub node: NodeNumber,
    /// The step that the sum is ≥ 0; among impartial forms, that it equals 0.
    pub ge: StepNumber,
    /// The step that 0 ≥ the sum; among impartial forms, that it equals 0.
    pub le: StepNumber,
}

/// The sum of a form and its conjugate, and the step that it is not 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SumNot {
    /// The sum.
    pub node: NodeNumber,
    /// The step that the sum is not ≥ 0; among impartial forms, that it does not equal 0.
    pub not_ge: StepNumber,
}
