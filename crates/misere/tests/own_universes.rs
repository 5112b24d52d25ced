//! Custom universes, registered with a workspace.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]
#![allow(unreachable_pub, dead_code, reason = "the example is a whole program")]

use std::sync::{Arc, mpsc};
use std::time::Duration;

use misere::core::{EndKind, Ends, Exhausted, Form, Forms, Play, Probes, Universe};
use misere::language::Session;
use misere::{Error, Game, Player, QUESTIONS, Question, Setting, UniverseId, Workspace};

#[path = "../examples/even_ends.rs"]
mod even_ends;

#[test]
fn the_example_runs() {
    even_ends::run().unwrap();
}

/// The dicots once more: no more is said than that their only end is 0.
struct OnlyZero(&'static str);

impl Setting for OnlyZero {
    fn id(&self) -> UniverseId {
        UniverseId::known(self.0)
    }

    fn strong(&self, forms: &Forms, _: &Play, options: &[Form], player: Player) -> Result<bool, Exhausted> {
        Ok(options.iter().any(|&option| !forms.wins_first(option, player.opponent())))
    }

    fn universe(&self) -> Option<&dyn Universe> {
        Some(self)
    }
}

impl Universe for OnlyZero {
    fn contains(&self, forms: &Forms, g: Form) -> Result<bool, Exhausted> {
        let is_end = |f: Form| Player::BOTH.iter().any(|&player| forms.is_end(f, player));
        Ok(forms.is_ordinary(g) && forms.followers(g).into_iter().all(|f| f == Form::ZERO || !is_end(f)))
    }

    fn defeating_end(&self, forms: &Forms, g: Form, player: Player) -> Result<Option<Form>, Exhausted> {
        Ok((!forms.wins_first(g, player)).then_some(Form::ZERO))
    }

    fn end_below(
        &self,
        _: &Forms,
        _: Form,
        below: &mut dyn FnMut(Form) -> Result<bool, Exhausted>,
    ) -> Result<Option<Form>, Exhausted> {
        Ok(below(Form::ZERO)?.then_some(Form::ZERO))
    }

    fn ends(&self) -> Ends {
        Ends { kind: EndKind::Zero, all: true }
    }
}

fn days(work: &Workspace) -> Vec<Game> {
    work.ask(&Question::new("days").unwrap().with("day", 2).unwrap()).unwrap().games().unwrap()
}

#[test]
fn dicots_under_another_name_are_dicots() {
    let work = Workspace::new();
    let (own, d) = (work.register(Arc::new(OnlyZero("OnlyZero"))).unwrap(), work.modulo("D").unwrap());
    let games = days(&work);
    assert_eq!(games.len(), 256);
    for g in &games {
        assert_eq!(own.simplest(g), d.simplest(g), "{g}");
        assert_eq!(own.contains(g), d.contains(g), "{g}");
        assert_eq!(own.strong(g), d.strong(g), "{g}");
        assert_eq!(own.is_invertible(g), d.is_invertible(g), "{g}");
        assert_eq!(own.expansion(g), d.expansion(g), "{g}");
        for h in &games {
            assert_eq!(own.compare(g, h), d.compare(g, h), "{g} and {h}");
        }
    }
    for (g, h) in games.iter().zip(games.iter().rev()) {
        assert_eq!(own.separator(g, h), d.separator(g, h), "{g} and {h}");
        assert_eq!(own.is_downlinked(g, h), d.is_downlinked(g, h), "{g} and {h}");
    }
    assert_eq!(own.is_inside(&d), Ok(true));
    assert_eq!(d.is_inside(&own), Ok(true));
    for day in 0..=2 {
        let [ours, theirs] = [&own, &d].map(|modulus| modulus.census(day, None).unwrap());
        assert_eq!((ours.games, ours.classes), (theirs.games, theirs.classes), "day {day}");
    }
}

#[test]
fn every_question_knows_a_registered_universe() {
    let work = Workspace::new();
    work.register(Arc::new(OnlyZero("OnlyZero"))).unwrap();
    for kind in QUESTIONS.iter().filter(|kind| kind.example.modulo == Some("D")) {
        let ask = |modulus: &str| {
            let mut question = Question::new(kind.name).unwrap();
            for (name, text) in kind.example.arguments {
                question = question.with_text(&work, name, text).unwrap();
            }
            work.modulo(modulus).unwrap().ask(&question)
        };
        match (kind.name, ask("OnlyZero")) {
            // Facts about D alone do not hold here.
            ("canonical" | "count" | "count_explained", Err(error)) => {
                assert_eq!(error.code(), "unsupported", "{error}");
            }
            // The field `canonical`, which is null here.
            ("reduced", answer) => {
                let [own, of_d] = [answer, ask("D")].map(|answer| answer.unwrap().json().unwrap());
                assert_eq!((&own["reduced"], &own["form"]), (&of_d["reduced"], &of_d["form"]));
                assert!(own["canonical"].is_null());
            }
            // The two universes differ by their names alone.
            (name, answer) => {
                let [own, of_d] = [answer, ask("D")].map(|answer| {
                    let mut object = answer.unwrap().json().unwrap();
                    object.remove("modulo");
                    object
                });
                assert_eq!(own, of_d, "{name}");
            }
        }
    }
}

#[test]
fn the_language_knows_a_registered_universe() {
    let work = Workspace::new();
    let mut session = Session::new(&work);
    assert!(session.evaluate("simplest(*, OnlyZero)").is_err());
    work.register(Arc::new(OnlyZero("OnlyZero"))).unwrap();
    let mut last = |program: &str| match session.evaluate(program) {
        Ok(replies) => replies.last().unwrap().lines(misere::Style::Unicode).unwrap().join("\n"),
        Err(error) => error.to_string(),
    };
    for (program, expected) in [
        ("G := {0,*|*}; simplest(G, OnlyZero)", "{0,■|*}"),
        ("G > 0 mod OnlyZero", "true"),
        ("modulo OnlyZero", "modulo OnlyZero"),
        ("{*|*} = 0", "true"),
        ("U := OnlyZero; G = 0 mod U", "false"),
        ("[simplest(G, V) == simplest(G, D) for V in [OnlyZero, E]]", "[true, true]"),
        ("length(census(2))", "9"),
        ("OnlyZero == U", "true"),
        ("OnlyZero := 3", "at character 1: `OnlyZero` is a universe and cannot be given another meaning"),
    ] {
        assert_eq!(last(program), expected, "{program}");
    }
    assert_eq!(session.completions("Only"), ["OnlyZero"]);
    // A forgotten name is free afterwards, also that of the universe.
    session.forget(None).unwrap();
    let replies = session.evaluate("G > 0; simplest(G, OnlyZero)").unwrap();
    assert_eq!(replies[1].lines(misere::Style::Unicode).unwrap().join("\n"), "{0,■|*}");
    assert_eq!(replies[0].lines(misere::Style::Unicode).unwrap().join("\n"), "true");
    assert!(replies[0].prove().is_err());
}

#[test]
fn a_name_is_given_once_and_must_be_one() {
    let work = Workspace::new();
    work.register(Arc::new(OnlyZero("OnlyZero"))).unwrap();
    for name in ["OnlyZero", "D", "N", "W3", "Left", "only", "", "Only Zero", "D(0)", "Q'"] {
        let refused = work.register(Arc::new(OnlyZero(name))).unwrap_err();
        assert!(matches!(refused, Error::BadName { .. }), "{name}: {refused}");
    }
    // A fresh workspace has it, another one does not.
    assert!(work.fresh().modulo("OnlyZero").is_ok());
    assert_eq!(Workspace::new().modulo("OnlyZero").unwrap_err().code(), "syntax");
}

/// Normal play, with a question to the workspace from another thread while its engine is made.
struct Curious(Workspace);

impl Setting for Curious {
    fn id(&self) -> UniverseId {
        UniverseId::known("Curious")
    }

    fn strong(&self, _: &Forms, _: &Play, _: &[Form], _: Player) -> Result<bool, Exhausted> {
        Ok(true)
    }

    fn probes(&self) -> Probes {
        let (work, (done, asked)) = (self.0.clone(), mpsc::channel());
        std::thread::spawn(move || {
            assert_eq!(work.statistics().values, 0);
            work.register(Arc::new(OnlyZero("OnlyZero"))).unwrap();
            work.modulo("E").unwrap();
            done.send(()).unwrap();
        });
        let waited = asked.recv_timeout(Duration::from_secs(60));
        waited.expect("the workspace answers while an engine is made");
        Probes::NONE
    }

    fn universe(&self) -> Option<&dyn Universe> {
        None
    }
}

#[test]
fn nobody_waits_for_an_engine_to_be_made() {
    let work = Workspace::new();
    work.register(Arc::new(Curious(work.clone()))).unwrap();
    assert!(work.modulo("OnlyZero").is_ok());
}
