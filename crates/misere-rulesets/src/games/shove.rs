//! Shove.

use super::Told;
use super::rows::{EMPTY, LEFT, PUSHING, RIGHT, RowGame, without_right_end};

impl RowGame {
    /// Shove.
    #[must_use]
    pub fn shove() -> RowGame {
        let told = Told {
            name: "shove",
            title: "Shove",
            rules: "A player chooses a piece of their own. It and all pieces of its row to the left of it \
                    move one square to the left; a piece on the leftmost square falls off.",
            ..PUSHING
        };
        RowGame {
            description: told.description(),
            pieces: &[LEFT, RIGHT],
            has_empty: true,
            moves: |row, at| {
                let mut after = row.to_vec();
                after[..=at].rotate_left(1);
                after[at] = EMPTY;
                vec![after]
            },
            canonical: without_right_end,
        }
    }
}
