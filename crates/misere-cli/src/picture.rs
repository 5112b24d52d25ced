//! Pictures in files.

use std::path::Path;

use misere::Workspace;
use misere::core::Account;
use misere::draw::{PngError, Scene};

use crate::args::Picture;
use crate::failure::Failure;
use crate::file::is_stdout;

/// The format of a file, by the end of its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Svg,
    Pdf,
    Tikz,
    TikzDocument,
    /// With so many dots to the inch, if a number was asked for.
    Png(Option<u32>),
}

impl Picture {
    /// The file that was asked for, and its format, which is checked before the answer is
    /// computed.
    pub(crate) fn target(&self) -> Result<Option<(&Path, Format)>, Failure> {
        let Some(file) = &self.output else { return Ok(None) };
        let format = match (format_of(file)?, self.standalone, self.dpi) {
            (Format::Tikz, true, None) => Format::TikzDocument,
            (Format::Png(_), false, dpi) => Format::Png(dpi),
            (format, false, None) => format,
            (_, true, _) => return Err(Failure::bad_input("--standalone is for files that end in .tex")),
            (_, false, Some(_)) => return Err(Failure::bad_input("--dpi is for files that end in .png")),
        };
        Ok(Some((file, format)))
    }
}

/// The format of a file; on standard output, SVG.
fn format_of(file: &Path) -> Result<Format, Failure> {
    if is_stdout(file) {
        return Ok(Format::Svg);
    }
    let extension = file.extension().map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("pdf") => Ok(Format::Pdf),
        Some("png") => Ok(Format::Png(None)),
        Some("tex") => Ok(Format::Tikz),
        _ => {
            let message =
                format!("{}: expected a name that ends in .svg, .pdf, .png or .tex", file.display());
            Err(Failure::bad_input(message))
        }
    }
}

pub(crate) fn write_scene(
    work: &Workspace,
    scene: &Scene,
    file: &Path,
    format: Format,
) -> Result<(), Failure> {
    let pixels = Account::new(work.budget().clone());
    let budget = work.budget();
    let bytes = match format {
        Format::Svg => scene.svg_within(budget)?.into_bytes(),
        Format::Tikz => scene.tikz_within(budget)?.into_bytes(),
        Format::TikzDocument => scene.tikz_document_within(budget)?.into_bytes(),
        Format::Pdf => scene.pdf_within(budget)?,
        Format::Png(dpi) => {
            let dpi = dpi.map(f64::from);
            pixels.charge(scene.png_memory(dpi))?;
            scene.png_within(dpi, budget).map_err(|error| match error {
                PngError::Exhausted(exhausted) => Failure::from(exhausted),
                other => Failure::too_large(other.to_string()),
            })?
        }
    };
    crate::file::write(file, &bytes)
}
