//! Games made from games, and what can be read off a form.

use misere_core::Player;
use misere_impartial::Genus;
use misere_notation::Style;

use super::QuestionKind;
use super::ask::Asked;
use super::row::*;
use crate::data::{Formula, Hole, Text};
use crate::error::Error;

pub(super) static ROWS: &[QuestionKind] = &[
    question(
        "sum",
        &[G, H],
        "The disjunctive sum of two games.",
        Shape::of(&[field("form", GAME, "the sum")]),
        example(&[("g", "1"), ("h", "1")], None, r#"{"form":"2"}"#),
        |a| a.one((a.game("g")? + a.game("h")?)?),
    ),
    question(
        "adjoint",
        &[G],
        "The adjoint of G: the previous player wins its sum with G. The notation also has adj(G).",
        Shape::of(&[field("form", GAME, "the adjoint")]),
        example(&[("g", "1")], None, r#"{"form":"{0|*}"}"#),
        |a| a.one(a.game("g")?.adjoint()?),
    ),
    question(
        "modified_adjoint",
        &[G],
        "The Left-modified adjoint of a Left end G, written G^⊛: {0|*} for 0, otherwise {X|*} with the \
               adjoints X of the Right options of G.",
        Shape::of(&[field("form", GAME, "the Left-modified adjoint")]),
        example(&[("g", "-1")], None, r#"{"form":"{*|*}"}"#),
        modified_adjoint,
    ),
    question(
        "conjugate",
        &[G],
        "G with the players exchanged. The notation also has conj(G) and ~G.",
        Shape::of(&[field("form", GAME, "the conjugate")]),
        example(&[("g", "{0|1}")], None, r#"{"form":"{-1|0}"}"#),
        |a| a.one(a.game("g")?.conjugate()?),
    ),
    question(
        "truncate",
        &[G, MOVES],
        "G stopped after n moves.",
        Shape::of(&[field("form", GAME, "G stopped after n moves")]),
        example(&[("g", "5"), ("moves", "2")], None, r#"{"form":"2"}"#),
        |a| a.one(a.game("g")?.truncate(a.number("moves"))?),
    ),
    question(
        "options",
        &[G, PLAYER],
        "The games a player can move to from G. A tombstone is not a game.",
        Shape::of(&[field("forms", LIST_OF_GAMES, "the options, in the order in which they are written")]),
        example(&[("g", "{0,*|*}"), ("player", "Left")], None, r#"{"forms":["0","*"]}"#),
        |a| {
            let player = a.player("player").expect("a required argument");
            a.one(a.work.list(a.work.forms().options(a.game("g")?.form(), player))?)
        },
    ),
    question(
        "followers",
        &[G],
        "All games that can occur in the play of G, G among them, each once.",
        Shape::of(&[field("forms", LIST_OF_GAMES, "the followers, those of least rank first")]),
        example(&[("g", "{0,*|*}")], None, r#"{"forms":["0","*","{0,*|*}"]}"#),
        |a| {
            let followers = a.work.forms().followers_within(&[a.game("g")?.form()])?;
            a.one(a.work.list(&followers)?)
        },
    ),
    question(
        "rank",
        &[G],
        "The rank of G, also called its formal birthday: the largest number of moves in its play.",
        Shape::of(&[field("rank", Kind::Number, "the rank")]),
        example(&[("g", "{0,*|*}")], None, r#"{"rank":2}"#),
        |a| a.one(a.game("g")?.rank()),
    ),
    question(
        "edges",
        &[G],
        "The number of edges of the game tree, a tombstone being one edge.",
        Shape::of(&[field("tree_edges", Kind::Digits, "the number of edges of the tree")]),
        example(&[("g", "{0,*|*}")], None, r#"{"tree_edges":"7"}"#),
        |a| a.one(a.game("g")?.tree_edges()?),
    ),
    predicate!("dicot", is_dicot, "Whether in every follower of G both players can move, or neither can.", "{0,*|*}" => "true"),
    predicate!("dead_ending", is_dead_ending, "Whether a player who cannot move in a follower of G never can again.", "{|1}" => "false"),
    predicate!("blocking", is_blocking, "Whether every end that follows from G is blocked.", "{|1}" => "true"),
    predicate!("impartial", is_impartial, "Whether both players have the same options in every follower of G.", "*2 + *3" => "true"),
    predicate!("ordinary", is_ordinary, "Whether G has no tombstones.", "{0,#|*}" => "false"),
    predicate!("p_free", is_p_free, "Whether no follower of G has outcome P.", "{-1,*|1}" => "false"),
    predicate_of_players!("end", is_end, "For which players G is an end: they have no option and no tombstone. In the language, end(G, Left) is whether it is an end for that player.", "{|1}" => "true", "false"),
    predicate_of_players!("dead_end", is_dead_end, "For which players G is a dead end: every follower is an end for them.", "{|0,-1}" => "true", "false"),
    predicate_of_players!("blocked_end", is_blocked_end, "For which players G is a blocked end: an end for them, and each option of the opponent is a blocked end for them, or has an option of theirs that is one.", "{|1}" => "true", "false"),
    predicate_of_players!("end_like", is_end_like, "For which players G is end-like: it is an end for them, or has their tombstone.", "{0,#|*}" => "true", "false"),
    question(
        "genus",
        &[G],
        "The genus of an impartial game: its Grundy value g and, as an exponent, the misère Grundy values \
               of G, G+*2, G+*2+*2, …, of which the last two repeat.",
        GENUS,
        example(&[("g", "kayles(5)")], None, r#"{"genus":"4^146","normal":4,"misere":[1,4,6]}"#),
        genus,
    ),
];

const GENUS: Shape = Shape::of(&[
    field("genus", Kind::Text, "the genus as it is written"),
    field("normal", Kind::Number, "the Grundy value"),
    field("misere", Kind::List(&Kind::Number), "the misère Grundy values, of which the last two repeat"),
]);

/// The Left-modified adjoint, of Left ends alone.
fn modified_adjoint<'a>(a: &Asked<'a>) -> Result<Fields<'a>, Error> {
    match a.work.forms().left_modified_adjoint(a.game("g")?.form())? {
        Some(form) => a.one(a.work.game_of(form)),
        None => Err(Error::Argument {
            question: "modified_adjoint",
            argument: "g",
            expected: "a Left end".to_owned(),
            help: Some(
                "`adjoint(G)` is there for every game, and `end(G)` says for whom G is an end".to_owned(),
            ),
        }),
    }
}

/// The genus, of impartial games alone.
fn genus<'a>(a: &Asked<'a>) -> Result<Fields<'a>, Error> {
    match Genus::of(a.work.forms(), a.game("g")?.form())? {
        Some(genus) => {
            let [ascii, unicode, latex] =
                [Style::Ascii, Style::Unicode, Style::Latex].map(|style| genus.write(style).into());
            let text = Text::new("%", vec![Hole::Formula(Formula([ascii, unicode, latex]))]);
            a.fields().and(text)?.and(genus.normal())?.and(genus.misere().to_vec())
        }
        None => Err(Error::Argument {
            question: "genus",
            argument: "g",
            expected: "an impartial game".to_owned(),
            help: Some("`impartial(G)` asks whether a game is impartial".to_owned()),
        }),
    }
}
