//! Instruction counts, the same on a busy machine as on a quiet one, and the symbols of the
//! program that is counted.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::tools;

/// Workloads of `misere-bench` that take seconds under valgrind.
const COUNTED: [&str; 10] = [
    "65,536 comparisons modulo E",
    "2x9 Domineering modulo M",
    "2x9 Domineering modulo E",
    "2x9 Domineering modulo B",
    "3x3 Clobber modulo D",
    "2x12 Domineering modulo E",
    "*80+*79 and *78 modulo E",
    "a nest of 2,000: invertible modulo D(-1)",
    "expansion of -1000 modulo D(-1)",
    "2x9 Domineering modulo E, certificate",
];
/// The ratio of counts from which a comparison fails.
const MOST: f64 = 1.1;

/// Fails when a workload takes a tenth more instructions than committed. Without valgrind,
/// or with another compiler, the comparison is skipped with a message.
pub(crate) fn compare(root: &Path) -> Result<()> {
    if !tools::have("valgrind", &["valgrind"])? {
        return Ok(());
    }
    let committed = std::fs::read_to_string(file(root)).context("the committed counts")?;
    let mut lines = committed.lines();
    let (compiler, own) = (lines.next().unwrap_or_default(), rustc_version()?);
    if compiler != own {
        eprintln!("not compared: these counts are of {own}, the committed ones of {compiler}");
    }
    let program = build(root)?;
    let mut slower = Vec::new();
    for line in lines {
        let (name, count) = line.split_once('\t').with_context(|| format!("not a count: {line}"))?;
        let committed: u64 = count.parse().with_context(|| format!("not a count: {line}"))?;
        let now = count_instructions(&program, name)?;
        let ratio = now as f64 / committed as f64;
        eprintln!("{name}: {now} instructions, {:+.1} %", (ratio - 1.0) * 100.0);
        if ratio > MOST && compiler == own {
            slower.push(name);
        }
    }
    ensure!(slower.is_empty(), "more than 10 % more instructions: {}", slower.join(", "));
    Ok(())
}

/// Writes the counts that later counts are compared with.
pub(crate) fn write(root: &Path) -> Result<()> {
    ensure!(tools::have("valgrind", &["valgrind"])?, "there are no counts without valgrind");
    let program = build(root)?;
    let mut text = rustc_version()? + "\n";
    for name in COUNTED {
        text.push_str(&format!("{name}\t{}\n", count_instructions(&program, name)?));
    }
    std::fs::write(file(root), text).context("cannot write the counts")
}

/// Fails unless simplification is compiled once, for all universes, and stands in profiles
/// under its name.
pub(crate) fn symbols(root: &Path) -> Result<()> {
    const ONCE: &str = "misere_core::engine::Engine>::settle_candidates";
    if !tools::have("nm", &["binutils"])? {
        return Ok(());
    }
    let output =
        Command::new("nm").arg("--demangle").arg(build(root)?).output().context("cannot start nm")?;
    ensure!(output.status.success(), "nm: {}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8_lossy(&output.stdout);
    let found = names.lines().filter(|line| line.ends_with(ONCE)).count();
    ensure!(found == 1, "{found} symbols, and not one, are called {ONCE}");
    Ok(())
}

fn file(root: &Path) -> PathBuf {
    root.join("crates/misere-bench/instructions.txt")
}

/// The benchmark as it is released, but with symbols.
fn build(root: &Path) -> Result<PathBuf> {
    crate::cargo(&["build", "--profile", "profiling", "--locked", "--package", "misere-bench"], &[])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("profiling/misere-bench"))
}

fn rustc_version() -> Result<String> {
    let output = Command::new("rustc").arg("--version").output().context("cannot start rustc")?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn count_instructions(program: &Path, workload: &str) -> Result<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["--one", workload])
        .output()
        .context("cannot start valgrind")?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        bail!("{workload}: {said}");
    }
    let count = said.lines().find_map(|line| line.split("Collected :").nth(1)?.trim().parse().ok());
    count.with_context(|| format!("valgrind printed no instruction count: {said}"))
}
