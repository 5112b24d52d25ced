//! Section 2: what the paper recalls.

use std::collections::HashMap;

use fastrand::Rng;
use misere::core::{Engine, Family, Form, Player};

use super::definitions::{Ends, Order};
use super::samples::all_small_and_samples;
use super::strength::left_strong;
use super::test_ends::drawn;
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::play::{Play, Wins};
use crate::sample::dead_end_trees;

pub(super) const ITEMS: &[Item] = items! { Blocking;
    "Section 2, membership" => membership,
        "the definitions of D, E and B, read again, give the games that the engine takes for them"
        .all("the games of rank at most 2")
        .sample("1,100 games of rank 3, 350 of rank 4")
        .recursion("the definitions of D, E and B")
        .shown("blocking '{|*}'")
        .shown("dead-ending '{|*}'");
    "Section 2, universe" => b_is_a_parental_universe,
        "B is closed under options, sums, conjugates and {A|B} with A, B not empty"
        .sample("500 draws of games of B: options, conjugates, {A|B}, sums")
        .recursion("the definition of B")
        .shown("member '{|{0|-1}}' -m B");
    "Theorem 2.1" => theorem_2_1,
        "maintenance and proviso hold iff o(G+X) ≥ o(H+X) for all X in U, U = D, E, B"
        .all("the 65,536 pairs of rank at most 2, modulo D, E and B")
        .play("with the games of the universe of rank at most 2, or with what the engine finds")
        .recursion("the conditions as they are worded")
        .shown("compare '{-1|*}' 0 -m B --why");
    "Section 2, M-strong" => strong_modulo_m, "Left wins G + {·|rank(G)} moving first iff G is a Left end"
        .all("the games of rank at most 2")
        .sample("1,100 games of rank 3, 350 of rank 4")
        .play("with one end for each")
        .shown("strong '{-1|*}' -m M");
    "Corollary 2.2" => corollary_2_2, "maintenance and being ends alike hold iff o(G+X) ≥ o(H+X) for all X"
        .all("the 65,536 pairs of rank at most 2")
        .play("with the games of rank at most 2, or with what the engine finds")
        .recursion("the conditions as they are worded")
        .shown("compare '{|*}' 0 -m M --why");
    "Section 2, E-strong" => strong_modulo_e,
        "Left wins against all Left dead ends iff against 0 and W_n, n = rank(G)"
        .all("the games of rank at most 2")
        .sample("1,100 games of rank 3, 350 of rank 4")
        .play("with the dead ends of rank at most 3 and W_4")
        .shown("strong '{0,*|1}' -m E");
    "Figure 2.1" => figure_2_1, "the waiting games W_0 to W_4"
        .decided()
        .engine("the family W")
        .shown("eval W3");
    "Section 2, reversing in M" => no_end_reversible_in_m,
        "no Left option of G is reversible modulo M through a Left end"
        .all("the games of rank at most 2")
        .sample("1,100 games of rank 3, 350 of rank 4")
        .engine("order modulo M")
        .shown("simplest '{-1|*}' -m M");
    "Section 2, reversing in B" => end_reversible_is_strong,
        "G is Left B-strong if a Left option is reversible modulo B through a Left end"
        .all("the games of rank at most 2")
        .sample("1,100 games of rank 3, 350 of rank 4")
        .play("strength modulo B, with blocked ends")
        .shown("simplest '{-1|*}' -m B");
    "Section 2, simplest forms" => simplest_forms_are_unique,
        "G ≥ H and H ≥ G by Theorem 2.1 iff the B-simplest forms are the same"
        .all("the 65,536 pairs of rank at most 2")
        .recursion("the conditions of Theorem 2.1")
        .engine("simplest forms modulo B")
        .shown("simplest '{|0,1,*}' -m B");
};

fn membership(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let some = all_small_and_samples(desk)?;
    let ends = Ends::new(forms, &some);
    desk.for_all(&some, |g| {
        let read = [ends.is_dicot(forms, g), ends.is_dead_ending(forms, g), ends.is_blocking(forms, g)];
        let kept = [forms.is_dicot(g), forms.is_dead_ending(g), forms.is_blocking(g)];
        Ok(read == kept)
    })
}

fn b_is_a_parental_universe(desk: &Desk) -> Result<Finding, Trouble> {
    const SAMPLES: usize = 500;
    let forms = desk.forms();
    let mut games = all_small_and_samples(desk)?;
    let ends = Ends::new(forms, &games);
    games.retain(|&g| ends.is_blocking(forms, g));
    let small: Vec<Form> = desk.day_2()?.iter().copied().filter(|&g| ends.is_blocking(forms, g)).collect();
    let mut random = Rng::with_seed(2);
    let mut tally = Tally::new();
    for _ in 0..SAMPLES {
        let mut draw = |from: &[Form]| from[random.usize(..from.len())];
        let (g, h, k) = (draw(&games), draw(&games), draw(&games));
        let (small_g, small_h) = (draw(&small), draw(&small));
        let mut made =
            vec![forms.conjugate(g)?, forms.ordinary(&[g], &[h, k])?, forms.sum(small_g, small_h)?];
        made.extend(Player::BOTH.iter().flat_map(|&p| forms.options(g, p)));
        let ends = Ends::new(forms, &made);
        let outside = made.iter().find(|&&f| !ends.is_blocking(forms, f));
        tally.case(outside.is_none(), || desk.show_list(outside.map_or(&[], std::slice::from_ref)));
    }
    Ok(tally.finding())
}

fn theorem_2_1(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();

    let in_d = |g: Form, p: Player| forms.wins_first(g, p);
    tally_order(desk, &mut tally, &desk.d, in_d)?;

    // Against 0 and W_2; for Right with the players exchanged.
    let tests = [Form::ZERO, Family::W.member(forms, 2)?];
    let play = Play::new(forms);
    let strong = for_both_players(desk, |g| tests.iter().all(|&x| play.wins_first(g, x, Player::Left)))?;
    tally_order(desk, &mut tally, &desk.e, |g, p| strong[&g][p.index()])?;

    let strong = strong_modulo_b(desk)?;
    tally_order(desk, &mut tally, &desk.b, |g, p| strong[&g][p.index()])?;
    Ok(tally.finding())
}

/// Who of Left and Right is strong in each form of rank at most 2, from what holds for
/// Left.
fn for_both_players(
    desk: &Desk,
    for_left: impl Fn(Form) -> bool,
) -> Result<HashMap<Form, [bool; 2]>, Trouble> {
    let mut both = HashMap::new();
    for &g in desk.day_2()? {
        both.insert(g, [for_left(g), for_left(desk.forms().conjugate(g)?)]);
    }
    Ok(both)
}

/// Who is strong modulo B, by play. A form for which neither answer could be shown is an error.
fn strong_modulo_b(desk: &Desk) -> Result<HashMap<Form, [bool; 2]>, Trouble> {
    let strong = left_strong(desk, desk.day_2()?)?;
    if let Some(&g) = desk.day_2()?.iter().find(|g| strong[g].is_none()) {
        return Err(Trouble::Refused(format!("whether {} is strong could not be shown", desk.write(g)?)));
    }
    for_both_players(desk, |g| strong[&g] == Some(true))
}

/// Compares Theorem 2.1 with play for all pairs of rank at most 2. Where its conditions hold,
/// no X of the universe of rank at most 2 may refute g ≥ h; where they fail, some X
/// of the universe must, which is built if need be.
fn tally_order(
    desk: &Desk,
    tally: &mut Tally,
    engine: &Engine,
    strong: impl Fn(Form, Player) -> bool,
) -> Result<(), Trouble> {
    let forms = desk.forms();
    let day_2 = desk.day_2()?;
    let order = Order::new(forms, day_2, strong);
    let xs = desk.games_of(engine)?;
    let play = Play::new(forms);
    let wins: Vec<Wins> = day_2.iter().map(|&g| play.wins(g, &xs)).collect();
    for (i, &g) in day_2.iter().enumerate() {
        for (j, &h) in day_2.iter().enumerate() {
            let conditions = order.ge(g, h);
            let none_tells = wins[i].cover(&wins[j]);
            let holds = match (conditions, none_tells) {
                (true, none_tells) => none_tells,
                (false, false) => true,
                (false, true) => match engine.separator(g, h)? {
                    None => false,
                    Some(found) => {
                        engine.contains(found.game)? && play.refutes(g, h, found.game, found.starter)
                    }
                },
            };
            tally.case(holds, || format!("modulo {}: {}", engine.id(), desk.show_pair(g, h)));
        }
    }
    Ok(())
}

fn strong_modulo_m(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    desk.for_all(all_small_and_samples(desk)?, |g| {
        let burden = forms.ordinary(&[], &[forms.integer(i64::from(forms.rank(g)))?])?;
        let wins = Play::new(forms).wins_first(g, burden, Player::Left);
        Ok(wins == forms.options(g, Player::Left).is_empty())
    })
}

fn corollary_2_2(desk: &Desk) -> Result<Finding, Trouble> {
    let mut tally = Tally::new();
    tally_order(desk, &mut tally, &desk.m, |g, p| desk.forms().options(g, p).is_empty())?;
    Ok(tally.finding())
}

fn strong_modulo_e(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let some = all_small_and_samples(desk)?;
    let dead = dead_end_trees(desk.forms(), 3, Player::Left)?;
    let waits = desk.members(Family::W, 0..=4)?;
    let play = Play::new(forms);
    desk.for_all(some, |g| {
        let wins = |x: Form| play.wins_first(g, x, Player::Left);
        let wins_two = wins(Form::ZERO) && wins(waits[forms.rank(g) as usize]);
        // W_4 is beyond the ends of rank 3, so both are needed for "all".
        let wins_all = dead.iter().chain(&waits).all(|&x| wins(x));
        let engine = desk.e.is_strong(g, Player::Left)?;
        Ok(wins_two == wins_all && wins_all == engine)
    })
}

fn figure_2_1(desk: &Desk) -> Result<Finding, Trouble> {
    drawn(desk, Family::W, ["0", "{|0}", "{|0,{|0}}", "{|0,{|0,{|0}}}", "{|0,{|0,{|0,{|0}}}}"])
}

fn no_end_reversible_in_m(desk: &Desk) -> Result<Finding, Trouble> {
    let mut tally = Tally::new();
    for g in all_small_and_samples(desk)? {
        for reply in replies_that_are_ends(desk, g) {
            tally.case(!desk.m.ge(g, reply)?, || desk.show_pair(g, reply));
        }
    }
    Ok(tally.finding())
}

fn end_reversible_is_strong(desk: &Desk) -> Result<Finding, Trouble> {
    let some = all_small_and_samples(desk)?;
    let strong = left_strong(desk, &some)?;
    let mut tally = Tally::new();
    for g in some {
        for reply in replies_that_are_ends(desk, g) {
            if desk.b.ge(g, reply)? {
                tally.case(strong[&g] == Some(true), || desk.show_pair(g, reply));
            }
        }
    }
    Ok(tally.finding())
}

/// The G^LR that are Left ends.
fn replies_that_are_ends(desk: &Desk, g: Form) -> Vec<Form> {
    let forms = desk.forms();
    let replies = forms.options(g, Player::Left).iter().flat_map(|&l| forms.options(l, Player::Right));
    replies.copied().filter(|&r| forms.options(r, Player::Left).is_empty()).collect()
}

fn simplest_forms_are_unique(desk: &Desk) -> Result<Finding, Trouble> {
    let day_2 = desk.day_2()?;
    let strong = strong_modulo_b(desk)?;
    let order = Order::new(desk.forms(), day_2, |g, p| strong[&g][p.index()]);
    let simplest = day_2.iter().map(|&g| desk.b.simplest(g)).collect::<Result<Vec<_>, _>>()?;
    let mut tally = Tally::new();
    for (i, &g) in day_2.iter().enumerate() {
        for (j, &h) in day_2.iter().enumerate() {
            let equal = order.ge(g, h) && order.ge(h, g);
            tally.case(equal == (simplest[i] == simplest[j]), || desk.show_pair(g, h));
        }
    }
    Ok(tally.finding())
}
