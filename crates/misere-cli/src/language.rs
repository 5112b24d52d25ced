//! `misere eval` and `misere run`: the expression language.

use misere::check::visible;
use misere::language::{Change, Loading, Reply, Session, functions};
use misere::notation::ParseError;
use misere::{Error, Proof, Workspace};
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;

pub(crate) fn evaluate(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    expression: &str,
    why: bool,
) -> Result<(), Failure> {
    let (what, text) = input.text("expression", expression)?;
    if text.trim().is_empty() {
        return Err(Failure::bad_input(format!("{what}: there is nothing to evaluate")));
    }
    run(work, report, &what, &text, why)
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
    run(work, report, &what, &text, why).map_err(Failure::with_place_first)
}

/// An error in a file, with the place first, as editors want it.
pub(crate) fn with_place_first(file: &str, text: &str, error: &ParseError) -> String {
    let shown = error.render(text);
    let below = shown.split_once('\n').map_or("", |(_, below)| below);
    let (line, column) = (error.line.unwrap_or(1), error.column);
    format!("{}:{line}:{column}: {}\n{below}", visible(file), visible(&error.problem.to_string()))
}

/// The functions, one per line.
pub(crate) fn list_of_functions() -> String {
    let width = functions().iter().map(|function| function.usage().len()).max().unwrap_or(0);
    let line = |usage: String, help: &str| {
        let sentence = help.split_inclusive(['.', ':']).next().unwrap_or(help);
        format!("  {usage:width$}  {}", sentence.trim_end_matches(['.', ':']))
    };
    let lines: Vec<String> = functions().iter().map(|f| line(f.usage(), f.help())).collect();
    lines.join("\n")
}

/// The value of a statement.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReplyObject {
    ok: bool,
    /// The name that stands for the value from now on.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The kind of the value.
    kind: String,
    /// The value, as in the first field of the answer to a question, or a list or a record of
    /// such values.
    value: serde_json::Value,
    /// Remarks beside the value, such as the seed of random games.
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Vec<String>>,
    #[serde(flatten)]
    proof: ProofObject,
}

/// The fields of a proof.
#[derive(Default, Serialize, JsonSchema)]
pub(crate) struct ProofObject {
    /// The reason in lines, the last being the verdict of the checker.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Vec<String>>,
    /// The theorems that the checker relied on.
    #[serde(skip_serializing_if = "Option::is_none")]
    theorems: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<serde_json::Value>,
}

impl ProofObject {
    pub(crate) fn new(proof: Option<&Proof>) -> Result<ProofObject, Failure> {
        let Some(proof) = proof else { return Ok(ProofObject::default()) };
        Ok(ProofObject {
            why: Some(proof.why(misere::JSON_STYLE)?),
            theorems: Some(proof.theorems()),
            certificate: serde_json::to_value(proof.certificate()).ok(),
        })
    }
}

/// A session that reads rules files and universe files.
pub(crate) fn session(work: &Workspace) -> Session {
    /// The size of the largest file that a program loads.
    const MOST_BYTES: u64 = 1 << 20;
    let mut session = Session::new(work);
    session.load_with(Box::new(|work, what, file| {
        let input = Input::new(work, MOST_BYTES);
        let loaded = match what {
            Loading::Rules => input.rules_file(file).and_then(|ruleset| {
                let name = ruleset.description().name.clone();
                work.add_ruleset(ruleset)?;
                Ok(name)
            }),
            Loading::Universe => input.universe_file(file).map(|universe| universe.to_string()),
        };
        let message = |failure: Failure| failure.with_place_first().message().unwrap_or_default();
        loaded.map_err(|failure| message(failure).trim_end().to_owned())
    }));
    session
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

fn run(work: &Workspace, report: &mut Report, what: &str, text: &str, why: bool) -> Result<(), Failure> {
    let mut proofs = 0;
    let ended = session(work).run(text, |reply| {
        // Nothing is printed before the proof that was asked for is there.
        let proof = if why { reply.prove()? } else { None };
        proofs += usize::from(proof.is_some());
        if report.json {
            report.object(&object(work, &reply, proof.as_ref())?)?;
        } else {
            for line in reply.lines(report.style)? {
                report.line(&report.sheet().shortened(&line))?;
            }
            for note in &reply.notes {
                report.remark(&format!("  {note}"))?;
            }
            report.proof(proof.as_ref())?;
        }
        Ok::<(), Ended>(())
    });
    match ended {
        Err(Ended::Failure(failure)) => Err(failure),
        Err(Ended::Error(error)) => Err(Failure::reading(what, text, error)),
        Ok(()) if why && proofs == 0 => Err(Error::NoProof.into()),
        Ok(()) => Ok(()),
    }
}

fn object(work: &Workspace, reply: &Reply, proof: Option<&Proof>) -> Result<ReplyObject, Failure> {
    let name = if let Change::Name(name) = &reply.change { Some(name.clone()) } else { None };
    let kind = reply.value.clone().plain(work)?.kind();
    let kind = kind.rsplit(' ').next().unwrap_or(kind).to_owned();
    let (value, notes) =
        (reply.value.plain_json(work)?, Some(reply.notes.clone()).filter(|notes| !notes.is_empty()));
    Ok(ReplyObject { ok: true, name, kind, value, notes, proof: ProofObject::new(proof)? })
}
