//! Pictures in files.

use std::path::Path;

use misere::draw::Scene;

use crate::args::Picture;
use crate::failure::Failure;

/// What a file is, by the end of its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Svg,
    Tikz,
    TikzDocument,
    Png,
}

impl Picture {
    /// The file that was asked for, and what it is to be. An answer is not looked for
    /// before this is known.
    pub(crate) fn target(&self) -> Result<Option<(&Path, Format)>, Failure> {
        let Some(file) = &self.output else { return Ok(None) };
        let extension = file.extension().map(|e| e.to_string_lossy().to_lowercase());
        let format = match (extension.as_deref(), self.standalone) {
            (Some("svg"), false) => Format::Svg,
            (Some("png"), false) => Format::Png,
            (Some("tex"), false) => Format::Tikz,
            (Some("tex"), true) => Format::TikzDocument,
            (Some("svg" | "png"), true) => {
                return Err(Failure::BadInput("--standalone is for files that end in .tex".to_owned()));
            }
            _ => {
                let message = format!("{}: expected a name that ends in .svg, .png or .tex", file.display());
                return Err(Failure::BadInput(message));
            }
        };
        Ok(Some((file, format)))
    }
}

pub(crate) fn write_scene(scene: &Scene, file: &Path, format: Format) -> Result<(), Failure> {
    let bytes = match format {
        Format::Svg => scene.svg().into_bytes(),
        Format::Tikz => scene.tikz().into_bytes(),
        Format::TikzDocument => scene.tikz_document().into_bytes(),
        Format::Png => scene.png().map_err(|error| Failure::Limit(error.to_string()))?,
    };
    std::fs::write(file, bytes)
        .map_err(|error| Failure::Output(format!("cannot write {}: {error}", file.display())))
}
