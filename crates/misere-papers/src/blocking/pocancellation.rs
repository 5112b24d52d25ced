//! Section 1: the universes inside each other, and what is recalled of cancellation.

use std::collections::HashSet;

use misere::core::{Engine, Form};
use misere::notation::structural_order;

use super::definitions::Ends;
use super::samples::all_small_and_samples;
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::play::Play;
use crate::sample::pairs;
use crate::universe::definition::Court;
use crate::universe::realm::Realm;

pub(super) const ITEMS: &[Item] = items! { Blocking;
    "Section 1, universes" => inclusions,
        "D ⊊ E ⊊ B ⊊ M, by the definitions of their games"
        .all("the games of rank at most 2")
        .sample("1,100 games of rank 3, 350 of rank 4")
        .recursion("the definitions of D, E and B")
        .shown("universe E B");
    "Section 1, footnote 1" => footnote_1, "G + C ≥ H + C gives G ≥ H modulo E, for G, H, C in E"
        .all("the triples of classes of rank at most 2 with G ≱ H")
        .play("with games of E of rank at most 2, and 200 of rank 3")
        .engine("where play does not tell")
        .shown("compare '{0|0,1}+*' '1+*' -m E");
    "Section 1, footnote 2" => footnote_2, "G + C ≥ H + C gives G ≥ H modulo M, for G, H in B and any C"
        .all("G, H of B and C of M, of rank at most 2, with G ≱ H")
        .play("with games of rank at most 2, and 200 of rank 3")
        .engine("where play does not tell")
        .shown("compare '*+*' '1+*' -m M");
    "Section 1, dicots" => dicots_do_not_cancel,
        "whether G + C ≥ H + C always gives G ≥ H modulo D, for G, H, C in D"
        .decided()
        .play("the exception that is found, and that the sums are not told apart")
        .shown("compare '{*|*}' 0 -m D");
};

/// Each inclusion is tried on all forms; a smallest form shows that it is proper.
fn inclusions(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut some = all_small_and_samples(desk)?;
    some.sort_by_key(|&g| forms.rank(g));
    let ends = Ends::new(forms, &some);
    let kinds =
        |g: Form| [ends.is_dicot(forms, g), ends.is_dead_ending(forms, g), ends.is_blocking(forms, g), true];
    let (mut text, mut witnesses) = ("D".to_string(), Vec::new());
    for (smaller, name) in ["E", "B", "M"].into_iter().enumerate() {
        let is_included = some.iter().all(|&g| !kinds(g)[smaller] || kinds(g)[smaller + 1]);
        let witness = some.iter().find(|&&g| !kinds(g)[smaller] && kinds(g)[smaller + 1]);
        text += match (is_included, witness) {
            (true, Some(_)) => " ⊊ ",
            (true, None) => " = ",
            (false, _) => " ⊄ ",
        };
        text += name;
        witnesses.extend(witness.map(|&g| format!("only in {name}: {}", desk.show(g))));
    }
    Ok(Finding::new("D ⊊ E ⊊ B ⊊ M", text).with_details(witnesses.join("\n")))
}

fn footnote_1(desk: &Desk) -> Result<Finding, Trouble> {
    let realm = Realm::e(desk);
    let classes = classes(desk, realm.engine, &desk.games_of(realm.engine)?)?;
    cancels(desk, realm, &classes, &classes)
}

fn footnote_2(desk: &Desk) -> Result<Finding, Trouble> {
    let realm = Realm::m(desk);
    let games = classes(desk, realm.engine, &desk.games_of(&desk.b)?)?;
    cancels(desk, realm, &games, &classes(desk, realm.engine, desk.day_2()?)?)
}

/// An exception among the classes of day 2 would answer the problem.
pub(crate) fn problem_5_3(desk: &Desk) -> Result<Finding, Trouble> {
    let realm = Realm::b(desk);
    let classes = classes(desk, realm.engine, &desk.games_of(realm.engine)?)?;
    let finding = cancels(desk, realm, &classes, &classes)?;
    let said = match finding.agrees {
        true => format!("no exception among games of rank at most 2: cancelling {}", finding.computed),
        false => format!("an exception answers the problem: cancelling {}", finding.computed),
    };
    Ok(Finding { computed: said, ..finding })
}

/// One game of each class, and its value.
fn classes(desk: &Desk, engine: &Engine, games: &[Form]) -> Result<Vec<Form>, Trouble> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for g in structural_order(desk.forms(), games) {
        if seen.insert(engine.value(g)?) {
            found.push(g);
        }
    }
    Ok(found)
}

/// The statement that what is added can be cancelled, for all G ≱ H of the games and all
/// summands: a game of the universe shows G + C ≱ H + C. Where no game of rank at most 2 and
/// none of a sample of rank 3 does, the engine is asked.
fn cancels(desk: &Desk, realm: Realm<'_>, games: &[Form], summands: &[Form]) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let court = Court::new(desk, realm)?;
    let values = games.iter().map(|&g| realm.engine.value(g)).collect::<Result<Vec<_>, _>>()?;
    let mut apart = Vec::new();
    for (i, &g) in values.iter().enumerate() {
        for (j, &h) in values.iter().enumerate() {
            if !realm.engine.value_ge(g, h)? {
                apart.push((i, j));
            }
        }
    }
    let mut tally = Tally::new();
    for &c in summands {
        let sums = games.iter().map(|&g| forms.sum(g, c)).collect::<Result<Vec<_>, _>>()?;
        for &(i, j) in &apart {
            let holds = court.refuted_by_play(sums[i], sums[j]) || !realm.engine.ge(sums[i], sums[j])?;
            tally.case(holds, || desk.show_list(&[games[i], games[j], c]));
        }
    }
    Ok(tally.finding())
}

/// An exception H is sought among the dicots with one option for each player, of rank up
/// to 3; G ≱ H is shown by play.
fn dicots_do_not_cancel(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let play = Play::new(forms);
    let small = desk.games_of(&desk.d)?;
    let mut larger = Vec::new();
    for (left, right) in pairs(&small, &small) {
        larger.push(forms.ordinary(&[left], &[right])?);
    }
    for (&c, &g) in small.iter().flat_map(|c| small.iter().map(move |g| (c, g))) {
        for &h in &larger {
            let (with_g, with_h) = (forms.sum(g, c)?, forms.sum(h, c)?);
            if desk.d.ge(g, h)? || !desk.d.ge(with_g, with_h)? {
                continue;
            }
            let Some(found) = desk.d.separator(g, h)? else { continue };
            let is_apart = play.refutes(g, h, found.game, found.starter) && forms.is_dicot(found.game);
            if is_apart && play.favours(with_g, with_h, &small) {
                let witness = format!("G, H, C = {}", desk.show_list(&[g, h, c]));
                return Ok(Finding::new("not always", "not always").with_details(witness));
            }
        }
    }
    Ok(Finding::new("not always", "no exception found"))
}
