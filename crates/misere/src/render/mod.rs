//! Writing data: text, LaTeX, JSON and its schema. Nothing here knows a question.

pub(crate) mod json;
mod schema;
mod text;

pub(crate) use schema::{object, properties, required};
pub use text::players;
pub(crate) use text::write_each as write_games;
pub use text::write_outcome;
pub(crate) use text::{strong_players, write_list};
