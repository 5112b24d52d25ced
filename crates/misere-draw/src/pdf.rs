//! PDF.

use std::fmt::Write;

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params,
};
use misere_core::{Budget, Exhausted};
use tiny_skia::{LineCap, Path, PathSegment};

use crate::outline::Ink;
use crate::png::{STEPS_PER_SHAPE, limitless};
use crate::scene::{Colour, Pen, Scene, Shape, written};
use crate::svg::MARGIN;

impl Scene {
    /// The picture as a PDF document of one page, which has the size of the picture. Texts are
    /// outlines, as in SVG, and can be searched and copied.
    #[must_use]
    pub fn pdf(&self) -> Vec<u8> {
        self.pdf_within(&limitless()).expect("the budget has no limits")
    }

    /// The picture as a PDF document, unless the time of the budget is over first.
    pub fn pdf_within(&self, budget: &Budget) -> Result<Vec<u8>, Exhausted> {
        let bounds = self.bounds().grown(MARGIN);
        // y goes upwards on a page.
        let mut content = format!("1 0 0 -1 {} {} cm\n", written(-bounds.min.x), written(bounds.max.y));
        for shape in self.shapes() {
            budget.steps(STEPS_PER_SHAPE)?;
            write_shape(&mut content, shape);
        }
        let (width, height) = (written(bounds.width()), written(bounds.height()));
        let page = format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width} {height}]/Resources<<>>/Contents 4 0 R>>"
        );
        let packed = packed(content.as_bytes(), budget)?;
        let mut stream = format!("<</Length {}/Filter/FlateDecode>>\nstream\n", packed.len()).into_bytes();
        stream.extend(packed);
        stream.extend(b"\nendstream");
        Ok(document(&[
            b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
            page.into_bytes(),
            stream,
        ]))
    }
}

/// The text as a zlib stream.
fn packed(text: &[u8], budget: &Budget) -> Result<Vec<u8>, Exhausted> {
    const BEST: i32 = 9;
    /// Packing a piece takes some milliseconds.
    const PIECE: usize = 1 << 16;
    let zlib = 1;
    let mut compressor = CompressorOxide::new(create_comp_flags_from_zip_params(BEST, zlib, 0));
    let mut packed = Vec::new();
    let mut put = |input: &[u8], flush| {
        compress_to_output(&mut compressor, input, flush, |output| {
            packed.extend_from_slice(output);
            true
        });
    };
    for piece in text.chunks(PIECE) {
        budget.check_now()?;
        put(piece, TDEFLFlush::None);
    }
    put(&[], TDEFLFlush::Finish);
    Ok(packed)
}

/// The file of these objects, numbered from 1; the first is the catalogue.
fn document(objects: &[Vec<u8>]) -> Vec<u8> {
    // Four bytes that are no ASCII say that the file is binary.
    let mut file = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut places = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (i, object) in objects.iter().enumerate() {
        places += &format!("{:010} 00000 n \n", file.len());
        file.extend(format!("{} 0 obj\n", i + 1).bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let start = file.len();
    file.extend(places.bytes());
    let size = objects.len() + 1;
    file.extend(format!("trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n").bytes());
    file
}

fn write_shape(out: &mut String, shape: &Shape) {
    let Some(path) = shape.outline() else { return };
    let Ink { fill, pen } = shape.ink();
    if let Some(colour) = fill {
        out.push_str(&format!("{} rg\n", components(colour)));
    }
    if let Some(pen) = &pen {
        write_pen(out, pen);
    }
    let words = if let Shape::Text { label, .. } = shape { Some(&label.unicode) } else { None };
    if let Some(words) = words {
        let hex: String = words.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
        out.push_str(&format!("/Span<</ActualText<FEFF{hex}>>>BDC\n"));
    }
    write_path(out, &path);
    out.push_str(match (fill.is_some(), pen.is_some()) {
        (true, true) => "B\n",
        (true, false) => "f\n",
        (false, _) => "S\n",
    });
    if words.is_some() {
        out.push_str("EMC\n");
    }
}

fn write_pen(out: &mut String, Pen { width, cap, dash, colour }: &Pen) {
    let (cap, join) = match cap {
        LineCap::Butt => (0, 0),
        LineCap::Round => (1, 1),
        LineCap::Square => (2, 0),
    };
    let dash = dash.map_or(String::new(), |[dash, gap]| format!("{dash} {gap}"));
    out.push_str(&format!("{} RG {width} w {cap} J {join} j [{dash}] 0 d\n", components(*colour)));
}

fn components(Colour(parts): Colour) -> String {
    parts.map(|part| written(f64::from(part) / 255.0)).join(" ")
}

fn write_path(out: &mut String, path: &Path) {
    let at = |p: tiny_skia::Point| format!("{} {}", written(p.x.into()), written(p.y.into()));
    let mut last = tiny_skia::Point::zero();
    for segment in path.segments() {
        let written_to = match segment {
            PathSegment::MoveTo(to) => writeln!(out, "{} m", at(to)),
            PathSegment::LineTo(to) => writeln!(out, "{} l", at(to)),
            // PDF has cubic curves only.
            PathSegment::QuadTo(control, to) => {
                let towards = |end: tiny_skia::Point| {
                    let part = |from: f32, to: f32| from + (to - from) * 2.0 / 3.0;
                    tiny_skia::Point::from_xy(part(end.x, control.x), part(end.y, control.y))
                };
                writeln!(out, "{} {} {} c", at(towards(last)), at(towards(to)), at(to))
            }
            PathSegment::CubicTo(a, b, to) => writeln!(out, "{} {} {} c", at(a), at(b), at(to)),
            PathSegment::Close => writeln!(out, "h"),
        };
        written_to.expect("a string can be written to");
        last = match segment {
            PathSegment::MoveTo(to) | PathSegment::LineTo(to) => to,
            PathSegment::QuadTo(_, to) | PathSegment::CubicTo(_, _, to) => to,
            PathSegment::Close => last,
        };
    }
}
