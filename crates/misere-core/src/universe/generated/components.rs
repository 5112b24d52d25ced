//! Left ends that are not dead, taken apart: what can happen in the components of their sums.
//!
//! A *pass* is a move of Right from a Left end to a Left end. A *threat* is one to a component
//! in which Left can move, and a *return* is a move of Left from there to a blocked Left end.

use rustc_hash::FxHashMap;

use crate::Player;
use crate::budget::Exhausted;
use crate::engine::Engine;
use crate::store::facts::BLOCKED_END;
use crate::store::{Form, Forms};

/// The Left ends whose sums are the Left ends of D(A), and which of them need be tested.
pub(super) struct Components {
    /// The non-zero Left ends among the followers of A and of their conjugates, options
    /// before the ends that have them.
    pub(super) ends: Vec<Form>,
    /// The ends that no sum of the others replaces: sums of these decide strength. An end
    /// that is, modulo M, at least a sum of others is harmless where that sum is: Left copies
    /// her strategy.
    pub(super) essential: Vec<Form>,
    /// The other ends, each with ends of `essential`, modulo M at least whose sum it is.
    pub(super) instead: Vec<(Form, Vec<Form>)>,
    facts: FxHashMap<Form, EndFacts>,
}

/// The facts about a Left end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EndFacts {
    /// Every move of Right has a return to a neutral end. A neutral end changes no winner.
    pub(super) is_neutral: bool,
    /// Every move of Right is a pass or has a return to a neutral end.
    pub(super) is_semi_neutral: bool,
    /// Every move of Right is a pass, has a return to a neutral end, or leads to a component
    /// whose Left-end options are dead and not 0.
    pub(super) is_good: bool,
    /// In every follower Left's options are Left ends: a threat gives Left one move.
    pub(super) is_flat: bool,
    /// Every pass leads to a dead end.
    pub(super) passes_to_dead: bool,
    /// The fewest passes with which Right uses the end up, if Left returns from threats as
    /// she likes: 0 for an end that can be dumped.
    pub(super) permanence: u32,
    /// The longest chain of passes.
    pub(super) passes: u32,
    /// The most moves that Left has in any order of moves.
    pub(super) left_moves: u32,
}

impl Components {
    /// Takes apart the ends with these sums, in the store of an engine modulo M.
    pub(super) fn new(order: &Engine, ends: Vec<Form>) -> Result<Components, Exhausted> {
        let facts = facts_of_all(order.forms(), &ends);
        let mut essential = ends.clone();
        let mut instead: Vec<(Form, Vec<Form>)> = Vec::new();
        // The longest first: a sum is replaced by its parts. One at a time, since two ends
        // may replace each other.
        for &end in ends.iter().rev() {
            let others: Vec<Form> = essential.iter().copied().filter(|&other| other != end).collect();
            if let Some(below) = sum_below(order, end, &others)? {
                essential = others;
                // The sums that replaced ends dropped before may contain this one.
                for (_, sum) in &mut instead {
                    let copies = sum.iter().filter(|&&part| part == end).count();
                    sum.retain(|&part| part != end);
                    (0..copies).for_each(|_| sum.extend(&below));
                }
                instead.push((end, below));
            }
        }
        Ok(Components { ends, essential, instead, facts })
    }

    pub(super) fn facts(&self, end: Form) -> EndFacts {
        self.facts[&end]
    }
}

/// None, one or two of the others, modulo M at least whose sum the end is. (The sums of more are
/// left out: an end that is kept needlessly costs time alone.)
fn sum_below(order: &Engine, end: Form, others: &[Form]) -> Result<Option<Vec<Form>>, Exhausted> {
    if order.ge(end, Form::ZERO)? {
        return Ok(Some(vec![]));
    }
    for (i, &a) in others.iter().enumerate() {
        if order.ge(end, a)? {
            return Ok(Some(vec![a]));
        }
        for &b in &others[i..] {
            let forms = order.forms();
            if forms.rank(a) + forms.rank(b) <= forms.rank(end) && order.ge(end, forms.sum(a, b)?)? {
                return Ok(Some(vec![a, b]));
            }
        }
    }
    Ok(None)
}

/// The facts of the Left ends among the followers of these ends, 0 among them.
fn facts_of_all(forms: &Forms, ends: &[Form]) -> FxHashMap<Form, EndFacts> {
    let mut left_moves: FxHashMap<Form, u32> = FxHashMap::default();
    let mut flat: FxHashMap<Form, bool> = FxHashMap::default();
    let mut facts: FxHashMap<Form, EndFacts> = FxHashMap::default();
    for f in forms.followers_of_all(ends) {
        let [left, right] = Player::BOTH.map(|p| forms.options(f, p));
        let moves_left = left.iter().map(|o| 1 + left_moves[o]);
        let most = moves_left.chain(right.iter().map(|o| left_moves[o])).max().unwrap_or(0);
        left_moves.insert(f, most);
        let is_end = |g: Form| forms.is_end(g, Player::Left);
        let is_flat = left.iter().all(|&o| is_end(o)) && left.iter().chain(right).all(|option| flat[option]);
        flat.insert(f, is_flat);
        if !is_end(f) {
            continue;
        }
        let returns = |threat: Form| {
            let is_blocked = |o: &&Form| forms.facts(**o).has_for(BLOCKED_END, Player::Left);
            forms.options(threat, Player::Left).iter().filter(is_blocked)
        };
        let has_neutral_return = |&o: &Form| returns(o).any(|back| facts[back].is_neutral);
        let is_pass = |&o: &Form| is_end(o);
        let only_dead_returns = |&o: &Form| {
            let mut ends = forms.options(o, Player::Left).iter().filter(|&&back| is_end(back));
            ends.all(|&back| back != Form::ZERO && forms.is_dead_end(back, Player::Left))
        };
        let used_up = |o: &Form| match facts.get(o).filter(|_| is_pass(o)) {
            Some(after) => 1 + after.permanence,
            None => returns(*o).map(|back| facts[back].permanence).max().unwrap_or(0),
        };
        let new = EndFacts {
            is_neutral: right.iter().all(has_neutral_return),
            is_semi_neutral: right.iter().all(|o| is_pass(o) || has_neutral_return(o)),
            is_good: right.iter().all(|o| is_pass(o) || has_neutral_return(o) || only_dead_returns(o)),
            is_flat,
            passes_to_dead: right.iter().all(|o| !is_pass(o) || forms.is_dead_end(*o, Player::Left)),
            permanence: right.iter().map(used_up).min().unwrap_or(0),
            passes: right.iter().filter(|o| is_pass(o)).map(|o| 1 + facts[o].passes).max().unwrap_or(0),
            left_moves: most,
        };
        facts.insert(f, new);
    }
    facts
}
