//! `misere nim`: positions of Nim.

use misere::{Question, Style, Workspace};

use crate::args::Evidence;
use crate::ask::answers;
use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;

pub(crate) fn nim(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    heaps: &[String],
    equal: Option<&str>,
) -> Result<(), Failure> {
    let heaps: Vec<&str> = heaps.iter().map(String::as_str).collect();
    let position = input.nim_position("heap", &heaps)?;
    let mut question = Question::new("nim_position")?.with("heaps", position.write(Style::Ascii))?;
    if let Some(text) = equal {
        let other = input.nim_position("--equal", &[text])?;
        question = question.with("equal", other.write(Style::Ascii))?;
    }
    answers(work, report, &question, &[], &Evidence::default())
}
