//! Data as text and as LaTeX.

use std::fmt;

use misere_core::{Limit, Outcome, Player, Relation};
use misere_notation::Style;

use super::Sheet;
use crate::data::{Datum, Kind, List, Plain, Record, in_text};
use crate::error::Error;
use crate::game::Game;
use crate::workspace::Workspace;

/// How truth values and records are said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Voice {
    /// As the value of an expression: `true`, and a record as the value it stands for.
    Expression,
    /// As the answer to a question: `yes`, and a record in its sentence.
    Answer,
}

/// A writer of data.
struct Writer<'a> {
    style: Style,
    voice: Voice,
    /// The workspace whose limits hold, if one is at hand.
    work: Option<&'a Workspace>,
}

impl Datum {
    /// The value of an expression as text. Text in Unicode and ASCII can be typed again, apart
    /// from relations, texts and records.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when the text is too long to be written.
    pub fn write(&self, work: &Workspace, style: Style) -> Result<String, Error> {
        let mut out = String::new();
        Writer { style, voice: Voice::Expression, work: Some(work) }.append(self, &mut out)?;
        Ok(out)
    }
}

impl Record {
    /// The answer as lines of text: a long game has names, and below it is what they stand for.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when the text is too long to be written.
    pub fn lines(&self, style: Style) -> Result<Vec<String>, Error> {
        if let (Some(lines), false) = (self.shape().lines, self.is_missing()) {
            return lines(self, style);
        }
        if let (None, Plain::First, Datum::Game(game)) =
            (self.sentence(), self.shape().plain, &self.fields()[0])
        {
            return game.lines(style);
        }
        let mut out = String::new();
        Writer { style, voice: Voice::Answer, work: None }.append_record(self, &mut out)?;
        Ok(vec![out])
    }
}

impl Record {
    /// The answer as the page that a command prints.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when the text is too long to be written.
    pub fn page(&self, sheet: Sheet) -> Result<Vec<String>, Error> {
        self.shape().page.map_or_else(|| self.lines(sheet.style), |page| page(self, sheet))
    }
}

/// The answer as the papers write it.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lines(Style::Unicode) {
            Ok(lines) => f.pad(&lines.join("\n")),
            Err(error) => write!(f, "({error})"),
        }
    }
}

impl Writer<'_> {
    fn append(&self, datum: &Datum, out: &mut String) -> Result<(), Error> {
        let style = self.style;
        let words = |words: &str| in_text(words, style);
        match datum {
            Datum::Game(game) => out.push_str(&game.write(style)?),
            Datum::Integer(n) if style == Style::Latex && *n < 0 => {
                out.push_str(&format!(r"\overline{{{}}}", n.unsigned_abs()));
            }
            Datum::Integer(n) => out.push_str(&n.to_string()),
            Datum::Count(n) => out.push_str(&n.number.to_string()),
            Datum::Boolean(yes) => out.push_str(&words(match (self.voice, yes) {
                (Voice::Expression, true) => "true",
                (Voice::Expression, false) => "false",
                (Voice::Answer, true) => "yes",
                (Voice::Answer, false) => "no",
            })),
            Datum::Outcome(outcome) => out.push_str(&write_outcome(*outcome, style)),
            Datum::Relation(relation) => out.push_str(&write_relation(*relation, style)),
            Datum::Player(player) => out.push_str(&words(&player.to_string())),
            Datum::Universe(modulus) => out.push_str(&modulus.write(style)?),
            Datum::Text(text) => out.push_str(&text.write(style)?),
            Datum::Function(function) => out.push_str(function.written()),
            Datum::Picture(picture) => out.push_str(&picture.text()),
            Datum::Nothing => out.push_str(&words("none")),
            Datum::Record(record) => self.append_record(record, out)?,
            Datum::List(list) => self.append_list(list, out)?,
        }
        let Some(work) = self.work else { return Ok(()) };
        let longest = work.notation(style).max_bytes;
        if out.len() > longest {
            return Err(work.budget().exhausted(Limit::Text(longest)).into());
        }
        Ok(())
    }

    fn append_list(&self, list: &List, out: &mut String) -> Result<(), Error> {
        out.push('[');
        // Games are written together: what follows from several is examined once.
        let mut games = write_each(&list.games(), self.style)?.into_iter();
        for (at, item) in list.items().iter().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            match item {
                Datum::Game(_) => out.extend(games.next()),
                other => self.append(other, out)?,
            }
            if let Some(work) = self.work {
                work.budget().step()?;
            }
        }
        out.push(']');
        Ok(())
    }

    fn append_record(&self, record: &Record, out: &mut String) -> Result<(), Error> {
        if record.is_missing() {
            return self.append(&Datum::Nothing, out);
        }
        if self.voice == Voice::Answer
            && let Some(sentence) = record.sentence()
        {
            out.push_str(&sentence.write(self.style)?);
            return Ok(());
        }
        match (record.shape().plain, self.work) {
            (Plain::First, _) => return self.append(&record.fields()[0], out),
            (Plain::Made(make), Some(work)) => return self.append(&make(record, work)?, out),
            (Plain::Itself, _) | (Plain::Made(_), None) => {}
        }
        let fields = record.shape().fields.iter().zip(record.fields());
        let given = fields.filter(|(field, datum)| {
            !matches!((field.kind, datum), (Kind::IfAny(_) | Kind::WhyNull, Datum::Nothing))
        });
        for (at, (field, datum)) in given.enumerate() {
            if at > 0 {
                out.push_str("; ");
            }
            out.push_str(&in_text(&format!("{}: ", field.name), self.style));
            match (field.kind, datum) {
                (Kind::GameIfShort, Datum::Game(game)) => {
                    out.push_str(
                        &game.write_if_short(self.style)?.unwrap_or_else(|| in_text("none", self.style)),
                    );
                }
                _ => self.append(datum, out)?,
            }
        }
        Ok(())
    }
}

/// A list of games as text.
pub(crate) fn write_list(list: &List, style: Style) -> Result<String, Error> {
    let mut out = String::new();
    Writer { style, voice: Voice::Answer, work: None }.append_list(list, &mut out)?;
    Ok(out)
}

/// The games of one workspace as text.
pub(crate) fn write_each(games: &[Game], style: Style) -> Result<Vec<String>, Error> {
    let Some(first) = games.first() else { return Ok(Vec::new()) };
    first.workspace().write_each(games, style)
}

/// The players for whom something holds, in a word.
pub(crate) fn players(holds: [bool; 2]) -> &'static str {
    match holds {
        [true, true] => "both",
        [true, false] => "Left",
        [false, true] => "Right",
        [false, false] => "neither",
    }
}

/// The players for whom something holds.
pub(crate) fn strong_players(holds: [bool; 2]) -> impl Iterator<Item = Player> {
    Player::BOTH.into_iter().filter(move |player| holds[player.index()])
}

fn write_relation(relation: Relation, style: Style) -> String {
    match (relation, style) {
        (Relation::Incomparable, Style::Latex) => r"\parallel".to_owned(),
        _ => relation.to_string(),
    }
}

/// An outcome as it is written in a style: a script letter in LaTeX.
pub fn write_outcome(outcome: Outcome, style: Style) -> String {
    match style {
        Style::Latex => format!(r"\mathcal{{{outcome}}}"),
        Style::Unicode | Style::Ascii => outcome.to_string(),
    }
}
