//! Sections 1 and 2: what holds in every universe.

use std::collections::BTreeSet;

use fastrand::Rng;
use misere::core::{Engine, Form, Outcome, Player};

use crate::desk::Desk;
use crate::item::{Finding, Tally, Trouble};
use crate::panel::Panel;
use crate::play::Play;
use crate::sample::{
    any, at_least, choose, forms_with_options, is_ge, kept, moves, pairs, several, subsets, with_options,
    without,
};
use crate::universe::realm::Realm;

/// The engines modulo M, B, E and D.
fn in_each_universe(desk: &Desk) -> [&Engine; 4] {
    [&desk.m, &desk.b, &desk.e, &desk.d]
}

pub(super) fn figure_1(desk: &Desk) -> Result<Finding, Trouble> {
    let claimed = desk.shown(["{|}", "{0|}", "{|0}", "{0|0}"])?;
    let computed: BTreeSet<String> = desk.forms().born_by(1)?.into_iter().map(|g| desk.show(g)).collect();
    let list = |set: BTreeSet<String>| set.into_iter().collect::<Vec<_>>().join(", ");
    Ok(Finding::new(list(claimed), list(computed)))
}

/// Covers in the order of outcomes, from who wins for each starter.
pub(super) fn figure_2(_: &Desk) -> Result<Finding, Trouble> {
    let all = [Outcome::L, Outcome::N, Outcome::P, Outcome::R];
    let wins = |o: Outcome| Player::BOTH.map(|starter| o.winner(starter) == Player::Left);
    let above = |a: Outcome, b: Outcome| a != b && wins(a).iter().zip(wins(b)).all(|(&x, y)| x || !y);
    let mut covers = Vec::new();
    for a in all {
        for b in all.into_iter().filter(|&b| above(a, b)) {
            if !all.iter().any(|&c| above(a, c) && above(c, b)) {
                covers.push(format!("{a}>{b}"));
            }
        }
    }
    Ok(Finding::new("L>N L>P N>R P>R", covers.join(" ")))
}

/// Section 1: I ⊂ D ⊂ E on day 2, and what D is closed under, with the dicots of day 2.
pub(super) fn ranking(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let day_2 = desk.day_2()?;
    let mut tally = Tally::new();
    for &g in day_2 {
        let kinds = [forms.is_impartial(g), forms.is_dicot(g), forms.is_dead_ending(g)];
        tally.case(kinds.is_sorted(), || desk.show(g));
    }
    let dicots: Vec<Form> = day_2.iter().copied().filter(|&g| forms.is_dicot(g)).collect();
    for &g in &dicots {
        let options = Player::BOTH.map(|p| forms.options(g, p)).concat();
        let holds = forms.is_dicot(forms.conjugate(g)?) && options.iter().all(|&o| forms.is_dicot(o));
        tally.case(holds, || desk.show(g));
        for &h in &dicots {
            tally.case(forms.is_dicot(forms.sum(g, h)?), || desk.show_pair(g, h));
        }
    }
    Ok(tally.finding())
}

/// Section 1: a larger universe has no more comparable pairs.
pub(super) fn definition_1_1(desk: &Desk) -> Result<Finding, Trouble> {
    desk.for_all_pairs(pairs(desk.day_2()?, desk.day_2()?), |g, h| {
        let order = [desk.m.ge(g, h)?, desk.b.ge(g, h)?, desk.e.ge(g, h)?, desk.d.ge(g, h)?];
        Ok(order.is_sorted())
    })
}

/// Section 1: which games are equal to 0 modulo all games.
pub(super) fn only_zero_is_zero(desk: &Desk) -> Result<Finding, Trouble> {
    let zero = desk.m.value(Form::ZERO)?;
    let equal = kept(desk.day_2()?, |g| Ok::<_, Trouble>(desk.m.value(g)? == zero))?;
    Ok(Finding::new("0", desk.show_list(&equal)))
}

pub(super) fn proposition_2_2(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut games = desk.day_2()?.to_vec();
    let mut random = Rng::with_seed(22);
    let day_3 = forms_with_options(forms, &mut random, &games, 4, 400, |_| true)?;
    games.extend(&day_3);
    let day_4 = forms_with_options(forms, &mut random, &games, 4, 100, |_| true)?;
    games.extend(&day_4);
    let play = Play::new(forms);
    desk.for_all(&games, |g| {
        let adjoint = forms.adjoint(g)?;
        Ok(forms.is_dicot(adjoint) && play.outcome(g, adjoint) == Outcome::P)
    })
}

/// The remark below Proposition 2.2: 0 + 0° in normal play.
pub(super) fn adjoint_in_normal_play(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let sum = forms.sum(Form::ZERO, forms.adjoint(Form::ZERO)?)?;
    let outcome = forms.normal_outcome(sum).map_or_else(|| "none".to_owned(), |o| o.to_string());
    Ok(Finding::new("N", outcome))
}

/// Proposition 2.3 is tried with M, B, E and D, which are their own conjugates, and by playing
/// with the Left ends of day 2, which are not.
pub(super) fn proposition_2_3(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let day_2 = desk.day_2()?;
    let conjugates: Vec<Form> = day_2.iter().map(|&g| forms.conjugate(g)).collect::<Result<_, _>>()?;
    let mut tally = Tally::new();
    let mut case = |holds, i: usize, j: usize| tally.case(holds, || desk.show_pair(day_2[i], day_2[j]));

    let ends: Vec<Form> = day_2.iter().copied().filter(|&g| forms.is_end(g, Player::Left)).collect();
    let other_ends: Vec<Form> = ends.iter().map(|&x| forms.conjugate(x)).collect::<Result<_, _>>()?;
    let play = Play::new(forms);
    let with_ends: Vec<_> = day_2.iter().map(|&g| play.wins(g, &ends)).collect();
    let with_others: Vec<_> = conjugates.iter().map(|&g| play.wins(g, &other_ends)).collect();
    for i in 0..day_2.len() {
        for j in 0..day_2.len() {
            case(with_ends[i].cover(&with_ends[j]) == with_others[j].cover(&with_others[i]), i, j);
        }
    }

    for modulo in in_each_universe(desk) {
        for i in 0..day_2.len() {
            for j in 0..day_2.len() {
                let holds = modulo.ge(day_2[i], day_2[j])? == modulo.ge(conjugates[j], conjugates[i])?;
                case(holds, i, j);
            }
        }
    }
    Ok(tally.finding())
}

/// Proposition 2.4 is tried with the engines of M and D, and by playing with games of day 2.
pub(super) fn proposition_2_4(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let day_2 = desk.day_2()?;
    let day_1 = forms.born_by(1)?;
    let mut random = Rng::with_seed(24);
    let mut pairs = Vec::new();
    for &g in day_2 {
        pairs.extend(subsets(&day_1).map(|more| (g, more)));
    }
    for g in forms_with_options(forms, &mut random, day_2, 4, 500, |_| true)? {
        pairs.push((g, several(&mut random, day_2, 1, 3)));
    }
    pairs.retain(|&(g, _)| !forms.is_end(g, Player::Left));
    let play = Play::new(forms);
    let mut tally = Tally::new();
    for (g, more) in pairs {
        let options = [forms.options(g, Player::Left), &more].concat();
        let h = with_options(forms, g, Player::Left, &options)?;
        let played = day_2.iter().step_by(9).all(|&x| play.outcome(h, x) >= play.outcome(g, x));
        let holds = played && desk.m.ge(h, g)? && desk.d.ge(h, g)?;
        tally.case(holds, || desk.show_pair(g, h));
    }
    Ok(tally.finding())
}

/// Proposition 2.5 is tried with three sets of test games, none closed under sums: the games of
/// day 2, the dead-ending games among them, and the dicots among them.
pub(super) fn proposition_2_5(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let day_2 = desk.day_2()?;
    let play = Play::new(forms);
    let mut tally = Tally::new();
    let admits: [&dyn Fn(Form) -> bool; 3] =
        [&|_| true, &|x| forms.is_dead_ending(x), &|x| forms.is_dicot(x)];
    for admits in admits {
        let games: Vec<Form> = day_2.iter().copied().filter(|&x| admits(x)).collect();
        let rows: Vec<Vec<Outcome>> =
            day_2.iter().map(|&g| games.iter().map(|&x| play.outcome(g, x)).collect()).collect();
        for (i, of_g) in rows.iter().enumerate() {
            for (j, of_h) in rows.iter().enumerate() {
                let ge = of_g.iter().zip(of_h).all(|(a, b)| a >= b);
                let keeps = |o: Outcome| of_g.iter().zip(of_h).all(|(&a, &b)| is_ge(a, o) || !is_ge(b, o));
                let conditions = keeps(Outcome::P) && keeps(Outcome::N);
                tally.case(ge == conditions, || desk.show_pair(day_2[i], day_2[j]));
            }
        }
    }
    Ok(tally.finding())
}

/// Lemma 2.7 is tried on random games of day 3, one of whose options has a copy with more
/// options. Their sums with all games of the universe born by day 2 are played out with and
/// without a dominated option.
pub(super) fn lemma_2_7(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut random = Rng::with_seed(27);
    let movable: Vec<Form> =
        desk.day_2()?.iter().copied().filter(|&g| !forms.is_end(g, Player::Left)).collect();
    let mut samples = Vec::new();
    for g in forms_with_options(forms, &mut random, desk.day_2()?, 4, 60, |_| true)? {
        let option = choose(&mut random, &movable);
        let more = [forms.options(option, Player::Left), &forms.born_by(1)?].concat();
        let better = with_options(forms, option, Player::Left, &more)?;
        for player in Player::BOTH {
            let options = [forms.options(g, player), &[option, better]].concat();
            samples.push(with_options(forms, g, player, &options)?);
        }
    }
    let mut tally = Tally::new();
    for modulo in in_each_universe(desk) {
        let games = desk.games_of(modulo)?;
        let play = Play::new(forms);
        for &g in &samples {
            for (player, option) in moves(forms, g) {
                let others = without(forms, g, player, option);
                if any(&others, |&other| at_least(modulo, other, option, player))? {
                    let fewer = with_options(forms, g, player, &others)?;
                    let holds = play.same(g, fewer, &games) && modulo.value(g)? == modulo.value(fewer)?;
                    tally.case(holds, || desk.show_pair(g, fewer));
                }
            }
        }
    }
    Ok(tally.finding())
}

/// Links are sought among all games of the universe born by day 2, and the 1,268 dicots of
/// day 3.
pub(super) fn lemma_2_9(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let panel = Panel::new(forms, &[desk.day_2()?, desk.dicots_of_day_3()?].concat());
    let mut tally = Tally::new();
    for realm in Realm::all(desk) {
        let membership = realm.membership(desk)?;
        let among = panel.set_of(&kept(panel.games(), |t| membership.contains(t))?);
        for (g, h) in pairs(desk.day_2()?, desk.day_2()?) {
            if realm.engine.ge(g, h)? {
                let left = forms.options(h, Player::Left).iter().map(|&l| (g, l));
                let right = forms.options(g, Player::Right).iter().map(|&r| (r, h));
                let some = left.chain(right).any(|(from, to)| panel.links(from, to, &among));
                tally.case(!some, || format!("{} modulo {}", desk.show_pair(g, h), realm.name));
            }
        }
    }
    Ok(tally.finding())
}
