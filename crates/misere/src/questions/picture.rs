//! Questions whose answers are pictures.

use misere_core::Account;
use misere_draw::{
    Board, Naming, PngError, Scene, Stroke, TreeStyle, draw_board, draw_hackenbush, draw_hasse, draw_heaps,
    heaps_text,
};
use misere_notation::Style;
use misere_rulesets::{Appearance, EdgeColour, Position, Ruleset};

use super::ask::Asked;
use super::row::*;
use super::{ArgumentKind, Parameter, QuestionKind};
use crate::data::{Datum, Picture, Record};
use crate::error::Error;
use crate::game::Game;
use crate::render::write_games;
use crate::workspace::Workspace;

/// The formats of pictures in files.
const FORMATS: &[&str] = &["svg", "tikz", "tikz-document", "pdf", "png"];

pub(super) const FORMAT: Parameter =
    optional("format", "f", ArgumentKind::Word(FORMATS), "svg, tikz, tikz-document, pdf or png");
pub(super) const DPI: Parameter = optional("dpi", "n", ArgumentKind::Number, "the dots to the inch of a PNG");
const TREE: Parameter =
    optional("tree", "true", ArgumentKind::Flag, "draw the game tree of a position instead of its board");
const STEPS: Parameter = optional(
    "steps",
    "true",
    ArgumentKind::Flag,
    "draw the steps to the simplest form, one tree after the other",
);
const MERGE: Parameter = optional("merge", "true", ArgumentKind::Flag, "draw equal subtrees once");
const NO_LEGEND: Parameter =
    optional("no_legend", "true", ArgumentKind::Flag, "do not say whose moves solid and dashed edges are");
const LABELS: Parameter =
    optional("labels", "true", ArgumentKind::Flag, "write integers and nimbers instead of their trees");
const DEPTH: Parameter = optional("depth", "n", ArgumentKind::Number, "draw the tree this many moves deep");
const MAX_NODES: Parameter =
    optional("max_nodes", "n", ArgumentKind::Number, "draw at most this many nodes: 500, or as text 120");

pub(super) static ROWS: &[QuestionKind] = &[
    question(
        "draw",
        &[G, FORMAT, TREE, STEPS, MERGE, NO_LEGEND, LABELS, DEPTH, MAX_NODES, DPI],
        "A picture of a game tree, of the steps to the simplest form, or of a board. Without a format it is \
               drawn with characters; modulo a universe the tree is that of the simplest form.",
        DRAWING,
        example(&[("g", "*")], None, r#"{"drawn":"tree","form":"*","text":"  ●\n╭─┴─╮\n●   ●\n"}"#),
        draw,
    )
    .modulo_if_given(),
    question(
        "hasse",
        &[GAMES, FORMAT, DPI],
        "The order of some games modulo a universe: equal games are one class, and the covers are the pairs \
               of classes with nothing between, the edges of the Hasse diagram.",
        HASSE,
        example(
            &[("games", "0, {*|*}, *, {0,*|0}")],
            Some("D"),
            r#"{"classes":[["0","{*|*}"],["*"],["{0,*|0}"]],"covers":[[2,1]]}"#,
        ),
        |a| {
            let classes = a.modulus()?.classes(&a.games("games")?)?;
            let picture = match a.text("format") {
                Some(_) => Some(a.picture(&draw_hasse(&classes.order, a.work.budget())?)?),
                None => None,
            };
            a.fields().and(classes.members)?.and(classes.order.order().covers())?.and(picture)
        },
    )
    .modulo(),
];

/// A picture that was drawn.
const DRAWING: Shape = Shape {
    plain: Plain::Made(|record, _| {
        let shown = record.get("picture").filter(|picture| **picture != Datum::Nothing);
        Ok(shown.or(record.get("text")).cloned().unwrap_or(Datum::Nothing))
    }),
    lines: Some(|record, style| match (record.get("picture"), record.get("text")) {
        (Some(Datum::Picture(picture)), _) => Ok(picture.text().lines().map(str::to_owned).collect()),
        (_, Some(Datum::Text(text))) => Ok(text.write(style)?.lines().map(str::to_owned).collect()),
        _ => Ok(Vec::new()),
    }),
    ..Shape::of(&[
        field("drawn", Kind::Word(&["tree", "steps", "board"]), "the kind of picture"),
        field("form", Kind::IfAny(&Kind::Game), "the form that was drawn, unless it is too large to print"),
        field("picture", Kind::IfAny(&Kind::Picture), "the picture in the format asked for"),
        field("text", Kind::IfAny(&Kind::Text), "the picture as text, if no format was asked for"),
        field("width", Kind::IfAny(&Kind::Number), "the width of the picture in points, if it is not text"),
    ])
};

/// Games modulo a universe, and their order.
const HASSE: Shape = Shape {
    plain: Plain::Itself,
    lines: Some(hasse_lines),
    ..Shape::of(&[
        field("classes", Kind::List(&LIST_OF_GAMES), "the games of each class, in the order given"),
        field("covers", Kind::List(&Kind::List(&Kind::Number)), "a class and one that it covers, by place"),
        field("picture", Kind::IfAny(&Kind::Picture), "the Hasse diagram in the format asked for"),
    ])
};

/// A line for each class: its games, then the classes it covers.
fn hasse_lines(record: &Record, style: Style) -> Result<Vec<String>, Error> {
    let [Datum::List(classes), Datum::List(covers), ..] = record.fields() else { return Ok(Vec::new()) };
    let written = classes.items().iter().map(|class| match class {
        Datum::List(games) => write_games(&games.games(), style),
        _ => Ok(Vec::new()),
    });
    let written = written.collect::<Result<Vec<_>, _>>()?;
    let mut below = vec![Vec::new(); written.len()];
    for cover in covers.items() {
        let Datum::List(pair) = cover else { continue };
        let places = pair.items().iter().filter_map(|place| match place {
            Datum::Count(place) => usize::try_from(&place.number).ok(),
            _ => None,
        });
        if let [upper, lower] = places.collect::<Vec<_>>()[..] {
            below[upper].push(written[lower][0].as_str());
        }
    }
    let line = |(games, below): (&Vec<String>, Vec<&str>)| {
        let line = games.join(" = ");
        if below.is_empty() { line } else { format!("{line}  >  {}", below.join("  ")) }
    };
    Ok(written.iter().zip(below).map(line).collect())
}

fn draw<'a>(a: &Asked<'a>) -> Result<Fields<'a>, Error> {
    const MOST_AS_TEXT: usize = 120;
    let (subject, modulus) = (a.subject("g"), a.modulus_if_given());
    if let (Some((ruleset, position)), false, None) = (subject.position(), a.flag("tree"), modulus) {
        let (picture, text) = match a.text("format") {
            Some(_) => (Some(a.picture(&board_scene(a.work, &**ruleset, position)?)?), None),
            None => (None, Some(board_text(&**ruleset, position))),
        };
        return a.fields().and("board")?.and(None::<Game>)?.and(picture)?.and(text)?.and(None::<u64>);
    }
    let steps = match modulus {
        Some(modulus) if a.flag("steps") => Some(modulus.steps(a.game("g")?)?),
        _ => None,
    };
    let game = match (&steps, modulus, subject.position()) {
        (Some(steps), ..) => steps.simplest.clone(),
        (None, Some(modulus), Some((ruleset, position))) => {
            a.work.positions(ruleset.clone()).value_at(position, modulus)?.form
        }
        (None, Some(modulus), None) => modulus.representative(a.game("g")?)?,
        (None, None, _) => a.game("g")?.clone(),
    };
    let naming = if a.flag("labels") { Naming::Names } else { Naming::Dots };
    let depth = a.optional_number("depth").map_or(usize::MAX, |depth| depth as usize);
    let mut style = TreeStyle {
        merge: a.flag("merge"),
        legend: !a.flag("no_legend"),
        max_depth: depth,
        naming,
        ..TreeStyle::default()
    };
    let most = a.optional_number("max_nodes").map(|most| most as usize);
    let (picture, text, width) = match a.text("format") {
        Some(_) => {
            style.max_nodes = most.unwrap_or(style.max_nodes);
            let scene = match &steps {
                Some(steps) => steps.draw(&style)?,
                None => game.draw(&style)?,
            };
            (Some(a.picture(&scene)?), None, Some(scene.bounds().width().round() as u64))
        }
        None => {
            style.max_nodes = most.unwrap_or(MOST_AS_TEXT);
            let text = match &steps {
                Some(steps) => steps.draw_text(&style, Style::Unicode)?,
                None => game.draw_text(&style)?,
            };
            (None, Some(text), None)
        }
    };
    let drawn = if steps.is_some() { "steps" } else { "tree" };
    let form = game.write_if_short(Style::Ascii)?.map(|_| game);
    a.fields().and(drawn)?.and(form)?.and(picture)?.and(text)?.and(width)
}

impl Asked<'_> {
    /// A scene in the format that is asked for, as SVG if none is.
    pub(super) fn picture(&self, scene: &Scene) -> Result<Picture, Error> {
        let budget = self.work.budget();
        let format = self.text("format").unwrap_or("svg");
        let format = FORMATS.iter().copied().find(|known| *known == format).unwrap_or("svg");
        let bytes = match format {
            "tikz" => scene.tikz_within(budget)?.into_bytes(),
            "tikz-document" => scene.tikz_document_within(budget)?.into_bytes(),
            "pdf" => scene.pdf_within(budget)?,
            "png" => {
                let dpi = self.optional_number("dpi").map(f64::from);
                let pixels = Account::new(budget.clone());
                pixels.charge(scene.png_memory(dpi))?;
                scene.png_within(dpi, budget).map_err(|error| match error {
                    PngError::Exhausted(exhausted) => Error::from(exhausted),
                    other => Error::NoPicture(other.to_string()),
                })?
            }
            _ => scene.svg_within(budget)?.into_bytes(),
        };
        Ok(Picture::new(format, bytes))
    }
}

/// The board as text.
fn board_text(ruleset: &dyn Ruleset, position: &Position) -> String {
    match ruleset.appearance(position) {
        Some(Appearance::Heaps(heaps)) => heaps_text(&heaps),
        Some(Appearance::Board(lines)) if !lines.is_empty() => lines,
        _ => ruleset.draw(position),
    }
}

/// A picture of the board.
fn board_scene(work: &Workspace, ruleset: &dyn Ruleset, position: &Position) -> Result<Scene, Error> {
    let appearance = ruleset.appearance(position).ok_or_else(|| {
        let name = &ruleset.description().name;
        Error::NoPicture(format!("positions of {name} are not boards of cells"))
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
