//! Texts that people type: games, universes, rules, programs and requests.

use misere::language::{Session, Value, functions, is_incomplete, token_classes};
use misere::rulesets::Rewriting;
use misere::{Error, QUESTIONS, Request, RequestError, Style, Workspace, error_object};
use serde_json::{Map, json};

use super::{bytes, workspace};
use crate::Target;

pub(super) const NOTATION: Target = Target {
    name: "notation",
    seeds: || {
        bytes([
            "{0,*|*}",
            "{0, {0,-1|W5} || -2, 0}",
            "{0,#||*2|~1} + 3.{*|} + +-(1,*)",
            "domineering(2x2) + nim(1,2) + octal(0.77)(3)",
            "[-1 0] + W3 + K2 + {0,Σ^L|*{0,2}}",
            "2\u{304} + \u{b1}(1,*) + {∗│⋆,■}",
            r"\left\{0,\overline{1}\,\middle|\,\ast\right\}",
            "{{{{0|0}|0}|0}|0}",
        ])
    },
    tokens: "0 1 -1 2 99999999999999999999 * *2 *{ { } | || ||| ( ) [ ] , ; . # ■ · ~ ± + +- - -- W3 W( K2 Σ^L \
        ∗ ⋆ │ ^ é\u{304} \\overline{ \\left\\{ nim(1,2) octal(0.77) x 2x2 @ \" ' _",
    read: |data| {
        let Ok(text) = std::str::from_utf8(data) else { return 0 };
        let work = workspace();
        match work.game(text) {
            Ok(game) => {
                for style in [Style::Ascii, Style::Unicode, Style::Latex] {
                    let Ok(written) = game.write(style) else { continue };
                    if let Ok(read) = work.game(&written) {
                        assert_eq!(read, game, "{text:?} is written {written:?}");
                    }
                }
                1
            }
            Err(error) => points_inside(&error, text),
        }
    },
};

pub(super) const UNIVERSES: Target = Target {
    name: "universes",
    seeds: || {
        bytes([
            "M",
            "D(-1)",
            "D({|-1,0}, [-2 0])",
            "D({|*}, {|1})",
            "ends({|*} | {1|})",
            "D([-n 0] for n even)",
            "D(domineering(1x4))",
            "D(-1,-2,-3,-4,-5)",
        ])
    },
    tokens: "M D E B N I D( ends( ) | , 0 -1 {| } [ ] n for even odd all in 1..3 * {|*} {|1} domineering(1x4) 99999999999",
    read: |data| {
        let Ok(text) = std::str::from_utf8(data) else { return 0 };
        let work = workspace();
        match work.modulo(text) {
            Ok(modulus) => {
                if let Ok(written) = modulus.write(Style::Ascii)
                    && let Ok(read) = work.modulo(&written)
                {
                    assert_eq!(read, modulus, "{text:?} is written {written:?}");
                }
                if let (Ok(zero), Ok(star)) = (work.game("0"), work.game("*")) {
                    let _ = modulus.compare(&star, &zero);
                    let _ = modulus.simplest(&star);
                }
                1
            }
            Err(error) => points_inside(&error, text),
        }
    },
};

pub(super) const UNIVERSE_FILES: Target = Target {
    name: "universe-files",
    seeds: || {
        bytes([
            "name Evens\nends [-n 0] for n even\n",
            "-- mine\nname Two\nends {|*}, {|1}\n",
            "name Tested\nends -1, [-1 0]\ntests 2: 0, [-1 0]\n",
        ])
    },
    tokens: "name ends tests \n -- [-n 0] for n even odd {|*} {|1} -1 , ( ) W(n) 0 D M evens",
    read: |data| {
        let Ok(text) = std::str::from_utf8(data) else { return 0 };
        match workspace().load_universe(text) {
            Ok(_) => 1,
            Err(error) => points_inside(&error, text),
        }
    },
};

pub(super) const RULES: Target = Target {
    name: "rules",
    seeds: || {
        bytes([
            "board  .\nleft   . -> x  unless next to o\nright  as left, exchanging x and o\n",
            "board  xo.\nleft   xo -> .x\nright  as left, exchanging x and o\nuniverse D\n",
            "game   Domineering\nboard  .\nleft   ./. -> #/#\nright  .. -> ##\nuniverse D([-1 0])\n",
        ])
    },
    tokens: "board left right as exchanging and unless next to universe game about source example cells diagonals both -> . x o # / , \n D E D([-1 0]) 1x3",
    read: |data| {
        let Ok(text) = std::str::from_utf8(data) else { return 0 };
        let work = workspace();
        let Ok(rules) = Rewriting::read_with("fuzzed", text, &work.universe_names()) else { return 0 };
        let mut positions = work.positions(std::sync::Arc::new(rules));
        for board in ["1x2", "2x2"] {
            let Ok(sum) = positions.read(board) else { continue };
            let Ok((home, _)) = positions.home(&[sum]) else { continue };
            let _ = positions.value(sum, &home);
        }
        1
    },
};

pub(super) const LANGUAGE: Target = Target {
    name: "language",
    seeds: || {
        let examples: Vec<String> = functions().into_iter().map(|function| function.example().0).collect();
        bytes(PROGRAMS.into_iter().chain(examples.iter().map(String::as_str)))
    },
    tokens: "0 1 2 -1 3. .. 1.5 f( f(g) g) n -- --1 \" load rules ∗ │ ^ random( first( * *2 { } | || ||| ( ) [ ] , ; \
        # ■ Σ^L . · ~ ± + +- - -- := = == != >= < <> ≤ mod modulo and or not in for if g G L P E D D( M I N B W3 W( \
        Left true none simplest( days(1) census( count( length( sum( strong( show( rank( options( conj( nim( \
        nim(1,2) é\u{304} ' _ 99999999999999999999",
    read: |data| {
        let Ok(program) = std::str::from_utf8(data) else { return 0 };
        run_program(&workspace(), program);
        1
    },
};

/// Programs to damage, besides the examples of the functions.
const PROGRAMS: [&str; 18] = [
    "G := {0,*|*}; H := {G, 0 | #, 1}\nsimplest(G + ~H, E) >= 0 mod D",
    "modulo D(-1); [simplest({g|h}) for g in days(1) for h in [g, 1, -1] if not g == h]",
    "L := [[0, *], [1 -1]]; {L[1][2], 2.L[1][1] | +-1 || ■, W3}",
    "outcome(nim(1,2)) in [P, N] and not (rank(*2) + 1 > 3 or false)",
    "g := [0 -1]; length([x for x in census(1, D(g)) if x = 0 mod D(g)])",
    "-- comment\n{0, -- here\n * |||1||2|3}\n",
    "octal(0.77)(3) + toads-and-frogs(T.F) + adj(sharp(conj(1)))",
    "latex([expand({0,Σ^L|*}), relation(0, -1)]) mod M",
    "±(1,*) || 2\u{304} mod B",
    "min(distinct([g + *2 for g in days(1)]), N)[1] == none",
    "truncate(W(3), 2) ≥ K2 mod E",
    "P = outcome(0); E; Left; true; 3; []; [0]",
    "[outcome(domineering(2 x n)) for n in 1..3]; n := 2; {nim(n)|_}; 1..n-1",
    "f(g, h) := simplest({g|h} + *, E); f(f(0, 1), *); {f(0, 0)|0}; f",
    "f(n) := length([g for m in 1..n-1 for g in 1..f(m)]) + 1; f(3) * 2 - 1",
    "load rules \"my.rules\"; my(1x3) --1\n-- a comment",
    "any([end_like(g, Left) for g in random(1, E, 3)]) or all([]) or first([]) == none",
    "let G = 2*G; G >= 0 modulo B; {0 ∗|⋆}; clobber xo; print G; G^L; 1.5",
];

fn run_program(work: &Workspace, program: &str) {
    let mut session = Session::new(work);
    let mut replies = Vec::new();
    let result = session.run(program, |reply| {
        replies.push(reply);
        Ok::<_, Error>(())
    });
    if let Err(error) = result {
        points_inside(&error, program);
    }
    for reply in replies {
        assert!(program.get(reply.span.clone()).is_some(), "{program:?}: {reply:?}");
        let (Value::Game(g), Ok(written)) = (&reply.value, reply.write(Style::Ascii)) else { continue };
        if let Ok(read) = work.game(&written) {
            assert_eq!(read, *g, "{program:?}: {written}");
        }
    }
    let _ = is_incomplete(program);
    let mut end = 0;
    for (span, _) in token_classes(program) {
        assert!(span.start >= end && program.get(span.clone()).is_some(), "{program:?}: {span:?}");
        end = span.end;
    }
}

pub(super) const BATCH: Target = Target {
    name: "batch",
    seeds: || {
        let requests = QUESTIONS.iter().map(|kind| {
            let mut request = Map::new();
            request.insert("op".to_owned(), kind.name.into());
            for &(name, text) in kind.example.arguments {
                let value = text.parse::<u32>().map_or_else(|_| json!(text), |number| json!(number));
                request.insert(name.to_owned(), value);
            }
            if let Some(modulo) = kind.example.modulo {
                request.insert("modulo".to_owned(), modulo.into());
            }
            json!(request).to_string().into_bytes()
        });
        requests.collect()
    },
    tokens: r#"{ } [ ] , : "op" "g" "h" "modulo" "why" true false null "id" 0 1 3 -1 1e9 "E" "D" "D({|*})" "0"
        "{0,*|*}" "compare" "simplest" "invertible" "random" "census" "player" "Left" "\u0000" \ "day" "#,
    read: |data| {
        let Ok(request) = serde_json::from_slice::<Map<_, _>>(data) else { return 0 };
        let work = workspace();
        let answered = Request::read(&work, &request)
            .and_then(|request| request.answer().map_err(|error| RequestError { error, field: None }));
        let object = answered.unwrap_or_else(|RequestError { error, field }| {
            error_object(&error, field.as_deref().map(|(name, text)| (*name, text.as_str())))
        });
        assert!(object.get("ok").is_some_and(serde_json::Value::is_boolean), "{object:?}");
        1
    },
};

/// An error points into the text, and its text is short.
fn points_inside(error: &Error, text: &str) -> u64 {
    if let Error::Parse(error) = error {
        assert!(text.get(error.span.clone()).is_some(), "{text:?}: {:?} is not a place in it", error.span);
        let told = error.render(text).len();
        assert!(told < 2_000, "{text:?}: told in {told} bytes");
    }
    0
}
