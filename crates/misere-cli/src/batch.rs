//! `misere batch`: JSON Lines in and out.

use std::io::BufRead;

use misere::check::Certificate;
use misere::{Error, Facts, Form, Style, UniverseName, Workspace};
use serde::{Deserialize, Serialize};

use crate::args::Arguments;
use crate::failure::Failure;
use crate::proof::Proof;
use crate::report::Report;

/// A request. What an operation does not use is ignored.
#[derive(Deserialize)]
struct Request {
    op: String,
    g: String,
    h: Option<String>,
    modulo: Option<String>,
    #[serde(default)]
    why: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Facts(Box<FactsAnswer>),
    Form(FormAnswer),
    Relation(RelationAnswer),
    Strong(StrongAnswer),
    Invertible(InvertibleAnswer),
    Error(ErrorAnswer),
}

/// The facts about a form. A form that is too long to be written is null.
#[derive(Serialize)]
pub(crate) struct FactsAnswer {
    ok: bool,
    rank: u32,
    outcome: String,
    normal_outcome: Option<String>,
    conjugate: Option<String>,
    adjoint: Option<String>,
    impartial: bool,
    dicot: bool,
    dead_ending: bool,
    blocking: bool,
    p_free: bool,
}

impl FactsAnswer {
    pub(crate) fn new(work: &Workspace, facts: &Facts, style: Style) -> FactsAnswer {
        FactsAnswer {
            ok: true,
            rank: facts.rank,
            outcome: facts.outcome.to_string(),
            normal_outcome: facts.normal_outcome.map(|o| o.to_string()),
            conjugate: work.write(facts.conjugate, style).ok(),
            adjoint: work.write(facts.adjoint, style).ok(),
            impartial: facts.impartial,
            dicot: facts.dicot,
            dead_ending: facts.dead_ending,
            blocking: facts.blocking,
            p_free: facts.p_free,
        }
    }
}

#[derive(Serialize)]
struct FormAnswer {
    ok: bool,
    form: String,
    #[serde(flatten)]
    proof: Proof,
}

#[derive(Serialize)]
struct RelationAnswer {
    ok: bool,
    relation: String,
    #[serde(flatten)]
    proof: Proof,
}

#[derive(Serialize)]
struct StrongAnswer {
    ok: bool,
    left: bool,
    right: bool,
    #[serde(flatten)]
    proof: Proof,
}

#[derive(Serialize)]
struct InvertibleAnswer {
    ok: bool,
    invertible: bool,
    #[serde(flatten)]
    proof: Proof,
}

#[derive(Default, Serialize)]
struct ErrorAnswer {
    ok: bool,
    error: String,
    /// For parse errors: how many characters stand before the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
    /// For parse errors: in which field.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'static str>,
    /// That a limit was reached.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    exhausted: bool,
}

impl ErrorAnswer {
    fn new(error: impl ToString) -> ErrorAnswer {
        ErrorAnswer { error: error.to_string(), ..ErrorAnswer::default() }
    }

    fn reading(field: &'static str, text: &str, error: Error) -> ErrorAnswer {
        match error {
            Error::Parse(parse) => ErrorAnswer {
                at: Some(text[..parse.span.start].chars().count()),
                field: Some(field),
                ..ErrorAnswer::new(parse)
            },
            other => ErrorAnswer::from(other),
        }
    }
}

impl From<Error> for ErrorAnswer {
    fn from(error: Error) -> ErrorAnswer {
        ErrorAnswer { exhausted: matches!(error, Error::Exhausted(_)), ..ErrorAnswer::new(error) }
    }
}

impl From<Failure> for ErrorAnswer {
    fn from(failure: Failure) -> ErrorAnswer {
        let exhausted = matches!(failure, Failure::Limit(_));
        ErrorAnswer { exhausted, ..ErrorAnswer::new(failure.message().unwrap_or_default()) }
    }
}

pub(crate) fn run(arguments: &Arguments, report: &mut Report) -> Result<(), Failure> {
    let mut work = Workspace::with_limits(arguments.limits());
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        if read.map_err(|error| Failure::BadInput(format!("cannot read standard input: {error}")))? == 0 {
            return Ok(());
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let answer = answer(&work, &line).unwrap_or_else(Answer::Error);
        report.object(&answer)?;
        // Somebody may be waiting for this answer before asking on.
        report.flush()?;
        // Limits are for one question: a full store must not fail the next, nor
        // a long run end for what it remembers of lines long answered.
        let spent = work.forms().budget().spent().memory_bytes;
        let exhausted = matches!(&answer, Answer::Error(error) if error.exhausted);
        let timed = arguments.limits().time.is_some();
        if exhausted || timed || spent > arguments.limits().memory_bytes / 2 {
            work = Workspace::with_limits(arguments.limits());
        }
    }
}

fn answer(work: &Workspace, line: &[u8]) -> Result<Answer, ErrorAnswer> {
    let request: Request =
        serde_json::from_slice(line).map_err(|error| ErrorAnswer::new(format!("bad request: {error}")))?;
    let read = |field: &'static str, text: &str| {
        work.read(text).map_err(|error| ErrorAnswer::reading(field, text, error))
    };
    let modulus = || {
        let name = request.modulo.as_deref().ok_or_else(|| missing(&request.op, "modulo"))?;
        work.read_modulus(name).map_err(|error| ErrorAnswer::reading("modulo", name, error))
    };
    let second = || {
        let text = request.h.as_deref().ok_or_else(|| missing(&request.op, "h"))?;
        read("h", text)
    };
    let prove = |certify: &dyn Fn() -> Result<Certificate, Error>| {
        if !request.why {
            return Ok(Proof::default());
        }
        Proof::of(work, Style::Ascii, certify()?).map_err(ErrorAnswer::from)
    };
    let form = |form: Form, proof: Proof| {
        let form = work.write(form, Style::Ascii)?;
        Ok::<_, ErrorAnswer>(Answer::Form(FormAnswer { ok: true, form, proof }))
    };
    let known = ["show", "simplest", "canonical", "normal", "compare", "strong", "invertible", "sum"];
    if !known.contains(&request.op.as_str()) {
        let known = known.join(", ");
        return Err(ErrorAnswer::new(format!("unknown op {:?}; expected one of {known}", request.op)));
    }
    let g = read("g", &request.g)?;
    match request.op.as_str() {
        "show" => {
            let facts = work.facts(g)?;
            Ok(Answer::Facts(Box::new(FactsAnswer::new(work, &facts, Style::Ascii))))
        }
        "simplest" => {
            let u = modulus()?;
            form(work.simplest(g, &u)?, prove(&|| work.certify_simplest(g, &u))?)
        }
        "canonical" => form(work.canonical(g, &modulus()?)?, Proof::default()),
        "normal" => form(work.normal_form(g)?, prove(&|| work.certify_simplest(g, &UniverseName::N))?),
        "sum" => form(work.sum(g, second()?)?, Proof::default()),
        "compare" => {
            let (h, u) = (second()?, modulus()?);
            let relation = work.compare(g, h, &u)?.to_string();
            let proof = prove(&|| work.certify_relation(g, h, &u))?;
            Ok(Answer::Relation(RelationAnswer { ok: true, relation, proof }))
        }
        "strong" => {
            let u = modulus()?;
            let [left, right] = work.strong(g, &u)?;
            let proof = prove(&|| work.certify_strength(g, &u))?;
            Ok(Answer::Strong(StrongAnswer { ok: true, left, right, proof }))
        }
        "invertible" => {
            let u = modulus()?;
            let invertible = work.is_invertible(g, &u)?;
            let proof = prove(&|| work.certify_invertible(g, &u))?;
            Ok(Answer::Invertible(InvertibleAnswer { ok: true, invertible, proof }))
        }
        _ => unreachable!("the op is known"),
    }
}

fn missing(op: &str, field: &str) -> ErrorAnswer {
    ErrorAnswer::new(format!("op {op:?} needs {field:?}"))
}
