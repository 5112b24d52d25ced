//! The table of questions.

use misere_core::{Player, Relation};
use misere_impartial::Genus;

use super::ask::Asked;
use super::proof;
use super::{Answer, ArgumentKind, Example, Field, FieldKind, Parameter, Prove, QuestionKind};
use crate::error::Error;
use crate::game::Game;

const G: Parameter = required("g", ArgumentKind::Game, "a game");
const H: Parameter = required("h", ArgumentKind::Game, "a second game");
const GAMES: Parameter = required("games", ArgumentKind::Games, "a list of games");
const DAY: Parameter = required("day", ArgumentKind::Number, "a day: 0, 1, 2, …");
const MOVES: Parameter = required("moves", ArgumentKind::Number, "a number of moves");
const NUMBER: Parameter = required("number", ArgumentKind::Number, "how many games");
const SEED: Parameter = Parameter {
    name: "seed",
    kind: ArgumentKind::Number,
    is_required: false,
    help: "where the random numbers begin: 1 if it is left out",
};
const PLAYER: Parameter = required("player", ArgumentKind::Player, "Left or Right");
const SOME_PLAYER: Parameter = Parameter { is_required: false, ..PLAYER };
const OF_THIS: Parameter = required("of", ArgumentKind::Universe, "the universe whose games are meant");
#[cfg(feature = "census")]
const OF: Parameter = Parameter {
    is_required: false,
    help: "the universe whose games are meant, if it is another one",
    ..OF_THIS
};

const fn required(name: &'static str, kind: ArgumentKind, help: &'static str) -> Parameter {
    Parameter { name, kind, is_required: true, help }
}

const fn field(name: &'static str, kind: FieldKind) -> Field {
    Field { name, kind }
}

/// A question that refers to no universe, has no proof, and takes these arguments.
const fn question(
    name: &'static str,
    parameters: &'static [Parameter],
    help: &'static str,
    fields: &'static [Field],
    example: Example,
    ask: fn(&Asked<'_>) -> Result<Answer, Error>,
) -> QuestionKind {
    QuestionKind {
        name,
        alias: None,
        parameters,
        needs_modulus: false,
        help,
        fields,
        example,
        ask,
        prove: None,
    }
}

impl QuestionKind {
    /// The question, asked modulo a universe.
    const fn modulo(self) -> QuestionKind {
        QuestionKind { needs_modulus: true, ..self }
    }

    /// The question, with a proof of its answer.
    const fn proved(self, prove: Prove) -> QuestionKind {
        QuestionKind { prove: Some(prove), ..self }
    }

    /// The question, with another name in the language.
    const fn alias(self, alias: &'static str) -> QuestionKind {
        QuestionKind { alias: Some(alias), ..self }
    }
}

const fn example(
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
            &[field($name, FieldKind::Boolean)],
            example(&[("g", $example)], None, concat!("{\"", $name, "\":", $answer, "}")),
            |a| Ok(Answer::Boolean(a.work.forms().$holds(a.game("g")?.form()))),
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
            &[field("left", FieldKind::Boolean), field("right", FieldKind::Boolean)],
            example(&[("g", $example)], None, concat!("{\"left\":", $left, ",\"right\":", $right, "}")),
            |a| {
                let g = a.game("g")?.form();
                Ok(Answer::Players(Player::BOTH.map(|player| a.work.forms().$holds(g, player))))
            },
        )
    };
}

/// Every question, in the order of the help.
pub static QUESTIONS: &[QuestionKind] = &[
    question(
        "show",
        &[G],
        "Everything about one game that refers to no universe.",
        &[
            field("rank", FieldKind::Number),
            field("outcome", FieldKind::Outcome),
            field("normal_outcome", FieldKind::OutcomeOrNull),
            field("conjugate", FieldKind::FormOrNull),
            field("adjoint", FieldKind::FormOrNull),
            field("impartial", FieldKind::Boolean),
            field("dicot", FieldKind::Boolean),
            field("dead_ending", FieldKind::Boolean),
            field("blocking", FieldKind::Boolean),
            field("p_free", FieldKind::Boolean),
            field("form", FieldKind::FormOrNull),
            field("tree_edges", FieldKind::Digits),
            field("dag_edges", FieldKind::Number),
        ],
        example(
            &[("g", "*")],
            None,
            r#"{"rank":1,"outcome":"P","normal_outcome":"N","conjugate":"*","adjoint":"{*|*}","impartial":true,"dicot":true,"dead_ending":true,"blocking":true,"p_free":false,"form":"*","tree_edges":"2","dag_edges":2}"#,
        ),
        |a| Ok(Answer::Facts(Box::new(a.work.facts(a.game("g")?)?))),
    ),
    question(
        "outcome",
        &[G],
        "Who wins misère play: L, N (the next player), P (the previous player) or R.",
        &[field("outcome", FieldKind::Outcome)],
        example(&[("g", "*2+*2")], None, r#"{"outcome":"P"}"#),
        |a| Ok(Answer::Outcome(Some(a.game("g")?.outcome()))),
    )
    .proved(proof::outcome),
    question(
        "normal_outcome",
        &[G],
        "Who wins normal play: none if the game has tombstones.",
        &[field("outcome", FieldKind::OutcomeOrNull)],
        example(&[("g", "{0,*|*}")], None, r#"{"outcome":"L"}"#),
        |a| Ok(Answer::Outcome(a.game("g")?.normal_outcome())),
    ),
    question(
        "simplest",
        &[G],
        "The simplest form modulo a universe, with tombstones: two games are equal modulo the universe \
               exactly when it is the same. Under normal play, the canonical form.",
        &[field("form", FieldKind::Form)],
        example(&[("g", "{0,*|*}")], Some("D"), r##"{"form":"{0,#|*}"}"##),
        simplest,
    )
    .modulo()
    .proved(proof::simplest),
    question(
        "canonical",
        &[G],
        "The classical canonical form, inside the universe: of dicots modulo D, of dead-ending games \
               modulo E, and modulo M, N and I.",
        &[field("form", FieldKind::Form)],
        example(&[("g", "{*|*2}")], Some("D"), r#"{"form":"{*|*2}"}"#),
        |a| Ok(Answer::Game(Some(a.modulus()?.canonical(a.game("g")?)?))),
    )
    .modulo(),
    question(
        "normal",
        &[G],
        "The canonical form under normal play.",
        &[field("form", FieldKind::Form)],
        example(&[("g", "1+-1")], None, r#"{"form":"0"}"#),
        |a| Ok(Answer::Game(Some(a.work.normal_play()?.simplest(a.game("g")?)?))),
    )
    .proved(proof::normal),
    question(
        "expand",
        &[G],
        "A game of the universe (up to equality of dead ends) that equals G, without tombstones: none \
               if there is no such game.",
        &[field("form", FieldKind::FormOrNull)],
        example(&[("g", "{0,#|*}")], Some("E"), r#"{"form":"{0,-1|*}"}"#),
        |a| Ok(Answer::Game(a.modulus()?.expansion(a.game("g")?)?)),
    )
    .modulo(),
    question(
        "birthday",
        &[G],
        "The least rank of a game of the universe that equals G: none if no game of it does. It is \
               known for M, D, E and D(A).",
        &[field("birthday", FieldKind::NumberOrNull)],
        example(&[("g", "{-1|1}")], Some("E"), r#"{"birthday":0}"#),
        |a| Ok(Answer::Number(a.modulus()?.birthday(a.game("g")?)?)),
    )
    .modulo(),
    question(
        "compare",
        &[G, H],
        "How two games compare: =, >, < or || (incomparable).",
        &[field("relation", FieldKind::Relation)],
        example(&[("g", "{0,*|*}"), ("h", "0")], Some("B"), r#"{"relation":"||"}"#),
        |a| Ok(Answer::Relation(a.modulus()?.compare(a.game("g")?, a.game("h")?)?)),
    )
    .modulo()
    .proved(proof::compare)
    .alias("relation"),
    question(
        "separator",
        &[G, H],
        "A game X of the universe that shows that G is not at least H: when the starter moves first, \
               Right wins G+X and Left wins H+X. None if G is at least H.",
        &[field("form", FieldKind::FormOrNull), field("starter", FieldKind::PlayerOrNull)],
        example(&[("g", "*"), ("h", "0")], Some("E"), r#"{"form":"0","starter":"Left"}"#),
        |a| Ok(Answer::Separation(a.modulus()?.separator(a.game("g")?, a.game("h")?)?)),
    )
    .modulo(),
    question(
        "downlinked",
        &[G, H],
        "Whether some T of the universe has o(G+T) ≤ P ≤ o(H+T).",
        &[field("downlinked", FieldKind::Boolean)],
        example(&[("g", "0"), ("h", "1")], Some("M"), r#"{"downlinked":true}"#),
        |a| Ok(Answer::Boolean(a.modulus()?.is_downlinked(a.game("g")?, a.game("h")?)?)),
    )
    .modulo(),
    question(
        "invertible",
        &[G],
        "Whether G has an inverse modulo the universe: whether G equals a game of the universe, which \
               plus its conjugate is 0. Whether it equals such a game is in_monoid in JSON, whether the \
               sum is 0 is cancels.",
        &[
            field("invertible", FieldKind::Boolean),
            field("in_monoid", FieldKind::Boolean),
            field("cancels", FieldKind::Boolean),
        ],
        example(
            &[("g", "{0|0,-1}")],
            Some("D(-1)"),
            r#"{"invertible":true,"in_monoid":true,"cancels":true}"#,
        ),
        |a| Ok(Answer::Invertibility(Box::new(a.modulus()?.invertibility(a.game("g")?)?))),
    )
    .modulo()
    .proved(proof::invertible),
    question(
        "strong",
        &[G, SOME_PLAYER],
        "For which players a game is strong: they win moving first, whatever end of theirs in the \
               universe is added. In the language, strong(G, Left, U) is whether it is strong for that player.",
        &[field("left", FieldKind::Boolean), field("right", FieldKind::Boolean)],
        example(&[("g", "{0,*|*}")], Some("E"), r#"{"left":true,"right":false}"#),
        |a| Ok(Answer::Players(a.modulus()?.strong(a.game("g")?)?)),
    )
    .modulo()
    .proved(proof::strong),
    question(
        "member",
        &[G],
        "Whether G is a game of the universe, dead ends taken up to equality. Under normal play, \
               whether it is ordinary.",
        &[field("member", FieldKind::Boolean)],
        example(&[("g", "{1|*}")], Some("D"), r#"{"member":false}"#),
        |a| Ok(Answer::Boolean(a.modulus()?.contains(a.game("g")?)?)),
    )
    .modulo(),
    question(
        "sum",
        &[G, H],
        "The disjunctive sum of two games.",
        &[field("form", FieldKind::Form)],
        example(&[("g", "1"), ("h", "1")], None, r#"{"form":"2"}"#),
        |a| Ok(Answer::Game(Some((a.game("g")? + a.game("h")?)?))),
    ),
    question(
        "adjoint",
        &[G],
        "The adjoint of G: the previous player wins its sum with G. The notation also has adj(G).",
        &[field("form", FieldKind::Form)],
        example(&[("g", "1")], None, r#"{"form":"{0|*}"}"#),
        |a| Ok(Answer::Game(Some(a.game("g")?.adjoint()?))),
    ),
    question(
        "conjugate",
        &[G],
        "G with the players exchanged. The notation also has conj(G) and ~G.",
        &[field("form", FieldKind::Form)],
        example(&[("g", "{0|1}")], None, r#"{"form":"{-1|0}"}"#),
        |a| Ok(Answer::Game(Some(a.game("g")?.conjugate()?))),
    ),
    question(
        "truncate",
        &[G, MOVES],
        "G stopped after n moves.",
        &[field("form", FieldKind::Form)],
        example(&[("g", "5"), ("moves", "2")], None, r#"{"form":"2"}"#),
        |a| Ok(Answer::Game(Some(a.game("g")?.truncate(a.number("moves"))?))),
    ),
    question(
        "options",
        &[G, PLAYER],
        "The games a player can move to from G. A tombstone is not a game.",
        &[field("forms", FieldKind::Forms)],
        example(&[("g", "{0,*|*}"), ("player", "Left")], None, r#"{"forms":["0","*"]}"#),
        |a| {
            let player = a.player("player").expect("a required argument");
            Ok(Answer::Games(a.work.list(a.work.forms().options(a.game("g")?.form(), player))?))
        },
    ),
    question(
        "followers",
        &[G],
        "All games that can occur in the play of G, G among them, each once.",
        &[field("forms", FieldKind::Forms)],
        example(&[("g", "{0,*|*}")], None, r#"{"forms":["0","*","{0,*|*}"]}"#),
        |a| {
            let followers = a.work.forms().followers_within(&[a.game("g")?.form()])?;
            Ok(Answer::Games(a.work.list(&followers)?))
        },
    ),
    question(
        "rank",
        &[G],
        "The rank of G, also called its formal birthday: the largest number of moves in its play.",
        &[field("rank", FieldKind::Number)],
        example(&[("g", "{0,*|*}")], None, r#"{"rank":2}"#),
        |a| Ok(Answer::Number(Some(a.game("g")?.rank()))),
    ),
    question(
        "edges",
        &[G],
        "The number of edges of the game tree, a tombstone being one edge.",
        &[field("tree_edges", FieldKind::Digits)],
        example(&[("g", "{0,*|*}")], None, r#"{"tree_edges":"7"}"#),
        |a| Ok(Answer::Count(a.game("g")?.tree_edges()?)),
    ),
    predicate!("dicot", is_dicot, "Whether in every follower of G both players can move, or neither can.", "{0,*|*}" => "true"),
    predicate!("dead_ending", is_dead_ending, "Whether a player who cannot move in a follower of G never can again.", "{|1}" => "false"),
    predicate!("blocking", is_blocking, "Whether every end that follows from G is blocked.", "{|1}" => "true"),
    predicate!("impartial", is_impartial, "Whether both players have the same options in every follower of G.", "*2 + *3" => "true"),
    predicate!("ordinary", is_ordinary, "Whether G has no tombstones.", "{0,#|*}" => "false"),
    predicate!("p_free", is_p_free, "Whether no follower of G has outcome P.", "{-1,*|1}" => "false"),
    predicate_of_players!("end", is_end, "For which players G is an end: they have no option and no tombstone. In the language, end(G, Left) is whether it is an end for that player.", "{|1}" => "true", "false"),
    predicate_of_players!("dead_end", is_dead_end, "For which players G is a dead end: every follower is an end for them.", "{|0,-1}" => "true", "false"),
    predicate_of_players!("end_like", is_end_like, "For which players G is end-like: it is an end for them, or has their tombstone.", "{0,#|*}" => "true", "false"),
    question(
        "genus",
        &[G],
        "The genus of an impartial game: its Grundy value g and, as an exponent, the misère Grundy values \
               of G, G+*2, G+*2+*2, …, of which the last two repeat.",
        &[
            field("genus", FieldKind::Text),
            field("normal", FieldKind::Number),
            field("misere", FieldKind::Numbers),
        ],
        example(&[("g", "kayles(5)")], None, r#"{"genus":"4^146","normal":4,"misere":[1,4,6]}"#),
        genus,
    ),
    question(
        "days",
        &[DAY],
        "All ordinary games of rank at most n, which is 0, 1 or 2: 1, 4 or 256.",
        &[field("forms", FieldKind::Forms)],
        example(&[("day", "1")], None, r#"{"forms":["0","1","-1","*"]}"#),
        |a| Ok(Answer::Games(a.work.games(&a.work.forms().born_by(a.number("day"))?))),
    ),
    #[cfg(feature = "census")]
    question(
        "census",
        &[DAY, OF],
        "The games of a universe of rank at most n up to equality: the simplest form of each class, \
               modulo I the canonical form. Any universe goes to day 2, D to day 3 and I to day 4.",
        &[field("forms", FieldKind::Forms)],
        example(&[("day", "1")], Some("E"), r#"{"forms":["0","1","-1","*"]}"#),
        |a| {
            let census = a.modulus()?.census(a.number("day"), a.universe("of"))?;
            Ok(Answer::Games(census.classes.into_iter().map(|class| class.form).collect()))
        },
    )
    .modulo(),
    question(
        "random",
        &[DAY, OF_THIS, NUMBER, SEED],
        "Random games of a universe of rank at most n, some perhaps more than once: the same games for \
               the same seed.",
        &[field("forms", FieldKind::Forms), field("seed", FieldKind::Number)],
        example(
            &[("day", "1"), ("of", "E"), ("number", "3")],
            None,
            r#"{"forms":["*","-1","-1"],"seed":1}"#,
        ),
        |a| {
            let seed = a.optional_number("seed").unwrap_or(1);
            let of = a.universe("of").expect("a required argument");
            if !a.work.is(of.workspace()) {
                return Err(Error::Foreign);
            }
            let games = of.random_games(a.number("day"), a.number("number"), seed)?;
            Ok(Answer::Sample { games, seed })
        },
    ),
    #[cfg(feature = "census")]
    question(
        "count",
        &[DAY, OF],
        "How many classes of games of a universe are born by day n: by day 3 without listing them.",
        &[field("classes", FieldKind::Digits)],
        example(&[("day", "3")], Some("D"), r#"{"classes":"1268"}"#),
        |a| Ok(Answer::Count(a.modulus()?.count(a.number("day"), a.universe("of"), &|_| ())?.classes)),
    )
    .modulo(),
    question(
        "min",
        &[GAMES],
        "The minimal games of a list. Of games that are equal, the first is kept.",
        &[field("forms", FieldKind::Forms)],
        example(&[("games", "0, {0,*|*}, {*|0,*}")], Some("D"), r#"{"forms":["{*|0,*}"]}"#),
        |a| extremal(a, Relation::Greater),
    )
    .modulo(),
    question(
        "max",
        &[GAMES],
        "The maximal games of a list. Of games that are equal, the first is kept.",
        &[field("forms", FieldKind::Forms)],
        example(&[("games", "0, {0,*|*}, {*|0,*}")], Some("D"), r#"{"forms":["{0,*|*}"]}"#),
        |a| extremal(a, Relation::Less),
    )
    .modulo(),
];

/// The simplest form; a position is evaluated by its components, without its game tree.
fn simplest(a: &Asked<'_>) -> Result<Answer, Error> {
    let modulus = a.modulus()?;
    if let Some((ruleset, position)) = a.subject("g").position()
        && modulus.has_order()
    {
        let mut positions = a.work.positions(ruleset.clone());
        return Ok(Answer::Game(Some(positions.value_at(position, modulus)?.form)));
    }
    Ok(Answer::Game(Some(modulus.simplest(a.game("g")?)?)))
}

fn genus(a: &Asked<'_>) -> Result<Answer, Error> {
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
fn extremal(a: &Asked<'_>, beyond: Relation) -> Result<Answer, Error> {
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
