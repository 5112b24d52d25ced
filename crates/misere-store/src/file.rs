//! The file of a store: made whole or not at all, and opened only if it is one.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::error::StoreError;
use crate::schema::{APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION};

/// The first bytes of an SQLite file.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// Where the version of the tables stands in the file.
const USER_VERSION_AT: usize = 60;
/// Where the application stands in the file.
const APPLICATION_AT: usize = 68;

/// How many prepared statements are remembered.
const STATEMENTS: usize = 32;

/// The time that SQLite waits for another process before we are asked.
pub(crate) const PATIENCE: Duration = Duration::from_millis(1_000);

/// Opens the store of this name, which is made if no file has the name.
pub(crate) fn open_or_make(path: &Path) -> Result<Connection, StoreError> {
    if !path.exists() {
        make(path)?;
    }
    open(path)
}

/// Opens a store that is there. On a file system that cannot be written the connection reads only,
/// as [`Connection::is_readonly`] says.
pub(crate) fn open(path: &Path) -> Result<Connection, StoreError> {
    let found = examine(path)?;
    if is_on_read_only_file_system(path) {
        return open_unchanging(path, found);
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|e| StoreError::sqlite(path, &e))?;
    prepare(&connection).map_err(|error| StoreError::sqlite(path, &error))?;
    if found < SCHEMA_VERSION {
        migrate(&connection).map_err(|error| StoreError::sqlite(path, &error))?;
        // An earlier program looks for the version in the file, not in the log. Where another
        // process uses the log, that one or a later one brings it into the file.
        drop(connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())));
    }
    Ok(connection)
}

/// Whether the file lies on a file system that nobody writes to: that the file or its folder may
/// not be written by this user is not enough.
fn is_on_read_only_file_system(path: &Path) -> bool {
    // Appending is asked for and nothing is appended.
    let opened = File::options().append(true).open(path);
    opened.is_err_and(|error| error.kind() == io::ErrorKind::ReadOnlyFilesystem)
}

/// Opens a store that nobody can change. SQLite would need the file of the log and that of its index
/// beside the store; opened as a file that no process changes, the store needs neither.
fn open_unchanging(path: &Path, found: i64) -> Result<Connection, StoreError> {
    let refuse = |because: &str| StoreError::ReadOnly { path: path.to_owned(), because: because.to_owned() };
    // Without its log the file may be half of what was written.
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if std::fs::metadata(&log).is_ok_and(|about| about.len() > 0) {
        return Err(refuse("what was written last is still in its log, the file that ends in -wal"));
    }
    if found < SCHEMA_VERSION {
        return Err(refuse("it is of an earlier version, and is brought up to date when it is opened"));
    }
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(unchanging_uri(path), flags);
    let connection = connection.map_err(|error| StoreError::sqlite(path, &error))?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// The name of the file for SQLite, with all signs that mean something in such a name escaped.
fn unchanging_uri(path: &Path) -> String {
    let mut uri = "file:".to_owned();
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => uri.push(byte.into()),
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri + "?immutable=1"
}

/// Reads the beginning of a file before SQLite does: a file that is not a store is not touched.
/// Returns the version of its tables.
fn examine(path: &Path) -> Result<i64, StoreError> {
    let foreign = |because: &str| StoreError::Foreign { path: path.to_owned(), because: because.to_owned() };
    let mut head = Vec::new();
    let file = File::open(path).map_err(|error| StoreError::io(path, &error))?;
    if !file.metadata().is_ok_and(|about| about.is_file()) {
        return Err(foreign("it is not an ordinary file"));
    }
    file.take(100).read_to_end(&mut head).map_err(|error| StoreError::io(path, &error))?;
    if head.is_empty() {
        return Err(foreign("the file is empty"));
    }
    if !head.starts_with(MAGIC) {
        return Err(foreign("it is no SQLite file"));
    }
    let number = |at: usize| Some(u32::from_be_bytes(head.get(at..at + 4)?.try_into().ok()?));
    match (number(APPLICATION_AT), number(USER_VERSION_AT)) {
        (None, _) | (_, None) => Err(StoreError::damaged(path, "the file is cut off")),
        (Some(id), _) if id != APPLICATION_ID as u32 => {
            Err(foreign("it is an SQLite file of something else"))
        }
        (_, Some(found)) if i64::from(found) > SCHEMA_VERSION => {
            Err(StoreError::Newer { path: path.to_owned(), found: found.into(), known: SCHEMA_VERSION })
        }
        (_, Some(found)) => Ok(found.into()),
    }
}

/// Makes an empty store aside, which then takes the name, so that no other process sees half of
/// it. If another process makes a store of the name meanwhile, that one is taken.
fn make(path: &Path) -> Result<(), StoreError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".misere-store-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let aside = builder.tempfile_in(folder.unwrap_or(Path::new(".")));
    // The error of the file aside names that file, which nobody asked for.
    let aside = aside.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            let because = "its folder does not exist; make the folder first".to_owned();
            StoreError::Other { path: path.to_owned(), because }
        }
        kind => StoreError::io(path, &kind.into()),
    });
    let aside = aside?.into_temp_path();
    let fill = || {
        let connection = Connection::open(&aside)?;
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        migrate(&connection)?;
        connection.close().map_err(|(_, error)| error)
    };
    fill().map_err(|error| StoreError::sqlite(path, &error))?;
    match aside.persist_noclobber(path) {
        Ok(()) => Ok(()),
        Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(failed) => Err(StoreError::io(path, &failed.error)),
    }
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A process that is killed loses nothing that was committed; what the disk has after a power
    // failure is settled by the checkpoints of the log.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", false)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(())
}

/// Brings the tables to the latest version, one step after the other, all of them or none.
fn migrate(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let steps = || {
        let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        for step in MIGRATIONS.iter().skip(usize::try_from(version).unwrap_or(0)) {
            connection.execute_batch(step)?;
        }
        connection.pragma_update(None, "user_version", SCHEMA_VERSION)?;
        connection.execute_batch("COMMIT")
    };
    steps().inspect_err(|_| drop(connection.execute_batch("ROLLBACK")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A store is opened as on a read-only file system: the file is read, nothing is made beside
    /// it, and a log that would be needed is noticed. Whether a file system is read-only is asked
    /// of the system, and tested with the program where mounting is allowed.
    #[test]
    fn a_store_that_nobody_can_change_is_read_without_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a ?#%41 ü.db");
        drop(open_or_make(&path).unwrap());
        assert!(!is_on_read_only_file_system(&path));
        let files = || std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files(), 1);
        let connection = open_unchanging(&path, SCHEMA_VERSION).unwrap();
        assert!(connection.is_readonly(rusqlite::MAIN_DB).unwrap());
        let values: i64 =
            connection.query_row("SELECT count(*) FROM position_values", [], |row| row.get(0)).unwrap();
        assert_eq!((values, files()), (0, 1));
        assert!(connection.execute_batch("BEGIN IMMEDIATE; DELETE FROM position_values; COMMIT").is_err());
        let refused = open_unchanging(&path, SCHEMA_VERSION - 1).unwrap_err();
        assert!(refused.to_string().contains("earlier version"), "{refused}");
        std::fs::write(folder.path().join("a ?#%41 ü.db-wal"), "log").unwrap();
        let refused = open_unchanging(&path, SCHEMA_VERSION).unwrap_err();
        assert!(refused.to_string().contains("in its log"), "{refused}");
    }
}
