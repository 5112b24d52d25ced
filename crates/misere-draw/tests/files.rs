//! SVG and PDF files: texts are outlines that keep their words; PNG: the resolution.
#![allow(clippy::unwrap_used, reason = "tests")]

use misere_draw::{Anchor, Label, PngError, Point, Scene, Shape, Stroke};
use tiny_skia::Pixmap;

fn scene() -> Scene {
    let mut scene = Scene::new();
    scene.line(Point::new(0.0, 0.0), Point::new(30.0, 40.0), Stroke::Dashed);
    scene.text(Point::new(10.0, 10.0), Anchor::Middle, Label::words("2\u{304}0 <\"& -20"));
    scene
}

#[test]
fn texts_of_an_svg_need_no_font_and_keep_their_words() {
    let svg = scene().svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    assert!(document.descendants().all(|node| !node.has_tag_name("text")) && !svg.contains("font"));
    let is_text = |node: &roxmltree::Node| node.attribute("aria-label").is_some();
    let text = document.descendants().find(is_text).unwrap();
    assert_eq!(text.attribute("aria-label"), Some("2\u{304}0 <\"& -20"));
    assert_eq!(text.children().next().unwrap().text(), Some("2\u{304}0 <\"& -20"));
    // A moveto for every outline: at least one for each sign, and one for the bar.
    assert!(text.attribute("d").unwrap().matches('M').count() >= 9);
}

/// The drawing commands of a PDF, unpacked.
fn content(pdf: &[u8]) -> String {
    let find = |sign: &[u8]| pdf.windows(sign.len()).position(|w| w == sign).unwrap();
    let packed = &pdf[find(b"\nstream\n") + 8..find(b"\nendstream")];
    String::from_utf8(miniz_oxide::inflate::decompress_to_vec_zlib(packed).unwrap()).unwrap()
}

#[test]
fn a_pdf_is_one_page_of_outlines_that_keep_their_words() {
    let scene = scene();
    let pdf = scene.pdf();
    assert!(pdf.starts_with(b"%PDF-1.7\n") && pdf.ends_with(b"%%EOF\n"));
    let text = String::from_utf8_lossy(&pdf);
    let bounds = scene.bounds().grown(6.0);
    assert!(text.contains(&format!("/MediaBox[0 0 {:.2} {}]", bounds.width(), bounds.height())));
    let content = content(&pdf);
    // FEFF, then "2", the macron and "0".
    assert!(content.contains("/ActualText<FEFF003203040030"));
    assert!(!content.contains("BT") && !content.contains("Tj"), "no font is used");
    assert!(content.contains("[4 2.4] 0 d\n0 0 m\n30 40 l\nS\n"));
    assert_eq!(content.matches("BDC").count(), content.matches("EMC").count());
}

#[test]
fn the_table_of_a_pdf_says_where_its_objects_are() {
    let pdf = scene().pdf();
    let text: String = pdf.iter().map(|&byte| char::from(byte)).collect();
    let start: usize = text.lines().rev().nth(1).unwrap().parse().unwrap();
    assert!(text[text.char_indices().nth(start).unwrap().0..].starts_with("xref\n0 5\n"));
    let table: String = text.chars().skip(start).collect();
    for (i, line) in table.lines().skip(3).take(4).enumerate() {
        let place: usize = line[..10].parse().unwrap();
        assert!(pdf[place..].starts_with(format!("{} 0 obj\n", i + 1).as_bytes()), "{line}");
        assert_eq!(line.len(), 19, "a line has twenty bytes with its end");
    }
}

#[test]
fn a_png_has_as_many_dots_to_the_inch_as_it_is_told() {
    let scene = scene();
    let inches = scene.bounds().grown(6.0).width() / 72.0;
    for dpi in [72.0, 300.0, 600.0] {
        let png = scene.png_with_dpi(dpi).unwrap();
        let width = f64::from(Pixmap::decode_png(&png).unwrap().width());
        assert!((width - inches * dpi).abs() <= 1.0, "{dpi}: {width}");
        let at = png.windows(4).position(|w| w == b"pHYs").unwrap();
        let per_metre = u32::from_be_bytes(png[at + 4..at + 8].try_into().unwrap());
        assert!((f64::from(per_metre) * 0.0254 - dpi).abs() < 0.1);
    }
    assert_eq!(scene.png_with_dpi(1e6), Err(PngError::TooLarge));
    assert_eq!(scene.png().unwrap(), scene.png_with_dpi(216.0).unwrap());
}

#[test]
fn coloured_edges_differ_without_colours() {
    let svg = |stroke| {
        let mut scene = Scene::new();
        scene.push(Shape::Line { through: vec![Point::new(0.0, 0.0), Point::new(9.0, 0.0)], stroke });
        let svg = scene.svg();
        let at = svg.find("stroke-dasharray").map(|at| svg[at..at + 24].to_owned());
        (svg.contains("stroke=\"#"), at)
    };
    let all = [Stroke::Blue, Stroke::Red, Stroke::Green].map(svg);
    assert!(all.iter().all(|(coloured, _)| *coloured));
    assert!(all[0].1 != all[1].1 && all[1].1 != all[2].1 && all[0].1.is_none());
}
