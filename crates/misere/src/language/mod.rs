//! The expression language of the worksheet: name a game, add it to another,
//! simplify it modulo this and that, compare, copy the LaTeX.
//!
//! The language is small on purpose. There are names, lists, questions and functions of one's
//! own, and no loops and no conditionals: for a programming language, use the library. Nothing
//! but names, rulesets and the default universe ever changes.
//!
//! ```
//! use misere::{Style, Workspace};
//! use misere::language::Session;
//! let mut session = Session::new(&Workspace::new());
//! let replies = session.evaluate("G := {0,*|*}; simplest(G, D); G >= 0 mod E")?;
//! let written: Vec<String> = replies.iter().map(|r| r.write(Style::Unicode)).collect::<Result<_, _>>()?;
//! assert_eq!(written, ["{0,*|*}", "{0,■|*}", "true"]);
//! # Ok::<(), misere::Error>(())
//! ```
//!
//! # Grammar
//!
//! ```text
//! program    = { statement ( newline | ";" ) }
//! statement  = name ":=" expression | name "(" name { "," name } ")" ":=" expression
//!            | "modulo" universe | "load" ( "rules" | "universe" ) text | expression
//! expression = conjunct { "or" conjunct }
//! conjunct   = negation { "and" negation }
//! negation   = { "not" } comparison
//! comparison = range [ sign range | "in" range ] [ "mod" universe ]
//! sign       = "=" | "!=" | ">=" | "<=" | ">" | "<" | "<>" | "||" | "=="
//! range      = sum [ ".." sum ]
//! sum        = product { ( "+" | "-" ) product }
//! product    = term { "*" term }
//! term       = primary | game
//! primary    = integer | name | "_" | universe | call | list | "(" expression ")"
//!            | primary "[" expression "]"
//! call       = ( function | name ) "(" [ expression { "," expression } ] ")"
//! list       = "[" [ expression { "," expression } ] "]"
//!            | "[" expression clause { clause } "]"
//! clause     = "for" name "in" expression { "if" expression }
//! universe   = "M" | "D" | "E" | "B" | "I" | "N" | "D(" game { "," game } ")" | name
//!            | "D(" { game "," } game "for" name [ "even" | "odd" | ">=" integer ] ")"
//!            | "ends(" [ game { "," game } ] "|" [ game { "," game } ] ")"
//! game       = the notation of misere-notation, in which primaries may stand for games
//! ```
//!
//! **Games are read by `misere_notation`**, whatever stands around them: the parser of
//! the language finds where a game begins and ends and which parts are names and calls,
//! and hands the text over with those parts as holes. Thus there is one notation of
//! games, to which positions such as `domineering(2x4)` belong.
//!
//! Sums, braces and prefixes want games; a name inside stands for the game it was
//! given. A line ends a statement, unless a bracket is open or the line ends with an
//! operator. A comment is `-- …`, to the end of the line, since `#` is a tombstone
//! and no notation has two minus signs in a row. The blank is part of the sign: `--1` is
//! refused, since the conjugate of `-1` may be meant, which is `~-1`.
//!
//! **Positions.** Only a ruleset understands its positions. A name for a number may stand in a
//! position as a word of its own, `domineering(2 x n)`; it counts where the text as it is
//! written is no position. `load rules "my.rules"` makes `my(…)` a position; who runs the
//! language says how files are read ([`Session::load_with`]).
//!
//! **Functions.** `f(g) := …` gives a name to a function. What it calls, and the names in it,
//! are looked up when it is called; how deep calls go is bounded.
//!
//! The commands of the worksheet (`draw`, `save`, …) are no part of the language, but no
//! name may be a command, so that a worksheet and a program mean the same.
//!
//! # Kinds of values
//!
//! | kind | for example |
//! |---|---|
//! | game | `{0,*\|*}`, `domineering(2x4)`, `3` |
//! | count | `length(days(2))`, `rank(*2)`, `edges(G)`, `count(3, D)` |
//! | boolean | `true`, `G = H mod E` |
//! | outcome | `outcome(G)`; beside one, `L`, `N`, `P`, `R` |
//! | relation | `relation(G, H, E)` |
//! | player | `Left`, `Right` |
//! | universe | `E`, `D(-1)` |
//! | list | `[0, *]`, `[g for g in days(2) if dicot(g)]` |
//! | text | `latex(G)` |
//! | record | `show(G)`, whose fields are `show(G).rank` and others |
//! | function | `f`, after `f(g) := …` |
//! | none | `none`, where there is nothing, as in `expand({0,■\|*}, M)` |
//!
//! **Integers.** An integer that is typed is a game, except where a count is wanted
//! (`days(2)`, `L[1]`) and beside a count (`length(L) > 5`, `rank(G) + 1`), where it
//! is that count. Counts are never taken for games: `{rank(G)|0}` is an error. Hence
//! `1 > 0` is a question about games, and needs a universe. Differences and products are of
//! counts: `n - 1` and `2*rank(G)`; of typed integers alone, `3 - 1`, they are refused. A range
//! has integers.
//!
//! **Brackets.** `[a, b]` and `[a]` are lists, everywhere. With blanks between the items,
//! `[-1 0]` is the Left dead end `{·|-1,0}` of the notation.
//!
//! **Records.** `R.name` is a field of a record, and `L.name` the list of the fields of a list of
//! records. Where one value is wanted, a record of several fields stands for its main value:
//! `separator(G, H, E)` for the game, `invertible(G, E)` for true or false.
//!
//! **Universes.** `modulo E` holds from then on. `mod E` behind a comparison, or a
//! function, holds for the expression before it, up to `and`, `or` or `not`. Without
//! either, questions that need a universe are errors. `=` compares modulo a universe,
//! `==` asks for the same form.

mod ast;
mod compare;
mod evaluate;
mod fields;
mod functions;
mod lexer;
mod parser;
mod value;
mod words;

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;

use misere_core::{Account, Exhausted};
use misere_notation::{ParseError, Problem, Style, UniverseNames};
use misere_rulesets::is_ruleset_name;

use crate::data::{Definition, Record};
use crate::error::Error;
use crate::modulus::Modulus;
use crate::questions::{Proof, Question};
use crate::workspace::Workspace;

pub use functions::{Function, ValueFunction, functions};
pub use lexer::TokenClass;
pub use value::{Count, List, Value};

use ast::Statement;
use evaluate::Evaluator;
use lexer::Tokens;
use parser::Parser;
use value::{OwnFunction, Source};

/// Names, the default universe, and a workspace to ask.
pub struct Session {
    work: Workspace,
    names: BTreeMap<String, Value>,
    modulus: Option<Modulus>,
    /// The value of the last statement that had one, which is called `_`.
    last: Option<Value>,
    load: Option<Box<Load>>,
}

/// Reads a file, adds what it says to the workspace, and gives its name; or says why not.
pub type Load = dyn Fn(&Workspace, Loading, &str) -> Result<String, String>;

/// What a file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loading {
    /// The rules of a game, for [`Workspace::add_ruleset`].
    Rules,
    /// The ends of a universe, for [`Workspace::load_universe`].
    Universe,
}

impl Loading {
    const ALL: [Loading; 2] = [Loading::Rules, Loading::Universe];

    fn word(self) -> &'static str {
        match self {
            Loading::Rules => "rules",
            Loading::Universe => "universe",
        }
    }
}

/// What the tokens of a text take, and the expressions that are made of them.
fn bytes_to_read(text: &str) -> usize {
    const EACH: usize = size_of::<lexer::Token>() + size_of::<ast::Node>();
    // A token begins where a run of letters and digits does, and at every other sign.
    let is_in_run = |byte: u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let mut before = b' ';
    let starts = |byte: u8| {
        let starts = !(byte.is_ascii_whitespace() || is_in_run(byte) && is_in_run(before));
        before = byte;
        starts
    };
    2 * text.len() + EACH * text.bytes().map(starts).filter(|&starts| starts).count()
}

/// The reply to a statement: its value, what it changed, and what it asked.
#[derive(Clone)]
pub struct Reply {
    work: Workspace,
    /// The change that the statement made.
    pub change: Change,
    /// The value of the statement; after `modulo E`, the universe.
    pub value: Value,
    /// The question and its answer, if the statement is a question of the table.
    asked: Option<Asked>,
    /// What is said beside the value: the seeds of random games.
    pub notes: Vec<String>,
    /// Where the statement stands in the text.
    pub span: Range<usize>,
}

/// A question that was asked, and its answer.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) question: Question,
    pub(crate) modulus: Option<Modulus>,
    pub(crate) answer: Record,
}

/// The change that a statement makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// No change.
    None,
    /// A name that stands for the value from now on.
    Name(String),
    /// The value is the default universe from now on.
    Modulus,
    /// The rules or the universe of this name is known from now on.
    Loaded(Loading, String),
}

impl Session {
    /// A session without names and without a default universe.
    #[must_use]
    pub fn new(work: &Workspace) -> Session {
        Session { work: work.clone(), names: BTreeMap::new(), modulus: None, last: None, load: None }
    }

    /// Sets the reader of `load rules "file"` and `load universe "file"`. The language itself
    /// opens no file.
    pub fn load_with(&mut self, load: Box<Load>) {
        self.load = Some(load);
    }

    /// The last answer, `_`.
    #[must_use]
    pub fn last_answer(&self) -> Option<&Value> {
        self.last.as_ref()
    }

    /// Makes a value the last answer again.
    pub fn set_last_answer(&mut self, last: Option<Value>) {
        self.last = last;
    }

    /// The workspace that is asked.
    #[must_use]
    pub fn workspace(&self) -> &Workspace {
        &self.work
    }

    /// The names and what they stand for, in alphabetical order.
    #[must_use]
    pub fn names(&self) -> &BTreeMap<String, Value> {
        &self.names
    }

    /// The default universe.
    #[must_use]
    pub fn modulus(&self) -> Option<&Modulus> {
        self.modulus.as_ref()
    }

    /// Gives back the memory of everything but the names that are kept: all names, or all but
    /// the `dropped` one. Answers that were given before keep what they need.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a limit was reached; then nothing is forgotten.
    pub fn forget(&mut self, dropped: Option<&str>) -> Result<(), Error> {
        let fresh = self.work.fresh();
        let mut names = BTreeMap::new();
        for (name, value) in self.names.iter().filter(|(name, _)| Some(name.as_str()) != dropped) {
            names.insert(name.clone(), value.adopted_by(&fresh)?);
        }
        let modulus = self.modulus.as_ref().map(|modulus| fresh.modulo(modulus.id().as_str())).transpose()?;
        (self.work, self.names, self.modulus, self.last) = (fresh, names, modulus, None);
        Ok(())
    }

    /// Evaluates all statements of a text. Names given before an error stay given.
    ///
    /// # Errors
    /// [`Error::Parse`] with the place in the text, also for errors in evaluating;
    /// [`Error::Exhausted`] when a limit was reached.
    pub fn evaluate(&mut self, text: &str) -> Result<Vec<Reply>, Error> {
        let mut replies = Vec::new();
        self.run(text, |reply| {
            replies.push(reply);
            Ok::<_, Error>(())
        })?;
        Ok(replies)
    }

    /// Evaluates the statements of a text one after the other, and hands on each reply
    /// before it reads on.
    ///
    /// # Errors
    /// The errors of [`Session::evaluate`], and those of `each`.
    pub fn run<E: From<Error>>(
        &mut self,
        text: &str,
        mut each: impl FnMut(Reply) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut start = 0;
        while start < text.len() {
            let account = Account::new(self.work.budget().clone());
            let (end, mut tokens) = self.next_piece(text, start, &account).map_err(Error::from)?;
            let mut done = start;
            while let Some(place) = self.run_from(text, start..end, done, &tokens, &mut each)? {
                done = place;
                tokens = self.tokens(&text[start..end]);
            }
            start = end;
        }
        Ok(())
    }

    fn tokens(&self, text: &str) -> Tokens {
        Tokens::new(text, &|word| self.work.knows_ruleset(word))
    }

    /// The end of some statements, and their tokens: a long program is not turned into tokens as
    /// a whole.
    fn next_piece(&self, text: &str, start: usize, account: &Account) -> Result<(usize, Tokens), Exhausted> {
        const LEAST: usize = 1 << 12;
        let mut least = LEAST;
        loop {
            let rest = text.as_bytes().get(start + least..).unwrap_or_default();
            let Some(length) = rest.iter().position(|byte| b"\n;".contains(byte)) else {
                account.charge(bytes_to_read(&text[start..]))?;
                return Ok((text.len(), self.tokens(&text[start..])));
            };
            let end = start + least + length + 1;
            let piece = &text[start..end];
            // A semicolon may stand in a comment, or in the name of a file.
            let line = piece.rsplit('\n').next().unwrap_or_default();
            let bytes = bytes_to_read(piece);
            account.charge(bytes)?;
            let tokens = self.tokens(piece);
            if !line.contains('"') && tokens.ends_with_a_separator() {
                return Ok((end, tokens));
            }
            account.refund(bytes);
            least = 2 * (end - start);
        }
    }

    /// Evaluates the statements of a piece that begin behind a place. Returns the end of a
    /// statement that loads rules: positions of the new ruleset are tokens of another kind
    /// from there on.
    fn run_from<E: From<Error>>(
        &mut self,
        text: &str,
        piece: Range<usize>,
        done: usize,
        tokens: &Tokens,
        each: &mut impl FnMut(Reply) -> Result<(), E>,
    ) -> Result<Option<usize>, E> {
        let start = piece.start;
        let in_text = |error: Error| match error {
            Error::Parse(ParseError { span, problem, help, .. }) => {
                ParseError::new(text, start + span.start..start + span.end, problem, help).into()
            }
            other => other,
        };
        let piece = &text[piece];
        let source = Source { text: piece.into(), clean: tokens.clean().into() };
        for range in tokens.statements() {
            if start + tokens.get(range.start).span.start < done {
                continue;
            }
            let is_function = |word: &str| matches!(self.names.get(word), Some(Value::Function(_)));
            let is_name = |word: &str| self.names.contains_key(word);
            let statement = Parser::new(piece, tokens, range, &is_function, &is_name).statement();
            let statement = statement.map_err(|error| in_text(error.into()))?;
            let mut reply = self.execute(&source, statement).map_err(in_text)?;
            reply.span = start + reply.span.start..start + reply.span.end;
            let loaded = matches!(reply.change, Change::Loaded(..)).then_some(reply.span.end);
            each(reply)?;
            if loaded.is_some() {
                return Ok(loaded);
            }
        }
        Ok(None)
    }

    fn execute(&mut self, source: &Source, statement: Statement) -> Result<Reply, Error> {
        let work = self.work.clone();
        let (modulus, last) = (self.modulus.clone(), self.last.as_ref());
        let mut evaluator = Evaluator::new(&work, &self.names, last, modulus, source.clone());
        match statement {
            Statement::Load { span, what, file, file_span } => {
                let load = self.load.as_ref().ok_or_else(|| "no files are read here".to_owned());
                let name = load.and_then(|load| load(&work, what, &file)).map_err(|message| {
                    ParseError::new(&source.text, file_span, Problem::Other(message), None)
                })?;
                let value = Value::text(name.clone());
                let change = Change::Loaded(what, name);
                Ok(Reply { work, change, value, asked: None, notes: Vec::new(), span })
            }
            Statement::Definition { span, name, parameters, body } => {
                self.refuse_universe(&source.text, &span, &name)?;
                let written: Vec<&str> = source.clean[span.clone()].split_whitespace().collect();
                let written = written.join(" ");
                let function = OwnFunction { parameters, body, source: source.clone() };
                let value = Value::Function(Definition::new(&written, function));
                self.names.insert(name.clone(), value.clone());
                Ok(Reply { work, change: Change::Name(name), value, asked: None, notes: Vec::new(), span })
            }
            Statement::Modulo { span, universe } => {
                let universe = evaluator.universe(&universe)?;
                self.modulus = Some(universe.clone());
                let value = Value::Universe(universe);
                Ok(Reply { work, change: Change::Modulus, value, asked: None, notes: Vec::new(), span })
            }
            Statement::Expression { span, name, node } => {
                if let Some(name) = &name {
                    self.refuse_universe(&source.text, &span, name)?;
                }
                let value = evaluator.evaluate_whole(&node)?;
                if let Some(name) = &name {
                    evaluator.refuse_universe_called(name, &value, &span)?;
                }
                // What is not known is neither true nor false; its fields can be asked for.
                if let Value::Record(record) = &value
                    && !record.is_decided()
                {
                    record.plain(&work)?;
                }
                let asked = evaluator.asked.take();
                let mut notes = mem::take(&mut evaluator.notes);
                notes.extend(name.as_deref().and_then(words::note_on_name));
                let change = match name {
                    None => Change::None,
                    Some(name) => {
                        self.names.insert(name.clone(), value.clone());
                        Change::Name(name)
                    }
                };
                self.last = Some(value.clone());
                Ok(Reply { work, change, value, asked, notes, span })
            }
        }
    }

    /// Refuses a name of what the workspace knows and the parser does not: universes that were
    /// registered, and rules that were loaded.
    fn refuse_universe(&self, text: &str, span: &Range<usize>, name: &str) -> Result<(), Error> {
        let what = match name {
            _ if words::may_be_a_game(name) => return Ok(()),
            _ if self.work.registry().knows(name) => "a universe",
            _ if self.work.knows_ruleset(name) => "a ruleset",
            _ => return Ok(()),
        };
        let message = format!("`{name}` is {what} and cannot be given another meaning");
        let place = span.start..span.start + name.len();
        let help = Some("choose another name, such as `G`".to_owned());
        Err(ParseError::new(text, place, Problem::Other(message), help).into())
    }

    /// The words that begin with a prefix, in alphabetical order: names, functions, rulesets,
    /// keywords and universes.
    #[must_use]
    pub fn completions(&self, prefix: &str) -> Vec<String> {
        let mut words = words::known();
        words.extend(self.names.keys().cloned().chain(self.work.registry().names()));
        words.extend(self.work.own_rulesets());
        words.retain(|word| word.starts_with(prefix));
        words.sort();
        words.dedup();
        words
    }
}

impl Reply {
    /// The value as text.
    pub fn write(&self, style: Style) -> Result<String, Error> {
        self.value.write(&self.work, style)
    }

    /// The reply as lines, of which the first says what has changed: `G := {0|*}`, `modulo E`,
    /// or the value alone. A long game has names, which the other lines define.
    pub fn lines(&self, style: Style) -> Result<Vec<String>, Error> {
        let mut lines = match &self.value {
            Value::Game(game) => game.lines(style)?,
            Value::Record(record) if self.change == Change::None && record.lists_records() => {
                record.lines(style)?
            }
            // A picture in characters has several lines.
            _ => match self.write(style)? {
                text if text.is_empty() => vec![text],
                text => text.lines().map(str::to_owned).collect(),
            },
        };
        lines[0] = self.line_with(mem::take(&mut lines[0]));
        Ok(lines)
    }

    /// The reply as a line, given the text of the value.
    #[must_use]
    pub fn line_with(&self, value: String) -> String {
        match &self.change {
            Change::None => value,
            Change::Name(_) if matches!(self.value, Value::Function(_)) => value,
            Change::Name(name) => format!("{name} := {value}"),
            Change::Modulus => format!("modulo {value}"),
            Change::Loaded(Loading::Rules, name) => {
                format!("rules {name}: positions are written {name}(…)")
            }
            Change::Loaded(Loading::Universe, name) => format!("universe {name}"),
        }
    }

    /// A proof of the answer, if the statement was a question whose answers have proofs.
    ///
    /// # Errors
    /// [`Error`] when a limit was reached.
    pub fn prove(&self) -> Result<Option<Proof>, Error> {
        let Some(Asked { question, modulus, answer }) = &self.asked else { return Ok(None) };
        if !question.kind().is_provable() {
            return Ok(None);
        }
        let proof = match modulus {
            Some(modulus) => modulus.prove_answer(question, answer),
            None => self.work.prove_answer(question, answer),
        };
        proof.map(Some)
    }
}

impl std::fmt::Debug for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reply").field("change", &self.change).field("value", &self.value).finish()
    }
}

/// The words that begin a command of the worksheet, and the `to` before a file, in
/// alphabetical order. These words cannot be names.
#[must_use]
pub fn commands() -> &'static [&'static str] {
    &words::COMMANDS
}

/// Whether a word has a fixed meaning: a keyword, a function, a universe, a family of the
/// notation, a ruleset or a command of the worksheet.
pub(crate) fn has_meaning(word: &str) -> bool {
    words::reserved(word).is_some()
}

/// Whether a text may go on in the next line: a bracket is open, or an operator waits for
/// an operand.
#[must_use]
pub fn is_incomplete(text: &str) -> bool {
    Tokens::new(text, &is_ruleset_name).is_incomplete()
}

/// The parts of a text and their classes, for colouring. Space is left out.
#[must_use]
pub fn token_classes(text: &str) -> Vec<(Range<usize>, TokenClass)> {
    Tokens::new(text, &is_ruleset_name).classes(text)
}
