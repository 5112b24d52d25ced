//! \[day-2\]: Dwyer, Milley, Willette, *Dead-ending day-2 games under misère play*.

mod inverses;
mod order;
mod reduction;
mod world;

use crate::item::{Item, items};

pub(crate) const ITEMS: &[Item] = items! { Day2;
    "Section 1.2" => order::zero_and_one, "0 and 1 are incomparable"
        .decided()
        .play("the four sums of the example")
        .engine("0 and 1 modulo E")
        .shown("compare 0 1 -m E");
    "Section 1.2, ends" => order::ends_are_invertible, "dead ends are invertible modulo E"
        .all("the dead ends of rank at most 3")
        .engine("the literal sums with their conjugates, modulo E")
        .shown("invertible '[-1 0]' -m E");
    "Section 2" => order::counts, "dead-ending trees born by day 2"
        .decided()
        .all("the 256 games of rank at most 2")
        .shown("count --day 2 -m E --explain");
    "Section 2, {0,1|·}" => order::end_that_is_not_two, "an end that is 2 only in normal play"
        .decided()
        .engine("one end and 2, in both conventions")
        .shown("compare '{0,1|}' 2 -m E")
        .shown("compare '{0,1|}' 2 -m N");
    "Section 2, Domineering" => order::domineering, "the 4×1 board"
        .decided()
        .engine("the tree of the board")
        .shown("eval 'domineering(4x1)'");
    "Theorem 1" => order::theorem_1, "strong outcomes of day-2 games from their options"
        .decided()
        .all("the dead-ending games of day 2 that are no ends, for both players")
        .play("with all dead ends of rank at most 3")
        .shown("strong '{0,*|1}' -m E");
    "Theorem 2" => order::theorem_2, "the recursive test for G ≥ H modulo E"
        .all("the pairs of dead-ending games of rank at most 2")
        .sample("450 pairs of rank 3, in both orders")
        .play("with the dead-ending games of rank at most 2, or with what the engine finds")
        .recursion("the test as it is worded")
        .shown("compare '{0,*|1}' 0 -m E --why");
    "Theorem 3" => order::theorem_3, "day-2 games comparable with 0"
        .decided()
        .all("the dead-ending games of day 2, for both players")
        .engine("order modulo E")
        .shown("compare '{-1|1,*}' 0 -m E");
    "Figure 2" => order::figure_2, "day-2 games equal to 0 modulo E"
        .decided()
        .all("the dead-ending games of day 2")
        .play("with the dead-ending games of rank at most 2")
        .engine("equality modulo E")
        .shown("simplest '{-1,*|1,*}' -m E");
    "Theorem 4" => reduction::theorem_4, "reversible options of day-2 games"
        .decided()
        .all("the options of the dead-ending games of day 2")
        .engine("order modulo E")
        .shown("simplest '{0,*|1}' -m E");
    "Theorem 5" => reduction::theorem_5, "how options reversible through ends simplify"
        .all("the dead-ending games of rank at most 2")
        .sample("1,500 of rank 3")
        .play("with every third dead-ending game of rank at most 2")
        .engine("order modulo E")
        .shown("canonical '{0,{0,-1|W5}||-2,0}' -m E");
    "Theorem 6" => reduction::theorem_6, "the same for day-2 games"
        .decided()
        .all("the dead-ending games of day 2 with such options")
        .play("with the dead-ending games of rank at most 2")
        .engine("order modulo E")
        .shown("canonical '{0,*|1}' -m E");
    "Corollary 7" => reduction::corollary_7, "a complete guide to reducing day-2 games"
        .decided()
        .all("the 228 dead-ending games of day 2")
        .play("with the dead-ending games of rank at most 2")
        .engine("canonical forms modulo E")
        .shown("canonical '{0,-1,*|1,*}' -m E");
    "Section 3" => reduction::unique_positions, "positions left of day 2 by Corollary 7, {1̄|1} included"
        .decided()
        .all("the 228 dead-ending games of day 2")
        .recursion("the reductions of Corollary 7")
        .shown("canonical '{-1|1}' -m E");
    "Theorem 8" => reduction::theorem_8, "reduced dead-ending games born by day 2"
        .decided()
        .all("the 232 dead-ending games of rank at most 2")
        .play("every two classes are separated")
        .engine("values modulo E")
        .shown("count --day 2 -m E");
    "Section 3, classes" => reduction::sizes_of_classes, "how many day-2 games share a reduced form"
        .decided()
        .all("the 228 dead-ending games of day 2")
        .engine("canonical forms modulo E")
        .shown("canonical '{0,-1,*|1}' -m E");
    "Table 1" => reduction::table_1, "reduced day-2 games and the games equal to them"
        .decided()
        .all("the 228 dead-ending games of day 2")
        .engine("canonical forms modulo E")
        .shown("canonical '{-1,*|0,*}' -m E");
    "Section 4" => inverses::day_1, "invertible games born by day 1"
        .decided()
        .all("the four games of rank at most 1")
        .engine("the literal sums with their conjugates, modulo E")
        .shown("invertible '*' -m E")
        .shown("invertible 1 -m E");
    "Theorem 9" => inverses::theorem_9, "when G + Ḡ is 0 modulo E"
        .all("the dead-ending games of rank at most 2")
        .sample("60 of rank 3")
        .play("with waiting games up to W_6, and dead-ending games of rank at most 2")
        .engine("order modulo E")
        .shown("invertible '{-1|0,1}' -m E --why");
    "Section 4, counts" => inverses::invertible_counts, "invertible reduced games"
        .decided()
        .all("the reduced forms of rank at most 2")
        .engine("the literal sums with their conjugates, modulo E")
        .shown("census --day 2 -m E");
    "Table 2" => inverses::table_2, "the invertible reduced games of day 2"
        .decided()
        .all("the reduced forms of day 2")
        .engine("the literal sums with their conjugates, modulo E")
        .shown("invertible '{0,-1|0,1}' -m E");
    "Lemma 10" => inverses::lemma_10, "the 𝓟-positions of day 2"
        .decided()
        .play("all dead-ending games of day 2")
        .shown("outcome '{0,1|0,-1}'");
    "Theorem 11" => inverses::theorem_11,
        "a reduced game born by day 2 is invertible iff it is no 𝓟-position and has no option *"
        .decided()
        .all("the reduced forms of rank at most 2")
        .engine("the literal sums with their conjugates, modulo E")
        .shown("invertible '{0|1}' -m E")
        .shown("invertible '{0|-1}' -m E");
    "Theorem 11, by options" => inverses::theorem_11_by_options,
        "the same with G^L ⊈ {0,1} or G^R ⊈ {0,1̄} for “no 𝓟-position”"
        .erratum("an empty set of options is contained in everything: 0, 1, {0,1|·} are invertible")
        .decided()
        .all("the reduced forms of rank at most 2")
        .engine("the literal sums with their conjugates, modulo E")
        .shown("invertible '{0,1|}' -m E");
    "Section 5" => inverses::summary, "the summary"
        .decided()
        .all("the 228 dead-ending games of day 2")
        .engine("canonical forms modulo E")
        .shown("count --day 2 -m E");
    "Conjecture 12" => inverses::conjecture_12,
        "a dead-ending game in reduced form is invertible iff no follower is a 𝓟-position"
        .all("the reduced forms of rank at most 2")
        .sample("the reduced forms of 300 games of rank 3")
        .engine("the literal sums with their conjugates, modulo E")
        .shown("invertible '{0,1,-1|0,1,-1}' -m E")
        .shown("p-free '{0,1,-1|0,1,-1}'");
    "Conjecture 12, as worded" => inverses::conjecture_12_as_worded,
        "the same for games in any form"
        .erratum("only for reduced forms: {1̄,*|1} is 0 modulo E, and its follower * is a 𝓟-position")
        .decided()
        .all("the dead-ending games of rank at most 2")
        .engine("the literal sums with their conjugates, modulo E")
        .shown("invertible '{-1,*|1}' -m E")
        .shown("p-free '{-1,*|1}'");
    "Table 3" => reduction::table_3, "all games born by day 2: which are dead-ending, invertible, reduced"
        .decided()
        .all("the 256 cells, each against Corollary 7 and Theorem 11")
        .engine("canonical forms, and literal sums with conjugates, modulo E")
        .shown("canonical '{0,*|*}' -m E")
        .shown("invertible '{0,*|*}' -m E");
};
