//! Heaps of counters.

use crate::label::Label;
use crate::scene::{Anchor, Fill, Point, Scene, Shape, Stroke};

/// Draws heaps of counters beside each other, each with its number below. Of a high heap the
/// lowest counters are drawn, and dots over them.
#[must_use]
pub fn draw_heaps(heaps: &[u16]) -> Scene {
    let mut scene = Scene::new();
    for (i, &heap) in heaps.iter().enumerate() {
        let x = i as f64 * APART;
        for counter in 0..heap.min(HIGHEST) {
            let at = Point::new(x, -(f64::from(counter) + 0.5) * 2.0 * RADIUS);
            scene.push(Shape::Dot { at, radius: RADIUS, fill: Fill::White });
        }
        if heap > HIGHEST {
            let top = -(f64::from(HIGHEST) + 0.7) * 2.0 * RADIUS;
            scene.text(Point::new(x, top), Anchor::Middle, Label::words("…"));
        }
        let number = heap.to_string();
        scene.text(Point::new(x, 9.0), Anchor::Middle, Label::new(&*number, &*number));
    }
    let right = (heaps.len() as f64 - 0.5) * APART;
    if !heaps.is_empty() {
        scene.line(Point::new(-APART / 2.0, 0.0), Point::new(right, 0.0), Stroke::Solid);
    }
    scene
}

/// Heaps of counters for a terminal: columns of `o` over their numbers, or the numbers alone if
/// heaps are high or many.
///
/// ```
/// assert_eq!(misere_draw::heaps_text(&[1, 2]), "    o\n o  o\n 1  2\n");
/// assert_eq!(misere_draw::heaps_text(&[1, 2000]), "1,2000\n");
/// ```
#[must_use]
pub fn heaps_text(heaps: &[u16]) -> String {
    const MOST: usize = 24;
    if heaps.is_empty() || heaps.len() > MOST || heaps.iter().any(|&heap| heap > HIGHEST) {
        let numbers: Vec<String> = heaps.iter().map(u16::to_string).collect();
        return if heaps.is_empty() { "0\n".to_owned() } else { numbers.join(",") + "\n" };
    }
    let row = |height: u16| {
        let counters: Vec<&str> =
            heaps.iter().map(|&heap| if heap >= height { " o" } else { "  " }).collect();
        counters.join(" ").trim_end().to_owned() + "\n"
    };
    let numbers: Vec<String> = heaps.iter().map(|heap| format!("{heap:2}")).collect();
    let highest = heaps.iter().copied().max().unwrap_or(0);
    (1..=highest).rev().map(row).collect::<String>() + &numbers.join(" ") + "\n"
}

const RADIUS: f64 = 6.0;
/// The distance of heaps: a number of five digits has room.
const APART: f64 = 36.0;
/// The most counters that are drawn on each other.
const HIGHEST: u16 = 16;
