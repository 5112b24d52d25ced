//! `misere schema`: the JSON Schema of all that is read and printed as JSON.

use misere::{all_schemas, schema_of_error, schema_of_unknown};
use misere_papers::{FigureObject, ItemObject};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::report::Report;
use crate::{check, language, store_command};

pub(crate) fn schema(report: &mut Report) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(&whole()).expect("a schema is plain data");
    text.lines().try_for_each(|line| report.line(line))
}

/// The schema: any line that a command or a batch prints, and under `$defs` each kind of
/// request and answer by its name.
pub(crate) fn whole() -> Value {
    let [requests, mut answers] = all_schemas();
    answers.extend(own_commands());
    answers.insert("error".to_owned(), schema_of_error());
    answers.insert("unknown".to_owned(), schema_of_unknown());
    let under = |kind: &str, schemas: &Map<String, Value>| {
        schemas.keys().map(|name| json!({ "$ref": format!("#/$defs/{kind}-{name}") })).collect::<Vec<Value>>()
    };
    let any_answer = under("answer", &answers);
    let any_request = under("request", &requests);
    let mut definitions = Map::new();
    definitions.insert("request".to_owned(), json!({ "anyOf": any_request }));
    for (kind, schemas) in [("request", requests), ("answer", answers)] {
        definitions.extend(schemas.into_iter().map(|(name, schema)| (format!("{kind}-{name}"), schema)));
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "misere",
        "description": "A line that misere prints with --json, or answers in a batch; #/$defs/request is a line \
                        that a batch reads.",
        "anyOf": any_answer,
        "$defs": definitions,
    })
}

/// The schemas of the output of commands with arguments of their own.
fn own_commands() -> Map<String, Value> {
    [
        ("eval", of::<language::ReplyObject>()),
        ("store-info", of::<store_command::StoreInfoObject>()),
        ("store-verify", of::<store_command::StoreVerifyObject>()),
        ("store-done", of::<store_command::StoreDoneObject>()),
        ("papers-item", of::<ItemObject<'static>>()),
        ("papers-figure", of::<FigureObject<'static>>()),
        ("check", of::<check::CheckObject>()),
    ]
    .into_iter()
    .map(|(name, schema)| (name.to_owned(), schema))
    .collect()
}

/// The schema of an object, which forbids unknown fields.
fn of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let schema = SchemaGenerator::new(settings).into_root_schema_for::<T>();
    let mut schema = schema.to_value();
    forbid_unknown_fields(&mut schema);
    schema
}

fn forbid_unknown_fields(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.values_mut().for_each(forbid_unknown_fields);
            if object.contains_key("properties") {
                object.insert("additionalProperties".to_owned(), false.into());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(forbid_unknown_fields),
        _ => {}
    }
}
