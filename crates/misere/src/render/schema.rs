//! The JSON Schema of data.

use serde_json::{Map, Value, json};

use super::json::beside;
use crate::data::{Kind, Shape};

/// The schema of a field.
pub(crate) fn schema_of_kind(kind: Kind) -> Value {
    let or_null = |schema: Value| json!({ "anyOf": [schema, { "type": "null" }] });
    match kind {
        Kind::Universe | Kind::Text | Kind::Picture | Kind::WhyNull => json!({ "type": "string" }),
        // A game is null where a request says how long games may be.
        Kind::Game | Kind::GameIfShort => json!({ "type": ["string", "null"] }),
        Kind::Outcome => json!({ "enum": ["L", "N", "P", "R"] }),
        Kind::Relation => json!({ "enum": ["=", ">", "<", "||"] }),
        Kind::Player => json!({ "enum": ["Left", "Right"] }),
        Kind::Boolean => json!({ "type": "boolean" }),
        Kind::Number => json!({ "type": "integer", "minimum": 0 }),
        Kind::Digits => json!({ "type": "string", "pattern": "^[0-9]+$" }),
        Kind::Word(words) => json!({ "enum": words }),
        Kind::Optional(Kind::Player) => json!({ "enum": ["Left", "Right", null] }),
        Kind::Optional(kind) => or_null(schema_of_kind(*kind)),
        Kind::IfAny(kind) => schema_of_kind(*kind),
        Kind::List(kind) => json!({ "type": "array", "items": schema_of_kind(*kind) }),
        Kind::Record(shape) => schema_of_record(shape),
    }
}

/// The schema of a record.
fn schema_of_record(shape: &Shape) -> Value {
    object(shape.help.trim(), properties(shape), &required(shape))
}

/// The fields that are always there.
pub(crate) fn required(shape: &Shape) -> Vec<&'static str> {
    let always = shape.fields.iter().filter(|field| !matches!(field.kind, Kind::IfAny(_) | Kind::WhyNull));
    always.map(|field| field.name).collect()
}

/// The schemas of the fields of a shape.
pub(crate) fn properties(shape: &Shape) -> Map<String, Value> {
    let field = |field: &crate::data::Field| {
        let mut schema = schema_of_kind(field.kind);
        schema["description"] = field.help.trim().into();
        (field.name.to_owned(), schema)
    };
    let mut schemas: Map<String, Value> = shape.fields.iter().map(field).collect();
    let games = shape.fields.iter().filter(|field| holds_a_game(field.kind));
    for [edges, rank] in games.map(|field| beside(field.name)) {
        let [number, digits] = [Kind::Number, Kind::Digits].map(schema_of_kind);
        schemas.entry(edges).or_insert(digits);
        schemas.entry(rank).or_insert(number);
    }
    schemas
}

fn holds_a_game(kind: Kind) -> bool {
    match kind {
        Kind::Game | Kind::GameIfShort => true,
        Kind::Optional(kind) | Kind::IfAny(kind) => holds_a_game(*kind),
        _ => false,
    }
}

pub(crate) fn object(description: &str, properties: Map<String, Value>, required: &[&str]) -> Value {
    json!({
        "type": "object",
        "description": description,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}
