//! Messages for a text that is refused: what could have come at the place.

use misere_core::{Family, Player};

use super::{Frame, Function, Parser, State};
use crate::error::{ParseError, Problem, not_closed, quoted};
use crate::lexer::Kind;

/// How to write a dead end in brackets.
const BLANKS_MAKE_A_DEAD_END: &str =
    "commas make a list; the dead end with options -1 and 0 is `[-1 0]`, with blanks";

/// The longest part of a text that is repeated in a help, in characters.
const LONGEST_IN_HELP: usize = 40;

impl Parser<'_, '_> {
    pub(super) fn not_a_dead_end(&self, item: usize, player: Option<Player>) -> ParseError {
        let span = item..self.end;
        let written = quoted(&self.lexer.text()[span.clone()]);
        self.lexer.error(span, Problem::NotADeadEnd { written, player }, None)
    }

    pub(super) fn not_impartial(&self, item: usize) -> ParseError {
        let span = item..self.end;
        let written = quoted(&self.lexer.text()[span.clone()]);
        let help =
            "the options in `*{…}` are impartial games, and nimbers among them have their star: `*{0,*2}`";
        self.lexer.error(span, Problem::NotImpartial(written), Some(help))
    }

    /// The error for a list where a game is wanted; the token closes the list.
    pub(super) fn list(&self, open: usize, length: usize) -> ParseError {
        let problem = Problem::list_for_a_game(length);
        let help = match length {
            1 => {
                let item = self.lexer.text()[open + 1..self.token.span.start].trim();
                match item.chars().nth(LONGEST_IN_HELP) {
                    None => {
                        format!("the game in which Right alone can move, to {item}, is written `{{|{item}}}`")
                    }
                    Some(_) => "the game in which Right alone can move, to G, is written `{|G}`".to_owned(),
                }
            }
            _ => BLANKS_MAKE_A_DEAD_END.to_owned(),
        };
        self.lexer.error(open..self.token.span.end, problem, Some(&help))
    }

    pub(super) fn problem(&self, problem: Problem, help: Option<&str>) -> ParseError {
        self.lexer.error(self.token.span.clone(), problem, help)
    }

    pub(super) fn unexpected(&self, expected: &str) -> ParseError {
        let problem =
            Problem::Unexpected { expected: expected.to_owned(), found: self.lexer.describe(&self.token) };
        let help = (self.token.kind == Kind::End).then(|| self.unclosed()).flatten();
        self.problem(problem, help.as_deref())
    }

    /// The error for a token that cannot follow a complete term or element.
    pub(super) fn unexpected_after(&self, state: State) -> ParseError {
        let frame = self.frames.last().expect("the text is a frame");
        let expected = match (frame, state) {
            (Frame::Brace { .. }, State::AfterTerm) => "`|`, `,` or `+`",
            (Frame::Brace { .. }, State::AfterStone) => "`|` or `,`",
            (Frame::Brace { .. }, _) => "`|`",
            (Frame::Bar { .. }, State::AfterTerm) => "`}`, `,`, `+` or a bar",
            (Frame::Bar { .. }, State::AfterStone) => "`}`, `,` or a bar",
            (Frame::Bar { .. }, _) => "`}` or a bar",
            (Frame::Paren { .. } | Frame::Call { .. }, _) => "`)` or `+`",
            (Frame::PlusMinusList { .. } | Frame::Generators { .. }, _) => "`)`, `,` or `+`",
            (Frame::Overline { .. }, _) => "`}` or `+`",
            (Frame::Impartial { .. }, _) => "`}`, `,` or `+`",
            (Frame::Bracket { is_list: true, .. }, _) => "`,` or `]`",
            (Frame::Bracket { .. }, _) => "a space or `]`",
            (Frame::Text | Frame::Prefix(_) | Frame::Sum { .. }, _) => "`+` or the end of the text",
        };
        let mut error = self.unexpected(expected);
        if let Some(help) = self.guess(frame, state) {
            error.help = Some(help);
            return error;
        }
        let help = match (frame, self.token.kind) {
            (Frame::Brace { .. }, Kind::CloseBrace) => {
                "a bar separates the options of Left from those of Right, as in `{0,*|*}`"
            }
            (Frame::Impartial { .. }, Kind::Bar(_)) => {
                "both players have all options of `*{…}`; without the star, `{0|*}` is a game with other options for each"
            }
            (Frame::Bracket { .. }, Kind::Plus) => "put a sum in parentheses",
            (Frame::Bracket { .. }, kind) if kind == Kind::Comma || kind.starts_a_term() => {
                BLANKS_MAKE_A_DEAD_END
            }
            (Frame::Generators { .. }, kind) if kind.starts_a_term() => {
                "two generators are written `D(-1,0)`, and the dead end {·|-1,0} as one `D([-1 0])`"
            }
            (_, Kind::Minus | Kind::Integer { negative: true, .. }) if state == State::AfterTerm => {
                "there is no subtraction: add the conjugate, `G+~H`"
            }
            _ => return error,
        };
        error.help = Some(help.to_owned());
        error
    }

    /// What was meant by a token that cannot follow a complete term or element, if that can be
    /// guessed from what people type.
    fn guess(&self, frame: &Frame, state: State) -> Option<String> {
        let text = self.lexer.text();
        let (kind, found) = (self.token.kind, &text[self.token.span.clone()]);
        let before = &text[..self.end];
        let number = &before[before.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
        if state == State::AfterTerm && !self.token.spaced && !number.is_empty() {
            match kind {
                Kind::Nimber(_) => {
                    return Some(format!("copies are written `{number}.G`, and sums `{number}+{found}`"));
                }
                Kind::Name if found.chars().count() < LONGEST_IN_HELP => {
                    return Some(format!("copies are written with a point: `{number}.{found}`"));
                }
                Kind::Name | Kind::OpenBrace | Kind::OpenParen => {
                    return Some(format!("copies are written with a point: `{number}.G`"));
                }
                Kind::Dot if text[self.token.span.start..].starts_with("..") => {
                    return Some(
                        "a range is no game; ranges stand in expressions: `misere eval '[*+n for n in 1..5]'`"
                            .to_owned(),
                    );
                }
                _ => {}
            }
        }
        let in_braces = matches!(frame, Frame::Brace { .. } | Frame::Bar { .. });
        if in_braces && (found == ";" || kind.starts_a_term() && self.token.spaced) {
            return Some("commas separate the options of a player, as in `{0,*|*}`".to_owned());
        }
        (found == "^").then(|| "Left's options are `options(G, Left)` in expressions".to_owned())
    }

    /// The message for a ruleset without parentheses, whose position may follow.
    pub(super) fn ruleset_alone(&self, name: &str) -> ParseError {
        let rest = self.lexer.text()[self.token.span.start..].split_whitespace().next();
        let position = rest.filter(|rest| rest.chars().count() < LONGEST_IN_HELP).unwrap_or("…");
        let mut error = self.unexpected(&format!("`(` after `{name}`"));
        error.help = Some(format!("a position is written in parentheses: `{name}({position})`"));
        error
    }

    /// The message for the frame that should have been closed first.
    fn unclosed(&self) -> Option<String> {
        let open = self.frames.iter().rev().find_map(|frame| match *frame {
            Frame::Generators { open, .. }
            | Frame::Brace { open, .. }
            | Frame::Bracket { open, .. }
            | Frame::Paren { open }
            | Frame::PlusMinusList { open, .. }
            | Frame::Overline { open }
            | Frame::Impartial { open, .. }
            | Frame::Call { open, .. } => Some(open),
            Frame::Text | Frame::Bar { .. } | Frame::Prefix(_) | Frame::Sum { .. } => None,
        })?;
        Some(not_closed(self.lexer.text(), open))
    }
}

/// Help for an unknown name: the names there are.
pub(super) fn known_names() -> String {
    let functions: Vec<String> = Function::ALL.iter().map(|(name, _)| format!("`{name}(G)`")).collect();
    let families: Vec<String> = Family::ALL.iter().map(|f| format!("`{}3`", f.letter())).collect();
    format!("the names are {}, and families such as {}", functions.join(", "), families.join(", "))
}
