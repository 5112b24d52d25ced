//! Game trees in which equal subtrees are drawn once.
//!
//! A form is as high as its rank, 0 at the bottom. The direction of an edge does not show
//! whose move it is, so Right's edges are dashed and those of both players thick, and a note
//! says so. Where both players have all moves, edges are plain.

use std::collections::{HashMap, HashSet, VecDeque};

use misere_core::{Budget, Exhausted, Form, Forms, Player};

use crate::label::Label;
use crate::layered::{self, Graph};
use crate::order::Followers;
use crate::scene::{Bounds, Point, Scene, Stroke};
use crate::tree::{
    DOT, Mark, NAME_RISE, Naming, ROOT, STONE, TreeStyle, end_at, finish, name_label, option_name, push_node,
    push_note,
};

pub(crate) fn draw_merged(forms: &Forms, root: Form, style: &TreeStyle<'_>) -> Result<Scene, Exhausted> {
    let shared = Shared::new(forms, root, style)?;
    let budget = forms.budget();
    let widths: Vec<f64> = shared.nodes.iter().map(Node::width).collect();
    let layers: Vec<usize> = shared.nodes.iter().map(|node| node.layer).collect();
    let edges: Vec<(usize, usize)> = shared.edges.iter().map(|edge| (edge.from, edge.to)).collect();
    let reflection = shared.conjugates(forms)?;
    let graph = Graph {
        layers: &layers,
        widths: &widths,
        edges: &edges,
        mirror: None,
        reflection: reflection.as_deref(),
        gap: GAP,
    };
    let mut placement = layered::place(&graph, budget)?;
    straighten(&shared, &mut placement.x, budget)?;
    centre(&shared, &mut placement.x, budget)?;
    let at = |i: usize| Point::new(placement.x[i], layers[i] as f64 * LEVEL);
    let mut scene = Scene::new();
    for (edge, pass) in shared.edges.iter().zip(&placement.passes) {
        budget.steps(shared.nodes.len())?;
        let (from, to) = shared.ends(edge, &placement.x);
        let target = &shared.nodes[edge.to];
        let ends = [Some(shared.nodes[edge.from].path.clone()), Some(end_at(&target.path, &target.mark()))];
        let y = |i: usize| (layers[edge.from] + 1 + i) as f64 * LEVEL;
        let between = pass.iter().enumerate().map(|(i, &x)| Point::new(x, y(i)));
        let stops: Vec<Point> = [from].into_iter().chain(between).chain([to]).collect();
        scene.join_around(ends, &stops, shared.stroke(edge), &shared.obstacles(edge, &placement.x));
    }
    for (i, node) in shared.nodes.iter().enumerate() {
        push_node(&mut scene, &node.path, at(i), node.mark());
    }
    let top = at(0);
    if let Some(legend) = shared.legend().filter(|_| style.legend) {
        push_note(&mut scene, &legend);
    }
    finish(&mut scene, Point::new(top.x, top.y - STONE), style, shared.left_out);
    Ok(scene)
}

const GAP: f64 = 20.0;
const LEVEL: f64 = 34.0;
/// How far edges stay away from nodes that they do not belong to.
const CLEARANCE: f64 = 1.7;

/// The most edges of pictures that are improved by trying: more take long.
const MOST_EDGES: usize = 150;

/// Moves nodes to the side, a little and one by one, as long as more edges can then be straight.
fn straighten(shared: &Shared, x: &mut [f64], budget: &Budget) -> Result<(), Exhausted> {
    const ROUNDS: usize = 6;
    const SHIFTS: [f64; 8] = [-8.0, 8.0, -16.0, 16.0, -24.0, 24.0, -34.0, 34.0];
    if shared.edges.len() > MOST_EDGES {
        return Ok(());
    }
    if shared.is_tower() {
        // On a bow no three nodes are in line.
        const BOW: f64 = 10.0;
        let lowest = shared.nodes.iter().map(|node| node.layer).max().unwrap_or(0) as f64;
        for (node, x) in shared.nodes.iter().zip(x) {
            *x = BOW * node.layer as f64 * (node.layer as f64 - lowest);
        }
        return Ok(());
    }
    let mut fewest = shared.blocked(x);
    for _ in 0..ROUNDS {
        for i in 0..x.len() {
            let home = x[i];
            let mut best = home;
            for shift in SHIFTS {
                if fewest == 0 {
                    return Ok(());
                }
                budget.steps(shared.edges.len() * shared.nodes.len())?;
                x[i] = home + shift;
                if shared.has_room(i, x) {
                    let now = shared.blocked(x);
                    if now < fewest {
                        (fewest, best) = (now, x[i]);
                    }
                }
            }
            x[i] = best;
        }
    }
    Ok(())
}

/// Puts nodes that are alone in their layers below the root, as long as no fewer edges can then be
/// straight.
fn centre(shared: &Shared, x: &mut [f64], budget: &Budget) -> Result<(), Exhausted> {
    if shared.edges.len() > MOST_EDGES || shared.is_tower() {
        return Ok(());
    }
    let mut sizes: HashMap<usize, usize> = HashMap::new();
    shared.nodes.iter().for_each(|node| *sizes.entry(node.layer).or_default() += 1);
    for i in (1..x.len()).filter(|&i| sizes[&shared.nodes[i].layer] == 1) {
        budget.steps(shared.edges.len() * shared.nodes.len())?;
        let (home, before) = (x[i], shared.blocked(x));
        x[i] = x[0];
        if shared.blocked(x) > before {
            x[i] = home;
        }
    }
    Ok(())
}

/// The followers of a form, each once; every tombstone is a node of its own.
struct Shared {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    left_out: u128,
}

struct Node {
    /// The form of the node, or `None` for a tombstone.
    form: Option<Form>,
    name: Option<Label>,
    /// The moves that lead to the node, as a name.
    path: String,
    layer: usize,
    /// How many moves the node was from the root when it was found.
    depth: usize,
    cut: bool,
}

impl Node {
    fn mark(&self) -> Mark<'_> {
        match (&self.name, self.form) {
            (Some(name), _) => Mark::Name(name),
            (None, None) => Mark::Tombstone,
            (None, Some(_)) if self.cut => Mark::Open,
            (None, Some(_)) => Mark::Dot,
        }
    }

    fn width(&self) -> f64 {
        self.name.as_ref().map_or(2.0 * DOT, |name| name.width(Scene::TEXT))
    }
}

/// The moves from a form to an option, of one player or of both.
struct Edge {
    from: usize,
    to: usize,
    movers: [bool; 2],
}

impl Shared {
    fn new(forms: &Forms, root: Form, style: &TreeStyle<'_>) -> Result<Shared, Exhausted> {
        let names = style.naming == Naming::Names;
        let followers = Followers::new(forms, root, names)?;
        let label = |f: Form| if names { name_label(forms, &followers, f) } else { None };
        let node = |f: Form, path: String, depth: usize| Node {
            form: Some(f),
            name: label(f),
            path,
            layer: (forms.rank(root) - forms.rank(f)) as usize,
            depth,
            cut: false,
        };
        let mut shared = Shared { nodes: Vec::new(), edges: Vec::new(), left_out: 0 };
        shared.nodes.push(node(root, ROOT.to_owned(), 0));
        let mut known = HashMap::from([(root, 0)]);
        let mut queue = VecDeque::from([root]);
        while let Some(f) = queue.pop_front() {
            let from = known[&f];
            if shared.nodes[from].name.is_some() {
                continue;
            }
            let (depth, first_edge) = (shared.nodes[from].depth + 1, shared.edges.len());
            for player in Player::BOTH {
                let mut options =
                    followers.options(forms, f, player).into_iter().zip(1..).collect::<Vec<_>>();
                if player == Player::Left {
                    options.reverse();
                }
                let stones = options.len() + 1;
                for (option, number) in options {
                    forms.budget().steps(shared.edges.len() - first_edge)?;
                    let new = shared.nodes.len();
                    let to = match known.get(&option) {
                        Some(&to) => to,
                        None if new >= style.max_nodes.max(1) || depth > style.max_depth => {
                            shared.nodes[from].cut = true;
                            continue;
                        }
                        None => {
                            let path = option_name(&shared.nodes[from].path, player, number, new);
                            shared.nodes.push(node(option, path, depth));
                            known.insert(option, new);
                            queue.push_back(option);
                            new
                        }
                    };
                    shared.join(from, to, player, first_edge);
                }
                if forms.tombstones(f).has(player) {
                    let (layer, to) = (shared.nodes[from].layer + 1, shared.nodes.len());
                    let path = option_name(&shared.nodes[from].path, player, stones, to);
                    shared.nodes.push(Node { form: None, name: None, path, layer, depth, cut: false });
                    shared.join(from, to, player, first_edge);
                }
            }
        }
        if shared.nodes.iter().any(|node| node.cut) {
            let all = count_visible(forms, &followers, root, names)?;
            shared.left_out = all - shared.nodes.len() as u128;
        }
        Ok(shared)
    }

    /// Adds a move. A move that the other player has too, among the edges from `first_edge` on,
    /// is no second edge.
    fn join(&mut self, from: usize, to: usize, player: Player, first_edge: usize) {
        let at = self.edges[first_edge..].iter().position(|edge| edge.to == to);
        let at = at.map_or(self.edges.len(), |at| first_edge + at);
        if at == self.edges.len() {
            self.edges.push(Edge { from, to, movers: [false; 2] });
        }
        self.edges[at].movers[player.index()] = true;
    }

    fn is_impartial(&self) -> bool {
        self.edges.iter().all(|edge| edge.movers == [true; 2])
    }

    fn stroke(&self, edge: &Edge) -> Stroke {
        match edge.movers {
            [true, true] if self.is_impartial() => Stroke::Solid,
            [true, true] => Stroke::Thick,
            [_, true] => Stroke::Dashed,
            [_, false] => Stroke::Solid,
        }
    }

    /// Whose moves the edges are; `None` if there are no edges.
    fn legend(&self) -> Option<String> {
        let some = |movers| self.edges.iter().any(|edge| edge.movers == movers);
        if self.edges.is_empty() {
            return None;
        }
        if self.is_impartial() {
            return Some("every move is open to both players".to_owned());
        }
        let both = if some([true; 2]) { ", moves of both thick" } else { "" };
        Some(format!("Left's moves solid, Right's dashed{both}"))
    }

    fn at(&self, node: usize, x: &[f64]) -> Point {
        Point::new(x[node], self.nodes[node].layer as f64 * LEVEL)
    }

    /// Where an edge begins and ends.
    fn ends(&self, edge: &Edge, x: &[f64]) -> (Point, Point) {
        let to = self.at(edge.to, x);
        let rise = if self.nodes[edge.to].name.is_some() { NAME_RISE } else { 0.0 };
        (self.at(edge.from, x), Point::new(to.x, to.y - rise))
    }

    fn bounds(&self, node: usize, x: &[f64]) -> Bounds {
        let height = match self.nodes[node].mark() {
            Mark::Name(_) => 2.0 * NAME_RISE,
            Mark::Tombstone => STONE,
            Mark::Dot | Mark::Open => 2.0 * DOT,
        };
        Bounds::around(self.at(node, x), self.nodes[node].width(), height)
    }

    /// The other nodes, which an edge must not meet.
    fn obstacles(&self, edge: &Edge, x: &[f64]) -> Vec<Bounds> {
        let others = (0..self.nodes.len()).filter(|i| ![edge.from, edge.to].contains(i));
        others.map(|i| self.bounds(i, x).grown(CLEARANCE)).collect()
    }

    /// Whether the straight line of an edge meets no other node.
    fn is_free(&self, edge: &Edge, x: &[f64]) -> bool {
        let (from, to) = self.ends(edge, x);
        !self.obstacles(edge, x).iter().any(|bounds| bounds.meets(from, to))
    }

    /// How many edges cannot be straight.
    fn blocked(&self, x: &[f64]) -> usize {
        self.edges.iter().filter(|edge| !self.is_free(edge, x)).count()
    }

    /// Whether no layer has two nodes, as in a nimber.
    fn is_tower(&self) -> bool {
        let layers: HashSet<usize> = self.nodes.iter().map(|node| node.layer).collect();
        layers.len() == self.nodes.len()
    }

    /// The node of the conjugate of each form; `None` if one is missing, or a node is a
    /// tombstone.
    fn conjugates(&self, forms: &Forms) -> Result<Option<Vec<usize>>, Exhausted> {
        let places: HashMap<Form, usize> =
            self.nodes.iter().enumerate().filter_map(|(i, node)| Some((node.form?, i))).collect();
        let mut images = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let Some(form) = node.form else { return Ok(None) };
            // A form that is its own conjugate needs no other to be made.
            let conjugate = if forms.is_impartial(form) { form } else { forms.conjugate(form)? };
            let Some(&image) = places.get(&conjugate) else { return Ok(None) };
            images.push(image);
        }
        Ok(Some(images))
    }

    /// Whether a node is not too near to others of its layer.
    fn has_room(&self, node: usize, x: &[f64]) -> bool {
        let bounds = self.bounds(node, x).grown(GAP / 4.0);
        (0..self.nodes.len()).all(|i| i == node || !self.bounds(i, x).grown(GAP / 4.0).overlaps(&bounds))
    }
}

/// How many nodes there are, nodes below names not counted.
fn count_visible(forms: &Forms, followers: &Followers, root: Form, names: bool) -> Result<u128, Exhausted> {
    let mut seen = HashSet::from([root]);
    let mut waiting = vec![root];
    let mut stones = 0;
    while let Some(f) = waiting.pop() {
        if names && followers.name(f).is_some() {
            continue;
        }
        for player in Player::BOTH {
            stones += u128::from(forms.tombstones(f).has(player));
            forms.budget().steps(forms.options(f, player).len())?;
            waiting.extend(forms.options(f, player).iter().filter(|&&o| seen.insert(o)));
        }
    }
    Ok(seen.len() as u128 + stones)
}
