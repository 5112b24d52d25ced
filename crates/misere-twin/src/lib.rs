//! Reference players, reference orders and random forms, for the tests of all crates.
//!
//! Everything here is slow and follows the definitions: from the engine it takes no more than
//! the options and tombstones of forms. Nothing that is shipped depends on this crate.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]
#![allow(missing_docs, reason = "most names are those of the engine, which documents them")]

mod asked;
mod name;
mod order;
mod play;
mod pools;
mod random;

use std::sync::Arc;

use misere_core::Forms;

pub use asked::{Asked, accept};
pub use name::Name;
pub use order::{Twin, normal, normal_ge};
pub use play::{Play, Table};
pub use pools::Pools;
pub use random::{Kind, form_over, forms_of_all_kinds, random_form, random_stones, some_of};

/// A new store of forms.
#[must_use]
pub fn store() -> Arc<Forms> {
    Arc::new(Forms::new())
}
