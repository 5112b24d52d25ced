//! Statements in the notation of the papers.

use crate::certificate::{Certificate, Node, NodeNumber, Player, Statement, UniverseName};

/// The longest form that is written out, in characters.
const ROOM: usize = 80;

/// The largest integer that is recognised.
const LARGEST_INTEGER: usize = 1000;

/// A statement as a person would write it, such as `{0,*|*} ≥ 0 modulo D`. Long
/// forms are cut. The certificate need not be a valid one.
#[must_use]
pub fn describe(certificate: &Certificate, statement: &Statement) -> String {
    let form = |node| form(&certificate.nodes, node, ROOM);
    let list = |nodes: &[NodeNumber]| {
        let (shown, rest) = nodes.split_at(nodes.len().min(4));
        let mut names: Vec<String> =
            shown.iter().map(|&node| self::form(&certificate.nodes, node, 60)).collect();
        names.extend(rest.first().map(|_| "…".to_owned()));
        names.join(",")
    };
    let universe = match certificate.universe.name {
        UniverseName::Generated => format!("D({})", list(&certificate.universe.generators)),
        other => format!("{other:?}"),
    };
    let modulo = match certificate.universe.name {
        UniverseName::N => "in normal play".to_owned(),
        _ => format!("modulo {universe}"),
    };
    match statement {
        &Statement::Ge(g, h) => format!("{} ≥ {} {modulo}", form(g), form(h)),
        &Statement::NotGe(g, h) => format!("{} ≱ {} {modulo}", form(g), form(h)),
        &Statement::Strong(g, player) => format!("{} is {player} {universe}-strong", form(g)),
        &Statement::NotStrong(g, player) => format!("{} is not {player} {universe}-strong", form(g)),
        &Statement::Member(x) => format!("{} is in {universe}", form(x)),
        &Statement::Outcome(g, outcome) => match certificate.universe.name {
            UniverseName::N => format!("{} has outcome {outcome:?} in normal play", form(g)),
            _ => format!("{} has outcome {outcome:?}", form(g)),
        },
        &Statement::Simplest(g, k) => format!("{} has the simplest form {} {modulo}", form(g), form(k)),
        &Statement::Invertible(g) => format!("{} plus its conjugate equals 0 {modulo}", form(g)),
        &Statement::NotInvertible(g) => format!("{} plus its conjugate does not equal 0 {modulo}", form(g)),
        &Statement::Equal(g, h) => format!("{} = {} {modulo}", form(g), form(h)),
        &Statement::NotEqual(g, h) => format!("{} ≠ {} {modulo}", form(g), form(h)),
        Statement::TestSet(n, set) => format!("{} test strength {modulo} for rank {n}", list(set)),
    }
}

/// What is still to be written.
enum Item<'a> {
    Form(NodeNumber),
    /// The rest of one side, whether something of it is written, and the tombstone.
    Side(&'a [NodeNumber], bool, bool),
    Text(char),
}

fn form(nodes: &[Node], number: NodeNumber, room: usize) -> String {
    let mut out = String::new();
    let mut pending = vec![Item::Form(number)];
    while let Some(item) = pending.pop() {
        if out.chars().count() > room {
            out.push('…');
            break;
        }
        match item {
            Item::Text(text) => out.push(text),
            Item::Form(number) => match (nodes.get(number as usize), name(nodes, number)) {
                (None, _) => out.push('?'),
                (_, Some(name)) => out.push_str(&name),
                (Some(node), None) => {
                    let side = |player| Item::Side(node.options(player), false, node.has_tombstone(player));
                    let (left, right) = (side(Player::Left), side(Player::Right));
                    pending.extend([Item::Text('}'), right, Item::Text('|'), left, Item::Text('{')]);
                }
            },
            Item::Side([first, rest @ ..], begun, tombstone) => {
                pending.extend([Item::Side(rest, true, tombstone), Item::Form(*first)]);
                pending.extend(begun.then_some(Item::Text(',')));
            }
            Item::Side([], begun, true) => out.push_str(if begun { ",#" } else { "#" }),
            Item::Side([], begun, false) => out.push_str(if begun { "" } else { "·" }),
        }
    }
    out
}

/// The name of an integer, or of *.
fn name(nodes: &[Node], number: NodeNumber) -> Option<String> {
    let sides = |number: NodeNumber| {
        let node = nodes.get(number as usize).filter(|node| node.t.is_none())?;
        Some((node.l.as_slice(), node.r.as_slice()))
    };
    let is_zero = |number| matches!(sides(number), Some(([], [])));
    match sides(number)? {
        ([], []) => return Some("0".to_owned()),
        ([left], [right]) if is_zero(*left) && is_zero(*right) => return Some("*".to_owned()),
        _ => {}
    }
    for (player, sign) in [(Player::Left, ""), (Player::Right, "-")] {
        let mut rest = number;
        for n in 0..=LARGEST_INTEGER {
            let (own, other) = sides(rest).map(|(left, right)| player.orient(left, right))?;
            match (own, other) {
                ([], []) => return Some(format!("{sign}{n}")),
                (&[next], []) => rest = next,
                _ => break,
            }
        }
    }
    None
}
