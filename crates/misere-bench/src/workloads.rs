//! The workloads that are measured.

use std::collections::HashSet;
use std::sync::Arc;

use misere_bench::baseline::BaselineUniverse::{self, B, D, Domineering, E, Integers, M, Normal};
use misere_bench::{baseline::Baseline, engine};
use misere_census::dead_ends::Lattice;
use misere_core::{Engine, FiniteGenerators, Form, Forms, Generated, Player, Value};
use misere_rulesets::{Method, PositionGraph, Sum, find_ruleset};
use misere_twin::{Kind, random_form};

use crate::{Length, questions};

pub(crate) struct Workload {
    pub(crate) name: &'static str,
    pub(crate) length: Length,
    pub(crate) ours: fn() -> Done,
    /// The work that is compared with, mostly by the straightforward engine.
    pub(crate) baseline: Option<fn() -> Done>,
}

/// The counts of a finished workload.
#[derive(Clone, Copy, Default)]
pub(crate) struct Done {
    pub(crate) comparisons: u64,
    pub(crate) probes: u64,
    pub(crate) values: u64,
}

const fn quick(name: &'static str, ours: fn() -> Done) -> Workload {
    Workload { name, length: Length::Quick, ours, baseline: None }
}

const fn long(name: &'static str, ours: fn() -> Done) -> Workload {
    Workload { name, length: Length::Long, ours, baseline: None }
}

const fn compared(
    name: &'static str,
    length: Length,
    ours: fn() -> Done,
    baseline: fn() -> Done,
) -> Workload {
    Workload { name, length, ours, baseline: Some(baseline) }
}

pub(crate) const WORKLOADS: &[Workload] = &[
    quick("65,536 comparisons modulo M", || compare_day_two(M, 256)),
    quick("65,536 comparisons modulo D", || compare_day_two(D, 193)),
    quick("65,536 comparisons modulo E", || compare_day_two(E, 204)),
    quick("65,536 comparisons modulo B", || compare_day_two(B, 220)),
    quick("65,536 comparisons modulo D({|-1,0})", || compare_day_two(Domineering, 204)),
    quick("strength of 10,000 forms modulo D({|0,*})", || strength_modulo_a_blocked_end(5_871)),
    quick("1,046,530 dicot trees, store only", store_dicots),
    quick("1,046,530 dicot trees modulo D, stored", || classify_stored_dicots(D, 1_268)),
    quick("1,046,530 dicot trees modulo D", || classify_dicots(D, 1_268)),
    quick("1,046,530 dicot trees modulo M", || classify_dicots(M, 7_541)),
    quick("L_5 and its order", dead_ends),
    quick("Figure 5 and B, both games", figure_5),
    quick("2x9 Domineering modulo M", || domineering("2x9", M, 1, 1_785_839)),
    quick("2x9 Domineering modulo E", || domineering("2x9", E, 1, 434_284)),
    quick("2x9 Domineering modulo B", || domineering("2x9", B, 1, 608_142)),
    quick("3x3 Clobber modulo D", || position("clobber", "3x3", D, 1, 2)),
    quick("a nest of 2,000: invertible modulo D", questions::deep_nest),
    quick("a nest of 2,000: invertible modulo D(-1)", questions::deep_nest_among_integers),
    quick("expansion of -1000 modulo D(-1)", questions::long_integer),
    quick("*80+*79 and *78 modulo E", questions::two_heaps),
    quick("*200 modulo E", questions::large_heap),
    quick("*14 modulo E, certificate", questions::certified_heap),
    quick("1000 and 0 modulo E, certificate", questions::certified_integer),
    quick("2x9 Domineering modulo E, certificate", questions::certified_board),
    compared(
        "2x12 Domineering modulo M",
        Length::Quick,
        || domineering("2x12", M, 1, 4_188_545_602),
        || baseline("domineering", "2x12", M, 4_188_545_602),
    ),
    compared(
        "2x12 Domineering modulo E",
        Length::Quick,
        || domineering("2x12", E, 1, 632_050_327),
        || baseline("domineering", "2x12", E, 632_050_327),
    ),
    compared(
        "2x14 Domineering modulo M",
        Length::Usual,
        || domineering("2x14", M, 1, 1_033_260_632_038),
        || baseline("domineering", "2x14", M, 1_033_260_632_038),
    ),
    compared(
        "2x14 Domineering modulo E",
        Length::Usual,
        || domineering("2x14", E, 1, 106_446_037_988),
        || baseline("domineering", "2x14", E, 106_446_037_988),
    ),
    compared(
        "4x4 Clobber modulo D",
        Length::Usual,
        || position("clobber", "4x4", D, 1, 28_042_366_768),
        || baseline("clobber", "4x4", D, 28_042_366_768),
    ),
    compared(
        "2x15 modulo M, 2 threads (baseline: 1)",
        Length::Usual,
        || domineering("2x15", M, 2, 17_629_775_322_171),
        || domineering("2x15", M, 1, 17_629_775_322_171),
    ),
    long("4x7 Domineering modulo M", || domineering("4x7", M, 1, 12_746_095_821_041)),
    long("2x16 Domineering modulo E", || domineering("2x16", E, 1, 21_760_808_036_861)),
    long("2x16 Domineering modulo B", || domineering("2x16", B, 1, 43_070_211_766_515)),
    long("2x17 Domineering modulo M", || domineering("2x17", M, 1, 5_970_840_517_850_798)),
    long("2x18 Domineering modulo M, 2 threads", || domineering("2x18", M, 2, 117_855_994_475_874_253)),
];

/// All ordered pairs of the 256 forms of rank at most 2, from a cold store; the
/// number of classes is asserted.
fn compare_day_two(universe: BaselineUniverse, classes: usize) -> Done {
    let forms = Arc::new(Forms::new());
    let engine = engine(&forms, universe);
    let all = forms.born_by(2).expect(ENOUGH);
    let mut equal_to_an_earlier = 0;
    for (i, &g) in all.iter().enumerate() {
        let mut is_new = true;
        for (j, &h) in all.iter().enumerate() {
            let ge = engine.ge(g, h).expect(ENOUGH);
            is_new &= !(j < i && ge && engine.ge(h, g).expect(ENOUGH));
        }
        equal_to_an_earlier += usize::from(!is_new);
    }
    assert_eq!(all.len() - equal_to_an_earlier, classes);
    done(&engine)
}

/// Strength for both players of random forms of rank 3 and 4 modulo D({·|0,*}), from a cold
/// store; the time includes the making of the forms. The number of strong answers is asserted.
fn strength_modulo_a_blocked_end(strong_answers: u32) -> Done {
    let forms = Arc::new(Forms::new());
    let star = forms.nimber(1).expect(ENOUGH);
    let end = forms.ordinary(&[], &[Form::ZERO, star]).expect(ENOUGH);
    let generators = FiniteGenerators::new(&forms, &[end], "D({|0,*})").expect("a Left end");
    let engine = Engine::new(forms.clone(), Arc::new(Generated::new(&forms, generators)));
    let mut random = fastrand::Rng::with_seed(15);
    let (mut asked, mut strong) = (0, 0);
    while asked < 10_000 {
        let g = random_form(&forms, &mut random, Kind::Arbitrary, 3 + asked % 2);
        if forms.rank(g) < 3 {
            continue;
        }
        asked += 1;
        for player in Player::BOTH {
            strong += u32::from(engine.is_strong(g, player).expect("a finite test decides"));
        }
    }
    assert_eq!(strong, strong_answers);
    done(&engine)
}

pub(crate) const ENOUGH: &str = "the default limits are enough";

pub(crate) fn done(engine: &Engine) -> Done {
    let statistics = engine.statistics();
    Done { comparisons: statistics.comparisons, probes: statistics.probes, values: statistics.values }
}

/// The non-empty sets of the 10 dicot trees of rank at most 2. Every pair of sets gives a
/// dicot tree of rank at most 3: 1023² trees, and 0.
fn dicot_sets(forms: &Forms) -> Vec<Vec<Form>> {
    let mut day2 = forms.born_by(2).expect(ENOUGH);
    day2.retain(|&g| forms.is_dicot(g));
    assert_eq!(day2.len(), 10);
    (1u32..1 << 10).map(|mask| (0..10).filter(|i| mask >> i & 1 == 1).map(|i| day2[i]).collect()).collect()
}

/// The value of every tree, from those of its options.
fn classify_dicots(universe: BaselineUniverse, classes: usize) -> Done {
    let forms = Arc::new(Forms::new());
    let engine = engine(&forms, universe);
    let values =
        |set: &Vec<Form>| -> Vec<_> { set.iter().map(|&g| engine.value(g).expect(ENOUGH)).collect() };
    let sets: Vec<Vec<_>> = dicot_sets(&forms).iter().map(values).collect();
    let mut found = HashSet::from([Value::ZERO]);
    for left in &sets {
        for right in &sets {
            found.insert(engine.compose(left, right).expect(ENOUGH));
        }
    }
    assert_eq!((sets.len() * sets.len() + 1, found.len()), (1_046_530, classes));
    done(&engine)
}

/// The value of every tree, which is made first.
fn classify_stored_dicots(universe: BaselineUniverse, classes: usize) -> Done {
    let forms = Arc::new(Forms::new());
    let engine = engine(&forms, universe);
    let mut found = HashSet::from([Value::ZERO]);
    for_each_dicot_tree(&forms, |g| {
        found.insert(engine.value(g).expect(ENOUGH));
    });
    assert_eq!(found.len(), classes);
    done(&engine)
}

fn for_each_dicot_tree(forms: &Forms, mut each: impl FnMut(Form)) {
    let sets = dicot_sets(forms);
    for left in &sets {
        for right in &sets {
            each(forms.ordinary(left, right).expect(ENOUGH));
        }
    }
}

fn store_dicots() -> Done {
    let forms = Forms::new();
    for_each_dicot_tree(&forms, |_| ());
    // The 256 forms of rank at most 2 are in the store, 10 of them dicots.
    assert_eq!(forms.len(), 1_046_530 + 246);
    Done::default()
}

fn dead_ends() -> Done {
    let lattice = Lattice::new(5).expect("L_5 is small enough");
    assert_eq!((lattice.len(), lattice.ordered_pairs()), (21_278, 69_898_859));
    Done::default()
}

fn explore(ruleset: &str, text: &str, forms: &Forms) -> (PositionGraph, Sum) {
    let ruleset = find_ruleset(ruleset).expect("a built-in game");
    let position = ruleset.read(text).expect("a position");
    let mut graph = PositionGraph::new(ruleset, forms.budget().clone());
    let sum = graph.explore(&position).expect("a short game");
    (graph, sum)
}

/// Edges of the simplest form as a tree: \[universe\] Figure 5 and B. (The figure
/// for D is that of the game itself, which lies outside D; the paper prints 3,757.)
fn figure_5() -> Done {
    use Method::{AddComponents, WholeBoard};
    let mut total = Done::default();
    for (name, text, outside, edges) in [
        (
            "domineering",
            "2x10",
            WholeBoard,
            [21_946_743, 6_935_251, 4_590_982, 4_569_496, 4_409_745, 341_870, 33],
        ),
        (
            "clobber",
            "xoxo/oxox/xox.",
            AddComponents,
            [2_441_649, 2_441_649, 2_411_294, 2_411_294, 2_411_241, 981_460, 1_418],
        ),
    ] {
        let forms = Arc::new(Forms::new());
        let graph = explore(name, text, &forms);
        let each = [
            edges_modulo(&forms, &graph, M, AddComponents, 1, edges[0]),
            edges_modulo(&forms, &graph, B, AddComponents, 1, edges[1]),
            edges_modulo(&forms, &graph, E, AddComponents, 1, edges[2]),
            edges_modulo(&forms, &graph, Domineering, AddComponents, 1, edges[3]),
            edges_modulo(&forms, &graph, Integers, outside, 1, edges[4]),
            edges_modulo(&forms, &graph, D, outside, 1, edges[5]),
            edges_modulo(&forms, &graph, Normal, AddComponents, 1, edges[6]),
        ];
        for done in each {
            total.comparisons += done.comparisons;
            total.probes += done.probes;
        }
    }
    total
}

fn edges_modulo(
    forms: &Arc<Forms>,
    (graph, sum): &(PositionGraph, Sum),
    universe: BaselineUniverse,
    method: Method,
    threads: usize,
    expected: u64,
) -> Done {
    let engine = engine(forms, universe);
    let value = graph.value(&engine, *sum, method, threads).expect(ENOUGH);
    let simplest = engine.form(value).expect(ENOUGH);
    assert_eq!(forms.tree_edges(simplest), Ok(expected.into()), "modulo {}", engine.id());
    done(&engine)
}

/// The value of a board, whose size as a tree is not asserted.
pub(crate) fn board(game: &str, text: &str, universe: &str, threads: usize) -> Result<Done, String> {
    let named = |known: BaselineUniverse| engine(&Arc::new(Forms::new()), known).id().to_string();
    let all = [M, B, E, D, Normal, Integers, Domineering];
    let Some(universe) = all.into_iter().find(|&known| named(known) == universe) else {
        return Err(format!("the universes are {}, not {universe}", all.map(named).join(", ")));
    };
    let ruleset = find_ruleset(game).map_err(|error| error.to_string())?;
    let position = ruleset.read(text).map_err(|error| error.to_string())?;
    let forms = Arc::new(Forms::new());
    let mut graph = PositionGraph::new(ruleset, forms.budget().clone());
    let sum = graph.explore(&position).map_err(|error| error.to_string())?;
    let engine = engine(&forms, universe);
    graph.value(&engine, sum, Method::AddComponents, threads).map_err(|error| error.to_string())?;
    Ok(done(&engine))
}

fn domineering(board: &str, universe: BaselineUniverse, threads: usize, edges: u64) -> Done {
    position("domineering", board, universe, threads, edges)
}

fn position(ruleset: &str, board: &str, universe: BaselineUniverse, threads: usize, edges: u64) -> Done {
    let forms = Arc::new(Forms::new());
    let graph = explore(ruleset, board, &forms);
    edges_modulo(&forms, &graph, universe, Method::AddComponents, threads, edges)
}

fn baseline(ruleset: &str, board: &str, universe: BaselineUniverse, edges: u64) -> Done {
    let (graph, sum) = explore(ruleset, board, &Forms::new());
    let mut engine = Baseline::new(universe);
    let value = engine.value_of_position(&graph, sum, true);
    assert_eq!(engine.tree_edges(value), edges.into());
    Done { comparisons: engine.comparisons(), ..Done::default() }
}
