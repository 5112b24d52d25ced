//! Completion of the word before the cursor.

use misere::language;

use crate::repl::help::topics;
use crate::repl::line::{Drawn, Line};

/// The completions of the text from `start` to the cursor.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Completion {
    Words {
        start: usize,
        words: Vec<String>,
    },
    /// The name of a file, which begins at `start`.
    File {
        start: usize,
    },
}

/// Completes the word that ends at the cursor. `known` are the words of the language.
pub(crate) fn complete(before: &str, known: &[String]) -> Completion {
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    if let Some(file) = file_start(before, line_start) {
        return Completion::File { start: file };
    }
    let start = word_start(before);
    let prefix = &before[start..];
    let mut words: Vec<String> = known.iter().filter(|word| word.starts_with(prefix)).cloned().collect();
    let ahead = before[line_start..start].trim();
    if ahead.is_empty() {
        words
            .extend(language::commands().iter().filter(|word| **word != "to").map(|word| (*word).to_owned()));
    }
    if ["?", "help"].contains(&ahead) {
        words.extend(topics().iter().map(|topic| topic.name.to_owned()));
    }
    words.retain(|word| word.starts_with(prefix));
    words.sort();
    words.dedup();
    Completion::Words { start, words }
}

/// Where the name of a file begins, if one is wanted.
fn file_start(before: &str, line_start: usize) -> Option<usize> {
    let line = &before[line_start..];
    let is_spaced = line.ends_with(char::is_whitespace);
    let file = match Line::read(line) {
        Line::Save { file, .. } | Line::Load(file) if is_spaced || !file.is_empty() => file,
        Line::Draw(Drawn { file, .. }) | Line::Hasse(Drawn { file, .. }) => file?,
        _ => return None,
    };
    // The name is at the end of the line but for spaces.
    Some(line_start + line.trim_end().len() - file.len()).filter(|_| !file.is_empty()).or(Some(before.len()))
}

fn word_start(before: &str) -> usize {
    let belongs = |c: char| c.is_alphanumeric() || ['_', '\'', '’', '-'].contains(&c);
    let start = before
        .rfind(|c| !belongs(c))
        .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
    // A word begins with a letter: signs and numbers before it are not part of it.
    before[start..].find(char::is_alphabetic).map_or(before.len(), |at| start + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(before: &str) -> (usize, Vec<String>) {
        let known = ["simplest", "strong", "sum", "snort", "Game", "E", "draughts"].map(str::to_owned);
        match complete(before, &known) {
            Completion::Words { start, words } => (start, words),
            Completion::File { start } => panic!("a file at {start}"),
        }
    }

    #[test]
    fn words_are_completed_and_commands_where_a_line_begins() {
        assert_eq!(words("si"), (0, vec!["simplest".to_owned()]));
        assert_eq!(
            words("s"),
            (0, ["save", "simplest", "snort", "strong", "sum"].map(str::to_owned).to_vec())
        );
        assert_eq!(words("G + s").1, ["simplest", "snort", "strong", "sum"]);
        assert_eq!(words("{Ga"), (1, vec!["Game".to_owned()]));
        assert_eq!(words("dra").1, ["draughts", "draw"]);
        assert_eq!(words("draw dra").1, ["draughts"]);
        assert_eq!(words("?d").1, ["definitions", "draughts", "drawing"]);
        assert_eq!(words("help un").1, ["universes"]);
        assert_eq!(words("-1+Ga"), (3, vec!["Game".to_owned()]));
        assert_eq!(words("é Ga"), (3, vec!["Game".to_owned()]));
        assert_eq!(words("zzz").1, Vec::<String>::new());
    }

    #[test]
    fn files_are_completed_where_one_is_wanted() {
        assert_eq!(complete("save a/b", &[]), Completion::File { start: 5 });
        assert_eq!(complete("save! ", &[]), Completion::File { start: 6 });
        assert_eq!(complete("load ", &[]), Completion::File { start: 5 });
        assert_eq!(complete("draw G to x", &[]), Completion::File { start: 10 });
        assert_eq!(words("loa").1, ["load"]);
    }
}
