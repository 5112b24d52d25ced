//! Strength modulo D(A) where A has ends that are not dead.

use std::sync::{Arc, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use super::Generated;
use super::components::Components;
use super::counting::Measure;
use super::finite_test::FiniteTest;
use super::measures::{Fineness, measures};
use super::strategy::{CellGraph, Strategy};
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
    /// The measures with which strategies are looked for.
    measures: OnceLock<Vec<Arc<Measure>>>,
}

/// A test with more sums than this is put off until strategies and short sums failed.
const SMALL_TEST: f64 = 300.0;

/// The most components of a sum that is tried where no test decides.
const MOST_COMPONENTS: u32 = 8;

/// The most sums of one length that are tried where no test decides.
const MOST_SUMS: usize = 5_000;

/// The most cells of a graph that is searched for a strategy, and of all graphs that are
/// searched for one form.
const MOST_CELLS: usize = 300_000;
const MOST_CELLS_IN_ALL: usize = 2_000_000;

/// The most cells that are kept for other forms of the universe.
const MOST_CELLS_KEPT: usize = 400_000;

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
        Ok(self.strength.get_or_init(|| Strength { components, test, measures }))
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
        let (mut components, mut cells) = (0, 0);
        for (number, measure) in self.measures(strength)?.iter().enumerate() {
            if components < MOST_COMPONENTS && sums.len() * tested.len() <= MOST_SUMS {
                components += 1;
                sums = self.longer_sums(&sums, tested)?;
                for &(sum, _) in &sums {
                    if loses(sum)? {
                        return Ok(Some(sum));
                    }
                }
            }
            if cells <= MOST_CELLS_IN_ALL {
                let (wins, more) = wins_by(forms, play, (number, measure), options, player)?;
                if wins {
                    return Ok(None);
                }
                cells += more;
            }
        }
        if let Some(test) = &strength.test {
            return self.defeat_by_test(test, moves, loses);
        }
        let (threshold, period) = Fineness::FINEST.ends;
        let undecided = forms.budget().exhausted(Limit::Undecided { components, threshold, period });
        let mut known = play.undecided.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(asked, undecided.clone());
        Err(undecided)
    }

    fn measures<'s>(&self, strength: &'s Strength) -> Result<&'s [Arc<Measure>], Exhausted> {
        if let Some(known) = strength.measures.get() {
            return Ok(known);
        }
        let measures = measures(self.end_store(), &strength.components.essential)?;
        Ok(strength.measures.get_or_init(|| measures))
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
        let strength = self.strength()?;
        let mut cells = 0;
        for measure in self.measures(strength)? {
            if measure.start_count() > MOST_CELLS as u64 || cells > MOST_CELLS_IN_ALL {
                continue;
            }
            let mut graph = CellGraph::new(forms, Arc::clone(measure), player);
            let found = graph.strategy(forms, g, MOST_CELLS)?;
            cells += graph.len();
            if let Some(mut strategy) = found {
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

/// Whether the player, moving first with these options, wins against all sums of the ends that
/// are tested by a strategy with the measure of this number; and how many cells were new. The
/// graph of the measure is kept for other forms.
fn wins_by(
    forms: &Forms,
    play: &Play,
    (number, measure): (usize, &Arc<Measure>),
    options: &[Form],
    player: Player,
) -> Result<(bool, usize), Exhausted> {
    if measure.start_count() > MOST_CELLS as u64 {
        return Ok((false, 0));
    }
    let fresh = || CellGraph::new(forms, Arc::clone(measure), player);
    let kept = play.cells.lock().unwrap_or_else(PoisonError::into_inner).remove(&(number, player));
    let mut graph = kept.unwrap_or_else(fresh);
    let mut before = graph.len();
    let mut wins = graph.wins(forms, options, MOST_CELLS)?;
    if wins.is_none() && before > 0 {
        // The cells of other forms are in the way.
        (graph, before) = (fresh(), 0);
        wins = graph.wins(forms, options, MOST_CELLS)?;
    }
    let new = graph.len() - before;
    if wins.is_some() {
        let mut all = play.cells.lock().unwrap_or_else(PoisonError::into_inner);
        if all.values().map(CellGraph::len).sum::<usize>() + graph.len() > MOST_CELLS_KEPT {
            all.clear();
        }
        all.insert((number, player), graph);
    }
    Ok((wins == Some(true), new))
}
