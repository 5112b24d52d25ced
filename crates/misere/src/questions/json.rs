//! Questions and answers in JSON: one vocabulary for commands, batches and the language.

use serde_json::{Map, Value};

use super::{ArgumentKind, Parameter, Proof, Question, QuestionKind};
use crate::data::Record;
use crate::error::Error;
use crate::modulus::Modulus;
use crate::render::json::JSON_STYLE;
use crate::workspace::Workspace;

/// A question as it came in JSON.
pub struct Request {
    /// The question.
    pub question: Question,
    /// The modulus the question is asked modulo.
    pub modulus: Option<Modulus>,
    /// Whether a proof is wanted.
    pub why: bool,
}

/// Why a request was refused.
pub struct RequestError {
    /// The error.
    pub error: Error,
    /// The field with the error, and its text.
    pub field: Option<Box<(&'static str, String)>>,
}

impl From<Error> for RequestError {
    fn from(error: Error) -> RequestError {
        RequestError { error, field: None }
    }
}

/// Turns an error in the text of a field into the refusal of a request.
fn in_field(name: &'static str, text: &str) -> impl FnOnce(Error) -> RequestError {
    move |error| RequestError { error, field: Some(Box::new((name, text.to_owned()))) }
}

/// The fields of a request besides the arguments of its question.
const COMMON: [&str; 4] = ["op", "id", "modulo", "why"];

impl Request {
    /// Reads a request: `{"op":"simplest","g":"{0,*|*}","modulo":"D"}`. Arguments that
    /// belong to other questions are ignored; fields that belong to none are refused.
    ///
    /// # Errors
    /// [`RequestError`] when the object is not a request.
    pub fn read(work: &Workspace, object: &Map<String, Value>) -> Result<Request, RequestError> {
        let refuse = |field: &str, expected: &str| {
            RequestError::from(Error::Request(format!("bad request: `{field}` is {expected}")))
        };
        let Some(Value::String(op)) = object.get("op") else {
            return Err(refuse("op", "the name of a question, as a string"));
        };
        let kind = QuestionKind::find(op)?;
        let is_known = |name: &str| {
            let parameters = super::QUESTIONS.iter().flat_map(|kind| kind.parameters);
            COMMON.contains(&name) || parameters.into_iter().any(|parameter| parameter.name == name)
        };
        if let Some(unknown) = object.keys().find(|name| !is_known(name)) {
            let message = format!("bad request: there is no field `{}`", unknown.escape_debug());
            return Err(Error::Request(message).into());
        }
        let mut question = Question::new(op)?;
        for parameter in kind.parameters {
            if let Some(value) = object.get(parameter.name).filter(|value| !value.is_null()) {
                question = with_value(question, work, parameter, value)?;
            }
        }
        let why = match object.get("why") {
            None | Some(Value::Null) => false,
            Some(Value::Bool(why)) => *why,
            Some(_) => return Err(refuse("why", "true or false")),
        };
        let modulus = match object.get("modulo").filter(|_| kind.takes_modulus()) {
            None | Some(Value::Null) => None,
            Some(Value::String(name)) => Some(work.modulo(name).map_err(in_field("modulo", name))?),
            Some(_) => return Err(refuse("modulo", "the name of a universe, as a string")),
        };
        Ok(Request { question, modulus, why })
    }

    /// The answer as an object, with a proof if the request wants one.
    ///
    /// # Errors
    /// [`Error`] when there is no answer.
    pub fn answer(&self, work: &Workspace) -> Result<Map<String, Value>, Error> {
        let (answer, proof) = match (&self.modulus, self.why && self.question.kind.is_provable()) {
            (Some(modulus), true) => modulus.prove(&self.question).map(|(a, proof)| (a, Some(proof)))?,
            (None, true) => work.prove(&self.question).map(|(a, proof)| (a, Some(proof)))?,
            (Some(modulus), false) => (modulus.ask(&self.question)?, None),
            (None, false) => (work.ask(&self.question)?, None),
        };
        answer_object(self.modulus.as_ref(), &answer, proof.as_ref())
    }
}

fn with_value(
    question: Question,
    work: &Workspace,
    parameter: &'static Parameter,
    value: &Value,
) -> Result<Question, RequestError> {
    let name = parameter.name;
    let wrong = |question: &Question| question.kind.wants(*parameter);
    let text = match (parameter.kind, value) {
        (ArgumentKind::Number, Value::Number(number)) => number.to_string(),
        (ArgumentKind::Flag, Value::Bool(flag)) => flag.to_string(),
        (kind, Value::Array(items)) if kind.is_list() => {
            let mut texts = Vec::with_capacity(items.len());
            for item in items {
                let Value::String(text) = item else { return Err(wrong(&question).into()) };
                texts.push(text.as_str());
            }
            return question.with_texts(work, name, &texts).map_err(|(error, at)| match at {
                Some(at) => in_field(name, texts[at])(*error),
                None => (*error).into(),
            });
        }
        (_, Value::String(text)) => text.clone(),
        _ => return Err(wrong(&question).into()),
    };
    question.with_text(work, name, &text).map_err(in_field(name, &text))
}

/// An answer as an object: `ok`, `modulo`, the fields that the table says, and those of
/// the proof, if there is one.
///
/// # Errors
/// [`Error::Exhausted`] when a text is too long to be written.
pub fn answer_object(
    modulus: Option<&Modulus>,
    answer: &Record,
    proof: Option<&Proof>,
) -> Result<Map<String, Value>, Error> {
    let mut object = Map::new();
    object.insert("ok".to_owned(), true.into());
    let says_modulus = answer.shape().fields.iter().any(|field| field.name == "modulo");
    if let Some(modulus) = modulus.filter(|_| !says_modulus) {
        object.insert("modulo".to_owned(), modulus.write(JSON_STYLE)?.into());
    }
    object.extend(answer.json()?);
    if let Some(proof) = proof {
        object.insert("why".to_owned(), proof.why(JSON_STYLE)?.into());
        object.insert("theorems".to_owned(), proof.theorems().into());
        let certificate = serde_json::to_value(proof.certificate()).expect("a certificate is plain data");
        object.insert("certificate".to_owned(), certificate);
    }
    Ok(object)
}

/// An error as an object. An answer that is not known has `ok`, `known` and what was `tried`;
/// any other error has `ok`, `code`, `message`, and where known the `field` of a
/// request, the characters before the place (`at`), what was `expected`, and `help`.
#[must_use]
pub fn error_object(error: &Error, field: Option<(&str, &str)>) -> Map<String, Value> {
    let mut object = Map::new();
    if let Error::Undecided { tried } = error {
        object.insert("ok".to_owned(), true.into());
        object.insert("known".to_owned(), false.into());
        object.insert("tried".to_owned(), tried.clone().into());
        return object;
    }
    object.insert("ok".to_owned(), false.into());
    object.insert("code".to_owned(), error.code().into());
    let message = match error {
        Error::Parse(parse) => parse.problem.to_string(),
        other => other.to_string(),
    };
    object.insert("message".to_owned(), message.into());
    if let Some((name, text)) = field {
        object.insert("field".to_owned(), name.into());
        if let Error::Parse(parse) = error {
            let before = text.get(..parse.span.start).unwrap_or(text);
            object.insert("at".to_owned(), before.chars().count().into());
        }
    }
    for (name, value) in [("expected", error.expected().map(str::to_owned)), ("help", error.help())] {
        object.extend(value.map(|value| (name.to_owned(), Value::from(value))));
    }
    object
}
