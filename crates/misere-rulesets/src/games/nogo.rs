//! `NoGo`.

use misere_core::Player;

use super::Told;
use super::boards::{BoardGame, EMPTY, MISSING, Place, STRAIGHT, at, cut_out, go, index, regions, stone};
use crate::classes::Classes;
use crate::grid::Grid;

impl BoardGame {
    /// `NoGo`.
    #[must_use]
    pub fn nogo() -> BoardGame {
        let told = Told {
            name: "nogo",
            title: "NoGo",
            rules: "A move places a stone of the player's colour on an empty cell. Afterwards every group of either \
                    colour must have a liberty: an empty cell next to one of its stones. A group is a set of \
                    stones of one colour that are connected horizontally and vertically.",
            source: "J. Moore, Anti-Atari Go, Sensei's Library, 2005; C.-W. Chou, O. Teytaud and S.-J. Yen, \
                     Revisiting Monte-Carlo tree search on a normal form game: NoGo, 2011",
            syntax: "rows of cells with `/` between them: x for Left's stones, o for Right's, . for empty \
                     cells, # for cells that are not part of the board; or the size of an empty board",
            examples: &["2x3", ".x./...", "x.o/.#."],
            home: (
                "E",
                "A cell that a player may not play on stays so: a group whose only liberty it is cannot grow \
                 but through this cell, and a cell without empty neighbours gets none. In .x. only Left can \
                 move.",
            ),
        };
        BoardGame {
            start: Some(EMPTY),
            fault: |grid| (!all_have_liberties(grid)).then_some("a group of stones has no liberty"),
            ..BoardGame::new(told, options, parts)
        }
    }
}

fn options(grid: &Grid, player: Player) -> Vec<Grid> {
    let placed = |((row, column), _): (Place, u8)| {
        let mut placed = grid.clone();
        placed.set(row, column, stone(player));
        placed
    };
    grid.places().filter(|(_, cell)| *cell == EMPTY).map(placed).filter(all_have_liberties).collect()
}

fn all_have_liberties(grid: &Grid) -> bool {
    let mut groups = Classes::new(grid.height() * grid.width());
    let neighbours = |place: Place| STRAIGHT.into_iter().filter_map(move |step| go(grid, place, step, 1));
    for (place, cell) in grid.places() {
        for next in neighbours(place).filter(|&next| at(grid, next) == cell) {
            groups.join(index(grid, place), index(grid, next));
        }
    }
    let mut is_free = vec![false; grid.height() * grid.width()];
    for (place, _) in grid.places() {
        if neighbours(place).any(|next| at(grid, next) == EMPTY) {
            is_free[groups.of(index(grid, place))] = true;
        }
    }
    grid.places()
        .all(|(place, cell)| matches!(cell, EMPTY | MISSING) || is_free[groups.of(index(grid, place))])
}

/// The regions of a board: groups and liberties do not reach over missing cells.
fn parts(grid: &Grid) -> Vec<Grid> {
    let parts = cut_out(grid, regions(grid, &STRAIGHT), |place| at(grid, place) == EMPTY);
    let is_alive = |part: &Grid| Player::BOTH.into_iter().any(|player| !options(part, player).is_empty());
    parts.into_iter().filter(is_alive).collect()
}
