//! Programs that a chore needs beside Rust.

use std::process::{Command, Stdio};

use anyhow::{Result, bail};

/// Whether a program is there, after installing these packages of Debian where we may.
/// Without it the chore says that it is skipped; in CI, where nothing is, that is an error.
pub(crate) fn have(program: &str, packages: &[&str]) -> Result<bool> {
    if !is_installed(program) {
        install(packages);
    }
    if is_installed(program) {
        return Ok(true);
    }
    let missing = format!("{program} is not installed; it is in Debian's {}", packages.join(", "));
    if std::env::var_os("CI").is_some() {
        bail!(missing);
    }
    eprintln!("skipped: {missing}");
    Ok(false)
}

pub(crate) fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(program).is_file())
}

/// Whether that worked is examined afterwards.
fn install(packages: &[&str]) {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
    if !is_root || !is_installed("apt-get") {
        return;
    }
    eprintln!("installing {}", packages.join(", "));
    let apt_get = |arguments: &[&str]| {
        let done = Command::new("apt-get")
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdout(Stdio::null())
            .status();
        done.is_ok_and(|status| status.success())
    };
    let install = [&["install", "--yes", "--quiet", "--no-install-recommends"], packages].concat();
    // A fresh system has no lists of packages, and an old one has stale lists.
    let is_done = apt_get(&install) || (apt_get(&["update", "--quiet"]) && apt_get(&install));
    if !is_done {
        eprintln!("apt-get could not install them");
    }
}
