//! Quotients with known answers: Plambeck, *Taming the wild in impartial combinatorial games* (2005);
//! Plambeck and Siegel, *Misère quotients for impartial games* (2008) and its supplement; Siegel, *The
//! structure and classification of misère quotients*.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::collections::BTreeMap;

use common::finite;
use misere_check::{Code, QuotientStatement, Unmetered, check_quotient};
use misere_quotient::{Answer, Growth, Search, solve, standard_form};

/// A code, its standard form, and whether it is tame.
struct Known(&'static str, &'static str, bool, Whole, &'static str);

/// Period and preperiod.
type Whole = (u32, u32);

/// The sizes are `heap:order/𝓟-positions` where they change.
const WHOLE: [Known; 33] = [
    Known("0.012", "0.103", true, (2, 1), "1:1/0 2:2/1"),
    Known("0.02", "0.13", true, (4, 1), "1:1/0 3:2/1"),
    Known("0.022", "0.133", true, (5, 1), "1:1/0 3:2/1 5:6/2"),
    Known("0.1", "0.1", true, (1, 2), "1:2/1"),
    Known("0.102", "0.102", true, (6, 1), "1:2/1"),
    Known(
        "0.115",
        "0.115",
        false,
        (14, 92),
        "1:2/1 8:6/2 19:8/2 25:16/4 28:20/5 32:30/8 38:36/9 40:40/11 42:42/12",
    ),
    Known("0.121", "0.121", true, (4, 4), "1:2/1 3:6/2"),
    Known("0.144", "0.144", false, (10, 12), "1:2/1 5:6/2 9:10/2 14:12/2 20:30/5"),
    Known(
        "0.15",
        "0.15",
        false,
        (10, 66),
        "1:2/1 6:6/2 14:8/2 18:16/4 20:20/5 23:30/8 27:36/9 29:40/11 30:42/12",
    ),
    Known("0.2", "0.3", true, (2, 1), "1:1/0 2:2/1"),
    Known("0.203", "0.313", true, (2, 4), "1:1/0 2:2/1 3:6/2"),
    Known("0.222", "0.333", true, (4, 1), "1:1/0 2:2/1 3:6/2"),
    Known("0.241", "0.317", false, (10, 4), "1:1/0 2:2/1 3:6/2 8:14/4 13:36/9"),
    Known("0.321", "0.321", true, (3, 1), "1:2/1 3:6/2"),
    Known("0.34", "0.34", false, (8, 7), "1:2/1 4:6/2 10:12/3"),
    Known("0.353", "0.353", true, (2, 4), "1:2/1 2:6/2"),
    Known("0.507", "0.507", true, (2, 0), "1:2/1"),
    Known("0.51", "0.51", true, (1, 1), "1:2/1"),
    Known("0.522", "0.522", true, (4, 6), "1:2/1 3:6/2"),
    Known("0.7", "0.7", true, (2, 0), "1:2/1"),
    Known("0.712", "0.712", false, (6, 3), "1:2/1 2:6/2 5:14/4"),
    Known("0.717", "0.717", false, (2, 22), "1:2/1 2:6/2 5:14/4"),
    Known("0.72", "0.72", false, (4, 16), "1:2/1 3:6/2 9:8/2 15:12/3 16:22/4 19:24/5"),
    Known("0.721", "0.721", false, (4, 16), "1:2/1 3:6/2 9:8/2 15:12/3 16:22/4 19:24/5"),
    Known("0.75", "0.75", false, (2, 8), "1:2/1 2:6/2 5:8/2"),
    Known("0.752", "0.752", false, (2, 8), "1:2/1 2:6/2 5:8/2"),
    Known("0.77", "0.77", false, (12, 71), "1:2/1 2:6/2 5:12/3 9:18/6 12:24/8 25:32/9 27:40/9"),
    Known("4.04", "0.707", true, (2, 1), "1:1/0 2:2/1"),
    Known("4.11", "4.11", true, (1, 1), "1:2/1"),
    Known("4.12", "4.12", true, (7, 6), "1:2/1 3:6/2 6:10/2"),
    Known("4.5", "4.5", true, (1, 1), "1:2/1"),
    Known("4.72", "4.72", true, (3, 2), "1:2/1 2:6/2 3:10/2"),
    Known("4.75", "4.75", false, (2, 8), "1:2/1 2:6/2 5:8/2"),
];

/// Quotients of heaps up to the last one at which they grow.
const PARTIAL: [(&str, &str); 15] = [
    ("0.163", "1:2/1 3:6/2 8:12/3 12:16/4 14:20/4 17:44/8 18:52/10 20:100/17 23:116/18"),
    ("0.006", "1:1/0 4:2/1 7:6/2 17:12/3 18:24/5 19:48/11"),
    ("0.014", "1:1/0 2:2/1 8:6/2 13:10/2 19:36/6 20:48/8"),
    ("0.026", "1:1/0 3:2/1 5:6/2 9:10/2 14:48/7"),
    ("0.055", "1:1/0 2:2/1 5:6/2 12:12/3 13:28/5 20:32/6 22:74/14 26:106/17 27:162/25 28:202/30 29:210/31"),
    ("0.104", "1:2/1 7:6/2 12:10/2 17:18/4 18:48/10 19:176/26 21:188/29"),
    ("0.136", "1:2/1 5:6/2 13:12/3 17:24/5 32:120/20 33:136/22 34:160/26"),
    ("0.141", "1:2/1 7:6/2 11:10/2 16:36/6 17:48/8 22:60/9"),
    (
        "0.157",
        "1:2/1 4:6/2 13:8/2 22:12/3 25:18/4 28:22/5 31:28/6 34:34/8 37:42/9 40:50/12 43:60/13 46:70/17",
    ),
    ("0.356", "1:2/1 2:6/2 7:10/2 9:12/2 13:28/5 15:40/6 17:52/8 19:60/9"),
    ("0.365", "1:2/1 3:6/2 9:12/3 22:28/5 26:56/7 33:64/10"),
    ("0.4", "1:1/0 3:2/1 5:6/2 11:12/3 15:24/5 26:144/23"),
    ("0.537", "1:2/1 3:6/2 5:10/2 7:12/2 11:20/4 13:100/16"),
    (
        "0.734",
        "1:2/1 2:6/2 5:8/2 7:12/3 9:18/4 11:24/6 13:32/7 15:40/10 17:50/11 19:60/15 21:72/16 23:84/21 25:98/22 27:112/28",
    ),
    (
        "4.17",
        "1:2/1 3:6/2 6:8/2 11:12/3 13:18/4 15:24/6 17:32/7 19:40/10 21:50/11 23:60/15 25:72/16 27:84/21",
    ),
];

fn sizes(growth: &[Growth]) -> String {
    let size = |at: &Growth| format!("{}:{}/{}", at.letter, at.order, at.counts[2]);
    growth.iter().map(size).collect::<Vec<_>>().join(" ")
}

#[test]
fn whole_quotients_are_the_published_ones() {
    for Known(code, standard, tame, (period, preperiod), growth) in WHOLE {
        let quotient = finite(code, None);
        assert_eq!(sizes(quotient.growth()), growth, "{code}");
        let whole = quotient.whole().unwrap();
        assert_eq!((whole.period, whole.preperiod), (period, preperiod), "{code}");
        assert_eq!(quotient.is_tame(), tame, "{code}");
        assert_eq!(standard_form(&code.parse().unwrap()).unwrap().to_string(), standard);
        assert_eq!(
            finite(standard, None).monoid().order(),
            quotient.monoid().order(),
            "{code} as {standard}"
        );
    }
}

#[test]
fn partial_quotients_grow_as_published() {
    for (code, growth) in PARTIAL {
        let last = growth.rsplit(' ').next().unwrap().split(':').next().unwrap();
        let quotient = finite(code, Some(last.parse().unwrap()));
        assert_eq!(sizes(quotient.growth()), growth, "{code}");
        assert_eq!(quotient.whole(), None, "{code}");
        let claims = vec![QuotientStatement::Order(quotient.monoid().order() as u32)];
        check_quotient(&quotient.certificate(claims)).unwrap();
    }
}

#[test]
fn standard_forms_are_those_of_the_tables() {
    for (code, standard) in [
        ("0.006", "0.113337"),
        ("0.014", "0.1007"),
        ("0.026", "0.13337"),
        ("0.055", "0.1177"),
        ("0.644", "0.3777"),
    ] {
        assert_eq!(standard_form(&code.parse().unwrap()).unwrap().to_string(), standard);
    }
    assert_eq!(standard_form(&"0.0".parse().unwrap()), None);
    assert_eq!(standard_form(&"0.7|0.07".parse().unwrap()), None);
}

/// Codes of up to three digits whose quotient is found with few contexts, by their order.
fn survey() -> BTreeMap<String, misere_quotient::Quotient> {
    let mut found = BTreeMap::new();
    let digits = || 0..8_u8;
    for (a, b) in digits().flat_map(|a| digits().map(move |b| (a, b))) {
        let codes = digits().map(|c| format!("0.{a}{b}{c}")).chain([format!("4.{a}{b}")]);
        for code in codes.filter(|code| !["0.000", "4.00"].contains(&&code[..])) {
            let search = Search { most: 60, last: 120, contexts: 50, ..Search::default() };
            let parsed: Code = code.parse().unwrap();
            if let Answer::Finite(quotient) = solve(&parsed, &search, &Unmetered, &mut |_| ()) {
                found.insert(code, quotient);
            }
        }
    }
    found
}

#[test]
fn laws_of_impartial_quotients_hold_for_the_codes_of_three_digits() {
    let survey = survey();
    assert!(survey.len() > 150, "{}", survey.len());
    let mut of_order_8 = Vec::new();
    for (code, quotient) in &survey {
        let order = quotient.monoid().order();
        assert!(order == 1 || order % 2 == 0, "{code} has order {order}");
        let losses = quotient.counts()[2];
        if losses == 2 {
            assert!(
                [2, 4].iter().any(|more| (order - more).is_power_of_two() && order > 4),
                "{code} has order {order}"
            );
        }
        if order == 8 {
            of_order_8.push(quotient);
        }
        let (classes, covers) = quotient.divisibility();
        assert_eq!(classes.iter().map(Vec::len).sum::<usize>(), order);
        assert!(classes.len() == 1 || covers.len() >= classes.len() - 1, "{code}");
        let kernel = quotient.kernel();
        let group = quotient.idempotents().into_iter().find(|e| kernel.contains(&e.element)).unwrap();
        assert_eq!(group.group, kernel.len(), "{code}: the kernel is a group");
        if quotient.is_tame() {
            assert!(order <= 2 || (order - 2).is_power_of_two(), "{code}");
        }
        let claims = vec![QuotientStatement::Order(order as u32)];
        check_quotient(&quotient.certificate(claims)).unwrap();
    }
    // Exactly one quotient of order 8 exists (Siegel).
    let presentations: Vec<String> =
        of_order_8.iter().map(|quotient| quotient.presentation().to_string()).collect();
    assert!(!presentations.is_empty());
    for quotient in &of_order_8[1..] {
        assert!(isomorphic(of_order_8[0], quotient), "{presentations:?}");
    }
}

/// Whether two quotients are isomorphic: images of generators are tried.
fn isomorphic(a: &misere_quotient::Quotient, b: &misere_quotient::Quotient) -> bool {
    let (from, to) = (a.monoid(), b.monoid());
    if from.order() != to.order() {
        return false;
    }
    let generators: Vec<u16> = a.generators().iter().map(|&letter| a.images()[letter as usize]).collect();
    let words: Vec<Vec<usize>> = (0..from.order() as u16)
        .map(|x| {
            let place = |letter| a.generators().binary_search(letter).unwrap();
            a.sum(x).iter().map(place).collect()
        })
        .collect();
    let mut images = vec![0_u16; generators.len()];
    loop {
        let map: Vec<u16> =
            words.iter().map(|word| word.iter().fold(0, |x, &at| to.product(x, images[at]))).collect();
        let distinct: std::collections::BTreeSet<&u16> = map.iter().collect();
        let multiplies = |x: usize| {
            generators
                .iter()
                .zip(&images)
                .all(|(&g, &image)| map[from.product(x as u16, g) as usize] == to.product(map[x], image))
        };
        if distinct.len() == map.len()
            && (0..map.len()).all(|x| from.outcomes()[x] == to.outcomes()[map[x] as usize] && multiplies(x))
        {
            return true;
        }
        let Some(at) = images.iter().position(|&image| (image as usize) < to.order() - 1) else {
            return false;
        };
        images[..at].fill(0);
        images[at] += 1;
    }
}

#[test]
fn quotients_of_order_10_are_told_apart() {
    assert!(isomorphic(&finite("4.12", None), &finite("4.72", None)));
    assert!(!isomorphic(&finite("0.75", None), &finite("0.222", None)));
    // Both have order 14.
    assert!(isomorphic(&finite("0.712", None), &finite("0.717", None)));
}

/// The presentations of Plambeck and Siegel, in our order of words.
#[test]
fn presentations_are_small_and_canonical() {
    for (code, presentation) in [
        ("0.3", "⟨a | a²=1⟩; P = {a}"),
        ("0.333", "⟨a,b | a²=1, b³=b⟩; P = {a,b²}"),
        ("0.75", "⟨a,b,c | a²=1, bc=ab, c²=b², b³=b⟩; P = {a,b²}"),
        ("0.712", "⟨a,b,c | a²=1, b³=b, b²c=c, c³=ac²⟩; P = {a,b²,c²,abc}"),
        ("0.34", "⟨a,b,c | a²=1, c²=1, b²c=b³, b⁴=b²⟩; P = {a,ac,b²}"),
    ] {
        assert_eq!(finite(code, None).presentation().to_string(), presentation, "{code}");
    }
}

#[test]
fn certificates_are_short() {
    for (code, most) in [("0.77", 2_000), ("0.15", 2_000)] {
        let quotient = finite(code, None);
        let claims = vec![QuotientStatement::Order(quotient.monoid().order() as u32)];
        let certificate = quotient.certificate(claims);
        let accepted = check_quotient(&certificate).unwrap();
        assert!(accepted.to_string().contains("periodic"), "{accepted}");
        assert!(certificate.to_json().len() <= most, "{code} {}", certificate.to_json().len());
    }
}
