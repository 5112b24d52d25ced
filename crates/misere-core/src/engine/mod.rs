//! Forms modulo a universe: values, their order, and simplest forms.

mod birthday;
mod canonical;
mod compare;
mod expansion;
mod impartial;
mod inverse;
mod known;
pub(crate) mod memo;
mod mirror;
pub(crate) mod pairs;
mod signature;
mod simplify;
mod sums;
mod undecided;
mod walk;
mod wide;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::budget::{Account, Exhausted, Limit};
use crate::error::Refused;
use crate::store::facts::MARKS;
use crate::store::{Form, Forms, Tombstones};
use crate::universe::{Play, Setting, Universe, UniverseId};
use crate::{Outcome, Player};

use compare::Comparison;
use memo::{HandleMap, SettledMemo, SumMemo};
use pairs::PairMemo;
use signature::{Gathered, Profile, SignatureTable};
use sums::Cancelling;
use walk::options_first;
use wide::WideTable;

pub use impartial::Impartial;
pub use inverse::{Inverse, Inversion};
pub use signature::Probes;
pub use wide::WideProbes;

/// The engine for one universe (or normal play): it turns forms into values and
/// compares them.
///
/// Beside the store of forms it was made for, an engine keeps an arena of its own that
/// holds simplest forms only. In that arena, equality of handles is equality modulo the
/// universe, and each value is marked with the players it is strong for.
///
/// ```
/// use std::sync::Arc;
/// use misere_core::{DeadEnding, Engine, Form, Forms, Relation};
/// let forms = Arc::new(Forms::new());
/// let (one, minus) = (forms.integer(1)?, forms.integer(-1)?);
/// let e = Engine::new(forms.clone(), Arc::new(DeadEnding));
/// // 1 + (−1) is 0 modulo E, but not modulo M.
/// let sum = forms.sum(one, minus)?;
/// assert_eq!(e.relation(sum, Form::ZERO)?, Relation::Equal);
/// assert_eq!(e.simplest(sum)?, Form::ZERO);
/// # Ok::<(), misere_core::Exhausted>(())
/// ```
pub struct Engine {
    setting: Arc<dyn Setting>,
    forms: Arc<Forms>,
    /// Simplest forms, each marked with the players it is strong for.
    values: Forms,
    probes: Probes,
    signatures: SignatureTable,
    wide: WideTable,
    /// Who wins sums of values and ends, as far as it was played out.
    play: Play,
    /// Who wins sums of forms and ends, where values are out of reach.
    play_of_forms: Play,
    value_of: HandleMap,
    form_of: HandleMap,
    /// The conjugates of values, where both are values.
    conjugate_of: HandleMap,
    memo: PairMemo,
    sums: SumMemo,
    cancelling: Cancelling,
    settled: SettledMemo,
    account: Account,
    settings: Settings,
    comparisons: AtomicU64,
    memo_questions: AtomicU64,
}

/// Counts of what an engine has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Values made.
    pub values: u64,
    /// Comparisons that neither the two sides nor the memo decided at once.
    pub comparisons: u64,
    /// Questions to the memo.
    pub probes: u64,
}

/// How an engine works. No setting changes an answer.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Whether comparisons are remembered from one question to the next.
    pub memo: bool,
    /// How many comparisons are remembered at most, as a power of 2 and at least 16.
    pub memo_entries: usize,
    /// Whether comparisons that outcomes or strength forbid are refused early.
    pub filters: bool,
    /// Whether laws of the universe make comparisons shorter: conjugation reverses the order,
    /// and summands cancel where the universe says so.
    pub laws: bool,
    /// The number of values from which a second, longer list of games is asked before the memo.
    pub wide_from: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        // So many entries have room for pairs among the first 2^27 values.
        Settings { memo: true, memo_entries: 1 << 30, filters: true, laws: true, wide_from: 1 << 13 }
    }
}

/// A class of forms that are equal modulo a universe. A value belongs to the engine that
/// gave it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value(pub(crate) Form);

impl Value {
    /// The value of the form 0.
    pub const ZERO: Value = Value(Form::ZERO);

    /// The simplest form as a form of [`Engine::arena`].
    #[must_use]
    pub fn in_arena(self) -> Form {
        self.0
    }
}

/// How two forms compare modulo a universe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Each is at least the other.
    Equal,
    /// The first is at least the second, and not conversely.
    Greater,
    /// The second is at least the first, and not conversely.
    Less,
    /// Neither form is at least the other.
    Incomparable,
}

impl Relation {
    /// The relation of two forms, given whether the first is at least the second (`ge`), and
    /// whether the second is at least the first (`le`).
    #[must_use]
    pub const fn from_directions(ge: bool, le: bool) -> Relation {
        match (ge, le) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Greater,
            (false, true) => Relation::Less,
            (false, false) => Relation::Incomparable,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Equal => "=",
            Relation::Greater => ">",
            Relation::Less => "<",
            Relation::Incomparable => "||",
        })
    }
}

impl Engine {
    /// An engine for the forms of a store.
    #[must_use]
    pub fn new(forms: Arc<Forms>, setting: Arc<dyn Setting>) -> Engine {
        Engine::with_settings(forms, setting, Settings::default())
    }

    /// An engine for the forms of a store that works as the settings say.
    #[must_use]
    pub fn with_settings(forms: Arc<Forms>, setting: Arc<dyn Setting>, settings: Settings) -> Engine {
        let values = Forms::with_zero(forms.budget().clone(), [true; 2]);
        let account = Account::with_credit(forms.budget().clone(), SignatureTable::SMALLEST);
        let probes = if settings.filters { setting.probes() } else { Probes::NONE };
        let cancelling = if settings.laws { Cancelling::of(setting.as_ref()) } else { Cancelling::None };
        let signatures = SignatureTable::new();
        let of_zero = Gathered::NOTHING.signature(&probes, [setting.is_misere(); 2], [true; 2]);
        let of_zero = Profile::new(of_zero, [].into_iter(), [].into_iter());
        signatures.set(0, &of_zero, &account).expect("the account has credit for the form 0");
        Engine {
            setting,
            forms,
            values,
            probes,
            signatures,
            wide: WideTable::new(),
            play: Play::default(),
            play_of_forms: Play::default(),
            value_of: HandleMap::new(),
            form_of: HandleMap::new(),
            conjugate_of: HandleMap::new(),
            memo: PairMemo::new(settings.memo_entries),
            comparisons: AtomicU64::new(0),
            memo_questions: AtomicU64::new(0),
            sums: SumMemo::new(),
            cancelling,
            settled: SettledMemo::default(),
            account,
            settings,
        }
    }

    /// The universe, or normal play.
    pub fn setting(&self) -> &Arc<dyn Setting> {
        &self.setting
    }

    /// The name of the universe, or of normal play.
    pub fn id(&self) -> UniverseId {
        self.setting.id()
    }

    /// The sums of forms and ends that were played out.
    pub(crate) fn play_of_forms(&self) -> &Play {
        &self.play_of_forms
    }

    /// The universe, or `None` under normal play.
    pub fn universe(&self) -> Option<&dyn Universe> {
        self.setting.universe()
    }

    /// The store of forms this engine was made for.
    pub fn forms(&self) -> &Arc<Forms> {
        &self.forms
    }

    /// The store that holds the simplest forms of all values made so far, to be read without
    /// copying them into the store of forms.
    pub fn arena(&self) -> &Forms {
        &self.values
    }

    /// Counts of what the engine has done so far.
    pub fn statistics(&self) -> Statistics {
        Statistics {
            values: self.values.len() as u64,
            comparisons: self.comparisons.load(Ordering::Relaxed),
            probes: self.memo_questions.load(Ordering::Relaxed),
        }
    }

    /// The value of a form.
    #[inline]
    pub fn value(&self, g: Form) -> Result<Value, Exhausted> {
        match self.value_of.get(g.0) {
            Some(known) => Ok(Value(Form(known))),
            None => self.find_value(g),
        }
    }

    fn find_value(&self, g: Form) -> Result<Value, Exhausted> {
        self.value_by(g, |f, options| {
            let simplest = self.settle_once(options, self.forms.tombstones(f))?;
            self.value_of.set(f.0, simplest.0, &self.account)?;
            self.note_if_simplest(f, simplest)
        })
    }

    /// The value of a form, once `set` has set the values of its followers and its own, each from
    /// the values of the options.
    fn value_by(
        &self,
        g: Form,
        set: impl Fn(Form, [Vec<Form>; 2]) -> Result<(), Exhausted>,
    ) -> Result<Value, Exhausted> {
        let options_of = |f: Form| Player::BOTH.map(|p| self.forms.options(f, p));
        options_first(
            self.forms.budget(),
            g,
            |f| self.value_of.get(f.0).is_some(),
            |f| options_of(f).into_iter().flatten().copied().rev(),
            |f| {
                let options = options_of(f).map(|list| {
                    let known = |o: &Form| Form(self.value_of.get(o.0).expect("the options come first"));
                    sorted(list.iter().map(known))
                });
                set(f, options).map(|()| true)
            },
        )?;
        Ok(Value(Form(self.value_of.get(g.0).expect("just found"))))
    }

    /// The value of the form with these values as options: the value of a position whose
    /// options are evaluated already. (Options may be replaced by equal ones in every
    /// universe.)
    pub fn compose(&self, left: &[Value], right: &[Value]) -> Result<Value, Exhausted> {
        let options = [left, right].map(|list| sorted(list.iter().map(|v| v.0)));
        Ok(Value(self.settle_once(options, Tombstones::NONE)?))
    }

    /// Notes a form that is its own simplest form, which saves [`Engine::form`] a search.
    fn note_if_simplest(&self, f: Form, value: Form) -> Result<(), Exhausted> {
        let is_simplest = Player::BOTH.iter().all(|&p| {
            let (literal, simplest) = (self.forms.options(f, p), self.values.options(value, p));
            let kept_as_it_is = |o: &Form| {
                let value = self.value_of.get(o.0).expect("the options come first");
                simplest.binary_search_by_key(&value, |v| v.0).is_ok() && self.form_of.get(value) == Some(o.0)
            };
            literal.len() == simplest.len() && literal.iter().all(kept_as_it_is)
        });
        if is_simplest && self.forms.tombstones(f) == self.values.tombstones(value) {
            self.form_of.set(value.0, f.0, &self.account)?;
        }
        Ok(())
    }

    /// A value as its simplest form, in the store of forms (\[universe\] Definition 5.19). A
    /// simplest form may have tombstones, and may lie outside the universe.
    pub fn form(&self, value: Value) -> Result<Form, Exhausted> {
        if let Some(known) = self.form_of.get(value.0.0) {
            return Ok(Form(known));
        }
        for &v in &*self.values.followers_within(&[value.0])? {
            if self.form_of.get(v.0).is_none() {
                let [left, right] = Player::BOTH.map(|p| {
                    let known = |o: &Form| Form(self.form_of.get(o.0).expect("the options come first"));
                    self.values.options(v, p).iter().map(known).collect::<Vec<_>>()
                });
                let form = self.forms.make(&left, &right, self.values.tombstones(v))?;
                self.form_of.set(v.0, form.0, &self.account)?;
            }
        }
        Ok(Form(self.form_of.get(value.0.0).expect("a form follows itself")))
    }

    /// The simplest form of a form (\[universe\] Definition 5.19).
    pub fn simplest(&self, g: Form) -> Result<Form, Exhausted> {
        self.form(self.value(g)?)
    }

    /// Whether g ≥ h.
    pub fn ge(&self, g: Form, h: Form) -> Result<bool, Exhausted> {
        self.value_ge(self.value(g)?, self.value(h)?)
    }

    /// How two forms compare.
    pub fn relation(&self, g: Form, h: Form) -> Result<Relation, Exhausted> {
        self.value_relation(self.value(g)?, self.value(h)?)
    }

    /// Whether v ≥ w.
    pub fn value_ge(&self, v: Value, w: Value) -> Result<bool, Exhausted> {
        // Signatures separate most pairs, without room for questions.
        if self.filters() && self.signature(v.0.0).refuses(self.signature(w.0.0)) {
            return Ok(false);
        }
        Comparison::of_values(self).ge(v.0.0, w.0.0)
    }

    /// How two values compare.
    pub fn value_relation(&self, v: Value, w: Value) -> Result<Relation, Exhausted> {
        Ok(Relation::from_directions(self.value_ge(v, w)?, self.value_ge(w, v)?))
    }

    /// The comparisons of values that were not decided at once and are still
    /// remembered: v, w, and whether v ≥ w. For statistics only: the list depends on
    /// everything that was asked.
    pub fn remembered(&self) -> impl Iterator<Item = (Value, Value, bool)> {
        self.memo.remembered().into_iter().map(|(v, w, ge)| (Value(Form(v)), Value(Form(w)), ge))
    }

    pub(crate) fn memo(&self) -> Option<&PairMemo> {
        self.settings.memo.then_some(&self.memo)
    }

    /// Whether comparisons may be refused early.
    pub(crate) fn filters(&self) -> bool {
        self.settings.filters
    }

    /// Whether there are enough values for wide signatures to pay.
    pub(crate) fn asks_widely(&self) -> bool {
        self.settings.filters && self.values.len() >= self.settings.wide_from
    }
}

/// Questions about universes. Normal play refuses them.
impl Engine {
    /// Whether `g` is strong for `player`: they win moving first on the sum with
    /// any end (for them) of the universe (\[universe\] Definition 2.3).
    pub fn is_strong(&self, g: Form, player: Player) -> Result<bool, Refused> {
        self.require_universe("strength")?;
        match self.is_marked_strong(g, player) {
            // A value needs the strength of followers, and for both players.
            Err(exhausted) if matches!(exhausted.limit, Limit::Undecided { .. }) => {
                let options = self.forms.options(g, player);
                Ok(self.forms.is_end_like(g, player)
                    || self.setting.strong(&self.forms, &self.play_of_forms, options, player)?)
            }
            known => Ok(known?),
        }
    }

    /// Whether the value of `g` is marked as strong for `player`: under normal play, always.
    pub(crate) fn is_marked_strong(&self, g: Form, player: Player) -> Result<bool, Exhausted> {
        Ok(self.values.facts(self.value(g)?.0).has_for(MARKS, player))
    }

    /// The strong outcome (\[day-2\] section 2.1): who wins when each player who
    /// starts does so in the presence of the worst of their ends.
    pub fn strong_outcome(&self, g: Form) -> Result<Outcome, Refused> {
        let left = if self.is_strong(g, Player::Left)? { Player::Left } else { Player::Right };
        let right = if self.is_strong(g, Player::Right)? { Player::Right } else { Player::Left };
        Ok(Outcome::from_winners(left, right))
    }

    /// Whether g is downlinked to h: some T of the universe has
    /// o(g+T) ≤ 𝓟 ≤ o(h+T). Equivalently, no g^L ≥ h and no h^R ≤ g (\[universe\]
    /// Lemma 5.10).
    pub fn is_downlinked(&self, g: Form, h: Form) -> Result<bool, Refused> {
        self.require_universe("downlinking")?;
        Ok(self.obstacle(g, h)?.is_none())
    }

    /// The comparison that forbids that g is downlinked to h, if there is one: of g^L ≥ h, or of
    /// g ≥ h^R.
    pub fn obstacle(&self, g: Form, h: Form) -> Result<Option<(Form, Form)>, Exhausted> {
        let of_g = self.forms.options(g, Player::Left).iter().map(|&l| (l, h));
        for (better, worse) in of_g.chain(self.forms.options(h, Player::Right).iter().map(|&r| (g, r))) {
            self.forms.budget().step()?;
            if self.ge(better, worse)? {
                return Ok(Some((better, worse)));
            }
        }
        Ok(None)
    }

    /// Whether the form is a game of the universe; under normal play, whether it is
    /// ordinary.
    pub fn contains(&self, g: Form) -> Result<bool, Exhausted> {
        match self.universe() {
            Some(universe) => universe.contains(&self.forms, g),
            None => Ok(self.forms.is_ordinary(g)),
        }
    }

    /// Refuses `g`, naming the offending follower, unless `g` is in the universe, or under
    /// normal play an ordinary form.
    ///
    /// # Errors
    /// [`Refused`] when `g` is not such a game, or when a limit was reached.
    pub fn require_member(&self, g: Form) -> Result<(), Refused> {
        if self.contains(g)? {
            return Ok(());
        }
        for &f in &*self.forms.followers_within(&[g])? {
            if !self.contains(f)? {
                return Err(Refused::NotInUniverse { form: g, universe: self.id(), culprit: f });
            }
        }
        unreachable!("a form follows itself")
    }

    /// The universe, or the refusal of a question that needs one.
    pub(crate) fn require_universe(&self, question: &'static str) -> Result<&dyn Universe, Refused> {
        let help = "it needs a parental universe, such as E or D(-1)";
        self.universe().ok_or_else(|| self.unsupported(question, help))
    }

    /// The universe, or the refusal of a question that needs one closed under sums and
    /// conjugates.
    pub(crate) fn require_parental(&self, question: &'static str) -> Result<&dyn Universe, Refused> {
        let universe = self.require_universe(question)?;
        let help = "it needs a set of games that is closed under sums and conjugates";
        if universe.is_parental() { Ok(universe) } else { Err(self.unsupported(question, help)) }
    }

    /// The refusal of a question that has no sense, or no known answer, modulo this universe.
    #[must_use]
    pub fn unsupported(&self, question: &'static str, help: &'static str) -> Refused {
        Refused::Unsupported { question, universe: self.id(), help }
    }
}

fn sorted(values: impl Iterator<Item = Form>) -> Vec<Form> {
    let mut values: Vec<Form> = values.collect();
    values.sort_unstable_by_key(|v| v.0);
    values.dedup();
    values
}
