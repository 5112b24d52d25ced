//! Why a store was not opened, read or written.

use std::fmt;
use std::path::{Path, PathBuf};

use misere::StoreFailure;
use rusqlite::ErrorCode;

use crate::file;

/// Why a store of values was not opened, read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The file is something else, and is left as it is.
    Foreign {
        /// The file.
        path: PathBuf,
        /// Why it is not a store.
        because: String,
    },
    /// The file has tables of a later version of the program.
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of its tables.
        found: i64,
        /// The latest version that this program knows.
        known: i64,
    },
    /// The bytes read differ from those written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The error.
        because: String,
    },
    /// The disk has no room.
    Full {
        /// The file.
        path: PathBuf,
    },
    /// The system failed to read or write.
    Disk {
        /// The file.
        path: PathBuf,
        /// The message of the system.
        because: String,
    },
    /// The file or its folder must not be written.
    ReadOnly {
        /// The file.
        path: PathBuf,
        /// The message of the system.
        because: String,
    },
    /// Another process kept the file locked for too long.
    Busy {
        /// The file.
        path: PathBuf,
        /// The time waited, in seconds.
        waited: u64,
    },
    /// Two stores have different values of one position.
    Conflict {
        /// The store that was to be read.
        path: PathBuf,
        /// The position, with its ruleset and the universe.
        position: String,
    },
    /// Something else is wrong with the file.
    Other {
        /// The file.
        path: PathBuf,
        /// The message of the system.
        because: String,
    },
}

impl StoreError {
    /// The error of SQLite, about a file.
    pub(crate) fn sqlite(path: &Path, error: &rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        let because = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, because },
            Some(ErrorCode::NotADatabase) => StoreError::Foreign { path, because },
            Some(ErrorCode::DiskFull) => StoreError::Full { path },
            Some(ErrorCode::SystemIoFailure) => StoreError::Disk { path, because },
            Some(ErrorCode::DatabaseBusy) => StoreError::Busy { path, waited: file::PATIENCE.as_secs() },
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly { path, because },
            _ => StoreError::Other { path, because },
        }
    }

    /// An error of the system, about a file.
    pub(crate) fn io(path: &Path, error: &std::io::Error) -> StoreError {
        use std::io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, StorageFull};
        let (path, because) = (path.to_owned(), error.to_string());
        match error.kind() {
            StorageFull => StoreError::Full { path },
            PermissionDenied | ReadOnlyFilesystem => StoreError::ReadOnly { path, because },
            _ => StoreError::Other { path, because },
        }
    }

    pub(crate) fn damaged(path: &Path, because: impl Into<String>) -> StoreError {
        StoreError::Damaged { path: path.to_owned(), because: because.into() }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Foreign { path, because } => {
                write!(f, "{} is not a store of values: {because}; it is left as it is. ", path.display())?;
                f.write_str("Give another file, which is made if it does not exist")
            }
            StoreError::Newer { path, found, known } => {
                write!(f, "the store {} has tables of version {found}, ", path.display())?;
                write!(f, "and this program knows versions up to {known}: use a newer program")
            }
            StoreError::Damaged { path, because } => {
                write!(f, "the store {} is damaged: {because}. ", path.display())?;
                f.write_str("`misere store verify` shows what is affected; ")?;
                f.write_str("`misere store merge NEW OLD` saves what can be read")
            }
            StoreError::Full { path } => {
                write!(f, "the disk has no room for the store {}: make room; ", path.display())?;
                f.write_str("what was kept before is safe")
            }
            StoreError::Disk { path, because } => {
                write!(
                    f,
                    "the disk does not take or give the store {}: {because}. Look for ",
                    path.display()
                )?;
                f.write_str(
                    "room on the disk and for a limit on the size of files; what was kept before is safe",
                )
            }
            StoreError::ReadOnly { path, because } => {
                write!(f, "the store {} cannot be written: {because}; ", path.display())?;
                f.write_str("copy it to a folder where you may write")
            }
            StoreError::Busy { path, waited } => {
                write!(
                    f,
                    "another process has been writing to the store {} for {waited} s: ",
                    path.display()
                )?;
                f.write_str("wait for it, or give another file")
            }
            StoreError::Conflict { path, position } => {
                write!(f, "the store {} has another value of {position}: ", path.display())?;
                f.write_str("one of the two is wrong; `misere store verify --all` finds which")
            }
            StoreError::Other { path, because } => write!(f, "the store {}: {because}", path.display()),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<StoreError> for StoreFailure {
    fn from(error: StoreError) -> StoreFailure {
        StoreFailure(error.to_string())
    }
}

impl From<StoreError> for misere::Error {
    fn from(error: StoreError) -> misere::Error {
        misere::Error::Store(error.to_string())
    }
}
