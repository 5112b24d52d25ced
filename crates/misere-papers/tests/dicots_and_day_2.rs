//! The items of [dicots] and [day-2] agree, and the tables they show are right.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashSet;

use misere::Workspace;
use misere::core::{Form, Outcome};
use misere_papers::{Desk, Item, Pace, Paper, Report, Verdict, items};

fn items_of(papers: &[Paper]) -> Vec<Item> {
    let fast = |item: &Item| item.pace == Pace::Fast && papers.contains(&item.paper);
    items().into_iter().filter(fast).collect()
}

fn report(desk: &Desk, paper: Paper, label: &str) -> Report {
    let item = items_of(&[paper]).into_iter().find(|item| item.label == label).unwrap();
    item.examine(desk).unwrap()
}

#[test]
fn all_items_agree_but_for_the_known_errata() {
    let items = items_of(&[Paper::Dicots, Paper::Day2]);
    let labels: HashSet<_> = items.iter().map(|item| (item.paper, item.label)).collect();
    assert_eq!(labels.len(), items.len(), "no label occurs twice");
    // In a second run, on another desk and in the opposite order, all that is shown is the same.
    let examine = |items: Vec<Item>| {
        let desk = Desk::new(&Workspace::new()).unwrap();
        items.iter().map(|item| item.examine(&desk).unwrap()).collect::<Vec<Report>>()
    };
    let (reports, mut again) = std::thread::scope(|scope| {
        let second = scope.spawn(|| examine(items.iter().rev().copied().collect()));
        (examine(items.clone()), second.join().unwrap())
    });
    again.reverse();
    let mut errata = Vec::new();
    for ((item, report), again) in items.iter().zip(&reports).zip(&again) {
        assert_ne!(report.verdict, Verdict::Disagrees, "{} {}: {report:?}", item.paper.name(), item.label);
        assert_eq!(report, again, "{} {}", item.paper.name(), item.label);
        if matches!(report.verdict, Verdict::Erratum(_)) {
            errata.push((item.paper, item.label));
        }
    }
    let expected = [
        (Paper::Dicots, "Theorem 3.4, as worded"),
        (Paper::Dicots, "Theorem 4.7, proof"),
        (Paper::Dicots, "Theorem 4.7, recalling Lemma 4.5"),
        (Paper::Day2, "Theorem 11, by options"),
        (Paper::Day2, "Conjecture 12, as worded"),
    ];
    assert_eq!(errata, expected);
}

#[test]
fn the_pairs_of_theorem_5_2_have_their_outcomes() {
    let desk = Desk::new(&Workspace::new()).unwrap();
    let forms = desk.forms();
    let details = report(&desk, Paper::Dicots, "Theorem 5.2, Figure 6").finding.details.unwrap();
    let mut triples = HashSet::new();
    for line in details.lines() {
        let (outcomes, games) = line.split_once(": ").unwrap();
        let (g, h) = games.split_once(" + ").unwrap();
        let [g, h] = [g, h].map(|text| desk.read(text).unwrap());
        let sum = forms.sum(g, h).unwrap();
        assert!(forms.is_dicot(g) && forms.is_dicot(h));
        let [a, b, c] = [g, h, sum].map(|f| forms.outcome(f));
        assert_eq!(outcomes, format!("{a} + {b} = {c}"));
        triples.insert([a, b, c]);
    }
    assert_eq!(triples.len(), 64);
}

#[test]
fn the_dicots_of_theorem_5_1_have_their_outcomes() {
    let desk = Desk::new(&Workspace::new()).unwrap();
    let forms = desk.forms();
    let details = report(&desk, Paper::Dicots, "Theorem 5.1, Figure 5").finding.details.unwrap();
    let mut pairs: HashSet<[Outcome; 2]> = HashSet::new();
    for line in details.lines() {
        let (outcomes, game) = line.split_once(": ").unwrap();
        let g = desk.read(game).unwrap();
        let (normal, misere) = (forms.normal_outcome(g).unwrap(), forms.outcome(g));
        assert!(forms.is_dicot(g));
        assert_eq!(outcomes, format!("normal {normal}, misère {misere}"));
        pairs.insert([normal, misere]);
    }
    assert_eq!(pairs.len(), 16);
}

/// [day-2] Table 3: the grid is symmetric, and has as many signs of each kind as the text says.
#[test]
fn the_grid_of_day_2_is_symmetric() {
    let desk = Desk::new(&Workspace::new()).unwrap();
    let forms = desk.forms();
    let details = report(&desk, Paper::Day2, "Table 3").finding.details.unwrap();
    let lines: Vec<&str> = details.lines().skip(1).collect();
    // A bar over a digit takes no place of its own.
    let cells = |line: &str| -> Vec<String> {
        let mut cells: Vec<String> = Vec::new();
        let mut width = 0;
        for c in line.chars() {
            if c != '\u{304}' {
                if width % 6 == 0 {
                    cells.push(String::new());
                }
                width += 1;
            }
            cells.last_mut().unwrap().push(c);
        }
        cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
    };
    let side = |text: &str| {
        let options: Vec<String> = text
            .replace("1̄", "m")
            .chars()
            .filter(|&c| c != '·')
            .map(|c| if c == 'm' { "-1".to_owned() } else { c.to_string() })
            .collect();
        let list = desk.read(&format!("{{{}|}}", options.join(","))).unwrap();
        forms.options(list, misere::core::Player::Left).to_vec()
    };
    let columns: Vec<Vec<Form>> = cells(lines[0])[1..].iter().map(|text| side(text)).collect();
    let mut signs = std::collections::HashMap::new();
    for line in &lines[1..] {
        let cells = cells(line);
        let left = side(&cells[0]);
        for (i, right) in columns.iter().enumerate() {
            let sign = cells.get(i + 1).cloned().unwrap_or_default();
            signs.insert(forms.ordinary(&left, right).unwrap(), sign);
        }
    }
    assert_eq!(signs.len(), 256);
    for (&g, sign) in &signs {
        assert_eq!(sign, &signs[&forms.conjugate(g).unwrap()]);
        assert_eq!(sign.is_empty(), !forms.is_dead_ending(g));
    }
    let count = |sign: &str| signs.values().filter(|s| *s == sign).count();
    // 46 reduced games are invertible and 150 are not; four more games are 0.
    assert_eq!(["○✓", "○×"].map(count), [46, 150]);
    assert_eq!(count("✓") + count("×"), 232 - 196);
    assert!(details.lines().all(|line| line.chars().filter(|&c| c != '\u{304}').count() <= 104));
}
