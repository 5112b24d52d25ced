//! Text of others, made visible.

use std::borrow::Cow;

/// The text with every character that is not seen written as an escape: line breaks and
/// other controls, zero-width and bidirectional characters, spaces that are not the usual
/// one. The result is one line, and what it shows is what it says.
///
/// A combining mark is kept on a letter or digit that has no mark yet, since the notation
/// has bars over digits. Backslashes are kept, so that text that was made visible stays as
/// it is.
///
/// ```
/// use misere_check::visible;
///
/// assert_eq!(visible("good.json: 2\u{304}0"), "good.json: 2\u{304}0");
/// assert_eq!(visible("x\n\u{1b}[2K\u{200b}"), r"x\n\u{1b}[2K\u{200b}");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    with_escapes(text, |c, out| out.extend(c.escape_default()))
}

/// JSON with the characters that [`visible`] escapes written as JSON escapes them: the same
/// data, on a line that shows what it says.
#[must_use]
pub fn visible_json(json: &str) -> Cow<'_, str> {
    with_escapes(json, |c, out| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            out.push_str(&format!("\\u{unit:04x}"));
        }
    })
}

fn with_escapes(text: &str, escape: impl Fn(char, &mut String)) -> Cow<'_, str> {
    let is_plain = |c: char| (' '..='~').contains(&c);
    // Most texts are plain, and some are millions of bytes: whole blocks are read, without a
    // branch for each byte.
    let all_plain = |block: &[u8]| block.iter().fold(true, |all, byte| all & (b' '..=b'~').contains(byte));
    if text.as_bytes().chunks(256).all(all_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut may_have_mark = false;
    for c in text.chars() {
        let is_seen = is_plain(c) || (c.escape_debug().len() == 1 && !BLANKS.contains(&c));
        let is_mark = ('\u{300}'..='\u{36f}').contains(&c) && c != GRAPHEME_JOINER;
        if is_seen || (is_mark && may_have_mark) {
            out.push(c);
        } else {
            escape(c, &mut out);
        }
        may_have_mark = c.is_alphanumeric() && is_seen;
    }
    Cow::Owned(out)
}

/// Letters and a pattern of Braille that are blank.
const BLANKS: [char; 5] = ['\u{115f}', '\u{1160}', '\u{2800}', '\u{3164}', '\u{ffa0}'];

/// A combining character that is not seen.
const GRAPHEME_JOINER: char = '\u{34f}';

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_escaped() {
        for hidden in "\0\t\n\r\u{7f}\u{85}\u{a0}\u{ad}\u{34f}\u{61c}\u{115f}\u{200b}\u{200d}\u{200e}\u{2028}\
                       \u{202e}\u{2060}\u{2066}\u{2069}\u{3000}\u{3164}\u{fe0f}\u{feff}\u{fff9}\u{e0041}\u{10ffff}"
            .chars()
        {
            let text = format!("a{hidden}b");
            let shown = visible(&text);
            assert!(shown.starts_with("a\\") && shown.ends_with('b') && shown.len() > 3, "{hidden:?}: {shown}");
            assert_eq!(visible(&shown), shown, "once is enough");
            let json = serde_json::to_string(&text).expect("text");
            assert!(visible_json(&json).is_ascii());
            assert_eq!(serde_json::from_str::<String>(&visible_json(&json)).expect("JSON"), text);
        }
    }

    #[test]
    fn what_the_program_writes_is_kept() {
        for text in [
            "{0,■|*} ≥ 2\u{304}1\u{305}",
            "\\{0 \\mid *\\}",
            "Σᴸ ┌─○●└ ω^2·2 ε₀ 𝓟 ∇ ✓≠✗ …",
            "'\"\\",
            "Bézout",
            "e\u{301}",
        ] {
            assert_eq!(visible(text), text);
        }
    }

    /// Marks on marks reach into the lines above.
    #[test]
    fn marks_do_not_pile_up() {
        assert_eq!(visible("a\u{301}\u{302}"), "a\u{301}\\u{302}");
        assert_eq!(visible("\u{301}: \u{301}"), r"\u{301}: \u{301}");
    }
}
