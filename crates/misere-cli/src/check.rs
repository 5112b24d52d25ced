//! `misere check`: certificates, with the independent checker alone.

use std::borrow::Cow;
use std::io::Read;

use misere::check::{
    Accepted, Certificate, Limits, QuotientCertificate, QuotientWords, Rejection, Words,
    check_quotient_within, check_within,
};
use misere::core::MeteredVec;
use misere::{BudgetMeter, Workspace};
use schemars::JsonSchema;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::failure::Failure;
use crate::report::Report;

/// The verdict of the checker on a file.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CheckObject {
    ok: bool,
    file: String,
    /// The universe that the claims are about.
    #[serde(skip_serializing_if = "Option::is_none")]
    modulo: Option<String>,
    /// The statements that are proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    claims: Option<Vec<String>>,
    /// The definitions of the names of long forms in the claims.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    definitions: Option<Vec<String>>,
    /// The theorems that the proof relies on.
    #[serde(skip_serializing_if = "Option::is_none")]
    theorems: Option<Vec<String>>,
    /// The theorems of `verified/` in which those are proved in Coq.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved_by: Option<Vec<String>>,
    /// The reason why the file was rejected, or could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    rejected: Option<String>,
}

/// The size of the largest file that is read; the checker would reject larger files too.
const MOST_BYTES: u64 = 64 << 20;

/// Judges files, of which no more than `most` bytes are read, within the limits of the workspace. A
/// file that a limit ends is neither accepted nor rejected.
pub(crate) fn check_files(
    work: &Workspace,
    report: &mut Report,
    files: &[String],
    full: bool,
    most: u64,
) -> Result<(), Failure> {
    let mut rejected = 0;
    let mut unreadable = None;
    for file in files {
        let meter = BudgetMeter::new(work.budget());
        let judged = read(work, file, most).map(|json| judge(file, &json, full, &meter));
        let judged = match judged {
            Ok(Err(rejection @ Rejection::NotFinished)) => Err(meter.explain(rejection).into()),
            other => other,
        };
        match judged {
            Ok(Ok((line, object))) => say(report, &line, &object)?,
            Ok(Err(rejection)) => {
                rejected += 1;
                let line = format!("{}: rejected: {rejection}", shown_name(file));
                say(report, &line, &refused(file, rejection.to_string()))?;
            }
            Err(failure) => {
                let message = failure.message().unwrap_or_default();
                say(report, &format!("{}: {message}", shown_name(file)), &refused(file, message.clone()))?;
                unreadable = Some(failure);
            }
        }
    }
    if let Some(failure) = unreadable {
        return Err(failure);
    }
    match rejected {
        0 => Ok(()),
        1 => Err(Failure::rejected("a certificate was rejected")),
        n => Err(Failure::rejected(format!("{n} certificates were rejected"))),
    }
}

/// The name of a file, in quotation marks if it could be taken for more than a name: a file may
/// be called `good.json: checked`.
fn shown_name(file: &str) -> Cow<'_, str> {
    let is_plain = |c: char| !c.is_whitespace() && !":;'\"`".contains(c);
    if !file.is_empty() && file.chars().all(is_plain) { file.into() } else { format!("{file:?}").into() }
}

fn say(report: &mut Report, line: &str, object: &CheckObject) -> Result<(), Failure> {
    if report.json { report.object(object) } else { report.line(line) }
}

fn refused(file: &str, reason: String) -> CheckObject {
    CheckObject {
        ok: false,
        file: file.to_owned(),
        modulo: None,
        claims: None,
        definitions: None,
        theorems: None,
        proved_by: None,
        rejected: Some(reason),
    }
}

/// A certificate that was accepted, in words.
struct Judged {
    accepted: Accepted,
    claims: Vec<String>,
    modulo: String,
    definitions: Vec<String>,
}

/// Reads and checks a certificate of either format.
fn read_and_check(json: &[u8], meter: &BudgetMeter) -> Result<Judged, Rejection> {
    let certificate = match Certificate::from_json_within(json, meter) {
        Err(Rejection::WrongFormat) => return read_and_check_quotient(json, meter),
        read => read?,
    };
    let accepted = check_within(&certificate, &Limits::default(), meter)?;
    let words = Words::within(&certificate, meter)?;
    let claims = certificate.claims.iter().map(|claim| words.statement(claim)).collect();
    Ok(Judged { accepted, claims, modulo: words.universe(), definitions: words.definitions() })
}

fn read_and_check_quotient(json: &[u8], meter: &BudgetMeter) -> Result<Judged, Rejection> {
    let certificate = QuotientCertificate::from_json_within(json, meter)?;
    let accepted = check_quotient_within(&certificate, &Limits::default(), meter)?;
    let words = QuotientWords::new(&certificate);
    let claims = certificate.claims.iter().map(|claim| words.statement(claim)).collect();
    Ok(Judged { accepted, claims, modulo: words.name().to_owned(), definitions: words.definitions() })
}

/// The theorems that the claims rely on, and the claims.
fn judge(
    file: &str,
    json: &[u8],
    full: bool,
    meter: &BudgetMeter,
) -> Result<(String, CheckObject), Rejection> {
    let Judged { accepted, claims, modulo, definitions } = read_and_check(json, meter)?;
    let shown = |text: &str| if full { text.to_owned() } else { whole_or_hash(text) };
    let proved_by: Vec<String> = accepted
        .relies_on
        .iter()
        .flat_map(|theorem| theorem.verified_by())
        .map(ToString::to_string)
        .collect();
    let mut line = format!("{}: {accepted}{}: ", shown_name(file), in_coq(&accepted, &proved_by));
    line.push_str(&claims.iter().map(|claim| shown(claim)).collect::<Vec<_>>().join("; "));
    if !definitions.is_empty() {
        line.push_str(&format!(", where {}", shown(&definitions.join(", "))));
    }
    let object = CheckObject {
        ok: true,
        file: file.to_owned(),
        modulo: Some(modulo),
        claims: Some(claims),
        definitions: (!definitions.is_empty()).then_some(definitions),
        theorems: Some(accepted.relies_on.iter().map(ToString::to_string).collect()),
        proved_by: Some(proved_by),
        rejected: None,
    };
    Ok((line, object))
}

/// Which of the theorems that a proof relies on are proved in `verified/`.
fn in_coq(accepted: &Accepted, proved_by: &[String]) -> String {
    let others = accepted.relies_on.iter().filter(|theorem| theorem.verified_by().is_empty());
    let others: Vec<String> = others.map(ToString::to_string).collect();
    match (proved_by, &others[..]) {
        ([], []) => String::new(),
        ([], _) => " (not proved in verified/)".to_owned(),
        (_, []) => format!(" (proved in verified/: {})", proved_by.join(", ")),
        _ => format!(" (proved in verified/: {}; not: {})", proved_by.join(", "), others.join(", ")),
    }
}

/// The text, or the SHA-256 of a text that is too long to be read: the beginning of a claim
/// may say something else than the claim.
fn whole_or_hash(text: &str) -> String {
    const LONGEST: usize = 2_000;
    let length = text.chars().count();
    if length <= LONGEST {
        return text.to_owned();
    }
    format!("({length} characters with SHA-256 {:x}: use --full)", Sha256::digest(text))
}

fn read<'a>(work: &'a Workspace, file: &str, most: u64) -> Result<MeteredVec<'a, u8>, Failure> {
    let cannot = |error| Failure::bad_input(format!("cannot read {}: {error}", shown_name(file)));
    let most = most.min(MOST_BYTES);
    let source: Box<dyn Read> = match file {
        "-" => Box::new(std::io::stdin().lock()),
        _ => Box::new(std::fs::File::open(file).map_err(cannot)?),
    };
    let mut source = source.take(most + 1);
    let mut json = MeteredVec::new(work.budget());
    let mut piece = vec![0; 1 << 16];
    loop {
        let read = source.read(&mut piece).map_err(cannot)?;
        json.extend_from_slice(&piece[..read])?;
        work.budget().check_now()?;
        if read == 0 {
            break;
        }
    }
    if json.len() as u64 > most && most < MOST_BYTES {
        let message = format!("longer than {} MiB, which --max-input sets", most >> 20);
        return Err(Failure::limit(message));
    }
    Ok(json)
}
