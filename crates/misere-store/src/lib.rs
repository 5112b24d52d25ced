//! Values that outlive a process: a store of values in an SQLite file, and files of shards.
//!
//! A [`Store`] is the second level of the memory of a workspace
//! ([`Workspace::with_store`](misere::Workspace::with_store)). Every table and every view of the
//! file is described in `docs/guide/store.md`.
//!
//! ```
//! use std::sync::Arc;
//! use misere::Workspace;
//! use misere::rulesets::find_ruleset;
//! use misere_store::Store;
//! let folder = tempfile::tempdir()?;
//! let store = Arc::new(Store::open(&folder.path().join("values.db"))?);
//! let work = Workspace::new().with_store(store.clone());
//! let mut clobber = work.positions(find_ruleset("clobber")?);
//! let board = clobber.read("xox/oxo")?;
//! let value = clobber.value(board, &work.modulo("D")?)?;
//! let computed = store.counts().computed;
//! // Another workspace, or another process, finds the value in the file.
//! let later = Workspace::new().with_store(store.clone());
//! let clobber = later.positions(find_ruleset("clobber")?);
//! let position = clobber.ruleset().read("xox/oxo")?;
//! let kept = clobber.stored_value(&position, &later.modulo("D")?)?.expect("it was kept");
//! assert_eq!(kept.form.to_string(), value.form.to_string());
//! assert_eq!(store.counts().computed, computed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod census;
mod error;
mod file;
mod manage;
mod prove;
mod recall;
mod rows;
mod schema;
mod shard;
mod store;
mod stored_rows;
mod transaction;

pub use census::{CensusError, write_census};
pub use error::StoreError;
pub use manage::{Contents, Integrity, Merged};
pub use prove::Verdict;
pub use schema::{APPLICATION_ID, SCHEMA_VERSION};
pub use shard::{MOST_SHARDS, Plan, Shard, ShardError, ShardRows, merge_shards};
pub use store::{Counts, Store};
