//! Positions of rulesets, and their values.

use std::sync::Arc;

use misere_core::{EndKind, Form, Forms, Outcome, Player, Universe};
use misere_notation::{CallError, Calls, ParseError};
use misere_rulesets::{
    Component, Convention, Method, Position, PositionGraph, Ruleset, Sum, Unexplored, Winners, find_ruleset,
    is_ruleset_name, similar_name, takes_parameter,
};

use crate::adviser::Adviser;
use crate::error::Error;
use crate::game::Game;
use crate::modulus::{Context, Modulus};
use crate::workspace::Workspace;

/// The positions of one ruleset that were looked at in a workspace.
///
/// ```
/// use misere::Workspace;
/// use misere::rulesets::find_ruleset;
/// let work = Workspace::new();
/// let mut domineering = work.positions(find_ruleset("domineering")?);
/// let board = domineering.read("2x4")?;
/// let value = domineering.value(board, &work.modulo("D({|-1,0})")?)?;
/// assert_eq!(value.form.to_string(), "{2,±1|0|||-1|0,■||·}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Positions {
    work: Workspace,
    graph: PositionGraph,
}

/// The value of a position modulo a universe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The simplest form; under normal play, and modulo I, the canonical form.
    pub form: Game,
    /// The outcome: modulo N the normal outcome, else the misère outcome.
    pub outcome: Outcome,
    /// How the value was found.
    pub how: How,
}

/// How the value of a position was found, and why that way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct How {
    /// Whether values of components were added.
    pub method: Method,
    /// The reason, in a few words.
    pub reason: String,
}

impl Workspace {
    /// The positions of a ruleset, none of them looked at yet.
    #[must_use]
    pub fn positions(&self, ruleset: Arc<dyn Ruleset>) -> Positions {
        Positions { work: self.clone(), graph: PositionGraph::new(ruleset, self.budget().clone()) }
    }
}

impl Positions {
    /// The ruleset of the positions.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<dyn Ruleset> {
        self.graph.ruleset()
    }

    /// The graph of the positions explored so far.
    #[must_use]
    pub fn graph(&self) -> &PositionGraph {
        &self.graph
    }

    /// Reads a position and follows all moves from it.
    ///
    /// # Errors
    /// [`Error::Parse`], [`Error::Endless`] or [`Error::Exhausted`].
    pub fn read(&mut self, text: &str) -> Result<Sum, Error> {
        let position = self.graph.ruleset().read(text)?;
        self.explore(&position)
    }

    /// Follows all moves from a position.
    ///
    /// # Errors
    /// [`Error::Endless`] or [`Error::Exhausted`].
    pub fn explore(&mut self, position: &Position) -> Result<Sum, Error> {
        Ok(self.graph.explore(position)?)
    }

    /// The game tree of a position.
    pub fn game(&self, sum: Sum) -> Result<Game, Error> {
        Ok(Game::new(&self.work, self.graph.form(self.work.forms(), sum)?))
    }

    /// The outcome, by playing out.
    pub fn outcome(&self, sum: Sum, convention: Convention) -> Result<Outcome, Error> {
        let mut winners = Winners::new(&self.graph, convention, self.work.forms());
        Ok(winners.outcome(self.graph.components(sum))?)
    }

    /// An adviser for play from positions that were explored.
    #[must_use]
    pub fn adviser(&self, convention: Convention) -> Adviser<'_> {
        Adviser::new(&self.graph, convention, self.work.forms())
    }

    /// The value of a position modulo a universe, under normal play, or modulo I.
    ///
    /// # Errors
    /// [`Error`] when a limit was reached, when a position that is not impartial is evaluated
    /// modulo I, or when the position is not in the universe that its ruleset claims.
    pub fn value(&self, sum: Sum, modulus: &Modulus) -> Result<Evaluation, Error> {
        let how = self.how(sum, modulus)?;
        let forms = self.work.forms();
        let form = match modulus.context() {
            Context::Ordered { engine, .. } => {
                let threads = self.work.threads();
                engine.form(self.graph.value(engine, sum, how.method, threads)?)?
            }
            Context::Impartial(impartial) => {
                impartial.canonical(self.graph.form(forms, sum)?)?.ok_or(Error::NotImpartial)?
            }
        };
        let form = Game::new(&self.work, form);
        let outcome = match modulus.is_normal_play() {
            true => form.normal_outcome().expect("a canonical form is ordinary"),
            false => form.outcome(),
        };
        Ok(Evaluation { form, outcome, how })
    }

    /// How to find the value. Values of components are added only inside the universe
    /// (\[universe\] Theorem 5.23). A claim of the ruleset is not believed but checked.
    fn how(&self, sum: Sum, modulus: &Modulus) -> Result<How, Error> {
        let how = |method, reason: String| Ok(How { method, reason });
        let Some(engine) = modulus.engine() else {
            return how(Method::WholeBoard, format!("the canonical form modulo {modulus} of the game tree"));
        };
        let Some(universe) = engine.universe() else {
            return how(Method::AddComponents, "values of normal play add".to_owned());
        };
        let about = self.graph.ruleset().description();
        let ends = universe.ends();
        if about.home.is_none() && ends.all && ends.kind == EndKind::Any {
            return how(Method::AddComponents, format!("every game lies in {modulus}"));
        }
        let culprit_written = |culprit| self.graph.ruleset().write(self.graph.position(culprit));
        let Some(home) = &about.home else {
            return match self.first_outside(sum, universe)? {
                None => {
                    how(Method::AddComponents, format!("the position and all that follow lie in {modulus}"))
                }
                Some(culprit) => {
                    let culprit = culprit_written(culprit);
                    how(Method::WholeBoard, format!("the end {culprit} does not lie in {modulus}"))
                }
            };
        };
        let home = self.work.modulo(&home.universe)?;
        let is_inside = home.is_inside(modulus)?;
        let home_kind = home.engine().and_then(|engine| engine.universe()).map(|home| home.ends().kind);
        let mut culprit = home_kind.and_then(|kind| self.wider_than(sum, kind));
        if culprit.is_none() && is_inside {
            culprit = self.first_outside(sum, universe)?;
        }
        if let Some(culprit) = culprit {
            let (ruleset, culprit) = (about.name.clone(), culprit_written(culprit));
            return Err(Error::FalseClaim { ruleset, home: home.to_string(), culprit });
        }
        if !is_inside {
            let reason = format!("{} lies in {home}, which is not inside {modulus}", about.name);
            return how(Method::WholeBoard, reason);
        }
        let inside = if home == *modulus { String::new() } else { format!(", inside {modulus}") };
        how(Method::AddComponents, format!("{} lies in {home}{inside}", about.name))
    }

    /// A component that follows from the sum and is an end that the universe does not admit,
    /// so that values must not be added.
    fn first_outside(&self, sum: Sum, universe: &dyn Universe) -> Result<Option<Component>, Error> {
        let ends = universe.ends();
        if let Some(culprit) = self.wider_than(sum, ends.kind) {
            return Ok(Some(culprit));
        }
        if ends.all {
            return Ok(None);
        }
        let (forms, kinds) = (self.work.forms(), self.graph.kinds());
        for component in self.graph.followers(sum) {
            let [left, right] = Player::BOTH.map(|player| kinds.is_end(component, player));
            if left != right {
                let player = if left { Player::Left } else { Player::Right };
                let end = self.graph.component_form(forms, component)?;
                if !universe.admits_end(forms, end, player)? {
                    return Ok(Some(component));
                }
            }
        }
        Ok(None)
    }

    /// A component that follows from the sum and is an end of a kind wider than `widest`.
    fn wider_than(&self, sum: Sum, widest: EndKind) -> Option<Component> {
        let kinds = self.graph.kinds();
        // Options come first: the first component that is too wide is itself such an end.
        self.graph.followers(sum).into_iter().find(|&component| kinds.kind(component) > widest)
    }
}

/// Rulesets as calls in the notation: `domineering(2x4)`, `octal(0.77)(5)`.
pub(crate) struct PositionsByName;

impl Calls for PositionsByName {
    fn knows(&self, name: &str) -> bool {
        is_ruleset_name(name)
    }

    fn help(&self, name: &str) -> Option<String> {
        similar_name(name).map(|similar| format!("did you mean the ruleset `{similar}`?"))
    }

    fn call(&self, forms: &Forms, name: &str, arguments: &[&str]) -> Result<Form, CallError> {
        let (ruleset, position) = read_call(name, arguments)?;
        let mut graph = PositionGraph::new(ruleset, forms.budget().clone());
        let sum = graph.explore(&position).map_err(|error| match error {
            Unexplored::Exhausted(exhausted) => CallError::Exhausted(exhausted),
            endless @ Unexplored::Endless(_) => CallError::Other(endless.to_string()),
        })?;
        graph.form(forms, sum).map_err(CallError::Exhausted)
    }
}

fn read_call(name: &str, arguments: &[&str]) -> Result<(Arc<dyn Ruleset>, Position), CallError> {
    let parameters = usize::from(takes_parameter(name));
    if arguments.len() != parameters + 1 {
        let example = if parameters == 1 { "(PARAMETER)(POSITION)" } else { "(POSITION)" };
        return Err(CallError::Other(format!("`{name}` is written `{name}{example}`")));
    }
    let name = if parameters == 1 { format!("{name}({})", arguments[0]) } else { name.to_owned() };
    let ruleset = find_ruleset(&name).map_err(|error| CallError::Other(error.to_string()))?;
    let in_position = |error: ParseError| CallError::InArgument { index: parameters, error };
    let position = ruleset.read(arguments[parameters]).map_err(in_position)?;
    Ok((ruleset, position))
}

/// The position that a text stands for, if the text is one position, perhaps in parentheses.
pub(crate) fn read_single_position(text: &str) -> Option<(Arc<dyn Ruleset>, Position)> {
    let mut text = text.trim();
    while let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        text = inner.trim();
    }
    let (name, mut rest) = text.split_at(text.find('(')?);
    if !is_ruleset_name(name) {
        return None;
    }
    let mut arguments = Vec::new();
    while !rest.is_empty() {
        let mut depth = 0usize;
        let (close, _) = rest.char_indices().find(|&(_, c)| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })?;
        arguments.push(rest.get(1..close)?);
        rest = rest[close + 1..].trim_start();
    }
    read_call(name, &arguments).ok()
}
