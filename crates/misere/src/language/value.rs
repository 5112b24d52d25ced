//! What expressions are worth, and how that is written.

use std::fmt;
use std::sync::Arc;

use misere_core::{Account, Budget, Exhausted, Form, Limit, Outcome, Player, Relation};
use misere_notation::{Style, UniverseName};
use num_bigint::BigInt;

use crate::error::Error;
use crate::workspace::Workspace;

/// What an expression is worth.
#[derive(Clone, Debug)]
pub enum Value {
    /// A game.
    Game(Form),
    /// An integer as it was typed: a game, or a count where one is wanted.
    Integer(i64),
    /// How many, how deep, how large.
    Count(BigInt),
    /// Yes or no.
    Boolean(bool),
    /// Who wins.
    Outcome(Outcome),
    /// How two games compare.
    Relation(Relation),
    /// Left or Right.
    Player(Player),
    /// What comparisons are made modulo.
    Universe(UniverseName),
    /// Text to be copied.
    Text(String),
    /// There is none.
    Nothing,
    /// Several values in their order.
    List(List),
}

/// A list of values. It is paid for from the budget as long as somebody has it.
#[derive(Clone)]
pub struct List(Arc<Items>);

struct Items {
    items: Vec<Value>,
    /// How deep lists are nested in it. It bounds the recursion in writing, comparing
    /// and dropping.
    depth: usize,
    _account: Account,
}

impl List {
    /// How deep lists may be nested.
    const DEEPEST: usize = 100;

    pub(crate) fn new(budget: &Arc<Budget>, items: Vec<Value>) -> Result<List, Exhausted> {
        let account = Account::new(budget.clone());
        account.charge(items.iter().map(Value::bytes).sum())?;
        let inner = |value: &Value| if let Value::List(list) = value { list.0.depth } else { 0 };
        let depth = 1 + items.iter().map(inner).max().unwrap_or(0);
        if depth > List::DEEPEST {
            let limit = Limit::Size { asked: depth as u64, largest: List::DEEPEST as u64 };
            return Err(budget.exhausted(limit));
        }
        Ok(List(Arc::new(Items { items, depth, _account: account })))
    }

    /// The values.
    #[must_use]
    pub fn items(&self) -> &[Value] {
        &self.0.items
    }
}

impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.items()).finish()
    }
}

impl Value {
    /// What kind of value it is, with its article.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Game(_) | Value::Integer(_) => "a game",
            Value::Count(_) => "a count",
            Value::Boolean(_) => "a boolean",
            Value::Outcome(_) => "an outcome",
            Value::Relation(_) => "a relation",
            Value::Player(_) => "a player",
            Value::Universe(_) => "a universe",
            Value::Text(_) => "a text",
            Value::Nothing => "none",
            Value::List(_) => "a list",
        }
    }

    /// What it takes to hold it in a list; the items of a list in it are paid for there.
    pub(crate) fn bytes(&self) -> usize {
        let apart = match self {
            Value::Text(text) => text.len(),
            Value::Count(n) => n.bits() as usize / 8,
            _ => 0,
        };
        size_of::<Value>() + apart
    }

    /// The value as text. In Unicode and ASCII, what is written can be typed again,
    /// apart from relations and texts.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when it is too long to be written.
    pub fn write(&self, work: &Workspace, style: Style) -> Result<String, Error> {
        let mut out = String::new();
        self.append(work, style, &mut out)?;
        Ok(out)
    }

    fn append(&self, work: &Workspace, style: Style, out: &mut String) -> Result<(), Error> {
        const LONGEST: usize = 16 << 20;
        let in_text = |word: &str| match style {
            Style::Latex => format!(r"\text{{{word}}}"),
            Style::Unicode | Style::Ascii => word.to_owned(),
        };
        match self {
            Value::Game(form) => out.push_str(&work.write(*form, style)?),
            Value::Integer(n) if style == Style::Latex && *n < 0 => {
                out.push_str(&format!(r"\overline{{{}}}", n.unsigned_abs()));
            }
            Value::Integer(n) => out.push_str(&n.to_string()),
            Value::Count(n) => out.push_str(&n.to_string()),
            Value::Boolean(yes) => out.push_str(&in_text(if *yes { "true" } else { "false" })),
            Value::Outcome(outcome) if style == Style::Latex => {
                out.push_str(&format!(r"\mathcal{{{outcome}}}"));
            }
            Value::Outcome(outcome) => out.push_str(&outcome.to_string()),
            Value::Relation(Relation::Incomparable) if style == Style::Latex => out.push_str(r"\parallel"),
            Value::Relation(relation) => out.push_str(&relation.to_string()),
            Value::Player(player) => out.push_str(&in_text(&player.to_string())),
            Value::Universe(universe) => out.push_str(&work.write_modulus(universe, style)?),
            Value::Text(text) => out.push_str(text),
            Value::Nothing => out.push_str(&in_text("none")),
            Value::List(list) => {
                out.push('[');
                for (at, item) in list.items().iter().enumerate() {
                    if at > 0 {
                        out.push_str(", ");
                    }
                    item.append(work, style, out)?;
                    work.forms().budget().step()?;
                }
                out.push(']');
            }
        }
        if out.len() > LONGEST {
            let limit = Limit::Size { asked: out.len() as u64, largest: LONGEST as u64 };
            return Err(work.forms().budget().exhausted(limit).into());
        }
        Ok(())
    }
}
