//! Konane.

use misere_core::Player;

use super::Told;
use super::boards::{
    BoardGame, EMPTY, LEFT, Place, RIGHT, STRAIGHT, Step, at, cut_out, go, index, stone, stones,
};
use crate::classes::Classes;
use crate::grid::Grid;

impl BoardGame {
    /// Konane.
    #[must_use]
    pub fn konane() -> BoardGame {
        let told = Told {
            name: "konane",
            title: "Konane",
            rules: "A stone jumps horizontally or vertically over a stone of the opponent on the next cell \
                    onto the empty cell behind it, and the stone jumped over is removed. In the same move it \
                    may go on jumping in the same direction. There are no other moves.",
            source: "traditional, Hawaii; M. D. Ernst, Playing Konane mathematically, 1995",
            syntax: "rows of cells with `/` between them: x for Left's stones, o for Right's, . for empty \
                     cells, # for cells that are not part of the board",
            examples: &["xo.", "xoxo/ox.x", "x.xo/o.o."],
            home: (
                "M",
                "Jumps bring stones next to each other and clear the way. A player without a move may come to \
                 have several in a row: Left in ox.xoxxx.",
            ),
        };
        BoardGame::new(told, options, parts)
    }
}

fn options(grid: &Grid, player: Player) -> Vec<Grid> {
    let mut options = Vec::new();
    for from in stones(grid, player) {
        for step in STRAIGHT {
            let mut after = grid.clone();
            let mut here = from;
            while let Some([_, over, to]) = jump(grid, here, step) {
                if at(&after, over) != stone(player.opponent()) || at(&after, to) != EMPTY {
                    break;
                }
                for (row, column) in [here, over] {
                    after.set(row, column, EMPTY);
                }
                after.set(to.0, to.1, stone(player));
                options.push(after.clone());
                here = to;
            }
        }
    }
    options
}

/// The cells of a jump, if they are all on the rectangle.
fn jump(grid: &Grid, from: Place, step: Step) -> Option<[Place; 3]> {
    Some([from, go(grid, from, step, 1)?, go(grid, from, step, 2)?])
}

/// The parts of a board: cells belong together if they take part in one jump that may
/// ever be possible.
///
/// The possible contents of a cell are found from above, as if every cell could be all that it
/// may be at the same time. All that a jump reads and changes is then in one part, and
/// no jump is possible outside the parts.
fn parts(grid: &Grid) -> Vec<Grid> {
    let mut may_be: Vec<[bool; 3]> =
        grid.places().map(|(_, cell)| [LEFT, RIGHT, EMPTY].map(|kind| kind == cell)).collect();
    let empty = 2;
    let mut together = Classes::new(may_be.len());
    let mut jumps_here = vec![false; may_be.len()];
    loop {
        let before = may_be.clone();
        for (place, _) in grid.places() {
            for cells in STRAIGHT.into_iter().filter_map(|step| jump(grid, place, step)) {
                let [from, over, to] = cells.map(|cell| index(grid, cell));
                for player in Player::BOTH {
                    let (own, enemy) = (player.index(), player.opponent().index());
                    if may_be[from][own] && may_be[over][enemy] && may_be[to][empty] {
                        (may_be[from][empty], may_be[over][empty], may_be[to][own]) = (true, true, true);
                        together.join(from, over);
                        together.join(from, to);
                        jumps_here[from] = true;
                    }
                }
            }
        }
        if may_be == before {
            return cut_out(grid, together, |place| jumps_here[index(grid, place)]);
        }
    }
}
