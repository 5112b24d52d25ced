//! The modulus of comparisons, and the questions it answers.

use std::fmt;
use std::sync::{Arc, OnceLock};

use misere_check::Certificate;
use misere_core::{
    Engine, Explainer, Form, Impartial, Inverse, Inversion, Player, Relation, Statistics, UniverseId,
};
use misere_notation::{Notation, Style, UniverseExpression, structural_order_within};

use crate::error::Error;
use crate::game::Game;
use crate::workspace::Workspace;

/// A universe, normal play, or the impartial games among themselves: the modulus by which
/// games of a workspace are compared. A modulus is a handle, made by
/// [`Workspace::modulo`](crate::Workspace::modulo).
///
/// ```
/// use misere::{Relation, Workspace};
/// let work = Workspace::new();
/// let (one, minus_one) = (work.game("1")?, work.game("-1")?);
/// let e = work.modulo("E")?;
/// assert_eq!(e.simplest(&(&one + &minus_one)?)?, work.game("0")?);
/// assert_eq!(e.compare(&one, &minus_one)?, Relation::Incomparable);
/// assert!(e.is_invertible(&one)?);
/// # Ok::<(), misere::Error>(())
/// ```
#[derive(Clone)]
pub struct Modulus {
    work: Workspace,
    shared: Arc<Shared>,
}

/// The state that all handles of a modulus share.
pub(crate) struct Shared {
    pub(crate) id: UniverseId,
    pub(crate) universe: UniverseExpression,
    pub(crate) context: Context,
}

/// The engine that questions are put to.
pub(crate) enum Context {
    /// A universe, or normal play.
    Ordered {
        engine: Arc<Engine>,
        /// The explainer, made when the first proof is wanted.
        explainer: OnceLock<Arc<Explainer>>,
    },
    /// Equality alone.
    Impartial(Box<Impartial>),
}

impl Context {
    pub(crate) fn ordered(engine: Engine) -> Context {
        Context::Ordered { engine: Arc::new(engine), explainer: OnceLock::new() }
    }
}

impl Shared {
    /// Counts of what the engine has done so far; nothing is counted modulo I.
    pub(crate) fn statistics(&self) -> Statistics {
        match &self.context {
            Context::Ordered { engine, .. } => engine.statistics(),
            Context::Impartial(_) => Statistics::default(),
        }
    }
}

/// A game X of the universe that shows G ≱ H: when `starter` moves first, Right wins
/// G + X and Left wins H + X.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separation {
    /// The game X.
    pub game: Game,
    /// Who moves first on both sums.
    pub starter: Player,
}

/// Whether a game G has an inverse: a game H *of the universe* with G + H ≡ 0 (\[blocking\]
/// section 4). G itself need not be a game of the universe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invertibility {
    /// The game G that was asked about.
    pub game: Game,
    /// The modulus.
    pub modulus: Modulus,
    /// A game of the universe that equals G: G itself if it is one.
    pub element: Option<Game>,
    /// Whether G plus its conjugate is 0, which for a game of the universe means that it is
    /// invertible.
    pub cancels: bool,
    /// The game H of the universe, if one was found: if there is an element, its conjugate.
    pub inverse: Option<Game>,
    /// Where it is not known whether there is an inverse, the largest number n for which no game
    /// of rank at most n is known to be one.
    pub none_up_to: Option<u32>,
}

impl Invertibility {
    /// Whether the game has an inverse; `None` where that is not known.
    #[must_use]
    pub fn is_invertible(&self) -> Option<bool> {
        self.none_up_to.is_none().then_some(self.inverse.is_some())
    }

    /// Whether the game has an inverse.
    ///
    /// # Errors
    /// [`Error::Undecided`] where that is not known.
    pub fn decided(&self) -> Result<bool, Error> {
        let Some(rank) = self.none_up_to else { return Ok(self.inverse.is_some()) };
        let universe = &self.modulus;
        Err(Error::Undecided {
            tried: format!("the games of {universe} of rank at most {rank}, none of which is an inverse"),
        })
    }
}

impl Modulus {
    pub(crate) fn new(work: &Workspace, shared: Arc<Shared>) -> Modulus {
        Modulus { work: work.clone(), shared }
    }

    /// Whether the name means the same in every process, so that values can be kept under it.
    pub(crate) fn is_lasting(&self) -> bool {
        self.work.registry().is_lasting(&self.shared.id)
    }

    /// The workspace of the modulus.
    #[must_use]
    pub fn workspace(&self) -> &Workspace {
        &self.work
    }

    /// The name, which belongs to no workspace: it can be saved, and read back with
    /// [`Workspace::modulo`](crate::Workspace::modulo).
    #[must_use]
    pub fn id(&self) -> UniverseId {
        self.shared.id.clone()
    }

    /// The name as text.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when the name is too long to be written.
    pub fn write(&self, style: Style) -> Result<String, Error> {
        Ok(self.work.notation(style).write_universe(self.work.forms(), &self.shared.universe)?)
    }

    /// The engine below, for programs that use [`misere::core`](crate::core) beside the
    /// workspace; `None` modulo I.
    #[must_use]
    pub fn engine(&self) -> Option<&Arc<Engine>> {
        match self.context() {
            Context::Ordered { engine, .. } => Some(engine),
            Context::Impartial(_) => None,
        }
    }

    /// Whether games have an order modulo this modulus, not only equality.
    #[must_use]
    pub fn has_order(&self) -> bool {
        self.engine().is_some()
    }

    /// Whether the modulus is a universe: neither normal play nor I.
    #[must_use]
    pub fn is_universe(&self) -> bool {
        self.engine().is_some_and(|engine| engine.universe().is_some())
    }

    /// Whether games are added modulo this modulus, so that some are invertible: not modulo a set
    /// of games that is not closed under sums and conjugates.
    #[must_use]
    pub fn has_sums(&self) -> bool {
        self.engine().and_then(|engine| engine.universe()).is_none_or(|universe| universe.is_parental())
    }

    /// Whether the modulus is normal play.
    #[must_use]
    pub fn is_normal_play(&self) -> bool {
        self.engine().is_some_and(|engine| !engine.setting().is_misere())
    }

    pub(crate) fn context(&self) -> &Context {
        &self.shared.context
    }

    /// The simplest form, with tombstones; under normal play the canonical form.
    ///
    /// # Errors
    /// [`Error`] modulo I, for a game with tombstones under normal play, or when a limit
    /// was reached.
    pub fn simplest(&self, g: &Game) -> Result<Game, Error> {
        let engine = self.ordered("simplest form", "ask for the canonical form")?;
        self.require_ordinary(&[g])?;
        self.game(engine.simplest(self.work.own(g)?)?)
    }

    /// The classical canonical form: of dicots modulo D, of dead-ending games modulo E, of
    /// ordinary games modulo M and under normal play, of impartial games modulo I.
    ///
    /// # Errors
    /// [`Error`] when the game has no canonical form, or a limit was reached.
    pub fn canonical(&self, g: &Game) -> Result<Game, Error> {
        let form = self.work.own(g)?;
        self.game(match self.context() {
            Context::Ordered { engine, .. } => {
                engine.canonical(form).map_err(|refused| self.with_culprit(refused))?
            }
            Context::Impartial(impartial) => impartial.canonical(form)?.ok_or(Error::NotImpartial)?,
        })
    }

    /// The representative of the class of a game: its simplest form, modulo I the canonical one.
    ///
    /// # Errors
    /// The errors of [`Modulus::simplest`] and [`Modulus::canonical`].
    pub fn representative(&self, g: &Game) -> Result<Game, Error> {
        if self.has_order() { self.simplest(g) } else { self.canonical(g) }
    }

    /// A game of the universe that equals `g`, if there is one.
    ///
    /// # Errors
    /// [`Error`] if the modulus is not a universe, or when a limit was reached.
    pub fn expansion(&self, g: &Game) -> Result<Option<Game>, Error> {
        let engine = self.ordered("expansion", PARENTAL)?;
        engine.expansion(self.work.own(g)?)?.map(|form| self.game(form)).transpose()
    }

    /// The least rank of a game of the universe that equals `g`, if there is one
    /// (\[universe\] section 3).
    ///
    /// # Errors
    /// [`Error`] if the modulus is not a universe, or when a limit was reached;
    /// [`Error::Undecided`] with bounds, if modulo B they differ.
    pub fn birthday(&self, g: &Game) -> Result<Option<u32>, Error> {
        let engine = self.ordered("birthday", PARENTAL)?;
        Ok(engine.birthday(self.work.own(g)?)?)
    }

    /// Whether `g` is a game of the universe; in D(A) up to equality: every Left end among the
    /// followers of `g` equals, modulo M, a sum, of rank at most its own, of Left ends that follow
    /// from A or from the conjugates of A, and every Right end the conjugate of such a sum; if all
    /// ends of A are dead, so are those of `g`. Modulo I, whether `g` is impartial; under normal
    /// play, whether `g` is ordinary.
    pub fn contains(&self, g: &Game) -> Result<bool, Error> {
        let form = self.work.own(g)?;
        match self.context() {
            Context::Ordered { engine, .. } => Ok(engine.contains(form)?),
            Context::Impartial(_) => Ok(self.work.forms().is_impartial(form)),
        }
    }

    /// How two games compare. Modulo I two games are equal or incomparable.
    ///
    /// # Errors
    /// [`Error`] when the games do not compare modulo this modulus, or a limit was reached.
    pub fn compare(&self, g: &Game, h: &Game) -> Result<Relation, Error> {
        let forms = [self.work.own(g)?, self.work.own(h)?];
        match self.context() {
            Context::Ordered { engine, .. } => {
                self.require_ordinary(&[g, h])?;
                Ok(engine.relation(forms[0], forms[1])?)
            }
            Context::Impartial(impartial) => {
                let equal = impartial.equal(forms[0], forms[1])?.ok_or(Error::NotImpartial)?;
                Ok(if equal { Relation::Equal } else { Relation::Incomparable })
            }
        }
    }

    /// A small game that shows g ≱ h, or `None` if g ≥ h.
    ///
    /// # Errors
    /// [`Error`] modulo I, for a game with tombstones under normal play, or when a limit
    /// was reached.
    pub fn separator(&self, g: &Game, h: &Game) -> Result<Option<Separation>, Error> {
        self.separator_for(g, h, None)
    }

    /// The modulus and some forms in a fresh workspace: see [`Workspace::apart`].
    pub(crate) fn apart<const N: usize>(&self, some: [Form; N]) -> Result<(Modulus, [Form; N]), Error> {
        let (fresh, some) = self.work.apart(some)?;
        Ok((fresh.modulo(self.id().as_str())?, some))
    }

    /// Whether `g` is strong for Left and for Right.
    ///
    /// # Errors
    /// [`Error`] if the modulus is not a universe, or when a limit was reached.
    pub fn strong(&self, g: &Game) -> Result<[bool; 2], Error> {
        let (engine, form) = (self.ordered("strength", PARENTAL)?, self.work.own(g)?);
        Ok([engine.is_strong(form, Player::Left)?, engine.is_strong(form, Player::Right)?])
    }

    /// Whether `g` has an inverse modulo this modulus.
    ///
    /// # Errors
    /// [`Error`] when the game does not compare modulo this modulus, or a limit was reached;
    /// [`Error::Undecided`] where it is not known whether the game has an inverse.
    pub fn is_invertible(&self, g: &Game) -> Result<bool, Error> {
        self.invertibility(g)?.decided()
    }

    /// Whether `g` has an inverse modulo this modulus, and which.
    ///
    /// ```
    /// use misere::Workspace;
    /// let work = Workspace::new();
    /// let d = work.modulo("D")?;
    /// // 1 + 1̄ is 0 modulo D, but 1̄ is not a dicot, and no dicot makes 0 with 1.
    /// let one = d.invertibility(&work.game("1")?)?;
    /// assert!(one.cancels && one.is_invertible() == Some(false));
    /// // {*,1̄|0} equals no dicot either, and has an inverse.
    /// let other = d.invertibility(&work.game("{*,-1|0}")?)?;
    /// assert!(other.element.is_none() && other.inverse == Some(work.game("{0|*}")?));
    /// # Ok::<(), misere::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] when the game does not compare modulo this modulus, or a limit was reached.
    pub fn invertibility(&self, g: &Game) -> Result<Invertibility, Error> {
        let form = self.work.own(g)?;
        let (Inversion { element, inverse }, cancels) = match self.context() {
            Context::Ordered { engine, .. } => {
                let found = engine.inversion(form)?;
                let cancels = match found {
                    Inversion { element: Some(element), inverse } if element == form => {
                        inverse != Inverse::None
                    }
                    _ => engine.cancels_with_conjugate(form)?,
                };
                (found, cancels)
            }
            Context::Impartial(impartial) => {
                if !self.work.forms().is_impartial(form) {
                    return Err(Error::NotImpartial);
                }
                let sum = self.work.forms().sum(form, form)?;
                let cancels = impartial.equal(sum, Form::ZERO)?.ok_or(Error::NotImpartial)?;
                let inverse = if cancels { Inverse::Is(form) } else { Inverse::None };
                (Inversion { element: Some(form), inverse }, cancels)
            }
        };
        let element = element.map(|element| Game::new(&self.work, element));
        let (inverse, none_up_to) = match inverse {
            Inverse::Is(inverse) => (Some(Game::new(&self.work, inverse)), None),
            Inverse::None => (None, None),
            Inverse::NoneUpTo(rank) => (None, Some(rank)),
        };
        Ok(Invertibility { game: g.clone(), modulus: self.clone(), element, cancels, inverse, none_up_to })
    }

    /// Whether all games of this universe are games of another, or may be added as if
    /// they were: dead ends are taken up to equality and may lie above those of the
    /// other (\[universe\] section 4). Normal play and I are inside no universe.
    pub fn is_inside(&self, other: &Modulus) -> Result<bool, Error> {
        let universe = |modulus: &Modulus| modulus.engine().cloned();
        let (Some(inner), Some(outer)) = (universe(self), universe(other)) else { return Ok(false) };
        match (inner.universe(), outer.universe()) {
            (Some(inner), Some(outer)) => Ok(inner.is_inside(self.work.forms(), outer)?),
            _ => Ok(false),
        }
    }

    /// A certificate of how two games compare.
    pub(crate) fn certify_relation(&self, g: Form, h: Form) -> Result<Certificate, Error> {
        let (apart, [g, h]) = self.apart([g, h])?;
        match apart.context() {
            Context::Ordered { .. } => Ok(apart.explainer()?.relation(g, h)?),
            Context::Impartial(impartial) => impartial.certify(g, h)?.ok_or(Error::NotImpartial),
        }
    }

    /// A certificate of the simplest form.
    pub(crate) fn certify_simplest(&self, g: Form) -> Result<Certificate, Error> {
        let (apart, [g]) = self.apart([g])?;
        Ok(apart.explainer()?.simplest(g)?)
    }

    /// A certificate that the game is strong, or not, for each player.
    pub(crate) fn certify_strength(&self, g: Form) -> Result<Certificate, Error> {
        let (apart, [g]) = self.apart([g])?;
        Ok(apart.explainer()?.strength(g)?)
    }

    /// A certificate that K + K̄ is 0, or is not, and that G is K.
    pub(crate) fn certify_invertible(&self, g: Form, k: Form) -> Result<Certificate, Error> {
        let (apart, [g, k]) = self.apart([g, k])?;
        match apart.context() {
            Context::Ordered { .. } => Ok(apart.explainer()?.invertible(g, k)?),
            Context::Impartial(impartial) => impartial.certify_invertible(g)?.ok_or(Error::NotImpartial),
        }
    }

    /// A certificate that H is a game of the universe, and that G + H is 0.
    pub(crate) fn certify_inverse(&self, g: Form, h: Form) -> Result<Certificate, Error> {
        let (apart, [g, h]) = self.apart([g, h])?;
        Ok(apart.explainer()?.inverse(g, h)?)
    }

    pub(crate) fn explainer(&self) -> Result<Arc<Explainer>, Error> {
        let Context::Ordered { engine, explainer } = self.context() else {
            return Err(self.no("order", self, "modulo I games are equal or not"));
        };
        if let Some(made) = explainer.get() {
            return Ok(made.clone());
        }
        let made = Arc::new(Explainer::new(engine.clone())?);
        Ok(explainer.get_or_init(|| made).clone())
    }

    fn game(&self, form: Form) -> Result<Game, Error> {
        Ok(Game::new(&self.work, form))
    }

    pub(crate) fn ordered(&self, question: &'static str, help: &'static str) -> Result<&Arc<Engine>, Error> {
        self.engine().ok_or_else(|| self.no(question, self, help))
    }

    /// The refusal of a question that does not make sense, or has no known answer.
    pub(crate) fn no(&self, question: &'static str, modulus: &Modulus, help: &'static str) -> Error {
        Error::Unsupported { question, universe: modulus.to_string(), help }
    }

    pub(crate) fn require_ordinary(&self, games: &[&Game]) -> Result<(), Error> {
        for form in games.iter().map(|game| self.work.own(game)) {
            if !self.work.forms().is_ordinary(form?) && self.is_normal_play() {
                return Err(Error::NotOrdinary);
            }
        }
        Ok(())
    }

    /// The error with the culprit written out, if it is short enough to help. Of several
    /// culprits the first in the order of writing is named, whatever was asked before.
    fn with_culprit(&self, refused: misere_core::Refused) -> Error {
        match refused {
            misere_core::Refused::NotInUniverse { form, culprit, .. } => {
                let culprit = self.first_culprit(form).unwrap_or(culprit);
                let notation = Notation { max_bytes: 200, ..self.work.notation(Style::Unicode) };
                let culprit = notation.write(self.work.forms(), culprit).ok();
                Error::NotInUniverse { universe: self.to_string(), culprit }
            }
            other => other.into(),
        }
    }

    /// The first follower, in the order of writing, that is not in the universe.
    fn first_culprit(&self, form: Form) -> Option<Form> {
        let (forms, engine) = (self.work.forms(), self.engine()?);
        let followers = structural_order_within(forms, &forms.followers_within(&[form]).ok()?).ok()?;
        followers.into_iter().find(|&f| engine.contains(f) == Ok(false))
    }
}

pub(crate) const PARENTAL: &str = "it needs a parental universe, such as E or D(-1)";

impl PartialEq for Modulus {
    fn eq(&self, other: &Modulus) -> bool {
        self.shared.id == other.shared.id && self.work.is(&other.work)
    }
}

impl Eq for Modulus {}

impl fmt::Display for Modulus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.write(Style::Unicode) {
            Ok(text) => f.pad(&text),
            Err(_) => write!(f, "{}(…)", self.shared.universe.name),
        }
    }
}

impl fmt::Debug for Modulus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Modulus({self})")
    }
}
