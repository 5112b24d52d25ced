//! Writing certificates.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use misere_check as check;
use misere_check::{Evidence, NodeNumber, Statement, StepNumber};
use num_bigint::BigUint;

use crate::Player;
use crate::budget::Exhausted;
use crate::engine::Engine;
use crate::error::Refused;
use crate::store::{Form, Forms, SumPlay};
use crate::universe::{Balance, Cell, Counting, EndAsSum, Membership, Strategy, StrengthArgument, Universe};

use super::outcome::outcome_step;
use super::rows::Trials;
use super::separator::{Separator, Separators};
use super::shrink::shrink;
use super::table::Table;
use super::witnesses::Witnesses;

/// Gives evidence for the answers of an engine. Certificates are [`Refused`] if the checker
/// does not know the universe.
///
/// ```
/// use std::sync::Arc;
/// use misere_core::{Dicots, Engine, Explainer, Form, Forms};
/// let forms = Arc::new(Forms::new());
/// let star = forms.nimber(1)?;
/// let d = Arc::new(Engine::new(forms.clone(), Arc::new(Dicots)));
/// let certificate = Explainer::new(d)?.relation(star, Form::ZERO)?;
/// // Separators rely on no theorem.
/// assert_eq!(misere_check::check(&certificate).unwrap().to_string(), "checked; relies on no theorem");
/// # Ok::<(), misere_core::Refused>(())
/// ```
pub struct Explainer {
    engine: Arc<Engine>,
    witnesses: Mutex<Witnesses>,
}

impl Explainer {
    /// An explainer for an engine.
    pub fn new(engine: Arc<Engine>) -> Result<Explainer, Exhausted> {
        let witnesses = Witnesses::new(engine.forms(), |x| admits(&engine, x))?;
        Ok(Explainer { engine, witnesses: Mutex::new(witnesses) })
    }

    /// A certificate of what `prove` proves.
    fn certificate(
        &self,
        prove: impl FnOnce(&mut Prover<'_>) -> Result<Vec<StepNumber>, Refused>,
    ) -> Result<check::Certificate, Refused> {
        let mut prover = Prover::new(self)?;
        for step in prove(&mut prover)? {
            prover.table.conclude(step);
        }
        Ok(prover.table.finish(prover.universe))
    }

    /// A certificate of the relation of two forms: a claim for either direction.
    pub fn relation(&self, g: Form, h: Form) -> Result<check::Certificate, Refused> {
        self.certificate(|prover| {
            let mut claims = Vec::new();
            for (a, b) in [(g, h), (h, g)].into_iter().take(if g == h { 1 } else { 2 }) {
                claims.push(if self.engine.ge(a, b)? { prover.ge(a, b)? } else { prover.not_ge(a, b)? });
            }
            Ok(claims)
        })
    }

    /// A certificate of the simplest form of `g`.
    pub fn simplest(&self, g: Form) -> Result<check::Certificate, Refused> {
        self.certificate(|prover| Ok(vec![prover.simplest(g, self.engine.simplest(g)?)?]))
    }

    /// A certificate that `k` plus its conjugate is 0, or is not, and that `g` is equal to
    /// `k`.
    pub fn invertible(&self, g: Form, k: Form) -> Result<check::Certificate, Refused> {
        let forms = self.engine.forms();
        let sum = forms.sum(k, forms.conjugate(k)?)?;
        self.certificate(|prover| {
            let mut claims = Vec::new();
            if g != k {
                claims.extend([prover.ge(g, k)?, prover.ge(k, g)?]);
            }
            let (claim, by) = if self.engine.ge(sum, Form::ZERO)? {
                let (ge, le) = (prover.ge(sum, Form::ZERO)?, prover.ge(Form::ZERO, sum)?);
                let (claim, node) = (Statement::Invertible(prover.table.node(k)), prover.table.node(sum));
                (claim, Evidence::Sum(check::Sum { node, ge, le }))
            } else {
                let not_ge = prover.not_ge(sum, Form::ZERO)?;
                let (claim, node) = (Statement::NotInvertible(prover.table.node(k)), prover.table.node(sum));
                (claim, Evidence::SumNot(check::SumNot { node, not_ge }))
            };
            claims.push(prover.table.step(claim, by));
            Ok(claims)
        })
    }

    /// A certificate that `h` is a game of the universe, and that g + h is 0.
    ///
    /// # Errors
    /// [`Refused`] if `h` is not in the universe as the checker sees it, if the sum is not 0, or
    /// when a limit was reached.
    pub fn inverse(&self, g: Form, h: Form) -> Result<check::Certificate, Refused> {
        let sum = self.engine.forms().sum(g, h)?;
        self.certificate(|prover| {
            let (ge, le) = (prover.ge(sum, Form::ZERO)?, prover.ge(Form::ZERO, sum)?);
            Ok(vec![prover.member(h)?, ge, le])
        })
    }

    /// The smallest separator of g ≱ h that was found, or `None` if g ≥ h. Unless the tree of
    /// the separator has hundreds of edges, or the forms are very long, no single option of it
    /// can be taken away.
    pub fn small_separator(&self, g: Form, h: Form) -> Result<Option<Separator>, Exhausted> {
        self.small_separator_for(g, h, None)
    }

    /// As [`Explainer::small_separator`], where this player moves first. If g ≥ h fails, there is
    /// a separator for either starter (\[universe\] Lemma 5.8).
    pub fn small_separator_for(
        &self,
        g: Form,
        h: Form,
        starter: Option<Player>,
    ) -> Result<Option<Separator>, Exhausted> {
        if self.engine.ge(g, h)? {
            return Ok(None);
        }
        let forms = self.engine.forms();
        let starters = starters(starter);
        let small = self.witnesses().small_separator(forms, g, h, starters)?;
        if small.is_some() {
            return Ok(small);
        }
        let Some(universe) = self.engine.universe() else {
            // Right, moving first, wins G − H; Left wins H − H, moving second.
            let game = forms.conjugate(h)?;
            if starter != Some(Player::Left) {
                return Ok(Some(Separator { game, starter: Player::Right }));
            }
            // Left moves to −H at once, or else Right to an integer that decides for him.
            let burden = forms.integer(-i64::from(forms.rank(g)) - 1)?;
            let game = forms.ordinary(&[game], &[burden])?;
            return Ok(Some(Separator { game, starter: Player::Left }));
        };
        let Separator { game, starter } = match self.adjoint_separator(g, h, starters)? {
            Some(adjoint) => adjoint,
            None => Separators { engine: &self.engine, universe }.separate(g, h, starter)?,
        };
        let mut trials = Trials::new(forms, &[g, h]);
        let game = shrink(forms, game, tries(forms, &[g, h], game), |x| {
            Ok(universe.membership(forms, x)?.is_some()
                && trials.winner(g, x, starter)? == Player::Right
                && trials.winner(h, x, starter)? == Player::Left)
        })?;
        Ok(Some(Separator { game, starter }))
    }

    /// The least separator of g ≱ h among the 256 games of rank at most 2, if one of these is a
    /// separator: one that does not depend on what else the store holds.
    pub fn least_separator(
        &self,
        g: Form,
        h: Form,
        starter: Option<Player>,
    ) -> Result<Option<Separator>, Exhausted> {
        self.witnesses().small_separator(self.engine.forms(), g, h, starters(starter))
    }

    /// The least game T of rank at most 2 with o(g+T) ≤ 𝓟 ≤ o(h+T), if there is one: one that
    /// does not depend on what else the store holds.
    pub fn least_downlink(&self, g: Form, h: Form) -> Result<Option<Form>, Exhausted> {
        self.witnesses().downlink(self.engine.forms(), g, h)
    }

    /// A separator of g ≱ h, or `None` if g ≥ h. Where many pairs are asked about, a game that
    /// separates one pair often separates others: games are tried that served before, and
    /// those of [`Explainer::prepare`]. The separator need not be the smallest.
    fn any_separator(&self, g: Form, h: Form) -> Result<Option<Separator>, Exhausted> {
        if self.engine.ge(g, h)? {
            return Ok(None);
        }
        let forms = self.engine.forms();
        let known = self.witnesses().separator(forms, g, h)?;
        if known.is_some() {
            return Ok(known);
        }
        let found = self.small_separator(g, h)?;
        if let Some(Separator { game, .. }) = found {
            self.witnesses().add(forms, game, |x| admits(&self.engine, x))?;
        }
        Ok(found)
    }

    /// Makes ready for separators of many followers of a form: their adjoints, which are
    /// dicots and so in every universe, separate most pairs.
    fn prepare(&self, g: Form) -> Result<(), Exhausted> {
        let forms = self.engine.forms();
        let adjoint = forms.adjoint(g)?;
        self.witnesses().add(forms, adjoint, |x| admits(&self.engine, x))
    }

    fn witnesses(&self) -> MutexGuard<'_, Witnesses> {
        self.witnesses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The smallest separator among the adjoints of followers of g and h, which are
    /// dicots and so in every universe. An adjoint that serves is much smaller than
    /// the game that is constructed in general.
    fn adjoint_separator(
        &self,
        g: Form,
        h: Form,
        starters: &[Player],
    ) -> Result<Option<Separator>, Exhausted> {
        let forms = self.engine.forms();
        let mut best: Option<(BigUint, Separator)> = None;
        for root in [g, h] {
            // The adjoint of a follower follows from the adjoint, or is * or 0, which are small.
            let adjoint = forms.adjoint(root)?;
            let (of_g, of_h) = (SumPlay::new(forms, g, adjoint)?, SumPlay::new(forms, h, adjoint)?);
            for &game in &*forms.followers_within(&[adjoint])? {
                forms.budget().step()?;
                let separates = |&starter: &Player| {
                    of_g.winner(g, game, starter) == Player::Right
                        && of_h.winner(h, game, starter) == Player::Left
                };
                let Some(&starter) = starters.iter().find(|&starter| separates(starter)) else { continue };
                let edges = forms.tree_edges(game)?;
                if best.as_ref().is_none_or(|(fewest, _)| edges < *fewest) {
                    best = Some((edges, Separator { game, starter }));
                }
            }
        }
        Ok(best.map(|(_, separator)| separator))
    }

    /// The smallest T with o(g+T) ≤ 𝓟 ≤ o(h+T) that was found, or `None` if g is not downlinked
    /// to h. Unless the tree of T has hundreds of edges, no single option of it can be taken away.
    ///
    /// # Errors
    /// [`Refused`] under normal play, or when a limit was reached.
    pub fn small_downlink(&self, g: Form, h: Form) -> Result<Option<Form>, Refused> {
        let universe = self.engine.require_universe("downlinking")?;
        if !self.engine.is_downlinked(g, h)? {
            return Ok(None);
        }
        let forms = self.engine.forms();
        let small = self.witnesses().downlink(forms, g, h)?;
        if small.is_some() {
            return Ok(small);
        }
        let game = Separators { engine: &self.engine, universe }.link(g, h)?;
        let mut trials = Trials::new(forms, &[g, h]);
        let game = shrink(forms, game, tries(forms, &[g, h], game), |t| {
            Ok(universe.membership(forms, t)?.is_some()
                && trials.winner(g, t, Player::Left)? == Player::Right
                && trials.winner(h, t, Player::Right)? == Player::Left)
        })?;
        Ok(Some(game))
    }

    /// A certificate that g is downlinked to h by t: t is in the universe, and o(g+t) ≤ 𝓟 ≤
    /// o(h+t). Without a t, a certificate of the comparison that forbids every t: g^L ≥ h, or
    /// g ≥ h^R (\[universe\] Lemma 5.10).
    ///
    /// # Errors
    /// [`Refused`] if the checker does not know the universe, or when a limit was reached.
    pub fn downlinked(&self, g: Form, h: Form, t: Option<Form>) -> Result<check::Certificate, Refused> {
        let forms = self.engine.forms();
        let Some(t) = t else {
            let Some((better, worse)) = self.engine.obstacle(g, h)? else {
                return Err(self.engine.unsupported("certificate", "the games are downlinked"));
            };
            return self.certificate(|prover| Ok(vec![prover.ge(better, worse)?]));
        };
        self.certificate(|prover| {
            let mut claims = vec![prover.member(t)?];
            for f in [g, h] {
                claims.push(outcome_step(&mut prover.table, forms.sum(f, t)?));
            }
            Ok(claims)
        })
    }

    /// A certificate that `g` is strong, or not, for each player.
    pub fn strength(&self, g: Form) -> Result<check::Certificate, Refused> {
        self.certificate(|prover| {
            let mut claims = Vec::new();
            for p in Player::BOTH {
                let is_strong = self.engine.is_strong(g, p)?;
                claims.push(if is_strong { prover.strong(g, p)? } else { prover.not_strong(g, p)? });
            }
            Ok(claims)
        })
    }
}

/// The players of whom one is to move first.
fn starters(wanted: Option<Player>) -> &'static [Player] {
    match wanted {
        None => &Player::BOTH,
        Some(Player::Left) => &[Player::Left],
        Some(Player::Right) => &[Player::Right],
    }
}

/// How often taking options away from a game may be tried, where a try takes playing out the
/// sums of these forms with the game: often enough for all that is shown to people.
fn tries(forms: &Forms, summands: &[Form], game: Form) -> usize {
    const MOST_SUMS: usize = 1 << 26;
    let size = |f: Form| forms.followers(f).len();
    MOST_SUMS / (summands.iter().map(|&f| size(f)).sum::<usize>() * size(game))
}

/// Whether a game may be a separator: whether the checker will find it in the universe.
fn admits(engine: &Engine, x: Form) -> Result<bool, Exhausted> {
    match engine.universe() {
        Some(universe) => Ok(universe.membership(engine.forms(), x)?.is_some()),
        None => Ok(false),
    }
}

/// A way to a separator of two forms.
type FindSeparator = fn(&Explainer, Form, Form) -> Result<Option<Separator>, Exhausted>;

/// A certificate in the making. A step that needs a statement proves it first, once.
struct Prover<'a> {
    explainer: &'a Explainer,
    table: Table<'a>,
    universe: check::Universe,
}

impl<'a> Prover<'a> {
    fn new(explainer: &'a Explainer) -> Result<Prover<'a>, Refused> {
        let engine = &*explainer.engine;
        let Some(name) = engine.setting().certificate_name() else {
            return Err(engine.unsupported("certificate", check::Universe::KNOWN));
        };
        let mut table = Table::new(engine.forms());
        let generators = match engine.universe() {
            Some(universe) => universe.finite_generators(engine.forms())?.unwrap_or_default(),
            None => Vec::new(),
        };
        let generators = generators.into_iter().map(|a| table.node(a)).collect();
        let universe = check::Universe { name, generators };
        Ok(Prover { explainer, table, universe })
    }

    fn engine(&self) -> &'a Engine {
        &self.explainer.engine
    }

    /// The universe: asked for only where a proviso or membership matters.
    fn universe(&self) -> &'a dyn Universe {
        self.engine().universe().expect("normal play has no proviso, and all are members")
    }

    fn forms(&self) -> &'a Forms {
        self.explainer.engine.forms()
    }

    /// The step that says g ≥ h, given that it holds, by replies (\[universe\] Theorem 5.5).
    fn ge(&mut self, g: Form, h: Form) -> Result<StepNumber, Exhausted> {
        let mut pending = vec![(g, h)];
        let mut ticker = self.forms().budget().ticker();
        while let Some(&(g, h)) = pending.last() {
            ticker.tick()?;
            let claim = Statement::Ge(self.table.node(g), self.table.node(h));
            if self.table.find(&claim).is_some() {
                pending.pop();
                continue;
            }
            if g == h {
                self.table.step(claim, Evidence::Same);
                continue;
            }
            let mut replies: [Vec<StepNumber>; 2] = Default::default();
            let mut missing = Vec::new();
            for p in Player::BOTH {
                let (other, own) = p.orient(g, h);
                for &threat in self.forms().options(own, p) {
                    let pair = self.engine().answer(threat, other, p)?;
                    let pair = pair.expect("every threat against g ≥ h is answered where it holds");
                    let reply = Statement::Ge(self.table.node(pair.0), self.table.node(pair.1));
                    match self.table.find(&reply) {
                        Some(step) => replies[p.index()].push(step),
                        None => missing.push(pair),
                    }
                }
            }
            if missing.is_empty() {
                let proviso = self.engine().universe().is_some();
                let strong = |prover: &mut Self, end: Form, strong: Form, p: Player| {
                    let needed = proviso && prover.forms().is_end_like(end, p);
                    needed.then(|| prover.strong(strong, p)).transpose()
                };
                let strong_left = strong(self, h, g, Player::Left)?;
                let strong_right = strong(self, g, h, Player::Right)?;
                let [left, right] = replies;
                self.table
                    .step(claim, Evidence::Pairs(check::Pairs { right, left, strong_left, strong_right }));
            } else {
                pending.append(&mut missing);
            }
        }
        let claim = Statement::Ge(self.table.node(g), self.table.node(h));
        Ok(self.table.find(&claim).expect("just proved"))
    }

    fn not_ge(&mut self, g: Form, h: Form) -> Result<StepNumber, Exhausted> {
        self.told_apart(g, h, Explainer::small_separator)
    }

    /// The step that says g ≱ h, given that it holds, by the separator that `find` finds.
    fn told_apart(&mut self, g: Form, h: Form, find: FindSeparator) -> Result<StepNumber, Exhausted> {
        self.forms().budget().step()?;
        let claim = Statement::NotGe(self.table.node(g), self.table.node(h));
        if let Some(known) = self.table.find(&claim) {
            return Ok(known);
        }
        let found = find(self.explainer, g, h)?;
        let Separator { game, starter } = found.expect("asked only where g ≥ h fails");
        let member = self.engine().universe().is_some().then(|| self.member(game)).transpose()?;
        let x = self.table.node(game);
        Ok(self.table.step(claim, Evidence::Separator(check::Separator { x, member, starter })))
    }

    fn member(&mut self, x: Form) -> Result<StepNumber, Exhausted> {
        let claim = Statement::Member(self.table.node(x));
        if let Some(known) = self.table.find(&claim) {
            return Ok(known);
        }
        let membership = self.universe().membership(self.forms(), x)?;
        let by = match membership.expect("witnesses are taken from the universe") {
            Membership::Definition => Evidence::Definition,
            Membership::Sums(sums) => Evidence::Sums(self.sums(sums)),
        };
        Ok(self.table.step(claim, by))
    }

    /// Ends and the parts whose sum each is, or is compared with, as nodes.
    fn sums(&mut self, sums: Vec<EndAsSum>) -> Vec<(NodeNumber, Vec<NodeNumber>)> {
        let mut nodes = Vec::with_capacity(sums.len());
        for (end, parts) in sums {
            let end = self.table.node(end);
            nodes.push((end, parts.into_iter().map(|part| self.table.node(part)).collect()));
        }
        nodes
    }

    /// The step that says that `g` is strong for `p`, given that it is.
    fn strong(&mut self, g: Form, p: Player) -> Result<StepNumber, Exhausted> {
        let forms = self.forms();
        let mut pending = vec![g];
        while let Some(&f) = pending.last() {
            forms.budget().step()?;
            let claim = Statement::Strong(self.table.node(f), p);
            if self.table.find(&claim).is_some() {
                pending.pop();
                continue;
            }
            if forms.is_end_like(f, p) {
                self.table.step(claim, Evidence::EndLike);
                continue;
            }
            match self.universe().strength_argument(forms, self.engine().play_of_forms(), f, p)? {
                StrengthArgument::Play => drop(self.table.step(claim, Evidence::Play)),
                StrengthArgument::TestSet(n, ends) => {
                    let ends = ends.into_iter().map(|end| self.table.node(end)).collect();
                    let test_set = self.table.step(Statement::TestSet(n, ends), Evidence::Closure);
                    self.table.step(claim, Evidence::TestSet(test_set));
                }
                StrengthArgument::Strategy(Strategy { instead, counting, balance, cells }) => {
                    let instead = self.sums(instead);
                    let count = |c: Counting| (self.table.node(c.component), c.threshold, c.period);
                    let counting = counting.into_iter().map(count).collect();
                    let cell = |c: Cell| (c.mover, self.table.node(c.form), c.counts);
                    let cells = cells.into_iter().map(cell).collect();
                    let balance = balance.map(|Balance { weights, bound, modulus }| check::Balance {
                        weights,
                        bound,
                        modulus,
                    });
                    let strategy = check::CellStrategy { instead, counting, balance, cells };
                    self.table.step(claim, Evidence::Strategy(strategy));
                }
                StrengthArgument::Option(option) => {
                    let replies = forms.options(option, p.opponent());
                    let mut needed = vec![option];
                    needed.extend_from_slice(replies);
                    let mut steps = Vec::new();
                    let before = pending.len();
                    for f in needed {
                        let strong = Statement::Strong(self.table.node(f), p);
                        match self.table.find(&strong) {
                            Some(step) => steps.push(step),
                            None => pending.push(f),
                        }
                    }
                    if pending.len() == before {
                        let to = self.table.node(option);
                        let replies = steps.split_off(1);
                        self.table.step(
                            claim,
                            Evidence::Option(check::StrongOption { to, itself: steps[0], replies }),
                        );
                    }
                }
            }
        }
        let claim = Statement::Strong(self.table.node(g), p);
        Ok(self.table.find(&claim).expect("just proved"))
    }

    /// The step that says that k is the simplest form of g: g and k are equal, and nothing in
    /// k can be eliminated, bypassed, replaced or erased (\[universe\] Theorem 5.18).
    fn simplest(&mut self, g: Form, k: Form) -> Result<StepNumber, Exhausted> {
        let forms = self.forms();
        let (ge, le) = (self.ge(g, k)?, self.ge(k, g)?);
        self.explainer.prepare(k)?;
        for &f in &*forms.followers_within(&[k])? {
            for p in Player::BOTH {
                let options = forms.options(f, p);
                for &a in options {
                    for &b in options.iter().filter(|&&b| b != a) {
                        let (better, worse) = p.orient(a, b);
                        self.told_apart(better, worse, Explainer::any_separator)?;
                    }
                    for &reply in forms.options(a, p.opponent()) {
                        let (better, worse) = p.orient(f, reply);
                        self.told_apart(better, worse, Explainer::any_separator)?;
                    }
                }
                if forms.tombstones(f).has(p) {
                    self.weak_without_tombstone(f, p)?;
                }
            }
        }
        let claim = Statement::Simplest(self.table.node(g), self.table.node(k));
        Ok(self.table.step(claim, Evidence::Reduced(check::Reduced { ge, le })))
    }

    fn weak_without_tombstone(&mut self, f: Form, p: Player) -> Result<(), Exhausted> {
        let forms = self.forms();
        let [left, right] = Player::BOTH.map(|p| forms.options(f, p));
        let erased = forms.make(left, right, forms.tombstones(f).with(p, false))?;
        self.not_strong(erased, p).map(drop)
    }

    /// The step that says that `g` is not strong for `p`, given that it is not.
    fn not_strong(&mut self, g: Form, p: Player) -> Result<StepNumber, Exhausted> {
        let claim = Statement::NotStrong(self.table.node(g), p);
        if let Some(known) = self.table.find(&claim) {
            return Ok(known);
        }
        let end = self.defeating_end(g, p)?;
        let member = self.member(end)?;
        let x = self.table.node(end);
        Ok(self.table.step(claim, Evidence::End(check::WinningEnd { x, member })))
    }

    fn defeating_end(&self, g: Form, p: Player) -> Result<Form, Exhausted> {
        let forms = self.forms();
        let universe = self.universe();
        let mut trials = Trials::new(forms, &[g]);
        let mut defeats = |x: Form| Ok(trials.winner(g, x, p)? != p);
        let end = universe.defeating_end(forms, g, p)?.expect("asked only where g is not strong");
        debug_assert_ne!(defeats(end), Ok(false));
        shrink(forms, end, tries(forms, &[g], end), |x| {
            Ok(forms.is_end(x, p) && universe.membership(forms, x)?.is_some() && defeats(x)?)
        })
    }
}
