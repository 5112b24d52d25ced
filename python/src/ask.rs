//! Questions of the table, asked from Python.

use misere::data::{Datum, Field, Kind, Record, Shape};
use misere::{ArgumentKind, JSON_STYLE, Modulus, Player, QUESTIONS, Question, QuestionKind};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use serde_json::Value;

use crate::call::{run, run_aside};
use crate::error::{raise, refuse, to_python};
use crate::game::{PyGame, game_from, in_field, subject_from};
use crate::home::{whole_call, workspace};
use crate::proof::PyProof;
use crate::universe::{PyUniverse, current, universe_from};
use crate::words;

/// Asks a question: the number of its line in the table, its arguments in the order of the
/// table with None for those that are left out, a universe, and whether a proof is wanted.
#[pyfunction]
pub(crate) fn ask<'py>(
    py: Python<'py>,
    line: usize,
    arguments: &Bound<'py, PyTuple>,
    modulo: Option<&Bound<'py, PyAny>>,
    proof: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let kind = QUESTIONS[line];
    let arguments = arguments.iter().zip(kind.parameters).map(|(argument, parameter)| {
        // A list is read once, also if the call is done twice: it may be a generator.
        let is_list = parameter.kind == ArgumentKind::Games && !argument.is_instance_of::<PyString>();
        if is_list && !argument.is_none() {
            Ok(argument.try_iter()?.collect::<PyResult<Vec<_>>>()?.into_pyobject(py)?)
        } else {
            Ok(argument)
        }
    });
    let arguments = arguments.collect::<PyResult<Vec<_>>>()?;
    whole_call(py, || ask_once(py, kind, &arguments, modulo, proof))
}

fn ask_once<'py>(
    py: Python<'py>,
    kind: &QuestionKind,
    arguments: &[Bound<'py, PyAny>],
    modulo: Option<&Bound<'py, PyAny>>,
    proof: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut question = Question::new(kind.name).expect("a line of the table");
    let mut player = None;
    for (parameter, argument) in kind.parameters.iter().zip(arguments) {
        if argument.is_none() && !parameter.is_required {
            continue;
        }
        let name = parameter.name;
        let with = match parameter.kind {
            ArgumentKind::Game => {
                question.with(name, misere::Argument::Game(subject_from(py, name, argument)?))
            }
            ArgumentKind::Games => {
                let mut games = Vec::new();
                if let Ok(text) = argument.extract::<String>() {
                    games = in_field(py, name, &text, || workspace().game_list(&text))?;
                } else {
                    for item in argument.try_iter()? {
                        games.push(game_from(py, name, &item?)?.get());
                    }
                }
                question.with(name, games)
            }
            ArgumentKind::Number => match argument.extract::<u32>() {
                Ok(number) => question.with(name, number),
                Err(_) => {
                    let message = format!("`{}` needs `{name}`: {}", kind.name, parameter.help);
                    return Err(refuse(py, "argument", message, None));
                }
            },
            ArgumentKind::Player => {
                let given = argument.str()?.to_string();
                let Some(found) =
                    Player::BOTH.into_iter().find(|p| p.to_string().eq_ignore_ascii_case(&given))
                else {
                    let message = format!("`{}` needs `{name}`: {}", kind.name, parameter.help);
                    return Err(refuse(py, "argument", message, None));
                };
                player = Some(found);
                question.with(name, found)
            }
            ArgumentKind::Universe => question.with(name, universe_from(py, name, argument)?),
        };
        question = with.map_err(|error| raise(py, &error, None))?;
    }
    let modulus = modulus_for(py, kind, modulo)?;
    if proof {
        let prove = || match &modulus {
            Some(modulus) => modulus.prove(&question),
            None => workspace().prove(&question),
        };
        let (answer, proof) = run(py, prove)?;
        let answer = to_object(py, &answer, player)?;
        return Ok(PyProof::new(answer.unbind(), proof).into_pyobject(py)?.into_any());
    }
    let ask = || match &modulus {
        Some(modulus) => modulus.ask(&question),
        None => workspace().ask(&question),
    };
    // Questions about no single game are about all games of a day: threads share their work.
    let is_about_games =
        kind.parameters.iter().any(|p| matches!(p.kind, ArgumentKind::Game | ArgumentKind::Games));
    let answer = if is_about_games { run(py, ask)? } else { run_aside(py, ask)? };
    to_object(py, &answer, player)
}

/// Asks the question of a name, with a proof.
pub(crate) fn ask_named<'py>(
    py: Python<'py>,
    name: &str,
    mut arguments: Vec<Bound<'py, PyAny>>,
    modulo: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let kind = QuestionKind::find(name).map_err(|error| raise(py, &error, None))?;
    let line = QUESTIONS.iter().position(|line| line.name == kind.name).expect("found in the table");
    let required = kind.parameters.iter().filter(|p| p.is_required).count();
    // The universe may stand behind the arguments, as it does in the methods.
    let behind = (kind.needs_modulus && modulo.is_none() && arguments.len() > required)
        .then(|| arguments.remove(required));
    if arguments.len() != required {
        let message = format!("`{name}` takes {required} games or numbers here, not {}", arguments.len());
        return Err(refuse(py, "argument", message, Some(&format!("it is written {}", kind.usage()))));
    }
    let none = || py.None().into_bound(py);
    let mut given = arguments.into_iter();
    let all = kind
        .parameters
        .iter()
        .map(|p| if p.is_required { given.next().unwrap_or_else(none) } else { none() });
    let all = PyTuple::new(py, all.collect::<Vec<_>>())?;
    ask(py, line, &all, behind.as_ref().or(modulo), true)
}

fn modulus_for(
    py: Python<'_>,
    kind: &QuestionKind,
    modulo: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<Modulus>> {
    if !kind.needs_modulus {
        return Ok(None);
    }
    if let Some(modulo) = modulo {
        return universe_from(py, "modulo", modulo).map(Some);
    }
    match current(py)? {
        Some(modulus) => Ok(Some(modulus)),
        None => {
            let message = format!("`{}` needs a universe", kind.name);
            let help = "give one as the last argument, such as E, or ask inside `with modulo(E):`";
            Err(refuse(py, "no-universe", message, Some(help)))
        }
    }
}

/// An answer as an object of Python. An answer of several fields is a tuple here, which
/// `misere.questions` gives its names.
fn to_object<'py>(py: Python<'py>, answer: &Record, player: Option<Player>) -> PyResult<Bound<'py, PyAny>> {
    if answer.is_missing() {
        return Ok(py.None().into_bound(py));
    }
    match player {
        Some(player) if answer.shape().is_by_player() => datum(py, &answer.fields()[player.index()]),
        _ if is_record(answer.shape()) => {
            let fields = answer.fields().iter().map(|field| datum(py, field));
            Ok(PyTuple::new(py, fields.collect::<PyResult<Vec<_>>>()?)?.into_any())
        }
        _ => datum(py, &answer.fields()[0]),
    }
}

/// Whether an answer is a record in Python: it has several fields, none of which only says how to
/// get the others again.
fn is_record(shape: &Shape) -> bool {
    shape.fields.len() > 1 && shape.noted.is_none()
}

/// A value as an object of Python.
pub(crate) fn datum<'py>(py: Python<'py>, value: &Datum) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Datum::Game(game) => PyGame::from(game.clone()).into_pyobject(py)?.into_any(),
        Datum::Universe(universe) => PyUniverse::from(universe.clone()).into_pyobject(py)?.into_any(),
        Datum::Integer(n) => n.into_pyobject(py)?.into_any(),
        Datum::Count(count) => whole_number(py, &count.number.to_string())?,
        Datum::Boolean(yes) => yes.into_pyobject(py)?.to_owned().into_any(),
        Datum::Outcome(outcome) => words::outcome(py, *outcome)?,
        Datum::Relation(relation) => words::relation(py, *relation)?,
        Datum::Player(player) => words::player(py, *player)?,
        Datum::Text(text) => run(py, || text.write(JSON_STYLE))?.into_pyobject(py)?.into_any(),
        Datum::Function(function) => function.written().into_pyobject(py)?.into_any(),
        Datum::Nothing => py.None().into_bound(py),
        Datum::List(list) => {
            let items = list.items().iter().map(|item| datum(py, item));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Datum::Record(record) => {
            let fields = record.fields().iter().map(|field| datum(py, field));
            let fields = PyTuple::new(py, fields.collect::<PyResult<Vec<_>>>()?)?;
            py.import("misere.questions")?.getattr(record.shape().name)?.call1(fields)?
        }
    })
}

/// An integer of any size.
fn whole_number<'py>(py: Python<'py>, digits: &str) -> PyResult<Bound<'py, PyAny>> {
    py.get_type::<pyo3::types::PyInt>().call1((digits,))
}

/// The table: a dictionary for each question, from which `misere.questions` makes functions
/// and methods.
#[pyfunction]
pub(crate) fn table(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let lines = PyList::empty(py);
    for kind in QUESTIONS.iter().copied() {
        let line = PyDict::new(py);
        line.set_item("name", kind.name)?;
        line.set_item("alias", kind.alias)?;
        line.set_item("help", kind.help)?;
        line.set_item("summary", kind.summary())?;
        line.set_item("modulo", kind.needs_modulus)?;
        line.set_item("provable", kind.is_provable())?;
        let parameters =
            kind.parameters.iter().map(|p| (p.name, argument_kind(p.kind), p.is_required, p.help));
        line.set_item("parameters", parameters.collect::<Vec<_>>())?;
        line.set_item("fields", fields(kind.answer.fields))?;
        line.set_item("record", is_record(&kind.answer))?;
        line.set_item("optional", kind.answer.is_optional)?;
        let inner = kind.answer.fields.iter().filter_map(|field| inner_record(field.kind));
        let inner = inner.map(|shape| (shape.name, shape.help.trim(), fields(shape.fields)));
        line.set_item("records", inner.collect::<Vec<_>>())?;
        let example = PyDict::new(py);
        example.set_item("arguments", kind.example.arguments.to_vec())?;
        example.set_item("modulo", kind.example.modulo)?;
        let answer: Value = serde_json::from_str(kind.example.answer).expect("an example is JSON");
        example.set_item("answer", to_python(py, &answer)?)?;
        line.set_item("example", example)?;
        lines.append(line)?;
    }
    Ok(lines)
}

fn argument_kind(kind: ArgumentKind) -> &'static str {
    match kind {
        ArgumentKind::Game => "game",
        ArgumentKind::Games => "games",
        ArgumentKind::Number => "number",
        ArgumentKind::Player => "player",
        ArgumentKind::Universe => "universe",
    }
}

fn fields(fields: &[Field]) -> Vec<(&'static str, String, &'static str)> {
    fields.iter().map(|field| (field.name, kind_name(field.kind), field.help.trim())).collect()
}

/// The record among the values of a kind.
fn inner_record(kind: Kind) -> Option<&'static Shape> {
    match kind {
        Kind::Record(shape) => Some(shape),
        Kind::List(kind) | Kind::Optional(kind) => inner_record(*kind),
        _ => None,
    }
}

/// A kind in a word: `form`, `form?` where it may be missing, `[form]` for a list, and the name of
/// a record.
fn kind_name(kind: Kind) -> String {
    let word = match kind {
        // Objects of Python are games, however long they are.
        Kind::Game | Kind::GameIfShort => "form",
        Kind::Universe => "universe",
        Kind::Outcome => "outcome",
        Kind::Relation => "relation",
        Kind::Player => "player",
        Kind::Boolean => "boolean",
        Kind::Number => "number",
        Kind::Digits => "digits",
        Kind::Text | Kind::Word(_) => "text",
        Kind::Optional(kind) => return format!("{}?", kind_name(*kind)),
        Kind::List(kind) => return format!("[{}]", kind_name(*kind)),
        Kind::Record(shape) => shape.name,
    };
    word.to_owned()
}
