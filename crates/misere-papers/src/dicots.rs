//! \[dicots\]: Dorbec, Renault, Siegel, Sopena, *Dicots, and a taxonomic ranking for
//! misère games*.

mod day_3;
mod nine;
mod outcomes;
mod reduced;
mod universal;

use crate::desk::Desk;
use crate::item::{Finding, Item, Paper, Trouble};

pub(crate) fn items() -> Vec<Item> {
    let item = |label, statement, compute: fn(&Desk) -> Result<Finding, Trouble>| {
        Item::new(Paper::Dicots, label, statement, compute)
    };
    vec![
        item("Figure 1", "games born by day 1", universal::figure_1),
        item("Figure 2", "covers in the order of outcomes", universal::figure_2),
        item("Section 1, universes", "I ⊂ D ⊂ E, and D is closed", universal::ranking),
        item(
            "Definition 1.1",
            "G ≥ H modulo a universe holds modulo every smaller one",
            universal::definition_1_1,
        ),
        item(
            "Section 1, zero",
            "games born by day 2 that equal 0 modulo all games",
            universal::only_zero_is_zero,
        ),
        item("Proposition 2.2", "G + G° is a 𝓟-position, and G° a dicot", universal::proposition_2_2),
        item("Section 2", "the normal outcome of 0 + 0°, no 𝓟-position", universal::adjoint_in_normal_play),
        item("Proposition 2.3", "conjugation turns the order round", universal::proposition_2_3),
        item(
            "Proposition 2.4",
            "more Left options are no worse for Left, if she has one",
            universal::proposition_2_4,
        ),
        item("Proposition 2.5", "G ≥ H if it keeps ≥ 𝓟 and ≥ 𝓝 of H + X", universal::proposition_2_5),
        item("Lemma 2.7", "dominated options can be removed", universal::lemma_2_7),
        item("Lemma 2.9", "if G ≥ H, then G is downlinked to no H^L, and no G^R to H", universal::lemma_2_9),
        item("Lemma 3.1", "bypassing a reversible option modulo D", reduced::lemma_3_1),
        item(
            "Section 3",
            "{*|*} is 0 modulo D, and an option reversible through 0 cannot be dropped",
            reduced::example_after_3_1,
        ),
        item("Lemma 3.2", "an option reversible through 0 can be replaced by *", reduced::lemma_3_2),
        item("Theorem 3.4", "a dicot has a reduced form, born no later", reduced::theorem_3_4),
        item("Lemma 3.5", "G ≱ H modulo D is shown by a dicot for either starter", reduced::lemma_3_5),
        item("Lemma 3.6", "which games are downlinked modulo D", reduced::lemma_3_6),
        item("Corollary 3.7", "if G ≥ H modulo D, every H^L has an answer", reduced::corollary_3_7),
        item("Theorem 3.8", "reduced forms that are equal modulo D are the same", reduced::theorem_3_8),
        item("Theorem 3.9", "G ≥ H modulo D implies G ≥ H in normal play", reduced::theorem_3_9),
        item("Proposition 4.1", "dicots born by day 2 that are distinct modulo D", nine::proposition_4_1),
        item("Figure 4", "covers in the order of dicots born by day 2", nine::figure_4),
        item("Table 1", "outcomes of the sums of dicots born by day 2", nine::table_1),
        item("Table 2", "incomparable dicots born by day 2, and separators", nine::table_2),
        item("Section 4, antichains", "antichains of dicots born by day 2", nine::antichains),
        item(
            "Section 4, outcomes",
            "the outcome of a dicot born by day 3 from its options",
            day_3::outcomes_of_day_3,
        ),
        item("Lemma 4.2", "𝓟-positions born by day 3 that are ≥ * modulo D", day_3::lemma_4_2),
        item("Theorem 4.3", "canonical forms born by day 3 with outcome 𝓟", day_3::theorem_4_3),
        item("Lemma 4.4", "𝓛-positions born by day 3 that are ≥ * modulo D", day_3::lemma_4_4),
        item("Lemma 4.5", "𝓛- and 𝓝-positions born by day 3 that are ≥ 0 modulo D", day_3::lemma_4_5),
        item("Theorem 4.6", "canonical forms born by day 3 with outcome 𝓛", day_3::theorem_4_6),
        item(
            "Theorem 4.6, conjugates",
            "canonical forms born by day 3 with outcome 𝓡",
            day_3::conjugates_of_theorem_4_6,
        ),
        item("Theorem 4.7", "canonical forms born by day 3 with outcome 𝓝", day_3::theorem_4_7),
        item(
            "Theorem 4.7, proof",
            "the antichains that meet {0,α,~z} and {*,~α,~s}",
            day_3::proof_of_theorem_4_7,
        )
        .erratum("the listed antichains are those for G^L; the ones for G^R are their conjugates"),
        item("Theorem 4.8", "classes of dicots born by day 3 modulo D", day_3::theorem_4_8),
        item("Section 4, impartial", "impartial games modulo I born by day 0 to 4", day_3::impartial_games),
        item("Table 3", "games born by day 0, 1, 2, 3 in several universes", day_3::table_3),
        item("Table 3, day 3", "all games born by day 3 modulo M: a bound", day_3::table_3_day_3).slow(),
        item(
            "Theorem 5.1",
            "any normal and misère outcome occur together for a dicot",
            outcomes::theorem_5_1,
        ),
        item("Figure 5", "the dicot of normal outcome 𝓟 and misère outcome 𝓝", outcomes::figure_5),
        item("Theorem 5.2", "outcomes of two dicots and of their sum", outcomes::theorem_5_2),
        item(
            "Figure 6",
            "two small dicots for all outcomes of theirs and of their sum",
            outcomes::theorem_5_2,
        ),
    ]
}
