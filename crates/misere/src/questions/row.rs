//! How a line of the table is written.

use super::ask::Asked;
use super::{ArgumentKind, Example, FindRows, Parameter, Prove, QuestionKind, Reference};
use crate::data::{Data, Datum, in_text};
pub(super) use crate::data::{Field, Fields, Kind, Plain, Shape};
use crate::error::Error;
use crate::render::{players, strong_players};

pub(super) const G: Parameter = required("g", "G", ArgumentKind::Game, "a game");
pub(super) const H: Parameter = required("h", "H", ArgumentKind::Game, "a second game");
pub(super) const GAMES: Parameter = required("games", "L", ArgumentKind::Games, "a list of games");
pub(super) const DAY: Parameter = required("day", "n", ArgumentKind::Number, "a day: 0, 1, 2, …");
pub(super) const MOVES: Parameter = required("moves", "n", ArgumentKind::Number, "a number of moves");
pub(super) const NUMBER: Parameter = required("number", "k", ArgumentKind::Number, "how many games");
pub(super) const SEED: Parameter = Parameter {
    is_required: false,
    ..required("seed", "n", ArgumentKind::Number, "where the random numbers begin: 1 if it is left out")
};
pub(super) const STARTER: Parameter = Parameter {
    is_required: false,
    help: "who moves first, Left or Right: either if it is left out",
    ..required("starter", "Left", ArgumentKind::Player, "")
};
pub(super) const PLAYER: Parameter = required("player", "Left", ArgumentKind::Player, "Left or Right");
pub(super) const SOME_PLAYER: Parameter = Parameter { is_required: false, ..PLAYER };
pub(super) const OF_THIS: Parameter =
    required("of", "U", ArgumentKind::Universe, "the universe whose games are meant");
#[cfg(feature = "census")]
pub(super) const OF: Parameter = Parameter {
    is_required: false,
    help: "the universe whose games are meant, if it is another one",
    ..OF_THIS
};

pub(super) const fn required(
    name: &'static str,
    letter: &'static str,
    kind: ArgumentKind,
    help: &'static str,
) -> Parameter {
    Parameter { name, letter, kind, is_required: true, help }
}

/// An argument that may be left out.
pub(super) const fn optional(
    name: &'static str,
    letter: &'static str,
    kind: ArgumentKind,
    help: &'static str,
) -> Parameter {
    Parameter { is_required: false, ..required(name, letter, kind, help) }
}

pub(super) const fn field(name: &'static str, kind: Kind, help: &'static str) -> Field {
    Field::new(name, kind, help)
}

/// A question that refers to no universe, has no proof, and takes these arguments.
pub(super) const fn question(
    name: &'static str,
    parameters: &'static [Parameter],
    help: &'static str,
    answer: Shape,
    example: Example,
    ask: for<'a> fn(&Asked<'a>) -> Result<Fields<'a>, Error>,
) -> QuestionKind {
    QuestionKind {
        name,
        alias: None,
        parameters,
        modulus: Reference::None,
        help,
        answer,
        example,
        rows: None,
        instead: None,
        is_long: false,
        ask,
        prove: None,
    }
}

impl QuestionKind {
    /// The question, asked modulo a universe.
    pub(super) const fn modulo(self) -> QuestionKind {
        QuestionKind { modulus: Reference::Required, ..self }
    }

    /// The question, asked modulo a universe, and by its command modulo all of the usual ones
    /// where none is given.
    pub(super) const fn modulo_or_usual(self) -> QuestionKind {
        QuestionKind { modulus: Reference::Usual, ..self }
    }

    /// The question, which may be asked modulo a universe.
    pub(super) const fn modulo_if_given(self) -> QuestionKind {
        QuestionKind { modulus: Reference::Optional, ..self }
    }

    /// The question, whose answer has rows that can be divided among processes.
    pub(super) const fn divided(self, rows: FindRows) -> QuestionKind {
        QuestionKind { rows: Some(rows), ..self }
    }

    /// The question, whose answer usually takes long.
    pub(super) const fn long(self) -> QuestionKind {
        QuestionKind { is_long: true, ..self }
    }

    /// The question, with a proof of its answer.
    pub(super) const fn proved(self, prove: Prove) -> QuestionKind {
        QuestionKind { prove: Some(prove), ..self }
    }

    /// The question, whose command asks another question of the same arguments if it has the
    /// option of this name.
    pub(super) const fn or_instead(self, name: &'static str) -> QuestionKind {
        QuestionKind { instead: Some(name), ..self }
    }

    /// The question, with another name in the language.
    pub(super) const fn alias(self, alias: &'static str) -> QuestionKind {
        QuestionKind { alias: Some(alias), ..self }
    }
}

pub(super) const fn example(
    arguments: &'static [(&'static str, &'static str)],
    modulo: Option<&'static str>,
    answer: &'static str,
) -> Example {
    Example { arguments, modulo, answer }
}

/// A question about the form alone, with an example.
macro_rules! predicate {
    ($name:literal, $holds:ident, $help:literal, $example:literal => $answer:literal) => {
        question(
            $name,
            &[G],
            $help,
            Shape::of(&[field($name, Kind::Boolean, "whether it is so")]),
            example(&[("g", $example)], None, concat!("{\"", $name, "\":", $answer, "}")),
            |a| a.one(a.work.forms().$holds(a.game("g")?.form())),
        )
    };
}

/// A question about the form alone that each player may answer differently, with an example.
macro_rules! predicate_of_players {
    ($name:literal, $holds:ident, $help:literal, $example:literal => $left:literal, $right:literal) => {
        question(
            $name,
            &[G, SOME_PLAYER],
            $help,
            BY_PLAYER,
            example(&[("g", $example)], None, concat!("{\"left\":", $left, ",\"right\":", $right, "}")),
            |a| {
                let g = a.game("g")?.form();
                a.by_player(Player::BOTH.map(|player| a.work.forms().$holds(g, player)))
            },
        )
    };
}

pub(super) use {predicate, predicate_of_players};

/// A game, a game or null, and a list of games.
pub(super) const GAME: Kind = Kind::Game;
pub(super) const GAME_OR_NULL: Kind = Kind::Optional(&Kind::Game);
pub(super) const LIST_OF_GAMES: Kind = Kind::List(&Kind::Game);

/// A truth value for each player: in the language the list of the players for whom it holds.
pub(super) const BY_PLAYER: Shape = Shape {
    plain: Plain::Made(|record, work| {
        let holds = by_player(record.fields());
        strong_players(holds).collect::<Vec<_>>().datum(work)
    }),
    lines: Some(|record, style| Ok(vec![in_text(players(by_player(record.fields())), style)])),
    ..Shape::of(&[
        field("left", Kind::Boolean, "whether it holds for Left"),
        field("right", Kind::Boolean, "whether it holds for Right"),
    ])
};

pub(super) fn by_player(fields: &[Datum]) -> [bool; 2] {
    [0, 1].map(|place| fields[place] == Datum::Boolean(true))
}
