//! `misere schema`: the JSON Schema of all that is read and printed as JSON.

use misere::{all_schemas, schema_of_error, schema_of_unknown};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::report::Report;
use crate::show::ModuloRow;
use crate::{
    census, check, count, dead_ends, draw, hasse, language, nim, papers, rulesets, store_command, table,
    universe, value,
};

pub(crate) fn schema(report: &mut Report) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(&whole()).expect("a schema is plain data");
    text.lines().try_for_each(|line| report.line(line))
}

/// The schema: any line that a command or a batch prints, and under `$defs` each kind of
/// request and answer by its name.
pub(crate) fn whole() -> Value {
    let [requests, mut answers] = all_schemas();
    // The command says more about a game than the question.
    let mut show = answers["show"].clone();
    show["properties"]["modulo"] = json!({ "type": "array", "items": of::<ModuloRow>() });
    show["required"].as_array_mut().expect("a list of names").push("modulo".into());
    answers.insert("show-command".to_owned(), show);
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
        ("value", of::<value::ValueObject>()),
        ("table-cell", of::<table::CellObject>()),
        ("census-summary", of::<census::SummaryObject>()),
        ("census-classes", of::<census::ClassesObject>()),
        ("census-class", of::<census::ClassObject>()),
        ("census-order", of::<census::OrderObject>()),
        ("census-pair", of::<census::PairObject>()),
        ("count-command", of::<count::CountObject>()),
        ("dead-ends", of::<dead_ends::DeadEndsObject>()),
        ("dead-ends-order", of::<dead_ends::DeadEndsOrderObject>()),
        ("dead-end", of::<dead_ends::DeadEndObject>()),
        ("dead-ends-show", of::<dead_ends::AboutObject>()),
        ("universe", of::<universe::AboutObject>()),
        ("universe-relation", of::<universe::RelationObject>()),
        ("universe-of", of::<universe::OccurringObject>()),
        ("universe-lattice", of::<universe::LatticeObject>()),
        ("universe-survey", of::<universe::SurveyObject>()),
        ("universe-survey-row", of::<universe::SurveyRowObject>()),
        ("store-info", of::<store_command::StoreInfoObject>()),
        ("store-verify", of::<store_command::StoreVerifyObject>()),
        ("store-done", of::<store_command::StoreDoneObject>()),
        ("hasse", of::<hasse::HasseObject>()),
        ("draw", of::<draw::DrawObject>()),
        ("nim", of::<nim::NimObject>()),
        ("ruleset-entry", of::<rulesets::EntryObject>()),
        ("ruleset", of::<rulesets::RulesetObject<'static>>()),
        ("papers-item", of::<papers::ItemObject<'static>>()),
        ("papers-figure", of::<papers::FigureObject<'static>>()),
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
