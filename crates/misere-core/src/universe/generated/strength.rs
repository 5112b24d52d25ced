//! Strength modulo D(A) where A has ends that are not dead.

use std::sync::{Arc, PoisonError};

use rustc_hash::FxHashMap;

use super::Generated;
use super::components::Components;
use super::finite_test::FiniteTest;
use super::strategy::{CellGraph, Fineness, Strategy, balances};
use crate::Player;
use crate::budget::{Account, Exhausted, Limit};
use crate::store::facts::SURVIVES_PASSING;
use crate::store::{Form, Forms};
use crate::universe::EndKind;
use crate::universe::end_play::Play;
use crate::universe::generators::Generators;

/// What strength modulo D(A) is decided with, made when it is first asked about.
pub(super) struct Strength {
    pub(super) components: Components,
    /// A test that decides, if one is known.
    pub(super) test: Option<FiniteTest>,
}

/// A test with more sums than this is put off until strategies and short sums failed.
const SMALL_TEST: f64 = 300.0;

/// The most components of a sum that is tried where no test decides.
const MOST_COMPONENTS: u32 = 8;

/// The most sums of one length that are tried where no test decides.
const MOST_SUMS: usize = 5_000;

/// The most cells of a graph that is searched for a strategy, to decide and to certify.
const CELLS_TO_DECIDE: usize = 60_000;
const CELLS_TO_CERTIFY: usize = 400_000;

/// How many graphs of the most cells, or how many more that are smaller, are searched for a
/// strategy with a balance.
const MOST_GRAPHS: usize = 10;

impl<A: Generators> Generated<A> {
    /// The ends that are not dead, taken apart.
    pub(super) fn strength(&self) -> Result<&Strength, Exhausted> {
        if let Some(known) = self.strength.get() {
            return Ok(known);
        }
        let components = Components::new(&self.ends, self.parts(0)?)?;
        let is_blocked = self.generators.kind() <= EndKind::Blocked;
        let test = if is_blocked { FiniteTest::new(&components) } else { None };
        Ok(self.strength.get_or_init(|| Strength { components, test }))
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
        if let Some(undecided) = play.undecided.lock().unwrap_or_else(PoisonError::into_inner).get(&asked) {
            return Err(undecided.clone());
        }
        // A defeating sum and a strategy are looked for in turn, each time a larger one.
        let tested = &strength.components.essential;
        let mut sums = vec![(Form::ZERO, 0)];
        let mut components = 0;
        for fineness in Fineness::SCHEDULE {
            if components < MOST_COMPONENTS && sums.len() * tested.len() <= MOST_SUMS {
                components += 1;
                sums = self.longer_sums(&sums, tested)?;
                for &(sum, _) in &sums {
                    if loses(sum)? {
                        return Ok(Some(sum));
                    }
                }
            }
            let graph = CellGraph::new(forms, self.end_store(), player, tested, fineness, CELLS_TO_DECIDE);
            if let Some(mut graph) = graph
                && graph.wins(options, tested)? == Some(true)
            {
                return Ok(None);
            }
        }
        if let Some(test) = &strength.test {
            return self.defeat_by_test(test, moves, loses);
        }
        let wins = |graph: &mut CellGraph<'_>| Ok(graph.wins(options, tested)? == Some(true));
        if self.by_balance(forms, player, tested, CELLS_TO_DECIDE, wins)? {
            return Ok(None);
        }
        let finest = Fineness::SCHEDULE[Fineness::SCHEDULE.len() - 1];
        let undecided = forms.budget().exhausted(Limit::Undecided {
            components,
            threshold: finest.threshold,
            period: finest.period,
        });
        let mut known = play.undecided.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(asked, undecided.clone());
        Err(undecided)
    }

    /// Whether some balance, counted beside the components, does what is wanted.
    fn by_balance(
        &self,
        forms: &Forms,
        player: Player,
        tested: &[Form],
        most_cells: usize,
        mut serves: impl FnMut(&mut CellGraph<'_>) -> Result<bool, Exhausted>,
    ) -> Result<bool, Exhausted> {
        const FINENESS: [Fineness; 3] = [
            Fineness { threshold: 1, period: 1, cap: None },
            Fineness { threshold: 2, period: 1, cap: None },
            Fineness { threshold: 2, period: 1, cap: Some(2) },
        ];
        let balances = balances(self.end_store(), tested);
        let mut cells = 0;
        for (fineness, balance) in
            FINENESS.into_iter().flat_map(|fine| balances.iter().map(move |b| (fine, b)))
        {
            let graph = CellGraph::new(forms, self.end_store(), player, tested, fineness, most_cells);
            let Some(graph) = graph else { continue };
            let mut graph = graph.with_balance(balance.clone());
            if serves(&mut graph)? {
                return Ok(true);
            }
            cells += graph.len();
            if cells > MOST_GRAPHS * most_cells {
                break;
            }
        }
        Ok(false)
    }

    /// Each sum with one end more, of the ends from the last of its ends on.
    fn longer_sums(&self, sums: &[(Form, usize)], tested: &[Form]) -> Result<Vec<(Form, usize)>, Exhausted> {
        let mut longer = Vec::new();
        for &(sum, last) in sums {
            for (at, &end) in tested.iter().enumerate().skip(last) {
                self.end_store().budget().step()?;
                longer.push((self.end_store().sum(sum, end)?, at));
            }
        }
        Ok(longer)
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
    /// moves. A tombstone is no move.
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
    pub(super) fn strategy(&self, forms: &Forms, g: Form, player: Player) -> Result<Strategy, Exhausted> {
        let ends = &self.strength()?.components.ends;
        let mut found = None;
        for fineness in Fineness::SCHEDULE {
            let graph = CellGraph::new(forms, self.end_store(), player, ends, fineness, CELLS_TO_CERTIFY);
            if let Some(mut graph) = graph {
                found = graph.strategy(g, ends)?;
            }
            if found.is_some() {
                break;
            }
        }
        if found.is_none() && self.generators.kind() > EndKind::Blocked {
            self.by_balance(forms, player, ends, CELLS_TO_CERTIFY, |graph| {
                found = graph.strategy(g, ends)?;
                Ok(found.is_some())
            })?;
        }
        if let Some(mut strategy) = found {
            for count in &mut strategy.counting {
                count.component = forms.import(self.end_store(), count.component)?;
            }
            return Ok(strategy);
        }
        let finest = Fineness::SCHEDULE[Fineness::SCHEDULE.len() - 1];
        Err(forms
            .budget()
            .exhausted(Limit::NoStrategy { threshold: finest.threshold, period: finest.period }))
    }
}
