//! Files that are written: whole, or not at all.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::failure::{Failure, cannot_print};

/// What happens to a file that has the name already.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Existing {
    Replaced,
    Kept,
}

/// Whether a name stands for standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes a file, and replaces the one that has the name. `-` is standard output.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    if is_stdout(path) {
        let mut out = io::stdout().lock();
        return out.write_all(contents).and_then(|()| out.flush()).map_err(cannot_print);
    }
    write_aside(path, Existing::Replaced, |aside| fs::write(aside, contents))
        .map_err(|error: io::Error| cannot_write(path, &error))
}

/// Makes a file by filling another one in the same folder, which takes the name when it is
/// complete. Until then the file that has the name stays as it is, and on a failure also
/// after that. A link is replaced, not followed. With [`Existing::Kept`] the name is taken
/// only if no file has it at that moment; otherwise the error is `AlreadyExists`. A device or
/// a pipe is filled directly.
pub(crate) fn write_aside<E: From<io::Error>>(
    path: &Path,
    existing: Existing,
    fill: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<(), E> {
    if existing == Existing::Replaced && is_device(path) {
        return fill(path);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The folder is looked at first: errors of the other file would say its name, which nobody
    // asked for.
    if !fs::metadata(folder)?.is_dir() {
        return Err(io::Error::from(io::ErrorKind::NotADirectory).into());
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".misere-");
    // As for any new file, the mask of the user takes rights away.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let aside = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    let aside = aside.into_temp_path();
    if let Some(old) = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file) {
        if old.permissions().readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only").into());
        }
        fs::set_permissions(&aside, old.permissions())?;
    }
    fill(&aside)?;
    // A disk may turn out to be full only now.
    OpenOptions::new().write(true).open(&aside)?.sync_all()?;
    let named = match existing {
        Existing::Replaced => aside.persist(path),
        Existing::Kept => aside.persist_noclobber(path),
    };
    Ok(named.map_err(|failed| failed.error)?)
}

pub(crate) fn cannot_write(path: &Path, what: &dyn std::fmt::Display) -> Failure {
    Failure::output(format!("cannot write {}: {what}", path.display()))
}

/// Whether a name is that of a device or a pipe. `/dev/stdout` may lead to an ordinary file,
/// and yet its folder is no place for others.
pub(crate) fn is_device(path: &Path) -> bool {
    let is_in = |folder: &str| std::path::absolute(path).is_ok_and(|path| path.starts_with(folder));
    let is_of_system = is_in("/proc") || (is_in("/dev") && !is_in("/dev/shm"));
    fs::metadata(path).is_ok_and(|found| !found.is_dir() && (is_of_system || !found.is_file()))
}
