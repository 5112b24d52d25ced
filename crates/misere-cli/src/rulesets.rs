//! `misere rulesets`: the rulesets, and how each is played.

use misere::rulesets::Ruleset;
use misere::{Question, Workspace};
use std::sync::Arc;

use crate::args::Evidence;
use crate::ask::{answers, quoted_for_the_shell};
use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;

pub(crate) fn list_rulesets(
    work: &Workspace,
    report: &mut Report,
    named: Option<&str>,
) -> Result<(), Failure> {
    let mut question = Question::new("rulesets")?;
    if let Some(named) = named {
        question = question.with("named", named.to_owned())?;
    }
    answers(work, report, &question, &[], &Evidence::default())
}

pub(crate) fn explain_ruleset(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    name: &str,
) -> Result<(), Failure> {
    let ruleset = input.ruleset(name)?;
    if report.json {
        let question = Question::new("ruleset")?.with("ruleset", ruleset)?;
        return answers(work, report, &question, &[], &Evidence::default());
    }
    let command = |position: &str| {
        format!("misere value {} {}", quoted_for_the_shell(name), quoted_for_the_shell(position))
    };
    in_words(work, &ruleset, command)?.iter().try_for_each(|line| report.line(line))
}

/// The rules and the notation of a ruleset, and its examples. `command` gives what to type for a
/// position.
pub(crate) fn in_words(
    work: &Workspace,
    ruleset: &Arc<dyn Ruleset>,
    command: impl Fn(&str) -> String,
) -> Result<Vec<String>, Failure> {
    let question = Question::new("ruleset")?.with("ruleset", ruleset.clone())?;
    let mut lines = work.ask(&question)?.lines(misere::Style::Unicode)?;
    for example in &ruleset.description().examples {
        lines.push(String::new());
        lines.push(format!("  {}", command(example)));
        if let Ok(position) = ruleset.read(example) {
            lines.extend(ruleset.draw(&position).lines().map(|line| format!("    {line}")));
        }
    }
    Ok(lines)
}
