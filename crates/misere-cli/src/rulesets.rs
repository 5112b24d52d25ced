//! `misere rulesets`: what there is, and how it is played.

use misere::rulesets::catalogue;
use serde::Serialize;

use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;

#[derive(Serialize)]
struct EntryObject {
    ok: bool,
    name: String,
    title: String,
    parameterised: bool,
}

#[derive(Serialize)]
struct RulesetObject<'a> {
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
    let entries = catalogue();
    let width = entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    for entry in entries {
        if report.json {
            let parameterised = entry.is_parameterised;
            report.object(&EntryObject { ok: true, name: entry.name, title: entry.title, parameterised })?;
        } else {
            report.line(&format!("{:width$}  {}", entry.name, entry.title))?;
        }
    }
    Ok(())
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
    report.line(&about.title)?;
    paragraph(report, "", &about.rules)?;
    paragraph(report, "Source: ", &about.source)?;
    paragraph(report, "Positions: ", &about.syntax)?;
    match &about.home {
        Some(home) if home.reason.is_empty() => paragraph(report, "Universe: ", &home.universe)?,
        Some(home) => {
            paragraph(report, "Universe: ", &format!("{}: {}", home.universe, home.reason))?;
        }
        None => paragraph(report, "Universe: ", "none claimed; found out for each position")?,
    }
    for example in &about.examples {
        report.line("")?;
        report.line(&format!(
            "  misere value {} {}",
            quoted_for_the_shell(name),
            quoted_for_the_shell(example)
        ))?;
        if let Ok(position) = ruleset.read(example) {
            for line in ruleset.draw(&position).lines() {
                report.line(&format!("    {line}"))?;
            }
        }
    }
    Ok(())
}

/// Lines of at most 80 characters, after an empty one.
fn paragraph(report: &mut Report, label: &str, text: &str) -> Result<(), Failure> {
    const WIDTH: usize = 80;
    if text.is_empty() {
        return Ok(());
    }
    report.line("")?;
    let mut line = String::new();
    for word in format!("{label}{text}").split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            report.line(&line)?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    report.line(&line)
}

fn quoted_for_the_shell(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ",./x".contains(c);
    if text.chars().all(is_plain) { text.to_owned() } else { format!("'{text}'") }
}
