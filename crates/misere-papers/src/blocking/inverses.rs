//! Section 4: which games are invertible.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use misere::core::{Engine, Family, Form, Forms, Outcome, Player};

use super::definitions::{Ends, theorem_3_1};
use super::samples::of_rank_3;
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::membership::{left_parts, sums_of_rank};
use crate::play::Play;
use crate::sample::pairs;

/// How many games of rank 3 a statement is tried on besides those of rank at most 2.
const SAMPLES: usize = 150;

pub(super) const ITEMS: &[Item] = items! { Blocking;
    "Section 4, M" => nothing_is_invertible_modulo_m, "G + Ḡ is not 0 modulo M unless G is"
        .all("the games of rank at most 2 but 0")
        .play("the sum with the conjugate, with an end that Left cannot outlast")
        .shown("invertible 1 -m M");
    "Section 4, conjugates" => conjugate_property, "G + H ≡ 0 only with H ≡ Ḡ, modulo every parental universe"
        .all("the pairs of classes of rank at most 2, modulo D, D(1̄), D(1̄0), D(2̄0), E, B, and four universes of blocked ends")
        .engine("sums of values")
        .shown("compare '{-1|1}+{-1|1}' 0 -m E");
    "Theorem 4.1" => theorem_4_1,
        "G is invertible iff G + Ḡ is strong and the proper followers of its simplest form are invertible"
        .all("the games of rank at most 2 of D, D(1̄), D(1̄0), D(2̄0), E, B, and four universes of blocked ends")
        .sample("150 games of B of rank 3")
        .play("strength of G + Ḡ, with ends of the universe")
        .engine("equality of G + Ḡ and 0")
        .shown("invertible '{0|0,-1}' -m 'D(-1)'")
        .shown("invertible '{-1|1}' -m 'D({|1})'");
    "Theorem 4.2" => theorem_4_2, "𝓟-free games of B are invertible modulo B"
        .all("the 𝓟-free games of B of rank at most 2")
        .sample("150 of rank 3")
        .play("G + Ḡ with the games of B of rank at most 2")
        .shown("invertible '{|0,1}' -m B");
    "Lemma 4.3" => lemma_4_3, "𝓟-positions of B are not invertible: Left loses G + Ḡ + B_n moving first"
        .all("the 𝓟-positions of B of rank at most 2")
        .sample("150 of rank 3")
        .play("G + Ḡ + B_n")
        .shown("invertible '*' -m B --why");
    "Lemma 4.4" => lemma_4_4, "a game of B with a 𝓟-free simplest form is equal to a 𝓟-free game of B"
        .all("the games of B of rank at most 2 with a 𝓟-free simplest form")
        .sample("those of 1,650 games of rank 3")
        .engine("equality modulo B of the game of the proof")
        .shown("simplest '{|0,1,*}' -m B");
    "Lemma 4.4, Y" => the_form_y,
        "S_n with an option to 1 for Right wherever it is 𝓟 is 𝓟-free, in B and below S_n; n = 2, 3"
        .erratum("one pass is not enough for S_3: with * changed, its option {0,*|0} turns from 𝓛 into 𝓟; \
             from the bottom up it works")
        .decided()
        .all("S_2 and S_3")
        .recursion("the definition of B")
        .engine("order modulo M")
        .shown("outcome '{0,*|0}'");
    "Theorem 4.5" => theorem_4_5, "G of B is invertible modulo B iff its B-simplest form is 𝓟-free"
        .all("the games of B of rank at most 2")
        .sample("300 of rank 3")
        .play("G + Ḡ with the games of B of rank at most 2, or with what the engine finds")
        .shown("invertible '{|1,-1,*}' -m B");
};

fn nothing_is_invertible_modulo_m(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    desk.for_all(desk.day_2()?.iter().filter(|&&g| g != Form::ZERO), |g| {
        let sum = forms.sum(g, forms.conjugate(g)?)?;
        // Not an end, so that Left loses against what she cannot outlast.
        let burden = forms.ordinary(&[], &[forms.integer(i64::from(forms.rank(sum)))?])?;
        let told = !Play::new(forms).wins_first(sum, burden, Player::Left);
        Ok(told && !desk.m.ge(sum, Form::ZERO)?)
    })
}

/// The universes of blocked ends that statements about all parental universes are tried in.
const OF_BLOCKED_ENDS: [&str; 4] = ["D({|*})", "D({|1})", "D({|*},{|1})", "D({|0,1})"];

/// D, D(1̄), D(1̄0), D(2̄0), E, B and the universes of blocked ends.
fn parental_universes(desk: &Desk) -> Result<Vec<Arc<Engine>>, Trouble> {
    let named = [&desk.d, &desk.integers, &desk.domineering, &desk.terminable, &desk.e, &desk.b];
    let mut all: Vec<Arc<Engine>> = named.map(Arc::clone).to_vec();
    for universe in OF_BLOCKED_ENDS {
        all.push(desk.modulo(universe)?);
    }
    Ok(all)
}

/// All pairs of classes of rank at most 2 are added; those that give 0 are examined.
fn conjugate_property(desk: &Desk) -> Result<Finding, Trouble> {
    let mut tally = Tally::new();
    for engine in &parental_universes(desk)? {
        let zero = engine.value(Form::ZERO)?;
        let mut seen = HashSet::new();
        let mut classes = Vec::new();
        for g in desk.games_of(engine)? {
            let value = engine.value(g)?;
            if seen.insert(value) {
                classes.push((g, value, engine.value(desk.forms().conjugate(g)?)?));
            }
        }
        for ((g, v, conjugate), (h, w, _)) in pairs(&classes, &classes) {
            if engine.add(v, w)? == zero {
                tally.case(w == conjugate, || format!("modulo {}: {}", engine.id(), desk.show_pair(g, h)));
            }
        }
    }
    Ok(tally.finding())
}

/// Whether G + Ḡ ≡ 0, from the sum itself and no theorem about inverses. For a game of the universe
/// this is to be invertible, by the conjugate property.
pub(super) fn cancels_with_conjugate(engine: &Engine, g: Form) -> Result<bool, Trouble> {
    let forms = engine.forms();
    Ok(engine.value(forms.sum(g, forms.conjugate(g)?)?)? == engine.value(Form::ZERO)?)
}

/// Whether a follower of the simplest form of a game of the universe is invertible. It may have
/// tombstones, and equals a game of the universe, which makes 0 with its conjugate or with nothing.
fn is_invertible(engine: &Engine, f: Form) -> Result<bool, Trouble> {
    let Some(game) = engine.expansion(f)? else { return Ok(false) };
    cancels_with_conjugate(engine, game)
}

fn theorem_4_1(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    let dicots = desk.games_of(&desk.d)?;
    tally_theorem_4_1(desk, &mut tally, &desk.d, &dicots, |sum| {
        Ok(Play::new(forms).wins_first(sum, Form::ZERO, Player::Left))
    })?;
    let dead_ending = desk.games_of(&desk.e)?;
    tally_theorem_4_1(desk, &mut tally, &desk.e, &dead_ending, |sum| {
        let wait = Family::W.member(forms, u64::from(forms.rank(sum)))?;
        let play = Play::new(forms);
        Ok([Form::ZERO, wait].iter().all(|&x| play.wins_first(sum, x, Player::Left)))
    })?;
    let mut blocking = desk.games_of(&desk.b)?;
    blocking.extend(of_rank_3(desk, SAMPLES, |g| forms.is_blocking(g))?);
    tally_theorem_4_1(desk, &mut tally, &desk.b, &blocking, |sum| {
        Ok(theorem_3_1(forms, &[sum], false)[&sum])
    })?;
    // Sums of rank at most 4 are played with all sums of parts of rank at most 5.
    for (engine, generators) in
        [(&desk.integers, "-1"), (&desk.domineering, "[-1 0]"), (&desk.terminable, "[-2 0]")]
    {
        let parts = left_parts(forms, &desk.read_list(generators)?)?;
        let ends = sums_of_rank(forms, &parts, 5)?;
        let games = desk.games_of(engine)?;
        let play = Play::new(forms);
        tally_theorem_4_1(desk, &mut tally, engine, &games, |sum| {
            Ok(ends.iter().all(|&x| play.wins_first(sum, x, Player::Left)))
        })?;
    }
    // Ends that are not dead can matter in any number: the engine says who is strong, and a
    // form that is strong wins against all sums of ends of rank at most 6.
    for universe in OF_BLOCKED_ENDS {
        let engine = desk.modulo(universe)?;
        let generators = universe.trim_start_matches("D(").trim_end_matches(')');
        let parts = left_parts(forms, &desk.read_list(generators)?)?;
        let ends = sums_of_rank(forms, &parts, 6)?;
        let games = desk.games_of(&engine)?;
        let play = Play::new(forms);
        tally_theorem_4_1(desk, &mut tally, &engine, &games, |sum| {
            let wins = ends.iter().all(|&x| play.wins_first(sum, x, Player::Left));
            Ok(engine.is_strong(sum, Player::Left)? && wins)
        })?;
    }
    Ok(tally.finding())
}

fn tally_theorem_4_1(
    desk: &Desk,
    tally: &mut Tally,
    engine: &Engine,
    games: &[Form],
    is_strong: impl Fn(Form) -> Result<bool, Trouble>,
) -> Result<(), Trouble> {
    let forms = desk.forms();
    for &g in games {
        let mut condition = is_strong(forms.sum(g, forms.conjugate(g)?)?)?;
        let simplest = engine.simplest(g)?;
        for f in forms.followers(simplest).into_iter().filter(|&f| f != simplest) {
            condition = condition && is_invertible(engine, f)?;
        }
        let is_invertible = cancels_with_conjugate(engine, g)?;
        tally.case(is_invertible == condition, || format!("modulo {}: {}", engine.id(), desk.show(g)));
    }
    Ok(())
}

/// Whether G + Ḡ ≡ 0 modulo B, shown by play; `None` if the answer of the engine could not be
/// shown. "Yes" is shown by o(G+Ḡ+X) = o(X) for all X of B of rank at most 2, "no" by an X
/// of B with o(G+Ḡ+X) ≠ o(X).
fn inverse_shown(desk: &Desk, g: Form) -> Result<Option<bool>, Trouble> {
    let forms = desk.forms();
    let xs = desk.games_of(&desk.b)?;
    let sum = forms.sum(g, forms.conjugate(g)?)?;
    let play = Play::new(forms);
    let told = xs.iter().any(|&x| play.outcome(sum, x) != forms.outcome(x));
    if cancels_with_conjugate(&desk.b, g)? {
        return Ok((!told).then_some(true));
    }
    if told {
        return Ok(Some(false));
    }
    let Some(found) = desk.b.separator(sum, Form::ZERO)? else { return Ok(None) };
    let is_game = Ends::new(forms, &[found.game]).is_blocking(forms, found.game);
    let played = play.outcome(sum, found.game);
    Ok((is_game && played != forms.outcome(found.game)).then_some(false))
}

/// Whether a form is 𝓟-free: no follower is a 𝓟-position.
fn is_p_free(forms: &Forms, g: Form) -> bool {
    forms.followers(g).into_iter().all(|f| forms.outcome(f) != Outcome::P)
}

fn theorem_4_2(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut some = desk.games_of(&desk.b)?;
    some.retain(|&g| is_p_free(forms, g));
    some.extend(of_rank_3(desk, SAMPLES, |g| forms.is_blocking(g) && is_p_free(forms, g))?);
    desk.for_all(some, |g| Ok(inverse_shown(desk, g)? == Some(true)))
}

fn lemma_4_3(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let is_one = |g: Form| forms.is_blocking(g) && forms.outcome(g) == Outcome::P;
    let mut some: Vec<Form> = desk.day_2()?.iter().copied().filter(|&g| is_one(g)).collect();
    some.extend(of_rank_3(desk, SAMPLES, is_one)?);
    desk.for_all(some, |g| {
        let sum = forms.sum(g, forms.conjugate(g)?)?;
        let b = Family::B.member(forms, 2 * u64::from(forms.rank(g)))?;
        let loses = !Play::new(forms).wins_first(sum, b, Player::Left);
        Ok(loses && !cancels_with_conjugate(&desk.b, g)?)
    })
}

fn theorem_4_5(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut some = desk.games_of(&desk.b)?;
    some.extend(of_rank_3(desk, SAMPLES, |g| forms.is_blocking(g))?);
    some.extend(of_rank_3(desk, SAMPLES, |g| forms.is_blocking(g) && is_p_free(forms, g))?);
    desk.for_all(some, |g| {
        let condition = is_p_free(forms, desk.b.simplest(g)?);
        Ok(inverse_shown(desk, g)? == Some(condition))
    })
}

/// Builds the 𝓟-free game as the proof does.
fn lemma_4_4(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut some = desk.games_of(&desk.b)?;
    // Few of them have such a simplest form.
    some.extend(of_rank_3(desk, 11 * SAMPLES, |g| forms.is_blocking(g))?);
    let mut supers = Vec::new();
    for n in 0..=3 {
        let s = Family::S.member(forms, n)?;
        supers.push((s, without_p_positions(forms, s, Passes::FromTheBottomUp)?));
    }
    let mut tally = Tally::new();
    for g in some {
        let simplest = desk.b.simplest(g)?;
        if !is_p_free(forms, simplest) {
            continue;
        }
        let Some(h) = without_tombstones(desk, simplest, &supers)? else {
            tally.case(false, || desk.show(g));
            continue;
        };
        let is_game = Ends::new(forms, &[h]).is_blocking(forms, h);
        let is_equal = desk.b.value(g)? == desk.b.value(h)?;
        tally.case(is_game && is_equal && is_p_free(forms, h), || desk.show_pair(g, h));
    }
    Ok(tally.finding())
}

/// The simplest form with {·|Y} for each tombstone of Left, and its conjugate for each
/// tombstone of Right, where Y is of `supers` and not above the form. `None` if no Y is low
/// enough.
fn without_tombstones(desk: &Desk, simplest: Form, supers: &[(Form, Form)]) -> Result<Option<Form>, Trouble> {
    let forms = desk.forms();
    let mut images: HashMap<Form, Form> = HashMap::new();
    for f in forms.followers(simplest) {
        let mut options: [Vec<Form>; 2] =
            Player::BOTH.map(|p| forms.options(f, p).iter().map(|o| images[o]).collect());
        for p in Player::BOTH.into_iter().filter(|&p| forms.tombstones(f).has(p)) {
            let as_left = if p == Player::Left { f } else { forms.conjugate(f)? };
            let mut found = None;
            for &(s, y) in supers {
                if found.is_none() && desk.b.ge(as_left, s)? {
                    found = Some(forms.ordinary(&[], &[y])?);
                }
            }
            let Some(option) = found else { return Ok(None) };
            options[p.index()].push(if p == Player::Left { option } else { forms.conjugate(option)? });
        }
        images.insert(f, forms.ordinary(&options[0], &options[1])?);
    }
    Ok(images.get(&simplest).copied())
}

/// When a follower is tested for being a 𝓟-position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passes {
    /// The follower is tested as it was before anything was changed.
    Once,
    /// The follower is tested after its options have been changed.
    FromTheBottomUp,
}

/// The form with a further Right option to 1 in each follower that is a 𝓟-position.
fn without_p_positions(forms: &Forms, g: Form, passes: Passes) -> Result<Form, Trouble> {
    let one = forms.integer(1)?;
    let mut images: HashMap<Form, Form> = HashMap::new();
    for f in forms.followers(g) {
        let [left, mut right] =
            Player::BOTH.map(|p| forms.options(f, p).iter().map(|o| images[o]).collect::<Vec<_>>());
        let changed = forms.ordinary(&left, &right)?;
        let looked_at = if passes == Passes::Once { f } else { changed };
        let image = if forms.outcome(looked_at) == Outcome::P {
            right.push(one);
            forms.ordinary(&left, &right)?
        } else {
            changed
        };
        images.insert(f, image);
    }
    Ok(images[&g])
}

fn the_form_y(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let (mut computed, mut details) = (Vec::new(), Vec::new());
    for n in 2..=3 {
        let s = Family::S.member(forms, n)?;
        for passes in [Passes::Once, Passes::FromTheBottomUp] {
            let y = without_p_positions(forms, s, passes)?;
            let is_game = Ends::new(forms, &[y]).is_blocking(forms, y);
            let p_positions = forms.followers(y).iter().filter(|&&f| forms.outcome(f) == Outcome::P).count();
            let text = format!(
                "{p_positions} 𝓟-positions, {}, {}",
                if is_game { "in B" } else { "not in B" },
                if desk.m.ge(s, y)? { "below" } else { "not below" }
            );
            match passes {
                Passes::Once => computed.push(text),
                Passes::FromTheBottomUp => details.push(format!("S_{n} from the bottom up: {text}")),
            }
        }
    }
    let claim = ["0 𝓟-positions, in B, below"; 2].join("; ");
    Ok(Finding::new(claim, computed.join("; ")).with_details(details.join("\n")))
}
