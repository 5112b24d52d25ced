//! Pictures in files.

use std::path::Path;

use misere::draw::Scene;

use crate::args::Picture;
use crate::failure::Failure;
use crate::file::is_stdout;

/// The format of a file, by the end of its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Svg,
    Tikz,
    TikzDocument,
    Png,
}

impl Picture {
    /// The file that was asked for, and its format, which is checked before the answer is
    /// computed.
    pub(crate) fn target(&self) -> Result<Option<(&Path, Format)>, Failure> {
        let Some(file) = &self.output else { return Ok(None) };
        let format = match (format_of(file)?, self.standalone) {
            (Format::Tikz, true) => Format::TikzDocument,
            (_, true) => {
                return Err(Failure::bad_input("--standalone is for files that end in .tex"));
            }
            (format, false) => format,
        };
        Ok(Some((file, format)))
    }
}

/// The format of a file; on standard output, SVG.
pub(crate) fn format_of(file: &Path) -> Result<Format, Failure> {
    if is_stdout(file) {
        return Ok(Format::Svg);
    }
    let extension = file.extension().map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        Some("tex") => Ok(Format::Tikz),
        _ => {
            let message = format!("{}: expected a name that ends in .svg, .png or .tex", file.display());
            Err(Failure::bad_input(message))
        }
    }
}

pub(crate) fn write_scene(scene: &Scene, file: &Path, format: Format) -> Result<(), Failure> {
    let bytes = match format {
        Format::Svg => scene.svg().into_bytes(),
        Format::Tikz => scene.tikz().into_bytes(),
        Format::TikzDocument => scene.tikz_document().into_bytes(),
        Format::Png => scene.png().map_err(|error| Failure::too_large(error.to_string()))?,
    };
    crate::file::write(file, &bytes)
}
