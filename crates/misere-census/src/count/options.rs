//! The values that may be options, and the properties of sets of them that matter.

use misere_core::{EndKind, Ends, Engine, Exhausted, Form, Forms, Player, Refused, StrengthTests, Universe};
use misere_notation::structural_order;
use misere_order::{Elements, FiniteOrder};
use rustc_hash::FxHashMap;

use super::shape::Typed;
use crate::antichains::Rows;
use crate::classes::order_of;

/// The largest rank of a form that is counted.
pub(super) const RANK: u32 = 3;

/// The most properties that are distinguished: each combination of them is counted.
const MOST_PROPERTIES: usize = 18;

/// The games an option can reverse through, in this order everywhere: 0, 1, −1, *.
pub(super) const THROUGH: usize = 4;

/// The places of the conjugates of 0, 1, −1 and *.
pub(super) const CONJUGATE: [usize; THROUGH] = [0, 2, 1, 3];

/// Values that may be options of a player, with the properties that matter. All is said for
/// Left; for Right the players are exchanged, and with them ≥ and ≤, 1 and −1.
pub struct OptionPool {
    /// The simplest forms, one for each class.
    pub values: Vec<Form>,
    /// For each class, the games of the pool in it.
    pub members: Vec<Vec<Form>>,
    /// The order of the values, by their places: turned round for Right.
    pub poset: FiniteOrder,
    /// The rows the values lie in.
    pub rows: Rows,
    /// The properties that matter, as sets of values; a set of options has a property when it
    /// meets the set.
    pub properties: Vec<Elements>,
    /// The values without a 𝓟-position among the followers.
    pub(super) p_free: Elements,
    pub(super) meaning: Meaning,
}

/// The meaning of each property, as masks for the bits of a type.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meaning {
    /// The set is not empty.
    pub(super) some: u32,
    /// Some a ≥ 0.
    pub(super) above_zero: u32,
    /// Some a has X as a Right option.
    pub(super) through: [u32; THROUGH],
    /// Not all a satisfy what K ≤ X asks of them.
    pub(super) not_below: [u32; THROUGH],
    /// Left wins moving second on some a.
    pub(super) wins: u32,
    /// Some a cannot be an option of an end of the games that are counted.
    pub(super) no_end: u32,
    /// Some a is a good answer to this strength test.
    pub(super) tests: u32,
    /// The tests that games of the pool answer whose Right option is X, for X = 0 and −1;
    /// all games, or only those that may be options of ends.
    pub(super) reversing: [[u32; THROUGH]; 2],
}

impl OptionPool {
    /// The pool of the player's options with these games, of a universe with ends of this kind.
    ///
    /// # Errors
    /// [`Refused`] where no way to decide strength is known, or when a limit was reached.
    pub fn new(engine: &Engine, games: &[Form], ends: Ends, player: Player) -> Result<OptionPool, Refused> {
        let forms = engine.forms().as_ref();
        let tests = match engine.universe() {
            Some(universe) => tests_for(forms, universe, player)?,
            None => None,
        };
        let Some(tests) = tests else {
            return Err(engine.unsupported("count", "strength is not known as conditions on options"));
        };
        let mut classes: FxHashMap<Form, Vec<Form>> = FxHashMap::default();
        for &g in games {
            classes.entry(engine.simplest(g)?).or_default().push(g);
        }
        let values = structural_order(forms, &classes.keys().copied().collect::<Vec<_>>());
        let members: Vec<Vec<Form>> = values.iter().map(|v| classes[v].clone()).collect();
        let size = values.len();
        let order = order_of(1, engine, &values)?;
        let poset = if player == Player::Left { order } else { order.dual() };
        let seen_by_left =
            values.iter().map(|&v| as_if_left(forms, v, player)).collect::<Result<Vec<_>, _>>()?;
        let rows = rows(forms, &seen_by_left, &poset)?;
        let p_free = Elements::those(size, |i| forms.is_p_free(values[i]));

        let mut pool = OptionPool {
            properties: Vec::new(),
            meaning: Meaning::default(),
            poset,
            rows,
            p_free,
            values,
            members,
        };
        let through = through(forms, player)?;
        pool.add_order(engine, &through, player)?;
        // Where the universe lacks some ends of the kind, its ends are listed instead.
        if ends.all {
            let follows_end = |&g: &Form| may_follow_end(forms, ends.kind, g, player);
            let no_end = Elements::those(size, |i| !pool.members[i].iter().any(follows_end));
            pool.meaning.no_end = pool.property(no_end);
        }
        pool.add_tests(engine, &tests, &through, ends.kind, player)?;
        if pool.properties.len() > MOST_PROPERTIES {
            return Err(engine.unsupported("count", "too many ends decide who is strong"));
        }
        Ok(pool)
    }

    /// Adds the properties that order and outcomes ask for.
    fn add_order(
        &mut self,
        engine: &Engine,
        through: &[Form; THROUGH],
        player: Player,
    ) -> Result<(), Exhausted> {
        let (forms, opponent) = (engine.forms(), player.opponent());
        let size = self.values.len();
        let mut above_zero = Elements::none(size);
        let mut below_zero = Elements::none(size);
        for (i, &v) in self.values.iter().enumerate() {
            for (set, (g, h)) in [(&mut above_zero, (v, Form::ZERO)), (&mut below_zero, (Form::ZERO, v))] {
                let (better, worse) = player.orient(g, h);
                if engine.ge(better, worse)? {
                    set.insert(i);
                }
            }
        }
        let all = self.poset.all();
        self.meaning.some = self.property(all.clone());
        self.meaning.above_zero = self.property(above_zero);
        for (x, reply) in through.iter().enumerate() {
            let reverses = Elements::those(size, |i| forms.options(self.values[i], opponent).contains(reply));
            // K ≤ 1 and K ≤ * also hold against options a ≤ 0, since 1 and * have 0 as a
            // Left option.
            let answered = if x == 1 || x == 3 { reverses.or(&below_zero) } else { reverses.clone() };
            self.meaning.through[x] = self.property(reverses);
            self.meaning.not_below[x] = self.property(all.minus(&answered));
        }
        let wins = Elements::those(size, |i| !forms.wins_first(self.values[i], opponent));
        self.meaning.wins = self.property(wins);
        Ok(())
    }

    /// Adds the properties of being a good answer to a strength test.
    fn add_tests(
        &mut self,
        engine: &Engine,
        tests: &[Test],
        through: &[Form; THROUGH],
        ends: EndKind,
        player: Player,
    ) -> Result<(), Refused> {
        let forms = engine.forms();
        let mut answers = Vec::new();
        for test in tests {
            let mut set = Elements::none(self.values.len());
            for (i, members) in self.members.iter().enumerate() {
                if test.has_good_answer(engine, members[0], player)? {
                    set.insert(i);
                }
            }
            answers.push(set);
        }
        for test in smallest_sets(answers) {
            let bit = self.property(test.clone());
            // Properties that are the same set share a bit; a test that nothing passes
            // keeps its own, which is never set.
            self.meaning.tests |= bit;
            for x in [0, 2] {
                let reverses = |g: &Form| forms.options(*g, player.opponent()).contains(&through[x]);
                for &g in test.iter().flat_map(|i| &self.members[i]).filter(|g| reverses(g)) {
                    self.meaning.reversing[0][x] |= bit;
                    if may_follow_end(forms, ends, g, player) {
                        self.meaning.reversing[1][x] |= bit;
                    }
                }
            }
        }
        Ok(())
    }

    /// The bit of a property, which is added if it is new.
    fn property(&mut self, set: Elements) -> u32 {
        let at = self.properties.iter().position(|known| *known == set).unwrap_or_else(|| {
            self.properties.push(set);
            self.properties.len() - 1
        });
        1 << at
    }

    /// The type of a set of values, perhaps with a tombstone.
    pub(super) fn typed(&self, options: &[Form], tombstone: bool) -> Typed<'_> {
        let has = |set: &Elements| set.iter().any(|i| options.contains(&self.values[i]));
        let bits = self.properties.iter().enumerate().filter(|(_, set)| has(set));
        Typed { bits: bits.fold(0, |all, (at, _)| all | 1 << at), tombstone, meaning: &self.meaning }
    }
}

/// The forms 0, 1, −1 and * through which options reverse: conjugates for Right.
fn through(forms: &Forms, player: Player) -> Result<[Form; THROUGH], Exhausted> {
    let forms = [Form::ZERO, forms.integer(1)?, forms.integer(-1)?, forms.nimber(1)?];
    Ok([0, 1, 2, 3].map(|x| forms[if player == Player::Left { x } else { CONJUGATE[x] }]))
}

/// Whether a game may be an option of the player's in an end for the opponent, of this kind.
fn may_follow_end(forms: &Forms, ends: EndKind, g: Form, player: Player) -> bool {
    let opponent = player.opponent();
    let is_end = |g: Form| forms.is_end(g, opponent);
    match ends {
        EndKind::Any => true,
        EndKind::Zero => false,
        EndKind::Dead => is_end(g),
        EndKind::Blocked => is_end(g) || forms.options(g, opponent).iter().any(|&h| is_end(h)),
    }
}

/// A condition on options: a player's side is strong when it has a good answer to each test.
enum Test {
    /// A good answer makes the player win against this end, moving second.
    End(Form),
    /// A good answer makes a side strong that has no other option.
    Alone,
}

impl Test {
    fn has_good_answer(&self, engine: &Engine, g: Form, player: Player) -> Result<bool, Refused> {
        let forms = engine.forms();
        match self {
            Test::End(end) => Ok(!forms.wins_first(forms.sum(g, *end)?, player.opponent())),
            Test::Alone => {
                let side = [g];
                let [left, right]: [&[Form]; 2] =
                    if player == Player::Left { [&side, &[]] } else { [&[], &side] };
                engine.is_strong(forms.ordinary(left, right)?, player)
            }
        }
    }
}

/// The tests that decide for whom forms of rank at most 3 are strong; `None` if none are known.
fn tests_for(forms: &Forms, universe: &dyn Universe, player: Player) -> Result<Option<Vec<Test>>, Exhausted> {
    // A set that is not closed under conjugates has its own ends for each player.
    if let Some(listed) = universe.listed_ends(forms)? {
        return Ok(Some(listed[player.index()].iter().map(|&end| Test::End(end)).collect()));
    }
    let ends = match universe.strength_tests(forms, RANK)? {
        Some(StrengthTests::OneOption) => return Ok(Some(vec![Test::Alone])),
        Some(StrengthTests::Ends(ends)) => Some(ends),
        None => universe.deciding_ends(forms, RANK)?,
    };
    let test = |end: Form| as_if_left(forms, end, player).map(Test::End);
    ends.map(|ends| ends.into_iter().map(test).collect()).transpose()
}

/// The sets that contain no other: options that meet these meet all.
fn smallest_sets(mut sets: Vec<Elements>) -> Vec<Elements> {
    sets.sort();
    sets.dedup();
    let contains = |large: &Elements, small: &Elements| large.common(small) == small.len();
    sets.iter()
        .filter(|set| sets.iter().all(|other| other == *set || !contains(set, other)))
        .cloned()
        .collect()
}

/// The form, conjugated for Right.
fn as_if_left(forms: &Forms, g: Form, player: Player) -> Result<Form, Exhausted> {
    if player == Player::Left { Ok(g) } else { forms.conjugate(g) }
}

/// Rows by the Left options of a value, a tombstone counting as −1 and *, and likewise an
/// end that is at least 0. Modulo M, where Right ends are hardly related to other values
/// of their row, ends are in row 0.
fn rows(forms: &Forms, values: &[Form], poset: &FiniteOrder) -> Result<Rows, Exhausted> {
    let labels = [Form::ZERO, forms.integer(1)?, forms.integer(-1)?, forms.nimber(1)?];
    let label_set = |options: &[Form]| {
        options.iter().fold(0, |set, option| match labels.iter().position(|label| label == option) {
            Some(at) => set | 1 << at,
            None => set,
        })
    };
    const TOMBSTONE: u8 = 0b1100;
    let by_options: Vec<u8> = values
        .iter()
        .map(|&g| {
            let own = label_set(forms.options(g, Player::Left));
            own | if forms.tombstones(g).has(Player::Left) { TOMBSTONE } else { 0 }
        })
        .collect();
    let related = |i: usize| {
        let mut others = (0..values.len()).filter(|&j| j != i && by_options[j] == by_options[i]);
        others.any(|j| poset.ge(i, j) || poset.ge(j, i))
    };
    let is_right_end = |i: usize| forms.is_end(values[i], Player::Right);
    let ends_apart =
        (0..values.len()).any(|i| by_options[i].count_ones() >= 2 && is_right_end(i) && !related(i));
    let zero = values.iter().position(|&g| g == Form::ZERO);
    let row = (0..values.len())
        .map(|i| {
            let is_left_end = forms.is_end(values[i], Player::Left);
            match (is_left_end, is_right_end(i)) {
                (_, true) | (true, _) if ends_apart => 0,
                (true, _) if zero.is_some_and(|zero| poset.ge(i, zero)) => TOMBSTONE,
                _ => by_options[i],
            }
        })
        .collect();
    // Permutations of the labels among Right options.
    let place: FxHashMap<(u8, u8, [bool; 2]), usize> = values
        .iter()
        .enumerate()
        .map(|(i, &g)| {
            let tombstones = forms.tombstones(g);
            let marks = [Player::Left, Player::Right].map(|player| tombstones.has(player));
            let left = label_set(forms.options(g, Player::Left));
            ((left, label_set(forms.options(g, Player::Right)), marks), i)
        })
        .collect();
    let symmetries = permutations()
        .into_iter()
        .map(|to| {
            let mut image = vec![usize::MAX; values.len()];
            for (&(left, right, marks), &i) in &place {
                let moved = (0..4).filter(|at| right >> at & 1 == 1).fold(0, |all, at| all | 1 << to[at]);
                if let Some(&j) = place.get(&(left, moved, marks)) {
                    image[i] = j;
                }
            }
            image
        })
        .collect();
    Ok(Rows { row, symmetries })
}

/// All permutations of four things but the identity.
fn permutations() -> Vec<[usize; 4]> {
    let mut all = Vec::new();
    for code in 0..256usize {
        let to = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        let mut seen = [false; 4];
        to.iter().for_each(|&at| seen[at] = true);
        if seen == [true; 4] && to != [0, 1, 2, 3] {
            all.push(to);
        }
    }
    all
}
