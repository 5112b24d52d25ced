//! `misere eval` and `misere run`: the expression language.

use misere::language::{Answer, Change, Session, Value, functions};
use misere::notation::ParseError;
use misere::{Error, Style, Workspace};
use serde::Serialize;

use crate::failure::Failure;
use crate::input::Input;
use crate::proof::Proof;
use crate::report::Report;
use crate::show::shortened;

pub(crate) fn evaluate(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    expression: &str,
    why: bool,
) -> Result<(), Failure> {
    let (what, text) = input.text("expression", expression)?;
    if text.trim().is_empty() {
        return Err(Failure::BadInput(format!("{what}: there is nothing to evaluate")));
    }
    run(work, report, &text, why, |error| Failure::reading(&what, &text, error))
}

pub(crate) fn run_file(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    file: &str,
    why: bool,
) -> Result<(), Failure> {
    let argument = if file == "-" { file.to_owned() } else { format!("@{file}") };
    let (what, text) = input.text("program", &argument)?;
    run(work, report, &text, why, |error| match error {
        Error::Parse(parse) => Failure::BadInput(with_place_first(&what, &text, parse)),
        other => Failure::from(other.clone()),
    })
}

/// An error in a file, with the place first, as editors want it.
pub(crate) fn with_place_first(file: &str, text: &str, error: &ParseError) -> String {
    let shown = error.render(text);
    let below = shown.split_once('\n').map_or("", |(_, below)| below);
    let (line, column) = (error.line.unwrap_or(1), error.column);
    format!("{file}:{line}:{column}: {}\n{below}", error.problem)
}

/// The functions, a line each.
pub(crate) fn list_of_functions() -> String {
    let width = functions().iter().map(|function| function.usage().len()).max().unwrap_or(0);
    let line = |usage: String, help: &str| {
        let sentence = help.split_inclusive(['.', ':']).next().unwrap_or(help);
        format!("  {usage:width$}  {}", sentence.trim_end_matches(['.', ':']))
    };
    let lines: Vec<String> = functions().iter().map(|f| line(f.usage(), f.help)).collect();
    lines.join("\n")
}

#[derive(Serialize)]
struct AnswerObject<'a> {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    kind: &'a str,
    value: serde_json::Value,
    #[serde(flatten)]
    proof: Proof,
}

/// Why a program ended early.
enum Ended {
    Error(Error),
    Failure(Failure),
}

impl From<Error> for Ended {
    fn from(error: Error) -> Ended {
        Ended::Error(error)
    }
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Ended {
        Ended::Failure(failure)
    }
}

fn run(
    work: &Workspace,
    report: &mut Report,
    text: &str,
    why: bool,
    refused: impl Fn(&Error) -> Failure,
) -> Result<(), Failure> {
    let mut proofs = 0;
    let ended = Session::new(work).run(text, |answer| {
        let style = report.style;
        if report.json {
            let proof = prove(work, style, &answer, why, &mut proofs)?;
            report.object(&object(work, &answer, proof)?)?;
        } else {
            // The answer stands, whether or not its proof fits into the limits.
            report.line(&shortened(answer.line(work, style)?))?;
            prove(work, style, &answer, why, &mut proofs)?.print(report)?;
        }
        Ok::<(), Ended>(report.flush()?)
    });
    match ended {
        Err(Ended::Failure(failure)) => Err(failure),
        Err(Ended::Error(error)) => Err(refused(&error)),
        Ok(()) if why && proofs == 0 => Err(Failure::BadInput(
            "--why: nothing here can be proved; comparisons can, and relation, simplest, strong, invertible, \
             outcome"
                .to_owned(),
        )),
        Ok(()) => Ok(()),
    }
}

fn prove(
    work: &Workspace,
    style: Style,
    answer: &Answer,
    why: bool,
    proofs: &mut usize,
) -> Result<Proof, Failure> {
    match if why { answer.certificate(work)? } else { None } {
        None => Ok(Proof::default()),
        Some(certificate) => {
            *proofs += 1;
            Proof::of(work, style, certificate)
        }
    }
}

fn object<'a>(work: &Workspace, answer: &'a Answer, proof: Proof) -> Result<AnswerObject<'a>, Failure> {
    let name = if let Change::Name(name) = &answer.change { Some(name.as_str()) } else { None };
    let kind = answer.value.kind();
    let kind = kind.rsplit(' ').next().unwrap_or(kind);
    Ok(AnswerObject { ok: true, name, kind, value: json(work, &answer.value)?, proof })
}

/// Lists of values are nested a hundred deep at most.
fn json(work: &Workspace, value: &Value) -> Result<serde_json::Value, Failure> {
    Ok(match value {
        Value::Boolean(yes) => (*yes).into(),
        Value::Nothing => serde_json::Value::Null,
        Value::List(list) => list.items().iter().map(|item| json(work, item)).collect::<Result<_, _>>()?,
        other => other.write(work, Style::Ascii)?.into(),
    })
}
