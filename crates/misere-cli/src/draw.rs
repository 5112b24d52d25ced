//! `misere draw`: game trees and boards.

use misere::draw::{
    Board, Naming, Scene, Stroke, TreeStyle, draw_board, draw_hackenbush, draw_heaps, heaps_text,
};
use misere::rulesets::{Appearance, EdgeColour, Position, Ruleset};
use misere::{Error, Game, Modulus, Workspace};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::Draw;
use crate::failure::Failure;
use crate::input::Input;
use crate::picture::write_scene;
use crate::report::{Report, say};

/// A picture that was drawn.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DrawObject {
    ok: bool,
    /// The kind of picture: `tree`, `steps` or `board`.
    drawn: String,
    /// The form that was drawn, unless it is too large to print.
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// The picture as text, if no file was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

pub(crate) fn draw(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    ask: &Draw,
) -> Result<(), Failure> {
    ask.picture.target()?;
    report.gives_way_to(ask.picture.output.as_deref())?;
    match &ask.position {
        Some(position) if !ask.tree && ask.modulus.is_none() => board(work, input, report, ask, position),
        _ => tree(work, input, report, ask),
    }
}

fn board(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    ask: &Draw,
    position: &str,
) -> Result<(), Failure> {
    if ask.merge || ask.labels || ask.max_nodes.is_some() || ask.depth.is_some() {
        return Err(Failure::bad_input(
            "--merge, --labels, --max-nodes and --depth are for trees: add --tree",
        ));
    }
    let ruleset = input.ruleset(&ask.game)?;
    let position = input.position(&*ruleset, position)?;
    let target = ask.picture.target()?;
    if let Some((file, format)) = target {
        let scene = board_scene(work, &*ruleset, &position);
        write_scene(
            work,
            &scene.map_err(|failure| failure.with_help("--tree draws the game tree"))?,
            file,
            format,
        )?;
    }
    let file = target.map(|(file, _)| file.display().to_string());
    let text = board_text(&*ruleset, &position);
    answer(report, DrawObject { ok: true, drawn: "board".to_owned(), form: None, file, text: Some(text) })
}

/// The board as text.
pub(crate) fn board_text(ruleset: &dyn Ruleset, position: &Position) -> String {
    match ruleset.appearance(position) {
        Some(Appearance::Heaps(heaps)) => heaps_text(&heaps),
        Some(Appearance::Board(lines)) if !lines.is_empty() => lines,
        _ => ruleset.draw(position),
    }
}

/// A picture of the board.
pub(crate) fn board_scene(
    work: &Workspace,
    ruleset: &dyn Ruleset,
    position: &Position,
) -> Result<Scene, Failure> {
    let appearance = ruleset.appearance(position).ok_or_else(|| {
        let name = &ruleset.description().name;
        Failure::bad_input(format!("positions of {name} are not boards of cells"))
    })?;
    Ok(match appearance {
        Appearance::Board(lines) => draw_board(&Board::from_lines(&lines)),
        Appearance::Heaps(heaps) => draw_heaps(&heaps),
        Appearance::Graph(edges) => {
            let coloured = |(ends, colour)| match colour {
                EdgeColour::Blue => (ends, Stroke::Blue),
                EdgeColour::Red => (ends, Stroke::Red),
                EdgeColour::Green => (ends, Stroke::Green),
            };
            draw_hackenbush(&edges.into_iter().map(coloured).collect::<Vec<_>>(), work.budget())?
        }
    })
}

fn tree(work: &Workspace, input: &Input<'_>, report: &mut Report, ask: &Draw) -> Result<(), Failure> {
    const MOST_AS_TEXT: usize = 120;
    let modulus = ask.modulus.as_ref().map(|modulus| input.modulus("modulo", modulus)).transpose()?;
    let steps = match &modulus {
        Some(modulus) if ask.steps => Some(modulus.steps(&game(work, input, ask, None)?)?),
        _ => None,
    };
    let game = match &steps {
        Some(steps) => steps.simplest.clone(),
        None => game(work, input, ask, modulus.as_ref())?,
    };
    let target = ask.picture.target()?;
    let mut style = TreeStyle {
        merge: ask.merge,
        legend: !ask.no_legend,
        max_depth: ask.depth.unwrap_or(usize::MAX),
        naming: if ask.labels { Naming::Names } else { Naming::Dots },
        ..TreeStyle::default()
    };
    let (file, text) = match target {
        Some((file, format)) => {
            style.max_nodes = ask.max_nodes.unwrap_or(style.max_nodes);
            let scene = match &steps {
                Some(steps) => steps.draw(&style),
                None => game.draw(&style),
            };
            let scene = scene.map_err(|error| smaller(error, ask.merge))?;
            suggest_narrower(&scene, ask.merge);
            write_scene(work, &scene, file, format)?;
            (Some(file.display().to_string()), None)
        }
        None if ask.merge => {
            return Err(Failure::bad_input("--merge needs a file (-o): text cannot show shared subtrees"));
        }
        None => {
            style.max_nodes = ask.max_nodes.unwrap_or(MOST_AS_TEXT);
            let text = match &steps {
                Some(steps) => steps.draw_text(&style, report.style)?,
                None => game.draw_text(&style)?,
            };
            (None, Some(text))
        }
    };
    let form = if report.json { game.write_if_short(report.style)? } else { None };
    let drawn = if steps.is_some() { "steps" } else { "tree" }.to_owned();
    answer(report, DrawObject { ok: true, drawn, form, file, text })
}

/// A limit that was reached, with what to do about it.
fn smaller(error: Error, is_merged: bool) -> Failure {
    let help = if is_merged { "--depth N draws N moves" } else { "--merge draws equal subtrees once" };
    let is_limit = matches!(error, Error::Exhausted(_));
    let failure = Failure::from(error);
    if is_limit { failure.with_help(format!("{help}; --max-nodes N draws N nodes")) } else { failure }
}

/// Says what to do about a tree that does not fit on a page.
fn suggest_narrower(scene: &Scene, is_merged: bool) {
    const PAGE: f64 = 595.0;
    let width = scene.bounds().width();
    if width > PAGE {
        let merge = if is_merged { "" } else { "--merge draws equal subtrees once, " };
        say(&format!(
            "note: the tree is {width:.0} points wide, and a page has {PAGE}: {merge}--depth N draws N moves"
        ));
    }
}

fn game(work: &Workspace, input: &Input<'_>, ask: &Draw, modulus: Option<&Modulus>) -> Result<Game, Failure> {
    let Some(position) = &ask.position else {
        let g = input.game(&ask.game)?;
        return Ok(match modulus {
            Some(modulus) => modulus.representative(&g)?,
            None => g,
        });
    };
    let ruleset = input.ruleset(&ask.game)?;
    let position = input.position(&*ruleset, position)?;
    let mut positions = work.positions(ruleset);
    let sum = positions.explore(&position)?;
    Ok(match modulus {
        Some(modulus) => positions.value(sum, modulus)?.form,
        None => positions.game(sum)?,
    })
}

/// Prints the picture if it is text; a file is written silently.
fn answer(report: &mut Report, object: DrawObject) -> Result<(), Failure> {
    if report.json {
        return report.object(&object);
    }
    match (object.file, object.text) {
        (None, Some(text)) => text.lines().try_for_each(|line| report.line(line)),
        _ => Ok(()),
    }
}
