//! The classes of a day.

use std::sync::OnceLock;

use misere::draw::draw_hasse;
use misere::order::FiniteOrder;
use misere::{Census, Class};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::call::{run, run_aside};
use crate::game::{PyGame, game_from};
use crate::home::{BUDGET, Held, whole_call};
use crate::universe::{PyUniverse, universe_from};
use crate::words;

/// The classes of the games of a universe that are born by a day, and their order.
/// `misere.census` makes one.
#[pyclass(frozen, name = "CensusData", module = "misere._misere", subclass)]
pub(crate) struct PyCensus {
    census: Held<Census>,
    order: OnceLock<FiniteOrder>,
}

/// A class of games that are equal modulo a universe.
#[pyclass(frozen, name = "GameClass", module = "misere")]
pub(crate) struct PyClass {
    number: usize,
    class: Held<Class>,
}

impl PyCensus {
    fn order(&self, py: Python<'_>) -> PyResult<&FiniteOrder> {
        if self.order.get().is_none() {
            let order = {
                let census = self.census.get();
                run_aside(py, || census.order())?
            };
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
        whole_call(py, || {
            let modulus = match modulo {
                Some(modulo) => universe_from(py, "modulo", modulo)?,
                None => crate::universe::current(py)?.ok_or_else(|| {
                    let help = "write census(2, E), or ask inside `with modulo(E):`";
                    crate::error::refuse(
                        py,
                        "no-universe",
                        "`census` needs a universe".to_owned(),
                        Some(help),
                    )
                })?,
            };
            let of = of.map(|of| universe_from(py, "of", of)).transpose()?;
            let census = run_aside(py, || modulus.census(day, of.as_ref()))?;
            Ok(PyCensus { census: Held::new(census), order: OnceLock::new() })
        })
    }

    /// The day by which the games are born.
    #[getter]
    fn day(&self) -> u32 {
        self.census.get().day
    }

    /// The universe by which the games are compared.
    #[getter]
    fn modulo(&self) -> PyUniverse {
        self.census.get().modulus.clone().into()
    }

    /// The universe whose games are looked at.
    #[getter]
    fn of(&self) -> PyUniverse {
        self.census.get().of.clone().into()
    }

    /// How many games there are, as trees.
    #[getter]
    fn games(&self) -> u64 {
        self.census.get().games
    }

    fn __len__(&self) -> usize {
        self.census.get().classes.len()
    }

    fn __getitem__(&self, at: isize) -> PyResult<PyClass> {
        let census = self.census.get();
        let len = census.classes.len();
        let number = if at < 0 { at + len.cast_signed() } else { at };
        let class = usize::try_from(number).ok().and_then(|number| census.classes.get(number));
        let class = class.ok_or_else(|| PyIndexError::new_err(format!("there are {len} classes")))?;
        Ok(PyClass { number: number.cast_unsigned(), class: Held::new(class.clone()) })
    }

    /// The class of a game, if the game is equal to a game of the census.
    fn find(&self, py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<Option<PyClass>> {
        whole_call(py, || {
            let (game, census) = (game_from(py, "g", game)?.get(), self.census.get());
            let form = run(py, || census.modulus.representative(&game))?;
            let found = census.classes.iter().position(|class| class.form == form);
            Ok(found.map(|number| PyClass { number, class: Held::new(census.classes[number].clone()) }))
        })
    }

    /// The pairs of classes of which the first covers the second, as numbers of classes.
    fn covers(&self, py: Python<'_>) -> PyResult<Vec<(usize, usize)>> {
        Ok(self.order(py)?.covers())
    }

    /// Whether one class is at least another, both given as numbers of classes.
    fn ge(&self, py: Python<'_>, g: usize, h: usize) -> PyResult<bool> {
        let len = self.census.get().classes.len();
        if g >= len || h >= len {
            return Err(PyIndexError::new_err(format!("there are {len} classes")));
        }
        Ok(self.order(py)?.ge(g, h))
    }

    /// The Hasse diagram as an SVG document.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let order = self.order(py)?;
        let census = self.census.get();
        run(py, || Ok(draw_hasse(&census.hasse(order)?, &BUDGET)?.svg_within(&BUDGET)?))
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
        self.class.get().form.clone().into()
    }

    /// The smallest game of the class: of least rank, then with fewest edges.
    #[getter]
    fn game(&self) -> PyGame {
        self.class.get().game.clone().into()
    }

    /// The day on which the class is born.
    #[getter]
    fn day(&self) -> u32 {
        self.class.get().day
    }

    /// How many games of the census are in the class, as trees.
    #[getter]
    fn trees(&self) -> u64 {
        self.class.get().trees
    }

    /// The outcome of the class.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        words::outcome(py, self.class.get().outcome)
    }

    /// Whether the class is strong for Left and for Right, or None where nothing is strong.
    #[getter]
    fn strong(&self) -> Option<(bool, bool)> {
        self.class.get().strong.map(|[left, right]| (left, right))
    }

    /// Whether the class is invertible, or None where that is not known.
    #[getter]
    fn invertible(&self) -> Option<bool> {
        self.class.get().invertible
    }

    /// The number of the class of the conjugates, or None where there is no such class.
    #[getter]
    fn conjugate(&self) -> Option<usize> {
        self.class.get().conjugate
    }

    fn __repr__(&self) -> String {
        format!("<GameClass {} of {}>", self.number, self.class.get().form)
    }
}
