//! The store of values, which outlives the process.

use std::ffi::CString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use misere::Error;
use misere_store::Store;
use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;

use crate::call::{ENDLESS, run};
use crate::error::refuse;
use crate::home::{is_idle, move_to, workspace};

/// A file with values. `misere.store` opens one.
#[pyclass(frozen, name = "Store", module = "misere._misere")]
pub(crate) struct PyStore(Arc<Store>);

/// The store in which values are kept now.
static CURRENT: Mutex<Option<Py<PyStore>>> = Mutex::new(None);

#[pymethods]
impl PyStore {
    /// Opens a file, which is made if it does not exist. Between two checkpoints there are so many
    /// seconds, and another process that writes is waited for so long.
    #[new]
    fn new(py: Python<'_>, path: PathBuf, seconds: f64) -> PyResult<PyStore> {
        let interval = Duration::try_from_secs_f64(seconds).unwrap_or(ENDLESS);
        let opened = run(py, || Store::open(&path).map_err(Error::from))?;
        if opened.is_read_only() {
            warn(&format!("{} is on a read-only file system: values are read and not kept", path.display()));
        }
        let opened = opened.with_interval(interval).with_patience(interval).with_notice(warn);
        Ok(PyStore(Arc::new(opened.for_command("Python"))))
    }

    /// How many values were computed since the file was opened.
    #[getter]
    fn computed(&self) -> u64 {
        self.0.counts().computed
    }

    /// How many values were found in the file since it was opened.
    #[getter]
    fn recalled(&self) -> u64 {
        self.0.counts().recalled
    }

    /// Writes everything that waits to be written.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        run(py, || self.0.finish().map_err(Error::from))
    }
}

/// Tells of a failure that does not end the work.
fn warn(message: &str) {
    // No interpreter is left when Python is about to end.
    Python::try_attach(|py| {
        let Ok(message) = CString::new(message) else { return };
        if let Err(error) = PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &message, 1) {
            error.write_unraisable(py, None);
        }
    });
}

/// Keeps values in this store from now on, or in none, and gives back the store before.
#[pyfunction]
pub(crate) fn set_store(py: Python<'_>, store: Option<Py<PyStore>>) -> PyResult<Option<Py<PyStore>>> {
    if !is_idle() {
        let message = "the store cannot be changed while a call computes".to_owned();
        return Err(refuse(py, "argument", message, None));
    }
    let fresh = match &store {
        Some(store) => workspace().with_store(store.get().0.clone()),
        None => workspace().without_store(),
    };
    if !move_to(py, fresh) {
        return Err(refuse(py, "limit", "there is no memory to move all games".to_owned(), None));
    }
    Ok(std::mem::replace(&mut *CURRENT.lock().unwrap_or_else(PoisonError::into_inner), store))
}
