//! \[dicots\]: Dorbec, Renault, Siegel, Sopena, *Dicots, and a taxonomic ranking for
//! misère games*.

mod day_3;
mod nine;
mod outcomes;
mod reduced;
mod universal;

use misere::core::Form;

use crate::desk::Desk;
use crate::item::{Item, Trouble, items};

/// One dicot of each class modulo D that is born by day 3, 0 first.
pub(crate) fn one_of_each_class(desk: &Desk) -> Result<Vec<Form>, Trouble> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut found = Vec::new();
    for g in nine::Nine::new(desk)?.undominated(desk)? {
        if seen.insert(desk.d.value(g)?) {
            found.push(g);
        }
    }
    Ok(found)
}

pub(crate) const ITEMS: &[Item] = items! { Dicots;
    "Figure 1" => universal::figure_1, "games born by day 1"
        .decided()
        .all("the games of rank at most 1")
        .shown("days --day 1");
    "Figure 2" => universal::figure_2, "covers in the order of outcomes"
        .decided()
        .all("the four outcomes, from who wins for each starter")
        .shown("outcome '*'");
    "Section 1, universes" => universal::ranking, "I ⊂ D ⊂ E, and D is closed"
        .all("the games of rank at most 2, and the sums of the ten dicots among them")
        .shown("universe D E");
    "Definition 1.1" => universal::definition_1_1, "G ≥ H modulo a universe holds modulo every smaller one"
        .all("the 65,536 pairs of rank at most 2, modulo M, B, E and D")
        .engine("the four orders")
        .shown("compare '{-1|1}' 0 -m M")
        .shown("compare '{-1|1}' 0 -m E");
    "Section 1, zero" => universal::only_zero_is_zero, "games born by day 2 that equal 0 modulo all games"
        .decided()
        .all("the 256 games of rank at most 2")
        .engine("equality modulo M")
        .shown("compare '*+*' 0 -m M");
    "Proposition 2.2" => universal::proposition_2_2, "G + G° is a 𝓟-position, and G° a dicot"
        .all("the 256 games of rank at most 2")
        .sample("400 games with options of rank at most 2, 100 with larger ones")
        .play("the sum with the adjoint")
        .shown("adjoint '{0|*}'")
        .shown("outcome '{0|*}+adj({0|*})'");
    "Section 2" => universal::adjoint_in_normal_play, "the normal outcome of 0 + 0°, no 𝓟-position"
        .decided()
        .engine("normal play of one sum")
        .shown("normal-outcome '0+adj(0)'");
    "Proposition 2.3" => universal::proposition_2_3, "conjugation turns the order round"
        .all("the 65,536 pairs of rank at most 2")
        .play("with the Left ends of rank at most 2, and with their conjugates")
        .engine("M, B, E and D")
        .shown("compare 1 '{0|*}' -m D")
        .shown("compare -1 '~{0|*}' -m D");
    "Proposition 2.4" => universal::proposition_2_4,
        "more Left options are no worse for Left, if she has one"
        .all("the games of rank at most 2 with all further options of rank at most 1")
        .sample("500 games of rank 3")
        .play("with every ninth game of rank at most 2")
        .engine("M and D")
        .shown("compare '{0,*|*}' '{0|*}' -m M");
    "Proposition 2.5" => universal::proposition_2_5, "G ≥ H if it keeps ≥ 𝓟 and ≥ 𝓝 of H + X"
        .all("the 65,536 pairs of rank at most 2")
        .play("with the games, the dead-ending games, the dicots of rank at most 2")
        .shown("separator 0 '*' -m D");
    "Lemma 2.7" => universal::lemma_2_7, "dominated options can be removed"
        .sample("60 games of rank 3 with a dominated option, for each player, modulo M, B, E and D")
        .play("with all games of the universe of rank at most 2")
        .shown("simplest '{0,*,{0,*|*}|*}' -m D");
    "Lemma 2.9" => universal::lemma_2_9, "if G ≥ H, then G is downlinked to no H^L, and no G^R to H"
        .all("the pairs of rank at most 2 with G ≥ H, modulo M, B, E, D(1̄0), D(2̄0), D(1̄), D")
        .play("T of the universe of rank at most 2, and the 1,268 dicots of day 3")
        .shown("downlinked 0 '*' -m D");
    "Lemma 3.1" => reduced::lemma_3_1, "bypassing a reversible option modulo D"
        .all("the dicots of day 3 with one or two options a side, of all ten dicots of day 2")
        .sample("550 larger ones of day 3, 200 of day 4")
        .play("with the dicots of day 2 and 20 of day 3")
        .engine("equality modulo D")
        .shown("simplest '{{*|{*|0}}|0}' -m D");
    "Section 3" => reduced::example_after_3_1,
        "{*|*} is 0 modulo D, and an option reversible through 0 cannot be dropped"
        .decided()
        .engine("the three games of the example")
        .shown("canonical '{*|*}' -m D")
        .shown("canonical '{0,*|*}' -m D");
    "Lemma 3.2" => reduced::lemma_3_2, "an option reversible through 0 can be replaced by *"
        .all("the dicots of day 3 with one or two options a side, of all ten dicots of day 2")
        .sample("550 larger ones of day 3, 200 of day 4")
        .play("with the dicots of day 2 and 20 of day 3")
        .engine("equality modulo D")
        .shown("canonical '{0,{*||0,{*|0}}||*}' -m D");
    "Theorem 3.4" => reduced::theorem_3_4, "for dicots: each equals one in reduced form, born no later"
        .all("the dicots of day 3 with one or two options a side, of all ten dicots of day 2")
        .sample("550 larger ones of day 3, 200 of day 4")
        .play("with the dicots of day 2 and 20 of day 3")
        .recursion("Definition 3.3, word for word")
        .shown("canonical '{0,{*||0,{*|0}}||*}' -m D");
    "Theorem 3.4, as worded" => reduced::theorem_3_4_as_worded,
        "which games equal one in reduced form modulo D, reduced forms being dicots"
        .erratum("read “every dicot G”: Definition 3.3 and the proof are about dicots, and by Theorem 3.9 the \
             game 1 equals no dicot, since dicots are infinitesimal in normal play")
        .decided()
        .all("the 256 games of rank at most 2, the 1,268 classes of dicots of day 3")
        .play("1 and each of these dicots, with all of them")
        .engine("which games equal a dicot")
        .shown("expand 1 -m D");
    "Lemma 3.5" => reduced::lemma_3_5, "G ≱ H modulo D is shown by a dicot for either starter"
        .all("the pairs of rank at most 2 with G ≱ H")
        .play("the separators, one made from the other as in the proof")
        .shown("separator 1 0 -m D");
    "Lemma 3.6" => reduced::lemma_3_6, "which games are downlinked modulo D"
        .all("the 65,536 pairs of rank at most 2")
        .play("the T of the proof, or else that none of the 1,268 dicots of day 3 links")
        .shown("downlinked 0 1 -m D");
    "Corollary 3.7" => reduced::corollary_3_7, "if G ≥ H modulo D, every H^L has an answer"
        .all("the 65,536 pairs of rank at most 2, each with each H^L")
        .play("the game that links G to an H^L without answer")
        .shown("compare '*' '{0|*}' -m D --why");
    "Theorem 3.8" => reduced::theorem_3_8, "reduced forms that are equal modulo D are the same"
        .all("the reduced forms born by day 3")
        .play("with 40 of them, and with what the engine finds")
        .shown("census --day 2 -m D");
    "Theorem 3.9" => reduced::theorem_3_9, "G ≥ H modulo D implies G ≥ H in normal play"
        .all("the 65,536 pairs of rank at most 2")
        .sample("every seventh with every eleventh of the 2,402 dicots of day 3 without dominated options")
        .play("G − H, Left moving second")
        .shown("compare '{0,*|*}' 0 -m D")
        .shown("compare '{0,*|*}' 0 -m N");
    "Proposition 4.1" => nine::proposition_4_1, "dicots born by day 2 that are distinct modulo D"
        .decided()
        .all("the ten dicots of rank at most 2")
        .engine("canonical forms modulo D")
        .shown("count --day 2 -m D");
    "Figure 4" => nine::figure_4, "covers in the order of dicots born by day 2"
        .decided()
        .all("the 81 pairs")
        .engine("the order modulo D")
        .shown("hasse '0,*,{0|*},{*|0},{0,*|0},{0,*|*},{0|0,*},{*|0,*},*2' -m D");
    "Table 1" => nine::table_1, "outcomes of the sums of dicots born by day 2"
        .decided()
        .play("all 81 sums")
        .shown("outcome '{0,*|0}+{*|0,*}'");
    "Table 2" => nine::table_2, "incomparable dicots born by day 2, and separators"
        .decided()
        .all("the 36 pairs of the nine dicots")
        .play("the 24 printed separators")
        .shown("compare '{0,*|0}' '{0,*|*}' -m D");
    "Section 4, antichains" => nine::antichains, "antichains of dicots born by day 2"
        .decided()
        .all("the 512 sets of the nine dicots")
        .engine("the order modulo D")
        .shown("compare '*2' '{0,*|0}' -m D");
    "Section 4, outcomes" => day_3::outcomes_of_day_3,
        "the outcome of a dicot born by day 3 from its options"
        .decided()
        .all("0 and the dicots with options among the nine")
        .shown("outcome '{0,{*|0}|0}'");
    "Lemma 4.2" => day_3::lemma_4_2, "𝓟-positions born by day 3 that are ≥ * modulo D"
        .decided()
        .all("the 𝓟-positions with options among the nine")
        .play("the game of the proof where G ≱ *")
        .engine("G ≥ *")
        .shown("compare '{0|0}' '*' -m D");
    "Theorem 4.3" => day_3::theorem_4_3, "canonical forms born by day 3 with outcome 𝓟"
        .decided()
        .all("the 𝓟-positions with options among the nine")
        .engine("canonical forms modulo D")
        .shown("canonical '{{0|*},*2|{*|0},*2}' -m D");
    "Lemma 4.4" => day_3::lemma_4_4, "𝓛-positions born by day 3 that are ≥ * modulo D"
        .decided()
        .all("the 𝓛-positions with options among the nine")
        .play("a game of the proof where G ≱ *")
        .engine("G ≥ *")
        .shown("compare '{0,*|0}' '*' -m D");
    "Lemma 4.5" => day_3::lemma_4_5, "𝓛- and 𝓝-positions born by day 3 that are ≥ 0 modulo D"
        .decided()
        .all("the 𝓛- and 𝓝-positions with options among the nine")
        .play("the game of the proof where G ≱ 0")
        .engine("G ≥ 0")
        .shown("compare '{0,*|*}' 0 -m D");
    "Theorem 4.6" => day_3::theorem_4_6, "canonical forms born by day 3 with outcome 𝓛"
        .decided()
        .all("the 𝓛-positions with options among the nine")
        .engine("canonical forms modulo D")
        .shown("canonical '{*,0|*2}' -m D");
    "Theorem 4.6, conjugates" => day_3::conjugates_of_theorem_4_6,
        "canonical forms born by day 3 with outcome 𝓡"
        .decided()
        .all("the 𝓡-positions with options among the nine")
        .engine("canonical forms modulo D")
        .shown("canonical '{*2|*,0}' -m D");
    "Theorem 4.7" => day_3::theorem_4_7, "canonical forms born by day 3 with outcome 𝓝"
        .decided()
        .all("the 𝓝-positions with options among the nine")
        .engine("canonical forms modulo D")
        .shown("canonical '{*,{*|0}|0,*}' -m D");
    "Theorem 4.7, proof" => day_3::proof_of_theorem_4_7,
        "the antichains that meet {0,α,~z} and {*,~α,~s}, which the proof lists for G^R"
        .erratum("the list is that of the antichains for G^L; those for G^R are their conjugates, as in the theorem")
        .decided()
        .all("the antichains of the nine dicots")
        .engine("the order modulo D")
        .shown("canonical '{{0,*|0},{0,*|*}|*,0}' -m D");
    "Theorem 4.7, recalling Lemma 4.5" => day_3::proof_of_theorem_4_7_recalling,
        "if G^R meets {0,α,~z}, the Left options *, α, s, ~s, ~z, *2 are reversible through 0"
        .erratum("read “= ∅” for “≠ ∅”, here and in the next sentence, as Lemma 4.5 has it and the rest of \
             the proof uses it")
        .decided()
        .all("the 𝓝-positions with options among the nine")
        .engine("G ≥ 0")
        .shown("compare '{*|0,*}' 0 -m D");
    "Theorem 4.8" => day_3::theorem_4_8, "classes of dicots born by day 3 modulo D"
        .decided()
        .all("0 and the dicots with options among the nine")
        .engine("values modulo D")
        .shown("count --day 3 -m D");
    "Section 4, impartial" => day_3::impartial_games, "impartial games modulo I born by day 0 to 4"
        .decided()
        .all("sets of classes of the day before")
        .engine("canonical forms modulo I")
        .shown("count --day 4 -m I");
    "Table 3" => day_3::table_3, "games born by day 0, 1, 2, 3 in several universes"
        .decided()
        .all("the games of days 0 to 2, and the dicots of day 3 without dominated options")
        .engine("values modulo I, D and M")
        .shown("count --day 3 -m D")
        .shown("count --day 2 -m M");
    "Table 3, day 3" => day_3::table_3_day_3, "all games born by day 3 modulo M: a bound" .slow()
        .decided()
        .engine("the exact number of classes")
        .shown("count --day 2 -m M");
    "Theorem 5.1, Figure 5" => outcomes::theorem_5_1,
        "any normal and any misère outcome occur together: a dicot for each cell of the figure"
        .decided()
        .all("the dicots of at most 12 edges")
        .play("the dicot of each cell, in both conventions")
        .shown("outcome '{*|0}'")
        .shown("normal-outcome '{*|0}'");
    "Theorem 5.2, Figure 6" => outcomes::theorem_5_2,
        "any outcomes of two dicots and of their sum occur together: two dicots for each"
        .decided()
        .all("the pairs of dicots of at most 12 edges, in the order of their edges")
        .play("the sums")
        .shown("outcome '{0|0}+{0|0}'");
};
