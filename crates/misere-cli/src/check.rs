//! `misere check`: certificates, with the independent checker alone.

use std::io::Read;

use misere::check::{Certificate, check, describe};

use crate::failure::Failure;
use crate::report::Report;

/// Larger files are rejected unread; the checker would reject them too.
const MOST_BYTES: u64 = 64 << 20;

pub(crate) fn check_files(report: &mut Report, files: &[String]) -> Result<(), Failure> {
    let mut rejected = 0;
    for file in files {
        let json = read(file)?;
        let verdict = Certificate::from_json(&json).and_then(|certificate| {
            let accepted = check(&certificate)?;
            let claims: Vec<String> =
                certificate.claims.iter().take(4).map(|claim| describe(&certificate, claim)).collect();
            let more = certificate.claims.len().saturating_sub(claims.len());
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            Ok(format!("{accepted}: {}{more}", claims.join("; ")))
        });
        match verdict {
            Ok(line) => report.line(&format!("{file}: {line}"))?,
            Err(rejection) => {
                rejected += 1;
                report.line(&format!("{file}: rejected: {rejection}"))?;
            }
        }
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
