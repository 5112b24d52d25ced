//! Questions about all games of a day, and about random ones.

use super::QuestionKind;
use super::row::*;
use crate::data::{Datum, in_text};
use crate::error::Error;
use crate::render::write_list;

pub(super) static ROWS: &[QuestionKind] = &[
    question(
        "days",
        &[DAY],
        "All ordinary games of rank at most n, which is 0, 1 or 2: 1, 4 or 256.",
        Shape::of(&[field("forms", LIST_OF_GAMES, "the games")]),
        example(&[("day", "1")], None, r#"{"forms":["0","1","-1","*"]}"#),
        |a| a.one(a.work.games(&a.work.forms().born_by(a.number("day"))?)),
    ),
    #[cfg(feature = "census")]
    question(
        "census",
        &[DAY, OF],
        "The games of a universe of rank at most n up to equality: the simplest form of each class, \
               modulo I the canonical form. Any universe goes to day 2, D to day 3 and I to day 4.",
        Shape::of(&[field("forms", LIST_OF_GAMES, "the simplest form of each class")]),
        example(&[("day", "1")], Some("E"), r#"{"forms":["0","1","-1","*"]}"#),
        |a| {
            let census = a.modulus()?.census(a.number("day"), a.universe("of"))?;
            a.one(Vec::from_iter(census.classes.into_iter().map(|class| class.form)))
        },
    )
    .modulo(),
    question(
        "random",
        &[DAY, OF_THIS, NUMBER, SEED],
        "Random games of a universe of rank at most n, some perhaps more than once: the same games for \
               the same seed.",
        SAMPLE,
        example(&[("day", "1"), ("of", "E"), ("number", "3")], None, r#"{"forms":["*","-1","-1"],"seed":1}"#),
        |a| {
            let seed = a.optional_number("seed").unwrap_or(1);
            let of = a.universe("of").expect("a required argument");
            if !a.work.is(of.workspace()) {
                return Err(Error::Foreign);
            }
            let games = of.random_games(a.number("day"), a.number("number"), seed)?;
            a.fields().and(games)?.and(seed)
        },
    )
    .sharded(),
    #[cfg(feature = "census")]
    question(
        "count",
        &[DAY, OF],
        "How many classes of games of a universe are born by day n: by day 3 without listing them.",
        Shape::of(&[field("classes", Kind::Digits, "the number of classes")]),
        example(&[("day", "3")], Some("D"), r#"{"classes":"1268"}"#),
        |a| a.one(a.modulus()?.count(a.number("day"), a.universe("of"), &|_| ())?.classes),
    )
    .modulo(),
];

/// Random games, with the seed that gives them again.
const SAMPLE: Shape = Shape {
    noted: Some("seed"),
    lines: Some(|record, style| {
        let [Datum::List(games), Datum::Count(seed)] = record.fields() else { return Ok(Vec::new()) };
        let seed = in_text(&format!(" with seed {}", seed.number), style);
        Ok(vec![write_list(games, style)? + &seed])
    }),
    ..Shape::of(&[
        field("forms", LIST_OF_GAMES, "the games"),
        field("seed", Kind::Number, "the seed that gives the same games again"),
    ])
};
