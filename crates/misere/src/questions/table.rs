//! The table of questions.

use misere_core::{Player, Relation};

use super::ask::Asked;
use super::longer::{extremal, genus, modified_adjoint, simplest};
use super::proof;
use super::{Answer, ArgumentKind, Example, Field, FieldKind, Parameter, Prove, QuestionKind};
use crate::error::Error;

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
const STARTER: Parameter = Parameter {
    is_required: false,
    help: "who moves first, Left or Right: either if it is left out",
    ..required("starter", ArgumentKind::Player, "")
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
        instead: None,
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

    /// The question, whose command asks another question of the same arguments if it has the
    /// option of this name.
    const fn or_instead(self, name: &'static str) -> QuestionKind {
        QuestionKind { instead: Some(name), ..self }
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
        "passing_outcome",
        &[G, PLAYER],
        "Who wins misère play when one player, Left or Right, may also pass: with Right it is the \
               Right-passing outcome. A player who has no option wins, and need not pass.",
        &[field("outcome", FieldKind::Outcome)],
        example(&[("g", "*2"), ("player", "Right")], None, r#"{"outcome":"R"}"#),
        |a| {
            let passing = a.player("player").expect("a required argument");
            let g = a.game("g")?.form();
            Ok(Answer::Outcome(Some(a.work.forms().outcome_against_passing(g, passing.opponent()))))
        },
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
    .proved(proof::simplest)
    .or_instead("steps"),
    question(
        "steps",
        &[G],
        "The steps from G to its simplest form modulo a universe: open reversible options are bypassed, \
               dominated ones eliminated, atomic reversible ones replaced by a tombstone, and tombstones \
               erased that are not needed. Followers come before the games they belong to. Each step says \
               by what option, answer or end, and by which lemma.",
        &[field("steps", FieldKind::Steps), field("form", FieldKind::Form)],
        example(&[("g", "{0,*|*}")], Some("D"), STEPS_OF_THE_EXAMPLE),
        |a| Ok(Answer::Steps(Box::new(a.modulus()?.steps(a.game("g")?)?))),
    )
    .modulo(),
    question(
        "reduced",
        &[G],
        "Whether G is its own simplest form modulo a universe: no option of a follower is dominated or \
               reversible, and no tombstone can be erased. Modulo I, whether it is its own canonical form. \
               In JSON, canonical says whether G is its own canonical form, where it has one.",
        &[
            field("reduced", FieldKind::Boolean),
            field("canonical", FieldKind::BooleanOrNull),
            field("form", FieldKind::Form),
        ],
        example(&[("g", "{0,*|*}")], Some("D"), r##"{"reduced":false,"canonical":true,"form":"{0,#|*}"}"##),
        |a| Ok(Answer::Reduced(Box::new(a.modulus()?.reduced(a.game("g")?)?))),
    )
    .modulo(),
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
        "A game of the universe (up to equality, as the question member says) that equals G, without \
               tombstones: none if there is no such game.",
        &[field("form", FieldKind::FormOrNull)],
        example(&[("g", "{0,#|*}")], Some("E"), r#"{"form":"{0,-1|*}"}"#),
        |a| Ok(Answer::Game(a.modulus()?.expansion(a.game("g")?)?)),
    )
    .modulo(),
    question(
        "expansion_of",
        &[G, H],
        "Whether G is an expansion of H in the universe: a game of it, up to equality of ends, \
               that has an atomic reversible option for each tombstone of H, perhaps more of them, and \
               else expansions of the options of H.",
        &[field("expansion_of", FieldKind::Boolean)],
        example(&[("g", "{0,*|*}"), ("h", "{0,#|*}")], Some("D"), r#"{"expansion_of":true}"#),
        |a| Ok(Answer::Boolean(a.modulus()?.is_expansion(a.game("g")?, a.game("h")?)?)),
    )
    .modulo(),
    question(
        "p_free_modulo",
        &[G],
        "Whether G is P-free modulo the universe: whether a game of the universe that equals G has no \
               follower of outcome P.",
        &[field("p_free_modulo", FieldKind::Boolean)],
        example(&[("g", "{-1,*|1}")], Some("E"), r#"{"p_free_modulo":true}"#),
        |a| Ok(Answer::Boolean(a.modulus()?.p_free_expansion(a.game("g")?)?.is_some())),
    )
    .modulo(),
    question(
        "p_free_expansion",
        &[G],
        "A game of the universe (up to equality of ends) that equals G and has no follower of \
               outcome P: none if there is no such game.",
        &[field("form", FieldKind::FormOrNull)],
        example(&[("g", "{-1|0,*}")], Some("E"), r#"{"form":"{-1|0,1}"}"#),
        |a| Ok(Answer::Game(a.modulus()?.p_free_expansion(a.game("g")?)?)),
    )
    .modulo(),
    question(
        "birthday",
        &[G],
        "The least rank of a game of the universe that equals G: none if no game of it does. Modulo B, \
               and modulo D(A) where ends of A are not dead, all games of rank at most 2 are searched; \
               where that does not decide, the answer is unknown, with bounds.",
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
        &[G, H, STARTER],
        "A game X of the universe that shows that G is not at least H: when the starter moves first, \
               Right wins G+X and Left wins H+X. None if G is at least H; otherwise there is one for \
               either starter.",
        &[field("form", FieldKind::FormOrNull), field("starter", FieldKind::PlayerOrNull)],
        example(&[("g", "*"), ("h", "0")], Some("E"), r#"{"form":"0","starter":"Left"}"#),
        |a| {
            let (modulus, starter) = (a.modulus()?, a.player("starter"));
            Ok(Answer::Separation(modulus.separator_for(a.game("g")?, a.game("h")?, starter)?))
        },
    )
    .modulo(),
    question(
        "downlinked",
        &[G, H],
        "Whether some T of the universe has o(G+T) ≤ P ≤ o(H+T). Modulo I, whether G is linked to H: \
               some impartial T makes the outcomes of G+T and H+T both P.",
        &[field("downlinked", FieldKind::Boolean)],
        example(&[("g", "0"), ("h", "1")], Some("M"), r#"{"downlinked":true}"#),
        |a| Ok(Answer::Boolean(a.modulus()?.is_downlinked(a.game("g")?, a.game("h")?)?)),
    )
    .modulo()
    .proved(proof::downlinked),
    question(
        "downlink",
        &[G, H],
        "A game T of the universe with o(G+T) ≤ P ≤ o(H+T); modulo I, an impartial T for which both \
               outcomes are P. None if there is no such T.",
        &[field("form", FieldKind::FormOrNull)],
        example(&[("g", "0"), ("h", "1")], Some("M"), r#"{"form":"{0|-1}"}"#),
        |a| Ok(Answer::Game(a.modulus()?.downlink(a.game("g")?, a.game("h")?)?)),
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
        &[
            field("invertible", FieldKind::BooleanOrNull),
            field("inverse", FieldKind::FormOrNull),
            field("in_monoid", FieldKind::Boolean),
            field("cancels", FieldKind::Boolean),
            field("none_up_to", FieldKind::NumberOrNull),
        ],
        example(
            &[("g", "{*,-1|0}")],
            Some("D"),
            r#"{"invertible":true,"inverse":"{0|*}","in_monoid":false,"cancels":true,"none_up_to":null}"#,
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
        "strong_outcome",
        &[G],
        "Who wins when each player who starts does so beside the worst of their ends in the universe: \
               Left starting wins if G is strong for Left, and Right starting if it is strong for Right.",
        &[field("outcome", FieldKind::Outcome)],
        example(&[("g", "*2")], Some("E"), r#"{"outcome":"N"}"#),
        |a| Ok(Answer::Outcome(Some(a.modulus()?.strong_outcome(a.game("g")?)?))),
    )
    .modulo(),
    question(
        "test_set",
        &[MOVES],
        "The test set T_n of the universe: Left ends such that a game of rank at most n is strong for \
               Left exactly when Left, moving first, wins its sum with each. They may be truncated, and \
               then not be in the universe. Modulo M and B one end is enough, modulo B for n at most 4.",
        &[field("forms", FieldKind::Forms)],
        example(&[("moves", "2")], Some("D({|0,-1})"), r#"{"forms":["0","{|0,-1}"]}"#),
        |a| Ok(Answer::Games(a.modulus()?.test_set(a.number("moves"))?)),
    )
    .modulo(),
    question(
        "member",
        &[G],
        "Whether G is a game of the universe; modulo D(A), up to equality: whether every Left end among \
               its followers equals, modulo M, a sum, of rank at most its own, of Left ends that follow \
               from A or from the conjugates of A, and every Right end the conjugate of such a sum. If all \
               ends of A are dead, those of G must be dead as well. Under normal play, whether G is \
               ordinary.",
        &[field("member", FieldKind::Boolean)],
        example(&[("g", "{1|*}")], Some("D"), r#"{"member":false}"#),
        |a| Ok(Answer::Boolean(a.modulus()?.contains(a.game("g")?)?)),
    )
    .modulo(),
    question(
        "literal_member",
        &[G],
        "Whether G satisfies the definition of the universe as it stands: modulo D(A), whether each of \
               its ends is itself a sum of followers of A, or the conjugate of one. The question member \
               takes ends up to equality.",
        &[field("literal_member", FieldKind::Boolean)],
        example(&[("g", "{|-2,{|-1,0}}")], Some("D({|0,-1})"), r#"{"literal_member":false}"#),
        |a| Ok(Answer::Boolean(a.modulus()?.contains_literally(a.game("g")?)?)),
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
        "modified_adjoint",
        &[G],
        "The Left-modified adjoint of a Left end G, written G^⊛: {0|*} for 0, otherwise {X|*} with the \
               adjoints X of the Right options of G.",
        &[field("form", FieldKind::Form)],
        example(&[("g", "-1")], None, r#"{"form":"{*|*}"}"#),
        modified_adjoint,
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
    predicate_of_players!("blocked_end", is_blocked_end, "For which players G is a blocked end: an end for them, and each option of the opponent is a blocked end for them, or has an option of theirs that is one.", "{|1}" => "true", "false"),
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

/// The answer of the example of `steps`.
const STEPS_OF_THE_EXAMPLE: &str = r##"{"steps":[{"operation":"replace","player":"Left","of":"{0,*|*}","option":"*","by":"0","fundamental":true,"ends":["0"],"becomes":"{0,#|*}","form":"{0,#|*}","text":"Left's option * is atomic reversible through the Left end 0: {0,*|*} >= 0. Without it Left, moving first, loses: it is fundamental. A tombstone takes its place. [universe] Lemma 5.14, [day-2] section 3","source":"[universe] Lemma 5.14, [day-2] section 3"}],"form":"{0,#|*}"}"##;
