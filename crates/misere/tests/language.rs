//! The expression language: what programs are worth, and what is said of wrong ones.
#![allow(clippy::unwrap_used, reason = "tests")]

use misere::language::{Question, Session, TokenClass, functions, is_incomplete, token_classes};
use misere::{Error, Limits, Style, Workspace};

/// What the last statement is worth, or what is said against the program.
fn last(program: &str) -> String {
    let work = Workspace::new();
    match Session::new(&work).evaluate(program) {
        Ok(answers) => answers.last().unwrap().write(&work, Style::Unicode).unwrap(),
        Err(error) => said(program, &error),
    }
}

fn said(program: &str, error: &Error) -> String {
    match error {
        Error::Parse(parse) => parse.render(program),
        other => other.to_string(),
    }
}

#[test]
fn every_function_has_an_example_that_is_true() {
    for function in functions() {
        let [program, expected] = function.example;
        assert!(program.contains(&format!("{}(", function.name)), "{program}");
        assert_eq!(last(program), expected, "{program}");
        assert!(function.help.ends_with('.'), "{}", function.name);
    }
}

#[test]
fn no_function_hides_a_ruleset_or_another_function() {
    let mut names: Vec<&str> = functions().iter().map(|function| function.name).collect();
    for name in &names {
        assert!(!misere::rulesets::is_ruleset_name(name), "{name}");
    }
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn programs_are_worth_what_they_should() {
    for (program, expected) in [
        // Names, also in games.
        ("G := {0,*|*}", "{0,*|*}"),
        ("G := {0,*|*}; H := {G|G}; {G, 0 | H}", "{0,{0,*|*}||{0,*|*}|{0,*|*}}"),
        ("G' := *; g_1 := G' + 1; {g_1||G'|0}", "{{0,{·|0}|·},{0|*}||*|0}"),
        ("{simplest({0,*|*}, D) | conj({1|0})}", "{0,■|*||0|-1}"),
        ("G := 1\nG + G -- twice\n", "2"),
        ("G := -1; ~G", "1"),
        ("G := *; 3.G + ±(G, 1)", ""),
        ("adj(1)", "{0|*}"),
        ("L := [*2, {0|*}]; {L[1], L[2]|0}", "{*2,{0|*}|0}"),
        ("nim(1,2) + domineering(2x1)", ""),
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
        // Counts and integers.
        ("count(days(2)) > 5", "true"),
        ("rank(*3) + 1 = 4", "true"),
        ("rank(*3) + rank(2)", "5"),
        ("1 + 1", "2"),
        ("1 + -1 = 0 mod E", "false"),
        ("n := 1; count(days(n))", "4"),
        ("edges(*10)", "2046"),
        // Outcomes.
        ("outcome(*2 + *2) = P", "true"),
        ("N = outcome(0)", "true"),
        ("outcome(1) < outcome(0)", "true"),
        ("count([g for g in days(2) if outcome(g) in [P, R]])", ""),
        ("P := 3; outcome(*) = P", "true"),
        // Lists.
        ("[0, *, [1, Left], true, none, E]", "[0, *, [1, Left], true, none, E]"),
        ("[]", "[]"),
        ("[simplest(g, E) for g in days(1)]", "[0, 1, -1, *]"),
        ("count(distinct([simplest(g, D) for g in days(2)]))", "193"),
        ("count(distinct([simplest(g, D) for g in days(2) if dicot(g)]))", "9"),
        ("[{g|h} for g in [0, *] for h in [g, 1] if not g == h]", "[{0|1}, {*|1}]"),
        ("* in days(1)", "true"),
        ("{-1|1} in days(1)", "false"),
        ("{-1|1} in days(1) mod E", "true"),
        ("[0, 1] == [0, 1] and not [0] == [1]", "true"),
        ("[[0, 1], [2]][1][2]", "1"),
        ("min(days(1), N)", "[-1]"),
        // Dead ends in brackets.
        ("[-1 0]", "{·|0,-1}"),
        ("outcome([0]) = outcome({|0})", "true"),
        ("[0] == {|0}", "true"),
        ("[0, -1] + *", ""),
        ("[0]", "[0]"),
        // The numbers of the papers.
        ("count(census(2, D))", "9"),
        ("count(census(2, B))", "220"),
        ("count(census(2, D(-1)))", "194"),
        ("count(census(2, D([-1 0])))", "196"),
        ("count(census(2, M))", "256"),
        ("count(census(2, I))", "3"),
        ("count([g for g in census(2, E) if invertible(g, E)])", "46"),
        ("count([g for g in census(2, B) if invertible(g, B)])", "52"),
        ("count([g for g in days(2) if dead_ending(g)])", "232"),
        // Lines.
        ("G :=\n  {0,\n  -- a comment\n  *|*}\nG == {0,*|\n*} and\ntrue", "true"),
        ("2.\\", ""),
    ] {
        if expected.is_empty() {
            continue;
        }
        assert_eq!(last(program), expected, "{program}");
    }
}
