//! `misere draw`: game trees and boards.

use misere::{Argument, Error, Question, Subject, Workspace};

use crate::args::Draw;
use crate::failure::Failure;
use crate::input::Input;
use crate::picture::answer_with_picture;
use crate::report::Report;

pub(crate) fn draw(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    ask: &Draw,
) -> Result<(), Failure> {
    let target = ask.picture.target()?;
    report.gives_way_to(ask.picture.output.as_deref())?;
    let is_board = ask.position.is_some() && !ask.tree && ask.modulus.is_none();
    if is_board && (ask.merge || ask.labels || ask.max_nodes.is_some() || ask.depth.is_some()) {
        return Err(Failure::bad_input(
            "--merge, --labels, --max-nodes and --depth are for trees: add --tree",
        ));
    }
    let modulus = ask.modulus.as_ref().map(|modulus| input.modulus("modulo", modulus)).transpose()?;
    let subject = match &ask.position {
        Some(_) => input.subject(&ask.game, ask.position.as_ref())?,
        None => Subject::from(input.game(&ask.game)?),
    };
    if !is_board && ask.merge && target.is_none() {
        return Err(Failure::bad_input("--merge needs a file (-o): text cannot show shared subtrees"));
    }
    let mut question = Question::new("draw")?.with("g", Argument::Game(subject))?;
    for (flag, is_set) in [
        ("tree", ask.tree),
        ("steps", ask.steps),
        ("merge", ask.merge),
        ("no_legend", ask.no_legend),
        ("labels", ask.labels),
    ] {
        question = question.with(flag, is_set)?;
    }
    let depth = ask.depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
    let most = ask.max_nodes.map(|most| u32::try_from(most).unwrap_or(u32::MAX));
    for (name, number) in [("depth", depth), ("max_nodes", most)] {
        if let Some(number) = number {
            question = question.with(name, number)?;
        }
    }
    let drawn = answer_with_picture(work, report, question, modulus.as_ref(), target.as_ref());
    match (is_board, target.is_some()) {
        (_, false) => drawn,
        (true, true) => drawn.map_err(|failure| failure.with_help("--tree draws the game tree")),
        (false, true) => drawn.map_err(|failure| smaller(failure, ask.merge)),
    }
}

/// A limit that was reached, with what to do about it.
fn smaller(failure: Failure, is_merged: bool) -> Failure {
    let help = if is_merged { "--depth N draws N moves" } else { "--merge draws equal subtrees once" };
    match failure.error() {
        Some(Error::Exhausted(_)) => failure.with_help(format!("{help}; --max-nodes N draws N nodes")),
        _ => failure,
    }
}
