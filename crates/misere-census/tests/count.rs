//! Classes that are counted without listing them, against lists.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashSet;
use std::sync::Arc;

use fastrand::Rng;
use misere_census::classes::{Census, Games};
use misere_census::count::{Count, Counted, Kind, StrengthTests, Which, count, pool};
use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, FiniteGenerators, Form, Forms, Generated, Modulo, Player,
    Universe, Value,
};
use misere_notation::parse_form;

/// What is done for games of each of six universes modulo each of them.
trait ForPairs {
    fn pair<P: StrengthTests, V: Universe>(&mut self, modulo: &Modulo<P>, of: &V, kind: Kind);

    fn all_pairs(mut self) -> Self
    where
        Self: Sized,
    {
        self.modulo(|_| AllGames);
        self.modulo(|_| Dicots);
        self.modulo(|_| DeadEnding);
        self.modulo(|_| Blocking);
        self.modulo(integers);
        self.modulo(domineering);
        self
    }

    fn modulo<P: StrengthTests>(&mut self, universe: impl Fn(&Forms) -> P) {
        let forms = Arc::new(Forms::new());
        let modulo = Modulo::new(forms.clone(), universe(&forms));
        self.pair(&modulo, &AllGames, Kind::All);
        self.pair(&modulo, &Dicots, Kind::Dicots);
        self.pair(&modulo, &DeadEnding, Kind::DeadEnding);
        self.pair(&modulo, &Blocking, Kind::Blocking);
        self.pair(&modulo, &integers(&forms), Kind::Other);
        self.pair(&modulo, &domineering(&forms), Kind::Other);
    }
}

#[test]
fn days_zero_to_two_against_lists() {
    struct Days(usize);
    impl ForPairs for Days {
        fn pair<P: StrengthTests, V: Universe>(&mut self, modulo: &Modulo<P>, of: &V, kind: Kind) {
            let forms = modulo.forms();
            let pools = [vec![], pool(forms, of, 0).unwrap(), pool(forms, of, 1).unwrap()];
            for (day, options) in pools.iter().enumerate() {
                let games = pool(forms, of, day as u32).unwrap();
                let values: HashSet<Value<P>> = games.iter().map(|&g| modulo.value(g).unwrap()).collect();
                for which in [Which::All, Which::PFree] {
                    let wanted = values.iter().filter(|&&v| is_wanted(modulo, v, which)).count();
                    let found = counted(modulo, of, kind, [options, options], which);
                    assert_eq!(found.classes, wanted.into(), "{} {kind:?} {day} {which:?}", names(modulo));
                    self.0 += 1;
                }
            }
        }
    }
    assert_eq!(Days(0).all_pairs().0, 36 * 3 * 2);
}

#[test]
fn day_two_of_the_papers() {
    // [universe] Figure 3, [blocking] section 4, [dicots] Table 3.
    fn own<U: StrengthTests>(universe: impl Fn(&Forms) -> U, kind: Kind) -> [u32; 2] {
        let forms = Arc::new(Forms::new());
        let modulo = Modulo::new(forms.clone(), universe(&forms));
        let options = pool(&forms, modulo.proviso(), 1).unwrap();
        [Which::All, Which::PFree].map(|which| {
            let found = counted(&modulo, modulo.proviso(), kind, [&options, &options], which);
            found.classes.try_into().unwrap()
        })
    }
    assert_eq!(own(|_| AllGames, Kind::All)[0], 256);
    assert_eq!(own(|_| Dicots, Kind::Dicots)[0], 9);
    assert_eq!(own(|_| DeadEnding, Kind::DeadEnding), [196, 46]);
    assert_eq!(own(|_| Blocking, Kind::Blocking), [220, 52]);
    assert_eq!(own(integers, Kind::Other)[0], 194);
    assert_eq!(own(domineering, Kind::Other)[0], 196);
}

#[test]
fn dicots_born_by_day_three() {
    fn classes<U: StrengthTests>(universe: impl Fn(&Forms) -> U) -> u32 {
        let forms = Arc::new(Forms::new());
        let modulo = Modulo::new(forms.clone(), universe(&forms));
        let options = pool(&forms, &Dicots, 2).unwrap();
        let found = counted(&modulo, &Dicots, Kind::Dicots, [&options, &options], Which::All);
        found.classes.try_into().unwrap()
    }
    fn listed<U: StrengthTests>(universe: impl Fn(&Forms) -> U) -> u32 {
        let forms = Arc::new(Forms::new());
        let games = Games::dicots(&forms, 3).unwrap();
        let modulo = Modulo::new(forms.clone(), universe(&forms));
        Census::new(&modulo, &games, 2).unwrap().classes.len() as u32
    }
    // [dicots] Theorem 4.8 and Table 3.
    assert_eq!(classes(|_| Dicots), 1268);
    assert_eq!(classes(|_| AllGames), 7541);
    assert_eq!(classes(|_| DeadEnding), listed(|_| DeadEnding));
    assert_eq!(classes(|_| Blocking), listed(|_| Blocking));
    assert_eq!(classes(integers), listed(integers));
    assert_eq!(classes(domineering), listed(domineering));
}

/// Options from small random pools, other ones for Left than for Right.
#[test]
fn random_options_against_lists() {
    struct Pools {
        random: Rng,
        cases: usize,
        classes: usize,
    }
    impl ForPairs for Pools {
        fn pair<P: StrengthTests, V: Universe>(&mut self, modulo: &Modulo<P>, of: &V, kind: Kind) {
            let forms = modulo.forms();
            let games = pool(forms, of, 2).unwrap();
            for case in 0..15 {
                let pools = [0, 1].map(|_| random_pool(&mut self.random, modulo, &games, 4 + case % 3));
                let [left, right] = [&pools[0], &pools[1]];
                let values = listed(modulo, of, [left, right]);
                for which in [Which::All, Which::PFree] {
                    let wanted = values.iter().filter(|&&v| is_wanted(modulo, v, which)).count();
                    let found = counted(modulo, of, kind, [left, right], which);
                    let shown = pools.each_ref().map(|pool| names_of(forms, pool));
                    let of = names(modulo);
                    assert_eq!(found.classes, wanted.into(), "{of} {kind:?} {which:?} {shown:?}");
                }
                self.cases += 1;
                self.classes += values.len();
            }
        }
    }
    let done = Pools { random: Rng::with_seed(7), cases: 0, classes: 0 }.all_pairs();
    assert_eq!(done.cases, 36 * 15);
    assert!(done.classes > 100_000, "{}", done.classes);
}

/// Modulo E and B a game is invertible exactly if its simplest form is 𝓟-free ([blocking]
/// section 4); here G + Ḡ is compared with 0.
#[test]
fn p_free_classes_are_the_invertible_ones() {
    fn invertible<U: StrengthTests>(universe: U, kind: Kind, seed: u64) {
        let forms = Arc::new(Forms::new());
        let modulo = Modulo::new(forms.clone(), universe);
        let games = pool(&forms, modulo.proviso(), 2).unwrap();
        // Few random games are invertible, so they are chosen from invertible ones and some
        // others.
        let inverse = |g: &Form| {
            let sum = forms.sum(*g, forms.conjugate(*g).unwrap()).unwrap();
            modulo.ge(sum, Form::ZERO).unwrap()
        };
        let good: Vec<Form> = games.iter().copied().filter(inverse).collect();
        let mut random = Rng::with_seed(seed);
        let mut found = 0;
        for _ in 0..6 {
            let pools = [0, 1].map(|_| {
                let mut pool = random_pool(&mut random, &modulo, &good, 4);
                let other = games[random.usize(..games.len())];
                if !pool.contains(&other) {
                    pool.push(other);
                }
                pool
            });
            let pools = [&pools[0], &pools[1]];
            let values = listed(&modulo, modulo.proviso(), pools.map(|pool| &pool[..]));
            let simplest = values.iter().map(|&v| modulo.form(v).unwrap());
            // Simplest forms of games of the universe add like these games.
            let invertible = simplest.filter(inverse).count();
            let counted = counted(&modulo, modulo.proviso(), kind, pools.map(|pool| &pool[..]), Which::PFree);
            assert_eq!(counted.classes, invertible.into());
            found += invertible;
        }
        assert!(found > 100, "{found}");
    }
    invertible(DeadEnding, Kind::DeadEnding, 8);
    invertible(Blocking, Kind::Blocking, 9);
}

#[test]
fn threads_make_no_difference() {
    let forms = Arc::new(Forms::new());
    let modulo = Modulo::new(forms.clone(), DeadEnding);
    let games = pool(&forms, &DeadEnding, 2).unwrap();
    let mut random = Rng::with_seed(10);
    let some: Vec<Form> = games.into_iter().filter(|&g| g == Form::ZERO || random.usize(..2) == 0).collect();
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let count =
            pool.install(|| counted(&modulo, &DeadEnding, Kind::DeadEnding, [&some, &some], Which::All));
        (count.classes, count.types, count.posets, count.work, count.antichains)
    };
    let one = with(1);
    assert!(one.3.by_rows > 0, "{:?}", one.3);
    assert_eq!(one, with(3));
}

fn counted<P: StrengthTests, V: Universe>(
    modulo: &Modulo<P>,
    of: &V,
    kind: Kind,
    pools: [&[Form]; 2],
    which: Which,
) -> Count {
    let contains = |g: Form| of.contains(modulo.forms(), g);
    count(modulo, Counted { kind, contains: &contains, pools }, which, &|_| ()).unwrap()
}

/// The classes of all {C|D} of the universe with C and D from the pools, one by one.
fn listed<P: StrengthTests, V: Universe>(
    modulo: &Modulo<P>,
    of: &V,
    pools: [&[Form]; 2],
) -> HashSet<Value<P>> {
    let forms = modulo.forms();
    let subsets = pools.map(|pool| {
        let members = |mask: usize| (0..pool.len()).filter(move |at| mask >> at & 1 == 1).map(|at| pool[at]);
        (0..1usize << pool.len()).map(|mask| members(mask).collect()).collect::<Vec<Vec<Form>>>()
    });
    let values = subsets.each_ref().map(|subsets| {
        let value = |set: &Vec<Form>| set.iter().map(|&g| modulo.value(g).unwrap()).collect::<Vec<_>>();
        subsets.iter().map(value).collect::<Vec<_>>()
    });
    let mut classes = HashSet::new();
    for (c, left) in subsets[0].iter().zip(&values[0]) {
        for (d, right) in subsets[1].iter().zip(&values[1]) {
            // Every universe has {C|D} when it has the options, and there are some.
            let is_game =
                !c.is_empty() && !d.is_empty() || of.contains(forms, forms.ordinary(c, d).unwrap()).unwrap();
            if is_game {
                classes.insert(modulo.compose(left, right).unwrap());
            }
        }
    }
    classes
}

fn is_wanted<P: StrengthTests>(modulo: &Modulo<P>, value: Value<P>, which: Which) -> bool {
    which == Which::All || modulo.forms().is_p_free(modulo.form(value).unwrap())
}

fn names<P: StrengthTests>(_: &Modulo<P>) -> &'static str {
    std::any::type_name::<P>()
}

fn names_of(forms: &Forms, pool: &[Form]) -> Vec<String> {
    let notation = misere_notation::Notation::new(misere_notation::Style::Ascii);
    pool.iter().map(|&g| notation.write(forms, g).unwrap()).collect()
}

fn integers(forms: &Forms) -> Generated<FiniteGenerators> {
    generated(forms, "-1")
}

fn domineering(forms: &Forms) -> Generated<FiniteGenerators> {
    generated(forms, "[-1 0]")
}

fn generated(forms: &Forms, end: &str) -> Generated<FiniteGenerators> {
    let end = parse_form(forms, end).unwrap();
    Generated::new(forms, FiniteGenerators::new(forms, &[end], "A").unwrap())
}

/// 0 and some other games. Ends, games with few options and games that are equal to
/// others are chosen more often than by chance: they are what makes options reverse.
fn random_pool<P: StrengthTests>(
    random: &mut Rng,
    modulo: &Modulo<P>,
    games: &[Form],
    others: usize,
) -> Vec<Form> {
    let forms = modulo.forms();
    let ends = |player| games.iter().copied().filter(|&g| forms.is_end(g, player)).collect::<Vec<Form>>();
    let ends = Player::BOTH.map(ends);
    let has_one = |g: Form| Player::BOTH.iter().any(|&player| forms.options(g, player).len() == 1);
    let narrow: Vec<Form> = games.iter().copied().filter(|&g| has_one(g)).collect();
    let preferred = random.usize(..2);
    let mut pool = vec![Form::ZERO];
    // Where there are few games, some are chosen again and again.
    for _ in 0..50 {
        let twins = || {
            let last = modulo.value(pool[pool.len() - 1]).unwrap();
            games.iter().copied().filter(|&g| modulo.value(g).unwrap() == last).collect::<Vec<Form>>()
        };
        let from = match random.usize(..8) {
            0..3 => games,
            3 | 4 => &ends[preferred],
            5 => &narrow,
            _ => &twins(),
        };
        let g = from[random.usize(..from.len())];
        if !pool.contains(&g) {
            pool.push(g);
        }
        if pool.len() > others {
            break;
        }
    }
    // A class has no first game.
    let turn = random.usize(..pool.len());
    pool.rotate_left(turn);
    pool
}
