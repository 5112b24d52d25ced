//! Answers as values, and how they are written.

use std::fmt;

use misere_core::{Outcome, Player, Relation};
use misere_impartial::Genus;
use misere_notation::Style;
use num_bigint::BigUint;

use crate::constructions::Reduced;
use crate::error::Error;
use crate::game::Game;
use crate::modulus::{Invertibility, Separation};
use crate::steps::Steps;
use crate::workspace::Workspace;

/// The answer to a question.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A game, or `None` if no game is the answer.
    Game(Option<Game>),
    /// Several games.
    Games(Vec<Game>),
    /// The relation of two games.
    Relation(Relation),
    /// The outcome, or `None` if the game has no outcome.
    Outcome(Option<Outcome>),
    /// A truth value.
    Boolean(bool),
    /// Whether a game has an inverse.
    Invertibility(Box<Invertibility>),
    /// Two truth values, for Left and for Right: whether a game is strong, or an end, for them.
    Players([bool; 2]),
    /// A number, or `None` if no number is the answer.
    Number(Option<u32>),
    /// A number of any size.
    Count(BigUint),
    /// A game that tells two games apart, or `None` if no game does.
    Separation(Option<Separation>),
    /// The facts about a game that refer to no universe.
    Facts(Box<Facts>),
    /// Random games, and the seed that gives them again.
    Sample {
        /// The games.
        games: Vec<Game>,
        /// The seed.
        seed: u32,
    },
    /// The genus of an impartial game.
    Genus(Genus),
    /// The steps from a game to its simplest form.
    Steps(Box<Steps>),
    /// Whether nothing in a game can be simplified.
    Reduced(Box<Reduced>),
}

/// The facts about a game that refer to no universe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The game.
    pub game: Game,
    /// The formal birthday.
    pub rank: u32,
    /// The misère outcome.
    pub outcome: Outcome,
    /// The outcome under normal play, if the game is ordinary.
    pub normal_outcome: Option<Outcome>,
    /// The conjugate.
    pub conjugate: Game,
    /// The adjoint.
    pub adjoint: Game,
    /// Whether the game is in I.
    pub impartial: bool,
    /// Whether the game is in D.
    pub dicot: bool,
    /// Whether the game is in E.
    pub dead_ending: bool,
    /// Whether the game is in B.
    pub blocking: bool,
    /// Whether no follower has outcome 𝓟.
    pub p_free: bool,
    /// The edges of the game tree, a tombstone being one edge.
    pub tree_edges: BigUint,
    /// The edges when equal subtrees are drawn once.
    pub dag_edges: u64,
}

impl Workspace {
    /// The facts about a game that refer to no universe.
    ///
    /// # Errors
    /// [`Error::Foreign`] or [`Error::Exhausted`].
    pub fn facts(&self, game: &Game) -> Result<Facts, Error> {
        let (forms, g) = (self.forms(), self.own(game)?);
        Ok(Facts {
            game: game.clone(),
            rank: forms.rank(g),
            outcome: forms.outcome(g),
            normal_outcome: forms.normal_outcome(g),
            conjugate: game.conjugate()?,
            adjoint: game.adjoint()?,
            impartial: forms.is_impartial(g),
            dicot: forms.is_dicot(g),
            dead_ending: forms.is_dead_ending(g),
            blocking: forms.is_blocking(g),
            p_free: forms.is_p_free(g),
            tree_edges: forms.tree_edges(g)?,
            dag_edges: forms.dag_edges(g)?,
        })
    }
}

impl Answer {
    /// The answer as a line of text.
    pub fn write(&self, style: Style) -> Result<String, Error> {
        let none = || Ok(in_text("none", style));
        match self {
            Answer::Game(Some(game)) => game.write(style),
            Answer::Game(None) | Answer::Outcome(None) | Answer::Number(None) | Answer::Separation(None) => {
                none()
            }
            Answer::Games(games) => write_list(games, style),
            Answer::Relation(relation) => Ok(write_relation(*relation, style)),
            Answer::Outcome(Some(outcome)) => Ok(write_outcome(*outcome, style)),
            Answer::Boolean(yes) => Ok(in_text(if *yes { "yes" } else { "no" }, style)),
            Answer::Invertibility(found) => write_invertibility(found, style),
            Answer::Players(strong) => Ok(in_text(players(*strong), style)),
            Answer::Number(Some(number)) => Ok(number.to_string()),
            Answer::Count(number) => Ok(number.to_string()),
            Answer::Separation(Some(Separation { game, starter })) => {
                let game = game.write(style)?;
                Ok(format!("{game}{}", in_text(&format!(" with {starter} moving first"), style)))
            }
            Answer::Facts(facts) => {
                Ok(format!("rank {}, outcome {}", facts.rank, write_outcome(facts.outcome, style)))
            }
            Answer::Sample { games, seed } => {
                Ok(format!("{}{}", write_list(games, style)?, in_text(&format!(" with seed {seed}"), style)))
            }
            Answer::Genus(genus) => Ok(genus.write(style)),
            Answer::Steps(steps) => {
                let steps = steps.steps.iter().map(|step| step.write(&steps.modulus, style));
                Ok(steps.collect::<Result<Vec<_>, _>>()?.join("; "))
            }
            Answer::Reduced(reduced) => write_reduced(reduced, style),
        }
    }
}

impl Answer {
    /// The answer as lines of text: a long game has names, and below it is what they stand
    /// for.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when the text is too long to be written.
    pub fn lines(&self, style: Style) -> Result<Vec<String>, Error> {
        match self {
            Answer::Game(Some(game)) => game.lines(style),
            Answer::Separation(Some(Separation { game, starter })) => {
                let mut lines = game.lines(style)?;
                lines[0].push_str(&in_text(&format!(" with {starter} moving first"), style));
                Ok(lines)
            }
            Answer::Steps(steps) => steps.lines(style),
            _ => Ok(vec![self.write(style)?]),
        }
    }
}

impl Answer {
    /// Whether the question was decided. An answer that was not says what is known nevertheless.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        match self {
            Answer::Invertibility(found) => found.is_invertible().is_some(),
            _ => true,
        }
    }
}

/// The answer as the papers write it.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.write(Style::Unicode) {
            Ok(text) => f.pad(&text),
            Err(error) => write!(f, "({error})"),
        }
    }
}

/// Yes or no, or that it is not known; with the inverse, if it is not the conjugate; and for a game
/// that equals no game of the universe, whether it makes 0 with its conjugate.
fn write_invertibility(found: &Invertibility, style: Style) -> Result<String, Error> {
    let words = |words: &str| in_text(words, style);
    let conjugate = found.game.conjugate()?;
    let u = found.modulus.write(style)?;
    let zero = |inverse: &Game, cancels: bool| {
        let (g, h) = texts_of_summands(&found.game, inverse, style);
        let is = match (cancels, style) {
            (true, Style::Unicode) => "≡",
            (true, Style::Ascii) => "=",
            (true, Style::Latex) => r"\equiv",
            (false, Style::Unicode) => "≢",
            (false, Style::Ascii) => "!=",
            (false, Style::Latex) => r"\not\equiv",
        };
        format!("{g} + ({h}) {is} 0{}{u}", words(" modulo "))
    };
    match (&found.inverse, found.none_up_to) {
        (Some(inverse), _) if *inverse == conjugate => return Ok(words("yes")),
        (Some(inverse), _) => return Ok(format!("{}{}", words("yes: "), zero(inverse, true))),
        (None, None) if found.element.is_some() => return Ok(words("no")),
        _ => {}
    }
    let opening = match found.none_up_to {
        None => format!("{}{u}{}", words("no: no game of "), words(" makes 0 with it")),
        Some(rank) => {
            format!(
                "{}{u}{}",
                words("unknown: no game of "),
                words(&format!(" of rank at most {rank} makes 0 with it"))
            )
        }
    };
    let closing = words(if found.cancels { ", though " } else { ", and " });
    Ok(format!("{opening}{closing}{}", zero(&conjugate, found.cancels)))
}

/// A game G and a game H, or their names where one is long.
fn texts_of_summands(g: &Game, h: &Game, style: Style) -> (String, String) {
    const SHORT: usize = 200;
    let short = |game: &Game| game.write_within(style, SHORT);
    let name = match style {
        _ if g.conjugate().as_ref() != Ok(h) => "H",
        Style::Latex => r"\overline{G}",
        _ => "~G",
    };
    match (short(g), short(h)) {
        (Some(g), Some(h)) => (g, h),
        _ => ("G".to_owned(), name.to_owned()),
    }
}

/// Yes or no; and if not, the simplest form.
fn write_reduced(reduced: &Reduced, style: Style) -> Result<String, Error> {
    if reduced.holds() {
        return Ok(in_text("yes", style));
    }
    let which = if reduced.modulus.has_order() { "simplest" } else { "canonical" };
    let opening = in_text(&format!("no: its {which} form is "), style);
    let closing = match reduced.is_canonical {
        Some(true) => in_text(", but it is its canonical form", style),
        _ => String::new(),
    };
    Ok(format!("{opening}{}{closing}", reduced.simplest.write(style)?))
}

/// The players for whom a game is strong, in a word.
#[must_use]
pub fn players(strong: [bool; 2]) -> &'static str {
    match strong {
        [true, true] => "both",
        [true, false] => "Left",
        [false, true] => "Right",
        [false, false] => "neither",
    }
}

/// Words in a formula.
pub(crate) fn in_text(words: &str, style: Style) -> String {
    match style {
        Style::Latex => format!(r"\text{{{words}}}"),
        Style::Unicode | Style::Ascii => words.to_owned(),
    }
}

pub(crate) fn write_relation(relation: Relation, style: Style) -> String {
    match (relation, style) {
        (Relation::Incomparable, Style::Latex) => r"\parallel".to_owned(),
        _ => relation.to_string(),
    }
}

pub(crate) fn write_outcome(outcome: Outcome, style: Style) -> String {
    match style {
        Style::Latex => format!(r"\mathcal{{{outcome}}}"),
        Style::Unicode | Style::Ascii => outcome.to_string(),
    }
}

fn write_list(games: &[Game], style: Style) -> Result<String, Error> {
    Ok(format!("[{}]", write_each(games, style)?.join(", ")))
}

/// The games of one workspace as text.
pub(crate) fn write_each(games: &[Game], style: Style) -> Result<Vec<String>, Error> {
    let Some(first) = games.first() else { return Ok(Vec::new()) };
    first.workspace().write_each(games, style)
}

/// The players for whom a game is strong.
pub(crate) fn strong_players(strong: [bool; 2]) -> impl Iterator<Item = Player> {
    Player::BOTH.into_iter().filter(move |player| strong[player.index()])
}
