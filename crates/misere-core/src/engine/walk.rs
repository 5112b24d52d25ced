//! Options first: the walk by which values, sums and signatures are made.

use crate::budget::{Budget, Exhausted, MeteredVec};

/// Makes an item after all its options, and these after theirs, as deep as they go. Items that
/// are known are passed over. `make` says whether it made the item: if not, its options are
/// asked about once more.
///
/// The walk puts down one path from the item to an option that is not known, and how many options
/// of each item on the path were passed: to put down all options would take the square of a long
/// form's size.
pub(super) fn options_first<T: Copy, I: Iterator<Item = T>>(
    budget: &Budget,
    item: T,
    is_known: impl Fn(T) -> bool,
    options: impl Fn(T) -> I,
    mut make: impl FnMut(T) -> Result<bool, Exhausted>,
) -> Result<(), Exhausted> {
    let mut path = MeteredVec::new(budget);
    path.push((item, 0))?;
    while let Some((item, passed)) = path.last_mut() {
        let item = *item;
        if is_known(item) {
            path.pop();
            continue;
        }
        let before = *passed;
        let unknown = options(item).skip(before).find(|&option| {
            *passed += 1;
            !is_known(option)
        });
        budget.steps(*passed - before)?;
        match unknown {
            Some(option) => path.push((option, 0))?,
            None if make(item)? => {
                path.pop();
            }
            None => *passed = 0,
        }
    }
    Ok(())
}
