//! Texts: words with games in them, which every style writes in its own way.

use std::borrow::Cow;
use std::sync::Arc;

use misere_core::Limit;
use misere_notation::{Notation, Style};

use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;

/// Words, with `%` where a game or a formula stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    words: Cow<'static, str>,
    holes: Vec<Hole>,
}

/// A game or a formula in a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Hole {
    /// A game, with the names of waiting games.
    Game(Game),
    /// Several games, with commas between them.
    Games(Vec<Game>),
    /// One of two games, the one at this place, if the texts of both are short; otherwise a name
    /// for it.
    Short(Arc<[(Game, Formula); 2]>, usize),
    /// A universe.
    Universe(Modulus),
    /// A formula.
    Formula(Formula),
}

/// A formula in ASCII, in Unicode and in LaTeX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula(pub [Cow<'static, str>; 3]);

impl Formula {
    pub(crate) const fn new(ascii: &'static str, unicode: &'static str, latex: &'static str) -> Formula {
        Formula([Cow::Borrowed(ascii), Cow::Borrowed(unicode), Cow::Borrowed(latex)])
    }

    /// A formula that is written in each style.
    pub(crate) fn in_styles(write: impl Fn(Style) -> Result<String, Error>) -> Result<Formula, Error> {
        let [ascii, unicode, latex] = [Style::Ascii, Style::Unicode, Style::Latex].map(write);
        Ok(Formula([ascii?.into(), unicode?.into(), latex?.into()]))
    }

    fn write(&self, style: Style) -> &str {
        let [ascii, unicode, latex] = &self.0;
        match style {
            Style::Ascii => ascii,
            Style::Unicode => unicode,
            Style::Latex => latex,
        }
    }
}

impl Text {
    /// A text without games.
    #[must_use]
    pub fn plain(words: impl Into<String>) -> Text {
        Text { words: Cow::Owned(words.into()), holes: Vec::new() }
    }

    /// Words with a hole for each `%`.
    pub(crate) fn new(words: impl Into<Cow<'static, str>>, holes: Vec<Hole>) -> Text {
        let words = words.into();
        debug_assert_eq!(words.matches('%').count(), holes.len(), "{words}");
        Text { words, holes }
    }

    /// A formula alone.
    pub(crate) fn formula(formula: Formula) -> Text {
        Text::new("%", vec![Hole::Formula(formula)])
    }

    /// The words of a text without games.
    #[must_use]
    pub fn as_plain(&self) -> Option<&str> {
        self.holes.is_empty().then_some(&*self.words)
    }

    /// The text in a style. In LaTeX, words of a text with games are set as text.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a game is too long to be written.
    pub fn write(&self, style: Style) -> Result<String, Error> {
        self.write_within(style, None)
    }

    /// The text in a style, in which a game of more than `longest` bytes is left to its rank.
    pub(crate) fn write_within(&self, style: Style, longest: Option<usize>) -> Result<String, Error> {
        if self.holes.is_empty() {
            return Ok(self.words.clone().into_owned());
        }
        let formulas = self.holes.iter().map(|hole| hole.write(style, longest));
        Ok(say(&self.words, &formulas.collect::<Result<Vec<_>, _>>()?, style))
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.len() + self.holes.len() * size_of::<Hole>()
    }
}

impl Hole {
    /// Two games with names for them, which are used if one of the games is long.
    pub(crate) fn short(both: [(Game, Formula); 2]) -> [Hole; 2] {
        let both = Arc::new(both);
        [0, 1].map(|place| Hole::Short(both.clone(), place))
    }

    fn write(&self, style: Style, longest: Option<usize>) -> Result<String, Error> {
        const SHORT: usize = 200;
        let written = |game: &Game| write(game, style, longest);
        Ok(match self {
            Hole::Game(game) => written(game)?,
            Hole::Games(games) => games.iter().map(written).collect::<Result<Vec<_>, _>>()?.join(", "),
            Hole::Short(both, place) => {
                let texts = both.each_ref().map(|(game, _)| game.write_within(style, SHORT));
                match texts {
                    [Some(first), Some(second)] => [first, second][*place].clone(),
                    _ => both[*place].1.write(style).to_owned(),
                }
            }
            Hole::Universe(modulus) => modulus.write(style)?,
            Hole::Formula(formula) => formula.write(style).to_owned(),
        })
    }
}

/// A game as it stands in a sentence, with the names of waiting games.
fn write(game: &Game, style: Style, longest: Option<usize>) -> Result<String, Error> {
    let work = game.workspace();
    let usual = work.notation(style);
    let max_bytes = longest.map_or(usual.max_bytes, |longest| longest.min(usual.max_bytes));
    let notation = Notation { waiting_games: true, max_bytes, ..usual };
    match notation.write(work.forms(), game.form()) {
        Err(exhausted) if longest.is_some() && matches!(exhausted.limit, Limit::Text(_)) => {
            Ok(in_text(&format!("(a game of rank {})", game.rank()), style))
        }
        written => Ok(written?),
    }
}

/// Words with formulas in the places of `%`.
pub(crate) fn say(words: &str, formulas: &[String], style: Style) -> String {
    let mut said = String::new();
    let mut formulas = formulas.iter();
    for (at, part) in words.split('%').enumerate() {
        if at > 0 {
            said.push_str(formulas.next().expect("a formula for each place"));
        }
        if !part.is_empty() {
            said.push_str(&in_text(part, style));
        }
    }
    said
}

/// Words in a formula.
pub(crate) fn in_text(words: &str, style: Style) -> String {
    match style {
        Style::Latex => format!(r"\text{{{words}}}"),
        Style::Unicode | Style::Ascii => words.to_owned(),
    }
}
