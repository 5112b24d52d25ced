//! Random and damaged programs against the expression language, on stable Rust:
//! `cargo run --release -p misere --example fuzz_language -- SECONDS`. A panic, a hang or
//! an error that points outside the text is a finding; whatever else is said is fine.

use std::time::{Duration, Instant};

use fastrand::Rng;
use misere::language::{Session, Value, functions, is_incomplete, token_classes};
use misere::{Error, Limits, Setup, Style, Workspace};

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

/// What programs are made of, besides space.
const PIECES: &str = "0 1 2 -1 3. .. 1.5 f( f(g) g) n -- --1 \" load rules ∗ │ ^ random( first( * *2 { } | || ||| ( ) [ ] , ; # ■ Σ^L . · ~ ± + +- - -- := = == != >= < <> ≤ \
    mod modulo and or not in for if g G L P E D D( M I N B W3 W( Left true none simplest( days(1) census( \
    count( length( sum( strong( show( rank( options( conj( nim( nim(1,2) é\u{304} ' _ 99999999999999999999";

fn main() {
    let seconds = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(10);
    let tried = fuzz(Duration::from_secs(seconds), 1);
    eprintln!("{tried} programs, nothing found");
}

/// Tries programs for so long, and says how many. Panics when it finds something.
pub(crate) fn fuzz(time: Duration, seed: u64) -> u64 {
    let mut random = Rng::with_seed(seed);
    let pieces: Vec<&str> = PIECES.split_whitespace().chain([" ", "\n"]).collect();
    let examples = functions().into_iter().map(|function| function.example().0);
    let seeds: Vec<String> = PROGRAMS.map(str::to_owned).into_iter().chain(examples).collect();
    for seed in &seeds {
        check(seed);
    }
    let started = Instant::now();
    let mut tried = 0;
    while started.elapsed() < time {
        let program = if random.usize(..3) == 0 {
            (0..random.usize(..30)).map(|_| pieces[random.usize(..pieces.len())]).collect()
        } else {
            damaged(&seeds[random.usize(..seeds.len())], &pieces, &mut random)
        };
        check(&program);
        tried += 1;
    }
    tried
}

/// A program in which a few pieces are put in, taken out or repeated.
fn damaged(program: &str, pieces: &[&str], random: &mut Rng) -> String {
    let mut chars: Vec<char> = program.chars().collect();
    for _ in 0..=random.usize(..3) {
        let at = random.usize(..=chars.len());
        let end = (at + random.usize(..6)).min(chars.len());
        let piece: Vec<char> = match random.usize(..3) {
            0 => Vec::new(),
            1 => pieces[random.usize(..pieces.len())].chars().collect(),
            _ => chars[at..end].repeat(2),
        };
        let keep = random.usize(..2) == 0;
        chars.splice(at..if keep { at } else { end }, piece);
    }
    chars.into_iter().collect()
}

fn check(program: &str) {
    let limits = Limits { memory_bytes: 4 << 20, time: Some(Duration::from_millis(100)) };
    let work = Workspace::with_setup(Setup { limits, threads: 1, ..Setup::default() });
    let started = Instant::now();
    let mut session = Session::new(&work);
    let mut replies = Vec::new();
    let result = session.run(program, |reply| {
        replies.push(reply);
        Ok::<_, Error>(())
    });
    if let Err(Error::Parse(error)) = result {
        assert!(program.get(error.span.clone()).is_some(), "{program:?}: {error:?}");
        assert!(error.render(program).len() < 2_000, "{program:?}: {error:?}");
    }
    for reply in replies {
        assert!(program.get(reply.span.clone()).is_some(), "{program:?}: {reply:?}");
        let (Value::Game(g), Ok(written)) = (&reply.value, reply.write(Style::Ascii)) else {
            continue;
        };
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
    assert!(started.elapsed() < Duration::from_secs(20), "took {:?}: {program:?}", started.elapsed());
}
