//! Answers that take more than a line of the table.

use misere_core::Relation;
use misere_impartial::Genus;

use super::Answer;
use super::ask::Asked;
use crate::error::Error;
use crate::game::Game;

/// The simplest form; a position is evaluated by its components, without its game tree.
pub(super) fn simplest(a: &Asked<'_>) -> Result<Answer, Error> {
    let modulus = a.modulus()?;
    if let Some((ruleset, position)) = a.subject("g").position()
        && modulus.has_order()
    {
        let mut positions = a.work.positions(ruleset.clone());
        return Ok(Answer::Game(Some(positions.value_at(position, modulus)?.form)));
    }
    Ok(Answer::Game(Some(modulus.simplest(a.game("g")?)?)))
}

/// The Left-modified adjoint, of Left ends alone.
pub(super) fn modified_adjoint(a: &Asked<'_>) -> Result<Answer, Error> {
    match a.work.forms().left_modified_adjoint(a.game("g")?.form())? {
        Some(form) => Ok(Answer::Game(Some(a.work.game_of(form)))),
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
pub(super) fn genus(a: &Asked<'_>) -> Result<Answer, Error> {
    match Genus::of(a.work.forms(), a.game("g")?.form())? {
        Some(genus) => Ok(Answer::Genus(genus)),
        None => Err(Error::Argument {
            question: "genus",
            argument: "g",
            expected: "an impartial game".to_owned(),
            help: Some("`impartial(G)` asks whether a game is impartial".to_owned()),
        }),
    }
}

/// The games that are `beyond` no other game: for `Greater`, the minimal ones.
pub(super) fn extremal(a: &Asked<'_>, beyond: Relation) -> Result<Answer, Error> {
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
    Ok(Answer::Games(kept))
}
