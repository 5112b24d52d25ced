//! The lists of docs/json.md are those of the program. `UPDATE=1 cargo test -p misere --test
//! reference` writes them.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write;

use misere::data::{Field, Kind, Shape};
use misere::{ArgumentKind, Parameter, QUESTIONS, QuestionKind};

const BEGIN: &str = "<!-- the lists from here on are written by crates/misere/tests/reference.rs -->\n";
const END: &str = "<!-- up to here -->\n";

#[test]
fn the_lists_of_the_reference_are_those_of_the_program() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
    let document = std::fs::read_to_string(path).unwrap();
    let (before, rest) = document.split_once(BEGIN).unwrap();
    let (found, after) = rest.split_once(END).unwrap();
    let lists = lists();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, [before, BEGIN, &lists, END, after].concat()).unwrap();
        return;
    }
    assert!(found == lists, "docs/json.md is stale: run UPDATE=1 cargo test -p misere --test reference");
}

/// Questions, records and arguments, each once and on one line.
fn lists() -> String {
    let mut reference = Reference::default();
    let mut out = "\n".to_owned();
    for kind in QUESTIONS.iter() {
        let fields = reference.fields(kind.name, kind.answer.fields);
        writeln!(out, "- {} ({}): {fields}", names(kind), asked(kind)).unwrap();
    }
    out.push_str("\nRecords:\n\n");
    // Describing a record may find more of them.
    let mut described = 0;
    while let Some(&shape) = reference.records.get(described) {
        let fields = reference.fields(shape.name, shape.fields);
        let help = in_a_line(shape.help);
        let (article, rest) = help.split_at(1);
        writeln!(out, "- `{}`, {}{rest}: {fields}", shape.name, article.to_lowercase()).unwrap();
        described += 1;
    }
    out.push_str("\nArguments:\n\n");
    out.push_str(&arguments());
    out.push('\n');
    out
}

/// The fields and records that were described already.
#[derive(Default)]
struct Reference {
    fields: Vec<(&'static str, &'static [Field])>,
    records: Vec<&'static Shape>,
}

impl Reference {
    /// The fields of a question or a record. Two or more in a row that stand in an earlier one are
    /// not described again.
    fn fields(&mut self, place: &'static str, fields: &'static [Field]) -> String {
        let mut parts = Vec::new();
        let mut rest = fields;
        while let Some(first) = rest.first() {
            let (earlier, length) = self.described(rest);
            if length >= 2 {
                let (run, after) = rest.split_at(length);
                let names: Vec<String> = run.iter().map(|field| format!("`{}`", field.name)).collect();
                parts.push(format!("{} as in `{earlier}`", names.join(", ")));
                rest = after;
            } else {
                parts.push(field(first));
                rest = &rest[1..];
            }
        }
        self.fields.push((place, fields));
        for shape in fields.iter().filter_map(|field| record(field.kind)) {
            match self.records.iter().find(|known| known.name == shape.name) {
                Some(known) => assert!(*known == shape, "two records are called {}", shape.name),
                None => self.records.push(shape),
            }
        }
        parts.join("; ")
    }

    /// The place where the most of these fields, from the first on, were described, and how many.
    fn described(&self, fields: &[Field]) -> (&'static str, usize) {
        let mut best = ("", 0);
        for (place, known) in &self.fields {
            for start in 0..known.len() {
                let length = known[start..].iter().zip(fields).take_while(|(a, b)| a == b).count();
                if length > best.1 {
                    best = (place, length);
                }
            }
        }
        best
    }
}

fn names(kind: &QuestionKind) -> String {
    let names = [Some(kind.name), kind.alias].into_iter().flatten().map(|name| format!("`{name}`"));
    names.collect::<Vec<_>>().join(", ")
}

/// The arguments of a question, whether it is asked modulo something, and whether it has proofs.
fn asked(kind: &QuestionKind) -> String {
    let optional = |name: &str, is_required: bool| format!("`{name}`{}", if is_required { "" } else { "?" });
    let mut asked: Vec<String> = kind.parameters.iter().map(|p| optional(p.name, p.is_required)).collect();
    if kind.takes_modulus() {
        asked.push(optional("modulo", kind.requires_modulus()));
    }
    if kind.is_provable() {
        asked.push("✓".to_owned());
    }
    asked.join(", ")
}

fn field(field: &Field) -> String {
    let may_be_left_out = matches!(field.kind, Kind::IfAny(_) | Kind::WhyNull);
    let mark = if may_be_left_out { "?" } else { "" };
    format!("`{}`{mark} {}: {}", field.name, in_words(field.kind), in_a_line(field.help))
}

fn in_words(kind: Kind) -> String {
    let words = match kind {
        Kind::Game => "game",
        Kind::GameIfShort => "short game?",
        Kind::Universe => "universe",
        Kind::Outcome => "outcome",
        Kind::Relation => "relation",
        Kind::Player => "player",
        Kind::Boolean => "boolean",
        Kind::Number => "number",
        Kind::Digits => "digits",
        Kind::Text | Kind::WhyNull => "text",
        Kind::Word(words) => return format!("`{}`", words.join("`/`")),
        Kind::Picture => "picture",
        Kind::IfAny(kind) => return in_words(*kind),
        Kind::Optional(kind) => return format!("{}?", in_words(*kind)),
        Kind::List(kind) => return format!("[{}]", in_words(*kind)),
        Kind::Record(shape) => return format!("`{}`", shape.name),
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

/// The arguments of all questions, by name, with every meaning that a name has.
fn arguments() -> String {
    let mut meanings: Vec<(&str, Vec<String>)> = Vec::new();
    for parameter in QUESTIONS.iter().flat_map(|kind| kind.parameters) {
        let place = meanings.iter().position(|(name, _)| *name == parameter.name).unwrap_or_else(|| {
            meanings.push((parameter.name, Vec::new()));
            meanings.len() - 1
        });
        let meaning = meaning(parameter);
        if !meanings[place].1.contains(&meaning) {
            meanings[place].1.push(meaning);
        }
    }
    meanings.sort_unstable();
    meanings.iter().map(|(name, meanings)| format!("- `{name}` {}\n", meanings.join("; or "))).collect()
}

fn meaning(parameter: &Parameter) -> String {
    let kind = match parameter.kind {
        ArgumentKind::Game => "game",
        ArgumentKind::Games => "[game]",
        ArgumentKind::Number => "number",
        ArgumentKind::Player => "player",
        ArgumentKind::Universe => "universe",
        ArgumentKind::Universes => "[universe]",
        ArgumentKind::Position => "position",
        ArgumentKind::DeadEnd => "dead end",
        ArgumentKind::DeadEnds => "[dead end]",
        ArgumentKind::Ruleset => "ruleset",
        ArgumentKind::Text => "text",
        ArgumentKind::Texts => "[text]",
        ArgumentKind::Word(words) => &format!("`{}`", words.join("`/`")),
        ArgumentKind::Flag => "boolean",
    };
    format!("{kind}: {}", in_a_line(parameter.help))
}

/// A help text as a part of a line.
fn in_a_line(help: &str) -> String {
    help.trim().trim_end_matches('.').to_owned()
}
