//! `misere count`: the number of classes born by some day.

use misere::{Question, Workspace};

use crate::args::{CountOf, Evidence};
use crate::ask::{answers, part};
use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;

pub(crate) fn count(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    asked: &CountOf,
) -> Result<(), Failure> {
    let modulus = input.modulus("modulo", &asked.modulus)?;
    let mut question = Question::new("count_explained")?.with("day", asked.day)?;
    if let Some(of) = &asked.of {
        question = question.with("of", input.modulus("of", of)?)?;
    }
    question = question.with("invertible", asked.invertible)?;
    question = question.with("explain", asked.explain && !report.json)?;
    match asked.sharding.shard {
        Some(_) => part(work, report, &question, Some(&modulus), &asked.sharding),
        None => answers(work, report, &question, &[modulus], &Evidence::default()),
    }
}
