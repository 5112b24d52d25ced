//! The workspace: what it reads, refuses and gives back.

use misere::{Error, Game, Limits, Question, Relation, UniverseId, Workspace};

#[test]
fn the_examples_of_the_papers_read_and_write_as_there() {
    let work = Workspace::new();
    for (game, modulus, expected) in [
        ("{0,*|*}", "D", "{0,■|*}"),
        ("{0,{*||0,{*|0}}||*}", "D", "{0,■|*}"),
        ("{-1|*}", "E", "{·|*}"),
        ("{0,{0,-1|W5}||-2,0}", "E", "{0,■|0,-2}"),
        ("{|0,1}", "B", "{·|0,■}"),
        ("{0,{0,-1|[0 -1 -4 -5]},{0,-1|[0 -2 -3 -5]}||0,-5}", "D([0 -1 -4 -5],[0 -2 -3 -5])", "{0,■|0,-5}"),
        ("{-1|1}", "E", "0"),
        ("1+-1", "N", "0"),
    ] {
        let simplest = work.modulo(modulus).unwrap().simplest(&work.game(game).unwrap()).unwrap();
        assert_eq!(simplest.to_string(), expected, "{game} modulo {modulus}");
    }
}

#[test]
fn questions_without_an_answer_say_why() {
    let work = Workspace::new();
    let [star, one, stone] = ["*", "1", "{0,■|*}"].map(|game| work.game(game).unwrap());
    let of = |name: &str| work.modulo(name).unwrap();
    for (error, message) in [
        (of("I").simplest(&star).unwrap_err(), "no simplest form for I: ask for the canonical form"),
        (
            of("I").compare(&one, &star).unwrap_err(),
            "modulo I only impartial games are compared, in which both players always have the same \
             options: I has no order, and no equality of partizan games",
        ),
        (
            of("D").canonical(&work.game("{1|*}").unwrap()).unwrap_err(),
            "the form is not in D: its follower 1 is not",
        ),
        (
            of("N").simplest(&stone).unwrap_err(),
            "normal play is about ordinary forms; this one has tombstones",
        ),
        (
            of("N").strong(&star).unwrap_err(),
            "no strength for N: it needs a parental universe, such as E or D(-1)",
        ),
    ] {
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn which_culprit_is_named_does_not_depend_on_what_was_asked_before() {
    let refusal = |before: &[&str]| {
        let work = Workspace::new();
        before.iter().for_each(|game| drop(work.game(game).unwrap()));
        let g = work.game("{{|1,-1},{1,-1|}|{|0,1,*}}").unwrap();
        work.modulo("E").unwrap().canonical(&g).unwrap_err().to_string()
    };
    let culprits = ["{|1,-1}", "{1,-1|}", "{|0,1,*}"];
    let expected = "the form is not in E: its follower {·|1,-1} is not";
    for before in [&culprits[..1], &culprits[1..2], &culprits[2..], &[]] {
        assert_eq!(refusal(before), expected);
    }
}

#[test]
fn games_of_another_workspace_are_refused() {
    let (work, other) = (Workspace::new(), Workspace::new());
    let (g, h) = (work.game("{0|*}").unwrap(), other.game("{0|*}").unwrap());
    assert_ne!(g, h);
    let e = work.modulo("E").unwrap();
    assert_eq!(e.compare(&g, &h), Err(Error::Foreign));
    assert_eq!(e.simplest(&h), Err(Error::Foreign));
    // A handle that would be out of bounds here.
    let far = other.game("9 + *9").unwrap();
    assert_eq!(work.normal_play().unwrap().simplest(&far), Err(Error::Foreign));
    assert_eq!(work.normal_play().unwrap().separator(&g, &far), Err(Error::Foreign));
    assert_eq!(&g + &h, Err(Error::Foreign));
    assert_eq!(work.adopt(&h).unwrap(), g);
    assert_eq!(e.simplest(&work.clone().game("{0|*}").unwrap()), e.simplest(&g));
}

#[test]
fn commas_inside_of_brackets_do_not_separate() {
    let work = Workspace::new();
    let read = |text: &str| work.game_list(text).map(|games| games.iter().map(ToString::to_string).collect());
    let texts = |texts: &[&str]| Ok(texts.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert_eq!(read("0,{0,*|*}, nim(1,2)\n\n*2,\n"), texts(&["0", "{0,*|*}", "*{*,*2,*{*}}", "*2"]));
    assert_eq!(read(r"*{0,*2},\{0,* \mid \overline{1}\}"), texts(&["*{0,*2}", "{0,*|-1}"]));
    assert_eq!(read(""), texts(&[]));
    let column = |text: &str| match work.game_list(text) {
        Err(Error::Parse(error)) => error.column,
        other => panic!("{text:?} is read as {other:?}"),
    };
    // The game that is missing between the commas.
    assert_eq!(column("0,,1"), 3);
    assert_eq!(column("0, {0|"), 7);
}

#[test]
fn a_fresh_workspace_gives_the_memory_back() {
    let mut work = Workspace::new();
    let before = work.budget().spent().memory_bytes;
    for n in 1..20 {
        let e = work.modulo("E").unwrap();
        e.simplest(&work.game(&format!("*{n} + 20")).unwrap()).unwrap();
    }
    assert!(work.budget().spent().memory_bytes > before);
    work = work.fresh();
    assert_eq!(work.budget().spent().memory_bytes, before);
}

#[test]
fn a_workspace_can_be_made_where_the_budget_is_spent() {
    let limits = Limits { memory_bytes: 1 << 20, time: None };
    let work = Workspace::with_limits(limits);
    let full = work.game("40.{*3|-3}").unwrap_err();
    assert_eq!(full.code(), "limit");
    let fresh = work.fresh();
    drop(work);
    let e = fresh.modulo("E").unwrap();
    assert_eq!(e.simplest(&fresh.game("{-1|1}").unwrap()).unwrap().to_string(), "0");
}

#[test]
fn names_of_the_same_universe_are_one_modulus() {
    let work = Workspace::new();
    let ids: Vec<UniverseId> =
        ["D(-1,[-1 0])", "D([0 -1],1)"].iter().map(|name| work.modulo(name).unwrap().id()).collect();
    assert_eq!(ids[0], ids[1]);
    assert_eq!(ids[0].as_str(), "D(-1,{|0,-1})");
    assert_eq!(work.modulo(ids[0].as_str()).unwrap().id(), ids[0]);
}

#[test]
fn universes_lie_inside_each_other() {
    let work = Workspace::new();
    let chain = ["D", "D(-1)", "D([-1 0])", "E", "B", "M"];
    for (small, inner) in chain.iter().enumerate() {
        for (large, outer) in chain.iter().enumerate() {
            let inside = work.modulo(inner).unwrap().is_inside(&work.modulo(outer).unwrap());
            assert_eq!(inside, Ok(small <= large), "{inner} in {outer}");
        }
        for other in ["N", "I"] {
            let (universe, other) = (work.modulo(inner).unwrap(), work.modulo(other).unwrap());
            assert_eq!(universe.is_inside(&other), Ok(false));
            assert_eq!(other.is_inside(&universe), Ok(false));
        }
    }
    // D(0) is D.
    assert_eq!(work.modulo("D(0)").unwrap().is_inside(&work.modulo("D").unwrap()), Ok(true));
}

/// `invertible 1 -m D` said yes, though no dicot equals 1.
#[test]
fn an_inverse_is_a_game_of_the_universe() {
    let work = Workspace::new();
    let days = work.ask(&Question::new("days").unwrap().with("day", 2).unwrap()).unwrap();
    let games = days.games().unwrap();
    for name in ["D", "D(-1)", "D([-1 0])", "E", "B", "M"] {
        let modulus = work.modulo(name).unwrap();
        let is_zero = |g: &Game| {
            let sum = (g + &g.conjugate().unwrap()).unwrap();
            modulus.compare(&sum, &work.game("0").unwrap()).unwrap() == Relation::Equal
        };
        for g in &games {
            let found = modulus.invertibility(g).unwrap();
            assert_eq!(found.cancels, is_zero(g), "{g} modulo {name}");
            if let Some(inverse) = &found.inverse {
                assert_eq!(modulus.contains(inverse), Ok(true), "{g} modulo {name}");
                let sum = (g + inverse).unwrap();
                let zero = work.game("0").unwrap();
                assert_eq!(modulus.compare(&sum, &zero), Ok(Relation::Equal), "{g} modulo {name}");
            }
            let Some(element) = &found.element else {
                assert_eq!(modulus.expansion(g), Ok(None), "{g} modulo {name}");
                continue;
            };
            assert_eq!(modulus.contains(element), Ok(true), "{g} modulo {name}");
            assert_eq!(modulus.compare(g, element), Ok(Relation::Equal), "{g} modulo {name}");
            assert_eq!(found.is_invertible(), Some(is_zero(element)), "{g} modulo {name}");
        }
    }
    let one = work.modulo("D").unwrap().invertibility(&work.game("1").unwrap()).unwrap();
    assert!(one.cancels && one.is_invertible() == Some(false));
}
