//! Shapes as outlines that are filled or stroked, for writers of PNG, PDF and the texts of SVG.

use tiny_skia::{LineCap, Path, PathBuilder, Transform};

use crate::font;
use crate::scene::{Anchor, Bounds, Colour, Fill, Pen, Point, Shape};

/// The paint of the outline of a shape: it is filled first, then stroked.
pub(crate) struct Ink {
    pub(crate) fill: Option<Colour>,
    pub(crate) pen: Option<Pen>,
}

impl Shape {
    /// The outline of the shape; `None` if nothing is to be seen.
    pub(crate) fn outline(&self) -> Option<Path> {
        match self {
            Shape::Line { through, .. } => {
                let mut path = PathBuilder::new();
                for (i, &Point { x, y }) in through.iter().enumerate() {
                    let draw = if i == 0 { PathBuilder::move_to } else { PathBuilder::line_to };
                    draw(&mut path, x as f32, y as f32);
                }
                path.finish()
            }
            Shape::Curve { from, control: [a, b], to, .. } => {
                let [from, a, b, to] = [from, a, b, to].map(|p| (p.x as f32, p.y as f32));
                let mut path = PathBuilder::new();
                path.move_to(from.0, from.1);
                path.cubic_to(a.0, a.1, b.0, b.1, to.0, to.1);
                path.finish()
            }
            Shape::Dot { at, radius, .. } => {
                PathBuilder::from_circle(at.x as f32, at.y as f32, *radius as f32)
            }
            Shape::Rectangle { rounding, .. } => rectangle(&self.bounds(), *rounding),
            Shape::Text { at, anchor, label, size } => {
                let width = font::width(&label.unicode) * size;
                let left = match anchor {
                    Anchor::Start => at.x,
                    Anchor::Middle => at.x - width / 2.0,
                    Anchor::End => at.x - width,
                };
                let baseline = at.y + font::BASELINE * size;
                let place = Transform::from_translate(left as f32, baseline as f32)
                    .pre_scale(*size as f32, *size as f32);
                font::outline(&label.unicode)?.transform(place)
            }
        }
    }

    pub(crate) fn ink(&self) -> Ink {
        match self {
            Shape::Line { stroke, .. } | Shape::Curve { stroke, .. } => {
                Ink { fill: None, pen: Some(stroke.pen()) }
            }
            Shape::Dot { fill, .. } | Shape::Rectangle { fill, .. } => {
                let border = Pen { width: 0.8, cap: LineCap::Butt, dash: None, colour: Colour::BLACK };
                Ink { fill: Some(fill.colour()), pen: (*fill == Fill::White).then_some(border) }
            }
            Shape::Text { .. } => Ink { fill: Some(Colour::BLACK), pen: None },
        }
    }
}

/// A rectangle whose corners are quarters of ellipses, as SVG has them.
fn rectangle(bounds: &Bounds, rounding: f64) -> Option<Path> {
    let [left, top, right, bottom] =
        [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y].map(|x| x as f32);
    let [rx, ry] = [bounds.width(), bounds.height()].map(|side| rounding.min(side / 2.0) as f32);
    // The distance of the control points of a nearly circular curve from a corner.
    const NEAR: f32 = 0.447_715;
    let (cx, cy) = (NEAR * rx, NEAR * ry);
    let mut path = PathBuilder::new();
    path.move_to(left + rx, top);
    path.line_to(right - rx, top);
    path.cubic_to(right - cx, top, right, top + cy, right, top + ry);
    path.line_to(right, bottom - ry);
    path.cubic_to(right, bottom - cy, right - cx, bottom, right - rx, bottom);
    path.line_to(left + rx, bottom);
    path.cubic_to(left + cx, bottom, left, bottom - cy, left, bottom - ry);
    path.line_to(left, top + ry);
    path.cubic_to(left, top + cy, left + cx, top, left + rx, top);
    path.close();
    path.finish()
}
