//! SVG.

use std::fmt::Write;

use misere_core::{Budget, Exhausted};
use tiny_skia::{LineCap, Path, PathSegment};

use crate::png::{STEPS_PER_SHAPE, limitless};
use crate::scene::{Colour, Fill, Pen, Point, Scene, Shape, Stroke, written};

impl Scene {
    /// The picture as an SVG document. Texts are outlines, so that they look the same in every
    /// viewer, and their words stand beside them for readers and searches.
    #[must_use]
    pub fn svg(&self) -> String {
        self.svg_within(&limitless()).expect("the budget has no limits")
    }

    /// The picture as an SVG document, unless the time of the budget is over first.
    pub fn svg_within(&self, budget: &Budget) -> Result<String, Exhausted> {
        let bounds = self.bounds().grown(MARGIN);
        let (x, y) = (written(bounds.min.x), written(bounds.min.y));
        let (width, height) = (written(bounds.width()), written(bounds.height()));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" \
             width=\"{width}pt\" height=\"{height}pt\">\n\
             <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
        );
        for shape in self.shapes() {
            budget.steps(STEPS_PER_SHAPE)?;
            write_shape(&mut out, shape);
            out.push('\n');
        }
        out.push_str("</svg>\n");
        Ok(out)
    }
}

/// The margin around the picture.
pub(crate) const MARGIN: f64 = 6.0;

fn write_shape(out: &mut String, shape: &Shape) {
    let written_to = match shape {
        Shape::Line { through, stroke } => {
            let points: Vec<String> = through.iter().map(|&p| place(p)).collect();
            write!(
                out,
                "<polyline points=\"{}\" fill=\"none\" {}/>",
                points.join(" "),
                stroke_attributes(*stroke)
            )
        }
        Shape::Curve { from, control: [a, b], to, stroke } => write!(
            out,
            "<path d=\"M{} C{} {} {}\" fill=\"none\" {}/>",
            place(*from),
            place(*a),
            place(*b),
            place(*to),
            stroke_attributes(*stroke)
        ),
        Shape::Dot { at, radius, fill } => write!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>",
            written(at.x),
            written(at.y),
            written(*radius),
            fill_attributes(*fill)
        ),
        Shape::Rectangle { at, width, height, rounding, fill } => write!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {}/>",
            written(at.x - width / 2.0),
            written(at.y - height / 2.0),
            written(*width),
            written(*height),
            written(*rounding),
            fill_attributes(*fill)
        ),
        Shape::Text { label, .. } => {
            let words = escaped(&label.unicode);
            let outline = shape.outline().map_or(String::new(), |path| outline_data(&path));
            write!(
                out,
                "<path role=\"img\" aria-label=\"{words}\" d=\"{outline}\"><title>{words}</title></path>"
            )
        }
    };
    written_to.expect("a string can be written to");
}

fn place(at: Point) -> String {
    format!("{},{}", written(at.x), written(at.y))
}

/// An outline as the data of an SVG path.
fn outline_data(path: &Path) -> String {
    let at = |p: tiny_skia::Point| place(Point::new(p.x.into(), p.y.into()));
    let mut data = String::new();
    for segment in path.segments() {
        data += &match segment {
            PathSegment::MoveTo(to) => format!("M{}", at(to)),
            PathSegment::LineTo(to) => format!("L{}", at(to)),
            PathSegment::QuadTo(a, to) => format!("Q{} {}", at(a), at(to)),
            PathSegment::CubicTo(a, b, to) => format!("C{} {} {}", at(a), at(b), at(to)),
            PathSegment::Close => "Z".to_owned(),
        };
    }
    data
}

fn stroke_attributes(stroke: Stroke) -> String {
    let Pen { width, cap, dash, colour } = stroke.pen();
    let ends = match cap {
        LineCap::Butt => "",
        LineCap::Round => r#" stroke-linecap="round" stroke-linejoin="round""#,
        LineCap::Square => r#" stroke-linecap="square""#,
    };
    let dash = dash.map(|[dash, gap]| format!(r#" stroke-dasharray="{dash} {gap}""#)).unwrap_or_default();
    let colour = if colour == Colour::BLACK { "black".to_owned() } else { format!("#{}", colour.hex()) };
    format!(r#"stroke="{colour}" stroke-width="{width}"{ends}{dash}"#)
}

fn fill_attributes(fill: Fill) -> &'static str {
    match fill {
        Fill::Black => r#"fill="black""#,
        Fill::White => r#"fill="white" stroke="black" stroke-width="0.8""#,
        Fill::Grey => r##"fill="#b0b0b0""##,
        Fill::Paper => r#"fill="white""#,
    }
}

/// The text with XML escapes, and without the control characters that XML does not allow.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}
