//! `misere hasse`: the order of games modulo a universe.

use misere::draw::draw_hasse;
use misere::{Classes, Error, Style, Workspace};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::Picture;
use crate::failure::Failure;
use crate::input::Input;
use crate::picture::write_scene;
use crate::report::Report;

/// Games modulo a universe, and their order.
#[derive(Serialize, JsonSchema)]
pub(crate) struct HasseObject {
    ok: bool,
    modulo: String,
    /// The games of each class, in the order given.
    classes: Vec<Vec<String>>,
    /// The pairs of a class and a class it covers, by place.
    covers: Vec<(usize, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

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
    let classes = modulus.classes(&games)?;
    if let Some((file, format)) = target {
        write_scene(work, &draw_hasse(&classes.order, work.budget())?, file, format)?;
    }
    if report.json {
        let mut written = Vec::new();
        for class in &classes.members {
            written.push(work.write_each(class, report.style)?);
        }
        return report.object(&HasseObject {
            ok: true,
            modulo: modulus.write(report.style)?,
            classes: written,
            covers: classes.order.order().covers(),
            file: target.map(|(file, _)| file.display().to_string()),
        });
    }
    if target.is_some() {
        return Ok(());
    }
    hasse_lines(work, &classes, report.style)?.iter().try_for_each(|line| report.line(line))
}

/// A line for each class: its games, then the classes it covers.
pub(crate) fn hasse_lines(work: &Workspace, classes: &Classes, style: Style) -> Result<Vec<String>, Error> {
    let covers = classes.order.order().covers();
    let mut lines = Vec::new();
    let written = classes.members.iter().map(|games| work.write_each(games, style));
    let written = written.collect::<Result<Vec<_>, _>>()?;
    let mut below = vec![Vec::new(); written.len()];
    for (upper, lower) in covers {
        below[upper].push(&*written[lower][0]);
    }
    for (games, below) in written.iter().zip(below) {
        work.budget().step()?;
        let line = games.join(" = ");
        lines.push(if below.is_empty() { line } else { format!("{line}  >  {}", below.join("  ")) });
    }
    Ok(lines)
}
