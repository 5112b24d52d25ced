//! Numbers for the nodes of a graph that depend as little as possible on how the graph
//! was numbered before.

/// The neighbours of each node, each with the colour of the edge.
type Neighbours = [Vec<(u8, usize)>];

/// The most nodes that are singled out in a graph that is not a tree: each costs several
/// visits all edges.
const MOST_SINGLED_OUT: usize = 12;

/// New numbers, from 0 without gaps, for the nodes that are connected to node 0, which
/// stays 0. Graphs that differ only in their numbers mostly get the same edges, and trees
/// always do.
pub(super) fn labels(neighbours: &Neighbours, edge_count: usize) -> Vec<usize> {
    let levels = levels(neighbours);
    let node_count: usize = levels.iter().map(Vec::len).sum();
    if node_count == edge_count + 1 {
        tree_labels(neighbours, &levels)
    } else {
        graph_labels(neighbours, &levels)
    }
}

/// The nodes by their distance from node 0.
fn levels(neighbours: &Neighbours) -> Vec<Vec<usize>> {
    let mut is_reached = vec![false; neighbours.len()];
    is_reached[0] = true;
    let mut levels = vec![vec![0]];
    loop {
        let mut next = Vec::new();
        for &node in levels.last().expect("there is level 0") {
            for &(_, neighbour) in &neighbours[node] {
                if !std::mem::replace(&mut is_reached[neighbour], true) {
                    next.push(neighbour);
                }
            }
        }
        if next.is_empty() {
            return levels;
        }
        levels.push(next);
    }
}

/// Labels for the nodes of a tree that depend only on how the branches above them look.
fn tree_labels(neighbours: &Neighbours, levels: &[Vec<usize>]) -> Vec<usize> {
    let mut level_of = vec![0; neighbours.len()];
    for (level, nodes) in levels.iter().enumerate() {
        nodes.iter().for_each(|&node| level_of[node] = level);
    }
    // The rank of a node in its level: nodes whose branches look the same share a rank.
    let mut ranks = vec![0; neighbours.len()];
    let is_above = |node: usize, next: usize| level_of[next] > level_of[node];
    let upwards = |node: usize| neighbours[node].iter().filter(move |(_, next)| is_above(node, *next));
    for nodes in levels.iter().rev() {
        let view = |&node: &usize| {
            let mut view: Vec<_> = upwards(node).map(|&(colour, next)| (colour, ranks[next])).collect();
            view.sort_unstable();
            (view, node)
        };
        let mut views: Vec<_> = nodes.iter().map(view).collect();
        views.sort_unstable();
        rank(&views, &mut ranks);
    }
    let mut labels = vec![0; neighbours.len()];
    let mut order = vec![0];
    let mut at = 0;
    while let Some(&node) = order.get(at) {
        labels[node] = at;
        at += 1;
        let mut above: Vec<_> = upwards(node).map(|&(colour, next)| (colour, ranks[next], next)).collect();
        above.sort_unstable();
        order.extend(above.into_iter().map(|(_, _, next)| next));
    }
    labels
}

fn graph_labels(neighbours: &Neighbours, levels: &[Vec<usize>]) -> Vec<usize> {
    let mut labels = vec![0; neighbours.len()];
    for (level, nodes) in levels.iter().enumerate() {
        nodes.iter().for_each(|&node| labels[node] = level);
    }
    let nodes = levels.concat();
    refine(&mut labels, &nodes, neighbours);
    let in_order = |labels: &[usize]| {
        let mut order = nodes.clone();
        order.sort_unstable_by_key(|&node| (labels[node], node));
        order
    };
    for _ in 0..MOST_SINGLED_OUT {
        let order = in_order(&labels);
        let Some(pair) = order.windows(2).find(|pair| labels[pair[0]] == labels[pair[1]]) else { break };
        // Node 0 has the label 0 alone.
        nodes.iter().for_each(|&node| labels[node] *= 2);
        labels[pair[0]] -= 1;
        refine(&mut labels, &nodes, neighbours);
    }
    for (label, node) in in_order(&labels).into_iter().enumerate() {
        labels[node] = label;
    }
    labels
}

/// Tells nodes of the same label apart by the labels of their neighbours, as far as
/// possible. The order of the labels stays, and labels count from 0 without gaps.
fn refine(labels: &mut [usize], nodes: &[usize], neighbours: &Neighbours) {
    let mut count = 0;
    loop {
        let view = |&node: &usize| {
            let mut around: Vec<_> =
                neighbours[node].iter().map(|&(colour, next)| (colour, labels[next])).collect();
            around.sort_unstable();
            ((labels[node], around), node)
        };
        let mut views: Vec<_> = nodes.iter().map(view).collect();
        views.sort_unstable();
        let refined = rank(&views, labels);
        if refined == count {
            return;
        }
        count = refined;
    }
}

/// Ranks nodes by their views, from 0, and returns the number of different views. The
/// views are in ascending order.
fn rank<T: PartialEq>(views: &[(T, usize)], ranks: &mut [usize]) -> usize {
    let mut rank = 0;
    for (at, (view, node)) in views.iter().enumerate() {
        if at > 0 && *view != views[at - 1].0 {
            rank += 1;
        }
        ranks[*node] = rank;
    }
    rank + 1
}
