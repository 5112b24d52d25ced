//! The constructions of the papers' proofs as answers: downlinking games, test sets, expansions.

use misere_check::Certificate;
use misere_core::{Engine, Form, Outcome, Player, Universe};

use crate::error::Error;
use crate::game::Game;
use crate::modulus::{Context, Modulus, PARENTAL, Separation};

/// Whether nothing in a game can be simplified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// The game that was asked about.
    pub game: Game,
    /// The modulus.
    pub modulus: Modulus,
    /// The simplest form of the game; modulo I, its canonical form.
    pub simplest: Game,
    /// Whether the game is its own canonical form; `None` where it has none.
    pub is_canonical: Option<bool>,
}

impl Reduced {
    /// Whether the game is its own simplest form.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.game == self.simplest
    }
}

impl Modulus {
    /// A small game that shows g ≱ h when this player moves first, or `None` if g ≥ h. If g ≥ h
    /// fails, there is such a game for either starter (\[universe\] Lemma 5.8).
    ///
    /// # Errors
    /// [`Error`] modulo I, for a game with tombstones under normal play, or when a limit
    /// was reached.
    pub fn separator_for(
        &self,
        g: &Game,
        h: &Game,
        starter: Option<Player>,
    ) -> Result<Option<Separation>, Error> {
        let engine = self.ordered("separator", "modulo I games are equal or not")?;
        self.require_ordinary(&[g, h])?;
        let work = self.workspace();
        let pair = [work.own(g)?, work.own(h)?];
        if engine.ge(pair[0], pair[1])? {
            return Ok(None);
        }
        // Most pairs are separated by a small game, which is the same in every workspace.
        if let Some(small) = self.explainer()?.least_separator(pair[0], pair[1], starter)? {
            return Ok(Some(Separation { game: work.game_of(small.game), starter: small.starter }));
        }
        let (apart, [g, h]) = self.apart(pair)?;
        let found = apart.explainer()?.small_separator_for(g, h, starter)?;
        let separation = |s: misere_core::Separator| {
            let game = work.adopt(&Game::new(apart.workspace(), s.game))?;
            Ok::<_, Error>(Separation { game, starter: s.starter })
        };
        found.map(separation).transpose()
    }

    /// Whether g is downlinked to h: some T of the universe has o(g+T) ≤ 𝓟 ≤ o(h+T). Modulo I,
    /// whether g is linked to h: some impartial T makes 𝓟-positions of g+T and h+T (\[nim\]
    /// Definition 1).
    ///
    /// # Errors
    /// [`Error`] under normal play, for partizan games modulo I, or when a limit was reached.
    pub fn is_downlinked(&self, g: &Game, h: &Game) -> Result<bool, Error> {
        let [g, h] = [self.workspace().own(g)?, self.workspace().own(h)?];
        match self.context() {
            Context::Ordered { engine, .. } => Ok(engine.is_downlinked(g, h)?),
            Context::Impartial(impartial) => {
                self.require_impartial(&[g, h])?;
                Ok(impartial.obstacle(g, h)?.is_none())
            }
        }
    }

    /// A small T that downlinks g to h, or modulo I links them; `None` if g is not downlinked
    /// to h (\[universe\] Lemma 5.10, \[nim\] Lemma 2).
    ///
    /// # Errors
    /// [`Error`] under normal play, for partizan games modulo I, or when a limit was reached.
    pub fn downlink(&self, g: &Game, h: &Game) -> Result<Option<Game>, Error> {
        let work = self.workspace();
        let pair = [work.own(g)?, work.own(h)?];
        if let Context::Ordered { engine, .. } = self.context() {
            self.universe_of(engine, "downlinking")?;
            if !engine.is_downlinked(pair[0], pair[1])? {
                return Ok(None);
            }
            // Most pairs are linked by a small game, which is the same in every workspace.
            if let Some(small) = self.explainer()?.least_downlink(pair[0], pair[1])? {
                return Ok(Some(work.game_of(small)));
            }
        }
        let (apart, [g, h]) = self.apart(pair)?;
        let found = match apart.context() {
            Context::Ordered { .. } => apart.explainer()?.small_downlink(g, h)?,
            Context::Impartial(impartial) => {
                self.require_impartial(&pair)?;
                impartial.link(g, h)?
            }
        };
        found.map(|t| work.adopt(&Game::new(apart.workspace(), t))).transpose()
    }

    /// A certificate that g is downlinked to h by t, or of the comparison that forbids it.
    pub(crate) fn certify_downlink(&self, g: Form, h: Form, t: Option<Form>) -> Result<Certificate, Error> {
        let (apart, [g, h, other]) = self.apart([g, h, t.unwrap_or(Form::ZERO)])?;
        let t = t.map(|_| other);
        match (apart.context(), t) {
            (Context::Ordered { .. }, _) => Ok(apart.explainer()?.downlinked(g, h, t)?),
            (Context::Impartial(impartial), Some(t)) => Ok(impartial.certify_link(g, h, t)?),
            (Context::Impartial(impartial), None) => {
                let (a, b) = impartial.obstacle(g, h)?.ok_or(Error::NoProof)?;
                impartial.certify(a, b)?.ok_or(Error::NotImpartial)
            }
        }
    }

    /// The pair that forbids that g is downlinked to h: the first is at least the second, or
    /// modulo I equals it.
    pub(crate) fn obstacle(&self, g: Form, h: Form) -> Result<Option<(Form, Form)>, Error> {
        let (apart, [g, h]) = self.apart([g, h])?;
        let found = match apart.context() {
            Context::Ordered { engine, .. } => engine.obstacle(g, h)?,
            Context::Impartial(impartial) => impartial.obstacle(g, h)?,
        };
        let (forms, from) = (self.workspace().forms(), apart.workspace().forms());
        found.map(|(a, b)| Ok((forms.import(from, a)?, forms.import(from, b)?))).transpose()
    }

    /// The strong outcome: who wins when each player who starts does so in the presence of the
    /// worst of their ends (\[day-2\] section 2.1).
    ///
    /// # Errors
    /// [`Error`] if the modulus is not a universe, or when a limit was reached.
    pub fn strong_outcome(&self, g: &Game) -> Result<Outcome, Error> {
        let engine = self.ordered("strong outcome", PARENTAL)?;
        Ok(engine.strong_outcome(self.workspace().own(g)?)?)
    }

    /// The test set T_n: Left ends such that a form of rank at most n is strong for Left exactly
    /// when Left, moving first, wins its sum with each (\[universe\] Theorem 4.9). Modulo M and B
    /// it is one end.
    ///
    /// # Errors
    /// [`Error`] if no test set is known, or when a limit was reached.
    pub fn test_set(&self, n: u32) -> Result<Vec<Game>, Error> {
        let engine = self.ordered("test set", PARENTAL)?;
        let universe = self.universe_of(engine, "test set")?;
        let work = self.workspace();
        match universe.deciding_ends(work.forms(), n)? {
            Some(ends) => Ok(work.games(&ends)),
            None => Err(self.no("test set", self, "it is not known that finitely many ends decide strength")),
        }
    }

    /// Whether `g` satisfies the definition of the universe as it stands: in D(A), whether every
    /// end among its followers is itself a sum of followers of A, or the conjugate of one.
    /// [`Modulus::contains`] takes ends up to equality.
    pub fn contains_literally(&self, g: &Game) -> Result<bool, Error> {
        let form = self.workspace().own(g)?;
        match self.engine().and_then(|engine| engine.universe()) {
            Some(universe) => Ok(universe.membership(self.workspace().forms(), form)?.is_some()),
            None => self.contains(g),
        }
    }

    /// Whether `g` is a U-expansion of `h` (\[universe\] Definition 5.20).
    ///
    /// # Errors
    /// [`Error`] if the modulus is not a universe, or when a limit was reached.
    pub fn is_expansion(&self, g: &Game, h: &Game) -> Result<bool, Error> {
        let engine = self.ordered("expansion", PARENTAL)?;
        Ok(engine.is_expansion(self.workspace().own(g)?, self.workspace().own(h)?)?)
    }

    /// A game of the universe that equals `g` and has no follower of outcome 𝓟; `None` if `g` is
    /// not 𝓟-free modulo the universe (\[blocking\] section 4).
    ///
    /// # Errors
    /// [`Error`] if the modulus is not a universe, or when a limit was reached.
    pub fn p_free_expansion(&self, g: &Game) -> Result<Option<Game>, Error> {
        let engine = self.ordered("𝓟-free expansion", PARENTAL)?;
        let found = engine.p_free_expansion(self.workspace().own(g)?)?;
        Ok(found.map(|form| Game::new(self.workspace(), form)))
    }

    /// Whether nothing in `g` can be simplified.
    ///
    /// # Errors
    /// The errors of [`Modulus::representative`].
    pub fn reduced(&self, g: &Game) -> Result<Reduced, Error> {
        let simplest = self.representative(g)?;
        let is_canonical = match self.canonical(g) {
            Ok(canonical) => Some(canonical == *g),
            Err(Error::Unsupported { .. } | Error::NotInUniverse { .. } | Error::NotOrdinary) => None,
            Err(other) => return Err(other),
        };
        Ok(Reduced { game: g.clone(), modulus: self.clone(), simplest, is_canonical })
    }

    fn universe_of<'e>(&self, engine: &'e Engine, question: &'static str) -> Result<&'e dyn Universe, Error> {
        engine.universe().ok_or_else(|| self.no(question, self, PARENTAL))
    }

    fn require_impartial(&self, forms: &[Form]) -> Result<(), Error> {
        let is_impartial = |&form: &Form| self.workspace().forms().is_impartial(form);
        if forms.iter().all(is_impartial) { Ok(()) } else { Err(Error::NotImpartial) }
    }
}
