//! The workspace: a store, the engines that were asked for, and the notation.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Instant;

use misere_core::{
    Account, Budget, Exhausted, Form, Forms, Limit, Limits, Setting, Statistics, Tombstones, UniverseId,
};
use misere_notation::{
    Hole, NamedTexts, Notation, ParseError, Style, TombstoneSign, UniverseExpression, UniverseNames,
    parse_form_with, parse_universe_with_holes, structural_order, structural_order_within,
};

use misere_rulesets::{Position, Ruleset};

use crate::error::Error;
use crate::game::Game;
use crate::modulus::{Modulus, Shared};
use crate::positions::{OwnRulesets, PositionCalls};
use crate::progress::Progress;
use crate::registry::{ALL_GAMES, DICOTS, NORMAL_PLAY, Registry, STANDARD};
use crate::stored::{Kept, ValueStore};

/// A store of games together with an engine for each universe that was asked about. A
/// workspace is a handle: clones share everything, also between threads.
///
/// ```
/// use misere::{Relation, Workspace};
/// let work = Workspace::new();
/// let (g, zero) = (work.game("{0,*|*}")?, work.game("0")?);
/// let d = work.modulo("D")?;
/// assert_eq!(d.simplest(&g)?.to_string(), "{0,■|*}");
/// assert_eq!(d.compare(&g, &zero)?, Relation::Greater);
/// # Ok::<(), misere::Error>(())
/// ```
#[derive(Clone)]
pub struct Workspace(Arc<Inner>);

struct Inner {
    forms: Arc<Forms>,
    moduli: Mutex<HashMap<UniverseId, Arc<Shared>>>,
    registry: RwLock<Registry>,
    rulesets: RwLock<OwnRulesets>,
    setup: Setup,
    /// Where values are kept beyond this process, if they are.
    kept: Option<Kept>,
    progress: Progress,
}

/// How a workspace is set up.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The limits on memory and time.
    pub limits: Limits,
    /// How many threads work on large questions. No answer depends on their number.
    pub threads: usize,
    /// The sign for tombstones.
    pub tombstone: TombstoneSign,
    /// The most bytes that games are written with: longer texts are an error.
    pub longest_text: usize,
    /// How a limit is moved, as whoever asks would do it.
    pub limit_help: fn(Limit) -> Option<&'static str>,
}

impl Default for Setup {
    /// The default limits, as many threads as the machine has, ■, and texts of up to 16 MiB.
    fn default() -> Setup {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let Notation { tombstone, max_bytes, .. } = Notation::default();
        Setup { limits: Limits::default(), threads, tombstone, longest_text: max_bytes, limit_help: |_| None }
    }
}

impl Default for Workspace {
    fn default() -> Workspace {
        Workspace::new()
    }
}

impl Workspace {
    /// A workspace with the default setup.
    #[must_use]
    pub fn new() -> Workspace {
        Workspace::with_setup(Setup::default())
    }

    /// A workspace with these limits, whose clock starts now.
    #[must_use]
    pub fn with_limits(limits: Limits) -> Workspace {
        Workspace::with_setup(Setup { limits, ..Setup::default() })
    }

    /// A workspace with this setup, whose clock starts now.
    #[must_use]
    pub fn with_setup(setup: Setup) -> Workspace {
        let made = Instant::now();
        let budget = Budget::with_clock(setup.limits, Box::new(move || made.elapsed()));
        Workspace::with_budget(Arc::new(budget), setup)
    }

    /// A workspace whose questions spend from this budget. The limits are those of the budget,
    /// not those of the setup.
    #[must_use]
    pub fn with_budget(budget: Arc<Budget>, setup: Setup) -> Workspace {
        Workspace::over(budget, Registry::default(), OwnRulesets::default(), setup, None)
    }

    fn over(
        budget: Arc<Budget>,
        registry: Registry,
        rulesets: OwnRulesets,
        setup: Setup,
        store: Option<Arc<dyn ValueStore>>,
    ) -> Workspace {
        Workspace(Arc::new(Inner {
            forms: Arc::new(Forms::with_budget(budget)),
            moduli: Mutex::default(),
            registry: RwLock::new(registry),
            rulesets: RwLock::new(rulesets),
            setup: Setup { threads: setup.threads.max(1), ..setup },
            kept: store.map(Kept::new),
            progress: Progress::default(),
        }))
    }

    /// An empty workspace with the same setup, universes, rulesets, budget and store of values.
    /// The memory of this workspace is given back when its last handle goes.
    #[must_use]
    pub fn fresh(&self) -> Workspace {
        self.fresh_over(self.kept().map(|kept| kept.store.clone()))
    }

    /// An empty workspace that differs from this one in its store of values alone.
    pub(crate) fn fresh_over(&self, store: Option<Arc<dyn ValueStore>>) -> Workspace {
        let (registry, rulesets) = (self.registry().clone(), self.rulesets().clone());
        Workspace::over(self.budget().clone(), registry, rulesets, self.0.setup, store)
    }

    /// An empty workspace with copies of some forms, whose handles there have the order of the
    /// structure. Which of several games or replies is found first goes by the order of handles.
    /// In this workspace the handles go by what was asked before, and by threads; apart from it
    /// they do not, so that whatever is chosen depends on the forms alone.
    pub(crate) fn apart<const N: usize>(&self, some: [Form; N]) -> Result<(Workspace, [Form; N]), Error> {
        let fresh = self.fresh();
        let copies = fresh.forms().import_in_order(self.forms(), &some)?;
        Ok((fresh, copies.try_into().expect("one copy of each")))
    }

    /// An empty workspace with the same setup, universes, rulesets and store of values, and with a
    /// budget of its own, whose clock starts now: for a thread that answers beside this one.
    #[must_use]
    pub fn with_own_budget(&self) -> Workspace {
        let made = Instant::now();
        let limits = self.budget().limits();
        let budget = Arc::new(Budget::with_clock(limits, Box::new(move || made.elapsed())));
        let (registry, rulesets) = (self.registry().clone(), self.rulesets().clone());
        let store = self.kept().map(|kept| kept.store.clone());
        Workspace::over(budget, registry, rulesets, self.0.setup, store)
    }

    /// How a limit is moved, as whoever asks would do it.
    pub(crate) fn limit_help(&self, limit: Limit) -> Option<&'static str> {
        (self.0.setup.limit_help)(limit)
    }

    /// A limit that was reached, and how to move it.
    pub(crate) fn limit_in_words(&self, exhausted: &Exhausted) -> String {
        let limit = match exhausted.limit {
            Limit::Text(_) => exhausted.limit.to_string(),
            _ => exhausted.to_string(),
        };
        let help = self.limit_help(exhausted.limit);
        help.map_or_else(|| limit.clone(), |help| format!("{limit}; {help}"))
    }

    pub(crate) fn progress_of(&self) -> &Progress {
        &self.0.progress
    }

    pub(crate) fn kept(&self) -> Option<&Kept> {
        self.0.kept.as_ref()
    }

    /// The budget that all questions spend from.
    #[must_use]
    pub fn budget(&self) -> &Arc<Budget> {
        self.0.forms.budget()
    }

    /// The store below, for programs that use [`misere::core`](crate::core) beside the
    /// workspace.
    #[must_use]
    pub fn forms(&self) -> &Arc<Forms> {
        &self.0.forms
    }

    /// How many threads work on large questions.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.0.setup.threads
    }

    /// The notation of this workspace in a style.
    #[must_use]
    pub fn notation(&self, style: Style) -> Notation {
        let Setup { tombstone, longest_text, .. } = self.0.setup;
        Notation { tombstone, max_bytes: longest_text, ..Notation::new(style) }
    }

    /// The games as text, with names for what is long and occurs more than once.
    ///
    /// # Errors
    /// [`Error::Foreign`], or [`Error::Exhausted`] when the text is too long to be written.
    pub fn write_with_names(&self, games: &[Game], style: Style) -> Result<NamedTexts, Error> {
        Ok(self.notation(style).write_with_names(self.forms(), &self.own_all(games)?)?)
    }

    /// Each of the games as text.
    ///
    /// # Errors
    /// [`Error::Foreign`], or [`Error::Exhausted`] when a text is too long to be written.
    pub fn write_each(&self, games: &[Game], style: Style) -> Result<Vec<String>, Error> {
        Ok(self.notation(style).write_each(self.forms(), &self.own_all(games)?)?)
    }

    /// Counts of what all engines have done so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let moduli = self.0.moduli.lock().unwrap_or_else(PoisonError::into_inner);
        let each = moduli.values().map(|shared| shared.statistics());
        each.fold(Statistics::default(), |all, one| Statistics {
            values: all.values + one.values,
            comparisons: all.comparisons + one.comparisons,
            probes: all.probes + one.probes,
        })
    }

    /// Reads a game. Positions of rulesets may stand in it: `domineering(2x4) + *`.
    ///
    /// # Errors
    /// [`Error::Parse`] or [`Error::Exhausted`].
    pub fn game(&self, text: &str) -> Result<Game, Error> {
        Ok(Game::new(self, parse_form_with(self.forms(), text, &PositionCalls::new(self))?))
    }

    /// The game with these options and tombstones.
    ///
    /// ```
    /// use misere::{Tombstones, Workspace};
    /// let work = Workspace::new();
    /// let (zero, star) = (work.game("0")?, work.game("*")?);
    /// let g = work.game_of_options([&[zero, star.clone()], &[star]], Tombstones::default())?;
    /// assert_eq!(g, work.game("{0,*|*}")?);
    /// # Ok::<(), misere::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Foreign`] or [`Error::Exhausted`].
    pub fn game_of_options(&self, options: [&[Game]; 2], tombstones: Tombstones) -> Result<Game, Error> {
        let [left, right] = options.map(|games| self.own_all(games));
        Ok(Game::new(self, self.forms().make(&left?, &right?, tombstones)?))
    }

    /// The position that a text stands for, if the text is one position and nothing else:
    /// `domineering(2x4)`.
    #[must_use]
    pub fn position(&self, text: &str) -> Option<(Arc<dyn Ruleset>, Position)> {
        PositionCalls::new(self).read_single(text)
    }

    /// Reads several games, with commas or line breaks between them.
    ///
    /// # Errors
    /// [`Error::Parse`] with the place in the text, or [`Error::Exhausted`].
    pub fn game_list(&self, text: &str) -> Result<Vec<Game>, Error> {
        let mut games = Vec::new();
        for span in pieces(text) {
            let game = self.game(&text[span.clone()]).map_err(|error| match error {
                Error::Parse(ParseError { span: inner, problem, help, .. }) => {
                    let place = span.start + inner.start..span.start + inner.end;
                    ParseError::new(text, place, problem, help).into()
                }
                other => other,
            });
            games.push(game?);
        }
        Ok(games)
    }

    /// The modulus that the text names: a universe, `N` for normal play, or `I` for impartial
    /// games among themselves.
    ///
    /// # Errors
    /// [`Error::Parse`] or [`Error::Exhausted`].
    pub fn modulo(&self, text: &str) -> Result<Modulus, Error> {
        self.modulus(self.universe(text, &[])?)
    }

    /// The universe that a text names, in which holes may stand for games.
    pub(crate) fn universe(&self, text: &str, holes: &[Hole]) -> Result<UniverseExpression, Error> {
        if let Some(ruled) = self.ruled_universe(text)? {
            return Ok(ruled);
        }
        let (names, calls) = (self.universe_names(), PositionCalls::new(self));
        Ok(parse_universe_with_holes(self.forms(), text, &names, &calls, holes)?)
    }

    /// Normal play.
    pub fn normal_play(&self) -> Result<Modulus, Error> {
        self.modulo(NORMAL_PLAY)
    }

    /// The universe of all games.
    pub fn all_games(&self) -> Result<Modulus, Error> {
        self.modulo(ALL_GAMES)
    }

    /// The universe of dicots.
    pub fn dicots(&self) -> Result<Modulus, Error> {
        self.modulo(DICOTS)
    }

    /// The universes that questions are asked modulo by default.
    pub fn standard_moduli(&self) -> Result<Vec<Modulus>, Error> {
        STANDARD.iter().map(|name| self.modulo(name)).collect()
    }

    /// Registers a custom universe, so that questions to this workspace know its name: in
    /// the library, in the language and in batches.
    ///
    /// # Errors
    /// [`Error::BadName`] when the name is taken, or cannot be a name.
    pub fn register(&self, setting: Arc<dyn Setting>) -> Result<Modulus, Error> {
        let id = setting.id();
        self.0.registry.write().unwrap_or_else(PoisonError::into_inner).add(setting)?;
        self.modulus(UniverseExpression { name: id.to_string(), generators: None })
    }

    /// The modulus of a universe. The engine is made outside all locks, on which a progress bar
    /// or another thread may be waiting; if two threads make an engine, one is thrown away.
    pub(crate) fn modulus(&self, universe: UniverseExpression) -> Result<Modulus, Error> {
        let id = Registry::id(self.forms(), &universe)?;
        let known = |moduli: &HashMap<UniverseId, Arc<Shared>>| moduli.get(&id).cloned();
        let found = known(&self.0.moduli.lock().unwrap_or_else(PoisonError::into_inner));
        let shared = match found {
            Some(shared) => shared,
            None => {
                let registry = self.registry().clone();
                let context = registry.context(self.forms(), &universe, &id)?;
                let made = Arc::new(Shared { id: id.clone(), universe, context });
                let mut moduli = self.0.moduli.lock().unwrap_or_else(PoisonError::into_inner);
                moduli.entry(id).or_insert(made).clone()
            }
        };
        Ok(Modulus::new(self, shared))
    }

    /// The names of universes, for reading texts with universes in them.
    #[must_use]
    pub fn universe_names(&self) -> impl UniverseNames + 'static {
        self.registry().clone()
    }

    pub(crate) fn registry(&self) -> std::sync::RwLockReadGuard<'_, Registry> {
        self.0.registry.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn registry_lock(&self) -> &RwLock<Registry> {
        &self.0.registry
    }

    /// A form of the store as a game.
    pub(crate) fn game_of(&self, form: Form) -> Game {
        Game::new(self, form)
    }

    pub(crate) fn rulesets(&self) -> std::sync::RwLockReadGuard<'_, OwnRulesets> {
        self.0.rulesets.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn keep_ruleset(&self, name: String, ruleset: Arc<dyn Ruleset>) {
        self.0.rulesets.write().unwrap_or_else(PoisonError::into_inner).insert(name, ruleset);
    }

    /// Whether two handles are of one workspace.
    pub(crate) fn is(&self, other: &Workspace) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The form of a game of this workspace.
    pub(crate) fn own(&self, game: &Game) -> Result<Form, Error> {
        if self.is(game.workspace()) { Ok(game.form()) } else { Err(Error::Foreign) }
    }

    pub(crate) fn own_all(&self, games: &[Game]) -> Result<Vec<Form>, Error> {
        games.iter().map(|game| self.own(game)).collect()
    }

    /// Forms of the store as games, in the order in which options are written.
    pub(crate) fn games(&self, forms: &[Form]) -> Vec<Game> {
        structural_order(self.forms(), forms).into_iter().map(|form| Game::new(self, form)).collect()
    }

    /// Forms of the store as games, in the order in which options are written, within the limits
    /// of the workspace.
    pub(crate) fn list(&self, forms: &[Form]) -> Result<Vec<Game>, Error> {
        let sorted = structural_order_within(self.forms(), forms)?;
        let account = Account::new(self.budget().clone());
        account.charge(sorted.len() * (size_of::<Form>() + size_of::<Game>()))?;
        Ok(sorted.into_iter().map(|form| Game::new(self, form)).collect())
    }

    /// Games of another workspace, rebuilt in this one: what they share is rebuilt once.
    ///
    /// # Errors
    /// [`Error::Foreign`] for a game that is not of that workspace, or [`Error::Exhausted`].
    pub fn adopt_all(&self, from: &Workspace, games: &[Game]) -> Result<Vec<Game>, Error> {
        let forms = self.forms().import_all(from.forms(), &from.own_all(games)?)?;
        Ok(forms.into_iter().map(|form| Game::new(self, form)).collect())
    }

    /// A game of another workspace, rebuilt in this one.
    pub fn adopt(&self, game: &Game) -> Result<Game, Error> {
        Ok(Game::new(self, self.forms().import(game.workspace().forms(), game.form())?))
    }
}

/// The games of a list: the pieces between commas and line breaks outside brackets.
pub(crate) fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (at, character) in text.char_indices() {
        match character {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            ',' | '\n' if depth == 0 => {
                pieces.push((start..at, character));
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push((start..text.len(), '\n'));
    // A line may be empty, and may end in a comma.
    let is_blank =
        |(piece, end): &(Range<usize>, char)| text[piece.clone()].trim().is_empty() && *end == '\n';
    pieces.into_iter().filter(|piece| !is_blank(piece)).map(|(piece, _)| piece).collect()
}

impl fmt::Debug for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workspace").field("forms", &self.forms().len()).finish_non_exhaustive()
    }
}
