//! Random and mutated input: nothing panics, and accepted claims are true.

mod common;

use misere_check::{Certificate, Node, Outcome, Player, Statement, UniverseName, check, fuzz_one};
use proptest::prelude::*;

/// Whether the player who is to move wins g + x, by the rules, without any memory.
fn wins(nodes: &[Node], g: u32, x: u32, mover: Player, normal: bool) -> bool {
    let end_like = |g: u32| {
        let node = &nodes[g as usize];
        node.options(mover).is_empty() || node.has_tombstone(mover)
    };
    let loses_next = |g, x| !wins(nodes, g, x, mover.opponent(), normal);
    (!normal && end_like(g) && end_like(x))
        || nodes[g as usize].options(mover).iter().any(|&option| loses_next(option, x))
        || nodes[x as usize].options(mover).iter().any(|&option| loses_next(g, option))
}

/// The dicots by day 2, which are in every universe, after the given nodes.
fn with_dicots(nodes: &[Node]) -> (Vec<Node>, Vec<u32>) {
    let mut nodes = nodes.to_vec();
    let zero = nodes.len() as u32;
    nodes.extend([Node::default(), Node { l: vec![zero], r: vec![zero], t: None }]);
    let sides = [vec![zero], vec![zero + 1], vec![zero, zero + 1]];
    for l in &sides {
        nodes.extend(sides.iter().map(|r| Node { l: l.clone(), r: r.clone(), t: None }));
    }
    let dicots = (zero..nodes.len() as u32).collect();
    (nodes, dicots)
}

/// Whether play agrees with a statement, as far as it can tell.
fn is_plausible(certificate: &Certificate, statement: &Statement) -> bool {
    let normal = certificate.universe.name == UniverseName::N;
    let (nodes, dicots) = with_dicots(&certificate.nodes);
    let zero = dicots[0];
    let left_wins = |g, x, starter: Player| wins(&nodes, g, x, starter, normal) == (starter == Player::Left);
    let all = |test: &dyn Fn(u32, Player) -> bool| {
        dicots.iter().all(|&x| Player::BOTH.iter().all(|&starter| test(x, starter)))
    };
    match *statement {
        Statement::Ge(g, h) => all(&|x, p| left_wins(g, x, p) || !left_wins(h, x, p)),
        Statement::Simplest(g, k) => all(&|x, p| left_wins(g, x, p) == left_wins(k, x, p)),
        Statement::Equal(g, h) => {
            // Of the dicots only 0 and * are impartial for certain.
            dicots[..2].iter().all(|&x| left_wins(g, x, Player::Left) == left_wins(h, x, Player::Left))
        }
        Statement::Strong(g, player) => wins(&nodes, g, zero, player, normal),
        Statement::Outcome(g, outcome) => {
            let seen = Player::BOTH.map(|starter| left_wins(g, zero, starter));
            seen == match outcome {
                Outcome::L => [true, true],
                Outcome::N => [true, false],
                Outcome::P => [false, true],
                Outcome::R => [false, false],
            }
        }
        Statement::NotGe(g, h) | Statement::NotEqual(g, h) => g != h,
        _ => true,
    }
}

/// A change at a place: the place is taken modulo the length.
#[derive(Clone, Debug)]
enum Mutation {
    Replace(usize, u8),
    /// Another digit in place of the n-th digit.
    Digit(usize, u8),
    Delete(usize, usize),
    Repeat(usize, usize),
    /// The n-th of these words in place of another.
    Word(usize, usize),
}

const WORDS: [&str; 16] = [
    r#""Left""#,
    r#""Right""#,
    r#""L""#,
    r#""R""#,
    r#""l""#,
    r#""r""#,
    r#""ge""#,
    r#""not_ge""#,
    r#""M""#,
    r#""D""#,
    r#""E""#,
    r#""B""#,
    r#""same""#,
    r#""play""#,
    r#""end_like""#,
    r#""definition""#,
];

fn mutation() -> impl Strategy<Value = Mutation> {
    let place = any::<prop::sample::Index>().prop_map(|index| index.index(1 << 20));
    prop_oneof![
        1 => (place.clone(), any::<u8>()).prop_map(|(at, byte)| Mutation::Replace(at, byte)),
        6 => (place.clone(), b'0'..=b'9').prop_map(|(at, digit)| Mutation::Digit(at, digit)),
        1 => (place.clone(), 1..6_usize).prop_map(|(at, length)| Mutation::Delete(at, length)),
        1 => (place.clone(), 1..6_usize).prop_map(|(at, length)| Mutation::Repeat(at, length)),
        3 => (place.clone(), place).prop_map(|(at, word)| Mutation::Word(at, word)),
    ]
}

fn mutated(mut data: Vec<u8>, mutations: &[Mutation]) -> Vec<u8> {
    for mutation in mutations {
        if data.is_empty() {
            break;
        }
        let length = data.len();
        let span = |at: usize, size: usize| at % length..(at % length + size).min(length);
        match *mutation {
            Mutation::Replace(at, byte) => data[at % length] = byte,
            Mutation::Digit(at, digit) => {
                let digits: Vec<usize> = (0..length).filter(|&i| data[i].is_ascii_digit()).collect();
                if !digits.is_empty() {
                    data[digits[at % digits.len()]] = digit;
                }
            }
            Mutation::Delete(at, size) => {
                data.drain(span(at, size));
            }
            Mutation::Repeat(at, size) => {
                let copy = data[span(at, size)].to_vec();
                data.splice(at % length..at % length, copy);
            }
            Mutation::Word(at, word) => {
                let text = String::from_utf8_lossy(&data).into_owned();
                let found: Vec<(usize, &str)> =
                    WORDS.iter().flat_map(|word| text.match_indices(word)).collect();
                if !found.is_empty() {
                    let (start, old) = found[at % found.len()];
                    data.splice(start..start + old.len(), WORDS[word % WORDS.len()].bytes());
                }
            }
        }
    }
    data
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_do_not_panic(data in prop::collection::vec(any::<u8>(), 0..200)) {
        fuzz_one(&data);
    }

    #[test]
    fn what_is_accepted_after_mutation_is_still_true(
        which in any::<prop::sample::Index>(),
        mutations in prop::collection::vec(mutation(), 0..5),
    ) {
        let valid = common::valid();
        let (_, json, _) = &valid[which.index(valid.len())];
        let data = mutated(json.clone().into_bytes(), &mutations);
        fuzz_one(&data);
        if let Ok(certificate) = Certificate::from_json(&data)
            && check(&certificate).is_ok()
        {
            for step in &certificate.steps {
                prop_assert!(is_plausible(&certificate, &step.claim), "{:?}", step.claim);
            }
        }
    }
}
