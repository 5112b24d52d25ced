//! Push and Shove.

use super::Told;
use super::rows::{EMPTY, LEFT, RIGHT, RowGame};

impl RowGame {
    /// Push.
    #[must_use]
    pub fn push() -> RowGame {
        let rules = "A player chooses a piece of their own and moves it one square to the left. If there is a \
                     piece on that square it is pushed one square to the left in the same way, and so on up \
                     to the first empty square; a piece on the leftmost square falls off.";
        pushing("push", "Push", rules, |row, at| {
            let gap = row[..at].iter().rposition(|&cell| cell == EMPTY).unwrap_or(0);
            moved_left(row, gap, at)
        })
    }

    /// Shove.
    #[must_use]
    pub fn shove() -> RowGame {
        let rules = "A player chooses a piece of their own. It and all pieces of its row to the left of it \
                     move one square to the left; a piece on the leftmost square falls off.";
        pushing("shove", "Shove", rules, |row, at| moved_left(row, 0, at))
    }
}

fn pushing(name: &str, title: &str, rules: &str, moves: fn(&[u8], usize) -> Vec<Vec<u8>>) -> RowGame {
    let told = Told {
        name,
        title,
        rules,
        source: "M. H. Albert, R. J. Nowakowski and D. Wolfe, Lessons in Play, 2007",
        syntax: "rows of squares with `/` between them: L for a piece of Left, R for a piece of Right, . for \
                 an empty square; 0 if there is no row",
        examples: &[".LR", "LR.L/R", "L.RL"],
        home: (
            "E",
            "A player can move exactly if they have a piece, and pieces only disappear. A piece of Left \
             alone is not a dicot.",
        ),
    };
    let canonical = |mut row: Vec<u8>| {
        // Pieces only move to the left: empty squares at the right end do not matter.
        row.truncate(row.iter().rposition(|&cell| cell != EMPTY).map_or(0, |last| last + 1));
        row
    };
    RowGame { description: told.description(), pieces: &[LEFT, RIGHT], has_empty: true, moves, canonical }
}

/// The row with the squares from `first` to `last` moved one square to the left.
fn moved_left(row: &[u8], first: usize, last: usize) -> Vec<Vec<u8>> {
    let mut after = row.to_vec();
    after[first..=last].rotate_left(1);
    after[last] = EMPTY;
    vec![after]
}
