//! The tables of docs/json.md are those of the program. `UPDATE=1 cargo test -p misere --test
//! reference` writes them.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write;

use misere::data::{Field, Kind, Shape};
use misere::{QUESTIONS, QuestionKind};

const BEGIN: &str = "<!-- the tables from here on are written by crates/misere/tests/reference.rs -->\n";
const END: &str = "<!-- up to here -->\n";

#[test]
fn the_tables_of_the_reference_are_those_of_the_program() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
    let document = std::fs::read_to_string(path).unwrap();
    let (before, rest) = document.split_once(BEGIN).unwrap();
    let (found, after) = rest.split_once(END).unwrap();
    let tables = tables();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, [before, BEGIN, &tables, END, after].concat()).unwrap();
        return;
    }
    assert!(found == tables, "docs/json.md is stale: run UPDATE=1 cargo test -p misere --test reference");
}

fn tables() -> String {
    let mut out = "\n| `op` | arguments | `modulo` | fields of the answer | proof |\n|---|---|---|---|---|\n"
        .to_owned();
    let tick = |yes: bool| if yes { " ✓ " } else { " " };
    let mut inner: Vec<&Shape> = Vec::new();
    for kind in QUESTIONS.iter() {
        let fields: Vec<String> = kind.answer.fields.iter().map(field).collect();
        let (modulo, proof) = (tick(kind.requires_modulus()), tick(kind.is_provable()));
        let (names, arguments) = (names(kind), arguments(kind));
        writeln!(out, "| {names} | {arguments} |{modulo}| {} |{proof}|", fields.join("; ")).unwrap();
        inner.extend(kind.answer.fields.iter().filter_map(|field| record(field.kind)));
    }
    for shape in inner {
        writeln!(out, "\n`{}`: {}\n\n| field | value |\n|---|---|", shape.name, shape.help.trim()).unwrap();
        for field in shape.fields {
            writeln!(out, "| `{}` | {}: {} |", field.name, in_words(field.kind), field.help.trim()).unwrap();
        }
    }
    out.push('\n');
    out
}

fn names(kind: &QuestionKind) -> String {
    let names = [Some(kind.name), kind.alias].into_iter().flatten().map(|name| format!("`{name}`"));
    names.collect::<Vec<_>>().join(", ")
}

fn arguments(kind: &QuestionKind) -> String {
    let argument = |p: &misere::Parameter| format!("`{}`{}", p.name, if p.is_required { "" } else { "?" });
    kind.parameters.iter().map(argument).collect::<Vec<_>>().join(", ")
}

fn field(field: &Field) -> String {
    format!("`{}` ({}): {}", field.name, in_words(field.kind), field.help.trim())
}

fn in_words(kind: Kind) -> String {
    let words = match kind {
        Kind::Game => "a form",
        Kind::GameIfShort => "a form, null if it is too long to be written",
        Kind::Universe => "a universe",
        Kind::Outcome => "an outcome",
        Kind::Relation => r"`=`, `>`, `<` or `\|\|`",
        Kind::Player => "a player",
        Kind::Boolean => "true or false",
        Kind::Number => "a number",
        Kind::Digits => "a string of digits",
        Kind::Text => "text",
        Kind::Word(words) => {
            return words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        }
        Kind::Picture => "a picture: text, or an image in base 64",
        Kind::WhyNull => "text, left out unless a form is null",
        Kind::IfAny(kind) => return format!("{}, or left out", in_words(*kind)),
        Kind::Optional(kind) => return format!("{} or null", in_words(*kind)),
        Kind::List(kind) => return format!("a list: {}", in_words(*kind)),
        Kind::Record(shape) => return format!("an object `{}`, see below", shape.name),
    };
    words.to_owned()
}

fn record(kind: Kind) -> Option<&'static Shape> {
    match kind {
        Kind::Record(shape) => Some(shape),
        Kind::List(kind) | Kind::Optional(kind) | Kind::IfAny(kind) => record(*kind),
        _ => None,
    }
}
