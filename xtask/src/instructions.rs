//! Instruction counts: the same on a busy machine as on a quiet one.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// Workloads of `misere-bench` that take a second or two under valgrind.
const COUNTED: [&str; 5] = [
    "65,536 comparisons modulo E",
    "2x9 Domineering modulo M",
    "2x9 Domineering modulo E",
    "2x9 Domineering modulo B",
    "3x3 Clobber modulo D",
];
/// The ratio of counts from which a comparison fails.
const MOST: f64 = 1.1;

/// Fails when a workload takes a tenth more instructions than committed. Without valgrind,
/// or with another compiler, the comparison is skipped with a message.
pub(crate) fn compare(root: &Path) -> Result<()> {
    let committed = std::fs::read_to_string(file(root)).context("the committed counts")?;
    let mut lines = committed.lines();
    let compiler = lines.next().unwrap_or_default();
    if compiler != rustc_version()? {
        eprintln!("skipped: instructions were counted with {compiler}, this is {}", rustc_version()?);
        return Ok(());
    }
    if !has_valgrind() {
        eprintln!("skipped: counting instructions needs valgrind (Debian: apt install valgrind)");
        return Ok(());
    }
    build()?;
    let mut slower = Vec::new();
    for line in lines {
        let (name, count) = line.split_once('\t').with_context(|| format!("not a count: {line}"))?;
        let committed: u64 = count.parse().with_context(|| format!("not a count: {line}"))?;
        let now = count_instructions(root, name)?;
        let ratio = now as f64 / committed as f64;
        eprintln!("{name}: {now} instructions, {:+.1} %", (ratio - 1.0) * 100.0);
        if ratio > MOST {
            slower.push(name);
        }
    }
    if !slower.is_empty() {
        bail!("more than 10 % more instructions: {}", slower.join(", "));
    }
    Ok(())
}

/// Writes the counts that later counts are compared with.
pub(crate) fn write(root: &Path) -> Result<()> {
    if !has_valgrind() {
        bail!("counting instructions needs valgrind (Debian: apt install valgrind)");
    }
    build()?;
    let mut text = rustc_version()? + "\n";
    for name in COUNTED {
        text.push_str(&format!("{name}\t{}\n", count_instructions(root, name)?));
    }
    std::fs::write(file(root), text).context("cannot write the counts")
}

fn file(root: &Path) -> PathBuf {
    root.join("crates/misere-bench/instructions.txt")
}

fn build() -> Result<()> {
    crate::cargo(&["build", "--release", "--locked", "--package", "misere-bench"], &[])
}

fn has_valgrind() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

fn rustc_version() -> Result<String> {
    let output = Command::new("rustc").arg("--version").output().context("cannot start rustc")?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn count_instructions(root: &Path, workload: &str) -> Result<u64> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(target.join("release/misere-bench"))
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
