//! Hasse diagrams: nothing overlaps, covers are covers, greater is higher.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::sync::Arc;

use common::{assert_nothing_overlaps, meets, solid};
use fastrand::Rng;
use misere_core::{Budget, Limit, Limits};
use misere_draw::{Anchor, Bounds, Fill, Hasse, HasseError, Label, Point, Scene, Shape, draw_hasse};
use misere_order::NotAnOrder;

/// A budget that suffices.
fn budget() -> Arc<Budget> {
    Arc::new(Budget::new(Limits::default()))
}

fn labels(count: usize) -> Vec<Label> {
    (0..count).map(|i| "g".repeat(1 + i % 7) + &i.to_string()).map(|t| Label::new(&*t, &*t)).collect()
}

/// A random order: the transitive closure of some pairs.
fn random_order(random: &mut Rng, count: usize) -> Vec<Vec<bool>> {
    let mut above = vec![vec![false; count]; count];
    for (i, row) in above.iter_mut().enumerate() {
        row[..i].fill_with(|| random.usize(..count) < 3);
    }
    for k in 0..count {
        for i in 0..count {
            for j in 0..count {
                above[i][j] |= above[i][k] && above[k][j];
            }
        }
    }
    above
}

/// The order and its dual, side by side, with the conjugation that exchanges them.
fn doubled(above: &[Vec<bool>]) -> (Hasse, Vec<usize>) {
    let n = above.len();
    let order = Hasse::new(labels(2 * n), |i, j| match (i < n, j < n) {
        (true, true) => above[i][j],
        (false, false) => above[j - n][i - n],
        _ => false,
    });
    (order.unwrap(), (0..2 * n).map(|i| (i + n) % (2 * n)).collect())
}

fn middle(bounds: Bounds) -> Point {
    Point::new(f64::midpoint(bounds.min.x, bounds.max.x), f64::midpoint(bounds.min.y, bounds.max.y))
}

/// Where each element is.
fn places(scene: &Scene) -> Vec<Point> {
    solid(scene).into_iter().map(middle).collect()
}

fn assert_is_a_diagram(order: &Hasse, scene: &Scene) {
    assert_nothing_overlaps(scene, "labels");
    let (boxes, places) = (solid(scene), places(scene));
    let lines: Vec<&Vec<Point>> = scene
        .shapes()
        .iter()
        .filter_map(|s| if let Shape::Line { through, .. } = s { Some(through) } else { None })
        .collect();
    assert_eq!(lines.len(), order.order().covers().len());
    for ((upper, lower), line) in order.order().covers().into_iter().zip(lines) {
        assert!(places[upper].y < places[lower].y, "greater is higher");
        let same = |a: Point, b: Point| (a.x - b.x).abs() < 1e-6;
        assert!(same(line[0], places[upper]) && same(*line.last().unwrap(), places[lower]));
        for pair in line.windows(2) {
            assert!(boxes.iter().all(|b| !meets(pair[0], pair[1], b)), "a line meets a label");
        }
    }
}

#[test]
fn random_orders_are_drawn_without_overlaps() {
    let mut random = Rng::with_seed(5);
    for round in 0..40 {
        let above = random_order(&mut random, 2 + round % 25);
        let order = Hasse::new(labels(above.len()), |i, j| above[i][j]).unwrap();
        assert_is_a_diagram(&order, &draw_hasse(&order, &budget()).unwrap());
    }
}

#[test]
fn covers_are_the_pairs_with_nothing_between() {
    let mut random = Rng::with_seed(6);
    for round in 0..40 {
        let above = random_order(&mut random, 2 + 3 * round);
        let n = above.len();
        let order = Hasse::new(labels(n), |i, j| above[i][j]).unwrap();
        let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        let expected: Vec<(usize, usize)> =
            pairs.filter(|&(i, j)| above[i][j] && !(0..n).any(|k| above[i][k] && above[k][j])).collect();
        assert_eq!(order.order().covers(), expected);
    }
}

#[test]
fn conjugates_are_mirror_images() {
    let mut random = Rng::with_seed(7);
    for round in 0..25 {
        let (order, conjugates) = doubled(&random_order(&mut random, 2 + round % 10));
        let order = order.with_conjugates(conjugates.clone()).unwrap();
        let scene = draw_hasse(&order, &budget()).unwrap();
        assert_is_a_diagram(&order, &scene);
        let places = places(&scene);
        let (top, bottom) = (
            places.iter().map(|p| p.y).fold(f64::INFINITY, f64::min),
            places.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max),
        );
        for (i, &j) in conjugates.iter().enumerate() {
            assert!((places[i].y + places[j].y - top - bottom).abs() < 1e-6);
            if (places[i].y - places[j].y).abs() > 1e-6 {
                assert!((places[i].x - places[j].x).abs() < 1e-6, "round {round}");
            }
        }
    }
}

/// The nine dicots of day 2 modulo D with their covers, as \[dicots\] Figure 4 has them.
const NINE: [(&str, &[&str]); 9] = [
    ("0", &["{*|0,*}"]),
    ("*", &["{0|0,*}"]),
    ("*2", &["{0|0,*}", "{*|0,*}"]),
    ("{*|0}", &["{*|0,*}"]),
    ("{0|*}", &["{0|0,*}"]),
    ("{0,*|0}", &["*", "*2", "{*|0}", "{0|0,*}", "{*|0,*}"]),
    ("{0|0,*}", &[]),
    ("{0,*|*}", &["0", "*2", "{0|*}", "{0|0,*}", "{*|0,*}"]),
    ("{*|0,*}", &[]),
];

/// Where the nodes are and which lines there are, so that pictures can be compared; mirrored
/// about the middle or not.
fn drawn(scene: &Scene, mirrored: bool) -> Vec<String> {
    let bounds = places(scene).iter().map(|&p| Bounds::of(p, p)).reduce(Bounds::union).unwrap();
    let middle = f64::midpoint(bounds.min.x, bounds.max.x);
    let place = |p: &Point| {
        let x = if mirrored { middle - p.x } else { p.x - middle };
        ((x * 100.0).round() as i64, (p.y * 100.0).round() as i64)
    };
    let nodes = places(scene);
    let nodes = nodes.iter().map(|p| format!("node {:?}", place(p)));
    let lines = scene.shapes().iter().filter_map(|shape| match shape {
        Shape::Line { through, .. } => {
            Some(format!("line {:?}", through.iter().map(place).collect::<Vec<_>>()))
        }
        _ => None,
    });
    let mut all: Vec<String> = nodes.chain(lines).collect();
    all.sort();
    all
}

#[test]
fn nine_dicots_are_drawn_symmetrically() {
    let conjugate = [0, 1, 2, 4, 3, 6, 5, 8, 7];
    let mut random = Rng::with_seed(8);
    let mut named: Vec<usize> = (0..9).collect();
    for round in 0..30 {
        let name = |i: usize| NINE[named[i]].0;
        let labels = (0..9).map(|i| Label::new(name(i), name(i))).collect();
        let order = Hasse::new(labels, |i, j| NINE[named[i]].1.contains(&name(j))).unwrap();
        let at = |game: usize| named.iter().position(|&n| n == game).unwrap();
        let conjugates = (0..9).map(|i| at(conjugate[named[i]])).collect();
        // With conjugates and without, in every order of the games.
        for order in [order.clone(), order.with_conjugates(conjugates).unwrap()] {
            let scene = draw_hasse(&order, &budget()).unwrap();
            assert_is_a_diagram(&order, &scene);
            assert_eq!(drawn(&scene, true), drawn(&scene, false), "round {round}");
        }
        random.shuffle(&mut named);
    }
}

#[test]
fn boolean_lattices_and_fences_are_drawn_symmetrically() {
    let subsets = Hasse::new(labels(8), |i, j| i & j == j);
    let fence = Hasse::new(labels(7), |i, j| i % 2 == 1 && i.abs_diff(j) == 1);
    for order in [subsets.unwrap(), fence.unwrap()] {
        let scene = draw_hasse(&order, &budget()).unwrap();
        assert_is_a_diagram(&order, &scene);
        assert_eq!(drawn(&scene, true), drawn(&scene, false));
    }
}

#[test]
fn what_is_no_order_is_refused() {
    let of = |pairs: &'static [(usize, usize)]| Hasse::new(labels(3), move |i, j| pairs.contains(&(i, j)));
    assert_eq!(of(&[(0, 1), (1, 0)]).unwrap_err(), HasseError::Order(NotAnOrder::AboveEachOther(0, 1)));
    assert_eq!(of(&[(0, 1), (1, 2)]).unwrap_err(), HasseError::Order(NotAnOrder::NotTransitive(0, 1, 2)));
    let chain = of(&[(0, 1), (1, 2), (0, 2)]).unwrap();
    assert_eq!(chain.clone().with_conjugates(vec![0, 1, 2]).unwrap_err(), HasseError::Conjugates(0, 1));
    assert_eq!(chain.clone().with_conjugates(vec![1, 2, 0]).unwrap_err(), HasseError::Conjugates(0, 0));
    assert!(chain.with_conjugates(vec![2, 1, 0]).is_ok());
}

#[test]
fn nothing_at_all_is_drawn_too() {
    let order = Hasse::new(Vec::new(), |_, _| false).unwrap();
    assert!(draw_hasse(&order, &budget()).unwrap().shapes().is_empty());
    assert!(draw_hasse(&order, &budget()).unwrap().png().is_ok());
}

/// Paper under every number cut pieces out of the lines beside it.
#[test]
fn only_numbers_that_lines_strike_stand_on_paper() {
    let mut random = Rng::with_seed(11);
    let above = random_order(&mut random, 70);
    let order = Hasse::new(labels(70), |i, j| above[i][j]).unwrap();
    let scene = draw_hasse(&order, &budget()).unwrap();
    let lines: Vec<(Point, Point)> = scene
        .shapes()
        .iter()
        .filter_map(
            |s| if let Shape::Line { through, .. } = s { Some((through[0], through[1])) } else { None },
        )
        .collect();
    let paper = |s: &&Shape| matches!(s, Shape::Rectangle { fill: Fill::Paper, .. });
    let papers: Vec<Bounds> = scene.shapes().iter().filter(paper).map(Shape::bounds).collect();
    assert!(papers.len() < 35, "{} of 70 numbers stand on paper", papers.len());
    let has_curves = scene.shapes().iter().any(|s| matches!(s, Shape::Curve { .. }));
    for paper in papers {
        assert!(paper.height() < 4.0, "no higher than digits");
        let is_struck = lines.iter().any(|&(from, to)| meets(from, to, &paper.grown(0.3)));
        assert!(is_struck || has_curves, "nothing is under {paper:?}");
    }
}

#[test]
fn a_layout_stops_where_its_time_is_over() {
    let mut random = Rng::with_seed(12);
    let above = random_order(&mut random, 90);
    let order = Hasse::new(labels(90), |i, j| above[i][j]).unwrap();
    let cancelled = budget();
    cancelled.cancel();
    assert_eq!(draw_hasse(&order, &cancelled).unwrap_err().limit, Limit::Cancelled);
    let small = Arc::new(Budget::new(Limits { memory_bytes: 10_000, time: None }));
    assert!(matches!(draw_hasse(&order, &small).unwrap_err().limit, Limit::Memory { .. }));
    let mut scene = Scene::new();
    for i in 0..200 {
        scene.text(Point::new(0.0, f64::from(i)), Anchor::Middle, Label::words("many"));
    }
    assert!(scene.svg_within(&cancelled).is_err() && scene.pdf_within(&cancelled).is_err());
    assert!(scene.tikz_within(&cancelled).is_err() && scene.png_within(None, &cancelled).is_err());
}

#[test]
fn large_diagrams_are_dots_with_a_key() {
    let mut random = Rng::with_seed(9);
    let (order, conjugates) = doubled(&random_order(&mut random, 60));
    let order = order.with_conjugates(conjugates).unwrap();
    let scene = draw_hasse(&order, &budget()).unwrap();
    let count = order.labels().len();
    let dots: Vec<Bounds> =
        scene.shapes().iter().filter(|s| matches!(s, Shape::Dot { .. })).map(Shape::bounds).collect();
    assert_eq!(dots.len(), count);
    let texts: Vec<(&str, Bounds)> = scene
        .shapes()
        .iter()
        .filter_map(|s| {
            if let Shape::Text { label, .. } = s { Some((&*label.unicode, s.bounds())) } else { None }
        })
        .collect();
    // Every number stands beside a dot and in the key, where the label follows it.
    for number in 1..=count {
        let places: Vec<usize> = (0..texts.len()).filter(|&i| texts[i].0 == number.to_string()).collect();
        let [beside, key] = places[..] else { panic!("{number} is written {} times", places.len()) };
        assert!(dots.iter().any(|dot| dot.grown(2.0).overlaps(&texts[beside].1)), "{number} is at no dot");
        assert!(order.labels().iter().any(|label| label.unicode == texts[key + 1].0));
        assert!(dots.iter().all(|dot| dot.max.y < texts[key].1.min.y), "the key is below");
    }
    for (i, (text, bounds)) in texts.iter().enumerate() {
        assert!(texts[..i].iter().all(|(_, other)| !other.overlaps(bounds)), "{text} overlaps");
        assert!(dots.iter().all(|dot| !dot.overlaps(bounds)), "{text} is on a dot");
    }
    // Edges join dots; a straight one meets no third dot.
    for shape in scene.shapes() {
        if let Shape::Line { through, .. } = shape {
            let met = dots.iter().filter(|dot| meets(through[0], through[1], dot)).count();
            assert_eq!((through.len(), met), (2, 2));
        }
    }
    let few = Hasse::new(labels(60), |_, _| false).unwrap();
    assert!(!draw_hasse(&few, &budget()).unwrap().shapes().iter().any(|s| matches!(s, Shape::Dot { .. })));
}
