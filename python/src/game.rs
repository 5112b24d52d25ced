//! Games.

use misere::{Error, Player, Question, Style, Subject, Tombstones};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

use crate::ask::{ask_named, svg};
use crate::call::run;
use crate::error::{raise, refuse};
use crate::home::{Held, number_of, whole_call, workspace};
use crate::position::PyPosition;

/// A game: a tree of options for Left and for Right.
///
/// A game is made from text, from an integer, or from its options; positions of rulesets may
/// stand in the text. `==` and `hash` mean the same tree. Games have an order only modulo a
/// universe: `G.compare(H, E)`, or `G >= H` inside `with modulo(E):`.
///
/// >>> from misere import Game, D, star
/// >>> G = Game("{0,*|*}")
/// >>> G == Game(left=[0, star], right=[star])
/// True
/// >>> print(G.simplest(D))
/// {0,■|*}
#[pyclass(frozen, name = "Game", module = "misere", weakref, skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct PyGame(Held<misere::Game>);

impl From<misere::Game> for PyGame {
    fn from(game: misere::Game) -> PyGame {
        PyGame(Held::new(game))
    }
}

impl PyGame {
    /// The game, in the workspace of the process.
    pub(crate) fn get(&self) -> misere::Game {
        self.0.get().clone()
    }
}

/// Trees with more nodes than this are shown as LaTeX only.
const MOST_NODES_DRAWN: u32 = 200;

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (text=None, /, *, left=None, right=None, tombstones=(false, false)))]
    fn new(
        py: Python<'_>,
        text: Option<&Bound<'_, PyAny>>,
        left: Option<Vec<Bound<'_, PyAny>>>,
        right: Option<Vec<Bound<'_, PyAny>>>,
        tombstones: (bool, bool),
    ) -> PyResult<PyGame> {
        whole_call(py, || PyGame::made(py, text, left.as_deref(), right.as_deref(), tombstones))
    }
    /// Left's options.
    #[getter]
    fn left(&self) -> Vec<PyGame> {
        self.get().options(Player::Left).into_iter().map(PyGame::from).collect()
    }

    /// Right's options.
    #[getter]
    fn right(&self) -> Vec<PyGame> {
        self.get().options(Player::Right).into_iter().map(PyGame::from).collect()
    }

    /// Whether Left, and whether Right, has a tombstone.
    #[getter]
    fn tombstones(&self) -> (bool, bool) {
        let has = self.get().tombstones();
        (has.has(Player::Left), has.has(Player::Right))
    }

    /// The game as text in the notation of the papers: `"unicode"`, `"ascii"` or `"latex"`.
    #[pyo3(signature = (style="unicode"))]
    fn text(&self, py: Python<'_>, style: &str) -> PyResult<String> {
        let style = read_style(py, style)?;
        let game = self.get();
        run(py, || game.write(style))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let game = self.get();
        run(py, || Ok(game.to_string()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        const SHOWN: usize = 2_000;
        let game = self.get();
        run(py, || {
            Ok(match game.write_within(Style::Ascii, SHOWN) {
                Some(text) => format!("Game('{text}')"),
                None => format!("<Game of rank {}>", game.rank()),
            })
        })
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        number_of(&self.0.get()).hash(&mut hasher);
        hasher.finish()
    }

    fn __richcmp__<'py>(
        slf: &Bound<'py, PyGame>,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let truth = |yes: bool| Ok(yes.into_pyobject(py)?.to_owned().into_any());
        if matches!(op, CompareOp::Eq | CompareOp::Ne) {
            let Ok(game) = other.cast::<PyGame>() else { return Ok(py.NotImplemented().into_bound(py)) };
            return truth((slf.get().get() == game.get().get()) == matches!(op, CompareOp::Eq));
        }
        if !is_game_like(other) {
            return Ok(py.NotImplemented().into_bound(py));
        }
        let sign = match op {
            CompareOp::Lt => "<",
            CompareOp::Le => "<=",
            CompareOp::Gt => ">",
            _ => ">=",
        };
        let Some(modulus) = crate::universe::current(py)? else {
            let message = format!("`{sign}` needs a universe: games have an order only modulo one");
            let help = "write G.compare(H, E), or compare inside `with modulo(E):`";
            return Err(refuse(py, "no-universe", message, Some(help)));
        };
        if !modulus.has_order() {
            let error = Error::Unsupported {
                question: "order",
                universe: modulus.to_string(),
                help: "modulo I games are equal or not: ask G.compare(H, I)",
            };
            return Err(raise(py, &error, None));
        }
        let relation = whole_call(py, || {
            let (this, other) = (slf.get().get(), game_from(py, "h", other)?.get());
            let modulus = crate::universe::current(py)?.unwrap_or_else(|| modulus.clone());
            run(py, || modulus.compare(&this, &other))
        })?;
        use misere::Relation::{Equal, Greater, Less};
        truth(match op {
            CompareOp::Lt => relation == Less,
            CompareOp::Le => matches!(relation, Less | Equal),
            CompareOp::Gt => relation == Greater,
            _ => matches!(relation, Greater | Equal),
        })
    }

    fn __add__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if !is_game_like(other) {
            return Ok(py.NotImplemented().into_bound(py));
        }
        let sum = whole_call(py, || {
            let (this, other) = (self.get(), game_from(py, "h", other)?.get());
            run(py, || &this + &other).map(PyGame::from)
        })?;
        Ok(sum.into_pyobject(py)?.into_any())
    }

    fn __radd__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__add__(py, other)
    }

    fn __mul__<'py>(&self, py: Python<'py>, count: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let Ok(count) = count.cast::<PyInt>() else { return Ok(py.NotImplemented().into_bound(py)) };
        let Ok(count) = count.extract::<u64>() else {
            let message = "a game has multiples by 0, 1, 2, … only".to_owned();
            return Err(refuse(
                py,
                "argument",
                message,
                Some("the conjugate is ~G; it is not an inverse in general"),
            ));
        };
        let multiple = whole_call(py, || {
            let game = self.get();
            run(py, || game.multiple(count)).map(PyGame::from)
        })?;
        Ok(multiple.into_pyobject(py)?.into_any())
    }

    fn __rmul__<'py>(&self, py: Python<'py>, count: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(py, count)
    }

    /// The conjugate.
    fn __invert__(&self, py: Python<'_>) -> PyResult<PyGame> {
        whole_call(py, || {
            let game = self.get();
            run(py, || game.conjugate()).map(PyGame::from)
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyGame>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let py = slf.py();
        let game = slf.get().get();
        const SHORT: usize = 1_000;
        let text = run(py, || match game.write_within(Style::Ascii, SHORT) {
            Some(text) => Ok(text),
            // With names for what occurs more than once a text is shorter.
            None => Ok(game.lines(Style::Ascii)?.join("\n")),
        })?;
        Ok((slf.get_type().into_any(), (text,)))
    }

    fn __copy__(slf: Py<PyGame>) -> Py<PyGame> {
        slf
    }

    fn __deepcopy__(slf: Py<PyGame>, _memo: &Bound<'_, PyAny>) -> Py<PyGame> {
        slf
    }

    /// A picture of the game tree as an SVG document.
    #[pyo3(signature = (*, merge=false, legend=false, labels=false, depth=None))]
    fn svg(
        &self,
        py: Python<'_>,
        merge: bool,
        legend: bool,
        labels: bool,
        depth: Option<u32>,
    ) -> PyResult<String> {
        let flags = [("merge", merge), ("no_legend", !legend), ("labels", labels)];
        let game = self.get();
        run(py, || {
            let mut question = Question::new("draw")?.with("g", &game)?;
            for (name, flag) in flags {
                question = question.with(name, flag)?;
            }
            svg(match depth {
                Some(depth) => question.with("depth", depth)?,
                None => question,
            })
        })
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        const SHOWN: usize = 20_000;
        let game = self.get();
        run(py, || Ok(game.write_within(Style::Latex, SHOWN).map(|text| format!("${text}$"))))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let game = self.get();
        let is_small = run(py, || Ok(game.tree_edges()? < MOST_NODES_DRAWN.into()))?;
        if is_small { self.svg(py, false, false, false, None).map(Some) } else { Ok(None) }
    }

    /// Asks the question of this name about the game, with a proof of the answer.
    #[pyo3(signature = (question, *arguments, modulo=None))]
    fn prove<'py>(
        slf: &Bound<'py, PyGame>,
        question: &str,
        arguments: &Bound<'py, PyTuple>,
        modulo: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let all: Vec<Bound<'py, PyAny>> =
            std::iter::once(slf.clone().into_any()).chain(arguments.iter()).collect();
        ask_named(slf.py(), question, all, modulo)
    }
}

impl PyGame {
    fn made(
        py: Python<'_>,
        text: Option<&Bound<'_, PyAny>>,
        left: Option<&[Bound<'_, PyAny>]>,
        right: Option<&[Bound<'_, PyAny>]>,
        tombstones: (bool, bool),
    ) -> PyResult<PyGame> {
        let of_options = left.is_some() || right.is_some() || tombstones != (false, false);
        match text {
            Some(_) if of_options => Err(refuse(
                py,
                "argument",
                "a game is made from a text or from options, not from both".to_owned(),
                Some("write Game(\"{0,*|*}\") or Game(left=[0, star], right=[star])"),
            )),
            Some(text) => game_from(py, "text", text),
            None if !of_options => Err(refuse(
                py,
                "argument",
                "a game needs a text or options".to_owned(),
                Some(
                    "write Game(\"{0,*|*}\") or Game(left=[0, star], right=[star]); Game(0) is the empty game",
                ),
            )),
            None => {
                let games = |name, items: Option<&[Bound<'_, PyAny>]>| {
                    let games = items.unwrap_or_default().iter();
                    games.map(|item| Ok(game_from(py, name, item)?.get())).collect::<PyResult<Vec<_>>>()
                };
                let (left, right) = (games("left", left)?, games("right", right)?);
                let tombstones = Tombstones::new(tombstones.0, tombstones.1);
                run(py, || workspace().game_of_options([&left, &right], tombstones)).map(PyGame::from)
            }
        }
    }
}

pub(crate) fn read_style(py: Python<'_>, style: &str) -> PyResult<Style> {
    match style {
        "unicode" => Ok(Style::Unicode),
        "ascii" => Ok(Style::Ascii),
        "latex" => Ok(Style::Latex),
        other => {
            let message = format!("there is no style {other:?}");
            Err(refuse(py, "argument", message, Some("the styles are \"unicode\", \"ascii\" and \"latex\"")))
        }
    }
}

/// Whether an object stands for a game.
fn is_game_like(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyGame>()
        || object.is_instance_of::<PyInt>()
        || object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyPosition>()
}

/// The game that an object stands for: a game, a text, an integer or a position. `name` is
/// the argument, for errors.
pub(crate) fn game_from(py: Python<'_>, name: &'static str, object: &Bound<'_, PyAny>) -> PyResult<PyGame> {
    if let Ok(game) = object.cast::<PyGame>() {
        return Ok(game.get().clone());
    }
    if let Ok(position) = object.cast::<PyPosition>() {
        return position.get().game(py);
    }
    let text = game_text(py, name, object)?;
    in_field(py, name, &text, || workspace().game(&text)).map(PyGame::from)
}

/// The subject of a question that an object stands for.
pub(crate) fn subject_from(
    py: Python<'_>,
    name: &'static str,
    object: &Bound<'_, PyAny>,
) -> PyResult<Subject> {
    if let Ok(game) = object.cast::<PyGame>() {
        return Ok(Subject::from(game.get().get()));
    }
    if let Ok(position) = object.cast::<PyPosition>() {
        return position.get().subject(py);
    }
    let text = game_text(py, name, object)?;
    in_field(py, name, &text, || Subject::read(&workspace(), &text))
}

fn game_text(py: Python<'_>, name: &str, object: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(text.to_string());
    }
    if object.is_instance_of::<PyInt>() {
        return Ok(object.str()?.to_string());
    }
    let kind = object.get_type().name()?;
    let message = format!("`{name}` must be a game, not {kind}");
    let error =
        refuse(py, "argument", message, Some("a game, a text such as \"{0,*|*}\", an integer or a position"));
    error.set_cause(py, Some(PyTypeError::new_err("not a game")));
    Err(error)
}

/// Reads the text of an argument; the error has the place in it.
pub(crate) fn in_field<T: Send>(
    py: Python<'_>,
    name: &str,
    text: &str,
    read: impl Fn() -> Result<T, Error> + Send + Sync,
) -> PyResult<T> {
    // A syntax error is not a failure of the call, so that its place can be told here.
    let read = run(py, || match read() {
        Err(error @ Error::Parse(_)) => Ok(Err(error)),
        other => other.map(Ok),
    })?;
    read.map_err(|error| raise(py, &error, Some((name, text))))
}
