//! The table of questions: the lines of all subjects, in the order of the help.

use std::sync::LazyLock;

use super::{
    QuestionKind, algebra, census, dead_ends, form, moves, nim, order, position, simplest, universe,
};

/// Every question, in the order of the help.
pub static QUESTIONS: LazyLock<Vec<&'static QuestionKind>> = LazyLock::new(|| {
    [
        form::ROWS,
        simplest::ROWS,
        order::ROWS,
        algebra::ROWS,
        census::ROWS,
        order::OF_LISTS,
        position::ROWS,
        moves::ROWS,
        universe::ROWS,
        dead_ends::ROWS,
        nim::ROWS,
        PICTURES,
    ]
    .into_iter()
    .flatten()
    .collect()
});

#[cfg(feature = "pictures")]
static PICTURES: &[QuestionKind] = super::picture::ROWS;
#[cfg(not(feature = "pictures"))]
static PICTURES: &[QuestionKind] = &[];
