//! Graphs in layers: the order and the places of the vertices of each layer.
//!
//! After Sugiyama, Tagawa and Toda: an edge that passes layers has a waypoint in each,
//! orders are improved by barycentres and by exchanging neighbours until few edges
//! cross, and places are as near to the places of neighbours as the orders allow.

use std::sync::Arc;

use misere_core::{Account, Budget, Exhausted};

/// A graph whose vertices are in layers, the first on top.
pub(crate) struct Graph<'a> {
    /// The layer of each vertex.
    pub(crate) layers: &'a [usize],
    /// How wide each vertex is.
    pub(crate) widths: &'a [f64],
    /// The edges, from upper to lower vertices.
    pub(crate) edges: &'a [(usize, usize)],
    /// An involution of the vertices that turns the layers and the edges round. The
    /// drawing is its own image, top to bottom, but for a layer in the middle.
    pub(crate) mirror: Option<&'a [usize]>,
    /// An involution of the vertices that keeps the layers and the edges. The drawing is its own
    /// image, left to right, unless two vertices would have to stand in the middle of a layer.
    pub(crate) reflection: Option<&'a [usize]>,
    /// The least space between two vertices of one layer.
    pub(crate) gap: f64,
}

/// How many first orders are tried.
const TRIES: u64 = 24;
/// The number of edges to try before the best order so far is taken: some seconds.
const WORK: usize = 10_000_000;

/// The places of vertices, and the places where edges pass the layers between.
pub(crate) struct Placement {
    pub(crate) x: Vec<f64>,
    /// For each edge, the places in the layers it passes, the upper ones first.
    pub(crate) passes: Vec<Vec<f64>>,
}

/// Places a graph.
pub(crate) fn place(graph: &Graph<'_>, budget: &Arc<Budget>) -> Result<Placement, Exhausted> {
    let net = Net::new(graph, budget)?;
    let mut best: Option<(usize, f64, Vec<f64>)> = None;
    let mut work = WORK;
    for attempt in 0..TRIES {
        if attempt > 0 && work == 0 {
            break;
        }
        let mut order = net.first_order(attempt);
        net.improve(&mut order, &mut work)?;
        let crossings = net.crossings(&order)?;
        if best.as_ref().is_some_and(|(least, ..)| crossings > *least) {
            continue;
        }
        let x = net.coordinates(&order)?;
        let length = net.length(&x);
        if best.as_ref().is_none_or(|(least, shortest, _)| (crossings, length) < (*least, *shortest - 0.5)) {
            best = Some((crossings, length, x));
        }
    }
    let x = best.map_or(Vec::new(), |(.., x)| x);
    Ok(Placement {
        passes: net.waypoints.iter().map(|pass| pass.iter().map(|&w| x[w]).collect()).collect(),
        x: x[..graph.layers.len()].to_vec(),
    })
}

/// The graph with its waypoints as vertices, so that edges go from a layer to the next.
struct Net {
    /// The memory of the vertices, charged as long as they exist.
    account: Account,
    layer: Vec<usize>,
    layer_count: usize,
    width: Vec<f64>,
    gap: f64,
    /// The neighbours of each vertex in the layer above, and in the layer below.
    neighbours: Vec<[Vec<usize>; 2]>,
    /// The waypoints of each edge of the graph.
    waypoints: Vec<Vec<usize>>,
    mirror: Option<Vec<usize>>,
    /// The involution that keeps layers and is a reflection of the drawing, left to right.
    reflection: Option<Vec<usize>>,
    real: usize,
    /// A number for each vertex, unique in its layer.
    slot: Vec<usize>,
}

const ABOVE: usize = 0;
const BELOW: usize = 1;
const WAYPOINT_WIDTH: f64 = 2.0;

/// The vertices of each layer, from left to right.
type Order = Vec<Vec<usize>>;

impl Net {
    /// The bytes of a vertex: its neighbours, and its places in the other lists and in the orders
    /// that are tried.
    const VERTEX: usize = 256;

    fn new(graph: &Graph<'_>, budget: &Arc<Budget>) -> Result<Net, Exhausted> {
        let layer_count = graph.layers.iter().max().map_or(0, |most| most + 1);
        let waypoints = graph.edges.iter().map(|&(a, b)| graph.layers[b].saturating_sub(graph.layers[a] + 1));
        let vertices = graph.layers.len() + graph.edges.len() + waypoints.sum::<usize>();
        let account = Account::new(budget.clone());
        account.charge(vertices.saturating_mul(Net::VERTEX))?;
        let mut net = Net {
            account,
            layer: graph.layers.to_vec(),
            layer_count,
            width: graph.widths.to_vec(),
            gap: graph.gap,
            neighbours: vec![[Vec::new(), Vec::new()]; graph.layers.len()],
            waypoints: Vec::new(),
            mirror: None,
            reflection: None,
            real: graph.layers.len(),
            slot: Vec::new(),
        };
        for &(upper, lower) in graph.edges {
            budget.steps(graph.layers[lower].saturating_sub(graph.layers[upper]))?;
            let mut last = upper;
            let mut pass = Vec::new();
            for layer in graph.layers[upper] + 1..graph.layers[lower] {
                let waypoint = net.layer.len();
                net.layer.push(layer);
                net.width.push(WAYPOINT_WIDTH);
                net.neighbours.push([Vec::new(), Vec::new()]);
                net.join(last, waypoint);
                pass.push(waypoint);
                last = waypoint;
            }
            net.join(last, lower);
            net.waypoints.push(pass);
        }
        let mut sizes = vec![0; layer_count];
        for &layer in &net.layer {
            net.slot.push(sizes[layer]);
            sizes[layer] += 1;
        }
        net.mirror = graph.mirror.and_then(|mirror| net.mirror_all(graph, mirror));
        net.reflection = graph.reflection.and_then(|reflection| net.reflect_all(graph, reflection));
        // A vertex and its image stand below each other, or as far from the middle, so that each
        // needs the room of both.
        for images in [&net.mirror, &net.reflection].into_iter().flatten() {
            net.width = images.iter().zip(&net.width).map(|(&image, w)| w.max(net.width[image])).collect();
        }
        Ok(net)
    }

    /// Counts the steps of ordering a layer.
    fn steps(&self, layer: &[usize]) -> Result<(), Exhausted> {
        self.account.budget().steps(layer.len())
    }

    fn join(&mut self, upper: usize, lower: usize) {
        self.neighbours[upper][BELOW].push(lower);
        self.neighbours[lower][ABOVE].push(upper);
    }

    /// The mirror, continued to waypoints; `None` if it does not turn the graph round.
    fn mirror_all(&self, graph: &Graph<'_>, mirror: &[usize]) -> Option<Vec<usize>> {
        let turned = |v: usize| graph.layers[mirror[v]] == self.layer_count - 1 - graph.layers[v];
        if !(0..graph.layers.len()).all(turned) {
            return None;
        }
        self.continued(graph, mirror, |upper, lower| (mirror[lower], mirror[upper]), |pass| pass.reverse())
    }

    /// The reflection, continued to waypoints; `None` if two vertices of a layer stay where they
    /// are.
    fn reflect_all(&self, graph: &Graph<'_>, image: &[usize]) -> Option<Vec<usize>> {
        let all = self.continued(graph, image, |upper, lower| (image[upper], image[lower]), |_| ())?;
        let mut fixed = vec![0; self.layer_count];
        (0..all.len()).filter(|&v| all[v] == v).for_each(|v| fixed[self.layer[v]] += 1);
        fixed.iter().all(|&fixed| fixed <= 1).then_some(all)
    }

    /// A map of vertices, continued to the waypoints of edges; `None` if an edge has no image.
    fn continued(
        &self,
        graph: &Graph<'_>,
        map: &[usize],
        image: impl Fn(usize, usize) -> (usize, usize),
        turn: impl Fn(&mut Vec<usize>),
    ) -> Option<Vec<usize>> {
        let mut all = map.to_vec();
        all.resize(self.layer.len(), 0);
        let mut sorted: Vec<usize> = (0..graph.edges.len()).collect();
        sorted.sort_by_key(|&e| graph.edges[e]);
        for (edge, &(upper, lower)) in graph.edges.iter().enumerate() {
            let image = image(upper, lower);
            let at = sorted.binary_search_by_key(&image, |&e| graph.edges[e]).ok()?;
            let mut images = self.waypoints[sorted[at]].clone();
            turn(&mut images);
            for (&waypoint, image) in self.waypoints[edge].iter().zip(images) {
                all[waypoint] = image;
            }
        }
        Some(all)
    }

    /// The number of layers whose order is chosen; the orders of the others are images.
    fn chosen_layers(&self) -> usize {
        if self.mirror.is_some() { self.layer_count.div_ceil(2) } else { self.layer_count }
    }

    /// Gives the layers below the middle the order of their images.
    fn reflect(&self, order: &mut Order, layer: usize) {
        let image = self.layer_count - 1 - layer;
        if let (Some(mirror), true) = (&self.mirror, image != layer) {
            order[image] = order[layer].iter().map(|&v| mirror[v]).collect();
        }
    }

    /// A first order: the vertices as they come, or shuffled by a fixed rule.
    fn first_order(&self, attempt: u64) -> Order {
        let mut order: Order = vec![Vec::new(); self.layer_count];
        for (v, &layer) in self.layer.iter().enumerate() {
            order[layer].push(v);
        }
        let mut state = attempt;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize
        };
        for layer in 0..self.chosen_layers() {
            if attempt > 0 {
                for i in (1..order[layer].len()).rev() {
                    order[layer].swap(i, random() % (i + 1));
                }
            }
            self.pair(&mut order[layer]);
            self.reflect(&mut order, layer);
        }
        order
    }

    /// Puts the images of the vertices on one side of the middle on the other side.
    fn pair(&self, layer: &mut Vec<usize>) {
        let Some(image) = &self.reflection else { return };
        let mut left = Vec::new();
        for &v in layer.iter() {
            if image[v] != v && !left.contains(&image[v]) {
                left.push(v);
            }
        }
        let middle = layer.iter().copied().find(|&v| image[v] == v);
        let right: Vec<usize> = left.iter().rev().map(|&v| image[v]).collect();
        *layer = left.into_iter().chain(middle).chain(right).collect();
    }

    fn improve(&self, order: &mut Order, work: &mut usize) -> Result<(), Exhausted> {
        const SWEEPS: usize = 16;
        let mut best = order.clone();
        let mut fewest = self.crossings(&best)?;
        for _ in 0..SWEEPS {
            for layer in 0..self.chosen_layers() {
                self.sort_by_barycentre(order, layer, ABOVE)?;
            }
            for layer in (0..self.chosen_layers()).rev() {
                self.sort_by_barycentre(order, layer, BELOW)?;
            }
            self.exchange(order, work)?;
            // Each edge was visited from above, from below, and to be counted.
            *work = work.saturating_sub(3 * self.layer.len());
            let crossings = self.crossings(order)?;
            if crossings < fewest {
                (fewest, best) = (crossings, order.clone());
            }
            if fewest == 0 || *work == 0 {
                break;
            }
        }
        *order = best;
        Ok(())
    }

    fn sort_by_barycentre(&self, order: &mut Order, layer: usize, side: usize) -> Result<(), Exhausted> {
        self.steps(&order[layer])?;
        let other = match side {
            ABOVE => layer.checked_sub(1),
            _ => Some(layer + 1).filter(|&l| l < self.layer_count),
        };
        let Some(other) = other else { return Ok(()) };
        let positions = self.positions(&order[other]);
        let count = order[layer].len() as f64;
        let scale = order[other].len() as f64 / count.max(1.0);
        let mut keys = vec![0.0; order[layer].len()];
        for (i, &v) in order[layer].iter().enumerate() {
            let neighbours = &self.neighbours[v][side];
            keys[self.slot[v]] = if neighbours.is_empty() {
                i as f64 * scale
            } else {
                let sum: usize = neighbours.iter().map(|&n| positions[self.slot[n]]).sum();
                sum as f64 / neighbours.len() as f64
            };
        }
        // Keys of images are opposite numbers, and sorting is stable: pairs stay pairs.
        let key = |v: usize| match &self.reflection {
            Some(image) => keys[self.slot[v]] - keys[self.slot[image[v]]],
            None => keys[self.slot[v]],
        };
        let mut keyed: Vec<(f64, usize)> = order[layer].iter().map(|&v| (key(v), v)).collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        order[layer] = keyed.into_iter().map(|(_, v)| v).collect();
        self.reflect(order, layer);
        Ok(())
    }

    /// Exchanges neighbours as long as edges then cross less often.
    fn exchange(&self, order: &mut Order, work: &mut usize) -> Result<(), Exhausted> {
        const ROUNDS: usize = 12;
        for _ in 0..ROUNDS {
            let mut better = false;
            for layer in 0..self.chosen_layers() {
                let mut here = self.crossings_at(order, layer)?;
                let edges: usize = order[layer].iter().flat_map(|&v| &self.neighbours[v]).map(Vec::len).sum();
                for i in 1..order[layer].len() {
                    *work = work.saturating_sub(edges);
                    if *work == 0 {
                        return Ok(());
                    }
                    if !self.swap(&mut order[layer], i) {
                        continue;
                    }
                    self.reflect(order, layer);
                    let now = self.crossings_at(order, layer)?;
                    if now < here {
                        (here, better) = (now, true);
                    } else {
                        self.swap(&mut order[layer], i);
                        self.reflect(order, layer);
                    }
                }
            }
            if !better {
                break;
            }
        }
        Ok(())
    }

    /// Exchanges the vertices at `i - 1` and `i`, and their images; not if one of them is the
    /// middle. Doing so twice changes nothing.
    fn swap(&self, layer: &mut [usize], i: usize) -> bool {
        let opposite = layer.len() - i;
        if self.reflection.is_some() && opposite.abs_diff(i) == 1 {
            return false;
        }
        layer.swap(i - 1, i);
        if self.reflection.is_some() && opposite != i {
            layer.swap(opposite - 1, opposite);
        }
        true
    }

    fn crossings(&self, order: &Order) -> Result<usize, Exhausted> {
        (1..self.layer_count).map(|lower| self.crossings_above(order, lower)).sum()
    }

    /// The crossings above and below a layer.
    fn crossings_at(&self, order: &Order, layer: usize) -> Result<usize, Exhausted> {
        let above = if layer > 0 { self.crossings_above(order, layer)? } else { 0 };
        let below = if layer + 1 < self.layer_count { self.crossings_above(order, layer + 1)? } else { 0 };
        Ok(above + below)
    }

    /// The crossings between a layer and the one above it.
    fn crossings_above(&self, order: &Order, lower: usize) -> Result<usize, Exhausted> {
        let positions = self.positions(&order[lower]);
        let mut seen: Vec<usize> = Vec::new();
        let mut crossings = 0;
        for &v in &order[lower - 1] {
            self.steps(&self.neighbours[v][BELOW])?;
            let mut ends: Vec<usize> =
                self.neighbours[v][BELOW].iter().map(|&n| positions[self.slot[n]]).collect();
            ends.sort_unstable();
            crossings +=
                ends.iter().map(|end| seen.len() - seen.partition_point(|s| s <= end)).sum::<usize>();
            for end in ends {
                seen.insert(seen.partition_point(|&s| s <= end), end);
            }
        }
        Ok(crossings)
    }

    /// Where the vertices of a layer stand, by slot.
    fn positions(&self, layer: &[usize]) -> Vec<usize> {
        let mut positions = vec![0; layer.len()];
        for (i, &v) in layer.iter().enumerate() {
            positions[self.slot[v]] = i;
        }
        positions
    }

    /// Moves every vertex as near to the mean of its neighbours as the order allows, layer
    /// after layer, many times. The sum of the squares of the lengths of the edges falls each
    /// time.
    fn coordinates(&self, order: &Order) -> Result<Vec<f64>, Exhausted> {
        const SWEEPS: usize = 120;
        let mut x = vec![0.0; self.layer.len()];
        for layer in order {
            let bases = self.bases(layer);
            let middle = bases.last().map_or(0.0, |last| last / 2.0);
            for (&v, base) in layer.iter().zip(bases) {
                x[v] = base - middle;
            }
        }
        for sweep in 0..SWEEPS {
            for i in 0..self.layer_count {
                let layer = if sweep % 2 == 0 { i } else { self.layer_count - 1 - i };
                self.steps(&order[layer])?;
                self.settle(&order[layer], &mut x);
                self.balance(&order[layer], &mut x);
                let image = self.layer_count - 1 - layer;
                if let (Some(mirror), true) = (&self.mirror, image != layer) {
                    for &v in &order[layer] {
                        x[mirror[v]] = x[v];
                    }
                }
            }
        }
        Ok(x)
    }

    /// The places of the vertices of a layer that stand as near to each other as they may.
    fn bases(&self, layer: &[usize]) -> Vec<f64> {
        let mut bases = Vec::with_capacity(layer.len());
        let mut at = 0.0;
        for (i, &v) in layer.iter().enumerate() {
            if i > 0 {
                let last = layer[i - 1];
                // Lines may come nearer to each other and to vertices.
                let gap = if v >= self.real || last >= self.real { self.gap / 2.0 } else { self.gap };
                at += (self.width[last] + self.width[v]) / 2.0 + gap;
            }
            bases.push(at);
        }
        bases
    }

    /// The places nearest to the wished ones, by pooling neighbours that would come too
    /// near to each other.
    fn settle(&self, layer: &[usize], x: &mut [f64]) {
        struct Pool {
            sum: f64,
            weight: f64,
            count: usize,
        }
        let bases = self.bases(layer);
        let mut pools: Vec<Pool> = Vec::new();
        for (&v, base) in layer.iter().zip(&bases) {
            let (wish, weight) = self.wish(v, x);
            let mut pool = Pool { sum: (wish - base) * weight, weight, count: 1 };
            while let Some(last) = pools.pop_if(|last| last.sum * pool.weight >= pool.sum * last.weight) {
                pool = Pool {
                    sum: pool.sum + last.sum,
                    weight: pool.weight + last.weight,
                    count: pool.count + last.count,
                };
            }
            pools.push(pool);
        }
        let mut places = layer.iter().zip(bases);
        for pool in pools {
            for (&v, base) in places.by_ref().take(pool.count) {
                x[v] = pool.sum / pool.weight + base;
            }
        }
    }

    /// Puts the vertices of a layer as far from the middle as their images.
    fn balance(&self, layer: &[usize], x: &mut [f64]) {
        let Some(image) = &self.reflection else { return };
        for &v in layer {
            let half = (x[v] - x[image[v]]) / 2.0;
            (x[v], x[image[v]]) = (half, -half);
        }
    }

    /// The mean of the neighbours, neighbours along one edge counting more: long edges should
    /// be straight. A vertex without neighbours stays where it is, and gives way.
    fn wish(&self, v: usize, x: &[f64]) -> (f64, f64) {
        let (mut sum, mut weight) = (0.0, 0.0);
        for &n in self.neighbours[v].iter().flatten() {
            let w = if v >= self.real && n >= self.real { 4.0 } else { 1.0 };
            sum += w * x[n];
            weight += w;
        }
        if weight == 0.0 { (x[v], 0.01) } else { (sum / weight, weight) }
    }

    fn length(&self, x: &[f64]) -> f64 {
        let below = |v: usize| self.neighbours[v][BELOW].iter().map(move |&n| (x[v] - x[n]) * (x[v] - x[n]));
        (0..self.layer.len()).flat_map(below).sum()
    }
}
