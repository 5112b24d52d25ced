//! Proofs.

use misere::{Proof, check_within_budget};
use pyo3::prelude::*;

use crate::ask::datum;
use crate::call::run;
use crate::error::to_python;
use crate::game::read_style;
use crate::home::{BUDGET, Held};

/// An answer with its proof: a certificate that an independent checker accepted, and whose
/// claims are those of the question and the answer.
///
/// >>> from misere import Game, D
/// >>> proved = Game("{0,*|*}").compare(0, D, proof=True)
/// >>> print(proved.answer)
/// >
/// >>> proved.check()
/// 'checked; relies on [universe] Theorem 5.5'
#[pyclass(frozen, name = "Proved", module = "misere", generic)]
pub(crate) struct PyProof {
    answer: Py<PyAny>,
    proof: Held<Proof>,
}

impl PyProof {
    pub(crate) fn new(answer: Py<PyAny>, proof: Proof) -> PyProof {
        PyProof { answer, proof: Held::new(proof) }
    }
}

#[pymethods]
impl PyProof {
    /// The answer.
    #[getter]
    fn answer(&self, py: Python<'_>) -> Py<PyAny> {
        self.answer.clone_ref(py)
    }

    /// The reason in a few lines, the last being the verdict of the checker.
    #[pyo3(signature = (style="unicode"))]
    fn why(&self, py: Python<'_>, style: &str) -> PyResult<String> {
        let style = read_style(py, style)?;
        run(py, || Ok(self.proof.get().why(style)?.join("\n")))
    }

    /// The reasons as records: each a claim with the games that show why it holds.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        datum(py, &run(py, || self.proof.get().reasons())?)
    }

    /// The certificate, as `json.loads` reads one: `json.dump` writes what `misere check` reads.
    #[getter]
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value =
            serde_json::to_value(self.proof.get().certificate()).expect("a certificate is plain data");
        to_python(py, &value)
    }

    /// The theorems that the proof relies on.
    #[getter]
    fn theorems(&self) -> Vec<String> {
        self.proof.get().theorems()
    }

    /// Checks the certificate once more, and gives the verdict of the checker.
    fn check(&self, py: Python<'_>) -> PyResult<String> {
        run(py, || Ok(check_within_budget(self.proof.get().certificate(), &BUDGET)?.to_string()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Proved {}: {}>", self.answer.bind(py).str()?, self.proof.get().verdict()))
    }

    fn __eq__(&self, py: Python<'_>, other: &PyProof) -> PyResult<bool> {
        Ok(self.answer.bind(py).eq(other.answer.bind(py))?
            && self.proof.get().certificate() == other.proof.get().certificate())
    }
}
