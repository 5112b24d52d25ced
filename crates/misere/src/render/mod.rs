//! Writing data: text, LaTeX, JSON and its schema. Nothing here knows a question.

pub(crate) mod json;
pub(crate) mod page;
mod schema;
mod text;

pub use page::{Sheet, breakable};
pub(crate) use schema::{object, properties, required};
pub(crate) use text::write_each as write_games;
pub use text::write_outcome;
pub(crate) use text::{players, strong_players, write_list};
