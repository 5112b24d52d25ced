//! Questions of the table, asked from Python.

use misere::data::{Datum, Field, Kind, Record, Shape};
use misere::{
    Argument, ArgumentKind, Error, JSON_STYLE, Modulus, Parameter, Player, Proof, QUESTIONS, Question,
    QuestionKind,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use serde_json::Value;

use crate::call::{run, run_aside};
use crate::error::{raise, refuse, to_python};
use crate::game::{PyGame, game_from, in_field, subject_from};
use crate::home::{whole_call, workspace};
use crate::position::PyRuleset;
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
        if parameter.kind.is_list() && !argument.is_none() && !argument.is_instance_of::<PyString>() {
            let items = argument.try_iter().map_err(|_| wrong(py, kind, parameter))?;
            Ok(items.collect::<PyResult<Vec<_>>>()?.into_pyobject(py)?)
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
        let (name, read_as_text) = (parameter.name, !is_taken_whole(parameter.kind));
        if let Some(text) = argument.extract::<String>().ok().filter(|_| read_as_text) {
            let read = || question.clone().with_text(&workspace(), name, &text);
            question = in_field(py, name, &text, read)?;
            continue;
        }
        let argument = argument_from(py, kind, parameter, argument)?;
        if let Argument::Player(found) = argument {
            player = Some(found);
        }
        question = question.with(name, argument).map_err(|error| raise(py, &error, None))?;
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
    let is_about_games = kind.parameters.iter().any(|p| p.kind.is_about_games());
    let answer = if is_about_games { run(py, ask)? } else { run_aside(py, ask)? };
    to_object(py, &answer, player)
}

/// Whether a text among the arguments is not read as the kind says: it is wrong, or the argument.
fn is_taken_whole(kind: ArgumentKind) -> bool {
    use ArgumentKind::{Flag, Number, Player, Texts};
    matches!(kind, Number | Flag | Texts | Player)
}

/// The argument that an object stands for, which is no text that is read as its kind says.
fn argument_from(
    py: Python<'_>,
    kind: &QuestionKind,
    parameter: &Parameter,
    object: &Bound<'_, PyAny>,
) -> PyResult<Argument> {
    let name = parameter.name;
    let wrong = || wrong(py, kind, parameter);
    let text = |item: &Bound<'_, PyAny>| item.extract::<String>().map_err(|_| wrong());
    let is_text = object.is_instance_of::<PyString>();
    Ok(match parameter.kind {
        ArgumentKind::Number | ArgumentKind::Flag if is_text => return Err(wrong()),
        ArgumentKind::Texts if is_text => Argument::Texts(vec![text(object)?]),
        ArgumentKind::Player => {
            let given = object.str()?.to_string();
            let named = |p: &Player| p.to_string().eq_ignore_ascii_case(&given);
            Argument::Player(Player::BOTH.into_iter().find(named).ok_or_else(wrong)?)
        }
        ArgumentKind::Game | ArgumentKind::Position | ArgumentKind::DeadEnd => {
            Argument::Game(subject_from(py, name, object)?)
        }
        ArgumentKind::Games => {
            let games = object.try_iter()?.map(|item| Ok(game_from(py, name, &item?)?.get().clone()));
            Argument::Games(games.collect::<PyResult<_>>()?)
        }
        ArgumentKind::DeadEnds => {
            let ends = object.try_iter()?.map(|item| dead_end_from(py, name, &item?));
            Argument::Games(ends.collect::<PyResult<_>>()?)
        }
        ArgumentKind::Number => Argument::Number(object.extract().map_err(|_| wrong())?),
        ArgumentKind::Universe => Argument::Universe(universe_from(py, name, object)?),
        ArgumentKind::Universes => {
            let universes = object.try_iter()?.map(|item| universe_from(py, name, &item?));
            Argument::Universes(universes.collect::<PyResult<_>>()?)
        }
        ArgumentKind::Ruleset => {
            let ruleset = object.cast::<PyRuleset>().ok().and_then(|ruleset| ruleset.get().known());
            Argument::Ruleset(ruleset.ok_or_else(wrong)?)
        }
        ArgumentKind::Texts => {
            let texts = object.try_iter()?.map(|item| text(&item?));
            Argument::Texts(texts.collect::<PyResult<_>>()?)
        }
        ArgumentKind::Flag => Argument::Flag(object.extract().map_err(|_| wrong())?),
        ArgumentKind::Text | ArgumentKind::Word(_) => return Err(wrong()),
    })
}

/// The refusal of an argument that is not of its kind.
fn wrong(py: Python<'_>, kind: &QuestionKind, parameter: &Parameter) -> PyErr {
    let message = format!("`{}` needs `{}`: {}", kind.name, parameter.name, parameter.help);
    refuse(py, "argument", message, None)
}

/// The dead end that an object stands for.
fn dead_end_from(py: Python<'_>, name: &'static str, object: &Bound<'_, PyAny>) -> PyResult<misere::Game> {
    match object.cast::<PyString>() {
        Ok(text) => {
            let text = text.to_string();
            in_field(py, name, &text, || workspace().dead_end(&text))
        }
        Err(_) => Ok(game_from(py, name, object)?.get()),
    }
}

/// The picture that a question draws, as an SVG document.
pub(crate) fn svg(question: Question) -> Result<String, Error> {
    let answer = workspace().ask(&question.with("format", "svg".to_owned())?)?;
    match answer.get("picture") {
        Some(Datum::Picture(picture)) => Ok(picture.text()),
        _ => unreachable!("a format was asked for"),
    }
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
    // The universe may stand after the arguments, as it does in the methods.
    let behind = (kind.takes_modulus() && modulo.is_none() && arguments.len() > required)
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
    if !kind.takes_modulus() {
        return Ok(None);
    }
    if let Some(modulo) = modulo {
        return universe_from(py, "modulo", modulo).map(Some);
    }
    match current(py)? {
        None if kind.requires_modulus() => {
            let message = format!("`{}` needs a universe", kind.name);
            let help = "give one as the last argument, such as E, or ask inside `with modulo(E):`";
            Err(refuse(py, "no-universe", message, Some(help)))
        }
        current => Ok(current),
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
        _ if is_record(answer.shape()) => Ok(tuple(py, answer)?.into_any()),
        _ => datum(py, &answer.fields()[0]),
    }
}

/// The fields of a record.
fn tuple<'py>(py: Python<'py>, record: &Record) -> PyResult<Bound<'py, PyTuple>> {
    let fields = record.shape().fields.iter().zip(record.fields()).filter(|(field, _)| is_there(field));
    let fields = fields.map(|(_, value)| datum(py, value));
    PyTuple::new(py, fields.collect::<PyResult<Vec<_>>>()?)
}

/// Whether a field is one in Python, where a form is an object and never too long.
fn is_there(field: &Field) -> bool {
    field.kind != Kind::WhyNull
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
        Datum::Picture(picture) if matches!(picture.format(), "pdf" | "png") => {
            PyBytes::new(py, picture.bytes()).into_any()
        }
        Datum::Picture(picture) => picture.text().into_pyobject(py)?.into_any(),
        Datum::Nothing => py.None().into_bound(py),
        Datum::List(list) => {
            let items = list.items().iter().map(|item| datum(py, item));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Datum::Record(record) if record.fields().is_empty() => py.None().into_bound(py),
        Datum::Record(record) => {
            let records = py.import("misere.questions")?.getattr("INNER")?;
            records.get_item(record.shape().name)?.call1(tuple(py, record)?)?
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
        line.set_item("modulo", kind.takes_modulus())?;
        line.set_item("provable", kind.is_provable())?;
        let parameters =
            kind.parameters.iter().map(|p| (p.name, argument_kind(p.kind), p.is_required, p.help));
        line.set_item("parameters", parameters.collect::<Vec<_>>())?;
        line.set_item("fields", fields(kind.answer.fields))?;
        line.set_item("record", is_record(&kind.answer))?;
        line.set_item("optional", kind.answer.is_optional)?;
        let mut inner = Vec::new();
        inner_records(kind.answer.fields, &mut inner);
        if kind.is_provable() {
            inner_records(Proof::REASON.fields, &mut inner);
            inner.push(Proof::REASON);
        }
        let inner = inner.into_iter();
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

/// A kind of argument in a word; of one of a few words, `word:` and the words.
fn argument_kind(kind: ArgumentKind) -> String {
    let word = match kind {
        ArgumentKind::Game => "game",
        ArgumentKind::Games => "games",
        ArgumentKind::Number => "number",
        ArgumentKind::Player => "player",
        ArgumentKind::Universe => "universe",
        ArgumentKind::Universes => "universes",
        ArgumentKind::Position => "position",
        ArgumentKind::DeadEnd => "game",
        ArgumentKind::DeadEnds => "games",
        ArgumentKind::Ruleset => "ruleset",
        ArgumentKind::Text => "text",
        ArgumentKind::Word(words) => return format!("word:{}", words.join("|")),
        ArgumentKind::Texts => "texts",
        ArgumentKind::Flag => "flag",
    };
    word.to_owned()
}

fn fields(fields: &[Field]) -> Vec<(&'static str, String, &'static str)> {
    let fields = fields.iter().filter(|field| is_there(field));
    fields.map(|field| (field.name, kind_name(field.kind), field.help.trim())).collect()
}

/// The records among the values of fields, those inside others first.
fn inner_records(fields: &[Field], found: &mut Vec<&'static Shape>) {
    for shape in fields.iter().filter_map(|field| inner_record(field.kind)) {
        inner_records(shape.fields, found);
        found.push(shape);
    }
}

/// The record among the values of a kind.
fn inner_record(kind: Kind) -> Option<&'static Shape> {
    match kind {
        Kind::Record(shape) => Some(shape),
        Kind::List(kind) | Kind::Optional(kind) | Kind::IfAny(kind) => inner_record(*kind),
        _ => None,
    }
}

/// A kind in a word: `form`, `form?` where it may be null, `~form` where the field may be left out,
/// `[form]` for a list, and the name of a record.
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
        Kind::Text | Kind::WhyNull | Kind::Word(_) => "text",
        Kind::Picture => "picture",
        Kind::Optional(kind) => return format!("{}?", kind_name(*kind)),
        Kind::IfAny(kind) => return format!("~{}", kind_name(*kind)),
        Kind::List(kind) => return format!("[{}]", kind_name(*kind)),
        Kind::Record(shape) => shape.name,
    };
    word.to_owned()
}
