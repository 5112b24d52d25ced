//! Parts of a computation in files of their own, and `misere merge`.

use std::path::{Path, PathBuf};

use misere::{Error, JSON_STYLE, Modulus, Workspace};
use misere_store::{Plan, ShardRows, merge_shards};
use serde::Serialize;

use crate::args::Sharding;
use crate::failure::Failure;
use crate::file;
use crate::report::Report;

/// The part of a computation that `--shard` asks for.
pub(crate) struct Part<'a> {
    rows: ShardRows,
    output: &'a Path,
}

impl<'a> Part<'a> {
    /// The part that was asked for of the computation with these units. The command is written
    /// with all that its rows depend on, apart from universes, units and the longest text.
    pub(crate) fn new(
        work: &Workspace,
        sharding: &'a Sharding,
        command: &str,
        universes: &[Modulus],
        units: Vec<String>,
    ) -> Result<Part<'a>, Failure> {
        let (Some(shard), Some(output)) = (sharding.shard, &sharding.output) else {
            return Err(Failure::bad_input("a part needs --shard and --output"));
        };
        let plan = Plan {
            command: command.to_owned(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            universes: universes.iter().map(|modulus| modulus.id().to_string()).collect(),
            max_output: work.notation(JSON_STYLE).max_bytes as u64,
            units,
        };
        Ok(Part { rows: ShardRows::new(plan, shard), output })
    }

    /// Computes the rows of all units of the part, and writes the file.
    pub(crate) fn compute<R: Serialize>(
        mut self,
        report: &mut Report,
        mut rows: impl FnMut(usize) -> Result<Vec<R>, Failure>,
    ) -> Result<(), Failure> {
        let units = self.rows.units();
        for &unit in &units {
            for row in rows(unit)? {
                self.rows.add(unit, serde_json::to_value(row).expect("rows are plain data"));
            }
        }
        file::write(self.output, self.rows.to_text().as_bytes())?;
        if file::is_stdout(self.output) {
            return Ok(());
        }
        report.line(&format!("{} units written to {}", units.len(), self.output.display()))
    }
}

/// Puts parts together.
pub(crate) fn merge(report: &mut Report, files: &[PathBuf], output: &Path) -> Result<(), Failure> {
    let merged = merge_shards(files).map_err(|error| Error::Store(error.to_string()))?;
    file::write(output, merged.as_bytes())?;
    if file::is_stdout(output) {
        return Ok(());
    }
    report.line(&format!("{} rows written to {}", merged.lines().count(), output.display()))
}
