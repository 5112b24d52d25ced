//! Trees: nothing overlaps, Left is on the left, and mirrors are mirrors.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{assert_nothing_overlaps, large_form, meets, solid};
use fastrand::Rng;
use misere_core::{Form, Forms, Player};
use misere_draw::{Fill, Label, Naming, Point, Scene, Shape, TreeStyle, draw_tree, tree_text};
use misere_notation::parse_form;

fn styles() -> impl Iterator<Item = TreeStyle<'static>> {
    [false, true].into_iter().flat_map(|merge| {
        [Naming::Dots, Naming::Names].map(|naming| TreeStyle {
            merge,
            naming,
            max_nodes: 150,
            ..TreeStyle::default()
        })
    })
}

#[test]
fn nodes_never_overlap() {
    let mut random = Rng::with_seed(1);
    for round in 0..60 {
        let forms = Forms::new();
        let g = large_form(&forms, &mut random, 3 + round % 12);
        for style in styles() {
            let what = format!("round {round}, merge {}, {:?}", style.merge, style.naming);
            assert_nothing_overlaps(&draw_tree(&forms, g, &style).unwrap(), &what);
        }
    }
}

#[test]
fn edges_of_trees_meet_no_other_node() {
    let mut random = Rng::with_seed(2);
    for round in 0..40 {
        let forms = Forms::new();
        let g = large_form(&forms, &mut random, 3 + round % 10);
        for naming in [Naming::Dots, Naming::Names] {
            let scene =
                draw_tree(&forms, g, &TreeStyle { naming, max_nodes: 120, ..TreeStyle::default() }).unwrap();
            let boxes = solid(&scene);
            for (from, to) in edges(&scene) {
                let met = boxes.iter().filter(|b| meets(from, to, b)).count();
                // The two ends; an edge to a name stops at its border.
                assert!(met <= 2, "{met} nodes on an edge in round {round}");
            }
        }
    }
}

fn edges(scene: &Scene) -> Vec<(Point, Point)> {
    let line = |shape: &Shape| match shape {
        Shape::Line { through, .. } => Some((through[0], *through.last().unwrap())),
        _ => None,
    };
    scene.shapes().iter().filter_map(line).collect()
}

/// Coordinates, rounded so that they can be compared.
type Place = (i64, i64);

/// The tree that a scene shows, as text, read off from where edges lead.
fn read_back(scene: &Scene) -> String {
    let key = |p: Point| ((p.x * 1e4).round() as i64, (p.y * 1e4).round() as i64);
    let edges = edges(scene);
    let stones: Vec<_> = scene
        .shapes()
        .iter()
        .filter_map(|s| if let Shape::Rectangle { at, .. } = s { Some(key(*at)) } else { None })
        .collect();
    fn write(at: Place, edges: &[(Place, Place)], stones: &[Place], depth: usize) -> String {
        assert!(depth < 100);
        if stones.contains(&at) {
            return "#".to_owned();
        }
        let side = |player: Player| {
            let mut ends: Vec<Place> = edges
                .iter()
                .filter(|(from, to)| *from == at && (to.0 < from.0) == (player == Player::Left))
                .map(|(_, to)| *to)
                .collect();
            ends.sort_unstable();
            ends.into_iter().map(|end| write(end, edges, stones, depth + 1)).collect::<Vec<_>>().join(",")
        };
        format!("{{{}|{}}}", side(Player::Left), side(Player::Right))
    }
    let edges: Vec<_> = edges.iter().map(|&(a, b)| (key(a), key(b))).collect();
    write((0, 0), &edges, &stones, 0)
}

#[test]
fn the_form_can_be_read_off_the_picture() {
    let mut random = Rng::with_seed(3);
    for round in 0..40 {
        let forms = Forms::new();
        let g = large_form(&forms, &mut random, 3 + round % 8);
        let style = TreeStyle { max_nodes: 5_000, ..TreeStyle::default() };
        let text = read_back(&draw_tree(&forms, g, &style).unwrap());
        assert_eq!(parse_form(&forms, &text).unwrap(), g, "{text}");
    }
}

/// The shapes of a scene after a reflection, in a way that does not depend on order.
fn drawn(scene: &Scene, mirrored: bool) -> Vec<String> {
    let x = |x: f64| (if mirrored { -x } else { x } * 1e6).round() as i64;
    let y = |y: f64| (y * 1e6).round() as i64;
    let mut all: Vec<String> = scene
        .shapes()
        .iter()
        .map(|shape| match shape {
            Shape::Line { through, .. } => {
                let points: Vec<_> = through.iter().map(|p| (x(p.x), y(p.y))).collect();
                format!("line {points:?}")
            }
            Shape::Dot { at, fill, .. } => format!("dot {} {} {fill:?}", x(at.x), y(at.y)),
            Shape::Rectangle { at, .. } => format!("stone {} {}", x(at.x), y(at.y)),
            other => panic!("a tree of dots has no {other:?}"),
        })
        .collect();
    all.sort();
    all
}

#[test]
fn the_conjugate_is_drawn_as_the_mirror_image() {
    let mut random = Rng::with_seed(4);
    for round in 0..40 {
        let forms = Forms::new();
        let g = large_form(&forms, &mut random, 3 + round % 10);
        let style = TreeStyle { max_nodes: 5_000, ..TreeStyle::default() };
        let [one, other] = [g, forms.conjugate(g).unwrap()].map(|g| draw_tree(&forms, g, &style).unwrap());
        assert_eq!(drawn(&one, true), drawn(&other, false));
        let symmetric = forms.ordinary(&[g], &[forms.conjugate(g).unwrap()]).unwrap();
        let scene = draw_tree(&forms, symmetric, &style).unwrap();
        assert_eq!(drawn(&scene, true), drawn(&scene, false));
    }
}

#[test]
fn a_large_tree_is_cut_and_says_so() {
    let forms = Forms::new();
    let g = forms.nimber(12).unwrap();
    let style = TreeStyle::default();
    let scene = draw_tree(&forms, g, &style).unwrap();
    let texts: Vec<&str> = scene
        .shapes()
        .iter()
        .filter_map(|s| if let Shape::Text { label, .. } = s { Some(label.unicode.as_str()) } else { None })
        .collect();
    // *n has 3^n nodes as a tree, both players having all the smaller ones.
    assert_eq!(texts, ["… 530,941 more nodes (below ○)"]);
    let is_node = |s: &&Shape| matches!(s, Shape::Dot { .. });
    assert_eq!(scene.shapes().iter().filter(is_node).count(), 500);
    assert!(scene.shapes().iter().any(|s| matches!(s, Shape::Dot { fill: Fill::White, .. })));
    let merged = draw_tree(&forms, g, &TreeStyle { merge: true, max_nodes: 5, ..style }).unwrap();
    assert_eq!(merged.shapes().iter().filter(is_node).count(), 5);
    assert!(merged.svg().contains("… 8 more nodes"));
}

#[test]
fn depth_is_no_trouble() {
    let forms = Forms::new();
    let mut g = Form::ZERO;
    for _ in 0..100_000 {
        g = forms.ordinary(&[g], &[]).unwrap();
    }
    let style = TreeStyle { max_nodes: 200_000, ..TreeStyle::default() };
    assert_eq!(draw_tree(&forms, g, &style).unwrap().shapes().len(), 200_001);
    assert!(
        tree_text(&forms, g, &TreeStyle::default()).unwrap().ends_with("… 99,501 more nodes (below ○)\n")
    );
}

#[test]
fn svg_and_png_are_what_they_should_be() {
    let forms = Forms::new();
    let g = parse_form(&forms, "{0,-1,#|{*|2},■}").unwrap();
    let title = Label::words("a < b & c > d \u{1}");
    let style = TreeStyle { naming: Naming::Names, title: Some(&title), ..TreeStyle::default() };
    let scene = draw_tree(&forms, g, &style).unwrap();
    let svg = scene.svg();
    let tree = roxmltree::Document::parse(&svg).map(|document| document.root_element().children().count());
    assert!(tree.unwrap() > 10);
    assert!(svg.contains("a &lt; b &amp; c &gt; d"));
    let png = scene.png().unwrap();
    assert_eq!(png[..8], [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a]);
    // Texts are drawn with the bundled font: a picture without texts has less ink.
    let bare = draw_tree(&forms, g, &TreeStyle { title: None, ..style }).unwrap().png().unwrap();
    assert!(png.len() > bare.len() + 500, "{} {}", png.len(), bare.len());
    let tikz = scene.tikz();
    assert!(tikz.contains(r"{$\overline{1}$};") && tikz.contains(r"\mbox{a < b \& c > d"));
    assert_eq!(tikz.matches('{').count(), tikz.matches('}').count());
}

#[test]
fn terminals_show_small_trees() {
    let forms = Forms::new();
    let text = |game: &str, naming| {
        let g = parse_form(&forms, game).unwrap();
        tree_text(&forms, g, &TreeStyle { naming, ..TreeStyle::default() }).unwrap()
    };
    assert_eq!(text("0", Naming::Dots), "●\n");
    assert_eq!(text("1", Naming::Dots), "  ●\n╭─╯\n●\n");
    assert_eq!(text("{|#}", Naming::Dots), "●\n╰─╮\n  ■\n");
    assert_eq!(text("{-1|*}", Naming::Names), "   ●\n ╭─┴─╮\n-1   *\n");
}

fn merged(game: &str) -> (Scene, usize) {
    let forms = Forms::new();
    let g = parse_form(&forms, game).unwrap();
    let scene = draw_tree(&forms, g, &TreeStyle { merge: true, ..TreeStyle::default() }).unwrap();
    let pairs = forms.followers(g).into_iter().map(|f| {
        let options = Player::BOTH.iter().flat_map(|&p| forms.options(f, p).to_vec());
        options.collect::<std::collections::HashSet<Form>>().len()
    });
    (scene, pairs.sum())
}

#[test]
fn merged_edges_are_neither_doubled_nor_bulging() {
    // The last is Kayles with four pins.
    for game in ["*4", "*6", "{*2,*3+*,*+*,*2+*|*2,*3+*,*+*,*2+*}", "{1,*|-1,*}"] {
        let (scene, pairs) = merged(game);
        let lines = scene.shapes().iter().filter(|s| matches!(s, Shape::Line { .. })).count();
        let curves = scene.shapes().iter().filter(|s| matches!(s, Shape::Curve { .. })).count();
        assert_eq!((lines, curves), (pairs, 0), "{game}: every pair of nodes has one straight edge");
        let boxes = solid(&scene);
        for (from, to) in edges(&scene) {
            assert_eq!(boxes.iter().filter(|b| meets(from, to, b)).count(), 2, "{game}");
        }
    }
}

/// 0 stood beside the line from the root down, though it is alone at the bottom.
#[test]
fn the_zero_of_merged_kayles_4_is_below_the_root() {
    let (scene, _) = merged("*{*{*,*2,*+*},*2,*+*}");
    let dots = scene.shapes().iter().filter(|s| matches!(s, Shape::Dot { .. })).map(Shape::bounds);
    let middles = dots.map(|b| (f64::midpoint(b.min.y, b.max.y), f64::midpoint(b.min.x, b.max.x)));
    let mut middles: Vec<(f64, f64)> = middles.collect();
    middles.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!((middles[0].1 - middles[middles.len() - 1].1).abs() < 0.01, "{middles:?}");
}

#[test]
fn edges_of_merged_trees_meet_no_other_node() {
    let mut random = Rng::with_seed(10);
    for round in 0..40 {
        let forms = Forms::new();
        let g = large_form(&forms, &mut random, 3 + round % 10);
        let style = TreeStyle { merge: true, max_nodes: 60, legend: false, ..TreeStyle::default() };
        let scene = draw_tree(&forms, g, &style).unwrap();
        let boxes = solid(&scene);
        for (from, to) in edges(&scene) {
            assert!(boxes.iter().filter(|b| meets(from, to, b)).count() <= 2, "round {round}");
        }
    }
}

#[test]
fn the_legend_says_whose_moves_edges_are_and_can_be_left_out() {
    let texts = |game: &str, legend| {
        let forms = Forms::new();
        let g = parse_form(&forms, game).unwrap();
        let scene = draw_tree(&forms, g, &TreeStyle { merge: true, legend, ..TreeStyle::default() }).unwrap();
        let text =
            |s: &Shape| if let Shape::Text { label, .. } = s { Some(label.unicode.clone()) } else { None };
        scene.shapes().iter().filter_map(text).collect::<Vec<_>>()
    };
    assert_eq!(texts("*2", true), ["every move is open to both players"]);
    assert_eq!(texts("{1|-1}", true), ["Left's moves solid, Right's dashed"]);
    assert_eq!(texts("{1,*|*}", true), ["Left's moves solid, Right's dashed, moves of both thick"]);
    assert!(texts("*2", false).is_empty() && texts("0", true).is_empty());
}

#[test]
fn the_merged_tree_of_a_symmetric_form_is_symmetric() {
    let (scene, _) = merged("{1,*|-1,*}");
    let nodes: Vec<_> = solid(&scene).iter().map(|b| f64::midpoint(b.min.x, b.max.x)).collect();
    assert!(nodes.iter().all(|x| nodes.iter().any(|y| (x + y).abs() < 1e-6)), "{nodes:?}");
}

#[test]
fn a_tree_is_drawn_as_many_moves_deep_as_it_is_told() {
    let forms = Forms::new();
    let g = forms.nimber(3).unwrap();
    for (depth, merge, dots) in [(0, false, 1), (1, false, 7), (2, false, 19), (3, false, 27), (1, true, 4)] {
        let style = TreeStyle { max_depth: depth, merge, ..TreeStyle::default() };
        let scene = draw_tree(&forms, g, &style).unwrap();
        let drawn = scene.shapes().iter().filter(|s| matches!(s, Shape::Dot { .. })).count();
        assert_eq!(drawn, dots, "{depth} {merge}");
        assert_eq!(scene.svg().contains("more node"), dots < 27 && !merge);
    }
}

#[test]
fn tikz_names_nodes_after_moves_and_edges_refer_to_names() {
    let forms = Forms::new();
    let g = parse_form(&forms, "{0,-1|{*|#}}").unwrap();
    for (naming, merge) in [(Naming::Dots, false), (Naming::Names, false), (Naming::Dots, true)] {
        let tikz = draw_tree(&forms, g, &TreeStyle { naming, merge, ..TreeStyle::default() }).unwrap().tikz();
        let mut named = Vec::new();
        for line in tikz.lines().filter(|line| !line.contains("mbox")) {
            if let Some(rest) = line.trim_start().strip_prefix("\\node[") {
                let start = rest.find("] (").expect("nodes have names") + 3;
                named.push(&rest[start..start + rest[start..].find(')').unwrap()]);
            }
            if let Some((_, ends)) = line.split_once("] (").filter(|_| line.contains("\\draw")) {
                let ends = ends.trim_end_matches(");").split(") -- (").map(|e| e.trim_end_matches(".north"));
                assert!(ends.clone().count() == 2 && ends.clone().all(|end| named.contains(&end)), "{line}");
            }
        }
        let mut unique = named.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), named.len());
        assert!(["root", "L1", "R1", "R1R1"].iter().all(|name| named.contains(name)), "{tikz}");
    }
    // Pictures beside each other keep their names apart.
    let one = draw_tree(&forms, g, &TreeStyle::default()).unwrap();
    let tikz = Scene::row(vec![one.clone(), one], 10.0).tikz();
    assert!(tikz.contains("(p1-root) -- (p1-L1)") && tikz.contains("(p2-root) -- (p2-L1)"));
}
