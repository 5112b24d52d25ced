//! Rulesets and their positions.

use std::sync::{Arc, Mutex, PoisonError};

use misere::check::visible;
use misere::rulesets::{Convention, Position, Rewriting, RulesFileError, Ruleset, Sum};
use misere::{Error, Player, Positions, Question, Subject, Workspace};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::ask::svg;
use crate::call::{doing, run};
use crate::error::{raise, refuse};
use crate::game::{PyGame, in_field};
use crate::home::{Commit, Live, keep_at_home, whole_call, workspace};
use crate::literal_play::LiteralPlay;
use crate::own_rules::OwnRules;
use crate::universe::{PyUniverse, current, universe_from};
use crate::words;

/// The rules of a game: those of the catalogue by name, those of a rules file as text, or an
/// object of Python with `options(position, player)`. `misere.ruleset` makes one.
///
/// >>> from misere import ruleset, U
/// >>> print(ruleset("domineering")("2x4").value(U("D({|-1,0})")))
/// {2,±1|0|||-1|0,■||·}
#[pyclass(frozen, name = "Ruleset", module = "misere")]
pub(crate) struct PyRuleset(Arc<Shared>);

struct Shared {
    rules: Rules,
    /// What `misere.ruleset` makes this ruleset from again.
    made_from: Py<PyTuple>,
    /// The explored positions, while no call uses them. A call that finds none starts anew, so that
    /// rules in Python may ask about other positions of theirs.
    explored: Mutex<Option<Explored>>,
}

enum Rules {
    Known(Arc<dyn Ruleset>),
    Own { object: Py<PyAny>, name: String, most_positions: usize },
}

struct Explored {
    positions: Positions,
    own: Option<Own>,
}

/// Rules in Python, and the play that their components are compared with.
struct Own {
    rules: Arc<OwnRules>,
    literal: LiteralPlay,
}

/// A position of a ruleset.
#[pyclass(frozen, name = "Position", module = "misere")]
pub(crate) struct PyPosition {
    shared: Arc<Shared>,
    at: At,
}

enum At {
    Known(Position),
    Own(Py<PyAny>),
}

#[pymethods]
impl PyRuleset {
    /// The ruleset of the catalogue with this name.
    #[staticmethod]
    pub(crate) fn named(py: Python<'_>, name: &str, made_from: Py<PyTuple>) -> PyResult<PyRuleset> {
        let known = workspace().ruleset(name).map_err(|error| raise(py, &error, Some(("name", name))))?;
        Ok(PyRuleset(Shared::new(Rules::Known(known), made_from)))
    }

    /// The ruleset that the text of a rules file describes.
    #[staticmethod]
    pub(crate) fn from_rules(
        py: Python<'_>,
        rules: &str,
        name: &str,
        made_from: Py<PyTuple>,
    ) -> PyResult<PyRuleset> {
        match Rewriting::read_with(name, rules, &workspace().universe_names()) {
            Ok(read) => Ok(PyRuleset(Shared::new(Rules::Known(Arc::new(read)), made_from))),
            Err(RulesFileError::Parse(error)) => Err(raise(py, &error.into(), Some(("rules", rules)))),
            Err(endless) => {
                let help = "every move must use something up, such as an empty cell";
                Err(refuse(py, "endless", endless.to_string(), Some(help)))
            }
        }
    }

    /// The ruleset that an object of Python describes.
    #[staticmethod]
    pub(crate) fn own(
        object: Py<PyAny>,
        name: String,
        most_positions: usize,
        made_from: Py<PyTuple>,
    ) -> PyRuleset {
        PyRuleset(Shared::new(Rules::Own { object, name, most_positions }, made_from))
    }

    /// The name.
    #[getter]
    fn name(&self) -> String {
        match &self.0.rules {
            Rules::Known(rules) => rules.description().name.clone(),
            Rules::Own { name, .. } => name.clone(),
        }
    }

    /// The rules, in a paragraph.
    #[getter]
    fn rules(&self, py: Python<'_>) -> PyResult<String> {
        match &self.0.rules {
            Rules::Known(rules) => Ok(rules.description().rules.clone()),
            Rules::Own { object, .. } => {
                let doc = object.bind(py).getattr("__doc__")?;
                if doc.is_none() { Ok(String::new()) } else { doc.extract() }
            }
        }
    }

    /// How positions are written.
    #[getter]
    fn syntax(&self) -> String {
        match &self.0.rules {
            Rules::Known(rules) => rules.description().syntax.clone(),
            Rules::Own { .. } => "an object of Python that can be hashed".to_owned(),
        }
    }

    /// Positions that can be typed.
    #[getter]
    fn examples(&self) -> Vec<String> {
        match &self.0.rules {
            Rules::Known(rules) => rules.description().examples.clone(),
            Rules::Own { .. } => Vec::new(),
        }
    }

    /// The position that a text, or a board as a list of rows, stands for.
    fn __call__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let at = match &self.0.rules {
            Rules::Own { .. } => At::Own(position.clone().unbind()),
            Rules::Known(rules) => {
                let text = match position.cast::<PyString>() {
                    Ok(text) => text.to_string(),
                    Err(_) => py.import("misere.boards")?.getattr("text")?.call1((position,))?.extract()?,
                };
                let read = || rules.read(&text).map_err(Error::from);
                At::Known(in_field(py, "position", &text, read)?)
            }
        };
        Ok(PyPosition { shared: self.0.clone(), at })
    }

    fn __repr__(&self) -> String {
        visible(&format!("<Ruleset {}>", self.name())).into_owned()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Py<PyTuple>)> {
        Ok((py.import("misere.rulesets")?.getattr("_make")?, self.0.made_from.clone_ref(py)))
    }
}

impl PyRuleset {
    /// The ruleset, unless its rules are written in Python.
    pub(crate) fn known(&self) -> Option<Arc<dyn Ruleset>> {
        match &self.0.rules {
            Rules::Known(rules) => Some(rules.clone()),
            Rules::Own { .. } => None,
        }
    }
}

impl Shared {
    fn new(rules: Rules, made_from: Py<PyTuple>) -> Arc<Shared> {
        let shared = Arc::new(Shared { rules, made_from, explored: Mutex::new(None) });
        let weak = Arc::downgrade(&shared);
        keep_at_home(weak);
        shared
    }

    fn take(&self) -> Explored {
        let kept = self.explored.lock().unwrap_or_else(PoisonError::into_inner).take();
        kept.unwrap_or_else(|| match &self.rules {
            Rules::Known(rules) => Explored { positions: workspace().positions(rules.clone()), own: None },
            Rules::Own { object, name, most_positions } => {
                let rules = |most| Python::attach(|py| OwnRules::new(object.clone_ref(py), name, most));
                let own = Own { rules: Arc::new(rules(*most_positions)), literal: LiteralPlay::new(rules) };
                Explored { positions: workspace().positions(own.rules.clone()), own: Some(own) }
            }
        })
    }

    fn keep(&self, explored: Explored) {
        *self.explored.lock().unwrap_or_else(PoisonError::into_inner) = Some(explored);
    }
}

/// Explored positions are left out of a move.
impl Live for Shared {
    fn games(&self) -> Vec<misere::Game> {
        Vec::new()
    }

    fn moved(
        self: Arc<Self>,
        _: &Workspace,
        _: &mut dyn Iterator<Item = misere::Game>,
    ) -> Result<Commit, Error> {
        Ok(Box::new(move || *self.explored.lock().unwrap_or_else(PoisonError::into_inner) = None))
    }
}

impl PyPosition {
    /// Asks something about the position, among the positions of its rules that were explored. What
    /// was explored when a call fails is thrown away: rules that raised an exception have not told
    /// all options.
    fn with_positions<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl Fn(&mut Positions, &Position) -> Result<T, Error> + Send + Sync,
    ) -> PyResult<T> {
        let asked = run(py, || {
            let mut explored = self.shared.take();
            let position = match (&self.at, &mut explored.own) {
                (At::Known(position), _) => Ok(position.clone()),
                (At::Own(object), Some(own)) => Python::attach(|py| {
                    own.literal.check_components(object.bind(py))?;
                    own.rules.position(object.bind(py))
                }),
                (At::Own(_), None) => unreachable!("custom positions have custom rules"),
            };
            let position = match position {
                Ok(position) => position,
                Err(error) => return Ok(Err(error)),
            };
            doing(explored.positions.graph(), &position);
            let answer = ask(&mut explored.positions, &position);
            if let Some(error) = explored.own.as_ref().and_then(|own| own.rules.take_error()) {
                return Ok(Err(error));
            }
            let answer = answer?;
            self.shared.keep(explored);
            Ok(Ok(answer))
        });
        asked?
    }

    /// Explores the position and asks something about it.
    fn with_explored<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl Fn(&Positions, Sum) -> Result<T, Error> + Send + Sync,
    ) -> PyResult<T> {
        self.with_positions(py, |positions, position| {
            let sum = positions.explore(position)?;
            ask(positions, sum)
        })
    }

    /// The game tree of the position.
    pub(crate) fn game(&self, py: Python<'_>) -> PyResult<PyGame> {
        self.with_explored(py, |positions, sum| positions.game(sum)).map(PyGame::from)
    }

    /// The position as the subject of a question.
    pub(crate) fn subject(&self, py: Python<'_>) -> PyResult<Subject> {
        match (&self.shared.rules, &self.at) {
            (Rules::Known(rules), At::Known(position)) => {
                Ok(Subject::at(&workspace(), rules.clone(), position.clone()))
            }
            _ => Ok(Subject::from(self.game(py)?.get())),
        }
    }

    fn options(&self, py: Python<'_>, player: Player) -> PyResult<Vec<PyPosition>> {
        let all: Vec<At> = match (&self.shared.rules, &self.at) {
            (Rules::Known(rules), At::Known(position)) => {
                let options = run(py, || Ok(rules.options(position, player)))?;
                options.into_iter().map(At::Known).collect()
            }
            (Rules::Own { object, .. }, At::Own(position)) => {
                let player = words::player(py, player)?;
                let options = object.bind(py).call_method1("options", (position.bind(py), player))?;
                options.try_iter()?.map(|option| Ok(At::Own(option?.unbind()))).collect::<PyResult<_>>()?
            }
            _ => unreachable!("a position is of the kind of its rules"),
        };
        Ok(all.into_iter().map(|at| PyPosition { shared: self.shared.clone(), at }).collect())
    }

    /// The value modulo a universe, and how it is found.
    fn evaluated(
        &self,
        py: Python<'_>,
        modulo: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(misere::Game, String)> {
        let modulus = match modulo {
            Some(modulo) => Some(universe_from(py, "modulo", modulo)?),
            None => current(py)?,
        };
        let found = self.with_positions(py, |positions, position| {
            let modulus = match &modulus {
                Some(modulus) => modulus.clone(),
                None => positions.home_of(std::slice::from_ref(position))?.0,
            };
            positions.value_at(position, &modulus)
        })?;
        Ok((found.form, found.how.reason))
    }
}

#[pymethods]
impl PyPosition {
    /// The ruleset of the position.
    #[getter]
    fn ruleset(&self) -> PyRuleset {
        PyRuleset(self.shared.clone())
    }

    /// The value of the position modulo a universe: its simplest form, under normal play the
    /// canonical form. Without a universe it is the one that the ruleset claims to lie in, or
    /// the first of the usual homes in which the position lies.
    #[pyo3(signature = (modulo=None))]
    fn value(&self, py: Python<'_>, modulo: Option<&Bound<'_, PyAny>>) -> PyResult<PyGame> {
        whole_call(py, || Ok(PyGame::from(self.evaluated(py, modulo)?.0)))
    }

    /// How the value modulo a universe is found, in a sentence.
    #[pyo3(signature = (modulo=None))]
    fn how(&self, py: Python<'_>, modulo: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        whole_call(py, || Ok(self.evaluated(py, modulo)?.1))
    }

    /// The universe to ask about the position modulo where none is given.
    #[getter]
    fn home(&self, py: Python<'_>) -> PyResult<PyUniverse> {
        whole_call(py, || {
            self.with_explored(py, |positions, sum| Ok(positions.home(&[sum])?.0)).map(PyUniverse::from)
        })
    }

    /// Who wins misère play.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let outcome = whole_call(py, || {
            self.with_explored(py, |positions, sum| positions.outcome(sum, Convention::Misere))
        })?;
        words::outcome(py, outcome)
    }

    /// The game tree of the position.
    #[getter(game)]
    fn its_game(&self, py: Python<'_>) -> PyResult<PyGame> {
        whole_call(py, || self.game(py))
    }

    /// The positions that Left can move to.
    #[getter]
    fn left(&self, py: Python<'_>) -> PyResult<Vec<PyPosition>> {
        self.options(py, Player::Left)
    }

    /// The positions that Right can move to.
    #[getter]
    fn right(&self, py: Python<'_>) -> PyResult<Vec<PyPosition>> {
        self.options(py, Player::Right)
    }

    /// The position in one line.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        match (&self.shared.rules, &self.at) {
            (Rules::Known(rules), At::Known(position)) => Ok(rules.write(position)),
            (Rules::Own { object, .. }, At::Own(position)) => {
                crate::own_rules::text(object.bind(py), position.bind(py))
            }
            _ => unreachable!("a position is of the kind of its rules"),
        }
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        match (&self.shared.rules, &self.at) {
            (Rules::Known(rules), At::Known(position)) => Ok(rules.draw(position)),
            _ => self.text(py),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(visible(&format!("<Position {} of {}>", self.text(py)?, self.ruleset().name())).into_owned())
    }

    fn __eq__(&self, py: Python<'_>, other: &PyPosition) -> PyResult<bool> {
        let same_rules = match (&self.shared.rules, &other.shared.rules) {
            (Rules::Known(a), Rules::Known(b)) => a.description() == b.description(),
            _ => Arc::ptr_eq(&self.shared, &other.shared),
        };
        Ok(same_rules
            && match (&self.at, &other.at) {
                (At::Known(a), At::Known(b)) => a == b,
                (At::Own(a), At::Own(b)) => a.bind(py).eq(b.bind(py))?,
                _ => false,
            })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        match &self.at {
            At::Known(position) => PyTuple::new(py, position.bytes())?.hash(),
            At::Own(object) => object.bind(py).hash(),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let position = match &self.at {
            At::Known(_) => PyString::new(py, &self.text(py)?).into_any(),
            At::Own(object) => object.bind(py).clone(),
        };
        let make = py.import("misere.rulesets")?.getattr("position_of")?;
        Ok((make, PyTuple::new(py, [self.ruleset().into_pyobject(py)?.into_any(), position])?))
    }

    /// A picture of the board as an SVG document, or None if there is no picture.
    fn svg(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let Rules::Known(_) = &self.shared.rules else { return Ok(None) };
        let board = self.subject(py)?;
        run(py, || match svg(Question::new("draw")?.with("g", board.clone())?) {
            Err(Error::NoPicture(_)) => Ok(None),
            drawn => drawn.map(Some),
        })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.svg(py)
    }
}
