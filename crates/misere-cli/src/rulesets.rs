//! `misere rulesets`: the rulesets, and how each is played.

use misere::Error;
use misere::rulesets::{Entry, Ruleset, catalogue, find_ruleset};
use schemars::JsonSchema;
use serde::Serialize;

use crate::ask::quoted_for_the_shell;
use crate::census::columns;
use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;

/// A ruleset of the list.
#[derive(Serialize, JsonSchema)]
pub(crate) struct EntryObject {
    ok: bool,
    name: String,
    title: String,
    /// The rules in a line.
    about: String,
    /// The universe that the ruleset lies in; null where that is determined for each
    /// position.
    universe: Option<String>,
    parameterised: bool,
}

/// The rules and the notation of a ruleset.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RulesetObject<'a> {
    ok: bool,
    name: &'a str,
    title: &'a str,
    rules: &'a str,
    source: &'a str,
    syntax: &'a str,
    examples: &'a [String],
    universe: Option<&'a str>,
    reason: Option<&'a str>,
}

pub(crate) fn list_rulesets(report: &mut Report) -> Result<(), Failure> {
    let mut rows = Vec::new();
    for Entry { name, title, is_parameterised: parameterised } in catalogue() {
        let ruleset = find_ruleset(&name).map_err(Error::from)?;
        let description = ruleset.description();
        let about = in_a_line(&description.rules);
        let universe = description.home.as_ref().map(|home| home.universe.clone());
        if report.json {
            report.object(&EntryObject { ok: true, name, title, about, universe, parameterised })?;
        } else {
            // The title of a family says what its parameter is.
            let about = if parameterised { title } else { about };
            rows.push([name, universe.unwrap_or_else(|| "-".to_owned()), about]);
        }
    }
    columns(report, &rows)
}

/// The first sentence, or the first two if the first is short.
fn in_a_line(rules: &str) -> String {
    const SHORT: usize = 60;
    let mut line = String::new();
    for sentence in rules.split_inclusive(". ") {
        if line.len() > SHORT {
            break;
        }
        line.push_str(sentence);
    }
    line.trim_end().trim_end_matches('.').to_owned()
}

pub(crate) fn explain_ruleset(input: &Input<'_>, report: &mut Report, name: &str) -> Result<(), Failure> {
    let ruleset = input.ruleset(name)?;
    let about = ruleset.description();
    if report.json {
        return report.object(&RulesetObject {
            ok: true,
            name: &about.name,
            title: &about.title,
            rules: &about.rules,
            source: &about.source,
            syntax: &about.syntax,
            examples: &about.examples,
            universe: about.home.as_ref().map(|home| home.universe.as_str()),
            reason: about.home.as_ref().map(|home| home.reason.as_str()),
        });
    }
    let command = |position: &str| {
        format!("misere value {} {}", quoted_for_the_shell(name), quoted_for_the_shell(position))
    };
    in_words(&*ruleset, command).iter().try_for_each(|line| report.line(line))
}

/// The rules and the notation of a ruleset. `command` gives what to type for a position.
pub(crate) fn in_words(ruleset: &dyn Ruleset, command: impl Fn(&str) -> String) -> Vec<String> {
    let about = ruleset.description();
    let mut lines = vec![about.title.clone()];
    paragraph(&mut lines, "", &about.rules);
    paragraph(&mut lines, "Source: ", &about.source);
    paragraph(&mut lines, "Positions: ", &about.syntax);
    match &about.home {
        Some(home) if home.reason.is_empty() => paragraph(&mut lines, "Universe: ", &home.universe),
        Some(home) => {
            paragraph(&mut lines, "Universe: ", &format!("{}: {}", home.universe, home.reason));
        }
        None => paragraph(&mut lines, "Universe: ", "none claimed; determined for each position"),
    }
    for example in &about.examples {
        lines.push(String::new());
        lines.push(format!("  {}", command(example)));
        if let Ok(position) = ruleset.read(example) {
            lines.extend(ruleset.draw(&position).lines().map(|line| format!("    {line}")));
        }
    }
    lines
}

/// Adds an empty line, and a paragraph of lines of at most 80 characters.
fn paragraph(lines: &mut Vec<String>, label: &str, text: &str) {
    const WIDTH: usize = 80;
    if text.is_empty() {
        return;
    }
    lines.push(String::new());
    let mut line = String::new();
    for word in format!("{label}{text}").split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
}
