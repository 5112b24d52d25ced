//! Boards.
#![allow(clippy::unwrap_used, reason = "tests")]

use misere_draw::{Board, Cell, Fill, Shape, draw_board};

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
