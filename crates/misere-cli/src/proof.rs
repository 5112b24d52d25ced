//! Evidence beside an answer: `--why`, `--certificate`, `"why":true`.

use misere::check::{Certificate, Rejection, check};
use misere::{Error, Style, Workspace, why};
use serde::Serialize;

use crate::args::Evidence;
use crate::failure::Failure;
use crate::report::Report;

/// What is shown of a certificate. Nothing, if none was asked for.
#[derive(Default, Serialize)]
pub(crate) struct Proof {
    /// The reason in lines, and last what the checker says.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    why: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Certificate>,
}

impl Proof {
    /// The proof as far as it was asked for on the command line.
    pub(crate) fn new(
        work: &Workspace,
        style: Style,
        evidence: &Evidence,
        certify: impl FnOnce() -> Result<Certificate, Error>,
    ) -> Result<Proof, Failure> {
        if !evidence.is_asked_for() {
            return Ok(Proof::default());
        }
        let certificate = certify()?;
        let proof = Proof::of(work, style, certificate)?;
        if let Some(file) = &evidence.certificate {
            if file.as_os_str() == "-" {
                return Err(Failure::BadInput("--certificate needs the name of a file".to_owned()));
            }
            let json = proof.certificate.as_ref().map(Certificate::to_json).unwrap_or_default();
            std::fs::write(file, json)
                .map_err(|error| Failure::Output(format!("cannot write {}: {error}", file.display())))?;
        }
        // Written to a file, but not asked for here.
        Ok(if evidence.why { proof } else { Proof::default() })
    }

    /// A certificate in words, with the verdict of the checker, who is always
    /// asked: what it rejects must not be shown as a proof.
    pub(crate) fn of(work: &Workspace, style: Style, certificate: Certificate) -> Result<Proof, Failure> {
        let verdict = check(&certificate).map_err(|rejection| match rejection {
            Rejection::TooLarge { .. } | Rejection::TooMuchWork { .. } => {
                Failure::Limit(format!("the proof is too large for the checker: {rejection}"))
            }
            _ => Failure::Rejected(format!("the checker rejects the proof; please report this: {rejection}")),
        })?;
        let mut lines = why(work, &certificate, style)?;
        lines.push(verdict.to_string());
        Ok(Proof { why: lines, certificate: Some(certificate) })
    }

    /// The reason in lines, and last what the checker says.
    pub(crate) fn lines(&self) -> &[String] {
        &self.why
    }

    /// The lines, indented below the answer.
    pub(crate) fn print(&self, report: &mut Report) -> Result<(), Failure> {
        self.why.iter().try_for_each(|line| report.line(&format!("  {line}")))
    }
}
