//! Checks of the numbers of classes born by day 3 that take too long for a test.
//!
//! - Counting against listing, in every kind of universe: days 0 to 2, and day 3 where there are
//!   few games by day 2.
//! - Dedekind's number M(8), by rows.
//! - For each universe, the antichains of the values born by day 2 are twice those of the
//!   values not above 0: conjugation turns the order round.
//! - For each universe, the number of classes, estimated from random forms. Pairs of
//!   antichains are chosen with equal chances, and the engine alone says which of the
//!   forms made of them are simplest forms of games born by day 3. The number of
//!   antichains is estimated too, from random down-sets alone.
//! - For each universe, the number of classes once more: for each pair of types of options
//!   the engine looks at some forms, and says which are simplest forms of games.
//!
//! Everything is seeded, so that a run can be repeated.

mod listing;
mod oracle;
mod sample;
mod types;

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use misere_census::antichains::{Counter, Rows};
use misere_census::count::{Counted, OptionPool, Which, count, pool};
use misere_core::{
    AllGames, Blocking, Budget, DeadEnding, Dicots, Engine, FiniteGenerators, Form, Forms, Generated, Limits,
    Player, Setting,
};
use misere_order::{Elements, FiniteOrder};
use num_bigint::BigUint;

/// Runs all checks, or one of them, for all universes or one.
pub(crate) fn verify(arguments: &[String]) -> Result<()> {
    let mut arguments = arguments.iter().map(String::as_str);
    let (check, universe) = (arguments.next(), arguments.next());
    match check {
        None => {
            listing::compare()?;
            dedekind()?;
            each(universe, &[Check::Duality, Check::Estimate, Check::Exact, Check::Types])
        }
        Some("listing") if universe.is_none() => listing::compare(),
        Some("dedekind") if universe.is_none() => dedekind(),
        Some("duality") => each(universe, &[Check::Duality]),
        Some("estimate") => each(universe, &[Check::Estimate]),
        Some("types") => each(universe, &[Check::Types]),
        Some("exact") => each(universe, &[Check::Estimate, Check::Exact]),
        Some(other) => {
            bail!("no check is called {other}: listing, dedekind, duality, estimate, exact, types")
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Check {
    Duality,
    Estimate,
    /// Compares the estimate with the exact number.
    Exact,
    /// Recomputes the exact number, with the engine in place of conditions on types.
    Types,
}

fn each(universe: Option<&str>, checks: &[Check]) -> Result<()> {
    let names = ["D", "D(-1)", "D([-1 0])", "E", "B", "M"];
    if let Some(name) = universe {
        ensure!(names.contains(&name), "no universe is called {name}: {}", names.join(", "));
    }
    for name in names.into_iter().filter(|&name| universe.is_none_or(|wanted| wanted == name)) {
        let forms = Arc::new(Forms::new());
        let setting: Arc<dyn Setting> = match name {
            "D" => Arc::new(Dicots),
            "E" => Arc::new(DeadEnding),
            "B" => Arc::new(Blocking),
            "M" => Arc::new(AllGames),
            _ => Arc::new(generated(&forms, name)?),
        };
        check(name, &Engine::new(forms, setting), checks)?;
    }
    Ok(())
}

fn generated(forms: &Forms, name: &str) -> Result<Generated<FiniteGenerators>> {
    let minus = forms.integer(-1)?;
    let end = if name == "D(-1)" { minus } else { forms.ordinary(&[], &[minus, Form::ZERO])? };
    Ok(Generated::new(forms, FiniteGenerators::new(forms, &[end], name)?))
}

fn check(name: &str, engine: &Engine, checks: &[Check]) -> Result<()> {
    let forms = engine.forms().as_ref();
    let universe = engine.universe().context("normal play is not counted")?;
    let games = pool(forms, universe, 2)?;
    let counted = Counted { of: universe, pools: [&games, &games] };
    let options = OptionPool::new(engine, &games, universe.ends(), Player::Left)?;
    let oracle = oracle::Oracle { engine, universe, options: &options };
    if checks.contains(&Check::Duality) {
        duality(name, forms, &options)?;
    }
    if checks.contains(&Check::Estimate) {
        let since = Instant::now();
        let estimate = sample::classes(&oracle)?;
        let antichains = sample::antichains(&options.poset, forms.budget())?;
        eprintln!("{name}: forms to a pair of antichains: {} ({} pairs)", estimate.mean, estimate.samples);
        eprintln!("{name}: log2 of the number of antichains: {antichains} [{:.0?}]", since.elapsed());
        let classes = estimate.mean.log2().plus(antichains.twice());
        eprintln!("{name}: log2 of the number of classes: {classes}");
        if checks.contains(&Check::Exact) {
            let exact = count(engine, counted, Which::All, &|_| ())?;
            let (found, all) = (log2(&exact.classes), log2(&exact.antichains));
            eprintln!("{name}: {} classes [{:.0?}]", exact.classes, since.elapsed());
            eprintln!("{name}: their log2: {found:.5}; of the {} antichains: {all:.5}", exact.antichains);
            antichains.compare("antichains", all)?;
            classes.compare("classes", found)?;
            estimate.mean.log2().compare("forms to a pair", found - 2.0 * all)?;
        }
    }
    if checks.contains(&Check::Types) {
        const FORMS_TO_A_PAIR: usize = 2;
        let since = Instant::now();
        let again = types::classes(&oracle, FORMS_TO_A_PAIR)?;
        eprintln!("{name}: {again} classes, as the engine judges types [{:.0?}]", since.elapsed());
        let exact = count(engine, counted, Which::All, &|_| ())?.classes;
        ensure!(again == exact, "{name}: {exact} classes were counted");
        eprintln!("{name}: the same number was counted [{:.0?}]", since.elapsed());
    }
    Ok(())
}

/// Compares both sides of α(P) = 2·α(P without the values above 0).
fn duality(name: &str, forms: &Forms, options: &OptionPool) -> Result<()> {
    let since = Instant::now();
    let poset = &options.poset;
    let zero = options.values.iter().position(|&v| v == Form::ZERO).expect("0 is a game of every universe");
    let counted = |set: &Elements| Counter::new(poset, Some(&options.rows), forms.budget()).count(set);
    let all = counted(&poset.all())?;
    let not_above = counted(&poset.all().minus(poset.up(zero)))?;
    let not_below = counted(&poset.all().minus(poset.down(zero)))?;
    eprintln!("{name}: {all} antichains, {not_above} not above 0 [{:.0?}]", since.elapsed());
    ensure!(not_above == not_below, "{name}: {not_below} antichains are not below 0");
    ensure!(all == not_above * 2u32, "{name}: the antichains not above 0 are not half of all");
    let conjugates = options.values.iter().map(|&v| forms.conjugate(v)).collect::<Result<Vec<_>, _>>()?;
    ensure!(conjugates.iter().all(|v| options.values.contains(v)), "{name}: conjugates are missing");
    Ok(())
}

/// Computes M(8). Row 0 has the subsets of four things that no label goes with; a down-set
/// of row 0 decides which of them occur in other rows.
fn dedekind() -> Result<()> {
    const M8: &str = "56130437228687557907788";
    let since = Instant::now();
    let cube = FiniteOrder::new(256, |a, b| a != b && a & b == b)?;
    let permutations = sample::permutations_of_four();
    let moved = |fibre: usize, to: &[usize; 4]| {
        (0..4).filter(|at| fibre >> at & 1 == 1).fold(0, |all, at| all | 1usize << to[at])
    };
    let act = |to: &[usize; 4]| (0..256).map(|i| i & 15 | moved(i >> 4, to) << 4).collect();
    let rows =
        Rows { row: (0..=255).map(|i| i & 15).collect(), symmetries: permutations.iter().map(act).collect() };
    let is_down_set = |set: u32| {
        (0..16usize).filter(|i| set >> i & 1 == 1).all(|i| (0..16).all(|j| i & j != j || set >> j & 1 == 1))
    };
    let image = |set: u32, to: &[usize; 4]| {
        (0..16).filter(|i| set >> i & 1 == 1).fold(0, |all, i| all | 1u32 << moved(i, to))
    };
    let budget = Budget::new(Limits { time: None, ..Limits::default() });
    let mut total = BigUint::ZERO;
    for set in (0..1u32 << 16).filter(|&set| is_down_set(set)) {
        let mut orbit: Vec<u32> = permutations.iter().map(|to| image(set, to)).collect();
        orbit.sort_unstable();
        orbit.dedup();
        if orbit[0] != set {
            continue;
        }
        let part = Elements::those(256, |i| i & 15 != 0 && set >> (i >> 4) & 1 == 1);
        let counted = Counter::new(&cube, Some(&rows), &budget).count(&part)?;
        eprintln!(
            "M(8): {} sets of {} elements: {counted} [{:.0?}]",
            orbit.len(),
            set.count_ones(),
            since.elapsed()
        );
        total += counted * orbit.len();
    }
    ensure!(total.to_string() == M8, "M(8) is {M8}, and not {total}");
    eprintln!("M(8) is {total} [{:.0?}]", since.elapsed());
    Ok(())
}

fn log2(n: &BigUint) -> f64 {
    let shift = n.bits().saturating_sub(60);
    let leading = u64::try_from(n >> shift).expect("60 bits are left");
    (leading as f64).log2() + shift as f64
}
