//! Questions about the moves from a position or a form, and about the tree of a form.

use std::collections::HashMap;
use std::sync::Arc;

use misere_core::order::for_each_follower;
use misere_core::{Account, Fate, Form, Outcome, Player, Value};
use misere_notation::Style;
use misere_rulesets::{Position, Ruleset};

use super::QuestionKind;
use super::ask::Asked;
use super::row::*;
use crate::data::{Datum, Record, in_text, record};
use crate::error::Error;
use crate::game::Game;
use crate::modulus::{Context, Modulus};
use crate::positions::Evaluation;
use crate::render::write_outcome;
use crate::workspace::Workspace;

/// The fates of an option.
const FATES: Kind = Kind::Word(&["stays", "dominated", "reversible", "tombstone"]);

record! {
    /// The moves of both players.
    struct Moves {
        /// the name of the ruleset, or null for a form
        ruleset: Option<String>,
        /// the position as the ruleset writes it, or null for a form
        position: Option<String>,
        /// the universe, or null
        modulo: Option<Modulus>,
        /// the form: modulo a universe the simplest form; null where it is too large to print
        form: Game as Kind::GameIfShort,
        /// why a form is null
        limit: Option<String> as Kind::WhyNull,
        /// who wins: modulo N under normal play, else under misère play
        outcome: Outcome,
        /// Left's moves
        left: Vec<Move>,
        /// Right's moves
        right: Vec<Move>,
    }
}

record! {
    /// A move, or several moves with equal results.
    struct Move {
        /// the first such position, as the ruleset writes it, or null for a form
        position: Option<String>,
        /// the form after the move: modulo a universe the simplest form; null where it is too large to print
        form: Game as Kind::GameIfShort,
        /// why a form is null
        limit: Option<String> as Kind::WhyNull,
        /// who wins after the move
        outcome: Outcome,
        /// whether the player who made the move wins
        wins: bool,
        /// modulo a universe the fate of the option in the simplest form: tombstone if it is atomic reversible, so that a tombstone takes its place
        fate: Option<&'static str> as Kind::Optional(&FATES),
        /// the option that dominates it, or the answer through which it reverses
        by: Option<Game> as Kind::GameIfShort,
        /// how many moves have this result
        times: u64,
    }
}

record! {
    /// A node of a tree in which equal subtrees are one node.
    struct TreeNode {
        /// the nodes of Left's options
        l: Vec<u32>,
        /// the nodes of Right's options
        r: Vec<u32>,
        /// whose tombstones the node has, if any
        t: Option<&'static str> as Kind::IfAny(&Kind::Word(&["L", "R", "LR"])),
    }
}

pub(super) static ROWS: &[QuestionKind] = &[
    question(
        "moves",
        &[G],
        "The options of both players, with outcomes. Modulo a universe equal options are one, and each \
               option has its fate in the simplest form: it stays, another option dominates it, or it \
               reverses. A position without a universe is taken modulo the one that its ruleset claims to \
               lie in, or else the first of the usual ones that it lies in; a form is taken as it is.",
        Shape { lines: Some(lines), ..Moves::SHAPE },
        example(
            &[("g", "{0,*|*}")],
            Some("D"),
            r##"{"ruleset":null,"position":null,"modulo":"D","form":"{0,#|*}","outcome":"N","left":[{"position":null,"form":"0","outcome":"N","wins":false,"fate":"stays","by":null,"times":1},{"position":null,"form":"*","outcome":"P","wins":true,"fate":"tombstone","by":"0","times":1}],"right":[{"position":null,"form":"*","outcome":"P","wins":true,"fate":"stays","by":null,"times":1}]}"##,
        ),
        moves,
    )
    .modulo_if_given(),
    question(
        "tree",
        &[G],
        "The game tree as nodes, options first, with equal subtrees once: the form in which certificates \
               have games.",
        Shape::of(&[
            field("nodes", Kind::List(&Kind::Record(&TreeNode::SHAPE)), "the nodes, options first"),
            field("root", Kind::Number, "the node of G, counted from 0"),
        ]),
        example(
            &[("g", "{0,#|*}")],
            None,
            r##"{"nodes":[{"l":[],"r":[]},{"l":[0],"r":[0]},{"l":[0],"r":[1],"t":"L"}],"root":2}"##,
        ),
        tree,
    ),
];

/// A game and its outcome, modulo something if there is a modulus.
struct Place {
    position: Option<String>,
    form: Game,
    outcome: Outcome,
    /// The value, where there is an order.
    value: Option<Value>,
}

fn moves<'a>(a: &Asked<'a>) -> Result<Fields<'a>, Error> {
    let (work, given) = (a.work, a.modulus_if_given());
    let Some((ruleset, position)) = a.position_if_any("g")? else {
        let g = a.game("g")?;
        let whole = Place::of_form(work, given, g)?;
        let mut options = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for option in work.list(work.forms().options(g.form(), player))? {
                options[player.index()].push(Place::of_form(work, given, &option)?);
            }
        }
        return all_moves(work, None, given, whole, options)?.fields(work);
    };
    let (modulus, whole, options) = of_position(work, given, ruleset, position)?;
    let name = ruleset.description().name.clone();
    all_moves(work, Some(name), Some(&modulus), whole, options)?.fields(work)
}

/// The value of a position and those of its options.
fn of_position(
    work: &Workspace,
    given: Option<&Modulus>,
    ruleset: &Arc<dyn Ruleset>,
    position: &Position,
) -> Result<(Modulus, Place, [Vec<Place>; 2]), Error> {
    let mut positions = work.positions(ruleset.clone());
    let modulus = match given {
        Some(modulus) => modulus.clone(),
        None => positions.home_of(std::slice::from_ref(position))?.0,
    };
    let mut all = vec![position.clone()];
    let mut count = [0; 2];
    for player in Player::BOTH {
        let before = all.len();
        all.extend(ruleset.options(position, player));
        count[player.index()] = all.len() - before;
    }
    let found = positions.values_at(&all, &modulus)?;
    let mut places = all.iter().zip(found).map(|(position, (value, Evaluation { form, outcome, .. }))| {
        Place { position: Some(ruleset.write(position)), form, outcome, value }
    });
    let whole = places.next().expect("the position itself comes first");
    let left = places.by_ref().take(count[0]).collect();
    Ok((modulus, whole, [left, places.collect()]))
}

impl Place {
    /// A form modulo what is given, or as it is.
    fn of_form(work: &Workspace, modulus: Option<&Modulus>, g: &Game) -> Result<Place, Error> {
        let Some(modulus) = modulus else {
            return Ok(Place { position: None, form: g.clone(), outcome: g.outcome(), value: None });
        };
        let form = match modulus.has_order() {
            true => modulus.simplest(g)?,
            false => modulus.canonical(g)?,
        };
        let outcome = match modulus.is_normal_play() {
            true => form.normal_outcome().expect("a canonical form is ordinary"),
            false => form.outcome(),
        };
        let handle = work.own(&form)?;
        let value = modulus.engine().map(|engine| engine.value(handle)).transpose()?;
        Ok(Place { position: None, form, outcome, value })
    }
}

/// The moves, equal ones once.
fn all_moves(
    work: &Workspace,
    ruleset: Option<String>,
    modulus: Option<&Modulus>,
    whole: Place,
    options: [Vec<Place>; 2],
) -> Result<Moves, Error> {
    let mut of_players = [Vec::new(), Vec::new()];
    let account = Account::new(work.budget().clone());
    for (player, places) in Player::BOTH.into_iter().zip(options) {
        let mut first: HashMap<Form, usize> = HashMap::new();
        let moves = &mut of_players[player.index()];
        for place in places {
            if let Some(&known) = first.get(&place.form.form()) {
                let known: &mut Move = &mut moves[known];
                known.times += 1;
                continue;
            }
            account.charge(size_of::<Move>() + place.position.as_ref().map_or(0, String::len))?;
            first.insert(place.form.form(), moves.len());
            let (fate, by) = fate(work, modulus, &whole, &place, player)?;
            moves.push(Move {
                position: place.position,
                limit: None,
                outcome: place.outcome,
                wins: place.outcome.winner(player.opponent()) == player,
                fate,
                by,
                times: 1,
                form: place.form,
            });
        }
    }
    let [left, right] = of_players;
    Ok(Moves {
        ruleset,
        position: whole.position,
        modulo: modulus.cloned(),
        form: whole.form,
        limit: None,
        outcome: whole.outcome,
        left,
        right,
    })
}

/// The fate of an option in words, and the game that decides it.
fn fate(
    work: &Workspace,
    modulus: Option<&Modulus>,
    whole: &Place,
    option: &Place,
    player: Player,
) -> Result<(Option<&'static str>, Option<Game>), Error> {
    let engine = match modulus.map(Modulus::context) {
        None => return Ok((None, None)),
        // An option of an impartial game stays, or reverses through a game equal to the whole.
        Some(Context::Impartial(_)) => {
            let stays = work.forms().options(whole.form.form(), player).contains(&option.form.form());
            return Ok(match stays {
                true => (Some("stays"), None),
                false => (Some("reversible"), Some(whole.form.clone())),
            });
        }
        Some(Context::Ordered { engine, .. }) => engine,
    };
    let [g, option] = [whole, option].map(|place| place.value.expect("a value where there is an order"));
    let (word, by) = match engine.fate(g, option, player)? {
        Fate::Stays => return Ok((Some("stays"), None)),
        Fate::Dominated(by) => ("dominated", by),
        Fate::Reversible(through) => ("reversible", through),
        Fate::Tombstone(through) => ("tombstone", through),
    };
    Ok((Some(word), Some(work.game_of(engine.form(by)?))))
}

/// The nodes of the tree of a form, options first.
fn tree<'a>(a: &Asked<'a>) -> Result<Fields<'a>, Error> {
    let mut nodes = Vec::new();
    let account = Account::new(a.work.budget().clone());
    for_each_follower(a.work.forms(), a.game("g")?.form(), |stones, [left, right]| {
        account.charge(size_of::<TreeNode>() + size_of::<Datum>() * (left.len() + right.len()))?;
        let t = match (stones.has(Player::Left), stones.has(Player::Right)) {
            (true, true) => Some("LR"),
            (true, false) => Some("L"),
            (false, true) => Some("R"),
            (false, false) => None,
        };
        nodes.push(TreeNode { l: left.to_vec(), r: right.to_vec(), t });
        Ok(())
    })?;
    let root = nodes.len() - 1;
    a.fields().and(nodes)?.and(root)
}

/// The form and its outcome, and a line for each move.
fn lines(record: &Record, style: Style) -> Result<Vec<String>, Error> {
    let said = |record: &Record| -> Result<String, Error> {
        let written = match record.get("form") {
            Some(Datum::Game(form)) => form.write_if_short(style)?,
            _ => None,
        };
        Ok(written.unwrap_or_else(|| in_text("(too large to print)", style)))
    };
    let outcome = |record: &Record| match record.get("outcome") {
        Some(Datum::Outcome(outcome)) => write_outcome(*outcome, style),
        _ => String::new(),
    };
    let mut lines = vec![format!("{}  {}", outcome(record), said(record)?)];
    for (name, player) in [("left", Player::Left), ("right", Player::Right)] {
        lines.push(in_text(&format!("{player}:"), style));
        let Some(Datum::List(moves)) = record.get(name) else { continue };
        for item in moves.items() {
            let Datum::Record(item) = item else { continue };
            let mut line = format!("  {}  ", outcome(item));
            if let Some(Datum::Text(position)) = item.get("position") {
                line.push_str(&in_text(&position.write(style)?.replace('\n', "/"), style));
                line.push_str("  ");
            }
            line.push_str(&said(item)?);
            line.push_str(&reason(item, style)?);
            lines.push(line);
        }
    }
    Ok(lines)
}

/// The fate of a move and the number of equal moves, as the end of a line.
fn reason(item: &Record, style: Style) -> Result<String, Error> {
    let mut words = String::new();
    if let Some(Datum::Text(fate)) = item.get("fate") {
        let fate = match fate.as_plain() {
            Some("dominated") => "dominated by ",
            Some("reversible") => "reversible through ",
            Some("tombstone") => "atomic reversible through ",
            _ => "",
        };
        if let (false, Some(Datum::Game(by))) = (fate.is_empty(), item.get("by")) {
            let by = by.write_if_short(style)?.unwrap_or_else(|| in_text("a large game", style));
            words = format!("  {}{by}", in_text(fate, style));
        }
    }
    if let Some(Datum::Count(times)) = item.get("times")
        && times.number > 1.into()
    {
        words.push_str(&in_text(&format!("  ({} moves)", times.number), style));
    }
    Ok(words)
}
