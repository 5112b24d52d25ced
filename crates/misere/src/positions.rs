//! Positions of rulesets, and their values.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use misere_core::{
    Account, Budget, EndKind, Engine, Exhausted, Form, Forms, Outcome, Player, Universe, Value,
};
use misere_notation::{CallError, Calls, ParseError, quoted};
use misere_rulesets::{
    Component, Convention, Memory, Method, NoMemory, Position, PositionGraph, Rewriting, RulesFileError,
    Ruleset, Sum, Unexplored, Winners, find_ruleset, is_ruleset_name, similar_name, takes_parameter,
};

use crate::adviser::Adviser;
use crate::error::Error;
use crate::game::Game;
use crate::modulus::{Context, Modulus};
use crate::registry::HOMES;
use crate::stored::{PositionKey, Recorder, RulesKey, StoredMethod, StoredValue};
use crate::workspace::Workspace;

/// The positions of one ruleset that were examined in a workspace.
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
    /// The rules as a store knows them, once they were wanted.
    rules: OnceLock<Option<Arc<RulesKey>>>,
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
    /// The positions of a ruleset, none of them examined yet.
    #[must_use]
    pub fn positions(&self, ruleset: Arc<dyn Ruleset>) -> Positions {
        let graph = PositionGraph::new(ruleset, self.budget().clone());
        Positions { work: self.clone(), graph, rules: OnceLock::new() }
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

    /// The universe to ask about positions modulo, where none is given: the one that the ruleset
    /// claims, or else the first of the usual homes in which they all lie.
    /// With it comes whether the ruleset claims it.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a limit was reached.
    pub fn home(&self, sums: &[Sum]) -> Result<(Modulus, bool), Error> {
        if let Some(home) = &self.graph.ruleset().description().home {
            return Ok((self.work.modulo(&home.universe)?, true));
        }
        for name in HOMES {
            let modulus = self.work.modulo(name)?;
            let Some(universe) = modulus.engine().and_then(|engine| engine.universe()) else { continue };
            let mut lies_inside = true;
            for &sum in sums {
                lies_inside = lies_inside && self.first_outside(sum, universe)?.is_none();
            }
            if lies_inside {
                return Ok((modulus, false));
            }
        }
        Ok((self.work.all_games()?, false))
    }

    /// The universe of [`Positions::home`] for positions that may not be explored yet: a claim of
    /// the ruleset is believed so far, and checked with the value.
    ///
    /// # Errors
    /// The errors of [`Positions::explore`] and [`Positions::home`].
    pub fn home_of(&mut self, positions: &[Position]) -> Result<(Modulus, bool), Error> {
        let mut sums = Vec::new();
        if self.graph.ruleset().description().home.is_none() {
            for position in positions {
                sums.push(self.explore(position)?);
            }
        }
        self.home(&sums)
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
            Context::Ordered { engine, .. } => engine.form(self.find_value(sum, modulus, engine, &how)?)?,
            Context::Impartial(impartial) => {
                impartial.canonical(self.graph.form(forms, sum)?)?.ok_or(Error::NotImpartial)?
            }
        };
        Ok(self.evaluation(form, modulus, how))
    }

    /// The value of a position that may not be explored yet. If the store of the workspace has it,
    /// it is not explored either.
    ///
    /// # Errors
    /// The errors of [`Positions::explore`] and [`Positions::value`].
    pub fn value_at(&mut self, position: &Position, modulus: &Modulus) -> Result<Evaluation, Error> {
        if let Some(kept) = self.stored_value(position, modulus)? {
            return Ok(kept);
        }
        let sum = self.explore(position)?;
        self.value(sum, modulus)
    }

    /// The value of a position from the store of the workspace, if it was asked about before;
    /// the position need not be explored. Without a store nothing is known.
    ///
    /// # Errors
    /// [`Error::Store`] when the store cannot be read, or [`Error::Exhausted`].
    pub fn stored_value(&self, position: &Position, modulus: &Modulus) -> Result<Option<Evaluation>, Error> {
        let ruleset = self.graph.ruleset();
        let (Some(kept), Some(rules), true) = (self.work.kept(), self.rules_key(), modulus.is_lasting())
        else {
            return Ok(None);
        };
        let key = PositionKey::new(rules, &**ruleset, position);
        let Some(StoredValue { form, how: Some(how) }) = kept.store.recall(&key, &modulus.id())? else {
            return Ok(None);
        };
        let form = kept.load_answer(self.work.forms(), form)?;
        let how = How { method: how.method, reason: how.reason };
        Ok(Some(self.evaluation(form, modulus, how)))
    }

    /// The values of a position and of positions that follow from it, which comes first. All are
    /// found in one pass. Where there is an order, the values of the engine come with them.
    ///
    /// # Errors
    /// The errors of [`Positions::explore`] and [`Positions::value`].
    pub(crate) fn values_at(
        &mut self,
        all: &[Position],
        modulus: &Modulus,
    ) -> Result<Vec<(Option<Value>, Evaluation)>, Error> {
        let sums = all.iter().map(|position| self.explore(position)).collect::<Result<Vec<Sum>, Error>>()?;
        let how = self.how(sums[0], modulus)?;
        let Context::Ordered { engine, .. } = modulus.context() else {
            return sums.iter().map(|&sum| Ok((None, self.value(sum, modulus)?))).collect();
        };
        let found = self.find_values(&sums, modulus, engine, &how)?;
        let with_form = |value| {
            let form = engine.form(value)?;
            Ok((Some(value), self.evaluation(form, modulus, how.clone())))
        };
        found.into_iter().map(with_form).collect()
    }

    fn evaluation(&self, form: Form, modulus: &Modulus, how: How) -> Evaluation {
        let form = Game::new(&self.work, form);
        let outcome = match modulus.is_normal_play() {
            true => form.normal_outcome().expect("a canonical form is ordinary"),
            false => form.outcome(),
        };
        Evaluation { form, outcome, how }
    }

    /// Finds a value, with the help of the store of the workspace if there is one.
    fn find_value(&self, sum: Sum, modulus: &Modulus, engine: &Engine, how: &How) -> Result<Value, Error> {
        let found = self.find_values(&[sum], modulus, engine, how)?;
        Ok(found[0])
    }

    /// Finds the values of sums that follow from the first. The first one is the answer that the
    /// store of the workspace keeps, if there is a store.
    fn find_values(
        &self,
        sums: &[Sum],
        modulus: &Modulus,
        engine: &Engine,
        how: &How,
    ) -> Result<Vec<Value>, Error> {
        let (Some(kept), Some(rules), true) = (self.work.kept(), self.rules_key(), modulus.is_lasting())
        else {
            return Ok(self.values_with(sums, engine, how.method, &NoMemory)?);
        };
        let recorder = Recorder::new(kept, &self.graph, engine, rules, modulus.id());
        let found = self.work.with_checkpoints(&|| recorder.hand_over(), || {
            let values = self.values_with(sums, engine, how.method, &recorder)?;
            let how = StoredMethod { method: how.method, reason: how.reason.clone() };
            recorder.answer(self.graph.components(sums[0]), values[0], how);
            Ok(values)
        });
        found.map_err(|exhausted| recorder.error(exhausted))
    }

    /// The values of sums that follow from the first, whose evaluation the others share.
    fn values_with(
        &self,
        sums: &[Sum],
        engine: &Engine,
        method: Method,
        memory: &dyn Memory,
    ) -> Result<Vec<Value>, Exhausted> {
        let threads = self.work.threads();
        if let [sum] = sums {
            return Ok(vec![self.graph.value_with(engine, *sum, method, threads, memory)?]);
        }
        let shared = Shared::new(memory, self.work.budget().clone());
        sums.iter().map(|&sum| self.graph.value_with(engine, sum, method, threads, &shared)).collect()
    }

    fn rules_key(&self) -> Option<Arc<RulesKey>> {
        self.rules.get_or_init(|| RulesKey::new(&**self.graph.ruleset()).map(Arc::new)).clone()
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
        let culprit_written = |culprit| self.graph.ruleset().write(&self.graph.position(culprit));
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

/// The values of one evaluation, which the next evaluation takes over. Sums that are not among them are
/// looked up in another memory.
struct Shared<'a> {
    found: Mutex<HashMap<Box<[Component]>, Value>>,
    next: &'a dyn Memory,
    account: Account,
}

impl<'a> Shared<'a> {
    fn new(next: &'a dyn Memory, budget: Arc<Budget>) -> Shared<'a> {
        Shared { found: Mutex::default(), next, account: Account::new(budget) }
    }
}

impl Memory for Shared<'_> {
    fn recall(&self, sum: &[Component]) -> Result<Option<Value>, Exhausted> {
        let known = self.found.lock().unwrap_or_else(PoisonError::into_inner).get(sum).copied();
        if known.is_some() { Ok(known) } else { self.next.recall(sum) }
    }

    /// Where there is no room, nothing is noted: the value is then found again.
    fn keep(&self, sum: &[Component], value: Value) {
        self.next.keep(sum, value);
        if self.account.charge(48 + size_of::<Value>() + size_of_val(sum)).is_ok() {
            self.found.lock().unwrap_or_else(PoisonError::into_inner).insert(sum.into(), value);
        }
    }
}

/// Positions of rulesets as calls in the notation: `domineering(2x4)`, `octal(0.77)(5)`.
pub(crate) struct PositionCalls<'a> {
    pub(crate) work: &'a Workspace,
    /// The number that a name in a position stands for, and whether the name was given around
    /// the position, so that it cannot be meant as a part of the board.
    pub(crate) numbers: &'a dyn Fn(&str) -> Option<(String, bool)>,
}

impl<'a> PositionCalls<'a> {
    /// Positions without names.
    pub(crate) fn new(work: &'a Workspace) -> PositionCalls<'a> {
        PositionCalls { work, numbers: &|_| None }
    }

    /// The position that a text stands for, if the text is one position, perhaps in parentheses.
    pub(crate) fn read_single(&self, text: &str) -> Option<(Arc<dyn Ruleset>, Position)> {
        let mut text = text.trim();
        while let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            text = inner.trim();
        }
        let (name, mut rest) = text.split_at(text.find('(')?);
        if !self.knows(name) {
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
        self.read(name, &arguments).ok()
    }

    /// Reads a position. A name stands for its number where the text as it is written is no
    /// position: boards are made of letters too.
    fn read(&self, name: &str, arguments: &[&str]) -> Result<(Arc<dyn Ruleset>, Position), CallError> {
        let as_written = read_call(self.work, name, arguments);
        let mut is_local = None;
        let mut is_changed = false;
        let filled: Vec<String> = arguments
            .iter()
            .map(|argument| {
                with_numbers(argument, |word| {
                    let (number, local) = (self.numbers)(word)?;
                    is_local = is_local.take().or(local.then(|| word.to_owned()));
                    is_changed = true;
                    Some(number)
                })
            })
            .collect();
        match (as_written, is_local) {
            (Ok(_), Some(word)) => Err(CallError::Other(format!(
                "`{word}` is a name and a part of the position: give the name another letter"
            ))),
            (Err(CallError::InArgument { .. } | CallError::Other(_)), _) if is_changed => {
                let filled: Vec<&str> = filled.iter().map(String::as_str).collect();
                read_call(self.work, name, &filled).map_err(|error| match error {
                    CallError::InArgument { index, error } => {
                        let written = filled.get(index).copied().unwrap_or_default();
                        CallError::Other(format!("in {}: {}", quoted(written), error.problem))
                    }
                    other => other,
                })
            }
            (Err(CallError::InArgument { index, mut error }), _) => {
                if let Some(name) = arguments.get(index).and_then(|argument| self.joined_name(argument)) {
                    error.help = Some(format!("put blanks around the name, as in `2 x {name}`"));
                }
                Err(CallError::InArgument { index, error })
            }
            (as_written, _) => as_written,
        }
    }

    /// A name for a number that was written without a blank before it: the n of `2xn`.
    fn joined_name<'t>(&self, argument: &'t str) -> Option<&'t str> {
        let words = argument.split(|c: char| !c.is_alphanumeric());
        words.into_iter().find_map(|word| {
            let ends = word.char_indices().skip(1).filter(|(_, c)| c.is_alphabetic());
            ends.map(|(at, _)| &word[at..]).find(|end| (self.numbers)(end).is_some())
        })
    }
}

impl Calls for PositionCalls<'_> {
    fn knows(&self, name: &str) -> bool {
        self.work.knows_ruleset(name)
    }

    fn help(&self, name: &str) -> Option<String> {
        similar_name(name).map(|similar| format!("did you mean the ruleset `{similar}`?"))
    }

    fn call(&self, forms: &Forms, name: &str, arguments: &[&str]) -> Result<Form, CallError> {
        let (ruleset, position) = self.read(name, arguments)?;
        let mut graph = PositionGraph::new(ruleset, forms.budget().clone());
        let sum = graph.explore(&position).map_err(|error| match error {
            Unexplored::Exhausted(exhausted) => CallError::Exhausted(exhausted),
            endless @ Unexplored::Endless(_) => CallError::Other(endless.to_string()),
        })?;
        graph.form(forms, sum).map_err(CallError::Exhausted)
    }
}

/// A text with numbers in the place of the words that stand for one. A word begins with a
/// letter, and no letter or digit stands before it.
fn with_numbers(text: &str, mut number: impl FnMut(&str) -> Option<String>) -> String {
    let belongs = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match belongs(first) {
            true => rest.find(|c| !belongs(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, behind) = rest.split_at(length);
        match first.is_alphabetic().then(|| number(word)).flatten() {
            Some(number) => out.push_str(&number),
            None => out.push_str(word),
        }
        rest = behind;
    }
    out
}

fn read_call(
    work: &Workspace,
    name: &str,
    arguments: &[&str],
) -> Result<(Arc<dyn Ruleset>, Position), CallError> {
    let parameters = usize::from(takes_parameter(name));
    if arguments.len() != parameters + 1 {
        let example = if parameters == 1 { "(PARAMETER)(POSITION)" } else { "(POSITION)" };
        return Err(CallError::Other(format!("`{name}` is written `{name}{example}`")));
    }
    let name = if parameters == 1 { format!("{name}({})", arguments[0]) } else { name.to_owned() };
    let ruleset = work.ruleset(&name).map_err(|error| CallError::Other(error.to_string()))?;
    let in_position = |error: ParseError| CallError::InArgument { index: parameters, error };
    let position = ruleset.read(arguments[parameters]).map_err(in_position)?;
    Ok((ruleset, position))
}

/// The name of a ruleset with this title: its letters and digits, with a hyphen for each blank.
fn name_of_title(title: &str) -> String {
    let words = title.split(|c: char| c.is_whitespace() || c == '-');
    let plain = words.map(|word| word.chars().filter(|c| c.is_alphanumeric()).collect::<String>());
    plain.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-").to_lowercase()
}

/// The rulesets of a workspace that were read from files, by name.
pub(crate) type OwnRulesets = BTreeMap<String, Arc<dyn Ruleset>>;

impl Workspace {
    /// Makes a ruleset known by its name: `my(1x3)` is a position of `my.rules`. A ruleset that
    /// was added under the same name is replaced.
    ///
    /// # Errors
    /// [`Error::BadRulesetName`] when the name has another meaning, or cannot be a name.
    pub fn add_ruleset(&self, ruleset: Arc<dyn Ruleset>) -> Result<(), Error> {
        let name = ruleset.description().name.clone();
        let refuse = |reason| Err(Error::BadRulesetName { name: name.clone(), reason });
        let is_word = name.split('-').all(|part| {
            part.starts_with(char::is_alphabetic) && part.chars().all(|c| c.is_alphanumeric() || c == '_')
        });
        if !is_word {
            return refuse("a ruleset is named by letters and digits, the first a letter: rename the file");
        }
        if crate::language::has_meaning(&name) || self.registry().names().any(|universe| universe == name) {
            return refuse("the name has a meaning already: rename the file");
        }
        self.keep_ruleset(name, ruleset);
        Ok(())
    }

    /// Reads the text of a rules file, and makes the ruleset known by its name. Without a name it
    /// has the one that its line `game` gives it: `game King's Clobber` is kings-clobber.
    ///
    /// # Errors
    /// [`Error::Parse`] with the place in the text, [`Error::Endless`], [`Error::BadRulesetName`] or
    /// [`Error::Exhausted`].
    pub fn load_rules(&self, name: Option<&str>, text: &str) -> Result<Arc<dyn Ruleset>, Error> {
        let universes = self.universe_names();
        let read = |name: &str| {
            Rewriting::read_within(name, text, &universes, self.budget()).map_err(|error| match error {
                RulesFileError::Parse(error) => Error::Parse(error),
                RulesFileError::Exhausted(exhausted) => exhausted.into(),
                RulesFileError::Endless(cycle) => Error::Endless(cycle),
            })
        };
        let rules: Arc<dyn Ruleset> = match name {
            Some(name) => Arc::new(read(name)?),
            None => Arc::new(read(&name_of_title(&read("rules")?.description().title))?),
        };
        self.add_ruleset(rules.clone())?;
        Ok(rules)
    }

    /// The ruleset of a name: one that was added, or one of the catalogue.
    ///
    /// # Errors
    /// [`Error::NoRuleset`] when there is none.
    pub fn ruleset(&self, name: &str) -> Result<Arc<dyn Ruleset>, Error> {
        match self.rulesets().get(name) {
            Some(ruleset) => Ok(ruleset.clone()),
            None => Ok(find_ruleset(name)?),
        }
    }

    /// The names of the rulesets that were added, in alphabetical order.
    #[must_use]
    pub fn own_rulesets(&self) -> Vec<String> {
        self.rulesets().keys().cloned().collect()
    }

    pub(crate) fn knows_ruleset(&self, name: &str) -> bool {
        self.rulesets().contains_key(name) || is_ruleset_name(name)
    }
}
