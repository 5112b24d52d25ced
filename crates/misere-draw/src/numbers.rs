//! Numbers beside dots, where lines leave room.

use misere_core::{Budget, Exhausted};

use crate::label::Label;
use crate::scene::{Anchor, Bounds, Point, Scene, Shape};

/// The size of numbers.
pub(crate) const NUMBER_SIZE: f64 = 4.5;
/// How high digits are, as a part of the size of their font.
const INK: f64 = 0.74;
/// The distance between a number and its dot.
const GAP: f64 = 1.0;

/// The shapes that numbers must avoid.
pub(crate) struct Room {
    lines: Vec<(Point, Point)>,
    /// The dots, and the numbers that have their places.
    taken: Vec<Bounds>,
}

/// A number that has its place.
pub(crate) struct Placed {
    pub(crate) text: Shape,
    /// The ink of the number.
    pub(crate) ink: Bounds,
    /// Whether lines go through the ink.
    pub(crate) is_struck: bool,
}

impl Room {
    /// The room that the lines of a scene and some dots leave.
    pub(crate) fn new(scene: &Scene, dots: Vec<Bounds>) -> Room {
        let lines = scene.shapes().iter().flat_map(straight_parts).collect();
        Room { lines, taken: dots }
    }

    /// Puts a number beside a dot of this radius: at the first place that is free, right of the
    /// dot if that is, or else where it covers least and fewest lines strike it.
    pub(crate) fn place(
        &mut self,
        dot: Point,
        radius: f64,
        number: &str,
        budget: &Budget,
    ) -> Result<Placed, Exhausted> {
        let label = Label::words(number);
        let (width, height) = (label.width(NUMBER_SIZE), INK * NUMBER_SIZE);
        let (aside, up) = (radius + GAP + width / 2.0, height / 2.0 + GAP);
        let over = radius + GAP + height / 2.0;
        let places = [
            (aside, 0.0),
            (-aside, 0.0),
            (aside, -up),
            (aside, up),
            (-aside, -up),
            (-aside, up),
            (0.0, -over),
            (0.0, over),
        ];
        let mut best = ([usize::MAX; 2], dot);
        for (right, down) in places {
            budget.steps(self.lines.len() + self.taken.len())?;
            let at = Point::new(dot.x + right, dot.y + down);
            let around = Bounds::around(at, width, height).grown(GAP / 4.0);
            let covered = self.taken.iter().filter(|taken| taken.overlaps(&around)).count();
            let struck = self.lines.iter().filter(|(from, to)| around.meets(*from, *to)).count();
            if [covered, struck] < best.0 {
                best = ([covered, struck], at);
            }
            if best.0 == [0, 0] {
                break;
            }
        }
        let ([_, struck], at) = best;
        let text = Shape::Text { at, anchor: Anchor::Middle, label, size: NUMBER_SIZE };
        self.taken.push(text.bounds());
        Ok(Placed { text, ink: Bounds::around(at, width, height), is_struck: struck > 0 })
    }
}

/// A line or a curve in straight parts; nothing for other shapes.
fn straight_parts(shape: &Shape) -> Vec<(Point, Point)> {
    match shape {
        Shape::Line { through, .. } => through.windows(2).map(|pair| (pair[0], pair[1])).collect(),
        Shape::Curve { from, control, to, .. } => {
            const PARTS: usize = 16;
            let at = |part: usize| {
                Point::on_curve([*from, control[0], control[1], *to], part as f64 / PARTS as f64)
            };
            (0..PARTS).map(|part| (at(part), at(part + 1))).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Stroke;

    fn room(lines: &[[f64; 4]]) -> Room {
        let mut scene = Scene::new();
        for &[a, b, c, d] in lines {
            scene.line(Point::new(a, b), Point::new(c, d), Stroke::Thin);
        }
        Room::new(&scene, vec![Bounds::around(Point::new(0.0, 0.0), 4.0, 4.0)])
    }

    fn placed(room: &mut Room, number: &str) -> Placed {
        let budget = Budget::new(misere_core::Limits::default());
        room.place(Point::new(0.0, 0.0), 2.0, number, &budget).unwrap()
    }

    #[test]
    fn a_number_stands_right_of_its_dot() {
        let found = placed(&mut room(&[[0.0, 0.0, 0.0, 50.0]]), "17");
        assert!(!found.is_struck && found.ink.min.x > 2.0 && found.ink.min.y < 0.0 && found.ink.max.y > 0.0);
    }

    #[test]
    fn a_number_goes_where_no_line_strikes_it() {
        let flat = [0.0, 0.0, 50.0, 1.0];
        let found = placed(&mut room(&[flat]), "17");
        assert!(!found.is_struck && found.ink.max.x < 0.0);
        let found = placed(&mut room(&[flat, [0.0, 0.0, -50.0, 1.0]]), "17");
        assert!(!found.is_struck && (found.ink.min.y > 0.0 || found.ink.max.y < 0.0));
    }

    #[test]
    fn numbers_do_not_cover_each_other() {
        let mut room = room(&[]);
        let inks = [placed(&mut room, "1").ink, placed(&mut room, "2").ink];
        assert!(!inks[0].overlaps(&inks[1]));
    }

    #[test]
    fn a_number_without_room_is_struck() {
        let fan = |i: i32| [0.0, 0.0, 50.0 * f64::from(i).cos(), 50.0 * f64::from(i).sin()];
        assert!(placed(&mut room(&(0..60).map(fan).collect::<Vec<_>>()), "1234").is_struck);
    }
}
