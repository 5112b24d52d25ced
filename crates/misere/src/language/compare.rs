//! Comparisons: of games modulo a universe, and of other values of one kind.

use std::cmp::Ordering;
use std::ops::Range;

use misere_core::{Outcome, Relation};
use misere_notation::{Problem, Style};
use num_bigint::BigInt;

use super::Asked;
use super::ast::{Expression, Node, Sign};
use super::evaluate::Evaluator;
use super::value::Value;
use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::questions::Question;

impl Evaluator<'_> {
    pub(super) fn compare(
        &mut self,
        sign: Sign,
        sign_span: &Range<usize>,
        sides: &[Node; 2],
    ) -> Result<Value, Error> {
        let [g, h] = self.sides(sides)?;
        self.asked = None;
        if is_game(&g) && is_game(&h) {
            let [g, h] = [self.as_game(&g, &sides[0].span)?, self.as_game(&h, &sides[1].span)?];
            return match sign {
                Sign::Same => Ok(Value::Boolean(g == h)),
                _ => self.compare_games(sign, sign_span, g, h),
            };
        }
        let is_equality = matches!(sign, Sign::Equal | Sign::NotEqual);
        let relation = match (&g, &h) {
            (Value::Count(_) | Value::Integer(_), Value::Count(_) | Value::Integer(_)) => {
                let [g, h] = [self.as_count(&g, sign_span)?, self.as_count(&h, sign_span)?];
                in_words(Some(g.cmp(&h)))
            }
            (Value::Outcome(a), Value::Outcome(b)) => in_words(a.partial_cmp(b)),
            (Value::List(_), Value::List(_)) if is_equality => {
                let message = format!("{} and {} are not compared like this", g.described(), h.described());
                let help = "whether two lists are the same is asked with `==`";
                return Err(self.error(sign_span, Problem::Other(message), Some(help)));
            }
            // Any value may be compared with `none`.
            _ if (is_equality || sign == Sign::Same)
                && (g.kind() == h.kind() || matches!(g, Value::Nothing) || matches!(h, Value::Nothing)) =>
            {
                if self.is_same(&g, &h)? {
                    Relation::Equal
                } else {
                    Relation::Incomparable
                }
            }
            _ => {
                let message = format!("{} and {} are not compared like this", g.described(), h.described());
                let help = match (&g, &h) {
                    (Value::List(_), other) | (other, Value::List(_)) if is_game(other) => {
                        Some("a dead end is written with blanks, as in `[-1 0]`; commas make a list")
                    }
                    (Value::Count(_), Value::Game(_)) | (Value::Game(_), Value::Count(_)) => Some(
                        "a count is a number and no game; integers beside it are counts, as in `length(L) > 5`",
                    ),
                    _ => None,
                };
                return Err(self.error(sign_span, Problem::Other(message), help));
            }
        };
        Ok(Value::Boolean(sign.holds(relation)))
    }

    /// The values of both sides. Letters beside outcomes are outcomes.
    fn sides(&mut self, [left, right]: &[Node; 2]) -> Result<[Value; 2], Error> {
        let is_letter = matches!(&left.expression, Expression::Word(word) if outcome(word).is_some());
        let is_clear = !is_letter && !matches!(left.expression, Expression::List(_));
        let [first, second] = if is_clear { [left, right] } else { [right, left] };
        let a = self.evaluate(first)?;
        let b = self.beside(second, &a)?;
        Ok(if is_clear { [a, b] } else { [b, a] })
    }

    fn compare_games(&mut self, sign: Sign, span: &Range<usize>, g: Game, h: Game) -> Result<Value, Error> {
        let modulus = self.required_modulus(span, &format!("G {} H", &self.source.text[span.clone()]))?;
        if !modulus.has_order() && !matches!(sign, Sign::Equal | Sign::NotEqual) {
            let message = format!("modulo {modulus} there is no order");
            return Err(self.error(span, Problem::Other(message), Some("ask for `=`")));
        }
        let question = Question::new("compare")?.with("g", g)?.with("h", h)?;
        let answer = modulus.ask(&question).map_err(|error| self.at(span, error))?;
        let Value::Relation(relation) = answer.fields()[0] else { unreachable!("a relation is the answer") };
        self.asked = Some(Asked { question, modulus: Some(modulus), answer });
        Ok(Value::Boolean(sign.holds(relation)))
    }

    fn relation(
        &self,
        g: &Game,
        h: &Game,
        modulus: &Modulus,
        span: &Range<usize>,
    ) -> Result<Relation, Error> {
        modulus.compare(g, h).map_err(|error| self.at(span, error))
    }

    /// Whether two values are the same form, the same number, or the same words.
    pub(crate) fn is_same(&self, a: &Value, b: &Value) -> Result<bool, Error> {
        let [a, b] = [a.clone().plain(self.work)?, b.clone().plain(self.work)?];
        Ok(match (&a, &b) {
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Game(_) | Value::Integer(_), Value::Game(_) | Value::Integer(_)) => {
                self.as_game(&a, &(0..0))? == self.as_game(&b, &(0..0))?
            }
            (Value::Count(a), Value::Integer(b)) | (Value::Integer(b), Value::Count(a)) => {
                a.number == BigInt::from(*b)
            }
            (Value::Count(a), Value::Count(b)) => a.number == b.number,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Outcome(a), Value::Outcome(b)) => a == b,
            (Value::Relation(a), Value::Relation(b)) => a == b,
            (Value::Player(a), Value::Player(b)) => a == b,
            (Value::Universe(a), Value::Universe(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Nothing, Value::Nothing) => true,
            (Value::Record(a), Value::Record(b)) => a == b,
            (Value::Function(a), Value::Function(b)) => a == b,
            (Value::List(a), Value::List(b)) => {
                let (a, b) = (a.items(), b.items());
                let mut same = a.len() == b.len();
                for (a, b) in a.iter().zip(b) {
                    same = same && self.is_same(a, b)?;
                }
                same
            }
            _ => false,
        })
    }

    pub(super) fn is_in(&mut self, [item, list]: &[Node; 2], modulo: bool) -> Result<Value, Error> {
        let item_value = self.evaluate(item)?;
        let items = match self.beside(list, &item_value)? {
            Value::List(list) => list,
            other => return Err(self.expected("a list", &other, &list.span)),
        };
        let span = item.span.start..list.span.end;
        for other in items.items() {
            self.work.budget().step()?;
            let equal = if modulo {
                let modulus = self.required_modulus(&span, "G in L")?;
                let [g, h] = [self.as_game(&item_value, &item.span)?, self.as_game(other, &list.span)?];
                self.relation(&g, &h, &modulus, &span)? == Relation::Equal
            } else {
                self.is_same(&item_value, other)?
            };
            if equal {
                return Ok(Value::Boolean(true));
            }
        }
        Ok(Value::Boolean(false))
    }

    /// The refusal of a letter beside an outcome that is the name of something else.
    fn hidden_outcome(&mut self, word: &str, node: &Node) -> Result<Error, Error> {
        let value = self.evaluate(node)?;
        let written = value.write(self.work, Style::Unicode)?;
        let kind = value.kind().rsplit(' ').next().unwrap_or_default();
        let message = format!("`{word}` is the {kind} {written} here; an outcome was expected");
        Ok(self.error(&node.span, Problem::Other(message), Some(&format!("write `outcome.{word}`"))))
    }

    /// The value of an expression beside another value: letters beside an outcome are outcomes.
    fn beside(&mut self, node: &Node, other: &Value) -> Result<Value, Error> {
        if let Value::Outcome(_) = other {
            match &node.expression {
                Expression::Word(word) => {
                    if let Some(outcome) = outcome(word) {
                        if self.is_named(word) {
                            return Err(self.hidden_outcome(word, node)?);
                        }
                        return Ok(Value::Outcome(outcome));
                    }
                }
                Expression::List(items) => {
                    let items =
                        items.iter().map(|item| self.beside(item, other)).collect::<Result<_, _>>()?;
                    return self.list(items);
                }
                _ => {}
            }
        }
        self.evaluate(node)
    }
}

impl Sign {
    fn holds(self, relation: Relation) -> bool {
        match self {
            Sign::Equal | Sign::Same => relation == Relation::Equal,
            Sign::NotEqual => relation != Relation::Equal,
            Sign::GreaterOrEqual => matches!(relation, Relation::Greater | Relation::Equal),
            Sign::LessOrEqual => matches!(relation, Relation::Less | Relation::Equal),
            Sign::Greater => relation == Relation::Greater,
            Sign::Less => relation == Relation::Less,
            Sign::Incomparable => relation == Relation::Incomparable,
        }
    }
}

fn is_game(value: &Value) -> bool {
    matches!(value, Value::Game(_) | Value::Integer(_))
}

fn in_words(ordering: Option<Ordering>) -> Relation {
    match ordering {
        Some(Ordering::Equal) => Relation::Equal,
        Some(Ordering::Greater) => Relation::Greater,
        Some(Ordering::Less) => Relation::Less,
        None => Relation::Incomparable,
    }
}

/// The outcome with this letter.
pub(super) fn outcome(word: &str) -> Option<Outcome> {
    [Outcome::L, Outcome::N, Outcome::P, Outcome::R].into_iter().find(|outcome| outcome.to_string() == word)
}
