//! `misere check`: certificates, with the independent checker alone.

use std::io::Read;

use misere::check::{Certificate, Rejection, Words, check};
use serde::Serialize;

use crate::failure::Failure;
use crate::report::Report;

#[derive(Serialize)]
struct CheckObject {
    ok: bool,
    file: String,
    verdict: String,
}

/// Larger files are rejected unread; the checker would reject them too.
const MOST_BYTES: u64 = 64 << 20;

pub(crate) fn check_files(report: &mut Report, files: &[String]) -> Result<(), Failure> {
    let mut rejected = 0;
    let mut unreadable = None;
    for file in files {
        let (ok, verdict) = match read(file).map(|json| judge(&json)) {
            Ok(Ok(verdict)) => (true, verdict),
            Ok(Err(rejection)) => {
                rejected += 1;
                (false, format!("rejected: {rejection}"))
            }
            Err(failure) => {
                let verdict = failure.message().unwrap_or_default().to_owned();
                unreadable = Some(failure);
                (false, verdict)
            }
        };
        if report.json {
            report.object(&CheckObject { ok, file: file.clone(), verdict })?;
        } else {
            report.line(&format!("{file}: {verdict}"))?;
        }
    }
    if let Some(failure) = unreadable {
        return Err(failure);
    }
    match rejected {
        0 => Ok(()),
        1 => Err(Failure::Rejected("a certificate was rejected".to_owned())),
        n => Err(Failure::Rejected(format!("{n} certificates were rejected"))),
    }
}

/// On what the claims rely, and what they say.
fn judge(json: &[u8]) -> Result<String, Rejection> {
    let certificate = Certificate::from_json(json)?;
    let accepted = check(&certificate)?;
    Ok(format!("{accepted}: {}", Words::new(&certificate)?.claims()))
}

fn read(file: &str) -> Result<Vec<u8>, Failure> {
    let cannot = |error| Failure::BadInput(format!("cannot read {file}: {error}"));
    let mut json = Vec::new();
    if file == "-" {
        std::io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut json).map_err(cannot)?;
    } else {
        let open = std::fs::File::open(file).map_err(cannot)?;
        open.take(MOST_BYTES + 1).read_to_end(&mut json).map_err(cannot)?;
    }
    Ok(json)
}
