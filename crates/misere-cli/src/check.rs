//! `misere check`: certificates, with the independent checker alone.

use std::io::Read;

use misere::check::{Certificate, check, describe};
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
        let json = match read(file) {
            Ok(json) => json,
            Err(failure) => {
                let verdict = failure.message().unwrap_or_default().to_owned();
                if report.json {
                    report.object(&CheckObject { ok: false, file: file.clone(), verdict })?;
                } else {
                    report.line(&format!("{file}: {verdict}"))?;
                }
                unreadable = Some(failure);
                continue;
            }
        };
        let verdict = Certificate::from_json(&json).and_then(|certificate| {
            let accepted = check(&certificate)?;
            let claims: Vec<String> =
                certificate.claims.iter().take(4).map(|claim| describe(&certificate, claim)).collect();
            let more = certificate.claims.len().saturating_sub(claims.len());
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            Ok(format!("{accepted}: {}{more}", claims.join("; ")))
        });
        rejected += usize::from(verdict.is_err());
        if report.json {
            let (ok, verdict) = match verdict {
                Ok(line) => (true, line),
                Err(rejection) => (false, format!("rejected: {rejection}")),
            };
            report.object(&CheckObject { ok, file: file.clone(), verdict })?;
        } else {
            match verdict {
                Ok(line) => report.line(&format!("{file}: {line}"))?,
                Err(rejection) => report.line(&format!("{file}: rejected: {rejection}"))?,
            }
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
