//! Work shared between threads.

use misere_core::{Exhausted, Form, Modulo, Proviso};
use misere_order::FiniteOrder;
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

/// The order of forms that are not equal modulo the engine, by their places.
pub(crate) fn order<P: Proviso>(
    threads: usize,
    modulo: &Modulo<P>,
    forms: &[Form],
) -> Result<FiniteOrder, Exhausted> {
    let values = forms.iter().map(|&g| modulo.value(g)).collect::<Result<Vec<_>, _>>()?;
    let ge = each(threads, &values, |&g| {
        modulo.forms().budget().check_now()?;
        values.iter().map(|&h| modulo.value_ge(g, h)).collect::<Result<Vec<bool>, _>>()
    })?;
    let order = FiniteOrder::new(values.len(), |g, h| g != h && ge[g][h]);
    Ok(order.expect("different values modulo the engine are partially ordered"))
}
