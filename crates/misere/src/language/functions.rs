//! The functions, each with its help and an example. Help, completion, the parser and
//! the tests all come from the one table.

use misere_core::{Form, Relation};
use misere_notation::{Style, UniverseName, structural_order};
use num_bigint::BigUint;

use super::Question;
use super::arguments::Arguments;
use super::evaluate::Evaluator;
use super::value::Value;
use crate::error::Error;

/// A function of the language.
pub struct Function {
    /// How it is called.
    pub name: &'static str,
    /// What it takes. A universe may be left out where one holds.
    pub parameters: &'static [Parameter],
    /// What it does, in a paragraph.
    pub help: &'static str,
    /// A program that shows it, and what the last statement of that is worth.
    pub example: [&'static str; 2],
    pub(crate) apply: Apply,
}

type Apply = fn(&mut Evaluator<'_>, &Arguments) -> Result<Value, Error>;

/// What a function takes in a place.
pub struct Parameter {
    /// How it is called in help.
    pub name: &'static str,
    /// What may stand there.
    pub kind: Kind,
}

/// A kind of argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A game.
    Game,
    /// A list of games.
    Games,
    /// A list of games, or of counts.
    Summands,
    /// A list.
    List,
    /// A count.
    Count,
    /// `Left` or `Right`.
    Player,
    /// A universe, always last.
    Universe,
    /// Anything.
    Any,
}

impl Function {
    /// How it is written: `simplest(G, U)`.
    #[must_use]
    pub fn usage(&self) -> String {
        let parameters: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name).collect();
        format!("{}({})", self.name, parameters.join(", "))
    }

    /// How it is written, what it does, and the example with its answer.
    #[must_use]
    pub fn explain(&self) -> String {
        let [program, answer] = self.example;
        format!("{}\n{}\nExample: {program} is {answer}", self.usage(), self.help)
    }

    /// The least and the largest number of arguments.
    pub(crate) fn arity(&self) -> (usize, usize) {
        let most = self.parameters.len();
        let optional = self.parameters.last().is_some_and(|last| last.kind == Kind::Universe);
        (most - usize::from(optional), most)
    }
}

/// All functions, in the order of the help.
#[must_use]
pub fn functions() -> &'static [Function] {
    FUNCTIONS
}

pub(crate) fn find_function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

const G: Parameter = Parameter { name: "G", kind: Kind::Game };
const H: Parameter = Parameter { name: "H", kind: Kind::Game };
const N: Parameter = Parameter { name: "n", kind: Kind::Count };
const U: Parameter = Parameter { name: "U", kind: Kind::Universe };
const PLAYER: Parameter = Parameter { name: "Left", kind: Kind::Player };
const GAMES: Parameter = Parameter { name: "L", kind: Kind::Games };
const SUMMANDS: Parameter = Parameter { name: "L", kind: Kind::Summands };
const LIST: Parameter = Parameter { name: "L", kind: Kind::List };
const ANY: Parameter = Parameter { name: "x", kind: Kind::Any };

static FUNCTIONS: &[Function] = &[
    Function {
        name: "simplest",
        parameters: &[G, U],
        help: "The simplest form of G modulo U, with tombstones: two games are equal modulo U exactly when it is the same. Under normal play, the canonical form.",
        example: ["simplest({0,*|*}, D)", "{0,■|*}"],
        apply: |e, a| {
            let form = e.work.simplest(a.game(0), a.universe())?;
            e.question = Some(Question::Simplest(a.game(0), a.universe().clone()));
            Ok(Value::Game(form))
        },
    },
    Function {
        name: "canonical",
        parameters: &[G, U],
        help: "The classical canonical form of G, inside the universe: of dicots modulo D, of dead-ending games modulo E, and modulo M, N and I.",
        example: ["canonical({*|*2}, D)", "{*|*2}"],
        apply: |e, a| Ok(Value::Game(e.work.canonical(a.game(0), a.universe())?)),
    },
    Function {
        name: "expand",
        parameters: &[G, U],
        help: "A game of the universe U that equals G modulo U, without tombstones, or none if there is no such game.",
        example: ["expand({0,■|*}, E)", "{0,-1|*}"],
        apply: |e, a| Ok(e.work.expansion(a.game(0), a.universe())?.map_or(Value::Nothing, Value::Game)),
    },
    Function {
        name: "birthday",
        parameters: &[G, U],
        help: "The least rank of a game of U that equals G modulo U, or none if no game of U does. It is known for M, D, E and D(A).",
        example: ["birthday({-1|1}, E)", "0"],
        apply: |e, a| Ok(e.work.birthday(a.game(0), a.universe())?.map_or(Value::Nothing, number)),
    },
    Function {
        name: "relation",
        parameters: &[G, H, U],
        help: "How G and H compare modulo U: =, >, < or ||, which is incomparable.",
        example: ["relation({0,*|*}, 0, B)", "||"],
        apply: |e, a| {
            let relation = e.work.compare(a.game(0), a.game(1), a.universe())?;
            e.question = Some(Question::Relation(a.game(0), a.game(1), a.universe().clone()));
            Ok(Value::Relation(relation))
        },
    },
    Function {
        name: "invertible",
        parameters: &[G, U],
        help: "Whether G plus its conjugate equals 0 modulo U.",
        example: ["invertible({0|0,-1}, D(-1))", "true"],
        apply: |e, a| {
            let yes = e.work.is_invertible(a.game(0), a.universe())?;
            e.question = Some(Question::Invertible(a.game(0), a.universe().clone()));
            Ok(Value::Boolean(yes))
        },
    },
    Function {
        name: "strong",
        parameters: &[G, PLAYER, U],
        help: "Whether G is strong for a player modulo U: the player wins moving first, whatever end of that player in U is added.",
        example: ["strong({0,*|*}, Left, E)", "true"],
        apply: |e, a| {
            let strong = e.work.strong(a.game(0), a.universe())?;
            e.question = Some(Question::Strength(a.game(0), a.universe().clone()));
            Ok(Value::Boolean(strong[a.player(1).index()]))
        },
    },
    Function {
        name: "downlinked",
        parameters: &[G, H, U],
        help: "Whether some T of U has o(G+T) ≤ P ≤ o(H+T).",
        example: ["downlinked(0, 1, M)", "true"],
        apply: |e, a| Ok(Value::Boolean(e.work.is_downlinked(a.game(0), a.game(1), a.universe())?)),
    },
    Function {
        name: "member",
        parameters: &[G, U],
        help: "Whether G is a game of U, dead ends taken up to equality. Under normal play, whether it is ordinary.",
        example: ["member({1|*}, D)", "false"],
        apply: |e, a| Ok(Value::Boolean(e.work.contains(a.game(0), a.universe())?)),
    },
    Function {
        name: "outcome",
        parameters: &[G],
        help: "Who wins misère play: L, N (the next player), P (the previous player) or R. Compare it with these letters: outcome(G) = P.",
        example: ["outcome(*2 + *2)", "P"],
        apply: |e, a| {
            e.question = Some(Question::Outcome(a.game(0)));
            Ok(Value::Outcome(e.work.forms().outcome(a.game(0))))
        },
    },
    Function {
        name: "normal_outcome",
        parameters: &[G],
        help: "Who wins normal play; none if G has tombstones.",
        example: ["normal_outcome({0,*|*})", "L"],
        apply: |e, a| {
            let outcome = e.work.forms().normal_outcome(a.game(0));
            Ok(outcome.map_or(Value::Nothing, Value::Outcome))
        },
    },
    Function {
        name: "adjoint",
        parameters: &[G],
        help: "The adjoint of G, whose sum with G the previous player wins. The notation also has adj(G).",
        example: ["adjoint(1)", "{0|*}"],
        apply: |e, a| Ok(Value::Game(e.work.forms().adjoint(a.game(0))?)),
    },
    Function {
        name: "conjugate",
        parameters: &[G],
        help: "G with the players exchanged. The notation also has conj(G) and ~G.",
        example: ["conjugate({0|1})", "{-1|0}"],
        apply: |e, a| Ok(Value::Game(e.work.forms().conjugate(a.game(0))?)),
    },
    Function {
        name: "truncate",
        parameters: &[G, N],
        help: "G stopped after n moves.",
        example: ["truncate(5, 2)", "2"],
        apply: |e, a| Ok(Value::Game(e.work.forms().truncate(a.game(0), a.count(1))?)),
    },
    Function {
        name: "options",
        parameters: &[G, PLAYER],
        help: "The games a player can move to from G. A tombstone is none.",
        example: ["options({0,*|*}, Left)", "[0, *]"],
        apply: |e, a| {
            let options = e.work.forms().options(a.game(0), a.player(1)).to_vec();
            games(e, &options)
        },
    },
    Function {
        name: "followers",
        parameters: &[G],
        help: "All games that can occur in the play of G, G among them, each once.",
        example: ["followers({0,*|*})", "[0, *, {0,*|*}]"],
        apply: |e, a| {
            let followers = e.work.forms().followers(a.game(0));
            games(e, &followers)
        },
    },
    Function {
        name: "rank",
        parameters: &[G],
        help: "The rank of G, also called its formal birthday: the largest number of moves in its play.",
        example: ["rank({0,*|*})", "2"],
        apply: |e, a| Ok(number(e.work.forms().rank(a.game(0)))),
    },
    Function {
        name: "edges",
        parameters: &[G],
        help: "The number of edges of the game tree, a tombstone being one.",
        example: ["edges({0,*|*})", "7"],
        apply: |e, a| Ok(Value::Count(e.work.forms().tree_edges(a.game(0)).into())),
    },
    Function {
        name: "dicot",
        parameters: &[G],
        help: "Whether in every follower of G both players can move, or neither can.",
        example: ["dicot({0,*|*})", "true"],
        apply: |e, a| Ok(Value::Boolean(e.work.forms().is_dicot(a.game(0)))),
    },
    Function {
        name: "dead_ending",
        parameters: &[G],
        help: "Whether a player who cannot move in a follower of G never can again.",
        example: ["dead_ending({|1})", "false"],
        apply: |e, a| Ok(Value::Boolean(e.work.forms().is_dead_ending(a.game(0)))),
    },
    Function {
        name: "blocking",
        parameters: &[G],
        help: "Whether every end that follows from G is blocked.",
        example: ["blocking({|1})", "true"],
        apply: |e, a| Ok(Value::Boolean(e.work.forms().is_blocking(a.game(0)))),
    },
    Function {
        name: "impartial",
        parameters: &[G],
        help: "Whether both players have the same options in every follower of G.",
        example: ["impartial(*2 + *3)", "true"],
        apply: |e, a| Ok(Value::Boolean(e.work.forms().is_impartial(a.game(0)))),
    },
    Function {
        name: "ordinary",
        parameters: &[G],
        help: "Whether G has no tombstones.",
        example: ["ordinary({0,■|*})", "false"],
        apply: |e, a| Ok(Value::Boolean(e.work.forms().is_ordinary(a.game(0)))),
    },
    Function {
        name: "p_free",
        parameters: &[G],
        help: "Whether no follower of G has outcome P.",
        example: ["p_free({-1,*|1})", "false"],
        apply: |e, a| Ok(Value::Boolean(e.work.forms().is_p_free(a.game(0)))),
    },
    Function {
        name: "days",
        parameters: &[N],
        help: "All ordinary games of rank at most n, which is 0, 1 or 2: 1, 4 or 256.",
        example: ["days(1)", "[0, 1, -1, *]"],
        apply: |e, a| {
            let born = e.work.forms().born_by(a.count(0))?;
            games(e, &born)
        },
    },
    Function {
        name: "census",
        parameters: &[N, U],
        help: "The games of U of rank at most n, which is 0, 1 or 2, up to equality modulo U: the simplest form of each class, modulo I the canonical form.",
        example: ["count(census(2, E))", "196"],
        apply: census,
    },
    Function {
        name: "min",
        parameters: &[GAMES, U],
        help: "The minimal ones of some games in the order modulo U. Of games that are equal, the first is kept.",
        example: ["min([0, {0,*|*}, {*|0,*}], D)", "[{*|0,*}]"],
        apply: |e, a| extremal(e, a, Relation::Greater),
    },
    Function {
        name: "max",
        parameters: &[GAMES, U],
        help: "The maximal ones of some games in the order modulo U. Of games that are equal, the first is kept.",
        example: ["max([0, {0,*|*}, {*|0,*}], D)", "[{0,*|*}]"],
        apply: |e, a| extremal(e, a, Relation::Less),
    },
    Function {
        name: "sum",
        parameters: &[SUMMANDS],
        help: "The disjunctive sum of a list of games, or the sum of a list of counts.",
        example: ["sum([1, 1, 1])", "3"],
        apply: |e, a| {
            if let Some(counts) = a.counts(0) {
                return Ok(Value::Count(counts.into_iter().sum()));
            }
            let forms = e.work.forms();
            let sum = a.games(0).into_iter().try_fold(Form::ZERO, |sum, g| forms.sum(sum, g))?;
            Ok(Value::Game(sum))
        },
    },
    Function {
        name: "sort",
        parameters: &[SUMMANDS],
        help: "The games in the order in which options are written: by rank, then by structure. Counts are sorted by size.",
        example: ["sort([{0|*}, *, 1, 0])", "[0, 1, *, {0|*}]"],
        apply: |e, a| match a.counts(0) {
            Some(mut counts) => {
                counts.sort();
                e.list(counts.into_iter().map(Value::Count).collect())
            }
            None => games(e, &a.games(0)),
        },
    },
    Function {
        name: "distinct",
        parameters: &[LIST],
        help: "The list with only the first of items that are the same. Games are the same if they are the same form.",
        example: ["distinct([simplest(g, D) for g in days(1)])", "[0, 1, -1, *]"],
        apply: distinct,
    },
    Function {
        name: "count",
        parameters: &[LIST],
        help: "How many items a list has.",
        example: ["count([g for g in days(2) if dicot(g)])", "10"],
        apply: |_, a| Ok(Value::Count(a.list(0).items().len().into())),
    },
    Function {
        name: "latex",
        parameters: &[ANY],
        help: "The LaTeX of a value, for mathematical mode.",
        example: ["latex({0,■|-1})", r"\{0,\blacksquare \mid \overline{1}\}"],
        apply: |e, a| Ok(Value::Text(a.any(0).write(e.work, Style::Latex)?)),
    },
];

fn number(n: u32) -> Value {
    Value::Count(BigUint::from(n).into())
}

/// Games in structural order, as a list.
fn games(evaluator: &Evaluator<'_>, forms: &[Form]) -> Result<Value, Error> {
    let sorted = structural_order(evaluator.work.forms(), forms);
    evaluator.list(sorted.into_iter().map(Value::Game).collect())
}

fn census(evaluator: &mut Evaluator<'_>, arguments: &Arguments) -> Result<Value, Error> {
    let (work, universe) = (evaluator.work, arguments.universe());
    let mut classes = Vec::new();
    for g in work.forms().born_by(arguments.count(0))? {
        if work.contains(g, universe)? {
            classes.push(match universe {
                UniverseName::I => work.canonical(g, universe)?,
                _ => work.simplest(g, universe)?,
            });
        }
    }
    let mut classes = structural_order(work.forms(), &classes);
    classes.dedup();
    evaluator.list(classes.into_iter().map(Value::Game).collect())
}

/// Those to which no other one is beyond them: for `beyond` greater, the minimal ones.
fn extremal(evaluator: &mut Evaluator<'_>, arguments: &Arguments, beyond: Relation) -> Result<Value, Error> {
    let (work, universe) = (evaluator.work, arguments.universe());
    if *universe == UniverseName::I {
        return Err(Error::Unsupported {
            question: "order",
            universe: "I".to_owned(),
            help: "there is only equality",
        });
    }
    let mut kept: Vec<Form> = Vec::new();
    for g in arguments.games(0) {
        let mut is_extremal = true;
        let mut still = Vec::with_capacity(kept.len() + 1);
        for &h in &kept {
            work.forms().budget().step()?;
            let relation = work.compare(g, h, universe)?;
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
    evaluator.list(kept.into_iter().map(Value::Game).collect())
}

fn distinct(evaluator: &mut Evaluator<'_>, arguments: &Arguments) -> Result<Value, Error> {
    let budget = evaluator.work.forms().budget();
    let mut kept: Vec<Value> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for item in arguments.list(0).items() {
        budget.step()?;
        let is_new = match item {
            // What lists are mostly of, and long.
            Value::Game(form) => seen.insert(*form),
            Value::Integer(n) => seen.insert(evaluator.work.forms().integer(*n)?),
            _ => {
                let mut is_new = true;
                for other in &kept {
                    budget.step()?;
                    is_new = is_new && !evaluator.is_same(item, other)?;
                }
                is_new
            }
        };
        if is_new {
            kept.push(item.clone());
        }
    }
    evaluator.list(kept)
}
