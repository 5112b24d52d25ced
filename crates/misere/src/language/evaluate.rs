//! Evaluating expressions.

use std::collections::BTreeMap;
use std::ops::Range;

use misere_core::{Account, Player};
use misere_notation::{
    Hole, ParseError, Problem, ReadError, parse_form_with_holes, parse_universe_with_holes, quoted,
};
use misere_rulesets::is_ruleset_name;
use num_bigint::BigInt;

use super::Asked;
use super::ast::{Clause, Expression, Node};
use super::compare::outcome;
use super::functions::{Function, Takes, ValueFunction};
use super::value::{List, Value};
use super::words;
use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::positions::PositionsByName;
use crate::questions::{Argument, ArgumentKind, Parameter, Question, QuestionKind, Subject};
use crate::workspace::Workspace;

/// An evaluator of the expressions of one statement. The parser bounds the nesting of
/// expressions, and with it the recursion.
pub(crate) struct Evaluator<'a> {
    pub(crate) work: &'a Workspace,
    names: &'a BTreeMap<String, Value>,
    modulus: Option<Modulus>,
    pub(super) text: &'a str,
    /// The text without comments, at the same places.
    clean: &'a str,
    /// The names of the lists that are being made, innermost last.
    locals: Vec<(String, Value)>,
    /// The question that the expression evaluated last has asked, if it is one.
    pub(crate) asked: Option<Asked>,
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(
        work: &'a Workspace,
        names: &'a BTreeMap<String, Value>,
        modulus: Option<Modulus>,
        text: &'a str,
        clean: &'a str,
    ) -> Evaluator<'a> {
        Evaluator { work, names, modulus, text, clean, locals: Vec::new(), asked: None }
    }

    pub(crate) fn evaluate(&mut self, node: &Node) -> Result<Value, Error> {
        self.work.budget().step()?;
        let value = match &node.expression {
            Expression::Compare { sign, sign_span, sides } => return self.compare(*sign, sign_span, sides),
            Expression::Call { function, arguments } => return self.call(node, *function, arguments),
            Expression::With(inner, universe) => {
                let universe = self.universe(universe)?;
                let before = self.modulus.replace(universe);
                let value = self.evaluate(inner);
                self.modulus = before;
                return value;
            }
            Expression::Integer(n) => Value::Integer(*n),
            Expression::Word(word) => self.word(word, node)?,
            Expression::Game { holes, is_plain_sum: true } => self.plain_sum(node, holes)?,
            Expression::Game { holes, .. } => Value::Game(self.read_game(node, &mut holes.iter())?),
            Expression::Universe { holes } => {
                let holes = self.fill(node, &mut holes.iter())?;
                let text = &self.clean[node.span.clone()];
                let names = self.work.universe_names();
                let universe = parse_universe_with_holes(self.work.forms(), text, &names, &holes);
                let universe = universe.map_err(|error| self.in_text(node, error))?;
                Value::Universe(self.work.modulus(universe)?)
            }
            Expression::List(items) => {
                let items = items.iter().map(|item| self.evaluate(item)).collect::<Result<_, _>>()?;
                self.list(items)?
            }
            Expression::Comprehension { body, clauses } => {
                let mut items = Vec::new();
                let account = Account::new(self.work.budget().clone());
                self.collect(body, clauses, &mut items, &account)?;
                self.list(items)?
            }
            Expression::Index(list, index) => self.index(list, index)?,
            Expression::In { sides, modulo } => self.is_in(sides, *modulo)?,
            Expression::Not(inner) => Value::Boolean(!self.boolean(inner)?),
            Expression::And(parts) => Value::Boolean(self.all_are(parts, true)?),
            Expression::Or(parts) => Value::Boolean(!self.all_are(parts, false)?),
        };
        self.asked = None;
        Ok(value)
    }

    /// Whether all parts have this truth value. Parts behind the first that has another truth
    /// value are not evaluated.
    fn all_are(&mut self, parts: &[Node], truth: bool) -> Result<bool, Error> {
        for part in parts {
            if self.boolean(part)? != truth {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn word(&self, word: &str, node: &Node) -> Result<Value, Error> {
        let local = self.locals.iter().rev().find(|(name, _)| name == word).map(|(_, value)| value);
        if let Some(value) = local.or_else(|| self.names.get(word)) {
            return Ok(value.clone());
        }
        match word {
            "true" => return Ok(Value::Boolean(true)),
            "false" => return Ok(Value::Boolean(false)),
            "none" => return Ok(Value::Nothing),
            "Left" => return Ok(Value::Player(Player::Left)),
            "Right" => return Ok(Value::Player(Player::Right)),
            _ => {}
        }
        if misere_notation::UniverseNames::knows(&*self.work.registry(), word) {
            return Ok(Value::Universe(self.work.modulo(word)?));
        }
        Err(self.unknown(word, node))
    }

    fn unknown(&self, word: &str, node: &Node) -> Error {
        let names =
            self.names.keys().map(String::as_str).chain(self.locals.iter().map(|(name, _)| name.as_str()));
        let help = if is_ruleset_name(word) {
            "a position is written with parentheses, as in `nim(3,5)`".to_owned()
        } else if words::COMMANDS.contains(&word) {
            "it is a command of the worksheet, and stands at the beginning of a line there".to_owned()
        } else if outcome(word).is_some() {
            format!("{word} is an outcome only beside one, as in `outcome(G) = {word}`")
        } else if word.contains('-') {
            "there is no subtraction: add the conjugate, `G + ~H`".to_owned()
        } else if let Some(similar) = words::similar(word, names) {
            format!("did you mean `{similar}`?")
        } else {
            format!("give it a meaning first: `{word} := {{0|*}}`")
        };
        self.error(&node.span, Problem::UnknownName(quoted(word)), Some(&help))
    }

    /// A sum of primaries: of counts, if one primary is a count, else of games. Integers of
    /// one sign add up to an integer, also as forms.
    fn plain_sum(&mut self, node: &Node, terms: &[Node]) -> Result<Value, Error> {
        let mut values = Vec::new();
        for term in terms {
            values.push(match term.expression {
                Expression::List(_) => Value::Game(self.game(term)?),
                _ => self.evaluate(term)?,
            });
        }
        if values.iter().any(|value| matches!(value, Value::Count(_))) {
            let mut sum = BigInt::ZERO;
            for (term, value) in terms.iter().zip(&values) {
                sum += self.as_count(value, &term.span)?;
            }
            return Ok(Value::Count(sum));
        }
        let integers = values.iter().map(|value| if let Value::Integer(n) = value { Some(*n) } else { None });
        let integers: Option<Vec<i64>> = integers.collect();
        if let Some(integers) = integers
            && (integers.iter().all(|&n| n >= 0) || integers.iter().all(|&n| n <= 0))
            && let Some(sum) = integers.iter().try_fold(0i64, |sum, &n| sum.checked_add(n))
        {
            return Ok(Value::Integer(sum));
        }
        let mut holes = Vec::new();
        for (term, value) in terms.iter().zip(&values) {
            if !matches!(term.expression, Expression::Integer(_)) {
                holes.push(self.hole(node, term, &self.as_game(value, &term.span)?));
            }
        }
        Ok(Value::Game(self.read(node, &holes)?))
    }

    /// A game as text with holes.
    fn read_game(&mut self, node: &Node, holes: &mut dyn Iterator<Item = &Node>) -> Result<Game, Error> {
        let holes = self.fill(node, holes)?;
        self.read(node, &holes)
    }

    fn fill(&mut self, node: &Node, holes: &mut dyn Iterator<Item = &Node>) -> Result<Vec<Hole>, Error> {
        let mut filled = Vec::new();
        for hole in holes {
            // The notation reads integers itself.
            if !matches!(hole.expression, Expression::Integer(_)) {
                let game = self.game(hole)?;
                filled.push(self.hole(node, hole, &game));
            }
        }
        Ok(filled)
    }

    fn hole(&self, around: &Node, node: &Node, game: &Game) -> Hole {
        let start = around.span.start;
        Hole { span: node.span.start - start..node.span.end - start, form: game.form() }
    }

    fn read(&self, node: &Node, holes: &[Hole]) -> Result<Game, Error> {
        let text = &self.clean[node.span.clone()];
        parse_form_with_holes(self.work.forms(), text, &PositionsByName, holes)
            .map(|form| Game::new(self.work, form))
            .map_err(|error| self.in_text(node, error))
    }

    /// An error in reading a part of the text, with its place in the whole.
    fn in_text(&self, node: &Node, error: ReadError) -> Error {
        match error {
            ReadError::Exhausted(exhausted) => exhausted.into(),
            ReadError::Parse(error) => {
                let start = node.span.start;
                let span = start + error.span.start..start + error.span.end;
                ParseError::new(self.text, span, error.problem, error.help).into()
            }
        }
    }

    /// The items of a list, charged to the account until the list itself is paid for.
    fn collect(
        &mut self,
        body: &Node,
        clauses: &[Clause],
        items: &mut Vec<Value>,
        account: &Account,
    ) -> Result<(), Error> {
        let Some((clause, inner)) = clauses.split_first() else {
            let value = self.evaluate(body)?;
            account.charge(value.bytes())?;
            items.push(value);
            return Ok(());
        };
        let list = self.list_of(&clause.list)?;
        for item in list.items() {
            self.locals.push((clause.name.clone(), item.clone()));
            let mut holds = true;
            for condition in &clause.conditions {
                holds = holds && self.boolean(condition)?;
            }
            if holds {
                self.collect(body, inner, items, account)?;
            }
            self.locals.pop();
        }
        Ok(())
    }

    fn index(&mut self, list: &Node, index: &Node) -> Result<Value, Error> {
        let items = self.list_of(list)?;
        let place = self.count(index)?;
        let found = usize::try_from(&place).ok().and_then(|place| items.items().get(place.checked_sub(1)?));
        found.cloned().ok_or_else(|| {
            let length = items.items().len();
            let message = format!("there is no item {place} in a list of {length}");
            self.error(&index.span, Problem::Other(message), Some("the first item is `L[1]`"))
        })
    }

    fn call(&mut self, node: &Node, function: Function, arguments: &[Node]) -> Result<Value, Error> {
        match function {
            Function::Question(kind) => self.ask(node, kind, arguments),
            Function::OfValue(function) => {
                let value = self.value_for(function, &arguments[0])?;
                self.asked = None;
                (function.apply)(self, &value).map_err(|error| self.at(&node.span, error))
            }
        }
    }

    /// Asks a question of the table.
    fn ask(&mut self, node: &Node, kind: &'static QuestionKind, arguments: &[Node]) -> Result<Value, Error> {
        let mut question = Question::new(kind.name)?;
        let mut rest = arguments;
        for parameter in kind.parameters {
            let Some((argument, behind)) = rest.split_first() else { break };
            if !parameter.is_required && !self.is_given(parameter, argument, behind)? {
                continue;
            }
            question = question.with(parameter.name, self.argument(kind, parameter, argument)?)?;
            rest = behind;
        }
        let modulus = match (kind.needs_modulus, rest.first()) {
            (true, Some(universe)) => Some(self.universe(universe)?),
            (true, None) => Some(self.required_modulus(&node.span, &kind.usage())?),
            (false, _) => None,
        };
        let answer = match &modulus {
            Some(modulus) => modulus.ask(&question),
            None => self.work.ask(&question),
        };
        let answer = answer.map_err(|error| self.at(&node.span, error))?;
        let player = question.player();
        let value = Value::from_answer(self.work, kind, &answer)?;
        self.asked = Some(Asked { question, modulus, answer });
        // A player makes a yes or a no of the players for whom a game is strong.
        match (player, value) {
            (Some(player), Value::List(list))
                if !kind.parameters.iter().any(|p| p.is_required && p.name == "player") =>
            {
                let is_it = |item: &Value| matches!(item, Value::Player(other) if *other == player);
                Ok(Value::Boolean(list.items().iter().any(is_it)))
            }
            (_, value) => Ok(value),
        }
    }

    /// Whether an argument stands for a parameter that may be left out: a player by its
    /// kind, and a universe if another one follows.
    fn is_given(&mut self, parameter: &Parameter, argument: &Node, behind: &[Node]) -> Result<bool, Error> {
        let is_player = parameter.kind == ArgumentKind::Player;
        Ok(!behind.is_empty() || is_player && matches!(self.evaluate(argument)?, Value::Player(_)))
    }

    fn argument(
        &mut self,
        kind: &'static QuestionKind,
        parameter: &Parameter,
        node: &Node,
    ) -> Result<Argument, Error> {
        Ok(match parameter.kind {
            ArgumentKind::Game => Argument::Game(self.subject(node)?),
            ArgumentKind::Number => match self.evaluate(node)? {
                // `length(L)` was called `count(L)` before `count` counted classes.
                list @ Value::List(_) if kind.name == "count" => {
                    let problem =
                        Problem::Unexpected { expected: "a day".to_owned(), found: list.kind().to_owned() };
                    let help = "`length(L)` is the length of a list; `count(n, U)` counts classes";
                    return Err(self.error(&node.span, problem, Some(help)));
                }
                value => match self.as_count(&value, &node.span)? {
                    count if count < BigInt::ZERO => {
                        let problem = Problem::Other("a count is not negative".to_owned());
                        return Err(self.error(&node.span, problem, None));
                    }
                    count => Argument::Number(u32::try_from(&count).unwrap_or(u32::MAX)),
                },
            },
            ArgumentKind::Player => match self.evaluate(node)? {
                Value::Player(player) => Argument::Player(player),
                other => return Err(self.expected("Left or Right", &other, &node.span)),
            },
            ArgumentKind::Universe => Argument::Universe(self.universe(node)?),
            ArgumentKind::Games => {
                let list = self.list_of(node)?;
                let game = |item| self.as_game(item, &node.span);
                Argument::Games(list.items().iter().map(game).collect::<Result<_, Error>>()?)
            }
        })
    }

    /// The subject of a question. The game tree of a position that stands alone is not made,
    /// since it may be much larger than the answer.
    fn subject(&mut self, node: &Node) -> Result<Subject, Error> {
        if let Expression::Game { holes, is_plain_sum: false } = &node.expression
            && holes.is_empty()
            && let Some(subject) = Subject::of_position(self.work, &self.clean[node.span.clone()])
        {
            return Ok(subject);
        }
        Ok(Subject::from(self.game(node)?))
    }

    /// The argument of a function of one value.
    fn value_for(&mut self, function: &ValueFunction, node: &Node) -> Result<Value, Error> {
        match function.takes {
            Takes::Any => self.evaluate(node),
            Takes::List => Ok(Value::List(self.list_of(node)?)),
            Takes::Summands => {
                let list = self.list_of(node)?;
                let has_counts = list.items().iter().any(|item| matches!(item, Value::Count(_)));
                let converted = |item| match has_counts {
                    true => Ok(Value::Count(self.as_count(item, &node.span)?)),
                    false => Ok(Value::Game(self.as_game(item, &node.span)?)),
                };
                self.list(list.items().iter().map(converted).collect::<Result<_, Error>>()?)
            }
        }
    }

    /// The universe that holds at this place, or an error that shows how to give one.
    pub(super) fn required_modulus(&self, span: &Range<usize>, usage: &str) -> Result<Modulus, Error> {
        if let Some(modulus) = &self.modulus {
            return Ok(modulus.clone());
        }
        let example = match usage.ends_with(')') {
            true => format!("`{usage}`, for example with E for U"),
            false => format!("`{usage} mod E`"),
        };
        let help = format!("write {example}, or once `modulo E` for all that follows");
        Err(self.error(span, Problem::Other("no universe given".to_owned()), Some(&help)))
    }

    /// An expression where a game is wanted: brackets are a dead end.
    pub(super) fn game(&mut self, node: &Node) -> Result<Game, Error> {
        if let Expression::List(items) = &node.expression {
            let mut holes = items.iter().flat_map(|item| match &item.expression {
                Expression::Game { holes, is_plain_sum: false } => holes.as_slice(),
                _ => std::slice::from_ref(item),
            });
            return self.read_game(node, &mut holes);
        }
        let value = self.evaluate(node)?;
        self.as_game(&value, &node.span)
    }

    pub(crate) fn universe(&mut self, node: &Node) -> Result<Modulus, Error> {
        match self.evaluate(node)? {
            Value::Universe(universe) => Ok(universe),
            other => Err(self.expected("a universe", &other, &node.span)),
        }
    }

    fn count(&mut self, node: &Node) -> Result<BigInt, Error> {
        let value = self.evaluate(node)?;
        self.as_count(&value, &node.span)
    }

    fn boolean(&mut self, node: &Node) -> Result<bool, Error> {
        match self.evaluate(node)? {
            Value::Boolean(yes) => Ok(yes),
            other => Err(self.expected("true or false", &other, &node.span)),
        }
    }

    fn list_of(&mut self, node: &Node) -> Result<List, Error> {
        match self.evaluate(node)? {
            Value::List(list) => Ok(list),
            other => Err(self.expected("a list", &other, &node.span)),
        }
    }

    pub(crate) fn list(&self, items: Vec<Value>) -> Result<Value, Error> {
        Ok(Value::List(List::new(self.work.budget(), items)?))
    }

    pub(super) fn as_game(&self, value: &Value, span: &Range<usize>) -> Result<Game, Error> {
        match value {
            Value::Game(game) => Ok(game.clone()),
            Value::Integer(n) => Ok(Game::new(self.work, self.work.forms().integer(*n)?)),
            other => Err(self.expected("a game", other, span)),
        }
    }

    pub(super) fn as_count(&self, value: &Value, span: &Range<usize>) -> Result<BigInt, Error> {
        match value {
            Value::Count(n) => Ok(n.clone()),
            Value::Integer(n) => Ok(BigInt::from(*n)),
            other => Err(self.expected("a count", other, span)),
        }
    }

    pub(super) fn expected(&self, expected: &str, found: &Value, span: &Range<usize>) -> Error {
        let help = match (expected, found) {
            ("a game", Value::Count(_)) => Some("a count is a number and no game"),
            ("a game", Value::List(_)) => Some("ask for each of its games: `[simplest(g, E) for g in L]`"),
            ("a universe", _) => {
                let help = misere_notation::UniverseNames::help(&*self.work.registry());
                let problem =
                    Problem::Unexpected { expected: expected.to_owned(), found: found.kind().to_owned() };
                return self.error(span, problem, help.as_deref());
            }
            _ => None,
        };
        let problem = Problem::Unexpected { expected: expected.to_owned(), found: found.kind().to_owned() };
        self.error(span, problem, help)
    }

    /// An error of the workspace, with its place in the text.
    pub(super) fn at(&self, span: &Range<usize>, error: Error) -> Error {
        match error {
            Error::Exhausted(_) | Error::Parse(_) => error,
            other => self.error(span, Problem::Other(other.to_string()), other.help().as_deref()),
        }
    }

    pub(super) fn error(&self, span: &Range<usize>, problem: Problem, help: Option<&str>) -> Error {
        ParseError::new(self.text, span.clone(), problem, help.map(str::to_owned)).into()
    }
}
