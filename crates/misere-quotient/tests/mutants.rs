//! Certificates with an error: whatever is accepted states something true.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Play, finite};
use misere_check::{
    Code, Letters as Stated, Outcome, Quotient as Table, QuotientCertificate, QuotientStatement, Unmetered,
    Whole, Word, check_quotient,
};
use misere_quotient::{Answer, Games, Letters, Search, solve};

/// The longest play of the sums that are played.
const LONGEST: usize = 9;

/// The certificates that errors are made in, with all kinds of claims.
fn certificates() -> Vec<QuotientCertificate> {
    let mut all = Vec::new();
    for (code, to) in [
        ("0.3", None),
        ("0.34", None),
        ("0.75", None),
        ("0.712", Some(6)),
        ("0.144", Some(9)),
        ("0.77", Some(9)),
        ("0.2|0.07", None),
    ] {
        let quotient = finite(code, to);
        let [v, w]: [Word; 2] = [vec![1, 2], vec![2]];
        let image = i32::from(quotient.image(&v).unwrap());
        let outcome = quotient.monoid().outcomes()[image as usize];
        let mut claims = vec![
            QuotientStatement::Order(quotient.monoid().order() as u32),
            QuotientStatement::Count(Outcome::P, quotient.counts()[2] as u32),
            QuotientStatement::Image(v.clone(), image),
            QuotientStatement::Outcome(v.clone(), outcome),
        ];
        claims.push(match quotient.separator(&v, &w) {
            Some(x) => QuotientStatement::Separated(v, w, x),
            None => QuotientStatement::Equal(v, w),
        });
        all.push(quotient.certificate(claims));
    }
    let star_games = Games::partizan(vec![[vec![vec![]], vec![]], [vec![vec![]], vec![vec![]]]]).unwrap();
    let kayles: Code = "0.7|0.07".parse().unwrap();
    for letters in [&star_games as &dyn Letters, &kayles] {
        let Answer::Infinite(infinite) = solve(letters, &Search::default(), &Unmetered, &mut |_| ()) else {
            panic!("infinite")
        };
        let mut certificate = infinite.certificate().clone();
        certificate.claims.push(QuotientStatement::Equal(vec![1, 2], vec![]));
        let original = certificate.clone();
        certificate.claims.retain(|claim| {
            let alone = QuotientCertificate { claims: vec![claim.clone()], ..original.clone() };
            check_quotient(&alone).is_ok()
        });
        all.push(certificate);
    }
    all
}

/// The kinds of errors; the last ones may leave a certificate true.
const KINDS: usize = 12;

fn mutate(certificate: &mut QuotientCertificate, kind: usize, random: &mut fastrand::Rng) {
    let change = |text: &mut String, signs: &str, random: &mut fastrand::Rng| {
        if !text.is_empty() {
            let at = random.usize(..text.len());
            let sign = signs.as_bytes()[random.usize(..signs.len())] as char;
            text.replace_range(at..=at, &sign.to_string());
        }
    };
    let count = certificate.images.len();
    match (kind, &mut certificate.quotient) {
        (0, Table::Finite { actions, .. }) if !actions.is_empty() => {
            let g = random.usize(..actions.len());
            let x = random.usize(..actions[g].len());
            actions[g][x] = random.u16(..actions[g].len() as u16);
        }
        (1, Table::Finite { actions, .. }) if !actions.is_empty() => {
            let g = random.usize(..actions.len());
            let (x, y) = (random.usize(..actions[g].len()), random.usize(..actions[g].len()));
            actions[g].swap(x, y);
        }
        (0 | 2, Table::Finite { outcomes, .. }) => change(outcomes, "NPNPLR", random),
        (0, Table::Integers { below, .. }) => change(below, "LNPR", random),
        (1, Table::Integers { above, .. }) => change(above, "LNPR", random),
        (2, Table::Integers { middle, from, .. }) => {
            change(middle, "LNPR", random);
            *from += random.i32(-1..=1);
        }
        (3, _) => certificate.images[random.usize(..count)] = Some(random.i32(-1..8)),
        (4, _) => certificate.images.swap(random.usize(..count), random.usize(..count)),
        (5, _) => {
            let whole = certificate.whole.get_or_insert(Whole { period: 1, preperiod: 1 });
            whole.period = random.u32(0..15);
        }
        (6, _) => {
            let whole = certificate.whole.get_or_insert(Whole { period: 1, preperiod: 1 });
            whole.preperiod = random.u32(0..15);
        }
        (7, _) => certificate.images.truncate(count - random.usize(..count)),
        (8, _) => certificate.claims = vec![QuotientStatement::Order(random.u32(1..40))],
        (9, _) => match &mut certificate.letters {
            Stated::Code(code) => change(code, "01234567", random),
            Stated::Partizan(games) => {
                let at = random.usize(..games.len());
                games[at].0.push(Word::new());
            }
            Stated::Impartial(games) => games[0].push(Word::new()),
        },
        (10, _) => {
            let word = |random: &mut fastrand::Rng| -> Word {
                (0..random.usize(0..3)).map(|_| random.u32(1..5)).collect()
            };
            let (v, w) = (word(random), word(random));
            certificate.claims = vec![match random.u32(0..4) {
                0 => QuotientStatement::Equal(v, w),
                1 => QuotientStatement::Separated(v, w, word(random)),
                2 => QuotientStatement::Outcome(
                    v,
                    [Outcome::N, Outcome::P, Outcome::L, Outcome::R][random.usize(..4)],
                ),
                _ => QuotientStatement::Infinite,
            }];
        }
        (_, Table::Finite { actions, .. }) if !actions.is_empty() => {
            let again = actions[random.usize(..actions.len())].clone();
            actions.push(again);
        }
        _ => certificate.images.push(Some(0)),
    }
}

/// The sums of letters with images whose longest play is short.
fn sums(certificate: &QuotientCertificate, play: &mut Play<'_>) -> Vec<Word> {
    let mut sums = vec![Word::new()];
    let last = certificate.images.len().min(LONGEST) as u32;
    for letter in (1..=last).filter(|&letter| certificate.images[letter as usize - 1].is_some()) {
        let length = play.length(letter).max(2);
        let mut longer = Vec::new();
        for sum in &sums {
            let mut sum = sum.clone();
            while play.length_of(&sum) + length <= LONGEST && sum.len() < 5 {
                sum.push(letter);
                longer.push(sum.clone());
            }
        }
        sums.extend(longer);
    }
    sums
}

/// Checks that an accepted certificate is true, as far as play is short.
fn is_true(certificate: &QuotientCertificate) {
    let letters: Box<dyn Letters> = match certificate.letters.clone() {
        Stated::Code(code) => Box::new(code.parse::<Code>().unwrap()),
        Stated::Impartial(games) => Box::new(Games::impartial(games).unwrap()),
        Stated::Partizan(games) => {
            Box::new(Games::partizan(games.into_iter().map(|(left, right)| [left, right]).collect()).unwrap())
        }
    };
    let mut play = Play::new(&*letters);
    // The outcomes of all short sums are those of play.
    let short = sums(certificate, &mut play);
    for sum in &short {
        let claim = QuotientStatement::Outcome(sum.clone(), play.outcome(sum));
        let alone = QuotientCertificate { claims: vec![claim], ..certificate.clone() };
        assert!(check_quotient(&alone).is_ok(), "{sum:?} in {}", certificate.to_json());
    }
    for claim in &certificate.claims {
        match claim {
            QuotientStatement::Order(order) => {
                let to = certificate.images.len() as u32;
                let answer =
                    solve(&*letters, &Search { to: Some(to), ..Search::default() }, &Unmetered, &mut |_| ());
                let Answer::Finite(quotient) = answer else { panic!("{answer:?}") };
                assert_eq!(quotient.monoid().order(), *order as usize, "{}", certificate.to_json());
            }
            QuotientStatement::Equal(v, w) => {
                for sum in short.iter().filter(|sum| sum.len() <= 2) {
                    let [v, w] = [v, w].map(|word| play.outcome(&[&word[..], sum].concat()));
                    assert_eq!(v, w, "{}", certificate.to_json());
                }
            }
            QuotientStatement::Separated(v, w, x) => {
                let [v, w] = [v, w].map(|word| play.outcome(&[&word[..], x].concat()));
                assert_ne!(v, w, "{}", certificate.to_json());
            }
            QuotientStatement::Outcome(v, outcome) => assert_eq!(play.outcome(v), *outcome),
            QuotientStatement::Infinite => assert!(matches!(certificate.quotient, Table::Integers { .. })),
            QuotientStatement::Count(..) | QuotientStatement::Image(..) => {}
        }
    }
    if let Some(whole) = certificate.whole {
        // Outcomes of later heaps follow from the period.
        let last = certificate.images.len() as u32;
        for heap in (last + 1..=last + whole.period).filter(|&heap| heap <= 24) {
            let outcome = play.outcome(&[heap, 1]);
            let claim = QuotientStatement::Outcome(vec![heap, 1], outcome);
            let alone = QuotientCertificate { claims: vec![claim], ..certificate.clone() };
            assert!(check_quotient(&alone).is_ok(), "heap {heap} in {}", certificate.to_json());
        }
    }
}

#[test]
fn an_accepted_mutant_is_true() {
    let mut random = fastrand::Rng::with_seed(3000);
    let certificates = certificates();
    let (mut accepted, mut rejected) = ([0; KINDS], [0; KINDS]);
    for round in 0..3_000 {
        let kind = round % KINDS;
        let original = &certificates[random.usize(..certificates.len())];
        let mut mutant = original.clone();
        mutate(&mut mutant, kind, &mut random);
        if mutant == *original {
            continue;
        }
        let read = QuotientCertificate::from_json(mutant.to_json().as_bytes()).unwrap();
        assert_eq!(read, mutant);
        if check_quotient(&mutant).is_ok() {
            accepted[kind] += 1;
            is_true(&mutant);
        } else {
            rejected[kind] += 1;
        }
    }
    assert!(rejected.iter().sum::<usize>() > 1_000, "{accepted:?} {rejected:?}");
    assert!(rejected[..10].iter().all(|&count| count > 0), "{accepted:?} {rejected:?}");
    assert!(accepted.iter().sum::<usize>() > 50, "{accepted:?} {rejected:?}");
}

#[test]
fn the_originals_are_true() {
    for certificate in certificates() {
        check_quotient(&certificate).unwrap();
        is_true(&certificate);
    }
}
