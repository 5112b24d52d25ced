//! Numbers and examples of the papers that the engine alone can recompute.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, Engine, Family, FiniteGenerators, Form, Forms, Generated,
    Generators, Impartial, Outcome, Player, Relation, Settings, Tombstones,
};
use misere_twin::{Asked, Name, Play, store};

struct World {
    forms: Arc<Forms>,
    zero: Form,
    one: Form,
    minus: Form,
    star: Form,
}

impl World {
    fn new() -> World {
        let forms = store();
        let [one, minus] = [1, -1].map(|n| forms.integer(n).unwrap());
        let star = forms.nimber(1).unwrap();
        World { forms, zero: Form::ZERO, one, minus, star }
    }

    fn form(&self, left: &[Form], right: &[Form]) -> Form {
        self.forms.ordinary(left, right).unwrap()
    }

    fn left_stone(&self, left: &[Form], right: &[Form]) -> Form {
        self.forms.make(left, right, Tombstones::only(Player::Left)).unwrap()
    }

    fn right_stone(&self, left: &[Form], right: &[Form]) -> Form {
        self.forms.make(left, right, Tombstones::only(Player::Right)).unwrap()
    }

    fn engine(&self, name: Name) -> Asked {
        name.engine(&self.forms, Settings::default())
    }
}

fn classes(engine: &Asked, forms: impl IntoIterator<Item = Form>) -> usize {
    forms.into_iter().map(|g| engine.simplest(g)).collect::<HashSet<_>>().len()
}

/// [blocking] section 4, [day-2] Theorem 8, [universe] Figure 3.
#[test]
fn classes_of_the_forms_of_rank_two() {
    let w = World::new();
    let all = w.forms.born_by(2).unwrap();
    assert_eq!(all.len(), 256);
    let counts = |name: Name| {
        let engine = w.engine(name);
        let members: Vec<Form> = all.iter().copied().filter(|&g| engine.contains(g)).collect();
        (members.len(), classes(&engine, members.clone()), classes(&engine, all.clone()))
    };
    assert_eq!(counts(Name::M), (256, 256, 256));
    assert_eq!(counts(Name::B), (256, 220, 220));
    assert_eq!(counts(Name::E).0, 232);
    assert_eq!(counts(Name::E).1, 196);
    assert_eq!(counts(Name::Domineering).0, 232);
    assert_eq!(counts(Name::Domineering).1, 196);
    assert_eq!(counts(Name::Integers).0, 230);
    assert_eq!(counts(Name::Integers).1, 194);
    assert_eq!(counts(Name::D), (10, 9, 193));
}

/// [blocking] section 4, [day-2] section 4.
#[test]
fn invertible_forms_and_classes_of_rank_two() {
    let w = World::new();
    let all = w.forms.born_by(2).unwrap();
    for (name, forms, invertible_classes) in [(Name::B, 72, 52), (Name::E, 60, 46), (Name::M, 1, 1)] {
        let engine = w.engine(name);
        let invertible: Vec<Form> =
            all.iter().copied().filter(|&g| engine.contains(g) && engine.is_invertible(g)).collect();
        assert_eq!(invertible.len(), forms, "{name:?}");
        assert_eq!(classes(&engine, invertible), invertible_classes, "{name:?}");
    }
}

/// The two tables of [blocking] section 4.
#[test]
fn invertible_in_one_of_b_and_e() {
    let w = World::new();
    let (b, e) = (w.engine(Name::B), w.engine(Name::E));
    let stone = |right: &[Form]| w.right_stone(&[], right);
    let only_b = [
        (vec![w.one], w.zero),
        (vec![w.zero, w.one], stone(&[w.zero])),
        (vec![w.one, w.minus], stone(&[w.minus])),
        (vec![w.zero, w.one, w.minus], stone(&[w.zero, w.minus])),
        (vec![w.one, w.star], w.zero),
        (vec![w.zero, w.one, w.star], stone(&[w.zero])),
        (vec![w.one, w.minus, w.star], stone(&[w.minus])),
        (vec![w.zero, w.one, w.minus, w.star], stone(&[w.zero, w.minus])),
    ];
    for (right, simplest) in only_b {
        let g = w.form(&[], &right);
        assert!(b.is_invertible(g) && !e.contains(g));
        assert_eq!((b.simplest(g), e.simplest(g)), (simplest, simplest));
    }
    for right in [vec![w.zero, w.star], vec![w.zero, w.minus, w.star]] {
        let g = w.form(&[w.minus], &right);
        assert!(!b.is_invertible(g) && e.is_invertible(g));
        assert_eq!(b.simplest(g), g);
        let (_, kept) = right.split_last().unwrap();
        assert_eq!(e.simplest(g), w.right_stone(&[w.minus], kept));
    }
}

/// [day-2] Lemma 10 and section 3.
#[test]
fn dead_ending_trees_born_by_day_two() {
    let w = World::new();
    let e = w.engine(Name::E);
    let day2: Vec<Form> =
        w.forms.born_by(2).unwrap().into_iter().filter(|&g| e.contains(g) && w.forms.rank(g) == 2).collect();
    assert_eq!(day2.len(), 228);
    assert_eq!(day2.iter().filter(|&&g| e.simplest(g) == w.zero).count(), 4);
    assert_eq!(day2.iter().filter(|&&g| w.forms.outcome(g) == Outcome::P).count(), 8);
    let mut sizes: HashMap<Form, usize> = HashMap::new();
    for &g in &day2 {
        *sizes.entry(e.simplest(g)).or_default() += 1;
    }
    sizes.remove(&w.zero);
    assert_eq!(sizes.len(), 192);
    assert_eq!(sizes.values().filter(|&&n| n == 1).count(), 172);
    assert!(sizes.values().all(|&n| n <= 3));
}

/// [dicots] section 4: the order of the nine dicots of day 2.
#[test]
fn the_nine_dicots_of_day_two() {
    let w = World::new();
    let d = w.engine(Name::D);
    let conjugate = |g| w.forms.conjugate(g).unwrap();
    let alpha = w.form(&[w.star], &[w.zero]);
    let s = w.form(&[w.zero, w.star], &[w.zero]);
    let z = w.form(&[w.zero, w.star], &[w.star]);
    let star2 = w.forms.nimber(2).unwrap();
    let (alpha_, s_, z_) = (conjugate(alpha), conjugate(s), conjugate(z));
    let nine = [w.zero, w.star, alpha, alpha_, s, s_, z, z_, star2];
    let expected: HashSet<(Form, Form)> = [
        (w.zero, z_),
        (w.star, s_),
        (alpha_, s_),
        (alpha, z_),
        (s, w.star),
        (s, alpha),
        (s, star2),
        (z, w.zero),
        (z, alpha_),
        (z, star2),
        (star2, s_),
        (star2, z_),
        // By transitivity:
        (s, s_),
        (s, z_),
        (z, s_),
        (z, z_),
    ]
    .into_iter()
    .collect();
    let mut found = HashSet::new();
    for g in nine {
        for h in nine {
            if d.relation(g, h) == Relation::Greater {
                found.insert((g, h));
            }
        }
    }
    assert_eq!(found, expected);
}

/// [dicots] Theorems 4.3 to 4.8 and Table 3, by antichains of the simplest forms
/// of day 2 (all 1,046,530 trees are a benchmark).
#[test]
fn dicots_born_by_day_three() {
    let w = World::new();
    let dicots: Vec<Form> =
        w.forms.born_by(2).unwrap().into_iter().filter(|&g| w.forms.is_dicot(g)).collect();
    assert_eq!(dicots.len(), 10);
    for (name, antichain_count, class_count) in [(Name::D, 50, 1_268), (Name::M, 0, 7_541)] {
        let engine = w.engine(name);
        let day2: Vec<Form> = {
            let mut seen = HashSet::new();
            dicots.iter().copied().filter(|&g| seen.insert(engine.simplest(g))).collect()
        };
        let antichains: Vec<Vec<Form>> = (0u32..1 << day2.len())
            .map(|mask| (0..day2.len()).filter(|i| mask >> i & 1 == 1).map(|i| day2[i]).collect::<Vec<_>>())
            .filter(|set| set.iter().all(|&a| set.iter().all(|&b| a == b || !engine.ge(a, b))))
            .collect();
        if name == Name::D {
            assert_eq!(antichains.len(), antichain_count);
        }
        let mut found: HashMap<Form, Outcome> = HashMap::new();
        found.insert(w.zero, Outcome::N);
        for left in antichains.iter().filter(|a| !a.is_empty()) {
            for right in antichains.iter().filter(|a| !a.is_empty()) {
                let g = w.form(left, right);
                found.insert(engine.simplest(g), w.forms.outcome(g));
            }
        }
        assert_eq!(found.len(), class_count, "{name:?}");
        if name == Name::D {
            let of = |outcome| found.values().filter(|&&o| o == outcome).count();
            assert_eq!([Outcome::P, Outcome::L, Outcome::R, Outcome::N].map(of), [64, 201, 201, 802]);
        }
    }
}

/// The simplest forms of [universe] section 5.
#[test]
fn simplest_forms_of_the_examples() {
    let w = World::new();
    let (d, e) = (w.engine(Name::D), w.engine(Name::E));
    let stone = w.left_stone(&[w.zero], &[w.star]);
    assert_eq!(d.simplest(w.form(&[w.zero, w.star], &[w.star])), stone);
    let alpha = w.form(&[w.star], &[w.zero]);
    let mess = w.form(&[w.star], &[w.zero, alpha]);
    assert_eq!(d.simplest(w.form(&[w.zero, mess], &[w.star])), stone);
    assert_eq!(e.simplest(w.form(&[w.minus], &[w.star])), w.form(&[], &[w.star]));

    let minus2 = w.forms.integer(-2).unwrap();
    let m5 = w.forms.waiting_game(5).unwrap();
    let h = w.form(&[w.zero, w.form(&[w.zero, w.minus], &[m5])], &[minus2, w.zero]);
    assert_eq!(e.simplest(h), w.left_stone(&[w.zero], &[minus2, w.zero]));
    let m3 = w.forms.waiting_game(3).unwrap();
    let canonical = Engine::new(w.forms.clone(), Arc::new(DeadEnding)).canonical(h).unwrap();
    assert_eq!(canonical, w.form(&[w.zero, w.form(&[], &[m3])], &[minus2, w.zero]));
}

#[test]
fn a_universe_with_no_canonical_choice() {
    let w = World::new();
    let end = |integers: &[i64]| {
        let options: Vec<Form> = integers.iter().map(|&n| w.forms.integer(n).unwrap()).collect();
        w.form(&[], &options)
    };
    let (a, b) = (end(&[0, -1, -4, -5]), end(&[0, -2, -3, -5]));
    let generators = FiniteGenerators::new(&w.forms, &[a, b], "A,B").unwrap();
    let u = Engine::new(w.forms.clone(), Arc::new(Generated::new(&w.forms, generators)));
    let option = |x: Form| w.form(&[w.zero, w.minus], &[x]);
    let minus5 = w.forms.integer(-5).unwrap();
    let g = w.form(&[w.zero, option(a), option(b)], &[w.zero, minus5]);
    assert_eq!(u.simplest(g).unwrap(), w.left_stone(&[w.zero], &[w.zero, minus5]));
}

/// [dicots] Definition 3.3 on all 10 dicots of day 2 and on {*|*2}; and that the
/// canonical form, where defined, has the value of the form and is unique in its class.
#[test]
fn canonical_forms_stay_inside_the_universe() {
    let w = World::new();
    let d = Engine::new(w.forms.clone(), Arc::new(Dicots));
    let e = Engine::new(w.forms.clone(), Arc::new(DeadEnding));
    let star2 = w.forms.nimber(2).unwrap();
    let g = w.form(&[w.star], &[star2]);
    assert_eq!(d.canonical(g).unwrap(), g);
    assert_eq!(d.simplest(g).unwrap(), w.form(&[], &[star2]));
    assert_eq!(d.canonical(w.form(&[w.star], &[w.star])).unwrap(), w.zero);
    assert!(d.canonical(w.one).is_err());
    let mut distinct = HashSet::new();
    for &g in &w.forms.born_by(2).unwrap() {
        if w.forms.is_dicot(g) {
            let canonical = d.canonical(g).unwrap();
            assert!(w.forms.is_dicot(canonical));
            assert_eq!(d.relation(g, canonical).unwrap(), Relation::Equal);
        }
        if w.forms.is_dead_ending(g) {
            let canonical = e.canonical(g).unwrap();
            assert!(w.forms.is_dead_ending(canonical));
            assert_eq!(e.relation(g, canonical).unwrap(), Relation::Equal);
            distinct.insert(canonical);
        } else {
            assert!(e.canonical(g).is_err());
        }
    }
    assert_eq!(distinct.len(), 196);
    // [day-2] Corollary 7 (iii): * becomes 1̄ beside 0.
    let g = w.form(&[w.zero, w.star], &[w.one]);
    assert_eq!(e.canonical(g).unwrap(), w.form(&[w.zero, w.minus], &[w.one]));
}

/// [blocking] Theorem 3.17, Definition 3.3, Lemma 3.13 and the game before
/// Definition 3.9.
#[test]
fn the_ends_of_the_blocking_universe() {
    let w = World::new();
    let b = Engine::new(w.forms.clone(), Arc::new(Blocking));
    let mut s = w.right_stone(&[], &[w.zero, w.minus]);
    assert_eq!(b.simplest(Family::S.member(&w.forms, 2).unwrap()).unwrap(), s);
    s = w.right_stone(&[], &[s]);
    assert_eq!(b.simplest(Family::S.member(&w.forms, 3).unwrap()).unwrap(), s);
    let mut last = b.simplest(Family::B.member(&w.forms, 1).unwrap()).unwrap();
    for n in 2..=6 {
        last = w.right_stone(&[], &[last]);
        assert_eq!(b.simplest(Family::B.member(&w.forms, n).unwrap()).unwrap(), last);
    }
    let minus2 = w.forms.integer(-2).unwrap();
    let inner = w.form(&[w.star, w.form(&[minus2], &[])], &[w.minus]);
    let g = w.form(&[inner], &[]);
    let mut play = Play::default();
    for n in 0..12 {
        let end = Family::B.member(&w.forms, n).unwrap();
        assert!(play.wins_first(&w.forms, g, end, Player::Left));
    }
    assert!(!b.is_strong(g, Player::Left).unwrap());
}

/// [universe] Theorem 4.9 and the list before it, which omits 0: without 0, 32 forms of
/// rank at most 2 would be called strong.
#[test]
fn a_test_set_needs_zero() {
    let w = World::new();
    let u = Name::Domineering.generated(&w.forms);
    let engine = w.engine(Name::Domineering);
    let mut play = Play::default();
    let mut wrong = 0;
    for &g in &w.forms.born_by(2).unwrap() {
        let rank = w.forms.rank(g);
        let ends: Vec<Form> =
            u.test_set(rank).unwrap().iter().map(|t| w.forms.import(u.end_store(), t.end).unwrap()).collect();
        let mut wins = |e: &Form| play.wins_first(&w.forms, g, *e, Player::Left);
        let with = ends.iter().all(&mut wins);
        let without = ends.iter().filter(|&&e| e != w.zero).all(&mut wins);
        assert_eq!(with, engine.is_strong(g, Player::Left));
        wrong += usize::from(with != without);
    }
    assert_eq!(wrong, 32);
}

/// Counterexamples outside the universe and between universes.
#[test]
fn simplest_forms_of_outsiders_do_not_add_up() {
    let w = World::new();
    let e = w.engine(Name::E);
    let g = w.form(&[], &[w.zero, w.one]);
    let h = w.form(&[w.zero, w.star], &[]);
    assert_eq!(e.simplest(g), w.right_stone(&[], &[w.zero]));
    assert_eq!(e.simplest(h), w.left_stone(&[w.zero], &[]));
    let literal = w.forms.sum(g, h).unwrap();
    let simplified = w.forms.sum(e.simplest(g), e.simplest(h)).unwrap();
    assert_ne!(e.simplest(literal), e.simplest(simplified));

    let g = w.form(&[w.zero], &[w.zero, w.minus]);
    let integers = w.engine(Name::Integers);
    assert!(integers.is_invertible(g) && !e.is_invertible(g));
    assert!(!w.forms.is_p_free(integers.simplest(g)));
    let sum = w.forms.sum(g, w.forms.conjugate(g).unwrap()).unwrap();
    assert_eq!(integers.relation(sum, w.zero), Relation::Equal);
    let ten = w.form(&[], &[w.minus, w.zero]);
    let plus = w.forms.sum(sum, ten).unwrap();
    assert_ne!(integers.relation(plus, ten), Relation::Equal, "1̄0 is not in D(1̄)");

    let g = w.form(&[w.minus, w.star], &[w.one]);
    assert_eq!(e.simplest(g), w.zero);
    assert!(e.is_invertible(g) && !w.forms.is_p_free(g));
}

/// [universe] section 7: o(1) = 𝓡 and o({·|*} + 1) = 𝓟.
#[test]
fn a_blocked_end_that_is_zero_only_in_a_small_universe() {
    let w = World::new();
    let g = w.form(&[], &[w.star]);
    assert_eq!(w.forms.outcome(w.one), Outcome::R);
    assert_eq!(w.forms.outcome(w.forms.sum(g, w.one).unwrap()), Outcome::P);
    assert!(!w.forms.is_dead_ending(g) && w.forms.is_blocking(g));
}

/// Dead ends have the same order in every universe ([universe] Theorem 3.2), given by
/// Theorem 3.1; and an option is compared with its siblings.
#[test]
fn dead_ends_have_one_order() {
    let w = World::new();
    let tree = Family::K.member(&w.forms, 4).unwrap();
    let ends: Vec<Form> = w.forms.options(tree, Player::Right).to_vec();
    assert_eq!(ends.len(), 10);
    let more = w.forms.options(Family::K.member(&w.forms, 5).unwrap(), Player::Right).to_vec();
    let engines: Vec<_> = Name::ALL.iter().map(|&n| w.engine(n)).collect();
    fn ge(forms: &Forms, g: Form, h: Form) -> bool {
        let right = |f| forms.options(f, Player::Right);
        right(g).iter().all(|&a| right(h).iter().any(|&b| ge(forms, a, b)))
            && (g != Form::ZERO || h == Form::ZERO)
    }
    for &g in ends.iter().chain(&more) {
        for &h in ends.iter().chain(&more) {
            let expected = ge(&w.forms, g, h);
            assert!(engines.iter().all(|e| e.ge(g, h) == expected));
        }
        assert!(engines.iter().all(|e| e.simplest(g) == g));
    }
    let inner = w.form(&[], &[w.zero, w.minus]);
    let g = w.form(&[], &[w.minus, inner]);
    for e in &engines {
        assert_eq!(e.simplest(g), w.form(&[], &[inner]));
    }
}

/// [universe] Theorem 4.6 and Figure 3.
#[test]
fn universes_are_told_apart_by_a_dicot() {
    let w = World::new();
    let (integers, domineering) = (Name::Integers.generated(&w.forms), Name::Domineering.generated(&w.forms));
    // Dead ends are taken up to equality.
    let inside = |a: &Generated<FiniteGenerators>, b: &Generated<FiniteGenerators>| {
        let ends = a.generators().up_to(b.end_store(), 0).unwrap();
        b.end_store().followers_of_all(&ends).into_iter().all(|end| b.is_sum_of_parts(end).unwrap())
    };
    assert!(inside(&integers, &domineering) && !inside(&domineering, &integers));
    let telling = integers.telling_dicot(&w.forms, &domineering).unwrap().unwrap();
    assert!(w.forms.is_dicot(telling.dicot));
    assert!(telling.at_least_zero_modulo_first);
    assert!(w.engine(Name::Integers).ge(telling.dicot, w.zero));
    assert!(!w.engine(Name::Domineering).ge(telling.dicot, w.zero));
    // {·|W3,{·|0,2̄}} equals {·|W3}, but its option {·|0,2̄} equals nothing there.
    let w3 = w.forms.waiting_game(3).unwrap();
    let minus2 = w.forms.integer(-2).unwrap();
    let dominated = w.form(&[], &[w.zero, minus2]);
    let of = |end: Form| Generated::new(&w.forms, FiniteGenerators::new(&w.forms, &[end], "").unwrap());
    let (large, small) = (of(w.form(&[], &[w3, dominated])), of(w.form(&[], &[w3])));
    assert!(!inside(&large, &small) && inside(&small, &large));
    assert_eq!(large.telling_dicot(&w.forms, &small), Ok(None));

    let again = Name::Integers.generated(&w.forms);
    assert!(inside(&integers, &again) && inside(&again, &integers));
    assert_eq!(integers.telling_dicot(&w.forms, &again), Ok(None));
}

/// Birthdays modulo a universe are the least rank of a game of the universe with the
/// value, found by looking at all games.
#[test]
fn birthdays_are_least_ranks() {
    let w = World::new();
    let all = w.forms.born_by(2).unwrap();
    let (d, e) =
        (Engine::new(w.forms.clone(), Arc::new(Dicots)), Engine::new(w.forms.clone(), Arc::new(DeadEnding)));
    let m = Engine::new(w.forms.clone(), Arc::new(AllGames));
    for &g in &all {
        let least = |value: &dyn Fn(Form) -> Form, member: &dyn Fn(Form) -> bool| {
            let same = all.iter().filter(|&&h| member(h) && value(h) == value(g));
            same.map(|&h| w.forms.rank(h)).min()
        };
        assert_eq!(m.birthday(g).unwrap(), Some(w.forms.rank(g)));
        if w.forms.is_dicot(g) {
            let expected = least(&|h| d.simplest(h).unwrap(), &|h| w.forms.is_dicot(h));
            assert_eq!(d.birthday(g).unwrap(), expected);
        }
        if w.forms.is_dead_ending(g) {
            let expected = least(&|h| e.simplest(h).unwrap(), &|h| w.forms.is_dead_ending(h));
            assert_eq!(e.birthday(g).unwrap(), expected);
        }
    }
}

/// [dicots] Table 3: impartial games modulo I, by day.
#[test]
fn impartial_games_by_day() {
    let w = World::new();
    let engine = Impartial::new(w.forms.clone());
    let mut born = vec![w.zero];
    let mut counts = vec![1];
    for _ in 0..4 {
        let sets = (0u64..1 << born.len())
            .map(|mask| (0..born.len()).filter(|i| mask >> i & 1 == 1).map(|i| born[i]).collect::<Vec<_>>());
        let mut next = HashSet::new();
        for options in sets {
            let g = w.form(&options, &options);
            next.insert(engine.canonical(g).unwrap().unwrap());
        }
        born = next.into_iter().collect();
        counts.push(born.len());
    }
    assert_eq!(counts, [1, 2, 3, 5, 22]);
    assert_eq!(engine.canonical(w.one), Ok(None));
}

/// [nim] Theorem 4 on a few heaps: modulo M, Nim positions are equal only when
/// they are the same heaps.
#[test]
fn nim_positions_are_distinct_modulo_all_games() {
    let w = World::new();
    let m = w.engine(Name::M);
    let heaps: Vec<Form> = (1..=3).map(|n| w.forms.nimber(n).unwrap()).collect();
    let mut positions = vec![w.zero];
    for _ in 0..3 {
        let mut more = positions.clone();
        for &p in &positions {
            more.extend(heaps.iter().map(|&h| w.forms.sum(p, h).unwrap()));
        }
        positions = more.into_iter().collect::<HashSet<_>>().into_iter().collect();
    }
    assert_eq!(positions.len(), 20);
    assert_eq!(classes(&m, positions), 20);
}

/// All 16 pairs of a normal and a misère outcome occur among dicots, and all 64
/// triples of outcomes of two dicots and their sum.
#[test]
fn outcomes_of_dicots_are_unconstrained() {
    let w = World::new();
    let day2: Vec<Form> = w.forms.born_by(2).unwrap().into_iter().filter(|&g| w.forms.is_dicot(g)).collect();
    let mut dicots = day2.clone();
    for mask in 1u32..1 << 10 {
        let set: Vec<Form> = (0..10).filter(|i| mask >> i & 1 == 1).map(|i| day2[i]).collect();
        if set.len() <= 2 {
            for &other in &day2 {
                dicots.push(w.form(&set, &[other]));
                dicots.push(w.form(&[other], &set));
            }
        }
    }
    let pairs: HashSet<_> =
        dicots.iter().map(|&g| (w.forms.normal_outcome(g).unwrap(), w.forms.outcome(g))).collect();
    assert_eq!(pairs.len(), 16);
    let mut play = Play::default();
    let mut triples = HashSet::new();
    'search: for &g in &dicots {
        for &h in dicots.iter().step_by(3) {
            triples.insert((w.forms.outcome(g), w.forms.outcome(h), play.outcome(&w.forms, g, h)));
            if triples.len() == 64 {
                break 'search;
            }
        }
    }
    assert_eq!(triples.len(), 64);
}
