//! Rules files: what each clause means, and the messages for mistakes.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use misere_core::{Budget, Limits, Player};
use misere_notation::UniverseNames;
use misere_rulesets::{PositionGraph, Rewriting, RulesFileError, Ruleset, Unexplored};

fn rules(text: &str) -> Rewriting {
    Rewriting::read("test", text).unwrap()
}

fn options(rules: &Rewriting, board: &str, player: Player) -> Vec<String> {
    let board = rules.read(board).unwrap();
    let mut found: Vec<String> = rules.options(&board, player).iter().map(|o| rules.write(o)).collect();
    found.sort();
    found
}

fn components(rules: &Rewriting, board: &str) -> Vec<String> {
    let board = rules.read(board).unwrap();
    let mut found: Vec<String> = rules.components(&board).iter().map(|part| rules.write(part)).collect();
    found.sort();
    found
}

/// A program with one universe, D.
struct OnlyD;

impl UniverseNames for OnlyD {
    fn knows(&self, name: &str) -> bool {
        name == "D"
    }

    fn takes_generators(&self, _: &str) -> bool {
        false
    }

    fn help(&self) -> Option<String> {
        None
    }
}

#[test]
fn mistakes_are_pointed_at() {
    for (text, message) in [
        ("left xo ->", "at character 11: expected the cells after the move, found the end of the line"),
        ("left xo => .x", "at character 9: expected `->`, found `=>`"),
        (
            "left xo -> .x.",
            "at character 12: the drawings before and after must have the same size: 1x2 and 1x3",
        ),
        (
            "left xo/x -> .x/o",
            "at character 9: row 2 has 1 cells and the first row has 2: all rows must be equally long",
        ),
        ("left xo -> xo", "at character 12: the move changes nothing, so that play would not end"),
        (
            "board .\nleft . -> x unless beside o",
            "at line 2, character 20: expected `next`, as in `unless next to x`, found `beside`",
        ),
        (
            "left xo -> .x spinning",
            "at character 15: expected `turned`, `mirrored`, `when next to`, `unless next to` or \
             `exchanging`, found `spinning`",
        ),
        ("right as left", "at character 1: Left has no patterns of their own to copy"),
        ("game Nothing", "at character 13: nobody has a move"),
        ("", "at character 1: nobody has a move"),
        (
            "lift xo -> .x",
            "at character 1: expected `left`, `right`, `both`, `board`, `cells`, `diagonals`, `universe`, \
             `game`, `about`, `source` or `example`, found `lift`",
        ),
        (
            "left x? -> ?x",
            "at character 12: `?` is a cell that is not examined: it must stand on both sides of `->`",
        ),
        (
            "left x. -> .x\nexample x.q",
            "at line 2, character 11: expected a cell (`x`, `.`) or `/`, found `q`",
        ),
        (
            "left x. -> .x\nuniverse Q",
            "at line 2, character 10: not a universe: at character 1: unknown name `Q`",
        ),
        ("left é. -> .é", "at character 6: expected a cell"),
    ] {
        let error = Rewriting::read_with("test", text, &OnlyD).map(|_| ()).unwrap_err();
        assert!(error.to_string().starts_with(message), "{text:?}\n{error}");
    }
}

#[test]
fn a_game_that_need_not_end_is_refused_with_a_cycle() {
    for (text, cycle) in [
        ("left a -> b\nright b -> a", vec!["b", "a"]),
        ("left x. -> .x turned", vec![".x", "x."]),
        ("left a -> b\nleft b -> c\nright c -> a", vec!["b", "c", "a"]),
    ] {
        let Err(RulesFileError::Endless(found)) = Rewriting::read("test", text) else {
            panic!("{text} is taken");
        };
        let mut sorted = (found.clone(), cycle);
        sorted.0.sort();
        sorted.1.sort_unstable();
        assert_eq!(sorted.0, sorted.1, "{text}");
    }
}

/// A cycle that needs a board too large to look for it beforehand is found when the
/// position is explored.
#[test]
fn a_game_of_unknown_length_is_cut_off_at_run_time() {
    let text = "cells a b c d e f g h .\nleft a.......b -> b.......a\nright b.......a -> a.......b";
    let rules = Arc::new(rules(text));
    assert!(!rules.is_proved_to_end());
    let budget = Arc::new(Budget::new(Limits::default()));
    let mut graph = PositionGraph::new(rules.clone(), budget);
    let board = rules.read("a.......b").unwrap();
    let Err(Unexplored::Endless(cycle)) = graph.explore(&board) else { panic!("it was explored") };
    assert_eq!(cycle.len(), 2);
    // The position is still refused when it is asked for again.
    assert!(matches!(graph.explore(&board), Err(Unexplored::Endless(_))));
    let short = rules.read("a..b").unwrap();
    assert!(graph.explore(&short).is_ok());
}

#[test]
fn drawings_turn_as_they_are_told() {
    let east = rules("left x. -> .x");
    assert_eq!(options(&east, ".../.x./...", Player::Left), [".../..x/..."]);
    let two = rules("left x. -> .o turned north and west");
    assert_eq!(options(&two, ".../.x./...", Player::Left), [".../o../...", ".o./.../..."]);
    let corner = rules("left x./?. -> .o/?o mirrored");
    assert_eq!(options(&corner, "x../...", Player::Left), [".o./.o."]);
    assert_eq!(options(&corner, ".x./...", Player::Left), ["..o/..o", "o../o.."]);
    let all = rules("left x./?. -> .o/?o turned mirrored");
    assert_eq!(options(&all, ".../.x./...", Player::Left).len(), 8);
    let copied = rules("left x. -> .o\nright as left, turned");
    assert_eq!(options(&copied, "./x", Player::Right), ["o/."]);
}

#[test]
fn conditions_look_at_the_neighbours() {
    let col = rules("board .\nleft . -> x unless next to x\nright as left, exchanging x and o");
    assert_eq!(options(&col, "x..", Player::Left), ["x.x"]);
    assert_eq!(options(&col, "x..", Player::Right), ["x.o", "xo."]);
    let follow = rules("left . -> x when next to x or o");
    assert_eq!(options(&follow, "...o", Player::Left), ["..xo"]);
    assert_eq!(options(&follow, "o./..", Player::Left), ["o./x.", "ox/.."]);
    let touching = rules("diagonals touch\nleft . -> x when next to x or o");
    assert_eq!(options(&touching, "o./..", Player::Left), ["o./.x", "o./x.", "ox/.."]);
}

/// A cell that never changes separates others, but goes with the cells it constrains.
#[test]
fn boards_split_where_nothing_reaches() {
    let domineering = rules("board .\nleft ./. -> #/#\nright .. -> ##");
    assert_eq!(components(&domineering, "..#.../#.#..#"), [".../.. ", "../ ."]);
    assert_eq!(components(&domineering, ".#./#.#"), [""; 0]);
    let snort = rules("board .\nleft . -> x unless next to o\nright as left, exchanging x and o");
    // The stone in the middle is next to both sides, and keeps Right out of both.
    assert_eq!(components(&snort, ".x."), [".x", "x."]);
    assert_eq!(components(&snort, "xo"), [""; 0]);
    assert_eq!(components(&snort, "x.o"), [""; 0]);
    let toads = rules("left T. -> .T\nleft TF. -> .FT\nright as left, mirrored, exchanging T and F");
    assert_eq!(components(&toads, "TTFF"), [""; 0]);
    assert_eq!(components(&toads, ".T/T."), ["T."]);
}

#[test]
fn the_five_line_file_of_the_readme_reads() {
    let text = "
# Clobber, in which stones also clobber diagonally
game   King's Clobber
board  xo/ox
left   xo -> .x    turned
left   x?/?o -> .?/?x  turned
right  as left, exchanging x and o
universe D because an x and an o that touch let both players move
example 2x2
";
    let game = rules(text);
    assert!(game.is_proved_to_end());
    assert_eq!(game.description().title, "King's Clobber");
    assert_eq!(options(&game, "x./.o", Player::Left), ["../.x"]);
    assert_eq!(options(&game, "x./.o", Player::Right), ["o./.."]);
    assert_eq!(options(&game, "2x2", Player::Left).len(), 4);
}
