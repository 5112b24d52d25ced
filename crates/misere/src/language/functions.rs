//! The functions: the questions of the table, and functions of lists.

use misere_notation::Style;
use num_bigint::BigInt;

use super::evaluate::Evaluator;
use super::value::{Count, List, Value};
use crate::error::Error;
use crate::game::Game;
use crate::questions::{ArgumentKind, QUESTIONS, QuestionKind};

/// A function of the language.
#[derive(Clone, Copy)]
pub enum Function {
    /// A question, whose arguments are followed by a universe unless a default holds.
    Question(&'static QuestionKind),
    /// A function of one value, mostly a list.
    OfValue(&'static ValueFunction),
}

/// A function of one value of the language.
pub struct ValueFunction {
    /// The name of the function.
    pub name: &'static str,
    /// The argument that the function takes.
    pub(crate) takes: Takes,
    /// The help on the function, in a paragraph.
    pub help: &'static str,
    /// A program that shows the function, and its answer.
    pub example: [&'static str; 2],
    pub(crate) apply: fn(&mut Evaluator<'_>, &Value) -> Result<Value, Error>,
}

/// The argument of a function of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// A list of games, or of counts.
    Summands,
    /// A list.
    List,
    /// A list of truth values.
    Booleans,
    /// Any value.
    Any,
}

impl Function {
    /// The name of the function.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Function::Question(kind) => kind.name,
            Function::OfValue(function) => function.name,
        }
    }

    /// The function as it is written: `simplest(G, U)`.
    #[must_use]
    pub fn usage(&self) -> String {
        match self {
            Function::Question(kind) => kind.usage(),
            Function::OfValue(function) => {
                let argument = if function.takes == Takes::Any { "x" } else { "L" };
                format!("{}({argument})", function.name)
            }
        }
    }

    /// The help on the function, in a paragraph.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            Function::Question(kind) => kind.help,
            Function::OfValue(function) => function.help,
        }
    }

    /// A program that shows the function, and the answer to its last statement, in JSON for a
    /// question.
    #[must_use]
    pub fn example(&self) -> (String, &'static str) {
        match self {
            Function::Question(kind) => (call(kind), kind.example.answer),
            Function::OfValue(function) => (function.example[0].to_owned(), function.example[1]),
        }
    }

    /// The least and the largest number of arguments.
    pub(crate) fn arity(&self) -> (usize, usize) {
        match self {
            Function::Question(kind) => {
                let required = kind.parameters.iter().filter(|parameter| parameter.is_required).count();
                (required, kind.parameters.len() + usize::from(kind.takes_modulus()))
            }
            Function::OfValue(_) => (1, 1),
        }
    }
}

/// The example of a question as a call.
fn call(kind: &QuestionKind) -> String {
    let argument = |(name, text): &(&str, &str)| {
        use ArgumentKind::{Ruleset, Text, Texts, Word};
        match kind.parameters.iter().find(|p| p.name == *name).map(|p| p.kind) {
            Some(Ruleset | Text | Word(_)) => format!("\"{text}\""),
            Some(Texts) => format!("[\"{text}\"]"),
            Some(list) if list.is_list() => format!("[{text}]"),
            _ => (*text).to_owned(),
        }
    };
    let mut arguments: Vec<String> = kind.example.arguments.iter().map(argument).collect();
    arguments.extend(kind.example.modulo.map(str::to_owned));
    format!("{}({})", kind.name, arguments.join(", "))
}

/// All functions, in the order of the help.
#[must_use]
pub fn functions() -> Vec<Function> {
    let questions = QUESTIONS.iter().copied().map(Function::Question);
    questions.chain(OF_VALUES.iter().map(Function::OfValue)).collect()
}

/// The function of this name; functions of one name differ in the number of arguments.
pub(crate) fn find_function(name: &str, arguments: Option<usize>) -> Option<Function> {
    let of_value = OF_VALUES.iter().find(|function| function.name == name).map(Function::OfValue);
    let question = QUESTIONS.iter().copied().find(|kind| kind.name == name || kind.alias == Some(name));
    let question = question.map(Function::Question);
    match (of_value, question) {
        (Some(of_value), Some(question)) => Some(if arguments == Some(1) { of_value } else { question }),
        (of_value, question) => of_value.or(question),
    }
}

static OF_VALUES: &[ValueFunction] = &[
    ValueFunction {
        name: "sum",
        takes: Takes::Summands,
        help: "The disjunctive sum of a list of games, or the sum of a list of counts.",
        example: ["sum([1, 1, 1])", "3"],
        apply: |e, value| {
            let list = items(value);
            if let Some(counts) = counts(list) {
                return Ok(Count::any(counts.into_iter().map(|count| count.number).sum::<BigInt>()));
            }
            let mut sum = e.work.game("0")?;
            for game in games(list) {
                sum = (&sum + &game)?;
            }
            Ok(Value::Game(sum))
        },
    },
    ValueFunction {
        name: "sort",
        takes: Takes::Summands,
        help: "The games in the order in which options are written: by rank, then by structure. Counts are \
               sorted by size.",
        example: ["sort([{0|*}, *, 1, 0])", "[0, 1, *, {0|*}]"],
        apply: |e, value| {
            let list = items(value);
            if let Some(mut counts) = counts(list) {
                counts.sort();
                return e.list(counts.into_iter().map(Value::Count).collect());
            }
            let forms: Vec<_> = games(list).iter().map(Game::form).collect();
            e.list(e.work.list(&forms)?.into_iter().map(Value::Game).collect())
        },
    },
    ValueFunction {
        name: "distinct",
        takes: Takes::List,
        help: "The list with only the first of items that are the same. Games are the same if they are the \
               same form.",
        example: ["distinct([simplest(g, D) for g in days(1)])", "[0, 1, -1, *]"],
        apply: distinct,
    },
    ValueFunction {
        name: "first",
        takes: Takes::List,
        help: "The first item of a list: none if there is none.",
        example: ["first([g for g in days(2) if outcome(g) = P])", "*"],
        apply: |_, value| Ok(items(value).items().first().cloned().unwrap_or(Value::Nothing)),
    },
    ValueFunction {
        name: "any",
        takes: Takes::Booleans,
        help: "Whether one of a list of answers is true: false for an empty list.",
        example: ["any([g = 0 mod E for g in [1, *, {-1|1}]])", "true"],
        apply: |_, value| Ok(Value::Boolean(items(value).items().iter().any(is_true))),
    },
    ValueFunction {
        name: "all",
        takes: Takes::Booleans,
        help: "Whether all of a list of answers are true: true for an empty list.",
        example: ["all([outcome(nim(n)) = N for n in 2..8])", "true"],
        apply: |_, value| Ok(Value::Boolean(items(value).items().iter().all(is_true))),
    },
    ValueFunction {
        name: "length",
        takes: Takes::List,
        help: "How many items a list has.",
        example: ["length([g for g in days(2) if dicot(g)])", "10"],
        apply: |_, value| Ok(Count::small(items(value).items().len())),
    },
    ValueFunction {
        name: "latex",
        takes: Takes::Any,
        help: "The LaTeX of a value, for mathematical mode.",
        example: ["latex({0,■|-1})", r"\{0,\blacksquare \mid \overline{1}\}"],
        apply: |e, value| Ok(Value::text(value.write(e.work, Style::Latex)?)),
    },
];

fn is_true(value: &Value) -> bool {
    matches!(value, Value::Boolean(true))
}

fn items(value: &Value) -> &List {
    match value {
        Value::List(list) => list,
        _ => unreachable!("the function takes a list"),
    }
}

fn games(list: &List) -> Vec<Game> {
    let game = |item: &Value| match item {
        Value::Game(game) => game.clone(),
        _ => unreachable!("the function takes a list of games"),
    };
    list.items().iter().map(game).collect()
}

/// The counts of a list, if it is a list of counts.
fn counts(list: &List) -> Option<Vec<Count>> {
    let count = |item: &Value| if let Value::Count(n) = item { Some(n.clone()) } else { None };
    list.items().iter().map(count).collect::<Option<Vec<_>>>().filter(|counts| !counts.is_empty())
}

fn distinct(evaluator: &mut Evaluator<'_>, value: &Value) -> Result<Value, Error> {
    let budget = evaluator.work.budget();
    let mut kept: Vec<Value> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for item in items(value).items() {
        budget.step()?;
        let is_new = match item {
            // Long lists are mostly lists of games.
            Value::Game(game) => seen.insert(game.form()),
            Value::Integer(n) => seen.insert(evaluator.work.forms().integer(*n)?),
            _ => {
                let mut is_new = true;
                for other in &kept {
                    budget.step()?;
                    is_new = is_new && !evaluator.is_same(item, other)?;
                }
                is_new
            }
        };
        if is_new {
            kept.push(item.clone());
        }
    }
    evaluator.list(kept)
}
