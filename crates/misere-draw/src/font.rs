//! The bundled font, so that pictures are the same on machines without fonts.

use std::sync::LazyLock;

use tiny_skia::{Path, PathBuilder, Transform};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// DejaVu Serif, reduced to what the notation and short captions need. The licence is
/// beside the font.
static FACE: LazyLock<Face<'static>> = LazyLock::new(|| {
    let data = include_bytes!("../font/DejaVuSerif-subset.ttf");
    Face::parse(data, 0).expect("the bundled font can be read")
});

/// The name of the font's family.
pub(crate) const FAMILY: &str = "DejaVu Serif";

/// How far up a font of size 1 reaches, and how far down.
pub(crate) const ASCENT: f64 = 0.76;
pub(crate) const DESCENT: f64 = 0.24;
/// How far below the middle of a digit its baseline is, in a font of size 1.
pub(crate) const BASELINE: f64 = 0.36;

/// How wide a text is, in a font of size 1.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().map(|c| f64::from(advance(glyph(c)))).sum::<f64>() / units()
}

/// The outline of a text in a font of size 1, whose baseline begins at (0, 0), with y
/// downwards; `None` if the text is blank.
pub(crate) fn outline(text: &str) -> Option<Path> {
    let mut pen = Pen { path: PathBuilder::new(), x: 0.0, y: 0.0 };
    let mut end = 0.0;
    // The middle and the top of the glyph that the next mark is put over.
    let mut base: Option<(f32, f32)> = None;
    for glyph in text.chars().map(glyph) {
        (pen.x, pen.y) = (end, 0.0);
        if let Some(bounds) = FACE.glyph_bounding_box(glyph) {
            let [left, right, bottom, top] =
                [bounds.x_min, bounds.x_max, bounds.y_min, bounds.y_max].map(f32::from);
            let middle = f32::midpoint(left, right);
            base = match base {
                // The font does not say where marks go, and has them where they suit
                // letters without ascenders.
                Some((over, height)) if advance(glyph) == 0 => {
                    pen.x = over - middle;
                    pen.y = (height + MARK_GAP - bottom).max(0.0);
                    Some((over, pen.y + top))
                }
                _ => Some((end + middle, top)),
            };
        }
        FACE.outline_glyph(glyph, &mut pen);
        end += f32::from(advance(glyph));
    }
    let scale = 1.0 / units() as f32;
    pen.path.finish()?.transform(Transform::from_scale(scale, -scale))
}

/// The space between a glyph and a mark over it, in units of the font.
const MARK_GAP: f32 = 128.0;

/// A pen that draws a glyph with its origin at (x, y).
struct Pen {
    path: PathBuilder,
    x: f32,
    y: f32,
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, self.y + y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, self.y + y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(self.x + x1, self.y + y1, self.x + x, self.y + y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (dx, dy) = (self.x, self.y);
        self.path.cubic_to(dx + x1, dy + y1, dx + x2, dy + y2, dx + x, dy + y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

/// How many units of the font a font of size 1 has.
fn units() -> f64 {
    f64::from(FACE.units_per_em())
}

/// The glyph of a character; blank for a character that the font lacks.
fn glyph(character: char) -> GlyphId {
    FACE.glyph_index(character).unwrap_or_default()
}

/// How far the next glyph is from this one, in units of the font.
fn advance(glyph: GlyphId) -> u16 {
    FACE.glyph_hor_advance(glyph).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_the_signs_of_the_notation() {
        for character in "0123456789{|}*,-+±·■…αsz₀₉".chars() {
            assert!(FACE.glyph_index(character).is_some(), "{character}");
            let advance = width(&character.to_string());
            assert!((0.2..1.2).contains(&advance), "{character}: {advance}");
        }
        // A bar over the preceding character takes no room.
        assert_eq!((FACE.glyph_index('\u{304}').is_some(), width("\u{304}")), (true, 0.0));
        assert_eq!(FACE.glyph_index('漢'), None);
        assert!((0.2..1.2).contains(&width("漢")));
    }

    #[test]
    fn bars_stand_over_the_middle_of_characters_of_any_height() {
        for base in ["1", "3", "s", "α", "A"] {
            let under = outline(base).unwrap().bounds();
            let both = outline(&format!("{base}\u{304}")).unwrap().bounds();
            let gap = under.top() - both.top();
            assert!((0.05..0.25).contains(&gap), "{base}: {gap}");
            // A bar that is not over the middle would stick out.
            assert!((both.left() + both.right() - under.left() - under.right()).abs() < 0.01, "{base}");
            assert_eq!(both.bottom(), under.bottom());
        }
        assert!(outline(" ").is_none());
    }
}
