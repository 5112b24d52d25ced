//! Questions about one form that refer to no universe.

use misere_core::Outcome;
use num_bigint::BigUint;

use super::QuestionKind;
use super::proof;
use super::row::*;
use crate::data::record;
use crate::error::Error;
use crate::game::Game;
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
            dag_edges: forms.dag_edges(g)?,
        })
    }
}

pub(super) static ROWS: &[QuestionKind] = &[
    question(
        "show",
        &[G],
        "Everything about one game that refers to no universe.",
        Facts::SHAPE,
        example(
            &[("g", "*")],
            None,
            r#"{"rank":1,"outcome":"P","normal_outcome":"N","conjugate":"*","adjoint":"{*|*}","impartial":true,"dicot":true,"dead_ending":true,"blocking":true,"p_free":false,"form":"*","tree_edges":"2","dag_edges":2}"#,
        ),
        |a| a.work.facts(a.game("g")?)?.fields(a.work),
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
