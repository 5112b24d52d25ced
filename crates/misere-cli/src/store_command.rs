//! `misere store`: looking after a store of values.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use misere::{Error, Workspace};
use misere_store::{Contents, Merged, Store, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::StoreCommand;
use crate::failure::Failure;
use crate::file::{Existing, cannot_write, is_stdout, write_aside};
use crate::progress::{self, doing};
use crate::report::Report;

/// The contents of a store.
#[derive(Serialize, JsonSchema)]
pub(crate) struct StoreInfoObject {
    ok: bool,
    file: String,
    /// The version of the tables.
    schema: i64,
    bytes: u64,
    forms: u64,
    positions: u64,
    values: u64,
    /// The forms that are kept in one piece too.
    graphs: u64,
    /// Parts of computations that are no values of positions.
    pieces: u64,
    /// The versions of the program that wrote.
    versions: Vec<String>,
    contents: Vec<StoreLineObject>,
    /// The last runs, latest first.
    runs: Vec<StoreRunObject>,
}

/// The values of one ruleset modulo one universe.
#[derive(Serialize, JsonSchema)]
struct StoreLineObject {
    ruleset: String,
    universe: String,
    positions: u64,
    different_values: u64,
}

/// A run that wrote to a store.
#[derive(Serialize, JsonSchema)]
struct StoreRunObject {
    command: String,
    computed: u64,
    recalled: u64,
}

/// The result of verifying a store.
#[derive(Serialize, JsonSchema)]
pub(crate) struct StoreVerifyObject {
    ok: bool,
    file: String,
    /// The rows whose digests or checksums were compared.
    rows: u64,
    /// The rows that are not what was written.
    damaged: u64,
    /// The values that were proved, and whose proofs were checked.
    proved: u64,
    /// The values whose proofs are too large or take too long.
    too_large: u64,
    /// The values that have no proof: of rules or universes that this program does not know, or
    /// modulo universes without proofs.
    unprovable: u64,
    /// The values that are wrong.
    wrong: u64,
    problems: Vec<String>,
}

/// The result of maintaining a store.
#[derive(Serialize, JsonSchema)]
pub(crate) struct StoreDoneObject {
    ok: bool,
    file: String,
    /// The values that were taken over.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<u64>,
    /// The rows that were left out because they are damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    damaged: Option<u64>,
    /// The lines that were exported.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<u64>,
    /// The size of the file before.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_before: Option<u64>,
    /// The size of the file after.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_after: Option<u64>,
}

impl StoreDoneObject {
    fn new(file: &Path) -> StoreDoneObject {
        let file = file.display().to_string();
        StoreDoneObject {
            ok: true,
            file,
            values: None,
            damaged: None,
            lines: None,
            bytes_before: None,
            bytes_after: None,
        }
    }
}

pub(crate) fn store_command(
    work: &Workspace,
    report: &mut Report,
    command: &StoreCommand,
) -> Result<(), Failure> {
    match command {
        StoreCommand::Info { file } => info(report, file),
        StoreCommand::Verify { file, sample, all, each } => {
            verify(work, report, file, (!all).then_some(*sample), *each)
        }
        StoreCommand::Compact { file } => {
            let (before, after) = existing(file)?.compact().map_err(Error::from)?;
            if report.json {
                let (bytes_before, bytes_after) = (Some(before), Some(after));
                return report.object(&StoreDoneObject {
                    bytes_before,
                    bytes_after,
                    ..StoreDoneObject::new(file)
                });
            }
            report.line(&format!("{before} bytes before, {after} bytes after"))
        }
        StoreCommand::Merge { file, others } => merge(report, file, others),
        StoreCommand::Export { file, output, csv } => export(report, file, output, *csv),
    }
}

fn existing(file: &Path) -> Result<Store, Failure> {
    Store::open_existing(file).map_err(|error| {
        let failure = Failure::from(Error::from(error));
        match file.exists() {
            true => failure,
            false => failure.with_help("a store is made by a computation with --store FILE"),
        }
    })
}

fn info(report: &mut Report, file: &Path) -> Result<(), Failure> {
    let Contents { schema, bytes, forms, positions, values, graphs, pieces, by_ruleset, versions, runs } =
        existing(file)?.contents().map_err(Error::from)?;
    if report.json {
        let line = |(ruleset, universe, positions, different_values): (String, String, u64, u64)| {
            StoreLineObject { ruleset, universe, positions, different_values }
        };
        let run = |(command, computed, recalled)| StoreRunObject { command, computed, recalled };
        return report.object(&StoreInfoObject {
            ok: true,
            file: file.display().to_string(),
            schema,
            bytes,
            forms,
            positions,
            values,
            graphs,
            pieces,
            versions,
            contents: by_ruleset.into_iter().map(line).collect(),
            runs: runs.into_iter().map(run).collect(),
        });
    }
    report.line(&format!("tables of version {schema}, written by {}", versions.join(", ")))?;
    report.line(&format!(
        "{values} values of {positions} positions, {forms} forms, {graphs} of them as graphs too, {pieces} other \
         pieces"
    ))?;
    for (ruleset, universe, positions, different) in by_ruleset {
        report.line(&format!("  {ruleset} modulo {universe}: {positions} positions, {different} values"))?;
    }
    for (command, computed, recalled) in runs {
        report.line(&format!("  run: {computed} computed, {recalled} recalled: {command}"))?;
    }
    Ok(())
}

fn merge(report: &mut Report, file: &Path, others: &[std::path::PathBuf]) -> Result<(), Failure> {
    // All of them are looked at before anything is made or changed.
    others.iter().try_for_each(|other| existing(other).map(drop))?;
    let store = Store::open(file).map_err(Error::from)?;
    let mut all = Merged::default();
    for other in others {
        let Merged { values, pieces, damaged, unread } = store.merge(other).map_err(Error::from)?;
        if let (Some(unread), false) = (&unread, report.json) {
            report.line(&format!("{}: not all rows could be read: {unread}", other.display()))?;
        }
        all.values += values;
        all.pieces += pieces;
        all.damaged += damaged + u64::from(unread.is_some());
    }
    if report.json {
        let (values, damaged) = (Some(all.values), Some(all.damaged));
        return report.object(&StoreDoneObject { values, damaged, ..StoreDoneObject::new(file) });
    }
    let damaged =
        if all.damaged == 0 { String::new() } else { format!(", {} damaged rows left out", all.damaged) };
    report.line(&format!("{} values and {} other pieces read{damaged}", all.values, all.pieces))
}

fn export(report: &mut Report, file: &Path, output: &Path, csv: bool) -> Result<(), Failure> {
    let store = existing(file)?;
    let write = |out: &mut dyn Write| if csv { store.export_csv(out) } else { store.export_json(out) };
    if is_stdout(output) {
        let mut out = BufWriter::new(io::stdout().lock());
        write(&mut out).and_then(|_| out.flush()).map_err(crate::failure::cannot_print)?;
        return Ok(());
    }
    let mut lines = 0;
    let written = write_aside(output, Existing::Replaced, |aside| {
        let mut out = BufWriter::new(File::create(aside)?);
        lines = write(&mut out)?;
        out.flush()
    });
    written.map_err(|error: io::Error| cannot_write(output, &error))?;
    if report.json {
        return report.object(&StoreDoneObject { lines: Some(lines), ..StoreDoneObject::new(file) });
    }
    report.line(&format!("{lines} lines written to {}", output.display()))
}

fn verify(
    work: &Workspace,
    report: &mut Report,
    file: &Path,
    sample: Option<u64>,
    each: Duration,
) -> Result<(), Failure> {
    let store = Arc::new(existing(file)?);
    let integrity = store.integrity().map_err(Error::from)?;
    let mut found = StoreVerifyObject {
        ok: true,
        file: file.display().to_string(),
        rows: integrity.looked_at,
        damaged: integrity.damaged,
        proved: 0,
        too_large: 0,
        unprovable: 0,
        wrong: 0,
        problems: integrity.problems,
    };
    if found.damaged == 0 {
        let values = store.contents().map_err(Error::from)?.values;
        let every = sample.map_or(1, |sample| values.div_ceil(sample.max(1)).max(1));
        let values = store.some_values(every).map_err(Error::from)?;
        for (at, value) in values.iter().enumerate() {
            let total = values.len();
            doing("proving", move || progress::of(at, total));
            work.budget().check_now()?;
            match store.prove(work, value, each)? {
                Verdict::Proved => found.proved += 1,
                Verdict::TooLarge => found.too_large += 1,
                Verdict::Unprovable => found.unprovable += 1,
                Verdict::Wrong(problem) => {
                    found.wrong += 1;
                    found.problems.push(problem);
                }
            }
        }
    }
    let is_sound = found.damaged == 0 && found.wrong == 0;
    if report.json {
        report.object(&found)?;
    } else {
        report.line(&format!("{} rows examined, {} damaged", found.rows, found.damaged))?;
        report.line(&format!(
            "{} values proved, {} proofs too large, {} without proof, {} values wrong",
            found.proved, found.too_large, found.unprovable, found.wrong
        ))?;
        found.problems.iter().try_for_each(|problem| report.line(&format!("  {problem}")))?;
    }
    match is_sound {
        true => Ok(()),
        false => Err(Failure::rejected(format!("{} is not sound", file.display()))
            .with_help("`misere store merge NEW OLD` takes over what is not damaged")),
    }
}
