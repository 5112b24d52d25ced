//! What is kept beyond a process: values of positions, and pieces of long computations.
//!
//! A workspace may be given a [`ValueStore`], which is a second level of memory: values of
//! positions are looked up there before they are computed, and handed over when they are found.
//! The façade opens no file; `misere-store` has a store on SQLite.

#[cfg(feature = "census")]
mod census;
mod digest;
mod graph;
mod numbers;
mod recorder;
mod row_map;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use misere_core::{Form, Forms, Outcome, Tombstones, UniverseId};
use misere_rulesets::{Method, Position, Ruleset};

use crate::error::Error;
use crate::game::Game;
use crate::workspace::Workspace;

pub(crate) use digest::Digests;
pub use digest::{Digest, FormNode};
pub use graph::FormGraph;
pub use numbers::{push_number, take_number};
pub(crate) use recorder::Recorder;
pub use row_map::RowMap;

/// A place where values are kept beyond a process.
///
/// A store may forget. It never gives a form other than the one it was given: what it reads is
/// checked against digests.
pub trait ValueStore: Send + Sync {
    /// The value of a position modulo a universe, if it is kept.
    ///
    /// # Errors
    /// [`StoreFailure`] when the store cannot be read, or is damaged.
    fn recall(
        &self,
        position: &PositionKey,
        universe: &UniverseId,
    ) -> Result<Option<StoredValue>, StoreFailure>;

    /// The piece of this name, if it is kept.
    ///
    /// # Errors
    /// [`StoreFailure`] when the store cannot be read, or is damaged.
    fn piece(&self, name: &str) -> Result<Option<Piece>, StoreFailure>;

    /// A form of the store, with all its followers in rows that are not known, options first.
    ///
    /// # Errors
    /// [`StoreFailure`] when the store cannot be read, or is damaged.
    fn form(&self, form: Digest, is_known: &dyn Fn(FormRow) -> bool) -> Result<StoredForms, StoreFailure>;

    /// The form with all its followers in one piece, if it is kept so: a form that is large, and
    /// the value of a position that was asked about.
    ///
    /// # Errors
    /// [`StoreFailure`] when the store cannot be read, or is damaged.
    fn graph(&self, form: Digest) -> Result<Option<FormGraph>, StoreFailure>;

    /// Takes values over, to be written at the next checkpoint.
    fn keep(&self, batch: Batch);

    /// Writes what was taken over. After a failure it is tried again at the next checkpoint, with
    /// nothing lost.
    ///
    /// # Errors
    /// [`StoreFailure`] when the store cannot be written.
    fn checkpoint(&self) -> Result<(), StoreFailure>;

    /// The time between two checkpoints.
    fn interval(&self) -> Duration;

    /// Takes note of one value that was computed, not recalled.
    fn note_computed(&self);
}

/// Why a store was not read or written: a message for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreFailure(pub String);

impl fmt::Display for StoreFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreFailure {}

/// A position, up to symmetry, as every process knows it: its rules and its components.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PositionKey {
    /// The rules.
    pub rules: Arc<RulesKey>,
    /// The components as they are written, each the representative of its images under symmetry,
    /// in the order of their texts.
    pub parts: Vec<String>,
}

/// Rules, as every process knows them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RulesKey {
    /// The name of the ruleset.
    pub name: String,
    /// The text that identifies the rules: see [`Ruleset::identity`].
    pub identity: String,
    /// The digest of the identity.
    pub digest: Digest,
}

impl RulesKey {
    /// The key of a ruleset, unless the ruleset has no identity beyond this process.
    #[must_use]
    pub fn new(ruleset: &dyn Ruleset) -> Option<RulesKey> {
        Some(RulesKey::of_identity(ruleset.description().name.clone(), ruleset.identity()?))
    }

    /// The key of the rules with this name and identity.
    #[must_use]
    pub fn of_identity(name: String, identity: String) -> RulesKey {
        let digest = Digest::of("misere rules 1", &[identity.as_bytes()]);
        RulesKey { name, identity, digest }
    }
}

impl PositionKey {
    /// The key of a position, which need not be explored.
    #[must_use]
    pub fn new(rules: Arc<RulesKey>, ruleset: &dyn Ruleset, position: &Position) -> PositionKey {
        let parts = ruleset.components(position).into_iter();
        PositionKey::of_parts(rules, parts.map(|part| ruleset.write(&ruleset.canonical(part))).collect())
    }

    /// The key of a sum of components, given as they are written.
    #[must_use]
    pub fn of_parts(rules: Arc<RulesKey>, mut parts: Vec<String>) -> PositionKey {
        parts.sort_unstable();
        PositionKey { rules, parts }
    }

    /// The digest of the position.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut parts: Vec<&[u8]> = vec![&self.rules.digest.0];
        parts.extend(self.parts.iter().map(String::as_bytes));
        Digest::of("misere position 1", &parts)
    }
}

/// A value that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredValue {
    /// The simplest form.
    pub form: Digest,
    /// The way the value was found, if the position was asked about and is not one of many on the
    /// way to another.
    pub how: Option<StoredMethod>,
}

/// The way a kept value was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMethod {
    /// Whether values of components were added.
    pub method: Method,
    /// The reason, in a few words.
    pub reason: String,
}

/// The place of a form in a store, which stays the same while the store is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FormRow(pub i64);

/// A form of a store, with forms that it needs.
#[derive(Clone, Debug)]
pub struct StoredForms {
    /// The place of the form.
    pub row: FormRow,
    /// The forms that were not known, options first.
    pub forms: Vec<StoredForm>,
}

/// A form of a store.
#[derive(Clone, Debug)]
pub struct StoredForm {
    /// The place of the form.
    pub row: FormRow,
    /// The places of the options of Left and of Right.
    pub options: [Vec<FormRow>; 2],
    /// The tombstones among the options of the form itself.
    pub tombstones: Tombstones,
}

/// Values and pieces that are to be kept, with the forms they need.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The forms, options first. Forms that were handed over before are not among them.
    pub forms: Vec<FormNode>,
    /// The values of positions.
    pub values: Vec<FoundValue>,
    /// The graphs of forms that are among these or were handed over before.
    pub graphs: Vec<(Digest, FormGraph)>,
    /// The pieces, by name.
    pub pieces: Vec<(String, Piece)>,
}

/// A value that was found, and is to be kept.
#[derive(Clone, Debug)]
pub struct FoundValue {
    /// The position.
    pub position: PositionKey,
    /// What the value is taken modulo.
    pub universe: UniverseId,
    /// The value.
    pub value: StoredValue,
    /// The outcome: modulo N the normal outcome, else the misère outcome.
    pub outcome: Outcome,
}

/// A part of a long computation that is not a value of a position, such as the classes of a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The forms that occur, in an order that the computation knows.
    pub forms: Vec<Digest>,
    /// Everything else.
    pub data: Vec<u8>,
}

/// A store of values with what a workspace knows of it.
pub(crate) struct Kept {
    pub(crate) store: Arc<dyn ValueStore>,
    /// The digests of the forms of the workspace that were handed to the store.
    #[cfg(feature = "census")]
    digests: Mutex<Digests>,
    /// The digests of the values of each engine that were handed to the store.
    of_arena: Mutex<HashMap<UniverseId, Arc<Mutex<Digests>>>>,
    /// The forms of the workspace that were read from the store.
    loaded: Mutex<RowMap<Form>>,
    /// The forms of the workspace that were read from the store as answers.
    answers: Mutex<HashMap<Digest, Form>>,
}

impl Kept {
    pub(crate) fn new(store: Arc<dyn ValueStore>) -> Kept {
        Kept {
            store,
            #[cfg(feature = "census")]
            digests: Mutex::default(),
            of_arena: Mutex::default(),
            loaded: Mutex::default(),
            answers: Mutex::default(),
        }
    }

    pub(crate) fn of_arena(&self, universe: &UniverseId) -> Arc<Mutex<Digests>> {
        locked(&self.of_arena).entry(universe.clone()).or_default().clone()
    }

    /// The digest of a form of the workspace; forms that the store may not have go to `new`.
    #[cfg(feature = "census")]
    pub(crate) fn digest(&self, forms: &Forms, form: Form, new: &mut Vec<FormNode>) -> Digest {
        locked(&self.digests).of(forms, form, new)
    }

    /// A form of the store, in the workspace.
    pub(crate) fn load(&self, forms: &Forms, digest: Digest) -> Result<Form, Error> {
        let mut loaded = locked(&self.loaded);
        let StoredForms { row, forms: stored } = self.store.form(digest, &|row| loaded.get(row).is_some())?;
        let mut options: [Vec<Form>; 2] = Default::default();
        for form in stored {
            for (made, rows) in options.iter_mut().zip(&form.options) {
                made.clear();
                for row in rows {
                    let missing = || StoreFailure("an option of a stored form is missing".to_owned());
                    made.push(loaded.get(*row).ok_or_else(missing)?);
                }
            }
            loaded.insert(form.row, forms.make(&options[0], &options[1], form.tombstones)?);
        }
        let found = loaded.get(row);
        found.ok_or_else(|| StoreFailure("a stored form is missing".to_owned()).into())
    }

    /// The value of a position that was asked about, in the workspace: from its graph if there is
    /// one. Values on the way to others come from their rows, most of which are known by then.
    pub(crate) fn load_answer(&self, forms: &Forms, digest: Digest) -> Result<Form, Error> {
        if let Some(&known) = locked(&self.answers).get(&digest) {
            return Ok(known);
        }
        let form = match self.store.graph(digest)? {
            Some(graph) => graph.make(forms)?.ok_or_else(|| {
                StoreFailure(format!("the graph of the stored form {digest} makes no sense"))
            })?,
            None => self.load(forms, digest)?,
        };
        locked(&self.answers).insert(digest, form);
        Ok(form)
    }
}

impl Workspace {
    /// A handle to an empty workspace with the same setup, universes, rulesets and budget that
    /// keeps its values in a store.
    #[must_use]
    pub fn with_store(&self, store: Arc<dyn ValueStore>) -> Workspace {
        self.fresh_over(Some(store))
    }

    /// A handle to an empty workspace with the same setup, universes, rulesets and budget, and
    /// without a store.
    #[must_use]
    pub fn without_store(&self) -> Workspace {
        self.fresh_over(None)
    }

    /// A form of the store as a game.
    ///
    /// # Errors
    /// [`Error::Store`] when there is no store, or the store does not have the form.
    pub fn stored_game(&self, form: Digest) -> Result<Game, Error> {
        let kept = self.kept().ok_or_else(|| StoreFailure("the workspace has no store".to_owned()))?;
        Ok(Game::new(self, kept.load(self.forms(), form)?))
    }

    /// Does some work while what is found is written to the store from time to time, and once
    /// more when the work is done. Without a store, does the work.
    ///
    /// A failure to write does not end the work, since its results are worth more than the store:
    /// [`ValueStore::checkpoint`] tells of it in the end.
    pub(crate) fn with_checkpoints<T>(&self, hand_over: &(dyn Fn() + Sync), task: impl FnOnce() -> T) -> T {
        let Some(kept) = self.kept() else { return task() };
        let (done, wait) = std::sync::mpsc::channel::<()>();
        let interval = kept.store.interval();
        let result = std::thread::scope(|scope| {
            let write = move || {
                use std::sync::mpsc::RecvTimeoutError::Timeout;
                while wait.recv_timeout(interval) == Err(Timeout) {
                    hand_over();
                    drop(kept.store.checkpoint());
                }
            };
            // Where the system gives no thread, all is written at the end.
            drop(std::thread::Builder::new().spawn_scoped(scope, write));
            let result = task();
            drop(done);
            result
        });
        hand_over();
        drop(kept.store.checkpoint());
        result
    }

    /// The bytes of the piece of this name, from the store if it is kept there. The name says
    /// all that the piece depends on, apart from the version of the program.
    pub(crate) fn piece(
        &self,
        name: &str,
        compute: impl FnOnce() -> Result<Vec<u8>, Error>,
    ) -> Result<Vec<u8>, Error> {
        let Some(kept) = self.kept() else { return compute() };
        let name = piece_name(name);
        if let Some(piece) = kept.store.piece(&name)? {
            return Ok(piece.data);
        }
        let data = compute()?;
        let piece = Piece { forms: Vec::new(), data: data.clone() };
        kept.store.note_computed();
        kept.store.keep(Batch { pieces: vec![(name, piece)], ..Batch::default() });
        Ok(data)
    }
}

/// The name of a piece with the version that makes it: another version may draw other random
/// games, or count in another way.
pub(crate) fn piece_name(name: &str) -> String {
    format!("{name}, version {}", env!("CARGO_PKG_VERSION"))
}

impl From<StoreFailure> for Error {
    fn from(failure: StoreFailure) -> Error {
        Error::Store(failure.0)
    }
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
