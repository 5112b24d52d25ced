//! Hasse diagrams of finite partial orders.

use std::fmt;
use std::sync::Arc;

use misere_core::{Budget, Exhausted};
use misere_order::{FiniteOrder, NotAnOrder};

use crate::label::{Label, node_names};
use crate::layered::{self, Graph};
use crate::numbers::{NUMBER_SIZE, Placed, Room};
use crate::scene::{Anchor, Bounds, Fill, Point, Scene, Shape, Stroke};
use crate::symmetry::reflection;
use crate::tree::DOT;

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
    /// The relation is not a partial order.
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
    /// [`HasseError::Order`] if `above` is not a partial order.
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

/// Draws the Hasse diagram: greater elements above, a line for each cover. Many elements are
/// numbered dots, and a key below says what they are.
///
/// # Errors
/// [`Exhausted`] when the budget does not suffice.
pub fn draw_hasse(hasse: &Hasse, budget: &Arc<Budget>) -> Result<Scene, Exhausted> {
    if hasse.labels.len() > MOST_LABELS { draw_dots(hasse, budget) } else { draw_labels(hasse, budget) }
}

/// The most elements whose labels stand in the diagram itself: more do not fit on a page.
const MOST_LABELS: usize = 60;

fn draw_labels(hasse: &Hasse, budget: &Arc<Budget>) -> Result<Scene, Exhausted> {
    let layers = hasse.layers();
    let covers = hasse.order.covers();
    let widths: Vec<f64> = hasse.labels.iter().map(|label| label.width(Scene::TEXT)).collect();
    let graph = Graph {
        layers: &layers,
        widths: &widths,
        edges: &covers,
        mirror: hasse.conjugates.as_deref(),
        reflection: None,
        gap: GAP,
    };
    let reflection = reflection(&graph);
    let mut placement = layered::place(&Graph { reflection: reflection.as_deref(), ..graph }, budget)?;
    // Lines that are almost upright should be upright. The gap is larger than a step.
    let snap = |x: &mut f64| *x = (*x / STEP).round() * STEP;
    placement.x.iter_mut().chain(placement.passes.iter_mut().flatten()).for_each(snap);
    let ys = heights(&layers, &covers, &placement.x);
    let at = |i: usize| Point::new(placement.x[i], ys[layers[i]]);
    let boxes: Vec<Bounds> =
        (0..widths.len()).map(|i| Bounds::around(at(i), widths[i], 2.0 * RISE).grown(CLEARANCE)).collect();
    let names = node_names(&hasse.labels);
    let mut scene = Scene::new();
    for (&(upper, lower), pass) in covers.iter().zip(&placement.passes) {
        let (from, to) = (at(upper), at(lower));
        let mut through = vec![Point::new(from.x, from.y + RISE), Point::new(to.x, to.y - RISE)];
        if !is_free(&boxes, (upper, lower), &through) {
            // The line is upright beside labels, so that it meets none.
            let beside = pass.iter().enumerate().flat_map(|(i, &x)| {
                let y = ys[layers[upper] + 1 + i];
                [Point::new(x, y - RISE), Point::new(x, y + RISE)]
            });
            through.splice(1..1, beside);
        }
        let ends = [format!("{}.south", names[upper]), format!("{}.north", names[lower])];
        scene.join(ends.map(Some), Shape::Line { through, stroke: Stroke::Solid });
    }
    for (i, (label, name)) in hasse.labels.iter().zip(names).enumerate() {
        let (at, anchor, label) = (at(i), Anchor::Middle, label.clone());
        scene.node(name, Shape::Text { at, anchor, label, size: Scene::TEXT });
    }
    Ok(scene)
}

/// Whether the straight line between two elements meets no other.
fn is_free(boxes: &[Bounds], (upper, lower): (usize, usize), ends: &[Point]) -> bool {
    boxes.iter().enumerate().all(|(i, bounds)| i == upper || i == lower || !bounds.meets(ends[0], ends[1]))
}

fn draw_dots(hasse: &Hasse, budget: &Arc<Budget>) -> Result<Scene, Exhausted> {
    let layers = hasse.layers();
    let covers = hasse.order.covers();
    let numbers = Label::words(&layers.len().to_string());
    let widths = vec![2.0 * DOT + numbers.width(NUMBER_SIZE); layers.len()];
    let graph = Graph {
        layers: &layers,
        widths: &widths,
        edges: &covers,
        mirror: hasse.conjugates.as_deref(),
        reflection: None,
        gap: DOT_GAP,
    };
    let placement = layered::place(&graph, budget)?;
    let ys = heights(&layers, &covers, &placement.x);
    let at = |i: usize| Point::new(placement.x[i], ys[layers[i]]);
    let boxes: Vec<Bounds> =
        (0..layers.len()).map(|i| Bounds::around(at(i), 2.0 * DOT, 2.0 * DOT).grown(0.6)).collect();
    let names = node_names(&hasse.labels);
    let mut scene = Scene::new();
    for (&(upper, lower), pass) in covers.iter().zip(&placement.passes) {
        budget.steps(boxes.len())?;
        let ends = [Some(names[upper].clone()), Some(names[lower].clone())];
        let others = boxes.iter().enumerate().filter(|(i, _)| ![upper, lower].contains(i));
        let obstacles: Vec<Bounds> = others.map(|(_, bounds)| *bounds).collect();
        let between = pass.iter().enumerate().map(|(i, &x)| Point::new(x, ys[layers[upper] + 1 + i]));
        let stops: Vec<Point> = [at(upper)].into_iter().chain(between).chain([at(lower)]).collect();
        scene.join_around(ends, &stops, Stroke::Thin, &obstacles);
    }
    // Numbers in the order in which the diagram is read.
    let mut reading: Vec<usize> = (0..layers.len()).collect();
    reading.sort_by(|&i, &j| layers[i].cmp(&layers[j]).then(placement.x[i].total_cmp(&placement.x[j])));
    let mut room = Room::new(&scene, boxes);
    let mut numbers = Vec::with_capacity(reading.len());
    for (&i, number) in reading.iter().zip(1..) {
        numbers.push(room.place(at(i), DOT, &number.to_string(), budget)?);
        scene.node(&*names[i], Shape::Dot { at: at(i), radius: DOT, fill: Fill::Black });
    }
    for number in numbers {
        push_number(&mut scene, number);
    }
    let key: Vec<&Label> = reading.iter().map(|&i| &hasse.labels[i]).collect();
    push_key(&mut scene, &key, budget)?;
    Ok(scene)
}

/// The number of a dot; on paper if lines would strike it.
fn push_number(scene: &mut Scene, Placed { text, ink, is_struck }: Placed) {
    if is_struck {
        let at = Point::new(f64::midpoint(ink.min.x, ink.max.x), f64::midpoint(ink.min.y, ink.max.y));
        let (width, height) = (ink.width(), ink.height());
        scene.push(Shape::Rectangle { at, width, height, rounding: 0.0, fill: Fill::Paper });
    }
    scene.push(text);
}

/// The key below a picture: the labels with their numbers, in as many columns as fit.
fn push_key(scene: &mut Scene, labels: &[&Label], budget: &Budget) -> Result<(), Exhausted> {
    const NARROWEST: f64 = 400.0;
    let bounds = scene.bounds();
    let room = bounds.width().max(NARROWEST);
    let widths: Vec<f64> = labels.iter().map(|label| KEY_INDENT + label.width(KEY_SIZE) + KEY_GAP).collect();
    let columns = |rows: usize| -> Vec<f64> {
        widths.chunks(rows).map(|column| column.iter().copied().fold(0.0, f64::max)).collect()
    };
    let mut rows = 1;
    while rows < labels.len() && columns(rows).iter().sum::<f64>() > room {
        budget.steps(labels.len())?;
        rows += 1;
    }
    let total: f64 = columns(rows).iter().sum();
    let mut x = f64::midpoint(bounds.min.x, bounds.max.x) - total / 2.0;
    let top = bounds.max.y + 2.0 * KEY_LEADING;
    for (c, (column, width)) in labels.chunks(rows).zip(columns(rows)).enumerate() {
        for (r, &label) in column.iter().enumerate() {
            let y = top + r as f64 * KEY_LEADING;
            let number = Label::words(&(c * rows + r + 1).to_string());
            let number_at = Point::new(x + KEY_INDENT - 4.0, y);
            scene.push(Shape::Text { at: number_at, anchor: Anchor::End, label: number, size: KEY_SIZE });
            let at = Point::new(x + KEY_INDENT, y);
            scene.push(Shape::Text { at, anchor: Anchor::Start, label: label.clone(), size: KEY_SIZE });
        }
        x += width;
    }
    Ok(())
}

/// The gap between two dots with their numbers.
const DOT_GAP: f64 = 4.0;
const KEY_SIZE: f64 = 7.0;
const KEY_LEADING: f64 = 10.0;
/// The room of a number in the key, and the gap between its columns.
const KEY_INDENT: f64 = 26.0;
const KEY_GAP: f64 = 10.0;
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
