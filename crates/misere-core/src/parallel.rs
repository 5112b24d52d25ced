//! Work shared between threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, scope};

/// The results of `each` for the items, in their order, with at most `threads` threads: fewer
/// when the system gives no more. Below `few` items one thread does all the work, because
/// starting a thread takes as long as some dozens of additions of small values.
///
/// # Errors
/// The error of the first item that has one, whichever thread meets it. Items after it may
/// be left out.
///
/// # Panics
/// A panic of `each` goes on in the caller.
///
/// ```
/// let halves = |items: &[u32]| {
///     misere_core::parallel::map(2, 0, items, |&n| if n % 2 == 0 { Ok(n / 2) } else { Err(n) })
/// };
/// assert_eq!(halves(&[6, 4, 2]), Ok(vec![3, 2, 1]));
/// assert_eq!(halves(&[2, 3, 4, 5]), Err(3));
/// ```
pub fn map<T: Sync, R: Send, E: Send>(
    threads: usize,
    few: usize,
    items: &[T],
    each: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let threads = threads.min(items.len());
    if threads <= 1 || items.len() < few {
        return items.iter().map(each).collect();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut mine = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return (mine, None) };
            match each(item) {
                Ok(result) => mine.push((at, result)),
                Err(error) => {
                    // Items are taken in their order: the items before this one are under way.
                    next.store(items.len(), Ordering::Relaxed);
                    return (mine, Some((at, error)));
                }
            }
        }
    };
    let done = scope(|scope| {
        let helpers: Vec<_> =
            (1..threads).map_while(|_| Builder::new().spawn_scoped(scope, work).ok()).collect();
        let mut done = vec![work()];
        done.extend(helpers.into_iter().map(|h| h.join().unwrap_or_else(|panic| resume_unwind(panic))));
        done
    });
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    let mut errors = Vec::new();
    for (some, error) in done {
        some.into_iter().for_each(|(at, result)| results[at] = Some(result));
        errors.extend(error);
    }
    match errors.into_iter().min_by_key(|(at, _)| *at) {
        Some((_, error)) => Err(error),
        None => Ok(results.into_iter().map(|result| result.expect("every item was done")).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_those_of_one_thread_in_its_order() {
        let items: Vec<u64> = (0..500).collect();
        for bad in [0, 1, 31, 250, 499, 500] {
            let each = |&n: &u64| if n % 500 >= bad { Err(n) } else { Ok(n * n) };
            let alone: Result<Vec<u64>, u64> = items.iter().map(each).collect();
            for threads in 0..6 {
                for (few, count) in [(0, 500), (0, 1), (2, 2), (501, 500), (0, 0)] {
                    let some = &items[..count];
                    let expected: Result<Vec<u64>, u64> = some.iter().map(each).collect();
                    assert_eq!(map(threads, few, some, each), expected);
                }
                assert_eq!(map(threads, 2, &items, each), alone);
            }
        }
    }

    #[test]
    fn few_items_are_done_by_the_caller() {
        let caller = std::thread::current().id();
        let is_caller = |_: &u8| Ok::<_, ()>(std::thread::current().id() == caller);
        assert_eq!(map(4, 3, &[1, 2], is_caller), Ok(vec![true; 2]));
        assert_eq!(map(1, 0, &[1; 9], is_caller), Ok(vec![true; 9]));
    }

    #[test]
    #[should_panic(expected = "item 7")]
    fn a_panic_of_an_item_is_not_lost() {
        let _ = map(3, 0, &[1, 2, 7, 3], |&n| if n == 7 { panic!("item {n}") } else { Ok::<_, ()>(n) });
    }
}
