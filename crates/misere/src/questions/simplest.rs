//! Questions about the simplest form of a game, and about the games that it stands for.

use super::QuestionKind;
use super::ask::Asked;
use super::proof;
use super::row::*;
use crate::data::{Hole, Text};
use crate::error::Error;
use crate::steps::STEPS;

pub(super) static ROWS: &[QuestionKind] = &[
    question(
        "simplest",
        &[G],
        "The simplest form modulo a universe, with tombstones: two games are equal modulo the universe \
               exactly when it is the same. Under normal play, the canonical form.",
        Shape::of(&[field("form", GAME, "the simplest form")]),
        example(&[("g", "{0,*|*}")], Some("D"), r##"{"form":"{0,#|*}"}"##),
        simplest,
    )
    .modulo_or_usual()
    .proved(proof::simplest)
    .or_instead("steps"),
    question(
        "steps",
        &[G],
        "The steps from G to its simplest form modulo a universe: open reversible options are bypassed, \
               dominated ones eliminated, atomic reversible ones replaced by a tombstone, and tombstones \
               erased that are not needed. Followers come before the games they belong to. Each step says \
               by what option, answer or end, and by which lemma.",
        STEPS,
        example(&[("g", "{0,*|*}")], Some("D"), STEPS_OF_THE_EXAMPLE),
        |a| a.modulus()?.steps(a.game("g")?)?.fields(a.work),
    )
    .modulo(),
    question(
        "reduced",
        &[G],
        "Whether G is its own simplest form modulo a universe: no option of a follower is dominated or \
               reversible, and no tombstone can be erased. Modulo I, whether it is its own canonical form. \
               In JSON, canonical says whether G is its own canonical form, where it has one.",
        Shape::of(&[
            field("reduced", Kind::Boolean, "whether G is its own simplest form"),
            field(
                "canonical",
                Kind::Optional(&Kind::Boolean),
                "whether G is its own canonical form, or null where it has none",
            ),
            field("form", GAME, "the simplest form"),
        ]),
        example(&[("g", "{0,*|*}")], Some("D"), r##"{"reduced":false,"canonical":true,"form":"{0,#|*}"}"##),
        reduced,
    )
    .modulo(),
    question(
        "canonical",
        &[G],
        "The classical canonical form, inside the universe: of dicots modulo D, of dead-ending games \
               modulo E, of any game modulo M or N, and of impartial ones modulo I.",
        Shape::of(&[field("form", GAME, "the canonical form")]),
        example(&[("g", "{*|*2}")], Some("D"), r#"{"form":"{*|*2}"}"#),
        |a| a.one(a.modulus()?.canonical(a.game("g")?)?),
    )
    .modulo(),
    question(
        "normal",
        &[G],
        "The canonical form under normal play.",
        Shape::of(&[field("form", GAME, "the canonical form under normal play")]),
        example(&[("g", "1+-1")], None, r#"{"form":"0"}"#),
        |a| a.one(a.work.normal_play()?.simplest(a.game("g")?)?),
    )
    .proved(proof::normal),
    question(
        "expand",
        &[G],
        "A game of the universe (up to equality, as the question member says) that equals G, without \
               tombstones: none if there is no such game.",
        Shape::of(&[field("form", GAME_OR_NULL, "a game of the universe that equals G, or null")]),
        example(&[("g", "{0,#|*}")], Some("E"), r#"{"form":"{0,-1|*}"}"#),
        |a| a.one(a.modulus()?.expansion(a.game("g")?)?),
    )
    .modulo(),
    question(
        "expansion_of",
        &[G, H],
        "Whether G is an expansion of H in the universe: a game of it, up to equality of ends, \
               that has an atomic reversible option for each tombstone of H, perhaps more of them, and \
               else expansions of the options of H.",
        Shape::of(&[field("expansion_of", Kind::Boolean, "whether G is an expansion of H")]),
        example(&[("g", "{0,*|*}"), ("h", "{0,#|*}")], Some("D"), r#"{"expansion_of":true}"#),
        |a| a.one(a.modulus()?.is_expansion(a.game("g")?, a.game("h")?)?),
    )
    .long()
    .modulo(),
    question(
        "p_free_modulo",
        &[G],
        "Whether G is P-free modulo the universe: whether a game of the universe that equals G has no \
               follower of outcome P.",
        Shape::of(&[field("p_free_modulo", Kind::Boolean, "whether a P-free game of the universe equals G")]),
        example(&[("g", "{-1,*|1}")], Some("E"), r#"{"p_free_modulo":true}"#),
        |a| a.one(a.modulus()?.p_free_expansion(a.game("g")?)?.is_some()),
    )
    .modulo(),
    question(
        "p_free_expansion",
        &[G],
        "A game of the universe (up to equality of ends) that equals G and has no follower of \
               outcome P: none if there is no such game.",
        Shape::of(&[field("form", GAME_OR_NULL, "a P-free game of the universe that equals G, or null")]),
        example(&[("g", "{-1|0,*}")], Some("E"), r#"{"form":"{-1|0,1}"}"#),
        |a| a.one(a.modulus()?.p_free_expansion(a.game("g")?)?),
    )
    .modulo(),
    question(
        "birthday",
        &[G],
        "The least rank of a game of the universe that equals G: none if no game of it does. Modulo B, \
               and modulo D(A) where ends of A are not dead, all games of rank at most 2 are searched; \
               where that does not decide, the answer is unknown, with bounds.",
        Shape::of(&[field(
            "birthday",
            Kind::Optional(&Kind::Number),
            "the least rank of a game of the universe that equals G, or null",
        )]),
        example(&[("g", "{-1|1}")], Some("E"), r#"{"birthday":0}"#),
        |a| a.one(a.modulus()?.birthday(a.game("g")?)?),
    )
    .long()
    .modulo(),
];

/// The simplest form; a position is evaluated by its components, without its game tree.
fn simplest<'a>(a: &Asked<'a>) -> Result<Fields<'a>, Error> {
    let modulus = a.modulus()?;
    if let Some((ruleset, position)) = a.subject("g").unmade_position()
        && modulus.has_order()
    {
        let mut positions = a.work.positions(ruleset.clone());
        return a.one(positions.value_at(position, modulus)?.form);
    }
    a.one(modulus.simplest(a.game("g")?)?)
}

/// Whether nothing can be simplified; if something can, the sentence has the simplest form.
fn reduced<'a>(a: &Asked<'a>) -> Result<Fields<'a>, Error> {
    let found = a.modulus()?.reduced(a.game("g")?)?;
    let fields = a.fields().and(found.holds())?.and(found.is_canonical)?.and(found.simplest.clone())?;
    if found.holds() {
        return Ok(fields);
    }
    let which = if found.modulus.has_order() { "simplest" } else { "canonical" };
    let closing = if found.is_canonical == Some(true) { ", but it is its canonical form" } else { "" };
    let words = format!("no: its {which} form is %{closing}");
    Ok(fields.said(Text::new(words, vec![Hole::Game(found.simplest)])))
}

/// The answer of the example of `steps`.
const STEPS_OF_THE_EXAMPLE: &str = r##"{"steps":[{"operation":"replace","player":"Left","of":"{0,*|*}","option":"*","by":"0","fundamental":true,"ends":["0"],"becomes":"{0,#|*}","form":"{0,#|*}","text":"Left's option * is atomic reversible through the Left end 0: {0,*|*} >= 0. Without it Left, moving first, loses: it is fundamental. A tombstone takes its place. [universe] Lemma 5.14, [day-2] section 3","source":"[universe] Lemma 5.14, [day-2] section 3"}],"form":"{0,#|*}"}"##;
