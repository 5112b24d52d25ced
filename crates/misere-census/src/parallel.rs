//! Work shared between threads.

use rayon::prelude::*;

/// What `task` makes of each item, in the order of the items.
///
/// With one thread, or when the system gives no more, the items are done one after
/// the other.
pub(crate) fn each<T: Sync, R: Send, E: Send>(
    threads: usize,
    items: &[T],
    task: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
    match (threads > 1).then(pool).flatten() {
        Some(pool) => pool.install(|| items.par_iter().map(&task).collect()),
        None => items.iter().map(task).collect(),
    }
}
