//! `misere hasse`: the order of games modulo a universe.

use misere::{Question, Workspace};

use crate::args::Picture;
use crate::failure::Failure;
use crate::input::Input;
use crate::picture::answer_with_picture;
use crate::report::Report;

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
