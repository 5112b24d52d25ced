//! The expression language: what programs are worth.
#![allow(clippy::unwrap_used, reason = "tests")]

mod programs;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use misere::core::{Budget, Limit};
use misere::language::{Function, Session, TokenClass, Value, functions, is_incomplete, token_classes};
use misere::{Error, Limits, Setup, Style, Workspace};
use programs::{last, refusal, said};

#[test]
fn every_function_has_an_example_that_is_true() {
    for function in functions() {
        let (program, expected) = function.example();
        assert!(program.contains(&format!("{}(", function.name())), "{program}");
        // Answers of questions are compared field by field where the whole table is walked.
        match function {
            Function::Question(_) => assert!(Session::new(&Workspace::new()).evaluate(&program).is_ok()),
            Function::OfValue(_) => assert_eq!(last(&program), expected, "{program}"),
        }
        assert!(function.help().ends_with('.'), "{}", function.name());
        assert!(function.usage().starts_with(&format!("{}(", function.name())));
    }
}

#[test]
fn no_function_hides_a_ruleset_or_another_function() {
    let mut called = Vec::new();
    for function in functions() {
        let alias = if let Function::Question(kind) = function { kind.alias } else { None };
        for name in [Some(function.name()), alias].into_iter().flatten() {
            assert!(!misere::rulesets::is_ruleset_name(name), "{name}");
            // `sum(G, H)` and `sum(L)` are distinguished by the number of arguments.
            called.push((name, function.usage().matches(',').count()));
        }
    }
    called.sort_unstable();
    let count = called.len();
    called.dedup();
    assert_eq!(called.len(), count);
}

#[test]
fn latex_and_impartial_games_stand_in_expressions() {
    for (program, expected) in [
        (r"G := \{0,* \mid \overline{1}\}; {G|0}", "{0,*|-1||0}"),
        (r"\left\{0 \mid \overline{\{0 \mid 2\}}\right\} == {0||-2|0}", "true"),
        (r"member(\overline{1}, \mathcal{D}(\overline{1}))", "true"),
        (r"outcome(0) = \mathcal{N}", "true"),
        ("g := *{*2}; *{0,g}", "*{0,*{*2}}"),
        ("*{0,*2} + * == {0,*2|0,*2} + {0|0}", "true"),
    ] {
        assert_eq!(last(program), expected, "{program}");
    }
    assert!(last("*{0,*2").contains("help: the `{` at character 2 is not closed"));
}

#[test]
fn programs_are_worth_what_they_should() {
    for (program, expected) in [
        // Names, also in games.
        ("G := {0,*|*}", "{0,*|*}"),
        ("G := {0,*|*}; H := {G|G}; {G, 0 | H}", "{0,{0,*|*}|||0,*|*||0,*|*}"),
        ("G' := *; g_1 := G' + 1; {g_1||G'|0}", "{1,*|1||*|0}"),
        ("{simplest({0,*|*}, D) | conj({1|0})}", "{0,■|*||0|-1}"),
        ("G := 1\nG + G -- twice\n", "2"),
        ("G := -1; ~G", "1"),
        ("G := *; 3.G + ±(G, 1) == 3.* + ±(*,1)", "true"),
        ("adj(1)", "{0|*}"),
        ("L := [*2, {0|*}]; {L[1], L[2]|0}", "{*2,{0|*}|0}"),
        ("nim(1,2) + domineering(2x1) == * + *2 + 1", "true"),
        // Comparisons.
        ("{0,*|*} >= 0 mod E", "true"),
        ("{0,*|*} = 0 mod E", "false"),
        ("{-1|1} = 0 mod E", "true"),
        ("{-1|1} == 0", "false"),
        ("-1 || 0 mod E", "true"),
        ("-1 <> 0 mod E", "true"),
        ("{0|*} != * mod M", "true"),
        ("{*|0,*} < 0 mod D and not 0 < 0 mod D", "true"),
        ("modulo D; {*|0,*} <= 0", "true"),
        ("modulo D; {0,*|*} || 0 mod B", "true"),
        ("modulo D(-1)", "D(-1)"),
        ("U := D([-1 0]); simplest({0,*|*}, U)", "{0,■|*}"),
        ("simplest({0,*|*}) mod D", "{0,■|*}"),
        ("g := [0 -1]; member(domineering(2x2), D(g))", "true"),
        ("G := {0,*|*}; simplest(G, D) == simplest(G, E)", "true"),
        // Players, by whatever name, and no player.
        ("strong({0,*|*}, E)", "[Left]"),
        ("p := Right; strong({0,*|*}, p, E)", "false"),
        ("modulo E; [p for p in [Left, Right] if strong({0,*|*}, p)]", "[Left]"),
        ("modulo E; strong({0,*|*}) == [Left] and strong({0,*|*}, Left)", "true"),
        // Counts and integers.
        ("length(days(2)) > 5", "true"),
        ("rank(*3) + 1 = 4", "true"),
        ("rank(*3) + rank(2)", "5"),
        ("1 + 1", "2"),
        ("n := 1 + 1; days(1)[n + 1] == -1 and n + -3 == 2 + -3 and -1 + -1 == -2", "true"),
        ("sum([rank(g) for g in days(1)]) = 3", "true"),
        ("sort([rank(*3), 1, rank(*2)])", "[1, 2, 3]"),
        ("sum([])", "0"),
        ("1 + -1 = 0 mod E", "true"),
        ("1 + -1 == 0", "false"),
        ("+-1 == {1|-1} and 1+-1 == -1 + 1", "true"),
        ("n := 1; length(days(n))", "4"),
        ("edges(*10)", "59048"),
        ("edges(*100)", "515377520732011331036461129765621272702107522000"),
        // Outcomes.
        ("outcome(*2 + *2) = P", "true"),
        ("N = outcome(0)", "true"),
        ("outcome(1) < outcome(0)", "true"),
        ("[g for g in days(1) if outcome(g) in [N, R]]", "[0, 1]"),
        ("P := 3; outcome(*) = outcome.P", "true"),
        ("outcome.L", "L"),
        // Lists.
        ("[0, *, [1, Left], true, none, E]", "[0, *, [1, Left], true, none, E]"),
        ("[]", "[]"),
        ("[simplest(g, E) for g in days(1)]", "[0, 1, -1, *]"),
        ("length(distinct([simplest(g, D) for g in days(2)]))", "193"),
        ("length(distinct([simplest(g, D) for g in days(2) if dicot(g)]))", "9"),
        ("[{g|h} for g in [0, *] for h in [g, 1] if not g == h]", "[{0|1}, {*|1}]"),
        ("* in days(1)", "true"),
        ("{-1|1} in days(1)", "false"),
        ("{-1|1} in days(1) mod E", "true"),
        ("[0, 1] == [0, 1] and not [0] == [1]", "true"),
        ("[[0, 1], [2]][1][2]", "1"),
        ("min(days(1), N)", "[-1]"),
        // Dead ends in brackets.
        ("[-1 0]", "{·|0,-1}"),
        ("outcome([0 0]) = outcome({|0})", "true"),
        ("[0 0] == {|0} and {|0} == [0 0] and not [0] == [{|0}]", "true"),
        ("[0 truncate([truncate(0, 1) -2], 1)] == {|0,-1}", "true"),
        ("[0 -1] + *", "{·|0,-1||*,{·|0,-1},{-1|-1,*}}"),
        ("[0]", "[0]"),
        ("[-1]", "[-1]"),
        ("[0, -1]", "[0, -1]"),
        ("[[-1 0]]", "[{·|0,-1}]"),
        // The numbers of the papers.
        ("length(census(2, D))", "9"),
        ("length(census(2, B))", "220"),
        ("length(census(2, D(-1)))", "194"),
        ("length(census(2, D([-1 0])))", "196"),
        ("length(census(2, M))", "256"),
        ("length(census(2, I))", "3"),
        ("length([g for g in census(2, E) if invertible(g, E)])", "46"),
        ("length([g for g in census(2, B) if invertible(g, B)])", "52"),
        ("length([g for g in days(2) if dead_ending(g)])", "232"),
        // Lines.
        ("G :=\n  {0,\n  -- a comment\n  *|*}\nG == {0,*|\n*} and\ntrue", "true"),
    ] {
        assert_eq!(last(program), expected, "{program}");
    }
}

#[test]
fn a_record_has_fields_and_stands_for_its_main_value() {
    for (program, expected) in [
        ("show({0,*|*}).rank", "2"),
        ("show({0,*|*}).conjugate + 1 == {*|0,*} + 1", "true"),
        ("[show(g) for g in days(1)].outcome", "[N, R, L, P]"),
        ("s := separator(*, 0, E); [s.game, s.form, s.starter]", "[0, 0, Left]"),
        ("{separator(*, 0, E).game|*}", "{0|*}"),
        ("separator(*, 0, E) == 0", "true"),
        ("[separator(*, g, E) for g in [0, 1]].starter", "[Left, Right]"),
        ("r := reduced({0,*|*}, D); [r.reduced, r.form == {0,■|*}]", "[false, true]"),
        ("strong({0,*|*}, E).left and not strong({0,*|*}, E).right", "true"),
        ("steps({0,*|*}, D)[1].option", "*"),
        ("steps({0,*|*}, D).steps.operation", "[replace]"),
        ("invertible({0|0,-1}, D(-1)) and invertible({0|0,-1}, D(-1)).in_monoid", "true"),
        ("f(g) := show(g); f(*).rank + 1", "2"),
        ("invertible({|-1,*}, D(-1)).none_up_to", "2"),
        ("invertible({*,-1|0}, D).inverse", "{0|*}"),
        ("genus(kayles(5)).misere", "[1, 4, 6]"),
        ("random(1, E, 2).seed", "1"),
    ] {
        assert_eq!(last(program), expected, "{program}");
    }
}

#[test]
fn numbers_of_families_nimbers_and_copies_are_expressions() {
    for (program, expected) in [
        ("n := 3; W(n) == W3", "true"),
        ("[W(n) == {|0,W(n-1)} for n in 1..4]", "[true, true, true, true]"),
        ("n := 2; {W(n)|K(n + 1)} == {W2|K3}", "true"),
        ("[*(n) for n in 0..3]", "[0, *, *2, *3]"),
        ("n := 2; {*(n)|*(rank(*3))} == {*2|*3}", "true"),
        ("n := 3; G := {0|*}; n.G == G + G + G", "true"),
        ("n := 2; n.{0|*} + n.*2 == {0|*} + {0|*} + *2 + *2", "true"),
        ("n := 2; {n.(1 + *)|0} == {1 + 1 + * + *|0}", "true"),
        ("n := 2; n.~{0|1} == 2.{-1|0}", "true"),
        ("[n.1 for n in 0..2]", "[0, 1, 2]"),
        ("2*rank(*3)*(1 + rank(*))", "12"),
        ("[B(n) == B2 for n in [2]]", "[true]"),
    ] {
        assert_eq!(last(program), expected, "{program}");
    }
}

#[test]
fn every_letter_of_the_papers_can_name_a_game() {
    for (program, expected) in [
        ("A := {0|*}; B := {*|0}; S := A + B; S == {0|*} + {*|0}", "true"),
        ("B := {0,*|*}; B > 0 mod B", "false"),
        ("B := {0,*|*}; {B|B} == {0,*|*||0,*|*} and simplest(B, D) == {0,■|*}", "true"),
        ("E := {-1|1}; E = 0 mod E", "true"),
        ("E := {-1|1}; modulo E; simplest(E)", "0"),
        ("W := *; [W, W2 == {|0,-1}, W(2) == W2]", "[*, true, true]"),
        ("[{S|0} for S in [*, 1]]", "[{*|0}, {1|0}]"),
        ("f(B) := {B|0} + simplest(B, B); f(*) == {*|0} + *", "true"),
        ("M := 2; length(census(1, M)); D(-1); M", "2"),
        ("L := [1, 2]; L[1]", "1"),
        ("L := 1; outcome(-1) = outcome.L", "true"),
        ("L := 1; outcome(-1) in [outcome.L, outcome.N]", "true"),
    ] {
        assert_eq!(last(program), expected, "{program}");
    }
    let work = Workspace::new();
    let replies = Session::new(&work).evaluate("B := {0|*}; G := {0|*}; L := 1").unwrap();
    assert_eq!(
        replies[0].notes,
        [
            "B is a name from now on, and still the universe after `mod` and as the last argument of a question, and \
          the family in `B3` and `B(n)`"
        ]
    );
    assert!(replies[1].notes.is_empty());
    assert!(replies[2].notes.is_empty());
}

#[test]
fn a_list_is_a_list_where_a_game_is_wanted_too() {
    for program in [
        "simplest([0,-1], E)",
        "outcome([0,-1])",
        "[0,-1] + *",
        "* + [0,-1]",
        "~[0,-1]",
        "{[0,-1]|*}",
        "{0|adj([0,-1])}",
        "member(0, D([-1,0]))",
        "[0 [0,-1]]",
    ] {
        let error = refusal(program);
        assert!(error.contains("expected a game, found a list of 2"), "{program}: {error}");
        assert!(error.contains("[-1 0]"), "{program}: {error}");
    }
    assert!(refusal("outcome([-1])").contains("expected a game, found a list of 1"));
    assert!(
        refusal("{[-1]|0}")
            .contains("help: the game in which Right alone can move, to -1, is written `{|-1}`")
    );
    assert!(refusal("[0, -1 -2]").contains("expected `,`, `]`, `for` or an operator, found `-2`"));
    assert!(refusal("[0 -1, -2]").contains("expected a space or `]`, found `,`"));
    for program in ["[0,-1] = 0 mod E", "0 == [0,-1]", "[0] == {|0}"] {
        assert!(refusal(program).contains("a dead end is written with blanks"), "{program}");
    }
}

#[test]
fn one_point_five_is_not_five_and_kayles_is_not_zero() {
    assert!(refusal("1.5").contains("copies of 5 are written `1.(5)`"));
    assert!(refusal("outcome(0.77)").contains("`octal(0.77)(n)`"));
    assert!(refusal("{0.77|0}").contains("`octal(0.77)(n)`"));
    assert_eq!(last("3.* == *+*+* and 2.(5) == 10 and 2.-1 == -2 and octal(0.77)(1) == *"), "true");
}

#[test]
fn ranges_parameters_functions_and_the_last_answer() {
    for (program, expected) in [
        ("1..5", "[1, 2, 3, 4, 5]"),
        ("-1..1", "[-1, 0, 1]"),
        ("1..0", "[]"),
        ("n := 3; 1..n-1", "[1, 2]"),
        ("length(1..1000000)", "1000000"),
        ("[outcome(domineering(2 x n)) for n in 1..8]", "[R, P, L, N, R, P, N, N]"),
        ("[outcome(nim(n, m)) for n in 1..2 for m in 1..n]", "[N, N, P]"),
        ("n := 3; nim(n) == *3 and {nim(n)|0} == {*3|0} and 2.nim(n) == *3 + *3", "true"),
        ("n := 2; rank(octal(0.77)(n))", "2"),
        ("[simplest(n + *, E) for n in 1..2]", "[{1,*|1}, {2,{1,*|1}|2}]"),
        // A board is what it says, whatever is called x.
        ("x := 3; clobber(xo) == clobber(xo) and x == 3", "true"),
        ("x := 3; outcome(clobber(x))", "N"),
        ("f(g) := simplest(g + *, E); f(*)", "*{*}"),
        ("f(g) := simplest(g + *, E); [f(g) for g in [0, *]]", "[*, *{*}]"),
        ("f(g, h) := {g|h}; {f(0, *)|f(f(1,1),0)}", "{0|*|||1|1||0}"),
        ("f(n) := [nim(m) for m in 1..n]; length(f(3))", "3"),
        ("x := 1; f(y) := x + y; x := 2; f(1)", "3"),
        ("f(n) := [g for m in 1..n for g in [0]]; length(f(4))", "4"),
        // A function that calls itself and comes to an end.
        (
            "f(n) := length([g for m in 1..n-1 for g in 1..f(m)]) + 1; [f(n) for n in 1..6]",
            "[1, 2, 4, 8, 16, 32]",
        ),
        ("f(g) := g; f", "f(g) := g"),
        ("*2; {_|_}", "*{*2}"),
        ("rank(*3); _ + _; _ * _", "36"),
        ("rank(*3) - 1; _", "2"),
        ("2*rank(*3) + 1 - rank(1)", "6"),
        ("rank(*3)*2 - rank(2) * 3", "0"),
        ("n := 7; n*n - 2*n + 1", "36"),
        ("[n*2 for n in 1..3]", "[2, 4, 6]"),
        ("[n-1 for n in 1..3] == 0..2", "true"),
        ("any([g = 0 mod E for g in days(1)]) and not any([]) and all([])", "true"),
        ("all([true, false])", "false"),
        ("first([*2, *3])", "*2"),
        ("first([])", "none"),
        ("sort([rank(*3), 1, rank(*2)])", "[1, 2, 3]"),
        ("length(random(3, E, 100))", "100"),
        ("all([member(g, E) and rank(g) <= 3 for g in random(3, E, 100)])", "true"),
        (
            "all([impartial(g) for g in random(3, I, 20)]) and all([dicot(g) for g in random(4, D, 20)])",
            "true",
        ),
        ("random(3, E, 5) == random(3, E, 5, 1) and not random(3, E, 5) == random(3, E, 5, 2)", "true"),
        ("length(census(3, D))", "1268"),
        ("genus(kayles(5))", "4^{146}"),
        ("separator(1, 0, E)", "0"),
        ("end({|1})", "[Left]"),
        (
            "end({|1}, Left) and not dead_end({|1}, Left) and dead_end([-1 0], Left) and end_like({0,#|*}, Left)",
            "true",
        ),
        ("end(0) == [Left, Right]", "true"),
    ] {
        assert_eq!(last(program), expected, "{program}");
    }
    let replies =
        Session::new(&Workspace::new()).evaluate("L := random(2, E, 2); length(random(2, E, 3, 9))").unwrap();
    assert_eq!([&replies[0].notes[..], &replies[1].notes[..]], [["seed 1"], ["seed 9"]]);
}

#[test]
fn limits_hold_in_ranges_functions_and_lists() {
    let limits = Limits { memory_bytes: 64 << 20, time: Some(Duration::from_secs(2)) };
    for program in [
        "1..1000000000",
        "[n for n in 1..1000000 for m in 1..1000000]",
        "[1..1000000 for n in 1..1000000]",
        "f(n) := [g for m in 1..n for g in f(n)]; f(1000000)",
        "g(n) := [m for m in 1..1000000]; f(n) := [g(m) for m in 1..1000000]; f(1)",
        "n := rank(*9); n := n*n; f(n) := n*n*n*n*n*n*n*n; f(f(f(f(f(f(f(f(f(f(n))))))))))",
        "random(3, E, 4000000000)",
        "random(4000000000, E, 1)",
    ] {
        let started = Instant::now();
        let error = Session::new(&Workspace::with_limits(limits)).evaluate(program).unwrap_err();
        let is_limit = matches!(&error, Error::Exhausted(_)) || error.to_string().contains("nested deeper");
        assert!(is_limit, "{program}: {error}");
        assert!(started.elapsed() < Duration::from_secs(20), "{program}: {:?}", started.elapsed());
    }
    // Somebody else may stop what goes on.
    let work = Workspace::new();
    let budget = work.budget().clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        budget.cancel();
    });
    let error = Session::new(&work)
        .evaluate("f(n) := [m*n for m in 1..1000000]; all([f(n) == [] for n in 1..1000000])");
    assert_eq!(error.unwrap_err().code(), "interrupted");
    stopper.join().unwrap();
}

#[test]
fn rules_are_loaded_by_whoever_may_read_files() {
    use misere::rulesets::Rewriting;
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../misere-rulesets/rules/domineering.rules"
    ));
    let text = text.unwrap();
    let mut session = Session::new(&Workspace::new());
    session.load_with(Box::new(move |work, what, file| {
        assert_eq!(what, misere::language::Loading::Rules);
        let name = file.strip_suffix(".rules").filter(|name| ["my", "nim"].contains(name));
        let name = name.ok_or_else(|| format!("cannot read {file}"))?;
        let rules = Rewriting::read(name, &text).map_err(|error| error.to_string())?;
        work.add_ruleset(Arc::new(rules)).map_err(|error| error.to_string())?;
        Ok(name.to_owned())
    }));
    let program = "load rules \"my.rules\"; my(1x3) == domineering(1x3); [my(1 x n) == domineering(1 x n) for n in 1..3]";
    let replies = session.evaluate(program).unwrap();
    let written: Vec<String> =
        replies.iter().flat_map(|reply| reply.lines(Style::Unicode).unwrap()).collect();
    assert_eq!(written, ["rules my: positions are written my(…)", "true", "[true, true, true]"]);
    for (program, expected) in [
        ("load rules \"no.rules\"", "cannot read no.rules"),
        ("load rules \"nim.rules\"", "the name has a meaning already"),
        ("my := 3", "`my` is a ruleset and cannot be given another meaning"),
        ("my", "a position is written with parentheses"),
        ("my(1z3)", "character 4"),
    ] {
        let error = said(program, &session.evaluate(program).unwrap_err());
        assert!(error.contains(expected), "{program}: {error}");
    }
    session.forget(None).unwrap();
    assert!(session.evaluate("outcome(my(1x3)); simplest({my(1x3)|0}, E)").is_ok());
    assert!(session.completions("m").contains(&"my".to_owned()));
}

#[test]
fn a_reply_remembers_what_was_asked() {
    for (program, claims) in [
        ("(G >= 0 mod E)", &["{0,*|*} ≥ 0 modulo E", "0 ≱ {0,*|*} modulo E"][..]),
        ("relation(G, 0) mod E", &["{0,*|*} ≥ 0 modulo E", "0 ≱ {0,*|*} modulo E"]),
        ("H := simplest(G, E)", &["{0,■|*} is the simplest form of {0,*|*} modulo E"]),
        ("strong(G, Right, E)", &["{0,*|*} is Left E-strong", "{0,*|*} is not Right E-strong"]),
        ("invertible(G, E)", &["{0,*|*} + ~{0,*|*} ≢ 0 modulo E"]),
        ("outcome(G)", &["{0,*|*} has outcome N"]),
        ("rank(simplest(G, E))", &[]),
        ("not G >= 0 mod E", &[]),
        ("[simplest(G, E)]", &[]),
        ("G", &[]),
    ] {
        let replies =
            Session::new(&Workspace::new()).evaluate(&format!("G := {{0,*|*}}; {program}")).unwrap();
        let Some(proof) = replies[1].prove().unwrap() else {
            assert!(claims.is_empty(), "{program}");
            continue;
        };
        let certificate = proof.certificate();
        misere::check::check(certificate).unwrap();
        let said =
            certificate.claims.iter().map(|claim| misere::check::describe(certificate, claim).unwrap());
        assert_eq!(said.collect::<Vec<_>>(), claims, "{program}");
    }
}

/// `+ 0` has the game tree built and simplified.
#[test]
fn the_simplest_form_of_a_position_is_that_of_its_game_tree() {
    let work = Workspace::new();
    for position in [
        "domineering(2x4)",
        "(domineering(3x3))",
        "clobber(xoxo/oxox)",
        "octal(0.77)(5)",
        "nim(2,3)",
        "toads-and-frogs(TT..FF)",
        "hackenbush(bbr/rg)",
    ] {
        for universe in ["M", "D", "E", "B", "N", "D(-1)", "D([-1 0])"] {
            let program = format!("simplest({position}, {universe}) == simplest({position} + 0, {universe})");
            match Session::new(&work).evaluate(&program) {
                Ok(replies) => assert_eq!(replies[0].write(Style::Unicode).unwrap(), "true", "{program}"),
                Err(error) => panic!("{program}: {}", said(&program, &error)),
            }
        }
    }
    // The answer to a question about a position is proved from its game tree.
    for program in ["simplest(domineering(2x2), E)", "modulo E; simplest(domineering(2x2))"] {
        let reply = Session::new(&work).evaluate(program).unwrap().pop().unwrap();
        let proof = reply.prove().unwrap().unwrap();
        let claim = misere::check::describe(proof.certificate(), &proof.certificate().claims[0]).unwrap();
        assert_eq!(claim, "{1|-1} is the simplest form of {1|-1} modulo E", "{program}");
    }
    // The tree itself is not made.
    let forms_after = |program: &str| {
        let work = Workspace::new();
        Session::new(&work).evaluate(program).unwrap();
        work.forms().len()
    };
    let [position, tree] =
        ["", " + 0"].map(|sum| forms_after(&format!("simplest(domineering(2x7){sum}, D([-1 0]))")));
    assert!(2 * position < tree, "{position} and {tree} forms were made");
}

/// A workspace that was stopped in the middle goes on when its budget is renewed, and
/// answers as one that never was.
#[test]
fn stopping_and_going_on_changes_no_answer() {
    let program = "simplest(domineering(2x7), D([-1 0])) == simplest(domineering(2x7) + 0, E); \
                   edges(simplest(domineering(2x7), E)); edges(simplest(domineering(2x7), M))";
    let written = |work: &Workspace| {
        let replies = Session::new(work).evaluate(program)?;
        replies.iter().map(|reply| reply.write(Style::Unicode)).collect::<Result<Vec<_>, Error>>()
    };
    let expected = written(&Workspace::new()).unwrap();
    // A clock that goes on when somebody looks at it, so that time is up after so many looks.
    let patience = Arc::new(AtomicU64::new(1));
    let (looks, allowed) = (AtomicU64::new(0), patience.clone());
    let clock = move || {
        let tick = 1_000_000_000 / allowed.load(Relaxed);
        Duration::from_nanos(looks.fetch_add(tick, Relaxed))
    };
    let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
    let budget = Arc::new(Budget::with_clock(limits, Box::new(clock)));
    let work = Workspace::with_budget(budget.clone(), Setup::default());
    let mut stops = 0;
    let found = loop {
        budget.renew();
        match written(&work) {
            Ok(found) => break found,
            Err(Error::Exhausted(exhausted)) => assert!(matches!(exhausted.limit, Limit::Time(_))),
            Err(other) => panic!("after {stops} stops: {other}"),
        }
        stops += 1;
        patience.fetch_add(patience.load(Relaxed) / 4 + 1, Relaxed);
    };
    assert_eq!(found, expected, "after {stops} stops");
    assert!(stops > 3, "{stops} stops");
}

#[test]
fn open_brackets_and_waiting_operators_are_incomplete() {
    for text in [
        "{0",
        "{0,*|(",
        "[g for g in",
        "G :=",
        "G >=",
        "1 +",
        "G and",
        "simplest(G,",
        "modulo",
        "nim(3,",
        "0; {",
        "~",
    ] {
        assert!(is_incomplete(text), "{text}");
        assert!(is_incomplete(&format!("{text} -- comment\n")), "{text}");
    }
    for text in ["", "0", "{0|*}", "{0|)", "0}", "G := 0;", "simplst(G)", "-- {", "1 + -- x\n 2"] {
        assert!(!is_incomplete(text), "{text}");
    }
}

#[test]
fn completions_are_words_with_a_meaning() {
    let work = Workspace::new();
    let mut session = Session::new(&work);
    session.evaluate("simple_one := 0").unwrap();
    assert_eq!(session.completions("simp"), ["simple_one", "simplest"]);
    assert_eq!(session.completions("domi"), ["domineering"]);
    assert_eq!(session.completions("mod"), ["mod", "modified_adjoint", "modulo"]);
    assert_eq!(session.completions("octal"), ["octal"]);
    assert!(session.completions("qqq").is_empty());
}

#[test]
fn every_part_of_a_text_has_a_class() {
    use TokenClass::*;
    let text = "G := {*2,#|W3} -- why\nsimplest(nim(3,5), E) >= [true for g in L";
    let classes = token_classes(text);
    let found: Vec<(&str, TokenClass)> =
        classes.iter().map(|(span, class)| (&text[span.clone()], *class)).collect();
    let expected = [
        ("G", Name),
        (":=", Operator),
        ("{", Punctuation),
        ("*2", Game),
        (",", Punctuation),
        ("#", Game),
        ("|", Game),
        ("W3", Game),
        ("}", Punctuation),
        ("-- why", Comment),
        ("simplest", Function),
        ("(", Punctuation),
        ("nim(3,5)", Position),
        (",", Punctuation),
        ("E", Universe),
        (")", Punctuation),
        (">=", Operator),
        ("[", Unbalanced),
        ("true", Constant),
        ("for", Keyword),
        ("g", Name),
        ("in", Keyword),
        ("L", Name),
    ];
    assert_eq!(found, expected);
}

#[test]
fn deep_expressions_are_refused_and_deep_games_are_not() {
    for program in [
        format!("{}0{}", "(".repeat(100_000), ")".repeat(100_000)),
        format!("{}0{}", "rank(".repeat(100_000), ")".repeat(100_000)),
        format!("{}0{}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("{}0{}", "{rank(".repeat(100_000), ")|}".repeat(100_000)),
        format!("x{}", "[1]".repeat(100_000)),
        format!("[0{}]", " for x in []".repeat(100_000)),
        format!("L := []; {} 0", "L := [L];".repeat(1_000)),
    ] {
        let found = last(&program);
        assert!(
            found.contains("deeper")
                || found.contains("at most")
                || found.contains("supports n ≤ 100, not 101"),
            "{found}"
        );
    }
    // As deep as may be, on the stack of a test.
    for (open, close, times, expected) in [
        ("(", ")", 99, "0".to_owned()),
        ("[", "]", 99, format!("{}0{}", "[".repeat(99), "]".repeat(99))),
        ("conjugate(", ")", 99, "0".to_owned()),
        ("{conjugate(", ")|}", 49, String::new()),
        ("[0 truncate([0 ", "], 9) 0]", 20, String::new()),
        ("[truncate([", " 0], 9) 0]", 20, String::new()),
    ] {
        let found = last(&format!("{}0{}", open.repeat(times), close.repeat(times)));
        assert!(!found.contains("deeper"), "{found}");
        assert!(expected.is_empty() || found == expected, "{found}");
    }
    let deep = 100_000;
    for (game, rank) in [
        (format!("{}0{}", "{".repeat(deep), "|}".repeat(deep)), deep),
        (format!("{}1", "~".repeat(deep)), 1),
        (format!("{{{}1{}|}}", "(".repeat(deep), ")".repeat(deep)), 2),
        (format!("{}0", "1 + ".repeat(deep)), deep),
    ] {
        assert_eq!(last(&format!("rank({game})")), rank.to_string());
    }
    assert_eq!(last(&format!("{} true", "not ".repeat(100_001))), "false");
    assert_eq!(last(&format!("true{}", " and true".repeat(100_000))), "true");
}

#[test]
fn every_text_of_the_notation_is_the_same_game_here() {
    let work = Workspace::new();
    let mut texts: Vec<String> = [
        "0",
        "3",
        "-2",
        "−2",
        "-0",
        "007",
        "~2",
        "2\u{304}",
        "1\u{304}0\u{305}",
        "*",
        "*0",
        "*12",
        "{1,*|0,1}",
        " {\n1 ,\t* | 0,1, 0 }\u{a0}",
        "{|}",
        "{.|.}",
        "{·|⋅}",
        "{0|.}",
        "{{|}|{|}}",
        "{1||2|3}",
        "{1|2||3}",
        "{2,±1|0|||-1|0,■||·}",
        "{1|||||2||3}",
        "{||1|2}",
        "{1∣2‖3}",
        "{1|2∥3}",
        "{1||2|3⦀4}",
        "{■|}",
        "{#|.}",
        "{Σ|·}",
        "{Σ^L|}",
        "{ΣL|}",
        "{#,#|}",
        "{|Σ^R}",
        "{|ΣR}",
        "{0|||#|1||#}",
        "1+-1",
        "1 + +-1",
        "+-1",
        "+-+-1",
        "±1",
        "±(1,*)",
        "+-(1,*)",
        "3.*",
        "3.(4)",
        "2.(3.*)",
        "~~*2",
        "~{0|1}",
        "~(1+*)",
        "conj(1)",
        "conj({0|1}+*)",
        "adj(1)",
        "adj ( * )",
        "sharp(1)+1",
        "adj(adj(adj(2)))",
        "[-1 0]",
        "[0 0]",
        "[0 -1 [0 -1]]",
        "[-1 (0)]",
        "[W3 0]",
        "[[0 0] {|-1}]",
        "W3",
        "W(3)",
        "K3",
        "B2",
        "B(2)",
        "A2",
        "S3",
        "(0)",
        "((1)+(2))",
        "({0|*})",
        "{(0)|(1+1)}",
        "domineering(2x4) + *",
        "nim(1,2)",
        "octal(0.77)(5)",
        "{nim(1,2)|clobber(xo)}",
        "toads-and-frogs(T.F)",
        "1 + 1 + 1",
        "2.[0 0] + [-1 0]",
        "~[0 0]",
        "±[0 0]",
    ]
    .into_iter()
    .map(str::to_owned)
    .collect();
    let days = Session::new(&work).evaluate("days(2)").unwrap();
    let Value::List(list) = &days[0].value else { panic!("no list") };
    for g in list.items() {
        texts.extend([Style::Unicode, Style::Ascii].map(|style| g.write(&work, style).unwrap()));
    }
    assert_eq!(list.items().len(), 256);
    for text in &texts {
        let here = Session::new(&work).evaluate(&format!("conjugate(conjugate({text}))"));
        match (work.game(text), here) {
            (Ok(expected), Ok(replies)) => {
                assert!(matches!(&replies[0].value, Value::Game(g) if *g == expected), "{text}");
            }
            (there, here) => panic!("{text}: {there:?}, {here:?}"),
        }
    }
}

/// A program of 50 MB took 2.7 GB: it was turned into tokens as a whole.
#[test]
fn a_long_program_is_read_piece_by_piece() {
    let work = Workspace::new();
    for (statement, count) in [("0;", 20_000), ("rank({0|\n*}) -- a; b\n", 3_000), ("{0|*} ; ", 5_000)] {
        let mut session = Session::new(&work);
        let mut text = statement.repeat(count);
        let mut replies = 0;
        session
            .run(&text, |_| {
                replies += 1;
                Ok::<_, Error>(())
            })
            .unwrap();
        assert_eq!(replies, count, "{statement}");
        // An error has its place in the whole text.
        let place = text.len();
        text.push_str("\n0 + +");
        let error = session.run(&text, |_| Ok::<_, Error>(())).unwrap_err();
        let Error::Parse(error) = error else { panic!("{error}") };
        assert!(error.span.start > place && error.line == Some(text.lines().count()), "{error:?}");
    }
}
