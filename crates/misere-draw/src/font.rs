//! The font that comes along, so that pictures are the same on machines without fonts.

use std::sync::OnceLock;

/// DejaVu Serif, reduced to what the notation and short captions need. Its licence is
/// beside it.
pub(crate) const DATA: &[u8] = include_bytes!("../font/DejaVuSerif-subset.ttf");

/// The name of its family.
pub(crate) const FAMILY: &str = "DejaVu Serif";

/// How wide a text is, in a font of size 1.
pub(crate) fn width(text: &str) -> f64 {
    static METRICS: OnceLock<Option<Metrics<'static>>> = OnceLock::new();
    let metrics = METRICS.get_or_init(|| Metrics::read(DATA));
    let advance = |c| metrics.as_ref().and_then(|m| m.advance(c)).unwrap_or(UNKNOWN);
    text.chars().map(advance).sum()
}

/// The width of a character that the font lacks.
const UNKNOWN: f64 = 0.6;

/// How far up a font of size 1 reaches, and how far down.
pub(crate) const ASCENT: f64 = 0.76;
pub(crate) const DESCENT: f64 = 0.24;

/// The tables of a TrueType font that say how wide characters are.
struct Metrics<'a> {
    /// The subtable of `cmap` in format 4.
    map: &'a [u8],
    widths: &'a [u8],
    width_count: usize,
    units: f64,
}

impl<'a> Metrics<'a> {
    /// `None` if the font is not as expected.
    fn read(data: &'a [u8]) -> Option<Metrics<'a>> {
        let table = |tag: &[u8; 4]| {
            let count = usize::from(number(data, 4)?);
            let entry = |i| 12 + 16 * i;
            let at = (0..count).map(entry).find(|&at| data.get(at..at + 4) == Some(tag))?;
            data.get(long(data, at + 8)?..)
        };
        let (cmap, header) = (table(b"cmap")?, table(b"head")?);
        let subtables = usize::from(number(cmap, 2)?);
        let map = (0..subtables).find_map(|i| {
            let map = cmap.get(long(cmap, 8 + 8 * i)?..)?;
            (number(map, 0)? == 4).then_some(map)
        })?;
        Some(Metrics {
            map,
            widths: table(b"hmtx")?,
            width_count: usize::from(number(table(b"hhea")?, 34)?),
            units: f64::from(number(header, 18)?),
        })
    }

    fn advance(&self, character: char) -> Option<f64> {
        let glyph = self.glyph(u16::try_from(u32::from(character)).ok()?)?;
        let at = usize::from(glyph).min(self.width_count.checked_sub(1)?);
        Some(f64::from(number(self.widths, 4 * at)?) / self.units)
    }

    fn glyph(&self, code: u16) -> Option<u16> {
        let twice = usize::from(number(self.map, 6)?);
        let (ends, starts, deltas, ranges) = (14, 16 + twice, 16 + 2 * twice, 16 + 3 * twice);
        let segment =
            (0..twice).step_by(2).find(|&s| number(self.map, ends + s).is_some_and(|e| e >= code))?;
        let start = number(self.map, starts + segment)?;
        if start > code {
            return None;
        }
        let (delta, range) = (number(self.map, deltas + segment)?, number(self.map, ranges + segment)?);
        let glyph = if range == 0 {
            code.wrapping_add(delta)
        } else {
            let at = ranges + segment + usize::from(range) + 2 * usize::from(code - start);
            number(self.map, at)?.wrapping_add(delta)
        };
        (glyph != 0).then_some(glyph)
    }
}

fn number(data: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(data.get(at..at + 2)?.try_into().ok()?))
}

fn long(data: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32::from_be_bytes(data.get(at..at + 4)?.try_into().ok()?)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_the_signs_of_the_notation() {
        let metrics = Metrics::read(DATA).unwrap();
        for character in "0123456789{|}*,-+±·■…αsz₀₉".chars() {
            let advance = metrics.advance(character).unwrap();
            assert!((0.2..1.2).contains(&advance), "{character}: {advance}");
        }
        // A bar that is put over the character before it takes no room.
        assert_eq!(metrics.advance('\u{304}'), Some(0.0));
        assert_eq!(metrics.advance('漢'), None);
    }
}
