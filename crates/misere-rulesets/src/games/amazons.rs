//! Amazons.

use misere_core::Player;

use super::Told;
use super::boards::{ALL_WAYS, BoardGame, EMPTY, MISSING, Place, at, cut_out, go, regions, stone, stones};
use crate::grid::Grid;

impl BoardGame {
    /// Amazons.
    #[must_use]
    pub fn amazons() -> BoardGame {
        let told = Told {
            name: "amazons",
            title: "Amazons",
            rules: "A player moves an amazon of their own as a queen moves in chess, through and onto empty \
                    cells. From there it shoots an arrow, which flies in the same way, perhaps onto or over \
                    the cell it has just left. The cell where the arrow lands is burnt for good.",
            source: "W. Zamkauskas, 1988; E. R. Berlekamp, Sums of N x 2 Amazons, 2000; R. G. Snatzke, \
                     Exhaustive search in the game Amazons, 2002",
            syntax: "rows of cells with `/` between them: x for Left's amazons, o for Right's, # for burnt \
                     cells, . for empty ones",
            examples: &["x..o", "x../..o", "x#./.o."],
            home: (
                "M",
                "An amazon that is shut in by others may be let out, and then have several moves in a row: \
                 Left's in xo./oo./...",
            ),
        };
        BoardGame::new(told, options, parts)
    }
}

fn options(grid: &Grid, player: Player) -> Vec<Grid> {
    let mut options = Vec::new();
    for from in stones(grid, player) {
        let mut without = grid.clone();
        without.set(from.0, from.1, EMPTY);
        for to in in_sight(&without, from) {
            let mut moved = without.clone();
            moved.set(to.0, to.1, stone(player));
            for arrow in in_sight(&moved, to) {
                let mut shot = moved.clone();
                shot.set(arrow.0, arrow.1, MISSING);
                options.push(shot);
            }
        }
    }
    options
}

/// The cells a queen can go to.
fn in_sight(grid: &Grid, from: Place) -> Vec<Place> {
    let mut seen = Vec::new();
    for step in ALL_WAYS {
        let ray = (1..).map_while(|times| go(grid, from, step, times));
        seen.extend(ray.take_while(|&place| at(grid, place) == EMPTY));
    }
    seen
}

/// The regions of cells that are not burnt, which no queen leaves. An amazon that can step
/// anywhere can also shoot: back to where it came from.
fn parts(grid: &Grid) -> Vec<Grid> {
    let is_free = |place: Place| {
        let is_amazon = !matches!(at(grid, place), EMPTY | MISSING);
        let mut around = ALL_WAYS.into_iter().filter_map(|step| go(grid, place, step, 1));
        is_amazon && around.any(|next| at(grid, next) == EMPTY)
    };
    cut_out(grid, regions(grid, &ALL_WAYS), is_free)
}
