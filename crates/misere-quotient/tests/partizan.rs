//! Quotients for two players (Allen's thesis; Milley, *Partizan Kayles and misère invertibility*;
//! Rubinstein-Salzedo and Zhou, *Finite cardinalities of misère quotients*).
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Play, finite};
use misere_check::{Code, QuotientStatement, Unmetered, Word, check_quotient};
use misere_quotient::{Answer, Games, Search, solve};

/// The letters of a form and of its followers, options first, from text such as `{0,*|}`.
#[derive(Default)]
struct Forms(Vec<[Vec<Word>; 2]>);

impl Forms {
    /// Reads a form and gives it as a sum: 0 is the empty one.
    fn read(&mut self, text: &mut &str) -> Word {
        if let Some(rest) = text.strip_prefix('0') {
            *text = rest;
            return Word::new();
        }
        if let Some(rest) = text.strip_prefix("*2") {
            *text = rest;
            let star = self.read(&mut "*");
            return self.letter([vec![vec![], star.clone()], vec![vec![], star]]);
        }
        if let Some(rest) = text.strip_prefix('*') {
            *text = rest;
            return self.letter([vec![vec![]], vec![vec![]]]);
        }
        let mut sides: [Vec<Word>; 2] = Default::default();
        *text = text.strip_prefix('{').unwrap();
        for (side, end) in ['|', '}'].into_iter().enumerate() {
            while !text.starts_with(end) {
                *text = text.strip_prefix(',').unwrap_or(text);
                let option = self.read(text);
                sides[side].push(option);
            }
            *text = &text[1..];
        }
        self.letter(sides)
    }

    fn letter(&mut self, mut sides: [Vec<Word>; 2]) -> Word {
        for options in &mut sides {
            options.sort();
            options.dedup();
        }
        let place = self.0.iter().position(|known| *known == sides).unwrap_or_else(|| {
            self.0.push(sides);
            self.0.len() - 1
        });
        vec![place as u32 + 1]
    }
}

fn games(text: &str) -> Games {
    let mut forms = Forms::default();
    let mut rest = text;
    forms.read(&mut rest);
    while let Some(next) = rest.strip_prefix(' ') {
        rest = next;
        forms.read(&mut rest);
    }
    assert_eq!(rest, "");
    Games::partizan(forms.0).unwrap()
}

fn answer(text: &str) -> Answer {
    solve(&games(text), &Search::default(), &Unmetered, &mut |_| ())
}

#[test]
fn small_orders_have_games() {
    for (text, order) in [
        ("{0|}", 2),
        ("{|{*|}}", 4),
        ("{|0,*}", 5),
        ("*2", 6),
        ("{{0,*|*}|}", 7),
        ("{{0,*|}|{0,*|}}", 8),
        ("{*|0}", 9),
        ("{{|0,*},{0,*|*}|}", 10),
        ("{{0|*}|}", 11),
        ("{|*,{*|0}}", 12),
    ] {
        let Answer::Finite(quotient) = answer(text) else { panic!("{text} has a finite quotient") };
        assert_eq!(quotient.monoid().order(), order, "{text}");
        let claims = vec![QuotientStatement::Order(order as u32)];
        check_quotient(&quotient.certificate(claims)).unwrap();
        // Play agrees for all sums of up to four letters.
        let games = games(text);
        let mut play = Play::new(&games);
        let last = quotient.last();
        let mut sums = vec![Word::new()];
        for _ in 0..4 {
            let longer =
                |sum: &Word| (1..=last).map(|letter| [&sum[..], &[letter]].concat()).collect::<Vec<_>>();
            let more: Vec<Word> = sums.iter().flat_map(longer).collect();
            sums.extend(more);
        }
        for sum in sums.iter().filter(|sum| sum.is_sorted()) {
            let image = quotient.image(sum).unwrap();
            assert_eq!(quotient.monoid().outcomes()[image as usize], play.outcome(sum), "{text} {sum:?}");
        }
    }
}

#[test]
fn sets_with_one_and_a_partner_are_infinite() {
    for text in ["{0|} {|0}", "{0|} *", "{0|} {{0|}|0}", "{|0} *", "{|0} {0|{|0}}", "{0|} {|0} *2"] {
        let Answer::Infinite(infinite) = answer(text) else {
            panic!("{text} is infinite: {:?}", answer(text))
        };
        check_quotient(infinite.certificate()).unwrap();
        let images = infinite.images();
        assert!(
            images.iter().any(|&(_, t)| t > 0) && images.iter().any(|&(_, t)| t < 0),
            "{text} {images:?}"
        );
    }
}

#[test]
fn partizan_kayles_is_the_integers() {
    let code: Code = "0.7|0.07".parse().unwrap();
    let Answer::Infinite(infinite) = solve(&code, &Search::default(), &Unmetered, &mut |_| ()) else {
        panic!("infinite")
    };
    let whole = infinite.whole().unwrap();
    assert_eq!((whole.period, whole.preperiod), (3, 0));
    assert_eq!(infinite.images().iter().map(|&(_, t)| t).collect::<Vec<_>>(), [1, -1, 0, 1, -1, 0, 1, -1, 0]);
    // Heaps 1 and 2 are inverse to each other, and so are heaps beyond those of the certificate.
    let mut certificate = infinite.certificate().clone();
    certificate.claims = vec![
        QuotientStatement::Equal(vec![1, 2], vec![]),
        QuotientStatement::Equal(vec![100, 200], vec![]),
        QuotientStatement::Separated(vec![1], vec![], vec![]),
    ];
    check_quotient(&certificate).unwrap();
    let mut play = Play::new(&code);
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..300 {
        let sum = common::random_sum(&mut random, &mut play, 12, 16);
        certificate.claims = vec![QuotientStatement::Outcome(sum.clone(), play.outcome(&sum))];
        check_quotient(&certificate).unwrap();
    }
}

#[test]
fn codes_for_two_players_have_periodic_quotients() {
    let quotient = finite("0.2|0.07", None);
    assert_eq!(quotient.monoid().order(), 23);
    assert_eq!(quotient.whole().map(|whole| (whole.period, whole.preperiod)), Some((1, 9)));
    assert!(!quotient.is_tame());
    assert_eq!(quotient.counts().iter().sum::<usize>(), 23);
}
