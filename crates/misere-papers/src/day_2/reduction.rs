//! Section 3: reversible options and reduced forms.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use misere::core::{Exhausted, Form, Outcome, Player, Relation};
use misere::notation::structural_order;
use rustc_hash::{FxHashMap, FxHashSet};

use super::world::{World, reversing};
use crate::desk::Desk;
use crate::item::{Finding, Tally, Trouble};
use crate::play::Play;
use crate::sample::{at_least, forms_with_options, moves, subsets, with_options, without};

pub(super) fn theorem_4(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let world = World::new(desk)?;
    let mut tally = Tally::new();
    for player in Player::BOTH {
        for &g in &world.on_day_2 {
            let options = forms.options(g, player);
            for &option in options {
                let (end, star) = (world.end(player), world.star);
                let beside = options.contains(&Form::ZERO) || options.contains(&end);
                let claimed =
                    world.lets_reverse(forms, g, player) && (option == end || option == star && beside);
                let reversible = !reversing(desk, g, player, option)?.is_empty();
                tally.case(claimed == reversible, || desk.show_pair(g, option));
            }
        }
    }
    Ok(tally.finding())
}

/// Theorem 5 is tried on all dead-ending games born by day 2 and on random ones of day 3. The
/// simplified game is compared with the original by the engine, and by playing with
/// dead-ending games of day 2.
pub(super) fn theorem_5(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let world = World::new(desk)?;
    let mut games = world.all.clone();
    games.extend(forms_with_options(forms, &mut Rng::with_seed(5), &world.all, 4, 1500, |g| {
        forms.is_dead_ending(g)
    })?);
    let tests: Vec<Form> = world.all.iter().copied().step_by(3).collect();
    let play = Play::new(forms);
    let mut tally = Tally::new();
    for g in games {
        for (player, option) in moves(forms, g) {
            if is_end_reversible(desk, g, player, option)? {
                let simpler = simplify(desk, g, player, option)?;
                let holds = forms.is_dead_ending(simpler)
                    && play.same(g, simpler, &tests)
                    && desk.e.relation(g, simpler)? == Relation::Equal;
                tally.case(holds, || desk.show_pair(g, simpler));
            }
        }
    }
    Ok(tally.finding())
}

/// The first of the three cases of Theorem 5 that applies to an end-reversible option.
fn simplify(desk: &Desk, g: Form, player: Player, option: Form) -> Result<Form, Trouble> {
    let forms = desk.forms();
    let others = without(forms, g, player, option);
    if let (true, &[answer]) = (others.is_empty(), forms.options(g, player.opponent()))
        && is_end_reversible(desk, g, player.opponent(), answer)?
    {
        return Ok(Form::ZERO);
    }
    let removed = with_options(forms, g, player, &others)?;
    if !is_fundamental(desk, g, player, option)? && forms.is_dead_ending(removed) {
        return Ok(removed);
    }
    let end = end_below(desk, g, player)?;
    Ok(with_options(forms, g, player, &[others, vec![end]].concat())?)
}

fn is_end_reversible(desk: &Desk, g: Form, player: Player, option: Form) -> Result<bool, Exhausted> {
    Ok(reversing(desk, g, player, option)?.iter().any(|&reply| desk.forms().is_end(reply, player)))
}

/// Whether the form is strong for the player with the option, and not without.
fn is_fundamental(desk: &Desk, g: Form, player: Player, option: Form) -> Result<bool, Trouble> {
    let others = without(desk.forms(), g, player, option);
    let removed = with_options(desk.forms(), g, player, &others)?;
    Ok(desk.e.is_strong(g, player)? && !desk.e.is_strong(removed, player)?)
}

/// The form {·|M_n} with the least n such that G ≥ M_n; its conjugate for Right.
fn end_below(desk: &Desk, g: Form, player: Player) -> Result<Form, Trouble> {
    let forms = desk.forms();
    for n in 0..=u64::from(forms.rank(g)) + 1 {
        let waiting = forms.waiting_game(n)?;
        let end = forms.ordinary(&[], &[waiting])?;
        let [waiting, end] = match player {
            Player::Left => [waiting, end],
            Player::Right => [forms.conjugate(waiting)?, forms.conjugate(end)?],
        };
        if at_least(&desk.e, g, waiting, player)? {
            return Ok(end);
        }
    }
    Err(Trouble::Refused(format!("no waiting game lies below {}", desk.show(g))))
}

pub(super) fn theorem_6(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let world = World::new(desk)?;
    let play = Play::new(forms);
    let mut tally = Tally::new();
    for player in Player::BOTH {
        let (end, star) = (world.end(player), world.star);
        for &g in world.on_day_2.iter().filter(|&&g| world.lets_reverse(forms, g, player)) {
            let options = forms.options(g, player);
            let has = |o: Form| options.contains(&o);
            let mut rewritten = Vec::new();
            if options == [world.minus] && forms.options(g, player.opponent()) == [world.one] {
                rewritten.push((end, None, Form::ZERO));
            }
            if has(end) && has(Form::ZERO) && has(star) {
                rewritten.push((
                    end,
                    Some(false),
                    with_options(forms, g, player, &without(forms, g, player, end))?,
                ));
            }
            let without_star = without(forms, g, player, star);
            if has(star) && has(end) {
                rewritten.push((star, Some(false), with_options(forms, g, player, &without_star)?));
            }
            if has(star) && has(Form::ZERO) && !has(end) {
                let options = [without_star, vec![end]].concat();
                rewritten.push((star, Some(true), with_options(forms, g, player, &options)?));
            }
            for (option, fundamental, result) in rewritten {
                let as_said = match fundamental {
                    None => true,
                    Some(said) => said == is_fundamental(desk, g, player, option)?,
                };
                let holds = as_said
                    && !reversing(desk, g, player, option)?.is_empty()
                    && desk.e.relation(g, result)? == Relation::Equal
                    && play.same(g, result, &world.all);
                tally.case(holds, || desk.show_pair(g, result));
            }
        }
    }
    Ok(tally.finding())
}

/// The reductions (ii) to (v) of Corollary 7, as often as they apply, are compared with the
/// canonical form of the engine (with (i), which makes {1̄|1} 0), and with playing.
pub(super) fn corollary_7(desk: &Desk) -> Result<Finding, Trouble> {
    let world = World::new(desk)?;
    let play = Play::new(desk.forms());
    let zero = desk.forms().ordinary(&[world.minus], &[world.one])?;
    let mut tally = Tally::new();
    for &g in &world.on_day_2 {
        let reduced = reduce(desk, &world, g)?;
        let reduced = if reduced == zero { Form::ZERO } else { reduced };
        let holds = reduced == desk.e.canonical(g)? && play.same(g, reduced, &world.all);
        tally.case(holds, || desk.show_pair(g, reduced));
    }
    Ok(tally.finding())
}

/// The sentence below Corollary 7, on the number of positions that are left.
pub(super) fn unique_positions(desk: &Desk) -> Result<Finding, Trouble> {
    let world = World::new(desk)?;
    let mut reduced = FxHashSet::default();
    for &g in &world.on_day_2 {
        reduced.insert(reduce(desk, &world, g)?);
    }
    Ok(Finding::new(193, reduced.len()))
}

/// The form reduced by Corollary 7 (ii) to (v).
fn reduce(desk: &Desk, world: &World, mut g: Form) -> Result<Form, Exhausted> {
    let forms = desk.forms();
    loop {
        let before = g;
        for player in Player::BOTH {
            let has = |o: Form| forms.options(g, player).contains(&o);
            let (end, star) = (world.end(player), world.star);
            if world.lets_reverse(forms, g, player) && has(star) {
                let others = without(forms, g, player, star);
                if has(end) {
                    g = with_options(forms, g, player, &others)?;
                } else if has(Form::ZERO) {
                    g = with_options(forms, g, player, &[others, vec![end]].concat())?;
                }
            }
        }
        if g == before {
            return Ok(g);
        }
    }
}

pub(super) fn theorem_8(desk: &Desk) -> Result<Finding, Trouble> {
    let world = World::new(desk)?;
    let mut classes = FxHashSet::default();
    for &g in &world.all {
        classes.insert(desk.e.value(g)?);
    }
    let forms = desk.forms();
    let play = Play::new(forms);
    let told_apart = play.tell_apart(&world.all, &world.all, |g, h| {
        let separator = desk.e.separator(g, h)?.map(|s| s.game);
        Ok(separator.filter(|&x| forms.is_dead_ending(x)))
    })?;
    let played = told_apart.len();
    Ok(Finding::new(196, classes.len())
        .provided(played == classes.len(), format!("play separates {played} classes")))
}

/// The sentence below Theorem 8, on the sizes of classes.
pub(super) fn sizes_of_classes(desk: &Desk) -> Result<Finding, Trouble> {
    let classes = classes_on_day_2(desk)?;
    let sizes: Vec<usize> = classes
        .iter()
        .filter(|(reduced, _)| **reduced != Form::ZERO)
        .map(|(_, members)| members.len())
        .collect();
    let alone = sizes.iter().filter(|&&n| n == 1).count();
    let few = sizes.iter().filter(|&&n| n == 2 || n == 3).count();
    Ok(Finding::new(
        "192 on day 2: 172 alone, 20 of two or three games",
        format!("{} on day 2: {alone} alone, {few} of two or three games", sizes.len()),
    ))
}

/// The games born on day 2, by their canonical forms.
fn classes_on_day_2(desk: &Desk) -> Result<FxHashMap<Form, Vec<Form>>, Trouble> {
    let mut classes: FxHashMap<Form, Vec<Form>> = FxHashMap::default();
    for &g in &World::new(desk)?.on_day_2 {
        classes.entry(desk.e.canonical(g)?).or_default().push(g);
    }
    Ok(classes)
}

/// Table 1 row by row, the reduced form of each row first.
pub(super) fn table_1(desk: &Desk) -> Result<Finding, Trouble> {
    let printed = [
        "0 {-1|1} {-1,*|1} {-1|1,*} {-1,*|1,*}",
        "{-1|*} {-1,*|*}",
        "{*|1} {*|1,*}",
        "{-1|1,-1} {-1|1,-1,*}",
        "{*|1,-1} {*|1,-1,*}",
        "{-1,*|1,-1} {-1,*|1,-1,*}",
        "{1,-1|1} {1,-1,*|1}",
        "{1,-1|*} {1,-1,*|*}",
        "{1,-1|1,*} {1,-1,*|1,*}",
        "{0,-1|1} {0,*|1} {0,-1,*|1}",
        "{0,-1|*} {0,*|*} {0,-1,*|*}",
        "{0,-1|1,*} {0,*|1,*} {0,-1,*|1,*}",
        "{0,1,-1|1} {0,1,*|1} {0,1,-1,*|1}",
        "{0,1,-1|*} {0,1,*|*} {0,1,-1,*|*}",
        "{0,1,-1|1,*} {0,1,*|1,*} {0,1,-1,*|1,*}",
        "{-1|0,1} {-1|0,*} {-1|0,1,*}",
        "{*|0,1} {*|0,*} {*|0,1,*}",
        "{-1,*|0,1} {-1,*|0,*} {-1,*|0,1,*}",
        "{-1|0,1,-1} {-1|0,-1,*} {-1|0,1,-1,*}",
        "{*|0,1,-1} {*|0,-1,*} {*|0,1,-1,*}",
        "{-1,*|0,1,-1} {-1,*|0,-1,*} {-1,*|0,1,-1,*}",
    ];
    let mut claimed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in printed {
        let mut games = Vec::new();
        for text in row.split(' ') {
            games.push(desk.show(desk.read(text)?));
        }
        let reduced = games.swap_remove(0);
        claimed.insert(reduced, games.into_iter().collect());
    }
    let mut computed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (reduced, members) in classes_on_day_2(desk)? {
        let others: BTreeSet<String> =
            members.iter().filter(|&&g| g != reduced).map(|&g| desk.show(g)).collect();
        if !others.is_empty() {
            computed.insert(desk.show(reduced), others);
        }
    }
    let as_printed = computed.iter().filter(|(reduced, row)| claimed.get(*reduced) == Some(row)).count();
    let line = |rows: &BTreeMap<String, BTreeSet<String>>| {
        let games: usize = rows.values().map(|row| row.len() + 1).sum();
        format!("{} rows, {games} games", rows.len())
    };
    let unlike = computed.len() - as_printed;
    let details: Vec<String> = computed
        .iter()
        .map(|(reduced, row)| format!("{reduced}: {}", row.iter().cloned().collect::<Vec<_>>().join(" ")))
        .collect();
    Ok(Finding::new(line(&claimed), line(&computed))
        .provided(unlike == 0, format!("{unlike} rows are not as printed"))
        .with_details(details.join("\n")))
}

/// Options of day 1 for a side of Table 3, small sets first.
fn sides(desk: &Desk) -> Result<Vec<Vec<Form>>, Trouble> {
    let day_1 = structural_order(desk.forms(), &desk.forms().born_by(1)?);
    let mut sides: Vec<Vec<Form>> = subsets(&day_1).collect();
    sides.sort_by_key(Vec::len);
    Ok(sides)
}

/// A cell of Table 3.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell {
    is_dead_ending: bool,
    is_reduced: bool,
    is_invertible: bool,
}

impl Cell {
    fn sign(self) -> String {
        if !self.is_dead_ending {
            return String::new();
        }
        let circle = if self.is_reduced { "○" } else { "" };
        format!("{circle}{}", if self.is_invertible { "✓" } else { "×" })
    }
}

/// The cell of a game as the paper's text determines it: dead-ending by section 2, reduced by
/// Corollary 7, and invertible by Theorem 11 applied to the reduced form.
fn cell_of_the_paper(desk: &Desk, world: &World, g: Form) -> Result<Cell, Trouble> {
    let forms = desk.forms();
    let only = |p: Player, of: &[Form]| forms.options(g, p).iter().all(|o| of.contains(o));
    let is_end = |p: Player| forms.options(g, p).is_empty();
    // A Left end may have no Right option but 0 and 1̄, a Right end no Left option but 0 and 1.
    let is_dead_ending = (!is_end(Player::Left) || only(Player::Right, &[Form::ZERO, world.minus]))
        && (!is_end(Player::Right) || only(Player::Left, &[Form::ZERO, world.one]));
    let zero = forms.ordinary(&[world.minus], &[world.one])?;
    let reduced = match reduce(desk, world, g)? {
        reduced if reduced == zero => Form::ZERO,
        reduced => reduced,
    };
    let has_star = Player::BOTH.iter().any(|&p| forms.options(reduced, p).contains(&world.star));
    let is_invertible = !has_star && forms.outcome(reduced) != Outcome::P;
    Ok(Cell { is_dead_ending, is_reduced: reduced == g, is_invertible })
}

/// The cell of a game by the engine; inverses from the literal sum.
fn cell_by_the_engine(desk: &Desk, g: Form) -> Result<Cell, Trouble> {
    let is_dead_ending = desk.forms().is_dead_ending(g);
    let sum = super::order::literal_difference(desk, g)?;
    let is_invertible = is_dead_ending && desk.e.relation(sum, Form::ZERO)? == Relation::Equal;
    let is_reduced = is_dead_ending && desk.e.canonical(g)? == g;
    Ok(Cell { is_dead_ending, is_reduced, is_invertible })
}

/// All games born by day 2 in a grid. Every cell that the engine fills is compared with the cell
/// that Corollary 7 and Theorem 11 determine.
pub(super) fn table_3(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let world = World::new(desk)?;
    let sides = sides(desk)?;
    let name = |side: &[Form]| match side {
        [] => "·".to_owned(),
        side => side.iter().map(|&o| if o == world.minus { "1̄".to_owned() } else { desk.show(o) }).collect(),
    };
    // A bar over a digit takes no place of its own.
    let aligned = |text: String| {
        let width = text.chars().filter(|&c| c != '\u{304}').count();
        format!("{}{text}", " ".repeat(6usize.saturating_sub(width)))
    };
    let mut tally = Tally::new();
    let mut lines = vec![
        "rows G^L, columns G^R; ✓ invertible, × not, ○ in reduced form, blank not dead-ending".to_owned(),
        format!("{}{}", aligned(String::new()), sides.iter().map(|s| aligned(name(s))).collect::<String>()),
    ];
    for left in &sides {
        let mut line = aligned(name(left));
        for right in &sides {
            let g = forms.ordinary(left, right)?;
            let (claimed, computed) = (cell_of_the_paper(desk, &world, g)?, cell_by_the_engine(desk, g)?);
            let agrees = match claimed.is_dead_ending {
                true => claimed == computed,
                false => !computed.is_dead_ending,
            };
            tally.case(agrees, || desk.show(g));
            line += &aligned(computed.sign());
        }
        lines.push(line);
    }
    let finding = tally.finding();
    let details = match &finding.details {
        Some(wrong) => format!("{wrong}\n{}", lines.join("\n")),
        None => lines.join("\n"),
    };
    Ok(finding.with_details(details))
}
