//! The simplification of a game, told step by step.

use misere_core::{Form, Operation, Player};
#[cfg(feature = "pictures")]
use misere_draw::{Label, Scene, TreeStyle};
use misere_notation::Style;

#[cfg(feature = "pictures")]
use crate::data::say;
use crate::data::{Datum, Field, Fields, Formula, Hole, Kind, List, Plain, Record, Shape, Text, in_text};
use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::workspace::Workspace;

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
        // Of several reasons the first is given, and which one is first goes by the order of
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

/// The steps of a simplification, and the simplest form.
pub(crate) const STEPS: Shape = Shape {
    lines: Some(lines),
    ..Shape::of(&[
        Field::new(
            "steps",
            Kind::List(&Kind::Record(&STEP)),
            "the steps, in the order in which they are taken",
        ),
        Field::new("form", Kind::Game, "the simplest form"),
    ])
};

/// A step of a simplification.
const STEP: Shape = Shape {
    name: "Step",
    help: "A step of the simplification of a game.",
    plain: Plain::Itself,
    ..Shape::of(&[
        Field::new(
            "operation",
            Kind::Word(&["bypass", "eliminate", "replace", "erase"]),
            "the operation: replace puts a tombstone in the place of an atomic reversible option, erase removes a tombstone",
        ),
        Field::new("player", Kind::Player, "the player whose option or tombstone it is"),
        Field::new("of", Kind::Game, "the follower before the step"),
        Field::new("option", Kind::Optional(&Kind::Game), "the option that goes; null for erase"),
        Field::new(
            "by",
            Kind::Optional(&Kind::Game),
            "the answer through which it reverses, or the option that dominates it; null for erase",
        ),
        Field::new(
            "fundamental",
            Kind::Optional(&Kind::Boolean),
            "for replace, whether the player is strong only because of the option; otherwise null",
        ),
        Field::new(
            "ends",
            Kind::List(&Kind::Game),
            "for a fundamental option, an end against which the player loses without it; for erase, the ends that decide that the follower stays strong, where finitely many do and it is not an end",
        ),
        Field::new("becomes", Kind::Game, "the follower after the step"),
        Field::new("form", Kind::Game, "the whole game after the step"),
        Field::new("text", Kind::Text, "the step in words"),
        Field::new("source", Kind::Text, "the lemma by which the step keeps the value"),
    ])
};

/// The simplest form, and below it each step with the game after it.
fn lines(steps: &Record, style: Style) -> Result<Vec<String>, Error> {
    let [Datum::List(steps), Datum::Game(simplest)] = steps.fields() else { return Ok(Vec::new()) };
    let mut lines = vec![simplest.write(style)?];
    for (number, step) in (1..).zip(steps.items()) {
        let Datum::Record(step) = step else { continue };
        if let (Some(Datum::Text(text)), Some(Datum::Game(whole))) = (step.get("text"), step.get("form")) {
            lines.push(format!("  {}{}", in_text(&format!("{number}. "), style), text.write(style)?));
            lines.push(format!("     {}", Text::new("%", vec![Hole::Game(whole.clone())]).write(style)?));
        }
    }
    if steps.items().is_empty() {
        let nothing = "  no option is dominated or reversible, and no tombstone can be erased";
        lines.push(in_text(nothing, style));
    }
    Ok(lines)
}

impl Steps {
    /// The steps and the simplest form as data.
    pub(crate) fn fields(self, work: &Workspace) -> Result<Fields<'_>, Error> {
        let each = self.steps.iter().map(|step| step.datum(&self.modulus, work));
        let steps = List::new(work.budget(), each.collect::<Result<_, _>>()?)?;
        Fields::new(work).and_datum(Datum::List(steps)).and(self.simplest)
    }
}

#[cfg(feature = "pictures")]
impl Steps {
    /// The trees of the game and of the game after each step, below each other, each under a line
    /// that describes the step.
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
    /// the line that describes the step.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a game is too long to be written.
    pub fn draw_text(&self, style: &TreeStyle<'_>, words: Style) -> Result<String, Error> {
        let mut text = self.game.draw_text(style)?.trim_end().to_owned();
        for (number, step) in (1..).zip(&self.steps) {
            let told = step.text(&self.modulus).write(words)?;
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
    #[must_use]
    pub fn text(&self, modulus: &Modulus) -> Text {
        let player = self.player;
        let hole = |game: &Game| Hole::Game(game.clone());
        // Left gains by an answer below the game, Right by one above it.
        let relation = || {
            Hole::Formula(match player {
                Player::Left => Formula::new(">=", "≥", r"\geq"),
                Player::Right => Formula::new("<=", "≤", r"\leq"),
            })
        };
        let (words, holes) = match &self.operation {
            Operation::Eliminate { option, by } => (
                format!("{player}'s option % is dominated by %: it is eliminated"),
                vec![hole(option), hole(by)],
            ),
            Operation::Bypass { option, through } => {
                let open = if modulus.is_normal_play() { "" } else { "open " };
                let words = format!(
                    "{player}'s option % is {open}reversible through %: % % %. It is bypassed: {player}'s \
                     options in % take its place"
                );
                let [a, b, c] = [hole(through), hole(through), hole(through)];
                (words, vec![hole(option), a, hole(&self.of), relation(), b, c])
            }
            Operation::Replace { option, through, fundamental } => {
                let mut holes = vec![hole(option), hole(through), hole(&self.of), relation(), hole(through)];
                let needed = match fundamental {
                    None => format!("{player} is strong without it, so that it is not fundamental"),
                    Some(end) if end.rank() == 0 => {
                        format!("Without it {player}, moving first, loses: it is fundamental")
                    }
                    Some(end) => {
                        holes.push(hole(end));
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
                (words, holes)
            }
            Operation::Erase { tests } => {
                let mut holes = vec![hole(&self.becomes)];
                let is_end = self.becomes.options(player).is_empty();
                let why = if is_end {
                    format!("% is a {player} end, and ends are strong")
                } else if tests.is_empty() {
                    format!("% is strong for {player} without it")
                } else {
                    holes.push(Hole::Games(tests.clone()));
                    format!("% is strong for {player}, who moving first wins its sum with each of %")
                };
                (format!("{player}'s tombstone is erased: {why}"), holes)
            }
        };
        let source = self.source(modulus);
        if self.is_whole {
            return Text::new(format!("{words}. {source}"), holes);
        }
        Text::new(format!("in %: {words}. {source}"), [vec![hole(&self.of)], holes].concat())
    }

    fn datum(&self, modulus: &Modulus, work: &Workspace) -> Result<Datum, Error> {
        let (option, by, fundamental, ends) = match &self.operation {
            Operation::Bypass { option, through: by } | Operation::Eliminate { option, by } => {
                (Some(option), Some(by), None, Vec::new())
            }
            Operation::Replace { option, through, fundamental } => (
                Some(option),
                Some(through),
                Some(fundamental.is_some()),
                Vec::from_iter(fundamental.clone()),
            ),
            Operation::Erase { tests } => (None, None, None, tests.clone()),
        };
        let fields = Fields::new(work).and(self.name())?.and(self.player)?.and(self.of.clone())?;
        let fields = fields.and(option.cloned())?.and(by.cloned())?.and(fundamental)?.and(ends)?;
        let fields = fields.and(self.becomes.clone())?.and(self.whole.clone())?;
        let fields = fields.and(self.text(modulus))?.and(self.source(modulus))?;
        Ok(Datum::Record(fields.record(&STEP)))
    }
}
