//! The reasons of certificates in words and as data.
#![allow(clippy::unwrap_used, reason = "tests")]

use misere::data::{Datum, Record};
use misere::{Error, Game, Player, Question, Setup, Style, TombstoneSign, Workspace};

/// The reasons alone, without the verdict of the checker, which is last.
fn told(work: &Workspace, g: &str, h: &str, modulus: &str, style: Style) -> Vec<String> {
    let tell = || -> Result<Vec<String>, Error> {
        let question = Question::new("compare")?.with("g", work.game(g)?)?.with("h", work.game(h)?)?;
        let (_, proof) = work.modulo(modulus)?.prove(&question)?;
        let mut lines = proof.why(style)?;
        lines.pop();
        Ok(lines)
    };
    tell().expect("the games compare, and there is room for the reasons")
}

#[test]
fn reasons_in_latex_are_latex() {
    let work = Workspace::new();
    assert_eq!(
        told(&work, "{0,*|*}", "0", "E", Style::Latex),
        [
            r"\{0,* \mid *\} \ge 0\text{ modulo }\mathcal{E}\text{: }\text{every move has a reply}",
            r"  \{0,* \mid *\} \ge 0\text{: }\text{Right's }*\text{ by }0 \ge 0\text{; }\{0,* \mid *\}\text{ is strong for Left: }\text{Left moving first wins }\{0,* \mid *\}\text{ and }\{0,* \mid *\}+W_{2}",
            r"0 \not\ge \{0,* \mid *\}\text{ modulo }\mathcal{E}\text{: }\text{with }X = 1\text{, Right moving first wins }0+1\text{ and loses }\{0,* \mid *\}+1",
        ]
    );
    assert_eq!(
        told(&work, "*", "0", "I", Style::Latex),
        [
            r"* \not\equiv 0\text{ modulo }\mathcal{I}\text{: }\text{with }X = 0\text{, moving first wins exactly one of }*+X\text{ and }0+X"
        ]
    );
}

#[test]
fn reasons_in_ascii_are_ascii() {
    let work = Workspace::new();
    for modulus in ["D", "E", "B", "D(-1)", "N"] {
        for (g, h) in [("{0,*|*}", "0"), ("{-1|1}", "0"), ("*3+*3", "0"), ("{0,*2|{1|*},-3}", "{-1|{*|2}}")] {
            for line in told(&work, g, h, modulus, Style::Ascii) {
                assert!(line.is_ascii(), "{line}");
            }
        }
    }
}

#[test]
fn long_forms_are_named_and_told_at_the_end() {
    for style in [Style::Unicode, Style::Latex] {
        let work = Workspace::with_setup(Setup { tombstone: TombstoneSign::Sigma, ..Setup::default() });
        let lines = told(&work, "*4+*3+{0,*,#|*2}+{1,*2|-2,*}", "{1,*|-1}", "M", style);
        assert!(lines.iter().all(|line| !line.contains('#') && !line.contains("■")), "{lines:#?}");
        let (name, where_) = match style {
            Style::Latex => ("F_{1}", r"\text{where }F_{1} = \{"),
            _ => ("F1", "where F1 = {"),
        };
        assert!(lines[0].starts_with(name), "{}", lines[0]);
        assert!(lines.iter().any(|line| line.starts_with(where_)), "{lines:#?}");
        // Every name is defined once, in order.
        let defined: Vec<&String> = lines.iter().filter(|line| line.contains("where")).collect();
        for (i, line) in defined.iter().enumerate() {
            let name =
                if style == Style::Latex { format!("F_{{{}}} = ", i + 1) } else { format!("F{} = ", i + 1) };
            assert!(line.contains(&name), "{line}");
        }
        let last = if style == Style::Latex {
            format!("F_{{{}}}", defined.len() + 1)
        } else {
            format!("F{},", defined.len() + 1)
        };
        assert!(!lines.iter().any(|line| line.contains(&last)), "{lines:#?}");
    }
}

#[test]
fn a_table_that_is_not_told_in_full_says_where_it_is() {
    let work = Workspace::new();
    let lines = told(&work, "*4+*3", "*3+*4+*2+*2", "N", Style::Unicode);
    assert!(lines.iter().any(|line| line.ends_with("more pairs in the certificate")), "{lines:#?}");
}

/// The records of the reasons of a comparison.
fn reasons(work: &Workspace, g: &str, h: &str, modulus: &str) -> Vec<Record> {
    let question = Question::new("compare").unwrap();
    let question = question.with("g", work.game(g).unwrap()).unwrap().with("h", work.game(h).unwrap());
    let (_, proof) = work.modulo(modulus).unwrap().prove(&question.unwrap()).unwrap();
    let Datum::List(list) = proof.reasons().unwrap() else { panic!("a list of records") };
    list.items().iter().map(record).collect()
}

fn record(item: &Datum) -> Record {
    if let Datum::Record(record) = item { record.clone() } else { panic!("{item:?}") }
}

fn game(of: &Record, name: &str) -> Game {
    let Some(Datum::Game(game)) = of.get(name) else { panic!("{name} of {of:?}") };
    game.clone()
}

fn inner(of: &Record, name: &str) -> Record {
    record(of.get(name).unwrap())
}

#[test]
fn separators_lose_and_win_as_they_say() {
    let work = Workspace::new();
    let forms = ["0", "*", "1", "{0|*}", "{*|0,*}", "*2", "{-1|1}"];
    let mut separated = 0;
    for modulus in ["D", "E", "B", "M", "D(-1)", "I"] {
        let pairs = forms.iter().flat_map(|g| forms.iter().map(move |h| (g, h)));
        for (g, h) in pairs {
            let is_impartial = |text: &str| work.forms().is_impartial(work.game(text).unwrap().form());
            if modulus == "I" && !(is_impartial(g) && is_impartial(h)) {
                continue;
            }
            for reason in reasons(&work, g, h, modulus) {
                let claim = inner(&reason, "claim");
                let Some(Datum::Record(separator)) = reason.get("separator") else { continue };
                let sums =
                    ["loses", "wins"].map(|name| (&game(separator, name) + &game(separator, "x")).unwrap());
                let starters = match separator.get("starter") {
                    Some(Datum::Player(player)) => vec![*player],
                    _ => Player::BOTH.to_vec(),
                };
                for starter in starters {
                    let winners = sums.each_ref().map(|sum| sum.outcome().winner(starter));
                    assert_eq!(winners, [starter.opponent(), starter], "{g} {h} modulo {modulus}");
                }
                let mut named = [game(&claim, "g"), game(&claim, "h")].map(|game| game.to_string());
                let mut separated_games = ["loses", "wins"].map(|name| game(separator, name).to_string());
                named.sort();
                separated_games.sort();
                assert_eq!(named, separated_games);
                separated += 1;
            }
        }
    }
    assert!(separated > 100, "{separated}");
}

#[test]
fn replies_answer_every_move() {
    let work = Workspace::new();
    for (g, h, modulus) in [("{0,*|*}", "0", "E"), ("{-1|1}", "0", "E"), ("1+-1", "0", "E")] {
        let all = reasons(&work, g, h, modulus);
        let told = all.iter().filter_map(|reason| match reason.get("replies") {
            Some(Datum::List(rows)) => Some(rows.items().iter().map(record).collect::<Vec<_>>()),
            _ => None,
        });
        let rows: Vec<Record> = told.flatten().collect();
        assert!(!rows.is_empty(), "{g} {h}");
        for row in rows {
            let claim = inner(&row, "claim");
            let Some(Datum::List(answers)) = row.get("answers") else { panic!() };
            let mut moves: Vec<(Player, String)> = answers
                .items()
                .iter()
                .map(record)
                .map(|answer| {
                    let Some(Datum::Player(player)) = answer.get("player") else { panic!() };
                    (*player, game(&answer, "option").to_string())
                })
                .collect();
            let threats = |game: Game, player: Player| {
                game.options(player).into_iter().map(move |option| (player, option.to_string()))
            };
            let right = threats(game(&claim, "g"), Player::Right);
            let mut expected: Vec<_> = right.chain(threats(game(&claim, "h"), Player::Left)).collect();
            let key = |(player, text): &(Player, String)| (*player == Player::Left, text.clone());
            moves.sort_by_key(key);
            expected.sort_by_key(key);
            assert_eq!(moves, expected, "{claim:?}");
        }
    }
}
