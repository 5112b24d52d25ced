//! Game trees, drawn as in the papers: the root on top, Left's options to the left and
//! Right's to the right of the node they belong to, tombstones as black squares.

use std::collections::VecDeque;

use misere_core::{Account, Exhausted, Form, Forms, Player};

use crate::label::Label;
use crate::merged::draw_merged;
use crate::order::{Followers, Name};
use crate::scene::{Anchor, Fill, Point, Scene, Shape, Stroke};
use crate::tidy::{self, Spacing, tidy};

/// The style of a drawn tree.
#[derive(Clone, Copy)]
pub struct TreeStyle<'a> {
    /// The most nodes that are drawn; a note says how many were left out.
    pub max_nodes: usize,
    /// How many moves deep the tree is drawn; a note says how many nodes were left out.
    pub max_depth: usize,
    /// Whether equal subtrees are drawn once.
    pub merge: bool,
    /// Whether a picture of merged subtrees says which edges are whose moves.
    pub legend: bool,
    /// The labels of the nodes.
    pub naming: Naming,
    /// The title over the root.
    pub title: Option<&'a Label>,
    /// Which edges are dotted, given a form, a player and an option.
    pub dotted: Option<&'a dyn Fn(Form, Player, Form) -> bool>,
    /// Which nodes are circles; the others are dots.
    pub circled: Option<&'a dyn Fn(Form) -> bool>,
}

/// The labels of the nodes of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Nothing is written: nodes are dots.
    Dots,
    /// Integers and nimbers are written, and their options are not drawn.
    Names,
}

impl Default for TreeStyle<'_> {
    fn default() -> Self {
        TreeStyle {
            max_nodes: 500,
            max_depth: usize::MAX,
            merge: false,
            legend: true,
            naming: Naming::Dots,
            title: None,
            dotted: None,
            circled: None,
        }
    }
}

/// Draws the tree of a form.
///
/// # Errors
/// [`Exhausted`] when the budget of the store does not suffice.
pub fn draw_tree(forms: &Forms, g: Form, style: &TreeStyle<'_>) -> Result<Scene, Exhausted> {
    if style.merge {
        return draw_merged(forms, g, style);
    }
    let tree = Tree::new(forms, g, style)?;
    let nodes: Vec<tidy::Node> = tree
        .nodes
        .iter()
        .map(|node| tidy::Node {
            options: node.options.clone(),
            reach: match node.mark() {
                Mark::Name(name) => name.width(Scene::TEXT) / 2.0,
                Mark::Tombstone => STONE / 2.0,
                Mark::Dot | Mark::Open => DOT,
            },
        })
        .collect();
    let lean: fn(f64) -> f64 = match style.naming {
        Naming::Dots => |aside| aside * STONE / 2.0 / drop_of(aside),
        Naming::Names => |aside| aside * 2.0 * NAME_RISE / drop_of(aside),
    };
    let spacing = Spacing { gap: GAP, slant: SLANT, grid: 0.0, lean };
    let xs = tidy(&nodes, spacing, forms.budget())?;
    let ys = tree.heights(&xs);
    let at = |node: usize| Point::new(xs[node], ys[tree.nodes[node].depth]);
    let names = tree.node_names();
    let mut scene = Scene::new();
    for (from, node) in tree.nodes.iter().enumerate() {
        forms.budget().step()?;
        for player in Player::BOTH {
            for &to in &node.options[player.index()] {
                let dotted = match (node.form, tree.nodes[to].form, style.dotted) {
                    (Some(form), Some(option), Some(dotted)) => dotted(form, player, option),
                    _ => false,
                };
                let stroke = if dotted { Stroke::Dotted } else { Stroke::Solid };
                let line = Shape::Line { through: vec![at(from), at(to)], stroke };
                let ends = [names[from].clone(), end_at(&names[to], &tree.nodes[to].mark())];
                scene.join(ends.map(Some), line);
            }
        }
    }
    for (at_node, node) in tree.nodes.iter().enumerate() {
        // Names hang below the ends of edges, so that no edge to another node of the
        // same height meets them.
        let Point { x, y } = at(at_node);
        let drop = if node.name.is_some() { NAME_RISE } else { 0.0 };
        let mark = match (node.mark(), node.form, style.circled) {
            (Mark::Dot, Some(form), Some(circled)) if circled(form) => Mark::Open,
            (mark, ..) => mark,
        };
        push_node(&mut scene, &names[at_node], Point::new(x, y + drop), mark);
    }
    finish(&mut scene, Point::new(0.0, 0.0), style, tree.left_out);
    Ok(scene)
}

/// How a node is shown.
pub(crate) enum Mark<'a> {
    Dot,
    /// A node whose options were left out.
    Open,
    Tombstone,
    Name(&'a Label),
}

pub(crate) fn push_node(scene: &mut Scene, name: &str, at: Point, mark: Mark<'_>) {
    let shape = match mark {
        Mark::Dot => Shape::Dot { at, radius: DOT, fill: Fill::Black },
        Mark::Open => Shape::Dot { at, radius: DOT, fill: Fill::White },
        Mark::Tombstone => {
            Shape::Rectangle { at, width: STONE, height: STONE, rounding: 0.0, fill: Fill::Black }
        }
        Mark::Name(label) => {
            Shape::Text { at, anchor: Anchor::Middle, label: label.clone(), size: Scene::TEXT }
        }
    };
    scene.node(name, shape);
}

/// The end of an edge at the node of this name: edges end over names.
pub(crate) fn end_at(name: &str, mark: &Mark<'_>) -> String {
    if let Mark::Name(_) = mark { format!("{name}.north") } else { name.to_owned() }
}

/// The name of the option of the node called `of`, by the moves that lead to it: `root`, then
/// `L1` for Left's first option, the nearest, and `L1R2` for Right's second option of it.
/// A node at place `at` that is many moves deep is called after the place instead.
pub(crate) fn option_name(of: &str, player: Player, number: usize, at: usize) -> String {
    const LONGEST: usize = 24;
    if of.len() > LONGEST {
        return format!("node{at}");
    }
    let letter = match player {
        Player::Left => 'L',
        Player::Right => 'R',
    };
    format!("{}{letter}{number}", if of == ROOT { "" } else { of })
}

pub(crate) const ROOT: &str = "root";

/// Adds the title and the note on what was left out.
pub(crate) fn finish(scene: &mut Scene, root: Point, style: &TreeStyle<'_>, left_out: u128) {
    if let Some(title) = style.title {
        scene.text(Point::new(root.x, root.y - 10.0), Anchor::Middle, title.clone());
    }
    if left_out > 0 {
        push_note(scene, &note(left_out));
    }
}

/// Words below the middle of the picture.
pub(crate) fn push_note(scene: &mut Scene, words: &str) {
    let bounds = scene.bounds();
    let at = Point::new(f64::midpoint(bounds.min.x, bounds.max.x), bounds.max.y + 16.0);
    scene.text(at, Anchor::Middle, Label::words(words));
}

/// The note on nodes that were left out: `… 1,234 more nodes`.
pub(crate) fn note(left_out: u128) -> String {
    match left_out {
        u128::MAX => "… more than 10³⁸ more nodes (below ○)".to_owned(),
        1 => "… 1 more node (below ○)".to_owned(),
        count => format!("… {} more nodes (below ○)", with_commas(count)),
    }
}

fn with_commas(count: u128) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The radius of a node.
pub(crate) const DOT: f64 = 1.9;
/// The side of a tombstone.
pub(crate) const STONE: f64 = 5.0;
/// Half the height of a name.
pub(crate) const NAME_RISE: f64 = 5.5;
const GAP: f64 = 8.0;
const SLANT: f64 = 9.0;
/// The least distance between two levels.
const LEVEL: f64 = 22.0;
/// The least slope of an edge.
const FLATTEST: f64 = 0.3;

/// The least distance down of an edge that leads `aside` to the side.
fn drop_of(aside: f64) -> f64 {
    LEVEL.max(FLATTEST * aside)
}

/// The part of a game tree that is drawn.
pub(crate) struct Tree {
    /// The nodes, the root first, and the nodes of each depth before those of the next.
    pub(crate) nodes: Vec<Node>,
    /// How many nodes are not drawn.
    pub(crate) left_out: u128,
    /// The memory of the nodes and their shapes, charged as long as they exist.
    _account: Account,
}

pub(crate) struct Node {
    /// The form of the node, or `None` for a tombstone.
    pub(crate) form: Option<Form>,
    pub(crate) name: Option<Label>,
    /// The options of each player, nearest first.
    pub(crate) options: [Vec<usize>; 2],
    pub(crate) depth: usize,
    /// Whether some options are not drawn.
    pub(crate) cut: bool,
}

impl Node {
    pub(crate) fn mark(&self) -> Mark<'_> {
        match (&self.name, self.form) {
            (Some(name), _) => Mark::Name(name),
            (None, None) => Mark::Tombstone,
            (None, Some(_)) if self.cut => Mark::Open,
            (None, Some(_)) => Mark::Dot,
        }
    }
}

impl Tree {
    /// The tree that is drawn: nodes are taken in the order of their depth until there are as
    /// many as may be drawn.
    pub(crate) fn new(forms: &Forms, root: Form, style: &TreeStyle<'_>) -> Result<Tree, Exhausted> {
        /// The bytes of a node, of its places in the lists that lay it out, and of its shapes.
        const NODE: usize = size_of::<Node>() + 512;
        let account = Account::new(forms.budget().clone());
        let names = style.naming == Naming::Names;
        let followers = Followers::new(forms, root, names)?;
        let label = |f: Form| if names { name_label(forms, &followers, f) } else { None };
        let node = |f: Form, depth| Node {
            form: Some(f),
            name: label(f),
            options: [Vec::new(), Vec::new()],
            depth,
            cut: false,
        };
        let mut nodes = vec![node(root, 0)];
        let mut queue = VecDeque::from([0]);
        while let Some(at) = queue.pop_front() {
            let Some(f) = nodes[at].form else { continue };
            if nodes[at].name.is_some() {
                continue;
            }
            let depth = nodes[at].depth + 1;
            let sides = Player::BOTH.map(|player| {
                let options = followers.options(forms, f, player).into_iter().map(Some);
                let stone = forms.tombstones(f).has(player).then_some(None);
                options.chain(stone).collect::<Vec<Option<Form>>>()
            });
            // Left and Right take turns, should there not be room for all.
            for i in 0..sides[0].len().max(sides[1].len()) {
                for player in Player::BOTH {
                    let Some(&option) = sides[player.index()].get(i) else { continue };
                    if nodes.len() >= style.max_nodes.max(1) || depth > style.max_depth {
                        nodes[at].cut = true;
                        continue;
                    }
                    forms.budget().step()?;
                    account.charge(NODE)?;
                    let new = nodes.len();
                    nodes[at].options[player.index()].push(new);
                    nodes.push(match option {
                        Some(form) => node(form, depth),
                        None => Node {
                            form: None,
                            name: None,
                            options: [Vec::new(), Vec::new()],
                            depth,
                            cut: false,
                        },
                    });
                    queue.push_back(new);
                }
            }
        }
        let all = followers.nodes(root);
        let left_out = if all == u128::MAX { all } else { all - nodes.len() as u128 };
        Ok(Tree { nodes, left_out, _account: account })
    }

    /// A name for each node.
    fn node_names(&self) -> Vec<String> {
        let mut names = vec![ROOT.to_owned(); self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            for player in Player::BOTH {
                for (&option, number) in node.options[player.index()].iter().zip(1..) {
                    names[option] = option_name(&names[at], player, number, option);
                }
            }
        }
        names
    }

    /// How far down each depth is: farther where edges go far to the side.
    fn heights(&self, xs: &[f64]) -> Vec<f64> {
        let depth = self.nodes.last().map_or(0, |node| node.depth);
        let mut widest = vec![0.0_f64; depth + 1];
        for (at, node) in self.nodes.iter().enumerate() {
            for &option in node.options.iter().flatten() {
                widest[node.depth + 1] = widest[node.depth + 1].max((xs[option] - xs[at]).abs());
            }
        }
        let mut y = 0.0;
        let mut heights = Vec::with_capacity(depth + 1);
        for (d, widest) in widest.into_iter().enumerate() {
            if d > 0 {
                y += drop_of(widest);
            }
            heights.push(y);
        }
        heights
    }
}

/// The name of an integer or a nimber.
pub(crate) fn name_label(forms: &Forms, followers: &Followers, f: Form) -> Option<Label> {
    let rank = forms.rank(f);
    Some(match followers.name(f)? {
        Name::Zero => Label::new("0", "0"),
        Name::Integer(Player::Left) => Label::new(rank.to_string(), rank.to_string()),
        Name::Integer(Player::Right) => Label::new(format!("-{rank}"), format!(r"\overline{{{rank}}}")),
        Name::Nimber if rank == 1 => Label::new("*", "*"),
        Name::Nimber => Label::new(format!("*{rank}"), format!("*{rank}")),
    })
}
