//! Pictures beside each other with captions below.

use misere::core::{Exhausted, Form, Forms};
use misere::draw::{Anchor, Label, Point, Scene, TreeStyle, draw_tree};

/// A tree in the papers' manner.
pub(super) fn tree(forms: &Forms, g: Form) -> Result<Scene, Exhausted> {
    draw_tree(forms, g, &TreeStyle::default())
}

/// Pictures in a row, their tops and their captions each at one height.
pub(super) fn captioned(pictures: Vec<(Scene, Label)>) -> Scene {
    const GAP: f64 = 26.0;
    const BELOW: f64 = 14.0;
    let lowest = pictures.iter().map(|(scene, _)| scene.bounds().height()).fold(0.0, f64::max);
    let mut row = Scene::new();
    let mut x = 0.0;
    for (scene, caption) in pictures {
        let bounds = scene.bounds();
        let width = bounds.width().max(caption.width(Scene::TEXT));
        let middle = x + width / 2.0;
        row.place(scene, middle - f64::midpoint(bounds.min.x, bounds.max.x), -bounds.min.y);
        row.text(Point::new(middle, lowest + BELOW), Anchor::Middle, caption);
        x += width + GAP;
    }
    row
}
