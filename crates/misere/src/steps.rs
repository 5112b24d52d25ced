//! The simplification of a game, told step by step.

use misere_core::{Form, Operation, Player};
#[cfg(feature = "pictures")]
use misere_draw::{Label, Scene, TreeStyle};
use misere_notation::{Notation, Style};
use serde_json::{Map, Value, json};

use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::questions::{JSON_STYLE, in_text};

/// The steps from a game to its simplest form modulo a universe, or under normal play.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The game.
    pub game: Game,
    /// The modulus.
    pub modulus: Modulus,
    /// The steps, in the order in which they are taken.
    pub steps: Vec<Step>,
    /// The simplest form, to which the last step leads.
    pub simplest: Game,
}

/// A step of the simplification of a game.
#[derive(Clone, Debug)]
pub struct Step {
    /// The follower that the step simplifies, as it is before the step.
    pub of: Game,
    /// Whether the follower is the whole game.
    pub is_whole: bool,
    /// The player whose option or tombstone the step concerns.
    pub player: Player,
    /// The operation of the step.
    pub operation: Operation<Game>,
    /// The follower after the step.
    pub becomes: Game,
    /// The whole game after the step.
    pub whole: Game,
}

impl Modulus {
    /// The steps from a game to its simplest form: which option is bypassed, eliminated or
    /// replaced by a tombstone, which tombstone is erased, and why (\[universe\] section 5).
    ///
    /// ```
    /// use misere::{Style, Workspace};
    /// let work = Workspace::new();
    /// let steps = work.modulo("D")?.steps(&work.game("{0,*|*}")?)?;
    /// assert_eq!(steps.simplest.to_string(), "{0,■|*}");
    /// assert_eq!(steps.steps[0].source(&steps.modulus), "[universe] Lemma 5.14, [day-2] section 3");
    /// # Ok::<(), misere::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] modulo I, for a game with tombstones under normal play, or when a limit was
    /// reached.
    pub fn steps(&self, g: &Game) -> Result<Steps, Error> {
        self.ordered("simplest form", "ask for the canonical form")?;
        let work = self.workspace();
        // Of several reasons the first is told, and which one is first goes by the order of
        // handles: see `Modulus::apart`.
        let (apart, [form]) = self.apart([work.own(g)?])?;
        let engine = apart.ordered("simplest form", "ask for the canonical form")?;
        let adopt = |form: &Form| work.adopt(&Game::new(apart.workspace(), *form));
        let mut steps = Vec::new();
        let mut before = form;
        for step in engine.steps(form)? {
            steps.push(Step {
                of: adopt(&step.of)?,
                is_whole: step.of == before,
                player: step.player,
                operation: step.operation.try_map(adopt)?,
                becomes: adopt(&step.becomes)?,
                whole: adopt(&step.whole)?,
            });
            before = step.whole;
        }
        Ok(Steps { game: g.clone(), modulus: self.clone(), steps, simplest: adopt(&before)? })
    }
}

impl Steps {
    /// The simplest form, and below it each step with the game after it.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a game is too long to be written.
    pub fn lines(&self, style: Style) -> Result<Vec<String>, Error> {
        let mut lines = vec![self.simplest.write(style)?];
        for (number, step) in (1..).zip(&self.steps) {
            let told = step.write(&self.modulus, style)?;
            lines.push(format!("  {}{told}", in_text(&format!("{number}. "), style)));
            lines.push(format!("     {}", write(&step.whole, style)?));
        }
        if self.steps.is_empty() {
            let nothing = "  no option is dominated or reversible, and no tombstone can be erased";
            lines.push(in_text(nothing, style));
        }
        Ok(lines)
    }

    /// The steps in JSON.
    pub(crate) fn json(&self) -> Result<Vec<Map<String, Value>>, Error> {
        self.steps.iter().map(|step| step.json(&self.modulus)).collect()
    }
}

#[cfg(feature = "pictures")]
impl Steps {
    /// The trees of the game and of the game after each step, below each other, each under a line
    /// that tells the step.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a game is too long to be written.
    pub fn draw(&self, style: &TreeStyle<'_>) -> Result<Scene, Error> {
        const GAP: f64 = 14.0;
        let mut scenes = vec![self.game.draw(style)?];
        for (number, step) in (1..).zip(&self.steps) {
            let [unicode, latex] = [Style::Unicode, Style::Latex]
                .map(|style| step.title(number, style))
                .map(|title| title.unwrap_or_else(|| format!("{number}. {}", step.name())));
            scenes.push(Scene::caption(Label::new(unicode, latex)));
            scenes.push(step.whole.draw(style)?);
        }
        Ok(Scene::column(scenes, GAP))
    }

    /// The trees of the game and of the game after each step, drawn with characters, each under
    /// the line that tells the step.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a game is too long to be written.
    pub fn draw_text(&self, style: &TreeStyle<'_>, words: Style) -> Result<String, Error> {
        let mut text = self.game.draw_text(style)?.trim_end().to_owned();
        for (number, step) in (1..).zip(&self.steps) {
            let told = step.write(&self.modulus, words)?;
            let numbered = in_text(&format!("{number}. "), words);
            let tree = step.whole.draw_text(style)?;
            text.push_str(&format!("\n\n{numbered}{told}\n\n{}", tree.trim_end()));
        }
        Ok(text)
    }
}

#[cfg(feature = "pictures")]
impl Step {
    /// The step in a few words, as the title of a tree, unless a game is long.
    fn title(&self, number: usize, style: Style) -> Option<String> {
        const SHORT: usize = 60;
        let short = |game: &Game| game.write_within(style, SHORT);
        let player = self.player;
        let (words, mut formulas) = match &self.operation {
            Operation::Bypass { option, through } => {
                (format!("{player}'s % is bypassed through %"), vec![short(option)?, short(through)?])
            }
            Operation::Eliminate { option, by } => {
                (format!("{player}'s % is dominated by %"), vec![short(option)?, short(by)?])
            }
            Operation::Replace { option, through, .. } => (
                format!("{player}'s % is atomic reversible through %"),
                vec![short(option)?, short(through)?],
            ),
            Operation::Erase { .. } => (format!("{player}'s tombstone is erased"), vec![]),
        };
        let mut words = format!("{number}. {words}");
        if !self.is_whole {
            words.push_str(" in %");
            formulas.push(short(&self.of)?);
        }
        Some(say(&words, &formulas, style))
    }
}

impl Step {
    /// The operation in a word.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.operation {
            Operation::Bypass { .. } => "bypass",
            Operation::Eliminate { .. } => "eliminate",
            Operation::Replace { .. } => "replace",
            Operation::Erase { .. } => "erase",
        }
    }

    /// The lemma by which the step keeps the value, and the source of the word fundamental.
    #[must_use]
    pub fn source(&self, modulus: &Modulus) -> &'static str {
        match self.operation {
            _ if modulus.is_normal_play() => "Normal play",
            Operation::Eliminate { .. } => "[universe] Lemma 5.12",
            Operation::Bypass { .. } => "[universe] Lemma 5.13",
            Operation::Replace { .. } => "[universe] Lemma 5.14, [day-2] section 3",
            Operation::Erase { .. } => "[universe] Lemma 5.16",
        }
    }

    /// The step in words, with its source.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a game is too long to be written.
    pub fn write(&self, modulus: &Modulus, style: Style) -> Result<String, Error> {
        let written = |game: &Game| write(game, style);
        let player = self.player;
        let of = written(&self.of)?;
        // Left gains by an answer below the game, Right by one above it.
        let relation = match (player, style) {
            (Player::Left, Style::Unicode) => "≥",
            (Player::Left, Style::Ascii) => ">=",
            (Player::Left, Style::Latex) => r"\geq",
            (Player::Right, Style::Unicode) => "≤",
            (Player::Right, Style::Ascii) => "<=",
            (Player::Right, Style::Latex) => r"\leq",
        };
        let (words, formulas) = match &self.operation {
            Operation::Eliminate { option, by } => {
                let words = format!("{player}'s option % is dominated by %: it is eliminated");
                (words, vec![written(option)?, written(by)?])
            }
            Operation::Bypass { option, through } => {
                let through = written(through)?;
                let open = if modulus.is_normal_play() { "" } else { "open " };
                let words = format!(
                    "{player}'s option % is {open}reversible through %: % % %. It is bypassed: {player}'s \
                     options in % take its place"
                );
                let relation = relation.to_owned();
                (
                    words,
                    vec![written(option)?, through.clone(), of.clone(), relation, through.clone(), through],
                )
            }
            Operation::Replace { option, through, fundamental } => {
                let through = written(through)?;
                let mut formulas =
                    vec![written(option)?, through.clone(), of.clone(), relation.to_owned(), through];
                let needed = match fundamental {
                    None => format!("{player} is strong without it, so that it is not fundamental"),
                    Some(end) if end.rank() == 0 => {
                        format!("Without it {player}, moving first, loses: it is fundamental")
                    }
                    Some(end) => {
                        formulas.push(written(end)?);
                        format!(
                            "Without it {player}, moving first, loses the sum with the {player} end %: it is \
                             fundamental"
                        )
                    }
                };
                let words = format!(
                    "{player}'s option % is atomic reversible through the {player} end %: % % %. {needed}. A \
                     tombstone takes its place"
                );
                (words, formulas)
            }
            Operation::Erase { tests } => {
                let mut formulas = vec![written(&self.becomes)?];
                let is_end = self.becomes.options(player).is_empty();
                let why = if is_end {
                    format!("% is a {player} end, and ends are strong")
                } else if tests.is_empty() {
                    format!("% is strong for {player} without it")
                } else {
                    formulas.push(tests.iter().map(written).collect::<Result<Vec<_>, _>>()?.join(", "));
                    format!("% is strong for {player}, who moving first wins its sum with each of %")
                };
                (format!("{player}'s tombstone is erased: {why}"), formulas)
            }
        };
        let told = say(&words, &formulas, style);
        let place = if self.is_whole { String::new() } else { say("in %: ", &[of], style) };
        let source = in_text(&format!(". {}", self.source(modulus)), style);
        Ok(format!("{place}{told}{source}"))
    }

    fn json(&self, modulus: &Modulus) -> Result<Map<String, Value>, Error> {
        let form = |game: &Game| game.write(JSON_STYLE);
        let (option, by, fundamental, ends) = match &self.operation {
            Operation::Bypass { option, through: by } | Operation::Eliminate { option, by } => {
                (Some(option), Some(by), None, vec![])
            }
            Operation::Replace { option, through, fundamental } => (
                Some(option),
                Some(through),
                Some(fundamental.is_some()),
                fundamental.iter().map(form).collect::<Result<Vec<_>, _>>()?,
            ),
            Operation::Erase { tests } => {
                (None, None, None, tests.iter().map(form).collect::<Result<Vec<_>, _>>()?)
            }
        };
        let object = json!({
            "operation": self.name(),
            "player": self.player.to_string(),
            "of": form(&self.of)?,
            "option": option.map(form).transpose()?,
            "by": by.map(form).transpose()?,
            "fundamental": fundamental,
            "ends": ends,
            "becomes": form(&self.becomes)?,
            "form": form(&self.whole)?,
            "text": self.write(modulus, JSON_STYLE)?,
            "source": self.source(modulus),
        });
        let Value::Object(object) = object else { unreachable!("an object was written") };
        Ok(object)
    }
}

/// A game as it stands in a sentence, with the names of waiting games.
fn write(game: &Game, style: Style) -> Result<String, Error> {
    let work = game.workspace();
    let notation = Notation { waiting_games: true, ..work.notation(style) };
    Ok(notation.write(work.forms(), game.form())?)
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
