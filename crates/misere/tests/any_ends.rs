//! Universes of any ends, families and end sets, asked by library, batch and language.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use misere::check::check;
use misere::language::Session;
use misere::{Error, Question, Relation, Request, RequestError, Style, Workspace, error_object};
use serde_json::{Map, Value, json};

/// A batch of one line.
fn batch(work: &Workspace, request: &Value) -> Map<String, Value> {
    let answered = Request::read(work, request.as_object().unwrap())
        .and_then(|read| read.answer().map_err(|error| RequestError { error, field: None }));
    answered.unwrap_or_else(|refused| error_object(&refused.error, None))
}

/// The last reply of a program.
fn told(work: &Workspace, program: &str) -> String {
    match Session::new(work).evaluate(program) {
        Ok(replies) => replies.last().unwrap().write(Style::Unicode).unwrap(),
        Err(error) => error.to_string(),
    }
}

/// Questions modulo five universes, answered by another program.
#[test]
fn questions_that_another_program_answered() {
    let work = Workspace::new();
    let data = include_str!("data/any-ends.jsonl");
    assert_eq!(data.lines().count(), 400);
    for line in data.lines() {
        let mut request: Map<String, Value> = serde_json::from_str(line).unwrap();
        let expected = request.remove("answer").unwrap();
        let answer = batch(&work, &Value::Object(request));
        let found = match answer.get("left") {
            Some(left) => json!({ "left": left, "right": answer["right"] }),
            None => answer.get("relation").or_else(|| answer.get("form")).cloned().unwrap_or_default(),
        };
        assert_eq!(found, expected, "{line}");
    }
}

/// \[universe\] section 7: equality of blocked ends depends on the universe.
#[test]
fn an_end_is_zero_in_one_universe_and_not_in_another() {
    let work = Workspace::new();
    for (end, universe, relation) in [
        ("{|*}", "D({|*})", Relation::Equal),
        ("{|1}", "D({|1})", Relation::Equal),
        ("{|*}", "D({|*},{|1})", Relation::Greater),
        ("{|*}", "D({*|},{-1|})", Relation::Greater),
    ] {
        let modulus = work.modulo(universe).unwrap();
        let (g, zero) = (work.game(end).unwrap(), work.game("0").unwrap());
        assert_eq!(modulus.compare(&g, &zero), Ok(relation), "{end} modulo {universe}");
        let question = Question::new("compare").unwrap().with("g", g).unwrap().with("h", zero).unwrap();
        let (_, proof) = modulus.prove(&question).unwrap();
        assert!(check(proof.certificate()).is_ok());
        assert_eq!(told(&work, &format!("compare({end}, 0, {universe})")), relation.to_string());
        let asked = batch(&work, &json!({ "op": "compare", "g": end, "h": "0", "modulo": universe }));
        assert_eq!(asked["relation"], relation.to_string());
    }
}

/// Every answer of strength modulo universes of short ends has a certificate.
#[test]
fn strength_is_certified() {
    let work = Workspace::new();
    let days = work.ask(&Question::new("days").unwrap().with("day", 2).unwrap()).unwrap();
    let games = days.games().unwrap();
    for universe in ["D({|0,*})", "D({|1,-1})", "D({|*},{|0,1})", "D({|{1|0}})"] {
        let modulus = work.modulo(universe).unwrap();
        for g in games.iter().step_by(5) {
            let question = Question::new("strong").unwrap().with("g", g).unwrap();
            modulus.prove(&question).unwrap_or_else(|error| panic!("{g} modulo {universe}: {error}"));
        }
    }
}

#[test]
fn what_is_not_decided_is_an_answer_of_its_own() {
    let work = Workspace::new();
    // An end that is not blocked, for which neither a sum nor a strategy is found.
    let universe = "D({|{{1|0}|{*|*}}})";
    let modulus = work.modulo(universe).unwrap();
    let question = Question::new("strong").unwrap().with("g", work.game("{0,1,-1|*}").unwrap()).unwrap();
    let error = modulus.ask(&question).unwrap_err();
    assert!(matches!(&error, Error::Undecided { tried } if tried.contains("sums of up to")), "{error}");
    assert_eq!(error.code(), "undecided");
    assert_eq!(modulus.compare(&work.game("0").unwrap(), &work.game("{0,1,-1|*}").unwrap()), Err(error));
    let answer = batch(&work, &json!({ "op": "strong", "g": "{0,1,-1|*}", "modulo": universe }));
    assert_eq!((&answer["ok"], &answer["known"]), (&json!(true), &json!(false)));
    assert!(answer["tried"].is_string() && !answer.contains_key("left"));
    assert!(told(&work, &format!("strong({{0,1,-1|*}}, {universe})")).starts_with("unknown: tried sums"));
    // A later question is answered.
    assert_eq!(batch(&work, &json!({ "op": "strong", "g": "0", "modulo": universe }))["left"], true);
}

#[test]
fn a_family_is_a_universe() {
    let work = Workspace::new();
    let evens = work.modulo("D([-n 0] for n even)").unwrap();
    assert_eq!(evens.id().as_str(), "D([-n 0] for n even)");
    assert_eq!(work.modulo(" D( {|-m,0} for  m even )").unwrap().id().as_str(), "D({|-n,0} for n even)");
    for n in 1..=6 {
        let end = work.game(&format!("[-{n} 0]")).unwrap();
        assert_eq!(evens.contains(&end), Ok(n % 2 == 0), "n = {n}");
        let first_odd = work.modulo("D(-1, [-n 0] for n >= 3)").unwrap();
        assert_eq!(first_odd.contains(&end), Ok(n >= 3), "n = {n}");
    }
    // One and the same as the finite family, for games that are not too long.
    let finite = work.modulo("D([-2 0],[-4 0],[-6 0],[-8 0])").unwrap();
    let random = Question::new("random").unwrap();
    let random = random.with("day", 3).unwrap().with("of", work.modulo("E").unwrap()).unwrap();
    let games = work.ask(&random.with("number", 200).unwrap()).unwrap().games().unwrap();
    for (g, h) in games.iter().zip(games.iter().rev()) {
        assert_eq!(evens.simplest(g), finite.simplest(g), "{g}");
        assert_eq!(evens.compare(g, h), finite.compare(g, h), "{g}, {h}");
    }
    assert_eq!(told(&work, "simplest({0,*|*}, D([-n 0] for n even))"), "{0,■|*}");
    let asked = json!({ "op": "simplest", "g": "{0,*|*}", "modulo": "D([-n 0] for n even)" });
    assert_eq!(batch(&work, &asked)["form"], "{0,#|*}");
}

#[test]
fn a_family_that_is_none_is_refused_at_its_place() {
    let work = Workspace::new();
    for (text, place, message) in [
        ("D([-n 0] for n prime)", 13, "expected `even`, `odd` or `>= 3`, found `prime`"),
        ("D([-n 0] for )", 13, "expected a variable, found nothing"),
        ("D([-1 0] for n even)", 2, "expected `-n`, found an end without it"),
        ("D([Wn 0] for n even)", 3, "expected `-n`, integers and brackets, found `W`"),
        ("D([-n 0 for n even)", 0, ""),
        ("D({-n|} for n even)", 2, "`{-n|}` is not a Left dead end"),
        ("D({|*}, [-n 0] for n even)", 2, "`{|*}` is not an end"),
        ("ends(-1, * | 1)", 9, "`*` is not an end"),
        ("ends(-1 | -1)", 10, "`-1` is not an end"),
    ] {
        match work.modulo(text) {
            Err(Error::Parse(error)) if !message.is_empty() => {
                assert_eq!(
                    (error.problem.to_string().as_str(), error.span.start),
                    (message, place),
                    "{text}"
                );
            }
            Err(other) => assert!(other.to_string().contains(message), "{text}: {other}"),
            Ok(_) => panic!("{text} is refused"),
        }
    }
}

/// The equivalence modulo an end set does not respect sums.
#[test]
fn an_end_set_has_an_order_and_no_sums() {
    let work = Workspace::new();
    let ends = work.modulo("ends(-1 | 1)").unwrap();
    let [g, h] = ["{{*|-1}|0}", "{{0|-1},{*|-1}|0}"].map(|text| work.game(text).unwrap());
    assert_eq!(ends.compare(&g, &h), Ok(Relation::Equal));
    assert_eq!(ends.simplest(&g), ends.simplest(&h));
    let one = work.game("-1").unwrap();
    let [more_g, more_h] = [&g, &h].map(|game| (game + &one).unwrap());
    assert_ne!(ends.compare(&more_g, &more_h), Ok(Relation::Equal));
    let separation = ends.separator(&more_g, &more_h).unwrap();
    let separation = separation.or_else(|| ends.separator(&more_h, &more_g).unwrap()).unwrap();
    assert_eq!(ends.contains(&separation.game), Ok(true));
    for question in ["invertible", "expand", "birthday"] {
        let asked = batch(&work, &json!({ "op": question, "g": "*", "modulo": "ends(-1 | 1)" }));
        assert_eq!(asked["code"], "unsupported", "{question}");
    }
    let asked =
        batch(&work, &json!({ "op": "compare", "g": "*", "h": "0", "modulo": "ends(-1 | 1)", "why": true }));
    assert_eq!(asked["code"], "unsupported", "there is no certificate");
    assert_eq!(told(&work, "compare({{*|-1}|0}, {{0|-1},{*|-1}|0}, ends(-1 | 1))"), "=");
    // Lists that are not conjugate to each other: a Right end may bring along Left ends.
    let sided = work.modulo("ends( | {-1|})").unwrap();
    assert_eq!(sided.id().as_str(), "ends( | {-1|})");
    assert_eq!(sided.contains(&work.game("-1").unwrap()), Ok(true));
    assert_eq!(sided.contains(&one.conjugate().unwrap()), Ok(false));
    assert!(work.modulo("ends(1 | )").is_err() && work.modulo("ends(-1)").is_err());
}

/// Strength modulo an end set, by playing sums with its ends.
#[test]
fn strength_modulo_an_end_set_is_what_play_says() {
    let work = Workspace::new();
    let sided = work.modulo("ends(-2,{|*} | {-1|},2)").unwrap();
    let ends = [["0", "-1", "-2", "{|*}"].as_slice(), &["0", "1", "2", "{-1|}"]];
    let days = work.ask(&Question::new("days").unwrap().with("day", 2).unwrap()).unwrap();
    let games = days.games().unwrap();
    for g in &games {
        let wins = |player: misere::Player| {
            ends[player.index()].iter().all(|end| {
                let sum = (g + &work.game(end).unwrap()).unwrap();
                work.forms().wins_first(sum.form(), player)
            })
        };
        assert_eq!(sided.strong(g).unwrap(), misere::Player::BOTH.map(wins), "{g}");
    }
}

#[test]
fn a_universe_file_names_a_universe() {
    let work = Workspace::new();
    let text = "-- even ends\nname   Evens\nends   [-n 0] for n even -- not odd\ntests  2: 0, [-1 0]\n";
    let evens = work.load_universe(text).unwrap();
    assert_eq!(evens.to_string(), "Evens");
    assert_eq!(work.load_universe(text).unwrap(), evens, "a file is read once");
    assert_eq!(told(&work, "simplest({0,*|*}, Evens)"), "{0,■|*}");
    assert_eq!(batch(&work, &json!({ "op": "member", "g": "[-3 0]", "modulo": "Evens" }))["member"], false);
    // Finitely many ends have certificates, whatever the universe is called.
    let stars = work.load_universe("name Stars\nends {|*}").unwrap();
    let question = Question::new("compare").unwrap().with_text(&work, "g", "{|*}").unwrap();
    let (answer, _) = stars.prove(&question.with_text(&work, "h", "0").unwrap()).unwrap();
    assert_eq!(answer.to_string(), "=");
    let sided = work.load_universe("name Sided\nends -1 | {1,0|}").unwrap();
    assert_eq!(sided.contains(&work.game("-2").unwrap()), Ok(false));
    for (text, message) in [
        ("ends -1", "expected a line `name …`, found the end of the text"),
        ("name X", "expected a line `ends …`, found the end of the text"),
        ("name X\nends *", "`*` is not an end"),
        ("name X\nends {|", "expected"),
        (
            "name x\nends -1",
            "`x` is not a universe: a universe is named by ASCII letters and digits, the first a capital",
        ),
        ("name E\nends -1", "`E` is not a universe: the name has a meaning already"),
        ("name X\nends -1\ntests 2: 0", "T_2 is {0, -1, -2}"),
        ("name X\nends {|*}\ntests 2: 0", "only universes of dead ends have test sets"),
        ("name X\nname Y\nends -1", "expected `name`, `ends` once each, or `tests`, found `name Y`"),
        ("nonsense", "expected `name`, `ends` once each, or `tests`, found `nonsense`"),
    ] {
        let error = work.load_universe(text).unwrap_err();
        let told = match &error {
            Error::Parse(error) => error.problem.to_string(),
            other => other.to_string(),
        };
        assert!(told.contains(message), "{text}: {told}");
    }
}
