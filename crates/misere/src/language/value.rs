//! The values of expressions, and how they are written.

use std::fmt;
use std::sync::Arc;

use misere_core::{Account, Budget, Exhausted, Limit, Outcome, Player, Relation};
use misere_notation::Style;
use num_bigint::BigInt;
use serde_json::{Map, Value as Json};

use super::ast::Node;
use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::questions::{
    Answer, JSON_STYLE, QuestionKind, in_text, strong_players, write_each, write_outcome, write_relation,
};
use crate::workspace::Workspace;

/// The value of an expression.
#[derive(Clone, Debug)]
pub enum Value {
    /// A game.
    Game(Game),
    /// An integer as it was typed: a game, or a count where one is wanted.
    Integer(i64),
    /// A number that tells how many, how deep or how large.
    Count(Count),
    /// A truth value.
    Boolean(bool),
    /// An outcome: who wins.
    Outcome(Outcome),
    /// A relation: how two games compare.
    Relation(Relation),
    /// Left or Right.
    Player(Player),
    /// A modulus for comparisons.
    Universe(Modulus),
    /// Text to be copied.
    Text(String),
    /// The value `none`, for a missing answer.
    Nothing,
    /// Several answers at once, by name.
    Record(Arc<Map<String, Json>>),
    /// Several values in their order.
    List(List),
    /// A function of the user's own.
    Function(Arc<OwnFunction>),
}

/// A number that tells how many, how deep or how large.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Count {
    /// The number.
    pub number: BigInt,
    /// Whether numbers of this origin stay below 2^53: a rank and a length do, what is
    /// computed may not. Such a count is a number in JSON, any other one a string of digits.
    pub is_small: bool,
}

impl Count {
    pub(crate) fn small(number: impl Into<BigInt>) -> Value {
        Value::Count(Count { number: number.into(), is_small: true })
    }

    pub(crate) fn any(number: impl Into<BigInt>) -> Value {
        Value::Count(Count { number: number.into(), is_small: false })
    }
}

/// A function that a program defines. What it calls, and the names in it, are looked up when
/// it is called.
pub struct OwnFunction {
    /// The definition as it is written.
    pub(crate) written: String,
    pub(crate) parameters: Vec<String>,
    pub(crate) body: Node,
    pub(crate) source: Source,
}

impl fmt::Debug for OwnFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

/// A text of the language.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) text: Arc<str>,
    /// The text with space in the place of comments.
    pub(crate) clean: Arc<str>,
}

/// A list of values, which is charged to the budget as long as a handle to it exists.
#[derive(Clone)]
pub struct List(Arc<Items>);

struct Items {
    items: Vec<Value>,
    /// How deep lists are nested in the list, which bounds the recursion in writing, comparing
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

    /// The values of the list.
    #[must_use]
    pub fn items(&self) -> &[Value] {
        &self.0.items
    }

    /// The values that are games.
    fn games(&self) -> Vec<Game> {
        let game = |value: &Value| if let Value::Game(game) = value { Some(game.clone()) } else { None };
        self.items().iter().filter_map(game).collect()
    }
}

impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.items()).finish()
    }
}

impl Value {
    /// The kind of the value, with its article.
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
            Value::Record(_) => "a record",
            Value::Function(_) => "a function",
        }
    }

    /// The value as it is named in a message: its kind, and the length of a list.
    pub(crate) fn described(&self) -> String {
        match self {
            Value::List(list) => format!("a list of {}", list.items().len()),
            other => other.kind().to_owned(),
        }
    }

    /// The bytes charged for the value in a list; a list inside is charged for its own items.
    pub(crate) fn bytes(&self) -> usize {
        let apart = match self {
            Value::Text(text) => text.len(),
            Value::Count(n) => n.number.bits() as usize / 8,
            _ => 0,
        };
        size_of::<Value>() + apart
    }

    /// The value as text. Text in Unicode and ASCII can be typed again, apart from relations
    /// and texts.
    pub fn write(&self, work: &Workspace, style: Style) -> Result<String, Error> {
        let mut out = String::new();
        self.append(work, style, &mut out)?;
        Ok(out)
    }

    fn append(&self, work: &Workspace, style: Style, out: &mut String) -> Result<(), Error> {
        match self {
            Value::Game(game) => out.push_str(&game.write(style)?),
            Value::Integer(n) if style == Style::Latex && *n < 0 => {
                out.push_str(&format!(r"\overline{{{}}}", n.unsigned_abs()));
            }
            Value::Integer(n) => out.push_str(&n.to_string()),
            Value::Count(n) => out.push_str(&n.number.to_string()),
            Value::Boolean(yes) => out.push_str(&in_text(if *yes { "true" } else { "false" }, style)),
            Value::Outcome(outcome) => out.push_str(&write_outcome(*outcome, style)),
            Value::Relation(relation) => out.push_str(&write_relation(*relation, style)),
            Value::Player(player) => out.push_str(&in_text(&player.to_string(), style)),
            Value::Universe(modulus) => out.push_str(&modulus.write(style)?),
            Value::Text(text) => out.push_str(text),
            Value::Function(function) => out.push_str(&function.written),
            Value::Nothing => out.push_str(&in_text("none", style)),
            Value::Record(fields) => {
                let field = |(name, value): (&String, &Json)| match value {
                    Json::String(text) => format!("{name}: {text}"),
                    other => format!("{name}: {other}"),
                };
                out.push_str(&fields.iter().map(field).collect::<Vec<_>>().join("; "));
            }
            Value::List(list) => {
                out.push('[');
                // Games are written together: what follows from several is looked at once.
                let mut games = write_each(&list.games(), style)?.into_iter();
                for (at, item) in list.items().iter().enumerate() {
                    if at > 0 {
                        out.push_str(", ");
                    }
                    match item {
                        Value::Game(_) => out.extend(games.next()),
                        other => other.append(work, style, out)?,
                    }
                    work.budget().step()?;
                }
                out.push(']');
            }
        }
        let longest = work.notation(style).max_bytes;
        if out.len() > longest {
            return Err(work.budget().exhausted(Limit::Text(longest)).into());
        }
        Ok(())
    }
}

impl Value {
    /// The value in JSON, as in a field of an answer. Lists are nested a hundred deep at
    /// most.
    pub fn json(&self, work: &Workspace) -> Result<Json, Error> {
        Ok(match self {
            Value::Boolean(yes) => (*yes).into(),
            Value::Nothing => Json::Null,
            Value::Count(count) if count.is_small => {
                u64::try_from(&count.number).expect("a small count is below 2^53").into()
            }
            Value::List(list) => {
                // Games are written together: what follows from several is looked at once.
                let mut games = write_each(&list.games(), JSON_STYLE)?.into_iter();
                let each = |item: &Value| match item {
                    Value::Game(_) => Ok(games.next().into()),
                    other => other.json(work),
                };
                list.items().iter().map(each).collect::<Result<Json, Error>>()?
            }
            Value::Record(fields) => Json::Object((**fields).clone()),
            other => other.write(work, JSON_STYLE)?.into(),
        })
    }

    /// The value in another workspace, games and all.
    pub(crate) fn adopted_by(&self, work: &Workspace) -> Result<Value, Error> {
        Ok(match self {
            Value::Game(game) => Value::Game(work.adopt(game)?),
            Value::Universe(modulus) => Value::Universe(work.modulo(modulus.id().as_str())?),
            Value::List(list) => {
                let items =
                    list.items().iter().map(|item| item.adopted_by(work)).collect::<Result<_, _>>()?;
                Value::List(List::new(work.budget(), items)?)
            }
            other => other.clone(),
        })
    }

    /// An answer as a value of the language.
    pub(crate) fn from_answer(
        work: &Workspace,
        kind: &'static QuestionKind,
        answer: &Answer,
    ) -> Result<Value, Error> {
        let list = |items| Ok::<_, Error>(Value::List(List::new(work.budget(), items)?));
        let games = |games: &[Game]| list(games.iter().cloned().map(Value::Game).collect());
        Ok(match answer {
            Answer::Game(game) => game.clone().map_or(Value::Nothing, Value::Game),
            Answer::Games(all) | Answer::Sample { games: all, .. } => games(all)?,
            Answer::Relation(relation) => Value::Relation(*relation),
            Answer::Outcome(outcome) => outcome.map_or(Value::Nothing, Value::Outcome),
            Answer::Boolean(yes) => Value::Boolean(*yes),
            Answer::Invertibility(found) => Value::Boolean(found.decided()?),
            Answer::Players(strong) => list(strong_players(*strong).map(Value::Player).collect())?,
            Answer::Number(number) => number.map_or(Value::Nothing, Count::small),
            Answer::Count(number) => Count::any(number.clone()),
            Answer::Separation(found) => found.clone().map_or(Value::Nothing, |s| Value::Game(s.game)),
            Answer::Facts(_) => {
                let names = kind.fields.iter().map(|field| field.name.to_owned());
                Value::Record(Arc::new(names.zip(answer.json()?).collect()))
            }
            Answer::Genus(genus) => Value::Text(genus.write(JSON_STYLE)),
            Answer::Steps(steps) => {
                list(steps.json()?.into_iter().map(|step| Value::Record(Arc::new(step))).collect())?
            }
            Answer::Reduced(reduced) => Value::Boolean(reduced.holds()),
        })
    }
}
