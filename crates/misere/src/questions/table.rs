//! The table of questions.

use misere_core::Relation;

use super::ask::Asked;
use super::proof;
use super::{Answer, ArgumentKind, Example, Field, FieldKind, Parameter, QuestionKind};
use crate::error::Error;
use crate::game::Game;

const G: Parameter = game("g", "a game");
const H: Parameter = game("h", "a second game");
const GAMES: Parameter =
    Parameter { name: "games", kind: ArgumentKind::Games, is_required: true, help: "a list of games" };
const DAY: Parameter =
    Parameter { name: "day", kind: ArgumentKind::Number, is_required: true, help: "a day: 0, 1, 2, …" };
const MOVES: Parameter =
    Parameter { name: "moves", kind: ArgumentKind::Number, is_required: true, help: "a number of moves" };
const PLAYER: Parameter =
    Parameter { name: "player", kind: ArgumentKind::Player, is_required: true, help: "Left or Right" };
const SOME_PLAYER: Parameter = Parameter { is_required: false, ..PLAYER };
const OF: Parameter = Parameter {
    name: "of",
    kind: ArgumentKind::Universe,
    is_required: false,
    help: "the universe whose games are meant, if it is another one",
};

const fn game(name: &'static str, help: &'static str) -> Parameter {
    Parameter { name, kind: ArgumentKind::Game, is_required: true, help }
}

const fn field(name: &'static str, kind: FieldKind) -> Field {
    Field { name, kind }
}

/// A question about a game that has a yes or a no.
const fn property(
    name: &'static str,
    help: &'static str,
    fields: &'static [Field],
    example: Example,
    ask: fn(&Asked<'_>) -> Result<Answer, Error>,
) -> QuestionKind {
    QuestionKind {
        name,
        alias: None,
        parameters: &[G],
        needs_modulus: false,
        help,
        fields,
        prove: None,
        example,
        ask,
    }
}

const fn example(
    arguments: &'static [(&'static str, &'static str)],
    modulo: Option<&'static str>,
    answer: &'static str,
) -> Example {
    Example { arguments, modulo, answer }
}

/// Every question, in the order of the help.
pub static QUESTIONS: &[QuestionKind] = &[
    QuestionKind {
        name: "show",
        alias: None,
        parameters: &[G],
        needs_modulus: false,
        help: "Everything about one game that refers to no universe.",
        fields: &[
            field("form", FieldKind::FormOrNull),
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
            field("tree_edges", FieldKind::Digits),
            field("dag_edges", FieldKind::Number),
        ],
        prove: None,
        example: example(
            &[("g", "*")],
            None,
            r#"{"form":"*","rank":1,"outcome":"P","normal_outcome":"N","conjugate":"*","adjoint":"{*|*}","impartial":true,"dicot":true,"dead_ending":true,"blocking":true,"p_free":false,"tree_edges":"2","dag_edges":2}"#,
        ),
        ask: |a| Ok(Answer::Facts(Box::new(a.work.facts(a.game("g")?)?))),
    },
    QuestionKind {
        name: "outcome",
        alias: None,
        parameters: &[G],
        needs_modulus: false,
        help: "Who wins misère play: L, N (the next player), P (the previous player) or R.",
        fields: &[field("outcome", FieldKind::Outcome)],
        prove: Some(proof::outcome),
        example: example(&[("g", "*2+*2")], None, r#"{"outcome":"P"}"#),
        ask: |a| Ok(Answer::Outcome(Some(a.game("g")?.outcome()))),
    },
    QuestionKind {
        name: "normal_outcome",
        alias: None,
        parameters: &[G],
        needs_modulus: false,
        help: "Who wins normal play: none if the game has tombstones.",
        fields: &[field("outcome", FieldKind::OutcomeOrNull)],
        prove: None,
        example: example(&[("g", "{0,*|*}")], None, r#"{"outcome":"L"}"#),
        ask: |a| Ok(Answer::Outcome(a.game("g")?.normal_outcome())),
    },
    QuestionKind {
        name: "simplest",
        alias: None,
        parameters: &[G],
        needs_modulus: true,
        help: "The simplest form modulo a universe, with tombstones: two games are equal modulo the universe \
               exactly when it is the same. Under normal play, the canonical form.",
        fields: &[field("form", FieldKind::Form)],
        prove: Some(proof::simplest),
        example: example(&[("g", "{0,*|*}")], Some("D"), r##"{"form":"{0,#|*}"}"##),
        ask: simplest,
    },
    QuestionKind {
        name: "canonical",
        alias: None,
        parameters: &[G],
        needs_modulus: true,
        help: "The classical canonical form, inside the universe: of dicots modulo D, of dead-ending games \
               modulo E, and modulo M, N and I.",
        fields: &[field("form", FieldKind::Form)],
        prove: None,
        example: example(&[("g", "{*|*2}")], Some("D"), r#"{"form":"{*|*2}"}"#),
        ask: |a| Ok(Answer::Game(Some(a.modulus()?.canonical(a.game("g")?)?))),
    },
    QuestionKind {
        name: "normal",
        alias: None,
        parameters: &[G],
        needs_modulus: false,
        help: "The canonical form under normal play.",
        fields: &[field("form", FieldKind::Form)],
        prove: Some(proof::normal),
        example: example(&[("g", "1+-1")], None, r#"{"form":"0"}"#),
        ask: |a| Ok(Answer::Game(Some(a.work.normal_play()?.simplest(a.game("g")?)?))),
    },
    QuestionKind {
        name: "expand",
        alias: None,
        parameters: &[G],
        needs_modulus: true,
        help: "A game of the universe (up to equality of dead ends) that equals G, without tombstones: none \
               if there is no such game.",
        fields: &[field("form", FieldKind::FormOrNull)],
        prove: None,
        example: example(&[("g", "{0,#|*}")], Some("E"), r#"{"form":"{0,-1|*}"}"#),
        ask: |a| Ok(Answer::Game(a.modulus()?.expansion(a.game("g")?)?)),
    },
    QuestionKind {
        name: "birthday",
        alias: None,
        parameters: &[G],
        needs_modulus: true,
        help: "The least rank of a game of the universe that equals G: none if no game of it does. It is \
               known for M, D, E and D(A).",
        fields: &[field("birthday", FieldKind::NumberOrNull)],
        prove: None,
        example: example(&[("g", "{-1|1}")], Some("E"), r#"{"birthday":0}"#),
        ask: |a| Ok(Answer::Number(a.modulus()?.birthday(a.game("g")?)?)),
    },
    QuestionKind {
        name: "compare",
        alias: Some("relation"),
        parameters: &[G, H],
        needs_modulus: true,
        help: "How two games compare: =, >, < or || (incomparable).",
        fields: &[field("relation", FieldKind::Relation)],
        prove: Some(proof::compare),
        example: example(&[("g", "{0,*|*}"), ("h", "0")], Some("B"), r#"{"relation":"||"}"#),
        ask: |a| Ok(Answer::Relation(a.modulus()?.compare(a.game("g")?, a.game("h")?)?)),
    },
    QuestionKind {
        name: "separator",
        alias: None,
        parameters: &[G, H],
        needs_modulus: true,
        help: "A game X of the universe that shows that G is not at least H: when the starter moves first, \
               Right wins G+X and Left wins H+X. None if G is at least H.",
        fields: &[field("form", FieldKind::FormOrNull), field("starter", FieldKind::PlayerOrNull)],
        prove: None,
        example: example(&[("g", "*"), ("h", "0")], Some("E"), r#"{"form":"0","starter":"Left"}"#),
        ask: |a| Ok(Answer::Separation(a.modulus()?.separator(a.game("g")?, a.game("h")?)?)),
    },
    QuestionKind {
        name: "downlinked",
        alias: None,
        parameters: &[G, H],
        needs_modulus: true,
        help: "Whether some T of the universe has o(G+T) ≤ P ≤ o(H+T).",
        fields: &[field("downlinked", FieldKind::Boolean)],
        prove: None,
        example: example(&[("g", "0"), ("h", "1")], Some("M"), r#"{"downlinked":true}"#),
        ask: |a| Ok(Answer::Boolean(a.modulus()?.is_downlinked(a.game("g")?, a.game("h")?)?)),
    },
    QuestionKind {
        name: "invertible",
        alias: None,
        parameters: &[G],
        needs_modulus: true,
        help: "Whether G plus its conjugate equals 0.",
        fields: &[field("invertible", FieldKind::Boolean)],
        prove: Some(proof::invertible),
        example: example(&[("g", "{0|0,-1}")], Some("D(-1)"), r#"{"invertible":true}"#),
        ask: |a| Ok(Answer::Boolean(a.modulus()?.is_invertible(a.game("g")?)?)),
    },
    QuestionKind {
        name: "strong",
        alias: None,
        parameters: &[G, SOME_PLAYER],
        needs_modulus: true,
        help: "For which players a game is strong: they win moving first, whatever end of theirs in the \
               universe is added. In the language, strong(G, Left, U) is whether it is strong for that player.",
        fields: &[field("left", FieldKind::Boolean), field("right", FieldKind::Boolean)],
        prove: Some(proof::strong),
        example: example(&[("g", "{0,*|*}")], Some("E"), r#"{"left":true,"right":false}"#),
        ask: |a| Ok(Answer::Strong(a.modulus()?.strong(a.game("g")?)?)),
    },
    QuestionKind {
        name: "member",
        alias: None,
        parameters: &[G],
        needs_modulus: true,
        help: "Whether G is a game of the universe, dead ends taken up to equality. Under normal play, \
               whether it is ordinary.",
        fields: &[field("member", FieldKind::Boolean)],
        prove: None,
        example: example(&[("g", "{1|*}")], Some("D"), r#"{"member":false}"#),
        ask: |a| Ok(Answer::Boolean(a.modulus()?.contains(a.game("g")?)?)),
    },
    QuestionKind {
        name: "sum",
        alias: None,
        parameters: &[G, H],
        needs_modulus: false,
        help: "The disjunctive sum of two games.",
        fields: &[field("form", FieldKind::Form)],
        prove: None,
        example: example(&[("g", "1"), ("h", "1")], None, r#"{"form":"2"}"#),
        ask: |a| Ok(Answer::Game(Some((a.game("g")? + a.game("h")?)?))),
    },
    QuestionKind {
        name: "adjoint",
        alias: None,
        parameters: &[G],
        needs_modulus: false,
        help: "The adjoint, whose sum with G the previous player wins. The notation also has adj(G).",
        fields: &[field("form", FieldKind::Form)],
        prove: None,
        example: example(&[("g", "1")], None, r#"{"form":"{0|*}"}"#),
        ask: |a| Ok(Answer::Game(Some(a.game("g")?.adjoint()?))),
    },
    QuestionKind {
        name: "conjugate",
        alias: None,
        parameters: &[G],
        needs_modulus: false,
        help: "G with the players exchanged. The notation also has conj(G) and ~G.",
        fields: &[field("form", FieldKind::Form)],
        prove: None,
        example: example(&[("g", "{0|1}")], None, r#"{"form":"{-1|0}"}"#),
        ask: |a| Ok(Answer::Game(Some(a.game("g")?.conjugate()?))),
    },
    QuestionKind {
        name: "truncate",
        alias: None,
        parameters: &[G, MOVES],
        needs_modulus: false,
        help: "G stopped after n moves.",
        fields: &[field("form", FieldKind::Form)],
        prove: None,
        example: example(&[("g", "5"), ("moves", "2")], None, r#"{"form":"2"}"#),
        ask: |a| Ok(Answer::Game(Some(a.game("g")?.truncate(a.number("moves"))?))),
    },
    QuestionKind {
        name: "options",
        alias: None,
        parameters: &[G, PLAYER],
        needs_modulus: false,
        help: "The games a player can move to from G. A tombstone is none.",
        fields: &[field("forms", FieldKind::Forms)],
        prove: None,
        example: example(&[("g", "{0,*|*}"), ("player", "Left")], None, r#"{"forms":["0","*"]}"#),
        ask: |a| {
            let player = a.player("player").expect("a required argument");
            Ok(Answer::Games(a.game("g")?.options(player)))
        },
    },
    QuestionKind {
        name: "followers",
        alias: None,
        parameters: &[G],
        needs_modulus: false,
        help: "All games that can occur in the play of G, G among them, each once.",
        fields: &[field("forms", FieldKind::Forms)],
        prove: None,
        example: example(&[("g", "{0,*|*}")], None, r#"{"forms":["0","*","{0,*|*}"]}"#),
        ask: |a| Ok(Answer::Games(a.game("g")?.followers())),
    },
    QuestionKind {
        name: "rank",
        alias: None,
        parameters: &[G],
        needs_modulus: false,
        help: "The rank of G, also called its formal birthday: the largest number of moves in its play.",
        fields: &[field("rank", FieldKind::Number)],
        prove: None,
        example: example(&[("g", "{0,*|*}")], None, r#"{"rank":2}"#),
        ask: |a| Ok(Answer::Number(Some(a.game("g")?.rank()))),
    },
    QuestionKind {
        name: "edges",
        alias: None,
        parameters: &[G],
        needs_modulus: false,
        help: "The number of edges of the game tree, a tombstone being one.",
        fields: &[field("tree_edges", FieldKind::Digits)],
        prove: None,
        example: example(&[("g", "{0,*|*}")], None, r#"{"tree_edges":"7"}"#),
        ask: |a| Ok(Answer::Count(a.game("g")?.tree_edges())),
    },
    property(
        "dicot",
        "Whether in every follower of G both players can move, or neither can.",
        &[field("dicot", FieldKind::Boolean)],
        example(&[("g", "{0,*|*}")], None, r#"{"dicot":true}"#),
        |a| Ok(Answer::Boolean(a.work.forms().is_dicot(a.game("g")?.form()))),
    ),
    property(
        "dead_ending",
        "Whether a player who cannot move in a follower of G never can again.",
        &[field("dead_ending", FieldKind::Boolean)],
        example(&[("g", "{|1}")], None, r#"{"dead_ending":false}"#),
        |a| Ok(Answer::Boolean(a.work.forms().is_dead_ending(a.game("g")?.form()))),
    ),
    property(
        "blocking",
        "Whether every end that follows from G is blocked.",
        &[field("blocking", FieldKind::Boolean)],
        example(&[("g", "{|1}")], None, r#"{"blocking":true}"#),
        |a| Ok(Answer::Boolean(a.work.forms().is_blocking(a.game("g")?.form()))),
    ),
    property(
        "impartial",
        "Whether both players have the same options in every follower of G.",
        &[field("impartial", FieldKind::Boolean)],
        example(&[("g", "*2 + *3")], None, r#"{"impartial":true}"#),
        |a| Ok(Answer::Boolean(a.work.forms().is_impartial(a.game("g")?.form()))),
    ),
    property(
        "ordinary",
        "Whether G has no tombstones.",
        &[field("ordinary", FieldKind::Boolean)],
        example(&[("g", "{0,#|*}")], None, r#"{"ordinary":false}"#),
        |a| Ok(Answer::Boolean(a.work.forms().is_ordinary(a.game("g")?.form()))),
    ),
    property(
        "p_free",
        "Whether no follower of G has outcome P.",
        &[field("p_free", FieldKind::Boolean)],
        example(&[("g", "{-1,*|1}")], None, r#"{"p_free":false}"#),
        |a| Ok(Answer::Boolean(a.work.forms().is_p_free(a.game("g")?.form()))),
    ),
    QuestionKind {
        name: "days",
        alias: None,
        parameters: &[DAY],
        needs_modulus: false,
        help: "All ordinary games of rank at most n, which is 0, 1 or 2: 1, 4 or 256.",
        fields: &[field("forms", FieldKind::Forms)],
        prove: None,
        example: example(&[("day", "1")], None, r#"{"forms":["0","1","-1","*"]}"#),
        ask: |a| Ok(Answer::Games(a.work.games(&a.work.forms().born_by(a.number("day"))?))),
    },
    QuestionKind {
        name: "census",
        alias: None,
        parameters: &[DAY, OF],
        needs_modulus: true,
        help: "The games of a universe of rank at most n up to equality: the simplest form of each class, \
               modulo I the canonical form. Any universe goes to day 2, D to day 3 and I to day 4.",
        fields: &[field("forms", FieldKind::Forms)],
        prove: None,
        example: example(&[("day", "1")], Some("E"), r#"{"forms":["0","1","-1","*"]}"#),
        ask: |a| {
            let modulus = a.modulus()?;
            Ok(Answer::Census(Box::new(modulus.census(a.number("day"), a.universe("of"))?)))
        },
    },
    QuestionKind {
        name: "count",
        alias: None,
        parameters: &[DAY, OF],
        needs_modulus: true,
        help: "How many classes of games of a universe are born by day n: by day 3 without listing them.",
        fields: &[field("classes", FieldKind::Digits)],
        prove: None,
        example: example(&[("day", "3")], Some("D"), r#"{"classes":"1268"}"#),
        ask: |a| {
            let modulus = a.modulus()?;
            Ok(Answer::Classes(Box::new(modulus.count(a.number("day"), a.universe("of"), &|_| ())?)))
        },
    },
    QuestionKind {
        name: "min",
        alias: None,
        parameters: &[GAMES],
        needs_modulus: true,
        help: "The minimal ones of some games. Of games that are equal, the first is kept.",
        fields: &[field("forms", FieldKind::Forms)],
        prove: None,
        example: example(&[("games", "0, {0,*|*}, {*|0,*}")], Some("D"), r#"{"forms":["{*|0,*}"]}"#),
        ask: |a| extremal(a, Relation::Greater),
    },
    QuestionKind {
        name: "max",
        alias: None,
        parameters: &[GAMES],
        needs_modulus: true,
        help: "The maximal ones of some games. Of games that are equal, the first is kept.",
        fields: &[field("forms", FieldKind::Forms)],
        prove: None,
        example: example(&[("games", "0, {0,*|*}, {*|0,*}")], Some("D"), r#"{"forms":["{0,*|*}"]}"#),
        ask: |a| extremal(a, Relation::Less),
    },
];

/// A position is evaluated by its components, without its game tree.
fn simplest(a: &Asked<'_>) -> Result<Answer, Error> {
    let modulus = a.modulus()?;
    if let Some((ruleset, position)) = a.subject("g").position()
        && modulus.has_order()
    {
        let mut positions = a.work.positions(ruleset.clone());
        let sum = positions.explore(position)?;
        return Ok(Answer::Game(Some(positions.value(sum, modulus)?.form)));
    }
    Ok(Answer::Game(Some(modulus.simplest(a.game("g")?)?)))
}

/// The games to which no other one is `beyond` them: for greater, the minimal ones.
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
