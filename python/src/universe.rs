//! Universes.

use misere::{Modulus, Style};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

use crate::call::run;
use crate::error::refuse;
use crate::game::{game_from, in_field, read_style};
use crate::home::{Held, whole_call, workspace};

/// A universe, normal play (`N`), or the impartial games among themselves (`I`): what games are
/// compared modulo.
///
/// >>> from misere import U
/// >>> print(U("D({|-1,0})"))
/// D({·|0,-1})
#[pyclass(frozen, name = "Universe", module = "misere", weakref, skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct PyUniverse(Held<Modulus>);

impl From<Modulus> for PyUniverse {
    fn from(modulus: Modulus) -> PyUniverse {
        PyUniverse(Held::new(modulus))
    }
}

impl PyUniverse {
    /// The universe, in the workspace of the process.
    pub(crate) fn get(&self) -> Modulus {
        self.0.get().clone()
    }
}

#[pymethods]
impl PyUniverse {
    #[new]
    #[pyo3(signature = (name, /))]
    fn new(py: Python<'_>, name: &str) -> PyResult<PyUniverse> {
        whole_call(py, || in_field(py, "modulo", name, || workspace().modulo(name)).map(PyUniverse::from))
    }

    /// The name as text: `"unicode"`, `"ascii"` or `"latex"`.
    #[pyo3(signature = (style="unicode"))]
    fn text(&self, py: Python<'_>, style: &str) -> PyResult<String> {
        let style = read_style(py, style)?;
        let modulus = self.get();
        run(py, || modulus.write(style))
    }

    /// Whether games have an order modulo this universe, not only equality.
    #[getter]
    fn has_order(&self) -> bool {
        self.get().has_order()
    }

    /// Whether all games of this universe are games of the other, dead ends taken up to
    /// equality.
    fn is_inside(&self, py: Python<'_>, other: &PyUniverse) -> PyResult<bool> {
        let (this, other) = (self.get(), other.get());
        run(py, || this.is_inside(&other))
    }

    fn __contains__(&self, py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<bool> {
        whole_call(py, || {
            let (modulus, game) = (self.get(), game_from(py, "g", game)?.get());
            run(py, || modulus.contains(&game))
        })
    }

    fn __str__(&self) -> String {
        self.get().to_string()
    }

    fn __repr__(&self) -> String {
        format!("U('{}')", self.get().id())
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
        let modulus = self.get();
        Ok(format!("${}$", run(py, || modulus.write(Style::Latex))?))
    }

    fn __eq__(&self, other: &PyUniverse) -> bool {
        self.get() == other.get()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.get().id().as_str().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyUniverse>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().get().id().to_string(),))
    }
}

/// The universe that an object stands for: a universe, or its name.
pub(crate) fn universe_from(
    py: Python<'_>,
    name: &'static str,
    object: &Bound<'_, PyAny>,
) -> PyResult<Modulus> {
    if let Ok(universe) = object.cast::<PyUniverse>() {
        return Ok(universe.get().get());
    }
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_string();
        return in_field(py, name, &text, || workspace().modulo(&text));
    }
    let message = format!("`{name}` must be a universe, not {}", object.get_type().name()?);
    Err(refuse(py, "argument", message, Some("a universe such as E, or its name as text")))
}

/// The universe of the `with modulo(E):` around, if there is one.
pub(crate) fn current(py: Python<'_>) -> PyResult<Option<Modulus>> {
    static GET: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let get = GET.get_or_try_init(py, || {
        Ok::<_, PyErr>(py.import("misere.context")?.getattr("CURRENT")?.getattr("get")?.unbind())
    })?;
    let found = get.bind(py).call0()?;
    if found.is_none() {
        return Ok(None);
    }
    Ok(Some(found.cast::<PyUniverse>()?.get().get()))
}
