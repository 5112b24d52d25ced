//! `misere check --verified` and `--coq`: certificates with the checker that is proved correct
//! in Coq, a program of its own.

use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use misere::Workspace;
use misere::core::{Budget, Exhausted, Limit};
use serde_json::Value;

use crate::failure::Failure;
use crate::guard::memory_of;
use crate::report::Report;

const PROGRAM: &str = "misere-verified";

/// Has the verified checker check the files.
pub(crate) fn check_files(work: &Workspace, report: &mut Report, files: &[String]) -> Result<(), Failure> {
    let options: &[&str] = if report.json { &["--json"] } else { &[] };
    let (text, code) = run(work, options, files)?;
    for line in text.lines() {
        match report.json {
            true => report.object(&serde_json::from_str::<Value>(line).map_err(|_| unexpected())?)?,
            false => report.line(line)?,
        }
    }
    end(code)
}

/// Has the verified checker write a certificate as a theorem for coqc.
pub(crate) fn write_theorem(work: &Workspace, report: &mut Report, file: &str) -> Result<(), Failure> {
    let (text, code) = run(work, &["--coq"], &[file.to_owned()])?;
    text.lines().try_for_each(|line| report.line(line))?;
    end(code)
}

/// The output of the program, and its exit code. The program is ended when it takes more time or
/// memory than the limits allow.
fn run(work: &Workspace, options: &[&str], files: &[String]) -> Result<(String, Option<i32>), Failure> {
    // A file whose name begins with a dash would be taken for an option.
    let files = files.iter().map(|file| match file.strip_prefix('-') {
        Some(rest) if !rest.is_empty() => format!("./{file}"),
        _ => file.clone(),
    });
    let cannot = |error: io::Error| Failure::bad_input(format!("cannot start {PROGRAM}: {error}"));
    let mut program = Command::new(find()?)
        .args(options)
        .args(files)
        .stdin(Stdio::inherit())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .map_err(cannot)?;
    let mut output = program.stdout.take().expect("the output is piped");
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        output.read_to_end(&mut text).map(|_| text)
    });
    let ended = loop {
        if let Some(ended) = program.try_wait().map_err(cannot)? {
            break ended;
        }
        if let Err(reached) = within_limits(work.budget(), &program) {
            // It may have ended meanwhile.
            drop(program.kill());
            program.wait().map_err(cannot)?;
            return Err(reached.into());
        }
        thread::sleep(LOOK);
    };
    let text = reader.join().map_err(|_| unexpected())?.map_err(|_| unexpected())?;
    let text = String::from_utf8(text).map_err(|_| unexpected())?;
    Ok((text, ended.code()))
}

/// The time between two looks at the program.
const LOOK: Duration = Duration::from_millis(10);

fn within_limits(budget: &Budget, program: &Child) -> Result<(), Exhausted> {
    budget.check_now()?;
    let limit = budget.limits().memory_bytes;
    let taken = memory_of(&program.id().to_string()).unwrap_or(0);
    if taken > limit { Err(budget.exhausted(Limit::Memory { limit, wanted: 0 })) } else { Ok(()) }
}

fn end(code: Option<i32>) -> Result<(), Failure> {
    match code {
        Some(0) => Ok(()),
        Some(1) => Err(Failure::rejected("the verified checker rejected a certificate")),
        Some(2) => Err(Failure::bad_input("the verified checker could not read a file")),
        _ => Err(unexpected()),
    }
}

fn unexpected() -> Failure {
    Failure::bad_input(format!(
        "{PROGRAM} did not end as it should: build it again with `cargo xtask verified`"
    ))
}

/// The program: as the variable `MISERE_VERIFIED` says, or else beside this program, where `cargo
/// xtask verified` builds it, or on the path.
fn find() -> Result<PathBuf, Failure> {
    let places = match std::env::var_os("MISERE_VERIFIED") {
        Some(named) => vec![PathBuf::from(named)],
        None => {
            let own = std::env::current_exe().ok();
            let beside = own.as_deref().and_then(|own| own.parent()).map(PathBuf::from);
            let built =
                beside.as_deref().and_then(|beside| beside.parent()).map(|target| target.join("verified"));
            let path = std::env::var_os("PATH").unwrap_or_default();
            let directories = beside.into_iter().chain(built).chain(std::env::split_paths(&path));
            directories.map(|directory| directory.join(PROGRAM)).collect()
        }
    };
    places.into_iter().find(|program| program.is_file()).ok_or_else(|| {
        Failure::bad_input(format!("{PROGRAM} is not installed")).with_help(
            "`cargo xtask verified --build` installs Coq and OCaml where it may and builds it in target/verified",
        )
    })
}
