//! Pictures in files.

use std::path::Path;

use misere::data::{Datum, Record};
use misere::{Modulus, Question, Workspace, answer_object};
use serde_json::{Map, Value};

use crate::args::{Evidence, Picture};
use crate::ask::answers;
use crate::failure::Failure;
use crate::file::is_stdout;
use crate::report::{Report, say};

/// A file for a picture, and its format.
pub(crate) struct Target<'a> {
    pub(crate) file: &'a Path,
    /// The format as questions name it.
    format: &'static str,
    /// The dots to the inch, if a number was asked for.
    dpi: Option<u32>,
}

impl Picture {
    /// The file that was asked for, and its format, which is checked before the answer is
    /// computed.
    pub(crate) fn target(&self) -> Result<Option<Target<'_>>, Failure> {
        let Some(file) = &self.output else { return Ok(None) };
        let format = match (format_of(file)?, self.standalone, self.dpi) {
            ("tikz", true, None) => "tikz-document",
            (format, false, None) | (format @ "png", false, Some(_)) => format,
            (_, true, _) => return Err(Failure::bad_input("--standalone is for files that end in .tex")),
            (_, false, Some(_)) => return Err(Failure::bad_input("--dpi is for files that end in .png")),
        };
        Ok(Some(Target { file, format, dpi: self.dpi }))
    }
}

/// The format of a file; on standard output, SVG.
fn format_of(file: &Path) -> Result<&'static str, Failure> {
    if is_stdout(file) {
        return Ok("svg");
    }
    let extension = file.extension().map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("svg") => Ok("svg"),
        Some("pdf") => Ok("pdf"),
        Some("png") => Ok("png"),
        Some("tex") => Ok("tikz"),
        _ => {
            let message =
                format!("{}: expected a name that ends in .svg, .pdf, .png or .tex", file.display());
            Err(Failure::bad_input(message))
        }
    }
}

impl Target<'_> {
    /// The question, for a picture in the format of the file.
    pub(crate) fn asked(&self, question: Question) -> Result<Question, Failure> {
        let question = question.with("format", self.format.to_owned())?;
        Ok(match self.dpi {
            Some(dpi) => question.with("dpi", dpi)?,
            None => question,
        })
    }

    /// Writes the picture of an answer to the file.
    pub(crate) fn write(&self, answer: &Record) -> Result<(), Failure> {
        match answer.get("picture") {
            Some(Datum::Picture(picture)) => crate::file::write(self.file, picture.bytes()),
            _ => Ok(()),
        }
    }

    /// An answer in JSON, with the name of the file in the place of the picture.
    pub(crate) fn object(
        &self,
        modulus: Option<&Modulus>,
        answer: &Record,
    ) -> Result<Map<String, Value>, Failure> {
        let mut object = answer_object(modulus, answer, None)?;
        object.retain(|name, _| name != "picture" && name != "width");
        object.insert("file".to_owned(), self.file.display().to_string().into());
        Ok(object)
    }
}

/// Says what to do about a tree that does not fit on a page.
fn suggest_narrower(answer: &Record) {
    const PAGE: u32 = 595;
    if let Some(Datum::Count(width)) = answer.get("width")
        && width.number > PAGE.into()
    {
        say(&format!(
            "note: the tree is {} points wide, and a page has {PAGE}: --merge draws equal subtrees once, --depth N \
             draws N moves",
            width.number
        ));
    }
}

/// Prints the answer to a question, or writes its picture to a file.
pub(crate) fn answer_with_picture(
    work: &Workspace,
    report: &mut Report,
    question: Question,
    modulus: Option<&Modulus>,
    target: Option<&Target<'_>>,
) -> Result<(), Failure> {
    let Some(target) = target else {
        return answers(work, report, &question, modulus.cloned().as_slice(), &Evidence::default());
    };
    let question = target.asked(question)?;
    let answer = match modulus {
        Some(modulus) => modulus.ask(&question)?,
        None => work.ask(&question)?,
    };
    target.write(&answer)?;
    suggest_narrower(&answer);
    if report.json { report.object(&target.object(modulus, &answer)?) } else { Ok(()) }
}
