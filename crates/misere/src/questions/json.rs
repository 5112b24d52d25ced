//! Questions and answers in JSON: one vocabulary for commands, batches and the language.

use misere_notation::Style;
use serde_json::{Map, Value};

use super::{ArgumentKind, Parameter, Proof, Question, QuestionKind};
use crate::data::Record;
use crate::error::Error;
use crate::modulus::Modulus;
use crate::render::json::JsonLayout;
use crate::workspace::Workspace;

/// A question as it came in JSON.
pub struct Request {
    /// The workspace of the question: the one that it was put to, or one of its own if it brings
    /// rules or universes along.
    pub work: Workspace,
    /// The question.
    pub question: Question,
    /// The modulus the question is asked modulo.
    pub modulus: Option<Modulus>,
    /// Whether a proof is wanted.
    pub why: bool,
    /// How games are written in the answer.
    pub layout: JsonLayout,
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
const COMMON: [&str; 8] = ["op", "id", "modulo", "why", "style", "longest", "rules", "universes"];

/// The most bytes of a game in the reasons of a proof, unless a request says it.
const LONGEST_IN_REASONS: usize = 2_000;

/// The styles of games by their names in a request.
pub(super) const STYLES: [(&str, Style); 3] =
    [("ascii", Style::Ascii), ("unicode", Style::Unicode), ("latex", Style::Latex)];

/// The refusal of a field that is not of its kind.
fn refuse(field: &str, expected: &str) -> RequestError {
    RequestError::from(Error::Request(format!("bad request: `{field}` is {expected}")))
}

impl Request {
    /// Reads a request: `{"op":"simplest","g":"{0,*|*}","modulo":"D"}`. Arguments that
    /// belong to other questions are ignored; fields that belong to none are refused.
    ///
    /// # Errors
    /// [`RequestError`] when the object is not a request.
    pub fn read(work: &Workspace, object: &Map<String, Value>) -> Result<Request, RequestError> {
        let own = own_workspace(work, object)?;
        Request::read_in(own.as_ref().unwrap_or(work), object)
    }

    /// Reads a request whose rules and universes the workspace knows already.
    pub(super) fn read_in(work: &Workspace, object: &Map<String, Value>) -> Result<Request, RequestError> {
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
        Ok(Request { work: work.clone(), question, modulus, why, layout: layout(object)? })
    }

    /// The answer as an object, with a proof if the request wants one.
    ///
    /// # Errors
    /// [`Error`] when there is no answer.
    pub fn answer(&self) -> Result<Map<String, Value>, Error> {
        let work = &self.work;
        let (answer, proof) = match (&self.modulus, self.why && self.question.kind.is_provable()) {
            (Some(modulus), true) => modulus.prove(&self.question).map(|(a, proof)| (a, Some(proof)))?,
            (None, true) => work.prove(&self.question).map(|(a, proof)| (a, Some(proof)))?,
            (Some(modulus), false) => (modulus.ask(&self.question)?, None),
            (None, false) => (work.ask(&self.question)?, None),
        };
        object_as(&self.layout, self.modulus.as_ref(), &answer, proof.as_ref())
    }
}

/// The layout that a request asks for.
fn layout(object: &Map<String, Value>) -> Result<JsonLayout, RequestError> {
    let mut layout = JsonLayout::default();
    if let Some(style) = object.get("style").filter(|style| !style.is_null()) {
        let named = style.as_str().and_then(|name| STYLES.iter().find(|(known, _)| *known == name));
        layout.style = named.ok_or_else(|| refuse("style", "ascii, unicode or latex"))?.1;
    }
    if let Some(longest) = object.get("longest").filter(|longest| !longest.is_null()) {
        let bytes = longest.as_u64().and_then(|bytes| usize::try_from(bytes).ok());
        layout.longest = Some(bytes.ok_or_else(|| refuse("longest", "a number of bytes"))?);
    }
    Ok(layout)
}

/// The workspace of a request with rules or universes: a fresh one that knows them, so that no
/// other request does.
pub(super) fn own_workspace(
    work: &Workspace,
    object: &Map<String, Value>,
) -> Result<Option<Workspace>, RequestError> {
    let texts = |field: &'static str| texts_of(field, object.get(field).unwrap_or(&Value::Null));
    let (rules, universes) = (texts("rules")?, texts("universes")?);
    if rules.is_empty() && universes.is_empty() {
        return Ok(None);
    }
    let own = work.fresh();
    for text in universes {
        own.load_universe(text).map_err(in_field("universes", text))?;
    }
    for text in rules {
        own.load_rules(None, text).map_err(in_field("rules", text))?;
    }
    Ok(Some(own))
}

/// A text, or several.
fn texts_of<'a>(field: &str, value: &'a Value) -> Result<Vec<&'a str>, RequestError> {
    let wrong = || refuse(field, "a text or a list of texts");
    match value {
        Value::Null => Ok(Vec::new()),
        Value::String(text) => Ok(vec![text]),
        Value::Array(items) => items.iter().map(|item| item.as_str().ok_or_else(wrong)).collect(),
        _ => Err(wrong()),
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
    object_as(&JsonLayout::default(), modulus, answer, proof)
}

/// An answer as an object, with games as the layout says.
fn object_as(
    layout: &JsonLayout,
    modulus: Option<&Modulus>,
    answer: &Record,
    proof: Option<&Proof>,
) -> Result<Map<String, Value>, Error> {
    let mut object = Map::new();
    object.insert("ok".to_owned(), true.into());
    let says_modulus = answer.shape().fields.iter().any(|field| field.name == "modulo");
    if let Some(modulus) = modulus.filter(|_| !says_modulus) {
        object.insert("modulo".to_owned(), modulus.write(layout.style)?.into());
    }
    object.extend(answer.json_as(layout)?);
    if let Some(proof) = proof {
        object.insert("why".to_owned(), proof.why(layout.style)?.into());
        // The certificate has the games that are too long here.
        let short = JsonLayout { longest: layout.longest.or(Some(LONGEST_IN_REASONS)), ..*layout };
        object.insert("reasons".to_owned(), proof.reasons()?.json_as(&short)?);
        object.insert("theorems".to_owned(), proof.theorems().into());
        let certificate = serde_json::to_value(proof.certificate()).expect("a certificate is plain data");
        object.insert("certificate".to_owned(), certificate);
    }
    Ok(object)
}

/// An error as an object. An answer that is not known has `ok`, `known` and what was `tried`;
/// any other error has `ok`, `code`, `message`, and where known the `field` of a
/// request, the characters before the place and its end (`at` and `to`), `expected` and `help`.
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
            for (name, end) in [("at", parse.span.start), ("to", parse.span.end)] {
                let before = text.get(..end).unwrap_or(text);
                object.insert(name.to_owned(), before.chars().count().into());
            }
        }
    }
    for (name, value) in [("expected", error.expected().map(str::to_owned)), ("help", error.help())] {
        object.extend(value.map(|value| (name.to_owned(), Value::from(value))));
    }
    object
}
