//! A symmetry of a small graph in layers, so that the drawing can show it.

use std::collections::HashMap;

use crate::layered::Graph;

/// The most vertices of a graph whose symmetries are searched.
const MOST: usize = 64;
/// How many images are tried before the graph is taken to have no symmetry.
const STEPS: usize = 20_000;

/// An involution that keeps layers and edges, fixes at most one vertex of each layer, and
/// commutes with the mirror of the graph if there is one: what reflecting the drawing, left to
/// right, can do.
pub(crate) fn reflection(graph: &Graph<'_>) -> Option<Vec<usize>> {
    let count = graph.layers.len();
    if count > MOST {
        return None;
    }
    let mut joined = vec![vec![false; count]; count];
    graph.edges.iter().for_each(|&(upper, lower)| joined[upper][lower] = true);
    let kinds = kinds(graph);
    let mut search = Search { graph, joined, kinds, image: vec![None; count], steps: STEPS };
    search.finish(0).then(|| search.image.into_iter().flatten().collect())
}

/// A number for each vertex; vertices of different numbers are not images of each other.
fn kinds(graph: &Graph<'_>) -> Vec<usize> {
    let count = graph.layers.len();
    let mut kinds = graph.layers.to_vec();
    let mut found = 0;
    loop {
        let mut around = vec![[Vec::new(), Vec::new()]; count];
        for &(upper, lower) in graph.edges {
            around[upper][1].push(kinds[lower]);
            around[lower][0].push(kinds[upper]);
        }
        around.iter_mut().flatten().for_each(|kinds| kinds.sort_unstable());
        let mut numbers = HashMap::new();
        for v in 0..count {
            let next = numbers.len();
            around[v][0].push(kinds[v]);
            kinds[v] = *numbers.entry(around[v].clone()).or_insert(next);
        }
        if numbers.len() == found {
            return kinds;
        }
        found = numbers.len();
    }
}

struct Search<'a> {
    graph: &'a Graph<'a>,
    joined: Vec<Vec<bool>>,
    kinds: Vec<usize>,
    image: Vec<Option<usize>>,
    steps: usize,
}

impl Search<'_> {
    /// Gives images to the vertices from `v` on; if there are none, those given are taken back.
    /// The depth is at most the number of vertices.
    fn finish(&mut self, v: usize) -> bool {
        if v == self.image.len() {
            return true;
        }
        if self.image[v].is_some() {
            return self.finish(v + 1);
        }
        // A vertex is its own image only if nothing else will do.
        for w in (v + 1..self.image.len()).chain([v]) {
            if self.kinds[v] != self.kinds[w] || self.steps == 0 {
                continue;
            }
            self.steps -= 1;
            let before = self.image.clone();
            if self.exchange(v, w) && self.finish(v + 1) {
                return true;
            }
            self.image = before;
        }
        false
    }

    /// Makes two vertices images of each other, and what lies opposite to them.
    fn exchange(&mut self, v: usize, w: usize) -> bool {
        let mut pairs = vec![(v, w)];
        pairs.extend(self.graph.mirror.map(|mirror| (mirror[v], mirror[w])));
        pairs.into_iter().all(|(v, w)| self.give(v, w) && self.give(w, v))
    }

    /// Gives `v` an image, unless it has another or edges would be lost.
    fn give(&mut self, v: usize, image: usize) -> bool {
        if let Some(given) = self.image[v] {
            return given == image;
        }
        self.image[v] = Some(image);
        let keeps = |(u, of_u): (usize, &Option<usize>)| {
            of_u.is_none_or(|of_u| {
                self.joined[v][u] == self.joined[image][of_u] && self.joined[u][v] == self.joined[of_u][image]
            })
        };
        let alone =
            |u: usize| u == v || self.image[u] != Some(u) || self.graph.layers[u] != self.graph.layers[v];
        self.image.iter().enumerate().all(keeps) && (image != v || (0..self.image.len()).all(alone))
    }
}
