//! Strength modulo D(A) where A has ends that are not dead.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use super::Generated;
use super::components::Components;
use super::counting::{Fineness, Measure, measures};
use super::finite_test::FiniteTest;
use super::strategy::{CellGraph, Strategy};
use crate::Player;
use crate::budget::{Account, Exhausted, Limit};
use crate::store::facts::SURVIVES_PASSING;
use crate::store::{Form, Forms};
use crate::universe::EndKind;
use crate::universe::end_play::Play;
use crate::universe::generators::Generators;

/// The means to decide strength modulo D(A), made at the first question.
pub(super) struct Strength {
    pub(super) components: Components,
    /// A test that decides, if one is known.
    pub(super) test: Option<FiniteTest>,
    /// The measures with which strategies are searched.
    measures: OnceLock<Vec<Arc<Measure>>>,
    /// The sums of one undominated end, of two, and so on.
    sums: Mutex<Vec<Sums>>,
}

/// Sums of as many undominated ends, each with the place of its last end.
type Sums = Arc<[(Form, usize)]>;

/// A test with more sums than this is put off until strategies and short sums failed.
const SMALL_TEST: f64 = 300.0;

/// The most components of a sum that is tried where no test decides.
const MOST_COMPONENTS: u32 = 8;

/// The most sums of one length that are tried where no test decides.
const MOST_SUMS: usize = 5_000;

impl<A: Generators> Generated<A> {
    /// The ends that are not dead, taken apart.
    pub(super) fn strength(&self) -> Result<&Strength, Exhausted> {
        if let Some(known) = self.strength.get() {
            return Ok(known);
        }
        let components = Components::new(&self.ends, self.parts(0)?)?;
        let is_blocked = self.generators.kind() <= EndKind::Blocked;
        let test = if is_blocked { FiniteTest::new(&components) } else { None };
        let measures = OnceLock::new();
        Ok(self.strength.get_or_init(|| Strength { components, test, measures, sums: Mutex::default() }))
    }

    /// A sum of ends of the universe, in [`Generated::end_store`], that as an end for `player`
    /// defeats `player` with these options; `None` if there is none.
    ///
    /// # Errors
    /// [`Exhausted`] with [`Limit::Undecided`] if neither was found.
    pub(super) fn defeat_by_sum(
        &self,
        forms: &Forms,
        play: &Play,
        options: &[Form],
        player: Player,
    ) -> Result<Option<Form>, Exhausted> {
        let loses = |sum| play.loses_first(forms, options, self.end_store(), sum, player);
        if loses(Form::ZERO)? {
            return Ok(Some(Form::ZERO));
        }
        // Strong modulo B is strong modulo every universe inside B.
        let wins_passing = |&o: &Form| forms.facts(o).has_for(SURVIVES_PASSING, player);
        if self.generators.kind() <= EndKind::Blocked && options.iter().any(wins_passing) {
            return Ok(None);
        }
        let strength = self.strength()?;
        let moves = 1 + self.most_moves(forms, play, options, player)?;
        if let Some(test) = strength.test.as_ref().filter(|test| test.size(moves) <= SMALL_TEST) {
            return self.defeat_by_test(test, moves, loses);
        }
        let asked = (options.to_vec(), player);
        if let Some(known) = play.defeats.lock().unwrap_or_else(PoisonError::into_inner).get(&asked) {
            return known.clone();
        }
        let found = self.search_defeat(forms, play, options, player, loses);
        let is_answer = match &found {
            Ok(_) => true,
            Err(exhausted) => matches!(exhausted.limit, Limit::Undecided { .. }),
        };
        // An undecided search is remembered as well; running out of memory or time is not.
        if is_answer {
            let account = play.account.get_or_init(|| Account::new(forms.budget().clone()));
            account.charge(size_of::<Exhausted>() + (options.len() + 8) * size_of::<Form>())?;
            play.defeats.lock().unwrap_or_else(PoisonError::into_inner).insert(asked, found.clone());
        }
        found
    }

    /// A sum of ends that defeats `player` with these options, or `None` if a strategy wins
    /// against all sums. Both are searched in turn, each time a larger one.
    fn search_defeat(
        &self,
        forms: &Forms,
        play: &Play,
        options: &[Form],
        player: Player,
        loses: impl Fn(Form) -> Result<bool, Exhausted>,
    ) -> Result<Option<Form>, Exhausted> {
        let strength = self.strength()?;
        let mut components = 0;
        for (number, measure) in self.measures(strength)?.iter().enumerate() {
            if let Some(sums) = self.sums_of(strength, components + 1)? {
                components += 1;
                for &(sum, _) in &*sums {
                    if loses(sum)? {
                        return Ok(Some(sum));
                    }
                }
            }
            let mut search = play.search.lock().unwrap_or_else(PoisonError::into_inner);
            if search.wins(forms, (number, measure), options, player)? {
                return Ok(None);
            }
        }
        if let Some(test) = &strength.test {
            let moves = 1 + self.most_moves(forms, play, options, player)?;
            return self.defeat_by_test(test, moves, loses);
        }
        let (threshold, period) = Fineness::FINEST.ends;
        Err(forms.budget().exhausted(Limit::Undecided { components, threshold, period }))
    }

    fn measures<'s>(&self, strength: &'s Strength) -> Result<&'s [Arc<Measure>], Exhausted> {
        if let Some(known) = strength.measures.get() {
            return Ok(known);
        }
        let measures = measures(self.end_store(), &strength.components.essential)?;
        Ok(strength.measures.get_or_init(|| measures))
    }

    /// The sums of so many undominated ends, each with the place of its last end; `None` if
    /// they are too many. All shorter sums were asked for before.
    fn sums_of(&self, strength: &Strength, components: u32) -> Result<Option<Sums>, Exhausted> {
        let mut known = strength.sums.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sums) = known.get(components as usize - 1) {
            return Ok(Some(Arc::clone(sums)));
        }
        let tested = &strength.components.essential;
        let shorter = known.last().cloned().unwrap_or_else(|| [(Form::ZERO, 0)].into());
        if components > MOST_COMPONENTS || shorter.len() * tested.len() > MOST_SUMS {
            return Ok(None);
        }
        let mut longer = Vec::new();
        for &(sum, last) in &*shorter {
            for (at, &end) in tested.iter().enumerate().skip(last) {
                self.end_store().budget().step()?;
                longer.push((self.end_store().sum(sum, end)?, at));
            }
        }
        known.push(longer.into());
        Ok(known.last().cloned())
    }

    fn defeat_by_test(
        &self,
        test: &FiniteTest,
        moves: u32,
        loses: impl Fn(Form) -> Result<bool, Exhausted>,
    ) -> Result<Option<Form>, Exhausted> {
        let known = self.finite_tests.lock().unwrap_or_else(PoisonError::into_inner).get(&moves).cloned();
        let sums = match known {
            Some(known) => known,
            None => {
                let sums = test.sums(self.end_store(), moves)?;
                let mut tests = self.finite_tests.lock().unwrap_or_else(PoisonError::into_inner);
                tests.insert(moves, Arc::clone(&sums));
                sums
            }
        };
        for &sum in &*sums {
            if loses(sum)? {
                return Ok(Some(sum));
            }
        }
        Ok(None)
    }

    /// The most moves that `player` can make in the play of one of these forms, in any order of
    /// moves. A tombstone is not a move.
    fn most_moves(
        &self,
        forms: &Forms,
        play: &Play,
        roots: &[Form],
        player: Player,
    ) -> Result<u32, Exhausted> {
        let mut known = play.most_moves.lock().unwrap_or_else(PoisonError::into_inner);
        let most = |known: &FxHashMap<(Form, Player), u32>| {
            roots.iter().map(|&f| known.get(&(f, player)).copied()).try_fold(0, |m, k| Some(m.max(k?)))
        };
        if let Some(most) = most(&known) {
            return Ok(most);
        }
        let account = play.account.get_or_init(|| Account::new(forms.budget().clone()));
        for f in forms.followers_of_all(roots) {
            if known.contains_key(&(f, player)) {
                continue;
            }
            account.charge(2 * size_of::<((Form, Player), u32)>())?;
            let own = forms.options(f, player).iter().map(|&o| 1 + known[&(o, player)]);
            let others = forms.options(f, player.opponent()).iter().map(|&o| known[&(o, player)]);
            let moves = own.chain(others).max().unwrap_or(0);
            known.insert((f, player), moves);
        }
        Ok(most(&known).expect("just computed"))
    }

    /// A strategy that shows that `g` is strong for `player`, given that it is.
    ///
    /// # Errors
    /// [`Exhausted`] with [`Limit::NoStrategy`] if none was found.
    pub(super) fn strategy(
        &self,
        forms: &Forms,
        play: &Play,
        g: Form,
        player: Player,
    ) -> Result<Strategy, Exhausted> {
        let strength = self.strength()?;
        let options = forms.options(g, player);
        for (number, measure) in self.measures(strength)?.iter().enumerate() {
            let mut search = play.search.lock().unwrap_or_else(PoisonError::into_inner);
            if !search.wins(forms, (number, measure), options, player)? {
                continue;
            }
            drop(search);
            // The cells of one form, without those of others, in the order in which they are
            // reached: the strategy does not depend on what was asked before.
            let mut graph = CellGraph::new(forms, Arc::clone(measure), player);
            if let Some(mut strategy) = graph.strategy(forms, g, usize::MAX)? {
                let import = |&end: &Form| forms.import(self.end_store(), end);
                for count in &mut strategy.counting {
                    count.component = import(&count.component)?;
                }
                for (end, sum) in &strength.components.instead {
                    let sum = sum.iter().map(import).collect::<Result<_, _>>()?;
                    strategy.instead.push((import(end)?, sum));
                }
                return Ok(strategy);
            }
        }
        let (threshold, period) = Fineness::FINEST.ends;
        Err(forms.budget().exhausted(Limit::NoStrategy { threshold, period }))
    }
}
