//! The file that keeps the history of the worksheet.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// The file of the history: `$MISERE_HISTORY`, or a file in the state directory of the XDG
/// base directory specification. `None` if the variable is empty or there is no home.
pub(crate) fn history_file(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    if let Some(file) = variable("MISERE_HISTORY") {
        return Some(PathBuf::from(file)).filter(|file| !file.as_os_str().is_empty());
    }
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")))?;
    Some(state.join("misere/history"))
}

/// Makes the directory of a file, if it does not exist yet.
pub(crate) fn make_room_for(file: &Path) -> io::Result<()> {
    file.parent().map_or(Ok(()), std::fs::create_dir_all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(variables: &[(&str, &str)]) -> Option<PathBuf> {
        history_file(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into()))
    }

    #[test]
    fn the_history_is_where_it_was_asked_for_or_with_other_state() {
        let home = ("HOME", "/home/ada");
        assert_eq!(found(&[home]), Some("/home/ada/.local/state/misere/history".into()));
        assert_eq!(found(&[home, ("XDG_STATE_HOME", "/s")]), Some("/s/misere/history".into()));
        // By the specification relative paths are ignored.
        assert_eq!(
            found(&[home, ("XDG_STATE_HOME", "s")]),
            Some("/home/ada/.local/state/misere/history".into())
        );
        assert_eq!(found(&[home, ("MISERE_HISTORY", "h.txt")]), Some("h.txt".into()));
        assert_eq!(found(&[home, ("MISERE_HISTORY", "")]), None);
        assert_eq!(found(&[]), None);
    }
}
