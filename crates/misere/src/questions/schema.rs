//! The JSON Schema of requests, answers and errors, from the table of questions.

use serde_json::{Map, Value, json};

use super::json::STYLES;
use super::{ArgumentKind, Proof, QUESTIONS, QuestionKind};
use crate::data::{Field, Kind};
use crate::render::{object, properties, required as always_there};

/// The schema of a request in a batch.
#[must_use]
pub(super) fn schema_of_request(kind: &QuestionKind) -> Value {
    let mut properties = Map::new();
    let names: Vec<Value> = [Some(kind.name), kind.alias].into_iter().flatten().map(Value::from).collect();
    properties.insert("op".to_owned(), json!({ "enum": names }));
    properties.insert("id".to_owned(), json!({ "description": "given back with the answer" }));
    let mut required = vec!["op"];
    for parameter in kind.parameters {
        let mut schema = match parameter.kind {
            kind if kind.is_list() => {
                json!({ "type": ["string", "array"], "items": { "type": "string" } })
            }
            ArgumentKind::Number => json!({ "type": "integer", "minimum": 0 }),
            ArgumentKind::Player => json!({ "enum": ["Left", "Right"] }),
            ArgumentKind::Word(words) => json!({ "enum": words }),
            ArgumentKind::Flag => json!({ "type": "boolean" }),
            _ => json!({ "type": "string" }),
        };
        schema["description"] = parameter.help.into();
        properties.insert(parameter.name.to_owned(), schema);
        required.extend(parameter.is_required.then_some(parameter.name));
    }
    if kind.takes_modulus() {
        properties.insert("modulo".to_owned(), json!({ "type": "string", "description": "a universe" }));
        required.extend(kind.requires_modulus().then_some("modulo"));
    }
    if kind.is_provable() {
        properties.insert("why".to_owned(), json!({ "type": "boolean", "description": "prove the answer" }));
    }
    properties.extend(common_properties());
    object(kind.help, properties, &required)
}

/// The fields that any request may have.
fn common_properties() -> [(String, Value); 4] {
    let text = || json!({ "type": ["string", "array"], "items": { "type": "string" } });
    let styles = STYLES.map(|(name, _)| name);
    let described = |mut schema: Value, help: &str| {
        schema["description"] = help.into();
        schema
    };
    let longest = "the most bytes of a game: a longer one is null, with its edges and rank beside it";
    [
        ("style".to_owned(), described(json!({ "enum": styles }), "how games are written in the answer")),
        ("longest".to_owned(), described(json!({ "type": "integer", "minimum": 0 }), longest)),
        ("rules".to_owned(), described(text(), "texts of rules files, which this request alone knows")),
        (
            "universes".to_owned(),
            described(text(), "texts of universe files, which this request alone knows"),
        ),
    ]
}

/// The schema of an answer, from a command or in a batch.
#[must_use]
pub(super) fn schema_of_answer(kind: &QuestionKind) -> Value {
    let mut schemas = Map::new();
    schemas.insert("ok".to_owned(), json!({ "const": true }));
    schemas.insert("id".to_owned(), json!({ "description": "as in the request" }));
    let mut required = vec!["ok"];
    if kind.takes_modulus() {
        schemas.insert("modulo".to_owned(), json!({ "type": "string" }));
        let is_a_field = kind.answer.fields.iter().any(|field| field.name == "modulo");
        required.extend((kind.requires_modulus() && !is_a_field).then_some("modulo"));
    }
    schemas.extend(properties(&kind.answer));
    required.extend(always_there(&kind.answer));
    if kind.is_provable() {
        schemas.extend(proof_properties());
    }
    if kind.answer.fields.iter().any(|field| field.name == "picture") {
        let help = "the file with the picture, where a command writes one";
        schemas.insert("file".to_owned(), json!({ "type": "string", "description": help }));
    }
    object(kind.help, schemas, &required)
}

/// The schema of a row of an answer that is the list of its rows, which a command prints alone.
fn schema_of_row(kind: &QuestionKind) -> Option<Value> {
    let row = match kind.answer.fields {
        [Field { kind: Kind::List(Kind::Record(row)), .. }] if kind.has_rows() => row,
        _ => return None,
    };
    let mut schemas = Map::new();
    schemas.insert("ok".to_owned(), json!({ "const": true }));
    schemas.extend(properties(row));
    let mut required = vec!["ok"];
    required.extend(always_there(row));
    Some(object(row.help.trim(), schemas, &required))
}

/// The fields of a proof.
fn proof_properties() -> [(String, Value); 4] {
    let texts = || json!({ "type": "array", "items": { "type": "string" } });
    let reason = object(Proof::REASON.help.trim(), properties(Proof::REASON), &always_there(Proof::REASON));
    [
        ("why".to_owned(), texts()),
        ("reasons".to_owned(), json!({ "type": "array", "items": reason })),
        ("theorems".to_owned(), texts()),
        ("certificate".to_owned(), json!({ "type": "object" })),
    ]
}

/// The schema of an error, from a command or in a batch.
#[must_use]
pub fn schema_of_error() -> Value {
    let text = || json!({ "type": "string" });
    let mut properties = Map::new();
    properties.insert("ok".to_owned(), json!({ "const": false }));
    properties.insert("id".to_owned(), json!({ "description": "as in the request" }));
    for name in ["code", "message", "field", "expected", "help"] {
        properties.insert(name.to_owned(), text());
    }
    let at = "how many characters stand before the place, in the field or the argument";
    let to = "how many characters stand before the end of the place";
    for (name, help) in [("at", at), ("to", to)] {
        properties.insert(name.to_owned(), json!({ "type": "integer", "minimum": 0, "description": help }));
    }
    object("Why there is no answer.", properties, &["ok", "code", "message"])
}

/// The schema of an answer that is not known.
#[must_use]
pub fn schema_of_unknown() -> Value {
    let mut properties = Map::new();
    properties.insert("ok".to_owned(), json!({ "const": true }));
    properties.insert("id".to_owned(), json!({ "description": "as in the request" }));
    properties.insert("known".to_owned(), json!({ "const": false }));
    for name in ["tried", "modulo"] {
        properties.insert(name.to_owned(), json!({ "type": "string" }));
    }
    object("The answer is not known: what was tried decided nothing.", properties, &["ok", "known", "tried"])
}

/// The schemas of all requests and of all answers, by the names of their questions, and of the
/// rows of answers: `table-row`.
#[must_use]
pub fn all_schemas() -> [Map<String, Value>; 2] {
    let each = |schema: fn(&QuestionKind) -> Value| {
        QUESTIONS.iter().map(|kind| (kind.name.to_owned(), schema(kind))).collect::<Map<_, _>>()
    };
    let mut answers = each(schema_of_answer);
    let row = |kind: &&QuestionKind| Some((format!("{}-row", kind.name), schema_of_row(kind)?));
    answers.extend(QUESTIONS.iter().filter_map(row));
    [each(schema_of_request), answers]
}
