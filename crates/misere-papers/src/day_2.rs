//! \[day-2\]: Dwyer, Milley, Willette, *Dead-ending day-2 games under misère play*.

mod inverses;
mod order;
mod reduction;
mod world;

use crate::desk::Desk;
use crate::item::{Finding, Item, Paper, Trouble};

pub(crate) fn items() -> Vec<Item> {
    let item = |label, statement, compute: fn(&Desk) -> Result<Finding, Trouble>| {
        Item::new(Paper::Day2, label, statement, compute)
    };
    vec![
        item("Section 1.2", "0 and 1 are incomparable", order::zero_and_one),
        item("Section 1.2, ends", "dead ends are invertible modulo E", order::ends_are_invertible),
        item("Section 2", "dead-ending trees born by day 2", order::counts),
        item("Section 2, {0,1|·}", "an end that is 2 only in normal play", order::end_that_is_not_two),
        item("Section 2, Domineering", "the 4×1 board", order::domineering),
        item("Theorem 1", "strong outcomes of day-2 games from their options", order::theorem_1),
        item("Theorem 2", "the recursive test for G ≥ H modulo E", order::theorem_2),
        item("Theorem 3", "day-2 games comparable with 0", order::theorem_3),
        item("Figure 2", "day-2 games equal to 0 modulo E", order::figure_2),
        item("Theorem 4", "reversible options of day-2 games", reduction::theorem_4),
        item("Theorem 5", "how options reversible through ends simplify", reduction::theorem_5),
        item("Theorem 6", "the same for day-2 games", reduction::theorem_6),
        item("Corollary 7", "a complete guide to reducing day-2 games", reduction::corollary_7),
        item(
            "Section 3",
            "positions left of day 2 by Corollary 7, {1̄|1} included",
            reduction::unique_positions,
        ),
        item("Theorem 8", "reduced dead-ending games born by day 2", reduction::theorem_8),
        item("Section 3, classes", "how many day-2 games share a reduced form", reduction::sizes_of_classes),
        item("Table 1", "reduced day-2 games and the games equal to them", reduction::table_1),
        item("Section 4", "invertible games born by day 1", inverses::day_1),
        item("Theorem 9", "when G + Ḡ is 0 modulo E", inverses::theorem_9),
        item("Section 4, counts", "invertible reduced games", inverses::invertible_counts),
        item("Table 2", "the invertible reduced games of day 2", inverses::table_2),
        item("Lemma 10", "the 𝓟-positions of day 2", inverses::lemma_10),
        item(
            "Theorem 11",
            "a reduced game born by day 2 is invertible iff it is no 𝓟-position and has no option *",
            inverses::theorem_11,
        ),
        item(
            "Theorem 11, by options",
            "the same with G^L ⊈ {0,1} or G^R ⊈ {0,1̄} for “no 𝓟-position”",
            inverses::theorem_11_by_options,
        )
        .erratum("an empty set of options is contained in everything: 0, 1, {0,1|·} are invertible"),
        item("Section 5", "the summary", inverses::summary),
        item(
            "Conjecture 12",
            "a dead-ending game in reduced form is invertible iff no follower is a 𝓟-position",
            inverses::conjecture_12,
        ),
        item("Conjecture 12, as worded", "the same for games in any form", inverses::conjecture_12_as_worded)
            .erratum("only for reduced forms: {1̄,*|1} is 0 modulo E, and its follower * is a 𝓟-position"),
        item("Table 3", "all games born by day 2: dead-ending, invertible, reduced", reduction::table_3),
    ]
}
