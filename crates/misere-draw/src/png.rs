//! PNG.

use std::fmt;

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform,
};

use crate::font;
use crate::scene::{Anchor, Bounds, Fill, Pen, Point, Scene, Shape};
use crate::svg::MARGIN;

/// Why there is no PNG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PngError {
    /// The picture would have too many pixels.
    TooLarge,
    /// The pixels could not be written.
    Encoder(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::TooLarge => f.write_str("the picture is too large for a PNG; write an SVG"),
            PngError::Encoder(message) => write!(f, "the picture could not be written as a PNG: {message}"),
        }
    }
}

impl std::error::Error for PngError {}

impl Scene {
    /// The picture as a PNG file, three pixels to a unit, or fewer if it is large. The font is
    /// bundled, so that the picture is the same on every machine.
    ///
    /// # Errors
    /// [`PngError`] when the picture would have too many pixels.
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        let bounds = self.bounds().grown(MARGIN);
        let scale = (LONGEST / bounds.width().max(bounds.height())).min(SCALE);
        if scale < SMALLEST_SCALE {
            return Err(PngError::TooLarge);
        }
        let pixels = |length: f64| (length * scale).ceil() as u32;
        let mut pixmap =
            Pixmap::new(pixels(bounds.width()), pixels(bounds.height())).ok_or(PngError::TooLarge)?;
        pixmap.fill(Color::WHITE);
        let corner = Transform::from_translate(-bounds.min.x as f32, -bounds.min.y as f32);
        let mut canvas = Canvas { pixmap, to_pixels: corner.post_scale(scale as f32, scale as f32) };
        self.shapes().iter().for_each(|shape| canvas.draw(shape));
        canvas.pixmap.encode_png().map_err(|error| PngError::Encoder(error.to_string()))
    }
}

const SCALE: f64 = 3.0;
/// The smallest scale at which texts can be read.
const SMALLEST_SCALE: f64 = 1.0 / 3.0;
/// The longest side in pixels.
const LONGEST: f64 = 12_000.0;

struct Canvas {
    pixmap: Pixmap,
    /// The map from the plane of the scene to pixels.
    to_pixels: Transform,
}

impl Canvas {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Line { through, stroke } => {
                let mut path = PathBuilder::new();
                for (i, &Point { x, y }) in through.iter().enumerate() {
                    let draw = if i == 0 { PathBuilder::move_to } else { PathBuilder::line_to };
                    draw(&mut path, x as f32, y as f32);
                }
                self.stroke(path.finish(), &stroke.pen());
            }
            Shape::Curve { from, control: [a, b], to, stroke } => {
                let [from, a, b, to] = [from, a, b, to].map(|p| (p.x as f32, p.y as f32));
                let mut path = PathBuilder::new();
                path.move_to(from.0, from.1);
                path.cubic_to(a.0, a.1, b.0, b.1, to.0, to.1);
                self.stroke(path.finish(), &stroke.pen());
            }
            Shape::Dot { at, radius, fill } => {
                self.fill(PathBuilder::from_circle(at.x as f32, at.y as f32, *radius as f32), *fill);
            }
            Shape::Rectangle { rounding, fill, .. } => {
                self.fill(rectangle(&shape.bounds(), *rounding), *fill);
            }
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
                let outline = font::outline(&label.unicode);
                self.fill(outline.and_then(|outline| outline.transform(place)), Fill::Black);
            }
        }
    }

    /// Fills a path; a path without extent is not drawn.
    fn fill(&mut self, path: Option<Path>, fill: Fill) {
        let Some(path) = path else { return };
        let grey = match fill {
            Fill::Black => 0,
            Fill::Grey => 0xb0,
            Fill::White | Fill::Paper => 0xff,
        };
        self.pixmap.fill_path(&path, &paint(grey), FillRule::Winding, self.to_pixels, None);
        if fill == Fill::White {
            self.stroke(Some(path), &Pen { width: 0.8, cap: LineCap::Butt, dash: None });
        }
    }

    fn stroke(&mut self, path: Option<Path>, pen: &Pen) {
        let stroke = tiny_skia::Stroke {
            width: pen.width as f32,
            line_cap: pen.cap,
            line_join: if pen.cap == LineCap::Round { LineJoin::Round } else { LineJoin::Miter },
            dash: pen.dash.and_then(|dash| StrokeDash::new(dash.map(|length| length as f32).to_vec(), 0.0)),
            ..tiny_skia::Stroke::default()
        };
        if let Some(path) = path {
            self.pixmap.stroke_path(&path, &paint(0), &stroke, self.to_pixels, None);
        }
    }
}

fn paint(grey: u8) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(grey, grey, grey, 0xff);
    paint
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
