//! Rules that are written in Python.

use std::sync::{Mutex, PoisonError};

use misere::Player;
use misere::notation::ParseError;
use misere::rulesets::{Description, Position, Ruleset};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::error::refuse;
use crate::words;

/// An object of Python with `options(position, player)` as a ruleset, for one exploration at a
/// time. A position is the number of an object that was met.
pub(crate) struct OwnRules {
    description: Description,
    object: Py<PyAny>,
    /// The objects that were met, and their numbers.
    met: Py<PyList>,
    numbers: Py<PyDict>,
    most_positions: usize,
    /// The first exception that the object raised. The engine knows no exceptions: from then
    /// on no position has options, and who explores looks here.
    error: Mutex<Option<PyErr>>,
}

impl OwnRules {
    pub(crate) fn new(object: Py<PyAny>, name: &str, most_positions: usize) -> OwnRules {
        Python::attach(|py| OwnRules {
            description: Description {
                name: name.to_owned(),
                title: name.to_owned(),
                rules: String::new(),
                source: String::new(),
                syntax: String::new(),
                examples: Vec::new(),
                home: None,
            },
            object,
            met: PyList::empty(py).unbind(),
            numbers: PyDict::new(py).unbind(),
            most_positions,
            error: Mutex::new(None),
        })
    }

    /// Whether the rules split positions.
    pub(crate) fn have_components(&self) -> bool {
        Python::attach(|py| self.object.bind(py).hasattr("components").unwrap_or(false))
    }

    /// Whether an exception was raised.
    pub(crate) fn have_raised(&self) -> bool {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// The exception that was raised, if there was one.
    pub(crate) fn take_error(&self) -> Option<PyErr> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The position that an object is.
    pub(crate) fn position(&self, object: &Bound<'_, PyAny>) -> PyResult<Position> {
        let py = object.py();
        let numbers = self.numbers.bind(py);
        let found = numbers.get_item(object).map_err(|error| {
            let help = "positions must be hashable: use tuples in the place of lists, and frozen dataclasses";
            let message = format!("a position of {} cannot be hashed", self.description.name);
            let refused = refuse(py, "argument", message, Some(help));
            refused.set_cause(py, Some(error));
            refused
        })?;
        let number = match found {
            Some(number) => number.extract::<u32>()?,
            None => {
                let met = self.met.bind(py);
                if met.len() >= self.most_positions {
                    let message = format!(
                        "{} has more than {} positions after this one",
                        self.description.name, self.most_positions
                    );
                    let help = "play may have no end; if it has, give ruleset(…, most_positions=…) more";
                    return Err(refuse(py, "limit", message, Some(help)));
                }
                let number = u32::try_from(met.len()).expect("a number below most_positions");
                numbers.set_item(object, number)?;
                met.append(object)?;
                number
            }
        };
        Ok(Position::new(number.to_be_bytes().to_vec()))
    }

    fn object<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyAny>> {
        let bytes = position.bytes().try_into().expect("a position is a number");
        self.met.bind(py).get_item(u32::from_be_bytes(bytes) as usize)
    }

    /// The positions that a method gives, or none once an exception was raised.
    fn positions(
        &self,
        ask: impl for<'py> FnOnce(Python<'py>) -> PyResult<Bound<'py, PyAny>>,
    ) -> Vec<Position> {
        let error = || self.error.lock().unwrap_or_else(PoisonError::into_inner);
        if error().is_some() {
            return Vec::new();
        }
        let told = Python::attach(|py| {
            py.check_signals()?;
            ask(py)?.try_iter()?.map(|option| self.position(&option?)).collect::<PyResult<Vec<_>>>()
        });
        told.unwrap_or_else(|raised| {
            error().get_or_insert(raised);
            Vec::new()
        })
    }
}

impl Ruleset for OwnRules {
    fn description(&self) -> &Description {
        &self.description
    }

    fn read(&self, text: &str) -> Result<Position, ParseError> {
        // Positions are objects, which `position` takes; no text stands for one.
        let problem = misere::notation::Problem::Unexpected {
            found: text.to_owned(),
            expected: "a position as an object".to_owned(),
        };
        Err(ParseError::new(text, 0..text.len(), problem, None))
    }

    fn write(&self, position: &Position) -> String {
        Python::attach(|py| text(self.object.bind(py), &self.object(py, position)?))
            .unwrap_or_else(|_| format!("position {position:?}"))
    }

    fn options(&self, position: &Position, player: Player) -> Vec<Position> {
        self.positions(|py| {
            let arguments = (self.object(py, position)?, words::player(py, player)?);
            self.object.bind(py).call_method1("options", arguments)
        })
    }

    fn components(&self, position: &Position) -> Vec<Position> {
        if !self.have_components() {
            return vec![position.clone()];
        }
        self.positions(|py| self.object.bind(py).call_method1("components", (self.object(py, position)?,)))
    }
}

/// The text of a position: what the rules say, or else its `str`.
pub(crate) fn text(rules: &Bound<'_, PyAny>, position: &Bound<'_, PyAny>) -> PyResult<String> {
    if rules.hasattr("text")? {
        return Ok(rules.call_method1("text", (position,))?.str()?.to_string());
    }
    Ok(position.str()?.to_string())
}
