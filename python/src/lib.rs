//! The compiled part of the Python package `misere`: games, universes, positions and the
//! questions of the table. What of it can be written in Python is in `python/misere`.

mod ask;
mod call;
mod error;
mod game;
mod home;
mod literal_play;
mod own_rules;
mod position;
mod proof;
mod store;
mod universe;
mod words;

use pyo3::prelude::*;

/// The compiled part of misere.
#[pymodule]
fn _misere(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<universe::PyUniverse>()?;
    module.add_class::<proof::PyProof>()?;
    module.add_class::<position::PyRuleset>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<store::PyStore>()?;
    module.add_function(wrap_pyfunction!(ask::ask, module)?)?;
    module.add_function(wrap_pyfunction!(ask::table, module)?)?;
    module.add_function(wrap_pyfunction!(universes, module)?)?;
    module.add_function(wrap_pyfunction!(call::get_limits, module)?)?;
    module.add_function(wrap_pyfunction!(call::set_limits, module)?)?;
    module.add_function(wrap_pyfunction!(call::memory_used, module)?)?;
    module.add_function(wrap_pyfunction!(store::set_store, module)?)?;
    Ok(())
}

/// The names of the universes, each with what it is.
#[pyfunction]
fn universes() -> Vec<(&'static str, &'static str)> {
    misere::universes()
}
