//! \[dicots\]: Dorbec, Renault, Siegel, Sopena, *Dicots, and a taxonomic ranking for
//! misère games*.

mod day_3;
mod nine;
mod outcomes;
mod reduced;
mod universal;

use crate::item::{Item, items};

pub(crate) const ITEMS: &[Item] = items! { Dicots;
    "Figure 1" => universal::figure_1, "games born by day 1";
    "Figure 2" => universal::figure_2, "covers in the order of outcomes";
    "Section 1, universes" => universal::ranking, "I ⊂ D ⊂ E, and D is closed";
    "Definition 1.1" => universal::definition_1_1, "G ≥ H modulo a universe holds modulo every smaller one";
    "Section 1, zero" => universal::only_zero_is_zero, "games born by day 2 that equal 0 modulo all games";
    "Proposition 2.2" => universal::proposition_2_2, "G + G° is a 𝓟-position, and G° a dicot";
    "Section 2" => universal::adjoint_in_normal_play, "the normal outcome of 0 + 0°, no 𝓟-position";
    "Proposition 2.3" => universal::proposition_2_3, "conjugation turns the order round";
    "Proposition 2.4" => universal::proposition_2_4,
        "more Left options are no worse for Left, if she has one";
    "Proposition 2.5" => universal::proposition_2_5, "G ≥ H if it keeps ≥ 𝓟 and ≥ 𝓝 of H + X";
    "Lemma 2.7" => universal::lemma_2_7, "dominated options can be removed";
    "Lemma 2.9" => universal::lemma_2_9, "if G ≥ H, then G is downlinked to no H^L, and no G^R to H";
    "Lemma 3.1" => reduced::lemma_3_1, "bypassing a reversible option modulo D";
    "Section 3" => reduced::example_after_3_1,
        "{*|*} is 0 modulo D, and an option reversible through 0 cannot be dropped";
    "Lemma 3.2" => reduced::lemma_3_2, "an option reversible through 0 can be replaced by *";
    "Theorem 3.4" => reduced::theorem_3_4, "a dicot has a reduced form, born no later";
    "Lemma 3.5" => reduced::lemma_3_5, "G ≱ H modulo D is shown by a dicot for either starter";
    "Lemma 3.6" => reduced::lemma_3_6, "which games are downlinked modulo D";
    "Corollary 3.7" => reduced::corollary_3_7, "if G ≥ H modulo D, every H^L has an answer";
    "Theorem 3.8" => reduced::theorem_3_8, "reduced forms that are equal modulo D are the same";
    "Theorem 3.9" => reduced::theorem_3_9, "G ≥ H modulo D implies G ≥ H in normal play";
    "Proposition 4.1" => nine::proposition_4_1, "dicots born by day 2 that are distinct modulo D";
    "Figure 4" => nine::figure_4, "covers in the order of dicots born by day 2";
    "Table 1" => nine::table_1, "outcomes of the sums of dicots born by day 2";
    "Table 2" => nine::table_2, "incomparable dicots born by day 2, and separators";
    "Section 4, antichains" => nine::antichains, "antichains of dicots born by day 2";
    "Section 4, outcomes" => day_3::outcomes_of_day_3,
        "the outcome of a dicot born by day 3 from its options";
    "Lemma 4.2" => day_3::lemma_4_2, "𝓟-positions born by day 3 that are ≥ * modulo D";
    "Theorem 4.3" => day_3::theorem_4_3, "canonical forms born by day 3 with outcome 𝓟";
    "Lemma 4.4" => day_3::lemma_4_4, "𝓛-positions born by day 3 that are ≥ * modulo D";
    "Lemma 4.5" => day_3::lemma_4_5, "𝓛- and 𝓝-positions born by day 3 that are ≥ 0 modulo D";
    "Theorem 4.6" => day_3::theorem_4_6, "canonical forms born by day 3 with outcome 𝓛";
    "Theorem 4.6, conjugates" => day_3::conjugates_of_theorem_4_6,
        "canonical forms born by day 3 with outcome 𝓡";
    "Theorem 4.7" => day_3::theorem_4_7, "canonical forms born by day 3 with outcome 𝓝";
    "Theorem 4.7, proof" => day_3::proof_of_theorem_4_7,
        "the antichains that meet {0,α,~z} and {*,~α,~s}"
        .erratum("the listed antichains are those for G^L; the ones for G^R are their conjugates");
    "Theorem 4.8" => day_3::theorem_4_8, "classes of dicots born by day 3 modulo D";
    "Section 4, impartial" => day_3::impartial_games, "impartial games modulo I born by day 0 to 4";
    "Table 3" => day_3::table_3, "games born by day 0, 1, 2, 3 in several universes";
    "Table 3, day 3" => day_3::table_3_day_3, "all games born by day 3 modulo M: a bound" .slow();
    "Theorem 5.1" => outcomes::theorem_5_1, "any normal and misère outcome occur together for a dicot";
    "Figure 5" => outcomes::figure_5, "the dicot of normal outcome 𝓟 and misère outcome 𝓝";
    "Theorem 5.2" => outcomes::theorem_5_2, "outcomes of two dicots and of their sum";
    "Figure 6" => outcomes::theorem_5_2, "two small dicots for all outcomes of theirs and of their sum";
};
