//! Evaluating expressions.

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;

use misere_core::{Account, Limit, Player};
use misere_notation::{Hole, ParseError, Problem, ReadError, Style, parse_form_with_holes, quoted};
use num_bigint::BigInt;

use super::Asked;
use super::ast::{Clause, Expression, Node, Operator};
use super::compare::outcome;
use super::functions::{Function, Takes, ValueFunction};
use super::parser::number_of_arguments;
use super::value::{Count, List, OwnFunction, Source, Value};
use super::words;
use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::positions::PositionCalls;
use crate::questions::{Argument, ArgumentKind, Parameter, Question, QuestionKind, Reference, Subject};
use crate::workspace::Workspace;

/// How deep evaluation may go: the parser bounds the nesting of one expression, and this
/// bounds functions that call each other or themselves.
const DEEPEST: usize = 2 * super::parser::DEEPEST;

/// The longest number, in bits.
const LONGEST_NUMBER: u64 = 1 << 20;

/// The longest range.
const LONGEST_RANGE: u64 = 1_000_000;

/// An evaluator of the expressions of one statement.
pub(crate) struct Evaluator<'a> {
    pub(crate) work: &'a Workspace,
    names: &'a BTreeMap<String, Value>,
    last: Option<&'a Value>,
    modulus: Option<Modulus>,
    /// The text that is evaluated: of the statement, or of a function.
    pub(super) source: Source,
    /// The names of the lists that are being made, innermost last, or before them the
    /// parameters of the function that is being evaluated.
    locals: Vec<(String, Value)>,
    depth: usize,
    /// What is said beside the value.
    pub(crate) notes: Vec<String>,
    /// The question that the expression evaluated last has asked, if it is one.
    pub(crate) asked: Option<Asked>,
}

impl<'a> Evaluator<'a> {
    pub(crate) fn new(
        work: &'a Workspace,
        names: &'a BTreeMap<String, Value>,
        last: Option<&'a Value>,
        modulus: Option<Modulus>,
        source: Source,
    ) -> Evaluator<'a> {
        Evaluator {
            work,
            names,
            last,
            modulus,
            source,
            locals: Vec::new(),
            depth: 0,
            notes: Vec::new(),
            asked: None,
        }
    }

    /// The value of an expression; a record is the value that it stands for.
    pub(crate) fn evaluate(&mut self, node: &Node) -> Result<Value, Error> {
        self.evaluate_whole(node)?.plain(self.work)
    }

    /// The value of an expression; a record with all its fields.
    pub(crate) fn evaluate_whole(&mut self, node: &Node) -> Result<Value, Error> {
        self.work.budget().step()?;
        if self.depth == DEEPEST {
            let help = "a function that calls itself must come to an end";
            return Err(self.error(&node.span, Problem::TooDeep(DEEPEST), Some(help)));
        }
        self.depth += 1;
        let value = self.evaluate_here(node);
        self.depth -= 1;
        value
    }

    fn evaluate_here(&mut self, node: &Node) -> Result<Value, Error> {
        let value = match &node.expression {
            Expression::Apply { name, arguments } => return self.apply(node, name, arguments),
            Expression::Compare { sign, sign_span, sides } => return self.compare(*sign, sign_span, sides),
            Expression::Call { function, arguments } => return self.call(node, *function, arguments),
            Expression::With(inner, universe) => {
                let universe = self.universe(universe)?;
                let before = self.modulus.replace(universe);
                let value = self.evaluate_whole(inner);
                self.modulus = before;
                return value;
            }
            Expression::Integer(n) => Value::Integer(*n),
            Expression::Text(text) => Value::text(&**text),
            Expression::Word(word) => self.word(word, node)?,
            Expression::Game { holes, is_plain_sum: true } => self.plain_sum(node, holes)?,
            Expression::Game { holes, .. } => Value::Game(self.read_game(node, &mut holes.iter())?),
            Expression::Universe { holes } => {
                let text = self.source.clean[node.span.clone()].to_owned();
                let in_text = |evaluator: &Self, error: Error| match error {
                    Error::Parse(error) => evaluator.in_text(node, ReadError::Parse(error)),
                    other => other,
                };
                // The variable of a family is no name: rules are read before names.
                let ruled = self.work.ruled_universe(&text).map_err(|error| in_text(self, error))?;
                let universe = match ruled {
                    Some(ruled) => ruled,
                    None => {
                        let holes = self.fill(node, &mut holes.iter())?;
                        self.work.universe(&text, &holes).map_err(|error| in_text(self, error))?
                    }
                };
                Value::Universe(self.work.modulus(universe)?)
            }
            Expression::List(items) => {
                let items = items.iter().map(|item| self.evaluate_whole(item)).collect::<Result<_, _>>()?;
                self.list(items)?
            }
            Expression::Comprehension { body, clauses } => {
                let mut items = Vec::new();
                let account = Account::new(self.work.budget().clone());
                self.collect(body, clauses, &mut items, &account)?;
                self.list(items)?
            }
            Expression::Family { family, number } => {
                let number = self.natural(number)?;
                Value::Game(Game::new(self.work, family.member(self.work.forms(), number)?))
            }
            Expression::Nimber(number) => {
                let number = self.natural(number)?;
                Value::Game(Game::new(self.work, self.work.forms().nimber(number)?))
            }
            Expression::Copies { number, of } => {
                let (number, game) = (self.natural(number)?, self.game(of)?);
                self.copies(number, &game)?
            }
            Expression::Outcome(outcome) => Value::Outcome(*outcome),
            Expression::Range(ends) => self.range(node, ends)?,
            Expression::Arithmetic { first, rest } => Count::any(self.arithmetic(first, rest)?),
            Expression::Index(list, index) => self.index(list, index)?,
            Expression::Field { of, name, name_span } => self.field(of, name, name_span)?,
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
        if let Some(value) = self.local(word).or_else(|| self.names.get(word)) {
            return Ok(value.clone());
        }
        if let (words::LAST_ANSWER, Some(last)) = (word, self.last) {
            return Ok(last.clone());
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

    /// The value of a name of a list or of a parameter.
    fn local(&self, word: &str) -> Option<&Value> {
        self.locals.iter().rev().find(|(name, _)| name == word).map(|(_, value)| value)
    }

    /// Refuses to call a universe by the letter of another one, which would still mean that one.
    pub(super) fn refuse_universe_called(
        &self,
        name: &str,
        value: &Value,
        span: &Range<usize>,
    ) -> Result<(), Error> {
        match value {
            Value::Universe(_) if words::may_be_a_game(name) => {
                let message = format!("`{name}` is a universe already, and can be the name of a game only");
                Err(self.error(span, Problem::Other(message), Some("choose another name, such as `U`")))
            }
            _ => Ok(()),
        }
    }

    /// Whether a word is a name that the program gave.
    pub(super) fn is_named(&self, word: &str) -> bool {
        self.local(word).is_some() || self.names.contains_key(word)
    }

    fn unknown(&self, word: &str, node: &Node) -> Error {
        if word == words::LAST_ANSWER {
            let problem = Problem::Other("there is no answer yet".to_owned());
            return self.error(&node.span, problem, Some("`_` is the last answer"));
        }
        let help = self.hint(word).unwrap_or_else(|| format!("give it a meaning first: `{word} := {{0|*}}`"));
        self.error(&node.span, Problem::UnknownName(quoted(word)), Some(&help))
    }

    /// A text to write instead of an unknown word, if that can be guessed.
    fn hint(&self, word: &str) -> Option<String> {
        let names =
            self.names.keys().map(String::as_str).chain(self.locals.iter().map(|(name, _)| name.as_str()));
        Some(if self.work.knows_ruleset(word) {
            "a position is written with parentheses, as in `nim(3,5)`".to_owned()
        } else if words::COMMANDS.contains(&word) {
            "it is a command of the worksheet, and stands at the beginning of a line there".to_owned()
        } else if outcome(word).is_some() {
            format!("{word} is an outcome only beside one, as in `outcome(G) = {word}`")
        } else if let Some(known) = words::differs_in_capitals(word) {
            format!("did you mean `{known}`?")
        } else if word.contains('-') {
            "counts are subtracted with blanks, `n - m`; for games, add the conjugate: `G + ~H`".to_owned()
        } else {
            format!("did you mean `{}`?", words::similar(word, names)?)
        })
    }

    /// A sum of primaries: of counts, if one primary is a count, else of games. Integers of
    /// one sign add up to an integer, also as forms.
    fn plain_sum(&mut self, node: &Node, terms: &[Node]) -> Result<Value, Error> {
        let mut values = Vec::new();
        for term in terms {
            values.push(self.evaluate(term)?);
        }
        if values.iter().any(|value| matches!(value, Value::Count(_))) {
            let mut sum = BigInt::ZERO;
            for (term, value) in terms.iter().zip(&values) {
                sum += self.as_count(value, &term.span)?;
            }
            return Ok(Count::any(sum));
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

    /// The numbers from one to another, as games or counts.
    fn range(&mut self, node: &Node, [first, last]: &[Node; 2]) -> Result<Value, Error> {
        let ends = [self.count(first)?, self.count(last)?];
        let [Ok(first), Ok(last)] = ends.map(i64::try_from) else {
            return Err(self.error(&node.span, Problem::NumberTooLarge, None));
        };
        // `1..0` is empty, so that `1..n-1` has n - 1 numbers for n = 1 too.
        if last < first.saturating_sub(1) {
            let problem = Problem::Other("a range goes from the smaller number to the larger one".to_owned());
            return Err(self.error(&node.span, problem, None));
        }
        if last >= first && last.abs_diff(first) >= LONGEST_RANGE {
            let asked = last.abs_diff(first).saturating_add(1);
            return Err(self
                .work
                .budget()
                .exhausted(Limit::Size { of: "a range of n numbers", asked, largest: LONGEST_RANGE })
                .into());
        }
        self.list((first..=last).map(Value::Integer).collect())
    }

    /// Counts added, subtracted and multiplied. Integers alone are games, of which there are
    /// no differences and products; a name for an integer says that a count is meant.
    fn arithmetic(&mut self, first: &Node, rest: &[(Operator, Node)]) -> Result<BigInt, Error> {
        let is_typed = |node: &Node| matches!(node.expression, Expression::Integer(_));
        let all_typed = is_typed(first) && rest.iter().all(|(_, node)| is_typed(node));
        let operator = rest.first().map_or(Operator::Plus, |(operator, _)| *operator);
        let mut result = self.operand(first, operator, all_typed)?;
        for (operator, node) in rest {
            let operand = self.operand(node, *operator, all_typed)?;
            match operator {
                Operator::Plus => result += operand,
                Operator::Minus => result -= operand,
                Operator::Times if result.bits() + operand.bits() <= LONGEST_NUMBER => result *= operand,
                Operator::Times => {
                    let asked = result.bits() + operand.bits();
                    let limit = Limit::Size { of: "a count of n bits", asked, largest: LONGEST_NUMBER };
                    return Err(self.work.budget().exhausted(limit).into());
                }
            }
        }
        Ok(result)
    }

    fn operand(&mut self, node: &Node, operator: Operator, all_typed: bool) -> Result<BigInt, Error> {
        let value = self.evaluate(node)?;
        let is_game = matches!(value, Value::Game(_)) || all_typed;
        if !is_game {
            return self.as_count(&value, &node.span);
        }
        let (message, help) = match operator {
            Operator::Times => (
                "only counts are multiplied",
                "copies of a game are written `2.G` or `2.(3)`, and sums with a nimber `2+*3`",
            ),
            Operator::Plus | Operator::Minus => {
                ("only counts are subtracted", "for games, add the conjugate: `G + ~H`")
            }
        };
        Err(self.error(&node.span, Problem::Other(message.to_owned()), Some(help)))
    }

    /// The number that a name in a position stands for, and whether the name belongs to a list
    /// or is a parameter.
    fn number_called(&self, word: &str) -> Option<(String, bool)> {
        let local = self.local(word);
        match local.or_else(|| self.names.get(word))? {
            Value::Integer(number) => Some((number.to_string(), local.is_some())),
            Value::Count(count) => Some((count.number.to_string(), local.is_some())),
            _ => None,
        }
    }

    /// Calls a function of the user's own.
    fn apply(&mut self, node: &Node, name: &str, arguments: &[Node]) -> Result<Value, Error> {
        let definition = match self.names.get(name) {
            Some(Value::Function(definition)) => definition.body::<OwnFunction>(),
            _ => None,
        };
        let Some(function) = definition else {
            let problem = Problem::Other(format!("{} is not a function", quoted(name)));
            let help = format!("define it first: `{name}(g) := simplest(g + *, E)`");
            return Err(self.error(&node.span, problem, Some(&help)));
        };
        if function.parameters.len() != arguments.len() {
            let takes = number_of_arguments(function.parameters.len(), function.parameters.len());
            let problem = Problem::Other(format!("`{name}` takes {takes}, not {}", arguments.len()));
            let help = format!("write `{name}({})`", function.parameters.join(", "));
            return Err(self.error(&node.span, problem, Some(&help)));
        }
        let values =
            arguments.iter().map(|argument| self.evaluate_whole(argument)).collect::<Result<Vec<_>, _>>()?;
        for (name, value) in function.parameters.iter().zip(&values) {
            self.refuse_universe_called(name, value, &node.span)?;
        }
        let locals = function.parameters.iter().cloned().zip(values).collect();
        let before =
            (mem::replace(&mut self.locals, locals), mem::replace(&mut self.source, function.source.clone()));
        let value = self.evaluate_whole(&function.body);
        (self.locals, self.source) = before;
        value.map_err(|error| match error {
            // The place in the function is in another text.
            Error::Parse(ParseError { problem: Problem::InFunction { name, problem }, help, .. }) => {
                self.error(&node.span, Problem::InFunction { name, problem }, help.as_deref())
            }
            Error::Parse(error) => {
                let problem = Problem::InFunction { name: name.to_owned(), problem: Box::new(error.problem) };
                self.error(&node.span, problem, error.help.as_deref())
            }
            other => other,
        })
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
        let text = &self.source.clean[node.span.clone()];
        let numbers = |word: &str| self.number_called(word);
        let calls = PositionCalls { work: self.work, numbers: &numbers };
        parse_form_with_holes(self.work.forms(), text, &calls, holes)
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
                ParseError::new(&self.source.text, span, error.problem, error.help).into()
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
            let value = self.evaluate_whole(body)?;
            account.charge(value.bytes())?;
            items.push(value);
            return Ok(());
        };
        let list = self.list_of(&clause.list)?;
        for item in list.items() {
            self.refuse_universe_called(&clause.name, item, &clause.list.span)?;
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
            if !parameter.is_required && !self.is_given(kind, parameter, argument, behind)? {
                continue;
            }
            if !parameter.is_required
                && matches!(&argument.expression, Expression::Word(word) if word == "none")
            {
                rest = behind;
                continue;
            }
            question = question.with(parameter.name, self.argument(kind, parameter, argument)?)?;
            rest = behind;
        }
        let modulus = match (kind.modulus, rest.first()) {
            (Reference::None, _) => None,
            (_, Some(universe)) => Some(self.universe(universe)?),
            (Reference::Optional, None) => self.modulus.clone(),
            (_, None) => Some(self.required_modulus(&node.span, &kind.usage())?),
        };
        let answer = match &modulus {
            Some(modulus) => modulus.ask(&question),
            None => self.work.ask(&question),
        };
        let answer = answer.map_err(|error| self.at(&node.span, error))?;
        if let Some((name, noted)) = answer.shape().noted.and_then(|name| Some((name, answer.get(name)?))) {
            let note = format!("{name} {}", noted.write(self.work, Style::Unicode)?);
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        // A player makes a yes or a no of the players for whom a game is strong.
        let value = match question.player() {
            Some(player) if answer.shape().is_by_player() => answer.fields()[player.index()].clone(),
            _ if answer.fields().len() == 1 => answer.fields()[0].clone(),
            _ => Value::Record(answer.clone()),
        };
        self.asked = Some(Asked { question, modulus, answer });
        Ok(value)
    }

    /// Whether an argument stands for a parameter that may be left out, by its kind.
    fn is_given(
        &mut self,
        kind: &'static QuestionKind,
        parameter: &Parameter,
        argument: &Node,
        behind: &[Node],
    ) -> Result<bool, Error> {
        // A universe is that of the question, unless another one follows.
        if parameter.kind == ArgumentKind::Universe {
            return Ok(!kind.takes_modulus() || !behind.is_empty() && self.universe(argument).is_ok());
        }
        if matches!(&argument.expression, Expression::Word(word) if word == "none") {
            return Ok(true);
        }
        let value = self.evaluate(argument)?;
        Ok(match parameter.kind {
            ArgumentKind::Player => matches!(value, Value::Player(_)),
            ArgumentKind::Flag => matches!(value, Value::Boolean(_)),
            ArgumentKind::Number => matches!(value, Value::Integer(_) | Value::Count(_)),
            ArgumentKind::Text | ArgumentKind::Word(_) => matches!(value, Value::Text(_)),
            ArgumentKind::Texts => matches!(value, Value::Text(_) | Value::List(_)),
            list if list.is_list() => matches!(value, Value::List(_) | Value::Record(_)),
            _ => !matches!(value, Value::Universe(_) | Value::List(_) | Value::Boolean(_)),
        })
    }

    fn argument(
        &mut self,
        kind: &'static QuestionKind,
        parameter: &Parameter,
        node: &Node,
    ) -> Result<Argument, Error> {
        Ok(match parameter.kind {
            ArgumentKind::Game => Argument::Game(self.subject(node)?),
            ArgumentKind::Number => Argument::Number(self.number(kind, parameter, node)?),
            ArgumentKind::Player => match self.evaluate(node)? {
                Value::Player(player) => Argument::Player(player),
                other => return Err(self.expected("Left or Right", &other, &node.span)),
            },
            ArgumentKind::Universe => Argument::Universe(self.universe(node)?),
            ArgumentKind::Games | ArgumentKind::DeadEnds => {
                let list = self.list_of(node)?;
                let game = |item| self.as_game(item, &node.span);
                Argument::Games(list.items().iter().map(game).collect::<Result<_, Error>>()?)
            }
            ArgumentKind::Position => match self.subject(node)? {
                subject if subject.position().is_some() => Argument::Game(subject),
                subject => {
                    let game = Value::Game(subject.game()?.clone());
                    return Err(self.expected("a position of a ruleset", &game, &node.span));
                }
            },
            ArgumentKind::DeadEnd => Argument::Game(Subject::from(self.game(node)?)),
            ArgumentKind::Universes => {
                let list = self.list_of(node)?;
                let universe = |item: &Value| match item {
                    Value::Universe(universe) => Ok(universe.clone()),
                    other => Err(self.expected("a universe", other, &node.span)),
                };
                Argument::Universes(list.items().iter().map(universe).collect::<Result<_, Error>>()?)
            }
            ArgumentKind::Ruleset => {
                let name = self.text(node)?;
                Argument::Ruleset(self.work.ruleset(&name).map_err(|error| self.at(&node.span, error))?)
            }
            ArgumentKind::Text => Argument::Text(self.text(node)?),
            ArgumentKind::Word(words) => match self.text(node)? {
                word if words.contains(&word.as_str()) => Argument::Text(word),
                word => {
                    let expected = format!("one of {}", words.join(", "));
                    let problem = Problem::Unexpected { expected, found: quoted(&word) };
                    return Err(self.error(&node.span, problem, None));
                }
            },
            ArgumentKind::Texts => match self.evaluate(node)? {
                Value::List(list) => {
                    let text = |item: &Value| self.as_text(item, &node.span);
                    Argument::Texts(list.items().iter().map(text).collect::<Result<_, Error>>()?)
                }
                one => Argument::Texts(vec![self.as_text(&one, &node.span)?]),
            },
            ArgumentKind::Flag => Argument::Flag(self.boolean(node)?),
        })
    }

    /// A number among the arguments; one too large for any answer is the largest that can be said.
    fn number(&mut self, kind: &QuestionKind, parameter: &Parameter, node: &Node) -> Result<u32, Error> {
        let value = self.evaluate(node)?;
        if let Value::List(_) = value {
            let problem =
                Problem::Unexpected { expected: parameter.help.to_owned(), found: value.described() };
            let help = format!("`length(L)` is the length of a list; here `{}` is asked", kind.usage());
            return Err(self.error(&node.span, problem, Some(&help)));
        }
        let count = self.as_count(&value, &node.span)?;
        if count < BigInt::ZERO {
            let problem = Problem::Other("a count is not negative".to_owned());
            return Err(self.error(&node.span, problem, None));
        }
        Ok(u32::try_from(&count).unwrap_or(u32::MAX))
    }

    /// The subject of a question. The game tree of a position that stands alone is not made,
    /// since it may be much larger than the answer.
    fn subject(&mut self, node: &Node) -> Result<Subject, Error> {
        if let Expression::Game { holes, is_plain_sum: false } = &node.expression
            && holes.is_empty()
        {
            let numbers = |word: &str| self.number_called(word);
            let calls = PositionCalls { work: self.work, numbers: &numbers };
            if let Some(subject) = Subject::of_position(&calls, &self.source.clean[node.span.clone()]) {
                return Ok(subject);
            }
        }
        Ok(Subject::from(self.game(node)?))
    }

    /// The argument of a function of one value.
    fn value_for(&mut self, function: &ValueFunction, node: &Node) -> Result<Value, Error> {
        match function.takes {
            Takes::Any => self.evaluate(node),
            Takes::List => Ok(Value::List(self.list_of(node)?)),
            Takes::Booleans => {
                let list = self.plain_items(node)?;
                match list.items().iter().find(|item| !matches!(item, Value::Boolean(_))) {
                    Some(other) => Err(self.expected("a list of true and false", other, &node.span)),
                    None => Ok(Value::List(list)),
                }
            }
            Takes::Summands => {
                let list = self.plain_items(node)?;
                let has_counts = list.items().iter().any(|item| matches!(item, Value::Count(_)));
                let converted = |item: &Value| match (item, has_counts) {
                    (Value::Count(_), _) => Ok(item.clone()),
                    (_, true) => Ok(Count::any(self.as_count(item, &node.span)?)),
                    (_, false) => Ok(Value::Game(self.as_game(item, &node.span)?)),
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

    /// An expression where a game is wanted.
    pub(super) fn game(&mut self, node: &Node) -> Result<Game, Error> {
        let value = self.evaluate(node)?;
        self.as_game(&value, &node.span)
    }

    pub(crate) fn universe(&mut self, node: &Node) -> Result<Modulus, Error> {
        // Where a universe is wanted a letter means the universe, whatever game has its name.
        if let Expression::Word(word) = &node.expression
            && misere_notation::UniverseNames::knows(&*self.work.registry(), word)
        {
            return self.work.modulo(word);
        }
        let found = self.evaluate(node).map_err(|error| match (error, &node.expression) {
            (Error::Parse(mut error), Expression::Word(word))
                if matches!(error.problem, Problem::UnknownName(_)) && self.hint(word).is_none() =>
            {
                error.help = misere_notation::UniverseNames::help(&*self.work.registry());
                Error::Parse(error)
            }
            (error, _) => error,
        });
        match found? {
            Value::Universe(universe) => Ok(universe),
            other => Err(self.expected("a universe", &other, &node.span)),
        }
    }

    /// An expression where a text is wanted.
    fn text(&mut self, node: &Node) -> Result<String, Error> {
        let value = self.evaluate(node)?;
        self.as_text(&value, &node.span)
    }

    fn as_text(&self, value: &Value, span: &Range<usize>) -> Result<String, Error> {
        match value {
            Value::Text(text) => text.write(Style::Unicode),
            other => Err(self.expected("a text in quotation marks", other, span)),
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

    /// A list whose records are the values that they stand for.
    fn plain_items(&mut self, node: &Node) -> Result<List, Error> {
        let list = self.list_of(node)?;
        if !list.items().iter().any(|item| matches!(item, Value::Record(_))) {
            return Ok(list);
        }
        let plain = list.items().iter().map(|item| item.clone().plain(self.work));
        Ok(List::new(self.work.budget(), plain.collect::<Result<_, _>>()?)?)
    }

    pub(crate) fn list(&self, items: Vec<Value>) -> Result<Value, Error> {
        Ok(Value::List(List::new(self.work.budget(), items)?))
    }

    pub(super) fn as_game(&self, value: &Value, span: &Range<usize>) -> Result<Game, Error> {
        match value.clone().plain(self.work)? {
            Value::Game(game) => Ok(game),
            Value::Integer(n) => Ok(Game::new(self.work, self.work.forms().integer(n)?)),
            other => Err(self.expected("a game", &other, span)),
        }
    }

    pub(super) fn as_count(&self, value: &Value, span: &Range<usize>) -> Result<BigInt, Error> {
        match value.clone().plain(self.work)? {
            Value::Count(count) => Ok(count.number),
            Value::Integer(n) => Ok(BigInt::from(n)),
            other => Err(self.expected("a count", &other, span)),
        }
    }

    pub(super) fn expected(&self, expected: &str, found: &Value, span: &Range<usize>) -> Error {
        let universes = misere_notation::UniverseNames::help(&*self.work.registry());
        let help = match (expected, found) {
            ("a game", Value::Count(_)) => Some("a count is a number and no game"),
            ("a game", Value::List(_)) => Some(
                "ask for each of its games: `[simplest(g, E) for g in L]`; a dead end has blanks: `[-1 0]`",
            ),
            ("a universe", _) => universes.as_deref(),
            _ => None,
        };
        let problem = Problem::Unexpected { expected: expected.to_owned(), found: found.described() };
        self.error(span, problem, help)
    }

    /// An error of the workspace, with its place in the text.
    pub(super) fn at(&self, span: &Range<usize>, error: Error) -> Error {
        match error {
            Error::Exhausted(_) | Error::Undecided { .. } | Error::Parse(_) => error,
            other => self.error(span, Problem::Other(other.to_string()), other.help().as_deref()),
        }
    }

    pub(super) fn error(&self, span: &Range<usize>, problem: Problem, help: Option<&str>) -> Error {
        ParseError::new(&self.source.text, span.clone(), problem, help.map(str::to_owned)).into()
    }
}
