//! PNG, drawn from the SVG.

use std::fmt;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::font;
use crate::scene::Scene;

/// Why there is no PNG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PngError {
    /// The picture would have too many pixels.
    TooLarge,
    /// The renderer did not take the SVG.
    Renderer(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::TooLarge => f.write_str("the picture is too large for a PNG; write an SVG"),
            PngError::Renderer(message) => write!(f, "the picture could not be drawn as a PNG: {message}"),
        }
    }
}

impl std::error::Error for PngError {}

impl Scene {
    /// The picture as a PNG file, three pixels to a unit, or fewer if it is large. Its
    /// font comes along, so that it is the same on every machine.
    ///
    /// # Errors
    /// [`PngError`] when it would have too many pixels.
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(font::DATA.to_vec());
        fonts.set_serif_family(font::FAMILY);
        let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
        let failed = |error: &dyn fmt::Display| PngError::Renderer(error.to_string());
        let tree = Tree::from_str(&self.svg(), &options).map_err(|error| failed(&error))?;
        let size = tree.size();
        let longest = size.width().max(size.height());
        let scale = (LONGEST / longest).min(SCALE);
        if scale < SMALLEST_SCALE {
            return Err(PngError::TooLarge);
        }
        let pixels = |length: f32| (length * scale).ceil() as u32;
        let mut pixmap =
            Pixmap::new(pixels(size.width()), pixels(size.height())).ok_or(PngError::TooLarge)?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        pixmap.encode_png().map_err(|error| failed(&error))
    }
}

const SCALE: f32 = 2.25;
/// Below this, texts cannot be read.
const SMALLEST_SCALE: f32 = 0.25;
/// The longest side in pixels.
const LONGEST: f32 = 12_000.0;
