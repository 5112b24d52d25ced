//! Errors in reading, and how they are shown.

use std::fmt;
use std::ops::Range;

use misere_check::visible;
use misere_core::{Exhausted, Player};

/// Why a text was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The text is not in the notation.
    Parse(ParseError),
    /// The text is well-formed, but what it describes is too large to build.
    Exhausted(Exhausted),
}

impl From<ParseError> for ReadError {
    fn from(error: ParseError) -> ReadError {
        ReadError::Parse(error)
    }
}

impl From<Exhausted> for ReadError {
    fn from(error: Exhausted) -> ReadError {
        ReadError::Exhausted(error)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Parse(error) => error.fmt(f),
            ReadError::Exhausted(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadError::Parse(error) => Some(error),
            ReadError::Exhausted(error) => Some(error),
        }
    }
}

/// A place in a text that is not in the notation.
///
/// `Display` gives one short line; [`ParseError::render`] also shows the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The offending part, in bytes of the text; empty at its end.
    pub span: Range<usize>,
    /// The line of the place, from 1; `None` if the text is a single line.
    pub line: Option<usize>,
    /// The place in its line, in characters from 1.
    pub column: usize,
    /// The error found there.
    pub problem: Problem,
    /// A text to write instead, if that can be guessed.
    pub help: Option<String>,
}

/// The ways in which a text can fail to be in the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The text goes on in a way that is not in the notation.
    Unexpected {
        /// The tokens accepted here.
        expected: String,
        /// The token found, shortened if it is long.
        found: String,
    },
    /// A number with a bar over some of its digits, or with a bar and a minus.
    PartlyBarred,
    /// A number with a point between digits, which stands for no game.
    Decimal(String),
    /// A number larger than any the program can hold.
    NumberTooLarge,
    /// A minus before something that is not a number.
    LoneMinus,
    /// A second bar as long as the longest one in its range.
    EqualBars,
    /// A tombstone that is not an element of a list in braces.
    MisplacedTombstone,
    /// The tombstone of this player among the options of the other.
    WrongTombstone(Player),
    /// A name that stands for nothing.
    UnknownName(String),
    /// A game that is not a Left dead end, shortened if it is long, where one is needed.
    NotALeftDeadEnd(String),
    /// A game that is not an end without tombstones, shortened if it is long, where one is needed.
    NotAnEnd(String),
    /// A game that is not impartial, shortened if it is long, among the options of one that is.
    NotImpartial(String),
    /// The dead-end shorthand without an option.
    EmptyBrackets,
    /// Nesting deeper than this.
    TooDeep(usize),
    /// A problem inside a function that a program defines, at the place of its call.
    InFunction {
        /// The function.
        name: String,
        /// The error in it.
        problem: Box<Problem>,
    },
    /// The message of another reader, of a board for example.
    Other(String),
}

impl Problem {
    /// A list of this length where a game is wanted.
    #[must_use]
    pub fn list_for_a_game(length: usize) -> Problem {
        Problem::Unexpected { expected: "a game".to_owned(), found: format!("a list of {length}") }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Unexpected { expected, found } => write!(f, "expected {expected}, found {found}"),
            Problem::PartlyBarred => f.write_str("a number needs a bar over every digit or over none"),
            Problem::Decimal(written) => write!(f, "{written} is not a game: there are no decimals"),
            Problem::NumberTooLarge => f.write_str("the number is too large"),
            Problem::LoneMinus => f.write_str("`-` must be directly followed by a number"),
            Problem::EqualBars => f.write_str("two bars of the same length: group with braces"),
            Problem::MisplacedTombstone => {
                f.write_str("a tombstone can only be an element of a list in braces")
            }
            Problem::WrongTombstone(player) => {
                write!(f, "{player}'s tombstone among the options of {}", player.opponent())
            }
            Problem::UnknownName(name) => write!(f, "unknown name {name}"),
            Problem::NotALeftDeadEnd(written) => write!(f, "{written} is not a Left dead end"),
            Problem::NotAnEnd(written) => write!(f, "{written} is not an end"),
            Problem::NotImpartial(written) => write!(f, "{written} is not impartial"),
            Problem::EmptyBrackets => f.write_str("square brackets without an option"),
            Problem::TooDeep(limit) => write!(f, "nested deeper than {limit}"),
            Problem::InFunction { name, problem } => write!(f, "in {}: {problem}", quoted(name)),
            Problem::Other(message) => f.write_str(message),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("at ")?;
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        write!(f, "character {}: {}", self.column, self.problem)
    }
}

impl std::error::Error for ParseError {}

/// How much of a line is shown, in characters.
const WINDOW: usize = 60;

impl ParseError {
    /// A problem with the bytes `span` of `text`.
    #[must_use]
    pub fn new(text: &str, span: Range<usize>, problem: Problem, help: Option<String>) -> ParseError {
        let (line, column) = place(text, span.start);
        let line = text.trim_end().contains('\n').then_some(line);
        ParseError { span, line, column, problem, help }
    }

    /// The message, the part of the text around the place with a mark under it,
    /// and the help if there is any, in which nothing is invisible. `text` is the text that
    /// was read.
    #[must_use]
    pub fn render(&self, text: &str) -> String {
        let mut shown = format!("{}\n", visible(&self.to_string()));
        let (window, mark) = self.window(text);
        if !window.is_empty() {
            shown.push_str(&format!("  {window}\n  {mark}\n"));
        }
        if let Some(help) = &self.help {
            shown.push_str(&format!("help: {}\n", visible(help)));
        }
        shown
    }

    /// At most about [`WINDOW`] characters around the place, and carets to put
    /// under them.
    fn window(&self, text: &str) -> (String, String) {
        let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|&i| text.is_char_boundary(i));
        // `text` may not be the text that was read; offset 0 is always a boundary.
        let start = boundary(self.span.start).unwrap_or(0);
        let end = boundary(self.span.end).unwrap_or(0).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);

        // Half the window comes before the place, and the rest after it.
        let (mut from, mut before) = (start, 0);
        for (at, _) in text[line_start..start].char_indices().rev().take(WINDOW / 2) {
            from = line_start + at;
            before += 1;
        }
        let rest = &text[start..];
        let line_end = start + rest.find('\n').unwrap_or(rest.len());
        let line_end = if text[start..line_end].ends_with('\r') { line_end - 1 } else { line_end };
        let to = rest.char_indices().nth(WINDOW - before).map_or(text.len(), |(at, _)| start + at);
        let to = to.min(line_end);

        let mut window = String::new();
        let mut mark = String::new();
        if from > line_start {
            window.push('…');
            mark.push(' ');
        }
        for (at, c) in text[from..to].char_indices() {
            let at = from + at;
            let mark_here = match at {
                _ if at < start => " ",
                _ if at == start || at < end => "^",
                _ => "",
            };
            if c == '\t' {
                window.push(' ');
                mark.push_str(mark_here);
                continue;
            }
            // A mark is seen on the character before it, if on any.
            let shown = window.len();
            let before = window.chars().next_back().filter(|_| is_combining(c));
            let pair: String = before.into_iter().chain([c]).collect();
            window.push_str(&visible(&pair)[before.map_or(0, char::len_utf8)..]);
            let columns = window[shown..].chars().filter(|&c| !is_combining(c)).count();
            mark.push_str(&mark_here.repeat(columns));
        }
        if to < line_end {
            window.push('…');
        }
        if !mark.ends_with('^') {
            mark.push('^');
        }
        (window, mark)
    }
}

/// The line and the character of an offset, both from 1.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[line_start..].chars().count() + 1)
}

/// The message for the bracket at this place of a text, when its partner is missing.
#[must_use]
pub fn not_closed(text: &str, open: usize) -> String {
    let sign: String = text[open..].chars().take(1).collect();
    let place = ParseError::new(text, open..open, Problem::LoneMinus, None);
    let line = place.line.map_or(String::new(), |line| format!("line {line}, "));
    format!("the `{sign}` at {line}character {} is not closed", place.column)
}

/// Text in quotation marks, shortened if it is long, in which nothing is invisible.
#[must_use]
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 20;
    match text.char_indices().nth(LONGEST) {
        None => format!("`{}`", visible(text)),
        Some((end, _)) => format!("`{}…`", visible(&text[..end])),
    }
}

/// Whether the character is a mark over the preceding one, without a column of its own.
fn is_combining(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str, span: Range<usize>, help: Option<&str>) -> ParseError {
        ParseError::new(text, span, Problem::LoneMinus, help.map(str::to_owned))
    }

    const MESSAGE: &str = "`-` must be directly followed by a number";

    #[test]
    fn a_place_is_marked_under_its_line() {
        let text = "{0|-x}";
        let shown = error(text, 3..5, Some("write `~x`")).render(text);
        assert_eq!(shown, format!("at character 4: {MESSAGE}\n  {{0|-x}}\n     ^^\nhelp: write `~x`\n"));
    }

    #[test]
    fn a_text_of_several_lines_shows_the_one_with_the_place() {
        let text = "{0\n|\t-x\n}\n";
        let shown = error(text, 5..6, None).render(text);
        assert_eq!(shown, format!("at line 2, character 3: {MESSAGE}\n  | -x\n    ^\n"));
    }

    #[test]
    fn combining_bars_take_no_column() {
        let text = "{2\u{304}|-}";
        let shown = error(text, 5..6, None).render(text);
        assert_eq!(shown, format!("at character 5: {MESSAGE}\n  {text}\n     ^\n"));
    }

    #[test]
    fn what_is_not_seen_is_shown_with_its_place() {
        let text = "{\u{200b}0\r|-\u{1b}x}\r\n";
        let shown = error(text, 7..8, None).render(text);
        assert_eq!(
            shown,
            format!("at character 6: {MESSAGE}\n  {{\\u{{200b}}0\\r|-\\u{{1b}}x}}\n{}^\n", " ".repeat(15))
        );
        assert_eq!(quoted("a\u{202e}\n"), r"`a\u{202e}\n`");
        let hidden = error(text, 8..9, Some("a\nb")).render(text);
        assert!(hidden.ends_with("\n                ^^^^^^\nhelp: a\\nb\n"), "{hidden}");
    }

    #[test]
    fn a_long_line_is_cut_to_a_window() {
        let text = "x".repeat(1_000_000);
        let shown = error(&text, 500_000..700_000, None).render(&text);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[0], format!("at character 500001: {MESSAGE}"));
        assert_eq!(lines[1], format!("  …{}…", "x".repeat(60)));
        assert_eq!(lines[2], format!("   {}{}", " ".repeat(30), "^".repeat(30)));
    }

    #[test]
    fn the_end_of_the_text_is_marked_behind_it() {
        let text = "{0|";
        let shown = error(text, 3..3, None).render(text);
        assert!(shown.ends_with("  {0|\n     ^\n"), "{shown}");
        assert_eq!(error("", 0..0, None).render(""), format!("at character 1: {MESSAGE}\n"));
    }

    #[test]
    fn rendering_with_another_text_does_not_panic() {
        let shown = error("0123456789", 8..9, None).render("é̄é");
        assert!(shown.contains('^'));
    }
}
