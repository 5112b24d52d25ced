//! Sections 4 and 5: invertible games.

use std::collections::BTreeSet;

use fastrand::Rng;
use misere::core::{Exhausted, Form, Outcome, Player, Relation};

use super::order::literal_difference;
use super::world::{World, withstands};
use crate::desk::Desk;
use crate::item::{Finding, Trouble};
use crate::play::Play;
use crate::sample::{any, forms_with_options, kept};

/// Both sides of Theorem 9 are computed from the literal sum, for all games of day 2 and some of
/// day 3. The strong outcome is played out against the waiting games. The sums of G + Ḡ with
/// dead-ending games of day 2 are played out as well; where G + Ḡ is not 0 and none of them
/// separates it from 0, so is the sum with the game that the engine finds.
pub(super) fn theorem_9(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let world = World::new(desk)?;
    let waiting: Vec<Form> = (0..=6).map(|n| forms.waiting_game(n)).collect::<Result<_, _>>()?;
    let conjugates: Vec<Form> = waiting.iter().map(|&w| forms.conjugate(w)).collect::<Result<_, _>>()?;
    let play = Play::new(forms);
    let mut games = world.all.clone();
    games.extend(forms_with_options(forms, &mut Rng::with_seed(9), &world.all, 4, 60, |g| {
        forms.is_dead_ending(g)
    })?);
    desk.for_all(games, |g| {
        // Sums of day 3 are played with fewer games.
        let tests: Vec<Form> = if forms.rank(g) <= 2 {
            world.all.clone()
        } else {
            world.all.iter().copied().step_by(12).collect()
        };
        let sum = literal_difference(desk, g)?;
        let proviso = withstands(&play, sum, &waiting, Player::Left)
            && withstands(&play, sum, &conjugates, Player::Right);
        let mut maintenance = true;
        for &r in forms.options(sum, Player::Right) {
            maintenance &= any(forms.options(r, Player::Left), |&l| desk.e.ge(l, Form::ZERO))?;
        }
        let is_zero = desk.e.relation(sum, Form::ZERO)? == Relation::Equal;
        let mut refuted = !play.same(sum, Form::ZERO, &tests);
        if !is_zero && !refuted {
            refuted = desk.e.separator(sum, Form::ZERO)?.is_some_and(|s| {
                forms.is_dead_ending(s.game) && play.outcome(sum, s.game) != forms.outcome(s.game)
            });
        }
        Ok(is_zero == (proviso && maintenance) && is_zero != refuted)
    })
}

/// Whether G + Ḡ is 0 modulo E, by comparing the literal sum: the theorem that the invertible
/// games are the 𝓟-free ones is not used.
fn has_inverse(desk: &Desk, g: Form) -> Result<bool, Exhausted> {
    Ok(desk.e.relation(literal_difference(desk, g)?, Form::ZERO)? == Relation::Equal)
}

/// The reduced forms born by day 2.
fn reduced_forms(desk: &Desk) -> Result<Vec<Form>, Trouble> {
    kept(World::new(desk)?.all, |g| Ok(desk.e.canonical(g)? == g))
}

pub(super) fn table_2(desk: &Desk) -> Result<Finding, Trouble> {
    let printed = [
        ["{-1|1}", "{0,-1|0,1}", "{1,-1|1,-1}", "{0,1,-1|0,1,-1}"],
        ["{|-1}", "{0|0,1,-1}", "{-1|0,1}", "{0,1|1,-1}"],
        ["{1|}", "{0,1,-1|0}", "{0,-1|1}", "{1,-1|0,-1}"],
        ["{|0,-1}", "{1|1}", "{-1|0,-1}", "{0,1|0,1,-1}"],
        ["{0,1|}", "{-1|-1}", "{0,1|1}", "{0,1,-1|0,-1}"],
        ["{0|1}", "{1|0,1}", "{-1|1,-1}", "{0,-1|1,-1}"],
        ["{-1|0}", "{0,-1|-1}", "{1,-1|1}", "{1,-1|0,1}"],
        ["{0|0,1}", "{1|1,-1}", "{-1|0,1,-1}", "{0,-1|0,1,-1}"],
        ["{0,-1|0}", "{1,-1|-1}", "{0,1,-1|1}", "{0,1,-1|0,1}"],
        ["{0|1,-1}", "{1|0,1,-1}", "{0,1|0,1}", "{1,-1|0,1,-1}"],
        ["{1,-1|0}", "{0,1,-1|-1}", "{0,-1|0,-1}", "{0,1,-1|1,-1}"],
    ];
    let claimed = desk.shown(printed.into_iter().flatten())?;
    // The table has {1̄|1} for 0 and leaves out 1 and 1̄.
    let forms = desk.forms();
    let mut computed = BTreeSet::from([desk.show(desk.read("{-1|1}")?)]);
    for g in reduced_forms(desk)? {
        if forms.rank(g) == 2 && has_inverse(desk, g)? {
            computed.insert(desk.show(g));
        }
    }
    let printed = computed.intersection(&claimed).count();
    let as_printed = printed == claimed.len() && printed == computed.len();
    let finding = Finding::new(format!("{} games", claimed.len()), format!("{} games", computed.len()))
        .provided(as_printed, format!("{printed} of them are as printed"));
    let differing: Vec<String> = computed.symmetric_difference(&claimed).cloned().collect();
    Ok(if differing.is_empty() { finding } else { finding.with_details(differing.join("\n")) })
}

/// The counts above Table 2 and in section 5.
pub(super) fn invertible_counts(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let invertible = kept(reduced_forms(desk)?, |g| has_inverse(desk, g))?;
    let on_day_2: Vec<Form> = invertible.iter().copied().filter(|&g| forms.rank(g) == 2).collect();
    let mut symmetric = 0;
    let mut in_pairs = 0;
    for &g in &on_day_2 {
        let conjugate = forms.conjugate(g)?;
        symmetric += usize::from(conjugate == g);
        in_pairs += usize::from(conjugate != g && on_day_2.contains(&conjugate));
    }
    let computed = format!(
        "{} on day 2: {symmetric} symmetric, {} pairs; {} by day 2",
        on_day_2.len(),
        in_pairs / 2,
        invertible.len()
    );
    Ok(Finding::new("43 on day 2: 3 symmetric, 20 pairs; 46 by day 2", computed))
}

/// Section 4: of the games born by day 1, which are invertible.
pub(super) fn day_1(desk: &Desk) -> Result<Finding, Trouble> {
    let invertible = kept(desk.forms().born_by(1)?, |g| has_inverse(desk, g))?;
    let mut computed: Vec<String> = invertible.into_iter().map(|g| desk.show(g)).collect();
    computed.sort();
    Ok(Finding::new("-1, 0, 1", computed.join(", ")))
}

pub(super) fn lemma_10(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let world = World::new(desk)?;
    let listed = ["{0|-1}", "{0|0,-1}", "{1|0}", "{1|-1}", "{1|0,-1}", "{0,1|0}", "{0,1|-1}", "{0,1|0,-1}"];
    let listed = desk.shown(listed)?;
    let play = Play::new(forms);
    let mut computed = BTreeSet::new();
    let mut unlike = 0;
    for &g in &world.on_day_2 {
        let is_p = play.outcome(g, Form::ZERO) == Outcome::P;
        if is_p {
            computed.insert(desk.show(g));
        }
        let within = |p: Player, one: Form| {
            let options = forms.options(g, p);
            !options.is_empty() && options.iter().all(|&o| o == Form::ZERO || o == one)
        };
        unlike +=
            usize::from(is_p != (within(Player::Left, world.one) && within(Player::Right, world.minus)));
    }
    let line = |set: BTreeSet<String>| set.into_iter().collect::<Vec<_>>().join(" ");
    Ok(Finding::new(line(listed), line(computed))
        .provided(unlike == 0, format!("{unlike} games are unlike the lemma")))
}

pub(super) fn theorem_11(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let play = Play::new(forms);
    invertible_exactly_if(desk, |_, g| play.outcome(g, Form::ZERO) != Outcome::P)
}

/// The second formulation of Theorem 11, in terms of options.
pub(super) fn theorem_11_by_options(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    invertible_exactly_if(desk, |world, g| {
        let leaves = |p: Player, one: Form| forms.options(g, p).iter().any(|&o| o != Form::ZERO && o != one);
        leaves(Player::Left, world.one) || leaves(Player::Right, world.minus)
    })
}

/// Whether the reduced forms with an inverse are those without an option to * that the
/// condition admits.
fn invertible_exactly_if(
    desk: &Desk,
    mut condition: impl FnMut(&World, Form) -> bool,
) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let world = World::new(desk)?;
    desk.for_all(reduced_forms(desk)?, |g| {
        let no_star = Player::BOTH.iter().all(|&p| !forms.options(g, p).contains(&world.star));
        let claimed = no_star && condition(&world, g);
        Ok(claimed == has_inverse(desk, g)?)
    })
}

/// Conjecture 12 is tried on the reduced forms born by day 2 and of random games of day 3.
pub(super) fn conjecture_12(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let day_2 = World::new(desk)?.all;
    let mut games = reduced_forms(desk)?;
    let mut random = Rng::with_seed(12);
    // Few games of day 3 are 𝓟-free: half of the samples have options that are.
    let is_dead_ending = |g| forms.is_dead_ending(g);
    let free: Vec<Form> = day_2.iter().copied().filter(|&g| forms.is_p_free(g)).collect();
    let mut day_3 = forms_with_options(forms, &mut random, &day_2, 4, 150, is_dead_ending)?;
    day_3.extend(forms_with_options(forms, &mut random, &free, 4, 150, is_dead_ending)?);
    for g in day_3 {
        games.push(desk.e.canonical(g)?);
    }
    p_free_exactly_if_invertible(desk, &games)
}

/// Conjecture 12 as it is worded, for games in any form.
pub(super) fn conjecture_12_as_worded(desk: &Desk) -> Result<Finding, Trouble> {
    p_free_exactly_if_invertible(desk, &World::new(desk)?.all)
}

fn p_free_exactly_if_invertible(desk: &Desk, games: &[Form]) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let play = Play::new(forms);
    desk.for_all(games, |g| {
        let p_free = forms.followers(g).iter().all(|&f| play.outcome(f, Form::ZERO) != Outcome::P);
        Ok(p_free == has_inverse(desk, g)?)
    })
}

/// The summary of section 5, beside what the other items count: trees of depth 2 that are
/// equal to 0, and so on.
pub(super) fn summary(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let world = World::new(desk)?;
    let mut zeros = 0;
    for &g in &world.on_day_2 {
        zeros += usize::from(desk.e.relation(g, Form::ZERO)? == Relation::Equal);
    }
    let reduced = reduced_forms(desk)?;
    let on_day_2 = reduced.iter().filter(|&&g| forms.rank(g) == 2).count();
    let line = |trees: usize, zeros: usize, on_day_2: usize, reduced: usize| {
        format!("{trees} trees of depth 2, {zeros} are 0; {on_day_2} reduced on day 2, {reduced} by day 2")
    };
    Ok(Finding::new(line(228, 4, 192, 196), line(world.on_day_2.len(), zeros, on_day_2, reduced.len())))
}
