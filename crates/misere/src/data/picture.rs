//! Pictures in the formats of files.

use std::fmt;
use std::sync::Arc;

/// A picture in a format of files: a text (SVG, TikZ, characters) or an image (PDF, PNG).
#[derive(Clone, PartialEq, Eq)]
pub struct Picture(Arc<Document>);

#[derive(PartialEq, Eq)]
struct Document {
    format: &'static str,
    bytes: Vec<u8>,
}

impl Picture {
    #[cfg(feature = "pictures")]
    pub(crate) fn new(format: &'static str, bytes: Vec<u8>) -> Picture {
        Picture(Arc::new(Document { format, bytes }))
    }

    /// The format: `text`, `svg`, `tikz`, `tikz-document`, `pdf` or `png`.
    #[must_use]
    pub fn format(&self) -> &'static str {
        self.0.format
    }

    /// The contents of a file with the picture.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0.bytes
    }

    /// The picture as text: an image in base 64.
    #[must_use]
    pub fn text(&self) -> String {
        match std::str::from_utf8(self.bytes()) {
            Ok(text) if self.format() != "pdf" && self.format() != "png" => text.to_owned(),
            _ => base64(self.bytes()),
        }
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a picture: {}, {} bytes", self.format(), self.bytes().len())
    }
}

/// Bytes in base 64 (RFC 4648), as JSON holds them.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let of = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let joined = of(0) << 16 | of(1) << 8 | of(2);
        for place in 0..4 {
            let digit = DIGITS[(joined >> (18 - 6 * place) & 63) as usize];
            text.push(if place > chunk.len() { '=' } else { char::from(digit) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn bytes_are_written_as_the_standard_says() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
