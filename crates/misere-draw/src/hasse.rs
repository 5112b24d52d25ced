//! Hasse diagrams of finite partial orders.

use std::fmt;

use misere_order::{FiniteOrder, NotAnOrder};

use crate::label::Label;
use crate::layered::{self, Graph};
use crate::scene::{Anchor, Bounds, Point, Scene, Shape, Stroke};

/// A finite partial order whose elements have labels, and perhaps conjugates.
#[derive(Clone, Debug)]
pub struct Hasse {
    labels: Vec<Label>,
    order: FiniteOrder,
    conjugates: Option<Vec<usize>>,
}

/// Why a relation is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HasseError {
    /// The relation is no partial order.
    Order(NotAnOrder),
    /// Conjugation does not turn the order of these two elements round, or does not exchange
    /// an element with its conjugate.
    Conjugates(usize, usize),
}

impl fmt::Display for HasseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HasseError::Order(error) => error.fmt(f),
            HasseError::Conjugates(a, b) => {
                write!(f, "conjugation does not turn the order of elements {a} and {b} round")
            }
        }
    }
}

impl std::error::Error for HasseError {}

impl Hasse {
    /// The order of elements 0, 1, … with these labels. `above(i, j)` says whether i is above
    /// j, and is not called for i = j.
    ///
    /// # Errors
    /// [`HasseError::Order`] if `above` is no partial order.
    pub fn new(labels: Vec<Label>, mut above: impl FnMut(usize, usize) -> bool) -> Result<Hasse, HasseError> {
        let order =
            FiniteOrder::new(labels.len(), |i, j| i != j && above(i, j)).map_err(HasseError::Order)?;
        Ok(Hasse { labels, order, conjugates: None })
    }

    /// The diagram with the conjugate of each element. The drawing is then its own mirror
    /// image, top to bottom, as far as possible: elements of one height that are conjugates of
    /// each other stand side by side.
    ///
    /// # Errors
    /// [`HasseError::Conjugates`] if conjugation does not turn the order round.
    pub fn with_conjugates(self, conjugates: Vec<usize>) -> Result<Hasse, HasseError> {
        let count = self.labels.len();
        let twice = |i: usize| conjugates.get(i).and_then(|&c| conjugates.get(c));
        if let Some(i) = (0..count).find(|&i| twice(i) != Some(&i)) {
            return Err(HasseError::Conjugates(i, i));
        }
        for i in 0..count {
            if let Some(j) = self.order.below(i).find(|&j| !self.order.gt(conjugates[j], conjugates[i])) {
                return Err(HasseError::Conjugates(i, j));
            }
        }
        Ok(Hasse { conjugates: Some(conjugates), ..self })
    }

    /// The labels of the elements.
    #[must_use]
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// The order of the elements.
    #[must_use]
    pub fn order(&self) -> &FiniteOrder {
        &self.order
    }

    /// The layer of each element, the top one being 0: an element is the higher, the longer
    /// the longest chain below it and the shorter the longest chain above it. A map that turns
    /// the order round turns the layers round.
    fn layers(&self) -> Vec<usize> {
        let (heights, depths) = (self.order.heights(), self.order.dual().heights());
        let levels: Vec<isize> =
            depths.iter().zip(&heights).map(|(&d, &h)| d as isize - h as isize).collect();
        let mut sorted = levels.clone();
        sorted.sort_unstable();
        sorted.dedup();
        levels.iter().map(|level| sorted.partition_point(|l| l < level)).collect()
    }
}

/// Draws the Hasse diagram: greater elements above, a line for each cover.
#[must_use]
pub fn draw_hasse(hasse: &Hasse) -> Scene {
    let layers = hasse.layers();
    let covers = hasse.order.covers();
    let size = Scene::TEXT;
    let widths: Vec<f64> = hasse.labels.iter().map(|label| label.width(size)).collect();
    let mut placement = layered::place(&Graph {
        layers: &layers,
        widths: &widths,
        edges: &covers,
        mirror: hasse.conjugates.as_deref(),
        symmetric: true,
        gap: GAP,
    });
    // Lines that are almost upright should be upright. The gap is larger than a step.
    let snap = |x: &mut f64| *x = (*x / STEP).round() * STEP;
    placement.x.iter_mut().chain(placement.passes.iter_mut().flatten()).for_each(snap);
    let ys = heights(&layers, &covers, &placement.x);
    let at = |i: usize| Point::new(placement.x[i], ys[layers[i]]);
    let boxes: Vec<Bounds> =
        (0..widths.len()).map(|i| Bounds::around(at(i), widths[i], 2.0 * RISE)).collect();
    let mut scene = Scene::new();
    for (&(upper, lower), pass) in covers.iter().zip(&placement.passes) {
        let (from, to) = (at(upper), at(lower));
        let ends = [Point::new(from.x, from.y + RISE), Point::new(to.x, to.y - RISE)];
        let is_free = boxes.iter().enumerate().all(|(i, bounds)| {
            i == upper || i == lower || !crosses(ends[0], ends[1], &bounds.grown(CLEARANCE))
        });
        if is_free {
            scene.line(ends[0], ends[1], Stroke::Solid);
            continue;
        }
        // The line is upright beside labels, so that it meets none.
        let mut through = vec![ends[0]];
        for (i, &x) in pass.iter().enumerate() {
            let y = ys[layers[upper] + 1 + i];
            through.extend([Point::new(x, y - RISE), Point::new(x, y + RISE)]);
        }
        through.push(ends[1]);
        scene.push(Shape::Line { through, stroke: Stroke::Solid });
    }
    for (i, label) in hasse.labels.iter().enumerate() {
        scene.text(at(i), Anchor::Middle, label.clone());
    }
    scene
}

/// The gap between labels of one layer.
const GAP: f64 = 22.0;
/// The step of which places are multiples.
const STEP: f64 = 8.0;
/// Half the height of a label, and a little.
const RISE: f64 = 7.5;
const CLEARANCE: f64 = 1.5;
const LEVEL: f64 = 46.0;
/// The least slope of a line between two layers.
const FLATTEST: f64 = 0.22;

/// How far down the layers are.
fn heights(layers: &[usize], covers: &[(usize, usize)], x: &[f64]) -> Vec<f64> {
    let count = layers.iter().max().map_or(0, |most| most + 1);
    let mut drops = vec![LEVEL; count];
    for &(upper, lower) in covers {
        let steps = (layers[lower] - layers[upper]) as f64;
        let needed = FLATTEST * (x[upper] - x[lower]).abs() / steps + 2.0 * RISE;
        for drop in &mut drops[layers[upper] + 1..=layers[lower]] {
            *drop = drop.max(needed);
        }
    }
    // The image of a step between layers is as high as the step.
    for i in 1..count {
        drops[i] = drops[i].max(drops[count - i]);
    }
    let mut y = -drops.first().unwrap_or(&0.0);
    let down = |drop: &f64| {
        y += drop;
        y
    };
    drops.iter().map(down).collect()
}

/// Whether a straight line meets a rectangle, by clipping.
fn crosses(from: Point, to: Point, bounds: &Bounds) -> bool {
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (start, step, low, high) in [
        (from.x, to.x - from.x, bounds.min.x, bounds.max.x),
        (from.y, to.y - from.y, bounds.min.y, bounds.max.y),
    ] {
        if step == 0.0 {
            if start <= low || start >= high {
                return false;
            }
            continue;
        }
        let (a, b) = ((low - start) / step, (high - start) / step);
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    enter < leave
}
