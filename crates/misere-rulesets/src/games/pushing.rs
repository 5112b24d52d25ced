//! Push.

use super::Told;
use super::rows::{EMPTY, LEFT, PUSHING, RIGHT, RowGame, without_right_end};

impl RowGame {
    /// Push.
    #[must_use]
    pub fn push() -> RowGame {
        let told = Told {
            name: "push",
            title: "Push",
            rules: "A player chooses a piece of their own and moves it one square to the left. If there is a \
                    piece on that square it is pushed one square to the left in the same way, and so on up \
                    to the first empty square; a piece on the leftmost square falls off.",
            ..PUSHING
        };
        RowGame {
            description: told.description(),
            pieces: &[LEFT, RIGHT],
            has_empty: true,
            moves: |row, at| {
                let gap = row[..at].iter().rposition(|&cell| cell == EMPTY).unwrap_or(0);
                let mut after = row.to_vec();
                after[gap..=at].rotate_left(1);
                after[at] = EMPTY;
                vec![after]
            },
            canonical: without_right_end,
        }
    }
}
