//! The engine for arbitrary dead ends.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use misere_core::{Account, Budget, Exhausted, Form, Forms, Limits, Player, Relation};
use rustc_hash::FxHashMap;

use super::tables::{DeadEnd, Tables};

/// Left dead ends of any size, up to equality.
///
/// All methods take `&self`; an engine may be shared between threads, which then
/// wait for each other.
///
/// ```
/// use misere_census::dead_ends::{DeadEnd, DeadEnds};
/// let ends = DeadEnds::new();
/// let minus_one = ends.integer(1)?;
/// let g = ends.make(&[minus_one, DeadEnd::ZERO])?; // 1̄0
/// assert!(ends.ge(minus_one, g)? && !ends.ge(g, minus_one)?);
/// // {·|1̄,1̄0} is {·|1̄0}, since Right would rather have 1̄0 than 1̄.
/// assert_eq!(ends.make(&[minus_one, g])?, ends.make(&[g])?);
/// # Ok::<(), misere_core::Exhausted>(())
/// ```
pub struct DeadEnds {
    tables: Mutex<Tables>,
}

impl Default for DeadEnds {
    fn default() -> DeadEnds {
        DeadEnds::new()
    }
}

impl DeadEnds {
    /// An engine with the default [`Limits`], holding 0 alone.
    #[must_use]
    pub fn new() -> DeadEnds {
        DeadEnds::with_budget(Arc::new(Budget::new(Limits::default())))
    }

    /// An engine that spends from a budget it may share with others.
    #[must_use]
    pub fn with_budget(budget: Arc<Budget>) -> DeadEnds {
        DeadEnds { tables: Mutex::new(Tables::new(Account::new(budget))) }
    }

    pub(super) fn tables(&self) -> MutexGuard<'_, Tables> {
        // An entry of the tables is true as soon as it is there.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The dead end that is equal to a form of a store. The form is a dead end of `player`; the
    /// conjugate of a Right dead end is returned.
    ///
    /// # Errors
    /// [`DeadEndError::NotADeadEnd`] for a form that is not a dead end of `player`, or
    /// [`DeadEndError::Exhausted`].
    pub fn value(&self, forms: &Forms, g: Form, player: Player) -> Result<DeadEnd, DeadEndError> {
        if !forms.is_dead_end(g, player) {
            return Err(DeadEndError::NotADeadEnd { form: g, player });
        }
        let mut tables = self.tables();
        let mut values: FxHashMap<Form, DeadEnd> = FxHashMap::default();
        let mut value = DeadEnd::ZERO;
        for f in forms.followers(g) {
            let options = forms.options(f, player.opponent()).iter().map(|o| values[o]).collect();
            value = tables.make(options)?;
            values.insert(f, value);
        }
        Ok(value)
    }

    /// The absolute simplest form (\[universe\] Theorem 3.8) in a store, or for Right its
    /// conjugate.
    pub fn form(&self, forms: &Forms, g: DeadEnd, player: Player) -> Result<Form, Exhausted> {
        let tables = self.tables();
        let mut images: FxHashMap<DeadEnd, Form> = FxHashMap::default();
        let mut form = Form::ZERO;
        for f in tables.followers(&[g]) {
            let options: Vec<Form> = tables.node(f).options.iter().map(|o| images[o]).collect();
            form = match player {
                Player::Left => forms.ordinary(&[], &options)?,
                Player::Right => forms.ordinary(&options, &[])?,
            };
            images.insert(f, form);
        }
        Ok(form)
    }

    /// The dead end with these Right options, in any order and not necessarily an
    /// antichain.
    pub fn make(&self, options: &[DeadEnd]) -> Result<DeadEnd, Exhausted> {
        self.tables().make(options.to_vec())
    }

    /// The dead end n̄, the conjugate of the integer n.
    ///
    /// # Errors
    /// [`Exhausted`] when the budget does not suffice, or n is more than a million.
    pub fn integer(&self, n: u32) -> Result<DeadEnd, Exhausted> {
        self.tables().integer(n)
    }

    /// The Right options of the simplest form: an antichain, in structural order.
    #[must_use]
    pub fn options(&self, g: DeadEnd) -> Vec<DeadEnd> {
        let options = self.tables().options(g);
        self.in_structural_order(&options)
    }

    /// The followers of the simplest form, the form itself included, in structural order.
    #[must_use]
    pub fn followers(&self, g: DeadEnd) -> Vec<DeadEnd> {
        let followers = self.tables().followers(&[g]);
        self.in_structural_order(&followers)
    }

    /// The dead ends in an order that does not depend on what else the engine has
    /// met: by birthday, integers first, by the number of options, by the options.
    #[must_use]
    pub fn in_structural_order(&self, some: &[DeadEnd]) -> Vec<DeadEnd> {
        let places = self.tables().structure(some);
        let mut sorted = some.to_vec();
        sorted.sort_by_key(|g| places[g]);
        sorted
    }

    /// Whether G ≥ H, which is the same in every universe (\[universe\] Theorems 3.1 and 3.2):
    /// every G^R is at least some H^R, and 0 is at least 0 only.
    pub fn ge(&self, g: DeadEnd, h: DeadEnd) -> Result<bool, Exhausted> {
        self.tables().ge(g, h)
    }

    /// How two dead ends compare.
    pub fn relation(&self, g: DeadEnd, h: DeadEnd) -> Result<Relation, Exhausted> {
        let mut tables = self.tables();
        Ok(Relation::from_directions(tables.ge(g, h)?, tables.ge(h, g)?))
    }

    /// The greatest dead end below both: the one with the options of both (\[universe\] Theorem
    /// 3.11). `None` if just one of the two is 0, since only 0 is below 0.
    pub fn meet(&self, g: DeadEnd, h: DeadEnd) -> Result<Option<DeadEnd>, Exhausted> {
        self.tables().meet(g, h)
    }

    /// The least dead end above both, or `None` if no dead end is above both; if neither is 0,
    /// the join of \[universe\] Theorem 3.12 is then ∇.
    pub fn join(&self, g: DeadEnd, h: DeadEnd) -> Result<Option<DeadEnd>, Exhausted> {
        self.tables().join(g, h)
    }

    /// The sum G + H.
    pub fn sum(&self, g: DeadEnd, h: DeadEnd) -> Result<DeadEnd, Exhausted> {
        self.tables().sum(g, h)
    }

    /// The truncation τ_n: the game stopped after `n` moves (\[universe\] Definition
    /// 4.7).
    pub fn truncate(&self, g: DeadEnd, n: u32) -> Result<DeadEnd, Exhausted> {
        self.tables().truncate(g, n)
    }

    /// The birthday: the rank of the simplest form, which is its longest run.
    /// Birthdays add (\[universe\] Proposition 3.9).
    #[must_use]
    pub fn birthday(&self, g: DeadEnd) -> u32 {
        self.tables().node(g).birthday
    }

    /// The race: the length of the shortest run to 0 (\[factorisations\]). Races add,
    /// and G ≥ H makes the race of G at least that of H.
    #[must_use]
    pub fn race(&self, g: DeadEnd) -> u32 {
        self.tables().node(g).race
    }

    /// The flexibility (\[factorisations\]): 0 for an integer, else one more than the
    /// largest flexibility of an option. The flexibility is the number of moves Right can
    /// make before all choice is gone.
    #[must_use]
    pub fn flexibility(&self, g: DeadEnd) -> u32 {
        self.tables().node(g).flexibility
    }

    /// Whether 0 is an option, of one form and so of every form (\[universe\] Definition 3.13).
    /// The sum of two non-zero dead ends is never terminable (Proposition 3.10).
    #[must_use]
    pub fn is_terminable(&self, g: DeadEnd) -> bool {
        self.race(g) == 1
    }

    /// Whether the dead end is an integer n̄, n ≥ 0: no follower has two options.
    #[must_use]
    pub fn is_integer(&self, g: DeadEnd) -> bool {
        self.tables().is_integer(g)
    }
}

/// Why a form has no dead end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeadEndError {
    /// The form is not a dead end of this player.
    NotADeadEnd {
        /// The form that was asked about.
        form: Form,
        /// The player whose dead end the form had to be.
        player: Player,
    },
    /// A limit was reached.
    Exhausted(Exhausted),
}

impl From<Exhausted> for DeadEndError {
    fn from(exhausted: Exhausted) -> DeadEndError {
        DeadEndError::Exhausted(exhausted)
    }
}

impl fmt::Display for DeadEndError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeadEndError::NotADeadEnd { player, .. } => write!(f, "the form is not a {player} dead end"),
            DeadEndError::Exhausted(exhausted) => exhausted.fmt(f),
        }
    }
}

impl std::error::Error for DeadEndError {}
