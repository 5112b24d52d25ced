//! Exact numbers of classes born by day 3, without listing the classes.
//!
//! A class modulo U is its simplest form K = {A|B}, perhaps with tombstones, where A and
//! B are antichains of the values born by day 2. Whether K is a simplest form, and of a
//! game born by day 3, depends on few properties of A and few of B: which of certain sets
//! of values they meet. `Side` counts the antichains with each combination of these
//! properties, `Shape` says which pairs of combinations are simplest forms of games, and
//! the answer is a sum of products. `docs/day-3.md` has the proofs, in the same words.

mod options;
mod shape;
mod side;

use misere_core::{Engine, Exhausted, Form, Forms, Player, Refused, Universe};
use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use crate::antichains::Work;

pub use options::OptionPool;
use shape::{EndsBy, Shape, Typed};
pub use side::Progress;
use side::Side;

/// A count of classes, and how it was found.
#[derive(Clone, Debug)]
pub struct Count {
    /// The number of classes.
    pub classes: BigUint,
    /// How many values are options, for Left and for Right.
    pub values: [usize; 2],
    /// The number of properties of a set of options that were distinguished.
    pub properties: usize,
    /// How many combinations of properties occur, for Left and for Right.
    pub types: [usize; 2],
    /// How many sets of values had their antichains counted.
    pub posets: usize,
    /// Statistics of the antichain counters.
    pub work: Work,
    /// The number of antichains of all values.
    pub antichains: BigUint,
}

/// Which classes are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All classes.
    All,
    /// The classes whose simplest form has no follower of outcome 𝓟.
    PFree,
}

/// The games that are counted: the games {C|D} of a universe with C chosen from one pool
/// and D from another.
#[derive(Clone, Copy)]
pub struct Counted<'g> {
    /// The universe. Games with options for both players are in every universe that has
    /// their options, so that only the ends of the universe matter.
    pub of: &'g dyn Universe,
    /// Games of the universe of rank at most 2, with 0 among them: options for Left and
    /// for Right.
    pub pools: [&'g [Form]; 2],
}

/// Counts classes of games modulo the universe of `modulo`.
///
/// Antichains are counted on the threads of the current `rayon` pool. Memory stays below
/// a few hundred megabytes, most of it matrices for the largest poset.
///
/// # Errors
/// [`Refused`] for a universe without known strength tests, or when a limit was reached.
pub fn count(
    engine: &Engine,
    counted: Counted<'_>,
    which: Which,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Count, Refused> {
    let Counted { of, pools } = counted;
    let forms = engine.forms().as_ref();
    let left = OptionPool::new(engine, pools[0], of.ends(), Player::Left)?;
    let right = OptionPool::new(engine, pools[1], of.ends(), Player::Right)?;
    let left_side = Side::new(forms.budget(), &left, which, progress)?;
    let other_side = match are_alike(engine, pools)? {
        true => None,
        false => Some(Side::new(forms.budget(), &right, which, progress)?),
    };
    let right_side = other_side.as_ref().unwrap_or(&left_side);

    let ends = if of.ends().all { EndsBy::Option } else { EndsBy::Listing };
    let mut classes = BigUint::ZERO;
    for (left, antichains) in left_side.typed() {
        forms.budget().check_now()?;
        let mut partners = BigUint::ZERO;
        for (right, antichains) in right_side.typed() {
            let k = Shape { left, right };
            if k.is_simplest() && k.is_game(ends) && !(which == Which::PFree && k.is_previous_win()) {
                partners += antichains;
            }
        }
        classes += antichains * partners;
    }
    if ends == EndsBy::Listing {
        for player in Player::BOTH {
            classes += listed_ends(engine, of, [&left, &right], player, which)?;
        }
    }
    let sides: Vec<&Side<'_>> = std::iter::once(&left_side).chain(&other_side).collect();
    Ok(Count {
        classes,
        values: [left.values.len(), right.values.len()],
        properties: left.properties.len(),
        types: [left_side.types(), right_side.types()],
        posets: sides.iter().map(|side| side.posets).sum(),
        work: sides.iter().fold(Work::default(), |sum, side| sum.plus(side.work)),
        antichains: left_side.antichains.clone(),
    })
}

/// Whether the Right options are the conjugates of the Left options, and compare like them, so
/// that the sides are counted alike.
fn are_alike(engine: &Engine, [left, right]: [&[Form]; 2]) -> Result<bool, Exhausted> {
    let conjugates = right.iter().map(|&g| engine.forms().conjugate(g));
    let conjugates = conjugates.collect::<Result<FxHashSet<Form>, _>>()?;
    let is_closed = engine.universe().is_some_and(Universe::is_parental);
    Ok(is_closed && left.iter().copied().collect::<FxHashSet<Form>>() == conjugates)
}

/// The number of classes of ends for `player` that were not counted by types: no game with
/// options for both players is in them. The ends of the universe are gone through one by one,
/// whatever their options are, as long as these are in the pool.
fn listed_ends(
    engine: &Engine,
    of: &dyn Universe,
    pools: [&OptionPool; 2],
    player: Player,
    which: Which,
) -> Result<u64, Refused> {
    let forms = engine.forms().as_ref();
    let Some(ends) = of.ends_by_rank(forms, options::RANK, player)? else {
        let (question, help) = ("count", "the ends of the universe cannot be listed");
        return Err(Refused::Unsupported { question, universe: of.id(), help });
    };
    let (pool, mover) = (pools[player.opponent().index()], player.opponent());
    let allowed: FxHashSet<Form> = pool.members.iter().flatten().copied().collect();
    let mut seen = FxHashSet::default();
    let mut found = 0;
    for end in ends {
        if !forms.options(end, mover).iter().all(|option| allowed.contains(option)) {
            continue;
        }
        // An end has no option for the player, nor has its simplest form.
        let simplest = engine.simplest(end)?;
        if simplest == Form::ZERO || !seen.insert(simplest) {
            continue;
        }
        let moves = pool.typed(forms.options(simplest, mover), forms.tombstones(simplest).has(mover));
        let none = Typed::none(pools[player.index()]);
        let k = match player {
            Player::Left => Shape { left: none, right: moves },
            Player::Right => Shape { left: moves, right: none },
        };
        let counted = k.is_simplest() && k.is_game(EndsBy::Listing);
        let unwanted = which == Which::PFree && !forms.is_p_free(simplest);
        found += u64::from(!counted && !unwanted);
    }
    Ok(found)
}

/// The games of a universe of rank at most `day`, which is at most 2: the options of its
/// games born a day later. (Games are games as they stand: no end is taken up to equality.)
pub fn pool(forms: &Forms, of: &dyn Universe, day: u32) -> Result<Vec<Form>, Exhausted> {
    let mut pool = Vec::new();
    for g in forms.born_by(day.min(2))? {
        if of.contains_literally(forms, g)? {
            pool.push(g);
        }
    }
    Ok(pool)
}
