//! PNG files: the pixels are where the scene has its shapes.
#![allow(clippy::unwrap_used, reason = "tests")]

use misere_draw::{Anchor, Fill, Label, PngError, Point, Scene, Shape, Stroke};
use tiny_skia::Pixmap;

fn drawn(shapes: impl IntoIterator<Item = Shape>) -> (Scene, Pixmap) {
    let mut scene = Scene::new();
    shapes.into_iter().for_each(|shape| scene.push(shape));
    let pixmap = Pixmap::decode_png(&scene.png().unwrap()).unwrap();
    (scene, pixmap)
}

/// How bright the picture is at a place of the scene; all colours are grey.
fn brightness((scene, pixmap): &(Scene, Pixmap), x: f64, y: f64) -> u8 {
    let corner = scene.bounds().grown(6.0).min;
    let pixel = pixmap.pixel(((x - corner.x) * 3.0) as u32, ((y - corner.y) * 3.0) as u32).unwrap();
    assert!(pixel.is_opaque() && pixel.red() == pixel.green() && pixel.green() == pixel.blue());
    pixel.red()
}

#[test]
fn shapes_have_their_colours_and_later_ones_are_over_earlier_ones() {
    let dot = |x: f64, fill| Shape::Dot { at: Point::new(x, 0.0), radius: 8.0, fill };
    let fills = [Fill::Black, Fill::White, Fill::Grey, Fill::Paper];
    let mut shapes: Vec<Shape> = vec![Shape::Line {
        through: vec![Point::new(-20.0, 0.0), Point::new(80.0, 0.0)],
        stroke: Stroke::Solid,
    }];
    shapes.extend(fills.into_iter().enumerate().map(|(i, fill)| dot(20.0 * i as f64, fill)));
    let picture = drawn(shapes);
    let at = |x: f64| brightness(&picture, x, 0.0);
    assert_eq!([0.0, 20.0, 40.0, 60.0].map(at), [0, 255, 176, 255]);
    // The line between the dots, and the border of the white dot beside it.
    assert!(at(10.0) < 100 && at(-15.0) < 100);
    assert!(brightness(&picture, 20.0, 8.0) < 100 && brightness(&picture, 60.0, 8.0) > 200);
}

#[test]
fn corners_are_rounded() {
    let rectangle = |rounding| {
        let at = Point::new(0.0, 0.0);
        drawn([Shape::Rectangle { at, width: 40.0, height: 20.0, rounding, fill: Fill::Black }])
    };
    let corner = |rounding| brightness(&rectangle(rounding), 19.5, 9.5);
    assert_eq!([0.0, 4.0, 100.0].map(corner), [0, 255, 255]);
    assert!([0.0, 4.0, 100.0].iter().all(|&rounding| brightness(&rectangle(rounding), 19.0, 0.0) == 0));
}

#[test]
fn texts_stand_where_their_anchor_says() {
    let ink = |anchor| {
        let label = Label::words("1");
        let at = Point::new(0.0, 0.0);
        let frame = Shape::Rectangle { at, width: 60.0, height: 40.0, rounding: 0.0, fill: Fill::Paper };
        let picture = drawn([frame, Shape::Text { at, anchor, label, size: 20.0 }]);
        let dark = (-29..30)
            .flat_map(|x| (-19..20).map(move |y| (f64::from(x), f64::from(y))))
            .filter(|&(x, y)| brightness(&picture, x, y) < 128);
        let places: Vec<(f64, f64)> = dark.collect();
        let middle = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
        (
            middle(places.iter().map(|p| p.0).collect()).round(),
            middle(places.iter().map(|p| p.1).collect()).abs() < 2.0,
        )
    };
    let [start, middle, end] = [Anchor::Start, Anchor::Middle, Anchor::End].map(ink);
    assert!(start.1 && middle.1 && end.1, "the middle of a digit is at the place");
    assert!(end.0 < -3.0 && middle.0.abs() < 2.0 && start.0 > 3.0, "{start:?} {middle:?} {end:?}");
}

#[test]
fn a_picture_of_too_many_pixels_is_refused() {
    let mut scene = Scene::new();
    scene.line(Point::new(0.0, 0.0), Point::new(1e6, 0.0), Stroke::Thin);
    assert_eq!(scene.png(), Err(PngError::TooLarge));
}
