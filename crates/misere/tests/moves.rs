//! The question `moves` against the definitions: on all forms of rank at most 2, and on boards.
#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]

use misere::core::Form;
use misere::data::{Datum, Record};
use misere::{Game, Modulus, Outcome, Player, Question, Relation, Style, Workspace};

fn asked(work: &Workspace, modulus: Option<&Modulus>, g: impl Into<misere::Argument>) -> Record {
    let question = Question::new("moves").unwrap().with("g", g).unwrap();
    match modulus {
        Some(modulus) => modulus.ask(&question).unwrap(),
        None => work.ask(&question).unwrap(),
    }
}

fn moves(answer: &Record, player: Player) -> Vec<Record> {
    let name = if player == Player::Left { "left" } else { "right" };
    let Some(Datum::List(list)) = answer.get(name) else { panic!("{answer:?}") };
    let record = |item: &Datum| if let Datum::Record(record) = item { record.clone() } else { panic!() };
    list.items().iter().map(record).collect()
}

fn game(record: &Record, field: &str) -> Option<Game> {
    match record.get(field) {
        Some(Datum::Game(game)) => Some(game.clone()),
        _ => None,
    }
}

fn times(record: &Record) -> u64 {
    let Some(Datum::Count(times)) = record.get("times") else { panic!("{record:?}") };
    u64::try_from(&times.number).unwrap()
}

fn fate(record: &Record) -> Option<String> {
    match record.get("fate") {
        Some(Datum::Text(text)) => text.as_plain().map(str::to_owned),
        _ => None,
    }
}

fn best(better: &Game, worse: &Game, player: Player, modulus: &Modulus) -> bool {
    let (better, worse) = if player == Player::Left { (better, worse) } else { (worse, better) };
    matches!(modulus.compare(better, worse).unwrap(), Relation::Equal | Relation::Greater)
}

fn game_of(work: &Workspace, form: Form) -> Game {
    work.game(&work.notation(Style::Ascii).write(work.forms(), form).unwrap()).unwrap()
}

#[test]
fn fates_are_what_the_definitions_say_for_all_forms_of_rank_two() {
    let work = Workspace::new();
    let mut seen = std::collections::BTreeMap::<String, u32>::new();
    for name in ["M", "D", "E", "B", "D(-1)", "D({|*})", "N"] {
        let modulus = work.modulo(name).unwrap();
        for form in work.forms().born_by(2).unwrap() {
            let g = game_of(&work, form);
            let answer = asked(&work, Some(&modulus), &g);
            let simplest = modulus.simplest(&g).unwrap();
            assert_eq!(game(&answer, "form").unwrap(), simplest);
            for player in Player::BOTH {
                let opponent = player.opponent();
                let literal: Vec<Game> =
                    g.options(player).iter().map(|option| modulus.simplest(option).unwrap()).collect();
                let shown = moves(&answer, player);
                assert_eq!(shown.iter().map(times).sum::<u64>(), literal.len() as u64, "{g} {name}");
                for shown in &shown {
                    let option = game(shown, "form").unwrap();
                    let equal = literal.iter().filter(|other| **other == option).count();
                    assert_eq!(times(shown), equal as u64, "{g} {name}");
                    let by = game(shown, "by");
                    let fate = fate(shown).unwrap();
                    let stays = simplest.options(player).contains(&option);
                    assert_eq!(fate == "stays", stays, "{g} {name} {option}");
                    match (&fate[..], &by) {
                        ("stays", None) => {}
                        ("dominated", Some(by)) => {
                            assert!(simplest.options(player).contains(by) && *by != option);
                            assert!(best(by, &option, player, &modulus), "{g} {name} {option}");
                        }
                        ("reversible" | "tombstone", Some(by)) => {
                            assert!(option.options(opponent).contains(by), "{g} {name} {option}");
                            assert!(best(&g, by, player, &modulus), "{g} {name} {option}");
                            let is_end = by.options(player).is_empty() && !by.tombstones().has(player);
                            let is_atomic = is_end && !modulus.is_normal_play();
                            assert_eq!(fate == "tombstone", is_atomic, "{g} {name} {option}");
                            let better = simplest.options(player);
                            assert!(!better.iter().any(|by| best(by, &option, player, &modulus)));
                        }
                        other => panic!("{g} {name} {option}: {other:?}"),
                    }
                    let outcome = if modulus.is_normal_play() {
                        option.normal_outcome().unwrap()
                    } else {
                        option.outcome()
                    };
                    assert_eq!(shown.get("outcome"), Some(&Datum::Outcome(outcome)));
                    let wins = outcome.winner(opponent) == player;
                    assert_eq!(shown.get("wins"), Some(&Datum::Boolean(wins)));
                    *seen.entry(fate).or_default() += 1;
                }
            }
        }
    }
    // Every fate occurs.
    assert_eq!(seen.len(), 4, "{seen:?}");
}

#[test]
fn modulo_i_options_stay_or_reverse() {
    let work = Workspace::new();
    let i = work.modulo("I").unwrap();
    let mut reversed = 0;
    for form in work.forms().born_by(2).unwrap() {
        let g = game_of(&work, form);
        if !work.forms().is_impartial(form) {
            continue;
        }
        let canonical = i.canonical(&g).unwrap();
        for shown in moves(&asked(&work, Some(&i), &g), Player::Left) {
            let option = game(&shown, "form").unwrap();
            let stays = canonical.options(Player::Left).contains(&option);
            assert_eq!(fate(&shown).unwrap() == "stays", stays);
            if !stays {
                assert!(option.options(Player::Right).contains(&canonical), "{g}: {option}");
                reversed += 1;
            }
        }
    }
    assert!(reversed > 0);
}

#[test]
fn a_form_without_a_universe_is_taken_as_it_is() {
    let work = Workspace::new();
    let answer = asked(&work, None, work.game("{0,*,*+*|}").unwrap());
    let left = moves(&answer, Player::Left);
    assert_eq!(left.len(), 3);
    assert!(left.iter().all(|shown| fate(shown).is_none() && times(shown) == 1));
    assert_eq!(left[0].get("outcome"), Some(&Datum::Outcome(Outcome::N)));
    assert_eq!(moves(&answer, Player::Right), []);
}

/// A position is evaluated by components, its tree as a whole: the moves are the same.
#[test]
fn moves_of_a_position_are_those_of_its_tree() {
    let rulesets = [
        ("domineering", vec!["2x3", "3x3", "...#/#..#", "1x1"]),
        ("clobber", vec!["2x3", "xoxo/oxox", "xo"]),
        ("nogo", vec!["2x2"]),
        ("kayles", vec!["5"]),
    ];
    for (name, boards) in rulesets {
        for board in boards {
            let text = format!("{name}({board})");
            for modulo in ["M", "D", "E", "B", "N", "D(-1)"] {
                // A workspace of its own each: nothing is remembered.
                let work = Workspace::new();
                let modulus = work.modulo(modulo).unwrap();
                let subject = misere::Subject::read(&work, &text).unwrap();
                let of_position = asked(&work, Some(&modulus), subject);
                let of_tree = asked(&work, Some(&modulus), work.game(&text).unwrap());
                assert_eq!(of_position.get("form"), of_tree.get("form"), "{text} {modulo}");
                for player in Player::BOTH {
                    let key = |record: &Record| {
                        let fields = ["form", "outcome", "wins", "fate", "by"];
                        fields.map(|field| format!("{:?}", record.get(field)))
                    };
                    let [mut a, mut b] = [&of_position, &of_tree]
                        .map(|answer| moves(answer, player).iter().map(key).collect::<Vec<_>>());
                    a.sort();
                    b.sort();
                    assert_eq!(a, b, "{text} {modulo}");
                    for shown in moves(&of_position, player) {
                        let Some(Datum::Text(position)) = shown.get("position") else { panic!() };
                        let after = format!("{name}({})", position.as_plain().unwrap());
                        let value = modulus.simplest(&work.game(&after).unwrap()).unwrap();
                        assert_eq!(Some(value), game(&shown, "form"), "{after} {modulo}");
                    }
                }
            }
        }
    }
}

#[test]
fn moves_do_not_depend_on_threads_or_history() {
    let text = "clobber(xoxo/oxox)";
    let answer = |threads: usize, before: &[&str]| {
        let work = Workspace::with_setup(misere::Setup { threads, ..misere::Setup::default() });
        let d = work.modulo("D").unwrap();
        for other in before {
            d.simplest(&work.game(other).unwrap()).unwrap();
        }
        asked(&work, Some(&d), misere::Subject::read(&work, text).unwrap()).json().unwrap()
    };
    let first = answer(1, &[]);
    assert_eq!(first, answer(2, &[]));
    assert_eq!(first, answer(2, &["clobber(oxo/xox)", "{*,*2|0,{*|*2}}", text]));
}

#[test]
fn a_tree_has_the_nodes_of_a_certificate() {
    let work = Workspace::new();
    for text in ["0", "{0,#|*}", "domineering(2x3)", "{#|{0|#}}", "*3"] {
        let g = work.game(text).unwrap();
        let question = Question::new("tree").unwrap().with("g", &g).unwrap();
        let answer = work.ask(&question).unwrap().json().unwrap();
        let nodes: Vec<misere::check::Node> = serde_json::from_value(answer["nodes"].clone()).unwrap();
        let forms = work.forms();
        let mut made = Vec::new();
        for node in &nodes {
            let options = |list: &[u32]| list.iter().map(|&at| made[at as usize]).collect::<Vec<_>>();
            let tombstones = misere::core::Tombstones::new(
                node.has_tombstone(Player::Left),
                node.has_tombstone(Player::Right),
            );
            made.push(forms.make(&options(&node.l), &options(&node.r), tombstones).unwrap());
        }
        let root = answer["root"].as_u64().unwrap() as usize;
        assert_eq!((made[root], root), (g.form(), nodes.len() - 1), "{text}");
        assert_eq!(nodes.len(), g.followers().len());
    }
}
