//! The trait of rulesets.

use misere_core::Player;
use misere_notation::ParseError;

/// A position of a ruleset. Only the ruleset knows what the bytes mean.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(Box<[u8]>);

impl Position {
    /// The position with this encoding.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Position {
        Position(bytes.into())
    }

    /// The encoding.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The name, rules and syntax of a ruleset, for its users.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The name to ask for the ruleset by.
    pub name: String,
    /// The name in print.
    pub title: String,
    /// The rules, in a paragraph.
    pub rules: String,
    /// Where the rules are from.
    pub source: String,
    /// How positions are written.
    pub syntax: String,
    /// Positions that can be typed.
    pub examples: Vec<String>,
    /// The universe that all positions lie in, if the ruleset claims one.
    pub home: Option<Home>,
}

/// A universe that all positions of a ruleset lie in, dead ends taken up to
/// equality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    /// The universe, as it is written: `D`, `D({|-1,0})`, `E`, `B`, `M`.
    pub universe: String,
    /// The reason why all positions lie in the universe.
    pub reason: String,
}

/// The appearance of a position in a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Appearance {
    /// A board of cells in lines, row by row: `x` and `o`, or `L` and `R`, for pieces of Left and
    /// Right, `.` for an empty cell, `#` for a blocked one, a space for none.
    Board(String),
    /// Heaps of so many counters.
    Heaps(Vec<u16>),
    /// Edges that stand on the ground, node 0: two nodes and a colour each.
    Graph(Vec<([u16; 2], EdgeColour)>),
}

/// The colour of an edge, which says who may cut it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeColour {
    /// Left's.
    Blue,
    /// Right's.
    Red,
    /// Either player's.
    Green,
}

/// The rules of a game: which positions there are and who may move where.
///
/// Whatever is done with a position goes through a [`PositionGraph`], which splits
/// it into components, takes each up to symmetry, and follows the moves.
///
/// [`PositionGraph`]: crate::PositionGraph
pub trait Ruleset: Send + Sync {
    /// The description of the ruleset.
    fn description(&self) -> &Description;

    /// A text that no other rules have, in this process or in any other: two rulesets with the
    /// same text have the same positions and moves. Values of positions are kept in files under
    /// this text. Without one, which is the default, they are not kept.
    fn identity(&self) -> Option<String> {
        None
    }

    /// Reads a position.
    ///
    /// # Errors
    /// [`ParseError`] with the place and what was expected there.
    fn read(&self, text: &str) -> Result<Position, ParseError>;

    /// The position in one line, as [`Ruleset::read`] reads it.
    fn write(&self, position: &Position) -> String;

    /// The position as people draw it, perhaps in several lines.
    fn draw(&self, position: &Position) -> String {
        self.write(position)
    }

    /// The shapes that the position is drawn with, if there is a picture of it.
    fn appearance(&self, _: &Position) -> Option<Appearance> {
        None
    }

    /// The positions `player` can move to, in any order and perhaps repeated.
    fn options(&self, position: &Position, player: Player) -> Vec<Position>;

    /// Positions whose disjunctive sum has the game tree of this position. The list is empty
    /// if neither player has a move.
    fn components(&self, position: &Position) -> Vec<Position> {
        vec![position.clone()]
    }

    /// Other positions with the same game tree, such as mirror images.
    fn symmetric(&self, _: &Position) -> Vec<Position> {
        Vec::new()
    }

    /// The position with the players exchanged: its game tree is the conjugate of the tree of this
    /// position. Either all positions have such an image, or none, as the default says.
    fn exchanged(&self, _: &Position) -> Option<Position> {
        None
    }

    /// The representative of all positions that are known to have the same game
    /// tree.
    fn canonical(&self, position: Position) -> Position {
        let images = self.symmetric(&position);
        images.into_iter().fold(position, Ord::min)
    }
}
