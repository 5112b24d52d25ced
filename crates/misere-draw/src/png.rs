//! PNG.

use std::fmt;

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
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::TooLarge => f.write_str("the picture is too large for a PNG; write an SVG or a PDF"),
            PngError::Encoder(message) => write!(f, "the picture could not be written as a PNG: {message}"),
        }
    }
}

impl std::error::Error for PngError {}

impl Scene {
    /// The picture as a PNG file of 216 dots to the inch, or fewer if it is large. The font is
    /// bundled, so that the picture is the same on every machine.
    ///
    /// # Errors
    /// [`PngError`] when the picture would have too many pixels.
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        let scale = self.usual_scale();
        if scale < SMALLEST_SCALE {
            return Err(PngError::TooLarge);
        }
        self.png_with_dpi(scale * UNITS_PER_INCH)
    }

    fn usual_scale(&self) -> f64 {
        let bounds = self.bounds().grown(MARGIN);
        (LONGEST / bounds.width().max(bounds.height())).min(SCALE)
    }

    /// The bytes that the pixels of a PNG take while it is made, with so many dots to the inch
    /// or as many as [`Scene::png`] has.
    #[must_use]
    pub fn png_memory(&self, dpi: Option<f64>) -> usize {
        // Four bytes on the canvas, and three for the encoder.
        const BYTES_PER_PIXEL: f64 = 7.0;
        let bounds = self.bounds().grown(MARGIN);
        let scale = dpi.map_or_else(|| self.usual_scale(), |dpi| dpi / UNITS_PER_INCH);
        (bounds.width() * bounds.height() * scale * scale * BYTES_PER_PIXEL) as usize
    }

    /// The picture as a PNG file with so many dots to the inch.
    ///
    /// # Errors
    /// [`PngError`] when the picture would have too many pixels.
    pub fn png_with_dpi(&self, dpi: f64) -> Result<Vec<u8>, PngError> {
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
        self.shapes().iter().for_each(|shape| canvas.draw(shape));
        encoded(&canvas.pixmap, dpi).map_err(|error| PngError::Encoder(error.to_string()))
    }
}

const UNITS_PER_INCH: f64 = 72.0;
const SCALE: f64 = 3.0;
/// The smallest scale at which texts can be read.
const SMALLEST_SCALE: f64 = 1.0 / 3.0;
/// The longest side in pixels, unless a resolution was asked for.
const LONGEST: f64 = 12_000.0;
const MOST_PIXELS: u64 = 400_000_000;

/// The file, which says how large the picture is on paper.
fn encoded(pixmap: &Pixmap, dpi: f64) -> Result<Vec<u8>, png::EncodingError> {
    const INCHES_PER_METRE: f64 = 1.0 / 0.0254;
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    let per_metre = (dpi * INCHES_PER_METRE).round() as u32;
    let unit = png::Unit::Meter;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit }));
    // All pixels are opaque.
    let rgb: Vec<u8> = pixmap.data().chunks_exact(4).flat_map(|rgba| [rgba[0], rgba[1], rgba[2]]).collect();
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb)?;
    writer.finish()?;
    Ok(file)
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
