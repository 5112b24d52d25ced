//! Fields of records, and the numbers of families, nimbers and copies.

use std::ops::Range;

use misere_notation::{Problem, quoted};
use num_bigint::BigInt;

use super::ast::{Expression, Node};
use super::evaluate::Evaluator;
use super::value::Value;
use crate::error::Error;
use crate::game::Game;

impl Evaluator<'_> {
    /// A field of a record, or of each record of a list.
    pub(super) fn field(&mut self, of: &Node, name: &str, name_span: &Range<usize>) -> Result<Value, Error> {
        let value = self.evaluate_whole(of)?;
        if let Value::Count(_) | Value::Integer(_) = value {
            let number = self.as_natural(&value, &of.span)?;
            let word = Node { span: name_span.clone(), expression: Expression::Word(name.to_owned()) };
            let game = self.game(&word)?;
            return self.copies(number, &game);
        }
        self.field_of(&value, name, &of.span, name_span)
    }

    pub(super) fn copies(&self, number: u64, game: &Game) -> Result<Value, Error> {
        Ok(Value::Game(Game::new(self.work, self.work.forms().multiple(number, game.form())?)))
    }

    /// The number of copies, of a nimber, or of a member of a family.
    pub(super) fn natural(&mut self, node: &Node) -> Result<u64, Error> {
        let value = self.evaluate(node)?;
        self.as_natural(&value, &node.span)
    }

    fn as_natural(&self, value: &Value, span: &Range<usize>) -> Result<u64, Error> {
        let count = self.as_count(value, span)?;
        if count < BigInt::ZERO {
            return Err(self.error(span, Problem::Other("a count is not negative".to_owned()), None));
        }
        u64::try_from(&count).map_err(|_| self.error(span, Problem::NumberTooLarge, None))
    }

    fn field_of(
        &self,
        value: &Value,
        name: &str,
        span: &Range<usize>,
        name_span: &Range<usize>,
    ) -> Result<Value, Error> {
        match value {
            Value::Record(record) => match record.get(name) {
                Some(field) => Ok(field.clone()),
                None => {
                    let names: Vec<&str> = record.shape().fields.iter().map(|field| field.name).collect();
                    let problem = Problem::Other(format!("the record has no field {}", quoted(name)));
                    Err(self.error(name_span, problem, Some(&format!("its fields are {}", names.join(", ")))))
                }
            },
            Value::List(list) => {
                let each = list.items().iter().map(|item| self.field_of(item, name, span, name_span));
                self.list(each.collect::<Result<_, _>>()?)
            }
            other => Err(self.expected("a record", other, span)),
        }
    }
}
