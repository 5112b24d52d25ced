//! Pictures of Hackenbush.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use misere_core::{Budget, Exhausted};

use crate::layered::{self, Graph};
use crate::scene::{Fill, Point, Scene, Shape, Stroke};
use crate::tree::DOT;

/// Draws edges that stand on the ground, which is node 0; every edge is between two nodes. A
/// node is as high as the least number of edges to the ground.
///
/// # Errors
/// [`Exhausted`] when the budget does not suffice.
pub fn draw_hackenbush(edges: &[([u16; 2], Stroke)], budget: &Arc<Budget>) -> Result<Scene, Exhausted> {
    let plan = Plan::new(edges);
    let at = plan.places(budget)?;
    let mut scene = Scene::new();
    let mut drawn: HashMap<[usize; 2], usize> = HashMap::new();
    for &(ends, stroke) in &plan.edges {
        // Edges with the same ends go round each other, and those of one height over other nodes.
        budget.steps(at.len())?;
        let nth = drawn.entry(ends).or_insert(0);
        let [from, to] = ends.map(|end| at[end]);
        let is_between = |p: &Point| p.y == from.y && (p.x - from.x) * (p.x - to.x) < 0.0;
        if *nth == 0 && from.y == to.y && (from == to || from.y == 0.0 || at.iter().any(is_between)) {
            *nth = 1;
        }
        scene.push(line([from, to], *nth, stroke));
        *nth += 1;
    }
    for (place, _) in at.iter().zip(&plan.heights).filter(|(_, height)| **height > 0) {
        scene.push(Shape::Dot { at: *place, radius: DOT, fill: Fill::Black });
    }
    if !at.is_empty() {
        let bounds = scene.bounds();
        let ground = |x: f64| Point::new(x, 0.0);
        scene.line(ground(bounds.min.x - GAP / 2.0), ground(bounds.max.x + GAP / 2.0), Stroke::Solid);
    }
    Ok(scene)
}

const LEVEL: f64 = 34.0;
const GAP: f64 = 26.0;

/// The first edge between two nodes is a straight line, the others are curves beside it; over it,
/// if the nodes are of one height.
fn line([from, to]: [Point; 2], nth: usize, stroke: Stroke) -> Shape {
    if nth == 0 {
        return Shape::Line { through: vec![from, to], stroke };
    }
    let side = if nth.is_multiple_of(2) { 1.0 } else { -1.0 };
    let bow = 14.0 * side * nth.div_ceil(2) as f64;
    if from.y == to.y {
        let rise = 0.4 * LEVEL + 9.0 * nth as f64;
        let aside = if from == to { 16.0 } else { 0.0 };
        let control = [(from.x - aside, from.y - rise), (to.x + aside, to.y - rise)];
        return Shape::Curve { from, control: control.map(|(x, y)| Point::new(x, y)), to, stroke };
    }
    let part = |t: f64| Point::new(from.x + t * (to.x - from.x) + bow, from.y + t * (to.y - from.y));
    Shape::Curve { from, control: [part(1.0 / 3.0), part(2.0 / 3.0)], to, stroke }
}

/// The picture with a foot of its own for each edge that stands on the ground.
struct Plan {
    heights: Vec<usize>,
    /// The edges, the lower end last.
    edges: Vec<([usize; 2], Stroke)>,
}

impl Plan {
    fn new(edges: &[([u16; 2], Stroke)]) -> Plan {
        let mut plan = Plan { heights: Vec::new(), edges: Vec::new() };
        let mut known: HashMap<u16, usize> = HashMap::new();
        for &(ends, stroke) in edges {
            let ends = ends.map(|end| {
                let new = plan.heights.len();
                let place = if end == 0 { new } else { *known.entry(end).or_insert(new) };
                if place == new {
                    plan.heights.push(if end == 0 { 0 } else { usize::MAX });
                }
                place
            });
            plan.edges.push((ends, stroke));
        }
        plan.measure();
        for (ends, _) in &mut plan.edges {
            ends.sort_by_key(|&end| (std::cmp::Reverse(plan.heights[end]), end));
        }
        plan
    }

    /// Finds how high the nodes are, from the ground up.
    fn measure(&mut self) {
        let mut queue: VecDeque<usize> = (0..self.heights.len()).filter(|&v| self.heights[v] == 0).collect();
        let mut neighbours = vec![Vec::new(); self.heights.len()];
        for ([a, b], _) in &self.edges {
            neighbours[*a].push(*b);
            neighbours[*b].push(*a);
        }
        while let Some(v) = queue.pop_front() {
            for &w in &neighbours[v] {
                if self.heights[w] == usize::MAX {
                    self.heights[w] = self.heights[v] + 1;
                    queue.push_back(w);
                }
            }
        }
        // An edge that hangs in the air has no height, and no place in a position.
        self.heights.iter_mut().filter(|height| **height == usize::MAX).for_each(|height| *height = 1);
    }

    fn places(&self, budget: &Arc<Budget>) -> Result<Vec<Point>, Exhausted> {
        let highest = self.heights.iter().copied().max().unwrap_or(0);
        let layers: Vec<usize> = self.heights.iter().map(|height| highest - height).collect();
        let upright = self.edges.iter().map(|(ends, _)| *ends).filter(|[a, b]| layers[*a] < layers[*b]);
        let edges: Vec<(usize, usize)> = upright.map(|[a, b]| (a, b)).collect();
        let widths = vec![2.0 * DOT; layers.len()];
        let graph = Graph {
            layers: &layers,
            widths: &widths,
            edges: &edges,
            mirror: None,
            reflection: None,
            gap: GAP,
        };
        let x = layered::place(&graph, budget)?.x;
        Ok(self.heights.iter().zip(x).map(|(&height, x)| Point::new(x, -LEVEL * height as f64)).collect())
    }
}
