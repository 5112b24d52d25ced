//! The expression language of the worksheet: name a game, add it to another,
//! simplify it modulo this and that, compare, copy the LaTeX.
//!
//! It is small on purpose. There are names, lists and questions, and no loops, no
//! conditionals and no functions of one's own: whoever wants a programming language
//! uses the library. Nothing but names and the default universe ever changes.
//!
//! ```
//! use misere::{Style, Workspace};
//! use misere::language::Session;
//! let work = Workspace::new();
//! let mut session = Session::new(&work);
//! let answers = session.evaluate("G := {0,*|*}; simplest(G, D); G >= 0 mod E")?;
//! let written: Vec<String> =
//!     answers.iter().map(|a| a.write(&work, Style::Unicode)).collect::<Result<_, _>>()?;
//! assert_eq!(written, ["{0,*|*}", "{0,■|*}", "true"]);
//! # Ok::<(), misere::Error>(())
//! ```
//!
//! # Grammar
//!
//! ```text
//! program    = { statement ( newline | ";" ) }
//! statement  = name ":=" expression | "modulo" universe | expression
//! expression = conjunct { "or" conjunct }
//! conjunct   = negation { "and" negation }
//! negation   = { "not" } comparison
//! comparison = sum [ sign sum | "in" sum ] [ "mod" universe ]
//! sign       = "=" | "!=" | ">=" | "<=" | ">" | "<" | "<>" | "||" | "=="
//! sum        = term { "+" term }
//! term       = primary | game
//! primary    = integer | name | universe | call | list | "(" expression ")"
//!            | primary "[" expression "]"
//! call       = function "(" [ expression { "," expression } ] ")"
//! list       = "[" [ expression { "," expression } ] "]"
//!            | "[" expression clause { clause } "]"
//! clause     = "for" name "in" expression { "if" expression }
//! universe   = "M" | "D" | "E" | "B" | "I" | "N" | "D(" game { "," game } ")" | name
//! game       = the notation of misere-notation, in which primaries may stand for games
//! ```
//!
//! **Games are read by `misere_notation`**, whatever stands around them: the parser
//! here finds where a game begins and ends and which parts of it are names and calls,
//! and hands the text over with these as holes. So there is one notation of games.
//! Positions such as `domineering(2x4)` belong to it.
//!
//! Sums, braces and prefixes want games; a name in them stands for the game it was
//! given. A line ends a statement, unless a bracket is open or the line ends with an
//! operator. A comment is `-- …`, to the end of the line, since `#` is a tombstone
//! and no notation has two minus signs in a row (the conjugate of `-1` is `~-1`).
//!
//! The commands of the worksheet (`draw`, `save`, …) are no part of the language, but no
//! name may be one of them: so a worksheet and a program mean the same.
//!
//! # Kinds of values
//!
//! | kind | for example |
//! |---|---|
//! | game | `{0,*\|*}`, `domineering(2x4)`, `3` |
//! | count | `count(days(2))`, `rank(*2)`, `edges(G)` |
//! | boolean | `true`, `G = H mod E` |
//! | outcome | `outcome(G)`; beside one, `L`, `N`, `P`, `R` |
//! | relation | `relation(G, H, E)` |
//! | player | `Left`, `Right` |
//! | universe | `E`, `D(-1)` |
//! | list | `[0, *]`, `[g for g in days(2) if dicot(g)]` |
//! | text | `latex(G)` |
//! | none | `none`, where there is nothing, as in `expand({0,■\|*}, M)` |
//!
//! **Integers.** An integer that is typed is a game, except where a count is wanted
//! (`days(2)`, `L[1]`) and beside a count (`count(L) > 5`, `rank(G) + 1`), where it
//! is that count. Counts are never taken for games: `{rank(G)|0}` is an error. So
//! `1 > 0` is a question about games, and needs a universe.
//!
//! **Brackets.** `[a, b]` is a list. With spaces between its items, `[-1 0]`, or where
//! a game is wanted it is the Left dead end `{·|-1,0}` of the notation.
//!
//! **Universes.** `modulo E` holds from then on. `mod E` behind a comparison, or a
//! function, holds for what stands before it, up to `and`, `or` or `not`. Where
//! neither is said, questions that need a universe are errors. `=` compares modulo a
//! universe, `==` asks for the same form.

mod arguments;
mod ast;
mod compare;
mod evaluate;
mod functions;
mod lexer;
mod parser;
mod value;
mod words;

use std::collections::BTreeMap;
use std::ops::Range;

use misere_check::Certificate;
use misere_core::Form;
use misere_notation::{Style, UniverseName};

use crate::error::Error;
use crate::workspace::Workspace;

pub use functions::{Function, Kind, Parameter, functions};
pub use lexer::TokenClass;
pub use value::{List, Value};

use ast::Statement;
use evaluate::Evaluator;
use lexer::Tokens;
use parser::Parser;

/// Names, the default universe, and a workspace to ask.
pub struct Session<'w> {
    work: &'w Workspace,
    names: BTreeMap<String, Value>,
    modulus: Option<UniverseName>,
}

/// What a statement was worth, and what it asked.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What the statement has changed.
    pub change: Change,
    /// What it is worth. After `modulo E`, the universe.
    pub value: Value,
    /// What was asked, if it is a question that can be answered with a proof.
    pub question: Option<Question>,
    /// Where the statement stands in the text.
    pub span: Range<usize>,
}

/// What a statement changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    None,
    /// This name stands for the value from now on.
    Name(String),
    /// The value is the default universe from now on.
    Modulus,
}

/// A question whose answer can be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// How two forms compare.
    Relation(Form, Form, UniverseName),
    /// What the simplest form is.
    Simplest(Form, UniverseName),
    /// What the simplest form of a position is, as it was written. Its game tree is made
    /// only when a proof is wanted.
    SimplestOfPosition(String, UniverseName),
    /// For whom a form is strong.
    Strength(Form, UniverseName),
    /// Whether a form is invertible.
    Invertible(Form, UniverseName),
    /// Who wins.
    Outcome(Form),
}

impl<'w> Session<'w> {
    /// A session without names and without a default universe.
    #[must_use]
    pub fn new(work: &'w Workspace) -> Session<'w> {
        Session { work, names: BTreeMap::new(), modulus: None }
    }

    /// The workspace that is asked.
    #[must_use]
    pub fn workspace(&self) -> &'w Workspace {
        self.work
    }

    /// The names and what they stand for, in alphabetical order.
    #[must_use]
    pub fn names(&self) -> &BTreeMap<String, Value> {
        &self.names
    }

    /// The default universe.
    #[must_use]
    pub fn modulus(&self) -> Option<&UniverseName> {
        self.modulus.as_ref()
    }

    /// Evaluates all statements of a text. Names given before an error stay given.
    ///
    /// # Errors
    /// [`Error::Parse`] with the place in the text of what is wrong, also where that
    /// was found in evaluating; [`Error::Exhausted`].
    pub fn evaluate(&mut self, text: &str) -> Result<Vec<Answer>, Error> {
        let mut answers = Vec::new();
        self.run(text, |answer| {
            answers.push(answer);
            Ok::<_, Error>(())
        })?;
        Ok(answers)
    }

    /// Evaluates the statements of a text one after the other, and hands on each answer
    /// before it reads on.
    ///
    /// # Errors
    /// As [`Session::evaluate`], and what `each` says.
    pub fn run<E: From<Error>>(
        &mut self,
        text: &str,
        mut each: impl FnMut(Answer) -> Result<(), E>,
    ) -> Result<(), E> {
        let tokens = Tokens::new(text);
        for range in tokens.statements() {
            let statement = Parser::new(text, &tokens, range).statement().map_err(Error::from)?;
            each(self.execute(text, tokens.clean(), statement)?)?;
        }
        Ok(())
    }

    fn execute(&mut self, text: &str, clean: &str, statement: Statement) -> Result<Answer, Error> {
        let mut evaluator = Evaluator::new(self.work, &self.names, self.modulus.clone(), text, clean);
        match statement {
            Statement::Modulo { span, universe } => {
                let universe = evaluator.universe(&universe)?;
                self.modulus = Some(universe.clone());
                let value = Value::Universe(universe);
                Ok(Answer { change: Change::Modulus, value, question: None, span })
            }
            Statement::Expression { span, name, node } => {
                let value = evaluator.evaluate(&node)?;
                let question = evaluator.question.take();
                let change = match name {
                    None => Change::None,
                    Some(name) => {
                        self.names.insert(name.clone(), value.clone());
                        Change::Name(name)
                    }
                };
                Ok(Answer { change, value, question, span })
            }
        }
    }

    /// What could stand in the place of a word of which this is the beginning, in
    /// alphabetical order: names, functions, rulesets, keywords and universes.
    #[must_use]
    pub fn completions(&self, prefix: &str) -> Vec<String> {
        let mut words = words::known();
        words.extend(self.names.keys().cloned());
        words.retain(|word| word.starts_with(prefix));
        words.sort();
        words.dedup();
        words
    }
}

impl Answer {
    /// The value as text.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when it is too long to be written.
    pub fn write(&self, work: &Workspace, style: Style) -> Result<String, Error> {
        self.value.write(work, style)
    }

    /// The answer as a line that says what has changed: `G := {0|*}`, `modulo E`, or
    /// the value alone.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when it is too long to be written.
    pub fn line(&self, work: &Workspace, style: Style) -> Result<String, Error> {
        let value = self.write(work, style)?;
        Ok(match &self.change {
            Change::None => value,
            Change::Name(name) => format!("{name} := {value}"),
            Change::Modulus => format!("modulo {value}"),
        })
    }

    /// A certificate of the answer, if it answers a question that has one. What it says
    /// in words is told by [`why`](crate::why), once the checker has accepted it.
    ///
    /// # Errors
    /// [`Error`] when a limit was reached.
    pub fn certificate(&self, work: &Workspace) -> Result<Option<Certificate>, Error> {
        let Some(question) = &self.question else { return Ok(None) };
        Ok(Some(match question {
            Question::Relation(g, h, modulus) => work.certify_relation(*g, *h, modulus)?,
            Question::Simplest(g, modulus) => work.certify_simplest(*g, modulus)?,
            Question::SimplestOfPosition(position, modulus) => {
                work.certify_simplest(work.read(position)?, modulus)?
            }
            Question::Strength(g, modulus) => work.certify_strength(*g, modulus)?,
            Question::Invertible(g, modulus) => work.certify_invertible(*g, modulus)?,
            Question::Outcome(g) => work.certify_outcome(*g),
        }))
    }
}

/// The words that begin a command of the worksheet, and the `to` before a file, in
/// alphabetical order. They cannot be names.
#[must_use]
pub fn commands() -> &'static [&'static str] {
    &words::COMMANDS
}

/// Whether a text may go on in the next line: a bracket is open, or an operator waits
/// for what it is to work on.
#[must_use]
pub fn is_incomplete(text: &str) -> bool {
    Tokens::new(text).is_incomplete()
}

/// The parts of a text and what they are, for colouring. Space is left out.
#[must_use]
pub fn token_classes(text: &str) -> Vec<(Range<usize>, TokenClass)> {
    Tokens::new(text).classes(text)
}
