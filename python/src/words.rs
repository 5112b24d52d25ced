//! The enumerations of Python that stand for relations, outcomes and players.

use misere::{Outcome, Player, Relation};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// The members of an enumeration of `misere.words`, by the text of the value.
struct Members {
    class: &'static str,
    cell: PyOnceLock<Vec<(String, Py<PyAny>)>>,
}

impl Members {
    const fn of(class: &'static str) -> Members {
        Members { class, cell: PyOnceLock::new() }
    }

    fn get<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        let members = self.cell.get_or_try_init(py, || {
            let mut members = Vec::new();
            for member in py.import("misere.words")?.getattr(self.class)?.try_iter()? {
                let member = member?;
                members.push((member.getattr("value")?.extract()?, member.unbind()));
            }
            Ok::<_, PyErr>(members)
        })?;
        let found = members.iter().find(|(value, _)| value == text);
        Ok(found.expect("misere.words has every word").1.bind(py).clone())
    }
}

pub(crate) fn relation(py: Python<'_>, relation: Relation) -> PyResult<Bound<'_, PyAny>> {
    static MEMBERS: Members = Members::of("Relation");
    let text = match relation {
        Relation::Equal => "=",
        Relation::Greater => ">",
        Relation::Less => "<",
        Relation::Incomparable => "||",
    };
    MEMBERS.get(py, text)
}

pub(crate) fn outcome(py: Python<'_>, outcome: Outcome) -> PyResult<Bound<'_, PyAny>> {
    static MEMBERS: Members = Members::of("Outcome");
    MEMBERS.get(py, &outcome.to_string())
}

pub(crate) fn player(py: Python<'_>, player: Player) -> PyResult<Bound<'_, PyAny>> {
    static MEMBERS: Members = Members::of("Player");
    MEMBERS.get(py, &player.to_string())
}
