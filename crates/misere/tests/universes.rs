//! Universes themselves: their ends, how two relate, and the survey of small ones.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashSet;

use misere::core::{EndKind, Form, Forms};
use misere::{Error, Game, Inclusion, Modulus, OrderOfTwo, Player, Relation, TestOf, Values, Workspace};

/// Universes of all kinds.
const SOME: [&str; 14] = [
    "D",
    "D(-1)",
    "D([-1 0])",
    "D({|*})",
    "D({|1})",
    "D({|*},{|1})",
    "D({|0,*})",
    "D({|0,1})",
    "D({|{1|0}})",
    "D([-n 0] for n even)",
    "ends(-1 | 1)",
    "E",
    "B",
    "M",
];

fn games(work: &Workspace, texts: &[&str]) -> Vec<Game> {
    texts.iter().map(|text| work.game(text).unwrap()).collect()
}

#[test]
fn a_universe_says_its_ends() {
    let work = Workspace::new();
    let about = |name: &str| work.modulo(name).unwrap().about_universe().unwrap();
    let both = about("D({|*},{|1},-2)");
    assert_eq!((both.kind, both.is_parental), (EndKind::Blocked, true));
    let ends = both.generated.unwrap();
    assert_eq!(ends.minimal, games(&work, &["{|1}", "{|*}"]));
    assert_eq!(ends.neutral, ends.minimal);
    assert_eq!(ends.undominated, games(&work, &["-1"]));
    assert_eq!(ends.terminable, games(&work, &["-1"]));
    let names = |list: &[Modulus]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(&both.lies_in), ["B", "M"]);
    assert_eq!(names(&both.contains), ["D", "D(-1)"]);
    // 2·{·|0,*} is tested, not a form of its own.
    let tests = about("D({|0,*})").tests;
    assert_eq!(tests[2].of, TestOf::LeftMoves(3));
    let sums: Vec<String> =
        tests[2].ends.iter().map(|sum| sum.write(misere::Style::Ascii).unwrap()).collect();
    assert_eq!(sums, ["0", "{|0,*}", "2.{|0,*}"]);
    for text in sums {
        work.game(&text).unwrap();
    }
    // The Left dead ends by birthday: [universe] section 3.
    assert_eq!(about("E").left_ends, [1, 1, 2, 6, 42]);
    assert_eq!(about("D([-n 0] for n even)").left_ends, [1, 1, 1, 2, 2]);
    assert!(!about("ends(-1 | 1)").is_parental);
    for name in ["N", "I"] {
        assert!(matches!(work.modulo(name).unwrap().about_universe(), Err(Error::Unsupported { .. })));
    }
}

/// The numbers of Left ends by birthday against all sums of the ends, compared one by one.
#[test]
fn left_ends_are_counted_up_to_equality() {
    let work = Workspace::new();
    let m = work.modulo("M").unwrap();
    for (name, parts) in [("D({|*},{|1})", &["{|*}", "{|1}", "-1"][..]), ("D([-1 0])", &["[-1 0]", "-1"])] {
        let counted = work.modulo(name).unwrap().about_universe().unwrap().left_ends;
        let parts = games(&work, parts);
        let mut ends = vec![work.game("0").unwrap()];
        let mut all: Vec<(Game, u32)> = vec![(ends[0].clone(), 0)];
        for _ in 0..4 {
            let mut next = Vec::new();
            for end in &ends {
                for part in &parts {
                    let sum = (end + part).unwrap();
                    let rank = work.forms().rank(sum.form());
                    if rank <= 4 {
                        let equal = all
                            .iter_mut()
                            .find(|(other, _)| m.compare(&sum, other).unwrap() == Relation::Equal);
                        match equal {
                            Some((_, least)) => *least = rank.min(*least),
                            None => all.push((sum.clone(), rank)),
                        }
                        next.push(sum);
                    }
                }
            }
            ends = next;
        }
        let by_rank = |n: u32| all.iter().filter(|(_, rank)| *rank == n).count() as u64;
        assert_eq!(counted, (0..=4).map(by_rank).collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn relations_are_the_same_from_both_sides_and_tellings_tell() {
    let work = Workspace::new();
    let universes: Vec<Modulus> = SOME.iter().map(|name| work.modulo(name).unwrap()).collect();
    let mut different = 0;
    for (i, a) in universes.iter().enumerate() {
        for b in &universes[..=i] {
            let (kin, back) = (a.relate(b).unwrap(), b.relate(a).unwrap());
            assert_eq!((&kin.inside, &kin.contains), (&back.contains, &back.inside), "{a} {b}");
            match (&kin.order, &back.order) {
                (OrderOfTwo::Same, OrderOfTwo::Same) => {}
                (OrderOfTwo::Undistinguished(one), OrderOfTwo::Undistinguished(other)) => {
                    assert_eq!(one.undecided, other.undecided, "{a} {b}");
                }
                (OrderOfTwo::Different(telling), OrderOfTwo::Different(_)) => {
                    let holds = |modulus: &Modulus| {
                        let relation = modulus.compare(&telling.greater, &telling.lesser).unwrap();
                        matches!(relation, Relation::Equal | Relation::Greater)
                    };
                    assert_eq!(
                        [holds(a), holds(b)],
                        [telling.modulo_first, !telling.modulo_first],
                        "{a} {b}"
                    );
                    let weak = if telling.modulo_first { b } else { a };
                    let end = telling.end.as_ref().unwrap();
                    assert!(weak.contains(end).unwrap(), "{end} in {weak}");
                    different += 1;
                }
                (one, other) => panic!("{a} {b}: {one:?}, {other:?}"),
            }
        }
    }
    // Same order, apart from each with itself: D and D({·|*}); D(-1), D({·|1}) and D({·|*},{·|1}).
    let pairs = universes.len() * (universes.len() - 1) / 2;
    assert_eq!(different, pairs - 4);
}

/// Games that tell two orders apart are played out: the winner of a sum with the end changes.
#[test]
fn the_end_of_a_telling_changes_the_winner() {
    let work = Workspace::new();
    for (a, b) in [("D(-1)", "D([-1 0])"), ("D({|0,*})", "D(-1)"), ("B", "D({|{1|0}})"), ("M", "B")] {
        let kin = work.modulo(a).unwrap().relate(&work.modulo(b).unwrap()).unwrap();
        let OrderOfTwo::Different(telling) = kin.order else { panic!("{a} {b}") };
        let end = telling.end.unwrap();
        let [greater, lesser] = [&telling.greater, &telling.lesser].map(|game| (game + &end).unwrap().form());
        // Left moves first and has no move in the end: H + X is won at once, G + X is lost.
        assert!(work.forms().wins_first(lesser, Player::Left), "{a} {b}");
        assert!(!work.forms().wins_first(greater, Player::Left), "{a} {b}");
    }
}

#[test]
fn inclusions_hold_for_ends_and_their_sums() {
    let work = Workspace::new();
    let of = |name: &str| work.modulo(name).unwrap();
    for (a, b, inside) in [
        ("D", "D({|*})", true),
        ("D(-1)", "D({|1})", true),
        ("D({|1})", "D({|*},{|1})", true),
        ("D(-2,-3)", "D(-1)", true),
        ("D({|1})", "D(-1)", false),
        ("D({|{1|0}})", "B", false),
        ("D({|0,1})", "B", true),
        ("D({|0,1})", "E", false),
        ("E", "D([-1 0])", false),
        ("M", "B", false),
        ("B", "M", true),
        ("ends(-1 | 1)", "D(-1)", true),
        ("D(-1)", "ends(-1 | 1)", false),
        ("D", "ends(-1 | 1)", true),
    ] {
        match of(a).inclusion(&of(b)).unwrap() {
            Inclusion::Proved => assert!(inside, "{a} {b}"),
            Inclusion::Refuted(end) => {
                assert!(!inside, "{a} {b}");
                assert!(of(a).contains(&end).unwrap() && !of(b).contains(&end).unwrap(), "{a} {b} {end}");
            }
            Inclusion::Tested { .. } => panic!("{a} {b}"),
        }
    }
    // Infinitely many ends on both sides: nothing is proved where nothing is missing.
    let (all, even) = (of("D([-n 0] for n)"), of("D([-n 0] for n even)"));
    assert!(matches!(even.inclusion(&all), Ok(Inclusion::Tested { ends: 7.., birthday: 4 })));
    assert!(matches!(all.inclusion(&even), Ok(Inclusion::Refuted(_))));
}

/// Whether Left, moving first, wins g beside all sums of at most `most` of the ends.
fn wins_beside_sums(forms: &Forms, g: Form, ends: &[Form], most: usize) -> bool {
    let wins = forms.is_end(g, Player::Left) || forms.wins_first(g, Player::Left);
    let longer = |at: usize| {
        let sum = forms.sum(g, ends[at]).unwrap();
        wins_beside_sums(forms, sum, &ends[at..], most - 1)
    };
    wins && (most == 0 || (0..ends.len()).all(longer))
}

/// [universe] Propositions 7.2 to 7.4, and what they leave open: D({·|*},{·|1}) has the order
/// of D(1̄), and {·|*}, which is not 0 there, equals the game {1̄|*} of D(1̄).
#[test]
fn two_neutral_ends_beside_the_integers_add_nothing() {
    let work = Workspace::new();
    let of = |name: &str| work.modulo(name).unwrap();
    let (both, integers) = (of("D({|*},{|1})"), of("D(-1)"));
    let kin = both.relate(&integers).unwrap();
    assert_eq!(kin.order, OrderOfTwo::Same);
    assert_eq!(kin.values, Some([Values::AllThere, Values::AllThere]));
    assert_eq!(kin.contains, Inclusion::Proved);
    let [g, zero, k] = ["{|*}", "0", "{-1|*}"].map(|text| work.game(text).unwrap());
    for modulus in [&both, &integers] {
        assert_eq!(modulus.compare(&g, &zero).unwrap(), Relation::Greater);
        assert_eq!(modulus.compare(&g, &k).unwrap(), Relation::Equal);
    }
    // By play: strength against sums of all ends, and against integers alone.
    let forms = work.forms();
    let ends = ["{|*}", "{|1}", "-1"].map(|text| work.game(text).unwrap().form());
    for form in forms.born_by(2).unwrap() {
        let [beside_all, beside_integers] =
            [&ends[..], &ends[2..]].map(|ends| wins_beside_sums(forms, form, ends, 4));
        assert_eq!(beside_all, beside_integers);
    }
    // By play: the two games have the same outcome beside the games of rank at most 2 of the
    // universe, and beside those with an end or two more.
    let mut looked_at = 0;
    for x in forms.born_by(2).unwrap() {
        if both.engine().unwrap().contains(x).unwrap() {
            for end in ends.iter().chain(&[Form::ZERO]) {
                for other in [*end, forms.conjugate(*end).unwrap()] {
                    let beside = forms.sum(x, other).unwrap();
                    let [one, two] = [&g, &k].map(|h| forms.outcome(forms.sum(h.form(), beside).unwrap()));
                    assert_eq!(one, two);
                    looked_at += 1;
                }
            }
        }
    }
    assert!(looked_at > 300, "{looked_at}");
}

#[test]
fn meets_and_joins() {
    let work = Workspace::new();
    let of = |name: &str| work.modulo(name).unwrap();
    let bounds = |a: &str, b: &str| {
        let kin = of(a).relate(&of(b)).unwrap();
        let text = |bound: Option<misere::Bound>| {
            bound.map_or("-".to_owned(), |bound| bound.universe.id().to_string())
        };
        [text(kin.meet), text(kin.join)]
    };
    assert_eq!(bounds("D({|*})", "D(-1)"), ["D", "D(-1,{|*})"]);
    assert_eq!(bounds("D({|1})", "D([-1 0])"), ["D(-1)", "D({|1},{|0,-1})"]);
    assert_eq!(bounds("D({|0,1})", "E"), ["D(-1)", "-"]);
    assert_eq!(bounds("D({|{1|0}})", "B"), ["D(-1)", "-"]);
    assert_eq!(bounds("E", "B"), ["E", "B"]);
    assert_eq!(bounds("D({|-2,0})", "D({|-3,0})"), ["D(-1)", "D({|0,-2},{|0,-3})"]);
}

#[test]
fn domineering_needs_the_universe_of_the_paper() {
    let work = Workspace::new();
    let domineering = work.ruleset("domineering").unwrap();
    let boards: Vec<String> = (1..=3).flat_map(|r| (1..=5).map(move |c| format!("{r}x{c}"))).collect();
    let found = work.occurring_ends(domineering, &boards).unwrap();
    assert_eq!(found.ends, games(&work, &["-1", "-2", "[-1 0]"]));
    assert_eq!(found.generators, games(&work, &["[-1 0]"]));
    assert_eq!(found.universe, work.modulo("D([-1 0])").unwrap());
    assert_eq!(found.home, found.universe);
    // Every position is a game of the universe that was found.
    for board in ["2x3", "3x3", "2x5"] {
        let game = work.game(&format!("domineering({board})")).unwrap();
        assert!(found.universe.contains(&game).unwrap());
    }
    let clobber = work.occurring_ends(work.ruleset("clobber").unwrap(), &["3x3".to_owned()]).unwrap();
    assert_eq!((clobber.ends.len(), clobber.universe), (0, work.modulo("D").unwrap()));
}

#[test]
fn a_lattice_has_the_orders_of_its_universes() {
    let work = Workspace::new();
    let names = ["D", "D({|*})", "D(-1)", "D(-2)", "D({|1})", "D({|*},{|1})", "D([-1 0])", "E", "B", "M"];
    let universes = names.map(|name| work.modulo(name).unwrap());
    let lattice = work.universe_lattice(&universes).unwrap();
    // D(-2) is D(-1).
    assert_eq!(lattice.members.len(), 9);
    assert!(lattice.tested_inclusions.is_empty() && lattice.undistinguished.is_empty());
    assert_eq!(lattice.orders, [vec![0, 1], vec![2, 3, 4], vec![5], vec![6], vec![7], vec![8]]);
    let covers = lattice.inclusions.order().covers();
    for (upper, lower) in [(2, 0), (3, 2), (4, 3), (4, 1), (5, 2), (6, 5), (7, 6), (7, 4), (8, 7)] {
        assert!(covers.contains(&(upper, lower)), "{upper} {lower}: {covers:?}");
    }
}

#[test]
fn the_survey_of_day_one_has_two_universes() {
    let work = Workspace::new();
    let survey = work.survey_of_universes(1).unwrap();
    assert_eq!((survey.sets, survey.universes, survey.closures.len()), (2, 2, 2));
    let classes: Vec<usize> = survey.small_orders.iter().map(|order| order.classes).collect();
    // The classes of all forms of rank at most 2 modulo D, and modulo D(1̄).
    let count = |name: &str| {
        let census = work.modulo(name).unwrap().census(2, Some(&work.modulo("M").unwrap())).unwrap();
        census.classes.len()
    };
    assert_eq!(classes, [count("D"), count("D(-1)")]);
    assert_eq!((survey.types.len(), survey.types_of_rank_3, survey.sampled_types), (2, 2, 2));
    assert!(matches!(work.survey_of_universes(3), Err(Error::Exhausted(_))));
}

/// The survey of docs/universes-survey.md.
#[test]
fn the_survey_of_day_two_keeps_what_is_proved_and_what_is_sampled_apart() {
    let work = Workspace::new();
    let survey = work.survey_of_universes(2).unwrap();
    assert_eq!((survey.ends.len(), survey.sets), (15, 32_768));
    // With 1̄ and so 2̄ any of the other 13 ends; without, {·|*} or {·|0,*} or both or none.
    assert_eq!(survey.universes, (1 << 13) + 4);
    assert_eq!(survey.closures.iter().map(|closure| closure.universes).sum::<u64>(), survey.universes);
    let orders: Vec<(usize, u64)> =
        survey.small_orders.iter().map(|order| (order.classes, order.universes)).collect();
    assert_eq!(orders, [(193, 2), (204, 128), (220, 8_066)]);
    let count = |modulus: &Modulus| {
        let engine = modulus.engine().unwrap();
        let forms = work.forms().born_by(2).unwrap();
        forms.into_iter().map(|form| engine.simplest(form).unwrap()).collect::<HashSet<Form>>().len()
    };
    for order in &survey.small_orders {
        for &closure in order.closures.iter().step_by(20) {
            assert_eq!(count(&survey.largest(closure).unwrap()), order.classes);
        }
    }
    // More forms tell more, and never more than is proved to differ at most.
    let types = survey.types.len();
    assert!(survey.small_orders.len() <= survey.types_of_rank_3);
    assert!(survey.types_of_rank_3 <= types && survey.sampled_types <= types);
    assert!(types <= survey.closures.len());
    let inside: usize = survey.types.iter().map(|of| of.closures.len()).sum();
    assert_eq!(inside, survey.closures.len());
    let hasse = survey.hasse().unwrap();
    assert_eq!(hasse.order().len(), types);
    // D is at the bottom, and the universe with all the ends at the top.
    assert_eq!((hasse.order().minimal().len(), hasse.order().maximal().len()), (1, 1));
}

/// Strength of the forms of rank at most 2 modulo universes of the survey, by playing sums out:
/// universes of one small order have the same strong forms, those of different ones have not.
#[test]
fn the_small_orders_of_the_survey_are_those_of_play() {
    let work = Workspace::new();
    let forms = work.forms();
    let ends = |list: &[&str]| games(&work, list).iter().map(Game::form).collect::<Vec<_>>();
    let strong = |list: &[&str]| -> Vec<bool> {
        let ends = ends(list);
        forms.born_by(2).unwrap().into_iter().map(|g| wins_beside_sums(forms, g, &ends, 4)).collect()
    };
    let [dicots, integers, wide] = [&[][..], &["-1"], &["{|0,1}", "-1"]].map(strong);
    assert!(dicots != integers && integers != wide && dicots != wide);
    assert_eq!(strong(&["{|*}"]), dicots);
    for same in
        [&["[-1 0]", "-1"][..], &["{|1,-1}", "-1"], &["{|-1,*}", "-1"], &["{|1,-1,*}", "[-1 0]", "-1"]]
    {
        assert_eq!(strong(same), integers, "{same:?}");
    }
    for same in [&["{|0,*}"][..], &["{|0,1,-1,*}", "-1"], &["{|0,-1,*}", "-1"]] {
        assert_eq!(strong(same), wide, "{same:?}");
    }
}

/// A census modulo universes with ends that are not dead: games of one class have the same
/// outcome beside all games of the universe of rank at most 2, and games of two classes are
/// told apart by a game of the universe.
#[test]
fn censuses_modulo_any_ends() {
    let work = Workspace::new();
    let forms = work.forms();
    for name in ["D({|*})", "D({|0,*})", "D({|*},{|1})"] {
        let modulus = work.modulo(name).unwrap();
        let census = modulus.census(2, None).unwrap();
        let universe = modulus.engine().unwrap().clone();
        let mut all = forms.born_by(2).unwrap();
        all.retain(|&g| universe.contains(g).unwrap());
        assert_eq!(all.len() as u64, census.games, "{name}");
        let outcomes =
            |g: Form| -> Vec<_> { all.iter().map(|&x| forms.outcome(forms.sum(g, x).unwrap())).collect() };
        for &g in &all {
            for &h in &all {
                let [value, other] = [g, h].map(|f| universe.simplest(f).unwrap());
                if value == other {
                    assert_eq!(outcomes(g), outcomes(h), "{name}");
                }
            }
        }
        for (at, class) in census.classes.iter().enumerate() {
            // A separator is looked for in a workspace of its own, which takes its time.
            for other in census.classes[..at].iter().rev().take(4) {
                let either = [(&class.game, &other.game), (&other.game, &class.game)];
                let separator = either.iter().find_map(|(g, h)| modulus.separator(g, h).unwrap());
                let separator = separator.expect("different classes");
                assert!(modulus.contains(&separator.game).unwrap());
                let [one, two] = [&class.game, &other.game].map(|g| (g + &separator.game).unwrap().outcome());
                assert_ne!(one, two, "{name}: {} {}", class.game, other.game);
            }
        }
    }
}
