//! The store of values that `--store` or `MISERE_STORE` names.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use misere::check::visible;
use misere_store::{Store, StoreError};

use crate::args::{Arguments, Command};
use crate::failure::Failure;
use crate::progress::{before_the_end, out_of_the_way};
use crate::report::say;

/// The variable that names a store where `--store` does not.
const STORE: &str = "MISERE_STORE";

/// The variable that names a file for the number of values computed so far, which is written
/// there with each of them: what a run had computed when it was killed.
const COUNT: &str = "MISERE_STORE_COUNT";

/// Opens the store that the arguments or the environment name, if the command asks for values.
pub(crate) fn open_store(arguments: &Arguments, is_question: bool) -> Result<Option<Arc<Store>>, Failure> {
    let named = arguments.options.store.clone();
    let named = named.or_else(|| std::env::var_os(STORE).filter(|name| !name.is_empty()).map(PathBuf::from));
    let Some(path) = named.filter(|_| is_question || asks_for_values(arguments.command.as_ref())) else {
        return Ok(None);
    };
    let words = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let store = Store::open(&path).map_err(misere::Error::from)?;
    if store.is_read_only() {
        say(&format!(
            "misere: {} is on a read-only file system: values are taken from it, and none is kept",
            visible(&path.display().to_string())
        ));
    }
    let mut store =
        store.with_interval(arguments.options.checkpoint).for_command(words).with_notice(|notice| {
            out_of_the_way(|| say(&format!("misere: {}", visible(notice))));
        });
    if let Some(path) = std::env::var_os(COUNT) {
        let file = File::create(&path).map_err(|error| {
            Failure::output(format!("cannot write {}: {error}", PathBuf::from(&path).display()))
        })?;
        store = store.with_count(move |computed| drop(write_count(&file, computed)));
    }
    let store = Arc::new(store);
    let last = store.clone();
    // What was handed over is written, and a checkpoint that is being written is waited for. A
    // failure is no news to a program that ends anyway.
    before_the_end(move || drop(last.save()));
    Ok(Some(store))
}

#[cfg(unix)]
fn write_count(file: &File, computed: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, format!("{computed:020}\n").as_bytes(), 0)
}

#[cfg(not(unix))]
fn write_count(mut file: &File, computed: u64) -> std::io::Result<()> {
    use std::io::{Seek, SeekFrom, Write};
    file.seek(SeekFrom::Start(0))?;
    writeln!(file, "{computed:020}")
}

/// Whether a command may look for values. Without one there is the worksheet.
fn asks_for_values(command: Option<&Command>) -> bool {
    match command {
        None
        | Some(
            Command::Show { .. }
            | Command::Universe(_)
            | Command::Value { .. }
            | Command::Eval { .. }
            | Command::Run { .. }
            | Command::Table { .. }
            | Command::Census(_)
            | Command::Count(_)
            | Command::Draw(_)
            | Command::Hasse { .. }
            | Command::Serve(_)
            | Command::Explore { .. }
            | Command::Batch,
        ) => true,
        Some(_) => false,
    }
}

/// The failure of the last checkpoint of a run that answered.
pub(crate) fn not_kept(error: &StoreError) -> Failure {
    Failure::from(misere::Error::Store(format!("the answer stands, but not all of it was kept: {error}")))
}
