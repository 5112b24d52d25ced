//! Hasse diagrams of finite partial orders.

use std::fmt;

use crate::label::Label;
use crate::layered::{self, Graph};
use crate::scene::{Anchor, Bounds, Point, Scene, Shape, Stroke};

/// A finite partial order whose elements have labels, and perhaps conjugates.
#[derive(Clone, Debug)]
pub struct Hasse {
    labels: Vec<Label>,
    /// For each element the set of those strictly below, as bits.
    below: Vec<Vec<u64>>,
    conjugates: Option<Vec<usize>>,
}

/// Why a relation is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAnOrder {
    /// Two elements are at least each other.
    Equal(usize, usize),
    /// The first is above the second, that above the third, and the first not above
    /// the third.
    Gap(usize, usize, usize),
    /// The conjugates do not turn the order of these round, or not each is the
    /// conjugate of its conjugate.
    Conjugates(usize, usize),
}

impl fmt::Display for NotAnOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAnOrder::Equal(a, b) => write!(f, "elements {a} and {b} are equal"),
            NotAnOrder::Gap(a, b, c) => {
                write!(f, "element {a} is above {b} and {b} above {c}, but {a} is not above {c}")
            }
            NotAnOrder::Conjugates(a, b) => {
                write!(f, "conjugation does not turn the order of elements {a} and {b} round")
            }
        }
    }
}

impl std::error::Error for NotAnOrder {}

impl Hasse {
    /// The order of elements 0, 1, … with these labels. `above(i, j)` says whether i is
    /// above j; it is not asked for i = j.
    ///
    /// # Errors
    /// [`NotAnOrder`] if that is no partial order.
    pub fn new(labels: Vec<Label>, mut above: impl FnMut(usize, usize) -> bool) -> Result<Hasse, NotAnOrder> {
        let count = labels.len();
        let mut below = vec![vec![0; count.div_ceil(64)]; count];
        for (i, row) in below.iter_mut().enumerate() {
            for j in (0..count).filter(|&j| j != i) {
                if above(i, j) {
                    row[j / 64] |= 1_u64 << (j % 64);
                }
            }
        }
        let order = Hasse { labels, below, conjugates: None };
        for i in 0..count {
            for j in order.elements_below(i) {
                if order.is_above(j, i) {
                    return Err(NotAnOrder::Equal(i, j));
                }
                if let Some(k) = order.elements_below(j).find(|&k| !order.is_above(i, k)) {
                    return Err(NotAnOrder::Gap(i, j, k));
                }
            }
        }
        Ok(order)
    }

    /// The same with the conjugate of each element, which the drawing will show by
    /// being its own mirror image, top to bottom, as far as that goes: elements of one
    /// height that are conjugates of each other stand side by side.
    ///
    /// # Errors
    /// [`NotAnOrder::Conjugates`] if that does not turn the order round.
    pub fn with_conjugates(self, conjugates: Vec<usize>) -> Result<Hasse, NotAnOrder> {
        let count = self.labels.len();
        for i in 0..count {
            if conjugates.get(i).and_then(|&c| conjugates.get(c)) != Some(&i) {
                return Err(NotAnOrder::Conjugates(i, i));
            }
        }
        for i in 0..count {
            for j in self.elements_below(i) {
                if !self.is_above(conjugates[j], conjugates[i]) {
                    return Err(NotAnOrder::Conjugates(i, j));
                }
            }
        }
        Ok(Hasse { conjugates: Some(conjugates), ..self })
    }

    /// The labels.
    #[must_use]
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Whether an element is strictly above another.
    #[must_use]
    pub fn is_above(&self, i: usize, j: usize) -> bool {
        self.below[i][j / 64] >> (j % 64) & 1 == 1
    }

    /// The pairs of an element and one that it covers: nothing is between them.
    #[must_use]
    pub fn covers(&self) -> Vec<(usize, usize)> {
        let mut covers = Vec::new();
        for i in 0..self.labels.len() {
            let mut rest = self.below[i].clone();
            for j in self.elements_below(i) {
                rest.iter_mut().zip(&self.below[j]).for_each(|(word, lower)| *word &= !lower);
            }
            covers.extend(elements(&rest).map(|j| (i, j)));
        }
        covers
    }

    fn elements_below(&self, i: usize) -> impl Iterator<Item = usize> {
        elements(&self.below[i])
    }

    /// The layers, the top one first: an element is the higher, the longer the longest
    /// chain below it and the shorter the longest above it. So what turns the order
    /// round turns the layers round.
    fn layers(&self) -> Vec<usize> {
        let count = self.labels.len();
        let mut bottom_up: Vec<usize> = (0..count).collect();
        bottom_up.sort_by_key(|&i| self.elements_below(i).count());
        let mut height = vec![0_i64; count];
        let mut depth = vec![0_i64; count];
        for &i in &bottom_up {
            height[i] = self.elements_below(i).map(|j| height[j] + 1).max().unwrap_or(0);
        }
        for &i in bottom_up.iter().rev() {
            for j in self.elements_below(i) {
                depth[j] = depth[j].max(depth[i] + 1);
            }
        }
        let level = |i: usize| depth[i] - height[i];
        let mut levels: Vec<i64> = (0..count).map(level).collect();
        levels.sort_unstable();
        levels.dedup();
        (0..count).map(|i| levels.partition_point(|&l| l < level(i))).collect()
    }
}

fn elements(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter()
        .enumerate()
        .flat_map(|(at, &word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * at + bit))
}

/// Draws the Hasse diagram: greater elements above, a line for each cover.
#[must_use]
pub fn draw_hasse(order: &Hasse) -> Scene {
    let layers = order.layers();
    let covers = order.covers();
    let size = Scene::TEXT;
    let widths: Vec<f64> = order.labels.iter().map(|label| label.width(size)).collect();
    let mut placement = layered::place(&Graph {
        layers: &layers,
        widths: &widths,
        edges: &covers,
        mirror: order.conjugates.as_deref(),
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
        // Upright where labels are, so that it meets none.
        let mut through = vec![ends[0]];
        for (i, &x) in pass.iter().enumerate() {
            let y = ys[layers[upper] + 1 + i];
            through.extend([Point::new(x, y - RISE), Point::new(x, y + RISE)]);
        }
        through.push(ends[1]);
        scene.push(Shape::Line { through, stroke: Stroke::Solid });
    }
    for (i, label) in order.labels.iter().enumerate() {
        scene.text(at(i), Anchor::Middle, label.clone());
    }
    scene
}

/// Between labels of one layer.
const GAP: f64 = 22.0;
/// Places are multiples of this.
const STEP: f64 = 8.0;
/// Half the height of a label, and a little.
const RISE: f64 = 7.5;
const CLEARANCE: f64 = 1.5;
const LEVEL: f64 = 46.0;
/// No line between two layers is flatter than this.
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
    let mut y = 0.0;
    drops
        .iter()
        .enumerate()
        .map(|(i, drop)| {
            y += if i == 0 { 0.0 } else { *drop };
            y
        })
        .collect()
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
