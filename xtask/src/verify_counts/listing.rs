//! Counting against listing, in every kind of universe.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use fastrand::Rng;
use misere::{Error, Modulus, Workspace};
use misere_census::classes::{Census, Games};
use misere_census::count::{Counted, Which, count, pool};
use misere_census::list::{Listed, list, list_from};
use misere_core::{EndKind, Engine, Exhausted, Form, Impartial, Refused, Universe};

/// The universes whose games of days 0 to 2 are listed: ends that are dead, blocked or neither,
/// and sets that are not closed under sums.
const BY_DAY_TWO: [&str; 44] = [
    "M",
    "D",
    "E",
    "B",
    "D(-1)",
    "D(-2)",
    "D([-1 0])",
    "D({|-2,0})",
    "D([-1 0],{|-2,0})",
    "D({|*})",
    "D({|1})",
    "D({|0,1})",
    "D({|0,*})",
    "D({|-1,1})",
    "D({|-1,*})",
    "D({|1,*})",
    "D({|0,1,-1,*})",
    "D({|*},{|1})",
    "D({|*},-1)",
    "D({|*2})",
    "D({|0,{|*}})",
    "D({|{|*}})",
    "D({|*,{|*}})",
    "D({|{0|-1}})",
    "D({|{0|*}})",
    "D({|*,{0|*}},{|*})",
    // Ends that are not blocked.
    "D({|{*|*}})",
    "D({|{*|}})",
    "D({|{1|0}})",
    "D({|{*|0}})",
    "D({|{*|*},*2})",
    "D({|{*|*}},{|*})",
    "D({|{1|1}},-1)",
    // Not closed under sums.
    "ends(|)",
    "ends(-1|1)",
    "ends(-1|)",
    "ends(|1)",
    "ends({|*}|)",
    "ends({|*}|{*|})",
    "ends({|1}|{*|})",
    "ends({|0,*}|1)",
    "ends({|{*|*}}|{*2|})",
    "ends({|[-1 0]}|2)",
    "ends({|{1|0}}|{0,*|})",
];

/// The universes with so few games of rank at most 2 that their classes of day 3 are listed.
const OF_DAY_THREE: [&str; 16] = [
    "D",
    "D({|*})",
    "D({|0,*})",
    "D({|0,*},{|*})",
    "D({|0,{|*}})",
    "ends({|0,*}|{*|})",
    "D({|*2})",
    "D({|{0|*}})",
    "D({|*,{|*}})",
    "D({|*,*2},{|*})",
    "D({|{*|*}})",
    "D({|{*|}})",
    "D({|{*|0},{|*}},{|*2})",
    "ends({|*}|)",
    "ends({|{*|*}}|{*2|})",
    "ends({|{*|},{|*}}|{*|})",
];

/// The universes modulo which classes of day 3 are counted.
const MODULO_DAY_THREE: [&str; 14] = [
    "M",
    "B",
    "E",
    "D",
    "D(-1)",
    "D([-1 0])",
    "D({|-2,0})",
    "D({|*})",
    "D({|0,*})",
    "D({|1})",
    "D({|0,{|*}})",
    "ends({|*}|)",
    "ends(-1|1)",
    "ends({|0,*}|{*|})",
];

pub(super) fn compare() -> Result<()> {
    by_day_two()?;
    on_day_three()?;
    invertible_on_day_three()?;
    impartial()
}

/// Days 0 to 2: all classes and the invertible ones, of the universe's own games and, modulo five
/// universes, of the games of each.
fn by_day_two() -> Result<()> {
    let mut compared = 0;
    for name in BY_DAY_TWO {
        let work = Workspace::new();
        let modulus = work.modulo(name)?;
        let mut numbers = Vec::new();
        for day in 0..=2 {
            let classes = compare_classes(&modulus, &modulus, day)?;
            let invertible = match (modulus.has_sums(), modulus.count_invertible(day, &|_| ())) {
                (true, found) => {
                    let listed = listed_invertible(engine_of(&modulus)?, universe_of(&modulus)?, day)?;
                    ensure!(found?.classes == listed.into(), "{name}, day {day}: {listed} are invertible");
                    compared += 1;
                    listed.to_string()
                }
                (false, Err(Error::Unsupported { .. })) => "-".to_owned(),
                (false, _) => bail!("{name} has no sums, and so no inverses"),
            };
            numbers.push(format!("{classes} ({invertible})"));
            compared += 1;
        }
        for modulo in ["D", "E", "B", "M", "D({|0,*})", "N"] {
            for day in 0..=2 {
                compare_classes(&work.modulo(modulo)?, &modulus, day)?;
                compared += 1;
            }
        }
        eprintln!("days 0 to 2 of {name}: {} (invertible)", numbers.join(", "));
    }
    let of = BY_DAY_TWO.len();
    eprintln!("days 0 to 2 of {of} universes: {compared} counts are as listed\n");
    Ok(())
}

fn on_day_three() -> Result<()> {
    let (mut compared, mut not_dead) = (0, 0);
    for modulo in MODULO_DAY_THREE {
        let mut shown = Vec::new();
        for of in OF_DAY_THREE {
            let work = Workspace::new();
            let of = work.modulo(of)?;
            let since = Instant::now();
            let classes = compare_classes(&work.modulo(modulo)?, &of, 3)?;
            compared += 1;
            not_dead += usize::from(universe_of(&of)?.ends().kind > EndKind::Dead);
            shown.push(format!("  {classes:>6} of {of} [{}]", seconds(since.elapsed())));
        }
        eprintln!("day 3 modulo {modulo}, counted as listed:\n{}", shown.join("\n"));
    }
    eprintln!(
        "day 3: {compared} counts are as listed, {not_dead} of universes with ends that are not dead\n"
    );
    Ok(())
}

/// The invertible classes of day 3: modulo D all classes are tested, modulo E and B those that are
/// 𝓟-free are counted. Here G + Ḡ is compared with 0 for a game G of each class: of all dicots, and
/// modulo E and B of the games with options from random pools, since those of E and B are too many.
fn invertible_on_day_three() -> Result<()> {
    const POOLS: usize = 20;
    const OPTIONS: usize = 7;
    let dicots = Workspace::new().modulo("D")?;
    let found = dicots.count_invertible(3, &|_| ())?.classes;
    let listed = listed_invertible(engine_of(&dicots)?, universe_of(&dicots)?, 3)?;
    ensure!(found == listed.into(), "modulo D {found} and {listed} classes are invertible");
    eprintln!("invertible classes of day 3 of D modulo D: {listed}");
    let mut random = Rng::with_seed(29);
    for name in ["E", "B"] {
        let (since, work) = (Instant::now(), Workspace::new());
        let modulus = work.modulo(name)?;
        let (engine, of) = (engine_of(&modulus)?, universe_of(&modulus)?);
        let games = pool(engine.forms(), of, 2)?;
        let good: Vec<Form> = games.iter().copied().filter(|&g| engine.forms().is_p_free(g)).collect();
        let (mut classes, mut invertible) = (0, 0);
        for _ in 0..POOLS {
            // Few games are invertible that have an option which is not.
            let [left, right] = [0, 1].map(|_| {
                let mut chosen = vec![Form::ZERO, games[random.usize(..games.len())]];
                chosen.dedup();
                while chosen.len() < OPTIONS {
                    let g = good[random.usize(..good.len())];
                    if !chosen.contains(&g) {
                        chosen.push(g);
                    }
                }
                chosen
            });
            let counted = Counted { of, pools: [&left, &right] };
            let found = count(engine, counted, Which::PFree, &|_| ())?.classes;
            let mut listed = 0u64;
            classes += list_from(engine, counted, |class| {
                listed += u64::from(cancels(engine, class.game)?);
                Ok(())
            })?;
            ensure!(found == listed.into(), "modulo {name} {found} and {listed} classes are invertible");
            invertible += listed;
        }
        let time = seconds(since.elapsed());
        eprintln!(
            "day 3 modulo {name}: {invertible} of {classes} classes of {POOLS} pools, as listed [{time}]"
        );
    }
    Ok(())
}

/// The formula for impartial games, against all trees.
fn impartial() -> Result<()> {
    let work = Workspace::new();
    let (modulus, forms) = (work.modulo("I")?, work.forms());
    for day in 0..=Games::LAST_DAY_OF_IMPARTIAL {
        let found = modulus.count(day, None, &|_| ())?.classes;
        let games = Games::impartial(forms, day)?;
        let census = Census::impartial(&Impartial::new(forms.clone()), forms, &games, 2)?;
        let listed = census.context("the games are impartial")?.classes.len();
        ensure!(found == listed.into(), "I, day {day}: {found} classes are counted, {listed} listed");
        eprintln!("day {day} of I: {listed}");
    }
    Ok(())
}

/// Compares all ways to count classes of `of` with listing them.
fn compare_classes(modulus: &Modulus, of: &Modulus, day: u32) -> Result<u64> {
    let (engine, universe) = (engine_of(modulus)?, universe_of(of)?);
    let listed = list(engine, universe, day, |_| Ok(()))?;
    let found = modulus.count(day, Some(of), &|_| ())?.classes;
    ensure!(found == listed.into(), "{of} modulo {modulus}, day {day}: {found} counted, {listed} listed");
    if day < 3 {
        let options = if day == 0 { Vec::new() } else { pool(engine.forms(), universe, day - 1)? };
        let counted = Counted { of: universe, pools: [&options, &options] };
        match count(engine, counted, Which::All, &|_| ()) {
            Ok(found) => {
                ensure!(found.classes == listed.into(), "{of} modulo {modulus}, day {day}, by types");
            }
            Err(Refused::Unsupported { .. }) => {}
            Err(other) => return Err(other.into()),
        }
    }
    Ok(listed)
}

fn listed_invertible(engine: &Engine, of: &dyn Universe, day: u32) -> Result<u64> {
    let mut invertible = 0;
    list(engine, of, day, |Listed { game, .. }| {
        invertible += u64::from(cancels(engine, game)?);
        Ok(())
    })?;
    Ok(invertible)
}

/// Whether G + Ḡ is 0.
fn cancels(engine: &Engine, g: Form) -> Result<bool, Exhausted> {
    let forms = engine.forms();
    Ok(engine.simplest(forms.sum(g, forms.conjugate(g)?)?)? == Form::ZERO)
}

fn engine_of(modulus: &Modulus) -> Result<&Engine> {
    modulus.engine().map(AsRef::as_ref).context("an order")
}

fn universe_of(modulus: &Modulus) -> Result<&dyn Universe> {
    engine_of(modulus)?.universe().context("a universe")
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
