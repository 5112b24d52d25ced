//! Questions about the order modulo a universe, and about membership.

use misere_core::Relation;

use super::QuestionKind;
use super::ask::Asked;
use super::proof;
use super::row::*;
use crate::data::{Datum, Formula, Hole, Text, in_text};
use crate::error::Error;
use crate::game::Game;
use crate::modulus::Invertibility;
use crate::workspace::Workspace;

pub(super) static ROWS: &[QuestionKind] = &[
    question(
        "compare",
        &[G, H],
        "How two games compare: =, >, < or || (incomparable).",
        Shape::of(&[field("relation", Kind::Relation, "how G compares with H")]),
        example(&[("g", "{0,*|*}"), ("h", "0")], Some("B"), r#"{"relation":"||"}"#),
        |a| a.one(a.modulus()?.compare(a.game("g")?, a.game("h")?)?),
    )
    .modulo_or_usual()
    .proved(proof::compare)
    .alias("relation"),
    question(
        "separator",
        &[G, H, STARTER],
        "A game X of the universe that shows that G is not at least H: when the starter moves first, \
               Right wins G+X and Left wins H+X. None if G is at least H; otherwise there is one for \
               either starter.",
        SEPARATION,
        example(&[("g", "*"), ("h", "0")], Some("E"), r#"{"form":"0","starter":"Left"}"#),
        |a| {
            let (modulus, starter) = (a.modulus()?, a.player("starter"));
            let found = modulus.separator_for(a.game("g")?, a.game("h")?, starter)?;
            let (game, starter) = found.map_or((None, None), |found| (Some(found.game), Some(found.starter)));
            a.fields().and(game)?.and(starter)
        },
    )
    .modulo(),
    question(
        "downlinked",
        &[G, H],
        "Whether some T of the universe has o(G+T) ≤ P ≤ o(H+T). Modulo I, whether G is linked to H: \
               some impartial T makes the outcomes of G+T and H+T both P.",
        Shape::of(&[field("downlinked", Kind::Boolean, "whether some T downlinks G to H")]),
        example(&[("g", "0"), ("h", "1")], Some("M"), r#"{"downlinked":true}"#),
        |a| a.one(a.modulus()?.is_downlinked(a.game("g")?, a.game("h")?)?),
    )
    .modulo()
    .proved(proof::downlinked),
    question(
        "downlink",
        &[G, H],
        "A game T of the universe with o(G+T) ≤ P ≤ o(H+T); modulo I, an impartial T for which both \
               outcomes are P. None if there is no such T.",
        Shape::of(&[field("form", GAME_OR_NULL, "a game T that downlinks G to H, or null")]),
        example(&[("g", "0"), ("h", "1")], Some("M"), r#"{"form":"{0|-1}"}"#),
        |a| a.one(a.modulus()?.downlink(a.game("g")?, a.game("h")?)?),
    )
    .modulo(),
    question(
        "invertible",
        &[G],
        "Whether G has an inverse modulo the universe: a game H of the universe such that G + H is 0. G \
               itself need not be in the universe. In JSON, inverse is H, in_monoid is whether G equals a \
               game of the universe, and cancels is whether G plus its conjugate is 0, which for a game of \
               the universe means that it is invertible. Where it is not known whether there is an \
               inverse, invertible is null, and none_up_to is a rank up to which there is none.",
        INVERTIBILITY,
        example(
            &[("g", "{*,-1|0}")],
            Some("D"),
            r#"{"invertible":true,"inverse":"{0|*}","in_monoid":false,"cancels":true,"none_up_to":null}"#,
        ),
        |a| a.modulus()?.invertibility(a.game("g")?)?.fields(a.work),
    )
    .modulo_or_usual()
    .proved(proof::invertible),
    question(
        "strong",
        &[G, SOME_PLAYER],
        "For which players a game is strong: they win moving first, whatever end of theirs in the \
               universe is added. In the language, strong(G, Left, U) is whether it is strong for that player.",
        BY_PLAYER,
        example(&[("g", "{0,*|*}")], Some("E"), r#"{"left":true,"right":false}"#),
        |a| a.by_player(a.modulus()?.strong(a.game("g")?)?),
    )
    .modulo()
    .proved(proof::strong),
    question(
        "strong_outcome",
        &[G],
        "Who wins when each player who starts does so beside the worst of their ends in the universe: \
               Left starting wins if G is strong for Left, and Right starting if it is strong for Right.",
        Shape::of(&[field("outcome", Kind::Outcome, "the strong outcome")]),
        example(&[("g", "*2")], Some("E"), r#"{"outcome":"N"}"#),
        |a| a.one(a.modulus()?.strong_outcome(a.game("g")?)?),
    )
    .modulo(),
    question(
        "test_set",
        &[MOVES],
        "The test set T_n of the universe: Left ends such that a game of rank at most n is strong for \
               Left exactly when Left, moving first, wins its sum with each. They may be truncated, and \
               then not be in the universe. Modulo M and B one end is enough, modulo B for n at most 4.",
        Shape::of(&[field("forms", LIST_OF_GAMES, "the Left ends of the test set")]),
        example(&[("moves", "2")], Some("D({|0,-1})"), r#"{"forms":["0","{|0,-1}"]}"#),
        |a| a.one(a.modulus()?.test_set(a.number("moves"))?),
    )
    .long()
    .modulo(),
    question(
        "member",
        &[G],
        "Whether G is a game of the universe; modulo D(A), up to equality: whether every Left end among \
               its followers equals, modulo M, a sum, of rank at most its own, of Left ends that follow \
               from A or from the conjugates of A, and every Right end the conjugate of such a sum. If all \
               ends of A are dead, those of G must be dead as well. Under normal play, whether G is \
               ordinary.",
        Shape::of(&[field("member", Kind::Boolean, "whether G is a game of the universe")]),
        example(&[("g", "{1|*}")], Some("D"), r#"{"member":false}"#),
        |a| a.one(a.modulus()?.contains(a.game("g")?)?),
    )
    .modulo(),
    question(
        "literal_member",
        &[G],
        "Whether G satisfies the definition of the universe as it stands: modulo D(A), whether each of \
               its ends is itself a sum of followers of A, or the conjugate of one. The question member \
               takes ends up to equality.",
        Shape::of(&[field("literal_member", Kind::Boolean, "whether G satisfies the definition as it stands")]),
        example(&[("g", "{|-2,{|-1,0}}")], Some("D({|0,-1})"), r#"{"literal_member":false}"#),
        |a| a.one(a.modulus()?.contains_literally(a.game("g")?)?),
    )
    .modulo(),
];

/// Questions about lists of games.
pub(super) static OF_LISTS: &[QuestionKind] = &[
    question(
        "min",
        &[GAMES],
        "The minimal games of a list. Of games that are equal, the first is kept.",
        Shape::of(&[field("forms", LIST_OF_GAMES, "the minimal games")]),
        example(&[("games", "0, {0,*|*}, {*|0,*}")], Some("D"), r#"{"forms":["{*|0,*}"]}"#),
        |a| extremal(a, Relation::Greater),
    )
    .modulo(),
    question(
        "max",
        &[GAMES],
        "The maximal games of a list. Of games that are equal, the first is kept.",
        Shape::of(&[field("forms", LIST_OF_GAMES, "the maximal games")]),
        example(&[("games", "0, {0,*|*}, {*|0,*}")], Some("D"), r#"{"forms":["{0,*|*}"]}"#),
        |a| extremal(a, Relation::Less),
    )
    .modulo(),
];

/// A game that separates two games, with the player who moves first.
const SEPARATION: Shape = Shape {
    is_optional: true,
    lines: Some(|record, style| {
        let [Datum::Game(game), Datum::Player(starter)] = record.fields() else {
            return Ok(vec![in_text("none", style)]);
        };
        let mut lines = game.lines(style)?;
        lines[0].push_str(&in_text(&format!(" with {starter} moving first"), style));
        Ok(lines)
    }),
    ..Shape::of(&[
        field("form", GAME_OR_NULL, "the game X, or null if G is at least H"),
        field("starter", Kind::Optional(&Kind::Player), "who moves first, or null if G is at least H"),
    ])
};

/// Whether a game has an inverse, and which. Where it is not known, a rank says how far it was
/// searched.
const INVERTIBILITY: Shape = Shape {
    unknown: Some("none_up_to"),
    plain: Plain::Made(|record, _| match record.fields() {
        [Datum::Nothing, .., Datum::Count(rank)] => Err(Error::Undecided {
            tried: format!(
                "the games of the universe of rank at most {}, none of which is an inverse",
                rank.number
            ),
        }),
        fields => Ok(fields[0].clone()),
    }),
    ..Shape::of(&[
        field(
            "invertible",
            Kind::Optional(&Kind::Boolean),
            "whether G has an inverse; null where it is not known",
        ),
        field("inverse", GAME_OR_NULL, "a game H of the universe with G + H ≡ 0, or null"),
        field("in_monoid", Kind::Boolean, "whether G equals a game of the universe"),
        field("cancels", Kind::Boolean, "whether G plus its conjugate is 0"),
        field(
            "none_up_to",
            Kind::Optional(&Kind::Number),
            "where it is not known, a rank up to which no game is an inverse",
        ),
    ])
};

impl Invertibility {
    pub(super) fn fields<'a>(&self, work: &'a Workspace) -> Result<Fields<'a>, Error> {
        let fields = Fields::new(work).and(self.is_invertible())?.and(self.inverse.clone())?;
        let fields = fields.and(self.element.is_some())?.and(self.cancels)?.and(self.none_up_to)?;
        Ok(fields.said(self.sentence()?))
    }

    fn sentence(&self) -> Result<Text, Error> {
        const EQUAL: Formula = Formula::new("=", "≡", r"\equiv");
        const DIFFERENT: Formula = Formula::new("!=", "≢", r"\not\equiv");
        const G: Formula = Formula::new("G", "G", "G");
        const H: Formula = Formula::new("H", "H", "H");
        const CONJUGATE: Formula = Formula::new("~G", "~G", r"\overline{G}");
        let conjugate = self.game.conjugate()?;
        let u = || Hole::Universe(self.modulus.clone());
        let sum = |inverse: &Game, name: Formula, sign: Formula| {
            let summands = [(self.game.clone(), G), (inverse.clone(), name)];
            let [g, h] = Hole::short(summands);
            vec![g, h, Hole::Formula(sign), u()]
        };
        match (&self.inverse, self.none_up_to) {
            (Some(inverse), _) if *inverse == conjugate => return Ok(Text::plain("yes")),
            (Some(inverse), _) => {
                return Ok(Text::new("yes: % + (%) % 0 modulo %", sum(inverse, H, EQUAL)));
            }
            (None, None) if self.element.is_some() => return Ok(Text::plain("no")),
            _ => {}
        }
        let opening = match self.none_up_to {
            None => "no: no game of % makes 0 with it".to_owned(),
            Some(rank) => format!("unknown: no game of % of rank at most {rank} makes 0 with it"),
        };
        let (but, sign) = if self.cancels { ("though", EQUAL) } else { ("and", DIFFERENT) };
        let holes = [vec![u()], sum(&conjugate, CONJUGATE, sign)].concat();
        Ok(Text::new(format!("{opening}, {but} % + (%) % 0 modulo %"), holes))
    }
}

/// The games that are `beyond` no other game: for `Greater`, the minimal ones.
fn extremal<'a>(a: &Asked<'a>, beyond: Relation) -> Result<Fields<'a>, Error> {
    let modulus = a.modulus()?;
    modulus.ordered("order", "modulo I games are equal or not")?;
    let mut kept: Vec<Game> = Vec::new();
    for g in a.games("games")? {
        let mut is_extremal = true;
        let mut still = Vec::with_capacity(kept.len() + 1);
        for h in kept {
            a.work.budget().step()?;
            let relation = modulus.compare(&g, &h)?;
            is_extremal &= relation != beyond && relation != Relation::Equal;
            let passed = matches!(relation, Relation::Greater | Relation::Less) && relation != beyond;
            if !passed {
                still.push(h);
            }
        }
        if is_extremal {
            still.push(g);
        }
        kept = still;
    }
    a.one(kept)
}
