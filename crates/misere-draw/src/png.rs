//! PNG.

use std::fmt;
use std::io::Write;

use misere_core::{Budget, Exhausted, Limits};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Pixmap, StrokeDash, Transform};

use crate::outline::Ink;
use crate::scene::{Colour, Pen, Scene, Shape};
use crate::svg::MARGIN;

/// Why there is no PNG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PngError {
    /// The picture would have too many pixels.
    TooLarge,
    /// The pixels could not be written.
    Encoder(String),
    /// The budget did not suffice.
    Exhausted(Exhausted),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::TooLarge => f.write_str("the picture is too large for a PNG; write an SVG or a PDF"),
            PngError::Exhausted(error) => error.fmt(f),
            PngError::Encoder(message) => write!(f, "the picture could not be written as a PNG: {message}"),
        }
    }
}

impl std::error::Error for PngError {}

impl From<Exhausted> for PngError {
    fn from(error: Exhausted) -> PngError {
        PngError::Exhausted(error)
    }
}

impl From<png::EncodingError> for PngError {
    fn from(error: png::EncodingError) -> PngError {
        PngError::Encoder(error.to_string())
    }
}

impl Scene {
    /// The picture as a PNG file of 216 dots to the inch, or fewer if it is large. The font is
    /// bundled, so that the picture is the same on every machine.
    ///
    /// # Errors
    /// [`PngError`] when the picture would have too many pixels.
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        self.png_within(None, &limitless())
    }

    fn usual_scale(&self) -> f64 {
        let bounds = self.bounds().grown(MARGIN);
        (LONGEST / bounds.width().max(bounds.height())).min(SCALE)
    }

    /// The bytes that the pixels of a PNG take while it is made, with so many dots to the inch
    /// or as many as [`Scene::png`] has.
    #[must_use]
    pub fn png_memory(&self, dpi: Option<f64>) -> usize {
        // Four bytes on the canvas; the encoder has a few rows at a time.
        const BYTES_PER_PIXEL: f64 = 4.1;
        let bounds = self.bounds().grown(MARGIN);
        let scale = dpi.map_or_else(|| self.usual_scale(), |dpi| dpi / UNITS_PER_INCH);
        (bounds.width() * bounds.height() * scale * scale * BYTES_PER_PIXEL) as usize
    }

    /// The picture as a PNG file with so many dots to the inch.
    ///
    /// # Errors
    /// [`PngError`] when the picture would have too many pixels.
    pub fn png_with_dpi(&self, dpi: f64) -> Result<Vec<u8>, PngError> {
        self.png_within(Some(dpi), &limitless())
    }

    /// The picture as a PNG file with so many dots to the inch, or as many as [`Scene::png`] has,
    /// unless the time of the budget is over first.
    ///
    /// # Errors
    /// [`PngError`] when the picture would have too many pixels, or time is over.
    pub fn png_within(&self, dpi: Option<f64>, budget: &Budget) -> Result<Vec<u8>, PngError> {
        let dpi = match dpi {
            Some(dpi) => dpi,
            None if self.usual_scale() < SMALLEST_SCALE => return Err(PngError::TooLarge),
            None => self.usual_scale() * UNITS_PER_INCH,
        };
        let bounds = self.bounds().grown(MARGIN);
        let scale = dpi / UNITS_PER_INCH;
        let pixels = |length: f64| (length * scale).ceil() as u32;
        let (width, height) = (pixels(bounds.width()), pixels(bounds.height()));
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(PngError::TooLarge);
        }
        let mut pixmap = Pixmap::new(width, height).ok_or(PngError::TooLarge)?;
        pixmap.fill(Color::WHITE);
        let corner = Transform::from_translate(-bounds.min.x as f32, -bounds.min.y as f32);
        let mut canvas = Canvas { pixmap, to_pixels: corner.post_scale(scale as f32, scale as f32) };
        for shape in self.shapes() {
            budget.steps(STEPS_PER_SHAPE)?;
            canvas.draw(shape);
        }
        encoded(&canvas.pixmap, dpi, budget)
    }
}

/// A shape takes as long to draw or to write as this many steps, about.
pub(crate) const STEPS_PER_SHAPE: usize = 256;
const UNITS_PER_INCH: f64 = 72.0;
const SCALE: f64 = 3.0;
/// The smallest scale at which texts can be read.
const SMALLEST_SCALE: f64 = 1.0 / 3.0;
/// The longest side in pixels, unless a resolution was asked for.
const LONGEST: f64 = 12_000.0;
const MOST_PIXELS: u64 = 400_000_000;

/// The file, which says how large the picture is on paper.
fn encoded(pixmap: &Pixmap, dpi: f64, budget: &Budget) -> Result<Vec<u8>, PngError> {
    const INCHES_PER_METRE: f64 = 1.0 / 0.0254;
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    let per_metre = (dpi * INCHES_PER_METRE).round() as u32;
    let unit = png::Unit::Meter;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit }));
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    for row in pixmap.data().chunks_exact(4 * pixmap.width() as usize) {
        budget.steps(pixmap.width() as usize)?;
        // All pixels are opaque.
        let rgb: Vec<u8> = row.chunks_exact(4).flat_map(|rgba| [rgba[0], rgba[1], rgba[2]]).collect();
        rows.write_all(&rgb).map_err(|error| PngError::Encoder(error.to_string()))?;
    }
    rows.finish()?;
    writer.finish()?;
    Ok(file)
}

/// A budget for pictures that take as long as they take.
pub(crate) fn limitless() -> Budget {
    Budget::new(Limits { memory_bytes: u64::MAX, time: None })
}

struct Canvas {
    pixmap: Pixmap,
    /// The map from the plane of the scene to pixels.
    to_pixels: Transform,
}

impl Canvas {
    fn draw(&mut self, shape: &Shape) {
        let Some(path) = shape.outline() else { return };
        let Ink { fill, pen } = shape.ink();
        if let Some(colour) = fill {
            self.pixmap.fill_path(&path, &paint(colour), FillRule::Winding, self.to_pixels, None);
        }
        if let Some(pen) = pen {
            self.pixmap.stroke_path(&path, &paint(pen.colour), &stroke(&pen), self.to_pixels, None);
        }
    }
}

fn stroke(pen: &Pen) -> tiny_skia::Stroke {
    tiny_skia::Stroke {
        width: pen.width as f32,
        line_cap: pen.cap,
        line_join: if pen.cap == LineCap::Round { LineJoin::Round } else { LineJoin::Miter },
        dash: pen.dash.and_then(|dash| StrokeDash::new(dash.map(|length| length as f32).to_vec(), 0.0)),
        ..tiny_skia::Stroke::default()
    }
}

fn paint(Colour([red, green, blue]): Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 0xff);
    paint
}
