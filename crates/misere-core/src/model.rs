//! Loom models of the interner and the memos, in all orders of two threads: `cargo xtask model`.
//!
//! loom runs each of these tests many times. Between two runs it changes who runs when, with at
//! most [`PREEMPTIONS`] interruptions, and which of the values that a load may see it sees. A
//! read of a place that another thread writes at the same time ends the test.

use std::sync::Arc;

use loom::model::Builder;
use loom::thread;

use crate::budget::{Account, Budget, Limits};
use crate::engine::memo::{HandleMap, SumMemo};
use crate::engine::pairs::PairMemo;
use crate::store::arena::Arena;
use crate::{Form, Forms, Player};

/// How often a thread is interrupted where it need not wait: most errors need two.
const PREEMPTIONS: usize = 3;

fn in_all_orders(model: impl Fn() + Send + Sync + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(PREEMPTIONS);
    builder.max_branches = 100_000;
    builder.check(model);
}

fn account() -> Account {
    Account::new(Arc::new(Budget::new(Limits::default())))
}

/// Does two things at the same time.
fn both<R: Send + 'static>(
    first: impl FnOnce() -> R + Send + 'static,
    second: impl FnOnce() -> R + 'static,
) -> [R; 2] {
    let first = thread::spawn(first);
    let second = second();
    [first.join().expect("a thread of the model panicked"), second]
}

#[test]
fn threads_that_make_the_same_form_get_the_same_handle() {
    in_all_orders(|| {
        let forms = Arc::new(Forms::new());
        let make = |forms: Arc<Forms>, own: bool| {
            move || {
                let star = forms.ordinary(&[Form::ZERO], &[Form::ZERO]).unwrap();
                let own: &[Form] = if own { &[star] } else { &[] };
                let other = forms.ordinary(own, &[star]).unwrap();
                assert_eq!(forms.options(star, Player::Left), [Form::ZERO]);
                assert_eq!(forms.options(other, Player::Right), [star]);
                assert_eq!((forms.rank(star), forms.rank(other)), (1, 2));
                (star, other)
            }
        };
        let [(star, first), (same, second)] = both(make(forms.clone(), true), make(forms.clone(), false));
        assert_eq!(star, same);
        assert_ne!(first, second);
        assert_eq!(forms.len(), 4, "0, the form of both, and one of each");
    });
}

#[test]
fn whoever_reads_a_handle_sees_the_form_that_it_names() {
    in_all_orders(|| {
        let (forms, map) = (Arc::new(Forms::new()), Arc::new(HandleMap::new()));
        // The place is there, so that nothing but what is in it orders the threads.
        map.set(1, 0, &account()).unwrap();
        let (making, noting) = (forms.clone(), map.clone());
        both(
            move || {
                let form = making.ordinary(&[Form::ZERO], &[]).unwrap();
                noting.set(0, form.0, &account()).unwrap();
            },
            move || {
                if let Some(form) = map.get(0) {
                    assert_eq!(forms.options(Form(form), Player::Left), [Form::ZERO]);
                    assert!(forms.options(Form(form), Player::Right).is_empty());
                }
            },
        );
    });
}

#[test]
fn what_is_published_can_be_read_while_more_is_appended() {
    in_all_orders(|| {
        let arena = Arc::new(Arena::<u32>::new());
        let appending = arena.clone();
        // The runs need three chunks, and the second begins as the first does.
        both(
            move || {
                for run in [&[1][..], &[1, 2], &[3, 4, 5]] {
                    let start = appending.append(run).unwrap().start;
                    assert_eq!(appending.run(start, run.len() as u32), run);
                }
            },
            move || {
                for _ in 0..2 {
                    let seen: Vec<u32> = (0..arena.len() as u32).map(|at| *arena.get(at)).collect();
                    assert!([&[][..], &[1], &[1, 2], &[1, 2, 3, 4, 5]].contains(&&seen[..]), "{seen:?}");
                }
            },
        );
    });
}

#[test]
fn threads_that_append_do_not_share_places_that_differ() {
    in_all_orders(|| {
        let arena = Arc::new(Arena::<u32>::new());
        let append = |arena: Arc<Arena<u32>>, run: [u32; 2]| {
            move || {
                let start = arena.append(&run).unwrap().start;
                assert_eq!(arena.run(start, 2), run);
                start
            }
        };
        let [first, second] = both(append(arena.clone(), [1, 2]), append(arena.clone(), [1, 3]));
        assert_ne!(first, second);
        assert_eq!(arena.run(first, 2), [1, 2]);
        assert_eq!(arena.run(second, 2), [1, 3]);
    });
}

#[test]
fn a_memo_of_pairs_never_lies_while_it_grows() {
    let truth = |g: u32, h: u32| g < h;
    in_all_orders(move || {
        let (memo, account) = (Arc::new(PairMemo::new(64)), Arc::new(account()));
        let mut view = memo.view();
        // One more than this, and the table is replaced by a larger one.
        let pairs = [(1, 2), (3, 1), (1, 4), (5, 1), (1, 6)];
        for (g, h) in pairs {
            view.set(&memo, g, h, truth(g, h), &account);
        }
        let ask = |g: u32, h: u32| {
            let (memo, account) = (memo.clone(), account.clone());
            move || {
                let mut view = memo.view();
                view.set(&memo, g, h, truth(g, h), &account);
                for (g, h) in [(g, h), (h, g), (7, 8), (8, 7), (1, 2)] {
                    assert!(view.get(g, h).is_none_or(|answer| answer == truth(g, h)), "{g} and {h}");
                }
            }
        };
        // The two threads write both directions of one pair.
        both(ask(7, 8), ask(8, 7));
        let view = memo.view();
        for (g, h) in pairs.into_iter().chain([(7, 8), (8, 7)]) {
            assert!(view.get(g, h).is_none_or(|answer| answer == truth(g, h)), "{g} and {h}");
        }
    });
}

#[test]
fn summands_that_are_noted_can_be_read() {
    in_all_orders(|| {
        let (memo, account) = (Arc::new(SumMemo::new()), Arc::new(account()));
        let note = |parts: [u32; 2]| {
            let (memo, account) = (memo.clone(), account.clone());
            move || {
                memo.note_parts(0, &parts, &account).unwrap();
                assert!(memo.set(&parts, Form(9)));
                let seen = memo.parts(0).to_vec();
                assert!([[3, 4], [5, 6]].contains(&[seen[0], seen[1]]), "{seen:?}");
                assert_eq!(memo.get(&parts), Some(Form(9)));
            }
        };
        both(note([3, 4]), note([5, 6]));
        assert_eq!((memo.get(&[3, 4]), memo.get(&[5, 6])), (Some(Form(9)), Some(Form(9))));
    });
}
