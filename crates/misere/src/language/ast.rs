//! The syntax tree of a statement.

use std::ops::Range;

use misere_core::{Family, Outcome};

use super::Loading;

pub(crate) enum Statement {
    /// A statement `modulo U`.
    Modulo { span: Range<usize>, universe: Node },
    /// A statement `load rules "file"` or `load universe "file"`.
    Load { span: Range<usize>, what: Loading, file: String, file_span: Range<usize> },
    /// A statement `name(parameter, …) := expression`.
    Definition { span: Range<usize>, name: String, parameters: Vec<String>, body: Node },
    /// A statement `name := expression`, or an expression alone.
    Expression { span: Range<usize>, name: Option<String>, node: Node },
}

/// An expression and where it stands, with the parentheses around it.
pub(crate) struct Node {
    pub(crate) span: Range<usize>,
    pub(crate) expression: Expression,
}

pub(crate) enum Expression {
    Integer(i64),
    /// A text in quotation marks.
    Text(String),
    /// A name, a universe letter, or a constant.
    Word(String),
    /// Text for the notation of games.
    Game {
        /// The parts that are no notation, in the order of the text.
        holes: Vec<Node>,
        /// Whether the game is a sum of holes only, which may also be a sum of counts.
        is_plain_sum: bool,
    },
    /// A universe `D(…)`: text for the notation of universes.
    Universe {
        holes: Vec<Node>,
    },
    Call {
        function: super::Function,
        arguments: Vec<Node>,
    },
    /// A call of a function of the user's own.
    Apply {
        name: String,
        arguments: Vec<Node>,
    },
    List(Vec<Node>),
    /// The whole numbers `first..last`.
    Range(Box<[Node; 2]>),
    /// Whole numbers that are added, subtracted or multiplied, from left to right.
    Arithmetic {
        first: Box<Node>,
        rest: Vec<(Operator, Node)>,
    },
    Comprehension {
        body: Box<Node>,
        clauses: Vec<Clause>,
    },
    Index(Box<Node>, Box<Node>),
    /// A member of a family whose number is an expression: `W(n)`.
    Family {
        family: Family,
        number: Box<Node>,
    },
    /// A nimber whose number is an expression: `*(n)`.
    Nimber(Box<Node>),
    /// Copies whose number is an expression: `n.{0|*}`.
    Copies {
        number: Box<Node>,
        of: Box<Node>,
    },
    /// An outcome `outcome.L`.
    Outcome(Outcome),
    /// A field `expression.name`; behind a number, copies of the game of that name.
    Field {
        of: Box<Node>,
        name: String,
        name_span: Range<usize>,
    },
    Compare {
        sign: Sign,
        sign_span: Range<usize>,
        sides: Box<[Node; 2]>,
    },
    In {
        sides: Box<[Node; 2]>,
        /// Whether `mod U` was written behind the list, so that equality modulo U counts.
        modulo: bool,
    },
    Not(Box<Node>),
    And(Vec<Node>),
    Or(Vec<Node>),
    /// An expression `expression mod U`.
    With(Box<Node>, Box<Node>),
}

/// A clause `for name in list if condition if …`.
pub(crate) struct Clause {
    pub(crate) name: String,
    pub(crate) list: Node,
    pub(crate) conditions: Vec<Node>,
}

/// An operator on whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Plus,
    Minus,
    Times,
}

/// A sign of comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Equal,
    NotEqual,
    GreaterOrEqual,
    LessOrEqual,
    Greater,
    Less,
    Incomparable,
    /// The sign `==`, which asks for the same form.
    Same,
}
