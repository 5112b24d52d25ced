//! Boards.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::sync::Arc;

use misere_core::{Budget, Limits};
use misere_draw::{Board, Cell, Fill, Shape, Stroke, draw_board, draw_hackenbush, draw_heaps};

/// A budget that suffices.
fn budget() -> Arc<Budget> {
    Arc::new(Budget::new(Limits::default()))
}

fn count(board: &Board, wanted: impl Fn(&Shape) -> bool) -> usize {
    draw_board(board).shapes().iter().filter(|s| wanted(s)).count()
}

#[test]
fn every_side_of_a_cell_is_drawn_once() {
    let lines = |text: &str| count(&Board::from_lines(text), |s| matches!(s, Shape::Line { .. }));
    assert_eq!(lines("."), 4);
    assert_eq!(lines(".."), 7);
    assert_eq!(lines("..\n.."), 12);
    // A cell that is missing has only the sides of its neighbours.
    assert_eq!(lines("..\n. "), 10);
    assert_eq!(lines(" .\n. "), 8);
    assert_eq!(lines(" ."), 4);
}

#[test]
fn stones_signs_and_dominoes_are_drawn() {
    let board = Board { dominoes: vec![[(0, 0), (1, 0)]], ..Board::from_lines("xo#\n.aL") };
    let dots = |fill| count(&board, move |s| matches!(s, Shape::Dot { fill: f, .. } if *f == fill));
    assert_eq!((dots(Fill::Black), dots(Fill::White)), (2, 1));
    assert_eq!(count(&board, |s| matches!(s, Shape::Text { label, .. } if label.unicode == "a")), 1);
    let tall = |s: &Shape| matches!(s, Shape::Rectangle { width, height, .. } if *height > 1.5 * width);
    assert_eq!(count(&board, tall), 1);
    assert_eq!(Cell::from('.'), Cell::Empty);
}

#[test]
fn a_heap_has_its_counters_and_its_number() {
    let scene = draw_heaps(&[3, 5, 7, 10_000]);
    let counters = scene.shapes().iter().filter(|s| matches!(s, Shape::Dot { .. })).count();
    assert_eq!(counters, 3 + 5 + 7 + 16);
    let text = |s: &Shape| if let Shape::Text { label, .. } = s { Some(label.unicode.clone()) } else { None };
    let texts: Vec<String> = scene.shapes().iter().filter_map(text).collect();
    assert_eq!(texts, ["3", "5", "7", "…", "10000"]);
    common::assert_nothing_overlaps(&scene, "counters and numbers");
    assert!(draw_heaps(&[]).shapes().is_empty());
}

#[test]
fn hackenbush_stands_on_the_ground_and_every_edge_is_seen() {
    // Two edges between nodes 1 and 2, a loop at 2, a loop on the ground, and a stalk.
    let edges = [
        ([0, 1], Stroke::Blue),
        ([1, 2], Stroke::Red),
        ([2, 1], Stroke::Green),
        ([2, 2], Stroke::Blue),
        ([0, 0], Stroke::Red),
        ([0, 3], Stroke::Green),
        ([1, 3], Stroke::Blue),
    ];
    let scene = draw_hackenbush(&edges, &budget()).unwrap();
    let mut seen: Vec<(Stroke, String)> = Vec::new();
    for shape in scene.shapes() {
        if let Shape::Line { stroke, .. } | Shape::Curve { stroke, .. } = shape {
            assert!(shape.bounds().max.y <= 0.0, "{shape:?} is below the ground");
            assert!(shape.bounds().width() + shape.bounds().height() > 1.0);
            let how = format!("{shape:?}").replace(&format!("{stroke:?}"), "");
            assert!(seen.iter().all(|(_, other)| *other != how), "{shape:?} hides another edge");
            seen.push((*stroke, how));
        }
    }
    for colour in [Stroke::Blue, Stroke::Red, Stroke::Green] {
        let wanted = edges.iter().filter(|(_, stroke)| *stroke == colour).count();
        assert_eq!(seen.iter().filter(|(stroke, _)| *stroke == colour).count(), wanted);
    }
    let nodes = scene.shapes().iter().filter(|s| matches!(s, Shape::Dot { .. })).count();
    assert_eq!((nodes, seen.len()), (3, edges.len() + 1), "the ground is a line too");
    assert!(draw_hackenbush(&[], &budget()).unwrap().shapes().is_empty());
}
