//! Questions about one form that refer to no universe.

use std::convert::Infallible;

use misere_core::{Outcome, parallel};
use num_bigint::BigUint;

use super::proof;
use super::row::*;
use super::show::SHOWN;
use super::{ArgumentKind, Parameter, QuestionKind};
use crate::data::record;
use crate::error::Error;
use crate::game::Game;
use crate::modulus::{Invertibility, Modulus};
use crate::workspace::Workspace;

record! {
    /// The facts about a game that refer to no universe.
    pub struct Facts {
        /// the formal birthday
        pub rank: u32,
        /// who wins misère play
        pub outcome: Outcome,
        /// who wins normal play; null for a game with tombstones
        pub normal_outcome: Option<Outcome>,
        /// the conjugate
        pub conjugate: Game as Kind::GameIfShort,
        /// the adjoint
        pub adjoint: Game as Kind::GameIfShort,
        /// whether the game is in I
        pub impartial: bool,
        /// whether the game is in D
        pub dicot: bool,
        /// whether the game is in E
        pub dead_ending: bool,
        /// whether the game is in B
        pub blocking: bool,
        /// whether no follower has outcome P
        pub p_free: bool,
        /// the form of the game
        pub form: Game as Kind::GameIfShort,
        /// the edges of the game tree, a tombstone being one edge
        pub tree_edges: BigUint,
        /// the edges when equal subtrees are drawn once
        pub dag_edges: u64,
        /// the game modulo each universe that is given
        pub modulo: Option<Vec<ModuloRow>> as Kind::IfAny(&Kind::List(&Kind::Record(&ModuloRow::SHAPE))),
    }
}

record! {
    /// A game modulo a universe. A field is null if the question does not arise, or if a limit
    /// was reached.
    pub struct ModuloRow {
        /// the universe
        pub modulo: Modulus,
        /// the simplest form
        pub form: Option<Game> as Kind::GameIfShort,
        /// for which players the game is strong
        pub strong: Option<Strong>,
        /// whether the game is invertible
        pub invertible: Option<bool>,
        /// whether the game equals a game of the universe
        pub in_monoid: Option<bool>,
        /// the limit that was reached
        pub limit: Option<String> as Kind::WhyNull,
    }
}

record! {
    /// For which players a game is strong.
    pub struct Strong {
        /// whether it is strong for Left
        pub left: bool,
        /// whether it is strong for Right
        pub right: bool,
    }
}

const MODULI: Parameter = required("moduli", "L", ArgumentKind::Universes, "a list of universes");

/// The game modulo each universe, in the order of the universes.
fn modulo_each(work: &Workspace, g: &Game, moduli: &[Modulus]) -> Vec<ModuloRow> {
    // A thread costs more than a small question.
    const SMALL: u32 = 100;
    let threads = if g.rank() < SMALL { 1 } else { work.threads() };
    let ask = |modulus: &Modulus| Ok::<_, Infallible>(ModuloRow::new(work, modulus, g));
    parallel::map(threads, 0, moduli, ask).unwrap_or_default()
}

impl ModuloRow {
    fn new(work: &Workspace, modulus: &Modulus, g: &Game) -> ModuloRow {
        let mut limit = None;
        let form = answered(work, &mut limit, modulus.simplest(g));
        let strong = answered(work, &mut limit, modulus.strong(g));
        let invertibility = answered(work, &mut limit, modulus.invertibility(g));
        ModuloRow {
            modulo: modulus.clone(),
            form,
            strong: strong.map(|[left, right]| Strong { left, right }),
            invertible: invertibility.as_ref().and_then(Invertibility::is_invertible),
            in_monoid: invertibility.map(|found| found.element.is_some()),
            limit,
        }
    }
}

/// The answer, or `None` for a question without one; a limit that was reached is noted.
fn answered<T>(work: &Workspace, limit: &mut Option<String>, answer: Result<T, Error>) -> Option<T> {
    match answer {
        Ok(answer) => Some(answer),
        Err(Error::Exhausted(exhausted)) => {
            *limit = Some(work.limit_in_words(&exhausted));
            None
        }
        Err(_) => None,
    }
}

impl Workspace {
    /// The facts about a game that refer to no universe.
    ///
    /// # Errors
    /// [`Error::Foreign`] or [`Error::Exhausted`].
    pub fn facts(&self, game: &Game) -> Result<Facts, Error> {
        let (forms, g) = (self.forms(), self.own(game)?);
        Ok(Facts {
            rank: forms.rank(g),
            outcome: forms.outcome(g),
            normal_outcome: forms.normal_outcome(g),
            conjugate: game.conjugate()?,
            adjoint: game.adjoint()?,
            impartial: forms.is_impartial(g),
            dicot: forms.is_dicot(g),
            dead_ending: forms.is_dead_ending(g),
            blocking: forms.is_blocking(g),
            p_free: forms.is_p_free(g),
            form: game.clone(),
            tree_edges: forms.tree_edges(g)?,
            dag_edges: forms.shared_edges(g)?,
            modulo: None,
        })
    }
}

/// The facts about `*` in JSON.
macro_rules! facts_of_star {
    () => {
        r#""rank":1,"outcome":"P","normal_outcome":"N","conjugate":"*","adjoint":"{*|*}","impartial":true,"dicot":true,"dead_ending":true,"blocking":true,"p_free":false,"form":"*","tree_edges":"2","dag_edges":2"#
    };
}

pub(super) static ROWS: &[QuestionKind] = &[
    question(
        "show",
        &[G],
        "Everything about one game that refers to no universe.",
        Facts::SHAPE,
        example(&[("g", "*")], None, concat!("{", facts_of_star!(), "}")),
        |a| a.work.facts(a.game("g")?)?.fields(a.work),
    ),
    question(
        "show_modulo",
        &[G, MODULI],
        "Everything about one game, with its simplest form, strength and invertibility modulo each of some \
               universes.",
        SHOWN,
        example(
            &[("g", "*"), ("moduli", "D")],
            None,
            concat!(
                "{",
                facts_of_star!(),
                r#","modulo":[{"modulo":"D","form":"*","strong":{"left":false,"right":false},"invertible":true,"in_monoid":true}]}"#
            ),
        ),
        |a| {
            let g = a.game("g")?;
            let mut facts = a.work.facts(g)?;
            facts.modulo = Some(modulo_each(a.work, g, a.universes("moduli")?));
            facts.fields(a.work)
        },
    ),
    question(
        "outcome",
        &[G],
        "Who wins misère play: L, N (the next player), P (the previous player) or R.",
        Shape::of(&[field("outcome", Kind::Outcome, "who wins misère play")]),
        example(&[("g", "*2+*2")], None, r#"{"outcome":"P"}"#),
        |a| a.one(a.game("g")?.outcome()),
    )
    .proved(proof::outcome),
    question(
        "normal_outcome",
        &[G],
        "Who wins normal play: none if the game has tombstones.",
        Shape::of(&[field(
            "outcome",
            Kind::Optional(&Kind::Outcome),
            "who wins normal play; null for a game with tombstones",
        )]),
        example(&[("g", "{0,*|*}")], None, r#"{"outcome":"L"}"#),
        |a| a.one(a.game("g")?.normal_outcome()),
    ),
    question(
        "passing_outcome",
        &[G, PLAYER],
        "Who wins misère play when one player, Left or Right, may also pass: with Right it is the \
               Right-passing outcome. A player who has no option wins, and need not pass.",
        Shape::of(&[field("outcome", Kind::Outcome, "who wins when the player may pass")]),
        example(&[("g", "*2"), ("player", "Right")], None, r#"{"outcome":"R"}"#),
        |a| {
            let passing = a.player("player").expect("a required argument");
            let g = a.game("g")?.form();
            a.one(a.work.forms().outcome_against_passing(g, passing.opponent()))
        },
    ),
];
