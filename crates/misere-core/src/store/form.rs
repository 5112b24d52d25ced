//! The form store: hash-consed game trees.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, PoisonError};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::budget::{Account, Budget, Exhausted, Limits};
use crate::store::arena::{Arena, NoRoom};
use crate::store::facts::{
    BLOCKED_END, BLOCKING, DEAD_END, DEAD_ENDING, DICOT, END_LIKE, Facts, IMPARTIAL, MARKS, ORDINARY, P_FREE,
    SURVIVES_PASSING, TOMBSTONE, WINS_FIRST, WINS_FIRST_NORMAL, WINS_PASSING,
};
use crate::sync::{Mutex, MutexGuard};
use crate::{Outcome, Player};

/// A form: a game tree, given by its handle in a [`Forms`] store.
///
/// Two handles of one store are equal exactly when the trees are isomorphic.
/// A handle means nothing in another store, and there is no order on forms:
/// order exists only *modulo* a universe.
// The default, which is 0, fills unused places of an arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Form(pub(crate) u32);

impl Form {
    /// The form {·|·}, which has this handle in every store.
    pub const ZERO: Form = Form(0);
}

/// Which tombstones a form has among its own options: Σ^L and Σ^R of \[universe\]
/// Definition 5.1, indexed by player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tombstones([bool; 2]);

impl Tombstones {
    /// No tombstone.
    pub const NONE: Tombstones = Tombstones([false, false]);

    /// The tombstones of Left and of Right, as given.
    #[must_use]
    pub const fn new(left: bool, right: bool) -> Tombstones {
        Tombstones([left, right])
    }

    /// The tombstone of this player only.
    #[must_use]
    pub fn only(player: Player) -> Tombstones {
        Tombstones::NONE.with(player, true)
    }

    /// Whether this player has a tombstone.
    #[must_use]
    pub const fn has(self, player: Player) -> bool {
        self.0[player.index()]
    }

    /// The tombstones with the one of `player` present or not.
    #[must_use]
    pub const fn with(mut self, player: Player, present: bool) -> Tombstones {
        self.0[player.index()] = present;
        self
    }

    /// The tombstones with the players exchanged.
    #[must_use]
    pub const fn swapped(self) -> Tombstones {
        Tombstones([self.0[1], self.0[0]])
    }
}

/// The stored part of a form; its options are two runs of the flat arena, by player.
#[derive(Clone, Copy, Default)]
struct Node {
    options: [u32; 2],
    lengths: [u32; 2],
    rank: u32,
    facts: Facts,
}

/// A store of forms. All methods take `&self`; a store may be shared between
/// threads.
///
/// Invariants: a handle is given out once per tree; a form's options have
/// smaller handles than the form (the store is topologically ordered); the
/// option lists are sorted by handle, without repetition; the facts of a
/// form never change.
///
/// A form takes 24 bytes, 4 more for each option (fewer where runs of options are shared),
/// and 9 to 20 in the table of handles (see `Forms::BYTES_PER_FORM`).
///
/// ```
/// use misere_core::{Form, Forms, Outcome, Player};
/// let forms = Forms::new();
/// let star = forms.ordinary(&[Form::ZERO], &[Form::ZERO])?;
/// let g = forms.ordinary(&[Form::ZERO, star], &[star])?;
/// assert_eq!(forms.outcome(g), Outcome::N);
/// assert_eq!(forms.options(g, Player::Right), [star]);
/// # Ok::<(), misere_core::Exhausted>(())
/// ```
pub struct Forms {
    nodes: Arena<Node>,
    options: Arena<Form>,
    /// Handles by the hash of their tree, in shards so that threads seldom wait.
    shards: [Mutex<HashTable<Entry>>; SHARDS],
    account: Account,
}

const SHARDS: usize = 32;

/// A form in the table of handles, with its hash, so that a growing table need not look
/// at trees.
#[derive(Clone, Copy)]
struct Entry {
    hash: u32,
    form: Form,
}

impl Entry {
    /// The hash as the table wants it, which uses the top and the low bits.
    fn spread(hash: u32) -> u64 {
        u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl Default for Forms {
    fn default() -> Forms {
        Forms::new()
    }
}

impl Forms {
    /// The bytes charged for a form besides 4 bytes per option: its node, and its share of
    /// the table of handles at the load just after a doubling.
    pub const BYTES_PER_FORM: usize = size_of::<Node>() + 20;

    /// A store with the default [`Limits`], holding 0 alone.
    #[must_use]
    pub fn new() -> Forms {
        Forms::with_budget(Arc::new(Budget::new(Limits::default())))
    }

    /// A store that spends from a budget it may share with others.
    #[must_use]
    pub fn with_budget(budget: Arc<Budget>) -> Forms {
        Forms::with_zero(budget, [false; 2])
    }

    /// A store in which 0 has these marks (see [`Forms::intern`]).
    pub(crate) fn with_zero(budget: Arc<Budget>, marks: [bool; 2]) -> Forms {
        let forms = Forms {
            nodes: Arena::new(),
            options: Arena::new(),
            shards: std::array::from_fn(|_| Mutex::new(HashTable::new())),
            account: Account::with_credit(budget, Forms::BYTES_PER_FORM),
        };
        let zero = forms.intern(&[], &[], Tombstones::NONE, marks, |_| Ok(()));
        assert_eq!(zero, Ok(Form::ZERO), "the first form of a store is 0");
        forms
    }

    /// The budget this store spends from.
    #[must_use]
    pub fn budget(&self) -> &Arc<Budget> {
        self.account.budget()
    }

    /// How many forms the store holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the store holds no form: never, since 0 is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Makes room in the table of handles for this many more forms, so that it need not grow many
    /// times.
    ///
    /// # Errors
    /// [`Exhausted`] when the system does not give the memory.
    pub fn reserve(&self, more: usize) -> Result<(), Exhausted> {
        let spread = |entry: &Entry| Entry::spread(entry.hash);
        self.shards.iter().try_for_each(|shard| {
            let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            let refused = |_| self.budget().refused(more * size_of::<Entry>());
            shard.try_reserve(more / SHARDS, spread).map_err(refused)
        })
    }

    /// The form with these options and no tombstone of its own. Order and
    /// repetition in the lists mean nothing.
    pub fn ordinary(&self, left: &[Form], right: &[Form]) -> Result<Form, Exhausted> {
        self.make(left, right, Tombstones::NONE)
    }

    /// The form with these options and tombstones. Order and repetition in the
    /// lists mean nothing.
    pub fn make(&self, left: &[Form], right: &[Form], tombstones: Tombstones) -> Result<Form, Exhausted> {
        self.intern(&self.sorted(left)?, &self.sorted(right)?, tombstones, [false; 2], |_| Ok(()))
    }

    /// The options in the order of the store, each once.
    fn sorted<'a>(&self, options: &'a [Form]) -> Result<Cow<'a, [Form]>, Exhausted> {
        if options.is_sorted_by(|a, b| a.0 < b.0) {
            return Ok(Cow::Borrowed(options));
        }
        let mut sorted = Vec::new();
        self.budget().reserve(&mut sorted, options.len())?;
        sorted.extend_from_slice(options);
        sorted.sort_unstable_by_key(|o: &Form| o.0);
        sorted.dedup();
        Ok(Cow::Owned(sorted))
    }

    /// The form with these options, which are sorted already. `marks` are two bits for the
    /// owner of the store, who must always give the same marks to the same form.
    /// `before_known` is called with the handle of a new form, before another thread can learn
    /// of it.
    pub(crate) fn intern(
        &self,
        left: &[Form],
        right: &[Form],
        tombstones: Tombstones,
        marks: [bool; 2],
        before_known: impl FnOnce(Form) -> Result<(), Exhausted>,
    ) -> Result<Form, Exhausted> {
        debug_assert!(left.is_sorted_by(|a, b| a.0 < b.0) && right.is_sorted_by(|a, b| a.0 < b.0));
        let hash = hash_tree(left, right, tombstones);
        let mut shard = self.shard(hash);
        if let Some(found) = self.found(&shard, hash, [left, right], tombstones) {
            debug_assert_eq!(
                marks,
                Player::BOTH.map(|p| self.facts(found).has_for(MARKS, p)),
                "marks depend on the form alone"
            );
            return Ok(found);
        }
        let length = left.len() + right.len();
        self.budget().steps(length)?;
        let bytes = Self::BYTES_PER_FORM + size_of::<Form>() * length;
        self.account.charge(bytes)?;
        let spread = |entry: &Entry| Entry::spread(entry.hash);
        // A form that is appended must find its place in the table.
        let room = shard.try_reserve(1, spread).map_err(|_| NoRoom::Memory(shard.allocation_size()));
        let appended = room.and_then(|()| self.append(left, right, tombstones, marks));
        let (form, shared) = appended.map_err(|no_room| {
            self.account.refund(bytes);
            no_room.exhausted(self.budget())
        })?;
        self.account.refund(size_of::<Form>() * shared);
        before_known(form)?;
        shard.insert_unique(Entry::spread(hash), Entry { hash, form }, spread);
        Ok(form)
    }

    /// The form with these options, which are sorted already, if the store holds it.
    pub(crate) fn find(&self, left: &[Form], right: &[Form], tombstones: Tombstones) -> Option<Form> {
        let hash = hash_tree(left, right, tombstones);
        self.found(&self.shard(hash), hash, [left, right], tombstones)
    }

    fn found(
        &self,
        shard: &HashTable<Entry>,
        hash: u32,
        [left, right]: [&[Form]; 2],
        tombstones: Tombstones,
    ) -> Option<Form> {
        let is_this = |entry: &Entry| {
            let g = entry.form;
            entry.hash == hash
                && self.tombstones(g) == tombstones
                && self.options(g, Player::Left) == left
                && self.options(g, Player::Right) == right
        };
        shard.find(Entry::spread(hash), is_this).map(|entry| entry.form)
    }

    /// A new form, and how many places of its options it shares with other forms.
    fn append(
        &self,
        left: &[Form],
        right: &[Form],
        tombstones: Tombstones,
        marks: [bool; 2],
    ) -> Result<(Form, usize), NoRoom> {
        let (facts, rank) = Facts::of(self, [left, right], tombstones, marks);
        let length = |list: &[Form]| u32::try_from(list.len()).map_err(|_| NoRoom::Positions);
        let lengths = [length(left)?, length(right)?];
        let [left, right] = self.options.append_both([left, right])?;
        let shared = lengths[0] as usize + lengths[1] as usize - left.fresh - right.fresh;
        let options = [left.start, right.start];
        Ok((Form(self.nodes.push(Node { options, lengths, rank, facts })?), shared))
    }

    fn shard(&self, hash: u32) -> MutexGuard<'_, HashTable<Entry>> {
        // The low bits of the hash choose the shard: the table uses the spread hash.
        self.shards[hash as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    fn node(&self, g: Form) -> &Node {
        self.nodes.get(g.0)
    }

    #[inline]
    pub(crate) fn facts(&self, g: Form) -> Facts {
        self.node(g).facts
    }

    #[inline]
    pub(super) fn facts_and_rank(&self, g: Form) -> (Facts, u32) {
        let node = self.node(g);
        (node.facts, node.rank)
    }

    /// The ordinary options of a player, each once, in the order of the store
    /// (which depends on history: sort structurally before showing them).
    #[inline]
    #[must_use]
    pub fn options(&self, g: Form, player: Player) -> &[Form] {
        let node = self.node(g);
        self.options.run(node.options[player.index()], node.lengths[player.index()])
    }

    /// The ordinary options of Left and of Right, as [`Forms::options`] has them.
    #[inline]
    #[must_use]
    pub fn sides(&self, g: Form) -> [&[Form]; 2] {
        let Node { options: [left, right], lengths, .. } = *self.node(g);
        [self.options.run(left, lengths[0]), self.options.run(right, lengths[1])]
    }

    /// The place where the options of a player begin. Options that begin at one place are the
    /// same, as far as the shorter list goes.
    pub(super) fn start_of_options(&self, g: Form, player: Player) -> u32 {
        self.node(g).options[player.index()]
    }

    /// The formal birthday: 0 for {·|·}, else one more than the largest rank of
    /// an option, a tombstone counting as an option of rank 0.
    #[inline]
    #[must_use]
    pub fn rank(&self, g: Form) -> u32 {
        self.node(g).rank
    }

    /// The tombstones among the options of `g` itself.
    #[inline]
    #[must_use]
    pub fn tombstones(&self, g: Form) -> Tombstones {
        let facts = self.facts(g);
        Tombstones(Player::BOTH.map(|p| facts.has_for(TOMBSTONE, p)))
    }

    /// Whether the player has no option at all and no tombstone.
    #[must_use]
    pub fn is_end(&self, g: Form, player: Player) -> bool {
        self.facts(g).has_for(END_LIKE, player) && !self.facts(g).has_for(TOMBSTONE, player)
    }

    /// Whether the form is an end for the player or has their tombstone (\[universe\] Definition 5.2).
    #[must_use]
    pub fn is_end_like(&self, g: Form, player: Player) -> bool {
        self.facts(g).has_for(END_LIKE, player)
    }

    /// Whether every follower is an end for the player, and none has a tombstone.
    #[must_use]
    pub fn is_dead_end(&self, g: Form, player: Player) -> bool {
        self.facts(g).has_for(DEAD_END, player)
    }

    /// Whether the form is a blocked end for the player (\[blocking\] Definition 1.1).
    #[must_use]
    pub fn is_blocked_end(&self, g: Form, player: Player) -> bool {
        self.facts(g).has_for(BLOCKED_END, player)
    }

    /// Whether no follower has a tombstone.
    #[must_use]
    pub fn is_ordinary(&self, g: Form) -> bool {
        self.facts(g).has(ORDINARY)
    }

    /// Whether the player wins under misère play when they move first.
    #[must_use]
    pub fn wins_first(&self, g: Form, player: Player) -> bool {
        self.facts(g).has_for(WINS_FIRST, player)
    }

    /// The misère outcome (\[universe\] Definition 5.3).
    #[must_use]
    pub fn outcome(&self, g: Form) -> Outcome {
        let facts = self.facts(g);
        starters_outcome(|p| facts.has_for(WINS_FIRST, p))
    }

    /// The outcome under normal play, where the player who cannot move loses; `None` for
    /// forms that are not ordinary.
    #[must_use]
    pub fn normal_outcome(&self, g: Form) -> Option<Outcome> {
        let facts = self.facts(g);
        facts.has(ORDINARY).then(|| starters_outcome(|p| facts.has_for(WINS_FIRST_NORMAL, p)))
    }

    /// The outcome when the opponent of `player` may also pass (\[blocking\]
    /// Definition A.1 for the Left player: the Right-passing outcome). A player
    /// without options on their turn wins, and is not made to pass.
    #[must_use]
    pub fn outcome_against_passing(&self, g: Form, player: Player) -> Outcome {
        let facts = self.facts(g);
        let first = if facts.has_for(WINS_PASSING, player) { player } else { player.opponent() };
        let second = if facts.has_for(SURVIVES_PASSING, player) { player } else { player.opponent() };
        match player {
            Player::Left => Outcome::from_winners(first, second),
            Player::Right => Outcome::from_winners(second, first),
        }
    }

    /// Whether every non-zero follower has options for both players.
    #[must_use]
    pub fn is_dicot(&self, g: Form) -> bool {
        self.facts(g).has(DICOT)
    }

    /// Whether every follower that is an end is a dead end.
    #[must_use]
    pub fn is_dead_ending(&self, g: Form) -> bool {
        self.facts(g).has(DEAD_ENDING)
    }

    /// Whether every follower that is an end is blocked (\[blocking\] section 2).
    #[must_use]
    pub fn is_blocking(&self, g: Form) -> bool {
        self.facts(g).has(BLOCKING)
    }

    /// Whether both players have the same options throughout.
    #[must_use]
    pub fn is_impartial(&self, g: Form) -> bool {
        self.facts(g).has(IMPARTIAL)
    }

    /// Whether no follower has outcome 𝓟.
    #[must_use]
    pub fn is_p_free(&self, g: Form) -> bool {
        self.facts(g).has(P_FREE)
    }
}

fn starters_outcome(wins_first: impl Fn(Player) -> bool) -> Outcome {
    let winner = |p: Player| if wins_first(p) { p } else { p.opponent() };
    Outcome::from_winners(winner(Player::Left), winner(Player::Right))
}

fn hash_tree(left: &[Form], right: &[Form], tombstones: Tombstones) -> u32 {
    let mut hasher = FxHasher::default();
    tombstones.hash(&mut hasher);
    left.hash(&mut hasher);
    right.hash(&mut hasher);
    folded(hasher.finish())
}

/// Both halves of a hash: the hasher fills the lower one alone where `usize` has 32 bits.
fn folded(hash: u64) -> u32 {
    (hash ^ hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limit;

    #[test]
    fn each_half_of_a_hash_matters() {
        for half in [0, 32] {
            let folded: std::collections::HashSet<u32> = (0..1000).map(|n: u64| folded(n << half)).collect();
            assert_eq!(folded.len(), 1000, "the half from bit {half} on");
        }
    }

    #[test]
    fn order_and_repetition_of_options_mean_nothing() {
        let forms = Forms::new();
        let star = forms.ordinary(&[Form::ZERO], &[Form::ZERO]).unwrap();
        let a = forms.ordinary(&[star, Form::ZERO, star], &[star]).unwrap();
        let b = forms.ordinary(&[Form::ZERO, star], &[star, star]).unwrap();
        assert_eq!(a, b);
        let c = forms.make(&[Form::ZERO, star], &[star], Tombstones::only(Player::Left)).unwrap();
        assert_ne!(a, c);
    }

    #[test]
    fn a_lone_tombstone_has_rank_one() {
        let forms = Forms::new();
        let g = forms.make(&[], &[], Tombstones::only(Player::Left)).unwrap();
        assert_eq!(forms.rank(g), 1);
        assert!(forms.is_end_like(g, Player::Left) && !forms.is_end(g, Player::Left));
        assert!(forms.is_end(g, Player::Right));
    }

    #[test]
    fn a_full_store_says_so_and_stays_usable() {
        let budget = Arc::new(Budget::new(Limits { memory_bytes: 1_000, time: None }));
        let forms = Forms::with_budget(budget);
        let mut g = Form::ZERO;
        let error = loop {
            match forms.ordinary(&[g], &[]) {
                Ok(next) => g = next,
                Err(error) => break error,
            }
        };
        assert!(matches!(error.limit, Limit::Memory { limit: 1_000, .. }));
        assert_eq!(forms.rank(g) as usize + 1, forms.len());
    }

    #[test]
    fn threads_agree_on_handles() {
        let forms = Forms::new();
        let handles: Vec<Vec<Form>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| {
                        let mut all = vec![Form::ZERO];
                        for i in 0..500usize {
                            let a = all[i * 7 % all.len()];
                            let b = all[i * 13 % all.len()];
                            all.push(forms.ordinary(&[a, b], &[b, all[i]]).unwrap());
                        }
                        all
                    })
                })
                .collect();
            workers.into_iter().map(|w| w.join().unwrap()).collect()
        });
        assert!(handles.iter().all(|h| *h == handles[0]));
    }
}
