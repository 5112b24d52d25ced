//! `misere dead-ends`: Left dead ends, all of a day or single ones.

use misere::data::Datum;
use misere::{Error, Question, Workspace};

use crate::args::{DeadEndsShown, Evidence};
use crate::ask::{answers, csv};
use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;

/// Prints all dead ends born by a day.
pub(crate) fn all_dead_ends(
    work: &Workspace,
    report: &mut Report,
    day: u32,
    shown: &DeadEndsShown,
) -> Result<(), Failure> {
    let name = match (shown.list || shown.csv, shown.order) {
        (true, _) => "dead_ends_list",
        (_, true) => "dead_ends_order",
        _ => "dead_ends",
    };
    let question = Question::new(name)?.with("day", day)?;
    if shown.csv {
        return csv(work, report, &question, None, &[]);
    }
    if shown.count && !report.json {
        let size = work.ask(&question)?;
        let size = size.get("dead_ends").cloned().unwrap_or(Datum::Nothing);
        return report.line(&size.write(work, report.style)?);
    }
    answers(work, report, &question, &[], &Evidence::default())
}

/// Prints everything about one dead end, or about two.
pub(crate) fn show_dead_ends(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    (g, h): (&str, Option<&str>),
    closure: &[String],
    above: bool,
) -> Result<(), Failure> {
    let mut question = Question::new("dead_ends_show")?.with("above", above)?;
    for (name, argument) in [("g", Some(g)), ("h", h)] {
        let Some(argument) = argument else { continue };
        let (what, text) = input.text("dead end", argument)?;
        question = question.with_text(work, name, &text).map_err(refused(&what, &text))?;
    }
    if !closure.is_empty() {
        let given = closure.iter().map(|a| input.text("dead end", a)).collect::<Result<Vec<_>, _>>()?;
        let texts: Vec<&str> = given.iter().map(|(_, text)| text.as_str()).collect();
        question = question.with_texts(work, "closure", &texts).map_err(|(error, at)| {
            let (what, text) = &given[at.unwrap_or(0)];
            refused(what, text)(*error)
        })?;
    }
    answers(work, report, &question, &[], &Evidence::default()).map_err(|failure| match failure.error() {
        Some(Error::TooLarge(message)) if above => Failure::too_large(format!("--{message}")),
        _ => failure,
    })
}

/// The refusal of a text that does not write a dead end.
fn refused(what: &str, text: &str) -> impl FnOnce(Error) -> Failure {
    move |error| match error {
        Error::NotADeadEnd => {
            let text = text.trim();
            Failure::bad_input(format!("{what}: `{text}` is not a dead end: both players can come to move"))
        }
        other => Failure::reading(what, text, other),
    }
}
