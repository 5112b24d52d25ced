//! Key handling: the callbacks of `rustyline` while a line is typed.

use std::borrow::Cow;
use std::cell::Cell;
use std::time::{Duration, Instant};

use misere::language::{self, TokenClass, token_classes};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper, Result};

use crate::repl::complete::{Completion, complete};
use crate::repl::line::{Line, is_incomplete};

/// The part of the worksheet that the editor needs while a line is typed.
pub(crate) struct Assistant {
    /// The words that have a meaning.
    pub(crate) words: Vec<String>,
    files: FilenameCompleter,
    /// When the last key came, or the line was last drawn after it.
    last_key: Cell<Option<Instant>>,
}

/// Keys that come faster than this are pasted: nobody types so fast.
const TYPED: Duration = Duration::from_millis(20);

impl Assistant {
    pub(crate) fn new() -> Assistant {
        Assistant { words: Vec::new(), files: FilenameCompleter::new(), last_key: Cell::new(None) }
    }
}

impl Helper for Assistant {}

impl Hinter for Assistant {
    type Hint = String;
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        let incomplete = is_incomplete(context.input());
        Ok(if incomplete { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, cursor: usize, context: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        match complete(&line[..cursor], &self.words) {
            Completion::Words { start, words } => {
                let pair = |word: String| Pair { display: word.clone(), replacement: word };
                Ok((start, words.into_iter().map(pair).collect()))
            }
            Completion::File { .. } => self.files.complete(line, cursor, context),
        }
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, _cursor: usize) -> Cow<'l, str> {
        let coloured = coloured(line);
        self.last_key.set(Some(Instant::now()));
        Cow::Owned(coloured)
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _default: bool) -> Cow<'b, str> {
        Cow::Owned(format!("{BOLD}{prompt}{PLAIN}"))
    }

    /// Whether the whole line is drawn again. A paste without brackets comes key by key; to
    /// draw the line for each would write a million times what was pasted. Its colours come
    /// with the end of the line.
    fn highlight_char(&self, _line: &str, _cursor: usize, kind: CmdKind) -> bool {
        let last = self.last_key.replace(Some(Instant::now()));
        let is_pasted = last.is_some_and(|last| last.elapsed() < TYPED);
        match kind {
            CmdKind::MoveCursor => false,
            CmdKind::ForcedRefresh => true,
            CmdKind::Other => !is_pasted,
        }
    }
}

const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

/// The line in colours; called only where colours are wanted.
fn coloured(line: &str) -> String {
    /// The longest line that is coloured: a longer one was pasted, and each key would wait.
    const LONGEST: usize = 20_000;
    if line.len() > LONGEST {
        return line.to_owned();
    }
    let is_command = !matches!(Line::read(line), Line::Language(_));
    let mut out = String::with_capacity(2 * line.len());
    let mut at = 0;
    for (span, class) in token_classes(line) {
        if span.start < at {
            continue;
        }
        out.push_str(&line[at..span.start]);
        let text = &line[span.clone()];
        let begins = line[..span.start].trim().is_empty();
        let class = if is_command && begins && language::commands().contains(&text) {
            TokenClass::Keyword
        } else {
            class
        };
        match colour(class) {
            Some(colour) => {
                out.push_str(colour);
                out.push_str(text);
                out.push_str(PLAIN);
            }
            None => out.push_str(text),
        }
        at = span.end;
    }
    out.push_str(&line[at..]);
    out
}

/// The colour of a token, from the palette of the terminal, which may be light or dark.
fn colour(class: TokenClass) -> Option<&'static str> {
    match class {
        TokenClass::Keyword => Some("\x1b[35m"),
        TokenClass::Constant | TokenClass::Universe => Some("\x1b[36m"),
        TokenClass::Function => Some("\x1b[34m"),
        TokenClass::Position => Some("\x1b[32m"),
        TokenClass::Unbalanced => Some("\x1b[31m"),
        TokenClass::Comment => Some("\x1b[2m"),
        TokenClass::Name | TokenClass::Game | TokenClass::Operator | TokenClass::Punctuation => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_change_nothing_but_the_colour() {
        for line in
            ["simplest({0,■|*}, E) -- é", "draw domineering(2x4", "0} mod E\n[g for g in L]", "", "help mod"]
        {
            let mut plain = String::new();
            let mut rest = coloured(line);
            while let Some(start) = rest.find('\x1b') {
                plain.push_str(&rest[..start]);
                let end = start + rest[start..].find('m').unwrap();
                rest = rest[end + 1..].to_owned();
            }
            assert_eq!(plain + &rest, line);
        }
        assert_eq!(coloured("why G"), "\x1b[35mwhy\x1b[0m G");
        assert_eq!(coloured("0}"), "0\x1b[31m}\x1b[0m");
    }
}
