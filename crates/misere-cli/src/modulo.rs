//! Questions that are asked modulo one or several universes.

use misere::check::Certificate;
use misere::{Error, UniverseName, Workspace};
use serde::Serialize;

use crate::args::Evidence;
use crate::failure::Failure;
use crate::input::Input;
use crate::proof::Proof;
use crate::report::Report;

/// The answer to a question asked modulo something.
pub(crate) enum Answer {
    /// A form, written; `None` if there is none.
    Form(Option<String>),
    Relation(String),
    Downlinked(bool),
    Invertible(bool),
    Strong([bool; 2]),
}

/// How a command answers modulo each universe.
pub(crate) struct Asker<'a> {
    pub(crate) work: &'a Workspace,
    pub(crate) input: &'a Input<'a>,
    pub(crate) moduli: &'a [String],
    /// Where evidence can be asked for: what was asked, and how it is found.
    pub(crate) evidence: Option<(&'a Evidence, &'a CertifyModulo<'a>)>,
}

/// Gives the certificate of an answer modulo a universe.
pub(crate) type CertifyModulo<'a> = dyn Fn(&UniverseName) -> Result<Certificate, Error> + 'a;

impl Asker<'_> {
    /// One answer alone on its line, or one a line behind the names of the
    /// universes.
    pub(crate) fn ask(
        &self,
        report: &mut Report,
        mut question: impl FnMut(&UniverseName) -> Result<Answer, Error>,
    ) -> Result<(), Failure> {
        let asked = self.input.moduli(self.moduli)?;
        if asked.len() > 1 && self.evidence.is_some_and(|(evidence, _)| evidence.certificate.is_some()) {
            let message = "--certificate writes one file: give exactly one --modulo";
            return Err(Failure::BadInput(message.to_owned()));
        }
        let mut names = Vec::new();
        for modulus in &asked {
            names.push(self.work.write_modulus(modulus, report.style)?);
        }
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        for (modulus, name) in asked.iter().zip(names) {
            let answer = question(modulus)?;
            let style = report.style;
            let prove = || match self.evidence {
                Some((evidence, certify)) => Proof::new(self.work, style, evidence, || certify(modulus)),
                None => Ok(Proof::default()),
            };
            if report.json {
                report.object(&answer.object(name, prove()?))?;
            } else {
                // The answer stands, whether or not its proof fits into the limits.
                let text = answer.text();
                let line = if asked.len() == 1 { text } else { format!("{name:width$}  {text}") };
                report.line(&line)?;
                prove()?.print(report)?;
            }
        }
        Ok(())
    }
}

impl Answer {
    fn text(self) -> String {
        match self {
            Answer::Form(form) => form.unwrap_or_else(|| "none".to_owned()),
            Answer::Relation(relation) => relation,
            Answer::Downlinked(yes) | Answer::Invertible(yes) => yes_or_no(yes).to_owned(),
            Answer::Strong(strong) => players(strong).to_owned(),
        }
    }

    fn object(self, modulo: String, proof: Proof) -> ModuloObject {
        let mut object = ModuloObject { ok: true, modulo, proof, ..ModuloObject::default() };
        match self {
            Answer::Form(form) => object.form = Some(form),
            Answer::Relation(relation) => object.relation = Some(relation),
            Answer::Downlinked(yes) => object.downlinked = Some(yes),
            Answer::Invertible(yes) => object.invertible = Some(yes),
            Answer::Strong([left, right]) => (object.left, object.right) = (Some(left), Some(right)),
        }
        object
    }
}

#[derive(Default, Serialize)]
struct ModuloObject {
    ok: bool,
    modulo: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    relation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    downlinked: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invertible: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<bool>,
    #[serde(flatten)]
    proof: Proof,
}

pub(crate) fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

pub(crate) fn players(strong: [bool; 2]) -> &'static str {
    match strong {
        [true, true] => "both",
        [true, false] => "Left",
        [false, true] => "Right",
        [false, false] => "neither",
    }
}
