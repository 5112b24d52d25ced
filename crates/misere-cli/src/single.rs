//! Commands with arguments of their own that ask one question.

use misere::{Question, Style, Workspace};

use crate::args::{CountOf, Evidence, Picture};
use crate::ask::{answers, part};
use crate::failure::Failure;
use crate::input::Input;
use crate::picture::answer_with_picture;
use crate::report::Report;

/// `misere count`: the number of classes born by some day.
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

/// `misere hasse`: the order of games modulo a universe.
pub(crate) fn hasse(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    games: &str,
    modulus: &str,
    picture: &Picture,
) -> Result<(), Failure> {
    let target = picture.target()?;
    report.gives_way_to(picture.output.as_deref())?;
    let modulus = input.modulus("modulo", modulus)?;
    let (what, text) = input.text("games", games)?;
    let games =
        work.game_list(&text).map_err(|error| Failure::reading(&what, &text, error).in_field("games"))?;
    let question = Question::new("hasse")?.with("games", games)?;
    answer_with_picture(work, report, question, Some(&modulus), target.as_ref())
}

/// `misere nim`: positions of Nim.
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
