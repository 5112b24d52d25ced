//! The classes born by the first days, against the papers and against definitions.
#![allow(clippy::unwrap_used, reason = "tests")]

mod worlds;

use std::collections::HashMap;
use std::sync::Arc;

use misere_census::classes::{Census, CensusError, Class, Games, TooManyGames, number_of_classes};
use misere_census::list::list;
use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, Engine, FiniteGenerators, Form, Forms, Generated, Impartial,
    NormalPlay, Outcome, Universe,
};
use misere_notation::{Notation, Style, parse_form};
use misere_twin::Play;

fn generated(forms: &Forms, end: &str) -> Generated<FiniteGenerators> {
    let end = parse_form(forms, end).unwrap();
    Generated::new(forms, FiniteGenerators::new(forms, &[end], "A").unwrap())
}

/// The census of a universe's own games.
fn own<U: Universe + 'static>(universe: impl Fn(&Forms) -> U, day: u32) -> (Engine, Census) {
    let forms = Arc::new(Forms::new());
    let modulo = Engine::new(forms.clone(), Arc::new(universe(&forms)));
    let games = Games::born_by(&forms, day, |g| modulo.contains(g)).unwrap();
    let census = Census::new(&modulo, &games, 1).unwrap();
    (modulo, census)
}

/// The numbers of trees, classes and invertible classes.
fn sizes<U: Universe + 'static>(universe: impl Fn(&Forms) -> U, day: u32) -> (u64, usize, u64) {
    let (_, census) = own(universe, day);
    (census.games, census.classes.len(), census.tally().invertible)
}

#[test]
fn classes_born_by_day_two() {
    // [universe] Figure 3, [blocking] section 4, [dicots] Table 3.
    assert_eq!(sizes(|_| DeadEnding, 2), (232, 196, 46));
    assert_eq!(sizes(|_| Blocking, 2), (256, 220, 52));
    assert_eq!(sizes(|_| AllGames, 2), (256, 256, 1));
    let (trees, classes, _) = sizes(|_| Dicots, 2);
    assert_eq!((trees, classes), (10, 9));
    let (trees, classes, _) = sizes(|forms| generated(forms, "[-1 0]"), 2);
    assert_eq!((trees, classes), (232, 196));
    let (trees, classes, _) = sizes(|forms| generated(forms, "-1"), 2);
    assert_eq!((trees, classes), (230, 194));
}

#[test]
fn classes_born_by_days_zero_and_one() {
    for (day, trees) in [(0, 1), (1, 4)] {
        assert_eq!(sizes(|_| AllGames, day).1, trees);
        assert_eq!(sizes(|_| DeadEnding, day).1, trees);
    }
    assert_eq!([0, 1].map(|day| sizes(|_| Dicots, day).1), [1, 2]);
}

#[test]
fn all_games_modulo_the_dicots() {
    for (day, classes) in [(0, 1), (1, 4), (2, 193)] {
        let forms = Arc::new(Forms::new());
        let games = Games::born_by(&forms, day, |_| Ok(true)).unwrap();
        let modulo = Engine::new(forms, Arc::new(Dicots));
        assert_eq!(Census::new(&modulo, &games, 1).unwrap().classes.len(), classes);
    }
}

#[test]
fn dicots_born_by_day_three() {
    let forms = Arc::new(Forms::new());
    let games = Games::dicots(&forms, 3).unwrap();
    assert_eq!(games.count(), 1_046_530);
    let modulo = Engine::new(forms.clone(), Arc::new(Dicots));
    let census = Census::new(&modulo, &games, 2).unwrap();
    let tally = census.tally();
    assert_eq!(tally.days, [1, 1, 7, 1259]);
    // [dicots] Theorems 4.3, 4.6 and 4.7.
    assert_eq!(tally.outcomes, [201, 802, 64, 201]);
    assert_eq!(census.classes.iter().map(|class| class.trees).sum::<u64>(), games.count());
    for class in &census.classes {
        assert!(forms.is_dicot(class.game));
        assert_eq!(modulo.simplest(class.game).unwrap(), class.form);
        let [here, there] = [class.form, census.classes[class.conjugate.unwrap()].form];
        assert_eq!(forms.conjugate(here).unwrap(), there);
    }
}

#[test]
fn dicots_born_by_day_three_modulo_all_games() {
    let forms = Arc::new(Forms::new());
    let games = Games::dicots(&forms, 3).unwrap();
    let census = Census::new(&Engine::new(forms, Arc::new(AllGames)), &games, 2).unwrap();
    assert_eq!(census.classes.len(), 7541);
    assert_eq!(census.tally().invertible, 1);
}

#[test]
fn impartial_games_among_themselves() {
    let forms = Arc::new(Forms::new());
    let impartial = Impartial::new(forms.clone());
    let sizes = [0, 1, 2, 3, 4].map(|day| {
        let games = Games::impartial(&forms, day).unwrap();
        let census = Census::impartial(&impartial, &forms, &games, 1).unwrap().unwrap();
        (census.games, census.classes.len())
    });
    assert_eq!(sizes, [(1, 1), (2, 2), (4, 3), (16, 5), (65536, 22)]);
    let games = Games::born_by(&forms, 1, |_| Ok(true)).unwrap();
    assert!(Census::impartial(&impartial, &forms, &games, 1).unwrap().is_none());
}

#[test]
fn normal_play_by_day_two_has_twenty_two_values() {
    let forms = Arc::new(Forms::new());
    let games = Games::born_by(&forms, 2, |_| Ok(true)).unwrap();
    let normal = Engine::new(forms, Arc::new(NormalPlay));
    let census = Census::new(&normal, &games, 1).unwrap();
    assert_eq!(census.tally().days, [1, 3, 18]);
    let order = census.order(&normal, 1).unwrap();
    let shown = |places: Vec<usize>| -> Vec<String> {
        let write = |p: usize| Notation::new(Style::Ascii).write(normal.forms(), census.classes[p].form);
        places.into_iter().map(|p| write(p).unwrap()).collect()
    };
    assert_eq!((shown(order.maximal()), shown(order.minimal())), (vec!["2".into()], vec!["-2".into()]));
}

/// [day-2]: of the 192 classes first met on day 2, 172 have one tree, and 20 have two
/// or three; 43 are invertible, 3 of them their own conjugates. Lemma 10.
#[test]
fn dead_ending_classes_of_day_two() {
    let (_, census) = own(|_| DeadEnding, 2);
    let day_two: Vec<(usize, &Class)> =
        census.classes.iter().enumerate().filter(|(_, c)| c.day == 2).collect();
    let count = |of: &dyn Fn(usize, &Class) -> bool| day_two.iter().filter(|(at, c)| of(*at, c)).count();
    assert_eq!(day_two.len(), 192);
    assert_eq!(count(&|_, c| c.trees == 1), 172);
    assert_eq!(count(&|_, c| (2..=3).contains(&c.trees)), 20);
    assert_eq!(count(&|_, c| c.invertible == Some(true)), 43);
    assert_eq!(count(&|at, c| c.invertible == Some(true) && c.conjugate == Some(at)), 3);
    assert_eq!(count(&|_, c| c.outcome == Outcome::P), 8);
}

/// A greater class does at least as well as a lesser one, whatever game born by day 2 is
/// added. Where a class is not greater, a game of the universe shows it: one born by day 2,
/// or else the separator that the engine makes.
fn check_order_by_playing<U: Universe + 'static>(universe: impl Fn(&Forms) -> U) {
    let (modulo, census) = own(universe, 2);
    let forms = modulo.forms();
    let order = census.order(&modulo, 2).unwrap();
    let mut play = Play::default();
    // Whether Left does with G + X as well as with H + X, whoever starts.
    let mut is_as_good = |g: Form, h: Form, x: Form| play.outcome(forms, g, x) >= play.outcome(forms, h, x);
    let is_member = |x: Form| modulo.contains(x).unwrap();
    let mut tests = forms.born_by(2).unwrap();
    tests.retain(|&x| is_member(x));
    for (g, above) in census.classes.iter().enumerate() {
        for (h, below) in census.classes.iter().enumerate() {
            let (better, worse) = (above.game, below.game);
            let is_refuted = tests.iter().any(|&x| !is_as_good(better, worse, x));
            assert!(!(order.ge(g, h) && is_refuted), "{g} {h}");
            if !order.ge(g, h) && !is_refuted {
                let x = modulo.separator(better, worse).unwrap().unwrap().game;
                assert!(is_member(x) && !is_as_good(better, worse, x), "{g} {h}");
            }
        }
    }
}

#[test]
fn order_modulo_e_by_playing_sums() {
    check_order_by_playing(|_| DeadEnding);
}

#[test]
fn order_modulo_d_by_playing_sums() {
    check_order_by_playing(|_| Dicots);
}

#[test]
fn order_modulo_b_by_playing_sums() {
    check_order_by_playing(|_| Blocking);
}

/// [dicots] Figure 4, with α = {*|0}, s = {0,*|0} and z = {0,*|*}.
#[test]
fn order_of_the_nine_dicots() {
    let (modulo, census) = own(|_| Dicots, 2);
    let order = census.order(&modulo, 1).unwrap();
    let place = |text: &str| {
        let form = modulo.simplest(parse_form(modulo.forms(), text).unwrap()).unwrap();
        census.classes.iter().position(|class| class.form == form).unwrap()
    };
    let names = [("α", "{*|0}"), ("ᾱ", "{0|*}"), ("s", "{0,*|0}"), ("s̄", "{0|0,*}")];
    let names = names.into_iter().chain([("z", "{0,*|*}"), ("z̄", "{*|0,*}"), ("0", "0"), ("*", "*")]);
    let places: HashMap<&str, usize> =
        names.chain([("*2", "*2")]).map(|(n, text)| (n, place(text))).collect();
    let mut expected: Vec<(usize, usize)> =
        ["0 z̄", "* s̄", "ᾱ s̄", "α z̄", "s *", "s α", "s *2", "z 0", "z ᾱ", "z *2", "*2 s̄", "*2 z̄"]
            .map(|pair| pair.split_once(' ').unwrap())
            .map(|(above, below)| (places[above], places[below]))
            .to_vec();
    expected.sort_unstable();
    assert_eq!(order.covers(), expected);
    assert_eq!(order.antichains(1000), Some(50));
    assert_eq!(order.antichains(49), None);
    let mut ends = [vec![places["s"], places["z"]], vec![places["s̄"], places["z̄"]]];
    ends.iter_mut().for_each(|list| list.sort_unstable());
    assert_eq!([order.maximal(), order.minimal()], ends);
    assert_eq!(order.longest_chain().len(), 3);
}

#[test]
fn covers_chains_and_antichains_of_196_classes() {
    let (modulo, census) = own(|_| DeadEnding, 2);
    let order = census.order(&modulo, 1).unwrap();
    let all = 0..order.len();
    let greater = |g: usize, h: usize| g != h && order.ge(g, h);
    let mut covers = Vec::new();
    let mut pairs = 0;
    for g in all.clone() {
        for h in all.clone().filter(|&h| greater(g, h)) {
            pairs += 1;
            if !all.clone().any(|between| greater(g, between) && greater(between, h)) {
                covers.push((g, h));
            }
        }
    }
    assert_eq!((order.covers(), order.pairs()), (covers, pairs));
    assert!(order.maximal().iter().all(|&g| all.clone().all(|h| !greater(h, g))));
    assert!(order.minimal().iter().all(|&g| all.clone().all(|h| !greater(g, h))));
    // Conjugation turns the order round.
    let conjugate = |g: usize| census.classes[g].conjugate.unwrap();
    assert!(all.clone().all(|g| all.clone().all(|h| order.ge(g, h) == order.ge(conjugate(h), conjugate(g)))));
    let chain = order.longest_chain();
    assert!(chain.windows(2).all(|two| greater(two[0], two[1])));
    let antichain = order.largest_antichain();
    assert!(antichain.iter().all(|&g| antichain.iter().all(|&h| !greater(g, h))));
    assert!(antichain.len() * chain.len() >= order.len());
}

#[test]
fn any_number_of_threads_gives_the_same_census() {
    let shown = |threads: usize| {
        let forms = Arc::new(Forms::new());
        let modulo = Engine::new(forms.clone(), Arc::new(Dicots));
        let census = Census::new(&modulo, &Games::dicots(&forms, 3).unwrap(), threads).unwrap();
        let covers = census.order(&modulo, threads).unwrap().covers();
        let write = |g: Form| Notation::new(Style::Ascii).write(&forms, g).unwrap();
        let classes: Vec<_> = census
            .classes
            .iter()
            .map(|c| (write(c.form), write(c.game), c.day, c.trees, c.strong, c.invertible, c.conjugate))
            .collect();
        (classes, covers)
    };
    let one = shown(1);
    assert!(shown(2) == one && shown(5) == one);
}

#[test]
fn the_smallest_game_of_a_class_is_in_it_and_nothing_smaller_is() {
    let (modulo, census) = own(|_| Blocking, 2);
    let forms = modulo.forms();
    for g in forms.born_by(2).unwrap() {
        let form = modulo.simplest(g).unwrap();
        let class = census.classes.iter().find(|class| class.form == form).unwrap();
        let size = |g: Form| (forms.rank(g), forms.tree_edges(g).unwrap());
        assert!(size(class.game) <= size(g));
    }
}

#[test]
fn too_many_games_are_refused() {
    let forms = Forms::new();
    let refused = |games: Result<Games, CensusError>| match games {
        Err(CensusError::TooMany(TooManyGames { last_day, more_than_two_to, .. })) => {
            (last_day, more_than_two_to)
        }
        _ => panic!("it should be refused"),
    };
    let dead_ending = |g: Form| Ok(forms.is_dead_ending(g));
    assert_eq!(refused(Games::born_by(&forms, 3, dead_ending)), (2, 463));
    assert_eq!(refused(Games::born_by(&forms, u32::MAX, |_| Ok(true))), (2, 511));
    assert_eq!(refused(Games::dicots(&forms, 4)), (3, 2_093_059));
    assert_eq!(refused(Games::impartial(&forms, 5)), (4, 65_535));
}

/// 1̄ is above its sibling {·|0,1̄}, and so is dominated for Right.
#[test]
fn dead_ends_are_compared_with_their_siblings() {
    fn simplest<U: Universe + 'static>(universe: U) -> String {
        let forms = Arc::new(Forms::new());
        let g = parse_form(&forms, "{|-1,{|0,-1}}").unwrap();
        let form = Engine::new(forms.clone(), Arc::new(universe)).simplest(g).unwrap();
        Notation::new(Style::Ascii).write(&forms, form).unwrap()
    }
    let expected = "{|{|0,-1}}";
    let all = [simplest(AllGames), simplest(Blocking), simplest(DeadEnding)];
    let forms = Forms::new();
    let generated = ["-1", "[-1 0]"].map(|end| simplest(generated(&forms, end)));
    assert!(all.iter().chain(&generated).all(|form| form == expected), "{all:?} {generated:?}");
}

/// A set that is not closed under sums has no inverses, and a census does not ask for them.
#[test]
fn sets_without_sums_have_a_census() {
    for name in ["ends -1 /", "ends {|*} /", "ends -1 / 1", "ends {|0,*} ; {|{0|-1}} / {*|}"] {
        let modulo = worlds::engine(name);
        let (forms, universe) = (modulo.forms(), modulo.universe().unwrap());
        for day in 0..3 {
            let games = Games::born_by(forms, day, |g| universe.contains_literally(forms, g)).unwrap();
            let census = Census::new(&modulo, &games, 1).unwrap();
            let listed = list(&modulo, universe, day, |_| Ok(())).unwrap();
            assert_eq!(census.classes.len() as u64, listed, "{name}, day {day}");
            assert_eq!(number_of_classes(&modulo, &games, 1).unwrap(), census.classes.len());
            let is_bare = |class: &Class| class.invertible.is_none() && class.conjugate.is_none();
            assert!(census.classes.iter().all(is_bare) && census.classes.iter().all(|c| c.strong.is_some()));
            census.order(&modulo, 1).unwrap();
        }
    }
}

/// The conjugates of the games may be outside of the universe of the census.
#[test]
fn a_conjugate_is_named_if_it_is_there() {
    for modulo in ["M", "D", "E"] {
        let modulo = worlds::engine(modulo);
        let forms = modulo.forms();
        let of = worlds::setting(forms, "ends -1 /");
        let of = of.universe().unwrap();
        let games = Games::born_by(forms, 2, |g| of.contains_literally(forms, g)).unwrap();
        let census = Census::new(&modulo, &games, 1).unwrap();
        let mut without = 0;
        for class in &census.classes {
            let conjugate = modulo.simplest(forms.conjugate(class.game).unwrap()).unwrap();
            let place = census.classes.iter().position(|other| other.form == conjugate);
            assert_eq!(class.conjugate, place);
            without += usize::from(place.is_none());
        }
        assert!(without > 0 && without < census.classes.len());
    }
}
