//! Toppling Dominoes.

use super::Told;
use super::rows::{EITHER, LEFT, RIGHT, RowGame};

impl RowGame {
    /// Toppling Dominoes.
    #[must_use]
    pub fn toppling_dominoes() -> RowGame {
        let told = Told {
            name: "toppling-dominoes",
            title: "Toppling Dominoes",
            rules: "Dominoes stand in rows. A player chooses a domino of their own, or one that belongs to \
                    either, and topples it to the left or to the right: it is removed with all dominoes of \
                    its row on that side.",
            source: "A. Fink, R. J. Nowakowski, A. N. Siegel and D. Wolfe, Toppling conjectures, 2015; M. H. \
                     Albert, R. J. Nowakowski and D. Wolfe, Lessons in Play, 2007",
            syntax: "rows of dominoes with `/` between them: L for Left's, R for Right's, E for either's; 0 \
                     if there is no domino",
            examples: &["LRL", "LLR/ER", "E"],
            home: (
                "E",
                "A player without a domino to topple never gets one: dominoes only disappear. A domino of \
                 Left alone is not a dicot.",
            ),
        };
        RowGame {
            description: told.description(),
            pieces: &[LEFT, RIGHT, EITHER],
            has_empty: false,
            moves: |row, at| vec![row[..at].to_vec(), row[at + 1..].to_vec()],
            canonical: |row| {
                let reversed = row.iter().rev().copied().collect();
                row.min(reversed)
            },
        }
    }
}
