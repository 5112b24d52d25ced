//! Hackenbush with red, blue and green edges.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use misere_core::Player;
use misere_notation::ParseError;

use super::Told;
use super::labels::labels;
use super::text::{parts, read_number, unexpected};
use crate::classes::Classes;
use crate::grid::other;
use crate::identity::native_identity;
use crate::ruleset::{Appearance, Description, EdgeColour, Position, Ruleset};

/// Red-blue-green Hackenbush on any graph.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hackenbush;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    ends: [u16; 2],
    /// The letter `b`, `r` or `g`.
    colour: u8,
}

const GROUND: u16 = 0;
const MOST_EDGES: usize = 1000;
const LARGEST_NODE: u16 = 9999;

impl Ruleset for Hackenbush {
    fn description(&self) -> &Description {
        static DESCRIPTION: LazyLock<Description> = LazyLock::new(|| {
            Told {
                name: "hackenbush",
                title: "Hackenbush",
                rules: "A picture of edges stands on the ground. Left cuts a blue or a green edge, Right a red or \
                        a green one. The edge is removed, and with it everything that is no longer connected to \
                        the ground.",
                source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays, \
                         1982, chapters 1, 2 and 7",
                syntax: "stalks from the ground up with `/` between them, of edges b (blue, Left), r (red, Right) \
                         and g (green, either): bbr/rg; or any edges with spaces between them, each a node, a \
                         colour and a node, node 0 being the ground: 0b1 1r2 2g0; 0 if there is no edge",
                examples: &["bbr/rg", "grb", "0b1 1r2 2g0"],
                home: (
                    "E",
                    "A player without an edge to cut never gets one: edges only disappear. A blue edge alone is \
                     no dicot.",
                ),
            }
            .description()
        });
        &DESCRIPTION
    }

    fn identity(&self) -> Option<String> {
        Some(native_identity(self.description()))
    }

    fn read(&self, text: &str) -> Result<Position, ParseError> {
        let is_graph = text.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let edges = if text.trim() == "0" {
            Vec::new()
        } else if is_graph {
            read_graph(text)?
        } else {
            read_stalks(text)?
        };
        Ok(encode(&edges))
    }

    fn write(&self, position: &Position) -> String {
        let edges = decode(position);
        if edges.is_empty() {
            return "0".to_owned();
        }
        let written = |&Edge { ends: [a, b], colour }: &Edge| format!("{a}{}{b}", char::from(colour));
        let stalks: Option<Vec<String>> = pictures(&edges).iter().map(|picture| stalk(picture)).collect();
        match stalks {
            Some(stalks) => stalks.join("/"),
            None => edges.iter().map(written).collect::<Vec<_>>().join(" "),
        }
    }

    fn appearance(&self, position: &Position) -> Option<Appearance> {
        let coloured = |edge: Edge| {
            let colour = match edge.colour {
                b'b' => EdgeColour::Blue,
                b'r' => EdgeColour::Red,
                _ => EdgeColour::Green,
            };
            (edge.ends, colour)
        };
        Some(Appearance::Graph(decode(position).into_iter().map(coloured).collect()))
    }

    fn options(&self, position: &Position, player: Player) -> Vec<Position> {
        let own = [b'b', b'r'][player.index()];
        let edges = decode(position);
        let mut options = Vec::new();
        for (at, cut) in edges.iter().enumerate() {
            if cut.colour == own || cut.colour == b'g' {
                let mut after = edges.clone();
                after.remove(at);
                options.push(encode(&standing(&after)));
            }
        }
        options
    }

    fn components(&self, position: &Position) -> Vec<Position> {
        pictures(&decode(position)).iter().map(|picture| encode(picture)).collect()
    }

    fn canonical(&self, position: Position) -> Position {
        encode(&relabelled(decode(&position)))
    }
}

fn encode(edges: &[Edge]) -> Position {
    let bytes = |edge: &Edge| {
        let [a, b] = edge.ends.map(u16::to_be_bytes);
        [a[0], a[1], edge.colour, b[0], b[1]]
    };
    Position::new(edges.iter().flat_map(bytes).collect())
}

fn decode(position: &Position) -> Vec<Edge> {
    let edge = |bytes: &[u8]| {
        let node = |at: usize| u16::from_be_bytes([bytes[at], bytes[at + 1]]);
        Edge { ends: [node(0), node(3)], colour: bytes[2] }
    };
    position.bytes().chunks_exact(5).map(edge).collect()
}

fn node_count(edges: &[Edge]) -> usize {
    usize::from(edges.iter().flat_map(|edge| edge.ends).max().unwrap_or(GROUND)) + 1
}

/// The edges that are connected to the ground.
fn standing(edges: &[Edge]) -> Vec<Edge> {
    let mut connected = Classes::new(node_count(edges));
    for edge in edges {
        connected.join(edge.ends[0].into(), edge.ends[1].into());
    }
    let ground = connected.of(GROUND.into());
    edges.iter().copied().filter(|edge| connected.of(edge.ends[0].into()) == ground).collect()
}

/// The edges sorted into parts that have only the ground in common.
fn pictures(edges: &[Edge]) -> Vec<Vec<Edge>> {
    let mut connected = Classes::new(node_count(edges));
    for edge in edges.iter().filter(|edge| !edge.ends.contains(&GROUND)) {
        connected.join(edge.ends[0].into(), edge.ends[1].into());
    }
    let mut parts: BTreeMap<usize, Vec<Edge>> = BTreeMap::new();
    let mut loops = Vec::new();
    for &edge in edges {
        match edge.ends.into_iter().max() {
            Some(node) if node != GROUND => parts.entry(connected.of(node.into())).or_default().push(edge),
            _ => loops.push(vec![edge]),
        }
    }
    parts.into_values().chain(loops).collect()
}

/// The colours of a picture from the ground up, if it is a stalk.
fn stalk(picture: &[Edge]) -> Option<String> {
    let mut rest = picture.to_vec();
    let mut colours = String::new();
    let mut top = GROUND;
    while !rest.is_empty() {
        let mut next = rest.iter().enumerate().filter(|(_, edge)| edge.ends.contains(&top));
        let (at, edge) = next.next()?;
        let other_end = edge.ends[usize::from(edge.ends[0] == top)];
        if next.next().is_some() || edge.ends == [top, top] || other_end == GROUND {
            return None;
        }
        colours.push(char::from(edge.colour));
        top = other_end;
        rest.remove(at);
    }
    Some(colours)
}

/// The picture with its nodes numbered by how they lie in it.
fn relabelled(mut edges: Vec<Edge>) -> Vec<Edge> {
    // The rest of a numbered stalk is numbered already: stalks are long.
    if edges.iter().zip(1..).all(|(edge, node)| edge.ends == [node - 1, node]) {
        return edges;
    }
    // A loop is cut, and falls, as an edge to a node of its own would be.
    let mut nodes = node_count(&edges);
    for edge in edges.iter_mut().filter(|edge| edge.ends[0] == edge.ends[1]) {
        edge.ends[1] = label(nodes);
        nodes += 1;
    }
    let mut neighbours: Vec<Vec<(u8, usize)>> = vec![Vec::new(); nodes];
    for edge in &edges {
        let [a, b] = edge.ends.map(usize::from);
        neighbours[a].push((edge.colour, b));
        neighbours[b].push((edge.colour, a));
    }
    let labels = labels(&neighbours, edges.len());
    for edge in &mut edges {
        edge.ends = edge.ends.map(|node| label(labels[usize::from(node)]));
        edge.ends.sort_unstable();
    }
    edges.sort_unstable();
    edges
}

fn label(number: usize) -> u16 {
    u16::try_from(number).expect("there are at most MOST_EDGES edges, and not many more nodes")
}

fn read_stalks(text: &str) -> Result<Vec<Edge>, ParseError> {
    let mut edges = Vec::new();
    let mut nodes = GROUND;
    for part in parts(text, &['/', ',']) {
        if part.is_empty() {
            return Err(unexpected(text, part.start, "a stalk of edges `b`, `r`, `g`"));
        }
        let mut top = GROUND;
        for (at, c) in text[part.clone()].char_indices() {
            let at = part.start + at;
            let Some(colour) = colour(c) else {
                return Err(unexpected(text, at, "an edge `b`, `r`, `g`, or `/`"));
            };
            check_count(text, edges.len() + 1)?;
            nodes += 1;
            edges.push(Edge { ends: [top, nodes], colour });
            top = nodes;
        }
    }
    Ok(edges)
}

/// Reads edges that hang together with the ground; the nodes are numbered anew, in
/// the same order.
fn read_graph(text: &str) -> Result<Vec<Edge>, ParseError> {
    let mut edges = Vec::new();
    let mut places = Vec::new();
    for part in parts(text, &[' ', '\n', '\t', ',', '/']).filter(|part| !part.is_empty()) {
        check_count(text, edges.len() + 1)?;
        edges.push(read_edge(text, part.clone())?);
        places.push(part);
    }
    let mut numbers: Vec<u16> = edges.iter().flat_map(|edge| edge.ends).chain([GROUND]).collect();
    numbers.sort_unstable();
    numbers.dedup();
    for node in edges.iter_mut().flat_map(|edge| &mut edge.ends) {
        let rank = numbers.binary_search(node).expect("all nodes are among the numbers");
        *node = u16::try_from(rank).expect("ranks are not larger than numbers");
    }
    let standing = standing(&edges);
    if let Some(at) = edges.iter().position(|edge| !standing.contains(edge)) {
        let message = "this edge is not connected to the ground, node 0".to_owned();
        return Err(other(text, places[at].clone(), message, None));
    }
    Ok(edges)
}

fn read_edge(text: &str, part: Range<usize>) -> Result<Edge, ParseError> {
    let (first, a) = read_number(text, part.clone(), LARGEST_NODE, "the number of a node")?;
    let rest = first.end..part.end;
    let Some(colour) = text[rest.clone()].chars().next().and_then(colour) else {
        return Err(unexpected(text, rest.start, "a colour `b`, `r` or `g`"));
    };
    let (second, b) = read_number(text, rest.start + 1..part.end, LARGEST_NODE, "the number of a node")?;
    if second.end < part.end {
        return Err(unexpected(text, second.end, "a space or the end"));
    }
    Ok(Edge { ends: [a, b], colour })
}

fn colour(c: char) -> Option<u8> {
    let colour = u8::try_from(c.to_ascii_lowercase()).ok()?;
    b"brg".contains(&colour).then_some(colour)
}

fn check_count(text: &str, edges: usize) -> Result<(), ParseError> {
    if edges > MOST_EDGES {
        let message = format!("there are too many edges: write at most {MOST_EDGES}");
        return Err(other(text, 0..text.trim_end().len(), message, None));
    }
    Ok(())
}
