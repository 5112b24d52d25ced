//! Errors as exceptions with the data of errors in JSON.

use misere::{Error, error_object};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString};
use serde_json::{Map, Value};

/// The exception for an error; `field` is the argument with a wrong text, and the text.
pub(crate) fn raise(py: Python<'_>, error: &Error, field: Option<(&str, &str)>) -> PyErr {
    raise_object(py, &error_object(error, field)).unwrap_or_else(|error| error)
}

/// The exception for a mistake that only callers from Python can make.
pub(crate) fn refuse(py: Python<'_>, code: &str, message: String, help: Option<&str>) -> PyErr {
    let mut object = Map::new();
    object.insert("ok".to_owned(), false.into());
    object.insert("code".to_owned(), code.into());
    object.insert("message".to_owned(), message.into());
    object.extend(help.map(|help| ("help".to_owned(), help.into())));
    raise_object(py, &object).unwrap_or_else(|error| error)
}

fn raise_object(py: Python<'_>, object: &Map<String, Value>) -> PyResult<PyErr> {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let make = MAKE.import(py, "misere.errors", "from_object")?;
    Ok(PyErr::from_value(make.call1((to_python(py, &Value::Object(object.clone()))?,))?))
}

/// JSON as the objects of Python that `json.loads` makes.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(yes) => yes.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => {
            let items = items.iter().map(|item| to_python(py, item)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(object) => {
            let dict = PyDict::new(py);
            for (name, item) in object {
                dict.set_item(name, to_python(py, item)?)?;
            }
            dict.into_any()
        }
    })
}
