//! The tables of games that signatures are made of: a game outside the universe would refuse
//! comparisons that are true.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use misere_core::{Form, Forms, Setting};
use misere_twin::{Name, store};

/// The games of a table. A game that is an option of itself stands for a very long one.
fn games(forms: &Forms, table: &str) -> Vec<Form> {
    const LONG: usize = 12;
    let mut games: Vec<Form> = Vec::new();
    for line in table.lines() {
        let (left, right) = line.split_once('|').unwrap();
        let own = games.len();
        let mut longest = Form::ZERO;
        for _ in 0..LONG {
            let [left, right] = [left, right].map(|list| -> Vec<Form> {
                let numbers = list.split(',').filter(|n| !n.is_empty()).map(|n| n.parse::<usize>().unwrap());
                numbers.map(|n| if n == own { longest } else { games[n] }).collect()
            });
            longest = forms.ordinary(&left, &right).unwrap();
        }
        games.push(longest);
    }
    games
}

fn check(forms: &Forms, setting: &dyn Setting, tables: [&str; 2]) {
    for table in tables {
        let games = games(forms, table);
        assert!(games.len() > 100, "{}: only {} games", setting.id(), games.len());
        for (at, &game) in games.iter().enumerate() {
            let is_game = setting.universe().unwrap().contains(forms, game).unwrap();
            assert!(is_game, "{}: game {at} is outside", setting.id());
        }
    }
}

#[test]
fn every_game_of_a_table_lies_in_its_universe() {
    let forms = store();
    let check = |name: Name, tables: [&str; 2]| check(&forms, name.universe(&forms).as_ref(), tables);
    check(Name::M, [include_str!("../data/probes-M.txt"), include_str!("../data/wide-M.txt")]);
    check(Name::E, [include_str!("../data/probes-E.txt"), include_str!("../data/wide-E.txt")]);
    check(Name::B, [include_str!("../data/probes-B.txt"), include_str!("../data/wide-B.txt")]);
    let domineering = include_str!("../data/probes-domineering.txt");
    check(Name::Domineering, [domineering, include_str!("../data/wide-domineering.txt")]);
    let integers = include_str!("../data/probes-integers.txt");
    check(Name::Integers, [integers, include_str!("../data/wide-D.txt")]);
    // Dicots are in every universe, and serve those without a table of their own.
    for name in Name::ALL {
        check(name, [include_str!("../data/probes-D.txt"), include_str!("../data/wide-D.txt")]);
    }
}
