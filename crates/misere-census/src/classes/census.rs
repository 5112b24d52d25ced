//! A census: the classes of games, and what is known of each.

use std::collections::hash_map::Entry;
use std::hash::Hash;

use misere_core::{Engine, Exhausted, Form, Forms, Impartial, Inverse, Outcome, Player, Refused, parallel};
use misere_notation::structural_order;
use misere_order::FiniteOrder;
use rustc_hash::FxHashMap;

use super::games::{Games, Trees};

/// The classes of some games modulo a universe, normal play or I.
///
/// A census does not depend on the number of threads, nor on what else the store holds.
pub struct Census {
    /// The day by which the games are born.
    pub day: u32,
    /// How many games there are, as trees.
    pub games: u64,
    /// The classes, in the structural order of their simplest forms; the class of 0 is the
    /// first. A class is known by its place in the list.
    pub classes: Vec<Class>,
}

/// A class of games, which are handles, or what else stands for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class<G = Form> {
    /// The simplest form; under normal play and modulo I the canonical form.
    pub form: G,
    /// The smallest of the games (see [`Games`]).
    pub game: G,
    /// The day on which the first of the games is born.
    pub day: u32,
    /// How many of the games are in the class.
    pub trees: u64,
    /// The outcome; under normal play, the normal outcome.
    pub outcome: Outcome,
    /// Whether the class is strong for Left and for Right; `None` unless modulo a universe.
    pub strong: Option<[bool; 2]>,
    /// Whether the class is invertible, which it may be though no game of the universe is in it;
    /// `None` if that is not known, or if games are compared modulo a set that is not closed under
    /// sums.
    pub invertible: Option<bool>,
    /// The place of the class of the conjugates; `None` if these are not among the games, or if
    /// games are compared modulo a set that is not closed under conjugates.
    pub conjugate: Option<usize>,
}

impl Class {
    /// The class with other handles on its games.
    pub fn map<G>(self, handle: impl Fn(Form) -> G) -> Class<G> {
        let Class { form, game, day, trees, outcome, strong, invertible, conjugate } = self;
        let (form, game) = (handle(form), handle(game));
        Class { form, game, day, trees, outcome, strong, invertible, conjugate }
    }
}

/// How many classes there are of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The classes born on day 0, 1, …
    pub days: Vec<u64>,
    /// The classes of outcome 𝓛, 𝓝, 𝓟 and 𝓡.
    pub outcomes: [u64; 4],
    /// The classes strong for Left, for Right, for both; `None` unless modulo a universe.
    pub strong: Option<[u64; 3]>,
    /// The invertible classes.
    pub invertible: u64,
    /// The classes that are not invertible.
    pub not_invertible: u64,
    /// The classes equal to their conjugate.
    pub self_conjugate: u64,
    /// The classes with one game only.
    pub single: u64,
}

impl Census {
    /// The classes modulo a universe, or under normal play, where every game is invertible.
    pub fn new(engine: &Engine, games: &Games, threads: usize) -> Result<Census, Refused> {
        let forms = engine.forms();
        let found = classes_of_values(engine, games, threads)?;
        let mirror = if is_parental(engine) { Mirror::Classes } else { Mirror::None };
        if engine.universe().is_none() {
            return Census::describe(forms, games, &found, threads, mirror, |found| {
                let outcome = forms.normal_outcome(found.game).expect("the games are ordinary");
                Ok(About { outcome, strong: None, invertible: Some(true) })
            });
        }
        Census::describe(forms, games, &found, threads, mirror, |&Found { game, .. }| {
            let mut strong = [false; 2];
            for player in Player::BOTH {
                strong[player.index()] = engine.is_strong(game, player)?;
            }
            // An inverse is a game of the universe that is added, so that there must be sums.
            let inverse = is_parental(engine).then(|| engine.inversion(game)).transpose()?;
            let invertible = inverse.and_then(|found| match found.inverse {
                Inverse::Is(_) => Some(true),
                Inverse::None => Some(false),
                Inverse::NoneUpTo(_) => None,
            });
            Ok(About { outcome: forms.outcome(game), strong: Some(strong), invertible })
        })
    }

    /// The classes modulo I (\[nim\] Theorem 1); `None` if one of the games is not
    /// impartial.
    pub fn impartial(
        impartial: &Impartial,
        forms: &Forms,
        games: &Games,
        threads: usize,
    ) -> Result<Option<Census>, Refused> {
        let Trees::Listed(list) = &games.trees else { return Ok(None) };
        let mut counts = FxHashMap::default();
        for (at, &g) in list.iter().enumerate() {
            let Some(canonical) = impartial.canonical(g)? else { return Ok(None) };
            add(&mut counts, canonical, Count::one((0, 0, at, 0)));
        }
        let found = counts.into_iter().map(|(form, count)| {
            let (_, _, at, _) = count.smallest;
            Found { form, game: list[at], trees: count.trees }
        });
        let found: Vec<Found> = found.collect();
        Census::describe(forms, games, &found, threads, Mirror::Classes, |found| {
            let sum = forms.sum(found.form, found.form)?;
            let invertible = impartial.equal(sum, Form::ZERO)?;
            Ok(About { outcome: forms.outcome(found.game), strong: None, invertible })
        })
        .map(Some)
    }

    /// How many classes there are of each kind.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let mut tally = Tally { days: vec![0; self.day as usize + 1], ..Tally::default() };
        for (place, class) in self.classes.iter().enumerate() {
            tally.days[class.day as usize] += 1;
            tally.outcomes[match class.outcome {
                Outcome::L => 0,
                Outcome::N => 1,
                Outcome::P => 2,
                Outcome::R => 3,
            }] += 1;
            if let Some([left, right]) = class.strong {
                let strong = tally.strong.get_or_insert_default();
                for (count, is_so) in strong.iter_mut().zip([left, right, left && right]) {
                    *count += u64::from(is_so);
                }
            }
            tally.invertible += u64::from(class.invertible == Some(true));
            tally.not_invertible += u64::from(class.invertible == Some(false));
            tally.self_conjugate += u64::from(class.conjugate == Some(place));
            tally.single += u64::from(class.trees == 1);
        }
        tally
    }

    /// The order of all classes, by their places. The census was made with the engine.
    ///
    /// # Panics
    /// If two classes are equal modulo the engine: the census was made with another.
    pub fn order(&self, engine: &Engine, threads: usize) -> Result<FiniteOrder, Exhausted> {
        let forms: Vec<Form> = self.classes.iter().map(|class| class.form).collect();
        order_of(threads, engine, &forms)
    }

    /// The classes in order, each with its conjugate and what `about` says.
    fn describe(
        forms: &Forms,
        games: &Games,
        found: &[Found],
        threads: usize,
        mirror: Mirror,
        about: impl Fn(&Found) -> Result<About, Refused> + Sync,
    ) -> Result<Census, Refused> {
        let by_form: FxHashMap<Form, &Found> = found.iter().map(|found| (found.form, found)).collect();
        let simplest: Vec<Form> = found.iter().map(|found| found.form).collect();
        let sorted = structural_order(forms, &simplest);
        let places: FxHashMap<Form, usize> =
            sorted.iter().enumerate().map(|(at, &form)| (form, at)).collect();
        let classes = parallel::map(threads, 0, &sorted, |form| {
            let found = by_form[form];
            let About { outcome, strong, invertible } = about(found)?;
            // The simplest form of the conjugate is the conjugate of the simplest form.
            let conjugate = match mirror {
                Mirror::Classes => places.get(&forms.conjugate(*form)?).copied(),
                Mirror::None => None,
            };
            let Found { form, game, trees } = *found;
            let day = forms.rank(game);
            Ok::<_, Refused>(Class { form, game, day, trees, outcome, strong, invertible, conjugate })
        })?;
        Ok(Census { day: games.day(), games: games.count(), classes })
    }
}

/// The number of classes of some games. Nothing is asked about a class, so that there is an
/// answer also where it is not known which classes are strong or invertible.
pub fn number_of_classes(engine: &Engine, games: &Games, threads: usize) -> Result<usize, Exhausted> {
    Ok(classes_of_values(engine, games, threads)?.len())
}

/// The order of forms that are not equal modulo the engine, by their places.
///
/// # Panics
/// If two of the forms are equal modulo the engine.
pub fn order_of(threads: usize, engine: &Engine, forms: &[Form]) -> Result<FiniteOrder, Exhausted> {
    let values = forms.iter().map(|&g| engine.value(g)).collect::<Result<Vec<_>, _>>()?;
    let ge = parallel::map(threads, 0, &values, |&g| {
        engine.forms().budget().check_now()?;
        values.iter().map(|&h| engine.value_ge(g, h)).collect::<Result<Vec<bool>, Exhausted>>()
    })?;
    let order = FiniteOrder::new(values.len(), |g, h| g != h && ge[g][h]);
    Ok(order.expect("different values modulo the engine are partially ordered"))
}

/// The effect of conjugation on classes.
#[derive(Clone, Copy)]
enum Mirror {
    /// The conjugates of equal games are equal.
    Classes,
    /// They need not be.
    None,
}

/// Whether the setting is closed under sums and conjugates. Normal play is.
fn is_parental(engine: &Engine) -> bool {
    engine.universe().is_none_or(|universe| universe.is_parental())
}

/// A class before it is described.
struct Found {
    form: Form,
    game: Form,
    trees: u64,
}

/// The description of a class.
struct About {
    outcome: Outcome,
    strong: Option<[bool; 2]>,
    invertible: Option<bool>,
}

fn classes_of_values(engine: &Engine, games: &Games, threads: usize) -> Result<Vec<Found>, Exhausted> {
    let forms = engine.forms();
    let mut counts = FxHashMap::default();
    match &games.trees {
        Trees::Listed(list) => {
            for (at, &g) in list.iter().enumerate() {
                add(&mut counts, engine.value(g)?, Count::one((0, 0, at, 0)));
            }
        }
        Trees::Pairs(sets) => {
            let mut values = Vec::with_capacity(sets.len());
            for set in sets {
                let of_set: Result<Vec<_>, _> = set.members.iter().map(|&o| engine.value(o)).collect();
                values.push(of_set?);
            }
            add(&mut counts, engine.value(Form::ZERO)?, Count::one((0, 0, 0, 0)));
            let all: Vec<usize> = (0..sets.len()).collect();
            let rows = parallel::map(threads, 0, &all, |&left| {
                forms.budget().check_now()?;
                let mut row = FxHashMap::default();
                for right in 0..sets.len() {
                    let rank = 1 + sets[left].rank.max(sets[right].rank);
                    let edges = sets[left].edges + sets[right].edges;
                    let value = engine.compose(&values[left], &values[right])?;
                    add(&mut row, value, Count::one((rank, edges, left, right)));
                }
                Ok(row)
            })?;
            for (value, count) in rows.into_iter().flatten() {
                add(&mut counts, value, count);
            }
        }
    }
    let found = |(value, Count { smallest, trees })| {
        let (rank, _, left, right) = smallest;
        let game = match &games.trees {
            Trees::Listed(list) => list[left],
            Trees::Pairs(_) if rank == 0 => Form::ZERO,
            Trees::Pairs(sets) => forms.ordinary(&sets[left].members, &sets[right].members)?,
        };
        Ok(Found { form: engine.form(value)?, game, trees })
    };
    counts.into_iter().map(found).collect()
}

/// The rank and the edges of a tree, and its place among the trees that agree in both.
/// The place of a tree in a list is enough.
type Size = (u32, u64, usize, usize);

/// The games of a class: the smallest, and how many there are.
#[derive(Clone, Copy)]
struct Count {
    smallest: Size,
    trees: u64,
}

impl Count {
    fn one(size: Size) -> Count {
        Count { smallest: size, trees: 1 }
    }
}

fn add<V: Eq + Hash>(counts: &mut FxHashMap<V, Count>, value: V, new: Count) {
    match counts.entry(value) {
        Entry::Vacant(entry) => {
            entry.insert(new);
        }
        Entry::Occupied(mut entry) => {
            let known = entry.get_mut();
            known.smallest = known.smallest.min(new.smallest);
            known.trees += new.trees;
        }
    }
}
