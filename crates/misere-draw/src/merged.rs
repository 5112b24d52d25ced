//! Game trees in which equal subtrees are drawn once.
//!
//! A form is as high as its rank, 0 at the bottom. The direction of an edge does not tell
//! whose move it is, so Right's edges are dashed, and a note says so.

use std::collections::{HashMap, HashSet, VecDeque};

use misere_core::{Form, Forms, Player};

use crate::label::Label;
use crate::layered::{self, Graph};
use crate::order::Followers;
use crate::scene::{Point, Scene, Shape, Stroke};
use crate::tree::{DOT, Mark, NAME_RISE, Naming, STONE, TreeStyle, finish, name_label, push_node, push_note};

pub(crate) fn draw_merged(forms: &Forms, root: Form, style: &TreeStyle<'_>) -> Scene {
    let shared = Shared::new(forms, root, style);
    let widths: Vec<f64> = shared
        .nodes
        .iter()
        .map(|node| node.name.as_ref().map_or(2.0 * DOT, |name| name.width(Scene::TEXT)))
        .collect();
    let layers: Vec<usize> = shared.nodes.iter().map(|node| node.layer).collect();
    let edges: Vec<(usize, usize)> = shared.edges.iter().map(|edge| (edge.from, edge.to)).collect();
    let placement =
        layered::place(&Graph { layers: &layers, widths: &widths, edges: &edges, mirror: None, symmetric: true, gap: GAP });
    let at = |i: usize| Point::new(placement.x[i], layers[i] as f64 * LEVEL);
    let mut scene = Scene::new();
    for (edge, pass) in shared.edges.iter().zip(&placement.passes) {
        let rise = if shared.nodes[edge.to].name.is_some() { NAME_RISE } else { 0.0 };
        let end = at(edge.to);
        let mut stops = vec![at(edge.from)];
        stops.extend(
            pass.iter().enumerate().map(|(i, &x)| Point::new(x, (layers[edge.from] + 1 + i) as f64 * LEVEL)),
        );
        stops.push(Point::new(end.x, end.y - rise));
        let is_double = shared
            .edges
            .iter()
            .any(|other| (other.from, other.to) == (edge.from, edge.to) && other.player != edge.player);
        push_edge(&mut scene, &stops, edge.player, is_double);
    }
    for (i, node) in shared.nodes.iter().enumerate() {
        let mark = match (&node.name, node.form) {
            (Some(name), _) => Mark::Name(name),
            (None, None) => Mark::Tombstone,
            (None, Some(_)) if node.cut => Mark::Open,
            (None, Some(_)) => Mark::Dot,
        };
        push_node(&mut scene, at(i), mark);
    }
    let top = at(0);
    if !shared.edges.is_empty() {
        push_note(&mut scene, "Left's moves solid, Right's dashed");
    }
    finish(&mut scene, Point::new(top.x, top.y - STONE), style, shared.left_out);
    scene
}

const GAP: f64 = 20.0;
const LEVEL: f64 = 34.0;

/// A smooth curve through the stops. One of two edges with the same ends leaves and
/// arrives on the player's side.
fn push_edge(scene: &mut Scene, stops: &[Point], player: Player, is_double: bool) {
    const SIDE: f64 = 9.0;
    const REACH: f64 = 1.0 / 3.0;
    // How strongly a neighbour of a stop bends the curve.
    const BEND: f64 = 6.0;
    let (side, stroke) = match player {
        Player::Left => (-SIDE, Stroke::Solid),
        Player::Right => (SIDE, Stroke::Dashed),
    };
    let side = if is_double { side } else { 0.0 };
    let last = stops.len() - 2;
    for i in 0..=last {
        let (from, to) = (stops[i], stops[i + 1]);
        let (aside, down) = ((to.x - from.x) * REACH, (to.y - from.y) * REACH);
        let leave = match i {
            0 => Point::new(from.x + aside + side, from.y + down),
            _ => {
                let before = stops[i - 1];
                Point::new(from.x + (to.x - before.x) / BEND, from.y + (to.y - before.y) / BEND)
            }
        };
        let arrive = match stops.get(i + 2) {
            None => Point::new(to.x - aside + side, to.y - down),
            Some(after) => Point::new(to.x - (after.x - from.x) / BEND, to.y - (after.y - from.y) / BEND),
        };
        scene.push(Shape::Curve { from, control: [leave, arrive], to, stroke });
    }
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
    layer: usize,
    cut: bool,
}

struct Edge {
    from: usize,
    to: usize,
    player: Player,
}

impl Shared {
    fn new(forms: &Forms, root: Form, style: &TreeStyle<'_>) -> Shared {
        let names = style.naming == Naming::Names;
        let followers = Followers::new(forms, root, names);
        let label = |f: Form| if names { name_label(forms, &followers, f) } else { None };
        let layer = |f: Form| (forms.rank(root) - forms.rank(f)) as usize;
        let mut shared = Shared { nodes: Vec::new(), edges: Vec::new(), left_out: 0 };
        shared.nodes.push(Node { form: Some(root), name: label(root), layer: 0, cut: false });
        let mut known = HashMap::from([(root, 0)]);
        let mut queue = VecDeque::from([root]);
        while let Some(f) = queue.pop_front() {
            let from = known[&f];
            if shared.nodes[from].name.is_some() {
                continue;
            }
            for player in Player::BOTH {
                let mut options = followers.options(forms, f, player);
                if player == Player::Left {
                    options.reverse();
                }
                for option in options {
                    let to = match known.get(&option) {
                        Some(&to) => to,
                        None if shared.nodes.len() >= style.max_nodes.max(1) => {
                            shared.nodes[from].cut = true;
                            continue;
                        }
                        None => {
                            let node = Node {
                                form: Some(option),
                                name: label(option),
                                layer: layer(option),
                                cut: false,
                            };
                            shared.nodes.push(node);
                            known.insert(option, shared.nodes.len() - 1);
                            queue.push_back(option);
                            shared.nodes.len() - 1
                        }
                    };
                    shared.edges.push(Edge { from, to, player });
                }
                if forms.tombstones(f).has(player) {
                    let layer = shared.nodes[from].layer + 1;
                    shared.nodes.push(Node { form: None, name: None, layer, cut: false });
                    shared.edges.push(Edge { from, to: shared.nodes.len() - 1, player });
                }
            }
        }
        if shared.nodes.iter().any(|node| node.cut) {
            let all = count_visible(forms, &followers, root, names);
            shared.left_out = all - shared.nodes.len() as u128;
        }
        shared
    }
}

/// How many nodes there are, nodes below names not counted.
fn count_visible(forms: &Forms, followers: &Followers, root: Form, names: bool) -> u128 {
    let mut seen = HashSet::from([root]);
    let mut waiting = vec![root];
    let mut stones = 0;
    while let Some(f) = waiting.pop() {
        if names && followers.name(f).is_some() {
            continue;
        }
        for player in Player::BOTH {
            stones += u128::from(forms.tombstones(f).has(player));
            waiting.extend(forms.options(f, player).iter().filter(|&&o| seen.insert(o)));
        }
    }
    seen.len() as u128 + stones
}
