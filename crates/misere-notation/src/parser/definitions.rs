//! Texts with names: `{F1|F1} where F1 = {0|*}`.

use std::ops::Range;

use crate::error::ParseError;
use crate::lexer::{Kind, Lexer, word};

/// The definition of a name in a text: `where F1 = {0|*}`.
pub(super) struct Definition {
    pub(super) name: u64,
    pub(super) body: Range<usize>,
}

/// The text before the first `where`, and the definitions after it.
pub(super) fn split_definitions(text: &str) -> Result<(Range<usize>, Vec<Definition>), ParseError> {
    let mut body = 0..text.len();
    let mut definitions: Vec<Definition> = Vec::new();
    if !text.contains("where") {
        return Ok((body, definitions));
    }
    let mut lexer = Lexer::new(text);
    loop {
        let token = lexer.token();
        match token.kind {
            Kind::End => return Ok((body, definitions)),
            Kind::Name if word(&text[token.span.clone()]) == "where" => {
                definitions.last_mut().map_or(&mut body, |last| &mut last.body).end = token.span.start;
                let name = lexer.defined_name()?;
                definitions.push(Definition { name, body: lexer.position()..text.len() });
            }
            _ => {}
        }
    }
}
