//! \[day-2\]: Dwyer, Milley, Willette, *Dead-ending day-2 games under misère play*.

mod inverses;
mod order;
mod reduction;
mod world;

use crate::item::{Item, items};

pub(crate) const ITEMS: &[Item] = items! { Day2;
    "Section 1.2" => order::zero_and_one, "0 and 1 are incomparable";
    "Section 1.2, ends" => order::ends_are_invertible, "dead ends are invertible modulo E";
    "Section 2" => order::counts, "dead-ending trees born by day 2";
    "Section 2, {0,1|·}" => order::end_that_is_not_two, "an end that is 2 only in normal play";
    "Section 2, Domineering" => order::domineering, "the 4×1 board";
    "Theorem 1" => order::theorem_1, "strong outcomes of day-2 games from their options";
    "Theorem 2" => order::theorem_2, "the recursive test for G ≥ H modulo E";
    "Theorem 3" => order::theorem_3, "day-2 games comparable with 0";
    "Figure 2" => order::figure_2, "day-2 games equal to 0 modulo E";
    "Theorem 4" => reduction::theorem_4, "reversible options of day-2 games";
    "Theorem 5" => reduction::theorem_5, "how options reversible through ends simplify";
    "Theorem 6" => reduction::theorem_6, "the same for day-2 games";
    "Corollary 7" => reduction::corollary_7, "a complete guide to reducing day-2 games";
    "Section 3" => reduction::unique_positions, "positions left of day 2 by Corollary 7, {1̄|1} included";
    "Theorem 8" => reduction::theorem_8, "reduced dead-ending games born by day 2";
    "Section 3, classes" => reduction::sizes_of_classes, "how many day-2 games share a reduced form";
    "Table 1" => reduction::table_1, "reduced day-2 games and the games equal to them";
    "Section 4" => inverses::day_1, "invertible games born by day 1";
    "Theorem 9" => inverses::theorem_9, "when G + Ḡ is 0 modulo E";
    "Section 4, counts" => inverses::invertible_counts, "invertible reduced games";
    "Table 2" => inverses::table_2, "the invertible reduced games of day 2";
    "Lemma 10" => inverses::lemma_10, "the 𝓟-positions of day 2";
    "Theorem 11" => inverses::theorem_11,
        "a reduced game born by day 2 is invertible iff it is no 𝓟-position and has no option *";
    "Theorem 11, by options" => inverses::theorem_11_by_options,
        "the same with G^L ⊈ {0,1} or G^R ⊈ {0,1̄} for “no 𝓟-position”"
        .erratum("an empty set of options is contained in everything: 0, 1, {0,1|·} are invertible");
    "Section 5" => inverses::summary, "the summary";
    "Conjecture 12" => inverses::conjecture_12,
        "a dead-ending game in reduced form is invertible iff no follower is a 𝓟-position";
    "Conjecture 12, as worded" => inverses::conjecture_12_as_worded,
        "the same for games in any form"
        .erratum("only for reduced forms: {1̄,*|1} is 0 modulo E, and its follower * is a 𝓟-position");
    "Table 3" => reduction::table_3, "all games born by day 2: dead-ending, invertible, reduced";
};
