//! The store of values as an SQLite file.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use misere::{
    Batch, Digest, FormGraph, FormRow, Piece, PositionKey, StoreFailure, StoredForms, StoredValue,
    UniverseId, ValueStore,
};
use rusqlite::{Connection, ErrorCode, MAIN_DB};
use rustc_hash::FxHashMap;

use crate::error::StoreError;
use crate::file;
use crate::recall::Reader;
use crate::transaction::Rows;

/// The time between two checkpoints, unless another is asked for.
const INTERVAL: Duration = Duration::from_secs(30);

/// The longest wait for another process that writes, unless another is asked for.
const LONGEST_WAIT: Duration = Duration::from_secs(600);

/// A store of values in an SQLite file, which several processes may use at once.
///
/// Values handed over with [`ValueStore::keep`] wait in memory until the next checkpoint, which
/// writes it in one transaction. After a checkpoint that succeeded, no end of the process loses
/// it; one that was cut short leaves the file as it was before.
pub struct Store {
    path: PathBuf,
    /// The connection that reads, which waits for nobody.
    pub(crate) reader: Mutex<Reader>,
    /// The connection that writes.
    writer: Mutex<Writer>,
    waiting: Mutex<Vec<Batch>>,
    /// Whether the file can be read only: then nothing waits to be written.
    is_read_only: bool,
    interval: Duration,
    patience: Duration,
    computed: AtomicU64,
    pub(crate) recalled: AtomicU64,
    command: String,
    notice: Box<dyn Fn(&str) + Send + Sync>,
    /// Called for each value that was computed, with their number so far.
    count: Option<Box<dyn Fn(u64) + Send + Sync>>,
}

/// How many values were computed, and how many were found in the store instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The values and pieces that were computed.
    pub computed: u64,
    /// The values and pieces that were found in the store.
    pub recalled: u64,
}

struct Writer {
    connection: Connection,
    /// The rows of the forms that were written or looked up.
    forms: FxHashMap<Digest, i64>,
    run: Option<i64>,
    checkpoints: i64,
    /// When the log was last brought into the file.
    settled: Instant,
    has_complained: bool,
}

impl Store {
    /// Opens the store of this name, which is made if no file has the name.
    ///
    /// # Errors
    /// [`StoreError`] when the file is something else, of a later version, damaged, or cannot be
    /// written. A file that is refused is left as it is. On a read-only file system a store is read
    /// ([`Store::is_read_only`]).
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let connection = file::open_or_make(path)?;
        Store::over(path, connection)
    }

    /// Opens a store that is there.
    ///
    /// # Errors
    /// [`StoreError`], also when there is no such file.
    pub fn open_existing(path: &Path) -> Result<Store, StoreError> {
        let connection = file::open(path)?;
        Store::over(path, connection)
    }

    fn over(path: &Path, connection: Connection) -> Result<Store, StoreError> {
        let reader = Reader::new(file::open(path)?);
        let is_read_only =
            connection.is_readonly(MAIN_DB).map_err(|error| StoreError::sqlite(path, &error))?;
        let writer = Writer {
            connection,
            forms: FxHashMap::default(),
            run: None,
            checkpoints: 0,
            settled: Instant::now(),
            has_complained: false,
        };
        Ok(Store {
            path: path.to_owned(),
            reader: Mutex::new(reader),
            writer: Mutex::new(writer),
            waiting: Mutex::default(),
            is_read_only,
            interval: INTERVAL,
            patience: LONGEST_WAIT,
            computed: AtomicU64::new(0),
            recalled: AtomicU64::new(0),
            command: String::new(),
            notice: Box::new(|_| ()),
            count: None,
        })
    }

    /// The store with this time between two checkpoints.
    #[must_use]
    pub fn with_interval(self, interval: Duration) -> Store {
        Store { interval, ..self }
    }

    /// The store that waits this long, and a second at least, for another process that writes.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Store {
        Store { patience, ..self }
    }

    /// The store, for a run of this command, which is noted in the file.
    #[must_use]
    pub fn for_command(self, command: impl Into<String>) -> Store {
        Store { command: command.into(), ..self }
    }

    /// The store with a callback for when another process is waited for, or when writing
    /// fails for the first time while the work goes on.
    #[must_use]
    pub fn with_notice(self, notice: impl Fn(&str) + Send + Sync + 'static) -> Store {
        Store { notice: Box::new(notice), ..self }
    }

    /// The store with a callback for every value that is computed, and how many there
    /// are so far.
    #[must_use]
    pub fn with_count(self, count: impl Fn(u64) + Send + Sync + 'static) -> Store {
        Store { count: Some(Box::new(count)), ..self }
    }

    /// Whether the store is read and not written, because its file system is read-only: what is
    /// handed over is dropped.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.is_read_only
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lets the file grow to this many pages and no further, as on a disk that gets full.
    ///
    /// # Errors
    /// [`StoreError`] when SQLite does not take the limit.
    pub fn limit_pages(&self, pages: u32) -> Result<(), StoreError> {
        self.with_connection(|connection| {
            connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))
        })
    }

    /// The numbers of values computed and recalled since the store was opened.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let [computed, recalled] = [&self.computed, &self.recalled].map(|n| n.load(Ordering::Relaxed));
        Counts { computed, recalled }
    }

    /// Writes what waits.
    ///
    /// # Errors
    /// [`StoreError`] when that fails; what waits goes on waiting.
    pub fn save(&self) -> Result<(), StoreError> {
        let mut writer = locked(&self.writer);
        let batches = std::mem::take(&mut *locked(&self.waiting));
        if batches.is_empty() {
            return Ok(());
        }
        let saved = self.write(&mut writer, &batches);
        if let Err(error) = &saved {
            // Rows that failed come before those handed over meanwhile, which may need them.
            locked(&self.waiting).splice(0..0, batches);
            if !std::mem::replace(&mut writer.has_complained, true) {
                (self.notice)(&format!("{error}; the work goes on, and writing is tried again"));
            }
        }
        saved
    }

    /// Writes what waits, and leaves no log if no other process uses the store: the next one
    /// would have to read all of it first.
    ///
    /// # Errors
    /// [`StoreError`] when what waits is not written; what waits goes on waiting.
    pub fn finish(&self) -> Result<(), StoreError> {
        self.save()?;
        let writer = locked(&self.writer);
        if writer.checkpoints > 0 {
            // Written rows are safe in the log. No other process is waited for.
            let settle = || {
                writer.connection.busy_timeout(Duration::ZERO)?;
                writer.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
                writer.connection.busy_timeout(file::PATIENCE)
            };
            drop(settle());
        }
        Ok(())
    }

    pub(crate) fn sqlite(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::sqlite(&self.path, error)
    }

    pub(crate) fn damaged(&self, because: impl Into<String>) -> StoreError {
        StoreError::damaged(&self.path, because)
    }

    pub(crate) fn with_connection<T>(
        &self,
        ask: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        ask(&locked(&self.writer).connection).map_err(|error| self.sqlite(&error))
    }

    /// Begins a transaction that writes. Another process that writes is waited for.
    fn begin(&self, connection: &Connection) -> Result<(), StoreError> {
        let since = Instant::now();
        let mut is_told = false;
        loop {
            match connection.execute_batch("BEGIN IMMEDIATE") {
                Ok(()) => return Ok(()),
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                    if since.elapsed() > self.patience {
                        let waited = since.elapsed().as_secs();
                        return Err(StoreError::Busy { path: self.path.clone(), waited });
                    }
                    if !std::mem::replace(&mut is_told, true) {
                        let path = self.path.display();
                        (self.notice)(&format!("waiting for another process that writes to {path}"));
                    }
                }
                Err(error) => return Err(self.sqlite(&error)),
            }
        }
    }

    /// Writes batches in one transaction.
    fn write(&self, writer: &mut Writer, batches: &[Batch]) -> Result<(), StoreError> {
        self.begin(&writer.connection)?;
        let mut new = FxHashMap::default();
        let Counts { computed, recalled } = self.counts();
        let command = &self.command;
        let mut all = || {
            let mut rows = Rows::new(&writer.connection, &writer.forms, &mut new)?;
            for batch in batches {
                rows.add(batch)?;
            }
            let run = rows.note_run(writer.run, command, writer.checkpoints + 1, computed, recalled)?;
            writer.connection.execute_batch("COMMIT")?;
            Ok(run)
        };
        match all() {
            Ok(run) => {
                writer.run = Some(run);
                writer.checkpoints += 1;
                writer.forms.extend(new);
                if writer.settled.elapsed() >= self.interval {
                    writer.settled = Instant::now();
                    // The log is safe; if it cannot be brought into the file now, then later.
                    drop(writer.connection.pragma_query(None, "wal_checkpoint", |_| Ok(())));
                }
                Ok(())
            }
            Err(error) => {
                drop(writer.connection.execute_batch("ROLLBACK"));
                Err(self.sqlite(&error))
            }
        }
    }

    /// Writes forms, and values and pieces that other versions made, in one transaction.
    pub(crate) fn take_over(
        &self,
        other: &Path,
        forms: &[Batch],
        versions: &[(String, Batch)],
    ) -> Result<(), StoreError> {
        let mut writer = locked(&self.writer);
        self.begin(&writer.connection)?;
        let mut new = FxHashMap::default();
        let mut conflict = None;
        let mut all = || {
            let mut rows = Rows::new(&writer.connection, &writer.forms, &mut new)?;
            forms.iter().try_for_each(|batch| rows.add(batch))?;
            for (version, batch) in versions {
                rows.made_by(version)?;
                if let Some(position) = rows.first_conflict(batch)? {
                    conflict = Some(position);
                    return Err(rusqlite::Error::ExecuteReturnedResults);
                }
                rows.add(batch)?;
            }
            writer.connection.execute_batch("COMMIT")
        };
        let done = all();
        if done.is_err() {
            drop(writer.connection.execute_batch("ROLLBACK"));
        }
        match (done, conflict) {
            (Err(_), Some(position)) => Err(StoreError::Conflict { path: other.to_owned(), position }),
            (Err(error), None) => Err(self.sqlite(&error)),
            (Ok(()), _) => {
                writer.forms.extend(new);
                Ok(())
            }
        }
    }
}

impl ValueStore for Store {
    fn recall(
        &self,
        position: &PositionKey,
        universe: &UniverseId,
    ) -> Result<Option<StoredValue>, StoreFailure> {
        Ok(self.recall_value(position, universe)?)
    }

    fn piece(&self, name: &str) -> Result<Option<Piece>, StoreFailure> {
        Ok(self.recall_piece(name)?)
    }

    fn form(&self, form: Digest, is_known: &dyn Fn(FormRow) -> bool) -> Result<StoredForms, StoreFailure> {
        Ok(self.recall_form(form, is_known)?)
    }

    fn graph(&self, form: Digest) -> Result<Option<FormGraph>, StoreFailure> {
        Ok(self.recall_graph(form)?)
    }

    fn keep(&self, batch: Batch) {
        if !self.is_read_only {
            locked(&self.waiting).push(batch);
        }
    }

    fn checkpoint(&self) -> Result<(), StoreFailure> {
        Ok(self.save()?)
    }

    fn interval(&self) -> Duration {
        self.interval
    }

    fn note_computed(&self) {
        let computed = self.computed.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(count) = &self.count {
            count(computed);
        }
    }
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
