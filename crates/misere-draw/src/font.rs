//! The bundled font, so that pictures are the same on machines without fonts.

use std::ops::Range;
use std::sync::LazyLock;

use tiny_skia::{Path, PathBuilder, Rect, Transform};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// DejaVu Serif, reduced to what the notation and short captions need. The licence is
/// beside the font.
static FACE: LazyLock<Face<'static>> = LazyLock::new(|| {
    let data = include_bytes!("../font/DejaVuSerif-subset.ttf");
    Face::parse(data, 0).expect("the bundled font can be read")
});

/// How far up a font of size 1 reaches, and how far down.
pub(crate) const ASCENT: f64 = 0.76;
pub(crate) const DESCENT: f64 = 0.24;
/// How far below the middle of a digit its baseline is, in a font of size 1.
pub(crate) const BASELINE: f64 = 0.36;

/// How wide a text is, in a font of size 1.
pub(crate) fn width(text: &str) -> f64 {
    f64::from(Line::set(text).end) / units()
}

/// The outline of a text in a font of size 1, whose baseline begins at (0, 0), with y
/// downwards; `None` if the text is blank.
pub(crate) fn outline(text: &str) -> Option<Path> {
    let line = Line::set(text);
    let mut path = PathBuilder::new();
    for sign in &line.signs {
        FACE.outline_glyph(sign.glyph, &mut Pen { path: &mut path, sign });
    }
    line.bars.iter().filter_map(|bar| bar.rectangle(&line.signs)).for_each(|bar| path.push_rect(bar));
    let scale = 1.0 / units() as f32;
    path.finish()?.transform(Transform::from_scale(scale, -scale))
}

/// A text whose signs have their places, in units of the font, with y upwards.
#[derive(Default)]
struct Line {
    signs: Vec<Sign>,
    bars: Vec<Bar>,
    /// Where the text ends.
    end: f32,
}

impl Line {
    fn set(text: &str) -> Line {
        let mut line = Line::default();
        let mut last = ' ';
        // Where the subscript begins that a superscript is to stand over.
        let mut subscript: Option<f32> = None;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                MACRON | OVERLINE => line.bar(character == OVERLINE),
                '₀'..='₉' => {
                    subscript.get_or_insert(line.end);
                    line.push(Sign::new(character, line.end));
                }
                _ => match raised(character) {
                    Some(base) => {
                        let rise = if subscript.is_some() { RAISED_OVER_SUBSCRIPT } else { RAISED };
                        let x = subscript.take().unwrap_or(line.end);
                        line.push(Sign { rise, scale: SMALL, ..Sign::new(base, x) });
                    }
                    None => {
                        subscript = None;
                        let is_minus = character == '-'
                            && !last.is_alphanumeric()
                            && characters.peek().is_some_and(char::is_ascii_digit);
                        line.push(match character {
                            '■' => Sign::block(line.end),
                            _ => Sign::new(if is_minus { '−' } else { character }, line.end),
                        });
                    }
                },
            }
            last = character;
        }
        line
    }

    fn push(&mut self, sign: Sign) {
        self.end = self.end.max(sign.x + sign.scale * f32::from(advance(sign.glyph)));
        self.signs.push(sign);
    }

    /// Puts a bar over the last sign. An overline joins that of the sign before.
    fn bar(&mut self, joins: bool) {
        let Some(at) = self.signs.len().checked_sub(1) else { return };
        match self.bars.last_mut().filter(|bar| joins && bar.joins && bar.over.end == at) {
            Some(bar) => bar.over.end += 1,
            None => self.bars.push(Bar { over: at..at + 1, joins }),
        }
    }
}

const MACRON: char = '\u{304}';
const OVERLINE: char = '\u{305}';
/// How far up a superscript stands, in units of the font, and how large it is.
const RAISED: f32 = 740.0;
const RAISED_OVER_SUBSCRIPT: f32 = 1000.0;
const SMALL: f32 = 0.7;

/// The sign that a character shows as a superscript, unless the font has the superscript.
fn raised(character: char) -> Option<char> {
    match character {
        'ᴸ' => Some('L'),
        'ᴿ' => Some('R'),
        'ˣ' => Some('×'),
        '⊛' => Some('⊛'),
        _ => None,
    }
}

/// A glyph and the place of its origin.
struct Sign {
    glyph: GlyphId,
    x: f32,
    rise: f32,
    scale: f32,
}

impl Sign {
    fn new(character: char, x: f32) -> Sign {
        Sign { glyph: glyph(character), x, rise: 0.0, scale: 1.0 }
    }

    /// The block, a little smaller than a digit and with its middle where digits have theirs: the
    /// block of the font is larger than its capital letters.
    fn block(x: f32) -> Sign {
        const PART: f32 = 0.86;
        let sign = Sign::new('■', x);
        let upright = |glyph| FACE.glyph_bounding_box(glyph).map(|ink| [ink.y_min, ink.y_max].map(f32::from));
        let (Some([low, high]), Some([bottom, top])) = (upright(sign.glyph), upright(glyph('0'))) else {
            return sign;
        };
        let scale = PART * (top - bottom) / (high - low);
        Sign { scale, rise: (bottom + top - scale * (low + high)) / 2.0, ..sign }
    }

    /// The left and the right end of the ink, and its top.
    fn extent(&self) -> Option<(f32, f32, f32)> {
        let ink = FACE.glyph_bounding_box(self.glyph)?;
        let [left, right, top] = [ink.x_min, ink.x_max, ink.y_max].map(|at| self.scale * f32::from(at));
        Some((self.x + left, self.x + right, self.rise + top))
    }
}

/// A bar over some signs. It is a little narrower than their ink, so that the bars of neighbours
/// that do not join are seen to be two.
struct Bar {
    over: Range<usize>,
    joins: bool,
}

impl Bar {
    /// The marks of the font suit letters without ascenders, and strike digits.
    fn rectangle(&self, signs: &[Sign]) -> Option<Rect> {
        const GAP: f32 = 200.0;
        const THICKNESS: f32 = 120.0;
        const INSET: f32 = 50.0;
        let inks = signs[self.over.clone()].iter().filter_map(Sign::extent);
        let wider = |a: (f32, f32, f32), b: (f32, f32, f32)| (a.0.min(b.0), a.1.max(b.1), a.2.max(b.2));
        let (left, right, top) = inks.reduce(wider)?;
        let inset = if self.joins { 0.0 } else { INSET };
        Rect::from_ltrb(left + inset, top + GAP, right - inset, top + GAP + THICKNESS)
    }
}

/// A pen that draws a sign at its place.
struct Pen<'a> {
    path: &'a mut PathBuilder,
    sign: &'a Sign,
}

impl Pen<'_> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.sign.x + self.sign.scale * x, self.sign.rise + self.sign.scale * y)
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (a, to) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(a.0, a.1, to.0, to.1);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, to) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(a.0, a.1, b.0, b.1, to.0, to.1);
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

    /// The lowest point of the bars, and the highest of what is under them.
    fn clearance(barred: &str, bare: &str) -> f32 {
        let line = Line::set(barred);
        let bars = line.bars.iter().filter_map(|bar| bar.rectangle(&line.signs));
        let lowest = bars.map(|bar| bar.top()).fold(f32::INFINITY, f32::min) / units() as f32;
        lowest + outline(bare).unwrap().bounds().top()
    }

    #[test]
    fn overbar_stands_clear_of_the_digits() {
        for digit in '0'..='9' {
            let gap = clearance(&format!("{digit}\u{304}"), &digit.to_string());
            // A point of ten is the size of labels: the gap is about a point.
            assert!((0.08..0.15).contains(&gap), "{digit}: {gap}");
        }
    }

    #[test]
    fn an_overline_spans_all_digits_and_macrons_stay_apart() {
        let spans = |text: &str| {
            let line = Line::set(text);
            let bars = line.bars.iter().filter_map(|bar| bar.rectangle(&line.signs));
            bars.map(|bar| (bar.left(), bar.right())).collect::<Vec<_>>()
        };
        let ink = outline("20").unwrap().bounds();
        let [(left, right)] = spans("2\u{305}0\u{305}")[..] else { panic!("one bar spans both digits") };
        let unit = units() as f32;
        assert!((left / unit - ink.left()).abs() < 0.01 && (right / unit - ink.right()).abs() < 0.01);
        let [(_, two), (one, _)] = spans("2\u{304}1\u{304}")[..] else { panic!("two bars") };
        assert!(one - two > 0.1 * unit, "{two} and {one} would be read as one bar");
        // The bar of 2̄0 is over the 2 alone.
        assert_eq!(spans("2\u{304}0"), spans("2\u{304}"));
    }

    #[test]
    fn a_block_is_no_larger_than_the_digits_beside_it() {
        let (block, digit) = (outline("■").unwrap().bounds(), outline("0").unwrap().bounds());
        assert!((0.75..1.0).contains(&(block.height() / digit.height())));
        assert!((block.top() + block.bottom() - digit.top() - digit.bottom()).abs() < 0.01);
        assert!((block.width() / block.height() - 1.0).abs() < 0.05, "a block is a square");
        let [alone, between] = ["■", "0■0"].map(|text| f64::from(outline(text).unwrap().bounds().width()));
        assert!(between < 2.0 * width("0") + alone + 0.25, "{between}");
    }

    #[test]
    fn minus_signs_are_minus_signs_and_hyphens_are_hyphens() {
        let first = |text: &str| Line::set(text).signs[0].glyph;
        let fourth = |text: &str| Line::set(text).signs[4].glyph;
        assert_eq!(first("-20"), glyph('−'));
        assert_eq!(Line::set("{-1|0}").signs[1].glyph, glyph('−'));
        assert_eq!((fourth("dead-ending"), fourth("day -2")), (glyph('-'), glyph('−')));
        assert_eq!(fourth("page-2"), glyph('-'));
    }

    #[test]
    fn superscripts_are_raised_and_small() {
        for (text, base) in [("Σᴸ", 'L'), ("L₂ˣ", '×'), ("G⊛", '⊛')] {
            let line = Line::set(text);
            let last = line.signs.last().unwrap();
            assert!(last.glyph == glyph(base) && last.rise > 0.0 && last.scale < 1.0, "{text}");
        }
        // The superscript stands over the subscript.
        let line = Line::set("L₂ˣ");
        assert_eq!(line.signs[1].x, line.signs[2].x);
        let ink = |sign: &Sign| FACE.glyph_bounding_box(sign.glyph).unwrap();
        let (lower, upper) = (&line.signs[1], &line.signs[2]);
        assert!(f32::from(ink(lower).y_max) < upper.rise + upper.scale * f32::from(ink(upper).y_min));
    }
}
