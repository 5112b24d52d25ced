//! `misere table`: the values of many positions.

use misere::data::Record;
use misere::rulesets::Position;
use misere::{Columns, Error, Family, Question, Workspace, table_page};

use crate::args::{Evidence, Sharding};
use crate::ask;
use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;
use crate::value::home;

#[allow(clippy::too_many_arguments, reason = "the arguments of a command")]
pub(crate) fn table(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    ruleset: &str,
    asked: &[String],
    moduli: &[String],
    shown: Columns,
    csv: bool,
    sharding: &Sharding,
) -> Result<(), Failure> {
    let ruleset = input.ruleset(ruleset)?;
    let text = |argument| Ok(input.text("position", argument)?.1.trim().to_owned());
    let given = asked.iter().map(|argument| text(argument)).collect::<Result<Vec<_>, Failure>>()?;
    let family = |text: &String| Family::read(text, given.len() > 1).map_err(refused);
    let families = given.iter().map(family).collect::<Result<Vec<_>, _>>()?;
    let read = families
        .iter()
        .flat_map(Family::texts)
        .map(|text| ruleset.read(&text).map_err(|error| Failure::reading("position", &text, error.into())));
    // All positions are read before the first is evaluated: a mistake costs nothing.
    let read: Vec<Position> = read.collect::<Result<_, _>>()?;
    let mut moduli =
        moduli.iter().map(|modulus| input.modulus("modulo", modulus)).collect::<Result<Vec<_>, _>>()?;
    let mut chosen = None;
    if moduli.is_empty() {
        let (home, line) = home(&mut work.positions(ruleset.clone()), &read)?;
        (moduli, chosen) = (vec![home], line);
    }
    let question = Question::new("table")?.with("ruleset", ruleset)?.with("positions", given)?;
    let question = question.with("moduli", moduli.clone())?;
    if sharding.shard.is_some() {
        return ask::part(work, report, &question, None, sharding);
    }
    if csv {
        return ask::csv(work, report, &question, None, shown.left_out());
    }
    if report.json {
        return ask::answers(work, report, &question, &[], &Evidence::default());
    }
    if let Some(chosen) = chosen {
        report.remark(&chosen)?;
    }
    let mut cells: Vec<Record> = Vec::new();
    let found = ask::each_row(work, &question, None, |row| {
        cells.push(row.clone());
        Ok(())
    });
    // Values found before a failure are still printed.
    let page = table_page(&cells, &moduli, &families, shown, report.sheet())?;
    page.iter().try_for_each(|line| report.line(line))?;
    found
}

/// A refusal of a position with ranges.
fn refused(error: Error) -> Failure {
    match error {
        Error::Argument { expected, .. } => Failure::bad_input(format!("position: {expected}")),
        other => other.into(),
    }
}
