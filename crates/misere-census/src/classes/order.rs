//! The order of values.

use misere_core::{Engine, Exhausted, Form, parallel};
use misere_order::FiniteOrder;

/// The order of forms that are not equal modulo the engine, by their places.
///
/// # Errors
/// [`Exhausted`] when the budget of the store does not suffice.
///
/// # Panics
/// If two of the forms are equal modulo the engine.
pub fn order_of(threads: usize, engine: &Engine, forms: &[Form]) -> Result<FiniteOrder, Exhausted> {
    let values = forms.iter().map(|&g| engine.value(g)).collect::<Result<Vec<_>, _>>()?;
    let ge = parallel::map(threads, 0, &values, |&g| {
        engine.forms().budget().check_now()?;
        values.iter().map(|&h| engine.value_ge(g, h)).collect::<Result<Vec<bool>, Exhausted>>()
    })?;
    let order = FiniteOrder::new(values.len(), |g, h| g != h && ge[g][h]);
    Ok(order.expect("different values modulo the engine are partially ordered"))
}
