//! The classes of a day.

use std::sync::OnceLock;

use misere::draw::draw_hasse;
use misere::order::FiniteOrder;
use misere::{Census, Class};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::call::{run, run_aside, workspace};
use crate::game::{PyGame, game_from};
use crate::universe::{PyUniverse, universe_from};
use crate::words;

/// The classes of the games of a universe that are born by a day, and their order.
/// `misere.census` makes one.
#[pyclass(frozen, name = "CensusData", module = "misere._misere", subclass)]
pub(crate) struct PyCensus {
    census: Census,
    order: OnceLock<FiniteOrder>,
}

/// A class of games that are equal modulo a universe.
#[pyclass(frozen, name = "GameClass", module = "misere")]
pub(crate) struct PyClass {
    number: usize,
    class: Class,
}

impl PyCensus {
    fn order(&self, py: Python<'_>) -> PyResult<&FiniteOrder> {
        if self.order.get().is_none() {
            let order = run_aside(py, || self.census.order())?;
            // Another thread may have been faster; the order is the same.
            let _ = self.order.set(order);
        }
        Ok(self.order.get().expect("set above"))
    }
}

#[pymethods]
impl PyCensus {
    #[new]
    #[pyo3(signature = (day, modulo=None, *, of=None))]
    fn new(
        py: Python<'_>,
        day: u32,
        modulo: Option<&Bound<'_, PyAny>>,
        of: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyCensus> {
        let modulus = match modulo {
            Some(modulo) => universe_from(py, "modulo", modulo)?,
            None => crate::universe::current(py)?.ok_or_else(|| {
                let help = "write census(2, E), or ask inside `with modulo(E):`";
                crate::error::refuse(py, "no-universe", "`census` needs a universe".to_owned(), Some(help))
            })?,
        };
        let of = of.map(|of| universe_from(py, "of", of)).transpose()?;
        let census = run_aside(py, || modulus.census(day, of.as_ref()))?;
        Ok(PyCensus { census, order: OnceLock::new() })
    }

    /// The day by which the games are born.
    #[getter]
    fn day(&self) -> u32 {
        self.census.day
    }

    /// The universe by which the games are compared.
    #[getter]
    fn modulo(&self) -> PyUniverse {
        PyUniverse(self.census.modulus.clone())
    }

    /// The universe whose games are looked at.
    #[getter]
    fn of(&self) -> PyUniverse {
        PyUniverse(self.census.of.clone())
    }

    /// How many games there are, as trees.
    #[getter]
    fn games(&self) -> u64 {
        self.census.games
    }

    fn __len__(&self) -> usize {
        self.census.classes.len()
    }

    fn __getitem__(&self, at: isize) -> PyResult<PyClass> {
        let len = self.census.classes.len();
        let number = if at < 0 { at + len.cast_signed() } else { at };
        let class = usize::try_from(number).ok().and_then(|number| self.census.classes.get(number));
        let class = class.ok_or_else(|| PyIndexError::new_err(format!("there are {len} classes")))?;
        Ok(PyClass { number: number.cast_unsigned(), class: class.clone() })
    }

    /// The class of a game, if the game is equal to a game of the census.
    fn find(&self, py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<Option<PyClass>> {
        let game = game_from(py, "g", game)?;
        let form = run(py, || self.census.modulus.representative(&game.0))?;
        let found = self.census.classes.iter().position(|class| class.form == form);
        Ok(found.map(|number| PyClass { number, class: self.census.classes[number].clone() }))
    }

    /// The pairs of classes of which the first covers the second, as numbers of classes.
    fn covers(&self, py: Python<'_>) -> PyResult<Vec<(usize, usize)>> {
        Ok(self.order(py)?.covers())
    }

    /// Whether one class is at least another, both given as numbers of classes.
    fn ge(&self, py: Python<'_>, g: usize, h: usize) -> PyResult<bool> {
        let len = self.census.classes.len();
        if g >= len || h >= len {
            return Err(PyIndexError::new_err(format!("there are {len} classes")));
        }
        Ok(self.order(py)?.ge(g, h))
    }

    /// The Hasse diagram as an SVG document.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let order = self.order(py)?;
        run(py, || {
            let budget = workspace().budget();
            Ok(draw_hasse(&self.census.hasse(order)?, budget)?.svg_within(budget)?)
        })
    }
}

#[pymethods]
impl PyClass {
    /// The number of the class in its census.
    #[getter]
    fn number(&self) -> usize {
        self.number
    }

    /// The simplest form of the class, modulo I the canonical form.
    #[getter]
    fn form(&self) -> PyGame {
        PyGame(self.class.form.clone())
    }

    /// The smallest game of the class: of least rank, then with fewest edges.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(self.class.game.clone())
    }

    /// The day on which the class is born.
    #[getter]
    fn day(&self) -> u32 {
        self.class.day
    }

    /// How many games of the census are in the class, as trees.
    #[getter]
    fn trees(&self) -> u64 {
        self.class.trees
    }

    /// The outcome of the class.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        words::outcome(py, self.class.outcome)
    }

    /// Whether the class is strong for Left and for Right, or None where nothing is strong.
    #[getter]
    fn strong(&self) -> Option<(bool, bool)> {
        self.class.strong.map(|[left, right]| (left, right))
    }

    /// Whether the class is invertible, or None where that is not known.
    #[getter]
    fn invertible(&self) -> Option<bool> {
        self.class.invertible
    }

    /// The number of the class of the conjugates, or None where there is no such class.
    #[getter]
    fn conjugate(&self) -> Option<usize> {
        self.class.conjugate
    }

    fn __repr__(&self) -> String {
        format!("<GameClass {} of {}>", self.number, self.class.form)
    }
}
