//! The engine against the definitions, exhaustively on the 256 forms of rank at
//! most 2: outcomes by playing sums out, comparison by all small games one way
//! and by a constructed separator the other.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

use misere_core::{Form, Outcome, Player, Relation, Settings};
use misere_twin::{Name, Play, Twin, normal, normal_ge, store};

#[test]
fn cached_outcomes_are_those_of_play() {
    let forms = store();
    let mut play = Play::default();
    for &g in &forms.born_by(2).unwrap() {
        assert_eq!(forms.outcome(g), play.outcome(&forms, g, Form::ZERO));
    }
}

#[test]
fn outcomes_of_literal_sums_are_those_of_play() {
    let forms = store();
    let mut play = Play::default();
    let all = forms.born_by(2).unwrap();
    for &g in &all {
        for &h in all.iter().step_by(7) {
            let sum = forms.sum(g, h).unwrap();
            assert_eq!(forms.outcome(sum), play.outcome(&forms, g, h));
        }
    }
}

#[test]
fn comparison_agrees_with_its_twin_on_all_pairs() {
    let forms = store();
    let all = forms.born_by(2).unwrap();
    for name in Name::ALL {
        let engine = name.engine(&forms, Settings::default());
        let mut twin = Twin::new(name, &forms);
        for &g in &all {
            for player in Player::BOTH {
                assert_eq!(engine.is_strong(g, player), twin.strong(g, player), "{name:?} {g:?} {player}");
            }
            for &h in &all {
                assert_eq!(engine.ge(g, h), twin.ge(g, h), "{name:?} {g:?} {h:?}");
            }
        }
    }
}

/// If G ≥ H then no game of rank at most 2 in the universe says otherwise. If G ≱ H then
/// the constructed separator is in the universe, and playing the sums with it shows the
/// difference.
#[test]
fn greater_or_equal_means_what_it_says() {
    let forms = store();
    let all = forms.born_by(2).unwrap();
    let mut play = Play::default();
    let outcomes: Vec<Vec<Outcome>> =
        all.iter().map(|&g| all.iter().map(|&x| play.outcome(&forms, g, x)).collect()).collect();
    for name in Name::ALL {
        let engine = name.engine(&forms, Settings::default());
        let members: Vec<usize> = (0..all.len()).filter(|&x| engine.contains(all[x])).collect();
        let mut needing_more = 0;
        for (i, &g) in all.iter().enumerate() {
            for (j, &h) in all.iter().enumerate() {
                let small = members.iter().all(|&x| outcomes[i][x] >= outcomes[j][x]);
                match engine.separator(g, h) {
                    None => assert!(engine.ge(g, h) && small, "{name:?} {g:?} {h:?}"),
                    Some(separator) => {
                        needing_more += usize::from(small);
                        assert!(!engine.ge(g, h));
                        let (x, starter) = (separator.game, separator.starter);
                        assert!(engine.contains(x), "{name:?}: the separator is outside");
                        let left_wins = |play: &mut Play, f| {
                            play.wins_first(&forms, f, x, starter) == (starter == Player::Left)
                        };
                        assert!(!left_wins(&mut play, g), "{name:?}: Right does not win the first sum");
                        assert!(left_wins(&mut play, h), "{name:?}: Left does not win the second sum");
                    }
                }
            }
        }
        if name == Name::M {
            assert_eq!(needing_more, 5_569, "pairs that games of rank at most 2 do not separate");
        }
    }
}

#[test]
fn a_defeating_end_is_an_end_of_the_universe_that_defeats() {
    let forms = store();
    let mut play = Play::default();
    for name in Name::ALL {
        let engine = name.engine(&forms, Settings::default());
        for &g in &forms.born_by(2).unwrap() {
            for player in Player::BOTH {
                match engine.defeating_end(g, player) {
                    None => assert!(engine.is_strong(g, player)),
                    Some(end) => {
                        assert!(!engine.is_strong(g, player));
                        assert!(forms.is_end(end, player) && engine.contains(end));
                        assert!(!play.wins_first(&forms, g, end, player));
                    }
                }
            }
        }
    }
}

#[test]
fn normal_play_is_the_order_of_differences() {
    let forms = store();
    let engine = normal(&forms, Settings::default());
    let all = forms.born_by(2).unwrap();
    for &g in &all {
        for &h in &all {
            assert_eq!(engine.ge(g, h).unwrap(), normal_ge(&forms, g, h));
        }
    }
    // 22 values born by day 2, as in every textbook.
    let mut values: Vec<_> = all.iter().map(|&g| engine.simplest(g).unwrap()).collect();
    values.sort_by_key(|v| format!("{v:?}"));
    values.dedup();
    assert_eq!(values.len(), 22);
}

#[test]
fn downlinked_pairs_have_a_downlinking_game() {
    let forms = store();
    let all = forms.born_by(2).unwrap();
    let mut play = Play::default();
    for name in [Name::M, Name::D, Name::E] {
        let engine = name.engine(&forms, Settings::default());
        let members: Vec<Form> = all.iter().copied().filter(|&x| engine.contains(x)).collect();
        for &g in all.iter().step_by(5) {
            for &h in all.iter().step_by(5) {
                let small = members.iter().any(|&t| {
                    play.outcome(&forms, g, t) <= Outcome::P && play.outcome(&forms, h, t) >= Outcome::P
                });
                assert!(!small || engine.is_downlinked(g, h), "{name:?}: a game downlinks them");
            }
        }
    }
    // Conversely, where g is downlinked to h, Right's move to g in {1|g} has no
    // answer in a comparison with h, and the game of [universe] Lemma 5.10 shows it;
    // also where both are Right ends.
    let engine = Name::M.engine(&forms, Settings::default());
    let (one, two) = (forms.integer(1).unwrap(), forms.integer(2).unwrap());
    assert_eq!(engine.relation(one, two), Relation::Incomparable);
    assert!(!engine.is_downlinked(two, one));
    for (g, h) in [(two, two), (one, two), (one, one)] {
        assert!(engine.is_downlinked(g, h));
        let threat = forms.ordinary(&[one], &[g]).unwrap();
        let separator = engine.separator(threat, h).unwrap();
        let (x, starter) = (separator.game, separator.starter);
        assert_eq!(play.wins_first(&forms, threat, x, starter), starter == Player::Right);
        assert_eq!(play.wins_first(&forms, h, x, starter), starter == Player::Left);
    }
}
