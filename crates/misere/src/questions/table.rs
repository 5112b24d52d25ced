//! The table of questions: the lines of all subjects, in the order of the help.

use std::sync::LazyLock;

use super::{QuestionKind, algebra, census, form, order, simplest};

/// Every question, in the order of the help.
pub static QUESTIONS: LazyLock<Vec<&'static QuestionKind>> = LazyLock::new(|| {
    [form::ROWS, simplest::ROWS, order::ROWS, algebra::ROWS, census::ROWS, order::OF_LISTS]
        .into_iter()
        .flatten()
        .collect()
});
