//! A census as an SQLite database.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use misere::order::FiniteOrder;
use misere::{Census, Question, Workspace};
use misere_store::{CensusError, write_census};

use crate::failure::Failure;
use crate::file::{Existing, cannot_write, is_device, is_stdout, write_aside};

/// A database that is to be written.
pub(super) struct Database {
    path: PathBuf,
    existing: Existing,
}

impl Database {
    /// The database in a file that does not exist, or that `force` allows to replace.
    pub(super) fn new(path: &Path, force: bool) -> Result<Database, Failure> {
        if is_stdout(path) || is_device(path) {
            return Err(Failure::bad_input("a database needs the name of a file"));
        }
        let existing = if force { Existing::Replaced } else { Existing::Kept };
        if existing == Existing::Kept && path.symlink_metadata().is_ok() {
            return Err(exists(path));
        }
        Ok(Database { path: path.to_owned(), existing })
    }

    /// Writes the classes, and their order if there is one.
    pub(super) fn write(
        &self,
        work: &Workspace,
        census: &Census,
        list: &Question,
        order: Option<&FiniteOrder>,
    ) -> Result<(), Failure> {
        let written =
            write_aside(&self.path, self.existing, |aside| write_census(aside, work, census, list, order));
        written.map_err(|error| match error {
            CensusError::Sqlite(error) => cannot_write(&self.path, &error),
            CensusError::Misere(error) => error.into(),
            // Another run was faster.
            CensusError::File(error) if error.kind() == ErrorKind::AlreadyExists => exists(&self.path),
            CensusError::File(error) => cannot_write(&self.path, &error),
        })
    }
}

fn exists(path: &Path) -> Failure {
    Failure::bad_input(format!("{} exists", path.display())).with_help("--force replaces it")
}
