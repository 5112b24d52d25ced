//! The classes of a day, one by one: the definition that counting is tested against.
//!
//! For two universes U and V the classes of day n are the classes modulo U of the games of V of
//! rank at most n; V has its games as they stand, no end being taken up to equality. Such a game
//! is {C|D} with options of rank at most n − 1 in V, and
//!
//! - if C and D are not empty, then {C|D} is in V because its options are. Its class depends on
//!   the classes of the options only, and does not change when dominated options are removed:
//!   all pairs of non-empty antichains of classes of the day before have all these classes.
//! - if C or D is empty, then {C|D} is an end, and V is asked about it as it stands: all sets of
//!   games of the day before are tried.
//!
//! So nothing is used of how V lists its ends, which forms are simplest or what makes a side
//! strong: the engine simplifies each form.

use std::collections::hash_map::Entry;

use misere_core::{Account, Engine, Exhausted, Form, Player, Refused, Universe, Value};
use misere_notation::structural_order;
use misere_order::{Elements, FiniteOrder};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::classes::order_of;
use crate::count::{Counted, pool};

/// The last day whose classes can be listed, where there are few games.
pub const LAST_DAY: u32 = 3;

/// The most games that are tried as options of ends: all their sets are.
pub const MOST_OPTIONS_OF_ENDS: usize = 20;

/// A class, when it is met for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The class.
    pub value: Value,
    /// A game of V in the class, of rank at most n.
    pub game: Form,
}

/// Tells `each` of the classes of day `day`, 3 at most, of the games of `of` modulo the engine;
/// each class once, in an order that depends on the universes and the day alone. The answer is
/// the number of classes.
///
/// ```
/// use std::sync::Arc;
/// use misere_census::list::list;
/// use misere_core::{Dicots, Engine, Forms};
///
/// let engine = Engine::new(Arc::new(Forms::new()), Arc::new(Dicots));
/// let mut invertible = 0;
/// let classes = list(&engine, &Dicots, 2, |class| {
///     invertible += u32::from(engine.cancels_with_conjugate(class.game)?);
///     Ok(())
/// })?;
/// assert_eq!((classes, invertible), (9, 8));
/// # Ok::<(), misere_core::Refused>(())
/// ```
///
/// # Errors
/// [`Refused`] for a later day, where the universe has too many games, or when a limit was
/// reached; an error of `each`.
pub fn list(
    engine: &Engine,
    of: &dyn Universe,
    day: u32,
    each: impl FnMut(Listed) -> Result<(), Refused>,
) -> Result<u64, Refused> {
    let options = match day {
        0 => Vec::new(),
        1..=LAST_DAY => pool(engine.forms(), of, day - 1)?,
        _ => return Err(refuse(of, "classes are listed by day 3")),
    };
    list_from(engine, Counted { of, pools: [&options, &options] }, each)
}

/// Tells `each` of the classes of the games {C|D} of a universe with C and D from two pools.
///
/// The classes that were met are remembered, and charged to the budget; forms are made one by
/// one.
///
/// # Errors
/// The errors of [`list`].
pub fn list_from(
    engine: &Engine,
    counted: Counted<'_>,
    each: impl FnMut(Listed) -> Result<(), Refused>,
) -> Result<u64, Refused> {
    let Counted { of, pools } = counted;
    let account = Account::new(engine.forms().budget().clone());
    let mut met = Met { each, seen: FxHashSet::default(), account };
    for player in Player::BOTH {
        ends(engine, of, pools[player.opponent().index()], player, &mut met)?;
    }
    pairs(engine, [Side::new(engine, pools[0])?, Side::new(engine, pools[1])?], &mut met)?;
    Ok(met.seen.len() as u64)
}

/// The classes that were met.
struct Met<F> {
    each: F,
    seen: FxHashSet<Value>,
    account: Account,
}

impl<F: FnMut(Listed) -> Result<(), Refused>> Met<F> {
    /// Notes the class of a game, which is made only if the class is new.
    fn meet(&mut self, value: Value, game: impl FnOnce() -> Result<Form, Exhausted>) -> Result<(), Refused> {
        if self.seen.contains(&value) {
            return Ok(());
        }
        // A table of hashes is at most half empty after it has grown.
        self.account.charge(4 * size_of::<Value>())?;
        self.seen.insert(value);
        (self.each)(Listed { value, game: game()? })
    }
}

/// The ends of the universe for a player with options from the pool, 0 among them.
fn ends<F: FnMut(Listed) -> Result<(), Refused>>(
    engine: &Engine,
    of: &dyn Universe,
    pool: &[Form],
    player: Player,
    met: &mut Met<F>,
) -> Result<(), Refused> {
    if pool.len() > MOST_OPTIONS_OF_ENDS {
        return Err(refuse(of, "ends are looked for among the sets of 20 games, and there are more games"));
    }
    let forms = engine.forms();
    for set in 0..1u32 << pool.len() {
        forms.budget().step()?;
        let options: Vec<Form> = (0..pool.len()).filter(|at| set >> at & 1 == 1).map(|at| pool[at]).collect();
        let end = match player {
            Player::Left => forms.ordinary(&[], &options)?,
            Player::Right => forms.ordinary(&options, &[])?,
        };
        if of.contains_literally(forms, end)? {
            met.meet(engine.value(end)?, || Ok(end))?;
        }
    }
    Ok(())
}

/// The classes that may be options of a player.
struct Side {
    classes: Vec<Listed>,
    order: FiniteOrder,
}

impl Side {
    fn new(engine: &Engine, pool: &[Form]) -> Result<Side, Refused> {
        let mut games: FxHashMap<Form, Form> = FxHashMap::default();
        for &game in pool {
            if let Entry::Vacant(new) = games.entry(engine.simplest(game)?) {
                new.insert(game);
            }
        }
        let simplest = structural_order(engine.forms(), &games.keys().copied().collect::<Vec<_>>());
        let class = |form: &Form| Ok(Listed { value: engine.value(*form)?, game: games[form] });
        let classes = simplest.iter().map(class).collect::<Result<_, Exhausted>>()?;
        Ok(Side { classes, order: order_of(1, engine, &simplest)? })
    }

    fn antichains(&self) -> Antichains<'_> {
        Antichains { order: &self.order, chosen: Vec::new(), free: vec![self.order.all()] }
    }
}

/// The games with options for both players.
fn pairs<F: FnMut(Listed) -> Result<(), Refused>>(
    engine: &Engine,
    [left, right]: [Side; 2],
    met: &mut Met<F>,
) -> Result<(), Refused> {
    let forms = engine.forms();
    let values = |side: &Side, chosen: &[usize]| -> Vec<Value> {
        chosen.iter().map(|&at| side.classes[at].value).collect()
    };
    let games = |side: &Side, chosen: &[usize]| -> Vec<Form> {
        chosen.iter().map(|&at| side.classes[at].game).collect()
    };
    let mut of_left = left.antichains();
    while let Some(a) = of_left.advance() {
        let of_a = values(&left, a);
        let mut of_right = right.antichains();
        while let Some(b) = of_right.advance() {
            forms.budget().step()?;
            let value = engine.compose(&of_a, &values(&right, b))?;
            met.meet(value, || forms.ordinary(&games(&left, a), &games(&right, b)))?;
        }
    }
    Ok(())
}

/// The non-empty antichains of an order, one by one.
struct Antichains<'o> {
    order: &'o FiniteOrder,
    chosen: Vec<usize>,
    /// For each beginning of the chosen elements, those that may be added and were not tried.
    free: Vec<Elements>,
}

impl Antichains<'_> {
    fn advance(&mut self) -> Option<&[usize]> {
        while let Some(free) = self.free.last_mut() {
            let Some(new) = free.first() else {
                self.free.pop();
                self.chosen.pop();
                continue;
            };
            free.remove(new);
            let rest = free.minus(self.order.up(new)).minus(self.order.down(new));
            self.free.push(rest);
            self.chosen.push(new);
            return Some(&self.chosen);
        }
        None
    }
}

fn refuse(of: &dyn Universe, help: &'static str) -> Refused {
    Refused::Unsupported { question: "list of classes", universe: of.id(), help }
}
