//! Lines of the worksheet: a command, or a text of the expression language.

use misere::language;

/// A line, or several if a bracket was open. A line is a command if its first word is a
/// command; names cannot be commands, so that no line is ambiguous. `latex` is also a function, if
/// a parenthesis follows, and so are `draw` and `hasse`, if there are several arguments in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line<'t> {
    /// `?`, `?topic` or `help topic`.
    Help(&'t str),
    /// `why`, or `why EXPRESSION`.
    Why(&'t str),
    /// `board POSITION [to FILE]`.
    Board(Drawn<'t>),
    /// `draw [EXPRESSION] [to FILE]`.
    Draw(Drawn<'t>),
    /// `hasse [LIST] [mod U] [to FILE]`.
    Hasse(Drawn<'t>),
    /// `latex`, or `latex EXPRESSION`.
    Latex(&'t str),
    /// `save FILE`, or `save! FILE`, which may overwrite.
    Save { file: &'t str, overwrite: bool },
    /// `load FILE`.
    Load(&'t str),
    /// `names`.
    Names,
    /// `forget`, or `forget NAME`.
    Forget(&'t str),
    /// `quit` or `exit`.
    Quit,
    /// A command that takes no argument, with text behind it.
    TooMuch(&'t str),
    /// Statements.
    Language(&'t str),
}

/// The expression to draw, or the last answer if it is empty, and the file to draw to, if
/// there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Drawn<'t> {
    pub(crate) what: &'t str,
    pub(crate) file: Option<&'t str>,
}

impl<'t> Line<'t> {
    pub(crate) fn read(text: &'t str) -> Line<'t> {
        let text = text.trim();
        if let Some(topic) = text.strip_prefix('?') {
            return Line::Help(topic.trim());
        }
        let (word, rest) = first_word(text);
        let alone = |line: Line<'t>| if rest.is_empty() { line } else { Line::TooMuch(word) };
        match word {
            // The parser says why a command cannot be a name.
            _ if rest.starts_with(":=") => Line::Language(text),
            "help" => Line::Help(rest),
            "why" => Line::Why(rest),
            "draw" | "hasse" if has_arguments(rest) => Line::Language(text),
            "board" => Line::Board(Drawn::read(rest)),
            "draw" => Line::Draw(Drawn::read(rest)),
            "hasse" => Line::Hasse(Drawn::read(rest)),
            "latex" if !rest.starts_with('(') => Line::Latex(rest),
            "save" => match rest.strip_prefix('!') {
                Some(file) => Line::Save { file: file.trim(), overwrite: true },
                None => Line::Save { file: rest, overwrite: false },
            },
            // `load rules "my.rules"` and `load universe "my.universe"` are statements.
            "load"
                if ["rules", "universe"]
                    .iter()
                    .any(|what| rest.strip_prefix(what).is_some_and(|file| file.starts_with([' ', '"']))) =>
            {
                Line::Language(text)
            }
            "load" => Line::Load(rest),
            "names" => alone(Line::Names),
            "forget" => Line::Forget(rest),
            "quit" | "exit" => alone(Line::Quit),
            _ => Line::Language(text),
        }
    }

    /// The part that is an expression.
    fn expression(&self) -> Option<&'t str> {
        match *self {
            Line::Language(text) | Line::Why(text) | Line::Latex(text) => Some(text),
            Line::Board(drawn) | Line::Draw(drawn) | Line::Hasse(drawn) if drawn.file.is_none() => {
                Some(drawn.what)
            }
            _ => None,
        }
    }
}

impl<'t> Drawn<'t> {
    fn read(text: &'t str) -> Drawn<'t> {
        let words = text.char_indices().filter(|&(at, c)| {
            let starts = text[..at].chars().next_back().is_none_or(char::is_whitespace);
            let is_word =
                text[at..].strip_prefix("to").is_some_and(|rest| rest.starts_with(char::is_whitespace));
            c == 't' && starts && is_word
        });
        match words.map(|(at, _)| at).next() {
            Some(at) => Drawn { what: text[..at].trim(), file: Some(text[at + 2..].trim()) },
            None => Drawn { what: text, file: None },
        }
    }
}

/// Whether a text may go on in the next line. An empty line ends every text, so that no
/// user is caught in a bracket.
pub(crate) fn is_incomplete(text: &str) -> bool {
    let gives_up = text.rsplit_once('\n').is_some_and(|(_, last)| last.trim().is_empty());
    !gives_up && Line::read(text).expression().is_some_and(language::is_incomplete)
}

/// The parts of a text that was pasted: each a command, or statements that are complete.
pub(crate) fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        let part = text[start..end].trim_end();
        if !is_incomplete(part) {
            parts.push(part);
            start = end;
        }
    }
    parts.push(text[start..].trim_end());
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// Whether a text is arguments in parentheses, and more than one.
fn has_arguments(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut commas = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 1 && text.starts_with('(') => commas += 1,
            _ => {}
        }
        if depth == 0 {
            return commas > 0 && text[at + c.len_utf8()..].trim().is_empty();
        }
    }
    commas > 0
}

/// The first word, and the text behind it.
fn first_word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_the_first_word_of_a_line() {
        for (text, line) in [
            ("?", Line::Help("")),
            (" ? lists ", Line::Help("lists")),
            ("help", Line::Help("")),
            ("help mod", Line::Help("mod")),
            ("why", Line::Why("")),
            ("why G >= 0 mod E", Line::Why("G >= 0 mod E")),
            ("draw", Line::Draw(Drawn { what: "", file: None })),
            ("board nim(2) to n.png", Line::Board(Drawn { what: "nim(2)", file: Some("n.png") })),
            ("draw {0|*}", Line::Draw(Drawn { what: "{0|*}", file: None })),
            ("draw(G)", Line::Draw(Drawn { what: "(G)", file: None })),
            ("draw(G, \"svg\")", Line::Language("draw(G, \"svg\")")),
            ("draw (0) + {*|1,2}", Line::Draw(Drawn { what: "(0) + {*|1,2}", file: None })),
            ("hasse([0, *], D)", Line::Language("hasse([0, *], D)")),
            ("hasse([0, *])", Line::Hasse(Drawn { what: "([0, *])", file: None })),
            ("draw to g.svg", Line::Draw(Drawn { what: "", file: Some("g.svg") })),
            (
                "draw G + H to my trees/g.svg",
                Line::Draw(Drawn { what: "G + H", file: Some("my trees/g.svg") }),
            ),
            ("hasse L mod E to h.tex", Line::Hasse(Drawn { what: "L mod E", file: Some("h.tex") })),
            ("draw to", Line::Draw(Drawn { what: "to", file: None })),
            ("draw tomato", Line::Draw(Drawn { what: "tomato", file: None })),
            ("latex", Line::Latex("")),
            ("latex {0|*}", Line::Latex("{0|*}")),
            ("latex(G)", Line::Language("latex(G)")),
            ("save a b.mis", Line::Save { file: "a b.mis", overwrite: false }),
            ("save! a.mis", Line::Save { file: "a.mis", overwrite: true }),
            ("save", Line::Save { file: "", overwrite: false }),
            ("load a.mis", Line::Load("a.mis")),
            ("load rules", Line::Load("rules")),
            ("load rules \"my.rules\"", Line::Language("load rules \"my.rules\"")),
            ("load universe \"my.universe\"", Line::Language("load universe \"my.universe\"")),
            ("names", Line::Names),
            ("names G", Line::TooMuch("names")),
            ("forget", Line::Forget("")),
            ("forget G", Line::Forget("G")),
            ("quit", Line::Quit),
            ("exit", Line::Quit),
            ("draw := 3", Line::Language("draw := 3")),
            ("drawing", Line::Language("drawing")),
            ("G + draw", Line::Language("G + draw")),
            ("", Line::Language("")),
        ] {
            assert_eq!(Line::read(text), line, "{text}");
        }
    }

    #[test]
    fn every_command_is_reserved() {
        for &word in language::commands() {
            if word != "to" {
                assert!(!matches!(Line::read(word), Line::Language(_)), "{word}");
            }
        }
    }

    #[test]
    fn open_brackets_go_on_in_the_next_line() {
        for text in ["{0,", "draw {0|", "G :=", "why G >=", "hasse [0,\n*,"] {
            assert!(is_incomplete(text), "{text}");
        }
        for text in
            ["{0|*}", "help mod", "?and", "save a(b", "load {", "draw G to a(b.svg", "{0,\n", "0}", "names"]
        {
            assert!(!is_incomplete(text), "{text}");
        }
    }

    #[test]
    fn what_is_pasted_comes_apart_where_statements_end() {
        let text = "G := {0,\n  *|*}\n\ndraw G\n-- so\nG +\n G\nwhy";
        assert_eq!(parts(text), ["G := {0,\n  *|*}", "draw G", "-- so", "G +\n G", "why"]);
        assert_eq!(parts("{0|\n"), ["{0|"]);
        assert_eq!(parts(" \n"), Vec::<&str>::new());
    }
}
