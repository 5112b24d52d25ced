//! Quotients against play by the rules.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Play, finite, random_sum};
use misere_check::{Code, QuotientStatement, Unmetered, check_quotient};
use misere_quotient::{Answer, Games, Learner, Letters, Quotient, Search, Stopped, solve};

/// The longest play of a random sum, and of a sum with its separator.
const LONGEST: usize = 20;
const WITH_SEPARATOR: usize = 32;

/// Outcomes of sums are those of play; equal images are not separated, and others are, by the sum that
/// the quotient gives.
fn agrees(letters: &dyn Letters, quotient: &Quotient, rounds: usize) {
    let mut random = fastrand::Rng::with_seed(33);
    let mut play = Play::new(letters);
    let last = letters.count().unwrap_or(14);
    let (mut equal, mut separated) = (0, 0);
    for _ in 0..rounds {
        let [v, w, x] = [(); 3].map(|()| random_sum(&mut random, &mut play, last, LONGEST / 2));
        let image = quotient.image(&v).unwrap();
        assert_eq!(quotient.monoid().outcomes()[image as usize], play.outcome(&v), "{v:?}");
        match quotient.separator(&v, &w) {
            None => {
                equal += 1;
                let [with_v, with_w] = [&v, &w].map(|sum| play.outcome(&[&sum[..], &x].concat()));
                assert_eq!(with_v, with_w, "{v:?} and {w:?} with {x:?}");
            }
            Some(x) if play.length_of(&[&v[..], &w, &x].concat()) <= WITH_SEPARATOR => {
                separated += 1;
                let [with_v, with_w] = [&v, &w].map(|sum| play.outcome(&[&sum[..], &x].concat()));
                assert_ne!(with_v, with_w, "{v:?} and {w:?} with {x:?}");
            }
            Some(_) => {}
        }
    }
    assert!(equal > 0 && (separated > 0 || quotient.monoid().order() == 1), "{equal} and {separated}");
}

#[test]
fn quotients_of_codes_agree_with_play() {
    for code in ["0.77", "0.15", "0.144", "0.72", "0.115", "0.34", "0.3", "4.12", "0.02", "0.2|0.07"] {
        let parsed: Code = code.parse().unwrap();
        agrees(&parsed, &finite(code, None), 400);
    }
}

#[test]
fn games_with_three_heaps_and_without_end_agree_with_play() {
    for (code, to) in [("0.8", 12), ("0.0f", 10), ("4!.0", 14), ("0.3...", 6), ("8.0", 14)] {
        let parsed: Code = code.parse().unwrap();
        let quotient = finite(code, Some(to));
        let mut random = fastrand::Rng::with_seed(1);
        let mut play = Play::new(&parsed);
        for _ in 0..300 {
            let sum = random_sum(&mut random, &mut play, to, LONGEST);
            let image = quotient.image(&sum).unwrap();
            assert_eq!(quotient.monoid().outcomes()[image as usize], play.outcome(&sum), "{code} {sum:?}");
        }
    }
}

#[test]
fn a_whole_quotient_knows_heaps_that_were_never_verified() {
    let quotient = finite("0.3", None);
    assert_eq!(quotient.last(), 3);
    assert_eq!(quotient.image(&[1_000_001]), quotient.image(&[1]));
    assert_eq!(quotient.image(&[0]), None);
    assert_eq!(finite("0.77", Some(10)).image(&[11]), None);
}

#[test]
fn random_lists_of_games_agree_with_play() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut finite = 0;
    for _ in 0..60 {
        let count = random.usize(2..5);
        let options = |letter: u32, random: &mut fastrand::Rng| -> Vec<Vec<u32>> {
            let word = |random: &mut fastrand::Rng| {
                let length = if letter > 1 { random.usize(0..3) } else { 0 };
                (0..length).map(|_| random.u32(1..letter)).collect()
            };
            (0..random.usize(0..3)).map(|_| word(random)).collect()
        };
        let games = if random.bool() {
            Games::impartial((1..=count as u32).map(|letter| options(letter, &mut random)).collect())
        } else {
            let both = |letter| [options(letter, &mut random), options(letter, &mut random)];
            Games::partizan((1..=count as u32).map(both).collect())
        };
        let games = games.unwrap();
        let search = Search { most: 300, contexts: 500, ..Search::default() };
        if let Answer::Finite(quotient) = solve(&games, &search, &Unmetered, &mut |_| ()) {
            finite += 1;
            let claims = vec![QuotientStatement::Order(quotient.monoid().order() as u32)];
            check_quotient(&quotient.certificate(claims)).unwrap();
            let mut play = Play::new(&games);
            for _ in 0..200 {
                let sum = random_sum(&mut random, &mut play, count as u32, 12);
                let image = quotient.image(&sum).unwrap();
                assert_eq!(
                    quotient.monoid().outcomes()[image as usize],
                    play.outcome(&sum),
                    "{games:?} {sum:?}"
                );
            }
        }
    }
    assert!(finite > 30, "{finite}");
}

/// A meter that says yes a number of times.
struct Patience(std::cell::Cell<usize>);

impl misere_check::Meter for Patience {
    fn may_go_on(&self, _bytes: usize) -> bool {
        self.0.set(self.0.get().saturating_sub(1));
        self.0.get() > 0
    }
}

#[test]
fn a_search_that_is_ended_keeps_what_it_verified() {
    let code: Code = "0.15".parse().unwrap();
    let mut last = 0;
    for patience in [0, 1, 5, 20, 50, 200] {
        let meter = Patience(std::cell::Cell::new(patience));
        match solve(&code, &Search::default(), &meter, &mut |_| ()) {
            Answer::Unknown { part, stopped } => {
                assert_eq!(stopped, Stopped::Meter);
                assert!(part.last() >= last, "{} after {last}", part.last());
                last = part.last();
                let whole = finite("0.15", Some(last.max(1)));
                assert!(last == 0 || part.monoid().order() == whole.monoid().order());
            }
            Answer::Finite(quotient) => assert_eq!(quotient.monoid().order(), 42),
            other @ Answer::Infinite(_) => panic!("{other:?}"),
        }
    }
    assert!(last > 0);
}

#[test]
fn a_search_goes_on_after_a_limit() {
    let code: Code = "0.77".parse().unwrap();
    let search = Search { most: 12, ..Search::default() };
    let mut learner = Learner::new(&code, &search, &Unmetered).unwrap();
    while learner.add().is_ok() {}
    assert_eq!(learner.last(), 8);
    assert_eq!(learner.add(), Err(Stopped::Order));
    assert_eq!(learner.size().order, 12);
}
