//! Positions of rulesets: boards, strips, heaps and graphs, and what they are worth.

use std::sync::Arc;

use misere_core::{Form, Forms, Modulo, Outcome, Player, Proviso};
use misere_notation::{CallError, Calls, ParseError, Style, UniverseName};
use misere_rulesets::{
    Component, Convention, Kind, Method, Position, PositionGraph, Ruleset, Sum, Unexplored, Winners,
    find_ruleset, is_ruleset_name, similar_name, takes_parameter,
};

use crate::adviser::Adviser;
use crate::engine::Engine;
use crate::error::Error;
use crate::workspace::Workspace;

/// The positions of one ruleset that were looked at in a workspace.
///
/// ```
/// use misere::{Style, Workspace};
/// use misere::rulesets::{Ruleset, find_ruleset};
/// let work = Workspace::new();
/// let mut domineering = work.positions(find_ruleset("domineering")?);
/// let board = domineering.read("2x4")?;
/// let value = domineering.value(board, &work.read_modulus("D({|-1,0})")?)?;
/// assert_eq!(work.write(value.form, Style::Unicode)?, "{2,±1|0|||-1|0,■||·}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Positions<'w> {
    work: &'w Workspace,
    graph: PositionGraph,
}

/// What a position is worth modulo a universe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The simplest form; under normal play, and modulo I, the canonical form.
    pub form: Form,
    /// The outcome: under normal play if that is what was asked, else misère.
    pub outcome: Outcome,
    /// How it was found.
    pub how: How,
}

/// How the value of a position was found, and why so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct How {
    /// Whether values of components were added.
    pub method: Method,
    /// The reason, in a few words.
    pub reason: String,
}

impl Workspace {
    /// A place to look at positions of a ruleset.
    #[must_use]
    pub fn positions(&self, ruleset: Arc<dyn Ruleset>) -> Positions<'_> {
        Positions { work: self, graph: PositionGraph::new(ruleset, self.forms().budget().clone()) }
    }

    /// Whether all games of a universe are games of another, or may be added as if
    /// they were: dead ends are taken up to equality and may lie above those of the
    /// other ([universe] section 4). Normal play and I are no universes.
    ///
    /// # Errors
    /// [`Error::Exhausted`].
    pub fn is_inside(&self, inner: &UniverseName, outer: &UniverseName) -> Result<bool, Error> {
        let size = |u: &UniverseName| match u {
            UniverseName::D => Some(0),
            UniverseName::Generated(_) => Some(1),
            UniverseName::E => Some(2),
            UniverseName::B => Some(3),
            UniverseName::M => Some(4),
            UniverseName::I | UniverseName::N => None,
        };
        let (Some(small), Some(large)) = (size(inner), size(outer)) else { return Ok(false) };
        let (UniverseName::Generated(ends), true) = (inner, small >= large) else {
            return Ok(small <= large);
        };
        let covers = |engine: &Engine| match engine {
            Engine::Generated(modulo) => {
                let covers = |&end| modulo.proviso().covers(self.forms(), end, Player::Left);
                ends.iter().map(covers).try_fold(true, |all, one| Ok::<_, Error>(all && one?))
            }
            // D(0) is D.
            Engine::D(_) => Ok(ends.iter().all(|&end| end == Form::ZERO)),
            _ => Ok(false),
        };
        covers(&*self.engine(outer)?)
    }
}

impl Positions<'_> {
    /// The rules.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<dyn Ruleset> {
        self.graph.ruleset()
    }

    /// What was explored.
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
    ///
    /// # Errors
    /// [`Error::Exhausted`].
    pub fn form(&self, sum: Sum) -> Result<Form, Error> {
        Ok(self.graph.form(self.work.forms(), sum)?)
    }

    /// The outcome, by playing out.
    ///
    /// # Errors
    /// [`Error::Exhausted`].
    pub fn outcome(&self, sum: Sum, convention: Convention) -> Result<Outcome, Error> {
        let mut winners = Winners::new(&self.graph, convention, self.work.forms());
        Ok(winners.outcome(self.graph.components(sum))?)
    }

    /// An adviser for play from positions that were explored.
    #[must_use]
    pub fn adviser(&self, convention: Convention) -> Adviser<'_> {
        Adviser::new(&self.graph, convention, self.work.forms())
    }

    /// What a position is worth modulo a universe, under normal play, or modulo I.
    ///
    /// # Errors
    /// [`Error`] when a limit was reached, when the position is not impartial and I
    /// was asked for, or when it is not where its ruleset claims.
    pub fn value(&self, sum: Sum, modulus: &UniverseName) -> Result<Evaluation, Error> {
        let how = self.how(sum, modulus)?;
        let forms = self.work.forms();
        let engine = self.work.engine(modulus)?;
        let form = match &*engine {
            Engine::M(modulo) => self.simplest(modulo, sum, how.method)?,
            Engine::D(modulo) => self.simplest(modulo, sum, how.method)?,
            Engine::E(modulo) => self.simplest(modulo, sum, how.method)?,
            Engine::B(modulo) => self.simplest(modulo, sum, how.method)?,
            Engine::Generated(modulo) => self.simplest(modulo, sum, how.method)?,
            Engine::N(modulo) => self.simplest(modulo, sum, how.method)?,
            Engine::I(impartial) => impartial.canonical(self.form(sum)?)?.ok_or(Error::NotImpartial)?,
        };
        let outcome = match modulus {
            UniverseName::N => forms.normal_outcome(form).expect("a canonical form is ordinary"),
            _ => forms.outcome(form),
        };
        Ok(Evaluation { form, outcome, how })
    }

    fn simplest<P: Proviso>(&self, modulo: &Modulo<P>, sum: Sum, method: Method) -> Result<Form, Error> {
        let value = self.graph.value_with_threads(modulo, sum, method, self.work.threads())?;
        Ok(modulo.form(value)?)
    }

    /// Values of components are added only inside the universe ([universe] Theorem
    /// 5.23). A claim of the ruleset is not believed but looked at.
    fn how(&self, sum: Sum, modulus: &UniverseName) -> Result<How, Error> {
        let how = |method, reason: String| Ok(How { method, reason });
        let universe = self.work.write_modulus(modulus, Style::Unicode)?;
        match modulus {
            UniverseName::N => {
                return how(Method::AddComponents, "values of normal play add".to_owned());
            }
            UniverseName::I => {
                return how(Method::WholeBoard, "the canonical form modulo I of the game tree".to_owned());
            }
            _ => {}
        }
        let about = self.graph.ruleset().description();
        if about.home.is_none() && *modulus == UniverseName::M {
            return how(Method::AddComponents, "every game lies in M".to_owned());
        }
        let culprit_written = |culprit| self.graph.ruleset().write(self.graph.position(culprit));
        let Some(home) = &about.home else {
            return match self.first_outside(sum, modulus)? {
                None => {
                    how(Method::AddComponents, format!("the position and all that follow lie in {universe}"))
                }
                Some(culprit) => {
                    let culprit = culprit_written(culprit);
                    how(Method::WholeBoard, format!("the end {culprit} does not lie in {universe}"))
                }
            };
        };
        let home_name = self.work.read_modulus(&home.universe)?;
        let home = self.work.write_modulus(&home_name, Style::Unicode)?;
        let is_inside = self.work.is_inside(&home_name, modulus)?;
        let mut culprit = self.wider_than(sum, &home_name);
        if culprit.is_none() && is_inside {
            culprit = self.first_outside(sum, modulus)?;
        }
        if let Some(culprit) = culprit {
            let (ruleset, culprit) = (about.name.clone(), culprit_written(culprit));
            return Err(Error::FalseClaim { ruleset, home, culprit });
        }
        if !is_inside {
            let reason = format!("{} lies in {home}, which is not inside {universe}", about.name);
            return how(Method::WholeBoard, reason);
        }
        let inside = if home_name == *modulus { String::new() } else { format!(", inside {universe}") };
        how(Method::AddComponents, format!("{} lies in {home}{inside}", about.name))
    }

    /// A component that follows from the sum and, being an end, shows that the sum is
    /// not in the universe, as far as adding goes.
    fn first_outside(&self, sum: Sum, modulus: &UniverseName) -> Result<Option<Component>, Error> {
        if let Some(culprit) = self.wider_than(sum, modulus) {
            return Ok(Some(culprit));
        }
        let (forms, kinds) = (self.work.forms(), self.graph.kinds());
        let engine = self.work.engine(modulus)?;
        let Engine::Generated(modulo) = &*engine else { return Ok(None) };
        for component in self.graph.followers(sum) {
            let [left, right] = Player::BOTH.map(|player| kinds.is_end(component, player));
            if left != right {
                let player = if left { Player::Left } else { Player::Right };
                let end = self.graph.component_form(forms, component)?;
                if !modulo.proviso().covers(forms, end, player)? {
                    return Ok(Some(component));
                }
            }
        }
        Ok(None)
    }

    /// The same, as far as it can be told from the kinds of ends: for D(A) those of E.
    fn wider_than(&self, sum: Sum, modulus: &UniverseName) -> Option<Component> {
        let widest = match modulus {
            UniverseName::D => Kind::Dicot,
            UniverseName::E | UniverseName::Generated(_) => Kind::DeadEnding,
            UniverseName::B => Kind::Blocking,
            UniverseName::M | UniverseName::I | UniverseName::N => return None,
        };
        let kinds = self.graph.kinds();
        // Options come first: the first one that is too wide is so by itself.
        self.graph.followers(sum).into_iter().find(|&component| kinds.kind(component) > widest)
    }
}

/// Rulesets as names in the notation: `domineering(2x4)`, `octal(0.77)(5)`.
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

/// The position that a text is, if it is one and nothing else, parentheses aside.
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
