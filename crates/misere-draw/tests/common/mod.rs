//! Random trees, the same ones each time, and properties of all pictures.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use fastrand::Rng;
use misere_core::{Form, Forms};
use misere_draw::{Bounds, Scene, Shape};
use misere_twin::form_over;

/// The largest, as far as trees are not too large, of random forms with options among earlier ones.
pub fn large_form(forms: &Forms, random: &mut Rng, steps: usize) -> Form {
    let mut made = vec![Form::ZERO];
    for _ in 0..steps {
        made.push(form_over(forms, random, &made, 6));
    }
    *made.iter().max_by_key(|&&g| forms.tree_edges(g).unwrap().min(3_000_u32.into())).unwrap()
}

/// The rectangles of everything that is not a line.
pub fn solid(scene: &Scene) -> Vec<Bounds> {
    let is_line = |shape: &&Shape| matches!(shape, Shape::Line { .. } | Shape::Curve { .. });
    scene.shapes().iter().filter(|shape| !is_line(shape)).map(Shape::bounds).collect()
}

pub fn assert_nothing_overlaps(scene: &Scene, what: &str) {
    let mut boxes = solid(scene);
    boxes.sort_by(|a, b| a.min.y.total_cmp(&b.min.y));
    for (i, a) in boxes.iter().enumerate() {
        for b in boxes[i + 1..].iter().take_while(|b| b.min.y < a.max.y) {
            assert!(!a.overlaps(b), "{what}: {a:?} and {b:?}");
        }
    }
}

/// Whether a straight piece of line meets the inside of a rectangle.
pub fn meets(from: misere_draw::Point, to: misere_draw::Point, bounds: &Bounds) -> bool {
    const STEPS: usize = 400;
    (0..=STEPS).any(|i| {
        let t = i as f64 / STEPS as f64;
        let (x, y) = (from.x + t * (to.x - from.x), from.y + t * (to.y - from.y));
        bounds.min.x < x && x < bounds.max.x && bounds.min.y < y && y < bounds.max.y
    })
}
