//! Questions of the table, asked from Python.

use misere::{Answer, ArgumentKind, FieldKind, Modulus, Player, QUESTIONS, Question, QuestionKind};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use serde_json::Value;

use crate::call::{run, run_aside};
use crate::error::{raise, refuse, to_python};
use crate::game::{PyGame, game_from, in_field, subject_from};
use crate::home::{whole_call, workspace};
use crate::proof::PyProof;
use crate::universe::{current, universe_from};
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
    let kind = &QUESTIONS[line];
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
        let answer = to_object(py, kind, &answer, player)?;
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
    to_object(py, kind, &answer, player)
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
fn to_object<'py>(
    py: Python<'py>,
    kind: &QuestionKind,
    answer: &Answer,
    player: Option<Player>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = |game: &misere::Game| Ok::<_, PyErr>(PyGame::from(game.clone()).into_pyobject(py)?.into_any());
    let none = || py.None().into_bound(py);
    Ok(match answer {
        Answer::Game(found) => found.as_ref().map_or_else(|| Ok(none()), game)?,
        Answer::Games(games) | Answer::Sample { games, .. } => {
            PyList::new(py, games.iter().cloned().map(PyGame::from))?.into_any()
        }
        Answer::Relation(relation) => words::relation(py, *relation)?,
        Answer::Outcome(None) | Answer::Number(None) | Answer::Separation(None) => none(),
        Answer::Outcome(Some(outcome)) => words::outcome(py, *outcome)?,
        Answer::Boolean(yes) => yes.into_pyobject(py)?.to_owned().into_any(),
        Answer::Number(Some(number)) => number.into_pyobject(py)?.into_any(),
        Answer::Count(number) => whole_number(py, &number.to_string())?,
        Answer::Players(both) => match player {
            Some(player) => both[player.index()].into_pyobject(py)?.to_owned().into_any(),
            None => PyTuple::new(py, both)?.into_any(),
        },
        Answer::Separation(Some(found)) => {
            PyTuple::new(py, [game(&found.game)?, words::player(py, found.starter)?])?.into_any()
        }
        Answer::Facts(facts) => {
            let facts: [Bound<'py, PyAny>; 13] = [
                facts.rank.into_pyobject(py)?.into_any(),
                words::outcome(py, facts.outcome)?,
                facts.normal_outcome.map_or_else(|| Ok(none()), |outcome| words::outcome(py, outcome))?,
                game(&facts.conjugate)?,
                game(&facts.adjoint)?,
                facts.impartial.into_pyobject(py)?.to_owned().into_any(),
                facts.dicot.into_pyobject(py)?.to_owned().into_any(),
                facts.dead_ending.into_pyobject(py)?.to_owned().into_any(),
                facts.blocking.into_pyobject(py)?.to_owned().into_any(),
                facts.p_free.into_pyobject(py)?.to_owned().into_any(),
                game(&facts.game)?,
                whole_number(py, &facts.tree_edges.to_string())?,
                facts.dag_edges.into_pyobject(py)?.into_any(),
            ];
            PyTuple::new(py, facts)?.into_any()
        }
        Answer::Steps(steps) => {
            // A step is a dictionary with the fields that it has in JSON.
            let fields = run(py, || answer.json())?;
            PyTuple::new(py, [to_python(py, &fields[0])?, game(&steps.simplest)?])?.into_any()
        }
        Answer::Reduced(reduced) => {
            let canonical = match reduced.is_canonical {
                Some(yes) => yes.into_pyobject(py)?.to_owned().into_any(),
                None => none(),
            };
            let holds = reduced.holds().into_pyobject(py)?.to_owned().into_any();
            PyTuple::new(py, [holds, canonical, game(&reduced.simplest)?])?.into_any()
        }
        Answer::Invertibility(found) => {
            let inverse = match &found.inverse {
                Some(inverse) => game(inverse)?,
                None => none(),
            };
            let invertible = match found.is_invertible() {
                Some(yes) => yes.into_pyobject(py)?.to_owned().into_any(),
                None => none(),
            };
            let [in_monoid, cancels] = [found.element.is_some(), found.cancels]
                .map(|yes| yes.into_pyobject(py).map(|yes| yes.to_owned().into_any()));
            let none_up_to = found.none_up_to.into_pyobject(py)?.into_any();
            PyTuple::new(py, [invertible, inverse, in_monoid?, cancels?, none_up_to])?.into_any()
        }
        // What has no form among its fields is in Python what it is in JSON.
        Answer::Genus(_) => {
            let fields = run(py, || answer.json())?;
            let fields = kind.fields.iter().zip(&fields).map(|(_, value)| to_python(py, value));
            PyTuple::new(py, fields.collect::<PyResult<Vec<_>>>()?)?.into_any()
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
    for kind in QUESTIONS {
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
        let fields = kind.fields.iter().map(|field| (field.name, field_kind(field.kind)));
        line.set_item("fields", fields.collect::<Vec<_>>())?;
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

fn field_kind(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Form => "form",
        FieldKind::FormOrNull => "form?",
        FieldKind::Forms => "forms",
        FieldKind::Relation => "relation",
        FieldKind::Outcome => "outcome",
        FieldKind::OutcomeOrNull => "outcome?",
        FieldKind::PlayerOrNull => "player?",
        FieldKind::Boolean => "boolean",
        FieldKind::BooleanOrNull => "boolean?",
        FieldKind::Number => "number",
        FieldKind::NumberOrNull => "number?",
        FieldKind::Numbers => "numbers",
        FieldKind::Digits => "digits",
        FieldKind::Text => "text",
        FieldKind::Steps => "steps",
    }
}
