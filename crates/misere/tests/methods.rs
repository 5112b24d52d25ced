//! Methods of the papers through the library: steps, downlinking games with their proofs, test
//! sets, membership, expansions.
#![allow(clippy::unwrap_used, reason = "tests")]

use misere::{Error, Game, Modulus, Question, Style, Workspace};

/// The usual universes, one of ends that are not dead, and a set of ends.
const UNIVERSES: [&str; 9] =
    ["M", "D", "E", "B", "D(-1)", "D([-1 0])", "D([-2 0])", "D({|*},{|1})", "ends(-1 | 1)"];

fn days(work: &Workspace, day: u32) -> Vec<Game> {
    work.ask(&Question::new("days").unwrap().with("day", day).unwrap()).unwrap().games().unwrap()
}

fn about(question: &str, g: &Game, h: &Game) -> Question {
    Question::new(question).unwrap().with("g", g).unwrap().with("h", h).unwrap()
}

#[test]
fn steps_are_told_in_the_words_of_the_papers() {
    let work = Workspace::new();
    let e = work.modulo("E").unwrap();
    let g = work.game("{0,{0,-1|W5}||-2,0}").unwrap();
    let steps = e.ask(&Question::new("steps").unwrap().with("g", &g).unwrap()).unwrap();
    assert_eq!(
        steps.lines(Style::Unicode).unwrap(),
        [
            "{0,■|0,-2}",
            "  1. Left's option {0,-1|W5} is atomic reversible through the Left end W5: {0,{0,-1|W5}|0,-2} ≥ W5. \
             Without it Left, moving first, loses: it is fundamental. A tombstone takes its place. \
             [universe] Lemma 5.14, [day-2] section 3",
            "     {0,■|0,-2}",
        ]
    );
    let latex = steps.lines(Style::Latex).unwrap();
    assert!(latex[1].contains(r"\text{Left's option }\{0,\overline{1} \mid W_{5}\}"), "{}", latex[1]);
    assert!(latex[1].contains(r"\geq"), "{}", latex[1]);
}

#[test]
fn steps_do_not_depend_on_what_was_asked_before() {
    let fresh = Workspace::new();
    let used = Workspace::new();
    for name in UNIVERSES {
        let (first, second) = (fresh.modulo(name).unwrap(), used.modulo(name).unwrap());
        let games = days(&fresh, 2);
        for (i, g) in games.iter().enumerate().step_by(5) {
            // The other workspace has met the games in the opposite order.
            let other = used.adopt(&games[games.len() - 1 - i]).unwrap();
            second.steps(&other).unwrap();
            let again = used.adopt(g).unwrap();
            let steps = |modulus: &Modulus, g: &Game| {
                let asked = Question::new("steps").unwrap().with("g", g).unwrap();
                modulus.ask(&asked).unwrap().lines(Style::Unicode).unwrap()
            };
            assert_eq!(steps(&first, g), steps(&second, &again), "{name}");
            assert_eq!(first.steps(g).unwrap().simplest, first.simplest(g).unwrap(), "{name}: {g}");
        }
    }
}

#[test]
fn a_picture_of_steps_has_a_tree_and_a_title_for_each() {
    use misere::draw::{Shape, TreeStyle};
    let work = Workspace::new();
    let steps = work.modulo("E").unwrap().steps(&work.game("{*,{0,-1|0}|*}").unwrap()).unwrap();
    assert_eq!(steps.steps.len(), 3);
    let scene = steps.draw(&TreeStyle::default()).unwrap();
    let titles: Vec<&str> = scene
        .shapes()
        .iter()
        .filter_map(|shape| match shape {
            Shape::Text { label, .. } => Some(label.unicode.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(
        titles,
        [
            "1. Left's * is dominated by {0,-1|0}",
            "2. Left's {0,-1|0} is atomic reversible through 0",
            "3. Left's tombstone is erased",
        ]
    );
    // A dot or a tombstone for each node of the four trees.
    let mut nodes = steps.game.tree_edges().unwrap() + 1_u32;
    for step in &steps.steps {
        nodes += step.whole.tree_edges().unwrap() + 1_u32;
    }
    let drawn = scene.shapes().iter().filter(|s| matches!(s, Shape::Dot { .. } | Shape::Rectangle { .. }));
    assert_eq!(nodes, drawn.count().into());
}

/// Whether t downlinks g to h, from the outcomes of the sums alone.
fn links(g: &Game, h: &Game, t: &Game) -> bool {
    use misere::Player::{Left, Right};
    let [of_g, of_h] = [g, h].map(|f| (f + t).unwrap().outcome());
    of_g.winner(Left) == Right && of_h.winner(Right) == Left
}

#[test]
fn downlinks_are_proved() {
    let work = Workspace::new();
    let games = work.game_list("0, 1, -1, *, *2, {0,*|*}, {-1|1}, {|1}, {0,#|*}").unwrap();
    for name in ["M", "D", "E", "B", "D(-1)", "D([-2 0])"] {
        let modulus = work.modulo(name).unwrap();
        let mut found = [0; 2];
        for g in &games {
            for h in &games {
                let (answer, proof) = modulus.prove(&about("downlinked", g, h)).unwrap();
                let t = modulus.downlink(g, h).unwrap();
                assert_eq!(answer.to_string(), if t.is_some() { "yes" } else { "no" }, "{g} {h} {name}");
                found[usize::from(t.is_some())] += 1;
                let why = proof.why(Style::Unicode).unwrap().join("\n");
                match t {
                    Some(t) => {
                        assert!(links(g, h, &t) && modulus.contains_literally(&t).unwrap());
                        assert!(why.contains(&format!("with T = {t}, o(G+T)")), "{why}");
                    }
                    None => assert!(why.contains("no T downlinks G to H"), "{why}"),
                }
            }
        }
        assert!(found.iter().all(|&number| number > 5), "{name}: {found:?}");
    }
}

#[test]
fn links_modulo_i_are_proved_and_partizan_games_refused() {
    let work = Workspace::new();
    let i = work.modulo("I").unwrap();
    let games = work.game_list("0, *, *2, *3, *2+*2, *{*2}, *{0,*{*}}").unwrap();
    for g in &games {
        for h in &games {
            let (answer, proof) = i.prove(&about("downlinked", g, h)).unwrap();
            let t = i.downlink(g, h).unwrap();
            assert_eq!(answer.to_string(), if t.is_some() { "yes" } else { "no" }, "{g} {h}");
            let why = proof.why(Style::Unicode).unwrap().join("\n");
            match t {
                Some(t) => {
                    assert!(links(g, h, &t) && links(h, g, &t));
                    assert!(why.contains(&format!("with T = {t}, both")), "{why}");
                }
                None => assert!(why.contains("no T links G to H"), "{why}"),
            }
        }
    }
    let (one, zero) = (work.game("1").unwrap(), work.game("0").unwrap());
    for question in ["downlinked", "downlink", "compare"] {
        let refused = i.ask(&about(question, &one, &zero)).unwrap_err();
        assert_eq!(refused, Error::NotImpartial);
        assert!(refused.to_string().contains("no equality of partizan games"));
        assert!(refused.help().unwrap().contains("modulo D (dicots)"));
    }
}

#[test]
fn every_method_is_refused_where_it_has_no_sense() {
    let work = Workspace::new();
    let star = work.game("*").unwrap();
    for (question, refusals) in [
        ("steps", &["I"][..]),
        ("strong_outcome", &["I", "N"]),
        ("downlink", &["N"]),
        ("downlinked", &["N"]),
        ("expansion_of", &["I", "N", "ends(-1 | 1)"]),
        ("p_free_modulo", &["I", "N", "ends(-1 | 1)"]),
        ("p_free_expansion", &["I", "N", "ends(-1 | 1)"]),
        ("birthday", &["I", "N", "ends(-1 | 1)"]),
        ("reduced", &[]),
        ("literal_member", &[]),
        ("test_set", &["I", "N"]),
    ] {
        for name in ["M", "D", "E", "B", "D(-1)", "D({|*})", "ends(-1 | 1)", "N", "I"] {
            let mut asked = Question::new(question).unwrap();
            for parameter in asked.kind().parameters {
                asked = match parameter.name {
                    "moves" => asked.with("moves", 2),
                    game => asked.with(game, &star),
                }
                .unwrap();
            }
            let answer = work.modulo(name).unwrap().ask(&asked);
            if refusals.contains(&name) {
                assert_eq!(answer.map(|_| ()).unwrap_err().code(), "unsupported", "{question} {name}");
            } else if let Err(error) = answer {
                panic!("{question} {name}: {error}");
            }
        }
    }
}

#[test]
fn games_are_reduced_exactly_if_no_step_is_left() {
    let work = Workspace::new();
    for name in UNIVERSES {
        let modulus = work.modulo(name).unwrap();
        for g in days(&work, 2).iter().step_by(3) {
            let reduced = modulus.reduced(g).unwrap();
            assert_eq!(reduced.holds(), modulus.steps(g).unwrap().steps.is_empty(), "{name}: {g}");
            assert!(modulus.reduced(&reduced.simplest).unwrap().holds(), "{name}: {g}");
        }
    }
    // A canonical form of the literature need not be a simplest form.
    let d = work.modulo("D").unwrap();
    let reduced = d.reduced(&work.game("{0,*|*}").unwrap()).unwrap();
    assert!(!reduced.holds() && reduced.is_canonical == Some(true));
}

fn literally(modulus: &Modulus, text: &str) -> (bool, bool) {
    let game = modulus.workspace().game(text).unwrap();
    (modulus.contains_literally(&game).unwrap(), modulus.contains(&game).unwrap())
}

#[test]
fn membership_is_literal_or_up_to_equality_of_dead_ends() {
    let work = Workspace::new();
    let domineering = work.modulo("D([-1 0])").unwrap();
    // 1x7 Domineering equals {·|1̄,0} + 1̄, and is not a sum as it stands.
    assert_eq!(literally(&domineering, "{|-2,[-1 0]}"), (false, true));
    assert_eq!(literally(&domineering, "[-1 0] + -1"), (true, true));
    assert_eq!(literally(&domineering, "[-2 0]"), (false, false));
    for name in ["M", "D", "E", "B", "N", "I"] {
        let modulus = work.modulo(name).unwrap();
        for g in &days(&work, 2) {
            assert_eq!(modulus.contains_literally(g), modulus.contains(g), "{name}: {g}");
        }
    }
    // A literal member is a member.
    for name in ["D(-1)", "D([-1 0])", "D([-2 0])", "D({|*},{|1})"] {
        let modulus = work.modulo(name).unwrap();
        for g in &days(&work, 2) {
            assert!(!modulus.contains_literally(g).unwrap() || modulus.contains(g).unwrap(), "{name}: {g}");
        }
    }
}

#[test]
fn a_modified_adjoint_is_asked_of_left_ends_alone() {
    let work = Workspace::new();
    let ask = |text: &str| {
        let question =
            Question::new("modified_adjoint").unwrap().with("g", work.game(text).unwrap()).unwrap();
        work.ask(&question).map(|answer| answer.to_string())
    };
    assert_eq!(ask("0").unwrap(), "{0|*}");
    assert_eq!(ask("-2").unwrap(), "{*|0||*}");
    assert_eq!(ask("1").unwrap_err().code(), "argument");
}
