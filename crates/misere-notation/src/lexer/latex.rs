//! LaTeX in the text: the commands that the writer writes, and those that people write in
//! their place.

use super::{Kind, Lexer, bar_length, is_letter};

/// Commands that change the size of what follows or the space before it.
const SPACE: [&str; 14] =
    ["left", "right", "middle", "big", "Big", "bigl", "bigr", "quad", "allowbreak", ",", ";", ":", "!", " "];

/// The word that a name stands for, which may be written with a font: `D` for `\mathcal{D}`.
#[must_use]
pub fn word(written: &str) -> &str {
    match written.strip_prefix('\\').and_then(|command| command.split_once('{')) {
        Some((_, argument)) => argument.trim_end_matches('}').trim(),
        None => written,
    }
}

impl Lexer<'_> {
    /// Goes past a command that stands for space, or a line that is a comment, and says
    /// whether there was one. Behind anything else `%` begins no comment: people who write
    /// `7 % 3` would not see that a part of it was left out.
    pub(super) fn skip_latex_space(&mut self) -> bool {
        let rest = self.rest();
        let length = match rest.chars().next() {
            Some('\\') => {
                let name = command_name(&rest[1..]);
                if SPACE.contains(&name) { 1 + name.len() } else { 0 }
            }
            Some('%') if self.is_at_the_start_of_a_line() => rest.find('\n').unwrap_or(rest.len()),
            _ => 0,
        };
        self.at += length;
        length > 0
    }

    fn is_at_the_start_of_a_line(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with('\n')
    }

    /// The token of a command whose backslash was taken.
    pub(super) fn command(&mut self) -> Kind {
        let name = command_name(self.rest());
        self.at += name.len();
        match name {
            "{" => Kind::OpenBrace,
            "}" => Kind::CloseBrace,
            "mid" | "vert" => Kind::Bar(1),
            "parallel" | "Vert" | "|" => Kind::Bar(2),
            "mathrel" => self.bars_in_a_group(),
            "cdot" => Kind::Dot,
            "pm" => Kind::PlusMinus,
            "blacksquare" => Kind::Tombstone(None),
            "Sigma" => Kind::Tombstone(self.tombstone_mark()),
            "ast" => {
                // TeX ignores space after the name of a command.
                self.skip(|c| c == ' ');
                self.nimber()
            }
            "overline" | "bar" => self.overline(),
            "mathcal" | "mathrm" | "text" => self.name_in_a_group(),
            _ => Kind::Other,
        }
    }

    /// Goes past an opening brace that comes directly, and says whether there was one.
    pub(super) fn skip_brace(&mut self) -> bool {
        let rest = self.rest();
        let behind = rest.strip_prefix(r"\left").unwrap_or(rest);
        let brace = behind.strip_prefix('\\').unwrap_or(behind);
        let is_brace = brace.starts_with('{');
        self.at += if is_brace { rest.len() - brace.len() + 1 } else { 0 };
        is_brace
    }

    /// The number under a bar, or the bar over a game that follows.
    fn overline(&mut self) -> Kind {
        let Some(inside) = self.rest().strip_prefix('{') else { return Kind::Other };
        let digits = inside.len() - inside.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits == 0 || !inside[digits..].starts_with('}') {
            self.at += 1;
            return Kind::Overline;
        }
        self.at += digits + 2;
        inside[..digits].parse().map_or(Kind::Faulty, |size| Kind::Integer { size, negative: true })
    }

    /// The bar `{|||}`.
    fn bars_in_a_group(&mut self) -> Kind {
        let group = self.rest().strip_prefix('{').and_then(|rest| rest.split_once('}'));
        match group {
            Some((bars, _)) if !bars.is_empty() && bars.chars().all(|c| bar_length(c) > 0) => {
                self.at += bars.len() + 2;
                Kind::Bar(bars.chars().map(bar_length).sum())
            }
            _ => Kind::Other,
        }
    }

    /// The name `{D}`, with space around it.
    fn name_in_a_group(&mut self) -> Kind {
        let group = self.rest().strip_prefix('{').and_then(|rest| rest.split_once('}'));
        match group {
            Some((name, _)) if !name.trim().is_empty() && name.trim().chars().all(is_letter) => {
                self.at += name.len() + 2;
                Kind::Name
            }
            _ => Kind::Other,
        }
    }
}

/// The name of the command after a backslash: letters, or one character.
fn command_name(rest: &str) -> &str {
    let letters = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let one = rest.chars().next().filter(|&c| c == ' ' || !c.is_whitespace()).map_or(0, char::len_utf8);
    &rest[..letters.max(one)]
}
