//! The Python package: built into a fresh environment, and tested there.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::tools::have;

/// The output that every Python must print.
const PROGRAM: &str = "from misere import *; print(Game('{0,*|*}').simplest(D))";
const PRINTED: &str = "{0,■|*}";

/// Builds the wheel, installs it into a fresh environment and tests it there: pytest with the
/// stubs, Hypothesis and the notebooks, and the examples of the documentation. Then every other
/// Python of the machine imports the same wheel.
pub(crate) fn test(root: &Path) -> Result<()> {
    if !have("python3", &["python3", "python3-venv"])? {
        return Ok(());
    }
    let base = Path::new("python3");
    if supported(base).is_none() {
        return skip("python3 is older than 3.9");
    }
    let place = root.join("target/python");
    let venv = place.join("venv");
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place).context("cannot make target/python")?;
    if run(root, base, &["-m", "venv", &shown(&venv)]).is_err() {
        return skip("python3 has no venv; it is in Debian's python3-venv");
    }
    let python = venv.join("bin/python");
    let requirements = root.join("python/tools/requirements.txt");
    run(root, &python, &["-m", "pip", "install", "--quiet", "--requirement", &shown(&requirements)])?;
    crate::cargo(&["clippy", "--package", "misere-python", "--locked", "--", "--deny", "warnings"], &[])?;

    let wheels = place.join("wheels");
    run(root, &python, &["-m", "maturin", "build", "--release", "--locked", "--out", &shown(&wheels)])?;
    let wheel = std::fs::read_dir(&wheels)?.next().context("maturin made no wheel")??.path();
    run(root, &python, &["-m", "pip", "install", "--quiet", &shown(&wheel)])?;
    run(root, &python, &["-m", "pytest", "--quiet", "--durations=5"])?;
    run(root, &python, &["-m", "pytest", "--quiet", "--doctest-modules", "--pyargs", "misere"])?;

    let unpacked = place.join("unpacked");
    run(root, &python, &["-m", "zipfile", "--extract", &shown(&wheel), &shown(&unpacked)])?;
    let pythons = pythons();
    for other in &pythons {
        let output = Command::new(other)
            .args(["-c", PROGRAM])
            .env("PYTHONPATH", &unpacked)
            .env("PYTHONIOENCODING", "utf-8")
            .output()?;
        let printed = String::from_utf8_lossy(&output.stdout);
        if printed.trim() != PRINTED {
            bail!("{} printed {printed:?}: {}", other.display(), String::from_utf8_lossy(&output.stderr));
        }
    }
    for python in &pythons {
        eprintln!("the wheel is imported by {}", python.display());
    }
    Ok(())
}

/// Says that the chore is skipped; in CI, where nothing is, that is an error.
fn skip(reason: &str) -> Result<()> {
    if std::env::var_os("CI").is_some() {
        bail!("{reason}");
    }
    eprintln!("skipped: {reason}");
    Ok(())
}

fn run(root: &Path, program: &Path, arguments: &[&str]) -> Result<()> {
    eprintln!("+ {} {}", program.file_name().unwrap_or_default().display(), arguments.join(" "));
    let status = Command::new(program)
        .args(arguments)
        .current_dir(root)
        .env("PIP_DISABLE_PIP_VERSION_CHECK", "1")
        .status()
        .with_context(|| format!("cannot start {}", program.display()))?;
    if !status.success() {
        bail!("{} failed", arguments.join(" "));
    }
    Ok(())
}

/// The file of the interpreter, if a program is a CPython that the wheel is for.
fn supported(python: &Path) -> Option<PathBuf> {
    let check = "import os, sys
assert sys.implementation.name == 'cpython' and sys.version_info >= (3, 9)
print(os.path.realpath(sys.executable))";
    let output = Command::new(python).args(["-c", check]).stderr(Stdio::null()).output().ok()?;
    let file = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(PathBuf::from(file.trim()))
}

/// Every CPython of the machine that the wheel is for: those of the search path, and those of
/// pyenv.
fn pythons() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let named = (9..30).flat_map(|minor| {
        folders.iter().map(move |folder| folder.join(format!("python3.{minor}"))).find(|path| path.is_file())
    });
    let pyenv = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
    let pyenv = pyenv.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".pyenv")));
    let versions = pyenv.and_then(|root| std::fs::read_dir(root.join("versions")).ok());
    let kept = versions.into_iter().flatten().flatten().map(|version| version.path().join("bin/python"));
    let mut all: Vec<PathBuf> = named.chain(kept).filter_map(|python| supported(&python)).collect();
    all.sort();
    all.dedup();
    all
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
