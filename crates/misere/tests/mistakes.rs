//! The expression language: what is said of programs that are wrong.
#![allow(clippy::unwrap_used, reason = "tests")]

mod programs;

use std::time::Duration;

use misere::language::Session;
use misere::{Error, Limits, Workspace};
use programs::{last, refusal, said};

#[test]
fn what_is_wrong_in_ranges_functions_and_arithmetic_is_said() {
    for (program, expected) in [
        ("5..1", "a range goes from the smaller number to the larger one"),
        ("*..3", "expected a count, found a game"),
        ("_", "there is no answer yet"),
        ("_ := 3", "`_` is the last answer and cannot be given another meaning"),
        ("f() := 3", "a value is given a name without parentheses: `f := …`"),
        ("f(x, x) := 3", "two parameters are called `x`"),
        ("ends := 3", "`ends` is a universe and cannot be given another meaning"),
        ("B := D", "`B` is a universe already, and can be the name of a game only"),
        ("f(B) := B; f(D)", "`B` is a universe already, and can be the name of a game only"),
        ("[simplest(0, B) for B in [D, E]]", "`B` is a universe already, and can be the name of a game only"),
        ("L := 1; outcome(-1) = L", "`L` is the game 1 here; an outcome was expected"),
        ("L := 1; outcome(-1) = L", "write `outcome.L`"),
        ("P := 3; P = outcome(*)", "`P` is the game 3 here; an outcome was expected"),
        ("R := *; outcome(1) in [R, N]", "`R` is the game * here; an outcome was expected"),
        ("rank.L", "`rank` is a function, and has no fields"),
        ("show(*).size", "the record has no field `size`"),
        ("show(*).size", "help: its fields are rank, outcome,"),
        ("{0|*}.rank", "expected a record, found a game"),
        ("[1, *].rank", "expected a record, found a game"),
        ("n := -1; W(n)", "a count is not negative"),
        ("W(*)", "expected a count, found a game"),
        ("simplest(g) := 3", "`simplest` is a function and cannot be given another meaning"),
        (
            "f(g) := g; f(1, 2)",
            "`f` takes 1 argument, not 2\n  f(g) := g; f(1, 2)\n             ^^^^^^^\nhelp: write `f(g)`",
        ),
        ("f(g) := simplest(g); f(0)", "at character 22: in `f`: no universe given"),
        ("f(g) := g + x; h(g) := f(g); h(1)", "at character 30: in `f`: unknown name `x`"),
        ("f(g) := f(g); f(1)", "in `f`: nested deeper than 200"),
        ("f(g) := outcome(f({g|g})); f(1)", "in `f`: nested deeper than 200"),
        ("f(g) := g; {f|0}", "expected a game, found a function"),
        ("g(1)", "unknown function `g`"),
        ("2*3", "copies of a game are written `2.G` or `2.(3)`, and sums with a nimber `2+*3`"),
        ("3 - 1", "for games, add the conjugate: `G + ~H`"),
        ("rank(*) - *", "only counts are subtracted"),
        ("[clobber(x) for x in 1..3]", "`x` is a name and a part of the position"),
        ("[nim(n) for n in -1..1]", "in `-1`"),
        ("[domineering(2xn) for n in 1..2]", "help: put blanks around the name, as in `2 x n`"),
        ("any([1])", "expected a list of true and false, found a game"),
        ("[0, 1] = [0, 1]", "whether two lists are the same is asked with `==`"),
        ("genus(1)", "an impartial game"),
        ("load rules \"my.rules\"", "no files are read here"),
        ("load rules my.rules", "write `load rules \"my.rules\"`"),
        ("--1", "a comment has a blank after `--`; the conjugate of -1 is `~-1`"),
        ("0 --1", "a comment has a blank after `--`"),
    ] {
        let error = refusal(program);
        assert!(error.contains(expected), "{program}: {error}");
    }
}

#[test]
fn hints_are_given_for_what_people_type() {
    for (program, expected) in [
        ("G := *; 2*G", "copies of a game are written `2.G`"),
        ("G := *; 2G", "copies are written with a point: `2.G`"),
        ("let G = {0|*}", "a name is given with `:=`, as in `G := {0|*}`"),
        ("G := *; G >= 0 modulo B", "after a question it is `mod`, as in `G >= 0 mod B`"),
        ("0 =< 1 mod E", "write `<=`"),
        ("0 => 1 mod E", "write `>=`"),
        ("{0 *|*}", "commas separate the options of a player, as in `{0,*|*}`"),
        ("{0;*|*}", "commas separate the options of a player, as in `{0,*|*}`"),
        ("clobber xoxo", "a position is written in parentheses: `clobber(xoxo)`"),
        ("G := *; print G", "write the expression alone"),
        ("print(1)", "write the expression alone"),
        ("G := *; G^L", "Left's options are `options(G, Left)`"),
        ("simplest(*, d)", "did you mean `D`?"),
        ("options(*, left)", "did you mean `Left`?"),
        ("# comment", "a comment begins with `-- `"),
        ("// comment", "a comment begins with `-- `"),
        ("[-1,0] = 0 mod E", "a dead end is written with blanks"),
        ("modulo X", "the universes are `M`, `D`, `E`"),
        ("1 > 0 mod X", "the universes are `M`, `D`, `E`"),
        ("simplest(1, X)", "the universes are `M`, `D`, `E`"),
        ("simplest(1, nim)", "a position is written with parentheses"),
    ] {
        let error = refusal(program);
        assert!(error.contains(expected), "{program}: {error}");
    }
    assert!(!refusal("modulo X").contains(":="));
    assert!(!refusal("days(3)").contains("spent"));
    assert_eq!(last("{0,∗│⋆}"), "{0,*|*}");
    assert_eq!(last("∗2 + ⋆ == *2 + *"), "true");
}

#[test]
fn common_mistakes_are_told_how_to_be_mended() {
    for (program, expected) in [
        // An unbalanced brace.
        (
            "G := {0,*|*",
            "at character 12: expected `}`, found the end of the text\n  G := {0,*|*\n             ^\n\
             help: the `{` at character 6 is not closed\n",
        ),
        (
            "{0|*}}",
            "at character 6: expected an operator or the end, found `}`\n  {0|*}}\n       ^\n\
             help: this `}` closes nothing: take it away, or open it before\n",
        ),
        (
            "simplest({0|*), E)",
            "at character 14: expected `}`, found `)`\n  simplest({0|*), E)\n               ^\n\
             help: the `{` at character 10 is not closed\n",
        ),
        // An unknown function.
        (
            "simplst({0,*|*}, E)",
            "at character 1: unknown function `simplst`\n  simplst({0,*|*}, E)\n  ^^^^^^^\n\
             help: did you mean `simplest`?\n",
        ),
        // A missing universe.
        (
            "{0,*|*} >= 0",
            "at character 9: no universe given\n  {0,*|*} >= 0\n          ^^\n\
             help: write `G >= H mod E`, or once `modulo E` for all that follows\n",
        ),
        (
            "simplest({0,*|*})",
            "at character 1: no universe given\n  simplest({0,*|*})\n  ^^^^^^^^^^^^^^^^^\n\
             help: write `simplest(G, U)`, for example with E for U, or once `modulo E` for all that follows\n",
        ),
        (
            "strong(*, Left)",
            "at character 1: no universe given\n  strong(*, Left)\n  ^^^^^^^^^^^^^^^\n\
             help: write `strong(G, U)`, for example with E for U, or once `modulo E` for all that follows\n",
        ),
        // A comma for a bar.
        (
            "G := {0,*,*}",
            "at character 12: expected `|`, `,` or `+`, found `}`\n  G := {0,*,*}\n             ^\n\
             help: a bar separates the options of Left from those of Right, as in `{0,*|*}`\n",
        ),
        // A tombstone on its own.
        (
            "G := #",
            "at character 6: a tombstone can only be an element of a list in braces\n  G := #\n       ^\n\
             help: a tombstone stands among the options of a player, as in `{0,■|*}`\n",
        ),
        // And others.
        (
            "ends := {0|*}",
            "at character 1: `ends` is a universe and cannot be given another meaning\n  ends := {0|*}\n  ^^^^\n\
             help: choose another name, such as `G`\n",
        ),
        (
            "{g|0}",
            "at character 2: unknown name `g`\n  {g|0}\n   ^\nhelp: give it a meaning first: `g := {0|*}`\n",
        ),
        (
            "G := *; G-1",
            "at character 9: only counts are subtracted\n  G := *; G-1\n          ^\n\
             help: for games, add the conjugate: `G + ~H`\n",
        ),
        (
            "L := days(1)\nL[5]",
            "at line 2, character 3: there is no item 5 in a list of 4\n  L[5]\n    ^\nhelp: the first item is `L[1]`\n",
        ),
        (
            "{rank(0)|0}",
            "at character 2: expected a game, found a count\n  {rank(0)|0}\n   ^^^^^^^\n\
             help: a count is a number and no game\n",
        ),
        (
            "length(days(1)) > *",
            "at character 17: a count and a game are not compared like this\n  length(days(1)) > *\n                  ^\n\
             help: a count is a number and no game; integers beside it are counts, as in `length(L) > 5`\n",
        ),
        (
            "canonical({1|*}, D)",
            "at character 1: the form is not in D: its follower 1 is not\n  canonical({1|*}, D)\n  ^^^^^^^^^^^^^^^^^^^\n",
        ),
        ("1 + domineering(2y4)", "at character 17: expected a cell (`.`, `#`) or `/`, found `2`"),
        (
            "rank(0, 1)",
            "at character 1: `rank` takes 1 argument, not 2\n  rank(0, 1)\n  ^^^^^^^^^^\nhelp: write `rank(G)`\n",
        ),
        ("days(-1)", "at character 6: a count is not negative\n  days(-1)\n       ^^\n"),
        (
            "* > 0 mod I",
            "at character 3: modulo I there is no order\n  * > 0 mod I\n    ^\nhelp: ask for `=`\n",
        ),
        ("A6 = 0 mod E", "A(n) supports n ≤ 5, not 6"),
        ("days(3)", "days(n) supports n ≤ 2, not 3"),
    ] {
        let found = last(program);
        if expected.ends_with('\n') {
            assert_eq!(found, expected, "{program}");
        } else {
            assert!(found.starts_with(expected), "{program}: {found}");
        }
    }
}

#[test]
fn what_has_a_meaning_cannot_be_given_another() {
    let work = Workspace::new();
    for word in ["ends", "W3", "A12", "simplest", "adj", "nim", "mod", "true", "Left", "draw", "names", "to"]
    {
        let mut session = Session::new(&work);
        let error = session.evaluate(&format!("{word} := 0")).unwrap_err();
        assert!(error.to_string().contains("cannot be given another meaning"), "{word}: {error}");
        assert!(session.evaluate(&format!("[0 for {word} in []]")).is_err(), "{word}");
    }
    for word in [
        "G", "L", "R", "P", "M", "D", "E", "B", "I", "N", "W", "K", "A", "S", "x", "Gx", "D1", "W_3", "é",
        "nim2", "G'",
    ] {
        let program = format!("{word} := 7; rank({word}) = 7 and {{{word}|}} == 8");
        assert_eq!(last(&program), "true", "{program}");
    }
}

#[test]
fn names_given_before_an_error_stay() {
    let work = Workspace::new();
    let mut session = Session::new(&work);
    assert!(session.evaluate("modulo E; G := *; H := {G,; K1 := 2").is_err());
    assert_eq!(session.names().keys().collect::<Vec<_>>(), ["G"]);
    assert_eq!(session.modulus(), Some(&work.modulo("E").unwrap()));
    let replies = session.evaluate("G = *\n\n; -- nothing\n").unwrap();
    assert_eq!(replies.len(), 1);
    assert_eq!(replies[0].span, 0..5);
}

#[test]
fn what_is_wrong_with_a_position_is_said_as_elsewhere() {
    let work = Workspace::new();
    for position in ["domineering(2y2)", "octal(0.77)", "domineering(2x2)(3)", "nim(a)"] {
        let refused = |function: &str| {
            let program = format!("{function}({position}, E)");
            let error = Session::new(&work).evaluate(&program).unwrap_err();
            said(&program, &error).replace(function, "")
        };
        let shifted = |text: String| text.lines().next().unwrap().split_once(':').unwrap().1.to_owned();
        assert_eq!(shifted(refused("simplest")), shifted(refused("expand")), "{position}");
    }
    let error = Session::new(&work).evaluate("simplest(nim(1), I)").unwrap_err();
    assert!(error.to_string().contains("no simplest form for I"), "{error}");
}

#[test]
fn what_is_too_much_is_said_and_not_done() {
    let limits = Limits { memory_bytes: 8 << 20, time: None };
    for program in [
        "length([0 for a in days(2) for b in days(2) for c in days(2)])",
        "[latex([a, b]) for a in days(2) for b in days(2)]",
        "days(3)",
        "days(99999999999999999999999)",
        "{9223372036854775807|}",
    ] {
        let work = Workspace::with_limits(limits);
        let outcome = Session::new(&work).evaluate(program);
        let refused = match &outcome {
            Err(Error::Exhausted(_)) => true,
            // Larger than any integer there is.
            Err(Error::Parse(error)) => error.to_string().contains("too large"),
            _ => false,
        };
        assert!(refused, "{program}: {outcome:?}");
    }
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    let work = Workspace::with_limits(limits);
    let endless = "length([0 for a in days(2) for b in days(2) for c in days(2) for d in days(2) if false])";
    assert!(matches!(Session::new(&work).evaluate(endless), Err(Error::Exhausted(_))));
}
