//! The targets.

mod certificates;
mod differential;
mod files;
mod texts;

use std::time::Duration;

use misere::{Limits, Setup, Workspace};

use crate::Target;

/// All targets.
pub const TARGETS: &[Target] = &[
    texts::NOTATION,
    texts::UNIVERSES,
    texts::UNIVERSE_FILES,
    texts::RULES,
    texts::LANGUAGE,
    texts::BATCH,
    certificates::CERTIFICATES,
    files::SHARDS,
    files::STORES,
    differential::DIFFERENTIAL,
];

/// A workspace with small limits.
fn workspace() -> Workspace {
    let limits = Limits { memory_bytes: 4 << 20, time: Some(Duration::from_millis(100)) };
    Workspace::with_setup(Setup { limits, threads: 1, ..Setup::default() })
}

/// The bytes of texts.
fn bytes<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<Vec<u8>> {
    texts.into_iter().map(|text| text.as_bytes().to_vec()).collect()
}
