//! Section 1: the universes inside each other, and what is recalled of cancellation.

use fastrand::Rng;
use misere::core::{Engine, Form};

use super::definitions::Ends;
use super::samples::all_small_and_samples;
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::play::Play;
use crate::sample::pairs;

pub(super) const ITEMS: &[Item] = items! { Blocking;
    "Section 1, universes" => inclusions,
        "how D, E, B and M lie in each other, by the definitions of their games";
    "Section 1, footnote 1" => footnote_1, "G + C ≥ H + C gives G ≥ H modulo E, for G, H, C in E";
    "Section 1, footnote 2" => footnote_2, "G + C ≥ H + C gives G ≥ H modulo M, for G, H in B and any C";
    "Section 1, dicots" => dicots_do_not_cancel,
        "whether G + C ≥ H + C always gives G ≥ H modulo D, for G, H, C in D";
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
    let games = desk.games_of(&desk.e)?;
    cancels(desk, &desk.e, &games, &games)
}

fn footnote_2(desk: &Desk) -> Result<Finding, Trouble> {
    cancels(desk, &desk.m, &desk.games_of(&desk.b)?, desk.day_2()?)
}

/// Claims that what is added can be cancelled, for all pairs of games and a few summands.
fn cancels(desk: &Desk, engine: &Engine, games: &[Form], summands: &[Form]) -> Result<Finding, Trouble> {
    const SUMMANDS: usize = 8;
    let mut random = Rng::with_seed(11);
    let values = games.iter().map(|&g| engine.value(g)).collect::<Result<Vec<_>, _>>()?;
    let mut tally = Tally::new();
    for _ in 0..SUMMANDS {
        let c = summands[random.usize(..summands.len())];
        let c_value = engine.value(c)?;
        let sums = values.iter().map(|&v| engine.add(v, c_value)).collect::<Result<Vec<_>, _>>()?;
        for (i, &g) in values.iter().enumerate() {
            for (j, &h) in values.iter().enumerate() {
                // The other pairs say nothing.
                if engine.value_ge(sums[i], sums[j])? {
                    tally.case(engine.value_ge(g, h)?, || desk.show_list(&[games[i], games[j], c]));
                }
            }
        }
    }
    Ok(tally.finding())
}

/// An exception H is looked for among the dicots with one option for each player, of rank up
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
