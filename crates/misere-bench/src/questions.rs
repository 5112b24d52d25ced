//! Single questions that are easy to ask and were slow to answer.

use std::sync::Arc;

use misere_bench::baseline::BaselineUniverse::{self, D, E, Integers};
use misere_bench::engine;
use misere_core::{Explainer, Form, Forms, Relation};
use misere_rulesets::{PositionGraph, find_ruleset};

use crate::workloads::{Done, ENOUGH, done};

/// Whether {…{{0|0}|0}…|0}, 2,000 deep, is invertible modulo D: it is.
pub(crate) fn deep_nest() -> Done {
    invertible_nest(D, true)
}

/// Whether {…{{0|0}|0}…|0}, 2,000 deep, is invertible modulo D(−1): its follower * is not.
pub(crate) fn deep_nest_among_integers() -> Done {
    invertible_nest(Integers, false)
}

fn invertible_nest(universe: BaselineUniverse, expected: bool) -> Done {
    let forms = Arc::new(Forms::new());
    let mut nest = Form::ZERO;
    for _ in 0..2_000 {
        nest = forms.ordinary(&[nest], &[Form::ZERO]).expect(ENOUGH);
    }
    let engine = engine(&forms, universe);
    assert_eq!(engine.cancels_with_conjugate(nest).expect(ENOUGH), expected);
    done(&engine)
}

/// The expansion of −1000 modulo D(−1), which is −1000.
pub(crate) fn long_integer() -> Done {
    let forms = Arc::new(Forms::new());
    let integer = forms.integer(-1_000).expect(ENOUGH);
    let engine = engine(&forms, Integers);
    assert_eq!(engine.expansion(integer).expect(ENOUGH), Some(integer));
    done(&engine)
}

/// *80 + *79 against *78 modulo E.
pub(crate) fn two_heaps() -> Done {
    let forms = Arc::new(Forms::new());
    let [a, b, c] = [80, 79, 78].map(|n| forms.nimber(n).expect(ENOUGH));
    let engine = engine(&forms, E);
    let sum = forms.sum(a, b).expect(ENOUGH);
    assert_eq!(engine.relation(sum, c).expect(ENOUGH), Relation::Incomparable);
    done(&engine)
}

/// The value of a heap of 200 modulo E, which is its own simplest form.
pub(crate) fn large_heap() -> Done {
    let forms = Arc::new(Forms::new());
    let heap = forms.nimber(200).expect(ENOUGH);
    let engine = engine(&forms, E);
    assert_eq!(engine.simplest(heap).expect(ENOUGH), heap);
    done(&engine)
}

/// The certificate of the simplest form of *14 modulo E.
pub(crate) fn certified_heap() -> Done {
    let forms = Arc::new(Forms::new());
    let heap = forms.nimber(14).expect(ENOUGH);
    certified(&forms, heap)
}

/// The certificate of the simplest form of 2×9 Domineering modulo E.
pub(crate) fn certified_board() -> Done {
    let forms = Arc::new(Forms::new());
    let ruleset = find_ruleset("domineering").expect("a built-in game");
    let position = ruleset.read("2x9").expect("a position");
    let mut graph = PositionGraph::new(ruleset, forms.budget().clone());
    let sum = graph.explore(&position).expect("a short game");
    let board = graph.form(&forms, sum).expect(ENOUGH);
    certified(&forms, board)
}

fn certified(forms: &Arc<Forms>, g: Form) -> Done {
    let engine = Arc::new(engine(forms, E));
    let explainer = Explainer::new(engine.clone()).expect(ENOUGH);
    let certificate = explainer.simplest(g).expect(ENOUGH);
    misere_check::check(&certificate).expect("the checker accepts what the engine proves");
    done(&engine)
}

/// The certificate that 1000 and 0 are incomparable modulo E.
pub(crate) fn certified_integer() -> Done {
    let forms = Arc::new(Forms::new());
    let integer = forms.integer(1_000).expect(ENOUGH);
    let engine = Arc::new(engine(&forms, E));
    let explainer = Explainer::new(engine.clone()).expect(ENOUGH);
    let certificate = explainer.relation(integer, Form::ZERO).expect(ENOUGH);
    misere_check::check(&certificate).expect("the checker accepts what the engine proves");
    done(&engine)
}
